package discord

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// echo answers with the command's name.
func echo(_ context.Context, r chat.Request) chat.Reply { return saying(r.Action.(chat.Ask).Command) }

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

// closing returns a trouble.
func closing(code int) func(*discordtest.Server) {
	return func(s *discordtest.Server) { s.CloseWith(code) }
}

// Whatever happens to the connection, the bot answers afterwards, and also what was asked
// meanwhile, unless silence is noticed too late for that, or the session is gone.
func TestGatewayComesBack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		trouble             func(*discordtest.Server)
		identified, resumed int
	}{
		"asked to reconnect":  {(*discordtest.Server).Reconnect, 1, 1},
		"connection dropped":  {(*discordtest.Server).Drop, 1, 1},
		"session invalidated": {(*discordtest.Server).InvalidateSession, 2, 0},
		"session interrupted": {(*discordtest.Server).InterruptSession, 1, 1},
		"gateway gone":        {(*discordtest.Server).LoseGateway, 2, 0},
		"unknown error":       {closing(4000), 1, 1},
		"unknown opcode":      {closing(discordtest.CloseUnknownOperation), 1, 1},
		"decode error":        {closing(discordtest.CloseNotDecoded), 1, 1},
		"not authenticated":   {closing(discordtest.CloseNotAuthenticated), 2, 0},
		"already so":          {closing(discordtest.CloseAuthenticatedAlready), 2, 0},
		"invalid sequence":    {closing(discordtest.CloseInvalidSequence), 2, 0},
		"told to slow down":   {closing(4008), 1, 1},
		"timed out":           {closing(discordtest.CloseTimedOut), 2, 0},
		"not resumed":         {func(s *discordtest.Server) { s.RefuseResume(discordtest.CloseInvalidSequence) }, 2, 0},
		"silent":              {(*discordtest.Server).Mute, 1, 1},
		"op 7 as the first packet": {func(s *discordtest.Server) {
			s.ReconnectAtHello(1)
			s.Drop()
		}, 1, 1},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			config := quick(srv)
			if name == "silent" {
				srv.Heartbeat = time.Hour // so that not discordgo finds out, for lack of answers to it
				config.StallAfter = 3 * time.Second
			}
			answerWith(t, srv, config, echo)
			wantEcho(t, srv, channel)
			c.trouble(srv)
			missed := srv.Slash(ann, channel, "missed", nil)
			awaitConnections(t, srv, c.identified, c.resumed)
			wantEcho(t, srv, channel)
			if c.resumed > 0 && name != "silent" {
				missed.Answer(t)
			}
			if identified, resumed := srv.Connections(); identified != c.identified || resumed != c.resumed {
				t.Errorf("%d sessions were opened and %d resumed, want %d and %d", identified, resumed, c.identified, c.resumed)
			}
		})
	}
}

// After a connection ends, the first attempt at another does not wait: players have seconds for an answer, of which discordgo
// sleeps one.
func TestConnectsAgainAtOnce(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*discordtest.Server){
		"op 7": (*discordtest.Server).Reconnect, "op 9": (*discordtest.Server).InterruptSession, "dropped": (*discordtest.Server).Drop, "closed": closing(4000),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			config := quick(srv)
			config.RetryAfter = time.Hour
			answerWith(t, srv, config, echo)
			wantEcho(t, srv, channel) // so that there is a session to resume
			end(srv)
			srv.Slash(ann, channel, "missed", nil).Answer(t)
		})
	}
}

// An interaction that two processes get, each twice, is answered once by each, and its notice is sent once.
func TestEventsTwice(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	srv.DuplicateEvents()
	for range 2 {
		answerWith(t, srv, quick(srv), scripted)
	}
	const asked = 3
	for range asked {
		srv.Slash(ann, channel, "private", nil).Reply(t, 1)
	}
	srv.Await(t, "both tries to answer each", func() bool { return len(srv.Requests(toCallback)) >= 2*asked })
	time.Sleep(100 * time.Millisecond) // by then a second notice would be there
	if got := len(srv.Messages(channel)); got != asked || len(srv.Requests(toCallback)) != 2*asked {
		t.Errorf("%d notices and %d tries to answer %d interactions", got, len(srv.Requests(toCallback)), asked)
	}
}

// What Discord refuses for good, at once or later, ends the bot, with an error that says what to do. It does not
// connect again.
func TestRefusedForGood(t *testing.T) {
	t.Parallel()
	for code, want := range map[int]string{
		discordtest.CloseAuthenticationFailed: "token",
		discordtest.CloseInvalidShard:         "4010",
		discordtest.CloseInvalidVersion:       "4012",
		4013:                                  "4013",
		discordtest.CloseDisallowedIntents:    "4014",
	} {
		for _, later := range []bool{false, true} {
			srv, channel := standIn(t)
			if !later {
				srv.RefuseIdentify(code)
			}
			s := newService(quick(srv).withDefaults(), logTo(t), echo)
			s.round = func(context.Context) error { return nil }
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			ended := make(chan error, 1)
			go func() { ended <- s.serve(ctx) }()
			if later {
				srv.AwaitReady(t)
				wantEcho(t, srv, channel)
				srv.CloseWith(code)
			}
			if err := <-ended; err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), srv.Token) {
				t.Errorf("close code %d, later %v: error %v, want one with %q", code, later, err, want)
			}
		}
	}
}
