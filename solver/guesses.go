package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// Guesses returns how many guesses [Count] makes for the same grid and limit, [MaxGuesses] at most.
// A guess is a cell and a digit that is tried, and then ruled out. A Shidoku is searched without
// counting: 0.
func Guesses(g sudoku.Grid, limit int) int {
	if limit < 1 {
		return 0
	}
	s := search{limit: limit}
	s.run(&g)
	return s.guesses
}
