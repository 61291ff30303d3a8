package canon

import "github.com/gridkeeper/gridkeeper/sudoku"

// node is a sequence of rows chosen so far.
type node struct {
	state
	turned int    // 0 if the rows are the grid's, 1 if they are its columns
	order  uint64 // the rows, the last in the lowest lane
	left   uint64 // the rows not chosen yet
	open   uint64 // those of them that can be the next
}

// search looks for the smallest grid. It keeps to the stack, so that nothing is allocated.
type search struct {
	sides [2]side                // the grid by its rows, and by its columns
	best  [sudoku.MaxSide]uint64 // the rows of the smallest grid so far, from the top
	ends  int                    // that have it, sequences of all rows
	end   node                   // the first of them
}

const unknown = 1<<64 - 1 // more than any row

// minimize canonicalises a 9×9 grid: depth first, all orders of rows whose text is the
// smallest so far.
func minimize(g sudoku.Grid) result {
	digits := g.ByCell()
	s := search{sides: sides(&digits)}
	if full(&digits) {
		s.runFull()
	} else {
		s.run()
	}
	return result{
		shape: sudoku.Sudoku,
		rows:  s.best,
		ways:  s.ends * s.sides[0].swaps() * s.sides[1].swaps(),
		way: way{
			transpose: s.end.turned == 1,
			order:     s.end.order,
			places:    s.end.spread(allLanes).places,
			labels:    s.end.labels,
		},
	}
}

func (s *search) run() {
	s.best[0] = unknown
	asIs := node{state: start, left: allLanes, open: allLanes}
	transposed := asIs
	transposed.turned = 1
	rows := s.reaching(&asIs, 0)
	least := s.best[0]
	columns := s.reaching(&transposed, 0)
	if s.best[0] == least {
		s.enterAll(&asIs, rows, 0)
	}
	s.enterAll(&transposed, columns, 0)
}

// visit tries all rows that can come next.
func (s *search) visit(n *node, level int) {
	if level == sudoku.MaxSide {
		if s.ends == 0 {
			s.end = *n
		}
		s.ends++
		return
	}
	s.enterAll(n, s.reaching(n, level), level)
}

func (s *search) enterAll(n *node, rows uint64, level int) {
	for ; rows != 0; rows &= rows - 1 {
		s.enter(n, n.state, first(rows), level)
	}
}

// reaching returns the rows that can come next and reach the best of the level, which it
// lowers if they can do better. A row without a choice is not compared: enter will.
func (s *search) reaching(n *node, level int) (reach uint64) {
	if n.open&(n.open-1) == 0 {
		return n.open
	}
	least := s.best[level]
	rows, columns := &s.sides[n.turned], &s.sides[1-n.turned]
	tooFar := n.leftOf(least)
	for rest := rows.withoutYounger(n.open); rest != 0; rest &= rest - 1 {
		row := rows.lines[first(rest)/laneBits]
		if row.clues&tooFar != 0 {
			continue
		}
		text := n.least(row, columns, least)
		if text < least {
			least, reach = text, 0
			tooFar = n.leftOf(least)
		}
		if text == least {
			reach |= rest & -rest
		}
	}
	s.lower(level, least)
	return reach
}

// reaches reports whether a row is as good as the best of its level, or better.
func (s *search) reaches(level int, text uint64) bool {
	if text < s.best[level] {
		s.lower(level, text)
	}
	return text == s.best[level]
}

func (s *search) lower(level int, text uint64) {
	if text == s.best[level] {
		return
	}
	s.best[level], s.ends = text, 0
	if level+1 < sudoku.MaxSide {
		s.best[level+1] = unknown
	}
}

// enter chooses the row in the lane at as the next, in each order of columns in which it
// is the best.
func (s *search) enter(n *node, st state, at, level int) {
	row := s.sides[n.turned].lines[at/laneBits]
	reading := st
	if st.crowded(row) {
		rivals := st.rivals(row, &s.sides[1-n.turned])
		for _, class := range rivals.sets[:rivals.n] {
			s.enter(n, st.part(class), at, level)
		}
		if rivals.n != 0 {
			return
		}
		reading = st.spread(row.clues)
	}
	text, read := reading.read(row)
	if !s.reaches(level, text) {
		return
	}
	read.places = st.places // what was spread for reading stays together
	child := *n
	child.state = read.settle(row)
	child.choose(at)
	s.visit(&child, level+1)
}

// choose takes the row in the lane at as the next one.
func (n *node) choose(at int) {
	row := uint64(1) << at
	n.order = n.order<<laneBits | uint64(at/laneBits)
	n.left &^= row
	n.open = n.left & (chutes(row) * chuteLanes)
	if n.open == 0 {
		n.open = n.left
	}
}
