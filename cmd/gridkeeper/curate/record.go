package curate

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// jsonLines is the format with all properties of a puzzle.
const jsonLines = "jsonl"

// jsonLinesHelp documents a line of jsonLines.
const jsonLinesHelp = `With --format jsonl, each line is an object: puzzle (as in the line that was imported), key (the same for all of
its isomorphs), shape, clues, tier (1-5), tier_name, score (the expected solving time, seconds), deviation (the
standard deviation of people's times, seconds; null with fewer than two), median (of people's times; null without),
plays (games that were begun), solved (games that were finished), hardest (technique), techniques (how often the
rating counts each), symmetries, automorphisms, collection, guild (whose it is; "" for the operator's), line (in its
file), name, author, comment, rating (the difficulty in the file: program, version and value; or null), licence and
source (null if unknown), imported (time), and ratings (program, version and value of each rating that 'gridkeeper jobs
add rate' computed, and of our former versions), and votes (voters, liked, too_hard; left out if nobody has voted).
`

// writeRecords writes puzzles in a format of package format, as [jsonLines], or for "" as they were imported. It returns
// their number.
func writeRecords(cmd *cobra.Command, store *archive.Store, as string, records iter.Seq2[library.Record, error]) (n int, err error) {
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	if as == jsonLines {
		n, err = writeJSONLines(cmd.Context(), out, store, records)
	} else {
		n, err = writeEntries(out, cmd.ErrOrStderr(), as, records)
	}
	return n, cmp.Or(err, out.Flush())
}

func writeEntries(out, report io.Writer, as string, records iter.Seq2[library.Record, error]) (n int, err error) {
	var failed error
	entries := func(yield func(format.Entry) bool) {
		for r := range untilError(records, &failed) {
			if n++; !yield(r.Line) {
				return
			}
		}
	}
	if as == "" {
		err = format.Write(out, entries)
	} else {
		err = output.WriteAs(as, out, report, entries)
	}
	return n, cmp.Or(failed, err)
}

// writeJSONLines rates and encodes on all processors.
func writeJSONLines(ctx context.Context, out io.Writer, store *archive.Store, records iter.Seq2[library.Record, error]) (n int, err error) {
	of, err := collectionsByID(ctx, store)
	if err != nil {
		return 0, err
	}
	type encoded struct {
		line []byte
		err  error
	}
	var failed error
	for e := range input.InOrder(ctx, untilError(records, &failed), input.BatchSize, func(r *library.Record) (e encoded) {
		e.line, e.err = json.Marshal(library.Publish(*r, of[r.CollectionID]))
		return e
	}) {
		if e.err != nil {
			return n, e.err
		}
		n++
		fmt.Fprintf(out, "%s\n", e.line) // Flush returns an error of it
	}
	if err := ctx.Err(); err != nil {
		return n, err // not failed: the records may still be read
	}
	return n, failed
}

func collectionsByID(ctx context.Context, store *archive.Store) (map[int32]library.Collection, error) {
	collections, err := store.Collections(ctx)
	of := map[int32]library.Collection{}
	for _, c := range collections {
		of[c.ID] = c
	}
	return of, err
}
