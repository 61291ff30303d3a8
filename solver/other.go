package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// Other returns a solution of a grid other than the one given, and false if there is none. The
// cells in which the two differ are an unavoidable set of either, which the grid leaves empty.
// The error is a [*TooHardError].
//
// It is quicker than a count to 2, which has to find both: each of its guesses first tries the digits that
// differ from the known solution.
func Other(g, known sudoku.Grid) (other sudoku.Grid, ok bool, err error) {
	if g.Shape() != sudoku.Sudoku || !known.Solved() {
		for solution, err := range Solutions(g) {
			if err != nil || solution != known {
				return solution, err == nil, err
			}
		}
		return sudoku.Grid{}, false, nil
	}
	o := otherSearch{known: known.ByCell()}
	o.limit = 1
	o.yield = func(solution sudoku.Grid, _ error) bool {
		other, ok = solution, true
		return true
	}
	st, _ := newState(&g)
	o.along(&st)
	if o.gaveUp {
		err = o.tooHard()
	}
	return other, ok, err
}

// Needs reports whether a puzzle, a grid with exactly one solution, has more solutions without
// its clue in a cell: whether any has another digit there. The error is a [*TooHardError].
func Needs(g sudoku.Grid, c sudoku.Cell) (bool, error) {
	clue := g.At(c)
	if clue == 0 {
		return false, nil
	}
	g = g.With(c, 0)
	s := search{limit: 1}
	if g.Shape() == sudoku.Sudoku {
		st, _ := newState(&g)
		st.remove(c, clue)
		s.walk(&st)
	} else {
		others := anyDigits
		others[c] = others[c].Without(clue)
		s.runPlain(&g, &others)
	}
	if s.gaveUp {
		return false, s.tooHard()
	}
	return s.found > 0, nil
}

// otherSearch is a search for a solution other than a known one.
type otherSearch struct {
	search
	known [sudoku.MaxCells]sudoku.Digit
}

// along follows the known solution through the tree of guesses: at each, it first searches the
// branches that leave it.
func (o *otherSearch) along(st *state) {
	for {
		switch st.propagate() {
		case deadEnd, complete: // a complete state here is the known solution
			return
		}
		if o.guesses == MaxGuesses {
			o.gaveUp = true
			return
		}
		o.guesses++
		c, _ := st.guess()
		away := *st
		away.remove(c, o.known[c])
		if !o.walk(&away) {
			return
		}
		st.place(c, o.known[c])
	}
}
