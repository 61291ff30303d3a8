package canon_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// transforms is how many transforms the 9×9 grid has.
const transforms = 2 * 6 * 6 * 6 * 6 * 6 * 6 * 6 * 6 * 362_880

func TestAutomorphisms(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       int
	}{
		{"empty", sudoku.Empty(sudoku.Sudoku).String(), transforms},
		{"empty shidoku", sudoku.Empty(sudoku.Shidoku).String(), 2 * 64 * 24},
		{"empty 6×6", sudoku.Empty(sudoku.SixBySix).String(), 48 * 72 * 720},
		{"one clue of 36 cells and 6 digits", sudoku.Empty(sudoku.SixBySix).String()[1:] + "6", 48 * 72 * 120 / 36},
		{"one clue of 81 cells and 9 digits", "9" + sudoku.Empty(sudoku.Sudoku).String()[1:], transforms / 81 / 9},
		{"most symmetric", mostSymmetric, 648},
	} {
		if got := canon.Automorphisms(sudokutest.Parse(t, test.text)); got != test.want {
			t.Errorf("%s: %d automorphisms, want %d", test.name, got, test.want)
		}
	}
}

// A class has as many members as there are transforms, divided by the automorphisms of
// any of them. Seen on all grids with two clues, contradictory ones too.
func TestClassesOfTwoClues(t *testing.T) {
	members := map[sudoku.Grid]int{}
	cells := sudoku.Sudoku.Cells()
	for i, a := range cells {
		for _, b := range cells[:i] {
			for pair := range 81 {
				g := sudoku.Empty(sudoku.Sudoku).With(a, sudoku.Digit(1+pair/9)).With(b, sudoku.Digit(1+pair%9))
				members[canon.Of(g)]++
			}
		}
	}
	// Two clues share a line and a box, a line, a box, a chute, or nothing; and they are
	// equal or not.
	if got, want := len(members), 5*2; got != want {
		t.Errorf("%d classes, want %d", got, want)
	}
	for form, n := range members {
		if got := canon.Automorphisms(form); got*n != transforms {
			t.Errorf("%s: %d automorphisms, but a class of %d", form, got, n)
		}
	}
}

// Every Shidoku grid and every minimal Shidoku puzzle.
func TestShidokuClasses(t *testing.T) {
	grids := allFull(sudoku.Empty(sudoku.Shidoku), 0)
	if len(grids) != 288 {
		t.Fatalf("%d grids, want 288", len(grids))
	}
	classes := map[sudoku.Grid]int{}
	for _, full := range grids {
		classes[canon.Of(full)]++
	}
	if len(classes) != 2 {
		t.Errorf("%d classes of grids, want 2", len(classes))
	}
	puzzles := map[canon.Key]int{} // the clues of each class of minimal puzzles
	for form, n := range classes {
		if got := canon.Automorphisms(form); got*n != 128*24 {
			t.Errorf("%s: %d automorphisms, but a class of %d", form, got, n)
		}
		for _, g := range minimalPuzzles(form, grids) {
			puzzles[canon.KeyOf(g)] = g.Len()
		}
	}
	byClues := map[int]int{}
	for _, n := range puzzles {
		byClues[n]++
	}
	if want := map[int]int{4: 13, 5: 22, 6: 1}; !maps.Equal(byClues, want) {
		t.Errorf("classes of minimal puzzles by clues: %v, want %v", byClues, want)
	}
}

// The 39,168 grids of 6×6 with their first box in order, each of which stands for 720 by its labels, are of 49 classes. The
// classes have 28,200,960 members together, as their automorphisms count them too.
func TestSixBySixClasses(t *testing.T) {
	grids := normalisedSixBySix()
	classes, members := map[sudoku.Grid]int{}, 0
	for _, full := range grids {
		classes[canon.Of(full)]++
	}
	for form, n := range classes {
		size := 48 * 72 * 720 / canon.Automorphisms(form)
		if members += size; n*720 != size {
			t.Errorf("%s: a class of %d, but %d by its automorphisms", form, n*720, size)
		}
	}
	if len(grids) != 39_168 || len(classes) != 49 || members != 28_200_960 {
		t.Errorf("%d grids of %d classes with %d members", len(grids), len(classes), members)
	}
}

// Of the grids of 6×6 with their first box in order, some or all, the form is the smallest of 3,456 texts, which are all written
// out; as is that of a puzzle with a few of their digits.
func TestSixBySixForms(t *testing.T) { sixBySixForms(t, 199) }

func TestProveSixBySixForms(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Proved(t, "canonical forms of 6×6", sixBySixForms(t, 1), 0)
}

func sixBySixForms(t *testing.T, each int) (n int) {
	r := random(8)
	check := func(g sudoku.Grid) error {
		if got, want := canon.Of(g), smallestText(g); got.String() != want {
			return fmt.Errorf("form of %s: %s, want %s", g, got, want)
		}
		return nil
	}
	var grids []sudoku.Grid
	for i, full := range normalisedSixBySix() {
		if i%each == 0 {
			grids = append(grids, full, someClues(full, 8+r.IntN(8), r))
		}
	}
	checkAll(t, "6×6", grids, check)
	return len(grids)
}

// smallestText writes a 6×6 down in every order of rows and columns, its digits labelled as they come.
func smallestText(g sudoku.Grid) (smallest string) {
	digits, allColumns := g.ByCell(), lineOrders(6, 3)
	for _, rows := range lineOrders(6, 2) {
		for _, columns := range allColumns {
			var labels [7]byte
			var text [36]byte
			labelled := byte('0')
			for i, row := range rows {
				for j, column := range columns {
					d := digits[sudoku.CellAt(row, column)]
					if d != 0 && labels[d] == 0 {
						labelled++
						labels[d] = labelled
					}
					text[6*i+j] = max('.', labels[d]) // "." is smaller than digits
				}
			}
			if smallest == "" || string(text[:]) < smallest {
				smallest = string(text[:])
			}
		}
	}
	return smallest
}

func normalisedSixBySix() []sudoku.Grid {
	g := sudoku.Empty(sudoku.SixBySix)
	for i, c := range g.Shape().House(sudoku.House{Kind: sudoku.Box}) {
		g = g.With(c, sudoku.Digit(1+i))
	}
	return allFull(g, 0)
}

// allFull returns all ways to fill the cells from one on.
func allFull(g sudoku.Grid, cell int) (grids []sudoku.Grid) {
	cells := g.Shape().Cells()
	if cell == len(cells) {
		return []sudoku.Grid{g}
	}
	if g.At(cells[cell]) != 0 {
		return allFull(g, cell+1)
	}
	for d := range g.Candidates()[cells[cell]].All() {
		grids = append(grids, allFull(g.With(cells[cell], d), cell+1)...)
	}
	return grids
}

// minimalPuzzles returns the puzzles whose only solution is full, of all the grids, and
// that have others without any one of their clues.
func minimalPuzzles(full sudoku.Grid, grids []sudoku.Grid) (puzzles []sudoku.Grid) {
	var solutions [1 << 16]int // with the digits of full in the cells whose bits are set
	for _, g := range grids {
		agree := 0
		for i, c := range sudoku.Shidoku.Cells() {
			if g.At(c) == full.At(c) {
				agree |= 1 << i
			}
		}
		for clues := range solutions {
			if clues&^agree == 0 {
				solutions[clues]++
			}
		}
	}
	for clues, n := range solutions {
		g, minimal := sudoku.Empty(sudoku.Shidoku), n == 1
		for i, c := range sudoku.Shidoku.Cells() {
			if clues>>i&1 != 0 {
				g = g.With(c, full.At(c))
				minimal = minimal && solutions[clues&^(1<<i)] > 1
			}
		}
		if minimal {
			puzzles = append(puzzles, g)
		}
	}
	return puzzles
}
