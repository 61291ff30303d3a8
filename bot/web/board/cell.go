package board

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// grid has the cells of a State.
type grid struct {
	shape  sudoku.Shape
	side   int
	clues  []int
	digits []int
}

// readGrid checks that the texts of a state fit its shape.
func readGrid(s State) (grid, error) {
	shape, err := sudoku.ParseShape(s.Shape)
	if err != nil {
		return grid{}, err
	}
	g := grid{shape: shape, side: shape.Side()}
	n := len(shape.Cells())
	if len(s.Clues) != n || len(s.Grid) != n || len(s.Marks) != n {
		return grid{}, fmt.Errorf("a %s has %d cells: got %d clues, %d digits and %d marks", shape, n, len(s.Clues), len(s.Grid), len(s.Marks))
	}
	for i := range n {
		g.clues = append(g.clues, digitOf(s.Clues[i]))
		g.digits = append(g.digits, digitOf(s.Grid[i]))
	}
	return g, nil
}

func digitOf(c byte) int {
	if c < '1' || c > '9' {
		return 0
	}
	return int(c - '0')
}

// cell is a cell of the page.
type cell struct {
	Name    string // "r4c5"
	Label   string // for screen readers
	Classes string
	Digit   string
	Corner  []string
	Marks   []candidate
	Style   string // of the marks, as classes
	Colours []int
	Chosen  bool
	Clue    bool
}

// candidate is a centre mark with its colours.
type candidate struct {
	Digit   string
	Classes string
}

// rows returns the cells of a page, row by row. chosen is the name of the chosen cell.
func (g grid) rows(s State, chosen string, words map[string]string) [][]cell {
	var rows [][]cell
	for i, c := range g.shape.Cells() {
		if i%g.side == 0 {
			rows = append(rows, nil)
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], g.cell(s, chosen, words, i, c))
	}
	return rows
}

func (g grid) cell(s State, chosen string, words map[string]string, i int, at sudoku.Cell) cell {
	notes := s.Notes[at.String()]
	c := cell{Name: at.String(), Clue: g.clues[i] != 0, Chosen: chosen == at.String(), Colours: notes.Colours}
	if g.digits[i] != 0 {
		c.Digit = strconv.Itoa(g.digits[i])
	} else {
		c.Corner = strings.Split(notes.Corner, "")
		for _, d := range s.Marks[i] {
			classes := "d" + string(d)
			for i, colour := range notes.Candidates[string(d)] {
				if i < 2 {
					classes += " " + string("ab"[i]) + strconv.Itoa(colour)
				}
			}
			c.Marks = append(c.Marks, candidate{string(d), classes})
		}
		c.Style = "string"
		if n := len(c.Marks); g.isFilledIn(s) && len(c.Corner) == 0 {
			c.Style = "grid"
		} else if n > 4 {
			c.Style += " n" + strconv.Itoa(n)
		}
	}
	c.Label = g.label(c, at, words)
	c.Classes = strings.Join(g.classes(c, at), " ")
	return c
}

// isFilledIn reports whether the marks look as if they were filled in: every open cell has some.
func (g grid) isFilledIn(s State) bool {
	for i, digit := range g.digits {
		if digit == 0 && s.Marks[i] == "" {
			return false
		}
	}
	return true
}

// classes returns the classes that never change during play, and those of a page without script.
func (g grid) classes(c cell, at sudoku.Cell) []string {
	var classes []string
	if at.Column()%g.shape.BoxWidth() == 0 && at.Column() > 0 {
		classes = append(classes, "left")
	}
	if at.Row()%g.shape.BoxHeight() == 0 && at.Row() > 0 {
		classes = append(classes, "top")
	}
	if c.Clue {
		classes = append(classes, "clue")
	}
	if c.Chosen {
		classes = append(classes, "chosen")
	}
	return slices.Clip(classes)
}

// label describes a cell: "row 4 column 5, empty, marks 3 7".
func (g grid) label(c cell, at sudoku.Cell, words map[string]string) string {
	parts := []string{fill(words["cell"], "row", strconv.Itoa(at.Row()+1), "column", strconv.Itoa(at.Column()+1))}
	switch {
	case c.Clue:
		parts = append(parts, fill(words["cell-given"], "digit", c.Digit))
	case c.Digit != "":
		parts = append(parts, c.Digit)
	default:
		parts = append(parts, words["cell-empty"])
	}
	if len(c.Corner) > 0 {
		parts = append(parts, fill(words["cell-corner"], "digits", strings.Join(c.Corner, " ")))
	}
	if len(c.Marks) > 0 {
		var digits []string
		for _, m := range c.Marks {
			digits = append(digits, m.Digit)
		}
		parts = append(parts, fill(words["cell-marks"], "digits", strings.Join(digits, " ")))
	}
	if len(c.Colours) > 0 {
		parts = append(parts, fill(words["cell-colours"], "colours", strings.Trim(fmt.Sprint(c.Colours), "[]")))
	}
	return strings.Join(parts, ", ")
}

// fill replaces the placeholders of a text: pairs of name and value.
func fill(text string, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		text = strings.ReplaceAll(text, "{"+pairs[i]+"}", pairs[i+1])
	}
	return text
}
