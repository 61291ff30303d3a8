package discord

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/gateway"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// quick returns settings for tests. What passes by itself takes a short time; how long something may
// take is long, so that a machine that is slow, or stands still for seconds, changes nothing.
func quick(srv *discordtest.Server) Config {
	return Config{
		Token: srv.Token, API: srv.API(), Transport: &http.Transport{},
		AnnounceEvery: 20 * time.Millisecond, DrainFor: patience,
		Limits: interact.Limits{DeferAfter: patience, AnswerIn: patience, FileHosts: []string{strings.TrimSuffix(srv.URL, "/api/v10")}},
		Timing: gateway.Timing{RetryAfter: 20 * time.Millisecond, IdentifyEvery: identifyEvery, StallAfter: patience, HandOverIn: patience, ShardLease: shardLease},
	}
}

// identifyEvery is what the stand-in wants between two new sessions.
const identifyEvery = 50 * time.Millisecond

// patience is how long something may take that has to come.
const patience = 2 * time.Minute

// shardLease is five times as long as it takes until processes see who runs what.
const shardLease = 30 * time.Second

// standIn starts a stand-in with a guild and a channel.
func standIn(t *testing.T) (srv *discordtest.Server, channel string) {
	t.Helper()
	srv = discordtest.Start(t)
	// discordgo gives a connection up after five heartbeats without an answer.
	srv.Deadline, srv.Heartbeat, srv.IdentifyEvery = patience, patience/5, identifyEvery
	return srv, srv.AddChannel(srv.AddGuild("Puzzlers"), "daily")
}

// logTo writes the bot's log to the test's.
func logTo(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(sudokutest.LogOf(t), nil))
}

// answerWith connects a bot that answers with handle, until the test ends or stop is
// called.
func answerWith(t *testing.T, srv *discordtest.Server, config Config, handle func(context.Context, chat.Request) chat.Reply) (stop func()) {
	t.Helper()
	s := newService(config.withDefaults(), logTo(t), handle)
	s.round = func(context.Context) error { return nil }
	s.gone = func(context.Context, string, string) error { return nil }
	s.tell = poster{client: s.client}.Tell
	return connect(t, srv, s.serve)
}

// connect runs a bot in the background, and waits until it gets events.
func connect(t *testing.T, srv *discordtest.Server, run func(context.Context) error) (stop func()) {
	t.Helper()
	before := srv.Opened()
	stop = sudokutest.InBackground(t, run)
	srv.Await(t, "the bot to be connected", func() bool { return srv.Opened() > before })
	return stop
}

var (
	ann   = discordtest.User{ID: "100000000000001001", Name: "ann", GlobalName: "Ann", Nick: "Queen of the Grid"}
	admin = discordtest.User{ID: "100000000000001002", Name: "ada", Permissions: discordtest.ManageGuild}
)

// saying returns a reply of plain words.
func saying(text string) chat.Reply { return chat.Reply{Screen: chat.Screen{Body: chat.Plain(text)}} }

// newTestClient returns a client of the stand-in.
func newTestClient(t *testing.T, srv *discordtest.Server) *rest.Client {
	t.Helper()
	return newClient(quick(srv).withDefaults(), logTo(t))
}

// asking asks in channels again and again, and wants every answer.
type asking struct {
	t          *testing.T
	srv        *discordtest.Server
	channels   []string
	stop, done chan struct{}
	calls      []*discordtest.Call
}

func askAll(t *testing.T, srv *discordtest.Server, channels []string) *asking {
	return &asking{t: t, srv: srv, channels: channels, stop: make(chan struct{}), done: make(chan struct{})}
}

func (a *asking) begin() {
	go func() {
		defer close(a.done)
		for n := 0; ; n++ {
			select {
			case <-a.stop:
				return
			case <-time.After(5 * time.Millisecond):
			}
			// Each time another player: of one player, only a few commands may wait where the machine is slow.
			player := discordtest.User{ID: fmt.Sprint(100000000000200000 + n), Name: "player"}
			a.calls = append(a.calls, a.srv.Slash(player, a.channels[n%len(a.channels)], "ping", nil))
		}
	}()
}

// end stops asking and waits for the answers.
func (a *asking) end() {
	a.t.Helper()
	close(a.stop)
	<-a.done
	for _, call := range a.calls {
		call.Answer(a.t)
	}
}

// sameNumbers reports whether two lists have the same numbers in any order.
func sameNumbers(a, b []int) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}
