package play_test

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// revealedFrom says from which level on a field of a hint may be set.
var revealedFrom = map[string]play.HintLevel{
	"Level": 0, "Solved": 0,
	"Wrong": 0, "Mistakes": play.HintTechnique,
	"Kind": play.HintWhere, "Where": play.HintWhere,
	"Technique": play.HintTechnique, "Digits": play.HintTechnique, "Suppose": play.HintTechnique,
	"Step": play.HintReason, "Before": play.HintReason,
}

// checkRevealed checks that a hint reveals all that the deepest one does and its level allows,
// and nothing more.
func checkRevealed(t interface{ Errorf(string, ...any) }, got, deepest play.Hint, level play.HintLevel) {
	fields, all := reflect.ValueOf(got), reflect.ValueOf(deepest)
	for i := range fields.NumField() {
		name := fields.Type().Field(i).Name
		from, known := revealedFrom[name]
		switch {
		case !known:
			t.Errorf("say from which level on Hint.%s is revealed", name)
		case name == "Level":
		case level < from && !fields.Field(i).IsZero():
			t.Errorf("a hint of level %s reveals %s", level, name)
		case level >= from && !reflect.DeepEqual(fields.Field(i).Interface(), all.Field(i).Interface()):
			t.Errorf("a hint of level %s has another %s than the deepest", level, name)
		}
	}
}

// On the way through a puzzle of every technique, no level reveals what a deeper one is for.
func TestHintLevels(t *testing.T) {
	seen := map[logic.Technique]bool{}
	for _, technique := range logic.Techniques {
		example, _, ok := technique.Example()
		if !ok {
			t.Fatalf("no example of %s", technique)
		}
		board := play.Board{Clues: example.Clues(), Grid: example.Grid, Marks: example.Marks}
		for range 3 {
			deepest, err := board.Hint(play.HintApply)
			must(t, err)
			seen[deepest.Technique] = true
			for level := play.HintWhere; level <= play.HintApply; level++ {
				got, err := board.Hint(level)
				if err != nil || got.Level != level || len(got.Mistakes) > 0 || got.Solved {
					t.Errorf("%s: %+v, %v", technique, got, err)
				}
				checkRevealed(t, got, deepest, level)
			}
			board = board.Take(deepest)
		}
	}
	for _, technique := range logic.Techniques {
		if !seen[technique] {
			t.Errorf("no hint was a %s", technique)
		}
	}
}

// A contradiction names the digit to suppose at the second level, and not how it ends.
func TestHintOfContradiction(t *testing.T) {
	example, step, _ := logic.Contradiction.Example()
	board := play.NewBoard(example.Grid)
	board.Marks = example.Marks
	h, err := board.Hint(play.HintTechnique)
	if err != nil || h.Technique != logic.Contradiction || h.Suppose != step.Eliminations[0] || h.Digits != 0 {
		t.Errorf("%+v, %v, want to suppose %v", h, err, step.Eliminations[0])
	}
}

// Mistakes come first at every level, and nothing else with them: at the first level their
// number alone.
func TestHintMistakes(t *testing.T) {
	board, err := newBoard(t, mini).Play("r1c2=2 r1c3=?13")
	must(t, err)
	want := []logic.Mistake{{Cell: sudoku.CellAt(0, 1), Digit: 2}, {Cell: sudoku.CellAt(0, 2), Marks: sudoku.DigitsOf(1, 3)}}
	for level := play.HintWhere; level <= play.HintApply; level++ {
		h, err := board.Hint(level)
		deepest := play.Hint{Level: play.HintApply, Wrong: len(want), Mistakes: want}
		is := level
		if is == play.HintReason { // which would reveal the same as the level before it
			is = play.HintTechnique
		}
		if checkRevealed(t, h, deepest, level); err != nil || h.Level != is {
			t.Errorf("level %s: %+v, %v", level, h, err)
		}
		if after := board.Take(h); level == play.HintApply && after != newBoard(t, mini) {
			t.Errorf("taking the mistakes back leaves %s", changes(newBoard(t, mini), after))
		}
	}
}

func TestHintSolved(t *testing.T) {
	board := newBoard(t, mini)
	board.Grid, _ = board.Solution()
	h, err := board.Hint(play.HintWhere)
	if err != nil || !reflect.DeepEqual(h, play.Hint{Level: play.HintWhere, Solved: true}) || board.Take(h) != board {
		t.Errorf("%+v, %v", h, err)
	}
}

func TestHintErrors(t *testing.T) {
	board := newBoard(t, mini)
	for _, level := range []play.HintLevel{0, play.HintApply + 1, 255} {
		if _, err := board.Hint(level); !errors.As(err, new(*play.LevelError)) {
			t.Errorf("level %s: %v", level, err)
		}
	}
	for clues, want := range map[string]error{
		"1....2....3....4": solver.ErrManySolutions, "11..............": solver.ErrNoSolution,
	} {
		if _, err := newBoard(t, clues).Hint(play.HintWhere); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", clues, err, want)
		}
	}
}

func TestParseHintLevel(t *testing.T) {
	for level := play.HintWhere; level <= play.HintApply; level++ {
		if got, err := play.ParseHintLevel(fmt.Sprint(level)); err != nil || got != level {
			t.Errorf("%s reads as %s, %v", level, got, err)
		}
	}
	for _, text := range []string{"", "0", "5", "-1", "01", " 1", "١", "１", "\x00", strings.Repeat("1", 1<<20)} {
		_, err := play.ParseHintLevel(text)
		if got, ok := errors.AsType[*play.LevelError](err); !ok || got.Level != text || len(err.Error()) > 500 {
			t.Errorf("%.50q: %.500v", text, err)
		}
	}
}

func TestNextHintLevel(t *testing.T) {
	level := play.HintLevel(0)
	for _, want := range []play.HintLevel{play.HintWhere, play.HintTechnique, play.HintReason, play.HintApply, play.HintApply} {
		if level = level.Next(); level != want {
			t.Errorf("level %s, want %s", level, want)
		}
	}
}

// The levels that a player sees are those that reveal different things.
func TestPlaceOfHint(t *testing.T) {
	wrong, err := newBoard(t, mini).Play("r1c2=2")
	must(t, err)
	solved := newBoard(t, mini)
	solved.Grid, _ = solved.Solution()
	for _, test := range []struct {
		board play.Board
		want  [4][2]int
	}{
		{newBoard(t, mini), [4][2]int{{1, 4}, {2, 4}, {3, 4}, {4, 4}}},
		{wrong, [4][2]int{{1, 3}, {2, 3}, {2, 3}, {3, 3}}},
		{solved, [4][2]int{{1, 1}, {1, 1}, {1, 1}, {1, 1}}},
	} {
		for level := play.HintWhere; level <= play.HintApply; level++ {
			h, err := test.board.Hint(level)
			must(t, err)
			if number, most := h.Place(); [2]int{number, most} != test.want[level-1] {
				t.Errorf("%s: level %s is %d of %d, want %v", test.board.Grid, level, number, most, test.want[level-1])
			}
		}
	}
}

// Whatever a player has done, taking hints keeps every digit and mark that is right, changes
// the board each time and ends with the solution.
func TestHintsLeadToTheSolution(t *testing.T) {
	for _, clues := range []string{sudokutest.Moler, mini} {
		start := newBoard(t, clues)
		solution, err := start.Solution()
		must(t, err)
		t.Run(start.Clues.Shape().String(), rapid.MakeCheck(func(t *rapid.T) {
			board := played(t, start)
			for range 1000 {
				h, err := board.Hint(play.HintApply)
				must(t, err)
				if h.Solved {
					break
				}
				after := board.Take(h)
				if after == board {
					t.Fatalf("%+v changes nothing", h)
				}
				checkTaken(t, h, board, after, solution)
				board = after
			}
			if board.Grid != solution {
				t.Fatalf("the hints end at %s", board.Grid)
			}
		}))
	}
}

func checkTaken(t *rapid.T, h play.Hint, before, after play.Board, solution sudoku.Grid) {
	wrong := sudoku.Cells{}
	for _, m := range h.Mistakes {
		wrong = wrong.With(m.Cell)
	}
	for _, c := range before.Clues.Shape().Cells() {
		right, was, is := solution.At(c), before.Grid.At(c), after.Grid.At(c)
		switch {
		case is != was && is != right && !wrong.Has(c):
			t.Fatalf("%+v: %s held %s, and holds %s", h, c, was, is)
		case is == 0 && before.Marks[c].Has(right) && !after.Marks[c].Has(right):
			t.Fatalf("%+v takes the right digit out of the marks of %s", h, c)
		}
	}
}
