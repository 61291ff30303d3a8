package unavoidable

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Reason returns an error that explains more than the error of [solver.Solve] for a grid: an
// [*ExchangeError] for [solver.ErrManySolutions], a [*ContradictionError] for
// [solver.ErrNoSolution]. It returns any other error unchanged, and these two if more would take
// too long to find out. It depends on the grid alone, and takes milliseconds, at most
// about a second.
func Reason(g sudoku.Grid, err error) error {
	switch err {
	case solver.ErrManySolutions:
		if e, ok := Exchange(g); ok {
			return e
		}
	case solver.ErrNoSolution:
		if clues, ok := Contradiction(g); ok {
			return &ContradictionError{Clues: clues}
		}
	}
	return err
}

// ExchangeError explains why a grid has more than one solution. It wraps [solver.ErrManySolutions].
type ExchangeError struct {
	Cells  sudoku.Cells       // a minimal unavoidable set of a solution, without a clue
	Digits sudoku.Digits      // that can be exchanged in these cells
	Fix    []sudoku.Candidate // clues that leave one solution, when they are added
}

func (e *ExchangeError) Unwrap() error { return solver.ErrManySolutions }

func (e *ExchangeError) Error() string {
	var fix []string
	for _, c := range e.Fix {
		fix = append(fix, fmt.Sprintf("%s=%d", c.Cell, c.Digit))
	}
	return fmt.Sprintf("%v: the digits %s can be exchanged in %s; adding %s leaves one", solver.ErrManySolutions,
		strings.Join(strings.Split(e.Digits.String(), ""), ", "), e.Cells, strings.Join(fix, ", "))
}

// ContradictionError explains why a grid has no solution. It wraps [solver.ErrNoSolution].
type ContradictionError struct {
	Clues sudoku.Cells // that contradict each other, see [Contradiction]
}

func (e *ContradictionError) Unwrap() error { return solver.ErrNoSolution }

func (e *ContradictionError) Error() string {
	return fmt.Sprintf("%v: the clues in %s contradict each other", solver.ErrNoSolution, e.Clues)
}

// compared is the number of solutions that are compared to find an exchange.
const compared = 100

// Exchange returns cells whose digits can be exchanged in a grid with more than one solution, and
// clues that would leave one solution. The set of cells is minimal, but not always a smallest. ok is false if the
// grid does not have more than one solution, or if that is too hard to decide.
func Exchange(g sudoku.Grid) (reason *ExchangeError, ok bool) {
	all := someSolutions(g)
	if len(all) < 2 {
		return nil, false
	}
	fix, ok := fix(g, all)
	if !ok {
		return nil, false
	}
	e := &ExchangeError{Fix: fix}
	solution := all[0]
	e.Cells = solution.Difference(all[1])
	for _, other := range all[2:] {
		if d := solution.Difference(other); d.Len() < e.Cells.Len() {
			e.Cells = d
		}
	}
	// The smallest difference may have a smaller set inside.
	for inside, ok := e.Cells, true; ok; inside, ok = smallerExchange(solution, e.Cells) {
		e.Cells = inside
	}
	for c := range e.Cells.All() {
		e.Digits = e.Digits.With(all[0].At(c))
	}
	return e, true
}

// someSolutions returns solutions of a grid, up to compared.
func someSolutions(g sudoku.Grid) (some []sudoku.Grid) {
	for s, err := range solver.Solutions(g) {
		if err != nil || len(some) == compared {
			break
		}
		some = append(some, s)
	}
	return some
}

// smallerExchange returns an unavoidable set inside of another.
func smallerExchange(solution sudoku.Grid, cells sudoku.Cells) (inside sudoku.Cells, ok bool) {
	for other, err := range solver.Solutions(solution.Without(cells)) {
		if err != nil {
			break
		}
		if d := solution.Difference(other); d != (sudoku.Cells{}) && d.Len() < cells.Len() {
			return d, true
		}
	}
	return sudoku.Cells{}, false
}

// fix returns clues that leave one of the solutions: a single clue if there is one, else each time the
// clue that excludes most of the other solutions.
func fix(g sudoku.Grid, all []sudoku.Grid) (clues []sudoku.Candidate, ok bool) {
	for len(all) > 1 {
		best := rarest(g, all)
		clues = append(clues, best)
		g = g.With(best.Cell, best.Digit)
		all = someSolutions(g)
	}
	n, err := solver.Count(g, 2)
	return clues, len(all) == 1 && n == 1 && err == nil
}

// rarest returns a digit that the fewest of the solutions have in a cell, the first in reading order of equals.
func rarest(g sudoku.Grid, all []sudoku.Grid) (best sudoku.Candidate) {
	fewest := len(all) + 1
	var counts [sudoku.MaxCells][sudoku.MaxSide + 1]int
	for _, s := range all {
		for c, d := range s.ByCell() {
			counts[c][d]++
		}
	}
	for _, c := range g.Shape().Cells() {
		for d := range g.Shape().Digits().All() {
			if n := counts[c][d]; n > 0 && n < fewest {
				fewest, best = n, sudoku.Candidate{Cell: c, Digit: d}
			}
		}
	}
	return best
}

// Limits of the search for a contradiction, so that it takes a second at most.
const (
	orders     = 16 // in which clues are taken away
	maxTooHard = 4  // grids that were too hard to decide
)

// Contradiction returns clues of a grid without a solution that contradict each other. Without
// any one of them, the others have a solution, or it is too hard to decide whether they have. It
// takes clues away in several orders and returns the smallest set that it finds. ok is false if
// the grid has a solution, or if too much was too hard to decide.
func Contradiction(g sudoku.Grid) (clues sudoku.Cells, ok bool) {
	tooHard := 0
	if !contradictory(g, &tooHard) {
		return sudoku.Cells{}, false
	}
	filled := g.Filled().Slice()
	for order := range orders {
		rest := g
		for _, c := range filled {
			if less := rest.With(c, 0); contradictory(less, &tooHard) {
				rest = less
			}
		}
		if clues == (sudoku.Cells{}) || rest.Len() < clues.Len() {
			clues = rest.Filled()
		}
		r := rand.New(rand.NewPCG(uint64(order), 0)) // the same for each grid
		r.Shuffle(len(filled), func(i, j int) { filled[i], filled[j] = filled[j], filled[i] })
	}
	return clues, tooHard < maxTooHard
}

// contradictory reports whether a grid is known to have no solution.
func contradictory(g sudoku.Grid, tooHard *int) bool {
	if *tooHard >= maxTooHard {
		return false
	}
	n, err := solver.Count(g, 1)
	if errors.Is(err, solver.ErrTooHard) {
		*tooHard++
	}
	return n == 0 && err == nil
}
