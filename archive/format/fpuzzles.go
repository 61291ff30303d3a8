package format

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// f-puzzles.com saves a puzzle as a JSON object, and packs that into a link by lz-string (lzstring.go). SudokuPad
// opens the same links. Chats and mail may wrap the packed part over lines.

// plainKeys are the keys that a plain sudoku of f-puzzles may have: its description, its decoration, and the progress
// of a player.
var plainKeys = []string{"size", "title", "author", "ruleset", "rules", "grid", "solution", "successMessage",
	"highlightConflicts", "disabledlogic", "truecandidatesoptions", "text", "line", "circle", "rectangle", "cellcolors", "msgcorrect", "id"}

// parseFPuzzle reads an object of f-puzzles: a size, and rows of cells with a value, which is a clue if it is
// "given", and else a digit of the player, and with centre marks. ok is false for any other object.
func parseFPuzzle(object map[string]any) (e Entry, ok bool) {
	size, _ := object["size"].(json.Number)
	rows, _ := object["grid"].([]any)
	shape, known := shapeOfSides(size.String(), size.String())
	if size == "" || len(rows) == 0 {
		return Entry{}, false
	}
	if first, _ := rows[0].([]any); len(first) == 0 {
		return Entry{}, false
	} else if _, isObject := first[0].(map[string]any); !isObject {
		return Entry{}, false
	}
	if !known {
		return rejected("", failf(Variant, "an f-puzzles puzzle of size %s: "+onlySides+" read", size)), true
	}
	if key := variantOf(object, plainKeys); key != "" {
		return rejected("", failf(Variant, "not a plain sudoku: it has the constraint %q", key)), true
	}
	text, digits := "", 0
	grid, marks := sudoku.Empty(shape), sudoku.Pencilmarks{}
	for r, row := range rows {
		cells, _ := row.([]any)
		if len(rows) != shape.Side() || len(cells) != shape.Side() {
			return rejected("", failf(WrongRows, "%d rows, and %d cells in row %d: there are %d of each", len(rows), len(cells), r+1, shape.Side())), true
		}
		for c, cell := range cells {
			clue, err := fPuzzleCell(cell, shape, r, c)
			if err != nil {
				return rejected("", err), true
			}
			text += clue
			object, _ := cell.(map[string]any)
			at := sudoku.CellAt(r, c)
			if value, _ := cellOf(object["value"]); strings.Trim(value, emptyCells) != "" {
				digits++
				if d := digitsIn(value); d&^shape.Digits() == 0 {
					grid = grid.With(at, d.First())
				}
			}
			centre, _ := object["centerPencilMarks"].([]any)
			for _, mark := range centre[:min(len(centre), sudoku.MaxSide)] {
				digit, _ := cellOf(mark)
				marks[at] |= digitsIn(digit) & shape.Digits()
			}
		}
	}
	if digits > 0 && strings.Trim(text, ".") == "" {
		return rejected("", errNoneGiven(digits)), true
	}
	e = parseValue(text)
	e.Name, e.Author = textOf(object, nameKeys), textOf(object, authorKeys)
	if solution, ok, _ := gridIn(object["solution"]); ok && e.Err == nil && strings.ContainsAny(solution.text, "123456789") {
		if e.Err = checkSolution(e.Grid, solution.text); e.Err != nil {
			e = rejected(e.Text, e.Err)
		}
	}
	if e.Err == nil {
		e = withPosition(e, grid, marks)
	}
	return e, true
}

// variantOf returns the key of the first constraint beyond the rules of sudoku, "" if there is none: a key outside of
// the plain ones with the value true, or with a list or an object that is not empty.
func variantOf(object map[string]any, plain []string) string {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if slices.Contains(plain, key) {
			continue
		}
		switch v := object[key].(type) {
		case bool:
			if v {
				return key
			}
		case []any:
			if len(v) > 0 {
				return key
			}
		case map[string]any:
			if len(v) > 0 {
				return key
			}
		}
	}
	return ""
}

// fPuzzleCell returns the character of a cell. Regions other than the boxes make a jigsaw.
func fPuzzleCell(value any, shape sudoku.Shape, row, column int) (string, error) {
	cell, _ := value.(map[string]any)
	if region, ok := cell["region"].(json.Number); ok {
		if box := shape.Box(sudoku.CellAt(row, column)); region.String() != fmt.Sprint(box) {
			return "", failf(Variant, "not a plain sudoku: r%dc%d is not in its box but in region %s", row+1, column+1, region)
		}
	}
	if given, _ := cell["given"].(bool); !given {
		return ".", nil
	}
	digit, _ := cell["value"].(json.Number)
	if clue, ok := cellOf(digit); ok {
		return clue, nil
	}
	return "", failf(NotACell, "the clue in r%dc%d is %s, which is not a digit", row+1, column+1, jsonExcerpt(cell["value"]))
}

// fPuzzle returns the object that parseFPuzzle reads.
func fPuzzle(e Entry) ([]byte, error) {
	type cell struct {
		Value int  `json:"value,omitempty"`
		Given bool `json:"given,omitempty"`
	}
	puzzle := struct {
		Size   int      `json:"size"`
		Title  string   `json:"title,omitempty"`
		Author string   `json:"author,omitempty"`
		Grid   [][]cell `json:"grid"`
	}{Size: e.Grid.Shape().Side(), Title: e.Name, Author: e.Author}
	for row := range puzzle.Size {
		cells := make([]cell, puzzle.Size)
		for column := range cells {
			d := int(e.Grid.At(sudoku.CellAt(row, column)))
			cells[column] = cell{d, d != 0}
		}
		puzzle.Grid = append(puzzle.Grid, cells)
	}
	return json.Marshal(puzzle)
}

// linkStarts precede the packed puzzle in a link to f-puzzles or SudokuPad.
var linkStarts = []string{"?load=", "/fpuzzles", "/fpuz", "puzzleid=fpuzzles", "puzzleid=fpuz"}

// bareFPuzzle begins all that f-puzzles packs, since every object begins with {".
const bareFPuzzle = "N4Ig"

func readLink(line, packed string) Entry {
	if end := strings.IndexAny(packed, "&# \t"); end >= 0 {
		packed = packed[:end]
	}
	unpacker := lzUnpacker{width: lzStart}
	text, err := unpacker.unpack(strings.NewReplacer("%2B", "+", "%2F", "/", "%3D", "=", "%2b", "+", "%2f", "/", "%3d", "=", "-", "+", "_", "/").Replace(packed))
	if err != nil {
		return rejected(line, failf(Damaged, "%s: the packed puzzle in the link is damaged: %w", sudoku.Excerpt(line), err))
	}
	var object map[string]any
	if err := decodeJSON(strings.NewReader(text), &object); err != nil {
		return rejected(line, failf(Damaged, "%s: the packed puzzle in the link is damaged: %w", sudoku.Excerpt(line), err))
	}
	e, ok := parseFPuzzle(object)
	if !ok {
		return rejected(line, failf(NoneInLink, "%s: the link holds no puzzle of f-puzzles", sudoku.Excerpt(line)))
	}
	if e.Err != nil {
		return rejected(line, fmt.Errorf("%s: %w", sudoku.Excerpt(line), e.Err))
	}
	return e
}

func link(e Entry) string {
	object, err := fPuzzle(e)
	if err != nil { // never: the object has only numbers and texts
		return ""
	}
	return "https://sudokupad.app/fpuzzles" + strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(packLZ(string(object)))
}

// isPacked reports whether a text may be a packed puzzle of f-puzzles, or the beginning of one.
func isPacked(text string) bool { return strings.HasPrefix(text, bareFPuzzle) && isBase64(text) }

func isBase64(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("+/=", r))
	})
}

// wrapped is a packed puzzle that goes on in the next line: all its lines but the last are of one length.
type wrapped struct {
	first, width int    // the number of the first line, and its bytes
	text         string // "" for no puzzle
	unpacker     lzUnpacker
	damaged      bool // no line below can complete it
}

// isCut reports whether the end of the packed data is missing. Each line is unpacked once, as a puzzle may have
// thousands of a few bytes.
func (w *wrapped) isCut() bool {
	if w.damaged || len(w.text) >= maxLine {
		return len(w.text) < maxLine
	}
	if _, err := w.unpacker.unpack(w.text); errors.Is(err, errLZCut) {
		return true
	}
	var reason *Error
	w.damaged = errors.As(readLink(w.text, w.text).Err, &reason) && reason.Kind == Damaged
	return w.damaged
}

// takeWrapped takes a line that begins a packed puzzle or goes on with one, and reports whether it does.
func (t *text) takeWrapped(line string) bool {
	w := &t.wrapped
	if w.text == "" {
		if t.table != nil || t.progress || t.lines.tooLong() != nil || !isPacked(line) {
			return false
		}
		begun := wrapped{first: t.lines.number, width: len(line), text: line, unpacker: lzUnpacker{width: lzStart}}
		if !begun.isCut() {
			return false
		}
		*w = begun
		return true
	}
	line = strings.TrimSpace(line)
	isGrid := isCells(line)
	if line == "" || len(line) > w.width || !isBase64(line) || isGrid || isPacked(line) { // not of this puzzle
		t.endWrapped()
		return t.takeWrapped(t.lines.text)
	}
	if w.text += line; len(line) < w.width || !w.isCut() {
		t.endWrapped()
	}
	return true
}

// endWrapped emits the packed puzzle of the lines so far, or the reason why they are not one.
func (t *text) endWrapped() {
	if w := t.wrapped; w.text != "" {
		t.wrapped = wrapped{}
		t.endBlock()
		t.emit(w.first, readLink(w.text, w.text))
	}
}
