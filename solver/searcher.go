package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// Searcher holds nothing any more: call [Count] and [Solve].
type Searcher struct{}

// NewSearcher returns a searcher.
func NewSearcher() *Searcher { return new(Searcher) }

// Count is the function [Count].
func (*Searcher) Count(g sudoku.Grid, limit int) int { return Count(g, limit) }

// Solve is the function [Solve].
func (*Searcher) Solve(g sudoku.Grid) (sudoku.Grid, error) { return Solve(g) }
