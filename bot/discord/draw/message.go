package draw

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

// Limits of Discord for the texts of a message, in characters.
const (
	maxContent    = 2000
	maxEmbedTitle = 256
	maxEmbedText  = 4096
)

// Message has what discordgo's types lack: alt texts and nonces. Lists are sent empty rather
// than left out, so that an edit replaces everything that stood there.
type Message struct {
	Content         string                           `json:"content"`
	Embeds          []*discordgo.MessageEmbed        `json:"embeds"`
	Components      []discordgo.MessageComponent     `json:"components"`
	Attachments     []attachment                     `json:"attachments"`
	AllowedMentions discordgo.MessageAllowedMentions `json:"allowed_mentions"`
	Flags           discordgo.MessageFlags           `json:"flags,omitempty"`
	Nonce           string                           `json:"nonce,omitempty"`
	EnforceNonce    bool                             `json:"enforce_nonce,omitempty"`

	Files []rest.File `json:"-"` // sent beside it
}

// attachment describes an uploaded file.
type attachment struct {
	ID          string `json:"id"` // its number among the files of the message
	Filename    string `json:"filename"`
	Description string `json:"description,omitempty"` // the alt text
}

// NewMessage returns a message that pings nobody.
func NewMessage() Message {
	return Message{
		Embeds: []*discordgo.MessageEmbed{}, Components: []discordgo.MessageComponent{}, Attachments: []attachment{},
		AllowedMentions: discordgo.MessageAllowedMentions{Parse: []discordgo.AllowedMentionType{}},
	}
}

// Message draws a reply. Its first button with room for it carries the marker that names a post,
// "" for none. A text that is too long for the content of a message goes into an embed.
func (r Renderer) Message(reply chat.Reply, marker string) Message {
	m := NewMessage()
	screen := reply.Screen
	drawn := "" // the text of a picture that cannot be shown
	switch {
	case screen.Chart != nil:
		drawn = m.addChart(*screen.Chart, screen)
	case screen.Cover != nil:
		if png, err := screen.Cover.PNG(); err == nil { // else the words of the message have to do
			m.addFile("cover.png", screen.Alt, png)
		}
	case screen.Board == nil:
	case screen.AsText:
		drawn = asText(*screen.Board)
	default:
		drawn = m.addBoard("board.png", *screen.Board, screen.Alt)
	}
	for _, beside := range screen.Beside {
		drawn += m.addBoard(beside.Board.Grid.Shape().String()+".png", beside.Board, beside.Alt)
	}
	title := r.title(screen.Title)
	text := r.text(screen.Body, maxEmbedText-utf8.RuneCountInString(drawn)) + drawn
	if screen.Spoiler {
		text = spoilerMark + r.text(screen.Body, maxContent-maxEmbedTitle-len(drawn)-2*len(spoilerMark)) + drawn + spoilerMark
		for i := range m.Files {
			m.Files[i].Name = spoilerFile + m.Files[i].Name
			m.Attachments[i].Filename = m.Files[i].Name
		}
	}
	m.Content = text
	switch {
	case title == "":
	case slices.ContainsFunc(screen.Body, func(p chat.Part) bool { return p.Kind == chat.HeadingPart }): // which are bold
		m.Content = "### " + title + "\n" + text
	default:
		m.Content = "**" + title + "**\n" + text
	}
	m.Content = strings.TrimSpace(m.Content)
	if utf8.RuneCountInString(m.Content) > maxContent {
		m.Content, m.Embeds = "", append(m.Embeds, &discordgo.MessageEmbed{Title: title, Description: text})
	}
	m.notify(reply)
	m.Components = append(selects(screen.Selects), rows(screen.Rows, marker)...)
	m.Components = m.Components[:min(len(m.Components), maxRows)]
	if reply.File != nil {
		m.addFile(reply.File.Name, "", reply.File.Data)
	}
	return m
}

// Edit replaces the text of a message and keeps its pictures and buttons, so that they are not loaded again.
type Edit struct {
	Content         string                           `json:"content"`
	AllowedMentions discordgo.MessageAllowedMentions `json:"allowed_mentions"`
}

// Edit draws the text of a reply, which notifies nobody.
func (r Renderer) Edit(reply chat.Reply) Edit {
	reply.Screen.Board, reply.Screen.Cover, reply.Screen.Beside = nil, nil, nil
	return Edit{r.Message(reply, "").Content, NewMessage().AllowedMentions}
}

// addFile attaches a file, with its alt text.
func (m *Message) addFile(name, alt string, data []byte) {
	m.Attachments = append(m.Attachments, attachment{ID: strconv.Itoa(len(m.Files)), Filename: name, Description: alt})
	m.Files = append(m.Files, rest.File{Name: name, Data: data})
}

// Notice is a message that everyone in the channel may read.
func (r Renderer) Notice(n chat.Notice) Message {
	m := NewMessage()
	m.Content = r.text(n.Body, maxContent)
	return m
}

// Marked reports whether one of the message's buttons carries a marker.
func (m Message) Marked(marker string) bool {
	for _, row := range m.Components {
		for _, c := range row.(discordgo.ActionsRow).Components {
			if b, ok := c.(discordgo.Button); ok && MarkerOf(b.CustomID) == marker {
				return true
			}
		}
	}
	return false
}

// addBoard attaches the picture of a board. If it cannot be drawn, it returns the board as
// text.
func (m *Message) addBoard(name string, b picture.Diagram, alt string) (text string) {
	png, err := picture.PNG(b)
	if err != nil {
		return asText(b)
	}
	m.addFile(name, alt, png)
	return ""
}

// addChart attaches the picture of a chart, or returns the chart as text.
func (m *Message) addChart(c picture.Chart, screen chat.Screen) (text string) {
	if !screen.AsText {
		if png, err := c.PNG(); err == nil {
			m.addFile("chart.png", screen.Alt, png)
			return ""
		}
	}
	return letters(c.Text())
}

// Discord hides text between spoilerMarks until a reader wants to see it, and likewise a picture whose name begins with
// spoilerFile.
const (
	spoilerMark = "||"
	spoilerFile = "SPOILER_"
)

// notify sets who sees a message, and whom it notifies: a role that an admin has chosen, the players of reply.Pings, or nobody.
func (m *Message) notify(reply chat.Reply) {
	if reply.Private {
		m.Flags |= discordgo.MessageFlagsEphemeral
	}
	if reply.Quiet {
		m.Flags |= discordgo.MessageFlagsSuppressNotifications
	}
	for _, id := range reply.Pings {
		if IsID(id) {
			m.AllowedMentions.Users = append(m.AllowedMentions.Users, id)
		}
	}
	if mention := "<@&" + reply.Ping + ">"; IsID(reply.Ping) && utf8.RuneCountInString(m.Content+mention)+1 <= maxContent {
		m.Content = strings.TrimSpace(mention + "\n" + m.Content)
		m.AllowedMentions.Roles = []string{reply.Ping}
	}
}

// asText writes a board with letters of one width.
func asText(b picture.Diagram) string { return letters(picture.Text(b, false)) }

// letters makes Discord show a text in letters of one width.
func letters(text string) string { return "\n```\n" + text + "\n```" }
