package discord

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot"
)

// renderer writes the bot's texts in Discord's markup. commandIDs are those of the registered
// commands, by name; a command without one is written as plain text.
type renderer struct{ commandIDs map[string]string }

// text renders a text. Only the parts that the bot made as such become mentions, times and
// links: whatever else looks like markup is escaped.
func (r renderer) text(t bot.Text) string {
	var out, plain strings.Builder
	flush := func() { // plain parts together, for markup may begin in one and end in the next
		out.WriteString(escape(plain.String(), endsLine(out.String())))
		plain.Reset()
	}
	for _, p := range t {
		if markup, ok := r.markup(p); ok {
			flush()
			out.WriteString(markup)
		} else {
			plain.WriteString(p.Text)
		}
	}
	flush()
	return out.String()
}

// markup returns what Discord shows as more than plain text. ok is false for plain text.
func (r renderer) markup(p bot.Part) (markup string, ok bool) {
	switch p.Kind {
	case bot.TimePart:
		return fmt.Sprintf("<t:%d:F>", p.At.Unix()), true
	case bot.FromNowPart:
		return fmt.Sprintf("<t:%d:R>", p.At.Unix()), true
	case bot.PlayerPart:
		return "<@" + p.ID + ">", snowflake.MatchString(p.ID)
	case bot.ChannelPart:
		return "<#" + p.ID + ">", snowflake.MatchString(p.ID)
	case bot.CommandPart:
		name := strings.TrimPrefix(p.Text, "/")
		return "</" + name + ":" + r.commandIDs[name] + ">", r.commandIDs[name] != ""
	case bot.CodePart:
		return "`" + code.Replace(p.Text) + "`", p.Text != ""
	}
	return "", false
}

// snowflake matches Discord's ids.
var snowflake = regexp.MustCompile(`^[0-9]{17,20}$`)

// code is what a span of code cannot hold: its own mark, and line ends.
var code = strings.NewReplacer("`", "ˋ", "\n", " ", "\r", " ")

// markdown is what Discord would take for markup: the bot's words have none, but names
// of players and puzzles could. An address would become a link with a preview, in the
// channels of all guilds that get the puzzle.
var markdown = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`, "[", `\[`, "://", `:\//`,
)

// numbered matches what begins an item of a numbered list, which Discord counts anew.
var numbered = regexp.MustCompile(`^( *[0-9]+)\.`)

// escape returns text that Discord shows as it stands. atStart says whether it begins a line.
func escape(text string, atStart bool) string {
	lines := strings.Split(markdown.Replace(text), "\n")
	for i, line := range lines {
		if i == 0 && !atStart {
			continue
		}
		line = numbered.ReplaceAllString(line, `$1\.`)
		// Headings, quotes, lists and small print are marked at the start of a line.
		if trimmed := strings.TrimLeft(line, " "); trimmed != "" && strings.ContainsRune("#>-", rune(trimmed[0])) {
			line = line[:len(line)-len(trimmed)] + `\` + trimmed
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

func endsLine(text string) bool { return text == "" || strings.HasSuffix(text, "\n") }

// cut shortens text to a number of characters, and marks that it did.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	kept := string([]rune(text)[:most-1])
	return strings.TrimRight(kept, `\`) + "…"
}
