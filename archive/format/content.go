package format

import (
	"cmp"
	"fmt"
	"strings"
	"unicode"
)

// held is what a format has a place for besides the grid.
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

// Lost counts the puzzles of which a format could not hold something.
type Lost struct{ Names, Authors, Comments, Ratings, Raters, Marks int }

// String lists what was lost: "3 names, 1 rating". It is "" if nothing was.
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

// count adds what of an entry has no place in a format.
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

// maxComment is how many bytes of a comment are written: a reader looks at 16 KiB of a line, and quotes double.
const maxComment = 4000

// contentOf returns an entry with its texts as all formats can hold them: names on one line, the comment
// without what sets it apart in a line of cells, and the rating apart from it.
func contentOf(e Entry) Entry {
	e.Name, e.Author = shortened(oneSpace(printable(e.Name))), shortened(oneSpace(printable(e.Author)))
	e.Comment = Note(e.Comment)
	var lines []string
	for line := range strings.SplitSeq(e.Comment, "\n") {
		if level := levelOf(line); level != (Rating{}) {
			e.Rating = cmp.Or(e.Rating, level)
		} else {
			lines = append(lines, line)
		}
	}
	e.Comment = strings.TrimSpace(strings.Join(lines, "\n"))
	return e
}

// levelOf returns the rating in a header #L, the zero Rating for any other line.
func levelOf(line string) Rating {
	if !strings.HasPrefix(line, "#L") || !startsHeader(line[2:]) {
		return Rating{}
	}
	return newRating(anyFile, line[2:])
}

// printable returns text without control characters other than tabs and line ends: a file with many of them is
// taken for a binary one.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, strings.ReplaceAll(clean([]byte(text)), "\r", "\n"))
}

// Note returns a comment without what sets it apart in a line: separators and one #. [commentOf] is its inverse.
func Note(comment string) string {
	comment = strings.TrimSpace(printable(comment))
	if isHeaderLine(comment) {
		return comment
	}
	comment = strings.TrimLeftFunc(comment, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
	return strings.TrimSpace(strings.TrimPrefix(comment, "#"))
}

const setApart = " # "

// commentOf returns a text as the comment of an entry: behind the cells of a line, where it fits there.
func commentOf(text string) string {
	text = strings.TrimSpace(printable(text))
	if text == "" || isHeaderLine(text) || strings.Contains(text, "\n") && !looksSetApart(text) {
		return text
	}
	return setApart + text
}

// looksSetApart reports whether a text begins with what [Note] takes off.
func looksSetApart(text string) bool {
	return text != "" && strings.ContainsRune(",;#", rune(text[0])) && !isHeaderLine(text)
}

// above returns a comment as the headers above a puzzle have it, which [headers.over] reads back.
func above(comment string) string {
	if text, ok := strings.CutPrefix(comment, setApart); ok && looksSetApart(text) {
		return text
	}
	return comment
}

// isHeaderLine reports whether a text begins with a header that stays as it is in a comment.
func isHeaderLine(text string) bool {
	return len(text) > 1 && text[0] == '#' && strings.ContainsRune("BLSU", rune(text[1])) && startsHeader(text[2:])
}
