package unavoidable

import (
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Verdict is the result of [Judge] on some cells of a solution.
type Verdict struct {
	// Minimal is a minimal unavoidable set among the cells, all of them or some. It is empty if they can be filled
	// in one way only.
	Minimal sudoku.Cells
	Others  []sudoku.Grid // the solutions that have other digits in these cells alone
	More    bool          // there are more than the number asked for
}

// Judge decides whether cells of a solution have an unavoidable set among them, and returns up to most of the other
// ways to fill them. The error is a [*solver.TooHardError].
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
	// Each cell gets its digit back, in reading order, unless no other filling is left then.
	v.Minimal = cells
	for c := range cells.All() {
		rest := v.Minimal.Without(c)
		_, ok, err := solver.Other(solution.Without(rest), solution)
		if err != nil {
			return v, err
		}
		if ok {
			v.Minimal = rest
		}
	}
	return v, nil
}
