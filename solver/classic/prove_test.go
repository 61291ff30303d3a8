package classic

import (
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Huang's table 5 over the puzzles with 17 clues that are known today, for docs/history.md: in the
// order of the table, and with Hidden 1 before Naked 1. He removes the other candidates of a cell by
// Hidden 1, and fills it by Naked 1; so the second share counts a digit found by Hidden 1 as both,
// and one guess for each puzzle that needs any.
func TestProveTable5(t *testing.T) {
	sudokutest.Prove(t)
	puzzles := sudokutest.Grids(t, "royle-17-clue.txt")
	hiddenFirst := append([]search{separate[1], separate[0]}, separate[2:]...)
	for _, order := range []struct {
		name     string
		searches []search
	}{{"Naked 1 first", separate}, {"Hidden 1 first", hiddenFirst}, {"unified", unified}, {"unified without Naked 3", unifiedShort}} {
		solve := huangBy(order.searches)
		var uses [techniques]int
		steps, guessed, begin := 0, 0, time.Now()
		for _, g := range puzzles {
			r, err := solve(g, Options{})
			if err != nil {
				t.Fatalf("%s: %v", g, err)
			}
			for i, n := range r.Uses {
				uses[i] += n
			}
			steps += r.Steps
			guessed += min(1, r.Tentative())
		}
		each := time.Since(begin) / time.Duration(len(puzzles))
		t.Logf("%s: %d puzzles, 0 differences, %v each, %d with a guess", order.name, len(puzzles), each, guessed)
		twice := steps - uses[Guess] + guessed + uses[Hidden1]
		for i, n := range uses {
			second := n
			switch Technique(i) {
			case Naked1:
				second += uses[Hidden1]
			case Guess:
				second = guessed
			}
			t.Logf("  %-8s %7.3f %% of steps, %7.3f %% counted twice", Technique(i), 100*float64(n)/float64(steps), 100*float64(second)/float64(twice))
		}
	}
}

// largest returns how many one-cell sets of each size the search finds in some cells of a solution.
func bySize(solution sudoku.Grid, cells sudoku.Cells, max int) map[int]int {
	s := newOneCellSearch(solution)
	s.max = max
	sizes := map[int]int{}
	s.found = func(set sudoku.Cells) bool {
		sizes[set.Len()]++
		return true
	}
	s.all(cells)
	return sizes
}
