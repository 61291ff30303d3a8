package logic

import (
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Hint is help on a player's own board: mistakes, else the next step, else nothing, for a
// solved grid.
type Hint struct {
	Mistakes []Mistake
	Step     Step
	Solved   bool
}

// Mistake is a wrong digit in a cell, or marks that leave out the cell's right digit.
type Mistake struct {
	Cell  sudoku.Cell
	Digit sudoku.Digit  // the wrong digit, 0 if it is the marks
	Marks sudoku.Digits // the marks, if they are wrong
}

// HintFor returns a hint for a player's own grid and marks of a puzzle, or of a position that has one solution by its marks
// alone ([State.Solution]). A cell without marks
// counts as one with all its candidates; marks that a player has taken away stay away. The
// step is the easiest on that board among the techniques up to the puzzle's own tier. The
// errors are those of [State.Solution], one about a grid that does not belong to the clues, and [ErrTooHard].
func HintFor(clues sudoku.Grid, s State, without ...Technique) (Hint, error) {
	if !s.Grid.Extends(clues) {
		return Hint{}, fmt.Errorf("grid %q has lost clues of %q: put them back", s.Grid, clues)
	}
	s.Placed = s.Grid.Filled().Minus(clues.Filled())
	solution, byMarks, err := s.Solution()
	if err != nil {
		return Hint{}, err
	}
	if mistakes := s.mistakes(solution); len(mistakes) > 0 {
		return Hint{Mistakes: mistakes}, nil
	}
	if s.Solved() {
		return Hint{Solved: true}, nil
	}
	full, start := s.Completed(), NewState(clues)
	if byMarks {
		start, without = full, slices.Concat(Uniqueness, without)
	}
	step, ok := full.Next(tierOf(start), without...)
	if !ok {
		return Hint{}, ErrTooHard
	}
	return Hint{Step: step}, nil
}

// Apply returns the player's own grid and marks after the hint: mistakes taken back, or
// the step done. An elimination writes the marks of its cells, where they had none.
func (h Hint) Apply(s State) State {
	for _, m := range h.Mistakes {
		s.Grid = s.Grid.With(m.Cell, 0)
		s.Placed = s.Placed.Without(m.Cell)
		s.Marks[m.Cell] = 0
	}
	full := s.Completed()
	for _, e := range h.Step.Eliminations {
		s.Marks[e.Cell] = full.Marks[e.Cell]
	}
	return s.Apply(h.Step)
}

// mistakes compares a player's board with the solution.
func (s State) mistakes(solution sudoku.Grid) []Mistake {
	var found []Mistake
	for _, c := range s.Grid.Shape().Cells() {
		digit, marks, right := s.Grid.At(c), s.Marks[c], solution.At(c)
		switch {
		case digit != 0 && digit != right:
			found = append(found, Mistake{Cell: c, Digit: digit})
		case digit == 0 && marks != 0 && !marks.Has(right):
			found = append(found, Mistake{Cell: c, Marks: marks})
		}
	}
	return found
}

// Completed returns a player's board with candidates in every open cell: the player's
// marks that no peer contradicts, or all candidates in a cell without marks.
func (s State) Completed() State {
	full := NewState(s.Grid)
	full.Placed = s.Placed
	for c, own := range s.Marks {
		if own != 0 {
			full.Marks[c] &= own
		}
	}
	return full
}
