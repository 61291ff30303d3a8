package format

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Entries are written as they were read ([Write]), or in the format of another program ([WriteAs]). The writer of a
// format stands beside its reader; the table of all formats is here.

// Write writes entries so that [Read] yields them again. The clues keep their text, one puzzle a line, or one grid
// after another with blank lines between. Names, authors and comments stand in the line if they did before, else as
// headers above. Entries with an error are left out.
func Write(w io.Writer, entries iter.Seq[Entry]) error {
	b := bufio.NewWriter(w)
	first := true
	for e := range entries {
		if e.Err != nil {
			continue
		}
		if isPlain(e) {
			first = false
			if _, err := b.WriteString(e.Text + "\n"); err != nil {
				return err
			}
			continue
		}
		lines := linesOf(e)
		if len(lines) > 1 && !first {
			lines = append([]string{""}, lines...)
		}
		first = false
		for _, line := range lines {
			if _, err := b.WriteString(line + "\n"); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}

// isPlain reports whether an entry is a line of digits and dots, one for each cell, and nothing else, as most are. To read the
// line again and compare takes a hundred times as long.
func isPlain(e Entry) bool {
	if e.Name != "" || e.Author != "" || e.Comment != "" || e.Rating != (Rating{}) || len(e.Text) != len(e.Grid.Shape().Cells()) || !isCells(e.Text) {
		return false
	}
	for i := range len(e.Text) {
		if c := e.Text[i]; c != '.' && (c < '0' || c > '9') {
			return false
		}
	}
	g, err := sudoku.Parse(e.Text)
	return err == nil && g == e.Grid && g.Len() > 0
}

// isRatedAbove reports whether the rating of an entry becomes a header, since it is not in the comment.
func isRatedAbove(e Entry) bool {
	return e.Rating.Value != "" && !strings.Contains(e.Comment, e.Rating.Value) && lineRating(e.Name, e.Comment) != e.Rating
}

// linesOf returns the line of an entry, or its headers and the lines below them.
func linesOf(e Entry) []string {
	if isRatedAbove(e) {
		e.Comment = Note(e.Comment)
		return append(headerLines(e.withLevel()), strings.Split(e.Text, "\n")...)
	}
	if line, ok := oneLine(e); ok {
		return []string{line}
	}
	bare := e
	bare.Name, bare.Author = "", ""
	if line, ok := oneLine(bare); ok && !isHeaderLine(e.Comment) {
		e.Comment = ""
		return append(headerLines(e), line)
	}
	if text, ok := strings.CutPrefix(e.Comment, setApart); ok && looksSetApart(text) {
		e.Comment = text // which [headers.over] sets apart again
	}
	return append(headerLines(e), strings.Split(e.Text, "\n")...)
}

// oneLine returns the line from which [ParseLine] reads exactly e. ok is false if there is no such line.
func oneLine(e Entry) (line string, ok bool) {
	line = e.Text + e.Comment
	if e.Name != "" {
		separator := " "
		if e.Comment != "" && strings.ContainsRune(",;\t", rune(e.Comment[0])) {
			separator = e.Comment[:1]
		}
		line = e.Name + separator + line
	}
	isLevel := e.Rating.Program == anyFile && levelOf(e.Comment) == e.Rating // only a header is read as a level
	if strings.Contains(line, "\n") || isLevel || looksDrawn(line) {
		return "", false
	}
	_, isLink := parseLink(line)
	_, isHoDoKu := parseHoDoKu(line)
	_, isArray := parseArray(line)
	head := []byte(line)
	if cellsOnly(line) != line || isLink || isHoDoKu || isArray || isJSON(head) || xmlStart.Match(head) || foreignError(head) != nil {
		return "", false // it, or a file that begins with it, is not read as a line of cells
	}
	again, ok := ParseLine(line)
	e.Line, again.Line = 0, 0
	e.Rating, again.Rating = Rating{}, Rating{} // it is part of the other texts
	return line, ok && again == e
}

const linesFormat = "lines"

// writing is a format that [WriteAs] writes.
type writing struct {
	name, about string
	sides       []int // of the grids that it can hold; nil: all
	one         bool  // one puzzle per file
	holds       held  // besides the grid
	write       func(io.Writer, iter.Seq[Entry]) error
}

// writings lists the formats that can be written.
func writings() []writing {
	const headers = names | authors | comments | ratings
	nine := []int{9}
	return []writing{
		{name: linesFormat, about: "one puzzle per line, with its name and comment", holds: everything, write: writeLines},
		{name: "sdm", about: "81 digits per line (36 for a 6x6) and nothing else, 0 for an empty cell", write: eachText(sdmLine)},
		{name: "csv", about: "a table with the columns puzzle, name, author, rating, rated_by, comment, rated_version", holds: everything, write: writeCSV},
		{name: "json", about: "a list of objects", holds: everything | marks, write: writeJSON},
		{name: "jsonl", about: "one object per line", holds: everything | marks, write: eachBytes(jsonObject)},
		{name: "drawing", about: "grids with borders", holds: headers, write: eachText(drawing)},
		{name: "sdk", about: "SadMan Software and SudoCue: headers, and a line for each row", holds: headers, write: eachText(sdk)},
		{name: "ss", about: "Simple Sudoku: a drawing", sides: nine, write: eachText(simpleSudoku)},
		{name: "sdx", about: "SudoCue: cells separated by spaces, with candidates", sides: nine, holds: marks, write: eachText(sdx)},
		{name: "hodoku", about: "a line of a HoDoKu library", sides: nine, holds: names | comments, write: eachText(hodoku)},
		{name: "opensudoku", about: "XML of OpenSudoku", sides: nine, holds: names | comments, write: writeOpenSudoku},
		{name: "ksudoku", about: "XML of KSudoku, one puzzle per file", sides: []int{9, 4}, one: true, write: eachText(kSudoku)},
		{name: "gnome", about: "a saved game of GNOME Sudoku, one puzzle per file", sides: nine, one: true, write: eachBytes(gnome)},
		{name: "matlab", about: "a matrix of MATLAB or Octave, 0 for an empty cell", write: eachText(matrix)},
		{name: "f-puzzles", about: "one object of f-puzzles.com per line", holds: names | authors, write: eachBytes(fPuzzle)},
		{name: "link", about: "links that open the puzzles in SudokuPad", holds: names | authors, write: eachText(link)},
	}
}

// Formats returns the names that [WriteAs] takes, each with a description.
func Formats() (names, about []string) {
	for _, w := range writings() {
		names, about = append(names, w.name), append(about, w.about)
	}
	return names, about
}

// WriteAs writes entries in a format; those with an error are left out. [Read] reads each of the formats and gives
// back all texts that the format has. So a file of a format is the same when it is read and written again. Texts
// without a place in the format are counted. A puzzle without one, as a 6×6 in some, is an error, and ends the file.
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

// fitting yields the puzzles up to the first one that the format cannot hold.
func (f writing) fitting(entries iter.Seq[Entry], lost *Lost, unfit *error) iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		n := 0
		for e := range entries {
			if e.Err != nil {
				continue
			}
			switch n++; {
			case f.sides != nil && !slices.Contains(f.sides, e.Grid.Shape().Side()):
				var sizes []string
				for _, side := range f.sides {
					sizes = append(sizes, fmt.Sprintf("%d×%[1]d", side))
				}
				*unfit = fmt.Errorf("%s: a %s: the format %s has %s only", e.Grid, e.Grid.Shape(), f.name, strings.Join(sizes, " and "))
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

// held is the set of texts that a format can hold besides the grid.
type held uint8

const (
	names held = 1 << iota
	authors
	comments
	ratings
	raters // who rated
	marks

	everything = names | authors | comments | ratings | raters
)

// Lost counts the puzzles that lost a text in a format.
type Lost struct{ Names, Authors, Comments, Ratings, Raters, Marks int }

// String lists the losses: "3 names, 1 rating". It is "" if there are none.
func (l Lost) String() string {
	var all []string
	for _, one := range []struct {
		n         int
		one, many string
	}{
		{l.Names, "1 name", "%d names"}, {l.Authors, "1 author", "%d authors"}, {l.Comments, "1 comment", "%d comments"},
		{l.Ratings, "1 rating", "%d ratings"}, {l.Raters, "who made 1 rating", "who made %d ratings"},
		{l.Marks, "the pencil marks of 1 position", "the pencil marks of %d positions"},
	} {
		switch {
		case one.n == 1:
			all = append(all, one.one)
		case one.n > 1:
			all = append(all, fmt.Sprintf(one.many, one.n))
		}
	}
	return strings.Join(all, ", ")
}

// count adds the texts of an entry that a format cannot hold.
func (l *Lost) count(e Entry, h held) {
	for _, one := range []struct {
		lost bool
		n    *int
	}{
		{e.Name != "" && h&names == 0, &l.Names},
		{e.Author != "" && h&authors == 0, &l.Authors},
		{e.Comment != "" && h&comments == 0 || len(e.Comment) > maxComment, &l.Comments},
		{e.Rating.Value != "" && h&ratings == 0, &l.Ratings},
		{e.Rating.Value != "" && h&ratings != 0 && h&raters == 0 && e.Rating.Program != anyFile, &l.Raters},
		{e.Marks != "" && h&marks == 0, &l.Marks},
	} {
		if one.lost {
			*one.n++
		}
	}
}

// eachText writes the text of each entry, and a line end.
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

// writeLines writes one line for each entry. Texts that cannot stand in a line, such as an author, go into the
// comment. So does a name that would change how the line is read.
func writeLines(w io.Writer, entries iter.Seq[Entry]) error {
	return eachText(func(e Entry) string {
		if isPlain(e) {
			return e.Text
		}
		if line, ok := oneLine(e); ok && !isRatedAbove(e) {
			return line
		}
		content := contentOf(e)
		var notes []string
		for line := range strings.SplitSeq(content.Comment, "\n") {
			notes = append(notes, line)
		}
		if content.Author != "" {
			notes = append(notes, "by "+content.Author)
		}
		if rating := content.Rating; rating.Value != "" && !strings.Contains(content.Comment, rating.Value) {
			if rating.Program != anyFile {
				rating.Value += " by " + strings.TrimSpace(rating.Program+" "+rating.Version)
			}
			notes = append(notes, "rating "+rating.Value)
		}
		line := Entry{Text: e.Text, Grid: e.Grid, Name: content.Name, Comment: noteOf(notes)}
		if strings.Contains(line.Text, "\n") {
			line.Text = e.Grid.String()
		}
		if text, ok := oneLine(line); ok {
			return text
		}
		line.Name, line.Comment = "", noteOf(append([]string{content.Name}, notes...))
		if text, ok := oneLine(line); ok {
			return text
		}
		line.Text = e.Grid.String()
		if text, ok := oneLine(line); ok {
			return text
		}
		return line.Text
	})(w, entries)
}

// noteOf returns some notes as the comment of a line.
func noteOf(notes []string) string {
	text := strings.Join(slices.DeleteFunc(notes, func(note string) bool { return note == "" }), ", ")
	if text == "" {
		return ""
	}
	return setApart + cut(text, maxComment)
}
