package canon

import "github.com/gridkeeper/gridkeeper/sudoku"

// A full grid has ties where a puzzle has differences: any of the 18 lines can be the first
// row, in any order of columns. So here the first two rows are chosen together. They
// determine each other: follow a digit of the second row to its column in the first row,
// and that column's digit in the second row is the next to follow.
//
// The first row is 123456789. The second starts with 456 if each of its boxes holds the
// digits of one box of the first row, else with 457: two digits of one other box, which
// comes next, and one of the third. Once the first three columns are chosen, the second
// row decides about all others:
//
//	1 2 3   4 5 6   7 8 9
//	4 5 7   . . .   . . .
//
// The columns 1 and 2 lead to the columns 4 and 5, and column 3 leads to column 7. Column 6 is
// the rest of its stack. The columns 4, 5 and 6 lead to the columns 8 and 9, in this order,
// and to one of the first stack.
//
// The least rows of both kinds have a short cycle at the first column: 457189... if columns 1
// and 4 lead to each other, 456789123 if columns 1, 4 and 7 do. Once such a row is known, only
// columns in such a cycle are tried as the first: 44 of 100 pairs have one.

// pair is two rows of a band that may come to the top.
type pair struct {
	transposed, top, bottom int
	leads                   uint64 // in lane i, the column in which top has the digit that bottom has in column i
	order                   uint64 // the order of columns, the first in the highest lane
}

// fullSearch searches a full grid without contradictions: pairs first, then the other rows of
// the pairs that make the smallest second row.
type fullSearch struct {
	*search
	pairs [8]pair // with the smallest second row; once they are full, the next is completed at once
	n     int     // how many there are
}

func (s *search) runFull() {
	f := fullSearch{search: s}
	s.best[0], s.best[1] = 0x123456789, unknown
	for transposed := range s.orientations {
		for first := 0; first < sudoku.MaxSide; first += 3 {
			var leads [3][3]uint64
			lines := (*[3]line)(s.orientations[transposed].lines[first:])
			for i := range lines {
				cells := inverse(lines[i].digits)
				leads[i][(i+1)%3] = follow(lines[(i+1)%3].digits, cells)
				leads[i][(i+2)%3] = follow(lines[(i+2)%3].digits, cells)
			}
			for i := range leads {
				for j := range leads {
					if i != j {
						p := pair{transposed: transposed, top: first + i, bottom: first + j, leads: leads[i][j]}
						f.tryPair(&p, leads[j][i])
					}
				}
			}
		}
	}
	for i := range f.n {
		f.complete(&f.pairs[i])
	}
}

// full reports whether a 9×9 grid holds every digit once in every house.
func full(digits *[sudoku.MaxCells]sudoku.Digit) bool {
	var rows, columns, boxes [sudoku.MaxSide]sudoku.Digits
	for row := range sudoku.MaxSide {
		for column := range sudoku.MaxSide {
			d := digits[sudoku.MaxSide*row+column]
			if d == 0 {
				return false
			}
			rows[row] = rows[row].With(d)
			columns[column] = columns[column].With(d)
			boxes[row/3*3+column/3] = boxes[row/3*3+column/3].With(d)
		}
	}
	for i := range sudoku.MaxSide {
		if rows[i]&columns[i]&boxes[i] != sudoku.Sudoku.Digits() {
			return false
		}
	}
	return true
}

// inverse returns the lane of each number 1 to 9 that stands in packed.
func inverse(packed uint64) (lanes uint64) {
	for i := range uint64(sudoku.MaxSide) {
		lanes |= i << (laneBits * (packed & laneMask))
		packed >>= laneBits
	}
	return lanes
}

// follow returns a word whose lane i is the lane of lanes that lane i of packed names.
func follow(packed, lanes uint64) (followed uint64) {
	for i := range sudoku.MaxSide {
		followed |= lane(lanes, int(laneBits*lane(packed, laneBits*i))) << (laneBits * i)
	}
	return followed
}

// tryPair tries each column as the third if the other two of its stack lead to the same
// stack, with both orders of these. The bottom row leads back to the top row's columns.
func (f *fullSearch) tryPair(p *pair, back uint64) {
	thirds, firsts := p.thirds(), uint64(allLanes)
	switch second := f.best[1]; {
	case thirds == allLanes:
		if second < 0x456789200 {
			firsts = equalLanes(follow(p.leads, p.leads), back)
		}
	case second < 0x457000000:
		return
	case second < 0x457200000:
		firsts = equalLanes(p.leads, back)
	}
	if firsts == 0 {
		return
	}
	for ; thirds != 0; thirds &= thirds - 1 {
		c3 := uint64(first(thirds)) / laneBits
		stack := c3 / 3 * 3
		c1, c2 := stack+(c3+1)%3, stack+(c3+2)%3
		if firsts>>(laneBits*c1)&1 != 0 {
			f.tryColumns(p, c1, c2, c3)
		}
		if firsts>>(laneBits*c2)&1 != 0 {
			f.tryColumns(p, c2, c1, c3)
		}
	}
}

// thirds returns the columns whose neighbours in the stack lead to the same stack: all, or one of each stack.
func (p *pair) thirds() uint64 {
	// A number from 3 on, or from 6 on, has its highest bit set when 5, or 2, is added.
	stacks := (p.leads+5*allLanes)>>(laneBits-1)&allLanes + (p.leads+2*allLanes)>>(laneBits-1)&allLanes
	next := stacks>>laneBits&(0x0ff*firstLanes) | stacks<<(2*laneBits)&(0xf00*firstLanes)
	equal := equalLanes(stacks, next) // column 0 and 1, 1 and 2, 2 and 0 of a stack
	return equal>>laneBits&(0x011*firstLanes) | equal<<(2*laneBits)&(0x100*firstLanes)
}

func (p *pair) lead(column uint64) uint64 { return lane(p.leads, int(laneBits*column)) }

// tryColumns keeps a pair with the order of columns that the first three entail, if it makes
// the smallest second row.
func (f *fullSearch) tryColumns(p *pair, c1, c2, c3 uint64) {
	c4, c5, c6, c7 := p.lead(c1), p.lead(c2), uint64(0), p.lead(c3)
	c8, c9, start := uint64(0), uint64(0), uint64(0x457)
	if c7/3 == c4/3 {
		c6, start = c7, 0x456
		c7, c8, c9 = p.lead(c4), p.lead(c5), p.lead(c6)
	} else {
		c6 = 9*(c4/3) + 3 - c4 - c5
		c8, c9 = p.lead(c4), p.lead(c5)
		if c8/3 == c1/3 {
			c8, c9 = c9, p.lead(c6)
		} else if c9/3 == c1/3 {
			c9 = p.lead(c6)
		}
	}
	labels := uint64(1)<<(laneBits*c1) | 2<<(laneBits*c2) | 3<<(laneBits*c3) | 4<<(laneBits*c4) | 5<<(laneBits*c5) |
		6<<(laneBits*c6) | 7<<(laneBits*c7) | 8<<(laneBits*c8) | 9<<(laneBits*c9)
	label := func(from uint64) uint64 { return lane(labels, int(laneBits*p.lead(from))) }
	second := start<<24 | label(c4)<<20 | label(c5)<<16 | label(c6)<<12 | label(c7)<<8 | label(c8)<<4 | label(c9)
	if second < f.best[1] {
		f.n = 0
	}
	if !f.reaches(1, second) {
		return
	}
	p.order = c1<<32 | c2<<28 | c3<<24 | c4<<20 | c5<<16 | c6<<12 | c7<<8 | c8<<4 | c9
	if f.n == len(f.pairs) {
		f.complete(p)
		return
	}
	f.pairs[f.n] = *p
	f.n++
}

// complete labels the digits so that the first row ascends, and compares row by row. Nothing
// is left to choose: the first column orders the rows.
func (f *fullSearch) complete(p *pair) {
	lines := &f.orientations[p.transposed].lines
	labels := 9*allLanes<<laneBits - inverse(follow(p.order, lines[p.top].digits))
	text := func(row int) uint64 { return follow(follow(p.order, lines[row].digits), labels) }
	third := p.top/3*9 + 3 - p.top - p.bottom
	if !f.reaches(2, text(third)) {
		return
	}
	// The next rows are the chute of the row with the least label in the first column, then the last chute, both by
	// their labels there.
	firstColumn := &f.orientations[1-p.transposed].lines[lane(p.order, laneBits*(sudoku.MaxSide-1))]
	rows := inverse(follow(firstColumn.digits, labels))
	middle, order, last, next := -1, uint64(p.top<<8|p.bottom<<4|third), uint64(0), 3
	for label := 1; label <= sudoku.MaxSide; label++ {
		row := int(lane(rows, laneBits*label))
		if row/3 == p.top/3 {
			continue
		}
		if middle < 0 {
			middle = row / 3
		}
		if row/3 != middle {
			last = last<<laneBits | uint64(row)
			continue
		}
		if !f.reaches(next, text(row)) {
			return
		}
		order = order<<laneBits | uint64(row)
		next++
	}
	for at := 2 * laneBits; at >= 0; at -= laneBits {
		if !f.reaches(next, text(int(lane(last, at)))) {
			return
		}
		next++
	}
	pre := prefix{transposed: p.transposed, order: order<<chuteBits | last}
	pre.places, pre.labels = inverse(p.order), labels
	f.visit(&pre, sudoku.MaxSide)
}
