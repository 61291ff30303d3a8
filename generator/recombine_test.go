package generator_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// childrenByDefinition takes clues away in every way, puts others in in every way, and counts
// the solutions each time. Those in which a clue has come back are not in the counts.
func childrenByDefinition(mother sudoku.Grid, change generator.Change) (generator.Counts, []string) {
	var n generator.Counts
	forms := map[string]bool{}
	cells := mother.Shape().Cells()
	var put func(g sudoku.Grid, from, plus, counts int)
	put = func(g sudoku.Grid, from, plus, counts int) {
		if plus == 0 {
			n.Children += counts
			switch count(g) {
			case 0:
				n.None += counts
			case 1:
				n.Unique += counts
				forms[canon.Of(g).String()] = true
			default:
				n.Multiple += counts
			}
			return
		}
		for i := from; i < len(cells); i++ {
			for d := range g.Shape().Digits().All() {
				if g.At(cells[i]) != 0 {
					continue
				}
				after := counts
				if mother.At(cells[i]) == d {
					after = 0
				}
				put(g.With(cells[i], d), i+1, plus-1, after)
			}
		}
	}
	var take func(g sudoku.Grid, from, minus int)
	take = func(g sudoku.Grid, from, minus int) {
		if minus == 0 {
			put(g, 0, change.Plus, 1)
			return
		}
		for i := from; i < len(cells); i++ {
			if g.At(cells[i]) != 0 {
				take(g.With(cells[i], 0), i+1, minus-1)
			}
		}
	}
	take(mother, 0, change.Minus)
	delete(forms, canon.Of(mother).String())
	n.Classes = len(forms)
	var list []string
	for form := range forms {
		list = append(list, form)
	}
	slices.Sort(list)
	return n, list
}

func children(t *testing.T, mother sudoku.Grid, change generator.Change) (generator.Counts, []string) {
	t.Helper()
	return childrenBy(t, generator.Recombine, mother, change)
}

type recombination func(sudoku.Grid, generator.Change, func(sudoku.Grid) bool) (generator.Counts, error)

func childrenBy(t *testing.T, recombine recombination, mother sudoku.Grid, change generator.Change) (generator.Counts, []string) {
	t.Helper()
	var list []string
	n, err := recombine(mother, change, func(child sudoku.Grid) bool {
		list = append(list, child.String())
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum := n.Excluded + n.Multiple + n.None + n.Unique + n.Undecided; sum != n.Children {
		t.Errorf("%s %s: %+v does not add up", mother, change, n)
	}
	slices.Sort(list)
	return n, list
}

// checkChildren compares with the definition. What is excluded has no solution.
func checkChildren(t *testing.T, mother sudoku.Grid, change generator.Change) (classes int) {
	t.Helper()
	got, list := children(t, mother, change)
	want, wantList := childrenByDefinition(mother, change)
	got.None, got.Excluded = got.None+got.Excluded, 0
	if got != want || !slices.Equal(list, wantList) {
		t.Errorf("%s %s: %+v %v, want %+v %v", mother, change, got, list, want, wantList)
	}
	return len(list)
}

var changes = []generator.Change{{0, 1}, {0, 2}, {1, 0}, {1, 1}, {1, 2}, {2, 0}, {2, 1}, {2, 2}}

// Minimal Shidoku, and all changes of some that are not minimal.
func TestRecombineShidoku(t *testing.T) {
	puzzles := slices.Collect(generator.Puzzles(generator.Options{Shape: sudoku.Shidoku, Seed: 1}))
	mothers := 12
	if testing.Short() {
		mothers = 3
	}
	for _, g := range puzzles[:mothers] {
		checkChildren(t, g, generator.Change{Minus: 2, Plus: 2})
		checkChildren(t, g, generator.Change{Minus: 1, Plus: 1})
	}
	full, _ := solver.Solve(puzzles[0])
	for _, change := range changes {
		more := puzzles[0]
		for _, c := range full.Shape().Cells()[:6] {
			more = more.With(c, full.At(c))
		}
		checkChildren(t, puzzles[0], change)
		checkChildren(t, more, change)
		if change.Minus+change.Plus < 4 {
			checkChildren(t, full, change)
		}
	}
}

// All changes of a 6×6, except those of two clues in: of a puzzle of 8 clues there are as many as of a Sudoku.
func TestRecombineSixBySix(t *testing.T) {
	for _, g := range sudokutest.First(2, generator.Puzzles(generator.Options{Shape: sudoku.SixBySix, Clues: 8, Seed: 1})) {
		for _, change := range changes {
			if change.Plus < 2 {
				checkChildren(t, g, change)
				checkFilters(t, g, change)
			}
		}
	}
}

// {-1+1} of 17 clues, 9,928 children each, and the other changes that have no more.
func TestRecombine(t *testing.T) {
	for _, g := range sudokutest.Scrambled(t, "royle-17-clue.txt")[:4] {
		checkChildren(t, g, generator.Change{Minus: 1, Plus: 1})
	}
	moler := sudokutest.Parse(t, sudokutest.Moler)
	for _, change := range []generator.Change{{0, 1}, {1, 0}, {1, 1}, {2, 0}, {2, 1}} {
		checkChildren(t, moler, change)
	}
}

// Huang's figure 4: a 17-clue puzzle and any clue of its solution are a mother of 18 clues, whose
// {-2+1} leads back.
func TestRecombineFromEighteen(t *testing.T) {
	g := sudokutest.Grids(t, "royle-17-clue.txt")[0]
	solution, err := solver.Solve(g)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []sudoku.Cell{3, 40, 80} {
		mother := g.With(c, solution.At(c))
		if mother == g {
			continue
		}
		if _, list := children(t, mother, generator.Change{Minus: 2, Plus: 1}); !slices.Contains(list, canon.Of(g).String()) {
			t.Errorf("%s: %v, without the puzzle it was made of", mother, list)
		}
	}
}

// {-2+2} has the children that Huang counts, and of random ones those are puzzles that
// counting their solutions says are.
func TestRecombineTwo(t *testing.T) {
	if testing.Short() {
		t.Skip("they are 23 million: make check looks at them")
	}
	mother := sudokutest.Scrambled(t, "royle-17-clue.txt")[20]
	n, list := children(t, mother, generator.Change{Minus: 2, Plus: 2})
	if n.Children != 23_470_336 {
		t.Errorf("%d children, want 23,470,336", n.Children)
	}
	r := rand.New(rand.NewPCG(4, 8))
	var multiple, none int
	const samples = 100_000
	for range samples {
		child := randomChild(mother, 2, r)
		switch count(child) {
		case 0:
			none++
		case 1:
			if form := canon.Of(child); form != canon.Of(mother) && !slices.Contains(list, form.String()) {
				t.Errorf("%s is not found", child)
			}
		default:
			multiple++
		}
	}
	share := func(n, of int) float64 { return float64(n) / float64(of) }
	if got, want := share(n.Multiple, n.Children), share(multiple, samples); got < want-0.01 || got > want+0.01 {
		t.Errorf("%.3f of the children have many solutions, of random ones %.3f", got, want)
	}
	for _, form := range list {
		if g := sudokutest.Parse(t, form); count(g) != 1 || g.Len() != 17 || canon.Of(g) != g {
			t.Errorf("%s is not a puzzle of 17 clues in canonical form", form)
		}
	}
}

// randomChild changes n clues of a mother.
func randomChild(mother sudoku.Grid, n int, r *rand.Rand) sudoku.Grid {
	child := mother
	filled, cells := mother.Filled().Slice(), mother.Shape().Cells()
	for _, i := range r.Perm(len(filled))[:n] {
		child = child.With(filled[i], 0)
	}
	for n > 0 {
		c, d := cells[r.IntN(len(cells))], sudoku.Digit(1+r.IntN(mother.Shape().Side()))
		if child.At(c) == 0 && mother.At(c) != d {
			child = child.With(c, d)
			n--
		}
	}
	return child
}

// All of {-2+2} by definition takes minutes for each mother.
func TestProveRecombine(t *testing.T) {
	sudokutest.Prove(t)
	for _, g := range sudokutest.Scrambled(t, "royle-17-clue.txt")[1000:1001] {
		classes := checkChildren(t, g, generator.Change{Minus: 2, Plus: 2})
		t.Logf("%s: all children compared with the definition, %d classes of puzzles: 0 differences", g, classes)
	}
	for g := range generator.Puzzles(generator.Options{Shape: sudoku.Shidoku, Seed: 2}) {
		for _, change := range changes {
			checkChildren(t, g, change)
		}
	}
}

// Isomorphs have the same children, and the mother's own class is not among them.
func TestRecombineIsomorphs(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	mother := sudokutest.Parse(t, sudokutest.Moler)
	wantCounts, want := children(t, mother, generator.Change{Minus: 2, Plus: 1})
	for range 5 {
		turned := sudoku.RandomTransform(sudoku.Sudoku, r).Apply(mother)
		if n, list := children(t, turned, generator.Change{Minus: 2, Plus: 1}); n != wantCounts || !slices.Equal(list, want) {
			t.Errorf("%s: %+v %v, want %+v %v", turned, n, list, wantCounts, want)
		}
	}
	if slices.Contains(want, canon.Of(mother).String()) {
		t.Error("the mother's class is among its children's")
	}
}

func TestRecombineStops(t *testing.T) {
	mother := sudokutest.Parse(t, "1.....3..2.....4")
	calls := 0
	n, err := generator.Recombine(mother, generator.Change{Minus: 2, Plus: 2}, func(sudoku.Grid) bool {
		calls++
		return false
	})
	if err != nil || calls != 1 || n.Classes != 1 {
		t.Errorf("%d calls, %+v, %v", calls, n, err)
	}
}

func TestRecombineErrors(t *testing.T) {
	for text, want := range map[string]error{
		"1....2....3....4":      solver.ErrManySolutions,
		strings.Repeat(".", 81): solver.ErrTooFewClues,
		"1..1............":      solver.ErrNoSolution,
	} {
		_, err := generator.Recombine(sudokutest.Parse(t, text), generator.Change{Minus: 1, Plus: 1}, nil)
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", text, err, want)
		}
	}
	for _, change := range []generator.Change{{}, {3, 1}, {1, 3}, {-1, 1}} {
		if _, err := generator.Recombine(sudokutest.Parse(t, sudokutest.Moler), change, nil); err == nil {
			t.Errorf("%s is accepted", change)
		}
	}
}

func TestParseChange(t *testing.T) {
	for text, want := range map[string]generator.Change{
		"1": {1, 1}, "2": {2, 2}, "2+1": {2, 1}, "-2+1": {2, 1}, "{-1+2}": {1, 2}, "0+1": {0, 1}, "2+0": {2, 0},
	} {
		got, err := generator.ParseChange(text)
		if err != nil || got != want {
			t.Errorf("%s: %v, %v, want %v", text, got, err, want)
		}
		if again, err := generator.ParseChange(got.String()); err != nil || again != got {
			t.Errorf("%s: %v, %v", got, again, err)
		}
	}
	for _, text := range []string{"", "0", "3", "1+", "+1", "-", "{}", "0+0", "3+1", "1+3", "1+1+1", "a", "11", "1 + 1", "/+1"} {
		if got, err := generator.ParseChange(text); err == nil {
			t.Errorf("%q: %v, want an error", text, got)
		}
	}
}

// BenchmarkRecombine measures {-1+1} of 17-clue puzzles, mothers a second, and {-2+2}; beside the
// first, counting the solutions of each child.
func BenchmarkRecombine(b *testing.B) {
	one, two := generator.Change{Minus: 1, Plus: 1}, generator.Change{Minus: 2, Plus: 2}
	recombine := func(change generator.Change) func(sudoku.Grid) {
		return func(g sudoku.Grid) {
			if _, err := generator.Recombine(g, change, func(sudoku.Grid) bool { return true }); err != nil {
				b.Fatal(err)
			}
		}
	}
	sudokutest.BenchFile(b, "-1+1", "royle-17-clue.txt", recombine(one))
	sudokutest.BenchFile(b, "-1+1/oracle", "royle-17-clue.txt", func(g sudoku.Grid) { childrenByDefinition(g, one) })
	sudokutest.BenchFile(b, "-2+2", "royle-17-clue.txt", recombine(two))
}

// checkFilters compares the two ways. What the filters exclude has no solution or several.
func checkFilters(t *testing.T, mother sudoku.Grid, change generator.Change) generator.Counts {
	t.Helper()
	want, wantList := children(t, mother, change)
	got, list := childrenBy(t, generator.RecombineByFilters, mother, change)
	if !slices.Equal(list, wantList) || got.Children != want.Children || got.Unique != want.Unique || got.Classes != want.Classes {
		t.Errorf("%s %s: %+v %v, want %+v %v", mother, change, got, list, want, wantList)
	}
	if got.Multiple+got.Exchangeable < want.Multiple {
		t.Errorf("%s %s: %d with several solutions, of %d", mother, change, got.Multiple+got.Exchangeable, want.Multiple)
	}
	return got
}

func TestFiltersShidoku(t *testing.T) {
	n := 0
	for g := range generator.Puzzles(generator.Options{Shape: sudoku.Shidoku, Seed: 1}) {
		for _, change := range changes {
			checkFilters(t, g, change)
		}
		if n++; n == 8 || n == 2 && testing.Short() {
			break
		}
	}
}

func TestFilters(t *testing.T) {
	var sum generator.Counts
	for _, g := range sudokutest.Scrambled(t, "royle-17-clue.txt")[100:103] {
		sum = sum.Plus(checkFilters(t, g, generator.Change{Minus: 1, Plus: 1}))
	}
	if sum.Exchangeable == 0 {
		t.Error("no lines can be exchanged")
	}
	checkFilters(t, sudokutest.Parse(t, sudokutest.Moler), generator.Change{Minus: 2, Plus: 1})
}
