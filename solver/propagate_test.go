package solver

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// lockedByDefinition narrows the open cells of a digit as the rules say: where those of a
// house all lie in another house too, they are the only ones of that house. ok is false if
// a house has none left.
func lockedByDefinition(open sudoku.Cells) (left sudoku.Cells, ok bool) {
	houses := sudoku.Sudoku.Houses()
	for changed := true; changed; {
		changed = false
		for _, h := range houses {
			here := sudoku.CellsOf(sudoku.Sudoku.House(h)...)
			if open.Intersect(here) == (sudoku.Cells{}) {
				return open, false
			}
			for _, other := range houses {
				there := sudoku.CellsOf(sudoku.Sudoku.House(other)...)
				if open.Intersect(here).Minus(there) == (sudoku.Cells{}) && open.Intersect(there).Minus(here) != (sudoku.Cells{}) {
					open = open.Minus(there.Minus(here))
					changed = true
				}
			}
		}
	}
	return open, true
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

func TestLockedCandidates(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	narrowed, contradictory := 0, 0
	for range 20_000 {
		open := randomCells(r)
		want, wantOK := lockedByDefinition(open)
		left, ok := lockedCandidates(bandsOf(open))
		if ok != wantOK || ok && cellsOf(left) != want {
			t.Fatalf("%s: %s, %t, want %s, %t", open, cellsOf(left), ok, want, wantOK)
		}
		if !ok {
			contradictory++
		} else if want != open {
			narrowed++
		}
	}
	if narrowed < 1000 || contradictory < 1000 {
		t.Errorf("%d narrowed, %d contradictory: want more of both", narrowed, contradictory)
	}
}

// randomCells returns few to many cells, with some lines emptied outside of one box.
func randomCells(r *rand.Rand) sudoku.Cells {
	var open sudoku.Cells
	density := 2 + r.IntN(8)
	for _, c := range sudoku.Sudoku.Cells() {
		if r.IntN(10) < density {
			open = open.With(c)
		}
	}
	houses := sudoku.Sudoku.Houses()
	for range r.IntN(4) {
		line := sudoku.CellsOf(sudoku.Sudoku.House(houses[r.IntN(18)])...)
		box := sudoku.CellsOf(sudoku.Sudoku.House(houses[18+r.IntN(9)])...)
		open = open.Minus(line.Minus(box))
	}
	return open
}

func TestSingleInRow(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for range 5000 {
		var open, want sudoku.Cells
		for row := range 9 {
			columns := r.Perm(9)[:1+r.IntN(3)]
			for _, column := range columns {
				open = open.With(sudoku.CellAt(row, column))
			}
			if len(columns) == 1 {
				want = want.With(sudoku.CellAt(row, columns[0]))
			}
		}
		b := bandsOf(open)
		got := cellsOf(bands{singleInRow(b.upper, both), singleInRow(b.lower, 1)})
		if got != want {
			t.Fatalf("%s: %s, want %s", open, got, want)
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
