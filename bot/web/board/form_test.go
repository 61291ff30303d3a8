package board_test

import (
	"errors"
	"net/url"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

func TestReadMove(t *testing.T) {
	s := stateOf(clues)
	s.Marks[2] = "14"
	s.Notes = board.Notes{"r1c3": {Corner: "2", Colours: []int{3}}}
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
