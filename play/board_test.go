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

// checkPlay plays a text and checks what holds whatever is typed: all moves are made or none,
// clues stay, digits fit the shape, filled cells have no marks, errors are short.
func checkPlay(t interface{ Fatalf(string, ...any) }, before play.Board, text string) play.Board {
	after, err := before.Play(text)
	if err != nil {
		if after != before || !errors.As(err, new(*play.MoveError)) || len(err.Error()) > 1000 {
			t.Fatalf("%.100q: %.1000v, with %s", text, err, changes(before, after))
		}
		return after
	}
	shape := before.Clues.Shape()
	if after.Clues != before.Clues || after.Grid.Shape() != shape || !after.Grid.Extends(before.Clues) {
		t.Fatalf("%.100q changes a clue: %s", text, after.Grid)
	}
	for c, marks := range after.Marks {
		cell := sudoku.Cell(c)
		inside := max(cell.Row(), cell.Column()) < shape.Side()
		if marks&^shape.Digits() != 0 || marks != 0 && (!inside || after.Grid.At(cell) != 0) {
			t.Fatalf("%.100q: marks %s in %s, which holds %s", text, marks, cell, after.Grid.At(cell))
		}
	}
	return after
}

func TestPlayKeepsTheBoard(t *testing.T) {
	token := rapid.OneOf(
		rapid.StringMatching(`-?(r[0-9]c[0-9]|[a-j][0-9]|[0-9][0-9])[=: ]?\??[0-9.]{0,3}`),
		rapid.StringMatching(`r[0-9]=[0-9.]{3,10}`),
		rapid.SampledFrom([]string{"?", "-?", "??"}),
		rapid.String(),
	)
	for _, clues := range []string{sudokutest.Moler, mini} {
		start := newBoard(t, clues)
		t.Run(start.Clues.Shape().String(), rapid.MakeCheck(func(t *rapid.T) {
			board := start
			for _, text := range rapid.SliceOfN(token, 1, 30).Draw(t, "moves") {
				board = checkPlay(t, board, text)
			}
		}))
	}
}

func TestChangedSince(t *testing.T) {
	before := newBoard(t, mini)
	after, err := before.Play("r1c2=3 r1c3=?24")
	must(t, err)
	want := sudoku.CellsOf(sudoku.CellAt(0, 1), sudoku.CellAt(0, 2))
	for _, got := range []sudoku.Cells{after.ChangedSince(before), before.ChangedSince(after)} {
		if got != want {
			t.Errorf("%v changed, want %v", got, want)
		}
	}
}

// A megabyte of anything is refused at once.
func TestPlayMegabytes(t *testing.T) {
	board := newBoard(t, mini)
	for _, piece := range []string{"457 ", "\x00", "=", " ", "r1c2=3 ", "\xff", "?", "é", "\u202e"} {
		checkPlay(t, board, strings.Repeat(piece, 1<<20))
	}
}

// A move changes the cells that it names. Elsewhere it takes the digits that it writes out of
// the marks of their peers, and nothing else.
func TestMovesChangeOnlyWhatTheyName(t *testing.T) {
	for _, clues := range []string{sudokutest.Moler, mini} {
		start := newBoard(t, clues)
		shape := start.Clues.Shape()
		t.Run(shape.String(), rapid.MakeCheck(func(t *rapid.T) {
			before := played(t, start)
			m := anyMove(shape).Draw(t, "move")
			after, err := before.Make(m)
			if err != nil {
				return
			}
			for _, c := range shape.Cells() {
				checkCell(t, m, before, after, c)
			}
		}))
	}
}

// played returns a board after some moves.
func played(t *rapid.T, b play.Board) play.Board {
	for _, m := range rapid.SliceOfN(anyMove(b.Clues.Shape()), 0, 30).Draw(t, "before") {
		b, _ = b.Make(m)
	}
	return b
}

// checkCell checks what a move has done to a cell.
func checkCell(t *rapid.T, m play.Move, before, after play.Board, c sudoku.Cell) {
	digit, marks := before.Grid.At(c), before.Marks[c]
	written := writtenAround(m, before, c)
	switch {
	case m.Kind == play.MarkAll:
		marks = before.Grid.Candidates()[c]
	case m.Kind == play.UnmarkAll:
		marks = 0
	case m.Kind == play.MarkOpen && digit == 0 && marks == 0:
		marks = before.Grid.Candidates()[c]
	case m.Kind == play.MarkOpen:
	case m.Kind == play.FillRow && c.Row() == m.Row:
		if d := m.Cells[c.Column()]; before.Clues.At(c) == 0 && d != digit {
			digit, marks = d, 0
		}
		marks &^= written
	case m.Kind == play.FillRow || c != m.Cell:
		marks &^= written
	case m.Kind == play.Place:
		digit, marks = m.Digit, 0
	case m.Kind == play.Clear:
		digit, marks = 0, 0
	case m.Kind == play.Mark && m.Marks == 0:
		marks = 0
	case m.Kind == play.Mark:
		digit, marks = 0, m.Marks
	}
	if after.Grid.At(c) != digit || after.Marks[c] != marks {
		t.Fatalf("%s: %s holds %s with marks %q, want %s with %q", m, c, after.Grid.At(c), after.Marks[c], digit, marks)
	}
}

// writtenAround returns the digits that a move writes into peers of a cell.
func writtenAround(m play.Move, before play.Board, c sudoku.Cell) sudoku.Digits {
	var digits sudoku.Digits
	for peer := range before.Clues.Shape().Peers(c).All() {
		switch {
		case m.Kind == play.Place && m.Cell == peer:
			digits = digits.With(m.Digit)
		case m.Kind == play.FillRow && m.Row == peer.Row() && before.Grid.At(peer) != m.Cells[peer.Column()] && before.Clues.At(peer) == 0:
			digits = digits.With(m.Cells[peer.Column()])
		}
	}
	return digits
}

func TestOpenAndSolved(t *testing.T) {
	board := newBoard(t, mini)
	solution, err := board.Solution()
	if err != nil || !solution.Solved() {
		t.Fatal(solution, err)
	}
	if board.Open() != 12 || board.Solved() {
		t.Errorf("at the start %d cells are open, solved %t", board.Open(), board.Solved())
	}
	board.Grid = solution
	if board.Open() != 0 || !board.Solved() {
		t.Errorf("at the end %d cells are open, solved %t", board.Open(), board.Solved())
	}
	board.Grid = sudokutest.Parse(t, "2134341212434321") // another puzzle's
	if !board.Grid.Solved() || board.Solved() {
		t.Error("the solution of another puzzle counts")
	}
}
