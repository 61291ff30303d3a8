package canon

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Of returns the canonical form of a grid, the smallest of its isomorphs.
func Of(g sudoku.Grid) sudoku.Grid {
	r := find(g)
	return r.form()
}

// OfWithTransform returns the canonical form and a transform that leads there.
func OfWithTransform(g sudoku.Grid) (sudoku.Grid, sudoku.Transform) {
	r := find(g)
	return r.form(), r.transform()
}

// Pattern returns the canonical form of a grid's pattern of clues, with 1 for each clue. Two puzzles have the same
// pattern if a transform moves the clues of one into the cells of the other's clues, with any digits.
func Pattern(g sudoku.Grid) sudoku.Grid {
	for c := range g.Filled().All() {
		g = g.With(c, 1)
	}
	return Of(g)
}

// Automorphisms returns how many transforms leave a grid unchanged, the identity included.
// Relabellings count: digits that the grid lacks can be exchanged freely, so the empty 9×9
// grid has 2·6⁸·9! automorphisms. The class of a grid has as many members as there are transforms,
// divided by this number.
func Automorphisms(g sudoku.Grid) int {
	r := find(g)
	return r.ways * r.exchanges()
}

// result is the smallest isomorph of a grid.
type result struct {
	shape           sudoku.Shape
	rows            [sudoku.MaxSide]uint64 // of the canonical form, their cells packed, the last in lane 0
	ways            int                    // the number of choices of rows, columns and labels that lead there
	packedTransform                        // one of them
}

// packedTransform is a transform, packed.
type packedTransform struct {
	transpose bool   // first: rows become columns
	order     uint64 // the rows in their new order, the last in lane 0
	places    uint64 // the new place of column i in lane i, counted from the right
	labels    uint64 // the label of digit d in lane d, 0 for a digit that the grid lacks
}

func find(g sudoku.Grid) result {
	if g.Shape() != sudoku.Sudoku {
		return tryAll(g)
	}
	return minimize(g)
}

func (r *result) form() sudoku.Grid {
	var digits [sudoku.MaxCells]sudoku.Digit
	for row, text := range r.rows {
		for column := r.shape.Side() - 1; column >= 0; column-- {
			digits[sudoku.MaxSide*row+column] = sudoku.Digit(text & laneMask)
			text >>= laneBits
		}
	}
	return sudoku.FromDigits(r.shape, digits)
}

func (r *result) transform() sudoku.Transform {
	side := r.shape.Side()
	t := sudoku.Transform{Shape: r.shape, Transpose: r.transpose}
	unused := sudoku.Digit(side)
	for i := range side {
		t.Rows[i] = uint8(lane(r.order, laneBits*(side-1-i)))
		t.Columns[side-1-int(lane(r.places, laneBits*i))] = uint8(i)
		d := side - i
		t.Digits[d] = sudoku.Digit(lane(r.labels, laneBits*d))
		if t.Digits[d] == 0 { // labels are given from 1 on, so the highest are left
			t.Digits[d] = unused
			unused--
		}
	}
	return t
}

// exchanges returns how many ways there are to relabel the digits that the grid lacks.
func (r *result) exchanges() int {
	product, lacking := 1, 0
	for d := 1; d <= r.shape.Side(); d++ {
		if lane(r.labels, laneBits*d) == 0 {
			lacking++
			product *= lacking
		}
	}
	return product
}

// Key identifies a puzzle up to isomorphism: the first 128 bits of the SHA-256 of the
// canonical form's text, as [sudoku.Grid.String] writes it. The chance that any two of a
// billion classes share a key is about 1 in 10²¹.
type Key [16]byte

// KeyOf returns the key of a grid's class. All isomorphs have the same.
func KeyOf(g sudoku.Grid) Key {
	form := Of(g)
	var text [sudoku.MaxCells]byte // form.String() would allocate
	digits, cells := form.ByCell(), form.Shape().Cells()
	for i, c := range cells {
		text[i] = '.'
		if d := digits[c]; d != 0 {
			text[i] = '0' + byte(d)
		}
	}
	sum := sha256.Sum256(text[:len(cells)])
	return Key(sum[:len(Key{})])
}

// String returns the key as 32 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// Prefix makes a key an id by which a puzzle can be cited: gk:0123456789abcdef0123456789abcdef.
const Prefix = "gk:"

// ID returns the key with its [Prefix].
func (k Key) ID() string { return Prefix + k.String() }

// ParseKey reads a key in hexadecimal digits, with or without its [Prefix] and hyphens.
func ParseKey(text string) (k Key, ok bool) {
	if len(text) > len(Prefix) && strings.EqualFold(text[:len(Prefix)], Prefix) {
		text = text[len(Prefix):]
	}
	bytes, err := hex.DecodeString(strings.ReplaceAll(text, "-", ""))
	if err != nil || len(bytes) != len(k) {
		return Key{}, false
	}
	return Key(bytes), true
}
