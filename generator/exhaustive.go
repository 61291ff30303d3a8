package generator

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// shidokuPuzzles yields the Shidoku that are as wanted in random order, each as a random isomorph.
func shidokuPuzzles(o Options) iter.Seq[sudoku.Grid] {
	return func(yield func(sudoku.Grid) bool) {
		r := rand.New(rand.NewPCG(o.Seed, 0))
		var puzzles []sudoku.Grid
		turn := func() sudoku.Transform { return sudoku.RandomTransform(o.Shape, r) }
		if o.Pattern == (sudoku.Cells{}) && o.Symmetry == criteria.NoSymmetry {
			puzzles = minimalShidoku()
			r.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
		} else {
			puzzles = shidokuInPlace(o)
			r.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
			puzzles = oneOfEachClass(puzzles)
			turn = func() sudoku.Transform { return relabelling(o.Shape, r) }
		}
		for _, g := range puzzles {
			turned := turn().Apply(g)
			if o.accept(turned) && !yield(turned) {
				return
			}
		}
	}
}

// relabelling returns a random transform that moves no cell.
func relabelling(s sudoku.Shape, r *rand.Rand) sudoku.Transform {
	t := sudoku.Identity(s)
	t.Digits = sudoku.RandomTransform(s, r).Digits
	return t
}

// oneOfEachClass returns the first of the isomorphs among some grids.
func oneOfEachClass(grids []sudoku.Grid) []sudoku.Grid {
	seen := map[sudoku.Grid]bool{}
	return slices.DeleteFunc(grids, func(g sudoku.Grid) bool {
		form := canon.Of(g)
		known := seen[form]
		seen[form] = true
		return known
	})
}

// shidokuInPlace returns all Shidoku that have the pattern wanted, or the symmetry, up to
// relabelling.
func shidokuInPlace(o Options) (puzzles []sudoku.Grid) {
	box := []sudoku.Digit{1, 2, 3, 4}
	for _, full := range fullShidoku() {
		if !slices.Equal(box, []sudoku.Digit{full.At(0), full.At(1), full.At(9), full.At(10)}) {
			continue
		}
		if o.Pattern == (sudoku.Cells{}) {
			puzzles = append(puzzles, minimalOf(full, o.Symmetry.Orbits(o.Shape))...)
		} else if g := restrictedTo(full, o.Pattern); unique(g) {
			puzzles = append(puzzles, g)
		}
	}
	return puzzles
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
		for _, puzzle := range minimalOf(full, criteria.NoSymmetry.Orbits(sudoku.Shidoku)) {
			if form := canon.Of(puzzle); add(form) {
				forms = append(forms, form)
			}
		}
	}
	return forms
}

// minimalOf returns the puzzles that have a full Shidoku as their solution and from which no group
// of cells can go. Among the sets of groups, 65,536 if each cell is one, these are the sets that give a puzzle while
// no set with one group less does.
func minimalOf(full sudoku.Grid, groups []sudoku.Cells) []sudoku.Grid {
	all := uint(1)<<len(groups) - 1
	valid := make([]bool, all+1)
	var puzzles []sudoku.Grid
	for set := all; set > 0; set-- {
		// Sets with more groups have greater numbers, so they are known already.
		valid[set] = everyBit(all&^set, func(group uint) bool { return valid[set|group] }) &&
			unique(cluesOf(full, groups, set))
	}
	for set := all; set > 0; set-- {
		if valid[set] && everyBit(set, func(group uint) bool { return !valid[set&^group] }) {
			puzzles = append(puzzles, cluesOf(full, groups, set))
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

// cluesOf returns the digits of full in the groups of cells whose bits are in set.
func cluesOf(full sudoku.Grid, groups []sudoku.Cells, set uint) sudoku.Grid {
	var cells sudoku.Cells
	for i, group := range groups {
		if set&(1<<i) != 0 {
			cells = cells.Union(group)
		}
	}
	return restrictedTo(full, cells)
}
