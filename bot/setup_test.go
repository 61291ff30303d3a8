package bot

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// controls presses the controls of /setup as an admin of guild 7.
func controls(t *testing.T, b *Bot, p chat.Press) chat.Reply {
	t.Helper()
	return send(t, b, chat.Request{Player: ann, Buttons: true, Place: chat.Place{GuildID: "7"}, Rights: chat.Rights{ManageGuild: true}, Action: p})
}

// Each control of the screen changes what it says, and the screen shows it.
func TestSetup(t *testing.T) {
	store := newStore(t)
	b := store.bot()
	set := func(argument, chosen string) daily.Guild {
		t.Helper()
		reply := controls(t, b, chat.Press{Verb: chat.SetUp, Argument: argument, Chosen: chosen})
		if !reply.InPlace || !reply.Private || reply.Failed {
			t.Fatalf("%s %s: %+v", argument, chosen, reply)
		}
		return store.guild("7")
	}
	if g := set("main?channel", "42"); g.ChannelID != "42" || g.Scheduled {
		t.Errorf("a channel: %+v", g)
	}
	if g := set("main?posts=on", ""); !g.Scheduled || g.Since.IsZero() {
		t.Errorf("started: %+v", g)
	}
	if g := set("days/monday?monday", "off"); g.Off != [7]bool{time.Monday: true} {
		t.Errorf("Monday off: %+v", g)
	}
	if g := set("days/monday?monday", "locked"); g.Off != [7]bool{} || g.Tiers[time.Monday] != logic.TierLocked {
		t.Errorf("Monday locked: %+v", g)
	}
	if g := set("extras?role", "55"); g.Ping != "55" {
		t.Errorf("a role: %+v", g)
	}
	if g := set("extras?role", ""); g.Ping != "" {
		t.Errorf("no role: %+v", g)
	}
	g := set("extras?quiet=on", "")
	if g = set("extras?shidoku=on", ""); !g.Quiet || !g.Shidoku {
		t.Errorf("quiet, with a shidoku: %+v", g)
	}
	set("rules?sealed=on", "")
	set("rules?thread=on", "")
	set("rules?boards", "week-and-month")
	set("rules?global=on", "")
	today := calendar.DateOf(store.clock.now)
	rules := daily.Rules{Sealed: true, Threads: today, Weekly: today, Monthly: today, Freezes: 6, Global: true}
	if g := set("rules?freezes", "6"); g.Rules != rules {
		t.Errorf("the rules are %+v, want %+v", g.Rules, rules)
	}
	if g := set("main?posts=off", ""); g.Scheduled || g.ChannelID != "42" {
		t.Errorf("stopped: %+v", g)
	}
	form := b.Handle(t.Context(), chat.Request{Player: ann, Place: chat.Place{GuildID: "7"}, Rights: chat.Rights{ManageGuild: true}, Action: chat.Fill{
		Press: chat.Press{Verb: chat.SetUpForm}, Fields: map[string]string{"time": "9pm", "zone": "berlin"},
	}})
	if g := store.guild("7"); form.Failed || g.At != "21:00" || g.Zone != "Europe/Berlin" {
		t.Errorf("the form: %s, %+v", textOf(form), g)
	}
	var notes []string
	for _, c := range slices.Backward(store.changes()) {
		notes = append(notes, c.Detail)
		if c.Action != library.ChangedSchedule || !strings.Contains(c.By, ann.ID) || c.GuildID != "7" {
			t.Errorf("the note is %+v", c)
		}
	}
	want := []string{"channel=42", "posts=on", "monday=off", "monday=locked", "role=55", "clear=role", "quiet=on", "shidoku=on", "sealed=on", "thread=on", "boards=week-and-month",
		"global=on", "freezes=6", "posts=off", "time=9pm zone=berlin"}
	if !slices.Equal(notes, want) {
		t.Errorf("the notes are %q, want %q", notes, want)
	}
}

// A guild for which nothing was chosen needs one press: the zone and the language are guessed by the guild's own, the
// channel is that of /setup. What an admin changes on the screen keeps the rest; who chose something is not overruled.
func TestSetupSuggests(t *testing.T) {
	place := chat.Place{GuildID: "7", ChannelID: "42", Language: "de"}
	on := func(b *Bot, action chat.Action) chat.Reply {
		t.Helper()
		return send(t, b, chat.Request{Player: ann, Buttons: true, Place: place, Rights: chat.Rights{ManageGuild: true}, Action: action})
	}
	store := newStore(t)
	b := store.bot()
	screen := on(b, chat.Ask{Command: "setup"})
	if wants(t, screen, "every day at 09:00 in Europe/Berlin, in Deutsch"); screen.Screen.Board == nil {
		t.Error("there is no picture of a post")
	}
	if len(store.changes()) > 0 {
		t.Errorf("looking changed %+v", store.changes())
	}
	wants(t, on(b, chat.Press{Verb: chat.SetUp, Argument: "main?posts=on"}), "every day at 09:00 in Europe/Berlin")
	if g := store.guild("7"); !g.Scheduled || g.ChannelID != "42" || g.Zone != "Europe/Berlin" || g.Language != "de" {
		t.Errorf("one press made %+v", g)
	}

	place.GuildID, place.Language = "8", "zh-TW"
	on(b, chat.Press{Verb: chat.SetUp, Argument: "days/monday?monday=off"})
	if g := store.guild("8"); g.Scheduled || g.ChannelID != "42" || g.Zone != "Asia/Taipei" || g.Language != "zh-TW" || !g.Off[time.Monday] {
		t.Errorf("a weekday first made %+v", g)
	}
	place.GuildID, place.Language = "9", "en-US"
	wants(t, on(b, chat.Ask{Command: "setup"}), "09:00 in UTC, in English")
	on(b, chat.Press{Verb: chat.SetUp, Argument: "main?channel", Chosen: "55"})
	place.Language = "de"
	wants(t, on(b, chat.Ask{Command: "setup"}), "one comes every day at 09:00 in UTC")
}

// Whatever the controls of a screen say, those who do not manage the guild change nothing, and nothing
// that is not an option is set.
func TestForgedSetup(t *testing.T) {
	arguments := []string{
		"main?channel=66", "main?posts=on", "days/monday?monday=off", "extras?role=55", "extras?quiet=on", "main?post=now",
		"rules?freezes=32", "rules?freezes=", "rules?boards=year", "rules?sealed=maybe", "rules?threads_since=2020-01-01", "rules/x?",
		"main?first=2020-01-01", "main?since=2020-01-01", "main?page=days", "?", "??", "=", "main?=", "main?channel", "days/monday?time=", "extras?role=7",
	}
	for _, manages := range []bool{false, true} {
		store := newStore(t)
		before := store.scheduled()
		b := store.bot()
		for _, argument := range arguments {
			if manages && slices.Contains(arguments[:6], argument) {
				continue
			}
			reply := b.Handle(t.Context(), chat.Request{Player: bob, Place: chat.Place{GuildID: "7"}, Rights: chat.Rights{ManageGuild: manages},
				Action: chat.Press{Verb: chat.SetUp, Argument: argument}})
			if strings.Contains(textOf(reply), "our mistake") || !manages && !strings.Contains(textOf(reply), adminsOnly) {
				t.Errorf("%q, admin %t: %s", argument, manages, textOf(reply))
			}
			if after := store.guild("7"); after != before {
				t.Fatalf("%q, admin %t: left %+v", argument, manages, after)
			}
		}
		if len(store.changes()) > 0 {
			t.Errorf("admin %t: noted %+v", manages, store.changes())
		}
	}
}

// No one can have posts ping everyone, whatever they call it; in a guild of Discord that role has the
// guild's id.
func TestNoPingOfEveryone(t *testing.T) {
	store := newStore(t)
	store.scheduled()
	b := store.bot()
	for _, role := range []string{"7", "everyone", "@everyone", "@Everyone", "here", "@here"} {
		if wants(t, schedules(t, b, "role="+role), "@everyone cannot be pinged"); store.guild("7").Ping != "" {
			t.Errorf("%s is pinged", role)
		}
	}
	if reply := schedules(t, b, "role=a b"); !reply.Failed {
		t.Error("a role with a blank")
	}
}

// A weekday that is off has no post, and its daily can be played; where all are, none is posted.
func TestDaysOff(t *testing.T) {
	store := newStore(t) // Thursday 5 March 2026, 10:00 UTC
	s := store.scheduled()
	s.Off[time.Thursday] = true
	store.save(s)
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	announce := func(want int) {
		t.Helper()
		check(t, b.Deliver(t.Context(), c, "a"))
		if len(c.messages) != want {
			t.Errorf("%d posts, want %d", len(c.messages), want)
		}
	}
	announce(0)
	if title := titleOf(ask(t, b, ann, "daily")); !strings.Contains(title, "Thu 5 Mar 2026") {
		t.Errorf("/daily on a day off opens %s", title)
	}
	wants(t, schedules(t, b, "post=now"), "its weekday is off")
	reply := schedules(t, b)
	wants(t, reply, "Thursday off")
	wants(t, reply, "of Fri 6 Mar 2026, due on Fri 6 Mar 2026")
	if strings.Contains(textOf(reply), "Thu 12 Mar") {
		t.Errorf("a day off is coming up: %s", textOf(reply))
	}
	store.set(store.clock.now.AddDate(0, 0, 6)) // Wednesday
	announce(1)
	if next := textOf(c.messages[0].reply); !strings.Contains(next, "Next puzzle in 47 hours") {
		t.Errorf("the post before a day off says %q", next)
	}
	schedules(t, b, "monday=off", "tuesday=off", "wednesday=off", "friday=off", "saturday=off", "sunday=off")
	wants(t, schedules(t, b), "Every weekday is off")
	store.set(store.clock.now.AddDate(0, 0, 2))
	announce(1)
	if next := textOf(b.Announcement(t.Context(), c.messages[0].Daily)); strings.Contains(next, "Next puzzle") {
		t.Errorf("a post that none follows says %q", next)
	}
	wants(t, schedules(t, b, "friday=1", "post=now"), "of Fri 20 Mar 2026")
	announce(2)
}

// A weekday that is switched off while its post waits is not posted.
func TestDayOffWhileItWaits(t *testing.T) {
	store := newStore(t)
	store.scheduled()
	b := store.bot()
	c := &first{&channel{clock: store.clock, next: calm}, chat.GoneError{Reason: chat.PostFailure{Said: "403"}}}
	check(t, b.Deliver(t.Context(), c, "a"))
	schedules(t, b, "thursday=off")
	_, err := store.RetryRefused(t.Context(), []string{"7"})
	check(t, err)
	check(t, b.Deliver(t.Context(), c, "a"))
	if len(c.messages) != 0 {
		t.Errorf("posted: %+v", c.messages)
	}
	wants(t, schedules(t, b), "was not posted in 42: its weekday was switched off")
}

// The Shidoku of the date stands in the post of the daily, with a button of its own; there is one post.
func TestShidokuBeside(t *testing.T) {
	store := newStore(t)
	s := store.scheduled()
	s.Shidoku, s.Ping, s.Quiet = true, "55", true
	store.save(s)
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	for range 3 {
		check(t, b.Deliver(t.Context(), c, "a"))
	}
	if len(c.messages) != 1 {
		t.Fatalf("%d posts", len(c.messages))
	}
	reply := c.messages[0].reply
	if reply.Ping != "55" || !reply.Quiet || len(reply.Screen.Beside) != 1 || reply.Screen.Beside[0].Board.Grid.Shape() != sudoku.Shidoku || reply.Screen.Beside[0].Alt == "" {
		t.Fatalf("the post is %+v", reply)
	}
	rows := reply.Screen.Rows
	opened := b.Handle(t.Context(), press(ann, rows[len(rows)-1][0]))
	if opened.Screen.Board == nil || opened.Screen.Board.Grid.Shape() != sudoku.Shidoku {
		t.Errorf("the button opens %s", titleOf(opened))
	}
	opened = b.Handle(t.Context(), press(ann, rows[0][0]))
	if opened.Screen.Board == nil || opened.Screen.Board.Grid.Shape() != sudoku.Sudoku {
		t.Errorf("Play opens %s", titleOf(opened))
	}
}

// Whichever zone and hour an admin changes to, no date is posted twice, and none that is off.
func TestZoneChanges(t *testing.T) {
	store := newStore(t)
	s := store.scheduled()
	s.Off[time.Saturday] = true
	store.save(s)
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	for i := range 60 {
		store.wait(7 * time.Hour)
		schedules(t, b, "zone="+[]string{"Pacific/Apia", "UTC", "Pacific/Honolulu", "Asia/Kathmandu"}[i%4], "time="+[]string{"00:00", "23:45", "12:00"}[i%3])
		check(t, b.Deliver(t.Context(), c, "a"))
	}
	seen := map[calendar.Date]bool{}
	for _, m := range c.messages {
		if seen[m.Date] || m.Date.Weekday() == time.Saturday {
			t.Errorf("%s is posted, seen %t", m.Date, seen[m.Date])
		}
		seen[m.Date] = true
	}
	if len(seen) < 8 {
		t.Errorf("only %d dates are posted", len(seen))
	}
}

// The last post is linked, and so is the failure before it said.
func TestLastPostAndFailure(t *testing.T) {
	store := newStore(t)
	store.scheduled()
	b := store.bot()
	c := &first{&channel{clock: store.clock, next: calm}, chat.GoneError{Reason: chat.PostFailure{Said: "403: missing Send Messages"}}}
	check(t, b.Deliver(t.Context(), c, "a"))
	store.set(store.clock.now.AddDate(0, 0, 1))
	for range 3 {
		check(t, b.Deliver(t.Context(), c, "a"))
	}
	reply := schedules(t, b)
	wants(t, reply, "Last post: daily #2 of Fri 6 Mar 2026, in 42.")
	wants(t, reply, "The daily of Thu 5 Mar 2026 was not posted: 403: missing Send Messages; then the next daily was due.")
	linked := slices.ContainsFunc(reply.Screen.Body, func(p chat.Part) bool {
		return p.Kind == chat.MessagePart && p.ID == "message 0" && p.In == [2]string{"7", "42"}
	})
	if !linked {
		t.Errorf("no link in %+v", reply.Screen.Body)
	}
}

// At a prompt the screen says how to set the same.
func TestSetupWithoutButtons(t *testing.T) {
	b := newStore(t).bot()
	r := managing("schedule")
	r.Action = chat.Ask{Command: "setup", Options: map[string]string{}}
	reply := b.Handle(t.Context(), r)
	wants(t, reply, "/schedule monday=hard and similar commands set this; /help command=schedule lists the options.")
	r.Action = chat.Ask{Command: "setup", Options: map[string]string{"test": "now"}}
	wants(t, b.Handle(t.Context(), r), "the daily needs a channel")
	r.Action = chat.Ask{Command: "setup", Options: map[string]string{"page": "moon"}}
	wants(t, b.Handle(t.Context(), r), `page cannot be "moon": use main, days, extras, rules`)
	schedules(t, b, "channel=42")
	r.Action = chat.Ask{Command: "setup", Options: map[string]string{"test": "now"}}
	wants(t, b.Handle(t.Context(), r), "a test post needs a chat network")
}

// Posts are in the language of the guild, and so are answers to players whose own the bot does not
// speak; others have theirs.
func TestLanguageOfTheGuild(t *testing.T) {
	store := newStore(t)
	s := store.scheduled()
	s.Language = "de"
	store.save(s)
	b := store.bot()
	for language, want := range map[string]string{
		"eo": "Spielen", "": "Play", "eo,zh-TW": "Spielen", "en-US": "Play", "en-GB,de": "Play", "zh-TW": "遊玩", "de": "Spielen",
	} {
		if got := speechFor(t.Context(), b.env, chat.Request{Language: language, Place: chat.Place{GuildID: "7"}}).Text("button.play", nil); got != want {
			t.Errorf("%q: %s, want %s", language, got, want)
		}
	}
	c := &channel{clock: store.clock, next: calm}
	check(t, b.Deliver(t.Context(), c, "a"))
	if label := c.messages[0].reply.Screen.Rows[0][0].Label; label != "Spielen" {
		t.Errorf("the post says %s", label)
	}
	if reply := schedules(t, b, "language=xx"); !reply.Failed || store.guild("7").Language != "de" {
		t.Errorf("an unknown language: %s", textOf(reply))
	}
}

// Of more saved searches than a select has room for, each is on one page, and the one that a weekday has is on
// all of them. Numbers of missing pages lead to the first or the last.
func TestSelectOfManySearches(t *testing.T) {
	x := newSquare(t)
	const searches = 40
	for i := range searches {
		_, _, err := x.store.SaveSearch(t.Context(), search.Saved{GuildID: "7", Name: fmt.Sprintf("search %02d", i), Search: search.Search{MinClues: 17 + i}})
		check(t, err)
	}
	onPage := map[string][]string{}
	for _, page := range []string{"", "/1", "/2", "/3", "/0", "/-1", "/4", "/99999999999999999999", "/x", "/2/3"} {
		reply := controls(t, x.Bot, chat.Press{Verb: chat.SetUp, Argument: "days/tuesday" + page})
		choose := reply.Screen.Selects[0]
		if len(choose.Options) > 25 {
			t.Errorf("page %q has %d options", page, len(choose.Options))
		}
		for _, o := range choose.Options {
			if strings.HasPrefix(o.Value, "search ") {
				onPage[page] = append(onPage[page], o.Value)
			}
		}
		if len(reply.Screen.Rows)+len(reply.Screen.Selects) > 5 {
			t.Errorf("page %q has %d rows of buttons", page, len(reply.Screen.Rows))
		}
	}
	if got := slices.Concat(onPage["/1"], onPage["/2"], onPage["/3"]); len(got) != searches || len(slices.Compact(got)) != searches {
		t.Errorf("the pages have %d searches: %q", len(got), got)
	}
	for page, like := range map[string]string{"": "/1", "/0": "/1", "/-1": "/1", "/x": "/1", "/2/3": "/1", "/4": "/3"} {
		if !slices.Equal(onPage[page], onPage[like]) {
			t.Errorf("page %q is not page %q", page, like)
		}
	}
	reply := controls(t, x.Bot, chat.Press{Verb: chat.SetUp, Argument: "days/tuesday/2"})
	choose, turn := reply.Screen.Selects[0], reply.Screen.Rows[3]
	if choose.Hint != "Tue: searches 19–36 of 40" || len(turn) != 3 || turn[0].Press.Argument != "days/tuesday/1" || turn[1].Press.Argument != "days/tuesday/3" {
		t.Errorf("page 2 says %q, with the buttons %+v", choose.Hint, turn)
	}
	choose.Press.Chosen = "search 20"
	if reply = controls(t, x.Bot, choose.Press); reply.Screen.Selects[0].Chosen != "search 20" || reply.Screen.Selects[0].Hint != choose.Hint {
		t.Errorf("chosen on page 2: %+v", reply.Screen.Selects[0])
	}
	first := controls(t, x.Bot, chat.Press{Verb: chat.SetUp, Argument: "days/tuesday"}).Screen.Selects[0]
	if last := first.Options[len(first.Options)-1].Value; len(first.Options) != 25 || first.Chosen != "search 20" || last != "search 20" {
		t.Errorf("page 1 has %d options, chosen %q, the last %q", len(first.Options), first.Chosen, last)
	}
}
