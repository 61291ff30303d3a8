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
	"github.com/gridkeeper/gridkeeper/play"
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

// A drawing has a sign for each box: a mistake, even one that was put right, before a hint, and a hint before neither.
func TestDrawing(t *testing.T) {
	grid := func(text string) sudoku.Grid {
		g := sudoku.Empty(sudoku.Shidoku)
		for i, r := range strings.ReplaceAll(text, " ", "") {
			if r != '.' {
				g = g.With(sudoku.CellAt(i/4, i%4), sudoku.Digit(r-'0'))
			}
		}
		return g
	}
	clues := grid("12.. 34.. .... ....")
	const moved, hinted, undone, submitted, checked = play.Moved, play.Hinted, play.Undone, play.Submitted, play.Checked
	type entry struct {
		kind play.EventKind
		grid string
	}
	for name, test := range map[string]struct {
		entries []entry
		want    string
	}{
		"unaided": {[]entry{{moved, "1234 3412 2... 4..."}, {checked, "1234 3412 2... 4..."}, {moved, "1234 3412 2143 4321"}}, "🟩🟩\n🟩🟩"},
		"a hint helps the next digit only": {[]entry{
			{hinted, "12.. 34.. .... ...."}, {hinted, "12.. 34.. .... ...."}, {moved, "123. 34.. .... ...."}, {moved, "1234 3412 2143 4321"},
		}, "🟩🔶\n🟩🟩"},
		"a hint places a digit": {[]entry{{hinted, "12.. 34.. 2... ...."}, {moved, "1234 3412 2143 4321"}}, "🟩🟩\n🔶🟩"},
		"a mistake that was put right": {[]entry{
			{moved, "12.. 34.. .... ...2"}, {hinted, "12.. 34.. .... ...."}, {moved, "12.. 34.. .... ...1"}, {moved, "1234 3412 2143 4321"},
		}, "🟩🟩\n🟩🔴"},
		"digits that an undo brings back are not helped": {[]entry{
			{moved, "1234 34.. .... ...."}, {moved, "12.. 34.. .... ...."}, {hinted, "12.. 34.. .... ...."}, {undone, "1234 34.. .... ...."},
			{moved, "1234 34.. 2... ...."}, {moved, "1234 3412 2143 4321"},
		}, "🟩🟩\n🔶🟩"},
		"submitted": {[]entry{{moved, "1234 3412 .... ...."}, {submitted, "1234 3412 2143 4321"}}, "🟩🟩\n⬜⬜"},
		"nothing":   {nil, ""},
	} {
		var journal []games.Moment
		for _, e := range test.entries {
			journal = append(journal, games.Moment{Entry: play.Entry{Event: play.Event{Kind: e.kind, Board: play.Board{Grid: grid(e.grid)}}}})
		}
		if got := drawing(clues, journal); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, test.want)
		}
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
