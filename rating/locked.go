package rating

import "math/bits"

// Where a box has a digit in one minirow only, the digit goes from the rest of the row: pointing.
// Where a row has it in one minirow only, it goes from the rest of the box: claiming. Columns and
// minicolumns are alike. A minirow or minicolumn so alone that has one cell is a hidden single.

// minis is the minirows of a set of cells, the three cells that a row and a box share, or its
// minicolumns: the ones with at least one of the cells, and the ones with more than one.
//
// The minirow of row r and box b of a band has bit 9r+3b, 32 are added for the second band and 1 for the
// third. The minicolumn of column c in a band has bit c, and 9 are added for each band above.
type minis struct{ some, more uint64 }

// The first of the three minirows or minicolumns of each box, row and column.
const (
	boxMinirows       = inBoxes*both | inBoxes<<1 // the others follow 9 and 18 further on
	rowMinirows       = inRows*both | inRows<<1   // 3 and 6
	boxMinicolumns    = inBoxes * inRows          // 1 and 2
	columnMinicolumns = row                       // 9 and 18
)

func (s cells) minirows() minis {
	upper, upperMore := tally(s.upper, s.upper>>1, s.upper>>2)
	lower, lowerMore := tally(s.lower, s.lower>>1, s.lower>>2)
	return minis{upper&(minirows*both) | lower&minirows<<1, upperMore&(minirows*both) | lowerMore&minirows<<1}
}

func (s cells) minicolumns() minis {
	upper, upperMore := tally(s.upper, s.upper>>9, s.upper>>18)
	lower, lowerMore := tally(s.lower, s.lower>>9, s.lower>>18)
	return minis{oneBand(upper, lower), oneBand(upperMore, lowerMore)}
}

// oneBand puts the first rows of the bands below each other.
func oneBand(upper, lower uint64) uint64 {
	return upper&row | upper>>(32-9)&(row<<9) | lower&row<<18
}

// ofMinirows returns the cells of minirows.
func ofMinirows(some uint64) cells {
	return cells{some & (minirows * both) * 7, some >> 1 & minirows * 7}
}

// ofMinicolumns returns the cells of minicolumns.
func ofMinicolumns(some uint64) cells {
	return cells{(some&row | some>>9&row<<32) * inRows, some >> 18 & row * inRows}
}

// alone returns the minis whose two others in their three are not in some. first has the first of each three, the
// others follow by and 2·by further on.
func alone(some, first uint64, by int) uint64 {
	once, twice := tally(some, some>>by, some>>(2*by))
	return some & threes(once&^twice, first, by)
}

// beside returns the minis of some that have one of others beside them in their three.
func beside(others, some, first uint64, by int) uint64 {
	return some &^ others & threes(others|others>>by|others>>(2*by), first, by)
}

// with returns how many threes have one of some.
func with(some, first uint64, by int) int {
	return bits.OnesCount64((some | some>>by | some>>(2*by)) & first)
}

// threes returns all of the threes of which the first is in some.
func threes(some, first uint64, by int) uint64 {
	some &= first
	return some | some<<by | some<<(2*by)
}

// only returns the cells that are the only one of the set in their box, row or column.
func (s cells) only() cells {
	r, c := s.minirows(), s.minicolumns()
	some := ofMinirows((alone(r.some, boxMinirows, 9) | alone(r.some, rowMinirows, 3)) &^ r.more)
	return s.and(some.or(ofMinicolumns(alone(c.some, columnMinicolumns, 9) &^ c.more)))
}

// apart reports whether no two cells of the set share a house.
func (s cells) apart() bool {
	r, c := s.minirows(), s.minicolumns()
	return r.more|c.more == 0 && alone(r.some, boxMinirows, 9) == r.some &&
		alone(r.some, rowMinirows, 3) == r.some && alone(c.some, columnMinicolumns, 9) == c.some
}

// look returns the cells that are the only one of the set in their box, the cells that are the only one in their row
// or column, and the cells that pointing and claiming remove.
func (s cells) look() (inBox, inLine, out cells) {
	r, c := s.minirows(), s.minicolumns()
	pointing, claiming := alone(r.some, boxMinirows, 9), alone(r.some, rowMinirows, 3)
	inBox, inLine = ofMinirows(pointing&^r.more), ofMinirows(claiming&^r.more)
	out = ofMinirows(beside(pointing, r.some, rowMinirows, 3) | beside(claiming, r.some, boxMinirows, 9))
	pointing, claiming = alone(c.some, boxMinicolumns, 1), alone(c.some, columnMinicolumns, 9)
	inLine = inLine.or(ofMinicolumns(claiming &^ c.more))
	out = out.or(ofMinicolumns(beside(pointing, c.some, columnMinicolumns, 9) | beside(claiming, c.some, boxMinicolumns, 1)))
	return s.and(inBox), s.and(inLine), s.and(out)
}

// removeLocked makes the eliminations of pointing and claiming, and reports whether there were any.
func (st *state) removeLocked() (found bool) {
	for i := range st.open {
		_, _, out := st.open[i].look()
		st.open[i] = st.open[i].except(out)
		found = found || !out.empty()
	}
	return found
}

// pointed returns the cells that pointing removes, and by how many minirows and minicolumns.
func (s cells) pointed() (out cells, n int) {
	r, c := s.minirows().some, s.minicolumns().some
	rows := beside(alone(r, boxMinirows, 9), r, rowMinirows, 3)
	columns := beside(alone(c, boxMinicolumns, 1), c, columnMinicolumns, 9)
	n = with(rows, rowMinirows, 3) + with(columns, columnMinicolumns, 9)
	return s.and(ofMinirows(rows).or(ofMinicolumns(columns))), n
}

// claimed returns the cells that claiming removes, and by how many minirows and minicolumns.
func (s cells) claimed() (out cells, n int) {
	r, c := s.minirows().some, s.minicolumns().some
	rows := beside(alone(r, rowMinirows, 3), r, boxMinirows, 9)
	columns := beside(alone(c, columnMinicolumns, 9), c, boxMinicolumns, 1)
	n = with(rows, boxMinirows, 9) + with(columns, boxMinicolumns, 1)
	return s.and(ofMinirows(rows).or(ofMinicolumns(columns))), n
}
