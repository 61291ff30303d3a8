package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// hunt is one run of recombine.
type hunt struct {
	recombineOptions
	cmd   *cobra.Command
	store *archive.Store // nil: not asked for
	state *huntState

	generation int
	first      []puzzle        // the mothers of the first generation
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
func recombineAll(cmd *cobra.Command, mothers iter.Seq[puzzle], o recombineOptions, store *archive.Store) (err error) {
	h := hunt{recombineOptions: o, cmd: cmd, store: store, mothers: map[string]bool{}, children: map[string]bool{}}
	h.line = newProgressLine(cmd.ErrOrStderr())
	if h.state, err = openHuntState(o); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, h.state.close()) }()
	err = h.collect(mothers)
	for h.generation = 1; err == nil && h.generation <= o.generations; h.generation++ {
		err = h.generate()
	}
	h.line.clear()
	return errors.Join(h.print(), err, failure(h.failed))
}

// collect reads all mothers, so that the progress can say how many there are.
func (h *hunt) collect(mothers iter.Seq[puzzle]) error {
	ctx, cancel := context.WithCancel(h.cmd.Context())
	defer cancel()
	read := make(chan puzzle, 64)
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
	for p := range untilDone(ctx, read) {
		if p.err == nil && h.clues > 0 && p.grid.Len() != h.clues {
			others++
			continue
		}
		h.first = append(h.first, p)
	}
	if others > 0 {
		fmt.Fprintf(h.cmd.ErrOrStderr(), "left out, as they do not have %d clues: %d\n", h.clues, others)
	}
	return h.cmd.Context().Err()
}

// generate finds the children of one generation: of the mothers given, then of all children that
// have not been mothers.
func (h *hunt) generate() error {
	mothers := h.first
	if h.generation > 1 {
		mothers = nil
		for _, form := range slices.Sorted(maps.Keys(h.children)) {
			if g, err := sudoku.Parse(form); err == nil && !h.mothers[form] {
				mothers = append(mothers, puzzle{grid: g, text: form})
			}
		}
	}
	h.line.start(len(mothers))
	var found sync.Map // from a mother's text to its family
	work := func(g sudoku.Grid) (string, error) {
		f, err := h.recombine(g)
		if err == nil {
			found.Store(g.String(), f)
		}
		return "", err
	}
	i := 0
	for r := range inOrder(h.cmd.Context(), slices.Values(mothers), work) {
		p := mothers[i]
		i++
		if r.err != nil {
			h.fail(p, r.err)
			continue
		}
		f, _ := found.Load(p.grid.String())
		if err := h.add(p, f.(family)); err != nil {
			return err
		}
	}
	return h.cmd.Context().Err()
}

// recombine finds the children of a mother, or remembers them.
func (h *hunt) recombine(g sudoku.Grid) (family, error) {
	form := canon.Of(g).String()
	if f, ok := h.state.families[form]; ok {
		return f, nil
	}
	search := generator.Recombine
	if h.byFilters {
		search = generator.RecombineByFilters
	}
	begin := time.Now()
	f := family{Mother: form}
	var err error
	f.Counts, err = search(g, h.change, func(child sudoku.Grid) bool {
		f.Children = append(f.Children, child.String())
		return h.cmd.Context().Err() == nil
	})
	if err = errors.Join(err, h.cmd.Context().Err()); err != nil {
		return family{}, err
	}
	slices.Sort(f.Children)
	f.Seconds = time.Since(begin).Seconds()
	return f, h.state.put(f)
}

// add takes a family in and prints its counts.
func (h *hunt) add(p puzzle, f family) error {
	h.mothers[f.Mother] = true
	fresh := 0
	for _, form := range f.Children {
		isFresh, known := h.children[form]
		if !known && h.store != nil && h.onlyNew {
			var err error
			if isFresh, err = h.isNew(form); err != nil {
				return err
			}
		}
		h.children[form] = isFresh
		if isFresh {
			fresh++
		}
	}
	h.line.clear()
	defer h.line.step(len(h.children))
	if h.asJSON {
		return h.printJSON(p, f, fresh)
	}
	c := f.Counts
	text := fmt.Sprintf("%s%s: %s: %d children: %d excluded, %d multiple, %d none, %d unique, %d classes",
		p.where, sudoku.Excerpt(p.text), h.change, c.Children, c.Excluded, c.Multiple, c.None, c.Unique, c.Classes)
	if c.Undecided > 0 {
		text += fmt.Sprintf(", %d undecided", c.Undecided)
	}
	if h.onlyNew {
		text += fmt.Sprintf(", %d new", fresh)
	}
	_, err := fmt.Fprintln(h.cmd.ErrOrStderr(), text)
	return err
}

func (h *hunt) isNew(form string) (bool, error) {
	g, err := sudoku.Parse(form)
	if err != nil {
		return false, err
	}
	_, err = h.store.PuzzleByKey(h.cmd.Context(), canon.KeyOf(g))
	if errors.Is(err, archive.ErrNotFound) {
		return true, nil
	}
	return false, err
}

// huntCounts is a line of --json.
type huntCounts struct {
	Where      string `json:"where,omitempty"` // file and line
	Mother     string `json:"mother"`          // as it was written
	Generation int    `json:"generation"`
	Change     string `json:"change"`
	generator.Counts
	New     *int    `json:"new,omitempty"` // with --new: the archive does not hold
	Seconds float64 `json:"seconds"`
}

func (h *hunt) printJSON(p puzzle, f family, fresh int) error {
	c := huntCounts{
		Where: strings.TrimSuffix(p.where, ": "), Mother: p.grid.String(), Generation: h.generation,
		Change: h.change.String(), Counts: f.Counts, Seconds: f.Seconds,
	}
	if h.onlyNew {
		c.New = &fresh
	}
	return json.NewEncoder(h.cmd.ErrOrStderr()).Encode(c)
}

// fail reports a mother that is not a puzzle, or could not be read as one.
func (h *hunt) fail(p puzzle, err error) {
	h.failed = true
	h.line.clear()
	defer h.line.step(len(h.children))
	if h.asJSON {
		_ = json.NewEncoder(h.cmd.ErrOrStderr()).Encode(map[string]string{
			"where": strings.TrimSuffix(p.where, ": "), "error": err.Error(),
		})
		return
	}
	fmt.Fprintln(h.cmd.ErrOrStderr(), err)
}

// print prints the children, or those that are new.
func (h *hunt) print() error {
	out := bufio.NewWriterSize(h.cmd.OutOrStdout(), 1<<16)
	for _, form := range slices.Sorted(maps.Keys(h.children)) {
		if h.onlyNew && !h.children[form] {
			continue
		}
		if _, err := fmt.Fprintln(out, form); err != nil {
			return err
		}
	}
	return out.Flush()
}
