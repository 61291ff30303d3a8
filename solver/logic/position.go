package logic

import (
	"errors"
	"fmt"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Nearly all states are of a puzzle: its clues have one solution, and whoever took candidates away had reasons. Others
// have one solution by their candidates only. A sukaku is the purest of them, with no clue at all. All techniques hold
// in such a state but those of [Uniqueness]. These conclude that four cells are not filled in one way, since exchanging
// their digits would give a second solution of the clues. In a sukaku the exchanged digits may be no candidates, and then
// both ways are possible.

// Solution returns the only solution of a state: that of its clues, or if these have several, that of its digits and
// candidates. A cell without marks counts as one with all its candidates. byMarks reports the second. The errors are
// those of [solver.Solve] and [solver.SolveWithin].
func (s State) Solution() (solution sudoku.Grid, byMarks bool, err error) {
	solution, err = solver.Solve(s.Clues())
	if err == nil || errors.Is(err, solver.ErrNoSolution) || !s.excludesMore() {
		return solution, false, err
	}
	solution, err = solver.SolveWithin(s.Grid, s.Marks)
	return solution, true, err
}

// excludesMore reports whether a state has digits or marks that do not follow from its clues.
func (s State) excludesMore() bool {
	all := s.Grid.Candidates()
	for c, marks := range s.Marks {
		if marks != 0 && all[c]&^marks != 0 {
			return true
		}
	}
	return s.Placed != sudoku.Cells{}
}

// Unsound returns the techniques to leave out in a state since they prove nothing in it: [Uniqueness], unless its clues
// have exactly one solution.
func (s State) Unsound() []Technique {
	if _, byMarks, err := s.Solution(); byMarks || err != nil {
		return Uniqueness
	}
	return nil
}

// begin returns the state from which a solver goes on, with candidates in all open cells, its solution, and the
// techniques to leave out. Marks that leave out the right digit of a cell, and wrong digits, are an error.
func (s State) begin(without []Technique) (full State, solution sudoku.Grid, list []Technique, err error) {
	solution, byMarks, err := s.Solution()
	if err != nil {
		return s, solution, nil, err
	}
	for _, m := range s.mistakes(solution) {
		return s, solution, nil, fmt.Errorf("no path from here: %s is %s in the solution", m.Cell, solution.At(m.Cell))
	}
	if byMarks {
		without = append(Uniqueness[:len(Uniqueness):len(Uniqueness)], without...)
	}
	return s.Completed(), solution, without, nil
}

// PathFrom is [Path] from a position of a puzzle, or of a sukaku: its candidates are those of the state, as for
// [HintFor]. The errors are those of [State.Solution], one for candidates that leave out the right digit of a cell, and
// [ErrTooHard].
func PathFrom(s State, without ...Technique) ([]Step, error) {
	full, solution, without, err := s.begin(without)
	if err != nil {
		return nil, err
	}
	left := MaxConclusions
	return full.path(solution, allBut(without, techniques), &left)
}

// Needs returns the tier of a state, and the hardest technique of the tier that it needs: without those behind it in
// the order of [Techniques] it is solved. The errors are those of [PathFrom].
func (s State) Needs() (tier Tier, hardest Technique, err error) {
	full, _, _, err := s.begin(nil)
	if err != nil {
		return 0, "", err
	}
	if tier = tierOf(full); tier == TierGuessing {
		return tier, Contradiction, nil
	}
	var list []technique
	for _, t := range patterns {
		if t.tier < tier {
			list = append(list, t)
		}
	}
	for _, t := range patterns {
		if t.tier != tier {
			continue
		}
		if list = append(list, t); full.fixpoint(list, tier).Solved() {
			return tier, t.key, nil
		}
	}
	return tier, hardest, nil // never: all of them solve it
}
