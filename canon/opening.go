package canon

// opening returns the text of a row that no clue comes before, if all its digits are the
// same: stacks by their number of clues, the fewest first. No such row is less.
func opening(clues uint64) uint64 {
	counts := members(clues)
	a, b, c := lane(counts, 0), lane(counts, 12), lane(counts, 24)
	fewest, most := min(a, b, c), max(a, b, c)
	ones := [...]uint64{0, 0x001, 0x011, 0x111}
	return ones[fewest]<<24 | ones[a+b+c-fewest-most]<<12 | ones[most]
}

// rising returns the text that an opening has if all its digits differ: each 1 becomes the
// number of ones up to there.
func rising(ones uint64) uint64 {
	sums := ones
	for shift := laneBits; shift < 64; shift *= 2 {
		sums += sums >> shift
	}
	return sums & (ones * laneMask)
}
