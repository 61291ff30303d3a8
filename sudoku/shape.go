package sudoku

import (
	"slices"
	"strings"
)

// MaxSide is the side of the largest shape.
const MaxSide = 9

// MaxCells is the number of cells of the largest shape, and more than the largest [Cell].
const MaxCells = MaxSide * MaxSide

// Shape is the kind of a grid: its size, and the height and width of its boxes. The zero value is Sudoku.
type Shape uint8

const (
	Sudoku   Shape = iota // 9×9 cells, boxes of 3×3
	Shidoku               // 4×4 cells, boxes of 2×2
	SixBySix              // 6×6 cells, boxes of 2 rows and 3 columns
)

// Shapes lists all shapes.
var Shapes = []Shape{Sudoku, Shidoku, SixBySix}

// ByShape returns a table with a value for each shape, indexed by the shape.
func ByShape[T any](of func(Shape) T) []T {
	table := make([]T, len(Shapes))
	for _, s := range Shapes {
		table[s] = of(s)
	}
	return table
}

// ShapeOfSide returns the shape with so many rows, if there is one.
func ShapeOfSide(rows int) (s Shape, ok bool) { return bySide.find(rows) }

// ShapeOfCells returns the shape with so many cells, if there is one.
func ShapeOfCells(cells int) (s Shape, ok bool) { return byCells.find(cells) }

// shapesBy has the index of a shape in Shapes, plus 1, by a number of it. Imports ask several times for each line.
type shapesBy [MaxCells + 1]uint8

var (
	bySide  = shapesOf(Shape.Side)
	byCells = shapesOf(func(s Shape) int { return len(s.Cells()) })
)

func shapesOf(number func(Shape) int) (table shapesBy) {
	for i, s := range Shapes {
		table[number(s)] = uint8(i + 1)
	}
	return table
}

func (table *shapesBy) find(number int) (s Shape, ok bool) {
	if number >= len(table) || table[number] == 0 {
		return 0, false
	}
	return Shapes[table[number]-1], true
}

// ParseShape reads the name of a shape, "sudoku", "shidoku" or "6x6", in any case, and with the sign × for x. The error is a
// [*NameError].
func ParseShape(name string) (Shape, error) {
	var known []string
	for _, s := range Shapes {
		if strings.EqualFold(s.String(), strings.ReplaceAll(name, "×", "x")) {
			return s, nil
		}
		known = append(known, s.String())
	}
	return 0, &NameError{Kind: "shape", Name: name, Known: known}
}

// String returns "sudoku", "shidoku" or "6x6".
func (s Shape) String() string { return geometries[s].name }

// Side returns the number of rows, of columns, of boxes and of digits: 9, 4 or 6.
func (s Shape) Side() int { return geometries[s].side }

// BoxHeight returns the number of rows of a box, and of boxes side by side: 3, or 2 of the smaller shapes.
func (s Shape) BoxHeight() int { return geometries[s].boxHeight }

// BoxWidth returns the number of columns of a box, and of boxes one above the other: 3, or 2 of a Shidoku.
func (s Shape) BoxWidth() int { return geometries[s].boxWidth }

// CanTranspose reports whether rows can become columns: boxes must be as high as wide.
func (s Shape) CanTranspose() bool { return s.BoxHeight() == s.BoxWidth() }

// Digits returns the set of all digits of the shape.
func (s Shape) Digits() Digits { return 1<<s.Side() - 1 }

// Cells returns all cells in row-major order: 81, 16 or 36. Do not change the slice.
func (s Shape) Cells() []Cell { return geometries[s].cells }

// Houses returns the rows, then the columns, then the boxes: 27, 12 or 18. Do not change the slice.
func (s Shape) Houses() []House { return geometries[s].houses }

// House returns the cells of a house in reading order. Do not change the slice.
func (s Shape) House(h House) []Cell { return geometries[s].members[h.Kind][h.Index] }

// Box returns the index of the box of a cell, counted from 0 in reading order.
func (s Shape) Box(c Cell) int { return int(geometries[s].box[c]) }

// HousesOf returns the row, the column and the box of a cell.
func (s Shape) HousesOf(c Cell) [3]House {
	return [3]House{{Row, uint8(c.Row())}, {Column, uint8(c.Column())}, {Box, uint8(s.Box(c))}}
}

// Peers returns the other cells that share a house with a cell: 20, 7 or 12.
func (s Shape) Peers(c Cell) Cells { return geometries[s].peers[c] }

// HouseKind distinguishes rows, columns and boxes.
type HouseKind uint8

const (
	Row HouseKind = iota
	Column
	Box
)

// String returns "row", "column" or "box".
func (k HouseKind) String() string { return [...]string{"row", "column", "box"}[k] }

// House is a row, a column or a box: cells that hold every digit once.
type House struct {
	Kind  HouseKind
	Index uint8 // counted from 0; boxes in reading order
}

// String returns the short name, counted from 1: "r3", "c1", "b9".
func (h House) String() string { return string([]byte{"rcb"[h.Kind], '1' + h.Index}) }

// Name returns the name in words, counted from 1: "row 3", "column 1", "box 9".
func (h House) Name() string { return h.Kind.String() + " " + string('1'+h.Index) }

// geometry is the tables behind a shape's methods.
type geometry struct {
	name                      string
	side, boxHeight, boxWidth int

	cells   []Cell
	box     [MaxCells]uint8
	houses  []House
	members [3][][]Cell
	peers   [MaxCells]Cells
}

var geometries = [...]geometry{
	Sudoku:   geometryOf("sudoku", 3, 3),
	Shidoku:  geometryOf("shidoku", 2, 2),
	SixBySix: geometryOf("6x6", 2, 3),
}

func geometryOf(name string, boxHeight, boxWidth int) geometry {
	side := boxHeight * boxWidth
	g := geometry{name: name, side: side, boxHeight: boxHeight, boxWidth: boxWidth}
	for kind := range g.members {
		g.members[kind] = make([][]Cell, side)
		for i := range side {
			g.houses = append(g.houses, House{HouseKind(kind), uint8(i)})
		}
	}
	for i := range side * side {
		c := CellAt(i/side, i%side)
		g.cells = append(g.cells, c)
		g.box[c] = uint8(c.Row()/boxHeight*boxHeight + c.Column()/boxWidth)
		for kind, index := range []int{c.Row(), c.Column(), int(g.box[c])} {
			g.members[kind][index] = append(g.members[kind][index], c)
		}
	}
	for _, house := range slices.Concat(g.members[:]...) {
		for _, c := range house {
			g.peers[c] = g.peers[c].Union(CellsOf(house...)).Without(c)
		}
	}
	return g
}
