package generator_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// sixBySixClasses returns the canonical forms of the full grids of 6×6, sorted: 49.
func sixBySixClasses() []sudoku.Grid {
	g := sudoku.Empty(sudoku.SixBySix)
	for i, c := range g.Shape().House(sudoku.House{Kind: sudoku.Box}) {
		g = g.With(c, sudoku.Digit(1+i))
	}
	forms := map[sudoku.Grid]bool{}
	for full := range solver.Solutions(g) {
		forms[canon.Of(full)] = true
	}
	return slices.SortedFunc(maps.Keys(forms), func(a, b sudoku.Grid) int { return strings.Compare(a.String(), b.String()) })
}

// No class of full grids has a puzzle of 7 clues, 29 have one of 8, 47 of 9, and all 49 of 10. So 8 is the fewest.
func TestFewestCluesOfSixBySix(t *testing.T) {
	classes := sixBySixClasses()
	have := map[int]int{}
	for _, full := range classes {
		for clues := 7; clues <= 10; clues++ {
			g, ok, err := generator.FewerClues(context.Background(), full, clues+1, nil)
			if err != nil || ok && (g.Len() > clues || !minimal(g) || !full.Extends(g)) {
				t.Fatalf("%s: %s of %d clues, %v", full, g, g.Len(), err)
			}
			if ok {
				have[clues]++
			}
		}
	}
	if want := map[int]int{8: 29, 9: 47, 10: 49}; len(classes) != 49 || !maps.Equal(have, want) {
		t.Errorf("of %d classes so many have a puzzle of some clues or fewer: %v, want %v", len(classes), have, want)
	}
	if fewest := solver.MinClues(sudoku.SixBySix); fewest != 8 {
		t.Errorf("a 6×6 needs %d clues, want 8", fewest)
	}
}

// The puzzles of 8 clues are 537 classes, in 29 classes of full grids. In a full grid a class has as many members as the grid's
// automorphisms make of one. Random trials find no others.
func TestEightClues(t *testing.T) {
	bySolution := []int{}
	known := map[canon.Key]bool{}
	for _, full := range sixBySixClasses() {
		puzzles, err := generator.AllFewerClues(context.Background(), full, 9, nil)
		if err != nil {
			t.Fatal(err)
		}
		members := map[sudoku.Grid]int{}
		for _, g := range puzzles {
			if g.Len() != 8 || !minimal(g) || !full.Extends(g) {
				t.Errorf("%s is not a puzzle of 8 clues of %s", g, full)
			}
			members[canon.Of(g)]++
		}
		for form, n := range members {
			known[canon.KeyOf(form)] = true
			if want := canon.Automorphisms(full) / canon.Automorphisms(form); n != want {
				t.Errorf("%s: %d puzzles like %s, want %d", full, n, form, want)
			}
		}
		if len(members) > 0 {
			bySolution = append(bySolution, len(members))
		}
	}
	want := []int{3, 4, 8, 4, 17, 2, 3, 7, 15, 4, 46, 29, 69, 48, 14, 2, 1, 20, 13, 46, 2, 33, 2, 37, 61, 12, 14, 19, 2}
	if !slices.Equal(bySolution, want) || len(known) != 537 {
		t.Errorf("%d classes, by solution %v, want 537: %v", len(known), bySolution, want)
	}
	for _, g := range sudokutest.First(20, generator.Puzzles(generator.Options{Shape: sudoku.SixBySix, Clues: 8, Seed: 1})) {
		if !known[canon.KeyOf(g)] {
			t.Errorf("%s was not found", g)
		}
	}
}

// All 30,260,340 sets of 8 cells of a full grid, each given to the solver, are as many puzzles.
func TestProveEightClues(t *testing.T) {
	sudokutest.Prove(t)
	full := sudokutest.Parse(t, "123456456231231645564123312564645312")
	puzzles, err := generator.AllFewerClues(context.Background(), full, 9, nil)
	if err != nil {
		t.Fatal(err)
	}
	sets, found := 0, 0
	var add func(g sudoku.Grid, clues int, cells []sudoku.Cell)
	add = func(g sudoku.Grid, clues int, cells []sudoku.Cell) {
		if clues == 8 {
			if sets++; count(g) == 1 {
				found++
			}
			return
		}
		for i, c := range cells {
			add(g.With(c, full.At(c)), clues+1, cells[i+1:])
		}
	}
	add(sudoku.Empty(full.Shape()), 0, full.Shape().Cells())
	if sets != 30_260_340 || found != len(puzzles) {
		t.Errorf("%d puzzles in %d sets of cells, the search finds %d", found, sets, len(puzzles))
	}
	sudokutest.Proved(t, "sets of 8 clues of a 6×6", sets, 0)
}
