package lab

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// recombiner is one run of recombine.
type recombiner struct {
	recombineOptions
	cmd   *cobra.Command
	store *archive.Store // nil: not asked for
	state *stateFile

	generation int
	first      []input.Puzzle  // the mothers of the first generation
	mothers    map[string]bool // classes that have been mothers
	children   map[string]bool // classes of children; false for those that the archive holds
	total      countsLine      // of the generation
	failed     bool
}

// family is a mother and what was found.
type family struct {
	Mother   string           `json:"mother"` // canonical form
	Counts   generator.Counts `json:"counts"`
	Children []string         `json:"children"` // canonical forms, sorted
	Seconds  float64          `json:"seconds"`
}

// recombineAll prints the children of all mothers at the end, sorted, so that the output does
// not depend on which is found first. Interrupted, it prints those found until then.
func recombineAll(cmd *cobra.Command, mothers []iter.Seq[input.Puzzle], o recombineOptions, store *archive.Store) (err error) {
	rc := recombiner{recombineOptions: o, cmd: cmd, store: store, mothers: map[string]bool{}, children: map[string]bool{}}
	if rc.state, err = openState(o); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rc.state.close()) }()
	err = rc.collect(mothers)
	for rc.generation = 1; err == nil && rc.generation <= o.generations; rc.generation++ {
		err = rc.generate()
	}
	return errors.Join(rc.print(), err, output.Failure(rc.failed))
}

// collect reads all mothers, so that the progress can say how many there are.
func (rc *recombiner) collect(mothers []iter.Seq[input.Puzzle]) error {
	others := 0
	for _, some := range mothers {
		for p := range input.UntilDone(rc.cmd.Context(), some) { // standard input may wait for ever
			if p.Err == nil && rc.clues > 0 && p.Grid.Len() != rc.clues {
				others++
				continue
			}
			rc.first = append(rc.first, p)
		}
	}
	switch {
	case others > 0 && rc.asJSON:
		_ = json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(map[string]int{"clues": rc.clues, "left_out": others})
	case others > 0:
		fmt.Fprintf(rc.cmd.ErrOrStderr(), "left out, as they do not have %d clues: %d\n", rc.clues, others)
	}
	return rc.cmd.Context().Err()
}

// generate finds the children of one generation: of the mothers given, then of all children that
// have not been mothers.
func (rc *recombiner) generate() error {
	mothers := rc.first
	if rc.generation > 1 {
		mothers = nil
		for _, form := range slices.Sorted(maps.Keys(rc.children)) {
			if g, err := sudoku.Parse(form); err == nil && !rc.mothers[form] {
				mothers = append(mothers, input.Puzzle{Grid: g, Text: form})
			}
		}
		if len(mothers) == 0 {
			return nil
		}
	}
	line := output.NewProgress(rc.cmd.ErrOrStderr(), "mothers")
	defer line.Clear()
	done := 0
	rc.total = countsLine{Generation: rc.generation, Mothers: len(mothers), Change: rc.change.String()}
	for r := range input.InOrder(rc.cmd.Context(), slices.Values(mothers), 1, input.Try(rc.recombine)) {
		line.Clear()
		if r.Err != nil {
			rc.fail(*r.Puzzle, r.Err)
		} else if err := rc.add(*r.Puzzle, r.Value); err != nil {
			return err
		}
		done++
		line.Show(fmt.Sprintf("%d classes of children", len(rc.children)), done, len(mothers))
	}
	line.Clear()
	if err := rc.cmd.Context().Err(); err != nil || rc.generations == 1 {
		return err
	}
	return rc.printTotal()
}

// printTotal says what the mothers of a generation came to.
func (rc *recombiner) printTotal() error {
	first, known := 0, 0
	for form, fresh := range rc.children {
		if !rc.mothers[form] {
			first++
			if !fresh {
				known++
			}
		}
	}
	t := rc.total
	if t.FirstSeen = &first; rc.onlyNew {
		t.Known = &known
	}
	if rc.asJSON {
		return json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(t)
	}
	text := countsText(rc.change, t.Counts)
	if rc.minimal {
		text += fmt.Sprintf(", %d minimal", t.Minimal)
	}
	text += fmt.Sprintf(", %d first seen", first)
	if rc.onlyNew {
		text += fmt.Sprintf(", %d of them known", known)
	}
	_, err := fmt.Fprintf(rc.cmd.ErrOrStderr(), "generation %d, %s: %s; %s of children until now\n",
		t.Generation, output.Plural(t.Mothers, "mother"), text, output.Plural(len(rc.children), "class"))
	return err
}

// countsText says what a mother, or several, came to.
func countsText(change generator.Change, c generator.Counts) string {
	text := fmt.Sprintf("%s: %d children: %d excluded, %d multiple, %d none, %d unique, %s",
		change, c.Children, c.Excluded, c.Multiple, c.None, c.Unique, output.Plural(c.Classes, "class"))
	if c.Undecided > 0 {
		text += fmt.Sprintf(", %d undecided", c.Undecided)
	}
	return text
}

// recombine finds the children of a mother, or remembers them.
func (rc *recombiner) recombine(g sudoku.Grid) (family, error) {
	form := canon.Of(g).String()
	if f, ok := rc.state.families[form]; ok {
		return f, nil
	}
	search := generator.Recombine
	if rc.byFilters {
		search = generator.RecombineByFilters
	}
	begin := time.Now()
	f := family{Mother: form}
	var err error
	f.Counts, err = search(g, rc.change, func(child sudoku.Grid) bool {
		f.Children = append(f.Children, child.String())
		return rc.cmd.Context().Err() == nil
	})
	if err = errors.Join(err, rc.cmd.Context().Err()); err != nil {
		return family{}, err
	}
	slices.Sort(f.Children)
	f.Seconds = time.Since(begin).Seconds()
	return f, rc.state.put(f)
}

// add takes a family in and prints its counts.
func (rc *recombiner) add(p input.Puzzle, f family) error {
	rc.mothers[f.Mother] = true
	rc.total.Counts = rc.total.Plus(f.Counts)
	fresh := 0
	for _, form := range f.Children {
		isFresh, known := rc.children[form]
		if !known && rc.minimal && !isMinimal(form) {
			continue
		}
		if rc.minimal {
			rc.total.Minimal++
		}
		if !known && rc.store != nil && rc.onlyNew {
			var err error
			if isFresh, err = rc.isNew(form); err != nil {
				return err
			}
		}
		rc.children[form] = isFresh
		if isFresh {
			fresh++
		}
	}
	if rc.asJSON {
		return rc.printJSON(p, f, fresh)
	}
	text := fmt.Sprintf("%s%s: %s", p.Where, sudoku.Excerpt(p.Text), countsText(rc.change, f.Counts))
	if rc.onlyNew {
		text += fmt.Sprintf(", %d new", fresh)
	}
	_, err := fmt.Fprintln(rc.cmd.ErrOrStderr(), text)
	return err
}

func isMinimal(form string) bool {
	g, err := sudoku.Parse(form)
	return err == nil && generator.Minimal(g)
}

func (rc *recombiner) isNew(form string) (bool, error) {
	g, err := sudoku.Parse(form)
	if err != nil {
		return false, err
	}
	_, err = rc.store.PuzzleByKey(rc.cmd.Context(), canon.KeyOf(g))
	if errors.Is(err, postgres.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// countsLine is a line of --json.
type countsLine struct {
	Where      string `json:"where,omitempty"`  // file and line
	Mother     string `json:"mother,omitempty"` // as it was written; none for all of a generation
	Generation int    `json:"generation"`
	Mothers    int    `json:"mothers,omitempty"` // of a generation
	Change     string `json:"change"`
	generator.Counts
	Minimal   int     `json:"minimal,omitempty"`    // of the classes of a generation, with --minimal
	FirstSeen *int    `json:"first_seen,omitempty"` // classes of a generation that were not found before, nor have been mothers
	Known     *int    `json:"known,omitempty"`      // with --new: those of them that the archive holds
	New       *int    `json:"new,omitempty"`        // with --new: of a mother, those that the archive does not hold
	Seconds   float64 `json:"seconds"`
}

func (rc *recombiner) printJSON(p input.Puzzle, f family, fresh int) error {
	c := countsLine{
		Where: strings.TrimSuffix(p.Where.String(), ": "), Mother: p.Grid.String(), Generation: rc.generation,
		Change: rc.change.String(), Counts: f.Counts, Seconds: f.Seconds,
	}
	if rc.onlyNew {
		c.New = &fresh
	}
	return json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(c)
}

// fail reports a mother that is not a puzzle, or could not be read as one.
func (rc *recombiner) fail(p input.Puzzle, err error) {
	rc.failed = true
	if rc.asJSON {
		_ = json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(map[string]string{
			"where": strings.TrimSuffix(p.Where.String(), ": "), "error": err.Error(),
		})
		return
	}
	fmt.Fprintln(rc.cmd.ErrOrStderr(), err)
}

// print prints the children, or those that are new.
func (rc *recombiner) print() error {
	out := bufio.NewWriterSize(rc.cmd.OutOrStdout(), 1<<16)
	for _, form := range slices.Sorted(maps.Keys(rc.children)) {
		if rc.onlyNew && !rc.children[form] {
			continue
		}
		if _, err := fmt.Fprintln(out, form); err != nil {
			return err
		}
	}
	return out.Flush()
}
