package interact

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// skews are how far Discord's clock is ahead of ours.
var skews = []time.Duration{0, time.Hour, -time.Hour}

// wantAge asks for the age of a moment of Discord's, and wants it to be known to a second.
func wantAge(t *testing.T, c *Clock, skew, age time.Duration) (least, most time.Duration) {
	t.Helper()
	now := time.Now()
	least, most = c.age(now.Add(skew-age), now)
	if least > age || most < age || most-least > dateStep {
		t.Errorf("skew %s, %s old: between %s and %s", skew, age, least, most)
	}
	return least, most
}

// call notes the date of a call that took a time, as a server with a skewed clock writes it.
func call(c *Clock, skew, took time.Duration) {
	sent := time.Now()
	time.Sleep(took / 2)
	date := time.Now().Add(skew).Truncate(time.Second)
	time.Sleep(took - took/2)
	c.answered(date, sent, time.Now())
}

func TestClock(t *testing.T) {
	for _, skew := range skews {
		synctest.Test(t, func(t *testing.T) {
			var c Clock
			call(&c, skew, 100*time.Millisecond)
			wantAge(t, &c, skew, 5*time.Second)
			wantAge(t, &c, skew, 0)
			for range 20 { // at different parts of a second
				call(&c, skew, 70*time.Millisecond)
			}
			if least, most := wantAge(t, &c, skew, 3*time.Second); most-least > 100*time.Millisecond {
				t.Errorf("skew %s, after 20 calls: between %s and %s", skew, least, most)
			}
			time.Sleep(10 * time.Hour) // in which the clocks may have drifted apart by seconds
			if least, _ := c.age(time.Now().Add(skew-time.Minute), time.Now()); least < 50*time.Second {
				t.Errorf("skew %s, a minute old after ten hours: at least %s", skew, least)
			}
			call(&c, skew, 70*time.Millisecond)
			wantAge(t, &c, skew, 3*time.Second)
		})
	}
}

// Moments that Discord names are enough where nothing has a date, but for the first.
func TestClockWithoutDates(t *testing.T) {
	for _, skew := range skews {
		synctest.Test(t, func(t *testing.T) {
			var c Clock
			now := time.Now()
			if least, most := c.age(now.Add(skew), now); least != 0 || most > dateStep {
				t.Errorf("the first: between %s and %s", least, most)
			}
			wantAge(t, &c, skew, 5*time.Second)
		})
	}
}

// A clock that was set, or a machine that was asleep, is noticed at the next answer, or at a
// moment of the future.
func TestClockIsSet(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c Clock
		for _, skew := range []time.Duration{0, time.Hour, -time.Hour, time.Minute} {
			call(&c, skew, 100*time.Millisecond)
			wantAge(t, &c, skew, 5*time.Second)
		}
		wantAge(t, &c, 2*time.Hour, 0)
		wantAge(t, &c, 2*time.Hour, 5*time.Second)
	})
}

// idAt returns the id of something of a time.
func idAt(t time.Time) string {
	const epoch = 1420070400000 // first millisecond of 2015
	return strconv.FormatInt((t.UnixMilli()-epoch)<<22, 10)
}

// An interaction that Discord has given up changes nothing, however wrong our clock is.
func TestTooLate(t *testing.T) {
	t.Parallel()
	for _, skew := range skews {
		t.Run(skew.String(), func(t *testing.T) {
			t.Parallel()
			api := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Date", time.Now().Add(skew).UTC().Format(http.TimeFormat))
			}))
			defer api.Close()
			handled := make(chan string, 10)
			var c Clock
			transport := c.Watch(http.DefaultTransport, strings.TrimPrefix(api.URL, "http://"))
			client := rest.New(rest.Config{Base: api.URL, Token: "t", Transport: transport, Log: logTo(t)})
			defer client.Close()
			must(t, client.Call(t.Context(), http.MethodGet, "/gateway", nil, nil, nil))
			d := New(t.Context(), t.Context(), Config{
				Client: client, Clock: &c, Log: logTo(t), Limits: Limits{AnswerIn: time.Minute, DeferAfter: time.Hour, CommandLimit: time.Minute, Workers: 1},
				Handle: func(_ context.Context, r chat.Request) chat.Reply {
					handled <- r.ID
					return chat.Reply{}
				},
			})
			var want []string
			for _, age := range []time.Duration{time.Hour, 61 * time.Second, time.Second, 60 * time.Second, 0} {
				id := idAt(time.Now().Add(skew - age))
				d.Receive(received{Interaction: &discordgo.Interaction{
					ID: id, Token: "t", Type: discordgo.InteractionApplicationCommand, User: &discordgo.User{ID: "1001"},
					Data: discordgo.ApplicationCommandInteractionData{Name: "undo"},
				}})
				if age < 2*time.Second {
					want = append(want, id)
				}
			}
			d.Finish()
			d.Wait()
			close(handled)
			var got []string
			for id := range handled {
				got = append(got, id)
			}
			if strings.Join(got, " ") != strings.Join(want, " ") {
				t.Errorf("handled %v, want %v", got, want)
			}
		})
	}
}
