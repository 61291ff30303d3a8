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
	slow, name := strings.CutPrefix(r.Command, "slow-")
	if name {
		time.Sleep(100 * time.Millisecond)
	}
	g := sudoku.Empty(sudoku.Shidoku)
	switch slow {
	case "panic":
		panic("a mistake of ours")
	case "private":
		return bot.Reply{Text: "private", Private: true, Public: "ann has done it"}
	case "board":
		return bot.Reply{
			Text: "board " + r.Options["n"], Private: true, Board: &picture.Board{Clues: g, Grid: g},
			Buttons: []bot.Button{
				{Label: "Again", Command: "board", Options: map[string]string{"n": "2"}},
				{Label: "Slowly", Command: "slow-board", Options: map[string]string{"n": "3"}},
				{Label: "Fail", Command: "failed"}, {Label: "Tell all", Command: "slow-public"},
			},
		}
	case "failed":
		return bot.Reply{Text: "failed", Private: true, Failed: true}
	}
	return bot.Reply{Text: "public"}
}

// scriptedBot connects a bot that is slow after 50 ms.
func scriptedBot(t *testing.T) (*discordtest.Server, string) {
	srv, channel := standIn(t)
	config := quick(srv)
	config.DeferAfter = 50 * time.Millisecond
	answerWith(t, srv, config, scripted)
	return srv, channel
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t)
	for _, c := range []struct {
		command, text     string
		private, deferred bool
	}{
		{"public", "public", false, false},
		{"private", "private", true, false},
		{"failed", "failed", true, false},
		{"slow-public", "public", false, true},
		{"slow-private", "private", true, true},
		{"panic", "wrong on our side", true, false},
		{"slow-panic", "wrong on our side", true, true},
	} {
		call := srv.Slash(ann, channel, c.command, nil)
		got := call.Answer(t)
		if !strings.Contains(got.Content, c.text) || got.Ephemeral != c.private || call.Deferred() != c.deferred {
			t.Errorf("%s: %q private %v deferred %v, want %+v", c.command, got.Content, got.Ephemeral, call.Deferred(), c)
		}
		if c.text == "private" {
			if all := call.Reply(t, 1); all.Ephemeral || all.Content != "ann has done it" {
				t.Errorf("%s: %+v is not told to all", c.command, all)
			}
		}
	}
	if got := len(srv.Messages(channel)); got != 4 {
		t.Errorf("%d messages can be seen by all, want 2 answers and 2 lines", got)
	}
}

// A board that only the player sees gives way to the next one; all else is a new message.
func TestPresses(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t)
	board := srv.Slash(ann, channel, "board", map[string]string{"n": "1"}).Answer(t)
	for _, c := range []struct {
		label, text      string
		updated, private bool
	}{
		{"Again", "board 2", true, true},
		{"Slowly", "board 3", true, true},
		{"Fail", "failed", false, true},
		{"Tell all", "public", false, false},
	} {
		call := srv.Press(t, ann, board, c.label)
		got := call.Answer(t)
		if got.Content != c.text || call.Updated() != c.updated || got.Ephemeral != c.private {
			t.Errorf("%s: %q updated %v private %v, want %+v", c.label, got.Content, call.Updated(), got.Ephemeral, c)
		}
		if c.updated && (got.ID != board.ID || len(got.Attachments) != 1) {
			t.Errorf("%s: message %s with %d pictures, want %s with 1", c.label, got.ID, len(got.Attachments), board.ID)
		}
	}
}

// Troubled calls are made again where that does no harm.
func TestTroubledAnswers(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t)
	limited := discordtest.Fault{Status: http.StatusTooManyRequests, RetryAfter: 10 * time.Millisecond}
	for _, c := range []struct {
		command, route string
		fault          discordtest.Fault
	}{
		{"public", toCallback, discordtest.Fault{Lost: true}},
		{"public", toCallback, discordtest.Fault{Cut: true}},
		{"public", toCallback, discordtest.Fault{Status: 502}},
		{"public", toCallback, limited},
		{"slow-private", toEdit, discordtest.Fault{Lost: true}},
		{"slow-private", toEdit, discordtest.Fault{Status: 500}},
		{"slow-public", toFollowUp, limited},
	} {
		c.fault.Route = c.route
		srv.Inject(c.fault)
		before := len(srv.Requests(c.route))
		call := srv.Slash(ann, channel, c.command, nil)
		if got := call.Answer(t).Content; !strings.HasSuffix(c.command, got) {
			t.Errorf("%+v: %q", c, got)
		}
		srv.Await(t, "the call to be made again", func() bool { return len(srv.Requests(c.route)) >= before+2 })
	}
}

// A line for all that may have arrived is not told twice.
func TestLostFollowUp(t *testing.T) {
	t.Parallel()
	srv, channel := scriptedBot(t)
	srv.Inject(discordtest.Fault{Route: toFollowUp, Lost: true})
	srv.Slash(ann, channel, "private", nil).Reply(t, 1)
	srv.Slash(ann, channel, "slow-failed", nil).Answer(t) // by then it would have been tried again
	if got := len(srv.Messages(channel)); got != 1 {
		t.Errorf("told %d times", got)
	}
}

// A command that is under way when the bot stops is still answered.
func TestShutdownLetsCommandsFinish(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv).withDefaults()
	c, err := newClient(config)
	if err != nil {
		t.Fatal(err)
	}
	begun := make(chan struct{})
	s := &server{config: config, client: c, log: logTo(t), handle: func(context.Context, bot.Request) bot.Reply {
		close(begun)
		time.Sleep(200 * time.Millisecond)
		return bot.Reply{Text: "done"}
	}}
	s.round = func(context.Context) error { return errors.New("a failed round is no reason to end") }
	stop := inBackground(t, s.serve)
	srv.AwaitReady(t)
	call := srv.Slash(ann, channel, "long", nil)
	<-begun
	stop()
	if got := call.Answer(t).Content; got != "done" {
		t.Errorf("answer %q", got)
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
		r.Channel != channel || r.Server == "" || r.Admin || r.ID == "" || r.Attachment != nil {
		t.Errorf("%+v", r)
	}

	srv.SlashWith(admin, channel, "schedule", discordtest.Option{Name: "channel", Value: channel, Channel: true}).Answer(t)
	if r := <-requests; !r.Admin || r.Options["channel"] != channel || r.Player.Name != "ada" {
		t.Errorf("%+v", r)
	}

	srv.Slash(admin, srv.AddChannel("", "direct messages"), "daily", nil).Answer(t)
	if r := <-requests; r.Admin || r.Server != "dm:"+admin.ID {
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
