package lab

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
)

func TestChangeFrom(t *testing.T) {
	for _, test := range []struct {
		change string
		from   int
		want   string
		clues  int
	}{
		{"1", 18, "{-2+1}", 18}, {"2", 18, "{-2+1}", 18}, {"2+1", 18, "{-2+1}", 18},
		{"1", 17, "{-1+1}", 17}, {"2", 17, "{-2+2}", 17}, {"1", 19, "{-2+0}", 19},
		{"1", 5, "{-2+1}", 5}, {"2", 4, "{-2+2}", 4},
		{"1", 2, "{-2+1}", 0}, {"2", 1, "{-1+2}", 0},
	} {
		c, err := generator.ParseChange(test.change)
		if err != nil {
			t.Fatal(err)
		}
		got, clues, err := changeFrom(c, test.from)
		if err != nil || got.String() != test.want || clues != test.clues {
			t.Errorf("--change %s --from %d: %v, %d clues, %v, want %s, %d", test.change, test.from, got, clues, err, test.want, test.clues)
		}
	}
	for _, from := range []int{-1, 0, 3, 7, 16, 20, 81} {
		if got, _, err := changeFrom(generator.Change{Minus: 1, Plus: 1}, from); err == nil {
			t.Errorf("--from %d is %v, want an error", from, got)
		}
	}
}
