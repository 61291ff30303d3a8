package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// board is a puzzle while the tier engine works on it: the candidates of every cell as
// nine-bit masks, and what changed since each technique was last applied.
//
// One mask a cell serves every technique of the tiers 1 to 3: the subsets of a house and
// the locked candidates of a chute come out for all nine digits at once. Bit boards per
// digit would find singles quicker, but would have to be converted to this form for the
// subsets, where the time goes.
type board struct {
	geo          *geometry
	marks        marks                  // a placed cell keeps its digit alone
	placed       [27]uint16             // by house, the digits placed in it
	open         int                    // cells not yet placed
	staleSingles uint32                 // houses changed since their hidden singles were found
	staleSubsets uint32                 // houses changed since their subsets were found
	waiting      int                    // how many of queue are in use
	queue        [sudoku.MaxCells]uint8 // cells with one candidate left, not yet placed
}

// load sets b to the clues of g and the candidates they leave.
func (b *board) load(g sudoku.Grid) {
	geo := &geometries[g.Shape()]
	digits := g.ByCell()
	*b = board{geo: geo, open: len(geo.cells)}
	for _, c := range geo.cells {
		if digits[c] != 0 {
			b.marks[c] = 1 << (digits[c] - 1)
			b.markPlaced(c)
		}
	}
	all := uint16(1)<<geo.side - 1
	for _, c := range geo.cells {
		if digits[c] == 0 {
			h := geo.housesOf[c]
			b.marks[c] = all
			b.keep(c, all&^(b.placed[h[0]]|b.placed[h[1]]|b.placed[h[2]]))
		}
	}
	b.staleSingles = uint32(1)<<len(geo.houses) - 1
	b.staleSubsets = b.staleSingles
}

// keep removes from a cell all candidates but those given.
func (b *board) keep(c uint8, digits uint16) {
	old := b.marks[c]
	left := old & digits
	if left == old {
		return
	}
	b.marks[c] = left
	b.staleSingles |= b.geo.houseBits[c]
	b.staleSubsets |= b.geo.houseBits[c]
	if single(left) {
		b.queue[b.waiting] = c
		b.waiting++
	}
}

// markPlaced counts a cell with one candidate as placed. Its peers keep the digit.
func (b *board) markPlaced(c uint8) {
	b.open--
	for _, h := range b.geo.housesOf[c] {
		b.placed[h] |= b.marks[c]
	}
}

// place places the one candidate of a cell and removes it from the peers.
func (b *board) place(c uint8) {
	b.markPlaced(c)
	for _, peer := range b.geo.peers[c] {
		b.keep(peer, ^b.marks[c])
	}
}

// isPlaced reports whether a cell is placed, rather than waiting with one candidate left.
func (b *board) isPlaced(c uint8) bool {
	return single(b.marks[c]) && b.marks[c]&b.placed[b.geo.housesOf[c][0]] != 0
}

// candidates counts the candidates of the cells not yet placed.
func (b *board) candidates() int {
	n := b.waiting
	for _, c := range b.geo.cells {
		if !single(b.marks[c]) {
			n += bits.OnesCount16(b.marks[c])
		}
	}
	return n
}

// solved reports whether every house holds every digit, which cannot be where clues
// contradict each other.
func (b *board) solved() bool {
	if b.open > 0 {
		return false
	}
	for h := range b.geo.houses {
		if b.placed[h] != 1<<b.geo.side-1 {
			return false
		}
	}
	return true
}

// single reports whether a set has one digit.
func single(digits uint16) bool { return digits&(digits-1) == 0 && digits != 0 }

// marks are the candidates of all cells, bit d-1 for digit d.
type marks [sudoku.MaxCells]uint16

// solution is, for every cell, the bit number of its digit.
type solution [sudoku.MaxCells]uint8

func solutionOf(solved sudoku.Grid) solution {
	var s solution
	for c, d := range solved.ByCell() {
		if d != 0 {
			s[c] = uint8(d - 1)
		}
	}
	return s
}

// solution returns the digits of a board that is solved.
func (b *board) solution() (s solution) {
	for _, c := range b.geo.cells {
		s[c] = uint8(bits.TrailingZeros16(b.marks[c]))
	}
	return s
}

// nakedSingles places cells with one candidate until there is none.
func (b *board) nakedSingles() {
	for b.waiting > 0 {
		b.waiting--
		b.place(b.queue[b.waiting])
	}
}

// singles places naked and hidden singles until there is none of either.
func (b *board) singles() {
	b.nakedSingles()
	for b.staleSingles != 0 {
		h := bits.TrailingZeros32(b.staleSingles)
		b.staleSingles &= b.staleSingles - 1
		hidden := b.hidden(h)
		if hidden == 0 {
			continue
		}
		for _, c := range b.geo.houses[h] {
			if b.marks[c]&hidden != 0 {
				b.keep(c, hidden)
			}
		}
		b.nakedSingles()
	}
}

// hidden returns the digits that have one cell left in a house and are not placed there.
func (b *board) hidden(h int) uint16 {
	var once, twice uint16
	for _, c := range b.geo.houses[h] {
		twice |= once & b.marks[c]
		once |= b.marks[c]
	}
	return once &^ twice &^ b.placed[h]
}

// geometry is a shape as tables, so that the hot loops neither divide nor call: which
// cells a house holds, which peers and houses a cell has.
type geometry struct {
	side, boxSide int
	cells         []uint8
	houses        [][]uint8 // rows, then columns, then boxes
	peers         [sudoku.MaxCells][]uint8
	housesOf      [sudoku.MaxCells][3]uint8
	houseBits     [sudoku.MaxCells]uint32 // the same three houses as bits
	chutes        []chuteCells
}

// chuteCells is a band or a stack cut into the intersections of its lines and boxes:
// chuteCells[i][j] are the cells that its line i and its box j share.
type chuteCells [][][]uint8

var geometries = [...]geometry{
	sudoku.Sudoku:  geometryOf(sudoku.Sudoku),
	sudoku.Shidoku: geometryOf(sudoku.Shidoku),
}

func geometryOf(s sudoku.Shape) geometry {
	geo := geometry{side: s.Side(), boxSide: s.BoxSide()}
	for h, house := range s.Houses() {
		var members []uint8
		for _, c := range s.House(house) {
			members = append(members, uint8(c))
			geo.housesOf[c][house.Kind] = uint8(h)
			geo.houseBits[c] |= 1 << h
		}
		geo.houses = append(geo.houses, members)
	}
	for _, c := range s.Cells() {
		geo.cells = append(geo.cells, uint8(c))
		for peer := range s.Peers(c).All() {
			geo.peers[c] = append(geo.peers[c], uint8(peer))
		}
	}
	for first := 0; first < 2*geo.side; first += geo.boxSide {
		geo.chutes = append(geo.chutes, chuteOf(geo.houses[first:first+geo.boxSide], geo.boxSide))
	}
	return geo
}

// chuteOf cuts the lines of a chute at the borders of the boxes.
func chuteOf(lines [][]uint8, boxSide int) chuteCells {
	var chute chuteCells
	for _, line := range lines {
		var cut [][]uint8
		for j := 0; j < len(line); j += boxSide {
			cut = append(cut, line[j:j+boxSide])
		}
		chute = append(chute, cut)
	}
	return chute
}
