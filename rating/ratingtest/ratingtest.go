// Package ratingtest has what the tests of all ratings share.
package ratingtest

import (
	"errors"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Rejects checks the errors of a rating: for a shidoku the one given, nil where those are rated.
func Rejects(t *testing.T, rate func(sudoku.Grid) error, shidoku error) {
	t.Helper()
	for _, test := range []struct {
		name, grid string
		want       error
	}{
		{"shidoku", "1.....3..2.....4", shidoku},
		{"solved", sudokutest.MolerSolved, rating.ErrSolved},
		{"no solution", "11", solver.ErrNoSolution},
		{"two solutions", "..." + sudokutest.Moler[3:], solver.ErrManySolutions},
		{"few clues", "1", solver.ErrTooFewClues},
	} {
		if err := rate(sudokutest.Parse(t, test.grid)); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
	}
}
