package logic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkLogic takes whole puzzles to what tiers 1 to 4 leave, and to the solution with
// all reasons.
func BenchmarkLogic(b *testing.B) {
	for _, set := range []struct{ name, file string }{
		{"17-clues", "royle-17-clue.txt"},
		{"minimal", "minimal-20k.txt"},
	} {
		b.Run("fixpoint/"+set.name, func(b *testing.B) {
			benchmarkLogic(b, set.file, func(g sudoku.Grid) { logic.Fixpoint(logic.NewState(g), logic.TierXWing) })
		})
		b.Run("path/"+set.name, func(b *testing.B) {
			benchmarkLogic(b, set.file, func(g sudoku.Grid) { logic.Path(g) })
		})
	}
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
	b.Run("all", func(b *testing.B) { benchmark(b, all, climb) })
	b.Run("low", func(b *testing.B) { benchmark(b, low, climb) })
	b.Run("low/oracle", func(b *testing.B) { benchmark(b, low, climbByDefinition) })
}

func climbByDefinition(g sudoku.Grid) {
	p := plainOf(logic.NewState(g), rand.New(rand.NewPCG(1, 2)))
	for !p.grid.Solved() {
		p.exhaust(upTo(logic.TierXWing))
		for _, technique := range logic.Ladder {
			if plainRules[technique](p) {
				break
			}
		}
	}
}

func benchmarkLogic(b *testing.B, file string, work func(sudoku.Grid)) {
	benchmark(b, sudokutest.Scrambled(b, file), work)
}

func benchmark(b *testing.B, grids []sudoku.Grid, work func(sudoku.Grid)) {
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		work(grids[i%len(grids)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
