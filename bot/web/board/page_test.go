package board_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const clues = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"

func stateOf(clues string) board.State {
	grid, _ := sudoku.Parse(clues)
	return board.State{Game: 12, Shape: grid.Shape().String(), Title: "Daily #412", Clues: clues, Grid: clues, Marks: make([]string, len(clues))}
}

func render(t *testing.T, p board.Page) string {
	t.Helper()
	p.Language, p.Game, p.Assets = locale.Match("en"), "games/12", "assets/"
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

func TestReadMove(t *testing.T) {
	s := stateOf(clues)
	s.Marks[2] = "14"
	s.Notes, s.Noted = board.Notes{"r1c3": {Corner: "2", Colours: []int{3}}}, 3
	for query, want := range map[string]board.Batch{
		"cell=r1c3&mode=digit&digit=4":  {Moves: []string{"r1c3=4"}},
		"cell=r1c3&mode=centre&digit=4": {Moves: []string{"r1c3=?1"}},
		"cell=r1c3&mode=centre&digit=2": {Moves: []string{"r1c3=?124"}},
		"cell=r1c3&mode=corner&digit=1": {Notes: board.Notes{"r1c3": {Corner: "12", Colours: []int{3}}}},
		"cell=r1c3&mode=corner&digit=2": {Notes: board.Notes{"r1c3": {Colours: []int{3}}}},
		"cell=r1c3&mode=colour&digit=9": {Notes: board.Notes{"r1c3": {Corner: "2", Colours: []int{3, 9}}}},
		"cell=r1c3&mode=colour&digit=3": {Notes: board.Notes{"r1c3": {Corner: "2", Colours: []int{}}}},
		"cell=r1c3&mode=digit&digit=0":  {Moves: []string{"-r1c3"}, Notes: board.Notes{"r1c3": {Colours: []int{3}}}},
		"digit=undo":                    {Moves: []string{"undo"}},
	} {
		want.ID, want.Revision = "a1", 7
		if len(want.Notes) > 0 {
			want.Noted = &s.Noted
		}
		got, err := board.ReadMove(s, form(t, query+"&id=a1&revision=7"))
		if err != nil {
			t.Errorf("%s: %v", query, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", query, diff)
		}
	}
}

func TestReadMoveRefuses(t *testing.T) {
	for query, field := range map[string]string{
		"":                                "revision",
		"revision=x&digit=undo":           "revision",
		"revision=1":                      "cell",
		"revision=1&cell=r0c1&digit=1":    "cell",
		"revision=1&cell=r1c10&digit=1":   "cell",
		"revision=1&cell=r1c3":            "digit",
		"revision=1&cell=r1c3&digit=10":   "digit",
		"revision=1&cell=r1c3&digit=-1":   "digit",
		"revision=1&cell=r1c3&digit=1":    "mode",
		"revision=1&cell=r1c3&digit=undo": "",
	} {
		_, err := board.ReadMove(stateOf(clues), form(t, query))
		var wrong *board.FormError
		if field == "" && err == nil {
			continue
		}
		if !errors.As(err, &wrong) || wrong.Field != field {
			t.Errorf("%q: %v, want an error about %q", query, err, field)
		}
	}
	if _, err := board.ReadMove(stateOf(small), form(t, "revision=1&cell=r1c2&mode=digit&digit=5")); err == nil {
		t.Error("a shidoku has no 5")
	}
	if _, err := board.ReadMove(stateOf(six), form(t, "revision=1&cell=r1c2&mode=digit&digit=7")); err == nil {
		t.Error("a 6×6 has no 7")
	}
	if got, err := board.ReadMove(stateOf(six), form(t, "revision=1&cell=r6c6&mode=centre&digit=6")); err != nil || got.Moves[0] != "r6c6=?6" {
		t.Errorf("a mark of a 6×6: %v, %v", got.Moves, err)
	}
}

func TestReadWish(t *testing.T) {
	got, err := board.ReadWish(form(t, "id=a&revision=3&level=2"))
	if want := (board.Wish{ID: "a", Revision: 3, Level: 2}); err != nil || got != want {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := board.ReadWish(form(t, "id=a&revision=3&level=deep")); err == nil {
		t.Error("no error for a level that is not a number")
	}
}

func form(t *testing.T, query string) url.Values {
	t.Helper()
	values, err := url.ParseQuery(query)
	must(t, err)
	return values
}
