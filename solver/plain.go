package solver

import "github.com/gridkeeper/gridkeeper/sudoku"

// plain searches a shape smaller than 9×9 by plain backtracking: it fills an open cell with the fewest digits left, and
// so on. For so few cells that is as quick as it is short, about 2 µs for a 6×6 puzzle.
type plain struct {
	*search
	shape  sudoku.Shape
	digits [sudoku.MaxCells]sudoku.Digit
	left   [3][sudoku.MaxSide]sudoku.Digits // of each row, column and box: the digits that it still needs
	open   [sudoku.MaxCells]openCell        // the open cells come first, in any order
}

type openCell struct {
	cell             sudoku.Cell
	row, column, box uint8
	within           sudoku.Digits // no others are tried
}

// anyDigits does not limit a search.
var anyDigits = func() (marks sudoku.Pencilmarks) {
	for c := range marks {
		marks[c] = sudoku.Sudoku.Digits()
	}
	return marks
}()

// runPlain searches a grid for the solutions that have digits of within in its open cells.
func (s *search) runPlain(g *sudoku.Grid, within *sudoku.Pencilmarks) {
	p := plain{search: s, shape: g.Shape(), digits: g.ByCell()}
	for i := range p.shape.Side() {
		all := p.shape.Digits()
		p.left[sudoku.Row][i], p.left[sudoku.Column][i], p.left[sudoku.Box][i] = all, all, all
	}
	n := 0
	for _, c := range p.shape.Cells() {
		o := openCell{c, uint8(c.Row()), uint8(c.Column()), uint8(p.shape.Box(c)), within[c]}
		switch d := p.digits[c]; {
		case d == 0:
			p.open[n] = o
			n++
		case !p.fits(&o).Has(d): // two clues in conflict
			return
		default:
			p.toggle(&o, sudoku.DigitsOf(d))
		}
	}
	p.walk(n)
}

// fits returns the digits that a cell's row, column and box all need.
func (p *plain) fits(o *openCell) sudoku.Digits {
	return p.left[sudoku.Row][o.row] & p.left[sudoku.Column][o.column] & p.left[sudoku.Box][o.box]
}

// toggle takes a digit of a cell from what its houses need, or puts it back.
func (p *plain) toggle(o *openCell, digit sudoku.Digits) {
	p.left[sudoku.Row][o.row] ^= digit
	p.left[sudoku.Column][o.column] ^= digit
	p.left[sudoku.Box][o.box] ^= digit
}

// walk fills the first n open cells in all ways, and reports whether to go on with others.
func (p *plain) walk(n int) (more bool) {
	if n == 0 {
		if p.yield != nil && !p.yield(sudoku.FromDigits(p.shape, p.digits), nil) {
			return false
		}
		return p.count()
	}
	best, digits, fewest := 0, sudoku.Digits(0), sudoku.MaxSide+1
	for i := range p.open[:n] {
		fit := p.fits(&p.open[i]) & p.open[i].within
		if count := fit.Len(); count < fewest {
			best, digits, fewest = i, fit, count
			if fewest < 2 {
				break
			}
		}
	}
	p.open[best], p.open[n-1] = p.open[n-1], p.open[best]
	o := p.open[n-1]
	for ; digits != 0; digits &= digits - 1 {
		if digits&(digits-1) != 0 { // the last digit left is not a guess
			if p.guesses == MaxGuesses {
				p.gaveUp = true
				return false
			}
			p.guesses++
		}
		p.digits[o.cell] = digits.First()
		p.toggle(&o, digits&-digits)
		more := p.walk(n - 1)
		p.toggle(&o, digits&-digits)
		if !more {
			return false
		}
	}
	return true
}
