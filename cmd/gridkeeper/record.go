package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// jsonLines is the format that has everything that is known.
const jsonLines = "jsonl"

// jsonLinesHelp documents a line of JSON.
const jsonLinesHelp = `With --format jsonl, each line is an object: puzzle (as in the line that was imported), key (the same for all of
its isomorphs), shape, clues, tier (1-5), tier_name, rating (the expected solving time, seconds), deviation (the
standard deviation of people's times, seconds; null with fewer than two), median (of people's times; null without),
plays (games that were begun), solved (games that were finished), hardest (technique), techniques (how often the
rating counts each), symmetries, automorphisms, collection, guild (whose it is; "" for the operator's), line (in its
file), name, author, comment, licence and source (null where they are not known), and imported (time).
`

// recordJSON is a line of JSON.
type recordJSON struct {
	Puzzle        sudoku.Grid         `json:"puzzle"`
	Key           string              `json:"key"`
	Shape         string              `json:"shape"`
	Clues         int                 `json:"clues"`
	Tier          logic.Tier          `json:"tier"`
	TierName      string              `json:"tier_name"`
	Rating        float64             `json:"rating"`
	Deviation     *float64            `json:"deviation"`
	Median        *float64            `json:"median"`
	Plays         int                 `json:"plays"`
	Solved        int                 `json:"solved"`
	Hardest       logic.Technique     `json:"hardest"`
	Techniques    rating.Counts       `json:"techniques"`
	Symmetries    []criteria.Symmetry `json:"symmetries"`
	Automorphisms int                 `json:"automorphisms"`
	Collection    string              `json:"collection"`
	Guild         string              `json:"guild"`
	Line          int                 `json:"line"`
	Name          string              `json:"name"`
	Author        string              `json:"author"`
	Comment       string              `json:"comment"`
	Licence       *string             `json:"licence"`
	Source        *string             `json:"source"`
	Imported      time.Time           `json:"imported"`
}

func newRecordJSON(r library.Record, of library.Collection) recordJSON {
	g := r.Clues
	line := recordJSON{
		Puzzle: g, Key: r.Key.String(), Shape: g.Shape().String(), Clues: g.Len(),
		Tier: r.Tier, TierName: r.Tier.String(), Rating: r.Score, Deviation: r.Deviation, Median: r.Median,
		Plays: r.Games, Solved: r.Solved, Hardest: r.Hardest,
		Symmetries: symmetriesOf(g), Automorphisms: canon.Automorphisms(g),
		Collection: of.Name, Guild: of.GuildID, Line: r.Line.Line,
		Name: valid(r.Line.Name), Author: valid(r.Line.Author), Comment: valid(strings.TrimLeft(r.Line.Comment, " \t,;#")),
		Licence: orNull(of.Licence), Source: orNull(of.Source), Imported: r.Imported,
	}
	if rated, err := rating.Rate(g); err == nil { // a solved grid of an old archive has none
		line.Techniques = rated.Counts
	}
	return line
}

// symmetriesOf returns a list that is [] in JSON where it is empty.
func symmetriesOf(g sudoku.Grid) []criteria.Symmetry {
	if found := criteria.SymmetriesOf(g.Shape(), g.Filled()); found != nil {
		return found
	}
	return []criteria.Symmetry{}
}

// valid returns text that is in some encoding as UTF-8, with a replacement for each byte that is not.
func valid(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\ufffd")
}

func orNull(text string) *string {
	if text == "" {
		return nil
	}
	return &text
}

// writeRecords writes puzzles in a format of package format or as [jsonLines], and returns how many.
// "" is the lines as they were imported.
func writeRecords(cmd *cobra.Command, store *archive.Store, as string, records iter.Seq2[library.Record, error]) (n int, err error) {
	out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
	counted := func(yield func(library.Record, error) bool) {
		for r, err := range records {
			if err == nil {
				n++
			}
			if !yield(r, err) {
				return
			}
		}
	}
	if as == jsonLines {
		err = writeJSONLines(cmd.Context(), out, store, counted)
	} else {
		err = writeEntries(out, as, counted)
	}
	if flushed := out.Flush(); err == nil {
		err = flushed
	}
	return n, err
}

func writeEntries(out io.Writer, as string, records iter.Seq2[library.Record, error]) error {
	var failed error
	entries := untilError(func(yield func(format.Entry, error) bool) {
		for r, err := range records {
			if !yield(r.Line, err) {
				return
			}
		}
	}, &failed)
	err := error(nil)
	if as == "" {
		err = format.Write(out, entries)
	} else {
		err = format.WriteAs(as, out, entries)
	}
	if failed != nil {
		return failed
	}
	return err
}

// writeJSONLines rates and encodes on all processors.
func writeJSONLines(ctx context.Context, out *bufio.Writer, store *archive.Store, records iter.Seq2[library.Record, error]) error {
	collections, err := store.Collections(ctx)
	if err != nil {
		return err
	}
	of := map[int32]library.Collection{}
	for _, c := range collections {
		of[c.ID] = c
	}
	var batch []library.Record
	flush := func() error {
		lines := make([][]byte, len(batch))
		failed := inParallel(len(batch), func(i int) (err error) {
			lines[i], err = json.Marshal(newRecordJSON(batch[i], of[batch[i].CollectionID]))
			return err
		})
		batch = batch[:0]
		for _, line := range lines {
			fmt.Fprintf(out, "%s\n", line) // Flush knows of errors
		}
		return failed
	}
	for r, err := range records {
		if err != nil {
			_ = flush() // what came before is good
			return err
		}
		if batch = append(batch, r); len(batch) == 64 {
			if err := flush(); err != nil {
				return err
			}
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return flush()
}

// inParallel does work for the numbers below n on all processors, and returns one of its errors.
func inParallel(n int, work func(int) error) error {
	var next atomic.Int64
	var failed atomic.Pointer[error]
	var working sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		working.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				if err := work(i); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	working.Wait()
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}
