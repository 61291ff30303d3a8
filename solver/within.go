package solver

import (
	"iter"
	"math"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A position has pencil marks beside its digits, and a sukaku has nothing else. Its solutions are those of the grid
// whose digits are among the marks, wherever an open cell has any. A cell without marks may hold any digit. There may be
// fewer clues than a puzzle has. The limits are those of the functions for grids.

// SolveWithin returns the only solution of a position. Otherwise the error is a [*DifferError] for more than one solution,
// a [*TooHardError], or it wraps [ErrNoSolution]: a [*NoSolutionError] if a contradiction shows without a search.
func SolveWithin(g sudoku.Grid, marks sudoku.Pencilmarks) (solution sudoku.Grid, err error) {
	s := search{limit: 2}
	var differ sudoku.Cells
	s.yield = func(solved sudoku.Grid, _ error) bool {
		if s.found > 0 {
			differ = solved.Difference(solution)
		}
		solution = solved
		return true
	}
	s.runWithin(&g, &marks)
	switch {
	case s.found > 1:
		return sudoku.Grid{}, &DifferError{Cells: differ}
	case s.gaveUp:
		return sudoku.Grid{}, s.tooHard()
	case s.found == 0:
		return sudoku.Grid{}, noSolution(g, allowed(&g, &marks))
	}
	return solution, nil
}

// CountWithin is [Count] for a position.
func CountWithin(g sudoku.Grid, marks sudoku.Pencilmarks, limit int) (int, error) {
	if limit < 1 {
		return 0, nil
	}
	s := search{limit: limit}
	s.runWithin(&g, &marks)
	if s.gaveUp {
		return s.found, s.tooHard()
	}
	return s.found, nil
}

// SolutionsWithin is [Solutions] for a position.
func SolutionsWithin(g sudoku.Grid, marks sudoku.Pencilmarks) iter.Seq2[sudoku.Grid, error] {
	return func(yield func(sudoku.Grid, error) bool) {
		s := search{limit: math.MaxInt, yield: yield}
		s.runWithin(&g, &marks)
		if s.gaveUp {
			yield(sudoku.Grid{}, s.tooHard())
		}
	}
}

// runWithin searches a position of any shape.
func (s *search) runWithin(g *sudoku.Grid, marks *sudoku.Pencilmarks) {
	within := allowed(g, marks)
	if g.Shape() != sudoku.Sudoku {
		s.runPlain(g, &within)
		return
	}
	st, _ := newState(g)
	open := wholeGrid.except(st.taken)
	for d := range st.open {
		var cells sudoku.Cells
		for c, digits := range within {
			if digits.Has(sudoku.Digit(d + 1)) {
				cells = cells.With(sudoku.Cell(c))
			}
		}
		st.open[d] = st.open[d].except(open.except(bandsOf(cells)))
	}
	s.walk(&st)
}

// allowed returns the candidates of the open cells of a position.
func allowed(g *sudoku.Grid, marks *sudoku.Pencilmarks) sudoku.Pencilmarks {
	all := g.Candidates()
	for c := range all {
		if marks[c] != 0 {
			all[c] &= marks[c]
		}
	}
	return all
}
