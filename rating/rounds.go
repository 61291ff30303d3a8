package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// count solves b in rounds with the techniques of the tiers up to highest; see [Counts].
func (b *board) count(highest logic.Tier, s *solution) (c Counts) {
	for b.open > 0 {
		technique, n := b.round(highest, s)
		c[technique] += uint16(n)
	}
	return c
}

// round applies the easiest technique that finds anything, everywhere, and returns it with
// its count.
func (b *board) round(highest logic.Tier, s *solution) (technique, n int) {
	if b.waiting > 0 {
		before := b.open
		b.nakedSingles() // their number is the same in any order
		return nakedSingle, before - b.open
	}
	if n := b.hiddenRound(); n > 0 {
		return hiddenSingle, n
	}
	seen := b.marks
	if highest >= logic.TierLocked {
		if n := b.lockedRound(&seen, intersections.pointing, intersections.elsewhereInLine); n > 0 {
			return pointing, n
		}
		if n := b.lockedRound(&seen, intersections.claiming, intersections.elsewhereInBox); n > 0 {
			return claiming, n
		}
	}
	if houses := b.housesWithSubsets(s); houses != 0 {
		return b.subsetRound(houses, &seen)
	}
	if highest >= logic.TierXWing {
		if technique, n := b.fishRound(s); n > 0 {
			return technique, n
		}
	}
	b.guess(s)
	return contradiction, 1
}

// hiddenRound places all hidden singles at the same time and returns their number.
func (b *board) hiddenRound() int {
	var found marks
	for ; b.staleSingles != 0; b.staleSingles &= b.staleSingles - 1 {
		h := bits.TrailingZeros32(b.staleSingles)
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

// placeWaiting places the cells that are waiting now, not those that this leaves with one
// candidate, and returns their number.
func (b *board) placeWaiting() int {
	queue, n := b.queue, b.waiting
	b.waiting = 0
	for _, c := range queue[:n] {
		b.place(c)
	}
	return n
}

// lockedRound removes the digits that are locked in an intersection from elsewhere in its
// line or box. It finds them in the marks given, and counts each digit of an intersection.
func (b *board) lockedRound(seen *marks, locked, elsewhere func(intersections) intersections) (n int) {
	for _, chute := range b.geo.chutes {
		digits := chute.digits(seen)
		found := locked(digits).and(elsewhere(digits))
		b.removeDigits(chute, elsewhere(found).and(digits))
		n += found.len()
	}
	return n
}

// housesWithSubsets returns the houses in which a subset removes something.
func (b *board) housesWithSubsets(s *solution) (houses uint32) {
	for stale := b.staleSubsets; stale != 0; stale &= stale - 1 {
		h := bits.TrailingZeros32(stale)
		if m := b.matchingOf(h, &b.marks, s); m.filter() {
			houses |= 1 << h
		}
	}
	b.staleSubsets = houses
	return houses
}

// subsetRound applies the easiest subsets that remove something in the houses given.
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
		found, removed := openCells(house, seen).findSubsets(w)
		n += found
		b.removeFrom(house, removed)
	}
	return n
}

func (b *board) hiddenSubsets(houses uint32, seen *marks, w int) (n int) {
	for ; houses != 0; houses &= houses - 1 {
		house := b.geo.houses[bits.TrailingZeros32(houses)]
		found, removed := openCells(house, seen).transposed().findSubsets(w)
		n += found
		b.removeFrom(house, removed.transposed())
	}
	return n
}

// openCells returns the candidates of the open cells of a house, with the cells as variables.
func openCells(house []uint8, seen *marks) (d domains) {
	for i, c := range house {
		if !single(seen[c]) {
			d[i] = seen[c]
		}
	}
	return d
}

// removeFrom removes candidates from the cells of a house, cell by cell.
func (b *board) removeFrom(house []uint8, removed domains) {
	for i, c := range house {
		if removed[i] != 0 {
			b.keep(c, ^removed[i])
		}
	}
}

// fishRound applies the smallest fish that remove something, by rows and by columns.
func (b *board) fishRound(s *solution) (technique, n int) {
	var withFish uint16 // digits
	rows, columns := b.rowsOfDigits(s)
	for digit := range b.geo.side {
		if m := rows[digit].matching(&columns[digit]); m.filter() {
			withFish |= 1 << digit
		}
	}
	for w := 2; withFish != 0 && w <= 4; w++ {
		for digits := withFish; digits != 0; digits &= digits - 1 {
			digit := bits.TrailingZeros16(digits)
			byRows, removed := rows[digit].findSubsets(w)
			byColumns, more := rows[digit].transposed().findSubsets(w)
			n += byRows + byColumns
			b.removeDigit(digit, removed)
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
