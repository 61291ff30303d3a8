package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"reflect"
	"slices"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// syncCommands registers the bot's slash commands, and those on messages, where they differ from those that Discord has,
// for it allows only 200 changes a day. It returns their ids by name, and whether they changed.
func syncCommands(ctx context.Context, c *rest.Client, app application, commands []chat.Command, messages ...chat.MessageCommand) (ids map[string]string, changed bool, err error) {
	path := "/applications/" + app.ID + "/commands"
	var registered []*discordgo.ApplicationCommand
	if err := c.Call(ctx, http.MethodGet, path+"?with_localizations=true", nil, nil, &registered); err != nil {
		return nil, false, err
	}
	wanted := append(slashCommands(app, commands), messageCommands(app, messages)...)
	localize(wanted, messages)
	if changed = !reflect.DeepEqual(signatures(registered), signatures(wanted)); changed {
		registered = nil // Unmarshal would decode into the old commands
		if err := c.Call(ctx, http.MethodPut, path, wanted, nil, &registered); err != nil {
			return nil, false, err
		}
	}
	ids = map[string]string{}
	for _, r := range registered {
		ids[r.Name] = r.ID
	}
	return ids, changed, nil
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

// signature has the fields of a command that we set. Discord adds others and leaves out those
// that are false or empty, so the commands themselves cannot be compared.
type signature struct {
	Type              discordgo.ApplicationCommandType
	Name, Description localized
	Permissions       int64
	Contexts          []discordgo.InteractionContextType
	IntegrationTypes  []discordgo.ApplicationIntegrationType
	Options           []optionSignature
}

type optionSignature struct {
	Type              discordgo.ApplicationCommandOptionType
	Name, Description localized
	Required          bool
	Autocomplete      bool
	ChannelTypes      []discordgo.ChannelType
	Choices           []choiceSignature
}

type choiceSignature struct {
	Name  localized
	Value any
}

// localized is a text with its translations; Discord has null for none.
type localized struct {
	Text         string
	Translations string // as JSON, sorted by locale
}

func localizedText(text string, translations map[discordgo.Locale]string) localized {
	if len(translations) == 0 {
		return localized{Text: text}
	}
	sorted, _ := json.Marshal(translations) // texts can always be written as JSON
	return localized{text, string(sorted)}
}

// valueOf returns what a pointer points at, the zero value for nil.
func valueOf[T any](p *T) (v T) {
	if p != nil {
		v = *p
	}
	return v
}

// signatures returns the signatures of commands, sorted by name.
func signatures(commands []*discordgo.ApplicationCommand) []signature {
	var list []signature
	for _, c := range commands {
		s := signature{
			Type: c.Type, Name: localizedText(c.Name, valueOf(c.NameLocalizations)),
			Description: localizedText(c.Description, valueOf(c.DescriptionLocalizations)), Options: optionSignatures(c.Options),
		}
		if c.DefaultMemberPermissions != nil {
			s.Permissions = *c.DefaultMemberPermissions
		}
		if c.Contexts != nil {
			s.Contexts = slices.Sorted(slices.Values(*c.Contexts))
		}
		if c.IntegrationTypes != nil {
			s.IntegrationTypes = slices.Sorted(slices.Values(*c.IntegrationTypes))
		}
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b signature) int { return cmp.Compare(a.Name.Text, b.Name.Text) })
	return list
}

func optionSignatures(options []*discordgo.ApplicationCommandOption) []optionSignature {
	var list []optionSignature
	for _, o := range options {
		s := optionSignature{
			Type: o.Type, Name: localizedText(o.Name, o.NameLocalizations),
			Description: localizedText(o.Description, o.DescriptionLocalizations), Required: o.Required, Autocomplete: o.Autocomplete,
		}
		s.ChannelTypes = slices.Sorted(slices.Values(o.ChannelTypes))
		for _, choice := range o.Choices {
			s.Choices = append(s.Choices, choiceSignature{localizedText(choice.Name, choice.NameLocalizations), choice.Value})
		}
		list = append(list, s)
	}
	return list
}
