package generator

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Minimal reports whether a puzzle, a grid with exactly one solution, needs every clue:
// without any one of them it has more solutions.
func Minimal(g sudoku.Grid) bool {
	for c := range g.Filled().All() {
		if needed, err := solver.Needs(g, c); !needed && err == nil {
			return false
		}
	}
	return true
}

// Minimize takes clues away from a puzzle, a grid with exactly one solution, in random
// order until none can go.
func Minimize(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	solution, err := solver.Solve(g)
	if err != nil {
		return g
	}
	clues := g.Filled().Slice()
	groups := make([]sudoku.Cells, len(clues))
	for i, c := range clues {
		groups[i] = sudoku.CellsOf(c)
	}
	return minimize(solution, groups, r)
}

// minimize takes groups of cells away from a solution in random order, each as a whole, until
// none can go. It starts with the cells of all groups, which have to make a puzzle.
//
// Most groups can go in the beginning, and it would take long to find that out one by one. So it
// starts at the other end, with too few of them, the groups that are tried last, and adds the groups
// before them until there is one solution. As long as there are more, an unavoidable set has no
// clue. All groups up to the last one that meets the set can go, and that one cannot, when only
// the groups after it are left.
func minimize(solution sudoku.Grid, groups []sudoku.Cells, r *rand.Rand) sudoku.Grid {
	return thinned(solution, groups, r).clues
}

func thinned(solution sudoku.Grid, groups []sudoku.Cells, r *rand.Rand) thinning {
	r.Shuffle(len(groups), func(i, j int) { groups[i], groups[j] = groups[j], groups[i] })
	t := thinning{solution: solution, clues: sudoku.Empty(solution.Shape()), unavoidable: exchanges(solution)}
	first := len(groups)
	for first > 0 && t.cells.Len() < limits[solution.Shape()].tooFew {
		first--
		t.add(groups[first])
	}
	for {
		set, more := t.missed()
		if !more || first == 0 {
			break
		}
		for met := false; !met && first > 0; {
			first--
			t.add(groups[first])
			met = set.Intersect(groups[first]) != sudoku.Cells{}
		}
	}
	t.thin(groups[first:])
	return t
}

// thinning is a puzzle from which clues are taken away.
type thinning struct {
	solution, clues sudoku.Grid
	cells           sudoku.Cells   // of the clues
	unavoidable     []sudoku.Cells // some of the unavoidable sets of the solution
}

func (t *thinning) add(group sudoku.Cells) {
	t.cells = t.cells.Union(group)
	t.clues = filledFrom(t.clues, t.solution, group)
}

func (t *thinning) remove(group sudoku.Cells) {
	t.cells = t.cells.Minus(group)
	t.clues = t.clues.Without(group)
}

// thin removes the groups that can go, one after the other.
func (t *thinning) thin(groups []sudoku.Cells) {
	for _, group := range groups {
		if !t.needs(group) {
			t.remove(group)
		}
	}
}

// missed returns an unavoidable set in which there is no clue, and false if the clues have one
// solution.
func (t *thinning) missed() (sudoku.Cells, bool) {
	for _, set := range t.unavoidable {
		if set.Intersect(t.cells) == (sudoku.Cells{}) {
			return set, true
		}
	}
	other, ok, err := solver.Other(t.clues, t.solution)
	switch {
	case err != nil: // not known, so add one more group
		return sudoku.CellsOf(t.solution.Shape().Cells()...), true
	case !ok:
		return sudoku.Cells{}, false
	}
	set := t.solution.Difference(other)
	t.unavoidable = append(t.unavoidable, set)
	return set, true
}

// needs reports whether there would be more solutions without the clues of a group.
func (t *thinning) needs(group sudoku.Cells) bool {
	rest := t.cells.Minus(group)
	for _, set := range t.unavoidable {
		if set.Intersect(rest) == (sudoku.Cells{}) {
			return true
		}
	}
	if group.Len() > 1 {
		_, more, err := solver.Other(t.clues.Without(group), t.solution)
		return more || err != nil
	}
	for c := range group.All() {
		needed, err := solver.Needs(t.clues, c)
		return needed || err != nil
	}
	return false
}

// filledFrom returns g with the digits that another grid has in some cells.
func filledFrom(g, other sudoku.Grid, cells sudoku.Cells) sudoku.Grid {
	for c := range cells.All() {
		g = g.With(c, other.At(c))
	}
	return g
}

// restrictedTo returns the digits of a solution in some cells.
func restrictedTo(solution sudoku.Grid, cells sudoku.Cells) sudoku.Grid {
	return filledFrom(sudoku.Empty(solution.Shape()), solution, cells)
}

// unique reports whether a grid is known to have exactly one solution.
func unique(g sudoku.Grid) bool {
	n, err := solver.Count(g, 2)
	return n == 1 && err == nil
}

// How long [WithClues] searches: so many beginnings, so many places after each.
const (
	beginnings = 8
	perBegin   = 4096
)

// WithClues looks for a minimal puzzle with at most n clues that has a solution: at random, and
// for a second at most. Nearly all random 9×9 solutions give one of 22 clues, half of them one of
// 21, and one in twenty one of 20. ok is false if it finds none; [FewerClues] decides whether there
// is one. A grid that is not a solution gives none.
func WithClues(solution sudoku.Grid, n int, r *rand.Rand) (puzzle sudoku.Grid, ok bool) {
	if n < 1 || !solution.Solved() {
		return sudoku.Grid{}, false
	}
	n = min(n, solution.Len())
	sets := unavoidable.Sets(solution, smallSets)
	for range beginnings {
		h := newHitting(solution, n)
		h.stop = func() bool { return h.places >= perBegin }
		h.order = func(cells []sudoku.Cell) {
			r.Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
		}
		h.search(node{left: n, sets: sets})
		if h.found != (sudoku.Cells{}) {
			puzzle, err := withoutNeedless(solution, h.found)
			return puzzle, err == nil
		}
	}
	return sudoku.Grid{}, false
}
