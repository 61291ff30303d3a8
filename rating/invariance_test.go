package rating

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// isomorphs checks that a puzzle has the same rating however it is turned.
func isomorphs(t interface{ Errorf(string, ...any) }, g sudoku.Grid, r *rand.Rand) {
	turned := sudoku.RandomTransform(g.Shape(), r).Apply(g)
	want, err := Rate(g)
	got, errTurned := Rate(turned)
	if (err == nil) != (errTurned == nil) {
		t.Errorf("%v: %v, turned %v: %v", g, err, turned, errTurned)
	}
	if got != want {
		t.Errorf("%v is rated\n%+v, turned to %v\n%+v", g, want, turned, got)
	}
}

func TestSameForIsomorphs(t *testing.T) {
	for _, file := range []string{"minimal-20k.txt", "human-times.tsv", "hardest-375.txt"} {
		t.Run(file, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			for i, g := range sudokutest.Grids(t, file) {
				if i < 1000 || prove() {
					isomorphs(t, g, r)
				}
			}
		})
	}
}
