package discord

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const toOriginal = "GET /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"

func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// never is true of no interaction.
func never(*discordtest.Call) bool { return false }

// answered reports whether an interaction has an answer that players see.
func answered(srv *discordtest.Server) func(*discordtest.Call) bool {
	return func(c *discordtest.Call) bool { return len(srv.Replies(c)) > 0 }
}

// pair connects two bots that both get everything. The first asks for time at once, the second
// does not.
func pair(t *testing.T, srv *discordtest.Server, first, second func(context.Context, chat.Request) chat.Reply) {
	t.Helper()
	config := quick(srv)
	config.DeferAfter, config.DrainFor = time.Millisecond, time.Millisecond
	for _, handle := range []func(context.Context, chat.Request) chat.Reply{first, second} {
		s := newService(config.withDefaults(), logTo(t), handle)
		s.round = func(context.Context) error { return nil }
		sudokutest.InBackground(t, s.serve)
		config.DeferAfter = time.Hour
	}
	srv.Await(t, "both to be connected", func() bool { return srv.Sessions(0, 1) == 2 })
}

// Where a bot has asked for time and then says nothing more, another one that got the interaction
// too answers in its place.
func TestTakeOver(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	pair(t, srv, scriptedOnce(srv, never), scriptedOnce(srv, (*discordtest.Call).Deferred))
	for _, command := range []string{"public", "private", "failed", "board"} {
		call := srv.Slash(ann, channel, command, nil)
		got := call.Answer(t)
		if !call.Deferred() || got.Content != command || !got.Ephemeral {
			t.Errorf("%s: deferred %v, %q, private %v", command, call.Deferred(), got.Content, got.Ephemeral)
		}
		if command == "board" {
			next := srv.Press(t, ann, got, "next board")
			if got := next.Answer(t); !next.Deferred() || !next.Updated() || got.Content != "next board" {
				t.Errorf("deferred %v, updated %v, %q", next.Deferred(), next.Updated(), got.Content)
			}
		}
	}
	if got := len(srv.Messages(channel)); got != 0 {
		t.Errorf("%d messages can be seen by all", got)
	}
}

// Where the bot that has asked for time is only slow, its answer and the other's are one.
func TestTakeOverOfTheLiving(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	var seen atomic.Pointer[discordtest.Call] // the call whose answer of the second has been looked at
	pair(t, srv, scriptedOnce(srv, func(c *discordtest.Call) bool { return c == seen.Load() }), scriptedOnce(srv, (*discordtest.Call).Deferred))
	for n, command := range []string{"private", "public"} {
		public := len(srv.Messages(channel))
		call := srv.Slash(ann, channel, command, nil)
		if got := call.Answer(t); got.Content != command || !got.Ephemeral {
			t.Errorf("%s: %q, private %v", command, got.Content, got.Ephemeral)
		}
		seen.Store(call)
		want := public + 1 // what all may see comes from the first: the notice, or the answer
		srv.Await(t, "the answer of the first", func() bool { return len(srv.Messages(channel)) == want })
		if got := len(srv.Requests(toEdit)); got != 2+n {
			t.Errorf("%s: the answer was written %d times, want %d", command, got, 2+n)
		}
		if private := srv.Replies(call); len(private) != 2-n {
			t.Errorf("%s: %d messages answer, want %d", command, len(private), 2-n)
		}
	}
}

// What has been answered is not answered again.
func TestNothingToTakeOver(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	pair(t, srv, scripted, scriptedOnce(srv, answered(srv)))
	board := srv.Slash(ann, channel, "board", nil).Answer(t)
	srv.Slash(ann, channel, "public", nil).Answer(t)
	srv.Press(t, ann, board, "next board").Answer(t)
	srv.Press(t, ann, board, "failed").Answer(t)
	srv.Await(t, "the other to look", func() bool { return len(srv.Requests(toOriginal)) >= 3 })
	time.Sleep(300 * time.Millisecond) // by then it would have answered
	if edits := len(srv.Requests(toEdit)); edits > 3 {
		t.Errorf("%d answers were written, want 3 at most", edits)
	}
	if got := len(srv.Requests(toFollowUp)); got > 2 {
		t.Errorf("%d more messages, want 2 at most", got)
	}
}

// A board that was taken over is not put back by the first bot once the player has gone on.
func TestOvertaken(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	boards := func(ready func(*discordtest.Call) bool) func(context.Context, chat.Request) chat.Reply {
		return func(ctx context.Context, r chat.Request) chat.Reply {
			reply := scripted(ctx, chat.Request{Action: chat.Ask{Command: "board"}})
			revision, waits := 1, false
			switch action := r.Action.(type) {
			case chat.Press:
				revision, waits = action.Revision+1, action.Argument == "slow"
			case chat.Ask:
				waits = action.Command == "slow"
			}
			for waits && !ready(srv.Call(r.ID)) && ctx.Err() == nil {
				sleep(ctx, 5*time.Millisecond)
			}
			reply.Screen.Body = chat.Plain(fmt.Sprint("revision ", revision))
			reply.Screen.Rows = nil
			for _, label := range []string{"slow", "quick"} {
				button := chat.Button{Label: label, Press: chat.Press{Verb: "v", Argument: label, GameID: 1, Revision: revision}}
				reply.Screen.Rows = append(reply.Screen.Rows, []chat.Button{button})
			}
			return reply
		}
	}
	var goOn atomic.Bool
	pair(t, srv, boards(func(*discordtest.Call) bool { return goOn.Load() }), boards((*discordtest.Call).Deferred))
	command := srv.Slash(ann, channel, "slow", nil)
	srv.Press(t, ann, command.Answer(t), "quick").Answer(t)
	board := srv.Slash(ann, channel, "board", nil).Answer(t)
	press := srv.Press(t, ann, board, "slow")
	srv.Press(t, ann, press.Answer(t), "quick").Answer(t)
	looked := len(srv.Requests(toOriginal))
	goOn.Store(true)
	srv.Await(t, "the first to look at both", func() bool { return len(srv.Requests(toOriginal)) >= looked+2 })
	time.Sleep(500 * time.Millisecond) // by then it would have put its boards back
	for call, want := range map[*discordtest.Call]string{command: "revision 2", press: "revision 3"} {
		if got := srv.Replies(call)[0].Content; got != want {
			t.Errorf("a board shows %s, want %s", got, want)
		}
	}
}
