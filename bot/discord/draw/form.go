package draw

import (
	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// maxPlaceholder is Discord's limit for what stands in an empty field of a form.
const maxPlaceholder = 100

// Form is a form, which Discord calls a modal.
type Form struct {
	CustomID string  `json:"custom_id"`
	Title    string  `json:"title"`
	Labels   []label `json:"components"`
}

// label is a field of a form with its name. discordgo knows only the rows that Discord had before, which it no longer
// recommends.
type label struct {
	Type  int    `json:"type"`
	Label string `json:"label"`
	Input input  `json:"component"`
}

// input is where a text is typed. discordgo's type has a label of its own, which Discord refuses in a label.
type input struct {
	Type        discordgo.ComponentType  `json:"type"`
	CustomID    string                   `json:"custom_id"`
	Style       discordgo.TextInputStyle `json:"style"`
	Placeholder string                   `json:"placeholder,omitempty"`
	Value       string                   `json:"value,omitempty"`
	Required    bool                     `json:"required"`
	MaxLength   int                      `json:"max_length,omitempty"`
}

const labelComponent = 18

// NewForm draws a form. ok is false where what it is for does not fit into a custom_id.
func NewForm(f chat.Form) (form Form, ok bool) {
	form = Form{CustomID: customID(f.Press, ""), Title: chat.Cut(f.Title, chat.MaxFormTitle)}
	for _, field := range f.Fields[:min(len(f.Fields), chat.MaxFields)] {
		in := input{
			Type: discordgo.TextInputComponent, CustomID: field.Name, Style: discordgo.TextInputShort,
			Placeholder: chat.Cut(field.Example, maxPlaceholder), Value: field.Value, Required: true, MaxLength: field.Most,
		}
		if field.Lines {
			in.Style = discordgo.TextInputParagraph
		}
		form.Labels = append(form.Labels, label{labelComponent, chat.Cut(field.Label, chat.MaxFormTitle), in})
	}
	return form, len(form.CustomID) <= maxCustomID && len(form.Labels) > 0
}

// ParseForm reads a form that was sent, with its fields in rows: those of older versions, or made of labels.
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
