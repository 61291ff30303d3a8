package classic

import "github.com/gridkeeper/gridkeeper/sudoku"

// position is the digits and the candidates that they leave: all that Moler and the number of
// choices look at. A guess copies it.
type position struct {
	shape     sudoku.Shape
	digits    [sudoku.MaxCells]sudoku.Digit
	marks     sudoku.Pencilmarks
	tentative sudoku.Cells
	depth     int
}

func newPosition(g sudoku.Grid) position {
	return position{shape: g.Shape(), digits: g.ByCell(), marks: g.Candidates()}
}

// fill puts a digit into a cell and takes it from the candidates of the cell's peers.
func (p *position) fill(c sudoku.Cell, d sudoku.Digit) {
	p.digits[c] = d
	p.marks[c] = 0
	for peer := range p.shape.Peers(c).All() {
		p.marks[peer] = p.marks[peer].Without(d)
	}
}

func (p *position) isOpen(c sudoku.Cell) bool { return p.digits[c] == 0 }

func (p *position) grid() sudoku.Grid { return sudoku.FromDigits(p.shape, p.digits) }

// put fills a cell as a step of a run.
func (p *position) put(r *run, s Step) {
	s.Choices = p.marks[s.Cell]
	if s.Technique == Guess {
		p.tentative = p.tentative.With(s.Cell)
		p.depth++
	}
	s.Depth = p.depth
	p.fill(s.Cell, s.Digit)
	r.step(s, func() State { return State{Clues: r.clues, Grid: p.grid(), Marks: p.marks, Tentative: p.tentative} })
}
