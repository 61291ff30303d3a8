package archivetest

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Two puzzles, one by G. Royle and one by C. Moler, from which the others are grown.
const (
	Royle = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	Mini  = "1.....3..2.....4"
)

// Puzzles returns n puzzles of different classes: one that is solved by few clues, with a
// few of the digits of its solution added. So each has one solution, and none is found by
// searching.
func Puzzles(n int, seed uint64) []string {
	g := sudokutest.Must1(sudoku.Parse(Royle))
	solution := sudokutest.Must1(solver.Solve(g))
	open := sudoku.CellsOf(g.Shape().Cells()...).Minus(g.Filled()).Slice()
	r := rand.New(rand.NewPCG(seed, seed))
	seen := map[sudoku.Grid]bool{}
	var lines []string
	for len(lines) < n {
		grown := g
		for range 4 + r.IntN(20) {
			c := open[r.IntN(len(open))]
			grown = grown.With(c, solution.At(c))
		}
		if !seen[grown] {
			seen[grown] = true
			lines = append(lines, grown.String())
		}
	}
	return lines
}

// Shidoku returns n Shidoku of different classes: each has one clue more than the one before.
func Shidoku(n int) []string {
	g := sudokutest.Must1(sudoku.Parse(Mini))
	solution := sudokutest.Must1(solver.Solve(g))
	var lines []string
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 && len(lines) < n {
			lines = append(lines, g.String())
			g = g.With(c, solution.At(c))
		}
	}
	return lines
}

// SixBySix returns n minimal puzzles of 6×6, no two isomorphs.
func SixBySix(n int, seed uint64) (lines []string) {
	for g := range generator.Puzzles(generator.Options{Shape: sudoku.SixBySix, Seed: seed}) {
		if len(lines) == n {
			break
		}
		lines = append(lines, g.String())
	}
	return lines
}

// Turned returns an isomorph of a puzzle.
func Turned(line string, r *rand.Rand) string {
	g := sudokutest.Must1(sudoku.Parse(line))
	return sudoku.RandomTransform(g.Shape(), r).Apply(g).String()
}

// TierOf returns the tier of a puzzle.
func TierOf(line string) logic.Tier {
	return sudokutest.Must1(rating.Rate(sudokutest.Must1(sudoku.Parse(line)))).Tier
}

// Singletons returns puzzles of tier 1.
func Singletons(n int, seed uint64) (lines []string) {
	for _, line := range Puzzles(6*n, seed) {
		if len(lines) < n && TierOf(line) == logic.TierSingletons {
			lines = append(lines, line)
		}
	}
	return lines
}
