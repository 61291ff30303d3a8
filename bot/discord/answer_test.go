package discord

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	toCallback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	toFollowUp = "POST /webhooks/{webhook_id}/{webhook_token}"
	toEdit     = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
	toWithdraw = "DELETE /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
)

// scripted answers by the name of the command, or the argument of the button.
func scripted(_ context.Context, r chat.Request) chat.Reply {
	switch name := actOf(r); name {
	case "panic":
		panic("a mistake of ours")
	case "private":
		return chat.Reply{Screen: saying(name).Screen, Private: true, Notices: []chat.Notice{{Body: chat.Plain("ann has done it")}}}
	case "board", "next board":
		reply := saying(name)
		g := sudoku.Empty(sudoku.Shidoku)
		reply.Private, reply.Screen.Board = true, &picture.Diagram{Clues: g, Grid: g}
		for _, next := range []string{"next board", "failed", "public", "panic"} {
			reply.Screen.Rows = append(reply.Screen.Rows, []chat.Button{{Label: next, Press: chat.Press{Argument: next}}})
		}
		return reply
	case "failed":
		return chat.Reply{Screen: saying(name).Screen, Private: true, Failed: true}
	}
	return saying("public")
}

// actOf returns what a request asks of scripted.
func actOf(r chat.Request) string {
	if press, ok := r.Action.(chat.Press); ok {
		return press.Argument
	}
	return r.Action.(chat.Ask).Command
}

// pace says whether a bot answers at once or asks for time.
type pace bool

const (
	quickly pace = false
	slowly  pace = true
)

// scriptedBot connects a bot that always answers at once, or always asks for time.
func scriptedBot(t *testing.T, slow pace) (*discordtest.Server, string) {
	srv, channel := standIn(t)
	config := quick(srv)
	config.DeferAfter = time.Hour
	handle := scripted
	if slow {
		config.DeferAfter = time.Millisecond
		handle = scriptedOnce(srv, (*discordtest.Call).Deferred)
	}
	answerWith(t, srv, config, handle)
	return srv, channel
}

// scriptedOnce answers as scripted does, once something is true of the interaction at Discord.
func scriptedOnce(srv *discordtest.Server, done func(*discordtest.Call) bool) func(context.Context, chat.Request) chat.Reply {
	return func(ctx context.Context, r chat.Request) chat.Reply {
		for !done(srv.Call(r.ID)) && ctx.Err() == nil {
			sleep(ctx, 5*time.Millisecond)
		}
		return scripted(ctx, r)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, slow := range []pace{quickly, slowly} {
		srv, channel := scriptedBot(t, slow)
		for _, c := range []struct {
			command, text string
			private       bool
		}{
			{"public", "public", false},
			{"private", "private", true},
			{"failed", "failed", true},
			{"panic", "our mistake", true},
		} {
			call := srv.Slash(ann, channel, c.command, nil)
			got := call.Answer(t)
			if !strings.Contains(got.Content, c.text) || got.Ephemeral != c.private || call.Deferred() != bool(slow) {
				t.Errorf("%+v: %q private %v deferred %v", c, got.Content, got.Ephemeral, call.Deferred())
			}
			if c.text == "private" {
				if notice := call.Reply(t, 1); notice.Ephemeral || notice.Content != "ann has done it" {
					t.Errorf("%+v is not a notice for all", notice)
				}
			}
		}
		if got := len(srv.Messages(channel)); got != 2 {
			t.Errorf("%d messages can be seen by all, want an answer and a notice", got)
		}
	}
}

// In direct messages there are no others: a notice would repeat the answer.
func TestNoNoticesInDirectMessages(t *testing.T) {
	t.Parallel()
	srv, _ := scriptedBot(t, quickly)
	srv.Slash(ann, srv.AddChannel("", "direct messages"), "private", nil).Answer(t)
	time.Sleep(100 * time.Millisecond) // by then the notice would be there
	if got := len(srv.Requests(toFollowUp)); got != 0 {
		t.Errorf("%d notices", got)
	}
}

// A board that only the player sees gives way to the next one; all else is a new message.
func TestPresses(t *testing.T) {
	t.Parallel()
	for _, slow := range []pace{quickly, slowly} {
		srv, channel := scriptedBot(t, slow)
		board := srv.Slash(ann, channel, "board", nil).Answer(t)
		for _, c := range []struct {
			label, text      string
			updated, private bool
		}{
			{"next board", "next board", true, true},
			{"failed", "failed", false, true},
			{"public", "public", false, false},
			{"panic", "our mistake", false, true},
		} {
			call := srv.Press(t, ann, board, c.label)
			got := call.Answer(t)
			if !strings.Contains(got.Content, c.text) || call.Updated() != c.updated || got.Ephemeral != c.private || call.Deferred() != bool(slow) {
				t.Errorf("%+v: %q updated %v private %v deferred %v", c, got.Content, call.Updated(), got.Ephemeral, call.Deferred())
			}
			if c.updated && (got.ID != board.ID || len(got.Attachments) != 1) {
				t.Errorf("%s: message %s with %d pictures, want %s with 1", c.label, got.ID, len(got.Attachments), board.ID)
			}
		}
	}
}

// Whatever a button carries, its press is answered: the bot's own words for one that no longer
// works.
func TestOldButtons(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	answerWith(t, srv, quick(srv), bot.New(nil, bot.Config{}).Handle)
	help := srv.Slash(ann, channel, "help", nil).Answer(t)
	for _, id := range []string{"?", "g:1:jump::2", "g:1:hint:2", "submit?answer=123", "daily?%zz"} {
		if got := srv.PressID(ann, help, id).Answer(t); !got.Ephemeral || !strings.Contains(got.Content, "This button no longer works") {
			t.Errorf("%q: %q", id, got.Content)
		}
	}
}

// What an admin is shown to type is what Discord lets them type.
func TestSyntax(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	answerWith(t, srv, quick(srv), bot.New(nil, bot.Config{}).Handle)
	for command, want := range map[string]string{
		"schedule": "`/schedule time: 09:00 zone: Europe/Berlin saturday: expert`",
		"import":   "`/import file: puzzles.txt`",
		"play":     "`/play tier: medium`",
		"move":     "`/move moves: r4c5=7 r1c1=?37`",
	} {
		if got := srv.Slash(admin, channel, "help", map[string]string{"command": command}).Answer(t); !strings.Contains(got.Text(), want) {
			t.Errorf("/help %s: %q, want %s", command, got.Text(), want)
		}
	}
}

// A reply that Discord refuses, which is our mistake, does not leave the player without an
// answer.
func TestRefusedReply(t *testing.T) {
	t.Parallel()
	invalid := discordtest.Fault{Status: http.StatusBadRequest, Code: 50035}
	for _, slow := range []pace{quickly, slowly} {
		srv, channel := scriptedBot(t, slow)
		invalid.Route = toCallback
		if slow {
			invalid.Route = toEdit
		}
		srv.Inject(invalid)
		call := srv.Slash(ann, channel, "private", nil)
		if got := call.Answer(t); !got.Ephemeral || !strings.Contains(got.Content, "could not be shown") {
			t.Errorf("private %v, %q", got.Ephemeral, got.Content)
		}
	}
}

// A form that Discord refuses is answered with what a network without forms shows.
func TestRefusedForm(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	answerWith(t, srv, quick(srv), func(context.Context, chat.Request) chat.Reply {
		reply := saying("type a move")
		reply.Private, reply.Form = true, &chat.Form{Title: "Moves", Fields: []chat.Field{{Name: "moves", Label: "Moves"}}}
		return reply
	})
	srv.Inject(discordtest.Fault{Route: toCallback, Status: http.StatusBadRequest, Code: 50035})
	if got := srv.Slash(ann, channel, "form", nil).Answer(t); got.Content != "type a move" || !got.Ephemeral {
		t.Errorf("private %v, %q", got.Ephemeral, got.Content)
	}
	for range 2 {
		srv.Inject(discordtest.Fault{Route: toCallback, Status: http.StatusBadRequest, Code: 50035})
	}
	if got := srv.Slash(ann, channel, "form", nil).Answer(t); !strings.Contains(got.Content, "could not be shown") {
		t.Errorf("both refused: %q", got.Content)
	}
}

// A result that Discord does not let the bot share was not shared: its player learns that, and can share it again. One that
// may have arrived was.
func TestShareIsRefused(t *testing.T) {
	t.Parallel()
	share := func(ctx context.Context, r chat.Request) chat.Reply {
		if actOf(r) == "board" {
			return scripted(ctx, r)
		}
		reply := saying("for everyone here")
		reply.Private, reply.Notices = true, []chat.Notice{{Body: chat.Plain("ann solved it"), Shares: 7}}
		return reply
	}
	for _, slow := range []pace{quickly, slowly} {
		srv, channel := standIn(t)
		config, handle := quick(srv), share
		if slow {
			config.DeferAfter = time.Millisecond
			handle = func(ctx context.Context, r chat.Request) chat.Reply {
				for !srv.Call(r.ID).Deferred() && ctx.Err() == nil {
					sleep(ctx, 5*time.Millisecond)
				}
				return share(ctx, r)
			}
		}
		undone := make(chan int64, 1)
		s := newService(config.withDefaults(), logTo(t), handle)
		s.round, s.gone = func(context.Context) error { return nil }, func(context.Context, string, string) error { return nil }
		s.notShared = func(_ context.Context, game int64) error { undone <- game; return nil }
		connect(t, srv, s.serve)
		board := srv.Slash(ann, channel, "board", nil).Answer(t)
		for _, pressed := range []bool{false, true} {
			for _, fault := range []discordtest.Fault{
				{Status: http.StatusBadRequest, Code: 200000}, {Status: http.StatusForbidden, Code: 50013}, {Lost: true}, {Delay: time.Millisecond},
			} {
				fault.Route = toFollowUp
				if pressed && slow == slowly { // then the answer is a follow-up too
					srv.Inject(discordtest.Fault{Route: toFollowUp, Delay: time.Millisecond})
				}
				srv.Inject(fault)
				public := len(srv.Messages(channel))
				var asked *discordtest.Call
				if pressed {
					asked = srv.Press(t, ann, board, "public")
				} else {
					asked = srv.Slash(ann, channel, "share", nil)
				}
				if fault.Status == 0 {
					if notice := asked.Reply(t, 1); notice.Content != "ann solved it" || len(undone) > 0 {
						t.Errorf("%+v: %q", fault, notice.Content)
					}
					continue
				}
				srv.Await(t, "the answer to change", func() bool { return strings.Contains(asked.Answer(t).Content, "could not be shared") })
				if game := <-undone; game != 7 || len(srv.Messages(channel)) != public {
					t.Errorf("%+v: game %d is not shared, and %d messages can be seen", fault, game, len(srv.Messages(channel))-public)
				}
			}
		}
		if slow {
			continue
		}
		srv.Inject(discordtest.Fault{Route: toCallback, Status: http.StatusNotFound, Code: 10062}) // the whole answer is lost
		srv.Slash(ann, channel, "share", nil)
		if game := <-undone; game != 7 {
			t.Errorf("game %d is not shared", game)
		}
		srv.Inject(discordtest.Fault{Route: toCallback, Status: http.StatusBadRequest, Code: 50035})
		if notice := srv.Slash(ann, channel, "share", nil).Reply(t, 1); notice.Content != "ann solved it" {
			t.Errorf("below an answer that was refused: %q", notice.Content)
		}
	}
}

// Troubled calls are made again where that does no harm: also those about an answer that was just deferred, and
// that Discord does not find yet.
func TestTroubledAnswers(t *testing.T) {
	t.Parallel()
	limited := discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Millisecond}
	notYet := discordtest.Fault{Status: http.StatusNotFound, Code: 10008}
	for _, slow := range []pace{quickly, slowly} {
		srv, channel := scriptedBot(t, slow)
		for _, c := range []struct {
			slow           pace
			command, route string
			fault          discordtest.Fault
		}{
			{quickly, "public", toCallback, discordtest.Fault{Lost: true}},
			{quickly, "public", toCallback, discordtest.Fault{Cut: true}},
			{quickly, "public", toCallback, discordtest.Fault{Status: 502}},
			{quickly, "public", toCallback, limited},
			{slowly, "public", toCallback, discordtest.Fault{Lost: true}},
			{slowly, "private", toEdit, discordtest.Fault{Lost: true}},
			{slowly, "private", toEdit, discordtest.Fault{Status: 500}},
			{slowly, "public", toFollowUp, limited},
			{slowly, "private", toEdit, notYet},
			{slowly, "public", toWithdraw, notYet},
		} {
			if c.slow != slow {
				continue
			}
			c.fault.Route = c.route
			srv.Inject(c.fault)
			before := len(srv.Requests(c.route))
			if got := srv.Slash(ann, channel, c.command, nil).Answer(t); got.Content != c.command || got.Ephemeral && c.route == toWithdraw {
				t.Errorf("%+v: %q, private %v", c, got.Content, got.Ephemeral)
			}
			srv.Await(t, "the call to be made again", func() bool { return len(srv.Requests(c.route)) >= before+2 })
		}
	}
}

// A notice that may have arrived is not sent again.
func TestLostFollowUp(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t, quickly)
	srv.Inject(discordtest.Fault{Route: toFollowUp, Lost: true})
	srv.Slash(ann, channel, "private", nil).Reply(t, 1)
	time.Sleep(300 * time.Millisecond) // by then it would have been tried again
	if got := len(srv.Messages(channel)); got != 1 {
		t.Errorf("sent %d times", got)
	}
}

// An answer that Discord has already when it is sent again may be that of another process,
// which then sends the notice and whatever else is public.
func TestLostFirstAnswer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		slow    pace
		command string
		public  int
	}{{quickly, "private", 0}, {quickly, "public", 1}, {slowly, "private", 0}, {slowly, "public", 0}} {
		srv, channel := scriptedBot(t, c.slow)
		srv.Inject(discordtest.Fault{Route: toCallback, Lost: true})
		if got := srv.Slash(ann, channel, c.command, nil).Answer(t); got.Content != c.command {
			t.Errorf("%+v: %q", c, got.Content)
		}
		srv.Await(t, "the second try", func() bool { return len(srv.Requests(toCallback)) >= 2 })
		time.Sleep(100 * time.Millisecond) // by then the notice would be there
		if got := len(srv.Messages(channel)); got != c.public {
			t.Errorf("%+v: %d public messages", c, got)
		}
	}
}

// An answer that Discord has, though no try of this process can have arrived, is another's: what
// follows is sent by that one alone.
func TestAnswerOfAnotherProcess(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t, slowly)
	board := srv.Slash(ann, channel, "board", nil).Answer(t)
	config := quick(srv)
	config.DeferAfter = time.Millisecond
	answerWith(t, srv, config, scriptedOnce(srv, (*discordtest.Call).Deferred))
	srv.Inject(discordtest.Fault{Route: toCallback, Status: http.StatusTooManyRequests, RetryAfter: 50 * time.Millisecond})
	srv.Press(t, ann, board, "failed").Answer(t)
	srv.Await(t, "all tries", func() bool { return len(srv.Requests(toCallback)) >= 4 })
	time.Sleep(200 * time.Millisecond) // by then the other would have followed
	if got := len(srv.Requests(toFollowUp)); got != 1 {
		t.Errorf("%d messages in answer to one press", got)
	}
}

// A command that is under way when the bot stops is still answered.
func TestShutdownLetsCommandsFinish(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	begun := make(chan struct{})
	stop := answerWith(t, srv, quick(srv), func(context.Context, chat.Request) chat.Reply {
		close(begun)
		time.Sleep(200 * time.Millisecond)
		return saying("done")
	})
	call := srv.Slash(ann, channel, "long", nil)
	<-begun
	stop()
	if got := call.Answer(t).Content; got != "done" {
		t.Errorf("answer %q", got)
	}
}

// The player of a command that is cut off, because it takes too long or the bot stops, is
// answered.
func TestCutOff(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		limit, drain time.Duration
	}{
		"too long": {limit: 50 * time.Millisecond},
		"stopped":  {drain: 50 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			config := quick(srv)
			config.CommandLimit, config.DrainFor = c.limit, c.drain
			begun := make(chan struct{})
			stop := answerWith(t, srv, config, func(ctx context.Context, _ chat.Request) chat.Reply {
				close(begun)
				<-ctx.Done()
				return saying("cut off")
			})
			call := srv.Slash(ann, channel, "long", nil)
			<-begun
			if c.drain > 0 {
				stop()
			}
			if got := call.Answer(t).Content; got != "cut off" {
				t.Errorf("answer %q", got)
			}
		})
	}
}

// A connection that is resumed after the deadline repeats what nobody waits for.
func TestReplayAfterTheDeadline(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	srv.Deadline = 10 * time.Second
	config := quick(srv)
	config.AnswerIn, config.RetryAfter = srv.Deadline, srv.Deadline // by then Discord has given an interaction up
	handled := make(chan string, 10)
	answerWith(t, srv, config, func(_ context.Context, r chat.Request) chat.Reply {
		handled <- actOf(r)
		return saying("done")
	})
	srv.Slash(ann, channel, "move", nil).Answer(t)
	srv.ReconnectAtHello(1) // the first attempt is made at once
	srv.Drop()
	srv.Slash(ann, channel, "undo", nil)
	srv.AwaitReady(t)
	srv.Slash(ann, channel, "board", nil).Answer(t)
	if got := fmt.Sprint(<-handled, " ", <-handled); got != "move board" {
		t.Errorf("handled %s, want move and board", got)
	}
}
