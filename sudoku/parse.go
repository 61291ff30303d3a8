package sudoku

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Parse reads a grid in any notation that people paste:
//
//   - 81, 36 or 16 characters, row by row: a digit, or one of 0 . * _ - x X for an empty cell.
//     Blanks and line ends between them are ignored.
//   - nine lines of nine such cells, or six of six, or four of four.
//   - the same as a drawing, with | + - = * or box-drawing characters as borders,
//     with row and column labels outside the frame, and with empty cells left blank
//     if every cell has its own bars.
//   - such a drawing with blanks instead of line ends, which chats make of a pasted drawing.
//
// A 6×6 whose bars or rules make boxes of three rows and two columns is another puzzle, and an error. So is a UUID.
//
// The digits may be of any script and the signs full-width, see [Narrow].
//
// Parse checks the form only: a grid that repeats a digit in a house is returned without
// an error (see [Grid.Conflicts]). The error is a [*ParseError].
func Parse(text string) (Grid, error) {
	if len(text) == MaxCells {
		if g, ok := parse81(text); ok {
			return g, nil
		}
	}
	text = strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	switch {
	case text == "":
		return Grid{}, &ParseError{Reason: EmptyText}
	case IsUUID(text):
		return Grid{}, &ParseError{Reason: NotCells, Text: text}
	}
	narrow := Narrow(text)
	g, err := parseText(narrow)
	if e := (*ParseError)(nil); errors.As(err, &e) && e.Text == narrow {
		e.Text = text
		if e.Reason == BadCharacter {
			e.Position = positionIn(text, e.Position)
		}
	}
	return g, err
}

// IsUUID reports whether a text is an id such as 12345612-3456-4123-1234-123456123456, whatever its digits. It has the length
// of a 6×6, and - as for an empty cell.
func IsUUID(text string) bool {
	if len(text) != len("12345612-3456-4123-1234-123456123456") {
		return false
	}
	for i := range len(text) {
		if isHyphen := i == 8 || i == 13 || i == 18 || i == 23; isHyphen != (text[i] == '-') {
			return false
		}
	}
	return true
}

// positionIn maps a character's position in a narrowed text to its position in the text itself.
func positionIn(text string, position int) int {
	if isASCII(text) {
		return position
	}
	passed, kept := 0, 0
	for _, r := range text {
		passed++
		if narrow(r) >= 0 {
			kept++
		}
		if kept == position {
			break
		}
	}
	return passed
}

// parseText reads a grid in ASCII, in any notation.
func parseText(text string) (Grid, error) {
	g, err := parseLine(text)
	isDrawn := strings.ContainsAny(text, "\r\n")
	switch {
	case err == nil && isDrawn && !g.shape.CanTranspose(): // lines may be borders, or show other boxes
		var reason *ParseError
		if _, drawn := parseDrawing(text); errors.As(drawn, &reason) && (reason.Reason == BadBoxes || reason.Reason == BadRows) {
			return Grid{}, drawn
		}
		return g, nil
	case err == nil:
		return g, nil
	case isDrawn:
		return parseDrawing(text)
	}
	return parseFlattened(text, err)
}

// cellDigits has the digit of each character that stands for a cell, and notCell for the others.
var cellDigits = func() (digits [256]Digit) {
	for c := range digits {
		digits[c] = notCell
	}
	for d, characters := range []string{emptyCharacters, "1", "2", "3", "4", "5", "6", "7", "8", "9"} {
		for _, c := range characters {
			digits[c] = Digit(d)
		}
	}
	return digits
}()

const notCell Digit = 0xff

// parse81 reads 81 characters and nothing else, as in nearly all files, in a twentieth of the time.
func parse81(text string) (g Grid, ok bool) {
	seen := Digit(0)
	for i := range g.digits {
		d := cellDigits[text[i]]
		g.digits[i] = d
		seen |= d
	}
	return g, seen < 0x80
}

// parseLine reads cells in row-major order, blanks between them ignored.
func parseLine(text string) (Grid, error) {
	digits := make([]Digit, 0, MaxCells+1) // one more than fits: the text is too long
	position := 0
	for _, r := range text {
		position++
		d, ok := digitOf(r)
		switch {
		case ok && len(digits) <= MaxCells:
			digits = append(digits, d)
		case !ok && !isSpace(r):
			return Grid{}, &ParseError{Reason: BadCharacter, Text: text, Position: position, Character: r}
		}
	}
	if s, ok := ShapeOfCells(len(digits)); ok {
		if err := rowsError(s, text); err != nil {
			return Grid{}, err
		}
		return fromRowMajor(s, digits, text)
	}
	return Grid{}, &ParseError{Reason: BadLength, Text: text, Count: countCells(text)}
}

// rowsError returns an error if cells are as many as those of a shape, but stand in rows of another shape or in boxes of another
// width. The first four rows of a 9×9 have the 36 cells of a 6×6.
func rowsError(s Shape, text string) error {
	if s.CanTranspose() { // no rows of another shape add up to its cells
		return nil
	}
	fields := strings.Fields(text)
	for _, field := range fields {
		if len(field) != len(fields[0]) {
			return nil
		}
	}
	width := len(fields[0])
	other, isSide := ShapeOfSide(width)
	switch {
	case width == s.BoxHeight():
		return &ParseError{Reason: BadBoxes, Text: text, Shape: s}
	case isSide && other != s:
		return &ParseError{Reason: BadRows, Text: text, Count: len(fields)}
	}
	return nil
}

// fromRowMajor places one digit a cell.
func fromRowMajor(s Shape, digits []Digit, text string) (Grid, error) {
	g := Empty(s)
	for i, c := range s.Cells() {
		if int(digits[i]) > s.Side() {
			return Grid{}, &ParseError{Reason: BadDigit, Text: text, Digit: digits[i], Cell: c, Shape: s}
		}
		g.digits[c] = digits[i]
	}
	return g, nil
}

// CellCharacters are the characters that stand for one cell: a digit, or an empty cell.
const CellCharacters = "123456789" + emptyCharacters

const emptyCharacters = "0.*_-xX"

// digitOf returns the digit that a character stands for, 0 for an empty cell.
func digitOf(r rune) (d Digit, ok bool) {
	if r >= rune(len(cellDigits)) || cellDigits[r] == notCell {
		return 0, false
	}
	return cellDigits[r], true
}

func isSpace(r rune) bool {
	switch r {
	case ' ', '\t', '\r', '\n', '\u00a0':
		return true
	}
	return false
}

func countCells(text string) int {
	n := 0
	for _, r := range text {
		if !isSpace(r) {
			n++
		}
	}
	return n
}

// Narrow returns a text with the digits of any script, and the full-width signs of East Asia, as ASCII:
// "１２３" and "١٢٣" become "123", "｜" becomes "|", and the ideographic space a blank. Middle dots, with which
// empty cells are written there, become ".", and so do the squares and discs of boards of emoji. Keycaps and
// circled digits become digits. Invisible characters, such as marks of direction, are left out. [Parse] reads such
// text itself; call Narrow to examine a text sign by sign before. Other characters stay.
func Narrow(text string) string {
	if isASCII(text) {
		return text
	}
	return strings.Map(narrow, text)
}

func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

func narrow(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return r
	case r >= '！' && r <= '～': // the block of full-width ASCII, in its order
		return r - '！' + '!'
	case r == '\u3000':
		return ' '
	case r == '·' || r == '・' || r == '･':
		return '.'
	case unicode.Is(unicode.Nd, r):
		return '0' + digitValue(r)
	case strings.ContainsRune(invisible, r):
		return -1
	case strings.ContainsRune(emptySigns, r):
		return '.'
	}
	for _, first := range []rune{'①', '❶', '➀', '➊'} {
		if r >= first && r < first+MaxSide {
			return r - first + '1'
		}
	}
	return r
}

// invisible are the marks in a text that show nothing themselves: marks of direction, of width zero, and the
// sign that makes a digit a keycap.
const invisible = "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\u20e3\ufe0e\ufe0f\ufeff"

// emptySigns are the squares and discs with which people draw empty cells.
const emptySigns = "□■▢▪▫◻◼◽◾⬜⬛🔲🔳🟥🟧🟨🟩🟦🟪🟫○●◯⚪⚫⭕🔴🟠🟡🟢🔵🟣🟤☐➖❓❔"

// digitValue returns the value of a decimal digit. Unicode has the digits of a script in one piece, from zero
// to nine, and its table has ranges of such pieces.
func digitValue(r rune) rune {
	for _, block := range unicode.Nd.R16 {
		if r <= rune(block.Hi) {
			return (r - rune(block.Lo)) % 10
		}
	}
	for _, block := range unicode.Nd.R32 {
		if r <= rune(block.Hi) {
			return (r - rune(block.Lo)) % 10
		}
	}
	return 0 // not a digit
}
