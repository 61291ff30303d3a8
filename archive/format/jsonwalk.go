package format

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// jsonWalk finds the puzzles in the values of a JSON file.
type jsonWalk struct {
	yield   func(Entry) bool
	stopped bool // the caller wants no more
}

func (w *jsonWalk) emit(line int, e Entry) {
	e.Line = line
	if !w.stopped {
		w.stopped = !w.yield(e)
	}
}

func (w *jsonWalk) reject(line int, value any, err error) {
	w.emit(line, rejected(jsonExcerpt(value), err))
}

// top takes a value that is not in a list.
func (w *jsonWalk) top(line int, value any) {
	list := &jsonList{walk: w, line: line}
	list.add(line, value)
	list.end()
}

// puzzleKeys and solutionKeys are the names under which people keep puzzles and solutions.
var (
	puzzleKeys   = []string{"puzzle", "quiz", "question", "unsolved", "clues", "givens", "sudoku", "board", "grid", "value", "mission", "problem"}
	solutionKeys = []string{"solution", "solved", "answer", "answers", "solutions"}
	nameKeys     = []string{"name", "title"}
	authorKeys   = []string{"author", "creator"}
)

// spelled returns the key of a name as an object spells it, "Puzzle" for puzzle.
func spelled(object map[string]any, name string) string {
	if _, ok := object[name]; ok {
		return name
	}
	found := name
	for k := range object {
		if strings.EqualFold(k, name) && (found == name || k < found) { // the same one each time
			found = k
		}
	}
	return found
}

// object takes a puzzle with what is known about it, or looks for puzzles further down.
func (w *jsonWalk) object(line int, object map[string]any) {
	if e, ok := parseFPuzzle(object); ok {
		w.emit(line, e)
		return
	}
	if e, ok := parseGNOME(object); ok {
		w.emit(line, e)
		return
	}
	keys := slices.Sorted(maps.Keys(object))
	key, err := puzzleKey(object, keys)
	if err != nil {
		w.reject(line, object, err)
		return
	}
	if key != "" {
		w.puzzle(line, object, key)
		return
	}
	found := false
	for _, k := range keys {
		switch inner := object[k].(type) {
		case map[string]any:
			w.object(line, inner)
		case []any:
			w.list(line, inner)
		default:
			continue
		}
		found = true
	}
	if !found {
		w.reject(line, object, failf(NoPuzzle, `a JSON object without a puzzle: give the cells as "puzzle"`))
	}
}

// puzzleKey returns the key of a puzzle in an object, "" if there is none.
func puzzleKey(object map[string]any, keys []string) (string, error) {
	for _, name := range puzzleKeys {
		k := spelled(object, name)
		if _, isText := object[k].(string); isText || isGrid(object[k]) {
			return k, nil
		}
	}
	var grids []string
	for _, k := range keys {
		if isGrid(object[k]) && !slices.Contains(solutionKeys, strings.ToLower(k)) {
			grids = append(grids, k)
		}
	}
	switch len(grids) {
	case 0:
		return "", nil
	case 1:
		return grids[0], nil
	}
	return "", failf(SeveralGrids, `%d grids in one JSON object, as %q and %q: give the puzzle as "puzzle"`, len(grids), grids[0], grids[1])
}

// puzzle takes the puzzle of an object.
func (w *jsonWalk) puzzle(line int, object map[string]any, key string) {
	e := parseValue(object[key])
	if e.Err == nil {
		for _, k := range solutionKeys {
			if text, ok := gridText(object[spelled(object, k)]); ok && e.Err == nil {
				e.Err = checkSolution(e.Grid, text)
			}
		}
	}
	if e.Err != nil {
		w.reject(line, object, e.Err)
		return
	}
	e.Name, e.Author = textOf(object, nameKeys), textOf(object, authorKeys)
	rating, said := jsonRating(object)
	e.Comment, e.Rating = jsonComment(object, append(said, key)), rating
	w.emit(line, e)
}

func textOf(object map[string]any, keys []string) string {
	for _, k := range keys {
		if text, ok := object[spelled(object, k)].(string); ok {
			return oneSpace(text)
		}
	}
	return ""
}

// maxNote is how many bytes of one value come into the comment.
const maxNote = 200

// ownKeys are those of the objects that [WriteAs] writes, and recordKeys those that 'gridkeeper export' and 'search'
// write beside them. What the archive knows of a puzzle is not a comment on it.
var (
	ownKeys    = []string{"puzzle", "name", "author", "rating", "comment"}
	recordKeys = []string{"key", "shape", "clues", "tier", "tier_name", "score", "deviation", "median", "plays", "solved", "hardest",
		"techniques", "symmetries", "automorphisms", "collection", "guild", "line", "licence", "source", "imported", "ratings"}
)

// isRecord reports whether an object is what the archive knows of a puzzle.
func isRecord(object map[string]any) bool { return object["key"] != nil && object["tier_name"] != nil }

// isOwn reports whether an object has a comment, and for the rest nothing but keys of ours or those that were read.
func isOwn(object map[string]any, read []string) bool {
	if _, ok := object["comment"].(string); !ok {
		return false
	}
	record := isRecord(object)
	for k := range object {
		if !slices.Contains(ownKeys, k) && !slices.Contains(read, k) && !(record && slices.Contains(recordKeys, k)) {
			return false
		}
	}
	return true
}

// jsonComment returns what an object says besides the keys that were read, as the comment of a line.
func jsonComment(object map[string]any, read []string) string {
	if isOwn(object, read) {
		return commentOf(cut(object["comment"].(string), maxComment))
	}
	var notes []string
	for _, k := range slices.Sorted(maps.Keys(object)) {
		if name := strings.ToLower(k); slices.Contains(read, k) || slices.Contains(nameKeys, name) || slices.Contains(authorKeys, name) {
			continue
		}
		note := ""
		switch v := object[k].(type) {
		case string:
			note = oneSpace(v)
		case json.Number, bool:
			note = fmt.Sprint(v)
		}
		if note != "" && len(k)+len(note) <= maxNote {
			notes = append(notes, clean([]byte(k))+": "+note)
		}
	}
	if len(notes) == 0 {
		return ""
	}
	return " # " + strings.Join(notes[:min(len(notes), maxNotes)], ", ")
}

// maxNotes is how many values come into the comment.
const maxNotes = 20

// parseValue reads the cells of a puzzle from a value that [gridText] takes, or from any text.
func parseValue(value any) Entry {
	text, ok := gridText(value)
	if !ok {
		text, _ = value.(string)
	}
	text = clean([]byte(text))
	g, err := sudoku.Parse(text)
	if err != nil {
		if e, ok := parseLink(text); ok {
			return e
		}
		return rejected(text[:min(len(text), maxNote)], err)
	}
	if _, _, ok := findCells(text); !ok {
		text = g.String() // a drawing, say, or other digits
	}
	return Entry{Text: text, Grid: g}
}

func isGrid(value any) bool {
	_, ok := gridText(value)
	return ok
}

// gridText returns the cells of a text, of a list of cells, or of a list of rows.
func gridText(value any) (text string, ok bool) {
	switch v := value.(type) {
	case string:
		v = sudoku.Narrow(v)
		return v, isCells(v)
	case []any:
		var b strings.Builder
		for _, inner := range v[:min(len(v), sudoku.MaxCells+1)] {
			part, ok := cellOf(inner)
			if !ok {
				part, ok = rowOf(inner)
			}
			if !ok || len(part) != 1 && len(part) != len(v) {
				return "", false
			}
			b.WriteString(part)
		}
		return b.String(), isCells(b.String())
	}
	return "", false
}

// rowOf returns the nine (or four) cells of a row.
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
	return row, (len(row) == sudoku.Sudoku.Side() || len(row) == sudoku.Shidoku.Side()) && onlyCells(row)
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
		v = sudoku.Narrow(v)
		return v, len(v) == 1 && onlyCells(v)
	case json.Number:
		return v.String(), len(v) == 1 && onlyCells(v.String())
	}
	return "", false
}

// jsonExcerpt returns the beginning of a value, as it is written.
func jsonExcerpt(value any) string {
	if text, ok := value.(string); ok {
		return text[:min(len(text), maxNote)]
	}
	text, _ := json.Marshal(value)
	return clean(text[:min(len(text), maxNote)])
}
