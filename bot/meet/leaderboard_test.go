package meet

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// However long a list is, it has the line of the one who asks, below its heading.
func TestOwnLineIsKept(t *testing.T) {
	long := strings.Repeat("W", 32)
	var results []games.Result
	var standings []games.Standing
	var paces []games.Pace
	for i := range 60 {
		p := games.Player{ID: fmt.Sprint(i), Name: long}
		tier := []logic.Tier{logic.TierSingletons, logic.TierHidden}[i/30]
		rank := min(i%30+1, 5) // most share the last one
		results = append(results, games.Result{GameID: int64(i), Player: p, Rank: rank, Tier: tier, Elapsed: time.Hour, Hints: 3, Deepest: 4, Checks: 2})
		standings = append(standings, games.Standing{Player: p, Rank: i + 1, Solved: 30})
		paces = append(paces, games.Pace{Player: p, Rank: i + 1, Solved: 30})
	}
	for _, l := range locale.Languages() {
		for _, own := range []int{0, 29, 59} {
			q := handler.Query{Request: chat.Request{Player: games.Player{ID: fmt.Sprint(own)}}, Speech: chat.SpeechIn(l.Tag())}
			date := calendar.Date{Year: 2026, Month: 3, Day: 5}
			for name, list := range map[string]chat.Text{
				"results": resultsInWords(q, askedBoard{date: date}, slices.Clone(results)), "standings": outbox.Standings(q, chat.Plain("Heading"), standings),
				"global results": globalResults(q, date, results), "paces": pacesInWords(q, chat.Plain("Heading"), paces),
			} {
				has := slices.ContainsFunc(list, func(p chat.Part) bool { return p.Kind == chat.PlayerPart && p.ID == q.Player.ID })
				if n := utf8.RuneCountInString(list.String()); !has || n > chat.MaxText/2+40 {
					t.Errorf("%s, %s of player %d: %d characters, with their line: %t\n%s", l.Tag(), name, own, n, has, list)
				}
			}
		}
	}
	q := handler.Query{Request: chat.Request{Player: games.Player{ID: "59"}}, Speech: chat.SpeechIn("en")} // whose daily is listed last
	text := resultsInWords(q, askedBoard{date: calendar.Date{Year: 2026, Month: 3, Day: 5}}, results).String()
	if lines := strings.Split(text, "\n"); !strings.HasPrefix(lines[len(lines)-3], "and ") || !strings.HasSuffix(lines[len(lines)-2], "sudoku Medium:") {
		t.Errorf("the line at the end is without its heading:\n%s", text)
	}
}
