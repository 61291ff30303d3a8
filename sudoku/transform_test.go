package sudoku_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestTransforms(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, text := range []string{moler, mini, "1....6..2....3..1..5....4..6....2..1"} {
		g, err := sudoku.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		for range 200 {
			a, b := sudoku.RandomTransform(g.Shape(), r), sudoku.RandomTransform(g.Shape(), r)
			turned := a.Apply(g)
			if got := a.Inverse().Apply(turned); got != g {
				t.Fatalf("%s and back: %s, want %s", a, got, g)
			}
			if got, want := a.Then(b).Apply(g), b.Apply(turned); got != want {
				t.Fatalf("%s then %s: %s, want %s", a, b, got, want)
			}
			if got := sudoku.Identity(g.Shape()); a.Then(a.Inverse()) != got {
				t.Fatalf("%s then its inverse is not %s", a, got)
			}
			if got, want := a.ApplyMarks(g.Candidates()), turned.Candidates(); got != want {
				t.Fatalf("%s: the marks turned are not the marks of the turned grid", a)
			}
			for _, c := range g.Shape().Cells() {
				if got, want := turned.At(a.Cell(c)), a.Digits[g.At(c)]; got != want {
					t.Fatalf("%s: %s holds %s, want %s", a, a.Cell(c), got, want)
				}
			}
			read, err := sudoku.ParseTransform(a.String())
			if err != nil || read != a {
				t.Fatalf("%s reads as %s, %v", a, read, err)
			}
		}
	}
}

// Before relabelling a Shidoku has 2·8·8 transforms, a 6×6 48 orders of its rows and 72 of its columns.
func TestNumberOfTransforms(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for shape, want := range map[sudoku.Shape]int{sudoku.Shidoku: 128, sudoku.SixBySix: 3456} {
		seen := map[sudoku.Transform]bool{}
		for range 20 * want {
			a := sudoku.RandomTransform(shape, r)
			a.Digits = sudoku.Identity(shape).Digits
			seen[a] = true
		}
		if len(seen) != want {
			t.Errorf("%s: %d transforms, want %d", shape, len(seen), want)
		}
	}
}

func TestParseTransformErrors(t *testing.T) {
	for _, text := range []string{
		"", "i 123456789", "x 123456789 123456789 123456789", "i 123456788 123456789 123456789",
		"i 143256789 123456789 123456789", "i 123456789 147258369 123456789", "i 1234 1234 12345",
		"t 123456 123456 123456", "i 132456 123456 123456", "i 123456 124356 123456",
	} {
		if got, err := sudoku.ParseTransform(text); err == nil {
			t.Errorf("ParseTransform(%q) = %s, want an error", text, got)
		}
	}
}
