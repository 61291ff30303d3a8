package solver_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// additionsByDefinition counts the solutions of every way to add n clues, and lists those
// that have one. Excluded are those that leave a conflict.
func additionsByDefinition(g sudoku.Grid, n int, except []sudoku.Candidate) (solver.Tally, []sudoku.Grid) {
	var t solver.Tally
	var unique []sudoku.Grid
	add := func(more sudoku.Grid) {
		switch n := count(more, 2); {
		case n == 1:
			t.Unique++
			unique = append(unique, more)
		case n > 1:
			t.Multiple++
		case len(slices.Collect(more.Conflicts())) > 0:
			t.Excluded++
		default:
			t.None++
		}
	}
	each := func(g sudoku.Grid, from int, do func(sudoku.Grid, int)) {
		for _, c := range g.Shape().Cells() {
			for d := range g.Shape().Digits().All() {
				if int(c) >= from && g.At(c) == 0 && !slices.Contains(except, sudoku.Candidate{Cell: c, Digit: d}) {
					do(g.With(c, d), int(c)+1)
				}
			}
		}
	}
	each(g, 0, func(more sudoku.Grid, from int) {
		if n == 1 {
			add(more)
			return
		}
		each(more, from, func(more sudoku.Grid, _ int) { add(more) })
	})
	return t, unique
}

// checkAdditions compares the additions with the definition. More may be excluded than what leaves a
// conflict, where logic rules candidates out.
func checkAdditions(t *testing.T, g sudoku.Grid, n int, except ...sudoku.Candidate) (unique int) {
	t.Helper()
	var found []sudoku.Grid
	got := solver.Additions(g, n, except, func(clues []sudoku.Candidate) {
		if len(clues) != n {
			t.Errorf("%s: %d clues added, want %d", g, len(clues), n)
		}
		more := g
		for _, c := range clues {
			more = more.With(c.Cell, c.Digit)
		}
		found = append(found, more)
	})
	want, grids := additionsByDefinition(g, n, except)
	if got.None+got.Excluded != want.None+want.Excluded || got.Excluded < want.Excluded || got.Unique != want.Unique || got.Multiple != want.Multiple || got.Undecided != 0 {
		t.Errorf("%s with %d: %+v, want %+v", g, n, got, want)
	}
	if got.Ways() != want.Ways() {
		t.Errorf("%s with %d: %d ways, want %d", g, n, got.Ways(), want.Ways())
	}
	byText := func(a, b sudoku.Grid) int { return slices.Compare([]byte(a.String()), []byte(b.String())) }
	slices.SortFunc(found, byText)
	slices.SortFunc(grids, byText)
	if !slices.Equal(found, grids) {
		t.Errorf("%s with %d: %v, want %v", g, n, found, grids)
	}
	return len(found)
}

func TestAdditionsOfSmallShapes(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 8))
	unique := 0
	for range 20 {
		g := someClues(sudoku.SixBySix, 6+r.IntN(20), r)
		unique += checkAdditions(t, g, 1, clues(g)[0])
		unique += checkAdditions(t, someClues(sudoku.SixBySix, 20+r.IntN(16), r), 2)
	}
	if unique == 0 {
		t.Error("nothing to compare")
	}
	unique = 0
	for range 60 {
		g := someClues(sudoku.Shidoku, r.IntN(8), r)
		unique += checkAdditions(t, g, 1) + checkAdditions(t, g, 2)
	}
	checkAdditions(t, sudoku.Empty(sudoku.Shidoku), 2)
	checkAdditions(t, someClues(sudoku.Shidoku, 16, r), 2)
	if unique == 0 {
		t.Error("nothing to compare")
	}
}

func TestAdditions(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 8))
	unique := 0
	for i := range 60 {
		g := someClues(sudoku.Sudoku, 17+r.IntN(20), r)
		if i%4 == 0 { // most of these have no solution
			g = g.With(g.Filled().Slice()[0], sudoku.Digit(1+r.IntN(9)))
		}
		unique += checkAdditions(t, g, 1)
	}
	for clues := 32; clues <= 80; clues += 6 {
		unique += checkAdditions(t, someClues(sudoku.Sudoku, clues, r), 2)
	}
	checkAdditions(t, sudokutest.Parse(t, sudokutest.MolerSolved), 1)
	if unique == 0 {
		t.Error("nothing to compare")
	}
}

// someClues returns so many clues of a random solution.
func someClues(s sudoku.Shape, clues int, r *rand.Rand) sudoku.Grid {
	g := sudoku.Empty(s)
	for solution := range solver.Solutions(g) {
		g = sudoku.RandomTransform(s, r).Apply(solution)
		break
	}
	for _, i := range r.Perm(len(s.Cells()))[clues:] {
		g = g.With(s.Cells()[i], 0)
	}
	return g
}

// Puzzles without one of their clues, or two, which may not come back.
func TestAdditionsOfPuzzles(t *testing.T) {
	g := sudokutest.Parse(t, sudokutest.Moler)
	for _, c := range clues(g) {
		checkAdditions(t, g.With(c.Cell, 0), 1, c)
		checkAdditions(t, g.With(c.Cell, 0), 1)
	}
	away := clues(g)[3:5]
	checkAdditions(t, g.With(away[0].Cell, 0).With(away[1].Cell, 0), 2, away...)
}

func clues(g sudoku.Grid) (list []sudoku.Candidate) {
	for c := range g.Filled().All() {
		list = append(list, sudoku.Candidate{Cell: c, Digit: g.At(c)})
	}
	return list
}

// Of the ways to put two digits into an empty grid, those of the same digit in two peers are excluded:
// 81·20/2 pairs of peers and nine digits, 36·12/2 and six. All others can be completed in many ways.
func TestAdditionsToNothing(t *testing.T) {
	for shape, want := range map[sudoku.Shape]solver.Tally{
		sudoku.Sudoku:   {Excluded: 810 * 9, Multiple: 81*80/2*9*9 - 810*9},
		sudoku.SixBySix: {Excluded: 216 * 6, Multiple: 36*35/2*6*6 - 216*6},
	} {
		if got := solver.Additions(sudoku.Empty(shape), 2, nil, func([]sudoku.Candidate) {}); got != want {
			t.Errorf("%s: %+v, want %+v", shape, got, want)
		}
	}
}

// Puzzles of 17 clues, each without two of them: 172,576 ways to add two.
func TestProveAdditions(t *testing.T) {
	sudokutest.Prove(t)
	unique, puzzles := 0, sudokutest.Scrambled(t, "royle-17-clue.txt")[:100]
	for i, g := range puzzles {
		x, y := clues(g)[i%17], clues(g)[(i+1+i/17)%17]
		unique += checkAdditions(t, g.With(x.Cell, 0).With(y.Cell, 0), 2, x, y)
	}
	t.Logf("%d ways compared with the definition, %d of them unique: 0 differences", 172_576*len(puzzles), unique)
}

func TestAdditionsPanic(t *testing.T) {
	defer func() {
		if want, got := "solver: additions of 3 clues: want 1 or 2", fmt.Sprint(recover()); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}()
	solver.Additions(sudoku.Grid{}, 3, nil, nil)
}
