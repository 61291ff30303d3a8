package generator

import (
	"iter"
	"math/rand/v2"
	"runtime"
	"slices"
	"sync"

	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Options are the wishes for the puzzles of a sequence. The zero value asks for any minimal 9×9 puzzles. The
// wishes go together; [Options.Check] reports wishes that cannot.
type Options struct {
	Shape sudoku.Shape
	Seed  uint64

	Tier  logic.Tier // 0: any
	Clues int        // how many; 0: any number

	// Symmetry is that of the clues. A puzzle with a symmetry has no clues to spare that the
	// symmetry lets go: clues that it takes to each other go together or not at all.
	Symmetry criteria.Symmetry

	// Pattern is the cells that hold a clue; no other cell does. Such a puzzle may have clues to
	// spare. The empty set asks for no pattern.
	Pattern sudoku.Cells

	// Needs lists techniques that the puzzle needs, as in [rating.Needs]. Only lists techniques that
	// have to solve it, closed as by [logic.Closed]; none: any.
	Needs, Only []logic.Technique

	NoUniqueness bool // as in [criteria.Techniques]

	MinScore, MaxScore float64 // in seconds, as package rating has it; MaxScore 0: no limit

	// Tried, if not nil, is called now and then with the number of puzzles made so far, those
	// included that are not as wanted. The sequence ends when it returns false.
	Tried func(n uint64) bool
}

// Puzzles yields puzzles that meet the wishes, no two of them isomorphs, the same ones for the same
// options. A sequence has no end, nor has a search for wishes that cannot be met: see [Options.Check], and end
// it by Tried. Two sequences end when there are no more puzzles: of Shidoku, of which 36 are minimal, and of a pattern in a shape
// smaller than 9×9. An unknown tier has no puzzles.
func Puzzles(o Options) iter.Seq[sudoku.Grid] {
	switch {
	case o.Tier > logic.TierGuessing:
		return func(func(sudoku.Grid) bool) {}
	case o.exhausts():
		return exhaustive(o)
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
		each := 32
		if o.Pattern != (sudoku.Cells{}) || o.descends() || o.ascends() {
			each = 2 // they take long
		}
		batch := make([]sudoku.Grid, each*workers)
		good := make([]bool, len(batch))
		groups := o.Symmetry.Orbits(o.Shape)
		for first := uint64(0); ; first += uint64(len(batch)) {
			var running sync.WaitGroup
			for w := range workers {
				running.Go(func() {
					for i := w; i < len(batch); i += workers {
						batch[i], good[i] = trial(o, groups, first+uint64(i))
					}
				})
			}
			running.Wait()
			for i, g := range batch {
				if good[i] && !yield(g) {
					return
				}
			}
			if o.Tried != nil && !o.Tried(first+uint64(len(batch))) {
				return
			}
		}
	}
}

// trial makes the puzzle of a number, and reports whether it is as wanted. It draws from a random
// sequence of its own, so that it does not matter which worker makes it.
func trial(o Options, groups []sudoku.Cells, number uint64) (sudoku.Grid, bool) {
	r := rand.New(rand.NewPCG(o.Seed, number))
	if o.Pattern != (sudoku.Cells{}) {
		g, ok := withPattern(o.Pattern, r)
		return g, ok && o.accept(g)
	}
	if o.descends() {
		g, ok := descend(o.Clues, r)
		return g, ok && o.accept(g)
	}
	if o.ascends() {
		return ascend(o.Shape, o.Clues, groups, o.accept, r)
	}
	g := minimize(FullGrid(o.Shape, r), slices.Clone(groups), r)
	return g, o.accept(g)
}

// limits are the numbers of clues that decide how puzzles of a shape are made.
var limits = [...]struct {
	tooFew    int // so many clues, chosen at random, hardly ever make a puzzle
	descended int // [Puzzles] descends to puzzles of so many clues or fewer
	ascended  int // [Puzzles] ascends to puzzles of so many clues or more
	mostClues int // no minimal puzzle of more clues is known
}{
	// Taking clues away at random makes one puzzle of 21 clues in 500, but one of 20 in 10,000; and one of 28 clues in 400,
	// but one of 29 in 7,000.
	sudoku.Sudoku: {22, 20, 29, 40},

	// All puzzles have been tried.
	sudoku.Shidoku: {4, 0, 7, 6},

	// Taking clues away at random makes one puzzle of 8 clues, the fewest, in 650; and one of 13 clues in 700, but one of 14
	// in 75,000. Every third ascent finds one of 15, and none of 48 found one of 16.
	sudoku.SixBySix: {8, 0, 14, 15},
}

// descends reports whether the wish is for so few clues that taking clues away hardly ever leaves as few. A descent
// does not find puzzles with a symmetry.
func (o *Options) descends() bool {
	return o.Clues != 0 && o.Clues <= limits[o.Shape].descended && o.Symmetry == criteria.NoSymmetry
}

// ascends reports whether so many clues are wanted as taking clues away hardly ever leaves.
func (o *Options) ascends() bool {
	return o.Clues >= limits[o.Shape].ascended && o.Symmetry == criteria.NoSymmetry
}
