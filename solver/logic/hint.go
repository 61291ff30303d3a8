package logic

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The levels of a hint. Mistakes come first, whatever level is asked for.
const (
	HintMistakes  = iota // which digits are wrong, which marks leave out the right one
	HintWhere            // where to look
	HintTechnique        // technique, house, digit
	HintReason           // the full sentence, with cells and candidates
	HintApply            // what to place or to remove
)

// Hint is help on a player's own board: mistakes, else the next step, else nothing, for a
// solved grid. Text says as much as the level allows. A picture of level [HintReason]
// shows the cells, houses and eliminations of Step.
type Hint struct {
	Level    int // HintMistakes if there are mistakes, else the level asked for
	Mistakes []Mistake
	Step     Step
	Solved   bool
	Text     string
}

// Mistake is a wrong digit in a cell, or marks that leave out the cell's right digit.
type Mistake struct {
	Cell  sudoku.Cell
	Digit sudoku.Digit  // the wrong digit, 0 if it is the marks
	Marks sudoku.Digits // the marks, if they are wrong
}

// HintFor returns a hint of a level, [HintWhere] to [HintApply], for a player's own grid
// and marks of a puzzle. A cell without marks counts as one with all its candidates; marks
// that a player has taken away stay away. The step is the easiest on that board among the
// techniques up to the puzzle's own tier. The errors are those of [Solve] on the clues,
// and about a level or a grid that does not belong to them.
func HintFor(clues sudoku.Grid, s State, level int) (Hint, error) {
	if level < HintWhere || level > HintApply {
		return Hint{}, fmt.Errorf("no hint of level %d: want %d to %d", level, HintWhere, HintApply)
	}
	if !s.Grid.Extends(clues) {
		return Hint{}, fmt.Errorf("grid %q has lost clues of %q: put them back", s.Grid, clues)
	}
	solution, err := solver.Solve(clues)
	if err != nil {
		return Hint{}, err
	}
	if mistakes := s.mistakes(solution); len(mistakes) > 0 {
		return Hint{Level: HintMistakes, Mistakes: mistakes, Text: mistakesText(mistakes)}, nil
	}
	if s.Solved() {
		return Hint{Level: level, Solved: true, Text: "The grid is solved: there is nothing left to hint."}, nil
	}
	step, _ := s.completed().Next(tierOf(NewState(clues)))
	return Hint{Level: level, Step: step, Text: step.hintText(level)}, nil
}

// Apply returns the player's own grid and marks after the hint: mistakes taken back, or
// the step done. An elimination writes the marks of its cells, where they had none.
func (h Hint) Apply(s State) State {
	for _, m := range h.Mistakes {
		s.Grid = s.Grid.With(m.Cell, 0)
		s.Marks[m.Cell] = 0
	}
	full := s.completed()
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

// completed returns a player's board with candidates in every open cell: the player's
// marks that no peer contradicts, or all of them where there are no marks.
func (s State) completed() State {
	full := NewState(s.Grid)
	for c, own := range s.Marks {
		if own != 0 {
			full.Marks[c] &= own
		}
	}
	return full
}

func mistakesText(mistakes []Mistake) string {
	sentences := make([]string, len(mistakes))
	for i, m := range mistakes {
		sentences[i] = fmt.Sprintf("%s in %s is wrong.", m.Digit, m.Cell)
		if m.Digit == 0 {
			sentences[i] = fmt.Sprintf("The marks of %s, %s, leave out the right digit.", m.Cell, m.Marks)
		}
	}
	return strings.Join(sentences, " ")
}

// hintText returns as much of a step as a level allows.
func (s Step) hintText(level int) string {
	switch level {
	case HintWhere:
		return s.whereText()
	case HintTechnique:
		if s.Technique == Contradiction {
			return fmt.Sprintf("%s: suppose that %s is %s.", s.Technique.Name(), s.Eliminations[0].Cell, s.Eliminations[0].Digit)
		}
		return fmt.Sprintf("%s: look for %s in %s.", s.Technique.Name(), listDigits(s.Digits), s.whereToLook())
	case HintReason:
		return s.Sentence()
	}
	var orders []string
	for _, p := range s.Placements {
		orders = append(orders, fmt.Sprintf("Put %s in %s.", p.Digit, p.Cell))
	}
	for _, e := range group(s.Eliminations, "<>") {
		orders = append(orders, fmt.Sprintf("Remove %s from %s.", listDigits(e.digits), listCells(e.cells)))
	}
	return strings.Join(orders, " ")
}

func (s Step) whereText() string {
	switch s.Technique {
	case NakedSingle, HiddenSingle:
		return fmt.Sprintf("A single waits in %s.", s.whereToLook())
	case Contradiction:
		return fmt.Sprintf("No pattern is left: try a candidate in row %d and see it fail.", s.Eliminations[0].Cell.Row()+1)
	}
	return fmt.Sprintf("A candidate can be ruled out: look at %s.", s.whereToLook())
}

// whereToLook names the first house of a step, and all the base lines of a fish.
func (s Step) whereToLook() string {
	switch s.Technique {
	case XWing, Swordfish, Jellyfish:
		return listHouses(s.Houses)
	}
	return s.Houses[0].Name()
}
