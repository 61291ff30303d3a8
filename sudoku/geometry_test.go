package sudoku_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestGeometry(t *testing.T) {
	for _, want := range []struct {
		shape                sudoku.Shape
		cells, houses, peers int
	}{{sudoku.Sudoku, 81, 27, 20}, {sudoku.Shidoku, 16, 12, 7}, {sudoku.SixBySix, 36, 18, 12}} {
		s := want.shape
		if got := len(s.Cells()); got != want.cells {
			t.Errorf("%s: %d cells, want %d", s, got, want.cells)
		}
		if got := len(s.Houses()); got != want.houses {
			t.Errorf("%s: %d houses, want %d", s, got, want.houses)
		}
		for _, h := range s.Houses() {
			if got := sudoku.CellsOf(s.House(h)...).Len(); got != s.Side() {
				t.Errorf("%s %s: %d cells, want %d", s, h, got, s.Side())
			}
		}
		for _, c := range s.Cells() {
			if got := s.Peers(c).Len(); got != want.peers {
				t.Errorf("%s %s: %d peers, want %d", s, c, got, want.peers)
			}
		}
	}
}

// Filled has the cells that hold a digit, whichever it is, and no others.
func TestFilled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range sudoku.Shapes {
		for range 100 {
			g, want := sudoku.Empty(s), sudoku.Cells{}
			for _, c := range s.Cells() {
				if d := sudoku.Digit(r.IntN(2 * (s.Side() + 1))); int(d) <= s.Side() {
					if g = g.With(c, d); d != 0 {
						want = want.With(c)
					}
				}
			}
			if got := g.Filled(); got != want || g.Len() != want.Len() {
				t.Fatalf("%s: %d cells are filled, %v, want %v", g, g.Len(), got, want)
			}
		}
	}
}

// Peers is symmetric, and exactly sharing a house.
func TestPeers(t *testing.T) {
	for _, s := range sudoku.Shapes {
		for _, a := range s.Cells() {
			for _, b := range s.Cells() {
				share := a != b && (a.Row() == b.Row() || a.Column() == b.Column() || s.Box(a) == s.Box(b))
				if got := s.Peers(a).Has(b); got != share {
					t.Errorf("%s: %s peer of %s: %t, want %t", s, b, a, got, share)
				}
			}
		}
	}
}

func TestNames(t *testing.T) {
	cells := sudoku.CellsOf(sudoku.CellAt(0, 0), sudoku.CellAt(0, 8), sudoku.CellAt(7, 0), sudoku.CellAt(7, 8), sudoku.CellAt(3, 1))
	for got, want := range map[string]string{
		sudoku.CellAt(3, 1).String():                      "r4c2",
		cells.String():                                    "r18c19, r4c2",
		sudoku.House{Kind: sudoku.Box, Index: 8}.String(): "b9",
		sudoku.House{Kind: sudoku.Row, Index: 0}.Name():   "row 1",
		sudoku.DigitsOf(7, 1, 3).String():                 "137",
	} {
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// What is taken out of a grid is where it then differs.
func TestDifference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	full, err := sudoku.Parse("1234341221434321")
	if err != nil {
		t.Fatal(err)
	}
	for range 100 {
		var cells sudoku.Cells
		for _, c := range full.Shape().Cells() {
			if r.IntN(3) == 0 {
				cells = cells.With(c)
			}
		}
		less := full.Without(cells)
		if less.Difference(full) != cells || full.Difference(less) != cells || less.Len() != 16-cells.Len() {
			t.Errorf("%s without %s is %s", full, cells, less)
		}
		if all := cells.Slice(); len(all) > 0 && cells.First() != all[0] {
			t.Errorf("the first of %s is %s", cells, cells.First())
		}
	}
	if last := sudoku.Sudoku.Cells()[80]; sudoku.CellsOf(last).First() != last {
		t.Error("the last cell alone is not the first of its set")
	}
}
