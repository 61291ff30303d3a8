package discord

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// quick returns settings for tests: everything that waits waits a short time.
func quick(srv *discordtest.Server) Config {
	return Config{
		Token: srv.Token, APIBaseURL: srv.URL, Transport: &http.Transport{},
		AnnounceEvery: 20 * time.Millisecond, DeferAfter: 500 * time.Millisecond, StallAfter: 10 * time.Second, StuckAfter: 5 * time.Second, RetryAfter: 20 * time.Millisecond,
	}
}

// description is read once for all tests.
var description struct {
	sync.Once
	read *discordtest.Description
	err  error
}

// standIn starts a stand-in with a guild and a channel, which checks the bot against
// Discord's own description too, where it lies beside the repository.
func standIn(t *testing.T) (srv *discordtest.Server, channel string) {
	t.Helper()
	srv = discordtest.Start(t)
	srv.Heartbeat = 200 * time.Millisecond
	t.Run("with the description", func(t *testing.T) {
		path := sudokutest.Path(t, "discord-openapi.json")
		description.Do(func() { description.read, description.err = discordtest.ReadDescription(path) })
		if description.err != nil {
			t.Fatal(description.err)
		}
		srv.CheckAgainst(description.read)
	})
	return srv, srv.AddChannel(srv.AddGuild("Puzzlers"), "daily")
}

// logTo writes the bot's log to the test's.
func logTo(t testing.TB) *slog.Logger {
	return slog.New(slog.NewTextHandler(t.Output(), nil))
}

// answerWith connects a bot that answers with handle, until the test ends or stop is
// called.
func answerWith(t *testing.T, srv *discordtest.Server, config Config, handle func(context.Context, bot.Request) bot.Reply) (stop func()) {
	t.Helper()
	s := newService(config.withDefaults(), logTo(t), handle)
	s.round = func(context.Context) error { return nil }
	s.gone = func(context.Context, string, string) error { return nil }
	s.retry = func(context.Context, []string) error { return nil }
	stop = inBackground(t, s.serve)
	srv.AwaitReady(t)
	return stop
}

// inBackground runs something until the test ends, or stop is called, and wants it to end
// without an error.
func inBackground(t testing.TB, run func(context.Context) error) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("the bot ended with %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

var (
	ann   = discordtest.User{ID: "100000000000001001", Name: "ann", GlobalName: "Ann", Nick: "Queen of the Grid"}
	admin = discordtest.User{ID: "100000000000001002", Name: "ada", Permissions: discordtest.ManageGuild}
)

// saying returns a reply of plain words.
func saying(text string) bot.Reply { return bot.Reply{Screen: bot.Screen{Body: bot.Plain(text)}} }

// newTestClient returns a client of the stand-in.
func newTestClient(t *testing.T, srv *discordtest.Server) *rest.Client {
	t.Helper()
	return newClient(quick(srv).withDefaults(), logTo(t))
}
