package discord

import (
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// Limits of Discord for the texts of a message, in characters.
const (
	maxContent    = 2000
	maxEmbedTitle = 256
	maxEmbedText  = 4096
)

// message is what discordgo's types cannot say: alt texts and nonces. Lists are sent
// empty rather than not at all, so that an edit replaces everything that stood there.
type message struct {
	Content         string                           `json:"content"`
	Embeds          []*discordgo.MessageEmbed        `json:"embeds"`
	Components      []discordgo.MessageComponent     `json:"components"`
	Attachments     []attachment                     `json:"attachments"`
	AllowedMentions discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags           `json:"flags,omitempty"`
	Nonce           string                           `json:"nonce,omitempty"`
	EnforceNonce    bool                             `json:"enforce_nonce,omitempty"`

	files []file
}

// attachment tells Discord about an uploaded file. ID is its number.
type attachment struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"` // the alt text
}

// newMessage returns a message that pings nobody.
func newMessage() message {
	return message{
		Embeds: []*discordgo.MessageEmbed{}, Components: []discordgo.MessageComponent{}, Attachments: []attachment{},
		AllowedMentions: discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
}

// messageOf draws and words a reply. The marker, "" for none, names a post.
func messageOf(r bot.Reply, marker string) message {
	m := newMessage()
	title, text := escape(r.Title), escape(r.Text)
	if r.Private {
		text = channelID.ReplaceAllString(text, "<#$0>")
	}
	if !r.Until.IsZero() {
		text += fmt.Sprintf("\nNext puzzle <t:%d:R>", r.Until.Unix())
	}
	if r.Board != nil {
		text += m.addBoard(*r.Board)
	}
	m.Content = strings.TrimSpace(heading(title) + text)
	if utf8.RuneCountInString(m.Content) > maxContent {
		m.Content = ""
		m.Embeds = append(m.Embeds, &discordgo.MessageEmbed{Title: cut(title, maxEmbedTitle), Description: cut(text, maxEmbedText)})
	}
	if r.Private {
		m.Flags = discordgo.MessageFlagsEphemeral
	}
	m.Components = rows(r.Buttons, marker)
	return m
}

// notice is a line that everyone in the channel may read.
func notice(line string) message {
	m := newMessage()
	m.Content = cut(escape(line), maxContent)
	return m
}

// marked reports whether one of the message's buttons carries a marker.
func (m message) marked(marker string) bool {
	for _, row := range m.Components {
		for _, c := range row.(discordgo.ActionsRow).Components {
			if markerOf(c.(discordgo.Button).CustomID) == marker {
				return true
			}
		}
	}
	return false
}

func heading(title string) string {
	if title == "" {
		return ""
	}
	return "**" + title + "**\n"
}

// addBoard attaches the picture of a board. Where it cannot be drawn it returns the
// board as text.
func (m *message) addBoard(b picture.Board) (text string) {
	png, err := picture.PNG(b)
	if err != nil {
		return "\n```\n" + picture.Text(b, false) + "\n```"
	}
	m.files = append(m.files, file{name: "board.png", data: png})
	m.Attachments = append(m.Attachments, attachment{ID: "0", Filename: "board.png", Description: picture.AltText(b)})
	return ""
}

// markdown is what Discord would take for markup: a reply has none of its own, but names
// of players and puzzles could. An address would become a link with a preview, in the
// channels of all servers that get the puzzle.
var markdown = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "~", `\~`, "`", "\\`", "|", `\|`, "<", `\<`, "[", `\[`, "://", `:\//`,
)

// channelID matches what the bot has as the name of a channel: Discord's number for it.
// Only what administrators are told speaks of channels, and that is private, so that a
// player who calls himself by such a number stays who he is in public.
var channelID = regexp.MustCompile(`\b[0-9]{17,20}\b`)

// escape returns text that Discord shows as it stands.
func escape(text string) string {
	lines := strings.Split(markdown.Replace(text), "\n")
	for i, line := range lines {
		// Headings, quotes, lists and small print are marked at the start of a line.
		if trimmed := strings.TrimLeft(line, " "); trimmed != "" && strings.ContainsRune("#>-", rune(trimmed[0])) {
			lines[i] = line[:len(line)-len(trimmed)] + `\` + trimmed
		}
	}
	return strings.Join(lines, "\n")
}

// cut shortens text to a number of characters, and marks that it did.
func cut(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	kept := string([]rune(text)[:most-1])
	return strings.TrimRight(kept, `\`) + "…"
}
