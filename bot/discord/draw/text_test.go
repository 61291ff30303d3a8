package draw

import (
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

const guildMember = "123456789012345678"

var ids = Renderer{map[string]string{"hint": "998877665544332211"}}

// Each kind of part has its own markup, and is plain words where Discord has none for it.
func TestParts(t *testing.T) {
	at := time.Date(2026, 3, 6, 8, 0, 0, 0, time.UTC)
	for want, part := range map[string]chat.Part{
		`\*a\*`:                           {Text: "*a*"},
		"<t:1772784000:F>":                {Kind: chat.TimePart, At: at, Text: "Fri 6 Mar 2026 at 08:00 UTC"},
		"soon":                            {Kind: chat.TimePart, Text: "soon"},
		"<t:1772784000:R>":                {Kind: chat.FromNowPart, At: at, Text: "in 3 hours"},
		"<@" + guildMember + ">":          {Kind: chat.PlayerPart, ID: guildMember, Text: "Ann"},
		`\_Ann\_`:                         {Kind: chat.PlayerPart, ID: "ann", Text: "_Ann_"},
		"[open it](<https://a.b/?c=%2B>)": {Kind: chat.LinkPart, ID: "open it", Text: "https://a.b/?c=%2B"},
		`javascript:\/\/x`:                {Kind: chat.LinkPart, ID: "open it", Text: "javascript://x"},
		`Eve`:                             {Kind: chat.PlayerPart, ID: "1> @everyone <@" + guildMember, Text: "Eve"},
		"<#" + guildMember + ">":          {Kind: chat.ChannelPart, ID: guildMember, Text: guildMember},
		`\#daily`:                         {Kind: chat.ChannelPart, ID: "daily", Text: "#daily"},
		"</hint:998877665544332211>":      {Kind: chat.CommandPart, Text: "/hint"},
		`\/play`:                          {Kind: chat.CommandPart, Text: "/play"},
		"`r4c5=7 *a* <@1>`":               {Kind: chat.CodePart, Text: "r4c5=7 *a* <@1>"},
		"`ˋˋˋ a b`":                       {Kind: chat.CodePart, Text: "```\na\u202e b\u200b"},
		"":                                {Kind: chat.CodePart, Text: ""},
		"`/help command: ˋmoveˋ`":         {Kind: chat.AskPart, ID: "help", Text: "/help `move`", Given: []chat.Given{{Name: "command", Value: "`move`"}}},
		`**#1 \*Ann\***`:                  {Kind: chat.HeadingPart, Text: "#1 *Ann*"},
		"`/undo`":                         {Kind: chat.AskPart, ID: "undo", Text: "/undo"},
	} {
		if got := ids.text(chat.Text{part}, 100); got != want {
			t.Errorf("%+v is %q, want %q", part, got, want)
		}
	}
}

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"r4c2<>8, r8c19<>8":                   `r4c2\<>8, r8c19\<>8`,
		"<@1> *x* __y__ ||z||":                `\<@1> \*x\* \_\_y\_\_ \|\|z\|\|`,
		"<t:1:R> </daily:1>":                  `\<t:1:R> \<\/daily:1>`,
		"# a\n  - b\n> c":                     "\\# a\n  \\- b\n\\> c",
		"-# small\n#tag a-b >":                "\\-# small\n\\#tag a-b >",
		"1-5\n\nplain":                        "1-5\n\nplain",
		"[a](http://b)":                       `\[a](http:\/\/b)`,
		"discord.gg/free":                     `discord.gg\/free`,
		"a|b`c`~~\\":                          "a\\|b\\`c\\`\\~\\~\\\\",
		"a\u202eb\u200bc\ue000\x00\nd\te\xff": "abc\nd e\ufffd",

		// Equal ranks must stay equal: Discord counts the items of a list anew.
		"1. Ann\n1. Bob\n  10. Cy": "1\\. Ann\n1\\. Bob\n  10\\. Cy",
		"tier 1. Next":             "tier 1. Next",
		"r1. 2. x":                 "r1. 2. x",
	} {
		if got := (Renderer{}).text(chat.Plain(text), 1000); got != want {
			t.Errorf("%q is escaped as %q, want %q", text, got, want)
		}
	}
}

// Markup that begins in one part and ends in the next is escaped, and what follows a mention is
// not at the start of a line.
func TestEscapeAcrossParts(t *testing.T) {
	player := chat.Part{Kind: chat.PlayerPart, ID: guildMember, Text: "Ann"}
	for want, text := range map[string]chat.Text{
		"1\\. x":                       {{Text: "1"}, {Text: ". x"}},
		"a\n\\- b":                     {{Text: "a\n"}, {Text: "- b"}},
		`\<@` + guildMember + ">":      {{Text: "<@"}, {Text: guildMember + ">"}},
		`\\<@` + guildMember + ">":     {{Text: `\`}, player},
		"<@" + guildMember + ">- a":    {player, {Text: "- a"}},
		"<@" + guildMember + ">1. a":   {player, {Text: "1. a"}},
		"1<@" + guildMember + ">. a":   {{Text: "1"}, player, {Text: ". a"}},
		"<@" + guildMember + ">\n1\\.": {player, {Text: "\n1."}},
	} {
		if got := ids.text(text, 100); got != want {
			t.Errorf("%+v is %q, want %q", text, got, want)
		}
	}
}

// A text that is too long ends between two parts or characters, never within markup.
func TestTextIsCut(t *testing.T) {
	mention := "<@" + guildMember + ">"
	player := chat.Part{Kind: chat.PlayerPart, ID: guildMember, Text: "Ann"}
	for _, c := range []struct {
		text chat.Text
		most int
		want string
	}{
		{chat.Plain("12345"), 5, "12345"},
		{chat.Plain("123456"), 5, "1234…"},
		{chat.Plain("***"), 5, `\*\*…`},
		{chat.Plain("漢字漢字"), 3, "漢字…"},
		{chat.Text{player, player}, len(mention) * 2, mention + mention},
		{chat.Text{player, player}, len(mention)*2 - 1, mention + "…"},
		{chat.Text{{Kind: chat.CodePart, Text: "123"}, {Text: "4"}}, 5, "…"},
	} {
		if got := ids.text(c.text, c.most); got != c.want {
			t.Errorf("%+v in %d characters is %q, want %q", c.text, c.most, got, c.want)
		}
	}
}

// Discord shows neither mentions nor links to commands in titles, so they are words there.
func TestTitle(t *testing.T) {
	title := chat.Text{
		{Kind: chat.CommandPart, Text: "/hint"}, {Text: " of *"}, {Kind: chat.PlayerPart, ID: guildMember, Text: "Ann"},
		{Text: "*\n1. "}, {Kind: chat.CodePart, Text: "`"},
	}
	if got, want := ids.title(title), "\\/hint of \\*Ann\\* 1. \\`"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

var (
	// intended matches what is escaped, and the markup of the parts.
	intended = regexp.MustCompile("\\\\.|`[^`\n]+`|<@" + guildMember + ">")
	// unintended matches what else Discord would take for markup.
	unintended = regexp.MustCompile("[\\\\*_~`|<\\[/]|(?m:^ *(?:[#>-]|[0-9]+\\.))")
)

// Whatever the parts hold, only markup made on purpose is markup, in no more characters than
// allowed.
func TestAnyText(t *testing.T) {
	hostile := rapid.StringOf(rapid.RuneFrom([]rune("1.# \n->*_~`|<>[]()\\/:@&t\u202e\u200b\ue000漢🧩")))
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 300).Draw(t, "most")
		var text chat.Text
		for range rapid.IntRange(0, 8).Draw(t, "parts") {
			text = append(text, chat.Part{
				Kind: rapid.SampledFrom([]chat.PartKind{chat.PlainPart, chat.PlayerPart, chat.CodePart, chat.CommandPart}).Draw(t, "kind"),
				ID:   rapid.SampledFrom([]string{guildMember, "", "1><@2"}).Draw(t, "id"), Text: hostile.Draw(t, "text"),
			})
		}
		got := ids.text(text, most)
		if n := utf8.RuneCountInString(got); n > most {
			t.Fatalf("%d characters of %d: %q", n, most, got)
		}
		if found := unintended.FindString(intended.ReplaceAllString(got, "x")); found != "" {
			t.Fatalf("%q is left in %q, made of %+v", found, got, text)
		}
	})
}

func TestCut(t *testing.T) {
	if got := chat.Cut(strings.Repeat("é", 5), 4); got != "ééé…" {
		t.Error(got)
	}
}
