package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/locale"
)

// syncCommands registers the bot's slash commands and message commands if they differ from the registered ones:
// Discord allows only 200 changes a day. It returns the commands' ids by name, and whether they changed; together with an error
// it returns the former ids.
//
// With Activities enabled, Discord has one more command, which opens the Activity, and refuses a list without it
// (code 50240). It is the operator's, and is sent back unchanged.
func syncCommands(ctx context.Context, c *rest.Client, app application, commands []chat.Command, messages ...chat.MessageCommand) (ids map[string]string, changed bool, err error) {
	path := "/applications/" + app.ID + "/commands"
	var listed []json.RawMessage // discordgo's type would lose fields
	if err := c.Call(ctx, http.MethodGet, path+"?with_localizations=true", nil, nil, &listed); err != nil {
		return nil, false, err
	}
	registered, entryPoints, err := splitEntryPoints(listed)
	if err != nil {
		return nil, false, err
	}
	ids = idsOf(registered)
	wanted := slashCommands(app, commands)
	for _, m := range messages { // these have no description and no options
		contexts, installs := app.places(false)
		wanted = append(wanted, &discordgo.ApplicationCommand{
			Type: discordgo.MessageApplicationCommand, Name: m.Name, Contexts: &contexts, IntegrationTypes: &installs,
		})
	}
	localize(wanted, messages)
	before, err := signature(registered)
	if err != nil {
		return nil, false, err
	}
	after, err := signature(wanted)
	if err != nil {
		return nil, false, err
	}
	if changed = !reflect.DeepEqual(before, after); changed {
		list := []any{}
		for _, w := range wanted {
			list = append(list, w)
		}
		for _, e := range entryPoints {
			list = append(list, e)
		}
		listed = nil
		if err := c.Call(ctx, http.MethodPut, path, list, nil, &listed); err != nil {
			return ids, false, err
		}
		registered, _, err = splitEntryPoints(listed)
		ids = idsOf(registered)
	}
	return ids, changed, err
}

func idsOf(commands []*discordgo.ApplicationCommand) map[string]string {
	ids := map[string]string{}
	for _, c := range commands {
		ids[c.Name] = c.ID
	}
	return ids
}

// primaryEntryPoint is the type of the command that opens an Activity.
const primaryEntryPoint discordgo.ApplicationCommandType = 4

// splitEntryPoints separates the bot's commands from the one that opens its Activity.
func splitEntryPoints(listed []json.RawMessage) (commands []*discordgo.ApplicationCommand, entryPoints []json.RawMessage, err error) {
	for _, raw := range listed {
		command := &discordgo.ApplicationCommand{}
		if err := json.Unmarshal(raw, command); err != nil {
			return nil, nil, fmt.Errorf("discord lists a command that cannot be read, %.200q: %w", raw, err)
		}
		if command.Type == primaryEntryPoint {
			entryPoints = append(entryPoints, raw)
		} else {
			commands = append(commands, command)
		}
	}
	return commands, entryPoints, nil
}

// application holds the fields that are read of the bot's application at Discord. Its id is
// that of the bot's user for older applications only.
type application struct {
	ID string `json:"id"`
	// IntegrationTypes has an entry for each way in which it can be installed.
	IntegrationTypes map[discordgo.ApplicationIntegrationType]json.RawMessage `json:"integration_types_config"`
}

// slashCommands returns commands in Discord's form. They always list their contexts:
// Discord's default differs between applications. Only guilds have admins; the
// other commands are available wherever the application can be installed.
func slashCommands(app application, commands []chat.Command) []*discordgo.ApplicationCommand {
	slash := make([]*discordgo.ApplicationCommand, len(commands))
	for i, c := range commands {
		contexts, installs := app.places(c.Admin)
		slash[i] = &discordgo.ApplicationCommand{
			Type: discordgo.ChatApplicationCommand, Name: c.Name, Description: c.Description,
			Contexts: &contexts, IntegrationTypes: &installs, Options: slashOptions(c.Options),
		}
		if c.Admin {
			permissions := int64(discordgo.PermissionManageGuild)
			slash[i].DefaultMemberPermissions = &permissions
			contexts = contexts[:1]
		}
	}
	return slash
}

// places returns the contexts in which a command can be used, and how the application has to be installed for it.
func (app application) places(admin bool) ([]discordgo.InteractionContextType, []discordgo.ApplicationIntegrationType) {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	if _, byUsers := app.IntegrationTypes[discordgo.ApplicationIntegrationUserInstall]; byUsers && !admin {
		contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
		installs = append(installs, discordgo.ApplicationIntegrationUserInstall)
	}
	return contexts, installs
}

// optionTypes maps the kinds of options that are no plain text.
var optionTypes = map[chat.Kind]discordgo.ApplicationCommandOptionType{
	chat.FileOption: discordgo.ApplicationCommandOptionAttachment, chat.ChannelOption: discordgo.ApplicationCommandOptionChannel,
	chat.PlayerOption: discordgo.ApplicationCommandOptionUser, chat.RoleOption: discordgo.ApplicationCommandOptionRole,
}

func slashOptions(options []chat.Option) []*discordgo.ApplicationCommandOption {
	slash := make([]*discordgo.ApplicationCommandOption, len(options))
	for i, o := range options {
		slash[i] = &discordgo.ApplicationCommandOption{
			Type: cmp.Or(optionTypes[o.Kind], discordgo.ApplicationCommandOptionString), Name: o.Name, Description: o.Description, Required: o.Required,
			Autocomplete: o.Suggests(),
		}
		for n, choice := range o.Choices {
			name := choice
			if len(o.Labels) > n {
				name = o.Labels[n]
			}
			slash[i].Choices = append(slash[i].Choices, &discordgo.ApplicationCommandOptionChoice{Name: name, Value: choice})
		}
		if o.Kind == chat.ChannelOption {
			slash[i].ChannelTypes = draw.Postable
		}
	}
	return slash
}

// ours lists the fields that we set of commands, options and choices.
var ours = []string{
	"type", "name", "name_localizations", "description", "description_localizations", "default_member_permissions", "contexts",
	"integration_types", "options", "required", "autocomplete", "channel_types", "choices", "value",
}

// signature returns a value that is equal for our commands and their registered form. Discord adds fields, omits
// false and empty ones or has null for them, and does not keep the order of commands and of numbers.
func signature(commands []*discordgo.ApplicationCommand) (any, error) {
	text, err := json.Marshal(slices.SortedFunc(slices.Values(commands), func(a, b *discordgo.ApplicationCommand) int {
		return cmp.Compare(a.Name, b.Name)
	}))
	if err != nil {
		return nil, err
	}
	var all any
	err = json.Unmarshal(text, &all)
	return withoutOthers(all), err
}

// withoutOthers returns a decoded JSON value without the fields of objects that are empty or not in [ours].
func withoutOthers(value any) any {
	switch value := value.(type) {
	case map[string]any:
		kept := map[string]any{}
		for name, field := range value {
			translated := strings.HasSuffix(name, "_localizations")
			if !translated {
				field = withoutOthers(field)
			}
			if slices.Contains(ours, name) && !slices.ContainsFunc([]any{nil, false, "", []any{}, map[string]any{}}, func(empty any) bool { return reflect.DeepEqual(field, empty) }) {
				kept[name] = field
			}
		}
		return kept
	case []any:
		for i := range value {
			value[i] = withoutOthers(value[i])
		}
		slices.SortStableFunc(value, func(a, b any) int {
			x, _ := a.(float64) // objects stay in their order
			y, _ := b.(float64)
			return cmp.Compare(x, y)
		})
	}
	return value
}

// localize adds to commands their names and descriptions in each of Discord's locales that has a catalogue. Discord shows the
// English ones to others.
func localize(slash []*discordgo.ApplicationCommand, messages []chat.MessageCommand) {
	english := locale.Languages()[0].Tag()
	for _, l := range slices.Sorted(maps.Keys(discordgo.Locales)) {
		words := locale.Match(string(l))
		if words.Tag() == english {
			continue
		}
		commands, translated := bot.Commands(words), bot.MessageCommands(words)
		for _, c := range slash {
			if i := slices.IndexFunc(commands, func(b chat.Command) bool { return b.Name == c.Name }); i >= 0 && c.Description != "" {
				localizeSlash(c, l, commands[i])
			}
			if i := slices.IndexFunc(messages, func(m chat.MessageCommand) bool { return m.Name == c.Name }); i >= 0 {
				n := slices.IndexFunc(translated, func(m chat.MessageCommand) bool { return m.Key == messages[i].Key })
				putIn(&c.NameLocalizations, l, translated[n].Name)
			}
		}
	}
}

func localizeSlash(c *discordgo.ApplicationCommand, l discordgo.Locale, words chat.Command) {
	putIn(&c.NameLocalizations, l, words.Label)
	putIn(&c.DescriptionLocalizations, l, words.Description)
	for _, o := range c.Options {
		i := slices.IndexFunc(words.Options, func(b chat.Option) bool { return b.Name == o.Name })
		if i < 0 {
			continue
		}
		option := words.Options[i]
		put(&o.NameLocalizations, l, option.Label)
		put(&o.DescriptionLocalizations, l, option.Description)
		for _, choice := range o.Choices {
			if n := slices.Index(option.Choices, choice.Value.(string)); n >= 0 {
				put(&choice.NameLocalizations, l, option.Labels[n])
			}
		}
	}
}

// putIn sets a text in localizations that may be nil.
func putIn(localizations **map[discordgo.Locale]string, l discordgo.Locale, text string) {
	if *localizations == nil {
		*localizations = &map[discordgo.Locale]string{}
	}
	put(*localizations, l, text)
}

func put(localizations *map[discordgo.Locale]string, l discordgo.Locale, text string) {
	if *localizations == nil {
		*localizations = map[discordgo.Locale]string{}
	}
	(*localizations)[l] = text
}
