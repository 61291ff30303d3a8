package play_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const mini = "1.....3..2.....4" // C. Moler's shidoku

func newBoard(t testing.TB, clues string) play.Board {
	return play.NewBoard(sudokutest.Parse(t, clues))
}

// What a player types, and what then stands in the cells that changed.
func TestPlay(t *testing.T) {
	for _, c := range []struct{ text, changes string }{
		{"r4c5=7", "r4c5=7"},
		{"R4C5=7", "r4c5=7"},
		{"r4c57", "r4c5=7"},
		{"457", "r4c5=7"},
		{"45=7", "r4c5=7"},
		{"45 7", "r4c5=7"},
		{"E4 7", "r4c5=7"},
		{"e47", "r4c5=7"},
		{"E4=7", "r4c5=7"},
		{"r4c5 7", "r4c5=7"},
		{"r4c5 9", "r4c5=9"},
		{"r4c5 = 7", "r4c5=7"},
		{"r4c5\u00a0=\u3000 7", "r4c5=7"},
		{"r4c5: 7", "r4c5=7"},
		{"457, 528\nr1c1=5;", "r1c1=5 r4c5=7 r5c2=8"},
		{"457\u2028528\r\n\tr1c1=5", "r1c1=5 r4c5=7 r5c2=8"},
		{"457;528,,r1c1=5", "r1c1=5 r4c5=7 r5c2=8"},
		{"457 458", "r4c5=8"},
		{"r4c5=?37", "r4c5?37"},
		{"45?73", "r4c5?37"},
		{"45?7373", "r4c5?37"},
		{"E4 ?37", "r4c5?37"},
		{"E4 ?7", "r4c5?7"},
		{"r4c5=?", ""},
		{"r4c5=?37 r4c5=?", ""},
		{"r4c5=?37 r4c5=?0", ""},
		{"r4c5=?37 -r4c5", ""},
		{"457 r4c5=?", "r4c5=7"},
		{"457 r4c5=.", ""},
		{"457 450", ""},
		{"457 E4 0", ""},
		{"457 -E4", ""},
		{"457 r4c5=?12", "r4c5?12"},
		{"r4c5=?37 r4c1=7", "r4c1=7 r4c5?3"},
		{"r4c5=?37 r4c1=7 -r4c1", "r4c5?3"},
		{"r4=53.8.6...", "r4c1=5 r4c2=3"},
		{"r4=53.....1.", "r4c1=5 r4c2=3 r4c8=1"},
		{"r4 = 53_*x-01.", "r4c1=5 r4c2=3 r4c8=1"},
		{"411 r4=.........", ""},
		{"r4c1=?59 r4c5=?37 r4=.........", "r4c1?59 r4c5?37"},
		{"r4c1=?59 r4c5=?37 r4=5........", "r4c1=5 r4c5?37"},
		{"r1c1=?15 r4c1=1", "r1c1?5 r4c1=1"},
	} {
		start := newBoard(t, sudokutest.Moler)
		after, err := start.Play(c.text)
		if got := changes(start, after); err != nil || got != c.changes {
			t.Errorf("%q: %q, %v, want %q", c.text, got, err, c.changes)
		}
	}
}

// changes names the cells that differ, and what stands there.
func changes(before, after play.Board) string {
	var list []string
	for _, c := range before.Clues.Shape().Cells() {
		if d := after.Grid.At(c); d != before.Grid.At(c) {
			list = append(list, fmt.Sprintf("%s=%s", c, d))
		}
		if m := after.Marks[c]; m != before.Marks[c] {
			list = append(list, fmt.Sprintf("%s?%s", c, m))
		}
	}
	return strings.Join(list, " ")
}

func TestMarkAll(t *testing.T) {
	for _, clues := range []string{sudokutest.Moler, mini} {
		start := newBoard(t, clues)
		after, err := start.Play("?")
		if err != nil || after.Marks != start.Grid.Candidates() || after.Grid != start.Grid {
			t.Errorf("%s: ? marks %v, %v", clues, after.Marks, err)
		}
		if after, err = after.Play("-?"); err != nil || after != start {
			t.Errorf("%s: -? leaves %v, %v", clues, after.Marks, err)
		}
	}
}

// Marks that stand stay under ??, whatever they are, and a cell that is emptied is marked again.
func TestMarkOpen(t *testing.T) {
	for _, c := range []struct {
		moves, cell, want string
		marked            bool
	}{
		{"r1c2=?2", "r1c2", "2", false},
		{"r1c2=?2 ??", "r1c2", "2", true},
		{"r1c2=?2 ??", "r1c3", "24", true},
		{"?? r1c2=3", "r1c3", "24", true},
		{"?? r1c2=3 -r1c2", "r1c2", "", false},
		{"?? r1c2=3 -r1c2 ??", "r1c2", "34", true},
		{"r1c2=1 ??", "r1c3", "24", true}, // with a conflict beside
	} {
		board, err := newBoard(t, mini).Play(c.moves)
		must(t, err)
		cell := sudoku.CellAt(int(c.cell[1]-'1'), int(c.cell[3]-'1'))
		if got := board.Marks[cell].String(); got != c.want || board.Marked() != c.marked {
			t.Errorf("%s: %s has marks %q, all marked: %t; want %q, %t", c.moves, cell, got, board.Marked(), c.want, c.marked)
		}
	}
	solved := newBoard(t, mini)
	if solved.Grid, _ = solved.Solution(); solved.Marked() {
		t.Error("a full board is marked")
	}
}

// All moves are made or none, and the error has the token that failed and the reason.
func TestMoveErrors(t *testing.T) {
	r1c2, r4c4, r4c5 := sudoku.CellAt(0, 1), sudoku.CellAt(3, 3), sudoku.CellAt(3, 4)
	const sudokuShape, shidoku = sudoku.Sudoku, sudoku.Shidoku
	long, full := strings.Repeat("x", 3000), strings.Repeat("é", play.MaxMoves)
	for _, c := range []struct {
		clues, text string
		want        play.MoveError
	}{
		{sudokutest.Moler, "", play.MoveError{Reason: play.NoMoves}},
		{sudokutest.Moler, " ,;\n\u00a0", play.MoveError{Reason: play.NoMoves}},
		{sudokutest.Moler, strings.Repeat("457 ", 2000), play.MoveError{Reason: play.TooLong, Count: 8000}},
		{sudokutest.Moler, full + "é", play.MoveError{Reason: play.TooLong, Count: play.MaxMoves + 1}},
		{sudokutest.Moler, full, play.MoveError{Reason: play.NotAMove, Token: full}},
		{sudokutest.Moler, long, play.MoveError{Reason: play.NotAMove, Token: long}},
		{sudokutest.Moler, "457 Hello", play.MoveError{Reason: play.NotAMove, Token: "hello"}},
		{sudokutest.Moler, "r4c10=5", play.MoveError{Reason: play.NotAMove, Token: "r4c10=5"}},
		{sudokutest.Moler, "j4=5", play.MoveError{Reason: play.NotAMove, Token: "j4=5"}},
		{sudokutest.Moler, "r4c5==5", play.MoveError{Reason: play.NotAMove, Token: "r4c5==5"}},
		{sudokutest.Moler, "r4c5=..", play.MoveError{Reason: play.NotAMove, Token: "r4c5=.."}},
		{sudokutest.Moler, "r4c5=7?", play.MoveError{Reason: play.NotAMove, Token: "r4c5=7?"}},
		{sudokutest.Moler, "???", play.MoveError{Reason: play.NotAMove, Token: "???"}},
		{sudokutest.Moler, "--r4c5", play.MoveError{Reason: play.NotAMove, Token: "--r4c5"}},
		{sudokutest.Moler, "r4=53h......", play.MoveError{Reason: play.NotAMove, Token: "r4=53h......"}},
		{sudokutest.Moler, "r4=", play.MoveError{Reason: play.NotAMove, Token: "r4="}},
		{sudokutest.Moler, "-E4 7", play.MoveError{Reason: play.NotAMove, Token: "7"}},
		{sudokutest.Moler, "r４c５=７", play.MoveError{Reason: play.NotAMove, Token: "r４c５=７"}},
		{sudokutest.Moler, "r4c5=\x00", play.MoveError{Reason: play.NotAMove, Token: "r4c5=\x00"}},
		{sudokutest.Moler, "\u202er4c5=7", play.MoveError{Reason: play.NotAMove, Token: "\u202er4c5=7"}},
		{sudokutest.Moler, "r4c5=7\u200b", play.MoveError{Reason: play.NotAMove, Token: "r4c5=7\u200b"}},
		{sudokutest.Moler, "r0c5=7", play.MoveError{Reason: play.OutsideGrid, Token: "r0c5=7", Shape: sudokuShape}},
		{sudokutest.Moler, "e0", play.MoveError{Reason: play.OutsideGrid, Token: "e0", Shape: sudokuShape}},
		{sudokutest.Moler, "r0=53.......", play.MoveError{Reason: play.OutsideRows, Token: "r0=53.......", Shape: sudokuShape}},
		{sudokutest.Moler, "r4c5=", play.MoveError{Reason: play.NoDigit, Token: "r4c5=", Cell: r4c5, Shape: sudokuShape}},
		{sudokutest.Moler, "E4", play.MoveError{Reason: play.NoDigit, Token: "e4", Cell: r4c5, Shape: sudokuShape}},
		{sudokutest.Moler, "E4 ?", play.MoveError{Reason: play.NoDigit, Token: "e4", Cell: r4c5, Shape: sudokuShape}},
		{sudokutest.Moler, "E4 .", play.MoveError{Reason: play.NoDigit, Token: "e4", Cell: r4c5, Shape: sudokuShape}},
		{sudokutest.Moler, "E4 37", play.MoveError{Reason: play.NoDigit, Token: "e4", Cell: r4c5, Shape: sudokuShape}},
		{sudokutest.Moler, "E4 ??", play.MoveError{Reason: play.NoDigit, Token: "e4", Cell: r4c5, Shape: sudokuShape}},
		{sudokutest.Moler, "r4c5=37", play.MoveError{Reason: play.ManyDigits, Token: "r4c5=37", Cell: r4c5, Digits: sudoku.DigitsOf(3, 7), Shape: sudokuShape}},
		{sudokutest.Moler, "r4c5=.7", play.MoveError{Reason: play.ManyDigits, Token: "r4c5=.7", Cell: r4c5, Digits: sudoku.DigitsOf(7), Shape: sudokuShape}},
		{sudokutest.Moler, "-r4c5=3", play.MoveError{Reason: play.ClearsWithDigit, Token: "-r4c5=3", Cell: r4c5, Digits: sudoku.DigitsOf(3), Shape: sudokuShape}},
		{sudokutest.Moler, "-r4c5=?", play.MoveError{Reason: play.ClearsWithDigit, Token: "-r4c5=?", Cell: r4c5, Shape: sudokuShape}},
		{sudokutest.Moler, "r4=53", play.MoveError{Reason: play.RowLength, Token: "r4=53", Row: 3, Count: 2, Shape: sudokuShape}},
		{sudokutest.Moler, "r4=53.8.6....", play.MoveError{Reason: play.RowLength, Token: "r4=53.8.6....", Row: 3, Count: 10, Shape: sudokuShape}},
		{sudokutest.Moler, "457 R1C2=5", play.MoveError{Reason: play.IsClue, Token: "r1c2=5", Cell: r1c2, Digit: 2}},
		{sudokutest.Moler, "r1c2=2", play.MoveError{Reason: play.IsClue, Token: "r1c2=2", Cell: r1c2, Digit: 2}},
		{sudokutest.Moler, "r1c2=?2", play.MoveError{Reason: play.IsClue, Token: "r1c2=?2", Cell: r1c2, Digit: 2}},
		{sudokutest.Moler, "r1c2=?", play.MoveError{Reason: play.IsClue, Token: "r1c2=?", Cell: r1c2, Digit: 2}},
		{sudokutest.Moler, "-b1", play.MoveError{Reason: play.IsClue, Token: "-b1", Cell: r1c2, Digit: 2}},
		{sudokutest.Moler, "r4c5=?37 r4c4=7", play.MoveError{Reason: play.IsClue, Token: "r4c4=7", Cell: r4c4, Digit: 8}},
		{sudokutest.Moler, "r4=53.1.6...", play.MoveError{Reason: play.IsClue, Token: "r4=53.1.6...", Cell: r4c4, Digit: 8}},
		{mini, "r5c1=1", play.MoveError{Reason: play.OutsideGrid, Token: "r5c1=1", Shape: shidoku}},
		{mini, "r4c5=1", play.MoveError{Reason: play.OutsideGrid, Token: "r4c5=1", Shape: shidoku}},
		{mini, "E4 1", play.MoveError{Reason: play.OutsideGrid, Token: "e4=1", Shape: shidoku}},
		{mini, "r5=1...", play.MoveError{Reason: play.OutsideRows, Token: "r5=1...", Shape: shidoku}},
		{mini, "r2=5...", play.MoveError{Reason: play.OutsideDigits, Token: "r2=5...", Shape: shidoku}},
		{mini, "r2=1........", play.MoveError{Reason: play.RowLength, Token: "r2=1........", Row: 1, Count: 9, Shape: shidoku}},
		{mini, "r2c1=5", play.MoveError{Reason: play.OutsideDigits, Token: "r2c1=5", Cell: 9, Digits: sudoku.DigitsOf(5), Shape: shidoku}},
		{mini, "r2c1=?15", play.MoveError{Reason: play.OutsideDigits, Token: "r2c1=?15", Cell: 9, Digits: sudoku.DigitsOf(1, 5), Shape: shidoku}},
	} {
		start := newBoard(t, c.clues)
		after, err := start.Play(c.text)
		if got, ok := errors.AsType[*play.MoveError](err); !ok || *got != c.want {
			t.Errorf("%.50q: %+v, want %+v", c.text, err, c.want)
		} else if after != start || len(err.Error()) > 500 {
			t.Errorf("%.50q: changed %s; %d bytes of error", c.text, changes(start, after), len(err.Error()))
		}
	}
}

// A move that no text makes, since it comes as data, is made or refused as well.
func TestMakeErrors(t *testing.T) {
	start := newBoard(t, mini)
	for _, c := range []struct {
		move play.Move
		want play.MoveReason
	}{
		{play.Move{}, play.NotAMove},
		{play.Move{Kind: play.MarkOpen + 1}, play.NotAMove},
		{play.Move{Kind: play.Place, Cell: sudoku.CellAt(0, 4), Digit: 1}, play.OutsideGrid},
		{play.Move{Kind: play.Mark, Cell: sudoku.CellAt(4, 0)}, play.OutsideGrid},
		{play.Move{Kind: play.Clear, Cell: 255}, play.OutsideGrid},
		{play.Move{Kind: play.Place, Cell: 9}, play.NoDigit},
		{play.Move{Kind: play.Place, Cell: 9, Digit: 5}, play.OutsideDigits},
		{play.Move{Kind: play.Place, Cell: 9, Digit: 255}, play.OutsideDigits},
		{play.Move{Kind: play.Mark, Cell: 9, Marks: sudoku.DigitsOf(5)}, play.OutsideDigits},
		{play.Move{Kind: play.Mark, Cell: 9, Marks: 0xffff}, play.OutsideDigits},
		{play.Move{Kind: play.FillRow, Row: 4, Shape: sudoku.Shidoku}, play.OutsideRows},
		{play.Move{Kind: play.FillRow, Row: -1, Shape: sudoku.Shidoku}, play.OutsideRows},
		{play.Move{Kind: play.FillRow, Row: 1}, play.RowLength}, // nine cells
		{play.Move{Kind: play.FillRow, Row: 1, Shape: sudoku.Shidoku, Cells: [9]sudoku.Digit{5}}, play.OutsideDigits},
		{play.Move{Kind: play.Clear}, play.IsClue},
	} {
		after, err := start.Make(c.move)
		if got, ok := errors.AsType[*play.MoveError](err); !ok || got.Reason != c.want || after != start {
			t.Errorf("%+v: %v, want %s", c.move, err, c.want)
		}
	}
}

// anyMove draws a move that a board of a shape may be asked to make.
func anyMove(s sudoku.Shape) *rapid.Generator[play.Move] {
	return rapid.Custom(func(t *rapid.T) play.Move {
		digit := func() sudoku.Digit { return sudoku.Digit(rapid.IntRange(1, s.Side()).Draw(t, "digit")) }
		m := play.Move{Kind: play.MoveKind(rapid.IntRange(int(play.Place), int(play.MarkOpen)).Draw(t, "kind"))}
		switch m.Kind {
		case play.Place, play.Mark, play.Clear:
			m.Cell = rapid.SampledFrom(s.Cells()).Draw(t, "cell")
		case play.FillRow:
			m.Row, m.Shape = rapid.IntRange(0, s.Side()-1).Draw(t, "row"), s
			for i := range s.Side() {
				if rapid.Bool().Draw(t, "filled") {
					m.Cells[i] = digit()
				}
			}
		}
		switch m.Kind {
		case play.Place:
			m.Digit = digit()
		case play.Mark:
			m.Marks = s.Digits() & sudoku.Digits(rapid.Uint16().Draw(t, "marks"))
		}
		return m
	})
}

// Moves in the notation read as these moves, alone and one after the other.
func TestNotationRoundTrip(t *testing.T) {
	for _, s := range sudoku.Shapes {
		t.Run(s.String(), rapid.MakeCheck(func(t *rapid.T) {
			moves := rapid.SliceOfN(anyMove(s), 1, 20).Draw(t, "moves")
			var tokens []string
			for _, m := range moves {
				if got, err := play.ParseMoves(s, m.String()); err != nil || len(got) != 1 || got[0] != m {
					t.Fatalf("%+v is %q, which reads as %+v, %v", m, m, got, err)
				}
				tokens = append(tokens, m.String())
			}
			between := rapid.SampledFrom([]string{" ", ",", "; ", "\r\n"}).Draw(t, "between")
			text := strings.Join(tokens, between)
			if got, err := play.ParseMoves(s, text); err != nil || !slices.Equal(got, moves) {
				t.Fatalf("%q reads as %+v, %v", text, got, err)
			}
		}))
	}
}

// Play makes the moves that ParseMoves reads.
func TestPlayMakesTheMoves(t *testing.T) {
	for _, clues := range []string{sudokutest.Moler, mini} {
		start := newBoard(t, clues)
		t.Run(start.Clues.Shape().String(), rapid.MakeCheck(func(t *rapid.T) {
			want, failed := start, false
			var tokens []string
			for _, m := range rapid.SliceOfN(anyMove(start.Clues.Shape()), 1, 20).Draw(t, "moves") {
				after, err := want.Make(m)
				failed = failed || err != nil
				want = after
				tokens = append(tokens, m.String())
			}
			if failed {
				want = start
			}
			if got, err := start.Play(strings.Join(tokens, " ")); got != want || (err != nil) != failed {
				t.Fatalf("%q: %s, %v, want %s", tokens, changes(start, got), err, changes(start, want))
			}
		}))
	}
}

// Whatever is typed, Play does not panic; moves that are read can be written and read again.
func FuzzPlay(f *testing.F) {
	for _, text := range []string{
		"r4c5=7 457, E4 7\ne4: 7", "r4c5=?37 45?37 r4c5=?", "-r4c5 r4c5=. 450", "r4=53..7.... r2=1...", "? -?",
		"r４c５=７", "\x00", "\u202e457", "\xff\xfe", strings.Repeat("457 ", 1001), "İ4 7", "r0c0 a0 00 r9=9",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, clues := range []string{sudokutest.Moler, mini} {
			start := newBoard(t, clues)
			checkPlay(t, start, text)
			moves, err := play.ParseMoves(start.Clues.Shape(), text)
			if err != nil {
				continue
			}
			for _, m := range moves {
				if again, err := play.ParseMoves(start.Clues.Shape(), m.String()); err != nil || len(again) != 1 || again[0] != m {
					t.Fatalf("%q: %+v reads again as %+v, %v", text, m, again, err)
				}
			}
		}
	})
}
