package curate

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
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
add rate' computed, and of our former versions).
`

// Record is a line of jsonLines.
type Record struct {
	Puzzle        sudoku.Grid           `json:"puzzle"`
	Key           string                `json:"key"`
	Shape         string                `json:"shape"`
	Clues         int                   `json:"clues"`
	Tier          logic.Tier            `json:"tier"`
	TierName      string                `json:"tier_name"`
	Score         float64               `json:"score"`
	Deviation     *float64              `json:"deviation"`
	Median        *float64              `json:"median"`
	Plays         int                   `json:"plays"`
	Solved        int                   `json:"solved"`
	Hardest       logic.Technique       `json:"hardest"`
	Techniques    rating.Counts         `json:"techniques"`
	Symmetries    []criteria.Symmetry   `json:"symmetries"`
	Automorphisms int                   `json:"automorphisms"`
	Collection    string                `json:"collection"`
	Guild         string                `json:"guild"`
	Line          int                   `json:"line"`
	Name          string                `json:"name"`
	Author        string                `json:"author"`
	Comment       string                `json:"comment"`
	Rating        *format.Rating        `json:"rating"`
	Ratings       []library.OtherRating `json:"ratings"`
	Licence       *string               `json:"licence"`
	Source        *string               `json:"source"`
	Imported      time.Time             `json:"imported"`
}

func newRecord(r library.Record, of library.Collection) Record {
	g := r.Clues
	line := Record{
		Puzzle: g, Key: r.Key.String(), Shape: g.Shape().String(), Clues: g.Len(),
		Tier: r.Tier, TierName: r.Tier.String(), Score: r.Score, Deviation: r.Deviation, Median: r.Median,
		Plays: r.Games, Solved: r.Solved, Hardest: r.Hardest,
		Symmetries: list(criteria.SymmetriesOf(g.Shape(), g.Filled())), Automorphisms: canon.Automorphisms(g),
		Collection: of.Name, Guild: of.GuildID, Line: r.Line.Line,
		Name: valid(r.Line.Name), Author: valid(r.Line.Author), Comment: valid(format.Note(r.Line.Comment)),
		Licence: orNull(of.Licence), Source: orNull(of.Source), Imported: r.Imported, Ratings: list(r.Ratings),
	}
	if r.Line.Rating.Value != "" {
		line.Rating = &r.Line.Rating
	}
	if rated, err := rating.Rate(g); err == nil { // a solved grid, which old archives may have, has no rating
		line.Techniques = rated.Counts
	}
	return line
}

// list replaces a nil slice, which would be null in JSON.
func list[T any](all []T) []T {
	if all == nil {
		return []T{}
	}
	return all
}

// valid returns text of unknown encoding with bytes that are not UTF-8 replaced.
func valid(text string) string { return strings.ToValidUTF8(text, "\ufffd") }

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

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
		e.line, e.err = json.Marshal(newRecord(*r, of[r.CollectionID]))
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
