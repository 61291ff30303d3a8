package discord

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// Progress stands where the answer will be.
func TestSlowAnswers(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv)
	config.CommandLimit = time.Millisecond // an import may take longer
	goOn := make(chan bool)
	answerWith(t, srv, config, func(ctx context.Context, r chat.Request) chat.Reply {
		if !r.Buttons || r.Progress == nil {
			return chat.Reply{Screen: chat.Screen{Body: chat.Plain("no progress")}, Private: true}
		}
		for going := false; !going; { // of many texts one is shown
			r.Progress(chat.Plain("12 of 34 lines"))
			select {
			case <-goOn:
				going = true
			case <-time.After(20 * time.Millisecond):
			}
		}
		if ctx.Err() != nil {
			return chat.Reply{Screen: chat.Screen{Body: chat.Plain("cut off")}, Private: true}
		}
		return chat.Reply{Screen: chat.Screen{Title: chat.Plain("Import"), Body: chat.Plain("34 lines read")}, Private: true}
	})
	call := srv.Slash(admin, channel, "import", nil)
	shows := func(text string) func() bool {
		return func() bool {
			replies := srv.Replies(call)
			return len(replies) == 1 && strings.Contains(replies[0].Text(), text)
		}
	}
	srv.Await(t, "progress", shows("12 of 34 lines"))
	close(goOn)
	srv.Await(t, "the answer in its place", shows("34 lines read"))
}

// The answer of a press that takes minutes stands in the place of what was pressed.
func TestConfirmInPlace(t *testing.T) {
	srv, channel := standIn(t)
	answerWith(t, srv, quick(srv), func(_ context.Context, r chat.Request) chat.Reply {
		reply := chat.Reply{Screen: chat.Screen{Body: chat.Plain("Import?")}, Private: true}
		if press, ok := r.Action.(chat.Press); ok {
			return chat.Reply{Screen: chat.Screen{Body: chat.Plain("imported " + press.Argument)}, Private: true, InPlace: true}
		}
		reply.Screen.Rows = [][]chat.Button{{{Label: "Import", Press: chat.Press{Verb: chat.ConfirmImport, Argument: "12"}}}}
		return reply
	})
	preview := srv.SlashWith(admin, channel, "import", discordtest.Option{Name: "file", Value: "x.txt", File: []byte("x")})
	call := srv.Press(t, admin, preview.Answer(t), "Import")
	srv.Await(t, "the answer", func() bool {
		replies := srv.Replies(preview)
		return len(replies) == 1 && replies[0].Content == "imported 12" && len(replies[0].Components) == 0
	})
	if n := len(srv.Replies(call)); n > 1 {
		t.Errorf("%d further messages", n)
	}
}
