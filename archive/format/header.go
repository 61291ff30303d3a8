package format

import "strings"

// headers are the lines that .sdk files (SadMan Software, SudoCue) put above a puzzle:
// # and a letter, with or without a blank before the text.
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
		return true // no puzzle has so much above it; the rest is dropped
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

// isHeader reports whether a line is one of these headers.
func isHeader(line string) bool {
	return len(line) > 1 && line[0] == '#' && strings.ContainsRune("ADCBLSU", rune(line[1])) && startsHeader(line[2:])
}

// startsHeader distinguishes the text of "#ARuud", "#A Ruud", "#B03-08-2006" and
// "#Uhttp://example.org" from a word that begins with the letter, "#Collected".
func startsHeader(text string) bool {
	if strings.HasPrefix(text, "http") {
		return true
	}
	return text == "" || strings.ContainsRune(" \t", rune(text[0])) ||
		text[0] >= '0' && text[0] <= '9' || text[0] >= 'A' && text[0] <= 'Z'
}

// parseSection reads the line above a part of a SadMan .sdk file: [Puzzle] has the clues,
// the others what a player has made of them.
func parseSection(line string) (section string, ok bool) {
	if !strings.Contains(line, "[") {
		return "", false
	}
	section = strings.ToLower(strings.TrimSpace(line))
	switch section {
	case "[puzzle]", "[state]", "[pencilmarks]":
		return strings.Trim(section, "[]"), true
	}
	return "", false
}

// over returns the entry with the headers that stood above it.
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

// headerLines returns the lines that [headers.parse] reads back as the name, the author and
// the comment of e, which is as [above] returns it.
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
