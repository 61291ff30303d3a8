package unavoidable

import (
	"math/bits"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Sets returns all minimal unavoidable sets of a solution that have at most max cells, by size and
// then in reading order. A grid that is not a solution, see
// [sudoku.Grid.Solved], has none.
func Sets(solution sudoku.Grid, max int) []sudoku.Cells {
	if !solution.Solved() {
		return nil
	}
	s := newSearch(solution, max)
	for _, set := range OfTwoDigits(solution) {
		if set.Len() <= max {
			s.found = append(s.found, set)
		}
	}
	// Of three digits or more, one moves in a third of the cells at most.
	for size := 2; size <= max/3 && size <= s.side; size++ {
		s.firstSize = uint8(size)
		for s.first = range s.side {
			for i := range s.moves[size] {
				s.start(&s.moves[size][i])
			}
		}
	}
	return minimal(s.found)
}

// OfTwoDigits returns the unavoidable sets of a solution in which two digits change places: with a cell of one
// digit, the set has the cells of the other in its row, column and box. They are found in a few microseconds.
func OfTwoDigits(solution sudoku.Grid) []sudoku.Cells {
	sets := make([]sudoku.Cells, 0, 128)
	shape, digits := solution.Shape(), solution.ByCell()
	side := shape.Side()
	var cells [sudoku.MaxSide][sudoku.MaxSide]sudoku.Cell   // of each digit, by row
	var inColumn, inBox [sudoku.MaxSide][sudoku.MaxSide]int // of each digit, its row
	for _, c := range shape.Cells() {
		d, row := digits[c]-1, c.Row()
		cells[d][row], inColumn[d][c.Column()], inBox[d][shape.Box(c)] = c, row, row
	}
	for a := range side {
		for b := range a {
			// A graph of the rows: neighbours have one of the digits and the other in the
			// same column or box.
			var neighbours [sudoku.MaxSide]uint
			for row, c := range cells[a][:side] {
				for _, other := range [2]int{inColumn[b][c.Column()], inBox[b][shape.Box(c)]} {
					neighbours[row] |= 1 << other
					neighbours[other] |= 1 << row
				}
			}
			for left := uint(1)<<side - 1; left != 0; {
				rows := connected(&neighbours, left&-left)
				left &^= rows
				var set sudoku.Cells
				for ; rows != 0; rows &= rows - 1 {
					row := bits.TrailingZeros(rows)
					set = set.With(cells[a][row]).With(cells[b][row])
				}
				sets = append(sets, set)
			}
		}
	}
	return sets
}

// connected returns the nodes that can be reached from some.
func connected(neighbours *[sudoku.MaxSide]uint, nodes uint) uint {
	for next := nodes; next != 0; {
		i := bits.TrailingZeros(next)
		next &= next - 1
		next |= neighbours[i] &^ nodes
		nodes |= neighbours[i]
	}
	return nodes
}

// search builds exchanges, from the whole move of one digit to a complete exchange. If a
// digit enters a cell, the digit of that cell must leave it, and goes to another column, whose
// digits must leave in turn, until nothing is left to do.
//
// It begins with the smallest move of the exchange, of equals the move of the smallest digit, so that each
// exchange is found once. An exchange has as many cells as its moves together. Each digit needs a move
// for all the cells it must leave, and no smaller than the first move: that sum ends most branches early.
type search struct {
	max, side int
	least     *[1 << sudoku.MaxSide]uint8
	moves     *[sudoku.MaxSide + 1][]move
	inBox     [sudoku.MaxSide][sudoku.MaxSide]sudoku.Cell                  // for each digit and box
	target    [sudoku.MaxSide][sudoku.MaxSide][sudoku.MaxSide]occupiedCell // for each digit, and the boxes of a move

	first     int   // the digit whose move the search began with
	firstSize uint8 // the size of that move
	found     []sudoku.Cells
}

// occupiedCell is a cell of the solution, the index of its digit and its box.
type occupiedCell struct {
	cell       sudoku.Cell
	digit, box uint8
}

func newSearch(solution sudoku.Grid, max int) *search {
	shape := solution.Shape()
	table := tables[shape]()
	s := &search{max: max, side: shape.Side(), least: &table.least, moves: &table.bySize}
	digits := solution.ByCell()
	for _, c := range shape.Cells() {
		s.inBox[digits[c]-1][shape.Box(c)] = c
	}
	for d := range s.side {
		for from := range s.side {
			for to := range s.side {
				c := sudoku.CellAt(s.inBox[d][from].Row(), s.inBox[d][to].Column())
				s.target[d][from][to] = occupiedCell{c, uint8(digits[c] - 1), uint8(shape.Box(c))}
			}
		}
	}
	return s
}

// exchange is an exchange in the making.
type exchange struct {
	entered sudoku.Cells
	moves   [sudoku.MaxSide]partialMove // by digit
	open    uint16                      // the digits that have cells to leave, by index
	least   int                         // cells that it has in the end, at least
}

// partialMove is the known part of the move of a digit.
type partialMove struct {
	must    boxes // it moves, at least
	decided boxes // of these, the boxes whose targets are known
	columns boxes // the boxes to whose columns the decided ones go
	entered boxes // the boxes that they go to
	least   uint8 // size that it has in the end, at least; 0 if nothing is known
}

// start finds the exchanges in which the first digit makes a move.
func (s *search) start(m *move) {
	e := exchange{least: m.boxes.len()}
	e.moves[s.first] = partialMove{must: m.boxes, decided: m.boxes, least: s.firstSize}
	for b := m.boxes; b != 0; b &= b - 1 {
		from := bits.TrailingZeros16(uint16(b))
		t := s.target[s.first][from][m.to[from]]
		e.entered = e.entered.With(t.cell)
		if !s.leave(&e, int(t.digit), 1<<t.box) {
			return
		}
	}
	s.extend(&e)
}

// leave notes that a digit must leave its cells in some boxes. It returns false if it cannot,
// or if the exchange would become too large.
func (s *search) leave(e *exchange, digit int, from boxes) bool {
	m := &e.moves[digit]
	must := m.must | from
	if must == m.must {
		return true
	}
	if digit == s.first {
		return false
	}
	least := s.leastSize(digit, must)
	e.least += int(least - m.least)
	m.must, m.least = must, least
	e.open |= 1 << digit
	return e.least <= s.max
}

// leastSize returns the size of the smallest move of a digit that moves some boxes.
func (s *search) leastSize(digit int, must boxes) uint8 {
	floor := s.firstSize
	if digit < s.first {
		floor++
	}
	return max(floor, s.least[must])
}

// extend finds the exchanges that an exchange can become. It tries all targets for a cell that a digit must
// leave, of the digit that must leave most cells: that one has the fewest targets.
func (s *search) extend(e *exchange) {
	if e.open == 0 {
		var set sudoku.Cells
		for digit, m := range e.moves {
			for b := m.must; b != 0; b &= b - 1 {
				set = set.With(s.inBox[digit][bits.TrailingZeros16(uint16(b))])
			}
		}
		s.found = append(s.found, set)
		return
	}
	digit, most := 0, 0
	for open := e.open; open != 0; open &= open - 1 {
		i := bits.TrailingZeros16(open)
		if n := e.moves[i].must.len(); n > most {
			digit, most = i, n
		}
	}
	m := &e.moves[digit]
	from := bits.TrailingZeros16(uint16(m.must &^ m.decided))
	for to := range s.side {
		if to != from && m.columns>>to&1 == 0 {
			s.try(e, digit, from, to)
		}
	}
}

// try moves a digit from a box to the column of another, which puts it into a third.
func (s *search) try(e *exchange, digit, from, to int) {
	t := &s.target[digit][from][to]
	m := &e.moves[digit]
	must := m.must | 1<<to | 1<<t.box
	leastOfMove := s.leastSize(digit, must)
	least := e.least + int(leastOfMove-m.least)
	if least > s.max || m.entered>>t.box&1 != 0 || e.entered.Has(t.cell) {
		return
	}
	next := *e
	next.entered = next.entered.With(t.cell)
	next.moves[digit] = partialMove{must, m.decided | 1<<from, m.columns | 1<<to, m.entered | 1<<t.box, leastOfMove}
	next.least = least
	if must == next.moves[digit].decided {
		next.open &^= 1 << digit
	}
	if s.leave(&next, int(t.digit), 1<<t.box) {
		s.extend(&next)
	}
}

// minimal returns the sets that have no other inside, by size and then in reading order.
func minimal(sets []sudoku.Cells) []sudoku.Cells {
	slices.SortFunc(sets, func(a, b sudoku.Cells) int {
		if d := a.Len() - b.Len(); d != 0 || a == b {
			return d
		}
		if a.Minus(b).First() < b.Minus(a).First() {
			return -1
		}
		return 1
	})
	var kept []sudoku.Cells
	var byFirst [sudoku.MaxCells][]sudoku.Cells // by their first cell
	for _, s := range sets {
		if !containsAny(s, &byFirst) {
			kept = append(kept, s)
			first := s.First()
			byFirst[first] = append(byFirst[first], s)
		}
	}
	return kept
}

// containsAny reports whether one of the smaller sets, or the same, is inside of a set.
func containsAny(s sudoku.Cells, byFirst *[sudoku.MaxCells][]sudoku.Cells) bool {
	for c := range s.All() {
		for _, other := range byFirst[c] {
			if other.Minus(s) == (sudoku.Cells{}) {
				return true
			}
		}
	}
	return false
}
