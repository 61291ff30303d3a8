package bot

import (
	"slices"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
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
			t.Errorf("%s: who is back counts as gone: %v", name, err)
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
