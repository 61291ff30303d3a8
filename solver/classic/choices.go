package classic

import "github.com/gridkeeper/gridkeeper/sudoku"

// Choices solves a grid by the number of choices, as a PHP program described in a weblog on 26
// June 2006 does: count the choices of each open cell, fill all cells that have one, and count
// again. If each cell has more, guess in the cell that has fewest; of equals, in the one whose
// filling lowers the choices of most other cells. Take the guess back when a cell has none. It can
// go on to further solutions.
//
// The weblog leaves two points open: how to count the cells that a cell lowers before its digit is
// known, and how to decide between equals. Here the other cells are counted for each of its choices and
// added up (Step.Lowers). Of equals the first cell in reading order is taken, and its choices are tried
// in ascending order.
//
// The errors are a [*TooHardError], or wrap [solver.ErrNoSolution].
func Choices(g sudoku.Grid, o Options) (Result, error) {
	r, err := start(g, o, MaxChoicesSteps)
	if err != nil {
		return Result{}, err
	}
	choices{r}.solve(newPosition(g))
	return r.end()
}

type choices struct{ *run }

func (m choices) solve(p position) {
	for m.fillRound(&p) {
	}
	if m.stopped {
		return
	}
	fewest := p.fewest()
	switch {
	case fewest == 0:
		return
	case fewest > sudoku.MaxSide: // no cell is open
		m.found(p.grid())
		return
	}
	c, lowers := p.mostLowering(fewest)
	for d := range p.marks[c].All() {
		tried := p
		tried.put(m.run, Step{Technique: Guess, Cell: c, Digit: d, Lowers: lowers})
		if m.solve(tried); m.stopped {
			return
		}
	}
}

// fillRound fills the cells that have one choice. It returns false if there are none, or if a cell
// has no choice left.
func (m choices) fillRound(p *position) (filled bool) {
	counted := p.marks
	if p.fewest() != 1 {
		return false
	}
	for _, c := range p.shape.Cells() {
		if counted[c].Len() != 1 {
			continue
		}
		if p.marks[c] == 0 || m.stopped { // another cell of the round has taken its digit
			return false
		}
		p.put(m.run, Step{Technique: Naked1, Cell: c, Digit: p.marks[c].First()})
	}
	return true
}

// fewest returns the smallest number of choices that an open cell has, and more than any has if no
// cell is open.
func (p *position) fewest() int {
	fewest := sudoku.MaxSide + 1
	for _, c := range p.shape.Cells() {
		if p.isOpen(c) {
			fewest = min(fewest, p.marks[c].Len())
		}
	}
	return fewest
}

// mostLowering returns the open cell with that many choices whose filling lowers the choices of
// most other cells, and how many it lowers, summed over its choices.
func (p *position) mostLowering(choices int) (best sudoku.Cell, most int) {
	most = -1
	for _, c := range p.shape.Cells() {
		if !p.isOpen(c) || p.marks[c].Len() != choices {
			continue
		}
		if n := p.lowers(c); n > most {
			best, most = c, n
		}
	}
	return best, most
}

func (p *position) lowers(c sudoku.Cell) int {
	n := 0
	for peer := range p.shape.Peers(c).All() {
		n += (p.marks[peer] & p.marks[c]).Len()
	}
	return n
}
