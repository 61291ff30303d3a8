package logic_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// HoDoKu's library of positions (reglib-1.4.txt), each for one technique: what that concludes, ours conclude too.
// A line is ":code:digits:grid:gone:eliminations:placements:more", where
// "-x" behind the code says that the technique finds nothing.
func TestProveHoDoKusLibrary(t *testing.T) {
	sudokutest.Prove(t)
	text, err := os.ReadFile(sudokutest.Path(t, "reglib-1.4.txt"))
	must(t, err)
	cases := 0
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, ":") {
			continue
		}
		fields := strings.Split(line, ":")
		code, variant, _ := strings.Cut(fields[1], "-")
		s := libraryState(t, fields[3])
		s = s.Apply(logic.Step{Eliminations: libraryCandidates(fields[4])})
		if variant == "x" {
			technique, ok := map[string]logic.Technique{"0606": logic.HiddenRectangle, "0610": logic.BUGPlus1}[code]
			if steps := technique.StepsIn(s); !ok || len(steps) > 0 {
				t.Errorf("%s: %d steps of %q, want none", line, len(steps), technique)
			}
			continue
		}
		if cases++; !concludes(t, s, libraryCandidates(fields[5]), libraryCandidates(fields[6])) {
			t.Errorf("not concluded: %s", line)
		}
	}
	if cases < 1108 {
		t.Errorf("%d cases, want 1108 or more", cases)
	}
}

// libraryState reads a grid that has "+" before the digits that are not clues.
func libraryState(t *testing.T, text string) logic.State {
	s := logic.NewState(sudokutest.Parse(t, strings.ReplaceAll(text, "+", "")))
	c := sudoku.Cell(0)
	for i := range text {
		if text[i] == '+' {
			s.Placed = s.Placed.With(c)
		} else {
			c++
		}
	}
	return s
}

// libraryCandidates reads digit, row and column of each candidate: "436 257".
func libraryCandidates(text string) (list []sudoku.Candidate) {
	for field := range strings.FieldsSeq(text) {
		list = append(list, sudoku.Candidate{Cell: sudoku.CellAt(int(field[1]-'1'), int(field[2]-'1')), Digit: sudoku.Digit(field[0] - '0')})
	}
	return list
}

// concludes reports whether the techniques without contradictions rule out and place all of these, and nothing wrong.
func concludes(t *testing.T, s logic.State, gone, placed []sudoku.Candidate) bool {
	t.Helper()
	solution, err := solver.Solve(s.Grid)
	for {
		here := func(c sudoku.Candidate) bool { return s.Grid.At(c.Cell) == c.Digit }
		there := func(c sudoku.Candidate) bool { return s.Marks[c.Cell].Has(c.Digit) || here(c) }
		if !slices.ContainsFunc(gone, there) && !slices.ContainsFunc(placed, func(c sudoku.Candidate) bool { return !here(c) }) {
			return true
		}
		step, ok := s.Next(logic.TierGuessing, logic.Contradiction)
		if !ok {
			return false
		}
		for _, e := range step.Eliminations {
			if err == nil && solution.At(e.Cell) == e.Digit {
				t.Errorf("%s: %s", s.Grid, words.Notation(step))
			}
		}
		s = s.Apply(step)
	}
}
