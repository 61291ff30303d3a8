package format

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A puzzle as a JSON object: its cells under one key, and its name, author, rating, solution and comment under
// others. An object without a puzzle is searched for puzzles in its values.

// jsonWalk finds the puzzles in the values of a JSON file.
type jsonWalk struct {
	yield   func(Entry) bool
	stopped bool // the caller wants no more

	solutions bool // below a key for solutions
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

// The usual keys of puzzles, solutions and the texts beside them.
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

// object takes a puzzle with its properties, or looks for puzzles further down.
func (w *jsonWalk) object(line int, object map[string]any) {
	if e, ok := parseFPuzzle(object); ok {
		w.emit(line, e)
		return
	}
	if e, ok := parseGNOME(object); ok {
		w.emit(line, e)
		return
	}
	if e, ok := parseState(stateIn(object)); ok {
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

// table takes a table as the names of its columns and its rows: {"columns": ["puzzle", …], "data": [["53…", …], …]}.
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

// below looks for puzzles in the values of an object, solutions last. It reports whether any value may hold one.
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
			if list := gridsByNumber(inner); list != nil {
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
			if strings.HasPrefix(inner, "{") && decodeJSON(strings.NewReader(inner), &below) == nil {
				w.object(line, below)
				found = true
			}
		}
	}
	w.solutions = false
	return found
}

// gridsByNumber returns the values of an object with a grid under each number, as tables are exported by columns.
func gridsByNumber(object map[string]any) []any {
	for key, value := range object {
		if _, ok, _ := gridIn(value); !ok || strings.Trim(key, "0123456789") != "" {
			return nil
		}
	}
	return inOrder(object)
}

// damagedKey returns the key of a puzzle under which an object has a text that is not a grid; "" if there is none.
func damagedKey(object map[string]any) string {
	for _, name := range puzzleKeys {
		k := spelled(object, name)
		if _, isText := object[k].(string); isText && !isGrid(object[k]) {
			return k
		}
	}
	return ""
}

// withoutGrid returns the error of an object in which no puzzle was found. Its kind is [NoPuzzle] if nothing in the
// object looks like cells, so that no puzzle is lost with it. Such objects often describe the collection.
func withoutGrid(object map[string]any) error {
	rows := 0
	for _, key := range slices.Sorted(maps.Keys(object)) {
		text, _ := object[key].(string)
		switch n := longestRun(text); {
		case n == sudoku.Sudoku.Side():
			rows++
		case n >= leastCells:
			if _, err := sudoku.Parse(text); err != nil {
				return err
			}
		}
	}
	if rows > 1 {
		return failf(WrongRows, `%d rows of cells in an object: give the cells as "puzzle"`, rows)
	}
	return failf(NoPuzzle, `a JSON object without a puzzle: give the cells as "puzzle"`)
}

// longestRun returns the length of the longest run of cells in a text, 0 if none is as long as a row of a grid. The
// ten characters of a date are not a run.
func longestRun(text string) (longest int) {
	for _, run := range strings.FieldsFunc(text, func(r rune) bool { return !strings.ContainsRune(sudoku.CellCharacters, r) }) {
		isRow := len(run) == sudoku.MaxSide || len(run) >= leastCells
		if isRow && strings.ContainsAny(run, "123456789") {
			longest = max(longest, len(run))
		}
	}
	return longest
}

// puzzle takes the puzzle of an object. clues is the index of the grid that has the clues.
func (w *jsonWalk) puzzle(line int, object map[string]any, grids []named, clues int) {
	n := grids[clues]
	if key := otherBoxes(object, n.grid.Shape()); key != "" {
		w.reject(line, object, failf(Variant, "not a plain %s: %q gives it other boxes", n.grid.Shape(), key))
		return
	}
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
		if i == clues || other.role != solutionRole { // the board of a player is not a comment
			said = append(said, other.name)
		}
	}
	e.Comment, e.Rating = jsonComment(object, said), rating
	if marks := marksBeside(object); marks != nil && n.marks == nil && len(grids) == 1 {
		n.marks = marks
	}
	w.emit(line, withMarks(e, n.marks))
}

func textOf(object map[string]any, keys []string) string {
	for _, k := range keys {
		if text, ok := object[spelled(object, k)].(string); ok {
			return oneSpace(text)
		}
	}
	return ""
}

// ownKeys are the keys that [WriteAs] writes. recordKeys are those that 'gridkeeper export' and 'search' write beside
// them: properties of the archive, which are not a comment on the puzzle.
var (
	ownKeys    = []string{"puzzle", "name", "author", "rating", "comment"}
	recordKeys = []string{"key", "shape", "clues", "tier", "tier_name", "score", "deviation", "median", "plays", "solved", "hardest",
		"techniques", "symmetries", "automorphisms", "collection", "guild", "line", "licence", "source", "imported", "ratings"}
)

// isRecord reports whether an object is a puzzle's record in the archive.
func isRecord(object map[string]any) bool { return object["key"] != nil && object["tier_name"] != nil }

// isOwn reports whether an object has a comment, and else only keys of ours or those in read.
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

// jsonComment returns the properties of an object besides the keys in read, as the comment of a line.
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

// maxNotes is how many properties come into the comment.
const maxNotes = 20
