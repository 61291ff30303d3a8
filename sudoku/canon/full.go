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
	cellOf [2][sudoku.MaxSide]uint64 // in each line, the cell of each digit
	pairs  [8]pair                   // with the smallest second row; once they are full, the next is completed at once
	n      int                       // how many there are
}

func (s *search) runFull() {
	f := fullSearch{search: s}
	s.best[0], s.best[1] = 0x123456789, unknown
	for transposed := range f.cellOf {
		for i := range f.cellOf[transposed] {
			f.cellOf[transposed][i] = inverse(s.orientations[transposed].lines[i].digits)
		}
	}
	for transposed := range f.cellOf {
		for top := range sudoku.MaxSide {
			for bottom := top / 3 * 3; bottom < top/3*3+3; bottom++ {
				if bottom != top {
					leads := follow(s.orientations[transposed].lines[bottom].digits, f.cellOf[transposed][top])
					f.tryPair(&pair{transposed: transposed, top: top, bottom: bottom, leads: leads})
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

// tryPair tries each column as the third, with both orders of the other two of its stack,
// if these two lead to the same stack.
func (f *fullSearch) tryPair(p *pair) {
	for c3 := range uint64(sudoku.MaxSide) {
		stack := c3 / 3 * 3
		c1, c2 := stack+(c3+1)%3, stack+(c3+2)%3
		if p.lead(c1)/3 == p.lead(c2)/3 {
			f.tryColumns(p, c1, c2, c3)
			f.tryColumns(p, c2, c1, c3)
		}
	}
}

// columnOrder returns the order of columns that the first three entail, the first in the
// highest lane, and the first six digits of the second row.
func (p *pair) columnOrder(c1, c2, c3 uint64) (head, order uint64) {
	c4, c5, c := p.lead(c1), p.lead(c2), p.lead(c3)
	if c/3 == c4/3 {
		return 0x456789, c1<<32 | c2<<28 | c3<<24 | c4<<20 | c5<<16 | c<<12 | p.lead(c4)<<8 | p.lead(c5)<<4 | p.lead(c)
	}
	c6 := 9*(c4/3) + 3 - c4 - c5
	head, order, last := uint64(0x457), c, uint64(8)
	for _, from := range [...]uint64{c4, c5, c6} {
		switch p.lead(from) {
		case c1:
			head = head<<laneBits | 1
		case c2:
			head = head<<laneBits | 2
		case c3:
			head = head<<laneBits | 3
		default:
			head = head<<laneBits | last
			order = order<<laneBits | p.lead(from)
			last++
		}
	}
	return head, c1<<32 | c2<<28 | c3<<24 | c4<<20 | c5<<16 | c6<<12 | order
}

// exceeds reports whether the second row is greater than all rows that start with the four digits
// given. It misses some greater ones, and is quicker than columnOrder.
func (p *pair) exceeds(digits, c1, c3 uint64) bool {
	c4 := p.lead(c1)
	if p.lead(c3)/3 == c4/3 { // 4567
		return false
	}
	return digits == 0x4567 || digits == 0x4571 && p.lead(c4) != c1
}

func (p *pair) lead(column uint64) uint64 { return lane(p.leads, int(laneBits*column)) }

// tryColumns keeps a pair with the order of columns that the first three entail, if it makes
// the smallest second row.
func (f *fullSearch) tryColumns(p *pair, c1, c2, c3 uint64) {
	second := f.best[1]
	if p.exceeds(second>>(5*laneBits), c1, c3) {
		return
	}
	head, order := p.columnOrder(c1, c2, c3)
	if head > second>>(3*laneBits) {
		return
	}
	p.order = order
	text := p.secondRow()
	if !f.reaches(1, text) {
		return
	}
	if text < second {
		f.n = 0
	}
	if f.n == len(f.pairs) {
		f.complete(p)
		return
	}
	f.pairs[f.n] = *p
	f.n++
}

// secondRow returns the text of the second row.
func (p *pair) secondRow() (text uint64) {
	labels := uint64(0) // in lane i, the label of the digit that top has in column i
	for place := range uint64(sudoku.MaxSide) {
		labels |= (sudoku.MaxSide - place) << (laneBits * lane(p.order, int(laneBits*place)))
	}
	return follow(follow(p.order, p.leads), labels)
}

// complete labels the digits so that the first row ascends, and compares row by row. Nothing
// is left to choose: the first column orders the rows.
func (f *fullSearch) complete(p *pair) {
	lines := &f.orientations[p.transposed].lines
	pre := prefix{transposed: p.transposed, left: allLanes, open: allLanes}
	for place := range uint64(sudoku.MaxSide) {
		at := laneBits * lane(p.order, int(laneBits*place))
		pre.places |= place << at
		pre.labels |= (sudoku.MaxSide - place) << (laneBits * lane(lines[p.top].digits, int(at)))
	}
	pre.choose(laneBits * p.top)
	pre.choose(laneBits * p.bottom)
	rows := f.cellOf[1-p.transposed][lane(p.order, laneBits*(sudoku.MaxSide-1))] // of the digits of the first column
	for level := 2; level < sudoku.MaxSide; level++ {
		row := pre.nextBy(rows, lines[p.top].digits, p.order)
		if text, _ := pre.read(lines[row], f.best[level]); !f.reaches(level, text) {
			return
		}
		pre.choose(laneBits * row)
	}
	f.visit(&pre, sudoku.MaxSide)
}

// nextBy returns the row that can be next and has the lowest label in the first column; rows
// has the row of each digit there. The digits of the top row, in the order of columns, have
// ascending labels.
func (pre *prefix) nextBy(rows, top, order uint64) int {
	for place := sudoku.MaxSide - 1; ; place-- {
		digit := lane(top, int(laneBits*lane(order, laneBits*place)))
		row := int(lane(rows, int(laneBits*digit)))
		if pre.open>>(laneBits*row)&1 != 0 {
			return row
		}
	}
}
