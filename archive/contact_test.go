package archive_test

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/calendar"
)

var ada = archive.Contact{PlayerID: "ada", ChannelID: "admins", Language: "de"}

// The contact is told once for all failures between two posts, by one of many processes.
func TestTellOnce(t *testing.T) {
	x := newTable(t)
	guild, day := x.daily.GuildID, x.daily.Date
	told := func(date calendar.Date) bool {
		t.Helper()
		c, first, err := x.TellOnce(t.Context(), guild, date)
		if must(t, err); first && c != ada {
			t.Errorf("the contact is %+v", c)
		}
		return first
	}
	if told(day) {
		t.Error("nobody is known, and told")
	}
	must(t, x.SetContact(t.Context(), guild, ada))
	c, err := x.Contact(t.Context(), guild)
	if must(t, err); c != ada {
		t.Errorf("the contact is %+v", c)
	}
	var firsts atomic.Int32
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, first, err := x.TellOnce(t.Context(), guild, day); first && err == nil {
				firsts.Add(1)
			}
		})
	}
	if all.Wait(); firsts.Load() != 1 {
		t.Errorf("told %d times", firsts.Load())
	}
	if told(day) || told(day.AddDays(1)) {
		t.Error("told again, though nothing was posted since")
	}
	must(t, x.AddPost(t.Context(), x.daily, "channel"))
	must(t, x.MarkPosted(t.Context(), claim(t, x.Store, "a", time.Minute), "a", "message"))
	if !told(day.AddDays(2)) || told(day.AddDays(3)) {
		t.Error("a failure after a post is not told once")
	}
	must(t, x.SetContact(t.Context(), guild, ada))
	if !told(day.AddDays(3)) {
		t.Error("a failure of posts that were set up anew is not told")
	}
	c, err = x.Contact(t.Context(), "another")
	if must(t, err); c != (archive.Contact{}) {
		t.Errorf("the contact of an unknown guild is %+v", c)
	}
}

// Posts end where the channel is that of the schedule, and the other settings stay.
func TestStopPosts(t *testing.T) {
	x := newTable(t)
	for _, want := range []struct {
		guild, channel string
		stopped        bool
		left           string
	}{
		{"42", "another", false, "channel"}, {"43", "", false, "channel"}, {"42", "", true, "channel"}, {"42", "channel", true, ""},
	} {
		g := archive.NewGuild("42")
		g.ChannelID, g.Scheduled, g.At = "channel", true, "11:45"
		must(t, x.SaveGuild(t.Context(), g))
		for _, again := range []bool{false, true} {
			stopped, err := x.StopPosts(t.Context(), want.guild, want.channel)
			if must(t, err); stopped != (want.stopped && !again) {
				t.Errorf("%+v: stopped %t", want, stopped)
			}
		}
		g, err := x.Guild(t.Context(), "42")
		if must(t, err); g.Scheduled == want.stopped || g.ChannelID != want.left || g.At != "11:45" {
			t.Errorf("%+v: %+v", want, g)
		}
	}
}

// Only posts that were refused and rest are due at once, and only those of the guilds.
func TestRetryRefused(t *testing.T) {
	s, dailies := ledger(t, 4)
	retried := func(guilds ...string) int {
		t.Helper()
		n, err := s.RetryRefused(t.Context(), guilds)
		must(t, err)
		return n
	}
	for range dailies {
		p := claim(t, s, "a", time.Minute)
		switch p.GuildID {
		case "guild0", "guild1":
			must(t, s.RefusePost(t.Context(), p, "a", "403", time.Hour))
		case "guild2": // a 429, or an outage
			must(t, s.ReleasePost(t.Context(), p, "a", time.Hour))
		} // and that of guild3 is under way
	}
	if n := retried("guild1", "guild2", "guild3", "unknown"); n != 1 {
		t.Errorf("%d posts are retried", n)
	}
	if p := claim(t, s, "b", time.Minute); p.GuildID != "guild1" || p.Attempt != 2 {
		t.Errorf("retried is %+v", p)
	}
	wantNothing(t, s, "b")
	if n := retried("guild1") + retried(); n != 0 {
		t.Errorf("%d posts under way are retried", n)
	}
}

// A guild where something changes all the time does not have its post tried all the time.
func TestRetryRefusedAllTheTime(t *testing.T) {
	s, dailies := ledger(t, 1)
	attempts := 0
	for range 20 {
		p, ok, err := s.ClaimPost(t.Context(), "a", time.Minute)
		if must(t, err); !ok {
			break
		}
		attempts++
		must(t, s.RefusePost(t.Context(), p, "a", "403", time.Hour))
		_, err = s.RetryRefused(t.Context(), []string{dailies[0].GuildID})
		must(t, err)
	}
	if attempts != 10 {
		t.Errorf("%d attempts at once", attempts)
	}
	ok, err := s.RetryPost(t.Context(), dailies[0].GuildID, dailies[0].Date, "channel")
	if must(t, err); !ok {
		t.Error("the post cannot be tried again")
	}
	claim(t, s, "a", time.Second) // who asks for it gets it
}
