package discord

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

// silences runs a test over HTTP/2 and HTTP/1.1, for calls that are lost and for answers that are.
func silences(t *testing.T, run func(t *testing.T, srv *discordtest.Server, channel string, config Config, swallow func())) {
	t.Parallel()
	for _, c := range []struct {
		name string
		http int
		lost discordtest.Silence
	}{
		{"HTTP2, calls are lost", 2, discordtest.All},
		{"HTTP2, answers are lost", 2, discordtest.Answers},
		{"HTTP1, calls are lost", 1, discordtest.All},
		{"HTTP1, answers are lost", 1, discordtest.Answers},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			config := quick(srv)
			proxy, transport := srv.Proxy(t), &http.Transport{}
			if c.http == 2 {
				proxy, transport = srv.ProxyTLS(t)
			}
			config.API, config.Transport = proxy.API(), rest.NewTransport(transport)
			config.AnswerIn = 10 * time.Second // Discord's three are short on a busy machine
			run(t, srv, channel, config, func() {
				eventually(t, "a connection to fall silent", func() bool { return proxy.Swallow(c.lost) > 0 })
			})
		})
	}
}

// Where a connection to Discord is dead that no one has closed, each answer goes over another one in time.
func TestAnswersOverSilentConnection(t *testing.T) {
	silences(t, func(t *testing.T, srv *discordtest.Server, channel string, config Config, swallow func()) {
		config.DeferAfter = time.Hour
		answerWith(t, srv, config, func(ctx context.Context, r chat.Request) chat.Reply {
			if _, ok := r.Action.(chat.Suggest); ok {
				return chat.Reply{Suggestions: []chat.Suggestion{{Label: "Berlin", Value: "Berlin"}}}
			}
			return scripted(ctx, r)
		})
		swallow()
		if got := srv.Slash(ann, channel, "public", nil).Answer(t).Text(); got != "public" {
			t.Errorf("answered %q", got)
		}
		swallow()
		board := srv.Slash(ann, channel, "board", nil).Answer(t)
		swallow()
		if press := srv.Press(t, ann, board, "next board"); press.Answer(t).Content != "next board" || !press.Updated() {
			t.Error("the board is not the next one")
		}
		swallow()
		if choices := srv.Type(ann, channel, "schedule", "zone", "ber").Choices(t); len(choices) != 1 {
			t.Errorf("choices %v", choices)
		}
		if n := len(srv.Messages(channel)); n != 1 {
			t.Errorf("%d messages, want 1", n)
		}
	})
}

// So does the edit of an answer that was deferred.
func TestEditsOverSilentConnection(t *testing.T) {
	silences(t, func(t *testing.T, srv *discordtest.Server, channel string, config Config, swallow func()) {
		config.DeferAfter = time.Millisecond
		handle := scriptedOnce(srv, (*discordtest.Call).Deferred)
		answerWith(t, srv, config, func(ctx context.Context, r chat.Request) chat.Reply {
			reply := handle(ctx, r)
			swallow()
			return reply
		})
		for range 2 {
			if got := srv.Slash(ann, channel, "failed", nil).Answer(t).Text(); got != "failed" {
				t.Errorf("answered %q", got)
			}
		}
	})
}

// A daily is looked for over another connection before it is posted there, so that the channel has it once.
func TestPostOverSilentConnection(t *testing.T) {
	silences(t, func(t *testing.T, srv *discordtest.Server, channel string, config Config, swallow func()) {
		_, store := newArchive(t)
		m := metrics.New()
		config.Metrics, config.Store = m, store
		b := bot.New(store, bot.Config{Lease: time.Minute, Log: logTo(t), Metrics: m})
		connect(t, srv, func(ctx context.Context) error { return Serve(ctx, config, b, logTo(t)) })
		swallow()
		scheduleNow(t, store, srv.GuildOf(channel), channel)
		wantCounted(t, m, map[string]float64{"post_attempts_total daily posted": 1, "post_attempts_total daily unsure": 1})
		if n := len(srv.Messages(channel)); n != 1 {
			t.Errorf("%d messages, want 1", n)
		}
	})
}
