package logic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkLogic takes whole puzzles to what tiers 1 to 4 leave, and to the solution with
// all reasons.
func BenchmarkLogic(b *testing.B) {
	fixpoint := func(g sudoku.Grid) { logic.Fixpoint(logic.NewState(g), logic.TierXWing) }
	path := func(g sudoku.Grid) { logic.Path(g) }
	sudokutest.BenchFile(b, "fixpoint/17-clues", "royle-17-clue.txt", fixpoint)
	sudokutest.BenchFile(b, "fixpoint/minimal", "minimal-20k.txt", fixpoint)
	sudokutest.BenchFile(b, "path/17-clues", "royle-17-clue.txt", path)
	sudokutest.BenchFile(b, "path/minimal", "minimal-20k.txt", path)
}

// BenchmarkClimb takes puzzles of the last tier up the ladder. Its yardstick are the definitions, where they end in a
// reasonable time: of puzzles that need no more than a W-Wing.
func BenchmarkClimb(b *testing.B) {
	var all, low []sudoku.Grid
	for _, g := range sudokutest.Grids(b, "minimal-20k.txt")[:1000] {
		climb, err := logic.ClimbOf(g)
		must(b, err)
		if place := slices.Index(logic.Ladder, climb.Hardest); climb.Hardest != "" {
			all = append(all, g)
			if place >= 0 && place <= slices.Index(logic.Ladder, logic.WWing) {
				low = append(low, g)
			}
		}
	}
	climb := func(g sudoku.Grid) { logic.ClimbOf(g) }
	b.Run("all", func(b *testing.B) { sudokutest.Bench(b, all, climb) })
	b.Run("low", func(b *testing.B) { sudokutest.Bench(b, low, climb) })
	b.Run("low/oracle", func(b *testing.B) { sudokutest.Bench(b, low, climbByDefinition) })
}

func climbByDefinition(g sudoku.Grid) {
	p, random := logictest.Of(logic.NewState(g)), rand.New(rand.NewPCG(1, 2))
	for !p.State().Solved() {
		p.Exhaust(upTo(logic.TierXWing), random)
		for _, technique := range logic.Ladder {
			if p.Take(technique) {
				break
			}
		}
	}
}
