package canon

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Key identifies a puzzle up to isomorphism: the first 128 bits of the SHA-256 of the
// canonical form's text, as [sudoku.Grid.String] writes it. That two of a billion classes
// share a key has a chance of about 1 in 10²¹.
type Key [16]byte

// KeyOf returns the key of a grid's class. All isomorphs have the same.
func KeyOf(g sudoku.Grid) Key { return KeyOfForm(Of(g)) }

// KeyOfForm returns the key of a grid that is in canonical form already.
func KeyOfForm(form sudoku.Grid) Key {
	var text [sudoku.MaxCells]byte // form.String() takes half a microsecond longer
	digits, cells := form.ByCell(), form.Shape().Cells()
	for i, c := range cells {
		text[i] = '.'
		if d := digits[c]; d != 0 {
			text[i] = '0' + byte(d)
		}
	}
	sum := sha256.Sum256(text[:len(cells)])
	return Key(sum[:len(Key{})])
}

// String returns the key as 32 hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }
