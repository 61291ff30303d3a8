package play

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MaxMoves is how many characters of moves may be typed at once, the limit of a form of a chat
// network.
const MaxMoves = 4000

var (
	equalSign = regexp.MustCompile(` ?[=:] ?`)
	cellName  = `(?:r(\d)c(\d)|([a-i])(\d)|(\d)(\d))`
	justCell  = regexp.MustCompile(`^` + cellName + `$`)
	cellMove  = regexp.MustCompile(`^(-?)` + cellName + `=?(\??)([0-9.]*)$`)
	rowMove   = regexp.MustCompile(`^r(\d)=(.+)$`)
)

// Play makes the moves of a text: all of them, or none and a [*MoveError] about the token that
// failed. The notation is that of [ParseMoves].
func (b Board) Play(text string) (Board, error) {
	shape := b.Clues.Shape()
	tokens, err := tokensOf(shape, text)
	if err != nil {
		return b, err
	}
	after := b
	for _, token := range tokens {
		m, err := parseMove(shape, token)
		if err == nil {
			after, err = after.make(m, token)
		}
		if err != nil {
			return b, err
		}
	}
	return after, nil
}

// ParseMoves reads moves, separated by blanks, line ends, commas or semicolons:
//
//	r4c5=7  457  E4 7  e4=7   a digit; E4 is column E (the fifth), row 4
//	r4c5=?37  45?37           marks; r4c5=? takes the marks away
//	-r4c5  r4c5=.  450        empties a cell, of marks too
//	r4=53..7....              a whole row, "." for an empty cell; clues stay
//	?  -?                     marks all candidates everywhere; takes all marks away
//	??                        marks all candidates in open cells without marks
//
// The error is a [*MoveError] about the first token that is not a move on a grid of the shape.
func ParseMoves(s sudoku.Shape, text string) ([]Move, error) {
	tokens, err := tokensOf(s, text)
	if err != nil {
		return nil, err
	}
	moves := make([]Move, 0, len(tokens))
	for _, token := range tokens {
		m, err := parseMove(s, token)
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// tokensOf splits a text into tokens, and joins "E4 7" to "e4=7". The shape is for its errors.
func tokensOf(s sudoku.Shape, text string) ([]string, error) {
	if n := utf8.RuneCountInString(text); n > MaxMoves {
		return nil, &MoveError{Reason: TooLong, Count: n}
	}
	text = strings.Join(strings.Fields(strings.ToLower(text)), " ")
	text = equalSign.ReplaceAllString(text, "=")
	words := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;", r) })
	if len(words) == 0 {
		return nil, &MoveError{Reason: NoMoves, Shape: s}
	}
	var tokens []string
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && justCell.MatchString(words[i]) && goesIntoCell(words[i+1]) {
			tokens = append(tokens, words[i]+"="+words[i+1])
			i++
			continue
		}
		tokens = append(tokens, words[i])
	}
	return tokens, nil
}

// goesIntoCell reports whether a word can be the content of the cell before it.
func goesIntoCell(word string) bool {
	return len(word) == 1 && word >= "0" && word <= "9" || strings.HasPrefix(word, "?") && len(word) > 1 && word != "??"
}

// parseMove reads one token.
func parseMove(s sudoku.Shape, token string) (Move, error) {
	switch token {
	case "?":
		return Move{Kind: MarkAll}, nil
	case "-?":
		return Move{Kind: UnmarkAll}, nil
	case "??":
		return Move{Kind: MarkOpen}, nil
	}
	if m := rowMove.FindStringSubmatch(token); m != nil && strings.Trim(m[2], sudoku.CellCharacters) == "" {
		return parseRow(s, token, m[1], m[2])
	}
	m := cellMove.FindStringSubmatch(token)
	if m == nil {
		return Move{}, &MoveError{Reason: NotAMove, Token: token, Shape: s}
	}
	c, ok := parseCell(s, m[2:8])
	if !ok {
		return Move{}, &MoveError{Reason: OutsideGrid, Token: token, Shape: s}
	}
	return parseContent(s, token, c, m[1] == "-", m[8] == "?", m[9])
}

// parseCell finds the cell of a token: its row and column as two digits, or a letter and a
// digit. ok is false for a cell outside of the grid.
func parseCell(s sudoku.Shape, m []string) (c sudoku.Cell, ok bool) {
	number := func(text string) int { return int(text[0]-'0') - 1 }
	var row, column int
	switch {
	case m[0] != "":
		row, column = number(m[0]), number(m[1])
	case m[2] != "":
		row, column = number(m[3]), int(m[2][0]-'a')
	default:
		row, column = number(m[4]), number(m[5])
	}
	if min(row, column) < 0 || max(row, column) >= s.Side() {
		return 0, false
	}
	return sudoku.CellAt(row, column), true
}

// parseContent reads the content that a move puts into its cell: nothing, marks or a digit.
func parseContent(s sudoku.Shape, token string, c sudoku.Cell, clears, marks bool, text string) (Move, error) {
	var digits sudoku.Digits
	for _, letter := range text {
		if letter != '.' && letter != '0' {
			digits = digits.With(sudoku.Digit(letter - '0'))
		}
	}
	fail := func(r MoveReason) (Move, error) {
		return Move{}, &MoveError{Reason: r, Token: token, Cell: c, Digits: digits, Shape: s}
	}
	switch {
	case digits&^s.Digits() != 0:
		return fail(OutsideDigits)
	case clears && (marks || text != ""):
		return fail(ClearsWithDigit)
	case clears || text == "." || text == "0":
		return Move{Kind: Clear, Cell: c}, nil
	case marks:
		return Move{Kind: Mark, Cell: c, Marks: digits}, nil
	case text == "":
		return fail(NoDigit)
	case digits == 0: // "..", "00"
		return Move{}, &MoveError{Reason: NotAMove, Token: token, Shape: s}
	case len(text) > 1:
		return fail(ManyDigits)
	}
	return Move{Kind: Place, Cell: c, Digit: digits.First()}, nil
}

// parseRow reads a move that fills a row with a text, a character a cell.
func parseRow(s sudoku.Shape, token, number, text string) (Move, error) {
	m := Move{Kind: FillRow, Row: int(number[0]-'0') - 1, Shape: s}
	switch {
	case m.Row < 0 || m.Row >= s.Side():
		return Move{}, &MoveError{Reason: OutsideRows, Token: token, Shape: s}
	case len(text) != s.Side():
		return Move{}, &MoveError{Reason: RowLength, Token: token, Shape: s, Row: m.Row, Count: len(text)}
	}
	for column := range s.Side() {
		if text[column] < '1' || text[column] > '9' {
			continue
		}
		d := sudoku.Digit(text[column] - '0')
		if !s.Digits().Has(d) {
			return Move{}, &MoveError{Reason: OutsideDigits, Token: token, Shape: s}
		}
		m.Cells[column] = d
	}
	return m, nil
}

// MoveReason is the reason why a text is not a move, or a move cannot be made. The values are keys for message
// catalogues.
type MoveReason string

const (
	TooLong         MoveReason = "too-long"          // Count characters; MaxMoves are allowed
	NoMoves         MoveReason = "no-moves"          // the text is blank; Shape
	NotAMove        MoveReason = "not-a-move"        // Token; Shape
	OutsideGrid     MoveReason = "outside-grid"      // a cell that a grid of Shape does not have
	OutsideRows     MoveReason = "outside-rows"      // a row that a grid of Shape does not have
	OutsideDigits   MoveReason = "outside-digits"    // a digit that a grid of Shape does not have
	ClearsWithDigit MoveReason = "clears-with-digit" // -Cell, and something behind it
	NoDigit         MoveReason = "no-digit"          // Cell of a grid of Shape, and no digit for it
	ManyDigits      MoveReason = "many-digits"       // several Digits for Cell that are not marks
	RowLength       MoveReason = "row-length"        // Count cells for Row of a grid of Shape
	IsClue          MoveReason = "is-clue"           // Cell holds a clue, Digit
)

// MoveError is the error of moves none of which was made. Fields that its Reason does not name
// may hold anything.
type MoveError struct {
	Reason MoveReason
	Token  string // the part of the text that failed, in lower case, however long: quote it with [sudoku.Excerpt]
	Shape  sudoku.Shape
	Cell   sudoku.Cell
	Digit  sudoku.Digit
	Digits sudoku.Digits
	Row    int // counted from 0
	Count  int
}

func (e *MoveError) Error() string {
	return fmt.Sprintf("move %s: %s", sudoku.Excerpt(e.Token), e.Reason)
}
