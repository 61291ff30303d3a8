package logic

import (
	"cmp"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The keys of the fish with fins, and of the fish with boxes.
const (
	FinnedXWing     Technique = "finned-x-wing"
	FinnedSwordfish Technique = "finned-swordfish"
	FinnedJellyfish Technique = "finned-jellyfish"
	FrankenFish     Technique = "franken-fish"
	MutantFish      Technique = "mutant-fish"
)

var finnedXWing = technique{
	key: FinnedXWing, tier: TierGuessing, all: findOfBreed(FinnedXWing, ofLines, 2), leaves: []Technique{XWing, Claiming},
	example: ".1.3...4.52.........6.7...........841..8.6.9.......5...5......27.8.4...52..1.9.7.",
}

var finnedSwordfish = technique{
	key: FinnedSwordfish, tier: TierGuessing, all: findOfBreed(FinnedSwordfish, ofLines, 3), leaves: []Technique{Swordfish, FinnedXWing},
	example: "7..2.......6..92.....4.8.9..2.....8...7..5..686....4......8....3..7.....4..923.7.",
}

var finnedJellyfish = technique{
	key: FinnedJellyfish, tier: TierGuessing, all: findOfBreed(FinnedJellyfish, ofLines, 4), leaves: []Technique{Jellyfish, FinnedSwordfish},
	example: "8..2.5....32...41..96..3..2.6.9.1.....1.56..8.............6..91.....85..4..59...6",
}

var frankenFish = technique{
	key: FrankenFish, tier: TierGuessing, all: findOfBreed(FrankenFish, franken, 3, 4), leaves: []Technique{FinnedJellyfish, GroupedAIC},
	example: "7.25......3....9....5..37...1.4.53......3..6.5...6.1...4...85.7..69.......8.4..9.",
}

var mutantFish = technique{
	key: MutantFish, tier: TierGuessing, all: findOfBreed(MutantFish, mutant, 3, 4), leaves: []Technique{FrankenFish},
	example: "5...6.......9..64....4.7....8......4..2..87.145.1.....9.5....3..4...957.37....2..",
}

// breed is the kinds of houses that a fish has.
type breed uint8

const (
	ofLines breed = iota // rows, covered by columns; or the other way round
	franken              // boxes too
	mutant               // any
)

// kinds are kinds of houses, one bit each.
type kinds uint8

const (
	lines = kinds(1<<sudoku.Row | 1<<sudoku.Column)
	boxes = kinds(1 << sudoku.Box)
)

func (k kinds) with(h sudoku.House) kinds { return k | 1<<h.Kind }

// breedOf returns the breed of a fish with bases and covers of some kinds. More kinds never make it smaller.
func breedOf(bases, covers kinds) breed {
	switch {
	case bases&covers&lines != 0, bases&lines == lines, covers&lines == lines:
		return mutant
	case (bases|covers)&boxes != 0:
		return franken
	}
	return ofLines
}

// fishing looks for fish that rule a digit out of a cell. If the cell held the digit, all cells that it sees would
// lose it, and a house of the cell would be filled. The digit is ruled out if w houses, the bases, then need their
// digits from w-1 others, the covers, which hold one each. With the house of the cell these are w covers. The cell
// sees all fins, the places of the bases outside of the covers, and all places that two bases share.
type fishing struct {
	*view
	w     int
	breed breed
	digit sudoku.Digit
	cell  sudoku.Cell
	found *[]Step

	houses                []sudoku.House // that may be bases
	left                  []sudoku.Cells // their places that the cell does not see
	bases, covers         []sudoku.House
	baseKinds, coverKinds kinds
}

// findOfBreed finds the fish with the given numbers of bases, the smallest only if not asked for all: fish with fins, and of fish with
// boxes also those without fins. They include sashimi fish, which have a line with only one place besides its fins: a fish may
// become one when it loses candidates.
func findOfBreed(t Technique, b breed, sizes ...int) func(*view, func(Step) bool) {
	return func(v *view, yield func(Step) bool) {
		var found []Step
		for _, w := range sizes {
			if len(found) > 0 && !v.allSizes {
				break
			}
			found = append(found, v.ofDigits(t, w, func(d sudoku.Digit) (found []Step) {
				fishing{view: v, w: w, breed: b, digit: d, found: &found}.look(v.allPlaces()[d])
				return found
			})...)
		}
		// The fish of each digit in rows come before those in columns: the first of equal steps is taken, also by
		// package hodoku.
		slices.SortStableFunc(found, func(a, b Step) int {
			return cmp.Or(
				cmp.Compare(a.Houses[0].Kind, b.Houses[0].Kind), cmp.Compare(a.Digits, b.Digits),
				slices.CompareFunc(a.Houses, b.Houses, compareHouses), slices.CompareFunc(a.Cover, b.Cover, compareHouses))
		})
		for _, step := range found {
			if !yield(step) {
				return
			}
		}
	}
}

func compareHouses(a, b sudoku.House) int {
	return cmp.Or(cmp.Compare(a.Kind, b.Kind), cmp.Compare(a.Index, b.Index))
}

// look tries all places of the digit that its other places do not allow: no fish rules it out of the others.
func (f fishing) look(places sudoku.Cells) {
	for c := range places.All() {
		unseen := places.Minus(f.shape.Peers(c))
		if f.fits(unseen, places, 0) {
			continue
		}
		f.cell, f.houses, f.left = c, nil, nil
		for _, h := range f.shape.Houses() {
			if cells := f.cellsIn(h); !cells.Has(c) && f.placesIn(h, f.digit).len() > 1 {
				f.houses, f.left = append(f.houses, h), append(f.left, cells.Intersect(unseen))
			}
		}
		f.choose(0, sudoku.Cells{})
	}
}

// fits reports whether a digit can have a place in each row, from one on, without two that see each other.
// Rows without any of its places have it already.
func (v *view) fits(places, all sudoku.Cells, row int) bool {
	if row == v.shape.Side() {
		return true
	}
	inRow := v.cellsIn(sudoku.House{Kind: sudoku.Row, Index: uint8(row)})
	if inRow.Intersect(all) == (sudoku.Cells{}) {
		return v.fits(places, all, row+1)
	}
	for c := range inRow.Intersect(places).All() {
		if v.fits(places.Minus(v.shape.Peers(c)), all, row+1) {
			return true
		}
	}
	return false
}

// choose completes the bases with houses from a number on. No two have a place in common that the cell does not see.
func (f fishing) choose(from int, taken sudoku.Cells) {
	if len(f.bases) == f.w {
		f.cover(taken)
		return
	}
	for i, h := range f.houses[from:] {
		left := f.left[from+i]
		next := f
		next.bases, next.baseKinds = append(f.bases, h), f.baseKinds.with(h)
		if left.Intersect(taken) == (sudoku.Cells{}) && breedOf(next.baseKinds, 0) <= f.breed {
			next.choose(from+i+1, taken.Union(left))
		}
	}
}

// cover chooses houses for the places that are left, each time for the first.
func (f fishing) cover(left sudoku.Cells) {
	if left == (sudoku.Cells{}) {
		f.complete()
		return
	}
	if len(f.covers) == f.w-1 {
		return
	}
	for _, h := range f.shape.HousesOf(left.Slice()[0]) {
		next := f
		next.covers, next.coverKinds = append(f.covers, h), f.coverKinds.with(h)
		if !f.cellsIn(h).Has(f.cell) && !slices.Contains(f.bases, h) && breedOf(f.baseKinds, next.coverKinds) <= f.breed {
			next.cover(left.Minus(f.cellsIn(h)))
		}
	}
}

// complete keeps the fish with the house of the cell that leaves fewest fins. A fish of lines without fins is not its
// business.
func (f fishing) complete() {
	if breedOf(f.baseKinds, f.coverKinds) != f.breed {
		return
	}
	var best Step
	fewest := sudoku.MaxCells
	for _, h := range f.shape.HousesOf(f.cell) {
		if breedOf(f.baseKinds, f.coverKinds.with(h)) == f.breed {
			if step, fins := f.stepWith(h); fins < fewest {
				best, fewest = step, fins
			}
		}
	}
	if fewest > 0 || f.breed != ofLines {
		*f.found = append(*f.found, best)
	}
}

// stepWith returns the step of the fish with a house of the cell, and how many fins it has.
func (f fishing) stepWith(h sudoku.House) (step Step, fins int) {
	step = Step{Digits: sudoku.DigitsOf(f.digit), Houses: slices.Clone(f.bases), Cover: append(slices.Clone(f.covers), h)}
	slices.SortFunc(step.Cover, compareHouses)
	var twice sudoku.Cells // in two bases
	for _, h := range step.Houses {
		places := f.cellsOf(h, f.placesIn(h, f.digit))
		twice = twice.Union(places.Intersect(step.Cells))
		step.Cells = step.Cells.Union(places)
	}
	var over sudoku.Cells
	for _, h := range step.Cover {
		over = over.Union(f.cellsIn(h))
	}
	fin, reach := step.Cells.Minus(over).Union(twice), over.Minus(step.Cells)
	step.Parts = []Part{{step.Cells.Minus(fin), step.Digits}}
	if fin.Len() > 0 {
		reach = reach.Intersect(f.seenByAll(fin))
		step.Parts = append(step.Parts, Part{fin, step.Digits})
	}
	step.Eliminations = slices.DeleteFunc(f.candidates(reach, step.Digits), func(k sudoku.Candidate) bool {
		return f.breedFor(k.Cell, step.Cover) != f.breed
	})
	return step, fin.Len()
}

// breedFor returns the breed of the fish for another cell, whose own covers do not count. It may be a simpler one.
func (f fishing) breedFor(c sudoku.Cell, covers []sudoku.House) breed {
	var others kinds
	for _, h := range covers {
		if !f.cellsIn(h).Has(c) {
			others = others.with(h)
		}
	}
	return breedOf(f.baseKinds, others)
}
