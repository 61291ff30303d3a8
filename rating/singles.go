package rating

import "math/bits"

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
	for b.unsingle != 0 {
		h := bits.TrailingZeros32(b.unsingle)
		b.unsingle &= b.unsingle - 1
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
