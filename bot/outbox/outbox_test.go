package outbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A line of the log has the date or the number of a post only where it has one.
func TestAbout(t *testing.T) {
	for want, p := range map[string]daily.Post{
		"[guild 7 kind daily date 2026-03-05]": {GuildID: "7", Kind: daily.DailyPost, Date: calendar.Date{Year: 2026, Month: time.March, Day: 5}},
		"[guild 7 kind party number 2]":        {GuildID: "7", Kind: daily.PartyBoard, Number: 2},
	} {
		if got := fmt.Sprint(about(p)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// The pictogram shows which box was finished when; one that was emptied again counts from the last time.
func TestPictogram(t *testing.T) {
	var grids []sudoku.Grid
	for _, text := range []string{
		"1234 3412 ........", // the upper boxes
		"12.4 3412 2.......", // one of them is emptied
		"12.4 3412 21..43..", // a lower one
		"1234 3412 21..43..",
		"1234 3412 21.343..",
		"1234 3412 21434321",
	} {
		g := sudoku.Empty(sudoku.Shidoku)
		for i, r := range strings.ReplaceAll(text, " ", "") {
			if r != '.' {
				g = g.With(sudoku.CellAt(i/4, i%4), sudoku.Digit(r-'0'))
			}
		}
		grids = append(grids, g)
	}
	if got, want := pictogram(grids), "🟢🔶\n🔶🟪"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got, want := pictogram(grids[5:]), "🟢🟢\n🟢🟢"; got != want {
		t.Errorf("handed in whole: got\n%s\nwant\n%s", got, want)
	}
	if got, want := pictogram([]sudoku.Grid{grids[0], grids[5]}), "🟢🟢\n🔶🔶"; got != want {
		t.Errorf("boxes full of clues: got\n%s\nwant\n%s", got, want)
	}
	if got := pictogram(nil); got != "" {
		t.Errorf("of nothing: %s", got)
	}
}

// How many did without help is said in a sentence for any number.
func TestSolversInWords(t *testing.T) {
	for want, hints := range map[string][]int{
		"No player solved it on its day.":                 nil,
		"1 player solved it on its day, without help.":    {0},
		"1 player solved it on its day, with help.":       {1},
		"2 players solved it on its day, 1 without help.": {0, 1},
		"2 players solved it on its day, all with help.":  {1, 2},
	} {
		var results []games.Result
		for i, n := range hints {
			results = append(results, games.Result{GameID: int64(i + 1), Rank: i + 1, Hints: n})
		}
		if got := solvers(chat.SpeechIn("en"), results)[0].String(); got != want {
			t.Errorf("hints %v: %q, want %q", hints, got, want)
		}
	}
}
