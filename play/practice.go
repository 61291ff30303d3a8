package play

import (
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// NewPractice returns a game that begins in the position in which a puzzle needs a technique. The digits placed up
// to there are the player's own, and all remaining candidates are marked. ok is
// false if the puzzle does without the technique; see [logic.Practice].
func NewPractice(clues sudoku.Grid, t logic.Technique) (g Game, ok bool) {
	s, _, ok := logic.Practice(clues, t)
	if !ok {
		return Game{}, false
	}
	start := Board{Clues: clues, Grid: s.Grid, Marks: s.Marks}
	return Game{Board: start, Start: start}, true
}

// Practised returns the step of a technique that the last change of a practice made, if it is
// the first such step among the steps offered at the start. before is the board before that change.
func (g Game) Practised(t logic.Technique, before Board) (step logic.Step, ok bool) {
	if g.Start == (Board{}) || before == g.Board {
		return logic.Step{}, false
	}
	solution, err := g.Solution()
	if err != nil {
		return logic.Step{}, false
	}
	for _, s := range t.StepsIn(g.Start.State()) {
		if before.shows(s, solution) {
			return logic.Step{}, false
		}
		if !ok && g.shows(s, solution) {
			step, ok = s, true
		}
	}
	return step, ok
}

// shows reports whether a step is made on a board: its digits placed, its candidates gone. At least
// one of these must have been taken out of its cell by the player: a guessed digit takes
// candidates away too.
func (b Board) shows(step logic.Step, solution sudoku.Grid) bool {
	for _, p := range step.Placements {
		if b.Grid.At(p.Cell) != p.Digit {
			return false
		}
	}
	left, possible, own := b.State().Completed().Marks, b.Grid.Candidates(), len(step.Placements) > 0
	for _, e := range step.Eliminations {
		right, digit := solution.At(e.Cell), b.Grid.At(e.Cell)
		if left[e.Cell].Has(e.Digit) || digit != right && !left[e.Cell].Has(right) {
			return false
		}
		own = own || digit != 0 || possible[e.Cell].Has(e.Digit)
	}
	return own
}
