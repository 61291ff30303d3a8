package solver

import (
	"iter"
	"math"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MaxGuesses is how many guesses a search makes before it gives up with a [*TooHardError]. A
// limit on time would give another answer on another machine.
//
// No known puzzle comes near it: of 49,151 puzzles with 17 clues, in four isomorphs each, the
// hardest to search takes 167 guesses, of 20,000 random minimal puzzles 15, of the 375 hardest
// for people 393. Some grids of few clues without a solution would take hours instead. At about a
// million guesses a second a search takes about a tenth of a second at most.
const MaxGuesses = 100_000

// Count returns how many solutions a grid has, and stops at limit: 2 is enough to see
// whether the grid is a puzzle. A limit below 1 counts nothing. The error is a [*TooHardError],
// with the solutions found until then. It does not allocate, except for the error.
func Count(g sudoku.Grid, limit int) (int, error) {
	if limit < 1 {
		return 0, nil
	}
	s := search{limit: limit}
	s.run(&g)
	if s.gaveUp {
		return s.found, s.tooHard()
	}
	return s.found, nil
}

// Solve returns the only solution of a grid. Otherwise the error is [ErrManySolutions], or it
// wraps [ErrNoSolution], [ErrTooFewClues] or [ErrTooHard]: a [*NoSolutionError] if a
// contradiction shows without a search, else a [*TooFewCluesError] if there are too few clues
// for a single solution, or a [*TooHardError].
func Solve(g sudoku.Grid) (sudoku.Grid, error) {
	var solution sudoku.Grid
	s := search{limit: 2, atLeast: MinClues(g.Shape()), yield: func(solved sudoku.Grid, _ error) bool {
		solution = solved
		return true
	}}
	s.run(&g)
	switch {
	case s.clues < s.atLeast:
		if err := noSolution(g, g.Candidates()); err != ErrNoSolution {
			return sudoku.Grid{}, err // a contradiction in plain sight explains more
		}
		return sudoku.Grid{}, &TooFewCluesError{Shape: g.Shape(), Clues: s.clues}
	case s.found > 1:
		return sudoku.Grid{}, ErrManySolutions
	case s.gaveUp:
		return sudoku.Grid{}, s.tooHard()
	case s.found == 0:
		return sudoku.Grid{}, noSolution(g, g.Candidates())
	}
	return solution, nil
}

// Solutions yields the solutions of a grid, each once, in no particular order. If the
// search gives up, the last pair is the zero grid and a [*TooHardError].
func Solutions(g sudoku.Grid) iter.Seq2[sudoku.Grid, error] {
	return func(yield func(sudoku.Grid, error) bool) {
		s := search{limit: math.MaxInt, yield: yield}
		s.run(&g)
		if s.gaveUp {
			yield(sudoku.Grid{}, s.tooHard())
		}
	}
}

// Guesses returns how many guesses [Count] makes for the same grid and limit, [MaxGuesses] at most.
// A guess is a cell and a digit that is tried, and then ruled out.
func Guesses(g sudoku.Grid, limit int) int {
	if limit < 1 {
		return 0
	}
	s := search{limit: limit}
	s.run(&g)
	return s.guesses
}
