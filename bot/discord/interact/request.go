package interact

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/locale"
)

// requestOf reads a user's request. It reports false for an interaction that the bot cannot
// answer.
func (s *Server) requestOf(i *discordgo.Interaction) (chat.Request, bool) {
	r := chat.Request{
		ID: i.ID, Language: languagesOf(i),
		Place:  chat.Place{GuildID: i.GuildID, ChannelID: i.ChannelID},
		Screen: begunBy(i),
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		r.Action = s.commandOf(commandData(i))
	case discordgo.InteractionApplicationCommandAutocomplete:
		r.Action = suggestOf(commandData(i))
	case discordgo.InteractionMessageComponent:
		r.Action = draw.ParseControl(i.MessageComponentData())
	case discordgo.InteractionModalSubmit:
		r.Action = draw.ParseForm(i.ModalSubmitData())
	}
	user := i.User
	if i.Member != nil {
		user = cmp.Or(i.Member.User, user)
		guilds := i.GuildID != "" && !onlyTheUsers(i)
		const admin = discordgo.PermissionManageGuild | discordgo.PermissionAdministrator
		r.Rights.ManageGuild = i.Member.Permissions&admin != 0 && guilds
		// Discord offers a command only to members whom the guild lets use it, whatever their other permissions, and no
		// one else can send it. A custom_id can be sent by anyone.
		r.Rights.Command = guilds && (i.Type == discordgo.InteractionApplicationCommand || i.Type == discordgo.InteractionApplicationCommandAutocomplete)
		// A guild allows commands by role. The roles are kept as their hash only.
		roles := strings.Join(slices.Sorted(slices.Values(i.Member.Roles)), " ")
		r.Rights.Standing = fmt.Sprintf("%x", sha256.Sum256([]byte(roles)))
	}
	if user == nil || user.ID == "" {
		return r, false
	}
	// A nick of one guild is not shown in others, so the name is the account's.
	r.Player = games.Player{ID: user.ID, Name: cmp.Or(user.GlobalName, user.Username, user.ID)}
	if i.GuildID == "" || onlyTheUsers(i) {
		r.Place.GuildID, r.Place.Private = people.PrivateGuild(user.ID), true
	} else if i.GuildLocale != nil {
		r.Place.Language = string(*i.GuildLocale)
	}
	return r, r.Action != nil
}

// commandOf reads a command: one that was typed, or one on a message.
func (s *Server) commandOf(data discordgo.ApplicationCommandInteractionData) chat.Action {
	if data.CommandType != discordgo.MessageApplicationCommand {
		return s.askOf(data)
	}
	about := chat.About{}
	for _, c := range bot.MessageCommands(locale.Match()) { // as they are registered
		if c.Name == data.Name {
			about.Command = c.Key
		}
	}
	if data.Resolved != nil {
		if m := data.Resolved.Messages[data.TargetID]; m != nil {
			about.Text = textOf(m)
			if i := slices.IndexFunc(m.Attachments, func(a *discordgo.MessageAttachment) bool { return a != nil }); i >= 0 {
				about.File = s.attached(m.Attachments[i])
			}
		}
	}
	return about
}

// askOf reads a typed command with the file and the users that Discord resolved for its options. A user in
// the guild has a member.
func (s *Server) askOf(data discordgo.ApplicationCommandInteractionData) chat.Ask {
	ask := chat.Ask{Command: data.Name, Options: map[string]string{}, Players: map[string]chat.Person{}}
	for _, o := range data.Options {
		value := fmt.Sprint(o.Value)
		ask.Options[o.Name] = value
		if data.Resolved == nil {
			continue
		}
		switch o.Type {
		case discordgo.ApplicationCommandOptionAttachment:
			if a := data.Resolved.Attachments[value]; a != nil && ask.File == nil {
				ask.File = s.attached(a)
			}
		case discordgo.ApplicationCommandOptionUser:
			if user := data.Resolved.Users[value]; user != nil {
				_, member := data.Resolved.Members[user.ID]
				ask.Players[o.Name] = chat.Person{
					Player: games.Player{ID: user.ID, Name: cmp.Or(user.GlobalName, user.Username, user.ID)},
					Bot:    user.Bot, Absent: !member,
				}
			}
		}
	}
	return ask
}

func (s *Server) attached(a *discordgo.MessageAttachment) *chat.Attachment {
	return &chat.Attachment{Name: a.Filename, Open: func(ctx context.Context) (io.ReadCloser, error) { return s.download(ctx, a) }}
}

// suggestOf reads an option as far as the user has typed it.
func suggestOf(data discordgo.ApplicationCommandInteractionData) chat.Action {
	s := chat.Suggest{Command: data.Name, Options: map[string]string{}}
	for _, o := range data.Options {
		text := fmt.Sprint(o.Value)
		if o.Focused {
			s.Option, s.Typed = o.Name, text
			continue
		}
		s.Options[o.Name] = text
	}
	return s
}

// textOf returns the visible texts of a message: its content, the texts of its embeds and its components, and
// the texts of forwarded messages.
func textOf(m *discordgo.Message) string {
	if m == nil {
		return ""
	}
	texts := []string{m.Content}
	for _, e := range m.Embeds {
		if e == nil {
			continue
		}
		texts = append(texts, e.Title, e.Description)
		for _, f := range e.Fields {
			if f != nil {
				texts = append(texts, f.Name, f.Value)
			}
		}
	}
	texts = append(texts, textsIn(m.Components)...)
	for _, forwarded := range m.MessageSnapshots {
		texts = append(texts, textOf(forwarded.Message))
	}
	return strings.Trim(strings.Join(texts, "\n\n"), "\n")
}

// textsIn returns the texts of components, which some messages have in place of a content.
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

// commandData returns the data of a command, without options that were not given.
func commandData(i *discordgo.Interaction) discordgo.ApplicationCommandInteractionData {
	data := i.ApplicationCommandData()
	data.Options = slices.DeleteFunc(data.Options, func(o *discordgo.ApplicationCommandInteractionDataOption) bool {
		return o == nil || o.Value == nil && o.Type != discordgo.ApplicationCommandOptionSubCommand
	})
	return data
}

// languagesOf returns the user's language, and the guild's in case the bot does not speak it.
func languagesOf(i *discordgo.Interaction) string {
	languages := string(i.Locale)
	if i.GuildLocale != nil && *i.GuildLocale != "" {
		languages += "," + string(*i.GuildLocale)
	}
	return strings.Trim(languages, ",")
}

// onlyTheUsers reports whether the bot was installed by the user alone. The guild, if it was used
// in one, has not asked for it, so the bot plays there as in direct messages.
func onlyTheUsers(i *discordgo.Interaction) bool {
	_, byUser := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]
	_, inGuild := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return byUser && !inGuild
}

// inDirectMessages reports whether an interaction is from a user's direct messages with the bot.
func inDirectMessages(i *discordgo.Interaction) bool {
	return i.GuildID == "" && i.Context == discordgo.InteractionContextBotDM
}

// begunBy returns the interaction whose answer a message was, "" if that is unknown.
func begunBy(i *discordgo.Interaction) string {
	if i.Message == nil || i.Message.InteractionMetadata == nil {
		return ""
	}
	return i.Message.InteractionMetadata.ID
}

// download opens an attached file. The token of the bot is not sent: the file lies on another host,
// which has to be Discord's own, and may not redirect. If an interaction is forged, its sender chooses the
// address. Its errors are [chat.TooLargeError] and [chat.ErrNotFetched].
func (s *Server) download(ctx context.Context, a *discordgo.MessageAttachment) (io.ReadCloser, error) {
	tooLarge := &chat.TooLargeError{Name: a.Filename, Most: s.MaxImport}
	if int64(a.Size) > s.MaxImport {
		return nil, tooLarge
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", chat.ErrNotFetched, rest.WithoutURL(err))
	}
	if host := req.URL.Scheme + "://" + req.URL.Host; !slices.Contains(s.FileHosts, host) {
		return nil, fmt.Errorf("%w: it lies on %q: want one of %q", chat.ErrNotFetched, host, s.FileHosts)
	}
	// The only time limit is ctx: a large file is read while its puzzles are rated.
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := (&http.Client{Transport: s.Transport, CheckRedirect: noRedirect}).Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", chat.ErrNotFetched, rest.WithoutURL(err))
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("%w: discord answers %d", chat.ErrNotFetched, resp.StatusCode)
	}
	return &capped{ReadCloser: resp.Body, left: s.MaxImport, err: tooLarge}, nil
}

// capped is a file whose reading fails with err once it is longer than it may be.
type capped struct {
	io.ReadCloser
	left int64
	err  error
}

func (c *capped) Read(p []byte) (int, error) {
	n, err := c.ReadCloser.Read(p)
	if c.left -= int64(n); c.left < 0 {
		return 0, c.err
	}
	return n, err
}
