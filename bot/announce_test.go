package bot

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
)

// fault is what a network does to a call.
type fault int

const (
	none        fault = iota
	lostRequest       // the message never arrives
	lostAnswer        // it arrives, but the bot gets no answer
	limited
	crash      // it arrives, and the bot dies
	earlyCrash // the bot dies before
	faults
)

var errLost = errors.New("connection reset")

// channel is a network with one channel, which forgets nonces after a while.
type channel struct {
	chat.Poster
	mu       sync.Mutex
	clock    *clock
	messages []message
	next     func() fault
	closed   error // of Find
	died     bool

	problem error // of CheckChannel
	refuses error // of Tell
	told    []toldMessage
	edits   []edit
}

// edit is a message that was changed.
type edit struct {
	channel, message string
	chat.Reply
}

// toldMessage is a message for one player.
type toldMessage struct {
	player, nonce, text string
	rows                [][]chat.Button
}

type message struct {
	daily.Post
	reply chat.Reply
	at    time.Time
}

func (c *channel) Serves(guild string) bool { return guild != "terminal" }

func (c *channel) Post(_ context.Context, name string, post daily.Post, r chat.Reply) (chat.Posted, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	happens := c.next()
	switch happens {
	case limited:
		return chat.Posted{}, chat.RateLimitedError{After: 7 * time.Second}
	case lostRequest:
		return chat.Posted{}, errLost
	case earlyCrash:
		c.died = true
		return chat.Posted{}, errLost
	}
	id := c.send(name, post, r)
	switch happens {
	case lostAnswer:
		return chat.Posted{}, errLost
	case crash:
		c.died = true
		return chat.Posted{}, errLost
	}
	return chat.Posted{MessageID: id}, nil
}

func (c *channel) CheckChannel(context.Context, string, string) error { return c.problem }

func (c *channel) Tell(_ context.Context, player, nonce string, r chat.Reply) error {
	c.told = append(c.told, toldMessage{player, nonce, r.Screen.Body.String(), r.Screen.Rows})
	return c.refuses
}

func (c *channel) Edit(_ context.Context, name, messageID string, r chat.Reply) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.edits = append(c.edits, edit{name, messageID, r})
	return nil
}

func (*channel) OpenThread(_ context.Context, _, messageID, _ string) (string, error) {
	return "thread of " + messageID, nil
}

// send keeps one message for a nonce, as networks do for some minutes.
func (c *channel) send(name string, post daily.Post, r chat.Reply) string {
	for i, m := range c.messages {
		if m.Nonce() == post.Nonce() && c.clock.now.Sub(m.at) < outbox.NonceWindow {
			return fmt.Sprint("message ", i)
		}
	}
	post.ChannelID = name
	c.messages = append(c.messages, message{post, r, c.clock.now})
	return fmt.Sprint("message ", len(c.messages)-1)
}

func (c *channel) Find(_ context.Context, name string, post daily.Post) (chat.Posted, bool, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed != nil {
		return chat.Posted{}, false, c.closed
	}
	for i, m := range c.messages {
		if m.ChannelID == name && m.Marker() == post.Marker() {
			return chat.Posted{MessageID: fmt.Sprint("message ", i)}, true, nil
		}
	}
	return chat.Posted{}, false, nil
}

// dead reports whether the process died while it posted.
func (c *channel) dead() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.died
}

// mortal is the store as a process sees it that may have died.
type mortal struct {
	*archive.Store
	channel *channel
}

func (m mortal) Complete(ctx context.Context, p daily.Post, owner, id string) error {
	if m.channel.dead() {
		return errLost
	}
	return m.Store.Complete(ctx, p, owner, id)
}

func (m mortal) Retry(ctx context.Context, p daily.Post, owner, refusal string, after time.Duration) error {
	if m.channel.dead() {
		return errLost
	}
	return m.Store.Retry(ctx, p, owner, refusal, after)
}

func calm() fault { return none }

// Whatever the network and the processes do, a date has one message, and the ledger knows.
func TestOnePost(t *testing.T) {
	store := newStore(t)
	onArchive(t, func(t *rapid.T) {
		store.forget()
		store.set(time.Date(2026, 3, 5, 9, 0, 0, 0, time.UTC))
		store.scheduled()
		bad := rapid.IntRange(0, 12).Draw(t, "faults")
		c := &channel{clock: store.clock, next: func() fault {
			if bad--; bad < 0 {
				return none
			}
			return fault(rapid.IntRange(0, int(faults)-1).Draw(t, "fault"))
		}}
		owner := 0
		b := New(store.Store, Config{Now: store.clock.Now, Ledger: mortal{store.Store, c}})
		for posted := 0; posted < 3; { // rounds after it is noted
			_ = b.Deliver(t.Context(), c, fmt.Sprint("owner ", owner))
			if c.died { // and starts again
				c.died = false
				owner++
				b = New(store.Store, Config{Now: store.clock.Now, Ledger: mortal{store.Store, c}})
			}
			if store.post().State != daily.PostDue {
				posted++
			}
			store.wait(time.Duration(rapid.IntRange(1, 300).Draw(t, "seconds")) * time.Second)
		}
		if len(c.messages) != 1 {
			t.Fatalf("%d messages", len(c.messages))
		}
		if p := store.post(); p.State != daily.PostPosted || p.MessageID != "message 0" || store.count("outbox") != 1 {
			t.Fatalf("the ledger: %+v", p)
		}
	})
}

// What the post holds: the clues and no more, and buttons that stay with it.
func TestAnnouncement(t *testing.T) {
	store := newStore(t)
	store.scheduled()
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	for range 3 {
		check(t, b.Deliver(t.Context(), c, "a"))
	}
	if len(c.messages) != 1 {
		t.Fatalf("%d messages, want 1", len(c.messages))
	}
	r := c.messages[0].reply
	if titleOf(r) != "Daily #1 (Medium) · Thu 5 Mar 2026" || r.Private || r.Screen.Board.Grid != parse(thursday) {
		t.Errorf("%+v", r)
	}
	want := chat.Part{Kind: chat.FromNowPart, At: time.Date(2026, 3, 6, 9, 0, 0, 0, time.UTC), Text: "in 23 hours"}
	if body := r.Screen.Body; !reflect.DeepEqual(body[len(body)-1], want) {
		t.Errorf("%+v, want %+v at the end", body, want)
	}
	if c.messages[0].ChannelID != "42" {
		t.Errorf("in channel %q", c.messages[0].ChannelID)
	}
	store.set(store.clock.now.AddDate(0, 0, 1))
	for i, want := range []string{"Daily #1 (Medium) · Thu 5 Mar", "Daily #1 (Medium) · Thu 5 Mar", "Leaderboard"} {
		button := r.Screen.Rows[0][i]
		reply := b.Handle(t.Context(), press(ann, button))
		if reply.Failed || reply.Screen.AsText != (i == 1) || !strings.HasPrefix(titleOf(reply), want) {
			t.Errorf("%s: %+v", button.Label, reply)
		}
	}
}

// A bot that was away posts the newest daily only, and none that was due before the schedule.
func TestAway(t *testing.T) {
	store := newStore(t)
	s := store.scheduled()
	s.Since = calendar.Date{Year: 2026, Month: 3, Day: 8}
	store.save(s)
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	for _, want := range []struct {
		now      string
		messages int
	}{
		{"2026-03-06T09:00:00Z", 0}, {"2026-03-07T09:00:00Z", 0}, {"2026-03-08T08:59:59Z", 0}, {"2026-03-08T09:00:00Z", 1}, {"2026-03-09T08:59:00Z", 1},
		{"2026-03-14T08:30:00Z", 2}, {"2026-03-14T09:00:00Z", 2}, // the 14th is a Saturday, of whose tier there is none
	} {
		now, err := time.Parse(time.RFC3339, want.now)
		check(t, err)
		store.set(now)
		check(t, b.Deliver(t.Context(), c, "a"))
		if len(c.messages) != want.messages {
			t.Errorf("%s: %d messages, want %d", want.now, len(c.messages), want.messages)
		}
	}
	if date := c.messages[1].Date.String(); date != "2026-03-13" {
		t.Errorf("after the days away came the daily of %s", date)
	}
}

// A guild that changes its zone neither repeats a date nor loses one.
func TestChangedZone(t *testing.T) {
	store := newStore(t)
	onArchive(t, func(t *rapid.T) {
		store.forget()
		store.set(time.Date(2026, 3, 5, 0, 0, 0, 0, time.UTC))
		s := store.scheduled()
		s.Tiers[time.Saturday] = 1
		store.save(s)
		b, c := store.bot(), &channel{clock: store.clock, next: calm}
		for end := store.clock.now.AddDate(0, 0, 10); store.clock.now.Before(end); {
			store.wait(time.Duration(rapid.IntRange(1, 5).Draw(t, "hours")) * time.Hour)
			if rapid.IntRange(0, 4).Draw(t, "change") == 0 {
				s.Zone = rapid.SampledFrom([]string{"UTC", "Asia/Tokyo", "America/New_York", "Europe/Berlin"}).Draw(t, "zone")
				store.save(s)
			}
			check(t, b.Deliver(t.Context(), c, "a"))
		}
		for i, m := range c.messages {
			if want := s.Since.AddDays(i); m.Date != want {
				t.Fatalf("message %d is of %s, want %s", i, m.Date, want)
			}
		}
		if len(c.messages) < 8 {
			t.Fatalf("%d messages in 10 days", len(c.messages))
		}
	})
}

// Whatever admins do to the clock of the posts, no date is posted twice, and the daily is
// never one from before the newest post, whose button works.
func TestChangedSchedule(t *testing.T) {
	store := newStore(t)
	onArchive(t, func(t *rapid.T) {
		store.forget()
		store.set(time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC))
		b, c := store.bot(), &channel{clock: store.clock, next: calm}
		set := func(options map[string]string) {
			r := request(ann, "schedule", options)
			r.Rights.ManageGuild = true
			if reply := b.Handle(t.Context(), r); reply.Failed {
				t.Fatal(textOf(reply))
			}
		}
		set(map[string]string{"channel": "42", "saturday": "1"})
		for end := store.clock.now.AddDate(0, 0, 4); store.clock.now.Before(end); {
			store.wait(time.Duration(rapid.IntRange(1, 18).Draw(t, "hours")) * time.Hour)
			if rapid.IntRange(0, 2).Draw(t, "change") == 0 {
				set(map[string]string{
					"time": rapid.SampledFrom([]string{"00:00", "09:00", "12:30", "20:00", "23:59"}).Draw(t, "time"),
					"zone": rapid.SampledFrom([]string{"UTC", "Asia/Tokyo", "America/New_York"}).Draw(t, "zone"),
				})
			}
			check(t, b.Deliver(t.Context(), c, "a"))
			if len(c.messages) == 0 {
				continue
			}
			s, err := handler.ScheduleOf(store.guild("7"))
			check(t, err)
			newest := c.messages[len(c.messages)-1]
			if today := s.Today(store.clock.now); today.Before(newest.Date) {
				t.Fatalf("at %s the daily is of %s, and that of %s is posted", store.clock.now, today, newest.Date)
			}
			play := newest.reply.Screen.Rows[0][0]
			if reply := b.Handle(t.Context(), press(ann, play)); reply.Failed {
				t.Fatalf("at %s: %s", store.clock.now, textOf(reply))
			}
		}
		for i, m := range c.messages {
			if i > 0 && !c.messages[i-1].Date.Before(m.Date) {
				t.Fatalf("the post of %s follows that of %s", m.Date, c.messages[i-1].Date)
			}
		}
	})
}

// A closed channel is tried every hour; a closed history ends them when the nonce is forgotten.
func TestGivenUp(t *testing.T) {
	for _, want := range []struct {
		name     string
		first    error
		closed   error
		rest     time.Duration
		state    daily.PostState
		messages int
	}{
		{"channel gone", chat.GoneError{Reason: chat.PostFailure{Said: "403 missing access"}}, nil, time.Minute, daily.PostDue, 0},
		{"channel opened", chat.GoneError{Reason: chat.PostFailure{Said: "403 missing access"}}, nil, time.Hour, daily.PostPosted, 1},
		{"history closed, nonce known", errLost, chat.GoneError{Reason: chat.PostFailure{Said: "403 missing access"}}, time.Minute, daily.PostPosted, 1},
		{"history closed, nonce forgotten", errLost, chat.GoneError{Reason: chat.PostFailure{Said: "403 missing access"}}, time.Hour, daily.PostDue, 1},
		{"history slow", errLost, errLost, time.Hour, daily.PostDue, 1},
		{"too late", errLost, errLost, 23 * time.Hour, daily.PostFailed, 2}, // the second is of the next daily
	} {
		store := newStore(t)
		store.scheduled()
		c := &channel{clock: store.clock, next: calm}
		b := store.bot()
		p := &first{c, want.first}
		for range 2 {
			check(t, b.Deliver(t.Context(), p, "a"))
			store.wait(want.rest)
			c.closed = want.closed
		}
		post := store.post()
		if post.State != want.state || len(c.messages) != want.messages {
			t.Errorf("%s: %s (%s), %d messages; want %s, %d", want.name, post.State, post.Reason, len(c.messages), want.state, want.messages)
		}
	}
}

// The schedule of a guild of another network, such as the terminal's, is left alone.
func TestOtherNetwork(t *testing.T) {
	store := newStore(t)
	s := store.scheduled()
	s.ID = "terminal"
	store.save(s)
	b, c := store.bot(), &channel{clock: store.clock, next: calm}
	check(t, b.Deliver(t.Context(), c, "a"))
	if len(c.messages) != 1 || store.count("outbox") != 1 || store.post().State != daily.PostPosted {
		t.Errorf("%d messages, %d posts, %+v", len(c.messages), store.count("outbox"), store.post())
	}
}

// Who switches the posts off gets none that still waited.
func TestSwitchedOff(t *testing.T) {
	store := newStore(t)
	store.scheduled()
	c := &channel{clock: store.clock, next: func() fault { return lostRequest }}
	b := store.bot()
	for range 2 {
		check(t, b.Deliver(t.Context(), c, "a"))
		c.next = calm
		schedules(t, b, "posts=off")
		store.wait(time.Minute)
	}
	if post := store.post(); post.State != daily.PostFailed || post.Attempt != 2 || len(c.messages) != 0 {
		t.Errorf("%s after %d attempts, %d messages", post.State, post.Attempt, len(c.messages))
	}
}

// first lets the first post end with an error: gone before it is sent, others after.
type first struct {
	*channel
	err error
}

func (f *first) Post(ctx context.Context, name string, post daily.Post, r chat.Reply) (chat.Posted, error) {
	err := f.err
	f.err = nil
	if errors.As(err, new(chat.GoneError)) {
		return chat.Posted{}, err
	}
	id, _ := f.channel.Post(ctx, name, post, r)
	return id, err
}

// A post that takes longer than its lease is another owner's by then, which holds up no other post.
func TestLeaseLost(t *testing.T) {
	store := newStore(t)
	store.scheduled()
	b := New(store.Store, Config{Now: store.clock.Now, Ledger: stale{store.Store}})
	if err := b.Deliver(t.Context(), &channel{clock: store.clock, next: calm}, "a"); err != nil {
		t.Error(err)
	}
}

// stale is a store in which every lease has run out.
type stale struct{ *archive.Store }

func (stale) Complete(context.Context, daily.Post, string, string) error { return postgres.ErrStale }
