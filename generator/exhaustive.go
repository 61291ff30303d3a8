package generator

import (
	"iter"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// A shape smaller than 9×9 has a list of its full grids, in which all puzzles of a pattern are found. A Shidoku has so few sets of
// clues that all of its puzzles are found.

// mostExhausted is the number of cells up to which all sets of clues are tried.
const mostExhausted = 16

// exhausts reports whether all puzzles that meet the wishes are found at once.
func (o *Options) exhausts() bool {
	cells := len(o.Shape.Cells())
	return cells <= mostExhausted || cells < sudoku.MaxCells && o.Pattern != sudoku.Cells{}
}

// exhaustive yields all puzzles that meet the wishes in random order, one of each class.
func exhaustive(o Options) iter.Seq[sudoku.Grid] {
	return func(yield func(sudoku.Grid) bool) {
		r := rand.New(rand.NewPCG(o.Seed, 0))
		turn := relabelling // the cells stay, so that the pattern or the symmetry does
		var puzzles []sudoku.Grid
		switch {
		case o.Pattern != sudoku.Cells{}:
			for _, full := range normalised[o.Shape]() {
				if g := restrictedTo(full, o.Pattern); unique(g) {
					puzzles = append(puzzles, g)
				}
			}
		case o.Symmetry != criteria.NoSymmetry:
			for _, full := range normalised[o.Shape]() {
				puzzles = append(puzzles, minimalOf(full, o.Symmetry.Orbits(o.Shape))...)
			}
		default:
			puzzles, turn = minimalForms(o.Shape), sudoku.RandomTransform
		}
		r.Shuffle(len(puzzles), func(i, j int) { puzzles[i], puzzles[j] = puzzles[j], puzzles[i] })
		seen := map[sudoku.Grid]bool{}
		for i, g := range puzzles {
			if form := canon.Of(g); !seen[form] {
				seen[form] = true
				if turned := turn(o.Shape, r).Apply(g); o.accept(turned) && !yield(turned) {
					return
				}
			}
			if o.Tried != nil && i%1000 == 999 && !o.Tried(uint64(i+1)) {
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

// minimalForms returns the canonical forms of all minimal puzzles of a shape, by exhaustion over the sets of clues
// in the full grids that are not isomorphs.
func minimalForms(s sudoku.Shape) (forms []sudoku.Grid) {
	seen := map[sudoku.Grid]bool{}
	classes := func(grids []sudoku.Grid) (forms []sudoku.Grid) {
		for _, g := range grids {
			if form := canon.Of(g); !seen[form] {
				seen[form] = true
				forms = append(forms, form)
			}
		}
		return forms
	}
	solutions := classes(normalised[s]())
	slices.SortFunc(solutions, func(a, b sudoku.Grid) int { return strings.Compare(a.String(), b.String()) })
	for _, full := range solutions {
		forms = append(forms, classes(minimalOf(full, criteria.NoSymmetry.Orbits(s)))...)
	}
	return forms
}

// minimalOf returns the puzzles that have a full grid as their solution and from which no group
// of cells can go. Among the sets of groups, 65,536 if each cell of a Shidoku is one, these are the sets that give a
// puzzle while no set with one group less does.
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
