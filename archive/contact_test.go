package archive_test

import (
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
)

var ada = daily.Contact{PlayerID: "ada", ChannelID: "admins", Language: "de"}

// The contact learns once of all failures between two posts, by one message, whichever processes saw them.
func TestFailureIsReportedOnce(t *testing.T) {
	x := newTable(t)
	guild, day := x.daily.GuildID, x.daily.Date
	reported := func(date calendar.Date) bool {
		t.Helper()
		var all sync.WaitGroup
		for range 4 {
			all.Go(func() {
				if err := x.AddFailure(t.Context(), guild, date); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		p, ok, err := x.Claim(t.Context(), "a", time.Minute, daily.RankOther)
		if must(t, err); !ok {
			return false
		}
		if p.Kind != daily.FailureMessage || p.Date != date || p.Attempt != p.Refused+1 {
			t.Errorf("the message is %+v", p)
		}
		must(t, x.Complete(t.Context(), p, "a", ""))
		wantNothing(t, x.Store, "a")
		return true
	}
	if reported(day) {
		t.Error("nobody is known, and learns of it")
	}
	must(t, x.SetContact(t.Context(), guild, ada))
	c, err := x.Contact(t.Context(), guild)
	if must(t, err); c != ada {
		t.Errorf("the contact is %+v", c)
	}
	if !reported(day) || reported(day) || reported(day.AddDays(1)) {
		t.Error("not reported once, though nothing was posted since")
	}
	must(t, x.AddPost(t.Context(), x.daily, "channel"))
	must(t, x.Complete(t.Context(), claim(t, x.Store, "a", time.Minute), "a", "message"))
	if !reported(day.AddDays(2)) || reported(day.AddDays(3)) {
		t.Error("a failure after a post is not reported once")
	}
	must(t, x.SetContact(t.Context(), guild, ada))
	if !reported(day.AddDays(2)) {
		t.Error("a failure of posts that were set up anew is not reported")
	}
	c, err = x.Contact(t.Context(), "another")
	if must(t, err); c != (daily.Contact{}) {
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
		g := daily.NewGuild("42")
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
			must(t, s.Retry(t.Context(), p, "a", "403", time.Hour))
		case "guild2": // a 429, or an outage
			must(t, s.Retry(t.Context(), p, "a", "", time.Hour))
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
	url := archivetest.URL(t)
	s, dailies := ledgerOn(t, url, 1)
	attempts := 0
	for range 20 {
		p, ok, err := s.Claim(t.Context(), "a", time.Minute, daily.RankEdit)
		if must(t, err); !ok {
			break
		}
		attempts++
		must(t, s.Retry(t.Context(), p, "a", "403", time.Hour))
		_, err = s.RetryRefused(t.Context(), []string{dailies[0].GuildID})
		must(t, err)
	}
	if attempts != 10 {
		t.Errorf("%d attempts at once", attempts)
	}
	archivetest.Exec(t, url, `do $$ begin
		assert (select due_at = tried + interval '5 minutes' from outbox);
		update outbox set due_at = tried + interval '4 minutes';
	end $$`)
	must1(s.RetryRefused(t.Context(), []string{dailies[0].GuildID}))
	archivetest.Exec(t, url, `do $$ begin assert (select due_at = tried + interval '4 minutes' from outbox); end $$`)
	ok, err := s.RetryPost(t.Context(), dailies[0].GuildID, dailies[0].Date, "channel")
	if must(t, err); !ok {
		t.Error("the post cannot be tried again")
	}
	claim(t, s, "a", time.Second) // the process that asks gets it
}
