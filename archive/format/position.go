package format

import (
	"cmp"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A position is a puzzle in the middle of its solution: its clues, the digits placed since, and the candidates of the
// other cells. A sukaku is candidates alone. They are read from
//
//   - 729 characters, nine for each cell (216 for a 6×6, six for each; 64 for a shidoku): the digits that are still
//     possible, each in its place or all of them first, and . or 0 for the others. A comment behind a blank and a name in
//     front stay. They may also be nine lines of 81, or six of 36.
//   - A drawing whose cells are digits or lists of digits, and rows of such cells (pencilmarks.go).
//   - JSON with 729 characters as "candidates", and perhaps the digits as "grid" and the clues as "clues". Of a step it
//     is the "state", and of a hint and a path the state before the first step (package explain/steps).
//   - Objects and links of f-puzzles and SudokuPad, with the digits and the centre marks of a player.
//
// Whether a digit that is alone in its cell has been placed:
//
//   - With a "grid" or "clues", these have all digits that are placed. Any other cell is open.
//   - In a drawing it has: people draw it so.
//   - In 729 characters it has, if no cell that it sees has the digit left. Else it is a naked single that nobody has
//     placed. But if all other cells have all digits, those alone are the clues of a puzzle.
//
// A mark that repeats the digit of a peer is dropped, unless its cell would have none left: that mistake is for a hint
// to explain. Marks that follow from the digits are left out.

// placedMark precedes a placed digit in [Entry.Marks].
const placedMark = "="

// Position returns the digits of a position, its clues and the digits placed since, and its pencil marks. Without marks
// for a cell, all its candidates are possible. For a puzzle it returns the clues.
func (e Entry) Position() (grid sudoku.Grid, marks sudoku.Pencilmarks) {
	grid = e.Grid
	cells := e.Grid.Shape().Cells()
	for i, field := range strings.Fields(e.Marks) {
		digits, isPlaced := strings.CutPrefix(field, placedMark)
		switch own := digitsIn(digits); {
		case i >= len(cells) || own&^e.Grid.Shape().Digits() != 0:
		case isPlaced:
			grid = grid.With(cells[i], own.First())
		default:
			marks[cells[i]] = own
		}
	}
	return grid, marks
}

// Pencilmarks returns the marks of a position. A cell without marks in the file has none.
func (e Entry) Pencilmarks() sudoku.Pencilmarks {
	_, marks := e.Position()
	return marks
}

// IsSukaku reports whether an entry has candidates and no digit. Such a puzzle has neither a canonical form nor a
// score.
func (e Entry) IsSukaku() bool {
	return e.Marks != "" && e.Grid.Len() == 0 && !strings.Contains(e.Marks, placedMark)
}

func digitsIn(text string) (digits sudoku.Digits) {
	for _, r := range text {
		if r >= '1' && r <= '9' {
			digits = digits.With(sudoku.Digit(r - '0'))
		}
	}
	return digits
}

// withMarks returns an entry with the marks of its cells, each given as a text of digits.
func withMarks(e Entry, given []string) Entry {
	if e.Err != nil || len(given) != len(e.Grid.Shape().Cells()) {
		return e
	}
	var marks sudoku.Pencilmarks
	for i, c := range e.Grid.Shape().Cells() {
		marks[c] = digitsIn(given[i])
	}
	return withPosition(e, e.Grid, marks)
}

// withPosition returns an entry of clues with placed digits and marks.
func withPosition(e Entry, grid sudoku.Grid, marks sudoku.Pencilmarks) Entry {
	possible := grid.Candidates()
	more := grid != e.Grid
	var texts []string
	for _, c := range grid.Shape().Cells() {
		text := "."
		switch own := marks[c] & grid.Shape().Digits(); {
		case grid.At(c) != e.Grid.At(c):
			text = placedMark + grid.At(c).String()
		case grid.At(c) == 0 && own != 0:
			if own&possible[c] != 0 {
				own &= possible[c]
			}
			more = more || own != possible[c]
			text = own.String()
		}
		texts = append(texts, text)
	}
	if more {
		e.Marks = strings.Join(texts, " ")
	}
	return e
}

// candidateShape returns the shape of a position whose text has so many characters.
func candidateShape(length int) (s sudoku.Shape, ok bool) {
	for _, s := range sudoku.Shapes {
		if length == len(s.Cells())*s.Side() {
			return s, true
		}
	}
	return 0, false
}

// leastPosition is the number of characters for a position of the smallest shape.
var leastPosition = slices.Min(sudoku.ByShape(func(s sudoku.Shape) int { return len(s.Cells()) * s.Side() }))

const candidateCharacters = "0123456789."

// packedCandidates returns a text of candidates without the blanks, line ends and bars between them, "" for other text.
func packedCandidates(text string) string {
	if len(text) < leastPosition || len(text) > maxGridText {
		return ""
	}
	packed := strings.Map(func(r rune) rune {
		if isBarOrBlank(r) || r == '\n' {
			return -1
		}
		return r
	}, text)
	if strings.Trim(packed, candidateCharacters) != "" {
		return ""
	}
	return packed
}

// candidatesIn reads the candidates of each cell from packed text of the length of a shape. The error names the first
// cell whose characters are not candidates.
func candidatesIn(s sudoku.Shape, packed string) (marks sudoku.Pencilmarks, err error) {
	side := s.Side()
	for i, c := range s.Cells() {
		own := packed[i*side : (i+1)*side]
		digits := digitsIn(own)
		inPlace, first := true, strings.TrimRight(own, ".0") == digits.String()
		for j := range side {
			inPlace = inPlace && (own[j] == '.' || own[j] == '0' || own[j] == '1'+byte(j))
		}
		if !inPlace && !first || digits&^s.Digits() != 0 {
			return marks, failf(NotACell, "the candidates of %s are %q, characters %d to %d: want each digit in its place, as in %q, and . or 0 for the others",
				c, own, i*side+1, (i+1)*side, "1.3......"[:side])
		}
		marks[c] = digits
	}
	return marks, nil
}

// parseCandidates reads a position of 729 characters, nine for each cell, or as many as a smaller shape needs. Blanks, line ends and
// bars may stand between them. ok is false for any other text.
func parseCandidates(text string) (e Entry, ok bool) {
	packed := packedCandidates(text)
	shape, ok := candidateShape(len(packed))
	if !ok {
		return Entry{}, false
	}
	marks, err := candidatesIn(shape, packed)
	alone := sudoku.Empty(shape)
	for _, c := range shape.Cells() {
		switch marks[c].Len() {
		case 0:
			ok = false
		case 1:
			alone = alone.With(c, marks[c].First())
		}
	}
	if err != nil || !ok {
		return Entry{}, false
	}
	placed, excluded := alone, false
	for _, c := range shape.Cells() {
		excluded = excluded || marks[c].Len() > 1 && marks[c] != shape.Digits()
		for peer := range shape.Peers(c).All() {
			if d := alone.At(c); d != 0 && marks[peer].Has(d) {
				placed = placed.With(c, 0)
			}
		}
	}
	if !excluded {
		placed = alone
	}
	return withPosition(Entry{Line: 1, Text: strings.TrimSpace(text), Grid: placed}, placed, marks), true
}

// takeCandidates takes a line of a position in nine lines of 81 characters, or six of 36, and reports whether it is one. Of
// the lines below the first, only those already in the buffer are examined.
func (t *text) takeCandidates(line string) bool {
	shape, isWhole := sudoku.ShapeOfCells(len(line))
	if !isWhole || !isLongRow(shape.Side()) {
		return false
	}
	if t.giant > 0 {
		t.giant--
		return true
	}
	side := shape.Side()
	if t.table != nil || t.progress || !isCandidateRow(line, side) {
		return false
	}
	below, _ := t.lines.r.Peek(min(t.lines.r.Buffered(), side*(len(line)+1)))
	rows := strings.Split(line+"\n"+string(below), "\n")
	if len(rows) < side || len(rows[side-1]) != len(line) {
		return false
	}
	e, ok := parseCandidates(strings.Join(rows[:side], "\n"))
	if ok {
		t.endBlock()
		t.giant = side - 1
		t.emit(t.lines.number, e)
	}
	return ok
}

// isCandidateRow reports whether the cells of a line, as many as a side, have each candidate in its place: no row of
// puzzles does.
func isCandidateRow(line string, side int) bool {
	for i := range len(line) {
		if c := line[i]; c != '.' && c != '0' && c != '1'+byte(i%side) {
			return false
		}
	}
	return true
}

// candidatesError returns the reason why a text that is probably meant as a position is not one; nil for any other text. About 216
// characters are meant as one only if nothing separates them: drawings have as many.
func candidatesError(text string) error {
	packed := packedCandidates(text)
	for _, shape := range sudoku.Shapes {
		most, missing := len(shape.Cells())*shape.Side(), len(shape.Cells())
		if shape.Side() < sudoku.MaxSide {
			missing = shape.Side()
		}
		switch {
		case !isLongRow(shape.Side()), len(packed) < most-missing, len(packed) > most+missing:
			continue
		case shape.Side() < sudoku.MaxSide && packed != strings.TrimSpace(text):
			continue
		case len(packed) != most:
			return failf(WrongRows, "%s: %d characters: a position has %d, %d for each cell", sudoku.Excerpt(text), len(packed), most, shape.Side())
		}
		marks, err := candidatesIn(shape, packed)
		for _, c := range shape.Cells() {
			if err == nil && marks[c] == 0 {
				err = failf(NotACell, "%s has no candidate", c)
			}
		}
		return err
	}
	return nil
}

// stateIn returns the object with the state of a step, or of the first step of a path or a hint, and else the object
// itself.
func stateIn(object map[string]any) map[string]any {
	if path, _ := object["steps"].([]any); len(path) > 0 {
		if first, isObject := path[0].(map[string]any); isObject {
			object = first
		}
	}
	for _, key := range []string{"step", "state"} {
		if inner, isObject := object[key].(map[string]any); isObject {
			object = inner
		}
	}
	return object
}

// parseState reads an object with candidates: {"clues": …, "grid": …, "candidates": …}. Only the candidates are
// needed. ok is false for any other object.
func parseState(object map[string]any) (e Entry, ok bool) {
	text, _ := object[spelled(object, "candidates")].(string)
	packed := packedCandidates(text)
	if packed == "" {
		return Entry{}, false
	}
	reject := func(err error) (Entry, bool) { return rejected(jsonExcerpt(text), err), true }
	shape, isWhole := candidateShape(len(packed))
	if !isWhole {
		return reject(failf(WrongRows, `the "candidates" have %d characters: want 729, nine for each cell, 216 for a 6x6, or 64 for a shidoku`, len(packed)))
	}
	marks, err := candidatesIn(shape, packed)
	if err != nil {
		return reject(err)
	}
	var digits []sudoku.Grid
	for _, names := range [][]string{{"clues", "puzzle", "givens"}, {"grid", "board"}} {
		for _, name := range names {
			value, there := object[spelled(object, name)]
			if !there {
				continue
			}
			n, isGrid, _ := gridIn(value)
			if !isGrid || n.grid.Shape() != shape {
				return reject(failf(NotACell, "%q beside the candidates is %s: want the digits of a %s", name, sudoku.Excerpt(jsonExcerpt(value)), shape))
			}
			digits = append(digits, n.grid)
			break
		}
	}
	if len(digits) == 0 {
		if e, ok = parseCandidates(text); !ok {
			return reject(failf(NotACell, "a cell without a candidate, and no \"grid\": give the digits as \"grid\""))
		}
		return withTexts(e, object), true
	}
	clues, grid := digits[0], digits[len(digits)-1]
	for _, c := range shape.Cells() {
		switch d := grid.At(c); {
		case clues.At(c) != 0 && d != clues.At(c):
			return reject(failf(NotACell, "%s is the clue %s, and %s in the grid", c, clues.At(c), cmp.Or(strings.Trim(d.String(), "."), "empty")))
		case d != 0 && marks[c] != 0 && !marks[c].Has(d):
			return reject(failf(NotACell, "%s is %s in the grid, but its candidates are %s", c, d, marks[c]))
		case d == 0 && marks[c] == 0:
			return reject(failf(NotACell, "%s has no candidate", c))
		}
	}
	return withTexts(withPosition(Entry{Text: clues.String(), Grid: clues}, grid, marks), object), true
}

// withTexts returns the entry of a state with the texts beside it.
func withTexts(e Entry, object map[string]any) Entry {
	rating, said := jsonRating(object)
	e.Name, e.Author, e.Rating = textOf(object, nameKeys), textOf(object, authorKeys), rating
	e.Comment = jsonComment(object, append(said, "clues", "puzzle", "givens", "grid", "board", "candidates"))
	return e
}

// candidates returns the candidates of a position as [parseCandidates] reads them, a filled cell with its digit alone.
func (e Entry) candidates() string {
	grid, marks := e.Position()
	all := grid.Candidates()
	var b strings.Builder
	for _, c := range grid.Shape().Cells() {
		own := marks[c].With(grid.At(c))
		if own == 0 {
			own = all[c]
		}
		for d := range grid.Shape().Digits().All() {
			if own.Has(d) {
				b.WriteString(d.String())
			} else {
				b.WriteByte('.')
			}
		}
	}
	return b.String()
}
