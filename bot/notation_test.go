package bot

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	moler = "020030040600000003004000500000806000800010006000705000007000600400000008030040020"
	mini  = "1.....3..2.....4"
)

func startOf(t interface{ Fatal(...any) }, text string) typed {
	g, err := sudoku.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return typed{g, logic.State{Grid: g}}
}

// What a player types, and what then stands in the cells that changed.
func TestMoves(t *testing.T) {
	for _, want := range []struct{ text, changes string }{
		{"r4c5=7", "r4c5=7"},
		{"R4C5=7", "r4c5=7"},
		{"r4c57", "r4c5=7"},
		{"457", "r4c5=7"},
		{"45=7", "r4c5=7"},
		{"E4 7", "r4c5=7"},
		{"e47", "r4c5=7"},
		{"E4=7", "r4c5=7"},
		{"r4c5 7", "r4c5=7"},
		{"r4c5 = 7", "r4c5=7"},
		{"r4c5: 7", "r4c5=7"},
		{"457, 551\nr1c1=5;", "error"}, // r5c5 is a clue
		{"457, 528\nr1c1=5;", "r1c1=5 r4c5=7 r5c2=8"},
		{"r4c5=?37", "r4c5?37"},
		{"45?73", "r4c5?37"},
		{"E4 ?37", "r4c5?37"},
		{"r4c5=?", ""},
		{"r4c5=?37 -r4c5", ""},
		{"457 r4c5=.", ""},
		{"457 450", ""},
		{"457 -E4", ""},
		{"457 r4c5=?12", "r4c5?12"},
		{"r4c5=?37 r4c6=7", "error"}, // a clue
		{"r4c5=?37 r4c1=7", "r4c1=7 r4c5?3"},
		{"r4=53.8.6...", "r4c1=5 r4c2=3"},
		{"r4=53.....1.", "r4c1=5 r4c2=3 r4c8=1"},
		{"411 r4=.........", ""},
	} {
		start := startOf(t, moler)
		after, err := start.play(want.text)
		got := changes(start.State, after)
		if err != nil {
			got = "error"
			if after != start.State {
				t.Errorf("%q: an error, and %s", want.text, changes(start.State, after))
			}
		}
		if got != want.changes {
			t.Errorf("%q: %q, want %q (%v)", want.text, got, want.changes, err)
		}
	}
}

func changes(before, after logic.State) string {
	var list []string
	for _, c := range before.Grid.Shape().Cells() {
		if d := after.Grid.At(c); d != before.Grid.At(c) {
			list = append(list, fmt.Sprintf("%s=%s", c, d))
		}
		if m := after.Marks[c]; m != before.Marks[c] {
			list = append(list, fmt.Sprintf("%s?%s", c, m))
		}
	}
	return strings.Join(list, " ")
}

func TestAllMarks(t *testing.T) {
	start := startOf(t, mini)
	after, err := start.play("?")
	if err != nil || after.Marks != start.Grid.Candidates() {
		t.Errorf("? marks %v, %v", after.Marks, err)
	}
	if after, err = (typed{start.clues, after}).play("-?"); err != nil || after != start.State {
		t.Errorf("-? leaves %v, %v", after.Marks, err)
	}
}

// All or nothing, and the error names the token and the reason.
func TestMoveErrors(t *testing.T) {
	for _, want := range []struct{ grid, text, message string }{
		{moler, "", "no move given"},
		{moler, " , ", "no move given"},
		{moler, "457 hello", `"hello" is no move`},
		{moler, "457 r1c2=5", `"r1c2=5": r1c2 is a clue, 2`},
		{moler, "r0c5=7", `"r0c5=7": a sudoku has rows and columns 1 to 9`},
		{moler, "r4c5=", `"r4c5=" names a cell and no digit`},
		{moler, "E4", `"e4" names a cell and no digit`},
		{moler, "r4c5=37", `"r4c5=37": one digit a cell, or marks: r4c5=?37`},
		{moler, "-r4c5=3", `"-r4c5=3": write -r4c5`},
		{moler, "r4=53", `"r4=53": row 4 has 9 cells, and these are 2`},
		{moler, "r4=53.1.6...", `r4c4 is a clue, 8`},
		{moler, "r4c10=5", `"r4c10=5" is no move`},
		{moler, strings.Repeat("457 ", 2000), "too many"},
		{moler, strings.Repeat("x", 3000), "is no move"},
		{mini, "r5c1=1", `"r5c1=1": a shidoku has rows and columns 1 to 4`},
		{mini, "r2c1=5", `"r2c1=5": the digits of a shidoku are 1 to 4`},
		{mini, "r2=5...", `"r2=5...": the digits of a shidoku are 1 to 4`},
		{mini, "r5=1...", `"r5=1...": a shidoku has rows 1 to 4`},
		{mini, "E4 1", `a shidoku has rows and columns 1 to 4`},
		{mini, "r2c1=?15", `the digits of a shidoku are 1 to 4`},
	} {
		start := startOf(t, want.grid)
		after, err := start.play(want.text)
		if err == nil || !strings.Contains(err.Error(), want.message) || !isRefusal(err) {
			t.Errorf("%.50q: %v, want %s", want.text, err, want.message)
		} else if after != start.State || len(err.Error()) > 500 {
			t.Errorf("%.50q: changed %s; %d bytes of error", want.text, changes(start.State, after), len(err.Error()))
		}
	}
}

// Whatever is typed, clues stay, digits fit the shape, and filled cells have no marks.
func TestMovesKeepTheBoard(t *testing.T) {
	token := rapid.OneOf(
		rapid.StringMatching(`-?(r[0-9]c[0-9]|[a-j][0-9]|[0-9][0-9])[=: ]?\??[0-9.]{0,3}`),
		rapid.StringMatching(`r[0-9]=[0-9.]{3,10}`),
		rapid.SampledFrom([]string{"?", "-?"}),
		rapid.String(),
	)
	rapid.Check(t, func(t *rapid.T) {
		start := typed{}
		start.clues, _ = sudoku.Parse(rapid.SampledFrom([]string{moler, mini}).Draw(t, "grid"))
		start.Grid = start.clues
		for _, text := range rapid.SliceOfN(token, 1, 30).Draw(t, "moves") {
			before := start.State
			after, err := start.play(text)
			if err != nil && after != before {
				t.Fatalf("%q fails and changes the board", text)
			}
			start.State = after
			if !after.Grid.Extends(start.clues) {
				t.Fatalf("%q changes a clue", text)
			}
			for _, c := range after.Grid.Shape().Cells() {
				if after.Marks[c]&^after.Grid.Shape().Digits() != 0 || after.Grid.At(c) != 0 && after.Marks[c] != 0 {
					t.Fatalf("%q: marks %s in %s, which holds %s", text, after.Marks[c], c, after.Grid.At(c))
				}
			}
		}
	})
}
