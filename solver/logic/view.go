package logic

import (
	"iter"
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// mask is a set of up to nine things in a row: the cells of a house, its lines, or digits
// (then bit d-1 stands for digit d, as in [sudoku.Digits]).
type mask uint16

func (m mask) len() int { return bits.OnesCount16(uint16(m)) }

// first returns the number of the lowest bit.
func (m mask) first() int { return bits.TrailingZeros16(uint16(m)) }

// all yields the numbers of the bits in ascending order.
func (m mask) all() iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; m != 0; m &= m - 1 {
			if !yield(m.first()) {
				return
			}
		}
	}
}

// view is a state seen from all sides: the candidates of each cell, and the places of each
// digit in each house. They are Huang's sets D(c,r) and C(r,d), R(c,d), N(b,d).
type view struct {
	State
	shape  sudoku.Shape
	places [3][sudoku.MaxSide][sudoku.MaxSide + 1]mask // by kind, index and digit: bit i for the i-th cell of the house
	left   int                                         // of MaxConclusions

	solution sudoku.Grid // of a path or a climb; else empty

	holding []closure // assumptions that patterns do not refute: see held
	implied *sudoku.Pencilmarks

	allSizes bool // of fish with boxes; else only the smallest

	// The best step so far, and how many candidates it removes: techniques of the tiers 1 to 4 yield only steps that remove more.
	best Step
	most int

	barren barren // see ofDigits; nil if nothing is remembered

	// Found once for several techniques, when the first asks.
	byDigit *[sudoku.MaxSide + 1]sudoku.Cells // see allPlaces
	deadly  *deadly                           // see rectangles
	twelves []twelve                          // see tridagons
	almost  []almostLocked                    // see almostLockedSets
	nets    map[netKey]*net                   // see net
	leads   *leads                            // see chainLeads
}

func newView(s State) view {
	v := view{State: s, shape: s.Grid.Shape(), left: MaxConclusions}
	for _, h := range v.shape.Houses() {
		places := &v.places[h.Kind][h.Index]
		for i, c := range v.shape.House(h) {
			for marks := s.Marks[c]; marks != 0; marks &= marks - 1 {
				places[marks.First()] |= 1 << i
			}
		}
	}
	return v
}

// barren has the places of a digit in which a technique has found nothing. While the places stay, it finds nothing there
// again in later states of a puzzle: other candidates only go.
type barren map[search]sudoku.Cells

// search is a technique that looks at one digit at a time, and at patterns of a size.
type search struct {
	technique Technique
	size      int
	digit     sudoku.Digit
}

// ofDigits returns the steps that find returns for all digits. It leaves out digits whose places are known as barren.
func (v *view) ofDigits(t Technique, size int, find func(d sudoku.Digit) []Step) (found []Step) {
	places := v.allPlaces()
	for d := range v.shape.Digits().All() {
		this := search{t, size, d}
		if known, ok := v.barren[this]; ok && known == places[d] {
			continue
		}
		steps := find(d)
		if found = append(found, steps...); len(steps) == 0 && v.barren != nil {
			v.barren[this] = places[d]
		}
	}
	return found
}

// allPlaces returns the cells that have each digit as a candidate.
func (v *view) allPlaces() *[sudoku.MaxSide + 1]sudoku.Cells {
	if v.byDigit == nil {
		v.byDigit = new([sudoku.MaxSide + 1]sudoku.Cells)
		for _, c := range v.shape.Cells() {
			for d := range v.Marks[c].All() {
				v.byDigit[d] = v.byDigit[d].With(c)
			}
		}
	}
	return v.byDigit
}

// placesIn returns the places of a digit in a house.
func (v *view) placesIn(h sudoku.House, d sudoku.Digit) mask { return v.places[h.Kind][h.Index][d] }

// cellsOf returns the cells of a house that a mask stands for.
func (v *view) cellsOf(h sudoku.House, m mask) sudoku.Cells {
	var cells sudoku.Cells
	for i := range m.all() {
		cells = cells.With(v.shape.House(h)[i])
	}
	return cells
}

// candidates returns the candidates in some cells that are among some digits.
func (v *view) candidates(cells sudoku.Cells, digits sudoku.Digits) []sudoku.Candidate {
	var found []sudoku.Candidate
	for c := range cells.All() {
		for d := range (v.Marks[c] & digits).All() {
			found = append(found, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	return found
}

// countCandidates returns how many candidates there are in some cells among some digits.
func (v *view) countCandidates(cells sudoku.Cells, digits sudoku.Digits) int {
	n := 0
	for c := range cells.All() {
		n += (v.Marks[c] & digits).Len()
	}
	return n
}

// coverings yields every choice of width of the masks whose union has width bits: cells
// that share so many digits, digits that share so many cells, or lines that share so many
// crossing lines. Choices are bits over the masks. A mask that is empty or too wide never
// takes part, and a union that has grown past width is abandoned (Huang 2009).
func coverings(masks []mask, width int) iter.Seq2[mask, mask] {
	return func(yield func(choice, union mask) bool) { cover(masks, width, 0, 0, 0, yield) }
}

func cover(masks []mask, width, from int, choice, union mask, yield func(choice, union mask) bool) bool {
	missing := width - choice.len()
	if missing == 0 {
		return union.len() != width || yield(choice, union)
	}
	for i := from; i <= len(masks)-missing; i++ {
		wider := union | masks[i]
		if masks[i] == 0 || wider.len() > width {
			continue
		}
		if !cover(masks, width, i+1, choice|1<<i, wider, yield) {
			return false
		}
	}
	return true
}
