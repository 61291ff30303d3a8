// Package ratingtest has what the tests of all ratings share.
package ratingtest

import (
	"errors"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Rejects checks the errors of a rating. small is the error of a shidoku and a 6×6, which names the shape, or nil if they are
// rated.
func Rejects(t *testing.T, rate func(sudoku.Grid) error, small error) {
	t.Helper()
	for _, test := range []struct {
		name, grid string
		want       error
	}{
		{"shidoku", "1.....3..2.....4", small},
		{"6x6", "2.4....5...34..........53..1...6....", small},
		{"solved", sudokutest.MolerSolved, rating.ErrSolved},
		{"no solution", "11", solver.ErrNoSolution},
		{"two solutions", "..." + sudokutest.Moler[3:], solver.ErrManySolutions},
		{"few clues", "1", solver.ErrTooFewClues},
	} {
		g := sudokutest.Parse(t, test.grid)
		err := rate(g)
		if !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", test.name, err, test.want)
		}
		if err != nil && test.want == small && !strings.HasSuffix(err.Error(), ": this is a "+g.Shape().String()) {
			t.Errorf("%s: %v, which does not name the shape", test.name, err)
		}
	}
}
