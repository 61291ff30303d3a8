package recombine

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// recombiner is one run of recombine.
type recombiner struct {
	recombineOptions
	cmd   *cobra.Command
	store *archive.Store // nil: not asked for
	state *recombineState

	generation int
	first      []input.Puzzle  // the mothers of the first generation
	mothers    map[string]bool // classes that have been mothers
	children   map[string]bool // classes of children; false for those that the archive holds
	line       progressLine
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
func recombineAll(cmd *cobra.Command, mothers iter.Seq[input.Puzzle], o recombineOptions, store *archive.Store) (err error) {
	rc := recombiner{recombineOptions: o, cmd: cmd, store: store, mothers: map[string]bool{}, children: map[string]bool{}}
	rc.line = newProgressLine(cmd.ErrOrStderr())
	if rc.state, err = openRecombineState(o); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rc.state.close()) }()
	err = rc.collect(mothers)
	for rc.generation = 1; err == nil && rc.generation <= o.generations; rc.generation++ {
		err = rc.generate()
	}
	rc.line.clear()
	return errors.Join(rc.print(), err, output.Failure(rc.failed))
}

// collect reads all mothers, so that the progress can say how many there are.
func (rc *recombiner) collect(mothers iter.Seq[input.Puzzle]) error {
	ctx, cancel := context.WithCancel(rc.cmd.Context())
	defer cancel()
	read := make(chan input.Puzzle, 64)
	go func() { // standard input may wait for ever
		defer close(read)
		for p := range mothers {
			select {
			case read <- p:
			case <-ctx.Done():
				return
			}
		}
	}()
	others := 0
	for p := range input.UntilDone(ctx, read) {
		if p.Err == nil && rc.clues > 0 && p.Grid.Len() != rc.clues {
			others++
			continue
		}
		rc.first = append(rc.first, p)
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
	}
	rc.line.start(len(mothers))
	for r := range rc.recombineInOrder(mothers) {
		if r.err != nil {
			rc.fail(r.puzzle, r.err)
			continue
		}
		if err := rc.add(r.puzzle, r.family); err != nil {
			return err
		}
	}
	return rc.cmd.Context().Err()
}

// recombined is what was found for a line of the input.
type recombined struct {
	puzzle input.Puzzle
	family family
	err    error
}

// recombineInOrder works on all cores and yields the results in the order of the input. A core
// takes one mother at a time, as each may take seconds.
func (rc *recombiner) recombineInOrder(mothers []input.Puzzle) iter.Seq[recombined] {
	ctx := rc.cmd.Context()
	cores := runtime.GOMAXPROCS(0)
	pending, slots := make(chan chan recombined, 64*cores), make(chan struct{}, cores)
	go func() {
		defer close(pending)
		for _, p := range mothers {
			answer := make(chan recombined, 1)
			select {
			case pending <- answer:
			case <-ctx.Done():
				return
			}
			slots <- struct{}{}
			go func() {
				defer func() { <-slots }()
				answer <- rc.recombineOne(p)
			}()
		}
	}()
	return func(yield func(recombined) bool) {
		for answer := range input.UntilDone(ctx, pending) {
			select {
			case r := <-answer:
				if ctx.Err() != nil || !yield(r) {
					return
				}
			case <-ctx.Done():
				return
			}
		}
	}
}

func (rc *recombiner) recombineOne(p input.Puzzle) recombined {
	if p.Err != nil {
		return recombined{puzzle: p, err: p.Fail(p.Err)}
	}
	f, err := rc.recombine(p.Grid)
	if err != nil {
		return recombined{puzzle: p, err: p.Fail(err)}
	}
	return recombined{puzzle: p, family: f}
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
	fresh := 0
	for _, form := range f.Children {
		isFresh, known := rc.children[form]
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
	rc.line.clear()
	defer rc.line.step(len(rc.children))
	if rc.asJSON {
		return rc.printJSON(p, f, fresh)
	}
	c, classes := f.Counts, "classes"
	if c.Classes == 1 {
		classes = "class"
	}
	text := fmt.Sprintf("%s%s: %s: %d children: %d excluded, %d multiple, %d none, %d unique, %d %s",
		p.Where, sudoku.Excerpt(p.Text), rc.change, c.Children, c.Excluded, c.Multiple, c.None, c.Unique, c.Classes, classes)
	if c.Undecided > 0 {
		text += fmt.Sprintf(", %d undecided", c.Undecided)
	}
	if rc.onlyNew {
		text += fmt.Sprintf(", %d new", fresh)
	}
	_, err := fmt.Fprintln(rc.cmd.ErrOrStderr(), text)
	return err
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

// recombineCounts is a line of --json.
type recombineCounts struct {
	Where      string `json:"where,omitempty"` // file and line
	Mother     string `json:"mother"`          // as it was written
	Generation int    `json:"generation"`
	Change     string `json:"change"`
	generator.Counts
	New     *int    `json:"new,omitempty"` // with --new: the archive does not hold
	Seconds float64 `json:"seconds"`
}

func (rc *recombiner) printJSON(p input.Puzzle, f family, fresh int) error {
	c := recombineCounts{
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
	rc.line.clear()
	defer rc.line.step(len(rc.children))
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
