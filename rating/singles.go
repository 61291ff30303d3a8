package rating

import "math/bits"

// nakedSingles places cells with one candidate until there is none.
func (b *board) nakedSingles() {
	for b.waiting > 0 {
		b.waiting--
		c := b.queue[b.waiting]
		b.settle(c)
		for _, peer := range b.geo.peers[c] {
			b.keep(peer, ^b.marks[c])
		}
	}
}

// singles places naked and hidden singles until there is none of either.
func (b *board) singles() {
	b.nakedSingles()
	for b.unsingle != 0 {
		h := bits.TrailingZeros32(b.unsingle)
		b.unsingle &= b.unsingle - 1
		b.hiddenSingles(h)
		b.nakedSingles()
	}
}

// hiddenSingles leaves a digit that has one cell left in a house alone in that cell.
func (b *board) hiddenSingles(h int) {
	var once, twice uint16
	for _, c := range b.geo.houses[h] {
		twice |= once & b.marks[c]
		once |= b.marks[c]
	}
	hidden := once &^ twice &^ b.placed[h]
	if hidden == 0 {
		return
	}
	for _, c := range b.geo.houses[h] {
		if b.marks[c]&hidden != 0 {
			b.keep(c, hidden)
		}
	}
}
