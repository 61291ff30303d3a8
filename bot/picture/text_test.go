package picture_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestText(t *testing.T) {
	clues := parse(t, mini)
	grid := clues.With(sudoku.CellAt(0, 1), 4)
	var marks sudoku.Pencilmarks
	marks[sudoku.CellAt(1, 0)], marks[sudoku.CellAt(2, 3)] = sudoku.DigitsOf(2, 4), sudoku.DigitsOf(1)
	got := picture.Text(picture.Diagram{Clues: clues, Grid: grid, Marks: marks}, false)
	want := `    1 2   3 4
  +-----+-----+
1 | 1 4 | . . |
2 | . . | 3 . |
  +-----+-----+
3 | . 2 | . . |
4 | . . | . 4 |
  +-----+-----+

r2: c1 24
r3: c4 1
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The cells of a hint have a sign before them: those of its pattern and conclusions, or mistakes.
func TestTextMarksHints(t *testing.T) {
	clues := parse(t, mini)
	b := picture.Diagram{Clues: clues, Grid: clues.With(sudoku.CellAt(0, 1), 4)}
	rows := func(b picture.Diagram) string {
		var rows []string
		for line := range strings.SplitSeq(picture.Text(b, false), "\n") {
			if strings.Contains(line, "|") {
				rows = append(rows, line)
			}
		}
		return strings.Join(rows, "\n")
	}
	b.Wrong = sudoku.CellsOf(sudoku.CellAt(0, 1))
	if got, want := rows(b), "1 | 1 4 | . . |\n2 | . . | 3 . |\n3 | . 2 | . . |\n4 | . . | . 4 |"; got != want {
		t.Errorf("without a hint:\n%s", got)
	}
	b.Placements, b.Houses = []sudoku.Candidate{{Cell: sudoku.CellAt(1, 3), Digit: 1}}, []sudoku.House{{Kind: sudoku.Box, Index: 1}}
	if got, want := rows(b.Focused()), "1 | 1>4 | . . |\n2 | . . | 3>. |\n3 | . 2 | . . |\n4 | . . | . 4 |"; got != want {
		t.Errorf("with one:\n%s", got)
	}
}

// Whatever the marks and highlights, the plain form reads as the grid.
func TestTextParses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := anyBoard(t)
		text := picture.Text(b, false)
		if read, err := sudoku.Parse(text); err != nil || read != b.Grid {
			t.Fatalf("%s\nreads as %s, %v\nwant     %s", text, read, err, b.Grid)
		}
		drawing := picture.Drawing(b, false)
		if read, err := sudoku.Parse(drawing); err != nil || read != b.Grid {
			t.Fatalf("%s\nreads as %s, %v\nwant     %s", drawing, read, err, b.Grid)
		}
		if n := utf8.RuneCountInString(text); n > 1700 {
			t.Fatalf("%d characters do not fit a message", n)
		}
		for line := range strings.SplitSeq(text, "\n") {
			if len(line) > 35 {
				t.Fatalf("%d columns do not fit a phone: %q", len(line), line)
			}
		}
	})
}

// Every state has a style of its own, and lines keep their width.
func TestColouredText(t *testing.T) {
	clues := parse(t, moler)
	own, empty := sudoku.CellAt(0, 0), sudoku.CellAt(1, 1)
	b := picture.Diagram{Clues: clues, Grid: clues.With(own, 9)}
	b.Marks[empty] = sudoku.DigitsOf(1, 5)
	styles := map[string]string{"plain": picture.Text(b, true)}
	one, five := []sudoku.Candidate{{Cell: empty, Digit: 1}}, []sudoku.Candidate{{Cell: empty, Digit: 5}}
	for name, change := range map[string]func(*picture.Diagram){
		"wrong":        func(b *picture.Diagram) { b.Wrong = sudoku.CellsOf(own) },
		"conflict":     func(b *picture.Diagram) { b.Grid = b.Grid.With(own, 2) },
		"pattern":      func(b *picture.Diagram) { b.Pattern = one },
		"pattern five": func(b *picture.Diagram) { b.Pattern = five },
		"eliminated":   func(b *picture.Diagram) { b.Eliminations = one },
		"placed":       func(b *picture.Diagram) { b.Placements = one },
		"own is clue":  func(b *picture.Diagram) { b.Clues = b.Grid },
		"light":        func(b *picture.Diagram) { b.Theme = look.Light },
		"contrast":     func(b *picture.Diagram) { b.Theme = look.Contrast },
	} {
		changed := b
		change(&changed)
		text := picture.Text(changed, true)
		for other, same := range styles {
			if text == same {
				t.Errorf("%s looks like %s", name, other)
			}
		}
		styles[name] = text
		bare := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(text, "")
		for line := range strings.SplitSeq(strings.TrimSpace(bare), "\n") {
			if n := utf8.RuneCountInString(line); n > 40 {
				t.Errorf("%s: a line of %d columns: %q", name, n, line)
			}
		}
	}
}

func TestChartText(t *testing.T) {
	chart := picture.Chart{Panels: []picture.Panel{
		{Title: "minutes", Bars: []picture.Bar{{Name: "1–2", Value: 32, Text: "32"}, {Name: "60+", Value: 0.5, Text: "half"}, {Name: "3–5", Text: "none"}}},
		{Title: "clues"},
	}}
	if got, want := chart.Text(), "minutes\n1–2 ████████████████ 32\n60+ █ half\n3–5 none\nclues\n"; got != want {
		t.Errorf("as text:\n%s\nwant\n%s", got, want)
	}
	if got, want := chart.Words(), "minutes\n1–2: 32, 60+: half, 3–5: none\nclues"; got != want {
		t.Errorf("in words:\n%s\nwant\n%s", got, want)
	}
}

// A moment of a historic method has its candidates in all cells, those that wait alone circled; of the number of
// choices their counts.
func TestHistoric(t *testing.T) {
	g := sudokutest.Parse(t, "1.....3..2.....4")
	for _, m := range classic.Methods[:2] {
		at, _, err := m.At(t.Context(), g, 1, classic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b := picture.Historic(at, m)
		if want := at.State.Singletons(); len(b.Pattern) != want.Len() || want.Len() == 0 || !b.Last.Has(at.Step.Cell) || b.Count != (m.Name == "choices") {
			t.Errorf("%s: %+v, singletons %v", m.Name, b, want)
		}
		open := 0
		for _, c := range g.Shape().Cells() {
			if b.Grid.At(c) == 0 {
				open++
			}
		}
		for _, text := range []string{picture.Text(b, false), picture.Drawing(b, false), picture.Drawing(b, true)} {
			if counts := strings.Count(text, "?"); b.Count && counts != open || !b.Count && counts != 0 {
				t.Errorf("%s: %d counts for %d open cells:\n%s", m.Name, counts, open, text)
			}
			if read, err := sudoku.Parse(text); !strings.Contains(text, "\x1b") && (err != nil || read != b.Grid) {
				t.Errorf("%s: reads as %v, %v:\n%s", m.Name, read, err, text)
			}
		}
		plain := b
		plain.Pattern, plain.Count = nil, !b.Count
		if slices.Equal(mustPNG(t, b), mustPNG(t, plain)) {
			t.Errorf("%s: the picture shows neither counts nor circles", m.Name)
		}
	}
}
