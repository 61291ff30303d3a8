package discord

import (
	"net/http"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Whatever the bot says, Discord takes it.
func TestAnyReplyFits(t *testing.T) {
	srv, channel := standIn(t)
	c := newTestClient(t, srv)
	srv.Limits = nil
	rapid.Check(t, func(t *rapid.T) {
		m := draw.Renderer{}.Message(anyReply(t), "marker")
		m.Flags = 0 // a channel takes no private messages
		must(t, c.Call(t.Context(), http.MethodPost, "/channels/"+channel+"/messages", m, m.Files, nil))
	})
}

// anyReply draws a reply within the limits that package bot promises.
func anyReply(t *rapid.T) chat.Reply {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab1.*_\n<>|`\\# é漢🧩\u202e\u200b")), 0, chat.MaxText/4, -1)
	part := rapid.Custom(func(t *rapid.T) chat.Part {
		return chat.Part{
			Kind: chat.PartKind(rapid.IntRange(0, int(chat.CodePart)).Draw(t, "kind")), Text: text.Draw(t, "text"),
			ID: rapid.SampledFrom([]string{ann.ID, "ann"}).Draw(t, "id"),
		}
	})
	button := rapid.Custom(func(t *rapid.T) chat.Button {
		return chat.Button{Label: rapid.StringMatching(`[A-Z][a-z ]{0,50}`).Draw(t, "label"), Press: chat.Press{
			Verb: chat.Verb(rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "verb")), Argument: rapid.String().Draw(t, "argument"),
			GameID: rapid.Int64().Draw(t, "game"), Revision: rapid.Int().Draw(t, "revision"),
		}}
	})
	return chat.Reply{Screen: chat.Screen{
		Title: chat.Plain(rapid.StringN(0, chat.MaxTitle, -1).Draw(t, "title")),
		Body:  append(chat.Plain("x"), rapid.SliceOfN(part, 0, 4).Draw(t, "body")...),
		Rows:  rapid.SliceOfN(rapid.SliceOfN(button, 0, 7), 0, 7).Draw(t, "rows"),
	}}
}

func TestBoardHasAltText(t *testing.T) {
	p, srv, channel := newPoster(t)
	clues, err := sudoku.Parse("1.....3..2.....4")
	must(t, err)
	reply := dailyPost
	reply.Screen.Board, reply.Screen.Alt = &picture.Diagram{Clues: clues, Grid: clues}, "1... ..3. .2.. ...4"
	if _, err := p.Post(t.Context(), channel, entry, reply); err != nil {
		t.Fatal(err)
	}
	file := srv.Messages(channel)[0].Attachments[0]
	if !strings.HasPrefix(string(file.Data), "\x89PNG") || file.Description != reply.Screen.Alt || file.Name != "board.png" {
		t.Errorf("%s %q %.20q", file.Name, file.Description, file.Data)
	}
}
