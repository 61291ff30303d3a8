package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// board is a puzzle while the tier engine works on it: the candidates of every cell as
// nine-bit masks, and what changed since each technique last looked.
//
// One mask a cell serves every technique of the tiers 1 to 3: the subsets of a house and
// the locked candidates of a chute come out for all nine digits at once. Bit boards per
// digit would find singles quicker, but would have to be turned into this form for the
// subsets, where the time goes.
type board struct {
	geo      *geometry
	marks    marks                  // a placed cell keeps its digit alone
	placed   [27]uint16             // per house, the digits placed in it
	open     int                    // cells not yet placed
	unsingle uint32                 // houses changed since hidden singles looked there
	unsubset uint32                 // houses changed since subsets looked there
	waiting  int                    // how many of queue are in use
	queue    [sudoku.MaxCells]uint8 // cells with one candidate left, not yet placed
}

// start sets b to the clues of g and the candidates they leave.
func (b *board) start(g sudoku.Grid) {
	geo := &geometries[g.Shape()]
	digits := g.ByCell()
	*b = board{geo: geo, open: len(geo.cells)}
	for _, c := range geo.cells {
		if digits[c] != 0 {
			b.marks[c] = 1 << (digits[c] - 1)
			b.settle(c)
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
	b.unsingle = uint32(1)<<len(geo.houses) - 1
	b.unsubset = b.unsingle
}

// keep removes from a cell all candidates but those given.
func (b *board) keep(c uint8, these uint16) {
	old := b.marks[c]
	left := old & these
	if left == old {
		return
	}
	b.marks[c] = left
	b.unsingle |= b.geo.around[c]
	b.unsubset |= b.geo.around[c]
	if single(left) {
		b.queue[b.waiting] = c
		b.waiting++
	}
}

// settle counts a cell with one candidate as placed, without telling its peers.
func (b *board) settle(c uint8) {
	b.open--
	for _, h := range b.geo.housesOf[c] {
		b.placed[h] |= b.marks[c]
	}
}

// place settles a cell whose digit is known and removes the digit from its peers.
func (b *board) place(c uint8) {
	b.settle(c)
	for _, peer := range b.geo.peers[c] {
		b.keep(peer, ^b.marks[c])
	}
}

// isPlaced tells a placed cell from one that only has a single candidate left.
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

// solved reports whether every house holds every digit, which clues that contradict each
// other never come to.
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

func single(marks uint16) bool { return marks&(marks-1) == 0 && marks != 0 }
