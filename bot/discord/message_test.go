package discord

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestMessage(t *testing.T) {
	reply := bot.Reply{Screen: bot.Screen{Title: bot.Plain("Daily #3"), Body: bot.Plain("28 clues.")}, Private: true}
	m := ids.message(reply, "")
	if m.Content != "**Daily #3**\n28 clues." || m.Flags == 0 || len(m.Embeds) > 0 {
		t.Errorf("%+v", m)
	}
	m = ids.message(saying("28 clues."), "")
	if m.Content != "28 clues." || m.Flags != 0 {
		t.Errorf("%+v", m)
	}
}

// Nothing in a message pings anybody, whatever it mentions.
func TestMentionsPingNobody(t *testing.T) {
	mention := bot.Text{{Kind: bot.PlayerPart, ID: guildMember, Text: "Ann"}, {Text: " @everyone"}}
	for _, m := range []message{
		ids.message(bot.Reply{Screen: bot.Screen{Body: mention}}, ""), ids.notice(bot.Notice{Body: mention}),
	} {
		body, err := json.Marshal(m)
		if err != nil || !strings.Contains(string(body), `"allowed_mentions":{"parse":[]`) || m.Content != "<@"+guildMember+"> @everyone" {
			t.Errorf("%s, %v", body, err)
		}
	}
}

// A text that grows beyond a message's own content, because its characters are escaped or its
// players mentioned, is whole in an embed, and cut only where that is full too.
func TestLongMessage(t *testing.T) {
	m := ids.message(bot.Reply{Screen: bot.Screen{Title: bot.Plain("Long"), Body: bot.Plain(strings.Repeat("*", bot.MaxText))}}, "")
	if m.Content != "" || m.Embeds[0].Title != "Long" || m.Embeds[0].Description != strings.Repeat(`\*`, bot.MaxText) {
		t.Errorf("a long text is not whole in an embed: %.50q %d", m.Content, len(m.Embeds))
	}
	var players bot.Text
	for range bot.MaxText {
		players = append(players, bot.Part{Kind: bot.PlayerPart, ID: guildMember, Text: "A"})
	}
	m = ids.message(bot.Reply{Screen: bot.Screen{Body: players}}, "")
	text := m.Embeds[0].Description
	if n := utf8.RuneCountInString(text); n > maxEmbedText || n < maxEmbedText-len(guildMember)-3 || !strings.HasSuffix(text, ">…") {
		t.Errorf("%d characters, the end is %q", n, text[len(text)-30:])
	}
	if m = ids.notice(bot.Notice{Body: players}); utf8.RuneCountInString(m.Content) > maxContent || !strings.HasSuffix(m.Content, ">…") {
		t.Errorf("a notice of %d characters", utf8.RuneCountInString(m.Content))
	}
}

// Whatever the bot says, Discord takes it.
func TestAnyReplyFits(t *testing.T) {
	srv, channel := standIn(t)
	c := newTestClient(t, srv)
	srv.Limits = nil
	rapid.Check(t, func(t *rapid.T) {
		m := ids.message(anyReply(t), "marker")
		m.Flags = 0 // a channel takes no private messages
		if err := c.Call(t.Context(), http.MethodPost, "/channels/"+channel+"/messages", m, m.files, nil); err != nil {
			t.Fatal(err)
		}
	})
}

// anyReply draws a reply within the limits that package bot promises.
func anyReply(t *rapid.T) bot.Reply {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab1.*_\n<>|`\\# é漢🧩\u202e\u200b")), 0, bot.MaxText/4, -1)
	part := rapid.Custom(func(t *rapid.T) bot.Part {
		return bot.Part{
			Kind: bot.PartKind(rapid.IntRange(0, int(bot.CodePart)).Draw(t, "kind")), Text: text.Draw(t, "text"),
			ID: rapid.SampledFrom([]string{guildMember, "ann"}).Draw(t, "id"),
		}
	})
	button := rapid.Custom(func(t *rapid.T) bot.Button {
		return bot.Button{Label: rapid.StringMatching(`[A-Z][a-z ]{0,50}`).Draw(t, "label"), Press: bot.Press{
			Verb: bot.Verb(rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "verb")), Argument: rapid.String().Draw(t, "argument"),
			GameID: rapid.Int64().Draw(t, "game"), Revision: rapid.Int().Draw(t, "revision"),
		}}
	})
	return bot.Reply{Screen: bot.Screen{
		Title: bot.Plain(rapid.StringN(0, bot.MaxTitle, -1).Draw(t, "title")),
		Body:  append(bot.Plain("x"), rapid.SliceOfN(part, 0, 4).Draw(t, "body")...),
		Rows:  rapid.SliceOfN(rapid.SliceOfN(button, 0, 7), 0, 7).Draw(t, "rows"),
	}}
}

func TestBoardHasAltText(t *testing.T) {
	p, srv, channel := newPoster(t)
	clues, err := sudoku.Parse("1.....3..2.....4")
	if err != nil {
		t.Fatal(err)
	}
	reply := daily
	reply.Screen.Board, reply.Screen.Alt = &picture.Board{Clues: clues, Grid: clues}, "1... ..3. .2.. ...4"
	if _, err := p.Post(t.Context(), channel, archive.Post{Nonce: "n", Marker: "m"}, reply); err != nil {
		t.Fatal(err)
	}
	file := srv.Messages(channel)[0].Attachments[0]
	if !strings.HasPrefix(string(file.Data), "\x89PNG") || file.Description != reply.Screen.Alt || file.Name != "board.png" {
		t.Errorf("%s %q %.20q", file.Name, file.Description, file.Data)
	}
}
