package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// syncCommands registers the bot's slash commands, and those on messages, where they differ from those that Discord has,
// for it allows only 200 changes a day. It returns their ids by name, and whether they changed; beside an error, those of
// before.
//
// With Activities enabled, Discord has one more command, which opens the Activity, and refuses a list without it
// (code 50240). It is the operator's, so it goes back as it came.
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
	wanted := append(slashCommands(app, commands), messageCommands(app, messages)...)
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

// splitEntryPoints separates the commands that are the bot's from the one that opens its Activity.
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

// application is what Discord knows of the bot's application, as far as it is read. Its id is
// that of the bot's user for older applications only.
type application struct {
	ID string `json:"id"`
	// IntegrationTypes has an entry for each way in which it can be installed.
	IntegrationTypes map[discordgo.ApplicationIntegrationType]json.RawMessage `json:"integration_types_config"`
}

// readApplication asks Discord for the bot's application.
func readApplication(ctx context.Context, c *rest.Client) (app application, err error) {
	err = c.Call(ctx, http.MethodGet, "/applications/@me", nil, nil, &app)
	return app, err
}

// slashCommands returns commands as Discord wants them. Where they can be used is always stated:
// what Discord assumes otherwise differs between applications. Only guilds have admins; the
// other commands go wherever the application can be installed.
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

// messageCommands returns commands on messages, which have no description and no options.
func messageCommands(app application, commands []chat.MessageCommand) []*discordgo.ApplicationCommand {
	list := make([]*discordgo.ApplicationCommand, len(commands))
	for i, c := range commands {
		contexts, installs := app.places(false)
		list[i] = &discordgo.ApplicationCommand{
			Type: discordgo.MessageApplicationCommand, Name: c.Name, Contexts: &contexts, IntegrationTypes: &installs,
		}
	}
	return list
}

// places returns where a command can be used, and how the application has to be installed for it.
func (app application) places(admin bool) ([]discordgo.InteractionContextType, []discordgo.ApplicationIntegrationType) {
	contexts := []discordgo.InteractionContextType{discordgo.InteractionContextGuild, discordgo.InteractionContextBotDM}
	installs := []discordgo.ApplicationIntegrationType{discordgo.ApplicationIntegrationGuildInstall}
	if _, byUsers := app.IntegrationTypes[discordgo.ApplicationIntegrationUserInstall]; byUsers && !admin {
		contexts = append(contexts, discordgo.InteractionContextPrivateChannel)
		installs = append(installs, discordgo.ApplicationIntegrationUserInstall)
	}
	return contexts, installs
}

func slashOptions(options []chat.Option) []*discordgo.ApplicationCommandOption {
	slash := make([]*discordgo.ApplicationCommandOption, len(options))
	for i, o := range options {
		slash[i] = &discordgo.ApplicationCommandOption{
			Type: optionType(o.Kind), Name: o.Name, Description: o.Description, Required: o.Required,
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

func optionType(k chat.Kind) discordgo.ApplicationCommandOptionType {
	switch k {
	case chat.FileOption:
		return discordgo.ApplicationCommandOptionAttachment
	case chat.ChannelOption:
		return discordgo.ApplicationCommandOptionChannel
	case chat.PlayerOption:
		return discordgo.ApplicationCommandOptionUser
	case chat.RoleOption:
		return discordgo.ApplicationCommandOptionRole
	}
	return discordgo.ApplicationCommandOptionString
}

// ours are the fields of commands, of their options and of the choices of these that we set.
var ours = []string{
	"type", "name", "name_localizations", "description", "description_localizations", "default_member_permissions", "contexts",
	"integration_types", "options", "required", "autocomplete", "channel_types", "choices", "value",
}

// signature is what commands and registered ones have in common where they are the same. Discord adds fields, leaves
// out those that are false or empty, or has null for them, and keeps no order of commands and of numbers.
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

// withoutOthers is a value as in JSON without the fields of objects that are not [ours] or empty.
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
