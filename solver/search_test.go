package solver_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// count counts solutions with the search, as far as it comes.
func count(g sudoku.Grid, limit int) int {
	n, _ := solver.Count(g, limit)
	return n
}

func TestSolve(t *testing.T) {
	for puzzle, solution := range map[string]string{
		sudokutest.Moler:       sudokutest.MolerSolved,
		sudokutest.MolerSolved: sudokutest.MolerSolved,
		"1... ..3. .2.. ...4":  "1342 2431 4213 3124",

		"..4.31.........32......51...5..65..4": "624531513462451326236145142653365214",
	} {
		got, err := solver.Solve(sudokutest.Parse(t, puzzle))
		if err != nil || got != sudokutest.Parse(t, solution) {
			t.Errorf("%s: %s, %v, want %s", puzzle, got, err, solution)
		}
	}
}

func TestSolveErrors(t *testing.T) {
	const many, none = "more than one solution", "no solution"
	const few = "too few clues for a single solution: "
	const seventeen = ": a sudoku needs 17 or more (McGuire, Tugemann, Civario: There Is No 16-Clue Sudoku, 2014)"
	for _, test := range []struct {
		puzzle string
		is     error
		want   string
	}{
		{"", solver.ErrTooFewClues, few + "0" + seventeen},
		{sudokutest.MolerSolved[:16] + strings.Repeat(".", 65), solver.ErrTooFewClues, few + "16" + seventeen},
		{sudokutest.MolerSolved[:17] + strings.Repeat(".", 64), solver.ErrManySolutions, many},
		{".... .... .... ....", solver.ErrTooFewClues, few + "0: a shidoku needs 4 or more, as trying them all shows"},
		{"1... .2.. ..3. ....", solver.ErrTooFewClues, few + "3: a shidoku needs 4 or more, as trying them all shows"},
		{"12.. 3... .... ....", solver.ErrTooFewClues, few + "3: a shidoku needs 4 or more, as trying them all shows"},
		{"1... .2.. ..3. ...4", solver.ErrManySolutions, many},
		{"..4.31.........32......51...5..6....", solver.ErrManySolutions, many},
		{"..4.31.........32......51...........", solver.ErrTooFewClues, few + "7: a 6x6 needs 8 or more, as trying them all shows"},
		{".54.31.........32......51...5..65..4", solver.ErrNoSolution, none},
		{"..4.31........432......51...5..65..4", solver.ErrNoSolution, none + ": digit 4 twice in column 3: r1c3, r3c3"},
		{"00" + sudokutest.Moler[2:], solver.ErrManySolutions, many},
		{"5..5.....", solver.ErrNoSolution, none + ": digit 5 twice in row 1: r1c1, r1c4"},
		{"5........ ......... ......... 5........ .........", solver.ErrNoSolution, none + ": digit 5 twice in column 1: r1c1, r4c1"},
		{"5........ .5.......", solver.ErrNoSolution, none + ": digit 5 twice in box 1: r1c1, r2c2"},
		{"11.. .... .... ....", solver.ErrNoSolution, none + ": digit 1 twice in row 1: r1c1, r1c2"},
		{"12345678. ......... ......... ........9 .........", solver.ErrNoSolution, none + ": no digit fits in r1c9"},
		{"12.. ..3. .... ...4", solver.ErrNoSolution, none + ": no digit fits in r1c4"},
		{"23....... ...1..... ......... .1....... .........", solver.ErrTooFewClues, few + "4" + seventeen},
		{"23....... 4........ ...1..... ......... .1....... ......... ......... ..1......",
			solver.ErrNoSolution, none + ": no cell of column 1 can hold digit 1"},
	} {
		_, err := solver.Solve(sudokutest.Parse(t, test.puzzle))
		if !errors.Is(err, test.is) || err == nil || err.Error() != test.want {
			t.Errorf("%s: %v, want %q", test.puzzle, err, test.want)
		}
	}
}

// A contradiction that only a search finds gives the same error.
func TestSolveDeepContradiction(t *testing.T) {
	g := sudokutest.Parse(t, sudokutest.Moler)
	for _, c := range g.Shape().Cells() {
		for d := range g.Candidates()[c].All() {
			wrong := g.With(c, d)
			_, err := solver.Solve(wrong)
			if right := sudokutest.Parse(t, sudokutest.MolerSolved).At(c) == d; right != (err == nil) || err != nil && !errors.Is(err, solver.ErrNoSolution) {
				t.Errorf("%d in %s: %v", d, c, err)
			}
		}
	}
}

func TestCountLimits(t *testing.T) {
	two := sudokutest.Parse(t, "1... .2.. ..3. ...4")
	for _, test := range []struct {
		grid        sudoku.Grid
		limit, want int
	}{
		{two, -1, 0}, {two, 0, 0}, {two, 1, 1}, {two, 2, 2}, {two, 100, 2},
		{sudoku.Empty(sudoku.Shidoku), 1000, 288},
		{sudoku.Empty(sudoku.Sudoku), -1, 0}, {sudoku.Empty(sudoku.Sudoku), 0, 0},
		{sudoku.Empty(sudoku.Sudoku), 1, 1}, {sudoku.Empty(sudoku.Sudoku), 1000, 1000},
		{sudokutest.Parse(t, sudokutest.Moler), 0, 0}, {sudokutest.Parse(t, sudokutest.Moler), 1, 1}, {sudokutest.Parse(t, sudokutest.Moler), 1000, 1},
		{sudokutest.Parse(t, "5..5"), 2, 0},
	} {
		if got, err := solver.Count(test.grid, test.limit); err != nil || got != test.want {
			t.Errorf("%s to %d: %d solutions, %v, want %d", test.grid, test.limit, got, err, test.want)
		}
	}
}

// Solutions yields each of the 288 Shidoku grids once, and no other grid twice.
func TestSolutionsAreDifferent(t *testing.T) {
	for shape, want := range map[sudoku.Shape]int{sudoku.Shidoku: 288, sudoku.SixBySix: 5000, sudoku.Sudoku: 5000} {
		seen := map[sudoku.Grid]bool{}
		for g := range solver.Solutions(sudoku.Empty(shape)) {
			if !g.Solved() || seen[g] {
				t.Fatalf("%s: unsolved or seen before", g)
			}
			if seen[g] = true; len(seen) == 5000 {
				break
			}
		}
		if len(seen) != want {
			t.Errorf("%s: %d solutions, want %d", shape, len(seen), want)
		}
	}
}

// The search finds the same solutions as the oracle: of puzzles, of puzzles without some of
// their clues, and of those with changed clues, most of which have none.
func TestSearchAgainstOracle(t *testing.T) { compareWithOracle(t, 1000) }

func TestProveSearch(t *testing.T) {
	sudokutest.Prove(t)
	compareWithOracle(t, 100_000)
}

func compareWithOracle(t *testing.T, grids int) {
	r := rand.New(rand.NewPCG(5, 6))
	compared, solvable := 0, 0
	for compared < grids {
		g := randomGrid(sudoku.Shapes[r.IntN(len(sudoku.Shapes))], r)
		if checkAgainstOracle(t, g, 1+r.IntN(500)) {
			compared++
			solvable += count(g, 1)
		}
	}
	if solvable < grids/4 || solvable > grids*3/4 {
		t.Errorf("%d of %d grids have solutions: want some of both kinds", solvable, grids)
	}
	t.Logf("%d grids compared with the oracle, %d of them without a solution: 0 differences", grids, grids-solvable)
}

// randomGrid returns clues of a random solution, few or many, half the time with up to
// three of them changed.
func randomGrid(s sudoku.Shape, r *rand.Rand) sudoku.Grid {
	firstRow := sudoku.Empty(s)
	for i, d := range r.Perm(s.Side()) {
		firstRow = firstRow.With(sudoku.CellAt(0, i), sudoku.Digit(d+1))
	}
	full := firstRow
	oracleSolutions(firstRow, 1000, func(solution sudoku.Grid) bool {
		full = solution
		return r.IntN(20) != 0
	})
	full = sudoku.RandomTransform(s, r).Apply(full)
	cells := s.Cells()
	clues := sudoku.Empty(s)
	for _, i := range r.Perm(len(cells))[:min(s.Side()+r.IntN(3*s.Side()), len(cells))] {
		clues = clues.With(cells[i], full.At(cells[i]))
	}
	for range r.IntN(2) * (1 + r.IntN(3)) {
		clues = clues.With(cells[r.IntN(len(cells))], sudoku.Digit(r.IntN(s.Side()+1)))
	}
	return clues
}

// checkAgainstOracle compares the solutions of a grid, all of them if there are fewer than
// limit. It returns false where the oracle gives up.
func checkAgainstOracle(t *testing.T, g sudoku.Grid, limit int) bool {
	t.Helper()
	want := map[sudoku.Grid]bool{}
	done := oracleSolutions(g, 300_000, func(solution sudoku.Grid) bool {
		want[solution] = true
		return len(want) < limit
	})
	if !done {
		return false
	}
	if got, err := solver.Count(g, limit); err != nil || got != len(want) {
		t.Fatalf("%s: %d solutions up to %d, %v, want %d", g, got, limit, err, len(want))
	}
	found := 0
	for solution := range solver.Solutions(g) {
		if !solution.Solved() || !solution.Extends(g) || len(want) < limit && !want[solution] {
			t.Fatalf("%s: %s is not a solution", g, solution)
		}
		if found++; found == limit {
			break
		}
	}
	if found != len(want) {
		t.Fatalf("%s: Solutions yields %d, want %d", g, found, len(want))
	}
	return true
}

func FuzzSearch(f *testing.F) {
	f.Add(sudokutest.Moler, 2)
	f.Add(strings.Replace(sudokutest.Moler, "2", "0", 2), 100)
	f.Add("1....2....3....4", 3)
	f.Add("..4.31.........32......51...5..6....", 9)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		if g, err := sudoku.Parse(text); err == nil {
			checkAgainstOracle(t, g, max(1, limit%1000))
		}
	})
}

// Every puzzle of the files has exactly one solution.
func TestSolveCorpora(t *testing.T) {
	for _, file := range []string{"royle-17-clue.txt", "minimal-20k.txt", "hardest-375.txt"} {
		t.Run(file, func(t *testing.T) {
			for _, g := range sudokutest.Scrambled(t, file) {
				solution, err := solver.Solve(g)
				if err != nil || !solution.Solved() || !solution.Extends(g) {
					t.Fatalf("%s: %s, %v", g, solution, err)
				}
			}
		})
	}
}

// The minimal puzzles were made from the full grids, line by line.
func TestSolveMinimal(t *testing.T) {
	full := sudokutest.Grids(t, "full-grids-20k.txt")
	for i, g := range sudokutest.Grids(t, "minimal-20k.txt") {
		if got, err := solver.Solve(g); err != nil || got != full[i] {
			t.Fatalf("%s: %s, %v, want %s", g, got, err, full[i])
		}
	}
}

func TestNoAllocs(t *testing.T) {
	for _, g := range []sudoku.Grid{sudokutest.Parse(t, sudokutest.Moler), sudokutest.Parse(t, "1... .2.. ..3. ...4"), sudokutest.Parse(t, "00"+sudokutest.Moler[2:]),
		sudokutest.Parse(t, "..4.31.........32......51...5..65..4"), sudokutest.Parse(t, "..4.31.........32......51...5..6....")} {
		for name, call := range map[string]func(){
			"Count": func() { solver.Count(g, 2) },
			"Solve": func() { solver.Solve(g) },
			"Solutions": func() {
				for range solver.Solutions(g) {
					break
				}
			},
		} {
			if n := testing.AllocsPerRun(100, call); n != 0 {
				t.Errorf("%s of %s: %v allocations", name, g, n)
			}
		}
	}
}

// contradictory is a grid of 12 clues that has no solution, and no end of dead ends before that
// is known; five more clues leave it so.
const (
	contradictory   = ".....5......6.1...............5........1.6...........553.....61......3..........."
	contradictory17 = ".....5......6.15.2...2.....7..5.....8..1.6...........553.....61......3..........."
)

// Every search ends.
func TestSearchGivesUp(t *testing.T) {
	g := sudokutest.Parse(t, contradictory)
	want := solver.TooHardError{Guesses: solver.MaxGuesses}
	n, err := solver.Count(g, 2)
	checkTooHard(t, err, want)
	if n != 0 {
		t.Errorf("%d solutions", n)
	}
	pairs := 0
	for solution, err := range solver.Solutions(g) {
		pairs++
		checkTooHard(t, err, want)
		if solution != (sudoku.Grid{}) {
			t.Errorf("%s is not a solution", solution)
		}
	}
	if pairs != 1 {
		t.Errorf("Solutions yields %d pairs, want the error alone", pairs)
	}
	if _, err := solver.Solve(g); !errors.Is(err, solver.ErrTooFewClues) {
		t.Errorf("Solve says %v", err)
	}
	_, err = solver.Solve(sudokutest.Parse(t, contradictory17))
	checkTooHard(t, err, want)
	if want := "too hard to decide: 100000 guesses found 0 solutions, and there may be more"; err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// An empty grid has more solutions than the search finds, and those that it finds are counted.
func TestSearchGivesUpWithSolutions(t *testing.T) {
	for _, g := range []sudoku.Grid{{}, sudoku.Empty(sudoku.SixBySix)} {
		n, err := solver.Count(g, math.MaxInt)
		if n < 1000 {
			t.Errorf("%d solutions", n)
		}
		checkTooHard(t, err, solver.TooHardError{Guesses: solver.MaxGuesses, Found: n})
		found, gaveUp := 0, 0
		for _, err := range solver.Solutions(g) {
			if err != nil {
				checkTooHard(t, err, solver.TooHardError{Guesses: solver.MaxGuesses, Found: n})
				gaveUp++
				continue
			}
			found++
		}
		if found != n || gaveUp != 1 {
			t.Errorf("Solutions finds %d and gives up %d times, Count finds %d", found, gaveUp, n)
		}
	}
}

func checkTooHard(t *testing.T, err error, want solver.TooHardError) {
	t.Helper()
	if got, ok := errors.AsType[*solver.TooHardError](err); !ok || *got != want || !errors.Is(err, solver.ErrTooHard) {
		t.Errorf("%v, want %v", err, &want)
	}
}

func TestGuesses(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  int
	}{
		{sudokutest.MolerSolved, 2, 0},
		{sudokutest.Moler, 0, 0},
		{".....5......6.1...............5........1.6...........553.....61......3...........", 2, solver.MaxGuesses},
	} {
		if got := solver.Guesses(sudokutest.Parse(t, test.text), test.limit); got != test.want {
			t.Errorf("%s to %d: %d guesses, want %d", test.text, test.limit, got, test.want)
		}
	}
	// Each guess puts one digit in, and an empty grid has no clue to follow from.
	for _, shape := range sudoku.Shapes {
		if n := solver.Guesses(sudoku.Empty(shape), 1); n < shape.Side()-1 || n > len(shape.Cells()) {
			t.Errorf("%d guesses for an empty %s", n, shape)
		}
	}
}

// The error of a contradiction in plain sight has its parts as data.
func TestNoSolutionError(t *testing.T) {
	row, column := sudoku.House{Kind: sudoku.Row, Index: 0}, sudoku.House{Kind: sudoku.Column, Index: 0}
	for puzzle, want := range map[string]solver.NoSolutionError{
		"5..5..5..": {Reason: solver.Conflict, Digit: 5, House: row,
			Cells: sudoku.CellsOf(sudoku.CellAt(0, 0), sudoku.CellAt(0, 3), sudoku.CellAt(0, 6))},
		"12.. ..3. .... ...4": {Reason: solver.NoDigit, Cells: sudoku.CellsOf(sudoku.CellAt(0, 3))},
		"23....... 4........ ...1..... ......... .1....... ......... ......... ..1......": {
			Reason: solver.NoPlace, House: column, Digit: 1},
	} {
		_, err := solver.Solve(sudokutest.Parse(t, puzzle))
		if got, ok := errors.AsType[*solver.NoSolutionError](err); !ok || *got != want || !errors.Is(err, solver.ErrNoSolution) {
			t.Errorf("%s: %#v, want %#v", puzzle, err, want)
		}
	}
}
