package picture_test

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func decode(t testing.TB, data []byte) *image.Paletted {
	t.Helper()
	decoded, err := png.Decode(bytes.NewReader(data))
	must(t, err)
	paletted, ok := decoded.(*image.Paletted)
	if !ok {
		t.Fatalf("a %T, want a palette", decoded)
	}
	return paletted
}

// Every kind of picture is light enough for a phone on a slow network.
func TestPNGWeight(t *testing.T) {
	for name, b := range kinds(t) {
		data, err := picture.PNG(b)
		must(t, err)
		if len(data) > 42_000 {
			t.Errorf("%s: %d bytes, want 42 kB at most", name, len(data))
		}
	}
}

// Each state changes the picture even without colours: it has a shape.
func TestPNGShapes(t *testing.T) {
	for _, text := range []string{moler, mini} {
		clues := parse(t, text)
		own, empty := sudoku.CellAt(1, 1), sudoku.CellAt(0, 2)
		k := []sudoku.Candidate{{Cell: empty, Digit: 1}}
		b := picture.Diagram{Theme: look.Light, Clues: clues, Grid: clues.With(own, clues.Candidates()[own].First())}
		b.Marks[empty] = sudoku.DigitsOf(1)
		seen := map[string]string{}
		for name, change := range map[string]func(*picture.Diagram){
			"plain":    func(*picture.Diagram) {},
			"clue":     func(b *picture.Diagram) { b.Clues = b.Grid },
			"wrong":    func(b *picture.Diagram) { b.Wrong = sudoku.CellsOf(own) },
			"pattern":  func(b *picture.Diagram) { b.Pattern = k },
			"removed":  func(b *picture.Diagram) { b.Eliminations = k },
			"placed":   func(b *picture.Diagram) { b.Placements = k },
			"house":    func(b *picture.Diagram) { b.Houses = []sudoku.House{{Kind: sudoku.Box, Index: 1}} },
			"unmarked": func(b *picture.Diagram) { b.Marks = sudoku.Pencilmarks{} },
			"conflict": func(b *picture.Diagram) { b.Grid = b.Grid.With(own, b.Grid.At(b.Clues.Filled().Slice()[0])) },
			"lit":      func(b *picture.Diagram) { b.Lit = sudoku.DigitsOf(2) },
			"lit mark": func(b *picture.Diagram) { b.Lit = sudoku.DigitsOf(1) },
			"cover":    func(b *picture.Diagram) { b.Cover = []sudoku.House{{Kind: sudoku.Box, Index: 1}} },
			"chosen":   func(b *picture.Diagram) { b.Selected = sudoku.CellsOf(empty) },
			"box":      func(b *picture.Diagram) { b.Box = 2 },
			"last":     func(b *picture.Diagram) { b.Last = sudoku.CellsOf(own) },
			"lettered": func(b *picture.Diagram) { b.Letters = true },
			"titled":   func(b *picture.Diagram) { b.Title = "A title" },
		} {
			changed := b
			change(&changed)
			data, err := picture.PNG(changed)
			must(t, err)
			ink := string(dark(decode(t, data)))
			if other, found := seen[ink]; found {
				t.Errorf("%s: %s has the shapes of %s", clues.Shape(), name, other)
			}
			seen[ink] = name
		}
	}
}

// dark returns which pixels of a light picture are ink to a person who sees no colours.
func dark(p *image.Paletted) []byte {
	inked := make([]byte, len(p.Pix))
	for i, index := range p.Pix {
		if color.GrayModel.Convert(p.Palette[index]).(color.Gray).Y < 0xb8 {
			inked[i] = 1
		}
	}
	return inked
}

// Each theme looks unlike the others, and dark is that of a board that has none.
func TestThemes(t *testing.T) {
	seen := map[string]look.Theme{}
	for _, theme := range look.Themes {
		b := kinds(t)["marks"]
		b.Theme = theme
		data, err := picture.PNG(b)
		must(t, err)
		if other, found := seen[string(data)]; found {
			t.Errorf("%s looks like %s", theme, other)
		}
		seen[string(data)] = theme
	}
	plain, dark := kinds(t)["marks"], kinds(t)["marks"]
	dark.Theme = look.Dark
	if seen[string(mustPNG(t, plain))] != look.Dark || !bytes.Equal(mustPNG(t, plain), mustPNG(t, dark)) {
		t.Error("a board without a theme is not dark")
	}
}

func mustPNG(t testing.TB, b picture.Diagram) []byte {
	t.Helper()
	data, err := picture.PNG(b)
	must(t, err)
	return data
}

// Many can draw at once, and each gets the picture of their own board.
func TestPNGConcurrently(t *testing.T) {
	boards := slices.Collect(maps.Values(kinds(t)))
	var group sync.WaitGroup
	for i := range 4 {
		group.Go(func() {
			for j := range boards {
				b := boards[(i+j)%len(boards)]
				b.Title = fmt.Sprint(j) // not drawn before
				first, err := picture.PNG(b)
				again, errAgain := picture.PNG(b)
				if err != nil || errAgain != nil || !bytes.Equal(first, again) {
					t.Errorf("board %d: %v, %v, or another picture", j, err, errAgain)
				}
			}
		})
	}
	group.Wait()
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
		if decode(t, data); len(data) > 200_000 { // no game has so much on a board
			rt.Fatalf("%d bytes", len(data))
		}
	})
}

// Each kind of board, drawn anew each time: a title that counts up keeps it from the cache.
func BenchmarkPNG(b *testing.B) {
	boards := kinds(b)
	for _, name := range slices.Sorted(maps.Keys(boards)) {
		b.Run(name, func(b *testing.B) {
			board, weight := boards[name], 0
			var times []time.Duration
			for b.Loop() {
				board.Title = fmt.Sprint(len(times))
				start := time.Now()
				weight = len(mustPNG(b, board))
				times = append(times, time.Since(start))
			}
			slices.Sort(times)
			b.ReportMetric(times[len(times)/2].Seconds()*1000, "p50-ms")
			b.ReportMetric(times[len(times)*99/100].Seconds()*1000, "p99-ms")
			b.ReportMetric(float64(weight)/1000, "kB/picture")
		})
	}
}
