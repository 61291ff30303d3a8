package sudoku

import (
	"fmt"
	"iter"
	"math/bits"
	"strings"
)

// Cell is one position, numbered 9·row+column from the top left in all shapes.
type Cell uint8

// CellAt returns the cell in a row and a column, both counted from 0.
func CellAt(row, column int) Cell { return Cell(MaxSide*row + column) }

// Row returns the row, counted from 0.
func (c Cell) Row() int { return int(c) / MaxSide }

// Column returns the column, counted from 0.
func (c Cell) Column() int { return int(c) % MaxSide }

// String returns the name players use, rows and columns counted from 1: "r4c2".
func (c Cell) String() string {
	return string([]byte{'r', '1' + byte(c.Row()), 'c', '1' + byte(c.Column())})
}

// Cells is a set of cells. The zero value is the empty set.
type Cells struct {
	// One bit a cell, the first 64 cells in low. Two words beat a map or an array of
	// booleans: sets are compared with ==, and every operation is two instructions.
	low, high uint64
}

// CellsOf returns the set of the cells given.
func CellsOf(cells ...Cell) Cells {
	var s Cells
	for _, c := range cells {
		s = s.With(c)
	}
	return s
}

// Has reports whether c is in the set.
func (s Cells) Has(c Cell) bool { return s.Intersect(single(c)) != Cells{} }

// With returns the set and c.
func (s Cells) With(c Cell) Cells { return s.Union(single(c)) }

// Without returns the set without c.
func (s Cells) Without(c Cell) Cells { return s.Minus(single(c)) }

// Union returns the cells in s or t.
func (s Cells) Union(t Cells) Cells { return Cells{s.low | t.low, s.high | t.high} }

// Intersect returns the cells in both s and t.
func (s Cells) Intersect(t Cells) Cells { return Cells{s.low & t.low, s.high & t.high} }

// Minus returns the cells in s that are not in t.
func (s Cells) Minus(t Cells) Cells { return Cells{s.low &^ t.low, s.high &^ t.high} }

// Len returns how many cells are in the set.
func (s Cells) Len() int { return bits.OnesCount64(s.low) + bits.OnesCount64(s.high) }

// First returns the first cell of a set that is not empty.
func (s Cells) First() Cell {
	if s.low != 0 {
		return Cell(bits.TrailingZeros64(s.low))
	}
	return Cell(64 + bits.TrailingZeros64(s.high))
}

// All yields the cells in ascending order.
func (s Cells) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for w := s.low; w != 0; w &= w - 1 {
			if !yield(Cell(bits.TrailingZeros64(w))) {
				return
			}
		}
		for w := s.high; w != 0; w &= w - 1 {
			if !yield(Cell(64 + bits.TrailingZeros64(w))) {
				return
			}
		}
	}
}

// Slice returns the cells in ascending order.
func (s Cells) Slice() []Cell {
	cells := make([]Cell, 0, s.Len())
	for c := range s.All() {
		cells = append(cells, c)
	}
	return cells
}

// String names the cells, rows with the same columns together: "r4c2, r18c19".
func (s Cells) String() string {
	columns := [MaxSide]Digits{}
	for c := range s.All() {
		columns[c.Row()] = columns[c.Row()].With(Digit(c.Column() + 1))
	}
	var names []string
	for row := range columns {
		these := columns[row]
		if these == 0 {
			continue
		}
		rows := Digits(0)
		for other := row; other < MaxSide; other++ {
			if columns[other] == these {
				rows = rows.With(Digit(other + 1))
				columns[other] = 0
			}
		}
		names = append(names, "r"+rows.String()+"c"+these.String())
	}
	return strings.Join(names, ", ")
}

func single(c Cell) Cells {
	if c < 64 {
		return Cells{low: 1 << c}
	}
	return Cells{high: 1 << (c - 64)}
}

// MarshalText returns the text of [Cells.String].
func (s Cells) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads the text of [Cells.MarshalText].
func (s *Cells) UnmarshalText(text []byte) error {
	*s = Cells{}
	for name := range strings.SplitSeq(string(text), ", ") {
		rows, columns, ok := strings.Cut(strings.TrimPrefix(name, "r"), "c")
		if !ok && name != "" {
			return fmt.Errorf("%s does not name cells: write them as in r4c2, r18c19", Excerpt(string(text)))
		}
		for _, row := range rows {
			for _, column := range columns {
				if row < '1' || row > '9' || column < '1' || column > '9' {
					return fmt.Errorf("%s does not name cells: write them as in r4c2, r18c19", Excerpt(string(text)))
				}
				*s = s.With(CellAt(int(row-'1'), int(column-'1')))
			}
		}
	}
	return nil
}
