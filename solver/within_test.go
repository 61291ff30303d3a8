package solver_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// withinOracle returns up to limit solutions whose digits are all among the candidates of their cells, by plain
// backtracking. ok is false if it gave up after too many nodes.
func withinOracle(s sudoku.Shape, marks sudoku.Pencilmarks, limit int) (found []sudoku.Grid, ok bool) {
	nodes := 5000
	var search func(sudoku.Grid) (more bool)
	search = func(g sudoku.Grid) bool {
		if nodes--; nodes < 0 {
			return false
		}
		best, fewest := sudoku.Cell(0), sudoku.Digits(0)
		possible := g.Candidates()
		for _, c := range s.Cells() {
			if own := possible[c] & marks[c]; g.At(c) == 0 && (fewest == 0 || own.Len() < fewest.Len()) {
				if best, fewest = c, own; own == 0 {
					return true
				}
			}
		}
		if fewest == 0 {
			found = append(found, g)
			return len(found) < limit
		}
		for d := range fewest.All() {
			if !search(g.With(best, d)) {
				return false
			}
		}
		return true
	}
	search(sudoku.Empty(s))
	return found, nodes >= 0
}

// randomSukaku returns the candidates of a sukaku: those of one solution or two, and others at random. Now and then it
// loses one of the solution.
func randomSukaku(r *rand.Rand, s sudoku.Shape) (marks sudoku.Pencilmarks) {
	kept := r.IntN(60)
	if s != sudoku.Sudoku {
		kept = r.IntN(90)
	}
	for range 1 + r.IntN(5)/4 {
		solution := randomSolution(r, s)
		for _, c := range s.Cells() {
			marks[c] = marks[c].With(solution.At(c))
		}
	}
	for _, c := range s.Cells() {
		for d := range s.Digits().All() {
			if r.IntN(100) < kept {
				marks[c] = marks[c].With(d)
			}
		}
	}
	for r.IntN(3) == 0 {
		c := s.Cells()[r.IntN(len(s.Cells()))]
		if marks[c].Len() > 1 { // a cell without marks would allow all digits
			marks[c] = marks[c].Without(marks[c].First())
		}
	}
	return marks
}

// randomSolution fills a grid at random: each row of the grid that it turns is the one above moved by the width of
// a box, and by one more in each band.
func randomSolution(r *rand.Rand, s sudoku.Shape) sudoku.Grid {
	g := sudoku.Empty(s)
	for _, c := range s.Cells() {
		g = g.With(c, sudoku.Digit(1+(s.BoxWidth()*c.Row()+c.Row()/s.BoxHeight()+c.Column())%s.Side()))
	}
	return sudoku.RandomTransform(s, r).Apply(g)
}

// The search finds the solutions of sukaku that a plain backtracker finds, also if digits are given.
func TestWithinMatchesOracle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 46))
	seen := [3]int{}
	for i := range sudokutest.Cases(6000) {
		shape := sudoku.Shapes[i%len(sudoku.Shapes)]
		marks := randomSukaku(r, shape)
		want, ok := withinOracle(shape, marks, 2)
		if !ok {
			continue
		}
		grid, own := sudoku.Empty(shape), marks // a single candidate may be a digit as well
		for _, c := range shape.Cells() {
			if marks[c].Len() == 1 && r.IntN(2) == 0 {
				grid, own[c] = grid.With(c, marks[c].First()), 0
			}
		}
		seen[len(want)]++
		n, err := solver.CountWithin(grid, own, 2)
		if n != len(want) || err != nil {
			t.Fatalf("%s with %v: %d solutions, %v, want %d", grid, own, n, err, len(want))
		}
		solution, err := solver.SolveWithin(grid, own)
		var differ *solver.DifferError
		switch {
		case len(want) == 1 && (solution != want[0] || err != nil):
			t.Fatalf("%s with %v: %s, %v, want %s", grid, own, solution, err, want[0])
		case len(want) == 0 && !errors.Is(err, solver.ErrNoSolution):
			t.Fatalf("%s with %v: %v, want no solution", grid, own, err)
		case len(want) == 2 && (!errors.As(err, &differ) || !errors.Is(err, solver.ErrManySolutions) || differ.Cells.Len() < 4):
			t.Fatalf("%s with %v: %v, want several solutions", grid, own, err)
		}
		for solved, err := range solver.SolutionsWithin(grid, own) {
			for _, c := range shape.Cells() {
				if err != nil || !solved.Solved() || !marks[c].Has(solved.At(c)) {
					t.Fatalf("%s with %v: %s, %v is not a solution", grid, own, solved, err)
				}
			}
			break
		}
	}
	t.Logf("%d sukaku with no solution, %d with one, %d with several", seen[0], seen[1], seen[2])
	for n, count := range seen {
		if count < sudokutest.Cases(6000)/100 {
			t.Errorf("only %d sukaku have %d solutions", count, n)
		}
	}
}

// All solutions of a shidoku sukaku are counted, and no others.
func TestAllWithin(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 47))
	for range 500 {
		marks := randomSukaku(r, sudoku.Shidoku)
		want, _ := withinOracle(sudoku.Shidoku, marks, 1000)
		var got []sudoku.Grid
		for solution := range solver.SolutionsWithin(sudoku.Empty(sudoku.Shidoku), marks) {
			got = append(got, solution)
		}
		order := func(a, b sudoku.Grid) int { return slices.Compare([]byte(a.String()), []byte(b.String())) }
		slices.SortFunc(got, order)
		slices.SortFunc(want, order)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: %d solutions, want %d", marks, len(got), len(want))
		}
	}
}

// Why a sukaku has no solution shows without a search.
func TestWithinErrors(t *testing.T) {
	solution := sudokutest.Parse(t, sudokutest.MolerSolved)
	full := func() (marks sudoku.Pencilmarks) {
		for _, c := range solution.Shape().Cells() {
			marks[c] = sudoku.DigitsOf(solution.At(c))
		}
		return marks
	}
	noPlace, noDigit, many := full(), full(), full()
	noPlace[0] = noPlace[1]
	for c := range many {
		many[c] = sudoku.Sudoku.Digits()
	}
	noDigit[0] = 0
	for _, test := range []struct {
		grid  sudoku.Grid
		marks sudoku.Pencilmarks
		want  string
	}{
		{sudoku.Grid{}, noPlace, "no solution: no cell of row 1 can hold digit 9"},
		{sudoku.Grid{}.With(1, 5), noDigit, "no solution: no digit fits in r1c3"},
		{sudoku.Grid{}.With(0, 5).With(1, 5), noDigit, "no solution: digit 5 twice in row 1: r1c1, r1c2"},
		{sudoku.Grid{}, many, "more than one solution: two of them differ in r"},
	} {
		_, err := solver.SolveWithin(test.grid, test.marks)
		sudokutest.WantError(t, err, test.want)
	}
}

// The limit of effort is that of grids.
func TestWithinEffort(t *testing.T) {
	g := sudokutest.Parse(t, ".....5......6.1...............5........1.6...........553.....61......3...........")
	marks := g.Candidates()
	for _, c := range g.Shape().Cells() {
		marks[c] = marks[c].With(g.At(c))
	}
	_, err := solver.SolveWithin(sudoku.Grid{}, marks)
	if n, counted := solver.CountWithin(sudoku.Grid{}, marks, 2); n != 0 || !errors.Is(counted, solver.ErrTooHard) || !errors.Is(err, solver.ErrTooHard) {
		t.Errorf("%d, %v, %v", n, counted, err)
	}
}
