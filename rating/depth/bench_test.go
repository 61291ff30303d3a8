package depth

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// BenchmarkDepth has the definition as its yardstick, where that ends in a reasonable time.
func BenchmarkDepth(b *testing.B) {
	of := func(g sudoku.Grid) { Of(g) }
	b.Run("17-clues", func(b *testing.B) { measure(b, "royle-17-clue.txt", of) })
	b.Run("17-clues/oracle", func(b *testing.B) { measure(b, "royle-17-clue.txt", depthByDefinition) })
	b.Run("minimal", func(b *testing.B) { measure(b, "minimal-20k.txt", of) })
	b.Run("minimal/oracle", func(b *testing.B) { measure(b, "minimal-20k.txt", depthByDefinition) })
	b.Run("hardest", func(b *testing.B) { measure(b, "hardest-375.txt", of) })
}

func depthByDefinition(g sudoku.Grid) {
	o := oracle{shape: g.Shape(), r: rand.New(rand.NewPCG(1, 2))}
	p := o.start(g)
	for k := 0; k <= Max && !full(p); k++ {
		p, _ = o.leaves(p, k)
	}
}

func measure(b *testing.B, file string, do func(sudoku.Grid)) {
	grids := sudokutest.Grids(b, file)
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		do(grids[i%len(grids)])
		i++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}
