package play_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// fishy first needs an X-Wing.
const fishy = "..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42"

func practice(t *testing.T, clues string, technique logic.Technique) play.Game {
	t.Helper()
	g, ok := play.NewPractice(sudokutest.Parse(t, clues), technique)
	if !ok {
		t.Fatalf("%s does without %s", clues, technique)
	}
	return g
}

// after returns the game after a move, and whether the move made the step of a technique.
func after(t *testing.T, g play.Game, technique logic.Technique, moves string) (play.Game, logic.Step, bool) {
	t.Helper()
	board, err := g.Play(moves)
	must(t, err)
	now, _ := g.Record(play.Event{Kind: play.Moved, Text: moves, Board: board})
	step, ok := now.Practised(technique, g.Board)
	return now, step, ok
}

// without is the move that takes the eliminations of a step out of the marks.
func without(g play.Game, step logic.Step) string {
	marks := g.Marks
	for _, e := range step.Eliminations {
		marks[e.Cell] = marks[e.Cell].Without(e.Digit)
	}
	var moves []string
	for _, e := range step.Eliminations {
		moves = append(moves, play.Move{Kind: play.Mark, Cell: e.Cell, Marks: marks[e.Cell]}.String())
	}
	return strings.Join(moves, " ")
}

// A practice begins with marks in all open cells, where a hint finds the technique, and is over
// with the first of the moves that shows its step.
func TestPractice(t *testing.T) {
	g := practice(t, fishy, logic.XWing)
	if g.Grid == g.Clues || g.Open() == 0 || g.Board != g.Start {
		t.Fatalf("it begins with %+v", g)
	}
	h, err := g.Hint(play.HintReason)
	if err != nil || h.Technique != logic.XWing {
		t.Fatalf("a hint finds %s, %v", h.Technique, err)
	}
	moves := strings.Fields(without(g, h.Step))
	for i, move := range moves {
		var step logic.Step
		var ok bool
		if g, step, ok = after(t, g, logic.XWing, move); ok != (i == len(moves)-1) || ok && step.Technique != logic.XWing {
			t.Errorf("after %s of %s: %t, %s", move, moves, ok, step.Technique)
		}
	}
	if _, _, ok := after(t, g, logic.XWing, moves[0]); ok {
		t.Error("a step is found by a move that changes nothing")
	}
	if _, _, ok := after(t, g, logic.XWing, "-?"); ok {
		t.Error("a step is found again")
	}
}

// What is not a step: marks without the right digit, no marks at all, and a digit that takes the
// candidates away by itself.
func TestNotPractised(t *testing.T) {
	g := practice(t, fishy, logic.XWing)
	h, _ := g.Hint(play.HintReason)
	solution, err := g.Solution()
	must(t, err)
	wrong := ""
	for _, e := range h.Step.Eliminations {
		wrong += fmt.Sprintf(" %s=?%s", e.Cell, otherThan(g.Marks[e.Cell].Without(e.Digit), solution.At(e.Cell)))
	}
	var own sudoku.Cells
	for _, e := range h.Step.Eliminations {
		own = own.With(e.Cell)
	}
	guess := ""
	for c := range h.Step.Cells.All() {
		if h.Step.Digits.Has(solution.At(c)) && !own.Has(c) {
			guess += fmt.Sprintf(" %s=%s", c, solution.At(c))
		}
	}
	for _, moves := range []string{wrong, "-?", "?", guess} {
		if _, _, ok := after(t, g, logic.XWing, moves); ok || moves == "" {
			t.Errorf("%q is taken for the step", moves)
		}
	}
	if _, ok := play.NewPractice(sudokutest.Parse(t, mini), logic.XWing); ok {
		t.Error("a shidoku with an X-Wing")
	}
	if _, ok := (play.Game{Board: newBoard(t, fishy)}).Practised(logic.NakedSingle, g.Board); ok {
		t.Error("a game that is not a practice")
	}
}

// Who enters the right digits where candidates had to go has made the step as well.
func TestPractisedByDigits(t *testing.T) {
	g := practice(t, fishy, logic.XWing)
	h, _ := g.Hint(play.HintReason)
	solution, err := g.Solution()
	must(t, err)
	moves := ""
	for _, e := range h.Step.Eliminations {
		moves += fmt.Sprintf(" %s=%s", e.Cell, solution.At(e.Cell))
	}
	if _, step, ok := after(t, g, logic.XWing, moves); !ok || step.Technique != logic.XWing {
		t.Errorf("%q is not taken for the step", moves)
	}
}

// otherThan returns a digit that is not d, one of a set where that has any.
func otherThan(set sudoku.Digits, d sudoku.Digit) sudoku.Digit {
	if rest := set.Without(d); rest != 0 {
		return rest.First()
	}
	return d%9 + 1
}

// Any single of the start will do, not only the one that a hint would name.
func TestPractisedSingles(t *testing.T) {
	const naked = ".7...56.9..39.84..18...4....6..5.....9......2......9....482...........73...3...1."
	const hidden = "...6...73...5.9.1.6.....5.43.1...6...7..1............54..3..96....4....82.6.753.."
	for technique, clues := range map[logic.Technique]string{logic.NakedSingle: naked, logic.HiddenSingle: hidden} {
		g := practice(t, clues, technique)
		for _, step := range technique.StepsIn(g.State()) {
			p := step.Placements[0]
			if _, found, ok := after(t, g, technique, fmt.Sprintf("%s=%s", p.Cell, p.Digit)); !ok || found.Placements[0] != p {
				t.Errorf("%s: %v is not taken for a step", technique, p)
			}
			if _, _, ok := after(t, g, technique, fmt.Sprintf("%s=%s", p.Cell, p.Digit%9+1)); ok {
				t.Errorf("%s: a wrong digit in %s is taken for a step", technique, p.Cell)
			}
		}
	}
}

// Undo goes back to the start of the practice and no further.
func TestUndoPractice(t *testing.T) {
	g := practice(t, fishy, logic.XWing)
	start := g
	var entries journal
	for _, moves := range []string{"-?", "?"} {
		board, err := g.Play(moves)
		must(t, err)
		var e play.Entry
		g, e = g.Record(play.Event{Kind: play.Moved, Board: board})
		entries = append(entries, e)
	}
	for range 2 {
		var e play.Entry
		var err error
		if g, e, err = g.Undo(entries.earlier); err != nil {
			t.Fatal(err)
		}
		entries = append(entries, e)
	}
	if _, _, err := g.Undo(entries.earlier); err != play.ErrNothingToUndo || g.Board != start.Board {
		t.Errorf("%v, and the board is %+v", err, g.Board)
	}
}
