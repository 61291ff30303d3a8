package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// fillSmall yields all solutions of a Shidoku, by plain backtracking: of its 16 cells,
// try the one with the fewest candidates. It reports whether to go on.
func fillSmall(g sudoku.Grid, yield func(sudoku.Grid) bool) bool {
	if g.Solved() {
		return yield(g)
	}
	marks := g.Candidates()
	best, fewest := sudoku.Cell(0), sudoku.MaxSide+1
	for _, c := range g.Shape().Cells() {
		if n := marks[c].Len(); g.At(c) == 0 && n < fewest {
			best, fewest = c, n
		}
	}
	for d := range marks[best].All() {
		if !fillSmall(g.With(best, d), yield) {
			return false
		}
	}
	return true
}
