package picture_test

import (
	"bytes"
	"image"
	"image/draw"
	"image/gif"
	"image/png"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// frames are boards of a solve that differ by little, by nothing, and by much.
func frames(t testing.TB) []picture.Diagram {
	clues := parse(t, mini)
	next := clues.With(sudoku.CellAt(0, 1), 4)
	return []picture.Diagram{
		{Title: "1", Clues: clues, Grid: clues, Marks: clues.Candidates()},
		{Title: "2", Clues: clues, Grid: next, Marks: next.Candidates()},
		{Title: "2", Clues: clues, Grid: next, Marks: next.Candidates()},
		{Title: "3", Clues: clues, Grid: clues, Wrong: clues.Filled()},
	}
}

// What a viewer shows after each picture of the animation is the board as a PNG.
func TestAnimation(t *testing.T) {
	boards := frames(t)
	data, err := picture.Animation(slices.Values(boards), 40)
	must(t, err)
	film, err := gif.DecodeAll(bytes.NewReader(data))
	must(t, err)
	if len(film.Image) != len(boards) || film.Delay[0] != 40 || film.Delay[3] != 400 {
		t.Errorf("%d pictures, delays %v", len(film.Image), film.Delay)
	}
	shown := image.NewRGBA(film.Image[0].Rect)
	for i, part := range film.Image {
		draw.Draw(shown, part.Rect, part, part.Rect.Min, draw.Over)
		still, err := picture.PNG(boards[i])
		must(t, err)
		want, err := png.Decode(bytes.NewReader(still))
		must(t, err)
		if n := differences(shown, want); n > 0 {
			t.Errorf("picture %d: %d pixels differ", i, n)
		}
	}
	if all, one := film.Image[0].Rect, film.Image[1].Rect; one.Dx()*one.Dy() >= all.Dx()*all.Dy() {
		t.Errorf("the second picture is whole: %v", one)
	}
}

func differences(a, b image.Image) int {
	n := 0
	for y := a.Bounds().Min.Y; y < a.Bounds().Max.Y; y++ {
		for x := a.Bounds().Min.X; x < a.Bounds().Max.X; x++ {
			ar, ag, ab, _ := a.At(x, y).RGBA()
			br, bg, bb, _ := b.At(x, y).RGBA()
			if ar != br || ag != bg || ab != bb {
				n++
			}
		}
	}
	return n
}

func TestAnimationErrors(t *testing.T) {
	boards := frames(t)
	boards[1].Title = ""
	for _, wrong := range [][]picture.Diagram{nil, boards} {
		if _, err := picture.Animation(slices.Values(wrong), 40); err == nil {
			t.Errorf("%d boards: no error", len(wrong))
		}
	}
}

// Values of all sizes, and none, are drawn; a bar is longer than that of a smaller value.
func TestChart(t *testing.T) {
	for _, bars := range [][]picture.Bar{
		nil, {{"zero", 0, "0"}}, {{"one", 1, "1"}}, {{"same", 10, "10"}, {"again", 10, "10"}},
		{{"small", 0.02, "0.02"}, {"large", 4e7, "40,000,000"}, {"none", 0, "0"}},
	} {
		data, err := picture.Chart{Theme: look.Light, Panels: []picture.Panel{{Title: "time", Bars: bars}, {Title: "steps", Bars: bars}}}.PNG()
		must(t, err)
		decoded := decode(t, data)
		if want := 48 + 2*(66+48*len(bars)); decoded.Rect.Dy() != want {
			t.Errorf("%d bars: %d pixels high, want %d", len(bars), decoded.Rect.Dy(), want)
		}
		var lengths []int
		for i := range bars {
			lengths = append(lengths, barLength(decoded, 24+66+48*i+6))
		}
		for i := range bars {
			for j := range bars {
				if longer := bars[i].Value > bars[j].Value; longer && lengths[i] <= lengths[j] {
					t.Errorf("%v: lengths %v", bars, lengths)
				}
			}
		}
	}
}

// barLength counts the dark pixels of a line behind the names.
func barLength(p *image.Paletted, y int) (n int) {
	line := dark(p)[y*p.Stride : (y+1)*p.Stride]
	for _, ink := range line[281:] {
		if ink == 0 {
			break
		}
		n++
	}
	return n
}

// The units of a narrow chart stand above its bars, where the font has their letters; a wide one has
// titles.
func TestChartUnits(t *testing.T) {
	bars := []picture.Bar{{"5–8", 12, "12"}, {"60+", 3, "3"}}
	height := func(narrow bool, names, counts string) int {
		p := picture.Panel{Title: "times", Bars: bars, Linear: true, Units: [2]string{names, counts}}
		data, err := picture.Chart{Narrow: narrow, Panels: []picture.Panel{p}}.PNG()
		must(t, err)
		return decode(t, data).Rect.Dy()
	}
	without := height(true, "", "")
	if got := height(true, "Vorgaben", "Rätsel"); got != without+36 {
		t.Errorf("%d pixels high with units, %d without", got, without)
	}
	for _, units := range [][2]string{{"分鐘", "題數"}, {"minutes", ""}, {"minutes", "題數"}} {
		if got := height(true, units[0], units[1]); got != without {
			t.Errorf("%d pixels high with %q, %d without", got, units, without)
		}
	}
	if got, want := height(false, "minutes", "puzzles"), height(false, "", ""); got != want {
		t.Errorf("a wide chart is %d pixels high with units, %d without", got, want)
	}
}
