package draw

import (
	"cmp"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Renderer writes the bot's texts in Discord's markup. CommandIDs maps the names of registered
// commands to their ids; a command without one is written as plain text.
type Renderer struct{ CommandIDs map[string]string }

// text renders a text in at most so many characters. Only the parts that the bot made as
// such become mentions, times and links to commands: any other markup is escaped.
func (r Renderer) text(t chat.Text, most int) string {
	var pieces []string
	e := escaper{}
	for _, p := range t {
		markup, ok := r.markup(p)
		if !ok {
			pieces = append(pieces, e.escape(p.Text)...)
			continue
		}
		pieces = append(pieces, markup)
		e.state = withinLine
	}
	return fit(pieces, most)
}

// title renders a text without mentions, times and links, which Discord does not show in the
// title of an embed.
func (r Renderer) title(t chat.Text) string {
	e := escaper{state: withinLine} // a title stands between the marks of bold text
	return fit(e.escape(strings.ReplaceAll(t.String(), "\n", " ")), maxEmbedTitle)
}

// markup returns the markup of a part that is more than plain text. ok is false for plain text.
func (r Renderer) markup(p chat.Part) (markup string, ok bool) {
	switch p.Kind {
	case chat.TimePart:
		return fmt.Sprintf("<t:%d:F>", p.At.Unix()), !p.At.IsZero()
	case chat.FromNowPart:
		return fmt.Sprintf("<t:%d:R>", p.At.Unix()), !p.At.IsZero()
	case chat.PlayerPart:
		return "<@" + p.ID + ">", snowflake.MatchString(p.ID)
	case chat.ChannelPart:
		return "<#" + p.ID + ">", snowflake.MatchString(p.ID)
	case chat.RolePart:
		return "<@&" + p.ID + ">", snowflake.MatchString(p.ID)
	case chat.MessagePart:
		guild, channel := p.In[0], p.In[1]
		ok = IsID(guild) && IsID(channel) && IsID(p.ID) && p.Text != ""
		return "[" + escaped(p.Text) + "](https://discord.com/channels/" + guild + "/" + channel + "/" + p.ID + ")", ok
	case chat.CommandPart:
		// Discord does not translate the name, and only the English one can be clicked:
		// https://github.com/discord/discord-api-docs/issues/5462
		name := cmp.Or(p.ID, strings.TrimPrefix(p.Text, "/"))
		return "</" + name + ":" + r.CommandIDs[name] + ">", r.CommandIDs[name] != ""
	case chat.AskPart:
		text, _, _ := strings.Cut(p.Text, " ")
		for _, g := range p.Given {
			text += " " + g.Name + ": " + g.Value
		}
		return code(text)
	case chat.CodePart:
		return code(p.Text)
	case chat.HeadingPart:
		return "**" + escaped(p.Text) + "**", p.Text != ""
	case chat.LinkPart:
		return "[" + escaped(p.ID) + "](<" + p.Text + ">)", address.MatchString(p.Text) && p.ID != ""
	}
	return "", false
}

// address matches a link that cannot end its own markup.
var address = regexp.MustCompile(`^https://[A-Za-z0-9./?=%&_-]+$`)

// escaped returns text within a line that Discord shows unchanged.
func escaped(text string) string {
	e := escaper{state: withinLine}
	return strings.ReplaceAll(strings.Join(e.escape(text), ""), "]", `\]`)
}

// code writes a span of code, which can hold neither its own mark nor line ends. ok is false if it would show nothing.
func code(text string) (markup string, ok bool) {
	text = strings.Map(visible, strings.NewReplacer("`", "ˋ", "\n", " ").Replace(text))
	return "`" + text + "`", text != ""
}

// IsID reports whether a text has the form of Discord's ids.
func IsID(text string) bool { return snowflake.MatchString(text) }

var snowflake = regexp.MustCompile(`^[0-9]{17,20}$`)

// visible drops invisible characters, such as marks that turn the direction of the
// text after them.
func visible(c rune) rune {
	switch {
	case c == '\n' || unicode.IsGraphic(c):
		return c
	case unicode.IsSpace(c):
		return ' '
	}
	return -1
}

// escaper writes plain text so that Discord shows it unchanged. The bot's words have no
// markup, but names of players and puzzles could. It remembers its position in a line, since
// markup may begin in one part of a text and end in the next.
type escaper struct{ state lineState }

// lineState sums up a line so far.
type lineState uint8

const (
	lineStart   lineState = iota // only blanks
	afterNumber                  // blanks and a number: with a dot, an item of a list
	withinLine                   // more
)

// escape returns the text as a list of pieces that must not be cut in two.
func (e *escaper) escape(text string) []string {
	var pieces []string
	for _, c := range text {
		if c = visible(c); c < 0 {
			continue
		}
		piece := string(c)
		if e.marks(c) {
			piece = `\` + piece
		}
		pieces = append(pieces, piece)
		switch {
		case c == '\n':
			e.state = lineStart
		case e.state == lineStart && c == ' ':
		case e.state != withinLine && '0' <= c && c <= '9':
			e.state = afterNumber
		default:
			e.state = withinLine
		}
	}
	return pieces
}

// marks reports whether Discord could take a character for markup. A slash makes addresses and
// invitations, which become links with a preview. Headings, quotes, lists and small print are
// marked at the start of a line; Discord counts the items of a numbered list anew.
func (e *escaper) marks(c rune) bool {
	return strings.ContainsRune("\\*_~`|<[/", c) ||
		e.state == lineStart && strings.ContainsRune("#>-", c) ||
		e.state == afterNumber && c == '.'
}

// fit joins pieces to a text of at most so many characters. If it leaves some out, the text ends
// in "…".
func fit(pieces []string, most int) string {
	text := strings.Join(pieces, "")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	var out strings.Builder
	room := most - 1
	for _, piece := range pieces {
		if room -= utf8.RuneCountInString(piece); room < 0 {
			break
		}
		out.WriteString(piece)
	}
	return out.String() + "…"
}
