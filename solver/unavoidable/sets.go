package unavoidable

import (
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Sets returns all minimal unavoidable sets of a solution that have at most max cells: smaller
// ones first, those of a size in reading order. A grid that is not a solution, see
// [sudoku.Grid.Solved], has none.
func Sets(solution sudoku.Grid, max int) []sudoku.Cells {
	if !solution.Solved() {
		return nil
	}
	s := newSearch(solution, max)
	for size := 1; size < len(s.digits[0].bySize); size++ {
		s.exchangesFrom(size)
	}
	return minimal(s.found)
}

// search puts moves together, a digit at a time, until every cell that a digit enters is one
// that another digit leaves. Of all moves of an exchange it begins with a smallest, and of
// these with that of the smallest digit, so that each exchange is found once.
type search struct {
	max    int
	shape  sudoku.Shape
	table  *moveTable
	digits []placedDigit
	boxOf  [sudoku.MaxCells]uint8
	at     [sudoku.MaxCells]uint8 // the index of the digit of each cell

	first, firstSize int // the digit and the size of the move that the search began with
	found            []sudoku.Cells
}

// placedDigit is where a digit of the solution is, and where it can move.
type placedDigit struct {
	cells  sudoku.Cells
	inBox  [sudoku.MaxSide]sudoku.Cell
	bySize [][]placedMove
}

// placedMove is a move of a digit of the solution.
type placedMove struct {
	left, entered sudoku.Cells
	boxes         boxes
}

// exchange is how far an exchange has been put together.
type exchange struct {
	size          int // of the moves together
	left, entered sudoku.Cells
	closed        sudoku.Cells // cells that no further digit may enter
}

func newSearch(solution sudoku.Grid, max int) *search {
	s := &search{max: max, shape: solution.Shape(), table: tables[solution.Shape()]()}
	s.digits = make([]placedDigit, s.shape.Side())
	digits := solution.ByCell()
	for _, c := range s.shape.Cells() {
		box := s.shape.Box(c)
		s.at[c], s.boxOf[c] = uint8(digits[c]-1), uint8(box)
		d := &s.digits[s.at[c]]
		d.cells = d.cells.With(c)
		d.inBox[box] = c
	}
	// A digit leaves as many cells as it enters, and these are others: twice its size fits in.
	largest := min(s.shape.Side(), max/2)
	for i := range s.digits {
		s.digits[i].place(s.table, largest)
	}
	return s
}

// place works out the moves of a digit up to a size.
func (d *placedDigit) place(t *moveTable, largest int) {
	for size := 0; size <= largest; size++ {
		placed := make([]placedMove, len(t.bySize[size]))
		for i, m := range t.bySize[size] {
			p := placedMove{boxes: m.boxes}
			for from := range m.boxes.all() {
				c := d.inBox[from]
				p.left = p.left.With(c)
				p.entered = p.entered.With(sudoku.CellAt(c.Row(), d.inBox[m.to[from]].Column()))
			}
			placed[i] = p
		}
		d.bySize = append(d.bySize, placed)
	}
}

// exchangesFrom finds the exchanges whose smallest move has a size.
func (s *search) exchangesFrom(size int) {
	s.firstSize = size
	for s.first = range s.digits {
		moves := s.digits[s.first].bySize[size]
		for i := range moves {
			s.extend(exchange{}.with(&s.digits[s.first], &moves[i]))
		}
	}
}

// with returns the exchange with the move of one more digit.
func (e exchange) with(d *placedDigit, m *placedMove) exchange {
	e.size += m.boxes.len()
	e.left = e.left.Union(m.left)
	e.entered = e.entered.Union(m.entered)
	e.closed = e.closed.Union(m.entered).Union(d.cells.Minus(m.left))
	return e
}

// extend adds the moves of further digits to an exchange until it is complete.
func (s *search) extend(e exchange) {
	open := e.entered.Minus(e.left)
	if open == (sudoku.Cells{}) {
		s.found = append(s.found, e.left)
		return
	}
	must := s.mustLeave(open)
	next, room := s.next(&must, s.max-e.size)
	if room < 0 {
		return
	}
	d := &s.digits[next]
	least := s.leastSize(next, must[next])
	for size := least; size <= min(least+room, len(d.bySize)-1); size++ {
		moves := d.bySize[size]
		for i := range moves {
			m := &moves[i]
			if m.boxes&must[next] == must[next] && m.entered.Intersect(e.closed) == (sudoku.Cells{}) {
				s.extend(e.with(d, m))
			}
		}
	}
}

// mustLeave returns, for each digit, the boxes of its cells among those that it must leave.
func (s *search) mustLeave(cells sudoku.Cells) (must [sudoku.MaxSide]boxes) {
	for c := range cells.All() {
		must[s.at[c]] |= 1 << s.boxOf[c]
	}
	return must
}

// next returns the digit that must leave most cells, which has the fewest moves, and how many
// cells more than necessary the moves that are still to come may have together.
func (s *search) next(must *[sudoku.MaxSide]boxes, room int) (next, spare int) {
	most := 0
	for i, b := range must {
		if b == 0 {
			continue
		}
		room -= s.leastSize(i, b)
		if n := b.len(); n > most {
			next, most = i, n
		}
	}
	return next, room
}

// leastSize returns the size of the smallest move of a digit that leaves its cells in the boxes
// given, and that is not smaller than the first.
func (s *search) leastSize(index int, must boxes) int {
	floor := s.firstSize
	if index < s.first {
		floor++
	}
	return max(floor, int(s.table.least[must]))
}
