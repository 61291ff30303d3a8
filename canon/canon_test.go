package canon_test

import (
	"testing"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestMatchesBruteForce(t *testing.T) {
	r := random(1)
	for name, grid := range map[string]func() sudoku.Grid{
		"17 clues":              func() sudoku.Grid { return someClues(fullGrid(sudoku.Sudoku, r), 17, r) },
		"24 clues":              func() sudoku.Grid { return someClues(fullGrid(sudoku.Sudoku, r), 24, r) },
		"28 clues":              func() sudoku.Grid { return someClues(fullGrid(sudoku.Sudoku, r), 28, r) },
		"45 clues":              func() sudoku.Grid { return someClues(fullGrid(sudoku.Sudoku, r), 45, r) },
		"70 clues":              func() sudoku.Grid { return someClues(fullGrid(sudoku.Sudoku, r), 70, r) },
		"full":                  func() sudoku.Grid { return fullGrid(sudoku.Sudoku, r) },
		"17 random digits":      func() sudoku.Grid { return anyDigits(sudoku.Sudoku, 17, 9, r) },
		"40 random digits of 3": func() sudoku.Grid { return anyDigits(sudoku.Sudoku, 40, 3, r) },
		"81 random digits of 9": func() sudoku.Grid { return anyDigits(sudoku.Sudoku, 81, 9, r) },
		"81 random digits of 2": func() sudoku.Grid { return anyDigits(sudoku.Sudoku, 81, 2, r) },
		"shidoku, 5 clues":      func() sudoku.Grid { return someClues(fullGrid(sudoku.Shidoku, r), 5, r) },
		"shidoku, full":         func() sudoku.Grid { return fullGrid(sudoku.Shidoku, r) },
		"shidoku, 8 random":     func() sudoku.Grid { return anyDigits(sudoku.Shidoku, 8, 4, r) },
	} {
		t.Run(name, func(t *testing.T) {
			for range prove(50, 1000) {
				checkAgainstBruteForce(t, grid())
			}
		})
	}
}

// The same with the puzzles that people have.
func TestMatchesBruteForceOnCorpora(t *testing.T) {
	for file, n := range map[string]int{
		"minimal-20k.txt":    prove(250, 5000),
		"royle-17-clue.txt":  prove(100, 5000),
		"hardest-375.txt":    prove(50, 375),
		"full-grids-20k.txt": prove(25, 1000),
	} {
		t.Run(file, func(t *testing.T) {
			grids := sudokutest.Grids(t, file)
			for i := range n {
				checkAgainstBruteForce(t, grids[i*len(grids)/n])
			}
		})
	}
}

func checkAgainstBruteForce(t *testing.T, g sudoku.Grid) {
	t.Helper()
	form, ways := bruteForce(g)
	if got := canon.Of(g); got != form {
		t.Fatalf("Of(%s) = %s, want %s", g, got, form)
	}
	if got, want := canon.Automorphisms(g), ways*exchanges(g); got != want {
		t.Fatalf("Automorphisms(%s) = %d, want %d", g, got, want)
	}
}

// exchanges returns in how many ways the digits that g lacks can be permuted.
func exchanges(g sudoku.Grid) int {
	lacking := g.Shape().Digits()
	for _, c := range g.Shape().Cells() {
		lacking = lacking.Without(g.At(c))
	}
	return factorial(lacking.Len())
}

func factorial(n int) int {
	if n == 0 {
		return 1
	}
	return n * factorial(n-1)
}

func TestSameForIsomorphs(t *testing.T) {
	r := random(2)
	for clues := 0; clues <= sudoku.MaxCells; clues++ {
		for range prove(3, 100) {
			checkIsomorphs(t, someClues(fullGrid(sudoku.Sudoku, r), clues, r), 3)
			checkIsomorphs(t, anyDigits(sudoku.Sudoku, clues, 1+r.IntN(9), r), 3)
		}
	}
	for clues := 0; clues <= 16; clues++ {
		for range prove(20, 500) {
			checkIsomorphs(t, someClues(fullGrid(sudoku.Shidoku, r), clues, r), 3)
			checkIsomorphs(t, anyDigits(sudoku.Shidoku, clues, 1+r.IntN(4), r), 3)
		}
	}
	checkIsomorphs(t, parse(t, mostSymmetric), prove(20, 1000))
}

func TestSameForIsomorphsOnCorpora(t *testing.T) {
	for file, n := range map[string]int{
		"royle-17-clue.txt":  prove(2000, 49_151),
		"minimal-20k.txt":    prove(2000, 20_000),
		"hardest-375.txt":    375,
		"full-grids-20k.txt": prove(2000, 20_000),
	} {
		t.Run(file, func(t *testing.T) {
			for _, g := range sudokutest.Grids(t, file)[:n] {
				checkIsomorphs(t, g, 3)
			}
		})
	}
}

// checkIsomorphs checks everything that is promised of a grid and of n random isomorphs.
func checkIsomorphs(t *testing.T, g sudoku.Grid, n int) {
	t.Helper()
	r := random(3)
	form, automorphisms := canon.Of(g), canon.Automorphisms(g)
	if got := canon.Of(form); got != form {
		t.Fatalf("form of %s not idempotent: %s, then %s", g, form, got)
	}
	for range n {
		turned := sudoku.RandomTransform(g.Shape(), r).Apply(g)
		got, toForm := canon.OfWithTransform(turned)
		if got != form {
			t.Fatalf("form of %s: %s, of its isomorph %s: %s", g, form, turned, got)
		}
		if got := toForm.Apply(turned); got != form {
			t.Fatalf("%s turns %s into %s, not into %s", toForm, turned, got, form)
		}
		if read, err := sudoku.ParseTransform(toForm.String()); err != nil || read != toForm {
			t.Fatalf("transform of %s: %s is none: %v", turned, toForm, err)
		}
		if got := canon.Automorphisms(turned); got != automorphisms {
			t.Fatalf("automorphisms of %s: %d, of its isomorph %s: %d", g, automorphisms, turned, got)
		}
		if canon.KeyOf(turned) != canon.KeyOfForm(form) {
			t.Fatalf("keys of the isomorphs %s and %s differ", g, turned)
		}
	}
}

func TestNoAllocs(t *testing.T) {
	r := random(4)
	full := fullGrid(sudoku.Sudoku, r)
	for _, g := range []sudoku.Grid{
		{}, someClues(full, 17, r), someClues(full, 24, r), someClues(full, 40, r), full, parse(t, mostSymmetric),
		anyDigits(sudoku.Sudoku, 30, 9, r), fullGrid(sudoku.Shidoku, r),
	} {
		if n := testing.AllocsPerRun(10, func() {
			canon.Of(g)
			canon.OfWithTransform(g)
			canon.Automorphisms(g)
		}); n != 0 {
			t.Errorf("%s: %v allocations, want none", g, n)
		}
	}
}

func FuzzOf(f *testing.F) {
	for _, text := range []string{mostSymmetric, "1.....3..2.....4", "1111111111111111"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if g, err := sudoku.Parse(text); err == nil {
			checkIsomorphs(t, g, 2)
		}
	})
}
