package unavoidable_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What random cells of a Shidoku are follows from the other 287: no search is trusted.
func TestJudgeShidoku(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	all := slices.Collect(keys(solver.Solutions(sudoku.Empty(sudoku.Shidoku))))
	minimal := 0
	for range 2000 {
		g := all[r.IntN(len(all))]
		cells := g.Difference(all[r.IntN(len(all))])
		for range r.IntN(3) {
			cells = cells.With(g.Shape().Cells()[r.IntN(16)]).Without(g.Shape().Cells()[r.IntN(16)])
		}
		var others, inside []sudoku.Cells
		for _, other := range all {
			if d := g.Difference(other); other != g && d.Minus(cells).Len() == 0 {
				others = append(others, d)
			}
		}
		for _, d := range others {
			if !slices.ContainsFunc(others, func(o sudoku.Cells) bool { return o != d && o.Minus(d).Len() == 0 }) {
				inside = append(inside, d)
			}
		}
		v, err := unavoidable.Judge(g, cells, 300)
		if err != nil || v.More || len(v.Others) != len(others) {
			t.Fatalf("%s %s: %d other fillings, %t, %v; want %d", g, cells, len(v.Others), v.More, err, len(others))
		}
		for _, other := range v.Others {
			if !slices.Contains(others, g.Difference(other)) {
				t.Errorf("%s %s: filled as %s", g, cells, other)
			}
		}
		if len(others) == 0 && v.Minimal.Len() > 0 || len(others) > 0 && !slices.Contains(inside, v.Minimal) {
			t.Errorf("%s %s: %s, want one of %v", g, cells, v.Minimal, inside)
		}
		if v.Minimal == cells {
			minimal++
		}
	}
	if minimal == 0 {
		t.Error("no minimal set was judged")
	}
}

func TestJudgeStops(t *testing.T) {
	g := solutions(1)[0]
	v, err := unavoidable.Judge(g, g.Filled(), 7)
	if err != nil || len(v.Others) != 7 || !v.More || !slices.Contains(unavoidable.Sets(g, v.Minimal.Len()), v.Minimal) {
		t.Errorf("%d other fillings, %t, %s, %v", len(v.Others), v.More, v.Minimal, err)
	}
	for _, set := range unavoidable.Sets(g, 10) {
		if v, err := unavoidable.Judge(g, set, 7); err != nil || v.Minimal != set {
			t.Errorf("%s: %s, %v", set, v.Minimal, err)
		}
	}
}

func keys[K, V any](pairs func(func(K, V) bool)) func(func(K) bool) {
	return func(yield func(K) bool) {
		pairs(func(k K, _ V) bool { return yield(k) })
	}
}
