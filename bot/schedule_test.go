package bot

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-runewidth"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

func schedules(t *testing.T, b *Bot, options ...string) chat.Reply {
	t.Helper()
	return b.Handle(t.Context(), managing("schedule", options...))
}

func TestSchedule(t *testing.T) {
	store := newStore(t) // Thursday 5 March 2026, 10:00 UTC
	b := store.bot()
	wants(t, schedules(t, b), "Nothing is posted from here, as there are no channels")
	wants(t, schedules(t, b, "posts=on"), "the daily needs a channel")

	reply := schedules(t, b, "channel=42", "time=9:30", "zone=Europe/Berlin", "saturday=4", "sunday=Guessing")
	wants(t, reply, "posted in 42 every day at 09:30 in Europe/Berlin")
	wants(t, reply, "of Fri 6 Mar 2026, due on Fri 6 Mar 2026 at 09:30 CET, in 22 hours and 30 minutes")
	wants(t, reply, "Monday Easy · Tuesday Easy · Wednesday Medium · Thursday Medium · Friday Hard · Saturday Expert · Sunday Fiendish")
	saved := store.guild("7")
	want := daily.NewGuild("7")
	want.ChannelID, want.At, want.Zone, want.Scheduled, want.Since = "42", "09:30", "Europe/Berlin", true, calendar.Date{Year: 2026, Month: 3, Day: 6}
	want.Tiers[time.Saturday], want.Tiers[time.Sunday] = logic.TierXWing, logic.TierGuessing
	if saved != want {
		t.Errorf("saved %+v\nwant  %+v", saved, want)
	}

	for option, message := range map[string]string{
		"time=25:00": `"25:00" is not a time of day`, "time=nine": `"nine" is not a time`, "zone=Atlantis": `unknown time zone "Atlantis"`,
		"monday=harder": `monday: "harder" is neither a difficulty nor a saved search`, "fresh-look=maybe": `fresh-look cannot be "maybe": use on, off`, "posts=yes": `posts cannot be "yes": use on, off`,
	} {
		if reply := schedules(t, b, option, "friday=1"); !reply.Failed {
			t.Errorf("%s: not refused", option)
		} else {
			wants(t, reply, message)
		}
	}
	if store.guild("7") != want {
		t.Errorf("a refused change left %+v", store.guild("7"))
	}

	schedules(t, b, "time=11:45") // a change goes on from the same first date
	wants(t, schedules(t, b, "posts=off"), "The daily is not posted; /schedule posts=on starts it again, every day at 11:45 in Europe/Berlin.")
	store.set(store.clock.now.AddDate(0, 0, 7))
	wants(t, schedules(t, b, "posts=on"), "of Thu 12 Mar 2026, due on Thu 12 Mar 2026 at 11:45 CET, in 45 minutes")
	if got := store.guild("7").Since.String(); got != "2026-03-12" {
		t.Errorf("posts since %s, want 2026-03-12", got)
	}
}

// Admins see why a post failed, and have it tried again at once, in another channel too.
func TestPostNow(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	wants(t, schedules(t, b, "post=now"), "no daily is due")
	store.scheduled()
	c := &first{&channel{clock: store.clock, next: calm}, chat.GoneError{Reason: chat.PostFailure{Said: "403: missing Send Messages"}}}
	announce := func() {
		t.Helper()
		check(t, b.Deliver(t.Context(), c, "a"))
	}
	announce()
	wants(t, schedules(t, b), `The daily of Thu 5 Mar 2026 is not in 42 yet: 403: missing Send Messages. The bot tries again every hour`)
	announce()
	if len(c.messages) != 0 {
		t.Error("a post that was refused is tried again at once")
	}
	wants(t, schedules(t, b, "channel=43", "post=now"), "is not in 43 yet")
	wants(t, schedules(t, b), "/schedule post=now tries at once")
	announce()
	if len(c.messages) != 1 || c.messages[0].ChannelID != "43" {
		t.Errorf("the messages are %+v", c.messages)
	}
	wants(t, schedules(t, b, "post=now"), "the daily of 2026-03-05 has been posted already")
	if reply := schedules(t, b); strings.Contains(textOf(reply), "403") {
		t.Errorf("a failure that was put right is shown: %q", textOf(reply))
	}
}

// A post that a channel refused follows the admin into another one, and is not made in the first an hour later.
func TestRefusedPostMoves(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	store.scheduled()
	c := &first{&channel{clock: store.clock, next: calm}, chat.GoneError{Reason: chat.PostFailure{Said: "403: missing Send Messages"}}}
	check(t, b.Deliver(t.Context(), c, "a"))
	schedules(t, b, "time=08:00")
	check(t, b.Deliver(t.Context(), c, "a"))
	if len(c.messages) != 0 {
		t.Fatalf("another time of the day posts at once: %+v", c.messages)
	}
	schedules(t, b, "channel=43")
	for range 3 {
		check(t, b.Deliver(t.Context(), c, "a"))
		store.wait(time.Hour)
	}
	if len(c.messages) != 1 || c.messages[0].ChannelID != "43" {
		t.Errorf("the messages are %+v", c.messages)
	}
}

// Whoever starts the posts, or moves them from a channel that is gone, may have today's at once.
func TestPostNowAtTheStart(t *testing.T) {
	store := newStore(t) // Thursday 5 March 2026, 10:00 UTC
	b := store.bot()
	c := &closedChannel{channel: &channel{clock: store.clock, next: calm, problem: &chat.ChannelError{Problem: chat.NoChannel}}}
	announce := func(want ...string) {
		t.Helper()
		check(t, b.Deliver(t.Context(), c, "a"))
		var got []string
		for _, m := range c.messages {
			got = append(got, m.ChannelID+" "+m.Date.String())
		}
		if !slices.Equal(got, want) {
			t.Fatalf("posted are %q, want %q", got, want)
		}
	}
	wants(t, schedules(t, b, "channel=42", "post=now"), "of Fri 6 Mar 2026, due on Fri 6 Mar 2026 at 09:00 UTC")
	announce()
	if store.guild("7").Scheduled {
		t.Fatal("a channel that is gone did not end the posts")
	}
	c.open = true
	wants(t, schedules(t, b, "channel=43", "post=now"), "of Fri 6 Mar 2026")
	announce("43 2026-03-05")
	wants(t, schedules(t, b, "time=11:00", "post=now"), "no daily is due") // 4 March's, after that of the 5th
	announce("43 2026-03-05")
}

// A weekday that is switched on after its hour has its first post a week later, as /schedule says; one
// that is switched on before its hour has it at that.
func TestDaySwitchedOn(t *testing.T) {
	for at, want := range map[string]struct{ next, sent string }{
		"2026-03-06T15:00:00Z": {"of Sat 7 Mar 2026, due on Sat 7 Mar 2026 at 09:00 UTC", "[]"},
		"2026-03-06T08:59:00Z": {"of Fri 6 Mar 2026, due on Fri 6 Mar 2026 at 09:00 UTC", "[2026-03-06]"},
	} {
		store := newStore(t) // Thursday 5 March 2026, 10:00 UTC
		b, c := store.bot(), &channel{clock: store.clock, next: calm}
		announce := func() { check(t, b.Deliver(t.Context(), c, "a")) }
		schedules(t, b, "channel=42", "friday=off")
		now, err := time.Parse(time.RFC3339, at)
		check(t, err)
		store.set(now)
		announce()
		wants(t, schedules(t, b, "friday=easy"), want.next)
		announce()
		store.wait(time.Hour)
		announce()
		sent := []string{}
		for _, m := range c.messages {
			sent = append(sent, m.Date.String())
		}
		if got := fmt.Sprint(sent); got != want.sent {
			t.Errorf("switched on at %s: posted %s, want %s", at, got, want.sent)
		}
		if now := schedules(t, b, "post=now"); len(sent) == 0 && now.Failed {
			t.Errorf("the daily of today cannot be had at once: %s", textOf(now))
		}
	}
}

// A refusal changes nothing.
func TestPostNowRefused(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	schedules(t, b, "channel=42", "post=now")
	check(t, b.Deliver(t.Context(), &channel{clock: store.clock, next: calm}, "a"))
	before := store.guild("7")
	wants(t, schedules(t, b, "channel=43", "monday=5", "post=now"), "the daily of 2026-03-05 has been posted already")
	if after := store.guild("7"); after != before {
		t.Errorf("a refused change left %+v", after)
	}
}

// A schedule whose first post is to come, or is put off, does not take back the daily that
// is out.
func TestScheduleKeepsTheDaily(t *testing.T) {
	store := newStore(t) // Thursday 5 March 2026, 10:00 UTC
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	for _, want := range []struct{ after, set, next, today string }{
		{"0s", "time=20:00", "of Thu 5 Mar 2026, due on Thu 5 Mar 2026 at 20:00 UTC, in 10 hours", "Thu 5 Mar 2026"},
		{"11h", "time=23:00", "of Fri 6 Mar 2026, due on Fri 6 Mar 2026 at 23:00 UTC", "Thu 5 Mar 2026"}, // put off
		{"1h", "time=23:30", "of Fri 6 Mar 2026", "Thu 5 Mar 2026"},
		{"24h", "time=21:00", "of Sat 7 Mar 2026", "Fri 6 Mar 2026"}, // brought forward, and late
	} {
		after, err := time.ParseDuration(want.after)
		check(t, err)
		store.wait(after)
		check(t, b.Deliver(t.Context(), c, "a"))
		wants(t, schedules(t, b, "channel=42", want.set), want.next)
		if title := titleOf(ask(t, b, ann, "daily")); !strings.Contains(title, want.today) {
			t.Errorf("%s after %s: %s, want that of %s", want.set, want.after, title, want.today)
		}
	}
}

// Hints leave it to each network how options are written.
func TestHintsAreAskParts(t *testing.T) {
	text, err := os.ReadFile("../locale/en/bot.yaml")
	check(t, err)
	if found := regexp.MustCompile(`\.Schedule}} [a-z-]+=.*`).Find(text); found != nil {
		t.Errorf("an option as at a prompt: %s", found)
	}
}

// A phone of 390 by 844 shows 30 lines of about 45 columns above the field to type in.
func TestHelpFitsAPhone(t *testing.T) {
	for _, l := range locale.Languages() {
		lines := 0
		for line := range strings.Lines(overview(chat.SpeechIn(l.Tag()), chat.Rights{}).String()) {
			lines += (runewidth.StringWidth(strings.TrimSpace(line)) + 44) / 45
		}
		if lines > 30 {
			t.Errorf("%s: %d lines", l.Tag(), lines)
		}
	}
}

// The example of each command, and the whole of /help, fit and name what there is.
func TestHelp(t *testing.T) {
	b := newStore(t).bot()
	all := ask(t, b, ann, "help")
	for _, c := range Commands(english) {
		if c.Name == c.Alias { // see TestOtherName
			continue
		}
		if regexp.MustCompile(`/`+c.Name+`[:,.]`).MatchString(textOf(all)) == c.Admin {
			t.Errorf("/help for a player, /%s: listed or not", c.Name)
		}
		one := ask(t, b, ann, "help", "command=/"+c.Name)
		for _, o := range c.Options {
			wants(t, one, o.Name+": "+o.Description)
		}
		wants(t, one, c.Example.Text)
		if len(c.Description) > 100 || len(c.Options) > 25 {
			t.Errorf("/%s: %d characters, %d options", c.Name, len(c.Description), len(c.Options))
		}
		for _, o := range c.Options {
			if len(o.Description) > 100 || len(o.Choices) > 25 {
				t.Errorf("/%s %s: %d characters, %d choices", c.Name, o.Name, len(o.Description), len(o.Choices))
			}
		}
	}
}

// oddZones change their clocks at midnight, by half an hour, at a date of the moon, in the
// southern summer, or not at all.
var oddZones = []string{
	"UTC", "Europe/Berlin", "America/Nuuk", "America/Havana", "America/St_Johns", "America/Santiago",
	"Australia/Lord_Howe", "Africa/Casablanca", "Asia/Kathmandu", "Pacific/Apia", "Pacific/Kiritimati", "Asia/Beirut",
}

// At any time, today's is due, the next is not, and nothing lies between.
func TestTodayAndNext(t *testing.T) {
	for i, name := range oddZones {
		s, err := handler.ScheduleOf(daily.Guild{ID: "7", At: []string{"00:00", "02:30", "23:45"}[i%3], Zone: name, Scheduled: true})
		check(t, err)
		for now := time.Date(2026, 1, 1, 0, 7, 0, 0, time.UTC); now.Year() == 2026; now = now.Add(53 * time.Hour) {
			today := s.Today(now)
			next, due := s.Next(now)
			after, afterDue, ok := s.After(today)
			if !ok || next != after || !due.Equal(afterDue) || !due.After(now) {
				t.Fatalf("%s %s: today %s, next %s due %s, but after today comes %s", name, now, today, next, due, after)
			}
		}
	}
}
