package web

import (
	"net/http"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// The page of a player says what /profile does, starts what was missed, and has the rating over time unless it is hidden.
func TestProfilePage(t *testing.T) {
	s := newSite(t)
	s.play(ann)
	b := s.signedIn(ann)
	b.get("/profile").want(http.StatusOK).holds("Rating: not certain enough yet").holds(`href="./history"`)
	archivetest.Exec(t, s.url, `insert into strength
		select '`+ann.ID+`', '`+day(0)+`'::date - 60 + i, 1500 + 2 * i, 130 - i, 0.06, i + 1 from generate_series(0, 59) i`)
	page := b.get("/profile").want(http.StatusOK)
	page.holds("Rating: 1618").holds(`aria-label="Your rating, from 1542 to 1618"`).holds(`points="0.0,78.0 `).holds(`300.0,2.0"`).holds("<td>1618</td>")
	if n := strings.Count(page.body, "<tr>"); n != 1+30 {
		t.Errorf("the table has %d rows", n)
	}
	archivetest.Exec(t, s.url, `insert into settings (player, hide_rating) values ('`+ann.ID+`', true)`)
	if page := b.get("/profile").want(http.StatusOK); strings.Contains(page.body, "1618") || strings.Contains(page.body, "<svg") {
		t.Errorf("a rating that is not to be shown: %s", page.body)
	}
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
