package picture_test

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func decode(t testing.TB, data []byte) *image.Paletted {
	t.Helper()
	decoded, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	paletted, ok := decoded.(*image.Paletted)
	if !ok {
		t.Fatalf("a %T, want a palette", decoded)
	}
	return paletted
}

// The usual picture is small: a full board of marks and every highlight included.
func TestPNGWeight(t *testing.T) {
	clues := parse(t, moler)
	b := picture.Board{Title: "Daily #12 · Thu 5 Mar 2026 · x-wing", Clues: clues, Grid: clues, Marks: clues.Candidates()}
	for _, c := range clues.Shape().Cells() {
		for d := range b.Marks[c].All() {
			if d == 9 {
				b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: d})
			}
		}
	}
	data, err := picture.PNG(b)
	if err != nil {
		t.Fatal(err)
	}
	if decode(t, data); len(data) > 30_000 {
		t.Errorf("%d bytes, want some 25 kB at most", len(data))
	}
}

// Each state changes the picture even without colours: it has a shape.
func TestPNGShapes(t *testing.T) {
	for _, text := range []string{moler, mini} {
		clues := parse(t, text)
		own, empty := sudoku.CellAt(1, 1), sudoku.CellAt(0, 2)
		k := []sudoku.Candidate{{Cell: empty, Digit: 1}}
		b := picture.Board{Clues: clues, Grid: clues.With(own, clues.Candidates()[own].First())}
		b.Marks[empty] = sudoku.DigitsOf(1)
		seen := map[string]string{}
		for name, change := range map[string]func(*picture.Board){
			"plain":    func(*picture.Board) {},
			"clue":     func(b *picture.Board) { b.Clues = b.Grid },
			"wrong":    func(b *picture.Board) { b.Wrong = sudoku.CellsOf(own) },
			"pattern":  func(b *picture.Board) { b.Pattern = k },
			"removed":  func(b *picture.Board) { b.Eliminations = k },
			"placed":   func(b *picture.Board) { b.Placements = k },
			"house":    func(b *picture.Board) { b.Houses = []sudoku.House{{Kind: sudoku.Box, Index: 1}} },
			"unmarked": func(b *picture.Board) { b.Marks = sudoku.Pencilmarks{} },
			"titled":   func(b *picture.Board) { b.Title = "A title" },
		} {
			changed := b
			change(&changed)
			data, err := picture.PNG(changed)
			if err != nil {
				t.Fatal(err)
			}
			ink := string(dark(decode(t, data)))
			if other, found := seen[ink]; found {
				t.Errorf("%s: %s has the shapes of %s", clues.Shape(), name, other)
			}
			seen[ink] = name
		}
	}
}

// dark tells which pixels a person sees as ink who sees no colours.
func dark(p *image.Paletted) []byte {
	inked := make([]byte, len(p.Pix))
	for i, index := range p.Pix {
		if color.GrayModel.Convert(p.Palette[index]).(color.Gray).Y < 0xb8 {
			inked[i] = 1
		}
	}
	return inked
}

func TestPNGAnyBoard(t *testing.T) {
	if testing.Short() {
		t.Skip("draws pictures for a second")
	}
	drawn := 0
	rapid.Check(t, func(rt *rapid.T) {
		if drawn++; drawn > 10 { // a picture costs much more than the other checks
			return
		}
		data, err := picture.PNG(anyBoard(rt))
		if err != nil {
			rt.Fatal(err)
		}
		if decode(t, data); len(data) > 60_000 {
			rt.Fatalf("%d bytes", len(data))
		}
	})
}

func BenchmarkPNG(b *testing.B) {
	clues := parse(b, moler)
	board := picture.Board{Title: "Daily #12", Clues: clues, Grid: clues, Marks: clues.Candidates()}
	for b.Loop() {
		if _, err := picture.PNG(board); err != nil {
			b.Fatal(err)
		}
	}
}
