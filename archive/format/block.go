package format

import (
	"errors"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A grid of several lines: the lines are collected in a block until one ends it, and the block is read as a whole.

// A block beyond these limits is not a grid. Drawings with a line for every border and three for every row have about
// 40 lines of 80 bytes.
const (
	maxBlockLines = 64
	maxBlockBytes = maxLine
)

// block is the collected lines of a grid, of a drawing, or of text that resembles one.
type block struct {
	first         int // the number of the first line
	lines         []string
	size          int  // bytes
	barred, plain int  // lines other than borders, with bars and without
	tried         int  // how often it was incomplete
	same          bool // no row was added since it was incomplete
}

// maxTries is how often a block is parsed to see whether it is complete. Grids need one or two tries; without a
// limit, a megabyte of bars and borders took four seconds.
const maxTries = 4

func (b *block) add(number int, line string) {
	if b.empty() {
		b.first = number
	}
	b.lines = append(b.lines, line)
	b.size += len(line)
	b.same = b.same && !mayBeRow(line)
	switch {
	case isBorder(line):
	case hasBar(line):
		b.barred++
	default:
		b.plain++
	}
}

func (b *block) empty() bool { return len(b.lines) == 0 }

func (b *block) full() bool { return len(b.lines) >= maxBlockLines || b.size > maxBlockBytes }

// complete reports whether the lines make a grid, for the first maxTries tries.
func (b *block) complete() bool {
	if b.empty() || b.tried == maxTries {
		return false
	}
	if b.same || b.entry().Err != nil {
		b.same = true
		b.tried++
		return false
	}
	return true
}

// mayBeRow reports whether a line may be a missing row of a grid, in any notation: inside of its outermost bars it
// has nothing but cells and separators.
func mayBeRow(line string) bool {
	if isRow(line) {
		return true
	}
	first, last := strings.IndexFunc(line, sudoku.IsBar), strings.LastIndexFunc(line, sudoku.IsBar)
	if first < last {
		line = line[first:last]
	}
	cells := 0
	for _, r := range line {
		switch {
		case r >= '0' && r <= '9', r == '.', r == '*', r == '_', r == '-', r == 'x', r == 'X':
			cells++
		case r < utf8.RuneSelf && r != 'u' && r != '|' && !unicode.IsSpace(r) && !strings.ContainsRune(separators, r):
			return false
		}
	}
	return cells <= sudoku.MaxCells
}

// entry returns the grid with the lines as its text, or the reason why they are not one.
func (b *block) entry() Entry {
	text := strings.Join(b.lines, "\n")
	if err := numbersError(text); err != nil && cellsOfRows(b.lines) == "" {
		return Entry{Text: text, Err: err}
	}
	if e, ok := parseCandidates(text); ok {
		e.Text = text
		return e
	}
	g, err := sudoku.Parse(text)
	cells, marks := candidateRows(b.lines)
	if wrong := candidatesError(text); err != nil && cells == "" && wrong != nil {
		err = wrong
	}
	if err == nil && cells != "" { // 81 digits in all, by chance
		err = &sudoku.ParseError{Reason: sudoku.BadRows, Text: text, Count: b.rows()}
	}
	for _, other := range []func([]string) string{cellsOfRows, barredRows, framedRows, flattenedFrame} {
		if err == nil || b.same || hasOtherBoxes(err) {
			break
		}
		if cells := other(b.lines); cells != "" {
			if again, againErr := sudoku.Parse(cells); againErr == nil {
				g, err = again, nil
			}
		}
	}
	return withMarks(Entry{Text: text, Grid: g, Err: err}, marks)
}

// hasOtherBoxes reports whether an error is that of a drawing with other boxes than those of its shape.
func hasOtherBoxes(err error) bool {
	reason, ok := errors.AsType[*sudoku.ParseError](err)
	return ok && reason.Reason == sudoku.BadBoxes
}

// hasRow reports whether a line of separators alone is a row without clues: one between rows like it, or one that may
// begin them.
func (b *block) hasRow(line string) bool {
	n := len(rowCells(line))
	return n > 0 && (isLongRow(n) || !b.empty() && isRow(b.lines[0]) && len(separated(b.lines[0])) == n)
}

// rows counts the lines that may be rows of cells. If some lines have bars, the others are labels.
func (b *block) rows() int {
	if b.barred > 0 {
		return b.barred
	}
	return b.plain
}

// isAsWide reports whether the last line may be a row with as many cells as there are rows: it has one field for each, or
// no more characters than that, perhaps with a label of two. Without this test, which is cheap, a grid would be parsed after
// its fourth row and its sixth.
func (b *block) isAsWide() bool {
	last := ""
	for _, line := range slices.Backward(b.lines) {
		if !isBorder(line) && (b.barred == 0 || hasBar(line)) {
			last = line
			break
		}
	}
	fields := strings.FieldsFunc(last, func(r rune) bool { return isBarOrBlank(r) || strings.ContainsRune(separators, r) })
	return len(fields) == b.rows() || len(strings.Join(fields, "")) <= b.rows()+len("r1")
}

// dropHead drops the head of a Markdown table, "| 1 | 2 | 3 …" and "|---|---|---…", which would be the first row of
// the grid. It reports whether there was one: a drawing has more borders between its rows, or none.
func (b *block) dropHead() bool {
	borders := 0
	for _, line := range b.lines {
		if isBorder(line) {
			borders++
		}
	}
	if borders != 1 || len(b.lines) < 3 || !isBorder(b.lines[1]) || !strings.Contains(b.lines[1], "-|") {
		return false
	}
	if head := strings.Join(strings.FieldsFunc(b.lines[0], isBarOrBlank), ""); !strings.HasPrefix("123456789", head) {
		return false
	}
	b.first, b.lines, b.barred = b.first+2, b.lines[2:], b.barred-1
	return true
}

// pieces are parts of a grid with blank lines between them: its bands, or all of its rows.
type pieces struct {
	blocks     []block
	rows, side int // of each
}

// add takes a block that is a band, or a row that is recognized by itself, if it is like the pieces before it. It reports
// whether it took it.
func (p *pieces) add(b block) bool {
	rows, side := 0, 0
	for _, line := range b.lines {
		if isBorder(line) {
			continue
		}
		n := countRow(line)
		if rows++; n == 0 || rows > 1 && n != side {
			return false
		}
		side = n
	}
	isRow := rows == 1 && isLongRow(side)
	shape, isSide := sudoku.ShapeOfSide(side)
	isBand := isSide && rows == shape.BoxHeight()
	if !isRow && !isBand || len(p.blocks) > 0 && (rows != p.rows || side != p.side) {
		return false
	}
	p.blocks, p.rows, p.side = append(p.blocks, b), rows, side
	return true
}

// countRow returns the number of cells in a row, 0 if the line is not a row.
func countRow(line string) int {
	cells := rowCells(line)
	if cells == "" {
		cells = strings.Join(strings.FieldsFunc(line, isBarOrBlank), "")
	}
	if !isSide(cells) {
		return 0
	}
	return len(cells)
}

// whole returns the block that the pieces make. Single lines with a digit twice in a house are numbers and not rows.
func (p *pieces) whole() (whole block, ok bool) {
	whole.first = p.blocks[0].first
	for _, b := range p.blocks {
		for _, line := range b.lines {
			whole.add(whole.first, line)
		}
	}
	e := whole.entry()
	if e.Err == nil && p.rows == 1 && conflicts(e.Grid) {
		return block{}, false
	}
	return whole, e.Err == nil
}
