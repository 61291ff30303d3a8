package format

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// writing is a format that [WriteAs] writes.
type writing struct {
	name, about string
	sudokuOnly  bool // no shidoku
	one         bool // one puzzle per file
	holds       held // besides the grid
	write       func(io.Writer, iter.Seq[Entry]) error
}

// writings lists the formats that can be written.
func writings() []writing {
	const headers = names | authors | comments | ratings
	return []writing{
		{name: linesFormat, about: "one puzzle per line, with its name and comment", holds: everything, write: writeLines},
		{name: "sdm", about: "81 digits per line and nothing else, 0 for an empty cell", write: eachText(sdmLine)},
		{name: "csv", about: "a table with the columns puzzle, name, author, rating, rated_by, comment, rated_version", holds: everything, write: writeCSV},
		{name: "json", about: "a list of objects", holds: everything, write: writeJSON},
		{name: "jsonl", about: "one object per line", holds: everything, write: eachBytes(jsonObject)},
		{name: "drawing", about: "grids with borders", holds: headers, write: eachText(drawing)},
		{name: "sdk", about: "SadMan Software and SudoCue: headers and nine lines", holds: headers, write: eachText(sdk)},
		{name: "ss", about: "Simple Sudoku: a drawing", sudokuOnly: true, write: eachText(simpleSudoku)},
		{name: "sdx", about: "SudoCue: cells separated by spaces, with candidates", sudokuOnly: true, holds: marks, write: eachText(sdx)},
		{name: "hodoku", about: "a line of a HoDoKu library", sudokuOnly: true, holds: names | comments, write: eachText(hodoku)},
		{name: "opensudoku", about: "XML of OpenSudoku", sudokuOnly: true, holds: names | comments, write: writeOpenSudoku},
		{name: "ksudoku", about: "XML of KSudoku, one puzzle per file", one: true, write: eachText(kSudoku)},
		{name: "gnome", about: "a saved game of GNOME Sudoku, one puzzle per file", sudokuOnly: true, one: true, write: eachBytes(gnome)},
		{name: "matlab", about: "a matrix of MATLAB or Octave, 0 for an empty cell", write: eachText(matrix)},
		{name: "f-puzzles", about: "one object of f-puzzles.com per line", holds: names | authors, write: eachBytes(fPuzzle)},
		{name: "link", about: "links that open the puzzles in SudokuPad", holds: names | authors, write: eachText(link)},
	}
}

const linesFormat = "lines"

// Formats returns the names that [WriteAs] takes, each with what it is.
func Formats() (names, about []string) {
	for _, w := range writings() {
		names, about = append(names, w.name), append(about, w.about)
	}
	return names, about
}

// WriteAs writes entries in a format; those with an error are left out. [Read] reads each of the
// formats, and gives back what it holds, so that the file is the same when it is written again. What a format
// has no place for is counted. A puzzle for which it has no place is an error, and ends it.
func WriteAs(name string, w io.Writer, entries iter.Seq[Entry]) (lost Lost, err error) {
	for _, f := range writings() {
		if f.name != name {
			continue
		}
		b := bufio.NewWriter(w)
		var unfit error
		err := f.write(b, f.fitting(entries, &lost, &unfit))
		return lost, errors.Join(unfit, err, b.Flush())
	}
	names, _ := Formats()
	return lost, fmt.Errorf("unknown format %q: use one of %s", name, strings.Join(names, ", "))
}

// fitting yields the puzzles up to the first one that has no place in the format.
func (f writing) fitting(entries iter.Seq[Entry], lost *Lost, unfit *error) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		n := 0
		for e := range entries {
			if e.Err != nil {
				continue
			}
			switch n++; {
			case f.sudokuOnly && e.Grid.Shape() != sudoku.Sudoku:
				*unfit = fmt.Errorf("%s: a %s: the format %s has 9×9 only", e.Grid, e.Grid.Shape(), f.name)
				return
			case f.one && n > 1:
				*unfit = fmt.Errorf("more than one puzzle: a file of the format %s has one", f.name)
				return
			}
			lost.count(contentOf(e), f.holds)
			if f.name != linesFormat { // which has all texts as they are
				e = contentOf(e)
				e.Comment = cut(e.Comment, maxComment)
			}
			if !yield(e) {
				return
			}
		}
	}
}

// eachText writes what text returns for each entry, and a line end.
func eachText(text func(Entry) string) func(io.Writer, iter.Seq[Entry]) error {
	return eachBytes(func(e Entry) ([]byte, error) { return []byte(text(e)), nil })
}

func eachBytes(text func(Entry) ([]byte, error)) func(io.Writer, iter.Seq[Entry]) error {
	return func(w io.Writer, entries iter.Seq[Entry]) error {
		for e := range entries {
			line, err := text(e)
			if err != nil {
				return err
			}
			if _, err := w.Write(append(line, '\n')); err != nil {
				return err
			}
		}
		return nil
	}
}

func sdmLine(e Entry) string { return strings.ReplaceAll(e.Grid.String(), ".", "0") }

func writeCSV(w io.Writer, entries iter.Seq[Entry]) error {
	table := csv.NewWriter(w)
	_ = table.Write(ownColumns) // Flush knows of errors
	for e := range entries {
		if e.Rating.Program == anyFile {
			e.Rating.Program = "" // nobody is said to have rated
		}
		row := []string{e.Grid.String(), e.Name, e.Author, e.Rating.Value, e.Rating.Program, e.Comment, e.Rating.Version}
		for i, cell := range row {
			row[i] = guarded(cell)
		}
		if err := table.Write(row); err != nil {
			return err
		}
	}
	table.Flush()
	return table.Error()
}

// guarded returns a cell of a table that no spreadsheet takes for a formula, whoever wrote it: with an
// apostrophe before it, which [unguarded] takes off.
func guarded(cell string) string {
	if isFormula(cell) {
		return "'" + cell
	}
	return cell
}

func unguarded(cell string) string {
	if rest, ok := strings.CutPrefix(cell, "'"); ok && isFormula(rest) {
		return rest
	}
	return cell
}

// isFormula reports whether a cell is a formula to a spreadsheet, or one with apostrophes before it.
func isFormula(cell string) bool {
	cell = strings.TrimLeft(cell, "'")
	return cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0]))
}

func jsonObject(e Entry) ([]byte, error) {
	return json.Marshal(struct {
		Puzzle  string `json:"puzzle"`
		Name    string `json:"name,omitempty"`
		Author  string `json:"author,omitempty"`
		Rating  Rating `json:"rating,omitzero"`
		Comment string `json:"comment,omitempty"`
	}{e.Grid.String(), e.Name, e.Author, e.Rating, e.Comment})
}

func writeJSON(w io.Writer, entries iter.Seq[Entry]) error {
	before := "[\n"
	for e := range entries {
		object, err := jsonObject(e)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s%s", before, object); err != nil {
			return err
		}
		before = ",\n"
	}
	end := "\n]\n"
	if before == "[\n" {
		end = "[]\n"
	}
	_, err := io.WriteString(w, end)
	return err
}

// rowsOf returns the rows of a grid, with a text for each cell and one after each box but the last.
func rowsOf(g sudoku.Grid, cell func(sudoku.Cell) string, bar string) []string {
	side := g.Shape().Side()
	width := g.Shape().BoxSide()
	rows := make([]string, side)
	for _, c := range g.Shape().Cells() {
		if column := c.Column(); column > 0 && column%width == 0 {
			rows[c.Row()] += bar
		}
		rows[c.Row()] += cell(c)
	}
	return rows
}

// plain returns the character of a cell.
func plain(g sudoku.Grid) func(sudoku.Cell) string {
	return func(c sudoku.Cell) string {
		if d := g.At(c); d != 0 {
			return d.String()
		}
		return "."
	}
}

// boxed draws lines above, between and below the bands of rows.
func boxed(rows []string, top, rule, bottom string) string {
	height := sudoku.Sudoku.BoxSide()
	if len(rows) == sudoku.Shidoku.Side() {
		height = sudoku.Shidoku.BoxSide()
	}
	lines := []string{top}
	for i, row := range rows {
		if i > 0 && i%height == 0 {
			lines = append(lines, rule)
		}
		lines = append(lines, row)
	}
	return strings.Join(append(lines, bottom), "\n")
}

func drawing(e Entry) string {
	rows := rowsOf(e.Grid, func(c sudoku.Cell) string { return " " + plain(e.Grid)(c) }, " |")
	width := e.Grid.Shape().BoxSide()
	rule := "+" + strings.Repeat(strings.Repeat("-", 2*width+1)+"+", width)
	for i, row := range rows {
		rows[i] = "|" + row + " |"
	}
	return header(e) + boxed(rows, rule, rule, rule) + "\n"
}

func header(e Entry) string {
	if lines := headerLines(e.withLevel()); len(lines) > 0 {
		return strings.Join(lines, "\n") + "\n"
	}
	return ""
}

// withLevel returns an entry with its rating as a header #L.
func (e Entry) withLevel() Entry {
	if e.Rating.Value != "" {
		e.Comment = strings.TrimPrefix(e.Comment+"\n#L "+e.Rating.Value, "\n")
	}
	return e
}

func sdk(e Entry) string {
	return header(e) + strings.Join(rowsOf(e.Grid, plain(e.Grid), ""), "\n") + "\n"
}

func simpleSudoku(e Entry) string {
	rows := rowsOf(e.Grid, plain(e.Grid), "|")
	for i, row := range rows {
		rows[i] = "|" + row + "|"
	}
	return boxed(rows, "*-----------*", "|---+---+---|", "*-----------*") + "\n"
}

// sdx writes the candidates of the empty cells, or the pencil marks of a position, of which there are several or it would
// read as a clue: one candidate gets a second, of those that the clues rule out.
func sdx(e Entry) string {
	possible, given := e.Grid.Candidates(), e.Pencilmarks()
	return strings.Join(rowsOf(e.Grid, func(c sudoku.Cell) string {
		if d := e.Grid.At(c); d != 0 {
			return d.String() + " "
		}
		marks := possible[c]
		if given[c] != 0 {
			marks = given[c]
		}
		if marks.Len() < 2 {
			marks = marks.With((e.Grid.Shape().Digits() &^ possible[c] &^ marks).First())
		}
		if marks.Len() < 2 {
			return "123456789 "
		}
		return marks.String() + " "
	}, ""), "\n") + "\n"
}

func matrix(e Entry) string {
	rows := rowsOf(e.Grid, func(c sudoku.Cell) string { return fmt.Sprintf(" %d", e.Grid.At(c)) }, "")
	return "[" + strings.TrimPrefix(strings.Join(rows, "\n"), " ") + "];\n"
}

func hodoku(e Entry) string {
	text := strings.ReplaceAll(oneSpace(e.Name+" "+e.Comment), ":", ";")
	return hodokuStart + e.Grid.String() + ":::" + contentOf(Entry{Comment: commentOf(text)}).Comment + ":"
}

func writeOpenSudoku(w io.Writer, entries iter.Seq[Entry]) error {
	type game struct {
		Data string `xml:"data,attr"`
		Note string `xml:"note,attr,omitempty"`
	}
	if _, err := io.WriteString(w, xml.Header+"<opensudoku version=\"2\">\n"); err != nil {
		return err
	}
	folder, open := "", false
	for e := range entries {
		if !open || e.Name != folder {
			if open {
				fmt.Fprintln(w, "</folder>")
			}
			var name strings.Builder
			_ = xml.EscapeText(&name, []byte(e.Name))
			fmt.Fprintf(w, "<folder name=\"%s\">\n", name.String())
			folder, open = e.Name, true
		}
		line, err := xml.Marshal(struct {
			XMLName xml.Name `xml:"game"`
			game
		}{game: game{sdmLine(e), e.Comment}})
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n", line); err != nil {
			return err
		}
	}
	if open {
		fmt.Fprintln(w, "</folder>")
	}
	_, err := io.WriteString(w, "</opensudoku>\n")
	return err
}

func kSudoku(e Entry) string {
	g := transposed(e.Grid)
	var values strings.Builder
	for _, c := range g.Shape().Cells() {
		if d := g.At(c); d != 0 {
			values.WriteByte('a' + byte(d))
		} else {
			values.WriteByte('_')
		}
	}
	return fmt.Sprintf(`<!DOCTYPE ksudoku>
<ksudoku>
 <game had-help="0" msecs-elapsed="0">
  <puzzle>
   <graph order="%d" type="sudoku" specific-type="Plain"/>
   <values>%s</values>
  </puzzle>
  <history/>
 </game>
</ksudoku>`, g.Shape().Side(), values.String())
}

func link(e Entry) string {
	object, err := fPuzzle(e)
	if err != nil { // numbers and texts always have a JSON
		return ""
	}
	return "https://sudokupad.app/fpuzzles" + strings.NewReplacer("+", "%2B", "/", "%2F", "=", "%3D").Replace(packLZ(string(object)))
}
