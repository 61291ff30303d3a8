package format

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The grids of a saved game in a JSON object. [cluesAmong] decides which of them has the clues; their lists may be
// columns or boxes, and the clues may be marked in a list of their own.

// gridsOf returns the grids in an object, and in objects below it whose names make them part of the saved game. err
// is the reason why a grid of cells below is not read.
func gridsOf(object map[string]any, above string, depth int) (grids []named, err error) {
	around := arrangement(object)
	for _, key := range slices.Sorted(maps.Keys(object)) {
		value := object[key]
		n, ok, failed := gridIn(value)
		if failed != nil {
			err = failed
		}
		name := strings.TrimPrefix(above+"."+key, ".")
		if ok {
			n.name, n.role = name, roleOf(above)
			if inner := roleOf(key); inner != anyRole && n.role != solutionRole {
				n.role = inner
			}
			grids = append(grids, arranged(n, value, append(wordsOf(key), around...)))
			continue
		}
		inner, isObject := value.(map[string]any)
		if isObject && depth > 0 && (roleOf(key) != anyRole || isOnlyRole(key)) {
			below, failed := gridsOf(inner, name, depth-1)
			if failed != nil {
				err = failed
			}
			grids = append(grids, below...)
		}
	}
	return grids, err
}

// maxPath is how deep below a saved game its grids may lie.
const maxPath = 3

// arranged returns a grid with rows, if its name or the object around it has a word for columns or boxes. A word for
// boxes may also mean cells, as squares does, so it does not count if only the rows make a grid without conflicts.
func arranged(n named, value any, words []string) named {
	list, _ := value.([]any)
	if len(list) != n.grid.Shape().Side() {
		return n
	}
	switch g := n.grid; {
	case hasAny(words, columnWords):
		n.grid = transposed(g)
	case hasAny(words, boxWords) && (conflicts(g) || !conflicts(unboxed(g))):
		n.grid = unboxed(g)
	default:
		return n
	}
	n.text = n.grid.String()
	n.marks = nil
	return n
}

var (
	columnWords = []string{"column", "columns", "col", "cols", "columnwise", "colwise", "spalte", "spalten", "colonnes", "columnas", "colunas", "colonne"}
	boxWords    = []string{"box", "boxes", "block", "blocks", "square", "squares", "subgrid", "subgrids", "subsquares", "region", "regions",
		"nonet", "nonets", "quadrant", "quadrants", "blockwise", "boxwise", "bloecke", "blöcke", "kaesten", "kästen", "blocs", "bloques", "cajas"}
	arrangementWords = []string{"type", "layout", "order", "orientation", "orient", "arrangement", "major", "axis", "by", "format", "direction",
		"structure", "encoding"}
)

// unboxed returns a grid whose rows are boxes, as rows.
func unboxed(g sudoku.Grid) sudoku.Grid {
	turned := sudoku.Empty(g.Shape())
	for _, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			box := g.Shape().House(sudoku.House{Kind: sudoku.Box, Index: uint8(c.Row())})
			turned = turned.With(box[c.Column()], d)
		}
	}
	return turned
}

// transposed returns a grid with its rows as columns.
func transposed(g sudoku.Grid) sudoku.Grid {
	turned := sudoku.Empty(g.Shape())
	for _, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			turned = turned.With(sudoku.CellAt(c.Column(), c.Row()), d)
		}
	}
	return turned
}

// arrangement returns the words of an object for the arrangement of its lists: "data_type": "columns".
func arrangement(object map[string]any) (words []string) {
	for key, value := range object {
		text, _ := value.(string)
		if len(text) > 40 || len(text) == 0 {
			continue
		}
		if hasAny(wordsOf(key), arrangementWords) {
			words = append(words, wordsOf(text)...)
		}
	}
	if hasAny(words, []string{"row", "rows", "rowwise"}) {
		return nil
	}
	return words
}

// masked returns the clues of a grid, if another list of the object marks the clues: "fixed": [[true, false, …
func masked(object map[string]any, n named) (sudoku.Grid, bool) {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		given, isFlag := flagOf(key)
		if !isFlag {
			continue
		}
		flags, ok := flagsIn(object[key])
		if !ok || len(flags) != len(n.grid.Shape().Cells()) {
			continue
		}
		clues := n.grid
		for i, c := range n.grid.Shape().Cells() {
			if flags[i] != given {
				clues = clues.With(c, 0)
			}
		}
		return clues, true
	}
	return n.grid, false
}

// flagsIn returns the flags of a list, or of a list of lists. Each is true or false, or each is 1 or 0.
func flagsIn(value any) (flags []bool, ok bool) {
	list, _ := value.([]any)
	set := false
	for _, inner := range list[:min(len(list), sudoku.MaxCells+1)] {
		if row, isRow := inner.([]any); isRow {
			below, ok := flagsIn(row)
			if !ok && slices.ContainsFunc(row, func(v any) bool { _, isFlag := isTrue(v); return !isFlag }) {
				return nil, false
			}
			flags = append(flags, below...)
			set = set || slices.Contains(below, true)
			continue
		}
		flag, isFlag := isTrue(inner)
		if !isFlag {
			return nil, false
		}
		flags = append(flags, flag)
		set = set || flag
	}
	return flags, set
}

// isTrue returns the value of a flag: true, 1, "true".
func isTrue(value any) (yes, ok bool) {
	switch v := value.(type) {
	case bool:
		return v, true
	case json.Number:
		return v == "1", v == "0" || v == "1"
	case string:
		yes, err := strconv.ParseBool(strings.ToLower(v))
		return yes, err == nil
	}
	return false, false
}

// unreadClues returns a key of an object that marks clues by a list in an unknown form.
func unreadClues(object map[string]any, grids []named) string {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		given, isFlag := flagOf(key)
		list, isList := object[key].([]any)
		if isFlag && given && isList && len(list) > 0 && !slices.ContainsFunc(grids, func(n named) bool { return n.name == key }) {
			return key
		}
	}
	return ""
}

// otherBoxes returns the key under which an object gives its grid other boxes than those of its shape, as a map of regions or as
// a height or width of boxes. It returns "" if there is none.
func otherBoxes(object map[string]any, shape sudoku.Shape) string {
	for _, key := range slices.Sorted(maps.Keys(object)) {
		words := wordsOf(key)
		if !hasAny(words, boxWords) {
			continue
		}
		sizes := map[string]any{key: object[key]}
		if inner, isObject := object[key].(map[string]any); isObject { // "box": {"rows": 3, "columns": 2}
			sizes = inner
		}
		for name, size := range sizes {
			number, _ := size.(json.Number)
			isHeight, isWidth := hasAny(wordsOf(name), heightWords), hasAny(wordsOf(name), widthWords)
			if number != "" && (isHeight && number.String() != strconv.Itoa(shape.BoxHeight()) || isWidth && number.String() != strconv.Itoa(shape.BoxWidth())) {
				return key
			}
		}
		if regions := numbersBelow(object[key]); len(regions) == len(shape.Cells()) && isRegionMap(regions, shape) {
			boxes := map[string]int{} // by region
			for i, c := range shape.Cells() {
				if box, known := boxes[regions[i]]; known && box != shape.Box(c) {
					return key
				}
				boxes[regions[i]] = shape.Box(c)
			}
		}
	}
	return ""
}

var (
	heightWords = []string{"height", "rows", "row", "h"}
	widthWords  = []string{"width", "columns", "column", "cols", "col", "w"}
)

// numbersBelow returns the numbers of a list, or of lists in a list, nil if it has anything else.
func numbersBelow(value any) (numbers []string) {
	list, _ := value.([]any)
	for _, inner := range list[:min(len(list), sudoku.MaxCells)] {
		number, isNumber := inner.(json.Number)
		below := []string{number.String()}
		if !isNumber {
			below = numbersBelow(inner)
		}
		if below == nil {
			return nil
		}
		numbers = append(numbers, below...)
	}
	return numbers
}

// isRegionMap reports whether numbers, one for each cell, are those of regions. Each is there as often as a region has cells, and
// one is there twice side by side, as no digit of a solution is.
func isRegionMap(numbers []string, shape sudoku.Shape) bool {
	counts, twice := map[string]int{}, false
	for i, number := range numbers {
		counts[number]++
		twice = twice || i%shape.Side() > 0 && number == numbers[i-1]
	}
	for _, n := range counts {
		twice = twice && n == shape.Side()
	}
	return twice
}

// marksBeside returns the candidates that an object has for the cells of its grid.
func marksBeside(object map[string]any) []string {
	for key, value := range object {
		if !slices.Contains([]string{"candidates", "pencilmarks", "kandidaten", "candidats"}, plainKey(key)) {
			continue
		}
		list, _ := value.([]any)
		cells, marks, ok := listGrid(list)
		for i := range marks {
			if strings.Trim(cells[i:i+1], emptyCells) != "" {
				marks[i] = cells[i : i+1]
			}
		}
		if ok {
			return marks
		}
	}
	return nil
}
