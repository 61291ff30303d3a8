package sudoku

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// ParseReason is the reason why a text is not a grid. The values are keys for message catalogues.
type ParseReason string

const (
	EmptyText    ParseReason = "empty-text"    // only blanks
	BadCharacter ParseReason = "bad-character" // Character, at Position of Text, is not a cell
	BadLength    ParseReason = "bad-length"    // Text has Count cells
	BadDigit     ParseReason = "bad-digit"     // Text has Digit in Cell, and is of a smaller Shape
	BadLine      ParseReason = "bad-line"      // Text, which is line Line, is not a row of cells
	BadRows      ParseReason = "bad-rows"      // Text has Count rows of cells
	NotCells     ParseReason = "not-cells"     // Text is an id, a UUID
	BadBoxes     ParseReason = "bad-boxes"     // Text draws boxes that are as wide as those of Shape are high
)

// ParseError is the error of [Parse]. Fields that its Reason does not name are zero.
type ParseError struct {
	Reason    ParseReason
	Text      string // as given, however long: quote it with [Excerpt]
	Position  int    // in characters, counted from 1
	Character rune
	Line      int // counted from 1
	Digit     Digit
	Cell      Cell
	Shape     Shape
	Count     int
}

func (e *ParseError) Error() string {
	const (
		cells = "81 are needed, 36 for a 6x6, 16 for a shidoku"
		cell  = "use a digit, or one of 0 . * _ - x X for an empty cell"
	)
	text := Excerpt(e.Text)
	switch e.Reason {
	case EmptyText:
		return "no grid given: 81 characters are needed, 36 for a 6x6, 16 for a shidoku"
	case BadCharacter:
		return fmt.Sprintf("%s: character %d is %s: %s", text, e.Position, CharacterName(e.Character), cell)
	case BadLength:
		return fmt.Sprintf("%s: %s: %s", text, counted(e.Count, "character"), cells)
	case BadDigit:
		return fmt.Sprintf("%s: %d in %s: the digits of a %s are 1-%d", text, e.Digit, e.Cell, e.Shape, e.Shape.Side())
	case BadLine:
		return fmt.Sprintf("line %d of the grid is %s: nine cells are needed (six for a 6x6, four for a shidoku), each a digit or one of 0 . * _ - x X", e.Line, text)
	case NotCells:
		return text + ": this is an id, not a grid"
	case BadBoxes:
		height, width := e.Shape.BoxHeight(), e.Shape.BoxWidth()
		return fmt.Sprintf("%s: its boxes have %d rows and %d columns: only a %s with boxes of %d rows and %d columns is read", text, width, height, e.Shape, height, width)
	}
	return fmt.Sprintf("%s: %s of cells: nine are needed, six for a 6x6, four for a shidoku", text, counted(e.Count, "row"))
}

// CharacterName quotes a character for an error message, and gives the code point of one that nobody sees: "U+200B".
func CharacterName(r rune) string {
	const blankLetters = "\u115f\u1160\u2800\u3164\uffa0" // fillers of Hangul, and the empty cell of Braille
	if unicode.IsPrint(r) && !unicode.IsMark(r) && !strings.ContainsRune(blankLetters, r) {
		return strconv.QuoteRune(r)
	}
	return fmt.Sprintf("U+%04X", r)
}

func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// NameError is the error of an unknown name: of a shape, or of another kind of thing that has
// names.
type NameError struct {
	Kind  string   // what was to be named: "shape"
	Name  string   // as given, however long: quote it with [Excerpt]
	Known []string // all names of the kind, two or more
}

func (e *NameError) Error() string {
	last := len(e.Known) - 1
	return fmt.Sprintf("unknown %s %s: use %s or %s", e.Kind, Excerpt(e.Name), strings.Join(e.Known[:last], ", "), e.Known[last])
}

// excerptLength is how many bytes of the input an error shows: a whole line of 81 characters,
// but not a file without line ends. Escaped they may take twice as many, such as of a binary file.
const excerptLength = 100

// Excerpt quotes text for an error message, cut to a length that a person reads.
func Excerpt(text string) string {
	if len(text) <= excerptLength {
		return fmt.Sprintf("%q", text)
	}
	cut := excerptLength
	for cut > 0 && (!utf8.RuneStart(text[cut]) || len(strconv.Quote(text[:cut])) > 2*excerptLength) {
		cut--
	}
	return fmt.Sprintf("%q…", text[:cut])
}
