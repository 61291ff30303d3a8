package format

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Games save a board as one object a cell, with its digit and perhaps a mark for clues. If no digit of the board is
// marked, its clues are not known.
//
//	[[{"value": 5, "given": true}, …    [{"row": 0, "col": 0, "digit": 5, "fixed": true}, …    {"val": 5, "editable": false}

var (
	digitKeys  = []string{"value", "val", "v", "digit", "entry", "number", "num", "n", "d", "current", "content", "symbol", "wert", "zahl", "valeur", "valor", "valore"}
	rightKeys  = []string{"solution", "answer", "correct", "correctvalue", "solutionvalue", "actual", "truevalue"}
	rowKeys    = []string{"row", "r", "rowindex", "rowid", "y", "i", "zeile", "ligne", "fila", "linha", "riga"}
	columnKeys = []string{"col", "column", "c", "colindex", "columnindex", "colid", "x", "j", "spalte", "colonne", "columna", "coluna", "colonna"}
	indexKeys  = []string{"index", "idx", "position", "pos", "cell", "cellindex", "id", "key", "coord", "coords", "coordinates", "location", "name"}
	houseKeys  = []string{"box", "block", "b", "region", "square", "subgrid", "group", "quadrant", "house"}
)

// flagWords are the words of keys that mark clues, and of keys that mark other cells.
var flagWords = map[bool][]string{
	true: strings.Fields(`given givens fixed locked readonly original initial clue clues prefilled preset static default immutable constant const base
		start starting permanent frozen predefined disabled visible shown protected unchangeable uneditable fix gegeben fest vorgabe fija fijo fixe`),
	false: strings.Fields(`editable mutable changeable modifiable writable writeable user player hidden erasable removable edit editierbar`),
}

// flagOf returns the meaning of a key as a flag: whether a cell with the flag set is a clue. ok is false for any
// other key.
func flagOf(key string) (given, ok bool) {
	words := wordsOf(key)
	joined := strings.Join(words, "")
	negative := slices.Contains(words, "not") || slices.Contains(words, "non")
	for _, given := range []bool{false, true} {
		for _, word := range flagWords[given] {
			if slices.Contains(words, word) || joined == word || joined == "is"+word || joined == "can"+word {
				return given != negative, true
			}
		}
	}
	return false, false
}

var unseparated = strings.NewReplacer("_", "", "-", "", " ", "")

// plainKey returns a key in lower case, without characters between its words.
func plainKey(key string) string { return strings.ToLower(unseparated.Replace(key)) }

// valueOf returns the value of an object under the first of the given keys, which are plain.
func valueOf(object map[string]any, keys []string) (value any, ok bool) {
	first := len(keys)
	for key, v := range object {
		if i := slices.Index(keys, plainKey(key)); i >= 0 && i < first {
			first, value = i, v
		}
	}
	return value, first < len(keys)
}

// leastSide is the side of the smallest shape.
var leastSide = slices.Min(sudoku.ByShape(sudoku.Shape.Side))

// cellObjects returns the objects of a list, or of a list of rows, if each may be a cell; else nil.
func cellObjects(list []any) (cells []map[string]any) {
	if len(list) < leastSide || len(list) > sudoku.MaxCells {
		return nil
	}
	known, unknown := 0, 0
	for _, inner := range list {
		row := []any{inner}
		if list, isRow := inner.([]any); isRow {
			row = list
		} else if wrapped, isObject := inner.(map[string]any); isObject && len(wrapped) <= 2 {
			for _, inner := range wrapped { // {"cells": […]}, perhaps beside a number
				if list, isList := inner.([]any); isList && isLongRow(len(list)) {
					row = list
				}
			}
		}
		for _, value := range row {
			cell, isObject := value.(map[string]any)
			if !isObject || len(cells) == sudoku.MaxCells || holdsMore(cell) {
				return nil
			}
			if isCellObject(cell) {
				known++
			} else if len(cell) > 0 {
				unknown++
			}
			cells = append(cells, cell)
		}
	}
	if known == 0 || unknown > known {
		return nil
	}
	return cells
}

// holdsMore reports whether an object has more in it than a cell has: a grid, or a list of more than nine.
func holdsMore(cell map[string]any) bool {
	for _, value := range cell {
		switch v := value.(type) {
		case string:
			if isGrid(v) {
				return true
			}
		case []any:
			if len(v) > sudoku.MaxSide || slices.ContainsFunc(v, func(inner any) bool { list, _ := inner.([]any); return len(list) > 2 }) {
				return true
			}
		}
	}
	return false
}

// isCellObject reports whether an object may be a cell: it has a digit or nothing under the key of a digit, or it has
// a place, or a flag.
func isCellObject(cell map[string]any) bool {
	if value, ok := valueOf(cell, digitKeys); ok {
		_, isDigit := cellOf(value)
		if _, isList := value.([]any); isList { // of the player's notes
			_, _, isDigit = markedCell(value)
		}
		return isDigit
	}
	for key, value := range cell {
		if _, isFlag := flagOf(key); isFlag {
			_, isDigit := cellOf(value)
			_, isTruth := isTrue(value)
			return isDigit || isTruth
		}
	}
	_, hasRow := valueOf(cell, rowKeys)
	_, hasColumn := valueOf(cell, columnKeys)
	return hasRow && hasColumn
}

// gridOfObjects returns the clues of cells. The error is the reason why they are not known.
func gridOfObjects(cells []map[string]any) (string, error) {
	places, shape, err := placesOf(cells)
	if err != nil {
		return "", err
	}
	flags := map[string]bool{} // by key: whether a cell with the flag set is a clue
	for _, cell := range cells {
		for key := range cell {
			if _, known := flags[key]; !known {
				if given, ok := flagOf(key); ok {
					flags[key] = given
				}
			}
		}
	}
	all, clues := []byte(strings.Repeat(".", len(shape.Cells()))), []byte(strings.Repeat(".", len(shape.Cells())))
	marked, plain := false, true
	for i, cell := range cells {
		digit, given, isMarked := clueOf(cell, flags)
		marked, plain = marked || isMarked, plain && isPlainCell(cell)
		if strings.Trim(digit, emptyCells) == "" {
			continue
		}
		all[places[i]] = digit[0]
		if given {
			clues[places[i]] = digit[0]
		}
	}
	digits := len(all) - strings.Count(string(all), ".")
	switch {
	case digits == 0:
		return "", failf(NoPuzzle, "%d objects without a digit", len(cells))
	case !marked && plain:
		return string(all), nil
	case strings.Trim(string(clues), ".") == "":
		return "", errNoneGiven(digits)
	}
	return string(clues), nil
}

func errNoneGiven(digits int) error {
	return failf(NotACell, `%d digits, none marked as given: mark the clues with "given": true`, digits)
}

// clueOf returns the digit of a cell, whether it is a clue, and whether the cell has a mark at all.
func clueOf(cell map[string]any, flags map[string]bool) (digit string, given, marked bool) {
	value, hasDigit := valueOf(cell, digitKeys)
	digit, _ = cellOf(value)
	for _, key := range slices.Sorted(maps.Keys(cell)) {
		if kind, isText := cell[key].(string); isText && hasAny(wordsOf(key), kindWords) {
			says, isFlag := flagOf(kind)
			if role := roleOf(kind); !isFlag && (role == originalRole || role == currentRole) {
				says, isFlag = role == originalRole, true
			}
			if isFlag {
				return digit, says, true
			}
		}
		says, isFlag := flags[key]
		if !isFlag {
			continue
		}
		yes, isTruth := isTrue(cell[key])
		clue, isCell := cellOf(cell[key])
		switch {
		case isTruth && hasDigit:
			given, marked = given || yes == says, true
		case isCell && says: // "initial": 5, perhaps beside the digit of the player
			return clue, true, true
		}
	}
	if right, ok := valueOf(cell, rightKeys); ok && given && strings.Trim(digit, emptyCells) == "" {
		digit, _ = cellOf(right)
	}
	return digit, given, marked
}

// kindWords are words of keys that name the kind of a cell: "type": "given".
var kindWords = []string{"type", "kind", "state", "status", "source", "origin", "by", "class"}

// hasAny reports whether any of the words is in a list.
func hasAny(words, list []string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return slices.Contains(list, word) })
}

// isPlainCell reports whether an object has nothing but a digit and a place, so that no game was played with it.
func isPlainCell(cell map[string]any) bool {
	for key := range cell {
		if !slices.Contains(slices.Concat(digitKeys, rowKeys, columnKeys, indexKeys, houseKeys), plainKey(key)) {
			return false
		}
	}
	return true
}

// placesOf returns the index of each cell in its grid: by its row and column, by its number, else by its order.
func placesOf(cells []map[string]any) (places []int, shape sudoku.Shape, err error) {
	rows, columns, indexes := numbersOf(cells, rowKeys), numbersOf(cells, columnKeys), numbersOf(cells, indexKeys)
	// The clues of a 9×9 alone may be as many as the cells of a smaller grid.
	isBeyond := func(numbers []int, last int) bool { return len(numbers) > 0 && slices.Max(numbers) > last }
	if s, ok := sudoku.ShapeOfCells(len(cells)); ok && !isBeyond(rows, s.Side()) && !isBeyond(columns, s.Side()) && (rows != nil && columns != nil || !isBeyond(indexes, len(cells))) {
		shape = s
	}
	whole := len(cells) == len(shape.Cells())
	switch {
	case rows != nil && columns != nil:
		from, known := firstOf(shape.Side(), slices.Concat(rows, columns))
		if !known {
			return nil, shape, failf(NotACell, "cells whose rows and columns count from 0 or from 1: give all %d of them", len(shape.Cells()))
		}
		for i := range rows {
			places = append(places, (rows[i]-from)*shape.Side()+columns[i]-from)
		}
	case indexes != nil:
		from, known := firstOf(len(shape.Cells()), indexes)
		if !known && !whole {
			return nil, shape, failf(NotACell, "cells whose numbers count from 0 or from 1: give all %d of them", len(shape.Cells()))
		}
		for i := range indexes {
			places = append(places, indexes[i]-from)
		}
	}
	sorted := slices.Sorted(slices.Values(places))
	isBad := len(sorted) > 0 && (sorted[0] < 0 || sorted[len(sorted)-1] >= len(shape.Cells()) || len(slices.Compact(sorted)) < len(cells))
	if !isBad && places != nil {
		return places, shape, nil
	}
	if !whole || isBad && rows != nil {
		return nil, shape, failf(WrongRows, "%d cells as objects: a grid has %d, or each says its row and its column", len(cells), len(sudoku.Sudoku.Cells()))
	}
	places = nil
	for i := range cells {
		places = append(places, i)
	}
	return places, shape, nil
}

// firstOf returns the first of the numbers of a side, 0 or 1. known is false if both are possible.
func firstOf(side int, numbers []int) (from int, known bool) {
	switch {
	case slices.Contains(numbers, 0):
		return 0, true
	case slices.Contains(numbers, side):
		return 1, true
	}
	return 0, false
}

// numbersOf returns the number under one of the keys in each cell, nil if a cell has none.
func numbersOf(cells []map[string]any, keys []string) (numbers []int) {
	for _, cell := range cells {
		value, _ := valueOf(cell, keys)
		number, isNumber := value.(json.Number)
		n, err := number.Int64()
		if !isNumber || err != nil || n < 0 || n > sudoku.MaxCells {
			return nil
		}
		numbers = append(numbers, int(n))
	}
	return numbers
}
