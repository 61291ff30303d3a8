package board_test

import (
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/locale"
)

const clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func stateOf(clues string) board.State {
	shape := map[int]string{81: "sudoku", 16: "shidoku"}[len(clues)]
	return board.State{Game: 12, Shape: shape, Title: "Daily #412", Clues: clues, Grid: clues, Marks: make([]string, len(clues))}
}

func render(t *testing.T, p board.Page) string {
	t.Helper()
	p.Language, p.Tag, p.Game, p.Assets = locale.Match("en"), "en", "games/12", "assets/"
	var out strings.Builder
	must(t, board.Render(&out, p))
	return out.String()
}

func TestRender(t *testing.T) {
	s := stateOf(clues)
	s.Marks[2] = "14"
	s.Notes = board.Notes{"r1c3": {Corner: "2", Colours: []int{3}, Candidates: map[string][]int{"4": {1, 2}}}}
	page := render(t, board.Page{State: s, Choice: board.Choice{Cell: "r1c3"}})
	for _, want := range []string{
		`aria-label="row 1 column 1, 5, clue"`,
		`aria-label="row 1 column 3, empty, corner marks 2, marks 1 4, colours 3"`,
		`<b class="k3"></b>`, `<i class="d4 a1 b2">4</i>`,
		`<input type="hidden" name="cell" value="r1c3">`,
		`aria-label="5, 6 left"`,
		`action="games/12/moves"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if n := strings.Count(page, `role="gridcell"`); n != 81 {
		t.Errorf("%d cells", n)
	}
}

func TestRenderRefusesBadStates(t *testing.T) {
	for _, spoil := range []func(*board.State){
		func(s *board.State) { s.Shape = "cube" },
		func(s *board.State) { s.Grid = s.Grid[1:] },
		func(s *board.State) { s.Marks = nil },
	} {
		s := stateOf(clues)
		spoil(&s)
		if err := board.Render(&strings.Builder{}, board.Page{State: s}); err == nil {
			t.Errorf("no error for %+v", s)
		}
	}
}
