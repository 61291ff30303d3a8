package bot

import (
	"testing"
	"time"
)

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
		store := newFakeStore()
		b := New(store, Config{Now: store.clock.Now})
		schedules(t, b, "channel=42", "time=11:45", "saturday=x-wing")
		if err := b.ChannelGone(t.Context(), c.guild, c.channel); err != nil {
			t.Error(err)
		}
		if left := store.left[c.guild]; left != (c.channel == "") {
			t.Errorf("%s: left %v", name, left)
		}
		if err := b.Retry(t.Context(), []string{"7", "8"}); err != nil || len(store.left) > 0 {
			t.Errorf("%s: who is back counts as gone: %v, %v", name, store.left, err)
		}
		if got := store.guilds["7"].Scheduled; got != c.scheduled {
			t.Errorf("%s: scheduled %v", name, got)
		}
		wants(t, schedules(t, b), c.says)
		wants(t, schedules(t, b), "Sat Expert")
		store.clock.now = store.clock.now.Add(24 * time.Hour)
		network := &channel{clock: store.clock, next: calm}
		if err := b.Announce(t.Context(), network, "a"); err != nil {
			t.Error(err)
		}
		if got := len(network.messages) > 0; got != c.scheduled {
			t.Errorf("%s: posted %v", name, got)
		}
	}
}
