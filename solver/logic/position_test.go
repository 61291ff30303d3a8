package logic_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// randomSukaku returns a sukaku with one solution, and the solution: candidates are taken away at random, and then those
// of other solutions until one is left.
func randomSukaku(r *rand.Rand, s sudoku.Shape) (marks sudoku.Pencilmarks, solution sudoku.Grid) {
	solution = sudokutest.Must1(sudoku.Parse(sudokutest.MolerSolved))
	if s != sudoku.Sudoku {
		solution = sudokutest.Must1(solver.Solve(logictest.Puzzle(s, r, 0)))
	}
	solution = sudoku.RandomTransform(s, r).Apply(solution)
	gone := 56 + r.IntN(30) // fewer, and a path takes seconds
	for _, c := range s.Cells() {
		for d := range s.Digits().All() {
			if d == solution.At(c) || r.IntN(100) >= gone {
				marks[c] = marks[c].With(d)
			}
		}
	}
	for {
		var several *solver.DifferError
		if _, err := solver.SolveWithin(sudoku.Empty(s), marks); !errors.As(err, &several) {
			return marks, solution
		}
		for other := range solver.SolutionsWithin(sudoku.Empty(s), marks) {
			if cells := other.Difference(solution).Slice(); len(cells) > 0 {
				c := cells[r.IntN(len(cells))]
				marks[c] = marks[c].Without(other.At(c))
				break
			}
		}
	}
}

// checkSteps follows steps from a state, none of which may take a digit of the solution away.
func checkSteps(t *testing.T, s logic.State, path []logic.Step, solution sudoku.Grid) {
	t.Helper()
	begun, whole := s, !s.Solved()
	for _, step := range path {
		for _, p := range step.Placements {
			if solution.At(p.Cell) != p.Digit {
				t.Fatalf("%+v: %+v places a wrong digit", begun, step)
			}
		}
		for _, e := range step.Eliminations {
			if solution.At(e.Cell) == e.Digit {
				t.Fatalf("%+v: %+v takes %s of the solution away", begun, step, e.Digit)
			}
		}
		s = s.Apply(step)
	}
	if whole && !s.Solved() {
		t.Fatalf("%+v: the path ends with %d digits", begun, s.Grid.Len())
	}
}

// No step takes a digit of a sukaku's solution away, and steps lead to the solution. Hints, the ladder and the tier come
// from the same state.
func TestSukaku(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 1))
	seen := map[logic.Tier]int{}
	for i := range sudokutest.Cases(1000) {
		shape := sudoku.Shapes[i%len(sudoku.Shapes)]
		marks, solution := randomSukaku(r, shape)
		s := logic.State{Grid: sudoku.Empty(shape), Marks: marks}
		if got, byMarks, err := s.Solution(); got != solution || !byMarks || err != nil {
			t.Fatalf("%v: %s, %v, %v, want %s", marks, got, byMarks, err, solution)
		}
		path, err := logic.PathFrom(s)
		if errors.Is(err, logic.ErrTooHard) {
			continue
		} else if err != nil {
			t.Fatal(marks, err)
		}
		checkSteps(t, s, path, solution)
		hint, err := logic.HintFor(s.Grid, s)
		if err != nil || len(hint.Mistakes) > 0 {
			t.Fatal(marks, hint, err)
		}
		checkSteps(t, logic.State{Grid: solution}, []logic.Step{hint.Step}, solution)
		climb, err := logic.ClimbFrom(s)
		if err != nil {
			t.Fatal(marks, err)
		}
		for _, step := range climb.Steps {
			if step.Step.Technique.RestsOnUniqueness() {
				t.Fatalf("%v: %s in a sukaku", marks, step.Step.Technique)
			}
			checkSteps(t, logic.State{Grid: solution}, []logic.Step{step.Step}, solution)
		}
		tier, hardest, err := s.Needs()
		if err != nil || hardest.Tier() != tier || tier < logic.TierGuessing && !logic.Fixpoint(s, tier).Solved() || logic.Fixpoint(s, tier-1).Solved() {
			t.Fatal(marks, tier, hardest, err)
		}
		seen[tier]++
	}
	t.Logf("sukaku by tier: %v", seen)
	for _, tier := range []logic.Tier{logic.TierSingletons, logic.TierHidden, logic.TierGuessing} {
		if seen[tier] == 0 {
			t.Errorf("no sukaku of tier %d", tier)
		}
	}
}

// In a position of a puzzle, whoever took candidates away, all techniques hold.
func TestPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(46, 2))
	puzzles := append(logictest.Puzzles(sudoku.SixBySix, 5), sudokutest.Parse(t, sudokutest.Moler), sudokutest.Parse(t, "1.....3..2.....4"))
	for _, technique := range logic.Uniqueness {
		s, _, _ := technique.Example()
		puzzles = append(puzzles, s.Clues())
	}
	used := 0
	for i := range sudokutest.Cases(1000) {
		clues := puzzles[i%len(puzzles)]
		solution := sudokutest.Must1(solver.Solve(clues))
		s, one := logic.NewState(clues), 5+r.IntN(30) // of so many cells is filled, and of so many candidates gone
		for _, c := range clues.Shape().Cells() {
			if clues.At(c) == 0 && r.IntN(one) == 0 {
				s = s.Apply(logic.Step{Placements: []sudoku.Candidate{{Cell: c, Digit: solution.At(c)}}})
			}
		}
		for c, marks := range s.Marks {
			for d := range marks.Without(solution.At(sudoku.Cell(c))).All() {
				if r.IntN(one) == 0 {
					s.Marks[c] = s.Marks[c].Without(d)
				}
			}
		}
		if got, byMarks, err := s.Solution(); got != solution || byMarks || err != nil || s.Unsound() != nil {
			t.Fatalf("%+v: %s, %v, %v", s, got, byMarks, err)
		}
		path, err := logic.PathFrom(s)
		if errors.Is(err, logic.ErrTooHard) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		checkSteps(t, s, path, solution)
		if slices.ContainsFunc(path, func(step logic.Step) bool { return step.Technique.RestsOnUniqueness() }) {
			used++
		}
	}
	t.Logf("%d paths rest on uniqueness", used)
	if used == 0 {
		t.Error("no path rests on uniqueness")
	}
}

// A unique rectangle is no reason in a sukaku: here its conclusion is wrong. Its four cells have two digits, and the one
// with a third lacks the digit that the other way to fill them needs.
func TestUniquenessInSukaku(t *testing.T) {
	solution := sudokutest.Parse(t, sudokutest.MolerSolved) // 3 and 7 in r1c5 and r1c9, and 7 and 3 below them
	s := logic.State{Grid: sudoku.Empty(sudoku.Sudoku)}
	for _, c := range s.Grid.Shape().Cells() {
		s.Marks[c] = sudoku.DigitsOf(solution.At(c))
	}
	for _, c := range []sudoku.Cell{sudoku.CellAt(0, 4), sudoku.CellAt(0, 8), sudoku.CellAt(1, 4)} {
		s.Marks[c] = sudoku.DigitsOf(3, 7)
	}
	s.Marks[sudoku.CellAt(1, 8)] = sudoku.DigitsOf(3, 5)
	steps := logic.UniqueRectangle1.StepsIn(s)
	if len(steps) != 1 || !slices.Contains(steps[0].Eliminations, sudoku.Candidate{Cell: sudoku.CellAt(1, 8), Digit: 3}) {
		t.Fatal(steps)
	}
	if !slices.Equal(s.Unsound(), logic.Uniqueness) {
		t.Error(s.Unsound())
	}
	path, err := logic.PathFrom(s)
	if err != nil {
		t.Fatal(err)
	}
	checkSteps(t, s, path, solution)
}

// A state without one solution is an error that has the reason.
func TestSolutionErrors(t *testing.T) {
	moler := logic.NewState(sudokutest.Parse(t, sudokutest.Moler))
	empty := logic.NewState(sudoku.Empty(sudoku.Sudoku))
	twoDigits, noDigit, wrong := empty, empty, moler
	for c := range twoDigits.Marks {
		twoDigits.Marks[c] = sudoku.Sudoku.Digits()
	}
	twoDigits.Marks[0], twoDigits.Marks[1], twoDigits.Marks[2] = 1, 1, 1
	noDigit.Marks[5] = 4
	wrong.Marks[0] = sudoku.DigitsOf(1, 5)
	for _, test := range []struct {
		s    logic.State
		want string
	}{
		{empty, "too few clues for a single solution: 0"},
		{twoDigits, "no solution"},
		{noDigit, "more than one solution: two of them differ in r"},
		{wrong, "no path from here: r1c1 is 9 in the solution"},
	} {
		_, err := logic.PathFrom(test.s)
		sudokutest.WantError(t, err, test.want)
		_, err = logic.ClimbFrom(test.s)
		sudokutest.WantError(t, err, test.want)
	}
	if mistakes, err := logic.HintFor(moler.Grid, wrong); err != nil || len(mistakes.Mistakes) != 1 {
		t.Error(mistakes, err)
	}
}

// In a grid with several solutions, no step takes a digit of any of them away, but for the techniques that rest on there being
// one; and what is placed is in all of them.
func TestStepsHoldForAllSolutions(t *testing.T) {
	r := rand.New(rand.NewPCG(47, 1))
	grids, steps := 0, map[logic.Technique]int{}
	for _, shape := range logictest.SmallShapes {
		for range sudokutest.Cases(300) {
			g := logictest.Puzzle(shape, r, 0)
			for _, c := range g.Filled().Slice() {
				if r.IntN(6) == 0 {
					g = g.With(c, 0)
				}
			}
			var possible sudoku.Pencilmarks // digits of some solution
			solutions := 0
			for solution := range solver.Solutions(g) {
				for c, d := range solution.ByCell() {
					possible[c] = possible[c].With(d)
				}
				if solutions++; solutions > 2000 {
					break
				}
			}
			if solutions < 2 || solutions > 2000 {
				continue
			}
			grids++
			for s := logic.NewState(g); ; {
				search, next, found := s.Search(0), logic.Step{}, false
				deep := r.IntN(16) == 0 // sets take longest
				for place, technique := range logic.Techniques {
					if technique.RestsOnUniqueness() || technique == logic.Contradiction ||
						!deep && place > slices.Index(logic.Techniques, logic.GroupedAIC) {
						continue
					}
					for step := range search.All(technique) {
						steps[technique]++
						checkPossible(t, s, step, possible)
						if !found {
							next, found = step, true
						}
					}
				}
				for _, c := range shape.Cells() {
					for d := range s.Marks[c].All() {
						if !deep {
							continue
						}
						if step, ok := s.Search(200).Refute(sudoku.Candidate{Cell: c, Digit: d}); ok {
							steps[logic.Contradiction]++
							checkPossible(t, s, step, possible)
						}
					}
				}
				if !found {
					break
				}
				s = s.Apply(next)
			}
		}
	}
	t.Logf("%d grids with 2 to 2,000 solutions: %v", grids, steps)
	if grids < sudokutest.Cases(300) || steps[logic.GroupedAIC] == 0 || steps[logic.Contradiction] == 0 {
		t.Error("too few: this test sees nothing")
	}
}

func checkPossible(t *testing.T, s logic.State, step logic.Step, possible sudoku.Pencilmarks) {
	t.Helper()
	for _, p := range step.Placements {
		if possible[p.Cell] != sudoku.DigitsOf(p.Digit) {
			t.Fatalf("%s: %s, but solutions have %s", s.Grid, words.Notation(step), possible[p.Cell])
		}
	}
	for _, e := range step.Eliminations {
		if possible[e.Cell].Has(e.Digit) {
			t.Fatalf("%s: %s, but a solution has it", s.Grid, words.Notation(step))
		}
	}
}
