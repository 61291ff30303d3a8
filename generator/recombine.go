package generator

import (
	"fmt"
	"iter"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Change is how the children of a puzzle, its mother, are made: a number of clues is taken away,
// and a number put in, {-1+1} for instance. The recombination of 17-clue puzzles is from Y.-K. Lin,
// master's thesis, National Taiwan Normal University, 2007, and was improved by Y.-L. Huang, "The
// Study of Minimum Sudoku", master's thesis, National Chiao Tung University, 2009.
//
// A clue that was taken away may come back, so the children of {-2+2} include the children of {-1+1}, and
// {-2+1} finds the puzzles in a mother that is not minimal.
type Change struct{ Minus, Plus int }

// MaxChange is the most clues that are taken away, and the most that are put in.
const MaxChange = 2

// ParseChange reads "1" for {-1+1}, "2" for {-2+2}, or "2+1" for {-2+1}, with or without braces
// and minus.
func ParseChange(text string) (Change, error) {
	var c Change
	plain := strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(text, "{"), "}"), "-")
	minus, plus, both := strings.Cut(plain, "+")
	if !both {
		plus = minus
	}
	ok := len(minus) == 1 && len(plus) == 1
	if ok {
		c = Change{int(minus[0]) - '0', int(plus[0]) - '0'}
	}
	if !ok || !c.valid() {
		return Change{}, fmt.Errorf("change %s: want 1, 2 or such as 2+1, at most %d clues away and %d in",
			sudoku.Excerpt(text), MaxChange, MaxChange)
	}
	return c, nil
}

func (c Change) valid() bool {
	return c.Minus >= 0 && c.Plus >= 0 && c.Minus <= MaxChange && c.Plus <= MaxChange && c.Minus+c.Plus > 0
}

// String returns such as "{-2+1}".
func (c Change) String() string { return fmt.Sprintf("{-%d+%d}", c.Minus, c.Plus) }

// Counts counts the children of a mother by their outcome, as in the tables 6 and 7 of Huang. He counts
// children in which no clue has come back: 9,928 for {-1+1} of 17 clues, 23,470,336 for {-2+2}.
type Counts struct {
	Children  int `json:"children"`            // the sum of the next four, and those undecided
	Excluded  int `json:"excluded"`            // known without search not to be puzzles
	Multiple  int `json:"multiple"`            // more than one solution
	None      int `json:"none"`                // no solution
	Unique    int `json:"unique"`              // puzzles
	Undecided int `json:"undecided,omitempty"` // too hard to decide, see [solver.MaxGuesses]
	Classes   int `json:"classes"`             // of all puzzles found, up to isomorphism, the mother's own left out

	// Exchangeable is the number of excluded children in which two lines can change places. Only
	// [RecombineByFilters] looks for them.
	Exchangeable int `json:"exchangeable,omitempty"`
}

// Plus returns the sums of two counts.
func (c Counts) Plus(d Counts) Counts {
	return Counts{
		Children: c.Children + d.Children, Excluded: c.Excluded + d.Excluded, Multiple: c.Multiple + d.Multiple,
		None: c.None + d.None, Unique: c.Unique + d.Unique, Undecided: c.Undecided + d.Undecided,
		Classes: c.Classes + d.Classes, Exchangeable: c.Exchangeable + d.Exchangeable,
	}
}

// Recombine finds all children of a mother that are puzzles: yield gets the canonical form of each
// class once, but not the mother's own, in an order that is always the same, until it returns
// false. The error of a mother that is not a puzzle is that of [solver.Solve].
//
// Children need not be minimal: {-2+1} may find a puzzle in a child.
func Recombine(mother sudoku.Grid, change Change, yield func(child sudoku.Grid) bool) (Counts, error) {
	return recombine(mother, change, yield, additions)
}

// additionsFunc finds the puzzles that a grid becomes with n clues more, except for some, and
// counts all ways.
type additionsFunc func(g sudoku.Grid, n int, except []sudoku.Candidate, child func(sudoku.Grid)) Counts

func recombine(mother sudoku.Grid, change Change, yield func(sudoku.Grid) bool, additions additionsFunc) (counts Counts, err error) {
	if !change.valid() {
		return counts, fmt.Errorf("no change %s: at most %d clues go away and %d come in", change, MaxChange, MaxChange)
	}
	if _, err := solver.Solve(mother); err != nil {
		return counts, err
	}
	seen := map[sudoku.Grid]bool{canon.Of(mother): true}
	stopped := false
	child := func(g sudoku.Grid) {
		form := canon.Of(g)
		if stopped || seen[form] {
			return
		}
		seen[form] = true
		stopped = !yield(form)
	}
	counts = change.apply(mother, additions, child, &stopped)
	for fewer := change.fewer(); fewer.valid() && !stopped; fewer = fewer.fewer() {
		fewer.apply(mother, additions, child, &stopped)
	}
	counts.Classes = len(seen) - 1
	return counts, nil
}

// apply makes the children in which no clue has come back.
func (c Change) apply(mother sudoku.Grid, additions additionsFunc, child func(sudoku.Grid), stopped *bool) (counts Counts) {
	if c.Plus == 0 {
		additions = addNothing
	}
	for away := range choose(clues(mother), c.Minus) {
		counts = counts.Plus(additions(without(mother, away), c.Plus, away, child))
		if *stopped {
			break
		}
	}
	return counts
}

// fewer is the change in effect when a clue comes back.
func (c Change) fewer() Change { return Change{c.Minus - 1, c.Plus - 1} }

// additions makes the children of a grid by adding n clues.
func additions(g sudoku.Grid, n int, except []sudoku.Candidate, child func(sudoku.Grid)) Counts {
	t := solver.Additions(g, n, except, func(added []sudoku.Candidate) {
		more := g
		for _, c := range added {
			more = more.With(c.Cell, c.Digit)
		}
		child(more)
	})
	return Counts{
		Children: t.Ways(), Excluded: t.Excluded, Multiple: t.Multiple, None: t.None,
		Unique: t.Unique, Undecided: t.Undecided,
	}
}

// addNothing makes the one child of a grid to which nothing is added.
func addNothing(g sudoku.Grid, _ int, _ []sudoku.Candidate, child func(sudoku.Grid)) Counts {
	switch n, err := solver.Count(g, 2); {
	case n > 1:
		return Counts{Children: 1, Multiple: 1}
	case err != nil:
		return Counts{Children: 1, Undecided: 1}
	}
	child(g)
	return Counts{Children: 1, Unique: 1}
}

// clues returns the filled cells of a grid with their digits.
func clues(g sudoku.Grid) []sudoku.Candidate {
	var list []sudoku.Candidate
	for c := range g.Filled().All() {
		list = append(list, sudoku.Candidate{Cell: c, Digit: g.At(c)})
	}
	return list
}

func without(g sudoku.Grid, away []sudoku.Candidate) sudoku.Grid {
	for _, c := range away {
		g = g.With(c.Cell, 0)
	}
	return g
}

// choose yields every choice of n of the clues. The slice is valid until the next.
func choose(from []sudoku.Candidate, n int) iter.Seq[[]sudoku.Candidate] {
	return func(yield func([]sudoku.Candidate) bool) {
		chooseMore(from, n, nil, yield)
	}
}

func chooseMore(from []sudoku.Candidate, n int, chosen []sudoku.Candidate, yield func([]sudoku.Candidate) bool) bool {
	if n == 0 {
		return yield(chosen)
	}
	for i, c := range from {
		if !chooseMore(from[i+1:], n-1, append(chosen, c), yield) {
			return false
		}
	}
	return true
}
