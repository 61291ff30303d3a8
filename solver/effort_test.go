package solver

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// hardInputs are the worst grids found: by hand, with five clues more, and by
// TestProveNothingTakesLong.
var hardInputs = []string{
	".....5......6.1...............5........1.6...........553.....61......3...........", // no solution, 12 clues
	".....5......6.15.2...2.....7..5.....8..1.6...........553.....61......3...........", // and 17
	"....5.....3...............4........................8.............................", // 45,045 guesses to two solutions
	"...5..64.8.5...1..13.........1.2.......8...........578.....2.........7..4........", // 7,145
	"2.....9..6.........85..................98......9..68..........5.......2......8...", // 18,988
	"..56..........4.9..74...5...........8.24...7.16..5.48.2...3.6...91..7.5.........9", // a puzzle, 18
	".................................................................................",
	"...................................."}

// No search takes long, whatever the clues. It looks for hard ones by changing a few clues and
// keeping what takes more guesses, from 0 to 40 clues, with many solutions, one or none.
func TestNothingTakesLong(t *testing.T) {
	for _, text := range hardInputs {
		checkTime(t, sudokutest.Parse(t, text))
	}
	climb(t, 6, 300)
}

func TestProveNothingTakesLong(t *testing.T) {
	sudokutest.Prove(t)
	climb(t, 150, 4000)
}

func climb(t *testing.T, hills, steps int) {
	r := rand.New(rand.NewPCG(9, 9))
	gaveUp := 0
	for hill := range hills {
		g, guesses := climbed(r, []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix}[hill/3%2], steps, kind(hill%3))
		took := checkTime(t, g)
		if guesses == MaxGuesses {
			gaveUp++
		}
		t.Logf("%s: %d clues, %d guesses, %v", g, g.Len(), guesses, took)
	}
	t.Logf("%d hills of %d steps, the search gave up on %d", hills, steps, gaveUp)
}

// checkTime searches a grid in both ways, and returns the processor time that it takes to count all
// solutions.
func checkTime(t *testing.T, g sudoku.Grid) time.Duration {
	t.Helper()
	const most = 10 * time.Second // of a slow machine
	begin := sudokutest.CPU()
	Solve(g)
	solved := sudokutest.CPU() - begin
	begin = sudokutest.CPU()
	Count(g, 1<<40)
	counted := sudokutest.CPU() - begin
	if solved > most || counted > most {
		t.Errorf("%s: Solve takes %v, Count %v: want at most %v", g, solved, counted, most)
	}
	return counted
}

// kind says what the grids of a way up have in common.
type kind int

const (
	anyGrid     kind = iota
	enoughClues      // as many as a puzzle has
	puzzle           // exactly one solution
)

// climbed returns the hardest grid on a way up, and how many guesses it takes.
func climbed(r *rand.Rand, shape sudoku.Shape, steps int, k kind) (sudoku.Grid, int) {
	g := sudoku.Empty(shape)
	if k == puzzle {
		for g = range Solutions(g) {
			break
		}
	} else {
		for range 1000 {
			if g = add(g, r); k == anyGrid && r.IntN(20) == 0 || g.Len() == 20 {
				break
			}
		}
	}
	most := 0
	for range steps {
		next := g
		for range 1 + r.IntN(4) {
			next = change(next, r)
		}
		s := search{limit: 2}
		if k == enoughClues && next.Len() < MinClues(shape) {
			continue
		}
		if s.run(&next); k == puzzle && (s.found != 1 || s.gaveUp) || s.guesses < most {
			continue
		}
		if g, most = next, s.guesses; most == MaxGuesses {
			break
		}
	}
	return g, most
}

// change adds a clue or takes one away, so that there are never more than 40.
func change(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	if filled := g.Filled().Slice(); len(filled) >= 40 || len(filled) > 0 && r.IntN(2) == 0 {
		return g.With(filled[r.IntN(len(filled))], 0)
	}
	for range 20 {
		if more := add(g, r); more != g {
			return more
		}
	}
	return g
}

// add adds a random clue, unless that contradicts another.
func add(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	cells := g.Shape().Cells()
	c := cells[r.IntN(len(cells))]
	d := sudoku.Digit(1 + r.IntN(g.Shape().Side()))
	if g.At(c) == 0 && g.Candidates()[c].Has(d) {
		return g.With(c, d)
	}
	return g
}
