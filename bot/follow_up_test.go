package bot

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// threadNetwork is a network whose channel has threads: one below a message, as Discord's.
type threadNetwork struct {
	*channel
	titles map[string]string // by the id of the message
	opened int               // how often one was asked for that was there
}

func (n *threadNetwork) OpenThread(_ context.Context, channelID, messageID, title string) (string, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	happens := n.next()
	switch happens {
	case limited:
		return "", chat.RateLimitedError{After: 7 * time.Second}
	case lostRequest:
		return "", errLost
	case earlyCrash:
		n.died = true
		return "", errLost
	}
	if n.titles[messageID] != "" {
		n.opened++
	} else {
		n.titles[messageID] = title
	}
	if happens == crash {
		n.died = true
	}
	if happens == crash || happens == lostAnswer {
		return "", errLost
	}
	return "thread of " + messageID, nil
}

func newThreadNetwork(c *clock) *threadNetwork {
	return &threadNetwork{channel: &channel{clock: c, next: calm}, titles: map[string]string{}}
}

// in returns the messages of a channel with a word in their title.
func (c *channel) in(name, word string) (found []message) {
	for _, m := range c.messages {
		if m.ChannelID == name && strings.Contains(titleOf(m.reply), word) {
			found = append(found, m)
		}
	}
	return found
}

// followRound is a round of posts and of what follows them.
func followRound(t testing.TB, b *Bot, n chat.Poster) {
	t.Helper()
	check(t, b.Deliver(t.Context(), n, "a"))
}

// league is a bot on a real archive with a schedule, and the players of its guild.
type league struct {
	*Bot
	store *archive.Store
	url   string
	clock *clock
	net   *threadNetwork
}

// newLeague has the dailies of guild 7 posted at nine in Berlin, all of one puzzle.
func newLeague(t *testing.T, now string, options ...string) league {
	t.Helper()
	c := &clock{}
	c.now, _ = time.Parse(time.RFC3339, now)
	url := archivetest.URL(t)
	b, store := realBotAt(t, c, url)
	x := league{b, store, url, c, newThreadNetwork(c)}
	for _, day := range chat.Weekdays() {
		options = append(options, strings.ToLower(day.String())+"=fiendish")
	}
	x.schedule(t, append(options, "channel=42", "zone=Europe/Berlin", "time=09:00")...)
	return x
}

func (x league) schedule(t *testing.T, options ...string) {
	t.Helper()
	if reply := schedules(t, x.Bot, options...); reply.Failed {
		t.Fatal(textOf(reply))
	}
}

// at goes on to a time, and makes a round there.
func (x league) at(t *testing.T, now string) {
	t.Helper()
	x.clock.now, _ = time.Parse(time.RFC3339, now)
	followRound(t, x.Bot, x.net)
}

// solve has a player solve today's daily in so many minutes, with a hint where it is wanted.
func (x league) solve(t *testing.T, p games.Player, minutes int, hints int, options ...string) chat.Reply {
	t.Helper()
	ask(t, x.Bot, p, "daily", options...)
	for range hints {
		ask(t, x.Bot, p, "hint", "level=1")
	}
	x.clock.now = x.clock.now.Add(time.Minute)
	ask(t, x.Bot, p, "move", "moves=r1c1=9")
	x.clock.now = x.clock.now.Add(time.Duration(minutes-1) * time.Minute)
	reply := solves(t, x.Bot, x.store, p)
	x.clock.now = x.clock.now.Add(-time.Duration(minutes) * time.Minute)
	return reply
}

// A thread below each post, and in that of the next day the solution and the summary, hidden until a reader
// wants to see them. Players who did not share a result are not named, nor hidden ones.
func TestThreadOfTheDay(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z", "thread=on")
	x.at(t, "2026-03-02T08:00:00Z") // nine in Berlin
	post := x.net.in("42", "Daily #1")
	if len(post) != 1 || len(x.net.titles) != 1 || !strings.HasPrefix(x.net.titles["message 0"], "Daily #1 (Fiendish) · Mon 2 Mar 2026") {
		t.Fatalf("%d posts, threads %v", len(post), x.net.titles)
	}
	zoe := games.Player{ID: "3", Name: "Zoe"}
	ask(t, x.Bot, zoe, "privacy", "action=hide")
	x.solve(t, zoe, 15, 0)
	x.solve(t, bob, 20, 0)
	x.solve(t, ann, 30, 1)
	ask(t, x.Bot, ann, "share")
	x.at(t, "2026-03-03T07:59:00Z")
	if len(x.net.messages) != 1 {
		t.Fatalf("%d messages before the day was over", len(x.net.messages))
	}
	for range 3 {
		x.at(t, "2026-03-03T08:00:00Z")
	}
	summaries := x.net.in("thread of message 1", "Daily #1")
	if len(summaries) != 1 || len(x.net.messages) != 3 {
		t.Fatalf("%d summaries, %d messages", len(summaries), len(x.net.messages))
	}
	s := summaries[0].reply
	for _, want := range []string{"3 players solved it on its day, 2 without help.", "Fastest: 15:00", "Hardest cell: r1c1"} {
		wants(t, s, want)
	}
	for _, name := range []string{"Zoe", "Bob"} {
		if strings.Contains(textOf(s), name) {
			t.Errorf("%s is named, who shared nothing: %s", name, textOf(s))
		}
	}
	if !s.Screen.Spoiler || s.Private || s.Screen.Board.Grid.String() != solutionOfMoler {
		t.Errorf("the solution is %+v, hidden %v", s.Screen.Board.Grid, s.Screen.Spoiler)
	}
}

// closedThreads is a network where the bot may open no thread below some messages.
type closedThreads struct {
	*threadNetwork
	below string
}

func (n closedThreads) OpenThread(ctx context.Context, channelID, messageID, title string) (string, error) {
	if messageID == n.below {
		return "", chat.GoneError{Reason: chat.PostFailure{Problem: chat.NoAccess, ChannelID: channelID, Said: "Missing Permissions"}}
	}
	return n.threadNetwork.OpenThread(ctx, channelID, messageID, title)
}

// Where the thread of today's daily is refused, or it has none, the summary of the one before goes to its own.
func TestSummaryInTheOldThread(t *testing.T) {
	for _, tuesday := range []string{"tuesday=fiendish", "tuesday=off"} {
		x := newLeague(t, "2026-03-02T07:00:00Z", "thread=on")
		x.schedule(t, tuesday)
		network := closedThreads{x.net, "message 1"}
		for _, now := range []string{"2026-03-02T08:00:00Z", "2026-03-03T08:00:00Z", "2026-03-03T08:00:05Z", "2026-03-03T08:00:10Z"} {
			x.clock.now, _ = time.Parse(time.RFC3339, now)
			followRound(t, x.Bot, network)
		}
		if old := x.net.in("thread of message 0", "Daily #1"); len(old) != 1 {
			t.Errorf("%s: %d summaries in the thread of the day before, of %d messages", tuesday, len(old), len(x.net.messages))
		}
	}
}

// withoutThreads is a network whose moderators delete each thread.
type withoutThreads struct {
	*threadNetwork
	tries int
}

func (n *withoutThreads) Post(ctx context.Context, channelID string, post daily.Post, r chat.Reply) (chat.Posted, error) {
	if strings.HasPrefix(channelID, "thread of ") {
		n.tries++
		return chat.Posted{}, chat.GoneError{Reason: chat.PostFailure{Problem: chat.ChannelGone, ChannelID: channelID, Said: "Unknown Channel"}}
	}
	return n.threadNetwork.Post(ctx, channelID, post, r)
}

// The summary of a thread that was deleted is tried once, and not for days.
func TestSummaryWithoutThread(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z", "thread=on")
	network := &withoutThreads{threadNetwork: x.net}
	x.at(t, "2026-03-02T08:00:00Z")
	for range 9 {
		x.clock.now = x.clock.now.Add(9 * time.Hour)
		archivetest.Exec(t, x.url, `update outbox set due_at = due_at - interval '9 hours'`)
		followRound(t, x.Bot, network)
	}
	if posts := x.net.in("42", "Daily"); network.tries != 3 || len(posts) != 4 {
		t.Errorf("%d tries at the summaries of 3 days, %d dailies", network.tries, len(posts))
	}
}

// Where results are announced anyway, the summary names players who are not hidden, also without a thread.
func TestSummaryInTheChannel(t *testing.T) {
	x := newLeague(t, "2026-03-02T07:00:00Z", "announce-results=on")
	for _, day := range []string{"2026-03-02", "2026-03-03", "2026-03-04"} {
		x.at(t, day+"T08:00:00Z")
		x.solve(t, bob, 20, 0)
		x.solve(t, ann, 20, 0)
	}
	x.at(t, "2026-03-05T08:00:00Z")
	summaries := x.net.in("42", "solution and results")
	if len(summaries) != 3 || len(x.net.titles) > 0 {
		t.Fatalf("%d summaries, threads %v", len(summaries), x.net.titles)
	}
	s := summaries[2].reply
	wants(t, s, "Longest streaks: ")
	wants(t, s, "Bob 3 days")
	wants(t, s, "Fastest: Bob, Ann in 20:00") // equal to the second
}

// The board of a week and of a month come when they are over by the guild's clock, also over a change of
// it, and once.
func TestBoardsWhenOver(t *testing.T) {
	x := newLeague(t, "2026-03-24T07:00:00Z", "boards=week-and-month")
	x.at(t, "2026-03-24T08:00:00Z")
	x.solve(t, ann, 20, 0)
	for _, c := range []struct {
		now           string
		weeks, months int
	}{
		{"2026-03-29T07:30:00Z", 0, 0}, // summer time has begun: it is half past nine
		{"2026-03-30T06:59:00Z", 0, 0},
		{"2026-03-30T07:00:00Z", 1, 0},
		{"2026-03-31T07:00:00Z", 1, 0},
		{"2026-04-01T06:59:00Z", 1, 0},
		{"2026-04-01T07:00:00Z", 1, 1},
		{"2026-04-06T07:00:00Z", 1, 1}, // nobody solved anything in this week
	} {
		x.at(t, c.now)
		followRound(t, New(x.store, Config{Now: x.clock.Now}), x.net) // another process
		if weeks, months := len(x.net.in("42", "week")), len(x.net.in("42", "month")); weeks != c.weeks || months != c.months {
			t.Errorf("%s: %d boards of weeks, %d of months; want %d, %d", c.now, weeks, months, c.weeks, c.months)
		}
	}
	board := x.net.in("42", "week")[0].reply
	wants(t, board, "from Mon 23 Mar 2026 to Sun 29 Mar 2026")
	wants(t, board, "1st: Ann: 1 solved")
}

// After an outage of days no old board comes, and none for a time before it was wanted.
func TestBoardsTooLate(t *testing.T) {
	x := newLeague(t, "2026-03-03T07:00:00Z")
	x.at(t, "2026-03-03T08:00:00Z")
	x.solve(t, ann, 20, 0)
	x.clock.now = time.Date(2026, 3, 9, 9, 0, 0, 0, time.UTC)
	x.schedule(t, "boards=week")
	x.at(t, "2026-03-09T09:01:00Z")
	x.solve(t, ann, 20, 0)
	x.at(t, "2026-03-19T09:00:00Z")
	if n := len(x.net.in("42", "week")); n != 0 {
		t.Errorf("%d boards", n)
	}
	x.solve(t, ann, 20, 0)
	x.at(t, "2026-03-24T09:00:00Z") // a day late
	if n := len(x.net.in("42", "week")); n != 1 {
		t.Errorf("%d boards after a short outage, want 1", n)
	}
}

// Whatever the network and the processes do, each thread, summary and board is made once.
func TestOneFollowUp(t *testing.T) {
	store := newStore(t)
	onArchive(t, func(t *rapid.T) {
		store.forget()
		store.set(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)) // a Sunday
		g := store.scheduled()
		g.Since = calendar.Date{Year: 2026, Month: 3, Day: 1}
		g.Rules.Threads, g.Rules.Weekly = g.Since, g.Since
		store.save(g)
		bad := rapid.IntRange(0, 16).Draw(t, "faults")
		n := newThreadNetwork(store.clock)
		n.next = func() fault {
			if bad--; bad < 0 {
				return none
			}
			return fault(rapid.IntRange(0, int(faults)-1).Draw(t, "fault"))
		}
		store.solved(g)
		b := New(store.Store, Config{Now: store.clock.Now, Ledger: mortal{store.Store, n.channel}})
		for _, next := range []time.Duration{0, 24 * time.Hour} {
			store.wait(next)
			for settled := 0; settled < 4; { // rounds after which nothing is due
				_ = b.Deliver(t.Context(), n, "owner")
				if n.died { // and starts again
					n.died = false
					b = New(store.Store, Config{Now: store.clock.Now, Ledger: mortal{store.Store, n.channel}})
				}
				if archivetest.Read[int](store.t, store.url, "select count(*) from outbox where state = 'due'")[0] == 0 {
					settled++
				}
				store.wait(time.Duration(rapid.IntRange(1, 300).Draw(t, "seconds")) * time.Second)
			}
		}
		for _, state := range archivetest.Read[string](store.t, store.url, "select state from outbox") {
			if state != string(daily.PostPosted) {
				t.Fatalf("a post is %s", state)
			}
		}
		var titles []string
		for _, m := range n.messages {
			titles = append(titles, m.ChannelID+" "+titleOf(m.reply))
		}
		slices.Sort(titles)
		if len(slices.Compact(slices.Clone(titles))) != len(titles) || len(n.titles) != 2 || len(titles) != 4 {
			t.Fatalf("threads %v, messages %q", n.titles, titles)
		}
	})
}

// What cannot be entered for a guild, which may just be erased, holds up no other.
func TestFollowUpsOfOneGuildFail(t *testing.T) {
	store := newStore(t)
	g := store.scheduled()
	g.Rules.Weekly = g.Since.AddDays(-30)
	for _, id := range []string{"7", "8"} {
		g.ID = id
		store.save(g)
	}
	for store.clock.now.Weekday() != time.Monday {
		store.wait(24 * time.Hour)
	}
	archivetest.Exec(t, store.url, `alter table outbox add constraint of_seven check (guild <> '7')`)
	err := store.bot().Deliver(t.Context(), newThreadNetwork(store.clock), "a")
	boards := archivetest.Read[string](t, store.url, "select guild from outbox where kind = $1", daily.WeekLeaders)
	if err == nil || !slices.Equal(boards, []string{"8"}) {
		t.Errorf("%v, boards of %v", err, boards)
	}
}
