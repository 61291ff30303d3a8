package logic_test

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Kept paths are those of their puzzles, with the techniques that were asked for.
func TestKeptPaths(t *testing.T) {
	var paths logic.Paths
	var wait sync.WaitGroup
	for i, technique := range []logic.Technique{logic.NakedSingle, logic.XWing, logic.Tridagon, logic.Contradiction} {
		s, _, ok := technique.Example()
		if !ok {
			t.Fatal(technique)
		}
		for _, without := range [][]logic.Technique{nil, {logic.HiddenSingle}, nil} {
			wait.Go(func() {
				want, wantErr := logic.Path(s.Clues(), without...)
				path, err := paths.Of(s.Clues(), without...)
				if err != wantErr || !reflect.DeepEqual(path, want) {
					t.Errorf("%d: %d steps without %v, %v: want %d, %v", i, len(path), without, err, len(want), wantErr)
				}
			})
		}
	}
	wait.Wait()
	if _, err := paths.Of(sudoku.Empty(sudoku.Sudoku)); !errors.Is(err, solver.ErrTooFewClues) {
		t.Error(err)
	}
	first := sudokutest.Must1(paths.Of(sudokutest.Parse(t, ofDepth3)))
	again := sudokutest.Must1(paths.Of(sudokutest.Parse(t, ofDepth3)))
	if &first[0] != &again[0] {
		t.Error("the path was searched again")
	}
}
