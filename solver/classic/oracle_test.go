package classic_test

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// clear returns the solution without the digits of some cells.
func clear(solution sudoku.Grid, cells sudoku.Cells) sudoku.Grid {
	for c := range cells.All() {
		solution = solution.With(c, 0)
	}
	return solution
}

// completions returns the solutions of a grid, up to a limit.
func completions(t testing.TB, g sudoku.Grid, limit int) []sudoku.Grid {
	t.Helper()
	var all []sudoku.Grid
	for s, err := range solver.Solutions(g) {
		must(t, err)
		if all = append(all, s); len(all) == limit {
			break
		}
	}
	return all
}

// verdict is what the definition of a one-cell set says, word by word, of some cells of a solution.
type verdict struct {
	solutions int  // of the grid without them, counted up to 50
	decided   bool // any one cell, filled as in any of the solutions, leaves one
	strictly  bool // and each digit that the rules allow in a cell is one of a solution
}

func judge(t testing.TB, solution sudoku.Grid, cells sudoku.Cells) verdict {
	t.Helper()
	cleared := clear(solution, cells)
	all := completions(t, cleared, 50)
	v := verdict{solutions: len(all), decided: len(all) > 1}
	for i, one := range all {
		for _, other := range all[:i] {
			for c := range cells.All() {
				v.decided = v.decided && one.At(c) != other.At(c)
			}
		}
	}
	v.strictly = v.decided
	marks := cleared.Candidates()
	for c := range cells.All() {
		v.strictly = v.strictly && marks[c].Len() == len(all)
	}
	return v
}

// oracleSets is the oracle for the unavoidable sets of a solution: those of at most max cells that
// hold no smaller one. It puts another digit into the first cell, then into each cell that the
// digits put in are in conflict with, and so on until there is no conflict.
func oracleSets(solution sudoku.Grid, max int) []sudoku.Cells {
	found := map[sudoku.Cells]bool{}
	for _, c := range solution.Shape().Cells() {
		r := repair{solution: solution, root: c, max: max, found: found, in: sudoku.CellsOf(c)}
		r.run()
	}
	var sets []sudoku.Cells
	for set := range found {
		sets = append(sets, set)
	}
	slices.SortFunc(sets, func(a, b sudoku.Cells) int { return a.Len() - b.Len() })
	var minimal []sudoku.Cells
	for _, set := range sets {
		holdsSmaller := slices.ContainsFunc(minimal, func(m sudoku.Cells) bool { return m.Minus(set).Len() == 0 })
		if !holdsSmaller {
			minimal = append(minimal, set)
		}
	}
	return minimal
}

type repair struct {
	solution sudoku.Grid
	root     sudoku.Cell
	max      int
	found    map[sudoku.Cells]bool
	in, done sudoku.Cells
	changed  sudoku.Grid // the new digits
}

func (r repair) run() {
	if r.changed.Shape() != r.solution.Shape() {
		r.changed = sudoku.Empty(r.solution.Shape())
	}
	open := r.in.Minus(r.done)
	if open.Len() == 0 {
		r.found[r.in] = true
		return
	}
	c := open.Slice()[0]
	shape := r.solution.Shape()
	for d := range shape.Digits().Without(r.solution.At(c)).All() {
		next, clash := r, false
		for peer := range shape.Peers(c).All() {
			clash = clash || r.changed.At(peer) == d
			if r.solution.At(peer) == d {
				next.in = next.in.With(peer)
			}
		}
		first := next.in.Slice()[0]
		if clash || first != r.root || next.in.Len() > r.max {
			continue
		}
		next.done, next.changed = r.done.With(c), r.changed.With(c, d)
		next.run()
	}
}
