package logic_test

import (
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

func benchmarkLogic(b *testing.B, file string, work func(sudoku.Grid)) {
	grids := sudokutest.Scrambled(b, file)
	i := 0
	for b.Loop() {
		work(grids[i%len(grids)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
