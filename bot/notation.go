package bot

import (
	"regexp"
	"strings"
	"unicode"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The notation of moves. Each token is one move:
//
//	r4c5=7  457  E4 7  e4=7   a digit; E4 is column E (the fifth), row 4
//	r4c5=?37  45?37           marks; r4c5=? takes the marks away
//	-r4c5  r4c5=.  450        empties a cell, of marks too
//	r4=53..7....              a whole row, "." where it is to be empty; clues stay
//	?  -?                     all candidates as marks everywhere; no marks anywhere

// maxMoves is how long typed moves may be, in bytes: what a form of a chat network takes.
const maxMoves = 4000

var (
	equalSign = regexp.MustCompile(`\s*[=:]\s*`)
	cellName  = `(?:r(\d)c(\d)|([a-i])(\d)|(\d)(\d))`
	justCell  = regexp.MustCompile(`^` + cellName + `$`)
	cellMove  = regexp.MustCompile(`^(-?)` + cellName + `=?(\??)([0-9.]*)$`)
	rowMove   = regexp.MustCompile(`^r(\d)=([0-9._*x-]+)$`)
)

// typed is the board that moves are made on.
type typed struct {
	clues sudoku.Grid
	logic.State
}

// play makes the moves of a text: all of them, or none and an error that names the token
// that failed.
func (t typed) play(text string) (logic.State, error) {
	if len(text) > maxMoves {
		return t.State, refuse("%d characters of moves are too many: at most %d at once", len(text), maxMoves)
	}
	before, tokens := t.State, tokensOf(text)
	if len(tokens) == 0 {
		return before, refuse("no move given: write r4c5=7 for a digit, r4c5=?37 for marks, -r4c5 to clear")
	}
	for _, token := range tokens {
		if err := t.move(token); err != nil {
			return before, err
		}
	}
	return t.State, nil
}

// tokensOf splits a text at blanks, commas and lines, and joins "E4 7" to "e4=7".
func tokensOf(text string) []string {
	text = equalSign.ReplaceAllString(strings.ToLower(text), "=")
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || r == ',' || r == ';' })
	var tokens []string
	for i := 0; i < len(words); i++ {
		if i+1 < len(words) && justCell.MatchString(words[i]) && isDigits(words[i+1]) {
			tokens = append(tokens, words[i]+"="+words[i+1])
			i++
			continue
		}
		tokens = append(tokens, words[i])
	}
	return tokens
}

// isDigits reports whether a word can be what goes into the cell before it.
func isDigits(word string) bool {
	return len(word) == 1 && word >= "0" && word <= "9" || strings.HasPrefix(word, "?") && len(word) > 1
}

func (t *typed) move(token string) error {
	if token == "?" || token == "-?" {
		t.Marks = sudoku.Pencilmarks{}
		if token == "?" {
			t.Marks = t.Grid.Candidates()
		}
		return nil
	}
	if m := rowMove.FindStringSubmatch(token); m != nil {
		return t.row(token, m[1], m[2])
	}
	m := cellMove.FindStringSubmatch(token)
	if m == nil {
		return refuse("%s is no move: write r4c5=7 for a digit, r4c5=?37 for marks, -r4c5 to clear, r4=53..7.... for a row; nothing was changed", sudoku.Excerpt(token))
	}
	c, err := t.cell(token, m[2:8])
	if err != nil {
		return err
	}
	if clue := t.clues.At(c); clue != 0 {
		return refuse("%q: %s is a clue, %s, and stays; nothing was changed", token, c, clue)
	}
	return t.fill(token, c, m[1] == "-", m[8] == "?", m[9])
}

// cell finds the cell of a token: its row and column as two digits, or a letter and a digit.
func (t *typed) cell(token string, m []string) (sudoku.Cell, error) {
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
	side := t.clues.Shape().Side()
	if min(row, column) < 0 || max(row, column) >= side {
		return 0, refuse("%q: a %s has rows and columns 1 to %d only; nothing was changed", token, t.clues.Shape(), side)
	}
	return sudoku.CellAt(row, column), nil
}

// fill clears a cell, marks it, or writes a digit into it.
func (t *typed) fill(token string, c sudoku.Cell, clears, marks bool, text string) error {
	var digits sudoku.Digits
	for _, letter := range text {
		if d := sudoku.Digit(letter - '0'); letter != '.' && letter != '0' {
			digits = digits.With(d)
		}
	}
	if side := t.clues.Shape().Side(); digits&^t.clues.Shape().Digits() != 0 {
		return refuse("%q: the digits of a %s are 1 to %d; nothing was changed", token, t.clues.Shape(), side)
	}
	switch {
	case clears && (marks || text != ""):
		return refuse("%q: write -%s to clear the cell, without a digit; nothing was changed", token, c)
	case clears || text == "." || text == "0":
		t.set(c, 0)
	case marks:
		t.set(c, 0)
		t.Marks[c] = digits
	case len(text) == 0:
		return refuse("%q names a cell and no digit: write %s=7; nothing was changed", token, c)
	case len(text) > 1:
		return refuse("%q: one digit a cell, or marks: %s=?%s; nothing was changed", token, c, digits)
	default:
		t.set(c, digits.First())
	}
	return nil
}

// row writes a whole row.
func (t *typed) row(token, number, text string) error {
	side := t.clues.Shape().Side()
	row := int(number[0]-'0') - 1
	if row < 0 || row >= side {
		return refuse("%q: a %s has rows 1 to %d only; nothing was changed", token, t.clues.Shape(), side)
	}
	if len(text) != side {
		return refuse("%q: row %s has %d cells, and these are %d; nothing was changed", token, number, side, len(text))
	}
	for column := range side {
		c := sudoku.CellAt(row, column)
		var d sudoku.Digit
		if text[column] >= '1' && text[column] <= '9' {
			d = sudoku.Digit(text[column] - '0')
		}
		switch clue := t.clues.At(c); {
		case int(d) > side:
			return refuse("%q: the digits of a %s are 1 to %d; nothing was changed", token, t.clues.Shape(), side)
		case clue != 0 && d != 0 && d != clue:
			return refuse("%q: %s is a clue, %s, and stays; nothing was changed", token, c, clue)
		case clue == 0 && d != t.Grid.At(c):
			t.set(c, d)
		}
	}
	return nil
}

// set writes a digit, 0 for none, takes the marks of its cell away and the digit out of
// the marks of its peers.
func (t *typed) set(c sudoku.Cell, d sudoku.Digit) {
	t.Grid = t.Grid.With(c, d)
	t.Marks[c] = 0
	for peer := range t.clues.Shape().Peers(c).All() {
		t.Marks[peer] = t.Marks[peer].Without(d)
	}
}
