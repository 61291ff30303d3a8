package format

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A block that grows past these is not a grid. Drawings with a line for every border and
// three for every row have about 40 lines of 80 bytes.
const (
	maxBlockLines = 64
	maxBlockBytes = maxLine
)

// block is the lines of a grid, of a drawing of one, or of what looks like one.
type block struct {
	first         int // the number of the first line
	lines         []string
	size          int  // bytes
	barred, plain int  // lines other than borders, with bars and without
	tried         int  // how often it was found incomplete
	same          bool // as when it was found incomplete last, but for lines that are not rows
}

// maxTries is how often a block is parsed to see whether it is complete. Grids need one or two
// tries; without a limit, a megabyte of bars and borders took four seconds.
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
func (b *block) full() bool  { return len(b.lines) >= maxBlockLines || b.size > maxBlockBytes }

// complete reports whether the lines make a grid, as far as it was tried.
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

// mayBeRow reports whether a line may be what was missing of a grid, in any notation: it has nothing but cells
// and what stands between them, inside of its outermost bars.
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

// entry returns the grid with the lines as its text, or why they are not one.
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
	if err == nil && cells != "" { // 81 digits in all, by chance
		err = &sudoku.ParseError{Reason: sudoku.BadRows, Text: text, Count: b.rows()}
	}
	for _, other := range []func([]string) string{cellsOfRows, barredRows, framedRows, flattenedFrame} {
		if err == nil || b.same {
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

// hasRow reports whether line, of nothing but separators, is a row without clues: one in the
// middle of rows like it, or one that may begin them.
func (b *block) hasRow(line string) bool {
	n := len(rowCells(line))
	return n > 0 && (n == sudoku.Sudoku.Side() || !b.empty() && isRow(b.lines[0]) && len(separated(b.lines[0])) == n)
}

// blank reports whether the lines are nothing but separators.
func (b *block) blank() bool {
	return strings.Trim(strings.Join(b.lines, ""), separators) == ""
}

// endsBefore reports whether line begins another grid, without a blank line between: the
// one so far has all its rows, and line is a row, or a border that follows a border.
func (b *block) endsBefore(line string) bool {
	if n := b.rows(); n != sudoku.Sudoku.Side() && n != sudoku.Shidoku.Side() || b.dropHead() {
		return false
	}
	return (!isBorder(line) || isBorder(b.lines[len(b.lines)-1])) && b.complete()
}

// rows counts the lines that may be rows of cells: those with bars if there are any,
// since then labels stand in lines without.
func (b *block) rows() int {
	if b.barred > 0 {
		return b.barred
	}
	return b.plain
}

// looksDrawn reports whether a line is a row of a grid or a border.
func looksDrawn(line string) bool {
	if isBorder(line) {
		return true
	}
	if _, _, ok := findCells(line); ok {
		return false
	}
	if hasBar(line) || isRow(line) {
		return true
	}
	cells := strings.Join(strings.Fields(line), "")
	return (len(cells) == sudoku.Sudoku.Side() || len(cells) == sudoku.Shidoku.Side()) && onlyCells(cells)
}

// isBorder reports whether a line draws a border; a line of dots alone is a row.
func isBorder(line string) bool {
	drawn := false
	for _, r := range line {
		switch r {
		case '.', ' ', '\t':
			continue
		case '+', '-', '=', '*', '_', ':', '\'', '`':
		default:
			if !sudoku.IsBar(r) && !sudoku.IsBoxDrawing(r) {
				return false
			}
		}
		drawn = true
	}
	return drawn
}

func hasBar(line string) bool { return strings.ContainsFunc(line, sudoku.IsBar) }

// isBarOrBlank reports whether a character stands between the cells of a row.
func isBarOrBlank(r rune) bool { return r == ' ' || r == '\t' || sudoku.IsBar(r) }
