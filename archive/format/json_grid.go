package format

import (
	"encoding/json"
	"io"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The cells of one grid in a JSON value, in any of the ways that programs store them: a text, a list, lists in a
// list, or an object with a key for each row or cell.

// maxGridText is how many bytes a text with the cells of one grid may have: a drawing, or a list in JSON, with
// candidates.
const maxGridText = 4 << 10

// gridIn returns the grid in a JSON value: a text of cells, with or without separators; a list of cells, of rows, or
// of either as objects; an object with a row or a cell under each key. ok is false for other values. err is the
// reason why a grid of cells is not read.
func gridIn(value any) (n named, ok bool, err error) {
	switch v := value.(type) {
	case string:
		n.text, n.marks, ok = textGrid(v)
	case []any:
		if cells := cellObjects(v); cells != nil {
			if n.text, err = gridOfObjects(cells); err != nil {
				return named{}, false, err
			}
			ok = true
			break
		}
		if cells := triples(v); cells != nil {
			if n.text, err = gridOfObjects(cells); err != nil {
				return named{}, false, err
			}
			ok = true
			break
		}
		n.text, n.marks, ok = listGrid(v)
	case map[string]any:
		list := numbered(v)
		if list == nil {
			list = placed(v)
		}
		if list != nil {
			return gridIn(list)
		}
	}
	if ok {
		n.grid, err = sudoku.Parse(n.text)
		ok = err == nil
	}
	if _, isMask := flagsIn(value); isMask && conflicts(n.grid) { // perhaps it marks the clues
		ok = false
	}
	return n, ok, nil
}

// triples returns the cells of a list that has the row, the column and the digit of each clue.
func triples(list []any) (cells []map[string]any) {
	if len(list) < sudoku.Sudoku.Side() || len(list) > sudoku.MaxCells {
		return nil
	}
	for _, inner := range list {
		triple, _ := inner.([]any)
		if len(triple) != 3 {
			return nil
		}
		digit, ok := cellOf(triple[2])
		if !ok || strings.Trim(digit, "123456789") != "" {
			return nil
		}
		cells = append(cells, map[string]any{"row": triple[0], "col": triple[1], "value": triple[2]})
	}
	return cells
}

// textGrid returns the cells of a text.
func textGrid(text string) (cells string, marks []string, ok bool) {
	text = strings.TrimSpace(sudoku.Narrow(text))
	if isCells(text) {
		return text, nil, true
	}
	if e, ok := parseCandidates(text); ok {
		return e.Grid.String(), strings.Fields(e.Marks), true
	}
	if len(text) < leastRow*leastRow || len(text) > maxGridText {
		return "", nil, false
	}
	var list []any
	if text[0] == '[' && decodeJSON(strings.NewReader(text), &list) == nil {
		n, ok, _ := gridIn(list)
		return n.text, n.marks, ok
	}
	fields := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[](){},; \t\n", r) })
	if shape, isWhole := sudoku.ShapeOfCells(len(fields)); isWhole && isLongRow(shape.Side()) {
		for _, field := range fields {
			cells += sourceCell(field)
		}
		if len(cells) == len(fields) {
			return cells, nil, true
		}
	}
	g, err := sudoku.Parse(text)
	isSmall := g.Shape().Side() < sudoku.MaxSide // dates and numbers may have as many digits, but repeat some in a house
	if err != nil || isSmall && (!isLongRow(g.Shape().Side()) || onlyCells(text) || conflicts(g)) {
		return "", nil, false
	}
	return g.String(), nil, true
}

// decodeJSON decodes the first value of r, with numbers as they are written.
func decodeJSON(r io.Reader, value any) error {
	decoder := json.NewDecoder(r)
	decoder.UseNumber()
	return decoder.Decode(value)
}

// listGrid returns the cells of a list of cells, or of a list of rows, with their candidates.
func listGrid(list []any) (cells string, marks []string, ok bool) {
	_, isRows := sudoku.ShapeOfSide(len(list))
	for _, inner := range list[:min(len(list), sudoku.MaxCells+1)] {
		row := []any{inner}
		if isRows {
			if row = rowList(inner); len(row) != len(list) {
				return "", nil, false
			}
		}
		for _, cell := range row {
			text, candidates, ok := markedCell(cell)
			if !ok {
				return "", nil, false
			}
			cells, marks = cells+text, append(marks, candidates)
		}
	}
	if !isCells(cells) && len(cells) != sudoku.MaxCells {
		return "", nil, false
	}
	singles := strings.Trim(cells, emptyCells) == "" // else a list of one digit is a candidate
	for i, candidates := range marks {
		if singles && len(candidates) == 1 {
			cells, marks[i] = cells[:i]+candidates+cells[i+1:], ""
		}
	}
	return cells, marks, true
}

const emptyCells = "0.*_-xX"

// rowList returns the cells of a row, as a list.
func rowList(value any) []any {
	switch v := value.(type) {
	case []any:
		var cells []any
		for _, inner := range v { // three lists of three, or two of three
			part, _ := inner.([]any)
			cells = append(cells, part...)
			if shape, ok := sudoku.ShapeOfSide(len(v) * len(part)); !ok || len(part) != shape.BoxWidth() {
				return v
			}
		}
		return cells
	case string:
		var cells []any
		v = strings.TrimSpace(sudoku.Narrow(v))
		separators := func(r rune) bool { return isBarOrBlank(r) || r == ',' || r == ';' }
		if !strings.ContainsFunc(v, separators) || strings.ContainsFunc(v, sudoku.IsBar) {
			v = strings.Join(strings.Split(strings.Join(strings.FieldsFunc(v, separators), ""), ""), " ")
		}
		if row := separated(v); row != "" {
			v = strings.Join(strings.Split(row, ""), " ")
		}
		for _, field := range strings.FieldsFunc(v, separators) {
			cells = append(cells, field)
		}
		return cells
	case map[string]any: // {"cells": […]}
		for _, inner := range v {
			if list, ok := inner.([]any); ok && len(v) == 1 {
				return list
			}
		}
		return numbered(v)
	}
	return nil
}

// rowOf returns the cells of a row.
func rowOf(value any) (row string, ok bool) {
	switch v := value.(type) {
	case string:
		row = sudoku.Narrow(v)
	case []any:
		for _, inner := range v[:min(len(v), sudoku.MaxSide+1)] {
			cell, ok := cellOf(inner)
			if !ok {
				return "", false
			}
			row += cell
		}
	}
	_, isSide := sudoku.ShapeOfSide(len(row))
	return row, isSide && onlyCells(row)
}

// markedCell returns the character of a cell, and its candidates if it has them as a list or a text of digits.
func markedCell(value any) (cell, candidates string, ok bool) {
	if cell, ok = cellOf(value); ok {
		return cell, "", true
	}
	switch v := value.(type) {
	case string:
		cell, candidates, ok = candidateCell(strings.NewReplacer(",", "", " ", "").Replace(v), sudoku.MaxSide)
		return cell, candidates, ok && candidates != ""
	case []any:
		for _, inner := range v[:min(len(v), sudoku.MaxSide+1)] {
			digit, ok := cellOf(inner)
			if !ok || strings.Trim(digit, "123456789") != "" || strings.Contains(candidates, digit) {
				return "", "", false
			}
			candidates += digit
		}
		return ".", candidates, len(v) <= sudoku.MaxSide
	}
	return "", "", false
}

// cellOf returns the character of a cell.
func cellOf(value any) (cell string, ok bool) {
	switch v := value.(type) {
	case nil:
		return ".", true
	case bool:
		return ".", !v
	case string:
		if strings.TrimSpace(v) == "" {
			return ".", true
		}
		cell = sourceCell(sudoku.Narrow(v))
		return cell, cell != ""
	case json.Number:
		cell = sourceCell(v.String())
		return cell, cell != ""
	}
	return "", false
}

// numberedKey matches the keys of rows or cells: 0, row1, r1c1, A1, "0,1".
var numberedKey = regexp.MustCompile(`^(?:r|row|line|cell|c)?[_ -]?\d{1,2}$|^[A-Ia-i][1-9]$|^[rR]\d[cC]\d$|^[([]?\d[,_ :-] ?\d[)\]]?$`)

// numbered returns the values of an object as a list in the order of its keys, if these number rows or cells.
func numbered(object map[string]any) []any {
	_, areRows := sudoku.ShapeOfSide(len(object))
	shape, areCells := sudoku.ShapeOfCells(len(object))
	if !areRows && !areCells {
		return nil
	}
	for key := range object {
		if !numberedKey.MatchString(key) || areCells && isBeyond(key, shape) {
			return nil
		}
	}
	return inOrder(object)
}

// isBeyond reports whether a key names a cell outside of a shape. The clues of a 9×9 alone may be as many as the cells of a
// smaller grid.
func isBeyond(key string, shape sudoku.Shape) bool {
	numbers := strings.FieldsFunc(key, func(r rune) bool { return r < '0' || r > '9' })
	if row := strings.IndexByte("ABCDEFGHI", strings.ToUpper(key)[0]); len(key) == 2 && row >= 0 && row != 2 { // A1, but c1 may be the first cell
		numbers = append(numbers, strconv.Itoa(row+1))
	}
	most := len(shape.Cells())
	if len(numbers) > 1 {
		most = shape.Side()
	}
	return slices.ContainsFunc(numbers, func(number string) bool {
		n, _ := strconv.Atoi(number)
		return n > most
	})
}

// placedKey matches the keys of cells by row and column, of which some may be missing.
var placedKey = regexp.MustCompile(`^(?:([A-I])|[rR]([1-9])[cC])([1-9])$`)

// placed returns the cells of an object that has only cells with digits, by row and column: {"A1": 5, "A2": 3, "A5":
// 7, …
func placed(object map[string]any) []any {
	if len(object) < sudoku.Sudoku.Side() || len(object) > sudoku.MaxCells {
		return nil
	}
	cells := make([]any, sudoku.MaxCells)
	for key, value := range object {
		found := placedKey.FindStringSubmatch(key)
		if found == nil {
			return nil
		}
		row := strings.IndexByte("ABCDEFGHI", (found[1] + " ")[0])
		if found[2] != "" {
			row = int(found[2][0] - '1')
		}
		cells[row*sudoku.MaxSide+int(found[3][0]-'1')] = value
	}
	return cells
}

// inOrder returns the values of an object in the order of its keys, with numbers in keys by their value.
func inOrder(object map[string]any) []any {
	keys := slices.SortedFunc(maps.Keys(object), func(a, b string) int {
		if len(a) != len(b) && strings.TrimRight(a, "0123456789") == strings.TrimRight(b, "0123456789") {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	var list []any
	for _, key := range keys {
		list = append(list, object[key])
	}
	return list
}

// parseValue reads the cells of a puzzle from a value that [gridIn] takes, or from any text.
func parseValue(value any) Entry {
	n, ok, _ := gridIn(value)
	if !ok {
		n.text, _ = value.(string)
	}
	text := clean([]byte(n.text))
	if e, ok := parseCandidates(text); ok {
		return e
	}
	g, err := sudoku.Parse(text)
	if err != nil {
		if e, ok := parseLink(text); ok {
			return e
		}
		return rejected(text[:min(len(text), maxNote)], err)
	}
	if _, _, ok := findCells(text); !ok {
		text = g.String() // a drawing, or digits of another script
	}
	return Entry{Text: text, Grid: g}
}

func isGrid(value any) bool {
	_, ok, _ := gridIn(value)
	return ok
}

// maxNote is how many bytes of one value come into the comment.
const maxNote = 200

// jsonExcerpt returns the beginning of a value, as it is written.
func jsonExcerpt(value any) string {
	if text, ok := value.(string); ok {
		return text[:min(len(text), maxNote)]
	}
	text, _ := json.Marshal(value)
	return clean(text[:min(len(text), maxNote)])
}
