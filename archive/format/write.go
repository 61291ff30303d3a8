package format

import (
	"bufio"
	"io"
	"iter"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Write writes entries so that [Read] yields them again: the text of the clues as it
// stands, one puzzle a line or one grid after another with blank lines between, and
// names, authors and comments where they stood in the line, else as headers above.
// Entries with an error are left out.
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

// isPlain reports whether an entry is a line of 81 or 16 digits and dots and nothing else, as most are.
// To find out what else might be read from a line takes a hundred times as long.
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

// isRatedAbove reports whether the rating of an entry becomes a header, as it does not stand in the comment.
func isRatedAbove(e Entry) bool {
	return e.Rating.Value != "" && !strings.Contains(e.Comment, e.Rating.Value) && lineRating(e.Name, e.Comment) != e.Rating
}

// writeLines writes one line for each entry. What does not stand in a line as it is, such as an author, is in the
// comment, and so is a name from which the line would be read otherwise.
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
	e.Comment = above(e.Comment)
	return append(headerLines(e), strings.Split(e.Text, "\n")...)
}

// oneLine returns the line from which [ParseLine] reads exactly e. ok is false if no line does.
func oneLine(e Entry) (line string, ok bool) {
	line = e.Text + e.Comment
	if e.Name != "" {
		separator := " "
		if e.Comment != "" && strings.ContainsRune(",;\t", rune(e.Comment[0])) {
			separator = e.Comment[:1]
		}
		line = e.Name + separator + line
	}
	isLevel := e.Rating.Program == anyFile && levelOf(e.Comment) == e.Rating // which only a header is
	if strings.Contains(line, "\n") || isLevel || looksDrawn(line) || readsOtherwise(line) {
		return "", false
	}
	again, ok := ParseLine(line)
	e.Line, again.Line = 0, 0
	e.Rating, again.Rating = Rating{}, Rating{} // it is part of the other texts
	return line, ok && again == e
}

// readsOtherwise reports whether a line, or a file that begins with it, is not read as a line of
// cells, whatever cells stand in it.
func readsOtherwise(line string) bool {
	_, isLink := parseLink(line)
	_, isHoDoKu := parseHoDoKu(line)
	_, isArray := parseArray(line)
	head := []byte(line)
	return cellsOnly(line) != line || isLink || isHoDoKu || isArray || isJSON(head) || isXML(head) || isForeign(head)
}
