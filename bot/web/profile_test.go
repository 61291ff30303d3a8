package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// The page of a player begins with their numbers, and has the rating over time unless it is hidden.
func TestProfilePage(t *testing.T) {
	s := newSite(t)
	s.play(ann)
	b := s.signedIn(ann)
	b.get("/profile").want(http.StatusOK).holds("certain after about ten dailies").holds("Solve your first puzzle").lacks("<svg class").lacks("Streak")
	archivetest.Exec(t, s.url, `insert into strength
		select '`+ann.ID+`', '`+day(0)+`'::date - 60 + i, 1500 + 2 * i, 130 - i, 0.06, i + 1 from generate_series(0, 59) i`)
	page := b.get("/profile").want(http.StatusOK)
	page.holds("<dt>Rating</dt><dd><b>1618</b>").holds(`aria-label="Your rating, from 1542 to 1618"`).holds(`points="0.0,78.0 `).holds(`300.0,2.0"`).holds("<td>1618</td>")
	if n := strings.Count(page.body, "<tr>"); n != 1+30 {
		t.Errorf("the table has %d rows", n)
	}
	archivetest.Exec(t, s.url, `insert into settings (player, hide_rating) values ('`+ann.ID+`', true)`)
	if page := b.get("/profile").want(http.StatusOK); strings.Contains(page.body, "1618") || strings.Contains(page.body, "<polyline") {
		t.Errorf("a rating that is not to be shown: %s", page.body)
	}
}

// The page of a player has the streak, the best times with their dots, the techniques, and the dailies of the last weeks:
// those that were missed can be played from it.
func TestProfileOfAPlayer(t *testing.T) {
	s := newSite(t)
	s.solveDaily(ann, guild)
	archivetest.Exec(t, s.url, asSudoku+`
		update daily set counts = true;
		update game set apart = '', earned = true, on_time = true, finished = started + interval '4 minutes 12 seconds';
		update guild set first = first - 9 where id = '`+guild+`';
		insert into daily select r.* from daily x, generate_series(1, 2) n,
		lateral jsonb_populate_record(x, jsonb_build_object('date', x.date - n, 'number', 10 - n)) r`)
	page := s.signedIn(ann).get("/profile").want(http.StatusOK)
	page.holds("<dt>Streak</dt><dd><b>1 day</b>").holds("<dt>Solved</dt><dd><b>1</b>").holds("<dt>Best</dt><dd><b>4:12</b> <small>Easy</small>")
	page.holds(`<a class="solved" href="./dailies/` + day(0) + `"`).holds(`<a class="missed" href="./dailies/` + day(-1) + `"`)
	page.holds(`name="date" value="` + day(-2) + `"`).holds(`href="./history"`).lacks("Solve your first puzzle").lacks(" /daily").lacks(" /play")
}

// The first page says that reminders ended for want of direct messages, until the chat has said so.
func TestRefusedReminder(t *testing.T) {
	s := newSite(t)
	s.play(ann)
	b := s.signedIn(ann)
	const off = "Reminders are off, because you do not take direct messages"
	b.get("/").lacks(off)
	archivetest.Exec(t, s.url, `insert into reminder (player, guild, at, zone, language) values ('`+ann.ID+`', '`+guild+`', '20:00', 'UTC', 'en')`)
	b.post("/games", "command", "daily", "shape", "shidoku").want(http.StatusSeeOther)
	b.get("/").holds(off)
	s.chat(ann, ask("daily", "shape", "shidoku"))
	b.get("/").lacks(off)
}
