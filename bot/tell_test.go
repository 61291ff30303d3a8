package bot

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// closedChannel is a network that refuses every post until it is opened.
type closedChannel struct {
	*channel
	open bool
}

func (c *closedChannel) Post(ctx context.Context, name string, post daily.Post, r chat.Reply) (chat.Posted, error) {
	if !c.open {
		return chat.Posted{}, chat.GoneError{Reason: chat.PostFailure{Said: "Missing Permissions"}}
	}
	return c.channel.Post(ctx, name, post, r)
}

// newClosed returns a bot whose admin has set the posts up, and then closed the channel.
func newClosed(t *testing.T) (*testStore, *Bot, *closedChannel, func(after time.Duration)) {
	t.Helper()
	store := newStore(t)
	store.scheduled()
	check(t, store.SetContact(t.Context(), "7", daily.Contact{PlayerID: "ada", ChannelID: "admins"}))
	c := &closedChannel{channel: &channel{clock: store.clock, next: calm, problem: unfit}}
	b := store.bot()
	return store, b, c, func(after time.Duration) {
		t.Helper()
		store.wait(after)
		check(t, b.Deliver(t.Context(), c, "a"))
	}
}

// Whoever set the posts up is notified of failures once, however often they are repeated, until a post
// arrives; also where they take no such messages.
func TestToldOnce(t *testing.T) {
	for _, refuses := range []error{nil, errors.New("cannot send messages to this user")} {
		store, b, c, announce := newClosed(t)
		c.refuses = refuses
		for range 30 { // the next daily too
			announce(time.Hour)
		}
		if len(c.told) != 1 || c.told[0].player != "ada" || len(c.told[0].nonce) > 25 {
			t.Fatalf("told %+v", c.told)
		}
		for _, want := range []string{
			"The daily of Thu 5 Mar 2026 is not in 42 yet: the bot lacks View Channel and Attach Files there",
			"tries again every hour and when permissions change; /schedule post=now tries at once",
			"You get this message once, because you set up the posts in admins; /schedule there shows what is wrong.",
		} {
			if !strings.Contains(c.told[0].text, want) {
				t.Errorf("told %q, want %q", c.told[0].text, want)
			}
		}
		wants(t, schedules(t, b), "The daily of Fri 6 Mar 2026 is not in 42 yet: the bot lacks View Channel and Attach Files there")
		c.open = true
		announce(time.Hour)
		c.open = false
		store.set(time.Date(2026, 3, 8, 9, 0, 0, 0, time.UTC))
		announce(0)
		announce(time.Hour)
		if len(c.messages) != 1 || len(c.told) != 2 || !strings.Contains(c.told[1].text, "Sun 8 Mar 2026") {
			t.Errorf("%d messages, told %+v", len(c.messages), c.told)
		}
		if c.told[0].nonce == c.told[1].nonce {
			t.Error("two messages have one nonce")
		}
	}
}

// Nobody is notified where the posts were switched off, and nothing breaks where no admin is known.
func TestNotTold(t *testing.T) {
	store, b, c, announce := newClosed(t)
	check(t, store.SetContact(t.Context(), "7", daily.Contact{}))
	announce(0)
	announce(time.Hour)
	schedules(t, b, "friday=1") // becomes the contact
	schedules(t, b, "posts=off")
	announce(time.Hour)
	if p := store.post(); len(c.told) != 0 || p.State != daily.PostFailed {
		t.Errorf("%s, told %+v", p.State, c.told)
	}
}

// A daily that met nothing but outages all day is reported when it is given up.
func TestToldOfGivenUp(t *testing.T) {
	_, _, c, announce := newClosed(t)
	c.open, c.next = true, func() fault { return lostRequest }
	announce(0)
	if len(c.told) != 0 {
		t.Errorf("told of an outage: %+v", c.told)
	}
	announce(23 * time.Hour)
	if len(c.told) != 1 || !strings.Contains(c.told[0].text, "The daily of Thu 5 Mar 2026 was not posted in 42: the next daily was due already") {
		t.Errorf("told %+v", c.told)
	}
}

// A post that was refused is made when the permissions change, and only that: others are not
// disturbed.
func TestRetriedWhenPermissionsChange(t *testing.T) {
	_, b, c, announce := newClosed(t)
	announce(0)
	c.open = true
	announce(time.Minute)
	for _, guilds := range [][]string{nil, {"8"}} {
		check(t, b.Retry(t.Context(), guilds))
		if announce(0); len(c.messages) != 0 {
			t.Fatalf("posted after a change in %v", guilds)
		}
	}
	check(t, b.Retry(t.Context(), []string{"7"}))
	if announce(0); len(c.messages) != 1 {
		t.Error("not posted")
	}
}

// Where the history is closed and the nonce forgotten, the post waits; when the history is open
// again it is found, or made.
func TestWaitsForTheHistory(t *testing.T) {
	for _, arrived := range []fault{lostRequest, lostAnswer} {
		store, b, c, announce := newClosed(t)
		c.open, c.next, c.problem = true, func() fault { return arrived }, nil
		announce(0)
		c.next, c.closed = calm, chat.GoneError{Reason: chat.PostFailure{Said: "the history of channel 42 is closed"}}
		announce(time.Hour)
		announce(time.Hour)
		if p := store.post(); p.State != daily.PostDue || !strings.Contains(chat.FailureOf(p.Reason).String(), "an earlier attempt may have arrived, because the history") {
			t.Errorf("%+v", p)
		}
		c.closed = nil
		check(t, b.Retry(t.Context(), []string{"7"}))
		if announce(0); len(c.messages) != 1 || store.post().State != daily.PostPosted {
			t.Errorf("%d messages, %+v", len(c.messages), store.post())
		}
		if len(c.told) != 1 {
			t.Errorf("told %+v", c.told)
		}
	}
}

// A post that had to wait was not refused before: what then looks like a guild without the bot may
// be an outage, and does not end the posts. Nor does a guild that comes and goes in one.
func TestPutOffIsNotRefused(t *testing.T) {
	store, b, c, announce := newClosed(t)
	c.problem = &chat.ChannelError{Problem: chat.NotInGuild}
	check(t, b.Deliver(t.Context(), &limitedPoster{c}, "a"))
	announce(time.Minute)
	for range 3 {
		check(t, b.Retry(t.Context(), []string{"7"}))
		announce(time.Minute)
	}
	if !store.guild("7").Scheduled {
		t.Error("the posts ended")
	}
	announce(time.Hour)
	if store.guild("7").Scheduled {
		t.Error("the posts did not end when refused twice")
	}
}

// limitedPoster is asked to wait by its network.
type limitedPoster struct{ *closedChannel }

func (limitedPoster) Post(context.Context, string, daily.Post, chat.Reply) (chat.Posted, error) {
	return chat.Posted{}, chat.RateLimitedError{After: time.Minute}
}

// A deleted channel that is found by a post ends the posts, and so does a guild without the bot an
// hour later; other problems do not. Both are quiet.
func TestFoundGone(t *testing.T) {
	for problem, rounds := range map[chat.ChannelProblem]int{chat.NoChannel: 1, chat.NotInGuild: 2, chat.HiddenChannel: 0, chat.OtherChannel: 0} {
		store, _, c, announce := newClosed(t)
		c.problem = &chat.ChannelError{Problem: problem, Missing: []chat.Permission{chat.ViewChannel}}
		for round := range 3 {
			ended := rounds > 0 && round >= rounds
			if got := !store.guild("7").Scheduled; got != ended {
				t.Errorf("%s: ended %t in round %d", problem, got, round)
			}
			announce(time.Hour)
		}
		if quiet := len(c.told) == 0; quiet != (rounds > 0) {
			t.Errorf("%s: told %+v", problem, c.told)
		}
		if ended := rounds > 0; ended != (store.post().State == daily.PostFailed) {
			t.Errorf("%s: %+v", problem, store.post())
		}
	}
}

// Each failure is read from the ledger in each language, and names the channel and what the network said.
func TestPostFailureInEachLanguage(t *testing.T) {
	var failures []chat.PostFailure
	for _, p := range chat.PostProblems {
		f := chat.PostFailure{Problem: p, ChannelID: "42", Said: "Missing Access"}
		failures = append(failures, f, chat.PostFailure{Problem: chat.NotSeen, Before: &f}, chat.PostFailure{Problem: chat.NextDue, Before: &f})
	}
	for _, p := range chat.ChannelProblems {
		failures = append(failures, chat.PostFailure{Unfit: &chat.ChannelError{Problem: p, Missing: []chat.Permission{chat.SendMessages}, Until: time.Unix(1e9, 0).UTC()}})
	}
	said := map[string]string{}
	for _, l := range locale.Languages() {
		s := chat.Speech{Words: explain.In(l)}
		isBegun := l.Tag() != "en" && l.Text("button.play", nil) == "Play" // a copy of English, not yet translated
		for _, f := range failures {
			kept := chat.FailureOf(f.Stored())
			if kept.Stored() != f.Stored() {
				t.Errorf("%+v is kept as %+v", f, kept)
			}
			text := s.PostFailure(kept).String()
			if key := string(f.Problem) + " " + f.Stored(); text == said[key] && !isBegun || strings.Contains(text, "post-problem.") || text == "" {
				t.Errorf("%s: %s says %q", l.Tag(), key, text)
			} else if l.Tag() == "en" {
				said[key] = text
			}
			if strings.Contains(l.Text("post-problem."+string(f.Problem), locale.Args{"Channel": "#", "Said": "!", "Schedule": ""}), "!") && !strings.Contains(text, "Missing Access") {
				t.Errorf("%s: %q leaves out what the network said", l.Tag(), text)
			}
		}
	}
}

// What older releases kept is shown as it is, and so is whatever else is there.
func TestPostFailureOfOlderReleases(t *testing.T) {
	for _, kept := range []string{"channel 42: closed", "{", `{"problem":7}`, `[]`, ""} {
		if got := chat.FailureOf(kept).String(); got != kept {
			t.Errorf("%q is shown as %q", kept, got)
		}
	}
	if got := chat.FailureOf(`{"problem":"of-a-newer-release","said":"Unknown"}`).String(); got != "Unknown" {
		t.Errorf("a problem of a newer release is shown as %q", got)
	}
}

// An admin reads in German why a post failed.
func TestPostFailureInGerman(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	store.scheduled()
	c := &first{&channel{clock: store.clock, next: calm}, chat.GoneError{Reason: chat.PostFailure{Problem: chat.NoAccess, ChannelID: "42", Said: "Missing Access"}}}
	check(t, b.Deliver(t.Context(), c, "a"))
	q := request(ann, "schedule", nil)
	q.Language, q.Rights.ManageGuild = "de", true
	wants(t, b.Handle(t.Context(), q), "der Bot darf in 42 nichts schreiben (Discord sagt Missing Access)")
}
