package draw

import (
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
)

// Limits of Discord for selects.
const (
	maxSelectOptions = 25
	maxOption        = 100 // characters of a label, and of a value
	maxHint          = 150
)

// Postable lists the types of channels in which dailies are posted; Discord offers an admin no others.
// In a forum each daily is a post of its own.
var Postable = []discordgo.ChannelType{
	discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildNewsThread,
	discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildPrivateThread, discordgo.ChannelTypeGuildForum,
}

// selects draws selects, each in a row. What would make Discord refuse the whole message is left out.
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

// selectMenu draws one. ok is false where there is nothing to choose from.
func selectMenu(s chat.Select) (menu discordgo.SelectMenu, ok bool) {
	least := 1
	if s.Optional {
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
	menu.Options = optionsOf(s)
	return menu, len(menu.Options) > 0
}

func optionsOf(s chat.Select) (options []discordgo.SelectMenuOption) {
	seen := map[string]bool{}
	for _, o := range s.Options {
		tooLong := utf8.RuneCountInString(o.Value) > maxOption
		if o.Label == "" || o.Value == "" || tooLong || seen[o.Value] || len(options) == maxSelectOptions {
			continue
		}
		seen[o.Value] = true
		options = append(options, discordgo.SelectMenuOption{Label: chat.Cut(o.Label, maxOption), Value: o.Value, Default: o.Value == s.Chosen})
	}
	return options
}

// chosen is the channel or role that a select shows as chosen.
func chosen(id string, kind discordgo.SelectMenuDefaultValueType) []discordgo.SelectMenuDefaultValue {
	if !IsID(id) {
		return nil
	}
	return []discordgo.SelectMenuDefaultValue{{ID: id, Type: kind}}
}

// ParseControl reads the press of a button, or what was chosen in a select.
func ParseControl(data discordgo.MessageComponentInteractionData) chat.Action {
	action := ParseCustomID(data.CustomID)
	if press, ok := action.(chat.Press); ok && len(data.Values) > 0 {
		press.Chosen = data.Values[0]
		return press
	}
	return action
}

// Choices are what Discord shows while an option is typed.
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
