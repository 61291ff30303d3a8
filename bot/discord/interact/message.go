package interact

import (
	"strings"

	"github.com/bwmarrin/discordgo"
)

// textOf is what people read in a message: its content, the texts of its embeds and its components, and
// those of the messages that it forwards.
func textOf(m *discordgo.Message) string {
	if m == nil {
		return ""
	}
	texts := []string{m.Content}
	for _, e := range m.Embeds {
		if e != nil {
			texts = append(texts, textsOfEmbed(e)...)
		}
	}
	texts = append(texts, textsIn(m.Components)...)
	for _, forwarded := range m.MessageSnapshots {
		texts = append(texts, textOf(forwarded.Message))
	}
	return strings.Trim(strings.Join(texts, "\n\n"), "\n")
}

func textsOfEmbed(e *discordgo.MessageEmbed) []string {
	texts := []string{e.Title, e.Description}
	for _, f := range e.Fields {
		if f != nil {
			texts = append(texts, f.Name, f.Value)
		}
	}
	return texts
}

// textsIn are the texts of components, which some messages have in place of a content.
func textsIn(components []discordgo.MessageComponent) (texts []string) {
	for _, c := range components {
		switch c := c.(type) {
		case *discordgo.TextDisplay:
			texts = append(texts, c.Content)
		case *discordgo.Section:
			texts = append(texts, textsIn(c.Components)...)
		case *discordgo.Container:
			texts = append(texts, textsIn(c.Components)...)
		}
	}
	return texts
}
