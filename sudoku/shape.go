package sudoku

import "fmt"

// MaxSide is the side of the largest shape.
const MaxSide = 9

// MaxCells is the number of cells of the largest shape, and more than the largest [Cell].
const MaxCells = MaxSide * MaxSide

// Shape is the kind of a grid: Sudoku, the zero value, or Shidoku.
type Shape uint8

const (
	Sudoku  Shape = iota // 9×9 cells, boxes of 3×3
	Shidoku              // 4×4 cells, boxes of 2×2
)

// Shapes lists the shapes there are.
var Shapes = []Shape{Sudoku, Shidoku}

// ParseShape returns the shape that [Shape.String] names so.
func ParseShape(name string) (Shape, error) {
	for _, s := range Shapes {
		if s.String() == name {
			return s, nil
		}
	}
	return 0, fmt.Errorf("unknown shape %q: want sudoku or shidoku", name)
}

// String returns "sudoku" or "shidoku".
func (s Shape) String() string {
	if s == Shidoku {
		return "shidoku"
	}
	return "sudoku"
}

// Side returns the number of rows, of columns, of boxes and of digits: 9 or 4.
func (s Shape) Side() int { return s.BoxSide() * s.BoxSide() }

// BoxSide returns the number of rows of a box: 3 or 2.
func (s Shape) BoxSide() int {
	if s == Shidoku {
		return 2
	}
	return 3
}

// Digits returns the set of all digits of the shape.
func (s Shape) Digits() Digits { return 1<<s.Side() - 1 }

// Cells returns all cells in row-major order: 81 or 16. Do not change the slice.
func (s Shape) Cells() []Cell { return geometries[s].cells }

// Houses returns the rows, then the columns, then the boxes: 27 or 12. Do not change the slice.
func (s Shape) Houses() []House { return geometries[s].houses }

// House returns the cells of a house in reading order. Do not change the slice.
func (s Shape) House(h House) []Cell { return geometries[s].members[h.Kind][h.Index] }

// Box returns the index of the box of a cell, counted from 0 in reading order.
func (s Shape) Box(c Cell) int {
	side := s.BoxSide()
	return c.Row()/side*side + c.Column()/side
}

// HousesOf returns the row, the column and the box of a cell.
func (s Shape) HousesOf(c Cell) [3]House {
	return [3]House{{Row, uint8(c.Row())}, {Column, uint8(c.Column())}, {Box, uint8(s.Box(c))}}
}

// Peers returns the other cells that share a house with a cell: 20 or 7.
func (s Shape) Peers(c Cell) Cells { return geometries[s].peers[c] }
