package logic

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// TestContradictionIsTheShortest tries every sequence of up to two singles after every
// assumption: none ends sooner than the chain that was found. (With more singles than
// that, one of 6,273 first contradictions of minimal puzzles is a step longer than need
// be: its chain rests on the first reason of each single, and another is shorter.)
func TestContradictionIsTheShortest(t *testing.T) {
	checkShortest(t, sudokutest.Grids(t, "minimal-20k.txt")[:500])
}

func TestProveContradictionIsTheShortest(t *testing.T) {
	sudokutest.Prove(t)
	checkShortest(t, sudokutest.Grids(t, "minimal-20k.txt"))
}

func checkShortest(t *testing.T, grids []sudoku.Grid) {
	seen, longer := 0, 0
	for _, g := range grids {
		s := Fixpoint(NewState(g), TierXWing)
		v := newView(s)
		step, ok := v.contradiction()
		if !ok {
			continue
		}
		seen++
		for n := range min(step.Len()-1, 3) {
			if e, ok := shortChain(s, n); ok {
				longer++
				t.Errorf("%s: %d steps suffice for %v, not the %d for %v", g, n+1, e, step.Len(), step.Eliminations)
				break
			}
		}
	}
	t.Logf("%d contradictions, %d longer than need be", seen, longer)
}

// shortChain looks for an assumption that n singles lead to a dead end.
func shortChain(s State, n int) (sudoku.Candidate, bool) {
	for _, assumed := range s.assumptions() {
		after := s
		after.place(assumed)
		if endsWithin(after, n) {
			return assumed, true
		}
	}
	return sudoku.Candidate{}, false
}

func endsWithin(s State, n int) bool {
	v := newView(s)
	if n == 0 {
		return len(v.deadEnds()) > 0
	}
	for _, step := range v.appendSingles(nil) {
		if endsWithin(s.Apply(step), n-1) {
			return true
		}
	}
	return false
}
