// Package depth measures how deep trial and error has to go to solve a puzzle, and how long its trials have to be.
//
//	c, err := depth.Of(g)      // c.Depth: 1
//	d, err := depth.ClassOf(g) // d.Class: B4
//
// Write S(p) for the candidates that naked and hidden singles leave of candidates p. T&E(S,0) is S. T&E(S,k) of p
// removes, as long as there is one, a candidate whose assumption T&E(S,k-1) leads to a contradiction: a cell
// without a candidate, or a house without a place for a digit. The depth of a puzzle is the smallest k such that
// T&E(S,k) fills it. (D. Berthier, "Pattern-Based Constraint Satisfaction and Logic Puzzles", 2012.)
//
// It is a theorem. With fewer candidates singles never leave more, and so, by induction over k, neither does
// T&E(S,k): a candidate that could be removed can be removed after any others were. So the order of
// steps does not matter, nor how the puzzle is turned. A [Certificate] lets anyone check it.
//
// Nearly all hard puzzles have depth 1 or 2. A [Class] tells them apart; it takes ten times as long, and a second or
// two for the hardest.
package depth

import (
	"fmt"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Version is the version of the depths: it grows when a change gives any puzzle another one.
const Version = 1

// Max is the greatest depth that is looked for. No puzzle is known that is deeper.
const Max = 3

// MaxTrials is how many candidates are assumed before [Of] gives up. A limit on time would give another
// answer on another machine.
//
// Of 20,000 random minimal puzzles one takes 119, of 49,151 with 17 clues 268, of the 375 hardest for people
// 17,956, and two of depth 3 took 44,000 and 85,000. A million takes about two seconds.
const MaxTrials = 10_000_000

// Certificate is the depth of a puzzle, and its proof.
type Certificate struct {
	Depth int

	// Open are the candidates that the depth below leaves. No lesser depth removes any of them. A filled
	// cell has none. At depth 0 they are the candidates that the clues leave.
	Open sudoku.Pencilmarks

	// Eliminations fill the puzzle: each is led to a contradiction by the depth below, where those
	// before it are removed. At depth 0 singles do so alone.
	Eliminations []sudoku.Candidate
}

// Of returns the depth of a puzzle. The error is that of [rating.Check], or wraps [solver.ErrTooHard] after [MaxTrials].
func Of(g sudoku.Grid) (Certificate, error) {
	if err := rating.Check(g); err != nil {
		return Certificate{}, err
	}
	return certify(g, MaxTrials)
}

// certify returns the depth, or an error and the least depth that is possible.
func certify(g sudoku.Grid, limit int) (Certificate, error) {
	s, t := load(g), trials{limit: limit}
	open := g.Candidates()
	for k := range Max + 1 {
		var removed []sudoku.Candidate
		t.close(&s, k, &removed)
		switch {
		case t.left() < 0:
			return Certificate{Depth: k}, fmt.Errorf("%w: %d trials show no more than a depth of %d or more", solver.ErrTooHard, limit, k)
		case s.open == 0:
			return Certificate{Depth: k, Open: open, Eliminations: removed}, nil
		}
		open = s.candidates()
	}
	return Certificate{Depth: Max + 1}, fmt.Errorf("%w: the depth is %d or more", solver.ErrTooHard, Max+1)
}

// trials makes trials, and counts them.
type trials struct{ made, limit int }

func (t *trials) left() int { return t.limit - t.made }

// close applies T&E(S,k) to s until s is full or dead, and appends to removed the candidates removed at depth k
// itself. Lesser depths come first: they cost less.
func (t *trials) close(s *state, k int, removed *[]sudoku.Candidate) {
	if k == 0 {
		return // a state is closed under singles
	}
	t.close(s, k-1, nil)
	cells := s.shape.Cells()
	for i, idle := 0, 0; idle < len(cells) && s.open > 0 && !s.dead && t.left() >= 0; i = (i + 1) % len(cells) {
		idle++
		if t.try(s, k, cells[i], removed) {
			idle = 0
		}
	}
}

// try assumes each candidate of an open cell in turn, removes the candidates that end in a contradiction, and
// reports whether there was one.
func (t *trials) try(s *state, k int, c sudoku.Cell, removed *[]sudoku.Candidate) (found bool) {
	if s.marks[c].Len() < 2 {
		return false
	}
	for d := range s.marks[c].All() {
		if s.marks[c].Len() < 2 || !s.marks[c].Has(d) {
			continue
		}
		t.made++
		assumed := *s
		assumed.place(c, d)
		t.close(&assumed, k-1, nil)
		if !assumed.dead {
			continue
		}
		found = true
		if removed != nil {
			*removed = append(*removed, sudoku.Candidate{Cell: c, Digit: d})
		}
		s.remove(c, d)
		t.close(s, k-1, nil)
		if s.dead || s.open == 0 {
			break
		}
	}
	return found
}
