package discord

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	toCallback = "POST /interactions/{interaction_id}/{interaction_token}/callback"
	toFollowUp = "POST /webhooks/{webhook_id}/{webhook_token}"
	toEdit     = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
)

// scripted answers by the name of the command.
func scripted(_ context.Context, r bot.Request) bot.Reply {
	g := sudoku.Empty(sudoku.Shidoku)
	switch r.Command {
	case "panic":
		panic("a mistake of ours")
	case "private":
		return bot.Reply{Text: "private", Private: true, Public: "ann has done it"}
	case "board":
		return bot.Reply{
			Text: "board " + r.Options["n"], Private: true, Board: &picture.Board{Clues: g, Grid: g},
			Buttons: []bot.Button{
				{Label: "Again", Command: "board", Options: map[string]string{"n": "2"}},
				{Label: "Fail", Command: "failed"}, {Label: "Tell all", Command: "public"},
			},
		}
	case "failed":
		return bot.Reply{Text: "failed", Private: true, Failed: true}
	}
	return bot.Reply{Text: "public"}
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
		handle = func(ctx context.Context, r bot.Request) bot.Reply {
			time.Sleep(100 * time.Millisecond)
			return scripted(ctx, r)
		}
	}
	answerWith(t, srv, config, handle)
	return srv, channel
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
			{"panic", "wrong on our side", true},
		} {
			call := srv.Slash(ann, channel, c.command, nil)
			got := call.Answer(t)
			if !strings.Contains(got.Content, c.text) || got.Ephemeral != c.private || call.Deferred() != bool(slow) {
				t.Errorf("%+v: %q private %v deferred %v", c, got.Content, got.Ephemeral, call.Deferred())
			}
			if c.text == "private" {
				if all := call.Reply(t, 1); all.Ephemeral || all.Content != "ann has done it" {
					t.Errorf("%+v is not told to all", all)
				}
			}
		}
		if got := len(srv.Messages(channel)); got != 2 {
			t.Errorf("%d messages can be seen by all, want an answer and a line", got)
		}
	}
}

// A board that only the player sees gives way to the next one; all else is a new message.
func TestPresses(t *testing.T) {
	t.Parallel()
	for _, slow := range []pace{quickly, slowly} {
		srv, channel := scriptedBot(t, slow)
		board := srv.Slash(ann, channel, "board", map[string]string{"n": "1"}).Answer(t)
		for _, c := range []struct {
			label, text      string
			updated, private bool
		}{
			{"Again", "board 2", true, true},
			{"Fail", "failed", false, true},
			{"Tell all", "public", false, false},
		} {
			call := srv.Press(t, ann, board, c.label)
			got := call.Answer(t)
			if got.Content != c.text || call.Updated() != c.updated || got.Ephemeral != c.private || call.Deferred() != bool(slow) {
				t.Errorf("%+v: %q updated %v private %v deferred %v", c, got.Content, call.Updated(), got.Ephemeral, call.Deferred())
			}
			if c.updated && (got.ID != board.ID || len(got.Attachments) != 1) {
				t.Errorf("%s: message %s with %d pictures, want %s with 1", c.label, got.ID, len(got.Attachments), board.ID)
			}
		}
	}
}

// A button that nobody knows any more is answered.
func TestOldButtons(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t, quickly)
	board := srv.Slash(ann, channel, "board", nil).Answer(t)
	if got := srv.PressID(ann, board, "?").Answer(t); !got.Ephemeral || !strings.Contains(got.Content, "/help") {
		t.Errorf("%q", got.Content)
	}
}

// Troubled calls are made again where that does no harm.
func TestTroubledAnswers(t *testing.T) {
	t.Parallel()
	limited := discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Millisecond}
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
		} {
			if c.slow != slow {
				continue
			}
			c.fault.Route = c.route
			srv.Inject(c.fault)
			before := len(srv.Requests(c.route))
			if got := srv.Slash(ann, channel, c.command, nil).Answer(t).Content; got != c.command {
				t.Errorf("%+v: %q", c, got)
			}
			srv.Await(t, "the call to be made again", func() bool { return len(srv.Requests(c.route)) >= before+2 })
		}
	}
}

// A line for all that may have arrived is not told twice.
func TestLostFollowUp(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t, quickly)
	srv.Inject(discordtest.Fault{Route: toFollowUp, Lost: true})
	srv.Slash(ann, channel, "private", nil).Reply(t, 1)
	time.Sleep(300 * time.Millisecond) // by then it would have been tried again
	if got := len(srv.Messages(channel)); got != 1 {
		t.Errorf("told %d times", got)
	}
}

// A command that is under way when the bot stops is still answered.
func TestShutdownLetsCommandsFinish(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	begun := make(chan struct{})
	stop := answerWith(t, srv, quick(srv), func(context.Context, bot.Request) bot.Reply {
		close(begun)
		time.Sleep(200 * time.Millisecond)
		return bot.Reply{Text: "done"}
	})
	call := srv.Slash(ann, channel, "long", nil)
	<-begun
	stop()
	if got := call.Answer(t).Content; got != "done" {
		t.Errorf("answer %q", got)
	}
}

// A command that is cut off, for it takes too long or the bot stops, still says so.
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
			stop := answerWith(t, srv, config, func(ctx context.Context, _ bot.Request) bot.Reply {
				close(begun)
				<-ctx.Done()
				return bot.Reply{Text: "cut off"}
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

func TestRequest(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	requests := make(chan bot.Request, 1)
	config := quick(srv)
	config.MaxImport = 100
	answerWith(t, srv, config, func(_ context.Context, r bot.Request) bot.Reply {
		requests <- r
		return bot.Reply{Text: readAttachment(r)}
	})

	srv.Slash(ann, channel, "move", map[string]string{"moves": "r4c5=7"}).Answer(t)
	r := <-requests
	if r.Command != "move" || r.Options["moves"] != "r4c5=7" || r.Player.ID != ann.ID || r.Player.Name != "Ann" ||
		r.Channel != channel || r.Guild == "" || r.Admin || r.ID == "" || r.Attachment != nil {
		t.Errorf("%+v", r)
	}

	srv.SlashWith(admin, channel, "schedule", discordtest.Option{Name: "channel", Value: channel, Channel: true}).Answer(t)
	if r := <-requests; !r.Admin || r.Options["channel"] != channel || r.Player.Name != "ada" {
		t.Errorf("%+v", r)
	}

	srv.Slash(admin, srv.AddChannel("", "direct messages"), "daily", nil).Answer(t)
	if r := <-requests; r.Admin || r.Guild != "dm:"+admin.ID {
		t.Errorf("%+v", r)
	}

	file := discordtest.Option{Name: "file", Value: "puzzles.txt", File: []byte("twelve lines")}
	if got := srv.SlashWith(admin, channel, "import", file).Answer(t).Content; got != "puzzles.txt: twelve lines" {
		t.Errorf("read %q", got)
	}
	<-requests
	file.File = make([]byte, 101)
	if got := srv.SlashWith(admin, channel, "import", file).Answer(t).Content; !strings.Contains(got, `"puzzles.txt" is larger`) {
		t.Errorf("a file that is too large: %q", got)
	}
}

// readAttachment returns the name and the content of a request's file, or why it cannot.
func readAttachment(r bot.Request) string {
	if r.Attachment == nil {
		return "nothing attached"
	}
	f, err := r.Attachment.Open()
	if err != nil {
		return err.Error()
	}
	defer f.Close()
	data, err := io.ReadAll(f)
	if err != nil {
		return err.Error()
	}
	return r.Attachment.Name + ": " + string(data)
}

// The size that Discord states is not trusted.
func TestCapped(t *testing.T) {
	errLarge := errors.New("too large")
	for size, want := range map[int]error{10: nil, 11: errLarge} {
		c := &capped{ReadCloser: io.NopCloser(strings.NewReader(strings.Repeat("x", size))), left: 10, err: errLarge}
		data, err := io.ReadAll(c)
		if !errors.Is(err, want) || len(data) > 10 {
			t.Errorf("%d bytes of 10: read %d, %v", size, len(data), err)
		}
	}
}
