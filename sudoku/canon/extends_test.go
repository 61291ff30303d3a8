package canon_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// A puzzle with more digits of its solution extends any isomorph of it. Without one of its digits it does only if as many
// others are an isomorph, which is looked for among all choices of them.
func TestExtendsIsomorph(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	found := map[bool]int{}
	for range 300 {
		shape := []sudoku.Shape{sudoku.Shidoku, sudoku.SixBySix}[r.IntN(2)]
		puzzle := generator.Minimize(generator.FullGrid(shape, r), r)
		solution, err := solver.Solve(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		grown, cells := puzzle, shape.Cells()
		for range r.IntN(4) {
			c := cells[r.IntN(len(cells))]
			grown = grown.With(c, solution.At(c))
		}
		turned := sudoku.RandomTransform(shape, r).Apply(grown)
		if !canon.ExtendsIsomorph(turned, puzzle) {
			t.Fatalf("%s does not extend an isomorph of %s", turned, puzzle)
		}
		clues := turned.Filled().Slice()
		less := turned.Without(sudoku.CellsOf(clues[r.IntN(len(clues))]))
		want := hasIsomorph(less, less.Filled().Slice(), puzzle.Len(), canon.KeyOf(puzzle))
		if got := canon.ExtendsIsomorph(less, puzzle); got != want {
			t.Fatalf("%s extends an isomorph of %s: %t, want %t", less, puzzle, got, want)
		}
		found[want]++
	}
	if len(found) < 2 {
		t.Errorf("all were alike: %v", found)
	}
	if canon.ExtendsIsomorph(sudoku.Empty(sudoku.SixBySix), sudoku.Empty(sudoku.Shidoku)) {
		t.Error("a grid extends a puzzle of another shape")
	}
}

// Clues in common are found in any disguise, and are those of the best map of one solution to the other.
func TestSharedClues(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 7))
	for range 50 {
		shape := sudoku.SixBySix
		solution := generator.FullGrid(shape, r)
		puzzle := generator.Minimize(solution, r)
		clues, free := puzzle.Filled().Slice(), sudoku.CellsOf(shape.Cells()...).Minus(puzzle.Filled()).Slice()
		lost, added := clues[r.IntN(len(clues))], free[r.IntN(len(free))]
		changed := puzzle.With(lost, 0).With(added, solution.At(added))
		turn := sudoku.RandomTransform(shape, r)
		n := canon.SharedClues(turn.Apply(changed), turn.Apply(solution), puzzle, solution)
		if n < len(clues)-1 || n == len(clues) && canon.KeyOf(changed) != canon.KeyOf(puzzle) {
			t.Errorf("%s has %d clues of %s", changed, n, puzzle)
		}
		other := generator.FullGrid(shape, r)
		n = canon.SharedClues(other, other, puzzle, solution)
		if isomorph := canon.Of(other) == canon.Of(solution); isomorph && n != len(clues) || !isomorph && n != 0 {
			t.Errorf("%s has %d clues of %s, whose solution is %s", other, n, puzzle, solution)
		}
	}
}

// hasIsomorph reports whether n of some cells of a grid hold a puzzle of a key, and the others can be empty.
func hasIsomorph(g sudoku.Grid, cells []sudoku.Cell, n int, key canon.Key) bool {
	switch {
	case g.Len() < n:
		return false
	case g.Len() == n:
		return canon.KeyOf(g) == key
	}
	for i, c := range cells {
		if hasIsomorph(g.Without(sudoku.CellsOf(c)), cells[i+1:], n, key) {
			return true
		}
	}
	return false
}
