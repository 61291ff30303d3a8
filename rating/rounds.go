package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// count solves b in rounds with the techniques of the tiers 1 to max; see [Counts].
func (b *board) count(max logic.Tier, s *solution) (c Counts) {
	for b.open > 0 {
		technique, n := b.round(max, s)
		c[technique] += uint16(n)
	}
	return c
}

// round applies the easiest technique that finds anything, everywhere, and returns it with
// its count.
func (b *board) round(max logic.Tier, s *solution) (technique, n int) {
	if b.waiting > 0 {
		before := b.open
		b.nakedSingles() // their number is the same in any order
		return nakedSingle, before - b.open
	}
	if n := b.hiddenRound(); n > 0 {
		return hiddenSingle, n
	}
	seen := b.marks
	if max >= logic.TierLocked {
		if n := b.lockedRound(&seen, table.pointing, table.elsewhereInLine); n > 0 {
			return pointing, n
		}
		if n := b.lockedRound(&seen, table.claiming, table.elsewhereInBox); n > 0 {
			return claiming, n
		}
	}
	if houses := b.loose(s); houses != 0 {
		return b.subsetRound(houses, &seen)
	}
	if max >= logic.TierXWing {
		if technique, n := b.fishRound(s); n > 0 {
			return technique, n
		}
	}
	b.guess(s)
	return contradiction, 1
}

// hiddenRound places all hidden singles there are now and returns their number.
func (b *board) hiddenRound() int {
	var found marks
	for ; b.unsingle != 0; b.unsingle &= b.unsingle - 1 {
		h := bits.TrailingZeros32(b.unsingle)
		if hidden := b.hidden(h); hidden != 0 {
			for _, c := range b.geo.houses[h] {
				found[c] |= b.marks[c] & hidden
			}
		}
	}
	for _, c := range b.geo.cells {
		if found[c] != 0 {
			b.keep(c, found[c])
		}
	}
	return b.placeWaiting()
}

// placeWaiting places the cells that wait, not those that come to wait by it.
func (b *board) placeWaiting() int {
	batch, n := b.queue, b.waiting
	b.waiting = 0
	for _, c := range batch[:n] {
		b.place(c)
	}
	return n
}

// lockedRound removes from elsewhere all digits that are confined to a part, in the marks
// seen, and counts them by digit, box and line.
func (b *board) lockedRound(seen *marks, confined, elsewhere func(table) table) (n int) {
	for _, parts := range b.geo.chutes {
		digits := parts.digits(seen)
		found := confined(digits).and(elsewhere(digits))
		b.removeParts(parts, elsewhere(found).and(digits))
		n += found.len()
	}
	return n
}

// loose returns the houses in which a subset removes something.
func (b *board) loose(s *solution) (houses uint32) {
	for waiting := b.unsubset; waiting != 0; waiting &= waiting - 1 {
		h := bits.TrailingZeros32(waiting)
		if m := b.matchingOf(h, &b.marks, s); m.cut() {
			houses |= 1 << h
		}
	}
	b.unsubset = houses
	return houses
}

// subsetRound does the easiest subsets that remove something in the houses given.
func (b *board) subsetRound(houses uint32, seen *marks) (technique, n int) {
	for w := 2; w <= 4; w++ {
		if n := b.nakedSubsets(houses, seen, w); n > 0 {
			return nakedPair + 2*(w-2), n
		}
		if n := b.hiddenSubsets(houses, seen, w); n > 0 {
			return hiddenPair + 2*(w-2), n
		}
	}
	panic("rating: a house has a subset that is neither naked nor hidden of four or fewer")
}

func (b *board) nakedSubsets(houses uint32, seen *marks, w int) (n int) {
	for ; houses != 0; houses &= houses - 1 {
		house := b.geo.houses[bits.TrailingZeros32(houses)]
		found, gone := openOf(house, seen).narrow(w)
		n += found
		b.removeLines(house, gone)
	}
	return n
}

func (b *board) hiddenSubsets(houses uint32, seen *marks, w int) (n int) {
	for ; houses != 0; houses &= houses - 1 {
		house := b.geo.houses[bits.TrailingZeros32(houses)]
		found, gone := openOf(house, seen).transposed().narrow(w)
		n += found
		b.removeLines(house, gone.transposed())
	}
	return n
}

// openOf returns the candidates of the open cells of a house, line by line.
func openOf(house []uint8, seen *marks) (in incidence) {
	for i, c := range house {
		if !single(seen[c]) {
			in[i] = seen[c]
		}
	}
	return in
}

func (b *board) removeLines(house []uint8, gone incidence) {
	for i, c := range house {
		if gone[i] != 0 {
			b.keep(c, ^gone[i])
		}
	}
}

// fishRound does the smallest fish that remove something, by rows and by columns.
func (b *board) fishRound(s *solution) (technique, n int) {
	var loose uint16
	rows, at := b.rowsOfDigits(s)
	for digit := range b.geo.side {
		if m := rows[digit].matching(&at[digit]); m.cut() {
			loose |= 1 << digit
		}
	}
	for w := 2; loose != 0 && w <= 4; w++ {
		for digits := loose; digits != 0; digits &= digits - 1 {
			digit := bits.TrailingZeros16(digits)
			byRows, gone := rows[digit].narrow(w)
			byColumns, more := rows[digit].transposed().narrow(w)
			n += byRows + byColumns
			b.removeDigit(digit, gone)
			b.removeDigit(digit, more.transposed())
		}
		if n > 0 {
			return xWing + w - 2, n
		}
	}
	return 0, 0
}

// guess fills the open cells with the fewest candidates from the solution.
func (b *board) guess(s *solution) {
	fewest := 9
	for _, c := range b.geo.cells {
		if !single(b.marks[c]) {
			fewest = min(fewest, bits.OnesCount16(b.marks[c]))
		}
	}
	for _, c := range b.geo.cells {
		if bits.OnesCount16(b.marks[c]) == fewest {
			b.keep(c, 1<<s[c])
		}
	}
	b.placeWaiting()
}
