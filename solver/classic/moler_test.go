package classic_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The article's first shidoku has four singletons waiting, in column-major order r4c1, r2c2, r3c3
// and r1c4, and needs nothing else (figures 3 to 6).
func TestMolerShidoku(t *testing.T) {
	g := sudokutest.Parse(t, "1.....3..2.....4")
	if got := classic.Start(g).Singletons().String(); got != "r1c4, r2c2, r3c3, r4c1" {
		t.Errorf("singletons %s", got)
	}
	r, err := classic.Moler(g, classic.Options{Watch: func(s classic.Step, p classic.State) bool {
		if s.Number == 1 && (s.Cell.String() != "r4c1" || s.Digit != 3 || p.Marks[sudoku.CellAt(2, 0)] != sudoku.DigitsOf(4)) {
			t.Errorf("first step %+v", s)
		}
		return true
	}})
	if err != nil || r.Fills() != 12 || r.Tentative() != 0 || r.Solutions[0].String() != "1342243142133124" {
		t.Errorf("%+v, %v", r, err)
	}
}

// The second has no singleton, and two solutions, each the other's transpose (figures 7 to 10).
func TestMolerTwoSolutions(t *testing.T) {
	g := sudokutest.Parse(t, "1....2....3....4")
	if n := classic.Start(g).Singletons().Len(); n != 0 {
		t.Errorf("%d singletons", n)
	}
	r, err := classic.Moler(g, classic.Options{Solutions: 10})
	if err != nil || len(r.Solutions) != 2 || r.Solutions[0].String() != "1423324141322314" {
		t.Fatalf("%+v, %v", r, err)
	}
	transpose := sudoku.Identity(sudoku.Shidoku)
	transpose.Transpose = true
	if transpose.Apply(r.Solutions[0]) != r.Solutions[1] {
		t.Errorf("%s is not the transpose of %s", r.Solutions[1], r.Solutions[0])
	}
}

// molerCount is half of the calls that show the position, up to that of a step, in the program that Moler published
// later: at the start of each call of the solver, before and after each digit that is put in, after the singletons of
// a call, and for each digit taken back. The call that a tentative digit leads to has not begun.
func molerCount(fills, tentative int, s classic.Step) int {
	starts := tentative + 1
	if s.Technique == classic.Guess {
		starts = tentative
	}
	return (starts + 2*(fills+tentative) + tentative + (tentative - s.Depth)) / 2
}

// The positions that the article speaks of, by the digit that they are known by, and its numbers.
func TestMolerExample(t *testing.T) {
	corner := sudoku.CellAt(0, 0)
	want := map[int]int{14: 22, 2437: 3114, 6382: 8172, 11463: 14781, 14862: 19229, 15028: 19422}
	fills, tentative := 0, 0
	r, err := classic.Moler(sudokutest.Parse(t, sudokutest.Moler), classic.Options{Watch: func(s classic.Step, p classic.State) bool {
		if s.Technique == classic.Guess {
			tentative++
		} else {
			fills++
		}
		count := molerCount(fills, tentative, s)
		if published, ok := want[s.Number]; ok && count != published {
			t.Errorf("step %d: %d fills, %d tentative: %d, want %d", s.Number, fills, tentative, count, published)
		}
		switch s.Number {
		case 14: // figure 11: the first column is full
			if g := p.Grid.String(); g != "12..3..4.6.......33.4...5..7..826...8...1...62..795...5.7...6..4.......893..4..2." {
				t.Errorf("step 14: %s", g)
			}
		case 2437, 6382, 14862: // 5, 7 and 9 in the corner
			if digit := map[int]sudoku.Digit{2437: 5, 6382: 7, 14862: 9}[s.Number]; s.Cell != corner || s.Digit != digit || s.Technique != classic.Guess {
				t.Errorf("%+v", s)
			}
		case 11463: // figure 12: 73 cells are filled, and r1c9 has no candidate
			if p.Grid.Len() != 73 || p.Dead() != sudoku.CellsOf(sudoku.CellAt(0, 8)) || p.Grid.At(corner) != 7 {
				t.Errorf("step 11463: %s, dead %s", p.Grid, p.Dead())
			}
		}
		return true
	}})
	if err != nil || r.Steps != 15028 || r.Fills() != 12095 || r.Tentative() != 2933 || r.Solutions[0].String() != sudokutest.MolerSolved {
		t.Errorf("%+v, %v", r, err)
	}
}

// The candidates of the corner before the first step: he takes 1, 5, 7, 9.
func TestMolerCandidates(t *testing.T) {
	start := classic.Start(sudokutest.Parse(t, sudokutest.Moler))
	if got := start.Marks[0]; got != sudoku.DigitsOf(1, 5, 7, 9) || start.Singletons().Len() != 0 {
		t.Errorf("%s, singletons %s", got, start.Singletons())
	}
}
