package sudoku

// Pencilmarks are the candidates of all cells: the digits still possible in each.
// A filled cell has none. The zero value has no candidate anywhere.
type Pencilmarks [MaxCells]Digits

// Candidate says that a digit is possible in a cell, or is to be placed or removed there.
type Candidate struct {
	Cell  Cell
	Digit Digit
}

// Candidates returns, for every empty cell, the digits that no peer of it holds.
func (g Grid) Candidates() Pencilmarks {
	var held [3][MaxSide]Digits
	for _, h := range g.shape.Houses() {
		held[h.Kind][h.Index] = g.Digits(h)
	}
	var marks Pencilmarks
	for _, c := range g.shape.Cells() {
		if g.digits[c] == 0 {
			marks[c] = g.shape.Digits() &^
				(held[Row][c.Row()] | held[Column][c.Column()] | held[Box][g.shape.Box(c)])
		}
	}
	return marks
}

// Has reports whether a candidate is there.
func (p Pencilmarks) Has(c Candidate) bool { return p[c.Cell].Has(c.Digit) }

// Len returns how many candidates there are in all cells together.
func (p Pencilmarks) Len() int {
	n := 0
	for _, digits := range p {
		n += digits.Len()
	}
	return n
}
