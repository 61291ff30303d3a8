package sudoku

import (
	"fmt"
	"math/rand/v2"
)

// Transform turns a grid into an isomorph, an essentially equal one: it transposes or
// not, then permutes rows and columns so that chutes stay together, then relabels the
// digits. The zero value is not a valid transform; start with [Identity] or [RandomTransform].
type Transform struct {
	Shape     Shape
	Transpose bool               // first: rows become columns, if the shape lets them
	Rows      [MaxSide]uint8     // row i of the result is row Rows[i] of the grid before
	Columns   [MaxSide]uint8     // column i of the result is column Columns[i] of the grid before
	Digits    [MaxSide + 1]Digit // digit d becomes Digits[d]; Digits[0] is 0
}

// Identity returns the transform that changes nothing.
func Identity(s Shape) Transform {
	t := Transform{Shape: s}
	for i := range s.Side() {
		t.Rows[i], t.Columns[i], t.Digits[i+1] = uint8(i), uint8(i), Digit(i+1)
	}
	return t
}

// RandomTransform returns any of the shape's transforms with equal probability.
func RandomTransform(s Shape, r *rand.Rand) Transform {
	t := Identity(s)
	t.Transpose = s.CanTranspose() && r.IntN(2) == 1
	t.Rows, t.Columns = randomLines(s.BoxHeight(), s.BoxWidth(), r), randomLines(s.BoxWidth(), s.BoxHeight(), r)
	for i, j := range r.Perm(s.Side()) {
		t.Digits[i+1] = Digit(j + 1)
	}
	return t
}

// randomLines permutes chutes of some lines each, and the lines within each.
func randomLines(each, chutes int, r *rand.Rand) (lines [MaxSide]uint8) {
	for i, chute := range r.Perm(chutes) {
		for j, line := range r.Perm(each) {
			lines[each*i+j] = uint8(each*chute + line)
		}
	}
	return lines
}

// Cell returns where a cell goes.
func (t Transform) Cell(c Cell) Cell {
	row, column := c.Row(), c.Column()
	if t.Transpose {
		row, column = column, row
	}
	inverse := t.inverseLines()
	return CellAt(int(inverse.Rows[row]), int(inverse.Columns[column]))
}

// Apply returns the grid turned. It panics if the shapes differ.
func (t Transform) Apply(g Grid) Grid {
	if t.Shape != g.shape {
		panic(fmt.Sprintf("sudoku: %s transform on a %s grid", t.Shape, g.shape))
	}
	turned := Empty(t.Shape)
	for _, c := range t.Shape.Cells() {
		turned.digits[c] = t.Digits[g.digits[t.source(c)]]
	}
	return turned
}

// ApplyMarks returns the pencilmarks turned.
func (t Transform) ApplyMarks(p Pencilmarks) Pencilmarks {
	var turned Pencilmarks
	for _, c := range t.Shape.Cells() {
		for d := range p[t.source(c)].All() {
			turned[c] = turned[c].With(t.Digits[d])
		}
	}
	return turned
}

// Inverse returns the transform that undoes t.
func (t Transform) Inverse() Transform {
	inverse := t.inverseLines()
	if t.Transpose { // undone last, so rows and columns change sides
		inverse.Rows, inverse.Columns = inverse.Columns, inverse.Rows
	}
	inverse.Transpose = t.Transpose
	for d := 1; d <= t.Shape.Side(); d++ {
		inverse.Digits[t.Digits[d]] = Digit(d)
	}
	return inverse
}

// Then returns the transform that does t first and u after it.
func (t Transform) Then(u Transform) Transform {
	both := Transform{Shape: t.Shape, Transpose: t.Transpose != u.Transpose}
	rows, columns := t.Rows, t.Columns
	if u.Transpose {
		rows, columns = columns, rows
	}
	for i := range t.Shape.Side() {
		both.Rows[i] = rows[u.Rows[i]]
		both.Columns[i] = columns[u.Columns[i]]
		both.Digits[i+1] = u.Digits[t.Digits[i+1]]
	}
	return both
}

// source returns the cell that comes to c.
func (t Transform) source(c Cell) Cell {
	row, column := int(t.Rows[c.Row()]), int(t.Columns[c.Column()])
	if t.Transpose {
		row, column = column, row
	}
	return CellAt(row, column)
}

func (t Transform) inverseLines() Transform {
	inverse := Transform{Shape: t.Shape}
	for i := range t.Shape.Side() {
		inverse.Rows[t.Rows[i]] = uint8(i)
		inverse.Columns[t.Columns[i]] = uint8(i)
	}
	return inverse
}

// String returns the transform as text that [ParseTransform] reads: a letter, t when it
// transposes and i when not, then rows, columns and digits, all counted from 1:
// "t 312456789 123456789 987654321".
func (t Transform) String() string {
	side := t.Shape.Side()
	rows, columns, digits := make([]byte, side), make([]byte, side), make([]byte, side)
	for i := range side {
		rows[i], columns[i], digits[i] = '1'+t.Rows[i], '1'+t.Columns[i], '0'+byte(t.Digits[i+1])
	}
	letter := "i"
	if t.Transpose {
		letter = "t"
	}
	return fmt.Sprintf("%s %s %s %s", letter, rows, columns, digits)
}

// ParseTransform reads the text of [Transform.String].
func ParseTransform(text string) (Transform, error) {
	var letter, rows, columns, digits string
	if _, err := fmt.Sscanf(text, "%s %s %s %s", &letter, &rows, &columns, &digits); err != nil || letter != "t" && letter != "i" {
		return Transform{}, fmt.Errorf("transform %q: write t or i, rows, columns and digits", text)
	}
	shape, _ := ShapeOfSide(len(rows)) // another length is an error below
	t := Transform{Shape: shape, Transpose: letter == "t"}
	for _, part := range []string{rows, columns, digits} {
		if !permutes(part, shape) {
			return Transform{}, fmt.Errorf("transform %q: %q is not a permutation of the digits 1-%d", text, part, shape.Side())
		}
	}
	for i := range shape.Side() {
		t.Rows[i], t.Columns[i], t.Digits[i+1] = rows[i]-'1', columns[i]-'1', Digit(digits[i]-'0')
	}
	switch {
	case t.Transpose && !shape.CanTranspose():
		return Transform{}, fmt.Errorf("transform %q: the rows of a %s cannot become columns, as its boxes are wider than high", text, shape)
	case !t.keepsChutes():
		return Transform{}, fmt.Errorf("transform %q: the rows of a band and the columns of a stack must stay together", text)
	}
	return t, nil
}

func permutes(part string, s Shape) bool {
	var seen Digits
	for _, b := range []byte(part) {
		if b < '1' || b > '9' {
			return false
		}
		seen = seen.With(Digit(b - '0'))
	}
	return len(part) == s.Side() && seen == s.Digits()
}

func (t Transform) keepsChutes() bool {
	together := func(lines [MaxSide]uint8, each int) bool {
		for i := range t.Shape.Side() {
			if first := i / each * each; int(lines[i])/each != int(lines[first])/each {
				return false
			}
		}
		return true
	}
	return together(t.Rows, t.Shape.BoxHeight()) && together(t.Columns, t.Shape.BoxWidth())
}
