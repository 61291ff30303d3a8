package format

import (
	"cmp"
	"strings"
	"unicode"
)

// The texts beside a puzzle: name, author, comment, and the headers that .sdk files (SadMan Software, SudoCue) put
// above it. A header is # and a letter, with or without a blank before the text. Here is also the way back: a text as
// a comment, and an Entry as headers.

// headers are the headers above a puzzle.
type headers struct {
	name, author string
	level        string
	comments     []string
	size         int // bytes of the lines
}

// parse takes a line in, and reports whether it is a header.
func (h *headers) parse(line string) bool {
	if !isHeader(line) {
		return false
	}
	text := line[2:]
	if h.size += len(line); h.size > maxLine {
		return true // no puzzle has so many headers; the rest is dropped
	}
	switch line[1] {
	case 'A':
		h.author = strings.TrimSpace(text)
	case 'D':
		h.name = strings.TrimSpace(text)
	case 'C':
		h.comments = append(h.comments, strings.TrimPrefix(text, " "))
	case 'L':
		h.level = text
		fallthrough
	default:
		h.comments = append(h.comments, line)
	}
	return true
}

// isHeader reports whether a line is a header.
func isHeader(line string) bool {
	return len(line) > 1 && line[0] == '#' && strings.ContainsRune("ADCBLSU", rune(line[1])) && startsHeader(line[2:])
}

// startsHeader distinguishes the text of "#ARuud", "#A Ruud", "#B03-08-2006" and "#Uhttp://example.org" from a word
// that begins with the letter, "#Collected".
func startsHeader(text string) bool {
	if strings.HasPrefix(text, "http") {
		return true
	}
	return text == "" || strings.ContainsRune(" \t", rune(text[0])) ||
		text[0] >= '0' && text[0] <= '9' || text[0] >= 'A' && text[0] <= 'Z'
}

// isHeaderLine reports whether a text begins with a header that stays unchanged in a comment.
func isHeaderLine(text string) bool {
	return len(text) > 1 && text[0] == '#' && strings.ContainsRune("BLSU", rune(text[1])) && startsHeader(text[2:])
}

// over returns the entry with these headers above it.
func (h headers) over(e Entry) Entry {
	if e.Err != nil {
		return e
	}
	if h.name != "" {
		e.Name = h.name
	}
	if h.author != "" {
		e.Author = h.author
	}
	if rating := newRating(anyFile, h.level); rating != (Rating{}) {
		e.Rating = rating
	}
	if len(h.comments) == 0 {
		return e
	}
	comments := h.comments
	if note := Note(e.Comment); note != "" {
		comments = append(comments, note)
	}
	if e.Comment = strings.Join(comments, "\n"); looksSetApart(e.Comment) {
		e.Comment = setApart + e.Comment
	}
	return e
}

// headerLines returns the lines that [headers.parse] reads back as the name, the author and the comment of e.
func headerLines(e Entry) []string {
	var lines []string
	if e.Author != "" {
		lines = append(lines, "#A "+strings.ReplaceAll(e.Author, "\n", " "))
	}
	if e.Name != "" {
		lines = append(lines, "#D "+strings.ReplaceAll(e.Name, "\n", " "))
	}
	if e.Comment == "" {
		return lines
	}
	for line := range strings.SplitSeq(e.Comment, "\n") {
		if isHeaderLine(line) {
			lines = append(lines, line)
		} else {
			lines = append(lines, "#C "+line)
		}
	}
	return lines
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

// levelOf returns the rating in a header #L, the zero Rating for any other line.
func levelOf(line string) Rating {
	if !strings.HasPrefix(line, "#L") || !startsHeader(line[2:]) {
		return Rating{}
	}
	return newRating(anyFile, line[2:])
}

const setApart = " # "

// commentOf returns a text as the comment of an entry: in the form that follows the cells of a line, if it fits
// there.
func commentOf(text string) string {
	text = strings.TrimSpace(printable(text))
	if text == "" || isHeaderLine(text) || strings.Contains(text, "\n") && !looksSetApart(text) {
		return text
	}
	return setApart + text
}

// looksSetApart reports whether a text begins with characters that [Note] removes.
func looksSetApart(text string) bool {
	return text != "" && strings.ContainsRune(",;#", rune(text[0])) && !isHeaderLine(text)
}

// Note returns a comment without the separators and the # before it. [commentOf] is its inverse.
func Note(comment string) string {
	comment = strings.TrimSpace(printable(comment))
	if isHeaderLine(comment) {
		return comment
	}
	comment = strings.TrimLeftFunc(comment, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
	return strings.TrimSpace(strings.TrimPrefix(comment, "#"))
}

// maxComment is how many bytes of a comment are written. A reader takes 16 KiB of a line, and quotes double.
const maxComment = 4000

// contentOf returns an entry with texts that any format can hold: names on one line, the comment without its
// separator, and the rating apart from the comment.
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

// printable returns text without control characters other than tabs and line ends. A file with many of them would be
// taken for a binary one.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' {
			return -1
		}
		return r
	}, strings.ReplaceAll(clean([]byte(text)), "\r", "\n"))
}

// maxAbove is how many bytes are kept of a text that is repeated in every puzzle below it.
const maxAbove = 1000

func shortened(text string) string { return cut(text, maxAbove) }

func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return strings.TrimSpace(strings.ToValidUTF8(text[:most], ""))
}

func oneSpace(text string) string { return strings.Join(strings.Fields(clean([]byte(text))), " ") }
