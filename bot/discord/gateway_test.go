package discord

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// echo answers with the command's name.
func echo(_ context.Context, r bot.Request) bot.Reply { return bot.Reply{Text: r.Command} }

// wantEcho asks and waits for the answer.
func wantEcho(t *testing.T, srv *discordtest.Server, channel string) {
	t.Helper()
	if got := srv.Slash(ann, channel, "ping", nil).Answer(t).Content; got != "ping" {
		t.Errorf("answer %q, want ping", got)
	}
}

// awaitConnections waits until the bot has connected so often.
func awaitConnections(t *testing.T, srv *discordtest.Server, identified, resumed int) {
	t.Helper()
	srv.Await(t, "the bot to connect again", func() bool {
		i, r := srv.Connections()
		return i >= identified && r >= resumed
	})
	srv.AwaitReady(t)
}

// Whatever happens to the connection, the bot answers afterwards, and also what was asked
// meanwhile.
func TestGatewayComesBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trouble             func(*discordtest.Server)
		identified, resumed int
	}{
		"told to reconnect":   {(*discordtest.Server).Reconnect, 1, 1},
		"connection dropped":  {(*discordtest.Server).Drop, 1, 1},
		"session invalidated": {(*discordtest.Server).InvalidateSession, 2, 0},
		"not resumed": {func(s *discordtest.Server) {
			s.RefuseResume(discordtest.CloseInvalidSequence)
		}, 2, 0},
		"silent": {(*discordtest.Server).Mute, 1, 1},
		"locked up by an op 7 as the first packet": {func(s *discordtest.Server) {
			s.ReconnectAtHello(1)
			s.Drop()
		}, 2, 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			srv.Deadline = time.Minute // to be answered late is what this is about
			if name == "silent" {
				srv.Heartbeat = time.Hour // so that not discordgo finds out, for lack of answers to it
			}
			answerWith(t, srv, quick(srv), echo)
			wantEcho(t, srv, channel)
			c.trouble(srv)
			missed := srv.Slash(ann, channel, "missed", nil)
			awaitConnections(t, srv, c.identified, c.resumed)
			wantEcho(t, srv, channel)
			if c.resumed > 0 {
				missed.Answer(t)
			}
		})
	}
}

func TestEventsTwice(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	srv.DuplicateEvents()
	answerWith(t, srv, quick(srv), echo)
	for range 3 {
		wantEcho(t, srv, channel)
	}
	answers := func() int { return len(srv.Requests(toCallback)) }
	srv.Await(t, "all answers", func() bool { return answers() >= 3 })
	if n := answers(); n != 3 {
		t.Errorf("%d answers to 3 interactions", n)
	}
}

// What Discord refuses for good ends the bot, with a word on what to mend.
func TestRefusedForGood(t *testing.T) {
	for code, want := range map[int]string{
		discordtest.CloseAuthenticationFailed: "token",
		discordtest.CloseDisallowedIntents:    "4014",
	} {
		srv, _ := standIn(t)
		srv.RefuseIdentify(code)
		config := quick(srv).withDefaults()
		c, err := newClient(config)
		if err != nil {
			t.Fatal(err)
		}
		s := &server{config: config, client: c, log: logTo(t), handle: echo}
		s.round = func(context.Context) error { return nil }
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
		defer cancel()
		if err := s.serve(ctx); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), srv.Token) {
			t.Errorf("close code %d: error %v, want one with %q", code, err, want)
		}
	}
}
