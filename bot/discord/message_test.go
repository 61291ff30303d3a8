package discord

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"r4c2<>8, r8c19<>8": `r4c2\<>8, r8c19\<>8`,
		"<@1> *x* __y__":    `\<@1> \*x\* \_\_y\_\_`,
		"# a\n  - b\n> c":   "\\# a\n  \\- b\n\\> c",
		"1-5\n\nplain":      "1-5\n\nplain",
		"[a](http://b)":     `\[a](http:\//b)`,
		"a|b`c`~~\\":        "a\\|b\\`c\\`\\~\\~\\\\",
	} {
		if got := escape(text); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestMessageOf(t *testing.T) {
	m := messageOf(bot.Reply{Title: "Daily #3", Text: "28 clues.", Private: true}, "")
	if m.Content != "**Daily #3**\n28 clues." || m.Flags == 0 || len(m.Embeds) > 0 {
		t.Errorf("%+v", m)
	}
	m = messageOf(bot.Reply{Text: "28 clues.", Until: time.Unix(1700000000, 0)}, "")
	if m.Content != "28 clues.\nNext puzzle <t:1700000000:R>" || m.Flags != 0 {
		t.Errorf("%+v", m)
	}
	m = messageOf(bot.Reply{Text: "Posted in 1573562121722003457 at 09:00.", Private: true}, "")
	if m.Content != "Posted in <#1573562121722003457> at 09:00." {
		t.Errorf("%+v", m)
	}
	m = messageOf(bot.Reply{Title: "Long", Text: strings.Repeat("*", bot.MaxText)}, "")
	if m.Content != "" || m.Embeds[0].Description != strings.Repeat(`\*`, bot.MaxText) {
		t.Errorf("a long text is not whole in an embed: %.50q %d", m.Content, len(m.Embeds))
	}
}

// Whatever the bot says, Discord takes it.
func TestAnyReplyFits(t *testing.T) {
	srv, channel := standIn(t)
	c, err := newClient(quick(srv).withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		m := messageOf(anyReply(t), "marker")
		m.Flags = 0 // a channel takes no private messages
		if err := c.call(t.Context(), http.MethodPost, "/channels/"+channel+"/messages", m, m.files, nil); err != nil {
			t.Fatal(err)
		}
	})
}

// anyReply draws a reply within the limits that package bot promises.
func anyReply(t *rapid.T) bot.Reply {
	text := rapid.StringOfN(rapid.RuneFrom([]rune("ab*_\n<>|`\\# é漢🧩")), 0, bot.MaxText-1, -1)
	r := bot.Reply{
		Title: rapid.StringN(0, bot.MaxTitle, -1).Draw(t, "title"),
		Text:  "x" + text.Draw(t, "text"),
		Buttons: rapid.SliceOfN(rapid.Custom(func(t *rapid.T) bot.Button {
			return bot.Button{
				Label: rapid.StringMatching(`[A-Z][a-z ]{0,50}`).Draw(t, "label"), Command: rapid.StringMatching(`[a-z]{1,9}`).Draw(t, "command"),
				Options: rapid.MapOfN(rapid.StringMatching(`[a-z]{1,9}`), rapid.String(), 0, 3).Draw(t, "options"),
			}
		}), 0, 30).Draw(t, "buttons"),
	}
	if rapid.Bool().Draw(t, "until") {
		r.Until = time.Unix(1700000000, 0)
	}
	return r
}

func TestBoardHasAltText(t *testing.T) {
	srv, channel := standIn(t)
	c, err := newClient(quick(srv).withDefaults())
	if err != nil {
		t.Fatal(err)
	}
	clues, err := sudoku.Parse("1.....3..2.....4")
	if err != nil {
		t.Fatal(err)
	}
	board := picture.Board{Clues: clues, Grid: clues}
	p := poster{client: c, botID: srv.BotID}
	reply := bot.Reply{Text: "x", Board: &board, Buttons: []bot.Button{{Label: "Play", Command: "daily"}}}
	if _, err := p.Post(t.Context(), channel, archive.Post{Nonce: "n", Marker: "m"}, reply); err != nil {
		t.Fatal(err)
	}
	file := srv.Messages(channel)[0].Attachments[0]
	if !strings.HasPrefix(string(file.Data), "\x89PNG") || file.Description != picture.AltText(board) || file.Name != "board.png" {
		t.Errorf("%s %q %.20q", file.Name, file.Description, file.Data)
	}
}
