package prove

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const toEdit = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"

// A bot whose every connection to Discord falls silent, once, answers its players and posts its dailies.
func TestSilentConnections(t *testing.T) {
	t.Parallel()
	silentConnections(t, 15*time.Second)
}

func TestProveSilentConnections(t *testing.T) {
	sudokutest.Prove(t)
	silentConnections(t, 30*time.Minute)
}

func silentConnections(t *testing.T, lasts time.Duration) {
	t.Run("cases", func(t *testing.T) {
		for name, deferAfter := range map[string]time.Duration{"answers at once": 0, "answers that are deferred": time.Millisecond} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				silent(t, name, lasts, deferAfter)
			})
		}
	})
}

// silent lets players ask over HTTP/2, every half second, while connections fall silent up to twenty seconds after they were made.
func silent(t *testing.T, name string, lasts, deferAfter time.Duration) {
	srv, authority := discordtest.StartTLS(t)
	w := newWorldOn(t, srv)
	proxy := srv.Proxy(t)
	proxy.SwallowEach(func() (time.Duration, discordtest.Silence) {
		lost := discordtest.All
		if rand.IntN(2) == 0 {
			lost = discordtest.Answers
		}
		return time.Second + rand.N(min(19*time.Second, lasts/5)), lost
	})
	l := w.life(lease)
	l.API, l.Authority, l.AnswerIn, l.DeferAfter = proxy.API(), authority, srv.Deadline, deferAfter
	bot := start(t, l)
	srv.AwaitReady(t)

	channel := srv.AddChannel(srv.AddGuild("Players"), "play")
	var asked []*discordtest.Call
	var dailies []string
	sent := map[string]time.Time{}
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for end := time.Now().Add(lasts); time.Now().Before(end); <-tick.C {
		if len(asked)%20 == 0 {
			dailies = append(dailies, w.schedule(t))
		}
		u := discordtest.User{ID: fmt.Sprint(100000000000002000 + len(asked)%20), Name: "player"}
		var c *discordtest.Call
		if turn := len(asked) / 20; turn > 0 {
			c = ask(srv, u, channel, turn)
		} else {
			c = srv.Slash(u, channel, "play", nil)
		}
		asked, sent[c.Token] = append(asked, c), time.Now()
	}
	var first, whole map[string]time.Duration
	await(time.Minute, func() bool {
		first, whole = arrivals(srv, sent)
		return len(whole) == len(asked)
	})
	missed, row, longest := 0, 0, 0 // row: one after the other
	for _, c := range asked {
		row++
		if _, ok := whole[c.Token]; ok {
			row = 0
			continue
		}
		missed++
		longest = max(longest, row)
	}
	posts, doubles := 0, 0
	await(time.Minute, func() bool {
		posts, doubles = 0, 0
		for _, channel := range dailies {
			n := len(srv.Messages(channel))
			posts += min(n, 1)
			doubles += max(n-1, 0)
		}
		return posts == len(dailies)
	})
	t.Logf("%s: %d connections fell silent in %s; %d of %d answers missed, %d in a row at most; %d of %d dailies missed, %d double",
		name, proxy.Swallowed(), lasts, missed, len(asked), longest, len(dailies)-posts, len(dailies), doubles)
	t.Logf("%s: first answers after %s; whole answers after %s", name, spread(first), spread(whole))
	sudokutest.Proved(t, name+", over connections that fall silent", len(asked), missed)
	if slices.ContainsFunc(srv.Requests(""), func(r discordtest.Request) bool { return r.Proto != "HTTP/2.0" }) {
		t.Error("not all calls came over HTTP/2: this run is not valid")
	}
	if missed > 1 || posts < len(dailies) || doubles > 0 || proxy.Swallowed() == 0 {
		t.Errorf("%s\n%s", name, bot.log)
	}
}

// arrivals returns after how long each of some interactions, by token, had its first answer, and its whole one: the edit of one that
// was deferred.
func arrivals(srv *discordtest.Server, at map[string]time.Time) (first, whole map[string]time.Duration) {
	first, whole = map[string]time.Duration{}, map[string]time.Duration{}
	for _, r := range srv.Requests("") {
		part := strings.Split(r.Path, "/")
		if len(part) < 4 || r.Status >= 300 {
			continue
		}
		began, ok := at[part[3]]
		switch after := r.At.Sub(began); {
		case !ok:
		case r.Route == toCallback:
			first[part[3]] = after
			if !bytes.Contains(r.Body, []byte(`"type":5`)) {
				whole[part[3]] = after
			}
		case r.Route == toEdit:
			whole[part[3]] = min(after, cmp.Or(whole[part[3]], after))
		}
	}
	return first, whole
}

// spread sums up how long answers took.
func spread(answers map[string]time.Duration) string {
	took := slices.Sorted(maps.Values(answers))
	if len(took) == 0 {
		return "none"
	}
	at := func(percent int) time.Duration { return took[(len(took)-1)*percent/100].Round(time.Millisecond) }
	return fmt.Sprintf("%s (p50), %s (p99), %s (slowest)", at(50), at(99), at(100))
}
