package player

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Limits of the search for a grid in a message, which anyone may have written to keep us busy.
const (
	maxMessage   = 16 << 10 // bytes; Discord's messages are shorter
	maxGridTries = 2000     // texts that are parsed
	fewestClues  = 4        // a line of dashes is not a puzzle
)

// findGrid returns the first grid in a text: a line of 81 or 16 cells, also within a sentence or an
// address, or a drawing of several lines between other lines. ok is false where there is none.
func findGrid(text string) (g sudoku.Grid, ok bool) {
	text = strings.ToValidUTF8(text[:min(len(text), maxMessage)], "")
	f := finder{left: maxGridTries}
	for _, look := range []func(string) bool{f.inBlocks, f.try, f.inRuns, f.inLines} {
		if look(text) {
			return f.found, true
		}
	}
	return g, false
}

// finder tries texts until one is a grid.
type finder struct {
	left  int // how many more may be tried
	found sudoku.Grid
}

// try reports whether a text is a grid.
func (f *finder) try(text string) bool {
	if f.left == 0 {
		return false
	}
	f.left--
	g, err := sudoku.Parse(text)
	if err != nil || g.Len() < fewestClues {
		return false
	}
	f.found = g
	return true
}

// inBlocks looks into blocks of code, which keep drawings in shape.
func (f *finder) inBlocks(text string) bool {
	for i, block := range strings.Split(text, "```") {
		if i%2 == 0 {
			continue
		}
		language, rest, _ := strings.Cut(block, "\n")
		if f.try(block) || isWord(language) && f.try(rest) || f.inLines(block) {
			return true
		}
	}
	return false
}

// isWord reports whether a line may name a language: what stands behind the fence of a block.
func isWord(line string) bool {
	return strings.Trim(strings.ToLower(strings.TrimSpace(line)), "abcdefghijklmnopqrstuvwxyz+#-") == ""
}

// inRuns looks for cells in a row: within a sentence, an address, or what makes text bold.
func (f *finder) inRuns(text string) bool {
	isCell := func(r rune) bool { return strings.ContainsRune(sudoku.CellCharacters, r) }
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !isCell(r) }) {
		for _, cells := range []string{run, strings.TrimSuffix(run, "."), strings.Trim(run, "*"), strings.Trim(run, "_")} {
			if (len(cells) == 81 || len(cells) == 16) && f.try(cells) {
				return true
			}
		}
	}
	return false
}

// inLines looks for a drawing between other lines. Borders and labels make one longer than its
// rows; lines that a chat has joined make it one line.
func (f *finder) inLines(text string) bool {
	lines := drawnLines(text)
	for _, lengths := range [][2]int{{9, 21}, {1, 1}, {4, 8}} {
		for first := range lines {
			for n := lengths[0]; n <= lengths[1] && first+n <= len(lines); n++ {
				window := lines[first : first+n]
				if window[0] == "" || window[n-1] == "" {
					continue
				}
				if f.try(strings.Join(window, "\n")) {
					return true
				}
			}
		}
	}
	return false
}

// drawnLines returns the lines of a text that may belong to a drawing, and an empty one for each
// other. The marks of a quotation are taken off.
func drawnLines(text string) []string {
	lines := strings.Split(strings.ReplaceAll(text, "\r", ""), "\n")
	for i, line := range lines {
		line = strings.TrimPrefix(strings.TrimPrefix(line, ">"), " ")
		if strings.ContainsFunc(line, func(r rune) bool {
			return r < 0x80 && !strings.ContainsRune(sudoku.CellCharacters+" \t|+=:,;ABCDEFGHIJabcdefghijRr", r)
		}) {
			line = ""
		}
		lines[i] = line
	}
	return lines
}
