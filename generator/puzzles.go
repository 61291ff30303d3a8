package generator

import (
	"iter"
	"math/rand/v2"
	"runtime"
	"sync"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Options say which puzzles are wanted. The zero value asks for 9×9 puzzles of any tier.
type Options struct {
	Shape sudoku.Shape
	Tier  logic.Tier // 0: any
	Seed  uint64
}

// Puzzles yields minimal puzzles, no two of them isomorphs, the same ones for the same
// options. A sequence of 9×9 puzzles has no end. One of Shidoku ends when there are no
// more; there are 36 of all tiers together, and none in some tiers. An unknown tier has no
// puzzles.
func Puzzles(o Options) iter.Seq[sudoku.Grid] {
	switch {
	case o.Tier > logic.TierGuessing:
		return func(func(sudoku.Grid) bool) {}
	case o.Shape == sudoku.Shidoku:
		return shidokuPuzzles(o)
	}
	return func(yield func(sudoku.Grid) bool) {
		seen := map[canon.Key]bool{}
		for g := range trials(o) {
			key := canon.KeyOf(g)
			if !seen[key] && !yield(g) {
				return
			}
			seen[key] = true
		}
	}
}

// trials yields the puzzles of the trials that succeed, in the order of their numbers. They
// are made in batches, by all processors at once.
func trials(o Options) iter.Seq[sudoku.Grid] {
	return func(yield func(sudoku.Grid) bool) {
		workers := runtime.GOMAXPROCS(0)
		batch := make([]sudoku.Grid, 32*workers)
		good := make([]bool, len(batch))
		for first := uint64(0); ; first += uint64(len(batch)) {
			var running sync.WaitGroup
			for w := range workers {
				running.Go(func() {
					for i := w; i < len(batch); i += workers {
						batch[i], good[i] = trial(o, first+uint64(i))
					}
				})
			}
			running.Wait()
			for i, g := range batch {
				if good[i] && !yield(g) {
					return
				}
			}
		}
	}
}

// trial makes the puzzle of a number, and reports whether it has the tier wanted. It draws
// from a random sequence of its own, so that it does not matter which worker makes it.
func trial(o Options, number uint64) (sudoku.Grid, bool) {
	r := rand.New(rand.NewPCG(o.Seed, number))
	g := Minimize(FullGrid(o.Shape, r), r)
	return g, hasTier(g, o.Tier)
}

// hasTier reports whether a puzzle has the tier wanted, which is any if it is 0.
func hasTier(g sudoku.Grid, wanted logic.Tier) bool {
	if wanted == 0 {
		return true
	}
	tier, _ := rating.TierOf(g)
	return tier == wanted
}
