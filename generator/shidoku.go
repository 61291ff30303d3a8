package generator

import (
	"iter"
	"math/bits"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// shidokuPuzzles yields the minimal Shidoku of a tier in random order, each as a random
// isomorph.
func shidokuPuzzles(o Options) iter.Seq[sudoku.Grid] {
	return func(yield func(sudoku.Grid) bool) {
		r := rand.New(rand.NewPCG(o.Seed, 0))
		forms := minimalShidoku()
		r.Shuffle(len(forms), func(i, j int) { forms[i], forms[j] = forms[j], forms[i] })
		for _, form := range forms {
			turned := sudoku.RandomTransform(o.Shape, r).Apply(form)
			if hasTier(form, o.Tier) && !yield(turned) {
				return
			}
		}
	}
}

// minimalShidoku returns the canonical forms of all minimal Shidoku, by exhaustion over
// the sets of clues in the two full grids that are not isomorphs.
func minimalShidoku() []sudoku.Grid {
	var forms []sudoku.Grid
	seen := map[sudoku.Grid]bool{}
	add := func(form sudoku.Grid) bool {
		known := seen[form]
		seen[form] = true
		return !known
	}
	for full := range solver.Solutions(sudoku.Empty(sudoku.Shidoku)) {
		if full = canon.Of(full); !add(full) {
			continue
		}
		for _, puzzle := range minimalOf(full) {
			if form := canon.Of(puzzle); add(form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// minimalOf returns the minimal puzzles that have a full Shidoku as their solution: of the
// 65,536 sets of clues, those that give a puzzle while no set with one clue less does.
func minimalOf(full sudoku.Grid) []sudoku.Grid {
	cells := full.Shape().Cells()
	const all = 1<<16 - 1
	var valid [all + 1]bool
	var puzzles []sudoku.Grid
	for set := uint(all); set > 0; set-- {
		// Sets with more clues have greater numbers, so they are known already.
		valid[set] = everyBit(all&^set, func(clue uint) bool { return valid[set|clue] }) &&
			unique(cluesOf(full, cells, set))
	}
	for set := uint(all); set > 0; set-- {
		if valid[set] && everyBit(set, func(clue uint) bool { return !valid[set&^clue] }) {
			puzzles = append(puzzles, cluesOf(full, cells, set))
		}
	}
	return puzzles
}

// everyBit reports whether holds is true for each bit of a set.
func everyBit(set uint, holds func(bit uint) bool) bool {
	for ; set != 0; set &= set - 1 {
		if !holds(1 << bits.TrailingZeros(set)) {
			return false
		}
	}
	return true
}

// cluesOf returns the digits of full in the cells whose bits are in set.
func cluesOf(full sudoku.Grid, cells []sudoku.Cell, set uint) sudoku.Grid {
	puzzle := sudoku.Empty(full.Shape())
	for i, c := range cells {
		if set&(1<<i) != 0 {
			puzzle = puzzle.With(c, full.At(c))
		}
	}
	return puzzle
}
