package rating

import "math/bits"

// Pointing and claiming look at the minirows of a band, the three cells that a row and a box
// share: where a box has a digit in one minirow only, the digit goes from the rest of the row,
// and where a row has it in one minirow only, from the rest of the box. Columns, minicolumns
// and stacks are alike.

// lockedTable has what is locked for each set of occupied minirows of a band (bit 3·box+row), or
// of minicolumns of a stack (bit 3·box+column).
var lockedTable = func() (table [512]lockedMinirows) {
	for occupied := range table {
		for i := range 9 {
			box, line := uint16(0o7<<(i/3*3)), uint16(0o111<<(i%3))
			table[occupied].add(uint16(occupied), 1<<i, box, line)
		}
	}
	return table
}()

// lockedMinirows is the minirows that lose a digit, and how many pointing or claiming minirows
// make others lose it.
type lockedMinirows struct {
	pointed, claimed   uint16
	pointing, claiming uint8
}

// add adds what one minirow of a box and a line does to others.
func (l *lockedMinirows) add(occupied, minirow, box, line uint16) {
	if occupied&box == minirow && occupied&line&^minirow != 0 {
		l.pointed |= occupied & line &^ minirow
		l.pointing++
	}
	if occupied&line == minirow && occupied&box&^minirow != 0 {
		l.claimed |= occupied & box &^ minirow
		l.claiming++
	}
}

// locked is what pointing and claiming do to a board: the candidates that they remove, and how
// many minirows and minicolumns do so.
type locked struct {
	pointed, claimed   marks
	pointing, claiming int
}

// locked finds pointing and claiming in all chutes.
func (m *marks) locked() (l locked) {
	for i, open := range m {
		for band, occupied := range open.occupiedMinirows() {
			found := &lockedTable[occupied]
			l.pointed[i] = l.pointed[i].or(minirowsIn(band, found.pointed))
			l.claimed[i] = l.claimed[i].or(minirowsIn(band, found.claimed))
			l.count(found)
		}
		for stack, occupied := range open.occupiedMinicolumns() {
			found := &lockedTable[occupied]
			l.pointed[i] = l.pointed[i].or(minicolumnsIn(stack, found.pointed))
			l.claimed[i] = l.claimed[i].or(minicolumnsIn(stack, found.claimed))
			l.count(found)
		}
	}
	return l
}

func (l *locked) count(found *lockedMinirows) {
	l.pointing += int(found.pointing)
	l.claiming += int(found.claiming)
}

// removeLocked removes what pointing and claiming of some digits remove. It finds them in the marks
// given, and reports whether there was any.
func (b *board) removeLocked(seen *marks, digits uint16) (found bool) {
	for ; digits != 0; digits &= digits - 1 {
		digit := bits.TrailingZeros16(digits)
		if some := seen[digit].lockedOut(); !some.empty() {
			b.open[digit] = b.open[digit].except(some)
			found = true
		}
	}
	return found
}

// lockedOut returns where pointing and claiming remove a digit that can go into these cells.
func (s cells) lockedOut() (out cells) {
	for band, occupied := range s.occupiedMinirows() {
		if found := &lockedTable[occupied]; found.pointing+found.claiming > 0 {
			out = out.or(minirowsIn(band, found.pointed|found.claimed))
		}
	}
	for stack, occupied := range s.occupiedMinicolumns() {
		if found := &lockedTable[occupied]; found.pointing+found.claiming > 0 {
			out = out.or(minicolumnsIn(stack, found.pointed|found.claimed))
		}
	}
	return out
}

// occupiedMinirows returns, for each band, the minirows that have a cell, as the table has them.
func (s cells) occupiedMinirows() [3]uint16 {
	upper, lower := minirowsOf(s.upper), minirowsOf(s.lower)
	return [3]uint16{uint16(upper % 512), uint16(upper >> 32 % 512), uint16(lower % 512)}
}

func minirowsOf(word uint64) uint64 {
	word = (word | word>>1 | word>>2) & (minirows * both)
	return word | word>>8 | word>>16
}

// occupiedMinicolumns returns, for each stack, the minicolumns that have a cell.
func (s cells) occupiedMinicolumns() (stacks [3]uint16) {
	upper, lower := s.upper|s.upper>>9|s.upper>>18, s.lower|s.lower>>9|s.lower>>18
	for stack := range stacks {
		at := 3 * stack
		stacks[stack] = uint16(upper>>at&0o7 | upper>>(32+at)&0o7<<3 | lower>>at&0o7<<6)
	}
	return stacks
}

// minirowsIn returns the cells of some minirows of a band.
func minirowsIn(band int, some uint16) cells {
	word := uint64(minirowCells[some%512])
	switch band {
	case 0:
		return cells{upper: word}
	case 1:
		return cells{upper: word << 32}
	}
	return cells{lower: word}
}

// minirowCells has the cells of each set of minirows of a band.
var minirowCells = func() (table [512]uint32) {
	for some := range table {
		for i := range 9 {
			if some>>i&1 != 0 {
				table[some] |= 0o7 << (9*(i%3) + 3*(i/3))
			}
		}
	}
	return table
}()

// minicolumnsIn returns the cells of some minicolumns of a stack.
func minicolumnsIn(stack int, some uint16) cells {
	columns := uint64(some)
	upper := columns&0o7 | columns>>3&0o7<<32
	return cells{upper * inRows << (3 * stack), columns >> 6 & 0o7 * inRows << (3 * stack)}
}
