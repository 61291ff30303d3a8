package library

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What is written cell by cell is kept as the character of the empty cells, all else as it is.
func TestShortText(t *testing.T) {
	const plain = "1.....3..2.....4"
	g, err := sudoku.Parse(plain)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		plain:                                  "",
		strings.ReplaceAll(plain, ".", "0"):    "0",
		strings.ReplaceAll(plain, ".", "*"):    "*",
		strings.ReplaceAll(plain, ".", "\x00"): strings.ReplaceAll(plain, ".", "\x00"),
		strings.ReplaceAll(plain, ".", "\xff"): strings.ReplaceAll(plain, ".", "\xff"),
		strings.Replace(plain, ".", "0", 1):    "10....3..2.....4",
		"1.....3..2.....3":                     "1.....3..2.....3",
		"1555553552555554":                     "1555553552555554",
		plain + " ":                            plain + " ",
	} {
		short := ShortText(text, g)
		if short != want {
			t.Errorf("%q is shortened to %q, want %q", text, short, want)
		}
		column := append([]byte{writtenText}, short...)
		if len(short) < 2 {
			column = append(append([]byte{writtenPlain}, postgres.PackGrid(g)...), short...)
		}
		if got, err := written(column); err != nil || got != text {
			t.Errorf("%q comes back as %q, %v", text, got, err)
		}
	}
	for _, column := range []string{"", "\x02x", "\x00", "\x00short", "\x00" + strings.Repeat("\x00", 11) + ".."} {
		if text, err := written([]byte(column)); err == nil {
			t.Errorf("%q is the text %q, want an error", column, text)
		}
	}
}
