package format

import (
	"bufio"
	"errors"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A puzzle in a message: chats, forums and Markdown put words and marks around it. [Find] reads a message; files may
// have the same marks, which [unmarked] takes off a line:
//
//   - **53..7....**      `53..7....`      ||53..7....||      [53..7....]      see 53..7....!      <https://…>

// Find returns the puzzle in a message, or in text that was typed or pasted into a form. The text is read like a
// file. Of several grids it returns the first with empty cells, since others are solutions, and else the first. The
// error is the reason why the text has none.
func Find(text string) (sudoku.Grid, error) {
	e, err := find(text, false)
	if err == nil && e.IsSukaku() {
		err = failf(NoPuzzle, "%s: this is a sukaku, candidates alone, and has no clue", sudoku.Excerpt(e.Text))
	}
	return e.Grid, err
}

// FindPosition is [Find] for a puzzle or a position: a puzzle as it begins, or in the middle, with its placed digits and
// pencil marks ([Entry.Position]), or a sukaku ([Entry.IsSukaku]).
func FindPosition(text string) (Entry, error) { return find(text, false) }

// FindAnswer is [Find] for the answer to a puzzle: of several grids it returns the first without empty cells, and
// else the first.
func FindAnswer(text string) (sudoku.Grid, error) {
	e, err := find(text, true)
	return e.Grid, err
}

func find(text string, full bool) (Entry, error) {
	var first *Entry
	var reason error
	for part, entries := range readings(text) {
		if variant, ok := errors.AsType[*Error](reason); ok && variant.Kind == Variant && part > 1 {
			break // read in part, it would lose its other rules
		}
		for e := range entries {
			if reason == nil && errors.As(e.Err, new(*Error)) {
				reason = e.Err
			}
			if e.Err == nil && e.Marks != "" && !full {
				return e, nil
			}
			for _, g := range meantIn(e) {
				found := e
				if e.Err != nil || e.Grid != g {
					found = Entry{Line: e.Line, Text: g.String(), Grid: g}
				}
				if isFull(g.String()) == full {
					return found, nil
				}
				if first == nil {
					first = &found
				}
			}
		}
	}
	if first != nil {
		return *first, nil
	}
	if e, ok := ParseLink(text); ok && e.Err == nil { // cut into several lines or words
		return e, nil
	}
	g, err := sudoku.Parse(text)
	switch {
	case err == nil && isMeant(g):
		return Entry{Line: 1, Text: g.String(), Grid: g}, nil
	case reason != nil:
		err = reason
	case err == nil:
		err = failf(NoPuzzle, "%s: this is a grid, and no puzzle", sudoku.Excerpt(text))
	}
	return Entry{}, err
}

// headings matches the marks in front of headings, which begin comments in a file, and numbers such as "#12".
var headings = regexp.MustCompile(`(?m)^[> \t]*#\S*[ \t]+`)

// readings yields the ways to read a text: as a file, and as lines, since its words may begin like JSON or XML; then
// without its headings; then the part in brackets.
func readings(text string) iter.Seq2[int, iter.Seq[Entry]] {
	within := func(opens, closes string) string {
		start, end := max(0, strings.Index(text, opens)), strings.LastIndex(text, closes)+1
		return text[min(start, end):end]
	}
	return func(yield func(int, iter.Seq[Entry]) bool) {
		for i, part := range []string{text, headings.ReplaceAllString(text, ""), within("[", "]"), within("{", "}")} {
			if i > 0 && (part == text || part == "") {
				continue
			}
			if !yield(i, readPlain(bufio.NewReader(strings.NewReader(part)))) || !yield(i, readText(bufio.NewReader(strings.NewReader(part)), 1)) {
				return
			}
		}
	}
}

// meantIn returns the grid of an entry and those in its comment, or all grids of a rejected line with several.
func meantIn(e Entry) (grids []sudoku.Grid) {
	beside := e.Text
	if e.Err == nil {
		grids, beside = append(grids, e.Grid), e.Comment
	}
	for start, end := range fieldsOf(beside) {
		if g, err := sudoku.Parse(beside[start:end]); err == nil && isCells(beside[start:end]) {
			grids = append(grids, g)
		}
	}
	return slices.DeleteFunc(grids, func(g sudoku.Grid) bool { return !isMeant(g) })
}

// fewestClues is how many clues a grid in a message has at least: lines of dashes and dots have fewer.
const fewestClues = 4

// isMeant reports whether a grid in a message is meant as one. A number of 16 or 36 digits resembles a small grid, but
// nearly always has a digit twice in a house.
func isMeant(g sudoku.Grid) bool {
	return g.Len() >= fewestClues && (g.Shape().Side() == sudoku.MaxSide || !conflicts(g))
}

// unmarked returns a line without the marks around its cells, so that it reads as in a file of puzzles: blanks are
// around a puzzle or a link, and nothing is beside a row of a grid. A fence of code becomes a blank line. ok is false
// for other lines.
func unmarked(line string) (bare string, ok bool) {
	text := strings.TrimSpace(line)
	if strings.Trim(text, "0123456789.") == "" { // as in nearly all rows
		return "", false
	}
	notLanguage := func(r rune) bool { return !unicode.IsLetter(r) && !strings.ContainsRune("+#- ", r) }
	for _, fence := range []string{"```", "~~~"} {
		if code, fenced := strings.CutPrefix(text, fence); fenced && !strings.ContainsFunc(code, notLanguage) {
			return "", true
		}
	}
	text = strings.ReplaceAll(text, `\`, "") // of "\*" and "\_"
	if start, end := linkIn(text); start < end {
		bare = text[start:end] + " " + strings.TrimLeft(text[end:], "`*_~|>)]}.,:;!? ")
		if strings.HasPrefix(bare, "http") {
			bare = strings.TrimRight(text[:start], "`*_~|<([{") + " " + bare // with its name
		}
	} else if start, end := runOfCells(text); start < end {
		before, after := strings.TrimRight(text[:start], "`*_~|<([{"), strings.TrimLeft(text[end:], "`*_~|>)]}.:!? ")
		bare = before + " " + text[start:end] + " " + after
	} else if bare = groupedRows(text); bare == "" {
		bare = bareRow(text)
	}
	if bare == "" || parseLine(text).Err == nil {
		return text, text != line && bare != ""
	}
	return strings.TrimSpace(bare), true
}

// runOfCells returns the position of a puzzle within a sentence, an address or marks: the cells of a shape, with neither a
// letter nor a digit beside them.
func runOfCells(text string) (start, end int) {
	for at := 0; at < len(text); at = end {
		if start = strings.IndexAny(text[at:], sudoku.CellCharacters); start < 0 {
			return 0, 0
		}
		start += at
		end = len(text) - len(strings.TrimLeft(text[start:], sudoku.CellCharacters))
		if end-start < leastCells {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:start])
		after, _ := utf8.DecodeRuneInString(text[end:])
		word := text[strings.LastIndexByte(text[:start], ' ')+1 : start]
		isBeside := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
		if isBeside(before) || isBeside(after) || strings.Contains(word, "://") {
			continue
		}
		for marks := range 4 { // of "*", "**" and "***", or of "_"
			if end-start-2*marks < leastCells {
				break
			}
			around, inside := text[start:start+marks]+text[end-marks:end], text[start+marks:end-marks]
			if strings.Trim(around, "*") != "" && strings.Trim(around, "_") != "" {
				break
			}
			for _, stop := range []int{0, 1} { // the full stop of the sentence
				cells := inside[:len(inside)-stop]
				if (stop == 0 || strings.HasSuffix(inside, ".")) && isCells(cells) && strings.ContainsAny(cells, "123456789") {
					return start + marks, start + marks + len(cells)
				}
			}
		}
	}
	return 0, 0
}

// linkIn returns the position of a link, or of a puzzle in the form of a program, that is enclosed by marks, words or
// the punctuation of a sentence. A line that is nothing else has none.
func linkIn(text string) (start, end int) {
	for start < len(text) {
		end = len(text)
		if i := strings.IndexAny(text[start:], " \t\u00a0<>()[]|`*\"'"); i >= 0 {
			end = start + i
		}
		word := strings.TrimRight(text[start:end], ".,;:!?*_")
		if len(word) >= minLink && len(word) < len(text) && (strings.HasPrefix(word, "http") || startsPacked(word) || soloID.MatchString(word)) {
			if _, ok := parseWhole(word); ok {
				return start, start + len(word)
			}
		}
		start = end + 1
	}
	return 0, 0
}

// minLink is how many bytes a link or an id with a puzzle has at least.
const minLink = 10

// groupedRows joins the cells of a line that has them in groups of one, of a box's width, of a row or of a band, as when a
// chat makes one line of several. The rest of the line stays. It returns "" for other lines. Sixteen digits may be anything.
func groupedRows(text string) string {
	cells := 0
	for i := range len(text) {
		if strings.IndexByte(sudoku.CellCharacters, text[i]) >= 0 {
			cells++
		}
	}
	for _, shape := range sudoku.Shapes {
		whole := len(shape.Cells())
		if cells < whole || !isLongRow(shape.Side()) {
			continue
		}
		groups := []int{1, shape.BoxWidth(), shape.Side(), shape.Side() * shape.BoxHeight()}
		fields, first := strings.Fields(text), 0
		for i, field := range fields {
			fields[i] = strings.Trim(field, "`|")
			if !slices.Contains(groups, len(fields[i])) || !onlyCells(fields[i]) {
				first = i + 1
				continue
			}
			if n := len(fields[i]); n != len(fields[first]) {
				first = i
			} else if (i-first+1)*n == whole && hasDigitsOf(shape, strings.Join(fields[first:i+1], "")) {
				return strings.Join(slices.Concat(fields[:first], []string{strings.Join(fields[first:i+1], "")}, fields[i+1:]), " ")
			}
		}
	}
	return ""
}

// bareRow returns the row of a grid without the marks around it: code, bold text, spoilers, and the bullet or number
// of a list. It returns "" for other lines.
func bareRow(text string) string {
	row := text
	if strings.Contains(row, "**") {
		row = boldDigit.ReplaceAllString(row, "$1")
	}
	if number, rest, ok := strings.Cut(row, " "); ok && bullet.MatchString(number) {
		row = strings.TrimSpace(rest)
	}
	for _, mark := range []string{"```", "`", "**", "||", "~~"} {
		inside := strings.TrimSuffix(strings.TrimPrefix(row, mark), mark)
		if mark != "||" || !hasBar(inside) {
			row = strings.TrimSpace(inside)
		}
	}
	if row == text || isBorder(row) || !looksDrawn(row) || looksDrawn(text) && !strings.HasPrefix(text, "||") && !strings.HasSuffix(text, "||") {
		return ""
	}
	return row
}

// boldDigit matches a digit in bold, as clues are among other digits.
var boldDigit = regexp.MustCompile(`\*\*([1-9])\*\*`)

// bullet matches the beginning of an entry in a list: "-", "*", "+", "7." or "7)".
var bullet = regexp.MustCompile(`^(?:[-*+]|[0-9]{1,3}[.)])$`)
