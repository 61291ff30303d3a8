package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// outcome is the result of propagation.
type outcome uint8

const (
	deadEnd   outcome = iota // the state has no solution
	complete                 // every cell has one candidate left
	undecided                // nothing more follows: guess
)

// propagate draws all conclusions from singles and locked candidates.
func (st *state) propagate() outcome {
	for {
		for st.stale != 0 {
			if !st.narrow() {
				return deadEnd
			}
		}
		var once, twice bands
		for i := range st.open {
			open := st.open[i]
			twice = twice.or(once.and(open))
			once = once.or(open)
		}
		if once != wholeGrid {
			return deadEnd
		}
		singles := once.except(twice).except(st.taken)
		if singles.empty() {
			if twice.empty() {
				return complete
			}
			return undecided
		}
		st.placeSingles(singles)
	}
}

// placeSingles places the last candidate of each of the cells.
func (st *state) placeSingles(cells bands) {
	for i := range st.open {
		for rest := st.open[i].and(cells); !rest.empty(); {
			var c sudoku.Cell
			c, rest = rest.pop()
			st.placeLast(c, i)
		}
	}
}

// narrow applies locked candidates and hidden singles to the digits whose cells have
// changed. It returns false for a contradiction.
func (st *state) narrow() bool {
	for stale := st.stale; stale != 0; stale &= stale - 1 {
		i := int(stale.First() - 1)
		open, ok := lockedCandidates(st.open[i])
		if !ok {
			return false
		}
		st.open[i] = open
		st.stale &^= 1 << i
		singles := bands{singleInRow(open.upper, both), singleInRow(open.lower, 1)}.except(st.taken)
		if !singles.empty() {
			st.take(singles, i)
		}
	}
	return true
}

// The rest of this file finds the locked candidates of one digit.
//
// A minirow is the three cells that a row and a box share. A digit stands once in each row
// and once in each box of a band, so there are six ways to choose its three minirows. A minirow
// stays only if the digit can be in all three of some way. Locked candidates, pointing and
// claiming, conclude no more than that in the band; if no way is left, the digit cannot be
// placed. If a row has one cell left for the digit, the other cells of its box go too.
// Columns, minicolumns and stacks are alike.

// contradiction marks an entry of the table by a bit that no cell has.
const contradiction = 1 << 31

// minirowsLeft maps the minirows of a band in which a digit can be (bit 3·box+row) to the
// cells of the minirows that stay. B. Turner's BB_Sudoku (2009) and JCZSolve (Zhouyundong
// and others, New Sudoku Players' Forum, 2012) look bands up in such tables. 2 kB.
var minirowsLeft = func() (table [512]uint32) {
	ways := [6][3]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}
	for occupied := range table {
		for _, boxOfRow := range ways {
			needed, cells := 0, uint32(0)
			for row, box := range boxOfRow {
				needed |= 1 << (3*box + row)
				cells |= 0o7 << (9*row + 3*box)
			}
			if occupied&needed == needed {
				table[occupied] |= cells
			}
		}
		if table[occupied] == 0 {
			table[occupied] = contradiction
		}
	}
	return table
}()

// lockedCandidates returns the cells that locked candidates in bands and stacks leave to a
// digit. ok is false if the digit cannot be placed. Bands come again after stacks even if nothing changed
// there: to ask would often be mispredicted, and costs more.
func lockedCandidates(open bands) (left bands, ok bool) {
	for settled := (bands{}); ; settled = open {
		// The minirows that stay, in all three bands.
		upper, lower := occupiedMinirows(open.upper), occupiedMinirows(open.lower)
		first, second, third := minirowsLeft[upper%512], minirowsLeft[upper>>32%512], minirowsLeft[lower%512]
		open.upper &= uint64(first) | uint64(second)<<32
		open.lower &= uint64(third)
		if (first|second|third)&contradiction != 0 {
			return open, false
		}
		if open == settled {
			return open, true
		}
		// The minicolumns that stay, in all three stacks at once.
		upper, lower = occupiedColumns(open.upper), occupiedColumns(open.lower)
		// The nine columns of each band, one band after the other: a minicolumn in each bit,
		// three bits a box.
		occupied := upper&fullRow | upper>>(32-9)&(fullRow<<9) | lower&fullRow<<18
		// The same with the minicolumns of each box moved on by one and by two, twice in
		// succession, so that a shift by nine shows the next band's.
		one := occupied<<1&0o666666666 | occupied>>2&0o111111111
		two := occupied<<2&0o444444444 | occupied>>1&0o333333333
		one |= one << 27
		two |= two << 27
		// A minicolumn stays if the other two boxes of the stack can share the other two columns.
		kept := one>>9&(two>>18) | two>>9&(one>>18)
		open.upper &= (kept&fullRow | kept<<(32-9)&(fullRow<<32)) * rowStarts
		open.lower &= kept >> 18 & fullRow * rowStarts
	}
}

// occupiedMinirows gathers which minirows are occupied: in bits 0-8 for a word's first
// band, in bits 32-40 for its second. Other bits mean nothing.
func occupiedMinirows(word uint64) uint64 {
	word = (word | word>>1 | word>>2) & (minirowStarts * both)
	return word | word>>8 | word>>16
}

// occupiedColumns gathers which columns of each band are occupied, laid out like
// [occupiedMinirows].
func occupiedColumns(word uint64) uint64 { return word | word>>9 | word>>18 }

// singleInRow returns the cells of a word that are the only one of their row. Every row
// must have a cell. in is 1 for a word of one band, [both] for two.
func singleInRow(word, in uint64) uint64 {
	rows := rowStarts * in
	rest := word & (word - rows) // each row without its first cell
	// Carry the rows with a rest into their ninth bit, and spread that over the row.
	many := (rest&(rows*0xff) + rows*0xff | rest) & (rows << 8)
	return word &^ (many<<1 - many>>8)
}
