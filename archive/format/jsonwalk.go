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

	solutions bool // in what an object names solutions
}

func (w *jsonWalk) emit(line int, e Entry) {
	e.Line, e.solution = line, w.solutions
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
	if w.table(line, object) {
		return
	}
	if n, ok, _ := gridIn(object); ok { // a key for each row or cell
		w.emit(line, withMarks(Entry{Text: n.text, Grid: n.grid}, n.marks))
		return
	}
	grids, unread := gridsOf(object, "", maxPath)
	clues, err := cluesAmong(grids, "JSON object")
	key := damagedKey(object)
	direct := slices.ContainsFunc(grids, func(n named) bool { return !strings.Contains(n.name, ".") })
	switch {
	case clues >= 0 && (key == "" || grids[clues].role >= puzzleRole):
		w.puzzle(line, object, grids, clues)
		return
	case key != "":
		e := parseValue(object[key]) // a link, perhaps
		if e.Err == nil {
			w.puzzle(line, object, append(grids, named{name: key, grid: e.Grid, text: e.Text}), len(grids))
			return
		}
		w.reject(line, object, e.Err)
		return
	case err != nil && areApart(grids):
		for _, n := range grids {
			if !n.full() {
				w.emit(line, Entry{Text: n.text, Grid: n.grid, Name: oneSpace(n.name)})
			}
		}
		return
	case err != nil && direct:
		w.reject(line, object, err)
		return
	case unread != nil:
		w.reject(line, object, unread)
		return
	}
	if !w.below(line, object) {
		w.reject(line, object, withoutGrid(object))
	}
}

// table takes a table as its columns' names and its rows: {"columns": ["puzzle", …], "data": [["53…", …], …]}.
func (w *jsonWalk) table(line int, object map[string]any) bool {
	var names []string
	columns, _ := object["columns"].([]any)
	for _, column := range columns {
		if name, ok := column.(string); ok && name != "" && !isGrid(name) {
			names = append(names, name)
		}
	}
	rows, _ := object["data"].([]any)
	if len(names) == 0 || len(names) < len(columns) || len(rows) == 0 {
		return false
	}
	for _, row := range rows {
		fields, _ := row.([]any)
		record := map[string]any{}
		for i, field := range fields[:min(len(fields), len(names))] {
			record[names[i]] = field
		}
		w.object(line, record)
	}
	return true
}

// below looks for puzzles in the values of an object, solutions last, and reports whether there is any that may hold some.
func (w *jsonWalk) below(line int, object map[string]any) (found bool) {
	keys := slices.SortedStableFunc(maps.Keys(object), func(a, b string) int {
		isA, isB := roleOf(a) == solutionRole, roleOf(b) == solutionRole
		switch {
		case isA && !isB:
			return 1
		case isB && !isA:
			return -1
		}
		return strings.Compare(a, b)
	})
	for _, k := range keys {
		w.solutions = w.solutions || roleOf(k) == solutionRole
		switch inner := object[k].(type) {
		case map[string]any:
			if list := grids(inner); list != nil {
				w.list(line, list)
			} else {
				w.object(line, inner)
			}
			found = true
		case []any:
			w.list(line, inner)
			found = true
		case string: // JSON in a text, as browsers store it
			var below map[string]any
			if strings.HasPrefix(inner, "{") && decodeJSON(inner, &below) == nil {
				w.object(line, below)
				found = true
			}
		}
	}
	w.solutions = false
	return found
}

// grids returns the values of an object with a grid under each number, as tables are exported by columns.
func grids(object map[string]any) []any {
	for key, value := range object {
		if _, ok, _ := gridIn(value); !ok || strings.Trim(key, "0123456789") != "" {
			return nil
		}
	}
	return inOrder(object)
}

// damagedKey returns the key under which an object should have the cells of a puzzle, and has another text; "" if there is none.
func damagedKey(object map[string]any) string {
	for _, name := range puzzleKeys {
		k := spelled(object, name)
		if _, isText := object[k].(string); isText && !isGrid(object[k]) {
			return k
		}
	}
	return ""
}

// puzzle takes the puzzle of an object, which has one of some grids as its clues.
func (w *jsonWalk) puzzle(line int, object map[string]any, grids []named, clues int) {
	n := grids[clues]
	e := Entry{Text: n.text, Grid: n.grid}
	if n.role < originalRole {
		isMasked := false
		if e.Grid, isMasked = masked(object, n); !isMasked && n.role < puzzleRole {
			if key := unreadClues(object, grids); key != "" {
				w.reject(line, object, failf(NotACell, "which digits are clues is in %q, in a way that is not read: give the clues as \"puzzle\"", key))
				return
			}
		}
	}
	if e.Grid != n.grid || !isCells(e.Text) {
		e.Text = e.Grid.String()
	}
	for _, other := range grids {
		if other.role == solutionRole && other.grid.Len() > 0 && e.Err == nil && clues >= 0 {
			e.Err = checkSolution(e.Grid, other.grid.String())
		}
	}
	for _, k := range solutionKeys {
		if text, ok := object[spelled(object, k)].(string); ok && e.Err == nil && !isGrid(text) && claimsSolution(e.Grid, text) {
			e.Err = checkSolution(e.Grid, text)
		}
	}
	if e.Err != nil {
		w.reject(line, object, e.Err)
		return
	}
	e.Name, e.Author = textOf(object, nameKeys), textOf(object, authorKeys)
	rating, said := jsonRating(object)
	for i, other := range grids {
		if i == clues || other.role != solutionRole { // what a player has made of it is no comment
			said = append(said, other.name)
		}
	}
	e.Comment, e.Rating = jsonComment(object, said), rating
	if marks := marksBeside(object); marks != nil && n.marks == nil && len(grids) == 1 {
		n.marks = marks
	}
	w.emit(line, withMarks(e, n.marks))
}

// unreadClues returns the key of an object under which a list says which digits are clues, in a way that is not read.
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
		text = g.String() // a drawing, say, or other digits
	}
	return Entry{Text: text, Grid: g}
}

func isGrid(value any) bool {
	_, ok := gridText(value)
	return ok
}

// gridText returns the cells of the grid in a value.
func gridText(value any) (text string, ok bool) {
	n, ok, _ := gridIn(value)
	return n.text, ok
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
		cell = sourceCell(sudoku.Narrow(v))
		return cell, cell != ""
	case json.Number:
		cell = sourceCell(v.String())
		return cell, cell != ""
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
