package rating

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// count solves b in rounds with the techniques of the tiers up to highest, and adds how often
// each is used; see [Counts].
func (st *state) count(c *Counts, needs *Needs, highest logic.Tier, s *solution) {
	for !st.empty.empty() {
		technique, n := st.round(highest, s)
		c[technique] += uint16(n)
		needs.note(technique, n)
	}
	if highest == logic.TierGuessing {
		*needs = 1 << contradiction
	}
}

// countSingles does so with singles only, until there is none. It needs no solution.
func (st *state) countSingles(c *Counts) {
	for n := 1; n > 0; {
		c[nakedSingle] += uint16(st.nakedSingles()) // their number is the same in any order
		n = st.hiddenSingles()
		c[hiddenSingle] += uint16(n)
	}
}

// round applies the easiest technique that finds anything, everywhere, and returns it with
// its count.
func (st *state) round(highest logic.Tier, s *solution) (technique, n int) {
	if n := st.nakedSingles(); n > 0 {
		return nakedSingle, n
	}
	if n := st.hiddenSingles(); n > 0 {
		return hiddenSingle, n
	}
	if highest >= logic.TierLocked {
		// Each digit of a minirow or minicolumn counts.
		if n := st.removeEach(cells.pointed); n > 0 {
			return pointing, n
		}
		if n := st.removeEach(cells.claimed); n > 0 {
			return claiming, n
		}
	}
	if st.findSubsets(s) {
		return st.subsetRound(st.changed)
	}
	if highest >= logic.TierXWing {
		if technique, n := st.fishRound(s); n > 0 {
			return technique, n
		}
	}
	st.guess(s)
	return contradiction, 1
}

// removeEach removes the candidates that find returns for each digit, and returns the number of patterns.
func (st *state) removeEach(find func(cells) (cells, int)) (n int) {
	for i := range st.open {
		out, found := find(st.open[i])
		st.open[i] = st.open[i].except(out)
		n += found
	}
	return n
}

// subsetRound applies the easiest subsets that remove something in the houses given.
func (st *state) subsetRound(houses uint32) (technique, n int) {
	seen := st.open
	for w := 2; w <= 4; w++ {
		if n := st.nakedSubsets(houses, &seen, w); n > 0 {
			return nakedSubset[w], n
		}
		if n := st.hiddenSubsets(houses, &seen, w); n > 0 {
			return hiddenSubset[w], n
		}
	}
	panic("rating: a house has a subset that is neither naked nor hidden of four or fewer")
}

// nakedSubsets applies the naked subsets of w cells, and counts them.
func (st *state) nakedSubsets(houses uint32, seen *marks, w int) (n int) {
	for ; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros32(houses)
		found, removed := seen.inHouse(h).transposed().findSubsets(w)
		n += found
		st.removeInHouse(h, removed.transposed())
	}
	return n
}

// hiddenSubsets applies the hidden subsets of w digits, and counts them.
func (st *state) hiddenSubsets(houses uint32, seen *marks, w int) (n int) {
	for ; houses != 0; houses &= houses - 1 {
		h := bits.TrailingZeros32(houses)
		found, removed := seen.inHouse(h).findSubsets(w)
		n += found
		st.removeInHouse(h, removed)
	}
	return n
}

// removeInHouse removes digits from cells of a house, digit by digit.
func (st *state) removeInHouse(h int, removed domains) {
	for digit, numbers := range removed {
		st.open[digit] = st.open[digit].except(ofHouse(h, numbers))
	}
}

// fishRound applies the smallest fish that remove something, by rows and by columns.
func (st *state) fishRound(s *solution) (technique, n int) {
	withFish := uint16(0)
	for digit := range st.open {
		if _, found := st.open[digit].fish(digit, s); found {
			withFish |= 1 << digit
		}
	}
	for w := 2; withFish != 0 && w <= 4; w++ {
		for digits := withFish; digits != 0; digits &= digits - 1 {
			digit := bits.TrailingZeros16(digits)
			rows := st.open[digit].inRows()
			byRows, removed := rows.findSubsets(w)
			byColumns, more := rows.transposed().findSubsets(w)
			n += byRows + byColumns
			st.removeFrom(digit, removed)
			st.removeFrom(digit, more.transposed())
		}
		if n > 0 {
			return fish[w], n
		}
	}
	return 0, 0
}

// guess fills the empty cells with the fewest candidates from the solution.
func (st *state) guess(s *solution) {
	var counts [4]cells // bit by bit, how many candidates each cell has
	for _, carry := range st.open {
		for bit := range counts {
			counts[bit], carry = counts[bit].xor(carry), counts[bit].and(carry)
		}
	}
	fewest := st.empty
	for bit := len(counts) - 1; bit >= 0; bit-- {
		if fewer := fewest.except(counts[bit]); !fewer.empty() {
			fewest = fewer
		}
	}
	var digits marks
	for i := range digits {
		digits[i] = s.cells[i].and(fewest)
	}
	st.place(&digits)
}
