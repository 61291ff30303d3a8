package sudoku

import (
	"fmt"
	"iter"
)

// Grid is the digits of all cells, 0 where a cell is empty. The zero value is the empty
// 9×9 grid. Grids are values: compare with ==, copy by assignment.
type Grid struct {
	// One byte a cell at the cell's own number. Nibbles would halve the size, but every
	// read would shift and mask; 82 bytes still copy in a few instructions.
	digits [MaxCells]Digit
	shape  Shape
}

// Empty returns the grid of a shape with no digit in it.
func Empty(s Shape) Grid { return Grid{shape: s} }

// FromDigits returns the grid with digits[c] in every cell c of the shape.
// It panics if a digit is not one of the shape.
func FromDigits(s Shape, digits [MaxCells]Digit) Grid {
	g, side := Empty(s), Digit(s.Side())
	for _, c := range s.Cells() {
		if digits[c] > side {
			panic(fmt.Sprintf("sudoku: no %s digit %d", s, digits[c]))
		}
		g.digits[c] = digits[c]
	}
	return g
}

// ByCell returns the digits indexed by cell. A loop over it is six times as fast as
// one that calls [Grid.At], which copies the grid each time.
func (g Grid) ByCell() [MaxCells]Digit { return g.digits }

// Shape returns the shape.
func (g Grid) Shape() Shape { return g.shape }

// At returns the digit of a cell, 0 if it is empty.
func (g Grid) At(c Cell) Digit { return g.digits[c] }

// With returns the grid with d in c; 0 empties the cell. It panics if the cell or the digit is not one of
// the shape.
func (g Grid) With(c Cell, d Digit) Grid {
	if side := g.shape.Side(); c.Row() >= side || c.Column() >= side || int(d) > side {
		panic(fmt.Sprintf("sudoku: no %s cell %d with digit %d", g.shape, c, d))
	}
	g.digits[c] = d
	return g
}

// Without returns g with some cells empty.
func (g Grid) Without(cells Cells) Grid {
	for c := range cells.All() {
		g = g.With(c, 0)
	}
	return g
}

// Difference returns the cells in which two grids of a shape differ.
func (g Grid) Difference(other Grid) (cells Cells) {
	for c := range g.digits {
		if g.digits[c] != other.digits[c] {
			cells = cells.With(Cell(c))
		}
	}
	return cells
}

// Len returns how many cells hold a digit.
func (g Grid) Len() int { return g.Filled().Len() }

// Filled returns the cells that hold a digit. Eight cells are looked at together: a branch for each would be guessed
// wrong for a third of them.
func (g Grid) Filled() Cells {
	const (
		each   = 0x0101010101010101 // byte
		gather = 0x0102040810204080 // times a number with 0 or 1 in each byte: these as the bits of the last
	)
	var filled Cells
	for i := 0; i+8 <= MaxCells; i += 8 {
		eight := g.digits[i : i+8]
		word := uint64(eight[0]) | uint64(eight[1])<<8 | uint64(eight[2])<<16 | uint64(eight[3])<<24 |
			uint64(eight[4])<<32 | uint64(eight[5])<<40 | uint64(eight[6])<<48 | uint64(eight[7])<<56
		bits := (word + 15*each) >> 4 & each * gather >> 56
		if i < 64 {
			filled.low |= bits << i
		} else {
			filled.high |= bits << (i - 64)
		}
	}
	if g.digits[MaxCells-1] != 0 {
		filled = filled.With(MaxCells - 1)
	}
	return filled
}

// Digits returns the digits that the cells of a house hold.
func (g Grid) Digits(h House) Digits {
	var held Digits
	for _, c := range g.shape.House(h) {
		held = held.With(g.digits[c])
	}
	return held
}

// Conflict is a digit that stands more than once in a house.
type Conflict struct {
	Digit Digit
	House House
	Cells Cells // where it stands, two or more
}

// Conflicts yields the conflicts house by house: rows, columns, boxes; in a house by digit.
func (g Grid) Conflicts() iter.Seq[Conflict] {
	return func(yield func(Conflict) bool) {
		for _, h := range g.shape.Houses() {
			var at [MaxSide + 1]Cells
			for _, c := range g.shape.House(h) {
				at[g.digits[c]] = at[g.digits[c]].With(c)
			}
			for d := 1; d <= MaxSide; d++ {
				if at[d].Len() > 1 && !yield(Conflict{Digit(d), h, at[d]}) {
					return
				}
			}
		}
	}
}

// Solved reports whether every house holds every digit once.
func (g Grid) Solved() bool {
	for _, h := range g.shape.Houses() {
		if g.Digits(h) != g.shape.Digits() {
			return false
		}
	}
	return true
}

// Extends reports whether g holds every digit of clues in its place.
func (g Grid) Extends(clues Grid) bool {
	if g.shape != clues.shape {
		return false
	}
	for c, d := range clues.digits {
		if d != 0 && g.digits[c] != d {
			return false
		}
	}
	return true
}

// String returns the digits in row-major order, empty cells as ".": a character for each cell.
func (g Grid) String() string {
	var text [MaxCells]byte
	cells := g.shape.Cells()
	for i, c := range cells {
		text[i] = digitCharacters[g.digits[c]&15]
	}
	return string(text[:len(cells)])
}

// digitCharacters has the character of each digit; a digit is never above 9.
const digitCharacters = ".123456789......"

// MarshalText returns the text of [Grid.String].
func (g Grid) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads any notation that [Parse] takes.
func (g *Grid) UnmarshalText(text []byte) error {
	parsed, err := Parse(string(text))
	if err == nil {
		*g = parsed
	}
	return err
}

// Pencilmarks are the candidates of all cells: the digits still possible in each.
// A filled cell has none. The zero value has no candidate anywhere.
type Pencilmarks [MaxCells]Digits

// Candidate is a digit in a cell: one that is possible there, or one to be placed or removed.
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
