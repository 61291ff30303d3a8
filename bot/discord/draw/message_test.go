package draw

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

func TestMessage(t *testing.T) {
	reply := chat.Reply{Screen: chat.Screen{Title: chat.Plain("Daily #3"), Body: chat.Plain("28 clues.")}, Private: true}
	m := ids.Message(reply, "")
	if m.Content != "**Daily #3**\n28 clues." || m.Flags == 0 || len(m.Embeds) > 0 {
		t.Errorf("%+v", m)
	}
	m = ids.Message(chat.Reply{Screen: chat.Screen{Body: chat.Plain("28 clues.")}}, "")
	if m.Content != "28 clues." || m.Flags != 0 {
		t.Errorf("%+v", m)
	}
	m = ids.Message(chat.Reply{Screen: chat.Screen{Title: chat.Plain("Your data"), Body: chat.Section("Kept", chat.Plain("- 4 games"))}}, "")
	if m.Content != "### Your data\n**Kept**\n\\- 4 games" { // the title stands above the headings
		t.Errorf("%+v", m)
	}
}

// Nothing in a message pings anybody, whatever it mentions.
func TestMentionsPingNobody(t *testing.T) {
	mention := chat.Text{{Kind: chat.PlayerPart, ID: guildMember, Text: "Ann"}, {Text: " @everyone"}}
	for _, m := range []Message{
		ids.Message(chat.Reply{Screen: chat.Screen{Body: mention}}, ""), ids.Notice(chat.Notice{Body: mention}),
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
	m := ids.Message(chat.Reply{Screen: chat.Screen{Title: chat.Plain("Long"), Body: chat.Plain(strings.Repeat("*", chat.MaxText))}}, "")
	if m.Content != "" || m.Embeds[0].Title != "Long" || m.Embeds[0].Description != strings.Repeat(`\*`, chat.MaxText) {
		t.Errorf("a long text is not whole in an embed: %.50q %d", m.Content, len(m.Embeds))
	}
	var players chat.Text
	for range chat.MaxText {
		players = append(players, chat.Part{Kind: chat.PlayerPart, ID: guildMember, Text: "A"})
	}
	m = ids.Message(chat.Reply{Screen: chat.Screen{Body: players}}, "")
	text := m.Embeds[0].Description
	if n := utf8.RuneCountInString(text); n > maxEmbedText || n < maxEmbedText-len(guildMember)-3 || !strings.HasSuffix(text, ">…") {
		t.Errorf("%d characters, the end is %q", n, text[len(text)-30:])
	}
	if m = ids.Notice(chat.Notice{Body: players}); utf8.RuneCountInString(m.Content) > maxContent || !strings.HasSuffix(m.Content, ">…") {
		t.Errorf("a notice of %d characters", utf8.RuneCountInString(m.Content))
	}
}
