package bot

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
)

// inspector is a network that says the same of every channel, and remembers of which it was asked.
type inspector struct {
	chat.Channels
	says  error
	asked []string
}

func (i *inspector) CheckChannel(_ context.Context, guild, channel string) error {
	i.asked = append(i.asked, guild+"/"+channel)
	return i.says
}

// schedulesOn is schedules from a network.
func schedulesOn(t *testing.T, b *Bot, network chat.Channels, options ...string) chat.Reply {
	t.Helper()
	r := managing("schedule", options...)
	r.Channels = network
	return b.Handle(t.Context(), r)
}

var unfit = &chat.ChannelError{Problem: chat.MissingPermissions, Missing: []chat.Permission{chat.ViewChannel, chat.AttachFiles}}

// A channel in which no daily can be posted is refused with what is missing there, and nothing of
// the request is kept.
func TestScheduleChecksTheChannel(t *testing.T) {
	for option, checked := range map[string]bool{
		"channel=42": true, "posts=on": true, "post=now": true,
		"time=10:00": false, "saturday=hidden": false, "posts=off": false,
	} {
		store := newStore(t)
		s := store.scheduled()
		s.Scheduled = option != "posts=on"
		store.save(s)
		b := store.bot()
		network := &inspector{says: unfit}
		reply := schedulesOn(t, b, network, option, "friday=guessing")
		if reply.Failed != checked || (len(network.asked) > 0) != checked {
			t.Errorf("%s: asked %v, failed %t: %q", option, network.asked, reply.Failed, textOf(reply))
		}
		if changed := store.guild("7") != s; changed == checked {
			t.Errorf("%s: changed %t", option, changed)
		}
		if checked {
			wants(t, reply, "no daily can be posted in 42: the bot lacks View Channel and Attach Files there: under Permissions")
			if network.asked[0] != "7/42" || len(network.asked) > 1 {
				t.Errorf("%s: asked %v", option, network.asked)
			}
		}
	}
}

// Where posts are to have threads, /schedule says what keeps the bot from opening them: in a forum
// nothing does, and in a thread everything.
func TestScheduleChecksThreads(t *testing.T) {
	lacks := &chat.ChannelError{Problem: chat.MissingPermissions, Missing: []chat.Permission{chat.CreatePublicThreads}}
	for _, c := range []struct {
		options  []string
		says     error
		isThread bool
		want     string
	}{
		{[]string{"thread=on"}, lacks, false, "the bot lacks Create Public Threads"},
		{[]string{"thread=on"}, nil, true, "The posts are in a thread"},
		{[]string{"thread=on"}, &chat.ChannelError{Problem: chat.NoThreads}, false, ""},
		{[]string{"thread=on"}, errors.New("timeout"), false, ""},
		{[]string{"thread=on"}, nil, false, ""},
		{[]string{"thread=off"}, lacks, false, ""},
		{[]string{"time=10:00"}, lacks, false, ""},
	} {
		store := newStore(t)
		store.scheduled()
		b := store.bot()
		network := &threaded{isThread: c.isThread, threads: c.says}
		reply := schedulesOn(t, b, network, c.options...)
		if c.want != "" {
			wants(t, reply, c.want)
			wants(t, schedulesOn(t, b, network), c.want) // also to who only looks
		}
		if found := strings.Contains(textOf(reply), "hread"); reply.Failed || c.want == "" && found && strings.Contains(textOf(reply), "lacks") {
			t.Errorf("%v: %s", c.options, textOf(reply))
		}
	}
}

// A weekday that is given a tier of its own while the global daily is on has it later, and /schedule says so.
func TestScheduleUnderGlobal(t *testing.T) {
	store := newStore(t)
	store.scheduled()
	b := store.bot()
	schedules(t, b, "global=on")
	wants(t, schedules(t, b, "monday=fiendish"), "the difficulties and searches of the weekdays apply again when it is off")
}

// A network that cannot be asked is not taken for one that agrees.
func TestScheduleCannotBeChecked(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	reply := schedulesOn(t, b, &inspector{says: errors.New("503")}, "channel=42")
	wants(t, reply, "the bot cannot find out right now whether it can post in 42: try again in a minute")
	if !reply.Failed || store.guild("7").Scheduled {
		t.Errorf("accepted: %q", textOf(reply))
	}
	if reply := schedulesOn(t, b, &inspector{}, "channel=42"); reply.Failed {
		t.Errorf("refused: %q", textOf(reply))
	}
}

// Where the network is slow, some requests wait for it and the others are asked to try again.
func TestScheduleChecksFewAtATime(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	waiting, answered := make(chan struct{}), make(chan struct{})
	slow := checker{check: func() error {
		waiting <- struct{}{}
		<-answered
		return nil
	}}
	var all sync.WaitGroup
	for range handler.MaxChecks {
		all.Go(func() { schedulesOn(t, b, slow, "channel=42") })
		<-waiting
	}
	wants(t, schedulesOn(t, b, slow, "channel=42"), "try again in a minute")
	close(answered)
	all.Wait()
	if reply := schedulesOn(t, b, &inspector{}, "channel=42"); reply.Failed {
		t.Errorf("refused: %q", textOf(reply))
	}
}

// The answer to a request stays what it was when the network changes its mind.
func TestCheckIsPartOfTheAnswer(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	r := managing("schedule", "channel=42")
	r.ID, r.Channels = "1", &inspector{says: unfit}
	first := b.Handle(t.Context(), r)
	r.Channels = &inspector{}
	if again := b.Handle(t.Context(), r); textOf(again) != textOf(first) || store.guild("7").Scheduled {
		t.Errorf("first %q, then %q", textOf(first), textOf(again))
	}
}

// Another admin's channel that was set after the check is not taken for the one that was checked.
func TestScheduleChangedMeanwhile(t *testing.T) {
	store := newStore(t)
	s := store.scheduled()
	s.Scheduled = false
	store.save(s)
	b := store.bot()
	r := managing("schedule", "posts=on")
	r.Channels = checker{check: func() error {
		s.ChannelID = "43"
		return store.SaveGuild(t.Context(), s)
	}}
	wants(t, b.Handle(t.Context(), r), "another admin has just set another channel")
	if store.guild("7").Scheduled {
		t.Error("the posts began in a channel that was not checked")
	}
}

// checker is a network that does something when it is asked about a channel.
type checker struct {
	chat.Channels
	check func() error
}

func (c checker) CheckChannel(context.Context, string, string) error { return c.check() }

// /schedule shows what would keep the next post from its channel, and in the place of what the
// ledger says of the last one.
func TestScheduleShowsProblems(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	network := &inspector{says: unfit}
	schedulesOn(t, b, network)
	if len(network.asked) > 0 {
		t.Errorf("asked %v, though nothing is posted", network.asked)
	}
	store.scheduled()
	wants(t, schedulesOn(t, b, network), "The next one could not be posted: the bot lacks View Channel and Attach Files there")
	if reply := schedulesOn(t, b, &inspector{says: errors.New("503")}); reply.Failed || strings.Contains(textOf(reply), "could not") {
		t.Errorf("unchecked: %q", textOf(reply))
	}
	c := &first{&channel{clock: store.clock, next: calm}, chat.GoneError{Reason: chat.PostFailure{Said: "Missing Access"}}}
	check(t, b.Deliver(t.Context(), c, "a"))
	wants(t, schedulesOn(t, b, &inspector{}), "The daily of Thu 5 Mar 2026 is not in 42 yet: Missing Access. The bot tries again every hour and when permissions change;")
	wants(t, schedulesOn(t, b, network), "is not in 42 yet: the bot lacks View Channel and Attach Files there")
}

// Every problem says what to do.
func TestChannelProblems(t *testing.T) {
	for _, p := range chat.ChannelProblems {
		e := &chat.ChannelError{Problem: p, Missing: []chat.Permission{chat.SendMessagesInThreads}, Until: time.Date(2026, 3, 5, 9, 0, 0, 0, time.UTC)}
		text := chat.SpeechIn("").Problem(e).String()
		if !strings.Contains(text, ":") || len(text) > 300 || strings.HasSuffix(text, ".") {
			t.Errorf("%s: %q", p, text)
		}
		for part, want := range map[string]bool{
			"Send Messages in Threads": p == chat.HiddenChannel || p == chat.MissingPermissions, "Thu 5 Mar 2026 at 09:00 UTC": p == chat.TimedOut,
		} {
			if strings.Contains(text, part) != want {
				t.Errorf("%s: %q, want %q in it: %t", p, text, part, want)
			}
		}
	}
}

// Whoever starts, moves or repeats the posts is notified when they fail; whoever changes a tier is so
// where nobody is known.
func TestContact(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	by := func(player string, options ...string) {
		t.Helper()
		r := managing("schedule", options...)
		r.Player.ID, r.Place.ChannelID, r.Language = player, "at "+player, "de"
		if reply := b.Handle(t.Context(), r); reply.Failed {
			t.Fatalf("%v: %q", options, textOf(reply))
		}
	}
	for _, step := range []struct{ player, option, want string }{
		{"ann", "friday=1", "ann"}, {"bob", "friday=2", "ann"}, {"bob", "channel=42", "bob"}, {"ann", "time=12:00", "bob"},
		{"ann", "posts=off", "bob"}, {"cid", "posts=on", "cid"},
	} {
		by(step.player, step.option)
		got, err := store.Contact(t.Context(), "7")
		check(t, err)
		if want := (daily.Contact{PlayerID: step.want, ChannelID: "at " + step.want, Language: "de"}); got != want {
			t.Errorf("%+v: the contact is %+v", step, got)
		}
	}
}
