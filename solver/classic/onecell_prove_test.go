package classic_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The figures of docs/one-cell-sets.md: the sets found are compared with all minimal unavoidable
// sets of 1,000 solutions, and the definition is applied to each of these word by word.
func TestProveOneCellSets(t *testing.T) {
	sudokutest.Prove(t)
	compareSets(t, 1000, 12)
}

func TestProveOneCellSetsOf16(t *testing.T) {
	sudokutest.Prove(t)
	compareSets(t, 20, 16)
}

// setCounts counts minimal unavoidable sets.
type setCounts struct {
	all      int
	strictly int // one-cell sets: any digit that the rules allow in a cell decides the rest
	decided  int // only the digits that a solution has there do
	three    int // sets that can be filled in three ways or more
}

func compareSets(t *testing.T, grids, max int) {
	counts := map[int]setCounts{}
	differences := 0
	for _, g := range solutions(sudoku.Sudoku, grids) {
		found := map[sudoku.Cells]bool{}
		for _, set := range classic.OneCellSets(g, max) {
			found[set] = true
		}
		for _, set := range unavoidable.Sets(g, max) {
			v := judge(t, g, set)
			if v.strictly != found[set] || v.strictly != classic.IsOneCell(g, set) {
				differences++
				t.Errorf("%s: %s: %+v, found %t", g, set, v, found[set])
			}
			delete(found, set)
			n := counts[set.Len()]
			n.add(v)
			counts[set.Len()] = n
		}
		if len(found) > 0 {
			differences += len(found)
			t.Errorf("%s: %d sets found are not minimal unavoidable sets", g, len(found))
		}
	}
	t.Logf("%d solutions, sets of up to %d cells: %d differences", grids, max, differences)
	logSets(t, counts, max)
}

// logSets logs the table of docs/one-cell-sets.md.
func logSets(t *testing.T, counts map[int]setCounts, max int) {
	t.Log("| cells | minimal unavoidable sets | one-cell sets | one-cell by solutions only | filled in three ways |")
	t.Log("|---|---|---|---|---|")
	var all setCounts
	for size := range max + 1 {
		if n := counts[size]; n.all > 0 {
			t.Logf("| %d | %d | %d | %d | %d |", size, n.all, n.strictly, n.decided, n.three)
			all.all, all.strictly, all.decided, all.three = all.all+n.all, all.strictly+n.strictly, all.decided+n.decided, all.three+n.three
		}
	}
	t.Logf("| all | %d | %d | %d | %d |", all.all, all.strictly, all.decided, all.three)
}

func (n *setCounts) add(v verdict) {
	n.all++
	switch {
	case v.strictly:
		n.strictly++
	case v.decided:
		n.decided++
	}
	if v.solutions > 2 {
		n.three++
	}
}

// closed are the sets that the search of Shen and Hsieh closes when it does not check the
// conditions: choose a cell, choose its buddy digit, add the cells that hold it, until each cell has
// one.
type closed struct {
	solution sudoku.Grid
	root     sudoku.Cell
	max      int
	in, done sudoku.Cells
	found    map[sudoku.Cells]bool
}

func (s closed) run() {
	open := s.in.Minus(s.done)
	if open.Len() == 0 {
		s.found[s.in] = true
		return
	}
	c := open.Slice()[0]
	for d := range s.solution.Shape().Digits().Without(s.solution.At(c)).All() {
		next := s
		next.done = s.done.With(c)
		for peer := range s.solution.Shape().Peers(c).All() {
			if s.solution.At(peer) == d {
				next.in = next.in.With(peer)
			}
		}
		if first := next.in.Slice()[0]; first == s.root && next.in.Len() <= s.max {
			next.run()
		}
	}
}

// Is the check at the end needed? Of the sets that close, many break the conditions.
func TestProveOneCellCheck(t *testing.T) {
	sudokutest.Prove(t)
	const max = 10
	all, good := map[int]int{}, map[int]int{}
	for _, g := range solutions(sudoku.Sudoku, 5) {
		found := map[sudoku.Cells]bool{}
		for _, c := range g.Shape().Cells() {
			closed{solution: g, root: c, max: max, in: sudoku.CellsOf(c), found: found}.run()
		}
		passed := 0
		for set := range found {
			all[set.Len()]++
			if classic.IsOneCell(g, set) {
				good[set.Len()]++
				passed++
			}
		}
		if want := len(classic.OneCellSets(g, max)); passed != want {
			t.Errorf("%s: %d sets pass the check, want %d", g, passed, want)
		}
	}
	t.Log("| cells | sets that close | one-cell sets |")
	t.Log("|---|---|---|")
	for size := range max + 1 {
		if all[size] > 0 {
			t.Logf("| %d | %d | %d |", size, all[size], good[size])
		}
	}
}
