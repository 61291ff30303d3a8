package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// count solves b in rounds with the techniques of the tiers up to highest, and adds how often
// each is used; see [Counts].
func (b *board) count(c *Counts, needs *Needs, highest logic.Tier, s *solution) {
	for !b.empty.empty() {
		technique, n := b.round(highest, s)
		c[technique] += uint16(n)
		needs.note(technique, n)
	}
	if highest == logic.TierGuessing {
		*needs = 1 << contradiction
	}
}

// countSingles does so with singles only, until there is none. It needs no solution.
func (b *board) countSingles(c *Counts) {
	for n := 1; n > 0; {
		c[nakedSingle] += uint16(b.nakedSingles()) // their number is the same in any order
		n = b.hiddenSingles()
		c[hiddenSingle] += uint16(n)
	}
}

// round applies the easiest technique that finds anything, everywhere, and returns it with
// its count.
func (b *board) round(highest logic.Tier, s *solution) (technique, n int) {
	if n := b.nakedSingles(); n > 0 {
		return nakedSingle, n
	}
	if n := b.hiddenSingles(); n > 0 {
		return hiddenSingle, n
	}
	if highest >= logic.TierLocked {
		if technique, n := b.lockedRound(); n > 0 {
			return technique, n
		}
	}
	if b.findSubsets(s) {
		return b.subsetRound(b.changed)
	}
	if highest >= logic.TierXWing {
		if technique, n := b.fishRound(s); n > 0 {
			return technique, n
		}
	}
	b.guess(s)
	return contradiction, 1
}

// lockedRound applies pointing, or claiming where there is none. It counts each digit of a
// minirow or minicolumn.
func (b *board) lockedRound() (technique, n int) {
	if n := b.removeEach(cells.pointed); n > 0 {
		return pointing, n
	}
	return claiming, b.removeEach(cells.claimed)
}

// removeEach removes of each digit what is found, and returns by how many patterns.
func (b *board) removeEach(find func(cells) (cells, int)) (n int) {
	for i := range b.open {
		out, found := find(b.open[i])
		b.open[i] = b.open[i].except(out)
		n += found
	}
	return n
}

// subsetRound applies the easiest subsets that remove something in the houses given.
func (b *board) subsetRound(houses uint32) (technique, n int) {
	seen := b.open
	for w := 2; w <= 4; w++ {
		if n := b.nakedSubsets(houses, &seen, w); n > 0 {
			return nakedSubset[w], n
		}
		if n := b.hiddenSubsets(houses, &seen, w); n > 0 {
			return hiddenSubset[w], n
		}
	}
	panic("rating: a house has a subset that is neither naked nor hidden of four or fewer")
}

// nakedSubsets applies those of w cells, and counts them.
func (b *board) nakedSubsets(houses uint32, seen *marks, w int) (n int) {
	for ; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros32(houses)
		found, removed := seen.inHouse(h).transposed().findSubsets(w)
		n += found
		b.removeInHouse(h, removed.transposed())
	}
	return n
}

// hiddenSubsets applies those of w digits, and counts them.
func (b *board) hiddenSubsets(houses uint32, seen *marks, w int) (n int) {
	for ; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros32(houses)
		found, removed := seen.inHouse(h).findSubsets(w)
		n += found
		b.removeInHouse(h, removed)
	}
	return n
}

// removeInHouse removes digits from cells of a house, digit by digit.
func (b *board) removeInHouse(h int, removed domains) {
	for digit, numbers := range removed {
		b.open[digit] = b.open[digit].except(ofHouse(h, numbers))
	}
}

// fishRound applies the smallest fish that remove something, by rows and by columns.
func (b *board) fishRound(s *solution) (technique, n int) {
	withFish := b.open.digitsWithFish(s)
	for w := 2; withFish != 0 && w <= 4; w++ {
		for digits := withFish; digits != 0; digits &= digits - 1 {
			digit := bits.TrailingZeros16(digits)
			rows := b.open[digit].inRows()
			byRows, removed := rows.findSubsets(w)
			byColumns, more := rows.transposed().findSubsets(w)
			n += byRows + byColumns
			b.removeFrom(digit, removed)
			b.removeFrom(digit, more.transposed())
		}
		if n > 0 {
			return fish[w], n
		}
	}
	return 0, 0
}

// digitsWithFish returns the digits of which fish remove something.
func (m *marks) digitsWithFish(s *solution) (digits uint16) {
	for digit := range m {
		if _, found := m[digit].fish(digit, s); found {
			digits |= 1 << digit
		}
	}
	return digits
}

// guess fills the empty cells with the fewest candidates from the solution.
func (b *board) guess(s *solution) {
	fewest := b.fewestCandidates()
	var digits marks
	for i := range digits {
		digits[i] = s.cells[i].and(fewest)
	}
	b.place(&digits)
}

// fewestCandidates returns the empty cells that have the fewest candidates.
func (b *board) fewestCandidates() cells {
	var counts [4]cells // bit by bit, how many candidates each cell has
	for _, carry := range b.open {
		for bit := range counts {
			counts[bit], carry = counts[bit].xor(carry), counts[bit].and(carry)
		}
	}
	fewest := b.empty
	for bit := len(counts) - 1; bit >= 0; bit-- {
		if fewer := fewest.except(counts[bit]); !fewer.empty() {
			fewest = fewer
		}
	}
	return fewest
}
