package bot

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
)

// later lets time pass for what waits in the outbox, and makes a round.
func (x league) later(t *testing.T, interval string) {
	t.Helper()
	archivetest.Exec(t, x.url, `update outbox set due_at = due_at - interval '`+interval+`', tried = tried - interval '`+interval+`'`)
	followRound(t, x.Bot, x.net)
}

// post expects how often the post of the daily was changed so far, and how it ends now.
func (x league) post(t *testing.T, edits int, want string) {
	t.Helper()
	if len(x.net.edits) != edits {
		t.Fatalf("%d edits, want %d: %v", len(x.net.edits), edits, x.net.edits)
	}
	last := x.net.edits[edits-1]
	lines := strings.Split(last.Screen.Body.String(), "\n")
	if got := lines[len(lines)-1]; got != want || last.channel != "42" || last.message != "message 0" {
		t.Errorf("%s in %s says %q, want %q", last.message, last.channel, got, want)
	}
	if !last.WordsOnly || titleOf(last.Reply) != titleOf(x.net.messages[0].reply) || !strings.HasPrefix(last.Screen.Body.String(), x.net.messages[0].reply.Screen.Body.String()) {
		t.Errorf("it was %+v, and is %+v", x.net.messages[0].reply.Screen, last.Reply)
	}
}

// The post of a daily says who has solved it: how many, how fast, and the names of those who shared their result and are
// not hidden. It is changed once a minute at most, and no longer names players who have deleted their data or
// hides.
func TestPostSaysWhoSolved(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	x.solve(t, bob, 20, 0)
	x.at(t, "2026-03-02T07:30:00Z")
	if len(x.net.edits) > 0 {
		t.Fatalf("edits of no post: %v", x.net.edits)
	}
	x.at(t, "2026-03-02T08:00:00Z")
	x.at(t, "2026-03-02T08:00:05Z")
	x.post(t, 1, "1 solved · fastest 20:00")
	x.solve(t, ann, 15, 0)
	x.solve(t, cleo, 30, 0)
	ask(t, x.Bot, ann, "share")
	x.later(t, "50 seconds")
	x.post(t, 1, "1 solved · fastest 20:00")
	x.later(t, "11 seconds")
	x.post(t, 2, "3 solved · fastest 15:00 · Ann and 2 others")
	x.later(t, "1 hour")
	x.post(t, 2, "3 solved · fastest 15:00 · Ann and 2 others")
	ask(t, x.Bot, cleo, "share")
	x.later(t, "1 hour")
	x.post(t, 3, "3 solved · fastest 15:00 · Ann, Cleo and 1 other")
	ask(t, x.Bot, cleo, "settings", "name=hidden")
	x.later(t, "1 hour")
	ask(t, x.Bot, cleo, "privacy", "action=hide") // as before
	x.later(t, "1 hour")
	x.post(t, 4, "3 solved · fastest 15:00 · Ann and 2 others")
	ask(t, x.Bot, ann, "privacy", "action=delete", "confirm=yes")
	x.later(t, "1 hour")
	x.post(t, 5, "3 solved · fastest 15:00")
	ask(t, x.Bot, cleo, "privacy", "action=unhide")
	x.later(t, "1 hour")
	x.post(t, 6, "3 solved · fastest 15:00 · Cleo and 2 others")
	x.at(t, "2026-03-03T08:00:00Z")
	x.at(t, "2026-03-03T08:00:05Z")
	x.solve(t, ann, 15, 0, "date=2026-03-02") // late: the solution is public by now
	x.later(t, "1 hour")
	x.post(t, 6, "3 solved · fastest 15:00 · Cleo and 2 others")
	x.later(t, "72 hours")
	ask(t, x.Bot, cleo, "privacy", "action=hide") // an old post still names her
	x.later(t, "1 hour")
	if n := len(x.net.edits); n != 7 || !strings.HasSuffix(x.net.edits[n-1].Screen.Body.String(), "\n3 solved · fastest 15:00") {
		t.Errorf("after %d edits an old post says %s", n, x.net.edits[n-1].Screen.Body)
	}
}

// Of many posts, no more than so many are changed in a second, whoever changes them.
func TestFewPostsChangeInASecond(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z")
	archivetest.Exec(t, x.url, `insert into outbox (guild, kind, rank, date) select n, 'solvers', 3, '2026-03-02' from generate_series(1, 15) n`)
	claims := func(endless bool) (n int) { // in a second, which may be endless
		for {
			_, ok, wait, err := x.store.ClaimPaced(t.Context(), fmt.Sprint("process ", n%3), time.Minute)
			if check(t, err); !ok {
				if wait != endless {
					t.Errorf("after %d claims, whether others wait: %t", n, wait)
				}
				return n
			}
			if n++; endless {
				archivetest.Exec(t, x.url, `update outbox set tried = clock_timestamp() + interval '1 hour' where owner is not null`)
			}
		}
	}
	if n := claims(true); n != daily.PacedPerSecond {
		t.Errorf("%d claims in a second", n)
	}
	archivetest.Exec(t, x.url, `update outbox set tried = clock_timestamp() - interval '1 second'`)
	if n := claims(false); n != 5 {
		t.Errorf("%d claims in the next, of the 5 that are left", n)
	}

	archivetest.Exec(t, x.url, `insert into outbox (guild, kind, rank, date) values ('a', 'solvers', 3, '2026-03-02'), ('b', 'reminder', 4, '2026-03-02'), ('c', 'summary', 1, '2026-03-02')`)
	began := time.Now()
	archivetest.Exec(t, x.url, `update outbox set tried = clock_timestamp() + interval '900 ms' where owner is not null`)
	if p, ok, wait, err := x.store.ClaimPaced(t.Context(), "a process", time.Minute); (ok || !wait) && time.Since(began) < 1800*time.Millisecond || err != nil {
		t.Errorf("claimed in a second that is full: %+v, %t, %t, %v", p, ok, wait, err)
	}
	archivetest.Exec(t, x.url, `update outbox set tried = clock_timestamp() - interval '1 second' where owner is not null`)
	for _, want := range []daily.PostKind{daily.ReminderMessage, daily.SolversOfDay, ""} { // and nothing of another rank
		if p, ok, _, err := x.store.ClaimPaced(t.Context(), "a process", time.Minute); p.Kind != want || ok != (want != "") || err != nil {
			t.Errorf("claimed is %t, %+v, want %q (%v)", ok, p, want, err)
		}
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, _, err := x.store.ClaimPaced(gone, "a process", time.Minute); err == nil {
		t.Error("without a database, nothing is due")
	}
}
