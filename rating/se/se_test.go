package se

import (
	"fmt"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/rating/ratingtest"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// The file has puzzles of our generator (generate --count 4000 --seed 25) with the ER, EP and ED that Sudoku
// Explainer 1.2.1 gave them, up to 30 of each ER.
func TestSameAsSudokuExplainer(t *testing.T) {
	text, err := os.ReadFile("testdata/ratings.txt")
	must(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		r, err := Rate(sudokutest.Parse(t, fields[0]))
		must(t, err)
		for i, got := range []Value{r.ER, r.EP, r.ED} {
			checkValue(t, line, got, fields[1+i])
		}
	}
}

// checkValue checks that a value is the one given, or at least no higher where it says no more.
func checkValue(t *testing.T, line string, got Value, want string) {
	t.Helper()
	if least := strings.TrimPrefix(got.String(), ">="); got.AtLeast && (want < least || want < "9.0") || !got.AtLeast && least != want {
		t.Errorf("%v, want %s of %s", got, want, line)
	}
}

func TestErrors(t *testing.T) {
	ratingtest.Rejects(t, func(g sudoku.Grid) error { _, err := Rate(g); return err }, ErrShape)
}

// What a finder leaves out, as it was when it last found nothing, has no step now either.
func TestNothingNewIsLeftOut(t *testing.T) {
	text, err := os.ReadFile("testdata/ratings.txt")
	must(t, err)
	for i, line := range slices.Collect(strings.Lines(string(text))) {
		if testing.Short() && i%5 > 0 {
			continue
		}
		for g := load(sudokutest.Parse(t, strings.Fields(line)[0])); g.open > 0; {
			again := *g
			again.news, again.changed = new([finderCount]changes), everything
			s, ok := g.next()
			if want, found := again.next(); ok != found || !reflect.DeepEqual(s, want) {
				t.Fatalf("%s with %d open cells: step %+v, want %+v", line, g.open, s, want)
			}
			if !ok {
				break
			}
			g.apply(s)
		}
	}
}

// No step removes what is in the solution.
func TestStepsAreSound(t *testing.T) {
	for file, count := range map[string]int{"minimal-20k.txt": 100, "hardest-375.txt": 20} { // the hardest take up to seconds each
		for _, puzzle := range sudokutest.Grids(t, file)[:sudokutest.Cases(count)] {
			solution, err := solver.Solve(puzzle)
			must(t, err)
			g, digits := load(puzzle), solution.ByCell()
			for s, ok := g.next(); ok && g.open > 0; s, ok = g.next() {
				for _, c := range s.removed {
					if digits[c.cell] == sudoku.Digit(c.digit+1) {
						t.Fatalf("%v: a step of %d removes %d from cell %d", puzzle, s.rating, c.digit+1, c.cell)
					}
				}
				if s.places && digits[s.cell] != sudoku.Digit(s.digit+1) {
					t.Fatalf("%v: a step of %d places %d in cell %d", puzzle, s.rating, s.digit+1, s.cell)
				}
				g.apply(s)
			}
		}
	}
}

// The file has positions of our puzzles (level, digits, candidates of each cell as bits), with the rating and the number of nodes
// of the first step that the chains of Sudoku Explainer 1.2.1 found there, in a process of their own.
func TestNestedAsSudokuExplainer(t *testing.T) {
	text, err := os.ReadFile("testdata/nested.txt")
	must(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		level, err := strconv.Atoi(fields[0])
		must(t, err)
		g := load(sudokutest.Parse(t, fields[1]))
		for c, marks := range strings.Split(fields[2], ",") {
			left, err := strconv.Atoi(marks)
			must(t, err)
			for gone := g.marks[c] &^ uint16(left); gone != 0; gone &= gone - 1 {
				g.remove(uint8(c), first(gone))
			}
		}
		f := new(forcingSearch)
		f.reset(g, nesting(level))
		f.search()
		if got := fmt.Sprint(f.best.step.rating, " ", f.best.length); got != strings.Join(fields[3:], " ") {
			t.Errorf("rating and length %s, want %s", got, line)
		}
	}
}

// Without effort, the rating of a puzzle that needs nested techniques is a bound, and others keep theirs.
func TestEffort(t *testing.T) {
	for _, puzzle := range sudokutest.Grids(t, "hardest-375.txt")[:2] {
		r, err := RateWithin(puzzle, 0)
		must(t, err)
		if got := r.ER.String(); got != ">=9.0" {
			t.Errorf("%v: %s without effort, want >=9.0", puzzle, got)
		}
	}
	plain := sudokutest.Parse(t, sudokutest.Moler)
	r, err := RateWithin(plain, 0)
	must(t, err)
	if r.ER.AtLeast {
		t.Errorf("%v: %v without effort", plain, r.ER)
	}
}
