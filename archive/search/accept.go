package search

import (
	"context"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// accept reports whether a puzzle matches; the database decides about its collections and its date. The quickest
// tests come first.
func (s *Search) accept(p library.Puzzle) bool { return s.acceptRow(p) && s.acceptGrid(p.Clues) }

// acceptGrid is accept without the conditions on the row.
func (s *Search) acceptGrid(g sudoku.Grid) bool {
	if !s.acceptClues(g) || s.IsomorphPattern != (sudoku.Grid{}) && canon.Pattern(g) != s.IsomorphPattern {
		return false
	}
	if s.Solution != (sudoku.Grid{}) {
		solution, err := solver.Solve(g)
		if err != nil || cycles(solution) != cycles(s.Solution) || canon.Of(solution) != s.Solution {
			return false
		}
	}
	if s.MinAutomorphisms > 1 || s.MaxAutomorphisms > 0 {
		n := canon.Automorphisms(g)
		if n < s.MinAutomorphisms || s.MaxAutomorphisms > 0 && n > s.MaxAutomorphisms {
			return false
		}
	}
	if len(s.Needs) == 0 && len(s.Only) == 0 {
		return true
	}
	r, err := rating.Rate(g)
	if err != nil {
		return false
	}
	for _, need := range s.Needs {
		if !need.Technique.OnLadder() && criteria.Times(r, need.Technique) < need.Times {
			return false
		}
	}
	return s.techniques().Accept(g, r)
}

// cycles returns a number that is the same for isomorphs of a solution and differs for nearly all others. It takes a
// tenth of the time of the canonical form.
//
// A cycle goes from a digit in one row of a band to the digit below it in another row, to that digit in the first
// row, and so on until the first digit comes again. Transforms do not change the lengths of the cycles of all pairs
// of rows and of columns, but may swap rows and columns.
func cycles(g sudoku.Grid) uint64 {
	side, digits := g.Shape().Side(), g.ByCell()
	var sums [2]uint64 // of rows, of columns, which a transposition swaps
	for turned, steps := range [2][2]int{{sudoku.MaxSide, 1}, {1, sudoku.MaxSide}} {
		line, next, each := steps[0], steps[1], g.Shape().BoxHeight() // lines of a chute
		if turned == 1 {
			each = g.Shape().BoxWidth()
		}
		for a := range side {
			for b := a + 1; b%each > 0; b++ {
				var to [sudoku.MaxSide + 1]sudoku.Digit
				for i := range side {
					to[digits[a*line+i*next]] = digits[b*line+i*next]
				}
				squares := uint64(0) // of the lengths, which tell apart all that there are
				for d := range to {
					length := uint64(0)
					for at := d; to[at] > 0; length++ {
						at, to[at] = int(to[at]), 0
					}
					squares += length * length
				}
				sums[turned] += squares * squares * squares * squares
			}
		}
	}
	return sums[0]*sums[1] + sums[0] + sums[1]
}

func (s *Search) acceptRow(p library.Puzzle) bool {
	return (!s.Shaped || p.Clues.Shape() == s.Shape) && s.allows(p.Tier) &&
		p.Score >= s.MinScore && (s.MaxScore == 0 || p.Score <= s.MaxScore)
}

func (s *Search) acceptClues(g sudoku.Grid) bool {
	if n := g.Len(); n < s.MinClues || s.MaxClues > 0 && n > s.MaxClues {
		return false
	}
	filled := g.Filled()
	return (s.Pattern == sudoku.Cells{} || filled == s.Pattern) && s.Symmetry.Keeps(g.Shape(), filled) &&
		(s.IsomorphSymmetry == criteria.NoSymmetry || criteria.OfIsomorphs(g.Shape(), filled).Has(s.IsomorphSymmetry))
}

// ofLine reports whether the search has conditions on the line itself.
func (s *Search) ofLine() bool {
	return s.Symmetry != criteria.NoSymmetry || s.Pattern != sudoku.Cells{}
}

// filter returns the elements of a page that pass a test, which runs on all processors. If the context ends, some are
// missing.
func filter[T any](ctx context.Context, page []T, test func(T) bool) []T {
	const share = 16
	good := make([]bool, len(page))
	var workers errgroup.Group
	workers.SetLimit(runtime.GOMAXPROCS(0))
	for from := 0; from < len(page); from += share {
		workers.Go(func() error {
			for i := from; i < min(from+share, len(page)) && ctx.Err() == nil; i++ {
				good[i] = test(page[i])
			}
			return nil
		})
	}
	_ = workers.Wait()
	kept := page[:0]
	for i, one := range page {
		if good[i] {
			kept = append(kept, one)
		}
	}
	return kept
}
