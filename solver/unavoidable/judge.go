package unavoidable

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Verdict says what some cells of a solution are.
type Verdict struct {
	// Minimal is a minimal unavoidable set among the cells: all of them, or some; none if they can be filled in
	// one way only.
	Minimal sudoku.Cells
	Others  []sudoku.Grid // the solutions that have other digits in these cells alone
	More    bool          // there are more of them than were asked for
}

// Judge says what some cells of a solution are, with up to most of the other ways to fill them. The error is a
// [*solver.TooHardError].
func Judge(solution sudoku.Grid, cells sudoku.Cells, most int) (Verdict, error) {
	var v Verdict
	for other, err := range solver.Solutions(solution.Without(cells)) {
		if err != nil {
			return Verdict{}, err
		}
		if other == solution {
			continue
		}
		if v.More = len(v.Others) == most; v.More {
			break
		}
		v.Others = append(v.Others, other)
	}
	if len(v.Others) == 0 {
		return v, nil
	}
	var err error
	v.Minimal, err = minimalIn(solution, cells)
	return v, err
}

// minimalIn returns a minimal unavoidable set among cells that can be filled in another way: it gives each its digit
// back, in reading order, unless no other filling is left then.
func minimalIn(solution sudoku.Grid, cells sudoku.Cells) (sudoku.Cells, error) {
	for c := range cells.All() {
		_, ok, err := solver.Other(solution.Without(cells.Without(c)), solution)
		if err != nil {
			return sudoku.Cells{}, err
		}
		if ok {
			cells = cells.Without(c)
		}
	}
	return cells, nil
}
