package archive_test

import (
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Two puzzles, one by G. Royle and one by C. Moler, from which the others are grown.
const (
	royle = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	mini  = "1.....3..2.....4"
)

// puzzles returns n puzzles of different classes: one that is solved by few clues, with a
// few of the digits of its solution added. So each has one solution, and none is found by
// searching.
func puzzles(n int, seed uint64) []string {
	g := must1(sudoku.Parse(royle))
	solution := must1(solver.Solve(g))
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

// shidoku returns n Shidoku of different classes: each has one clue more than the one before.
func shidoku(n int) []string {
	g := must1(sudoku.Parse(mini))
	solution := must1(solver.Solve(g))
	var lines []string
	for _, c := range g.Shape().Cells() {
		if g.At(c) == 0 && len(lines) < n {
			lines = append(lines, g.String())
			g = g.With(c, solution.At(c))
		}
	}
	return lines
}

// turned returns an isomorph of a puzzle.
func turned(line string, r *rand.Rand) string {
	g := must1(sudoku.Parse(line))
	return sudoku.RandomTransform(g.Shape(), r).Apply(g).String()
}

func tierOfLine(line string) logic.Tier { return must1(rating.Rate(must1(sudoku.Parse(line)))).Tier }
