package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

func TestMain(m *testing.M) { archivetest.Main(m) }

// realBot returns a bot on a real archive with one puzzle.
func realBot(t *testing.T, c *clock) (*Bot, *archive.Store) {
	return realBotAt(t, c, archivetest.URL(t))
}

func realBotAt(t *testing.T, c *clock, url string) (*Bot, *archive.Store) {
	store := archivetest.Open(t, url).WithClock(c.Now)
	if _, err := store.ImportFile(t.Context(), importing.Options{Collection: "Test"}, strings.NewReader(moler)); err != nil {
		t.Fatal(err)
	}
	return New(store, Config{Now: c.Now, Lease: time.Hour}), store
}

// wild is a network under which processes die, seen by all of them at once.
type wild struct {
	chat.Poster
	mu       sync.Mutex
	messages map[string]int // by marker
	random   *rand.Rand
	calm     bool
}

func (w *wild) Serves(string) bool { return true }

func (w *wild) Post(_ context.Context, _ string, post daily.Post, _ chat.Reply) (chat.Posted, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	chance := w.random.Float64()
	switch {
	case w.calm || chance < 0.3:
		w.messages[post.Marker()]++
		return chat.Posted{MessageID: "id " + post.Marker()}, nil
	case chance < 0.5:
		return chat.Posted{}, chat.RateLimitedError{After: 10 * time.Millisecond}
	case chance < 0.8: // sent, and the process dies before it can say so
		w.messages[post.Marker()]++
	}
	panic(errLost)
}

func (w *wild) Find(_ context.Context, _ string, post daily.Post) (chat.Posted, bool, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return chat.Posted{MessageID: "id " + post.Marker()}, w.messages[post.Marker()] > 0, nil
}

// On a real ledger, with several processes at once that die around their posts, every
// guild gets one post.
func TestOnePostOnPostgreSQL(t *testing.T) {
	c := &clock{time.Date(2026, 3, 1, 9, 0, 1, 0, time.UTC)}
	url := archivetest.URL(t)
	_, store := realBotAt(t, c, url)
	const guilds = 4
	for i := range guilds {
		s := daily.NewGuild(fmt.Sprint("guild ", i))
		s.ChannelID, s.Scheduled, s.Since = "42", true, calendar.Date{Year: 2026, Month: 3, Day: 1}
		for day := range s.Tiers {
			s.Tiers[day] = 5
		}
		check(t, store.SaveGuild(t.Context(), s))
	}
	w := &wild{messages: map[string]int{}, random: rand.New(rand.NewPCG(1, 2))}
	for life := range 8 {
		w.calm = life >= 5
		var processes sync.WaitGroup
		for p := range 3 {
			b := New(store, Config{Now: c.Now, Lease: time.Hour})
			processes.Go(func() { live(t, b, w, fmt.Sprintf("process %d, life %d", p, life)) })
		}
		processes.Wait()
		// The leases of the dead run out, and nobody alive holds one: who stands still for longer than its
		// lease may post what another has posted.
		archivetest.Exec(t, url, `update outbox set leased_until = now() - interval '1 second', due_at = now() - interval '1 second'`)
	}
	if len(w.messages) != guilds {
		t.Errorf("%d guilds have a post, want %d", len(w.messages), guilds)
	}
	for marker, n := range w.messages {
		if n != 1 {
			t.Errorf("%s: %d messages", marker, n)
		}
	}
}

// Of two processes, one on a machine whose clock is an hour ahead or behind, neither posts what is due in half an
// hour, and what has been due for half an hour is posted once.
func TestWrongClocks(t *testing.T) {
	for _, wrong := range []time.Duration{time.Hour, -time.Hour} {
		url := archivetest.URL(t)
		_, store := realBotAt(t, &clock{}, url)
		right := archivetest.Open(t, url)
		machine := right.WithMachine(func() time.Time { return time.Now().Add(wrong) })
		for id, due := range map[string]time.Time{"past": right.Now().Add(-30 * time.Minute), "coming": right.Now().Add(30 * time.Minute)} {
			g := daily.NewGuild(id)
			g.ChannelID, g.Scheduled, g.Since, g.At = "42", true, calendar.DateOf(due), due.Format("15:04")
			for day := range g.Tiers {
				g.Tiers[day] = 5
			}
			check(t, store.SaveGuild(t.Context(), g))
		}
		w := &wild{messages: map[string]int{}, calm: true, random: rand.New(rand.NewPCG(1, 2))}
		for i, s := range []*archive.Store{machine, right} {
			check(t, New(s, Config{Now: s.Now}).Deliver(t.Context(), w, fmt.Sprint("process ", i)))
			if text := fmt.Sprint(w.messages); len(w.messages) != 1 || !strings.Contains(text, ":past:") || !strings.HasSuffix(text, ":1]") {
				t.Errorf("with a machine that is wrong by %s: %s", wrong, text)
			}
		}
	}
}

// live is one life of a process: a panic is its death.
func live(t *testing.T, b *Bot, w *wild, owner string) {
	defer func() {
		if p := recover(); p != nil && p != errLost {
			t.Errorf("%v", p)
		}
	}()
	if err := b.Deliver(t.Context(), w, owner); err != nil && !errors.Is(err, errLost) {
		t.Errorf("%s: %v", owner, err)
	}
}
