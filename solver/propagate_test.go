package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// lockedByDefinition narrows the places of a digit as the rules say: where a house has
// its places in one other house only, they are its places too. ok is false if a house is
// left without.
func lockedByDefinition(places sudoku.Cells) (left sudoku.Cells, ok bool) {
	houses := sudoku.Sudoku.Houses()
	for changed := true; changed; {
		changed = false
		for _, h := range houses {
			here := sudoku.CellsOf(sudoku.Sudoku.House(h)...)
			if places.Intersect(here) == (sudoku.Cells{}) {
				return places, false
			}
			for _, other := range houses {
				there := sudoku.CellsOf(sudoku.Sudoku.House(other)...)
				if places.Intersect(here).Minus(there) == (sudoku.Cells{}) && places.Intersect(there).Minus(here) != (sudoku.Cells{}) {
					places = places.Minus(there.Minus(here))
					changed = true
				}
			}
		}
	}
	return places, true
}

// cellsOf returns bands as the set they stand for.
func cellsOf(b bands) sudoku.Cells {
	var cells sudoku.Cells
	for !b.empty() {
		var c sudoku.Cell
		c, b = b.pop()
		cells = cells.With(c)
	}
	return cells
}

func TestPairOff(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	narrowed, contradictory := 0, 0
	for range 20_000 {
		places := randomPlaces(r)
		want, wantOK := lockedByDefinition(places)
		left, ok := pairOff(bandsOf(places))
		if ok != wantOK || ok && cellsOf(left) != want {
			t.Fatalf("%s: %s, %t, want %s, %t", places, cellsOf(left), ok, want, wantOK)
		}
		if !ok {
			contradictory++
		} else if want != places {
			narrowed++
		}
	}
	if narrowed < 1000 || contradictory < 1000 {
		t.Errorf("%d narrowed, %d contradictory: want more of both", narrowed, contradictory)
	}
}

// randomPlaces returns few to many cells, with some houses emptied but for one box's part.
func randomPlaces(r *rand.Rand) sudoku.Cells {
	var places sudoku.Cells
	density := 2 + r.IntN(8)
	for _, c := range sudoku.Sudoku.Cells() {
		if r.IntN(10) < density {
			places = places.With(c)
		}
	}
	houses := sudoku.Sudoku.Houses()
	for range r.IntN(4) {
		line := sudoku.CellsOf(sudoku.Sudoku.House(houses[r.IntN(18)])...)
		box := sudoku.CellsOf(sudoku.Sudoku.House(houses[18+r.IntN(9)])...)
		places = places.Minus(line.Minus(box))
	}
	return places
}

func TestSingleInRow(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 5000 {
		var places, want sudoku.Cells
		for row := range 9 {
			columns := r.Perm(9)[:1+r.IntN(3)]
			for _, column := range columns {
				places = places.With(sudoku.CellAt(row, column))
			}
			if len(columns) == 1 {
				want = want.With(sudoku.CellAt(row, columns[0]))
			}
		}
		b := bandsOf(places)
		got := cellsOf(bands{singleInRow(b.upper, both), singleInRow(b.lower, 1)})
		if got != want {
			t.Fatalf("%s: %s, want %s", places, got, want)
		}
	}
}

func TestBands(t *testing.T) {
	for _, c := range sudoku.Sudoku.Cells() {
		if got := cellsOf(cellBands[c]); got != sudoku.CellsOf(c) {
			t.Errorf("%s: %s", c, got)
		}
		if got := cellsOf(peerBands[c]); got != sudoku.Sudoku.Peers(c) || peerBands[c].len() != 20 {
			t.Errorf("peers of %s: %s", c, got)
		}
	}
	if cells := sudoku.CellsOf(sudoku.Sudoku.Cells()...); bandsOf(cells) != wholeGrid || cellsOf(wholeGrid) != cells {
		t.Error("the whole grid is not all cells")
	}
}
