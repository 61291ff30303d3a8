package logic

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The keys of the techniques with almost locked sets: cells of a house with one digit more than cells. A set that
// loses a digit holds all of its others. A digit is restricted to one of two sets if all its places in the one
// see all its places in the other: not both hold it.
const (
	ALSXZ             Technique = "als-xz"
	DoublyLinkedALSXZ Technique = "doubly-linked-als-xz"
	ALSXYWing         Technique = "als-xy-wing"
	ALSChain          Technique = "als-chain"
	DeathBlossom      Technique = "death-blossom"
)

// Two, three, and any number of sets are chains whose strong links are in sets, and whose weak links are
// restricted digits.
var (
	alsXZ = ofChains(ALSXZ, chaining{sets: true, alike: true, most: 2}, []Technique{NakedQuad, HiddenQuad, Claiming},
		"4.....9.26...4..7..58..94.6...8.4...7.....2......5.18......8....75...83..9.3.7...")
	alsXYWing = ofChains(ALSXYWing, chaining{sets: true, alike: true, most: 3}, []Technique{ALSXZ},
		"..6..8.....7.9..3.9.46...28..92....72.....16......7.5......94.....8.5..2..2..4.9.")
	alsChain = ofChains(ALSChain, chaining{sets: true, alike: true}, []Technique{ALSXYWing},
		"...........92.4...24.1.97...1.8.64..63....2..9.8....1.4..3576...9.....7...6...1..")
)

var doublyLinkedALSXZ = technique{
	key: DoublyLinkedALSXZ, tier: TierGuessing, all: (*view).doublyLinked, leaves: []Technique{ALSXZ},
	example: "........9..7.9.2.42....1..7...2.......43.5.....8....5.35.7..8.2..9......7....69..",
}

var deathBlossom = technique{
	key: DeathBlossom, tier: TierGuessing, all: (*view).deathBlossoms, leaves: []Technique{ALSXYWing},
	example: "5...6.......9..64....4.7....8......4..2..87.145.1.....9.5....3..4...9.7637....2..",
}

// almostLocked is a set with the places of its digits, and the cells that see all of these.
type almostLocked struct {
	Part
	places, sight [sudoku.MaxSide + 1]sudoku.Cells
}

// almostLockedSets returns the sets of all houses, each once, the smallest first. Several techniques ask for them.
func (v *view) almostLockedSets() []almostLocked {
	if v.almost == nil {
		v.almost = v.findAlmostLockedSets()
	}
	return v.almost
}

func (v *view) findAlmostLockedSets() []almostLocked {
	var found []Part
	for _, h := range v.shape.Houses() {
		for _, set := range v.setsOf(v.openIn(v.cellsIn(h))) {
			if set.Digits.Len() != set.Cells.Len()+1 {
				continue
			}
			if first, _ := v.joining(set.Cells); first == h {
				found = append(found, set)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Part) int { return a.Cells.Len() - b.Cells.Len() })
	places, sets := v.allPlaces(), make([]almostLocked, len(found))
	for i := range sets {
		set := &sets[i]
		set.Part = found[i]
		for d := range set.Digits.All() {
			set.places[d] = set.Cells.Intersect(places[d])
			set.sight[d] = v.seenByAll(set.places[d])
		}
	}
	return sets
}

// doublyLinked finds two sets with two digits that are each restricted to one of them. A set lacks one digit at
// most, so each of them holds one of the two, and all of its others.
func (v *view) doublyLinked(yield func(Step) bool) {
	if !v.chainLeads().anywhere {
		return
	}
	sets := v.almostLockedSets()
	for i := range sets {
		for j := range sets[i+1:] {
			a, b := &sets[i], &sets[i+1+j]
			if (a.Digits & b.Digits).Len() < 2 {
				continue
			}
			restricted := a.restricted(b)
			for x := range restricted.All() {
				for y := range restricted.All() {
					if x < y && !yield(v.doubly(a, b, x, y)) {
						return
					}
				}
			}
		}
	}
}

// restricted returns the digits that at most one of two sets holds.
func (a *almostLocked) restricted(b *almostLocked) (digits sudoku.Digits) {
	for d := range (a.Digits & b.Digits).All() {
		if b.places[d].Minus(a.sight[d]) == (sudoku.Cells{}) {
			digits = digits.With(d)
		}
	}
	return digits
}

func (v *view) doubly(a, b *almostLocked, x, y sudoku.Digit) Step {
	linked := sudoku.DigitsOf(x, y)
	step := stepOf([]Part{{a.Cells, a.Digits}, {b.Cells, b.Digits}, {a.Cells.Union(b.Cells), linked}})
	step.Houses = v.housesAlong([]Part{a.Part, a.Part, b.Part, b.Part})
	var gone sudoku.Pencilmarks
	for d := range (a.Digits | b.Digits).All() {
		var seen sudoku.Cells
		switch {
		case linked.Has(d):
			seen = a.sight[d].Intersect(b.sight[d])
		default: // a digit that one of the sets lacks has no sight there
			seen = a.sight[d].Union(b.sight[d])
		}
		for c := range seen.All() {
			gone[c] |= v.Marks[c] & sudoku.DigitsOf(d)
		}
	}
	step.Eliminations = listed(gone)
	return step
}

// deathBlossoms finds a cell, the stem, and for each of its candidates a set, a petal, that loses it if the
// stem holds it. The petal of the stem's digit then holds all its other digits. So a digit that all petals have
// is ruled out in each cell that sees all its places in them.
func (v *view) deathBlossoms(yield func(Step) bool) {
	if !v.chainLeads().blossom {
		return
	}
	sets := v.almostLockedSets()
	for _, stem := range v.shape.Cells() {
		if v.Marks[stem].Len() < 2 {
			continue
		}
		petals := v.petals(stem, sets)
		for z := range (v.shape.Digits() &^ v.Marks[stem]).All() {
			for _, c := range v.shape.Cells() {
				if !v.Marks[c].Has(z) {
					continue
				}
				if step, ok := v.blossom(stem, z, c, petals); ok && !yield(step) {
					return
				}
			}
		}
	}
}

// petals returns the sets that lose a digit if a cell holds it.
func (v *view) petals(stem sudoku.Cell, sets []almostLocked) (petals [sudoku.MaxSide + 1][]almostLocked) {
	for _, set := range sets {
		for d := range (set.Digits & v.Marks[stem]).All() {
			if set.sight[d].Has(stem) && !set.Cells.Has(stem) {
				petals[d] = append(petals[d], set)
			}
		}
	}
	return petals
}

// blossom returns the step of the smallest petals that rule a digit out in a cell.
func (v *view) blossom(stem sudoku.Cell, z sudoku.Digit, c sudoku.Cell, petals [sudoku.MaxSide + 1][]almostLocked) (Step, bool) {
	parts := []Part{{sudoku.CellsOf(stem), v.Marks[stem]}}
	var places sudoku.Cells
	for d := range v.Marks[stem].All() {
		i := slices.IndexFunc(petals[d], func(set almostLocked) bool { return set.sight[z].Has(c) })
		if i < 0 {
			return Step{}, false
		}
		parts = append(parts, Part{petals[d][i].Cells, sudoku.DigitsOf(d)})
		places = places.Union(petals[d][i].places[z])
	}
	step := stepOf(append(parts, Part{places, sudoku.DigitsOf(z)}))
	for _, petal := range parts[1:] {
		if h, _ := v.joining(petal.Cells); !slices.Contains(step.Houses, h) {
			step.Houses = append(step.Houses, h)
		}
	}
	step.Eliminations = v.candidates(v.seenByAll(places), sudoku.DigitsOf(z))
	return step, true
}
