package bot

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// reminders is a league whose players can be reminded.
type reminders struct {
	league
	last int // request
}

// newReminders has Ann solve the dailies of Monday and Tuesday.
func newReminders(t *testing.T, options ...string) *reminders {
	t.Helper()
	x := &reminders{league: newLeague(t, "2026-03-02T07:00:00Z", options...)}
	for _, day := range []string{"2026-03-02", "2026-03-03"} {
		x.round(t, day+"T08:00:00Z")
		x.solve(t, ann, 20, 0)
	}
	return x
}

// do has a player ask for something where the network can be asked too.
func (x *reminders) do(t *testing.T, p games.Player, action chat.Action) chat.Reply {
	t.Helper()
	x.last++
	return x.Handle(t.Context(), chat.Request{
		ID: "reminder " + time.Unix(int64(x.last), 0).String(), Player: p, Place: chat.Place{GuildID: "7"}, Channels: x.net, Action: action,
	})
}

func (x *reminders) streak(t *testing.T, p games.Player, options map[string]string) chat.Reply {
	t.Helper()
	return x.do(t, p, chat.Ask{Command: "streak", Options: options})
}

// round goes on to a time, with what waits in the outbox, and makes rounds there, of two processes.
func (x *reminders) round(t *testing.T, now string) {
	t.Helper()
	archivetest.Exec(t, x.url, `update outbox set due_at = due_at - interval '1 hour', tried = tried - interval '1 hour'`)
	for range 2 {
		x.at(t, now)
		followRound(t, New(x.store, Config{Now: x.clock.Now}), x.net)
	}
}

// told expects how many messages Ann got so far, and what is in the last one.
func (x *reminders) told(t *testing.T, messages int, want string) {
	t.Helper()
	if len(x.net.told) != messages {
		t.Fatalf("%s: %d messages, want %d: %+v", x.clock.now, len(x.net.told), messages, x.net.told)
	}
	if last := x.net.told[messages-1]; !strings.Contains(last.text, want) || last.player != ann.ID {
		t.Errorf("%s is told %q, want %q", last.player, last.text, want)
	}
}

// Who wants it gets one direct message at the time of their choice, by the clock of their zone, on days when
// their streak needs the daily: none when it is solved, when there is no streak, or when they have switched it off.
func TestReminder(t *testing.T) {
	x := newReminders(t)
	for _, p := range []games.Player{ann, bob} { // Bob has no streak
		wants(t, x.streak(t, p, map[string]string{"remind": "8pm", "zone": "London"}), "You get a direct message at 20:00 (Europe/London)")
	}
	x.round(t, "2026-03-03T20:00:00Z") // solved
	x.round(t, "2026-03-04T08:00:00Z")
	x.round(t, "2026-03-04T19:59:00Z")
	if len(x.net.told) > 0 {
		t.Fatalf("told %+v", x.net.told)
	}
	x.round(t, "2026-03-04T20:00:00Z")
	x.told(t, 1, "Your streak of 2 days ends in 12 hours. Solve daily #3 to keep it.")
	x.solve(t, ann, 20, 0)
	x.round(t, "2026-03-05T08:00:00Z")
	wants(t, x.do(t, ann, chat.Fill{Press: chat.Press{Verb: chat.RemindMe}, Fields: map[string]string{"remind": "21:30", "zone": "Europe/London"}}), "at 21:30")
	x.round(t, "2026-03-05T21:00:00Z")
	x.told(t, 1, "")
	x.round(t, "2026-03-05T21:30:00Z")
	x.told(t, 2, "Your streak of 3 days ends in 10 hours and 30 minutes. Solve daily #4")
	x.round(t, "2026-03-06T08:00:00Z") // the streak has ended
	x.round(t, "2026-03-06T21:30:00Z")
	x.solve(t, ann, 20, 0)
	x.round(t, "2026-03-07T08:00:00Z")
	x.round(t, "2026-03-07T21:30:00Z")
	x.told(t, 3, "Your streak of 1 day ends")
	stop := x.net.told[2].rows[0][0]
	wants(t, x.do(t, bob, stop.Press), "Reminders are off.") // of whom it is not
	wants(t, x.streak(t, ann, nil), "You get a direct message at 21:30")
	wants(t, x.do(t, ann, stop.Press), "Reminders are off.")
	x.solve(t, ann, 20, 0)
	x.round(t, "2026-03-08T08:00:00Z")
	x.round(t, "2026-03-08T21:30:00Z")
	x.told(t, 3, "")
	for _, kind := range archivetest.Read[string](t, x.url, `select kind from outbox where kind = 'reminder' and date < '2026-03-05'`) {
		t.Errorf("a %s is kept", kind)
	}
}

// A reminder is not sent hours late, nor on a day without a post, and it says so where a freeze keeps the streak.
func TestReminderDays(t *testing.T) {
	x := newReminders(t, "freezes=2")
	x.schedule(t, "thursday=off")
	x.streak(t, ann, map[string]string{"remind": "20:00"}) // by the guild's zone
	x.round(t, "2026-03-04T08:00:00Z")
	x.round(t, "2026-03-04T22:30:00Z") // half past eleven in Berlin
	if len(x.net.told) > 0 {
		t.Fatalf("told %+v", x.net.told)
	}
	x.solve(t, ann, 20, 0)
	x.round(t, "2026-03-05T08:00:00Z")
	x.round(t, "2026-03-05T19:00:00Z")
	x.round(t, "2026-03-06T08:00:00Z")
	if len(x.net.told) > 0 {
		t.Fatalf("told %+v on a day without a post", x.net.told)
	}
	x.round(t, "2026-03-06T19:00:00Z")
	x.told(t, 1, "Your streak of 3 days uses a freeze in 13 hours. Solve daily #5 to save it.")
}

// Where the player takes no direct messages, the reminder ends, and the next board or streak they ask for says so, once.
func TestReminderRefused(t *testing.T) {
	x := newReminders(t)
	x.streak(t, ann, map[string]string{"remind": "20:00"})
	x.round(t, "2026-03-04T08:00:00Z")
	x.net.refuses = chat.GoneError{Reason: chat.PostFailure{Problem: chat.NoAccess, Said: "Cannot send messages to this user"}}
	x.round(t, "2026-03-04T19:00:00Z")
	x.told(t, 1, "Your streak of 2 days ends")
	const off = "Reminders are off, because you do not take direct messages from this server"
	if reply := x.streak(t, ann, map[string]string{"remind": "teatime"}); strings.Contains(textOf(reply), off) {
		t.Errorf("a refusal says %s", textOf(reply))
	}
	onPage := x.Handle(t.Context(), chat.Request{Player: ann, Place: chat.Place{GuildID: "7", ChannelID: "web", Private: true, Page: true}, Action: chat.Ask{Command: "daily"}})
	if strings.Contains(textOf(onPage), off) {
		t.Error("a page, which does not show it, takes it")
	}
	wants(t, ask(t, x.Bot, ann, "daily"), off)
	for _, reply := range []chat.Reply{ask(t, x.Bot, ann, "daily"), x.streak(t, ann, nil)} {
		if strings.Contains(textOf(reply), "eminders are off") || strings.Contains(textOf(reply), "direct message") {
			t.Errorf("again: %s", textOf(reply))
		}
	}
	x.net.refuses = nil
	x.solve(t, ann, 20, 0)
	x.round(t, "2026-03-05T08:00:00Z")
	x.round(t, "2026-03-05T19:00:00Z")
	x.told(t, 1, "")
}

// A message that may have arrived is sent again with its nonce, while the network knows that; later, a lost one is better
// than two.
func TestReminderMayHaveArrived(t *testing.T) {
	x := newReminders(t)
	x.streak(t, ann, map[string]string{"remind": "20:00"})
	x.round(t, "2026-03-04T08:00:00Z")
	x.net.refuses = errLost
	for range 2 {
		x.round(t, "2026-03-04T19:00:00Z")
	}
	tries := len(x.net.told)
	if first, last := x.net.told[0], x.net.told[tries-1]; tries < 2 || first.nonce == "" || first.nonce != last.nonce {
		t.Fatalf("told %+v", x.net.told)
	}
	archivetest.Exec(t, x.url, `update outbox set first_tried = '2026-03-04 18:00Z' where kind = 'reminder'`)
	x.round(t, "2026-03-04T19:05:00Z")
	reasons := archivetest.Read[string](t, x.url, `select reason from outbox where kind = 'reminder' and state = 'failed'`)
	if len(x.net.told) != tries || len(reasons) != 1 || reasons[0] != "whether it arrived is not known" {
		t.Errorf("%d messages after the nonce is forgotten, given up for %q", len(x.net.told)-tries, reasons)
	}
}

// One that the network has wait comes later, but not hours later.
func TestReminderWaits(t *testing.T) {
	for minutes, comes := range map[int]bool{90: true, 150: false} {
		x := newReminders(t)
		x.streak(t, ann, map[string]string{"remind": "20:00"})
		x.round(t, "2026-03-04T08:00:00Z")
		x.net.refuses = chat.RateLimitedError{After: 10 * time.Minute}
		x.round(t, "2026-03-04T19:00:00Z")
		tries := len(x.net.told)
		x.net.refuses = nil
		archivetest.Exec(t, x.url, fmt.Sprintf(`update outbox set added = clock_timestamp() - interval '%d minutes' where kind = 'reminder'`, minutes))
		x.round(t, "2026-03-04T21:00:00Z")
		if came := len(x.net.told) > tries; tries == 0 || came != comes {
			t.Errorf("after %d minutes: %d tries, then %+v", minutes, tries, x.net.told[tries:])
		}
	}
}

// The form offers a time in the evening, or at noon where the daily comes in the evening, by the guild's clock; it and the
// answers refuse what is not a time or a zone, and where nobody can be reminded.
func TestReminderForm(t *testing.T) {
	x := newReminders(t)
	open := chat.Press{Verb: chat.RemindMe}
	for at, want := range map[string]string{"9am": "20:00", "18:00": "12:00"} {
		x.schedule(t, "time="+at)
		if f := x.do(t, ann, open).Form; f == nil || f.Fields[0].Value != want || f.Fields[1].Value != "Europe/Berlin" {
			t.Errorf("daily at %s: the form is %+v", at, f)
		}
	}
	for options, want := range map[[2]string]string{
		{"remind", "teatime"}: "is not a time of day", {"zone", "Atlantis"}: "unknown time zone",
	} {
		wants(t, x.streak(t, ann, map[string]string{options[0]: options[1]}), want)
	}
	if reply := ask(t, x.Bot, ann, "streak"); len(reply.Screen.Rows) > 0 {
		t.Errorf("a network without messages offers %+v", reply.Screen.Rows)
	}
	wants(t, x.Handle(t.Context(), request(ann, "streak", map[string]string{"remind": "20:00"})), "only the daily of a server has reminders")
	if n := archivetest.Read[int](t, x.url, `select count(*) from reminder`)[0]; n != 0 {
		t.Errorf("%d reminders", n)
	}
}
