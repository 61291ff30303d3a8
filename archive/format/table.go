package format

import (
	"cmp"
	"encoding/csv"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Tables, comma- or tab-separated, as spreadsheets and data sets have them. The header names the column of the
// puzzle; the columns that [WriteAs] writes are read into the fields of an Entry, and all others become the comment.

// table maps the columns of a table, counted from 0, to their meaning; -1 stands for a missing column.
type table struct {
	guessed                        bool // the puzzle's column is known by a word in its name, which source code may have too
	separator                      byte
	columns                        int
	puzzle, solution, name, author int
	rating, ratedBy, ratedVersion  int
	comment                        int
	own                            bool // all columns have a place in an Entry

	names   []string
	settled bool // the column of the puzzle holds for all rows
}

// parseHeader reads the line of column names above a table. ok is false for any other line.
func parseHeader(line string) (t table, ok bool) {
	if _, _, ok := findCells(line); ok {
		return table{}, false
	}
	t.separator = ','
	if i := strings.IndexAny(line, "\t,;"); i >= 0 {
		t.separator = line[i]
	}
	columns := t.split(strings.ToLower(line))
	for i := range columns {
		columns[i] = unquote(columns[i])
	}
	column := func(names ...string) int {
		return slices.IndexFunc(columns, func(c string) bool { return slices.Contains(names, c) })
	}
	namesRole := func(column string) bool {
		return isOnlyRole(column) && roleOf(column) != anyRole && !strings.ContainsAny(column, "0123456789")
	}
	t.columns, t.names = len(columns), columns
	t.puzzle = column("puzzle", "puzzles", "quiz", "quizzes", "question", "questions", "sudoku", "unsolved")
	if t.puzzle < 0 && t.columns > 1 { // else a title
		t.puzzle = column("problem", "givens", "clues", "grid", "board", "initial", "start", "mission")
	}
	if t.puzzle < 0 && t.columns > 1 && namesColumns(line) {
		t.puzzle = slices.IndexFunc(columns, func(c string) bool { return namesRole(c) && roleOf(c) != solutionRole })
		t.guessed = t.puzzle >= 0
	}
	t.solution = column("solution", "solutions", "solved", "answer", "answers")
	if t.solution < 0 {
		t.solution = slices.IndexFunc(columns, func(c string) bool { return namesRole(c) && roleOf(c) == solutionRole })
	}
	t.name = column("name", "title")
	t.author = column("author")
	t.rating = column(ratingKeys...)
	t.ratedBy, t.ratedVersion = column("rated_by"), column("rated_version")
	t.comment = column("comment")
	t.own = t.isOwn()
	return t, t.puzzle >= 0
}

func (t *table) isOwn() bool {
	for i := range t.columns {
		if !slices.Contains([]int{t.puzzle, t.name, t.author, t.rating, t.ratedBy, t.ratedVersion, t.comment}, i) {
			return false
		}
	}
	return true
}

// columnName matches the possible names of a column, in maxColumnName characters at most: "aufgabe", "r1c1", "Level
// (1-5)". A count in the expression would take 1.6 MB and a millisecond whenever the program starts.
var columnName = regexp.MustCompile(`^[\pL_][\pL\pN_ .()-]*$`)

const maxColumnName = 41

// namesColumns reports whether a line is a header with unknown names of columns.
func namesColumns(line string) bool {
	i := strings.IndexAny(line, "\t,;")
	if i < 0 {
		return false
	}
	for _, column := range (&table{separator: line[i]}).split(line) {
		if column = unquote(column); column != "" && (!columnName.MatchString(column) || utf8.RuneCountInString(column) > maxColumnName) {
			return false
		}
	}
	return true
}

// parse reads a row of the table.
func (t *table) parse(row string) Entry {
	fields := t.split(row)
	if err := t.settle(fields); err != nil {
		return rejected(row, err)
	}
	if len(fields) <= t.puzzle {
		return rejected(row, failf(WrongRows, "%s: %d columns: the header puts the puzzle in column %d",
			sudoku.Excerpt(row), len(fields), t.puzzle+1))
	}
	field := func(column int) string {
		if column < 0 || column >= len(fields) {
			return ""
		}
		return unguarded(unquote(fields[column]))
	}
	e := Entry{Line: 1, Text: field(t.puzzle), Name: field(t.name), Author: field(t.author)}
	e.Rating = newRating(cmp.Or(oneSpace(field(t.ratedBy)), anyFile), field(t.rating))
	if e.Rating.Value != "" {
		e.Rating.Version = oneSpace(field(t.ratedVersion))
	}
	if t.own && t.comment >= 0 {
		e.Comment = commentOf(field(t.comment))
	} else {
		e.Comment = t.rest(fields, t.own && (e.Rating != Rating{} || field(t.rating) == ""))
	}
	var err error
	if e.Grid, err = sudoku.Parse(e.Text); err != nil {
		text, marks, _ := textGrid(e.Text) // a list, perhaps
		g, failed := sudoku.Parse(text)
		if failed != nil {
			return rejected(row, err)
		}
		e.Text, e.Grid = text, g
		e = withMarks(e, marks)
	}
	if strings.Contains(e.Text, "\n") || len(e.Text) == len(e.Grid.Shape().Cells()) && !isCells(e.Text) { // out of quotes, or with two signs for an empty cell
		e.Text = e.Grid.String()
	}
	if solution := field(t.solution); claimsSolution(e.Grid, solution) && t.solution != t.puzzle {
		if text, _, ok := textGrid(solution); ok {
			solution = text
		}
		if err := checkSolution(e.Grid, solution); err != nil {
			return rejected(row, err)
		}
	}
	return e
}

// settle finds the column of the clues in a row with several grids, or with a grid in another column than the named
// one.
func (t *table) settle(fields []string) error {
	if t.settled {
		return nil
	}
	var grids []named
	var columns []int
	for i, field := range fields[:min(len(fields), len(t.names))] {
		text, _, ok := textGrid(unguarded(unquote(field)))
		if !ok {
			continue
		}
		if g, err := sudoku.Parse(text); err == nil {
			grids, columns = append(grids, named{name: t.names[i], role: roleOf(t.names[i]), grid: g}), append(columns, i)
		}
	}
	clues, err := cluesAmong(grids, "row")
	if err != nil || clues < 0 {
		return err
	}
	alike := 0
	for _, n := range grids {
		if n.role == grids[clues].role {
			alike++
		}
	}
	t.puzzle, t.settled = columns[clues], alike == 1
	t.own = t.isOwn()
	return nil
}

// rest returns the columns without a field of their own in an Entry. Grids of the player are left out. rated reports
// that the rating has its field.
func (t *table) rest(fields []string, rated bool) string {
	var rest strings.Builder
	for i, f := range fields {
		if i != t.solution && i != t.puzzle && len(f) >= sudoku.MaxCells {
			if _, _, isGrid := textGrid(unguarded(unquote(f))); isGrid {
				continue
			}
		}
		if i != t.puzzle && i != t.name && i != t.author && !(rated && (i == t.rating || i == t.ratedBy || i == t.ratedVersion)) {
			rest.WriteByte(t.separator)
			if cell := unquote(f); unguarded(cell) != cell {
				f = strings.Replace(f, "'", "", 1)
			}
			rest.WriteString(f)
		}
	}
	return rest.String()
}

// isRow reports whether a line alone is a row with a puzzle, even with more or fewer columns than the header. A quote
// that is open above such a line is part of a text.
func (t *table) isRow(line string) bool {
	fields := t.split(line)
	if len(fields) < 2 || len(fields) <= t.puzzle {
		return false
	}
	_, err := sudoku.Parse(unguarded(unquote(fields[t.puzzle])))
	return err == nil
}

// opens reports whether a row goes on in the next line, inside of quotes.
func (t *table) opens(row string) bool {
	if !strings.Contains(row, `"`) { // nearly all
		return false
	}
	fields := t.split(row)
	last := fields[len(fields)-1]
	return isQuoted(last) && strings.Count(last, `"`)%2 == 1
}

// isQuoted reports whether a field begins with a quote. In other fields quotes are text.
func isQuoted(field string) bool { return strings.HasPrefix(strings.TrimSpace(field), `"`) }

// split cuts a row at the separators outside of quotes.
func (t *table) split(row string) []string {
	quoted := false
	var fields []string
	start := 0
	for i := range len(row) {
		switch {
		case row[i] == '"' && isQuoted(row[start:i+1]):
			quoted = !quoted
		case row[i] == t.separator && !quoted:
			fields = append(fields, row[start:i])
			start = i + 1
		}
	}
	return append(fields, row[start:])
}

func unquote(field string) string {
	field = strings.TrimSpace(field)
	if text, ok := strings.CutPrefix(field, `="`); ok && strings.Count(field, `"`) == 2 && field[len(field)-1] == '"' { // of Excel, for digits
		return text[:len(text)-1]
	}
	if len(field) < 2 || field[0] != '"' || field[len(field)-1] != '"' {
		return field
	}
	field = strings.ReplaceAll(field[1:len(field)-1], `""`, `"`)
	if strings.HasPrefix(field, `="`) {
		return unquote(field)
	}
	return field
}

// record collects the lines of a row with line ends inside of quotes.
type record struct {
	text         strings.Builder
	first, lines int
}

// takeRecord adds a line to a row with line ends inside of quotes, and reports whether the line belongs to one.
func (t *text) takeRecord(line string) bool {
	odd := strings.Count(line, `"`)%2 == 1
	begins := t.record.lines == 0
	switch {
	case begins && !t.table.opens(line):
		return false
	case begins:
		t.record.first = t.lines.number
	case t.table.isRow(line):
		t.endRecord()
		return false
	default:
		t.record.text.WriteByte('\n')
	}
	t.record.text.WriteString(line)
	t.record.lines++
	if odd && !begins {
		t.endBlock()
		t.emit(t.record.first, t.table.parse(t.record.text.String()))
		t.record = record{}
	} else if t.record.text.Len() >= maxLine {
		t.endRecord()
	}
	return true
}

// endRecord ends a row whose quote was never closed. Each of its lines is read as a row, so that none is lost.
func (t *text) endRecord() {
	if t.record.lines == 0 {
		return
	}
	t.endBlock()
	for i, line := range strings.Split(t.record.text.String(), "\n") {
		if i == 0 || strings.TrimSpace(line) != "" {
			t.emit(t.record.first+i, t.table.parse(line))
		}
	}
	t.record = record{}
}

// ownColumns names the columns of the tables that [WriteAs] writes.
var ownColumns = []string{"puzzle", "name", "author", "rating", "rated_by", "comment", "rated_version"}

func writeCSV(w io.Writer, entries iter.Seq[Entry]) error {
	table := csv.NewWriter(w)
	_ = table.Write(ownColumns) // Flush knows of errors
	for e := range entries {
		if e.Rating.Program == anyFile {
			e.Rating.Program = "" // the rater is unknown
		}
		row := []string{e.Grid.String(), e.Name, e.Author, e.Rating.Value, e.Rating.Program, e.Comment, e.Rating.Version}
		for i, cell := range row {
			if isFormula(cell) { // which a spreadsheet would run, whoever wrote it
				row[i] = "'" + cell
			}
		}
		if err := table.Write(row); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// unguarded returns a cell as it was before [writeCSV] put an apostrophe before it.
func unguarded(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && isFormula(rest) {
		return rest
	}
	return cell
}

// isFormula reports whether a spreadsheet would run a cell as a formula, apostrophes before it aside.
func isFormula(cell string) bool {
	cell = strings.TrimLeft(cell, "'")
	return cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0]))
}
