package draw

import (
	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// maxPlaceholder is Discord's limit for what stands in an empty field of a form.
const maxPlaceholder = 100

// Form is a form, which Discord calls a modal.
type Form struct {
	CustomID   string                       `json:"custom_id"`
	Title      string                       `json:"title"`
	Components []discordgo.MessageComponent `json:"components"`
}

// NewForm draws a form. ok is false where what it is for does not fit into a custom_id.
func NewForm(f chat.Form) (form Form, ok bool) {
	form = Form{CustomID: customID(f.Press, ""), Title: chat.Cut(f.Title, chat.MaxFormTitle)}
	for _, field := range f.Fields[:min(len(f.Fields), chat.MaxFields)] {
		form.Components = append(form.Components, discordgo.ActionsRow{Components: []discordgo.MessageComponent{inputOf(field)}})
	}
	return form, len(form.CustomID) <= maxCustomID && len(form.Components) > 0
}

func inputOf(f chat.Field) discordgo.TextInput {
	input := discordgo.TextInput{
		CustomID: f.Name, Label: chat.Cut(f.Label, chat.MaxFormTitle), Style: discordgo.TextInputShort,
		Placeholder: chat.Cut(f.Example, maxPlaceholder), Value: f.Value, Required: true, MaxLength: f.Most,
	}
	if f.Lines {
		input.Style = discordgo.TextInputParagraph
	}
	return input
}

// ParseForm reads a form that was sent.
func ParseForm(data discordgo.ModalSubmitInteractionData) chat.Action {
	press, _ := ParseCustomID(data.CustomID).(chat.Press)
	fill := chat.Fill{Press: press, Fields: map[string]string{}}
	for _, row := range data.Components {
		r, _ := row.(*discordgo.ActionsRow)
		if r == nil {
			continue
		}
		for _, c := range r.Components {
			if input, ok := c.(*discordgo.TextInput); ok {
				fill.Fields[input.CustomID] = input.Value
			}
		}
	}
	return fill
}
