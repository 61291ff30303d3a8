package logic_test

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// ofDepth3 takes trials within trials within trials, unless the tridagon is found.
const ofDepth3 = "..5...1.2.13...49........53.419.6........29....9.87...5.2....1913.2..5.4.94...32."

// Puzzles of all depths are explained to their solutions, and each step of each tree follows by the plain definitions.
func TestTrialsHold(t *testing.T) {
	puzzles := []sudoku.Grid{sudokutest.Parse(t, ofDepth3)}
	if !testing.Short() {
		for i, g := range sudokutest.Grids(t, "hard/te-depth.tsv") {
			if i%12 == 0 {
				puzzles = append(puzzles, g)
			}
		}
	}
	checkTrials(t, puzzles)
}

func TestProveTrialsHold(t *testing.T) {
	sudokutest.Prove(t)
	puzzles := append(sudokutest.Grids(t, "hard/te-depth.tsv"), sudokutest.Grids(t, "hardest-375.txt")...)
	steps, wrong := checkTrials(t, puzzles)
	sudokutest.Proved(t, "steps of the hardest that follow by the plain definitions", steps, wrong)
}

func checkTrials(t *testing.T, puzzles []sudoku.Grid) (steps, wrong int) {
	deepest, longest := 0, 0
	for _, g := range puzzles {
		path, err := logic.Path(g, logic.Tridagon)
		must(t, err)
		s := logic.NewState(g)
		for i, step := range path {
			steps++
			if err := logictest.Unjustified(s, step); err != nil {
				wrong++
				t.Errorf("%s: step %d, %s: %v", g, i+1, words.Notation(step), err)
			}
			deepest, longest = max(deepest, nesting(step)), max(longest, step.Len())
			s = s.Apply(step)
		}
		if !s.Solved() {
			t.Errorf("%s: %d steps lead to %s", g, len(path), s.Grid)
		}
	}
	if t.Logf("%d steps, at most %d deep, %d long", steps, deepest, longest); deepest != 3 {
		t.Errorf("trials are %d deep", deepest)
	}
	return steps, wrong
}

// nesting returns how many assumptions a step makes within one another.
func nesting(s logic.Step) (n int) {
	if s.Technique != logic.Contradiction {
		return 0
	}
	for _, inner := range s.Chain {
		n = max(n, nesting(inner))
	}
	return 1 + n
}

// All wrong candidates are refuted, and the digits of the solution are not.
func TestTrialsRefuteOnlyWhatIsWrong(t *testing.T) {
	s := logic.Fixpoint(logic.NewState(sudokutest.Parse(t, ofDepth3)), logic.TierXWing)
	solution, _, err := s.Solution()
	must(t, err)
	refuted := 0
	for _, c := range s.Grid.Shape().Cells() {
		for d := range s.Marks[c].All() {
			step, ok := s.Search(logic.MaxConclusions).Refute(sudoku.Candidate{Cell: c, Digit: d})
			if ok == (solution.At(c) == d) {
				t.Errorf("%s is %s: refuted %v by %s", c, d, ok, words.Notation(step))
			}
			if ok && !slices.Equal(step.Eliminations, []sudoku.Candidate{{Cell: c, Digit: d}}) {
				t.Errorf("%s of %s: %v", d, c, step.Eliminations)
			}
			if ok {
				refuted++
			}
		}
		if testing.Short() && refuted > 30 {
			break
		}
	}
	t.Logf("%d refuted", refuted)
}
