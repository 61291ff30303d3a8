package solver

import (
	"math/bits"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// search is one walk through the tree of guesses. It counts solutions up to a limit, and yields each of them if
// yield is set.
type search struct {
	limit   int
	atLeast int                           // clues, else there is nothing to search
	yield   func(sudoku.Grid, error) bool // nil: count only

	clues, found, guesses int
	gaveUp                bool // after MaxGuesses
}

// run searches a grid of any shape.
func (s *search) run(g *sudoku.Grid) {
	if g.Shape() != sudoku.Sudoku {
		if s.clues = g.Len(); s.clues >= s.atLeast {
			s.runPlain(g, &anyDigits)
		}
		return
	}
	var st state
	if st, s.clues = newState(g); s.clues >= s.atLeast {
		s.walk(&st)
	}
}

// walk searches a state and all that guesses lead to from it, and reports whether to go on
// with others. The states of the guesses lie on the stack: nothing is allocated.
func (s *search) walk(st *state) (more bool) {
	for {
		switch st.propagate() {
		case deadEnd:
			return true
		case complete:
			if s.yield != nil && !s.yield(st.grid(), nil) {
				return false
			}
			return s.count()
		}
		if s.guesses == MaxGuesses {
			s.gaveUp = true
			return false
		}
		s.guesses++
		c, d := st.guess()
		if !s.try(*st, c, d) {
			return false
		}
		st.remove(c, d)
	}
}

// try searches a copy of a state with a digit placed.
func (s *search) try(st state, c sudoku.Cell, d sudoku.Digit) (more bool) {
	st.place(c, d)
	return s.walk(&st)
}

// count counts a solution, and reports whether more are wanted.
func (s *search) count() (more bool) {
	s.found++
	return s.found < s.limit
}

// state is how far the search of a 9×9 grid has come: where every digit may still go. It
// is copied for every guess, and nothing is ever undone.
type state struct {
	open  candidates    // a taken cell is open for the digit in it alone
	taken bands         // the cells whose digit is known, and closed for the others
	stale sudoku.Digits // the digits whose cells have changed since they were last narrowed
}

// newState returns the state of a grid in which the clues are placed and nothing else is
// concluded, and how many clues there are.
func newState(g *sudoku.Grid) (state, int) {
	st := state{stale: sudoku.Sudoku.Digits()}
	var placed candidates
	digits := g.ByCell()
	var clues [sudoku.MaxCells + 1]sudoku.Cell
	count := 0
	for c, d := range digits {
		clues[count] = sudoku.Cell(c)
		count += int(d+15) / 16 // 1 for a digit, 0 for none; a branch would often be mispredicted
	}
	for _, c := range clues[:count] {
		i := (digits[c] - 1) % sudoku.MaxSide
		st.open[i] = st.open[i].or(peerBands[c]) // closed, until all are known
		placed[i] = placed[i].or(cellBands[c])
		st.taken = st.taken.or(cellBands[c])
	}
	for i := range st.open {
		st.open[i] = wholeGrid.except(st.open[i]).except(st.taken.except(placed[i]))
	}
	return st, count
}

// place puts a digit into an open cell.
func (st *state) place(c sudoku.Cell, d sudoku.Digit) {
	i := d - 1
	st.open[i] = st.open[i].except(peerBands[c])
	st.stale = st.stale.With(d)
	st.take(cellBands[c], int(i))
}

// take closes cells for all digits but the one at i.
func (st *state) take(cells bands, i int) {
	st.taken = st.taken.or(cells)
	own, left := st.open[i], bands{^cells.upper, ^cells.lower}
	stale := sudoku.Digits(0)
	for j := len(st.open) - 1; j >= 0; j-- {
		p := &st.open[j]
		stale = stale<<1 | sudoku.Digits(nonzero(p.upper&cells.upper|p.lower&cells.lower))
		p.upper &= left.upper
		p.lower &= left.lower
	}
	st.stale |= stale &^ (1 << i)
	st.open[i] = own
}

// nonzero returns 1 for a word with any bit, else 0. A branch would often be mispredicted.
func nonzero(word uint64) int { return int((word | -word) >> 63) }

// remove takes a digit from the candidates of a cell, and places the last one that is left. Otherwise
// propagation would find that one only after all that follows for the digit removed.
func (st *state) remove(c sudoku.Cell, d sudoku.Digit) {
	cell := cellBands[c]
	st.open[d-1] = st.open[d-1].except(cell)
	st.stale = st.stale.With(d)
	left, last := 0, 0
	for i := range st.open {
		here := nonzero(st.open[i].upper&cell.upper | st.open[i].lower&cell.lower)
		left += here
		last += here * i
	}
	if left == 1 {
		st.placeLast(c, last)
	}
}

// placeLast places the last candidate of a cell, the digit at i. No other digit is open there.
func (st *state) placeLast(c sudoku.Cell, i int) {
	st.taken = st.taken.or(cellBands[c])
	st.open[i] = st.open[i].except(peerBands[c])
	st.stale |= 1 << i
}

// grid returns the solution of a complete state.
func (st *state) grid() sudoku.Grid {
	var digits [sudoku.MaxCells]sudoku.Digit
	for i, b := range st.open {
		for !b.empty() {
			var c sudoku.Cell
			c, b = b.pop()
			digits[c] = sudoku.Digit(i + 1)
		}
	}
	return sudoku.FromDigits(sudoku.Sudoku, digits)
}

// guess chooses the next guess: a candidate of a cell with the fewest, nearly always two. It takes the
// cell whose candidates have the greatest product of gains, so that much follows from each of them. The
// gain of a candidate is the number of others of its digit that it excludes at once; an exclusion that
// leaves a single behind counts four times.
//
// The hardest puzzles need 117 guesses each. It was 342 with the first bivalue cell, 226
// with the one that has most bivalue cells among its peers, 193 with the sum of the gains.
func (st *state) guess() (cell sudoku.Cell, digit sudoku.Digit) {
	bivalue, cells := st.fewest()
	// A single loop visits the candidates of all digits: the end of a loop for each of them would often be mispredicted.
	type visit struct {
		cells       uint64 // a word of bands
		digit, base uint8  // base is the first cell of the word
	}
	var visits [2*sudoku.MaxSide + 1]visit
	n := 0
	for i := range st.open {
		upper, lower := st.open[i].upper&cells.upper, st.open[i].lower&cells.lower
		visits[n] = visit{upper, uint8(i), 0}
		n += nonzero(upper)
		visits[n] = visit{lower, uint8(i), 54}
		n += nonzero(lower)
	}
	var product [128]uint32
	best := uint32(0)
	for i := 0; i < n; {
		v := &visits[i]
		at := uint8(bits.TrailingZeros64(v.cells))
		c := (v.base + at - at/32*5) % 128
		open := st.open[v.digit]
		excluded := open.and(peerBands[c])
		gain := uint32(1 + excluded.len() + 3*excluded.and(bivalue).len())
		product[c] = gain * max(1, product[c])
		if product[c] > best {
			best, cell, digit = product[c], sudoku.Cell(c), sudoku.Digit(v.digit+1)
		}
		v.cells &= v.cells - 1
		i += 1 - nonzero(v.cells)
	}
	return cell, digit
}

// fewest returns the bivalue cells, which have two candidates, and the cells to choose
// from: the bivalue cells if there are any, else the cells of three candidates, else all open
// cells.
func (st *state) fewest() (bivalue, cells bands) {
	var once, twice, thrice, more bands
	for i := range st.open {
		open := st.open[i]
		more = more.or(thrice.and(open))
		thrice = thrice.or(twice.and(open))
		twice = twice.or(once.and(open))
		once = once.or(open)
	}
	bivalue = twice.except(thrice)
	if !bivalue.empty() {
		return bivalue, bivalue
	}
	if trivalue := thrice.except(more); !trivalue.empty() {
		return bivalue, trivalue
	}
	return bivalue, twice
}
