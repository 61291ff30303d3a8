package format

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What is written without a look is what the look would find.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	plain := 0
	for _, length := range []int{15, 16, 17, 80, 81, 82} {
		for range 2_000 {
			text := make([]byte, length)
			empty := "0.*-"[r.IntN(4)]
			for i := range text {
				if text[i] = empty; r.IntN(length) < 3 {
					text[i] = '1' + byte(r.IntN(4))
				}
			}
			e := Entry{Text: string(text)}
			e.Grid, _ = sudoku.Parse(e.Text)
			e.Comment = strings.Repeat(" ", r.IntN(8)/7)
			if !isPlain(e) {
				continue
			}
			plain++
			if line, ok := oneLine(e); !ok || line != e.Text {
				t.Fatalf("%q is plain, but the line of it is %q, %t", e.Text, line, ok)
			}
		}
	}
	if plain < 1_000 {
		t.Errorf("%d plain texts, so few that this test sees nothing", plain)
	}
}
