package sudoku

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Narrow returns a text with the digits of any script, and the full-width signs of East Asia, as ASCII:
// "１２３" and "١٢٣" become "123", "｜" becomes "|", and the ideographic space a blank. Middle dots, as which
// empty cells are written there, become ".". [Parse] reads such text; whoever looks at a text sign by sign
// before needs it narrowed. Other characters stay, so the number of characters does.
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
	}
	return r
}

// digitValue returns the value of a decimal digit. Unicode has those of a script in one piece, from zero to
// nine, and its table has ranges of such pieces.
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
