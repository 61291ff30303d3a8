package draw

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Limits of Discord for the buttons of a message.
const (
	maxCustomID = 100
	maxRows     = 5
	maxInRow    = 5
	maxLink     = 512
)

// customID writes a press of a button as its custom_id: "g:", then game, verb, argument, revision
// and view, if there is one, such as "g:12:hint:2:7" or "g:12:turn::7:b5". After "#" follows the marker
// that names a post, if there is one.
func customID(p chat.Press, marker string) string {
	id := fmt.Sprintf("g:%d:%s:%s:%d", p.GameID, url.QueryEscape(string(p.Verb)), url.QueryEscape(p.Argument), p.Revision)
	if p.View != "" {
		id += ":" + url.QueryEscape(p.View)
	}
	if marker != "" {
		id += "#" + marker
	}
	return id
}

// ParseCustomID reads a custom_id of this version or an earlier one. For any other text it returns a
// press without a verb, which the bot answers.
func ParseCustomID(id string) chat.Action {
	id, _, _ = strings.Cut(id, "#")
	parts := strings.Split(id, ":")
	if len(parts) == 5 {
		parts = append(parts, "") // no view
	}
	if len(parts) != 6 || parts[0] != "g" {
		return parseOldCustomID(id)
	}
	verb, verbErr := url.QueryUnescape(parts[2])
	argument, argumentErr := url.QueryUnescape(parts[3])
	game, gameErr := strconv.ParseInt(parts[1], 10, 64)
	revision, revisionErr := strconv.Atoi(parts[4])
	view, viewErr := url.QueryUnescape(parts[5])
	if errors.Join(verbErr, argumentErr, gameErr, revisionErr, viewErr) != nil {
		return chat.Press{}
	}
	return chat.Press{Verb: chat.Verb(verb), Argument: argument, GameID: game, Revision: revision, View: view}
}

// parseOldCustomID reads a custom_id from the time before buttons named their game: a command and its
// options, such as "daily?date=2026-01-31&shape=sudoku&tier=hidden". Posts of dailies keep such
// buttons for ever.
func parseOldCustomID(id string) chat.Action {
	command, query, _ := strings.Cut(id, "?")
	values, err := url.ParseQuery(query)
	if err != nil || !slices.Contains([]string{"daily", "leaderboard", "hint"}, command) {
		return chat.Press{}
	}
	options := map[string]string{}
	for name := range values {
		options[name] = values.Get(name)
	}
	return chat.Ask{Command: command, Options: options}
}

// MarkerOf returns the marker in a custom_id, "" if there is none.
func MarkerOf(customID string) string {
	_, marker, _ := strings.Cut(customID, "#")
	return marker
}

// RevisionOf returns the newest revision that the buttons of a message name, 0 if none does.
func RevisionOf(rows []discordgo.MessageComponent) (revision int) {
	for _, row := range rows {
		var buttons []discordgo.MessageComponent
		switch r := row.(type) {
		case discordgo.ActionsRow:
			buttons = r.Components
		case *discordgo.ActionsRow: // the decoded form
			buttons = r.Components
		}
		for _, c := range buttons {
			var id string
			switch b := c.(type) {
			case discordgo.Button:
				id = b.CustomID
			case *discordgo.Button:
				id = b.CustomID
			}
			if press, ok := ParseCustomID(id).(chat.Press); ok {
				revision = max(revision, press.Revision)
			}
		}
	}
	return revision
}

// rows lays buttons out; the very first one is the main one, if its look is automatic. The first
// button with room for the marker carries it. Parts for which Discord would refuse the whole message are left out: buttons
// without a label, with a custom_id that is too long or repeated, or after the fifth in a row,
// and rows after the fifth.
func rows(buttons [][]chat.Button, marker string) []discordgo.MessageComponent {
	list := []discordgo.MessageComponent{}
	first := true
	seen := map[string]bool{}
	for _, row := range buttons[:min(len(buttons), maxRows)] {
		components := []discordgo.MessageComponent{}
		for _, b := range row {
			id, most := customID(b.Press, ""), maxCustomID
			if b.Link != "" {
				id, most = b.Link, maxLink
			}
			if b.Label == "" || len(id) > most || seen[id] || len(components) == maxInRow {
				continue
			}
			seen[id] = true
			if b.Link != "" {
				components = append(components, discordgo.Button{Label: chat.Cut(b.Label, chat.MaxLabel), Style: discordgo.LinkButton, URL: b.Link})
				continue
			}
			if marked := customID(b.Press, marker); len(marked) <= maxCustomID {
				id, marker = marked, ""
			}
			style := discordgo.SecondaryButton
			switch {
			case b.Look == chat.OnLook:
				style = discordgo.SuccessButton
			case b.Look == chat.DangerLook:
				style = discordgo.DangerButton
			case b.Look == chat.MainLook || b.Look == chat.AutoLook && first:
				style = discordgo.PrimaryButton
			}
			components = append(components, discordgo.Button{Label: chat.Cut(b.Label, chat.MaxLabel), Style: style, CustomID: id, Disabled: b.Disabled})
			first = false
		}
		if len(components) > 0 {
			list = append(list, discordgo.ActionsRow{Components: components})
		}
	}
	return list
}

// Limits of Discord for selects.
const (
	maxSelectOptions = 25
	maxOption        = 100 // characters of a label, of its description, and of a value
	maxHint          = 150
)

// Postable lists the types of channels in which dailies are posted; Discord offers an admin no others.
// In a forum each daily is a post of its own.
var Postable = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildNewsThread,
	discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildForum,
}

// selects draws selects, each in a row. Those for which Discord would refuse the whole message are left out.
func selects(all []chat.Select) []discordgo.MessageComponent {
	list := []discordgo.MessageComponent{}
	for _, s := range all {
		menu, ok := selectMenu(s)
		if ok && len(menu.CustomID) <= maxCustomID {
			list = append(list, discordgo.ActionsRow{Components: []discordgo.MessageComponent{menu}})
		}
	}
	return list
}

// selectMenu draws a select. ok is false if it offers no choice.
func selectMenu(s chat.Select) (menu discordgo.SelectMenu, ok bool) {
	least := 1
	if s.Optional || s.Several {
		least = 0
	}
	menu = discordgo.SelectMenu{CustomID: customID(s.Press, ""), Placeholder: chat.Cut(s.Hint, maxHint), MinValues: &least, MaxValues: 1}
	switch s.Kind {
	case chat.ChannelOption:
		menu.MenuType, menu.ChannelTypes = discordgo.ChannelSelectMenu, Postable
		menu.DefaultValues = chosen(s.Chosen, discordgo.SelectMenuDefaultValueChannel)
		return menu, true
	case chat.RoleOption:
		menu.MenuType = discordgo.RoleSelectMenu
		menu.DefaultValues = chosen(s.Chosen, discordgo.SelectMenuDefaultValueRole)
		return menu, true
	}
	menu.MenuType = discordgo.StringSelectMenu
	chosen := []string{s.Chosen}
	if s.Several {
		chosen = strings.Split(s.Chosen, ",")
	}
	seen := map[string]bool{}
	for _, o := range s.Options {
		tooLong := utf8.RuneCountInString(o.Value) > maxOption
		if o.Label == "" || o.Value == "" || tooLong || seen[o.Value] || len(menu.Options) == maxSelectOptions {
			continue
		}
		seen[o.Value] = true
		menu.Options = append(menu.Options, discordgo.SelectMenuOption{
			Label: chat.Cut(o.Label, maxOption), Description: chat.Cut(o.About, maxOption), Value: o.Value, Default: slices.Contains(chosen, o.Value),
		})
	}
	if s.Several {
		menu.MaxValues = len(menu.Options)
	}
	return menu, len(menu.Options) > 0
}

// chosen returns the channel or role that a select shows as chosen.
func chosen(id string, kind discordgo.SelectMenuDefaultValueType) []discordgo.SelectMenuDefaultValue {
	if !IsID(id) {
		return nil
	}
	return []discordgo.SelectMenuDefaultValue{{ID: id, Type: kind}}
}

// ParseControl reads the press of a button, or the choice in a select.
func ParseControl(data discordgo.MessageComponentInteractionData) chat.Action {
	action := ParseCustomID(data.CustomID)
	if press, ok := action.(chat.Press); ok && len(data.Values) > 0 {
		press.Chosen = strings.Join(data.Values, ",")
		return press
	}
	return action
}

// Choices are the suggestions that Discord shows while an option is typed.
type Choices struct {
	Choices []choice `json:"choices"`
}

type choice struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Suggestions draws suggestions, which are within Discord's limits: see [handler.LimitedSuggestions].
func Suggestions(suggestions []chat.Suggestion) Choices {
	list := []choice{}
	for _, s := range suggestions {
		list = append(list, choice{Name: s.Label, Value: s.Value})
	}
	return Choices{Choices: list}
}

// maxPlaceholder is Discord's limit for the text in an empty field of a form.
const maxPlaceholder = 100

// Form is a form, which Discord calls a modal.
type Form struct {
	CustomID string  `json:"custom_id"`
	Title    string  `json:"title"`
	Labels   []label `json:"components"`
}

// label is a field of a form with its name. discordgo knows only Discord's former layout in rows, which is no longer
// recommended.
type label struct {
	Type  int    `json:"type"`
	Label string `json:"label"`
	Input input  `json:"component"`
}

// input is a text field. discordgo's type has a label of its own, which Discord refuses inside a label.
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

// NewForm draws a form. ok is false if its press does not fit into a custom_id.
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

// ParseForm reads a submitted form whose fields are in rows, as older versions sent them or made from labels.
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
