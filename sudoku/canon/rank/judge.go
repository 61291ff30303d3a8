package rank

import (
	"cmp"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// lines is a grid's rows, or its columns.
type lines [9][9]uint8

func (l *lines) transposed() (t lines) {
	for i := range l {
		for j, d := range l[i] {
			t[j][i] = d
		}
	}
	return t
}

// chute returns three lines as a band.
func (l *lines) chute(n int) (b band) {
	for s := range b {
		b[s] = box{l[3*n][3*s], l[3*n][3*s+1], l[3*n][3*s+2], l[3*n+1][3*s], l[3*n+1][3*s+1], l[3*n+1][3*s+2],
			l[3*n+2][3*s], l[3*n+2][3*s+1], l[3*n+2][3*s+2]}
	}
	return b
}

func linesOf(g sudoku.Grid) (l lines) {
	for i := range sudoku.MaxCells {
		l[i/9][i%9] = uint8(g.At(sudoku.CellAt(i/9, i%9)))
	}
	return l
}

// grid returns the grid that has the lines as rows.
func (l *lines) grid() sudoku.Grid {
	var digits [sudoku.MaxCells]sudoku.Digit
	for i := range digits {
		digits[i] = sudoku.Digit(l[i/9][i%9])
	}
	return sudoku.FromDigits(sudoku.Sudoku, digits)
}

// move is an order of columns and labels that make one band another, when its rows are ordered too.
type move struct {
	columns [9]uint8  // where each column comes from
	labels  [10]uint8 // of each digit
}

// normal returns the move that makes a box of a band 123456789, if its rows and columns are taken in an order, and the
// others' columns and these boxes ascend in their first row. It also returns the place of the result in bandTable.
func (t *bandTable) normal(b *band, first int, rows, columns [3]uint8) (m move, kind, arrangement int) {
	one := b[first].permuted(rows, columns)
	m.labels = one.labels()
	for i, c := range columns {
		m.columns[i] = uint8(3*first) + c
	}
	boxes := [2]int{(first + 1) % 3, (first + 2) % 3}
	var orders [2][3]uint8
	for i, other := range boxes {
		top := b[other][3*rows[0]:]
		orders[i] = ascending(m.labels[top[0]], m.labels[top[1]], m.labels[top[2]])
	}
	label := func(i int) uint8 { return m.labels[b[boxes[i]][3*rows[0]+orders[i][0]]] }
	if label(0) > label(1) {
		boxes[0], boxes[1], orders[0], orders[1] = boxes[1], boxes[0], orders[1], orders[0]
	}
	var kinds [2]int
	for i, other := range boxes {
		for j, c := range orders[i] {
			m.columns[3+3*i+j] = uint8(3*other) + c
		}
		turned := b[other].permuted(rows, orders[i])
		kinds[i] = t.kind(&m.labels, &turned)
	}
	return m, kinds[0], kinds[1] % arrangements
}

// ascending returns the order that makes three different numbers ascend.
func ascending(a, b, c uint8) [3]uint8 {
	p := permutations[permutationOf(uint32(a), uint32(b), uint32(c))]
	var order [3]uint8
	for i, n := range p {
		order[n] = uint8(i)
	}
	return order
}

// judge decides whether grids that begin with the canonical band of a class are canonical.
type judge struct {
	bands  *bandTable
	class  int
	lowest uint8             // the first digit of the fourth row
	back   map[uint32][]move // of the bands in their normal form: the moves to the canonical one
}

func newJudge(class int) *judge {
	j := &judge{bands: bands(), class: class, back: map[uint32][]move{}}
	form := &j.bands.forms[class]
	for row := range fourthRows(form) {
		j.lowest = row.at(0)
		break
	}
	for first := range 3 {
		for _, rows := range permutations {
			for _, columns := range permutations {
				m, kind, arrangement := j.bands.normal(form, first, rows, columns)
				key := uint32(kind*arrangements + arrangement)
				j.back[key] = append(j.back[key], m.inverse())
			}
		}
	}
	return j
}

func (m *move) inverse() (inverse move) {
	for to, from := range m.columns {
		inverse.columns[from] = uint8(to)
	}
	for d, label := range m.labels {
		inverse.labels[label] = uint8(d)
	}
	return inverse
}

// then returns the move that has the effect of both, one after the other.
func (m *move) then(next *move) (both move) {
	for to, from := range next.columns {
		both.columns[to] = m.columns[from]
	}
	for d, label := range m.labels {
		both.labels[d] = next.labels[label]
	}
	return both
}

var identity = move{[9]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}, [10]uint8{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}

// moves returns the moves that make a band of the class the canonical one, but not the identity.
func (j *judge) moves(b *band) (moves []move) {
	m, kind, arrangement := j.bands.normal(b, 0, permutations[0], permutations[0])
	for _, back := range j.back[uint32(kind*arrangements+arrangement)] {
		if both := m.then(&back); both != identity {
			moves = append(moves, both)
		}
	}
	return moves
}

// fourth returns the fourth row that a move of a chute makes of one of the other lines, if it is among these.
func (j *judge) fourth(m *move, others ...[9]uint8) (row fourthRow, found bool) {
	for i := range others {
		if m.labels[others[i][m.columns[0]]] == j.lowest {
			for _, from := range m.columns {
				row = row<<4 | fourthRow(m.labels[others[i][from]])
			}
			return row, true
		}
	}
	return row, false
}

// canonical reports whether a grid is. It begins with the canonical band of the class; its middle and last band, and the rows in
// them, ascend.
func (j *judge) canonical(rows *lines) bool {
	for _, l := range [...]lines{*rows, rows.transposed()} {
		for chute := range 3 {
			b := l.chute(chute)
			class := j.bands.of(&b)
			if class < j.class {
				return false
			}
			if class == j.class && j.leadsBelow(&b, append(l[:3*chute:3*chute], l[3*chute+3:]...), rows) {
				return false
			}
		}
	}
	return true
}

// leadsBelow reports whether a chute of the class, with the other lines, can be made the top of a smaller grid.
func (j *judge) leadsBelow(b *band, others [][9]uint8, rows *lines) bool {
	row := rowOf(rows[3][:]...)
	for _, m := range j.moves(b) {
		if fourth, _ := j.fourth(&m, others...); fourth < row || fourth == row && m.makesLess(others, rows) {
			return true
		}
	}
	return false
}

// makesLess reports whether a move of a chute makes of the other lines smaller ones than a grid has.
func (m *move) makesLess(others [][9]uint8, rows *lines) bool {
	var below [6][9]uint8
	for i := range below {
		for to, from := range m.columns {
			below[i][to] = m.labels[others[i][from]]
		}
	}
	ascend := func(a, b [9]uint8) int { return cmp.Compare(a[0], b[0]) }
	middle, last := below[:3], below[3:]
	slices.SortFunc(middle, ascend)
	slices.SortFunc(last, ascend)
	if middle[0][0] > last[0][0] {
		middle, last = last, middle
	}
	for i := range 6 {
		row := middle
		if i >= 3 {
			row = last
		}
		if compared := slices.Compare(row[i%3][:], rows[3+i][:]); compared != 0 {
			return compared < 0
		}
	}
	return false
}
