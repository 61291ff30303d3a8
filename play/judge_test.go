package play_test

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const miniSolved = "1342243142133124"

func TestCheck(t *testing.T) {
	for moves, want := range map[string]play.Verdict{
		"-r1c2":            {Open: 12},
		"r1c2=3":           {Open: 11},
		"r1c2=4":           {Open: 11, Wrong: 1},
		"r1c2=1":           {Open: 11, Wrong: 1},
		"r1c2=?2 r1c3=?":   {Open: 12}, // marks are not checked
		"r1=1342 r2=....":  {Open: 9},
		"r1=1342 r2=2431 ": {Open: 6},
	} {
		board, err := newBoard(t, mini).Play(moves)
		must(t, err)
		if got := board.Check(sudokutest.Parse(t, miniSolved)); got != want {
			t.Errorf("%s: %+v, want %+v", moves, got, want)
		}
	}
}

func TestJudge(t *testing.T) {
	board := newBoard(t, mini)
	solution := sudokutest.Parse(t, miniSolved)
	for answer, want := range map[string]play.Verdict{
		miniSolved:         {Solved: true},
		"134224314213312.": {Open: 1},
		"1342243142133121": {Wrong: 1, OtherClues: true},
		"2342243142133124": {Wrong: 1, OtherClues: true}, // the first clue
		"1342243142133142": {Wrong: 2, OtherClues: true},
		"1432243142133124": {Wrong: 2},
		"1432243142133...": {Open: 3, Wrong: 2},
		"................": {Open: 16},
		"2134341212434321": {Wrong: 12, OtherClues: true}, // another puzzle's
		mini:               {Open: 12},
	} {
		if got := board.Judge(sudokutest.Parse(t, answer), solution); got != want {
			t.Errorf("%s: %+v, want %+v", answer, got, want)
		}
	}
}

// Which cells are wrong does not show in what a player learns, only how many are: the same
// verdict for a wrong digit in one cell as in another.
func TestOutcomesHideTheMistakes(t *testing.T) {
	start := newBoard(t, sudokutest.Moler)
	solution, err := start.Solution()
	must(t, err)
	rapid.Check(t, func(t *rapid.T) {
		wrongIn := func(label string) play.Board {
			b := start
			c := rapid.SampledFrom(openCells(start)).Draw(t, label)
			b.Grid = b.Grid.With(c, solution.At(c)%9+1)
			return b
		}
		a, b := wrongIn("a"), wrongIn("b")
		if start.Judge(a.Grid, solution) != start.Judge(b.Grid, solution) {
			t.Fatalf("%s and %s are judged otherwise", a.Grid, b.Grid)
		}
		if a.Check(solution) != b.Check(solution) {
			t.Fatalf("%s and %s: %+v and %+v", a.Grid, b.Grid, a.Check(solution), b.Check(solution))
		}
	})
}

func openCells(b play.Board) []sudoku.Cell {
	var open []sudoku.Cell
	for _, c := range b.Clues.Shape().Cells() {
		if b.Grid.At(c) == 0 {
			open = append(open, c)
		}
	}
	return open
}

func TestAnswer(t *testing.T) {
	board, err := newBoard(t, mini).Play("r1c2=3")
	must(t, err)
	for text, want := range map[string]string{
		"": "13....3..2.....4", " \n": "13....3..2.....4", miniSolved: miniSolved,
		"13|42 24|31 42|13 31|24": miniSolved, "0000 0000 0000 0000": strings.Repeat(".", 16),
	} {
		if got, err := board.Answer(text); err != nil || got != sudokutest.Parse(t, want) {
			t.Errorf("%q: %s, %v, want %s", text, got, err, want)
		}
	}
	if _, err := board.Answer("hello"); !errors.As(err, new(*sudoku.ParseError)) {
		t.Errorf("hello: %v", err)
	}
	other := sudokutest.Parse(t, sudokutest.MolerSolved)
	_, err = board.Answer(sudokutest.MolerSolved)
	if got, ok := errors.AsType[*play.ShapeError](err); !ok || *got != (play.ShapeError{Answer: other, Want: sudoku.Shidoku}) || len(err.Error()) > 500 {
		t.Errorf("a sudoku for a shidoku: %v", err)
	}
}
