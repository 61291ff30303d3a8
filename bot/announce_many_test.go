package bot

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
)

// crowd is a network with many guilds, which answers no post before a number of them are under
// way.
type crowd struct {
	chat.Poster
	atOnce  int
	full    chan struct{} // closed when so many are
	mu      sync.Mutex
	posts   map[string]int // by marker
	failing bool           // panics at the first
}

func (c *crowd) Serves(string) bool { return true }

func (c *crowd) Post(ctx context.Context, _ string, post daily.Post, _ chat.Reply) (chat.Posted, error) {
	c.mu.Lock()
	c.posts[post.Marker()]++
	n := len(c.posts)
	c.mu.Unlock()
	if n == 1 && c.failing {
		panic("a mistake of ours")
	}
	if n == c.atOnce {
		close(c.full)
	}
	select {
	case <-c.full:
		return chat.Posted{MessageID: "id"}, nil
	case <-time.After(2 * time.Minute):
		return chat.Posted{}, chat.GoneError{Reason: chat.PostFailure{Said: "too few posts at once"}}
	}
}

func (c *crowd) Find(context.Context, string, daily.Post) (chat.Posted, bool, error) {
	return chat.Posted{}, false, nil
}

// Posts are made many at a time, each once. A panic costs one of them, until its lease runs out.
func TestManyPosts(t *testing.T) {
	for _, failing := range []bool{false, true} {
		store := newStore(t)
		const guilds = 3 * outbox.ManyPosts
		for i := range guilds {
			s := store.scheduled()
			s.ID = fmt.Sprint(100 + i)
			store.save(s)
		}
		archivetest.Exec(t, store.url, `delete from guild where id = '7'`)
		c := &crowd{atOnce: outbox.ManyPosts, full: make(chan struct{}), posts: map[string]int{}, failing: failing}
		check(t, store.bot().Deliver(t.Context(), c, "a"))
		states := map[daily.PostState]int{}
		for _, state := range archivetest.Read[string](t, store.url, "select state from outbox") {
			states[daily.PostState(state)]++
		}
		due := 0
		if failing {
			due = 1
		}
		if states[daily.PostPosted] != guilds-due || states[daily.PostDue] != due || len(c.posts) != guilds {
			t.Errorf("failing %v: %v of %d guilds", failing, states, len(c.posts))
		}
		for marker, n := range c.posts {
			if n != 1 {
				t.Errorf("%s: %d posts", marker, n)
			}
		}
	}
}

// A deleted channel ends the posts in it and no others, and a removed bot those of its guild.
func TestChannelGone(t *testing.T) {
	for name, c := range map[string]struct {
		guild, channel string
		scheduled      bool
		says           string
	}{
		"the channel":     {"7", "42", false, "Nothing is posted from here"},
		"the guild":       {"7", "", false, "/schedule posts=on starts it again, every day at 11:45"},
		"another channel": {"7", "43", true, "posted in 42 every day at 11:45"},
		"another guild":   {"8", "", true, "posted in 42 every day at 11:45"},
	} {
		store := newStore(t)
		b := store.bot()
		schedules(t, b, "channel=42", "time=11:45", "saturday=x-wing")
		if err := b.ChannelGone(t.Context(), c.guild, c.channel); err != nil {
			t.Error(err)
		}
		left := archivetest.Read[string](t, store.url, "select guild from departure")
		if left := slices.Contains(left, c.guild); left != (c.channel == "") {
			t.Errorf("%s: left %v", name, left)
		}
		if err := b.Retry(t.Context(), []string{"7", "8"}); err != nil || store.count("departure") > 0 {
			t.Errorf("%s: a guild that is back counts as gone: %v", name, err)
		}
		if got := store.guild("7").Scheduled; got != c.scheduled {
			t.Errorf("%s: scheduled %v", name, got)
		}
		wants(t, schedules(t, b), c.says)
		wants(t, schedules(t, b), "Saturday Expert")
		store.wait(24 * time.Hour)
		network := &channel{clock: store.clock, next: calm}
		if err := b.Deliver(t.Context(), network, "a"); err != nil {
			t.Error(err)
		}
		if got := len(network.messages) > 0; got != c.scheduled {
			t.Errorf("%s: posted %v", name, got)
		}
	}
}

// manyDuels is an outbox in which the message of a challenge is always behind.
type manyDuels struct {
	*archive.Store
	duel int64
}

func (m manyDuels) Claim(_ context.Context, _ string, _ time.Duration, most daily.Rank) (daily.Post, bool, error) {
	return daily.Post{Kind: daily.RaceMessage, GuildID: "7", ChannelID: "here", Target: "1001", Number: m.duel}, most == daily.RankEdit, nil
}

func (manyDuels) Retry(context.Context, daily.Post, string, string, time.Duration) error {
	return nil
}

// slowMessenger takes as long for an edit as an answer may.
type slowMessenger struct {
	fakeMessenger
	edits atomic.Int64
}

func (s *slowMessenger) Edit(context.Context, string, string, chat.Reply) error {
	s.edits.Add(1)
	return errDown
}

// While the network hangs, the messages of races do not hold up the dailies that are due next: after the calls that
// are under way at a time, those have their turn.
func TestEditsEndInTime(t *testing.T) {
	store := newStore(t)
	slow := &slowMessenger{}
	now := func() time.Time { return store.clock.now.Add(time.Duration(slow.edits.Load()) * 15 * time.Second) }
	duel, err := store.OpenRace(t.Context(), games.Race{GuildID: "7", ChannelID: "here", Opener: ann, Opponent: bob})
	check(t, err)
	check(t, store.SetRaceMessage(t.Context(), duel.ID, "here", "1001"))
	check(t, New(store.Store, Config{Now: now, Ledger: manyDuels{store.Store, duel.ID}}).Deliver(t.Context(), slow, "a"))
	if n := slow.edits.Load(); n == 0 || n > 2*outbox.ManyOthers {
		t.Errorf("%d edits in a round", n)
	}
}
