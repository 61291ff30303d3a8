package generator_test

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// checkFilters compares the two ways. What the filters exclude has no solution or several.
func checkFilters(t *testing.T, mother sudoku.Grid, change generator.Change) generator.Counts {
	t.Helper()
	want, wantList := children(t, mother, change)
	got, list := childrenBy(t, generator.RecombineByFilters, mother, change)
	if !slices.Equal(list, wantList) || got.Children != want.Children || got.Unique != want.Unique || got.Classes != want.Classes {
		t.Errorf("%s %s: %+v %v, want %+v %v", mother, change, got, list, want, wantList)
	}
	if got.Multiple+got.Exchangeable < want.Multiple {
		t.Errorf("%s %s: %d with several solutions, of %d", mother, change, got.Multiple+got.Exchangeable, want.Multiple)
	}
	return got
}

func TestFiltersShidoku(t *testing.T) {
	n := 0
	for g := range generator.Puzzles(generator.Options{Shape: sudoku.Shidoku, Seed: 1}) {
		for _, change := range changes {
			checkFilters(t, g, change)
		}
		if n++; n == 8 {
			break
		}
	}
}

func TestFilters(t *testing.T) {
	var sum generator.Counts
	for _, g := range sudokutest.Scrambled(t, "royle-17-clue.txt")[100:103] {
		sum = sum.Plus(checkFilters(t, g, generator.Change{Minus: 1, Plus: 1}))
	}
	if sum.Exchangeable == 0 {
		t.Error("no lines can be exchanged")
	}
	checkFilters(t, sudokutest.Parse(t, sudokutest.Moler), generator.Change{Minus: 2, Plus: 1})
}
