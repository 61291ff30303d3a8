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
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
)

// requestOf reads what a user asks of the bot. It reports false for what asks nothing that the
// bot could answer.
func (d *Desk) requestOf(ctx context.Context, i *discordgo.Interaction) (chat.Request, bool) {
	r := chat.Request{
		ID: i.ID, Language: languagesOf(i),
		Place:  chat.Place{GuildID: i.GuildID, ChannelID: i.ChannelID},
		Screen: begunBy(i),
	}
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		r.Action = d.commandOf(ctx, commandData(i))
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
		// Discord offers a command to whom the guild lets use it, whatever else they may do there, and nobody
		// else can send it. A custom_id can be sent by anyone.
		r.Rights.Command = guilds && (i.Type == discordgo.InteractionApplicationCommand || i.Type == discordgo.InteractionApplicationCommandAutocomplete)
		r.Rights.Standing = standingOf(i.Member)
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

// standingOf sums up a member's roles, by which a guild decides who may use which command. They are not kept as they are.
func standingOf(m *discordgo.Member) string {
	roles := slices.Sorted(slices.Values(m.Roles))
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(roles, " "))))
}

// commandData returns what came with a command, without options that were not given.
func commandData(i *discordgo.Interaction) discordgo.ApplicationCommandInteractionData {
	data := i.ApplicationCommandData()
	data.Options = slices.DeleteFunc(data.Options, func(o *discordgo.ApplicationCommandInteractionDataOption) bool {
		return o == nil || o.Value == nil && o.Type != discordgo.ApplicationCommandOptionSubCommand
	})
	return data
}

// languagesOf returns the user's language, and that of the guild for when the bot does not speak it.
func languagesOf(i *discordgo.Interaction) string {
	languages := string(i.Locale)
	if i.GuildLocale != nil && *i.GuildLocale != "" {
		languages += "," + string(*i.GuildLocale)
	}
	return strings.Trim(languages, ",")
}

// actionOf returns what an interaction asks, without what it carries.
func actionOf(i *discordgo.Interaction) chat.Action {
	switch i.Type {
	case discordgo.InteractionApplicationCommand:
		return chat.Ask{Command: i.ApplicationCommandData().Name}
	case discordgo.InteractionMessageComponent:
		return draw.ParseCustomID(i.MessageComponentData().CustomID)
	}
	return nil
}

// onlyTheUsers reports whether the bot was installed by the user alone: the guild, if it was used
// in one, has not asked for it. So it plays there as in direct messages.
func onlyTheUsers(i *discordgo.Interaction) bool {
	_, byUser := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationUserInstall]
	_, inGuild := i.AuthorizingIntegrationOwners[discordgo.ApplicationIntegrationGuildInstall]
	return byUser && !inGuild
}

// inDirectMessages reports whether an interaction is from a user's direct messages with the bot.
func inDirectMessages(i *discordgo.Interaction) bool {
	return i.GuildID == "" && i.Context == discordgo.InteractionContextBotDM
}

// begunBy returns the interaction that a message was the answer to, "" where that is not known.
func begunBy(i *discordgo.Interaction) string {
	if i.Message == nil || i.Message.InteractionMetadata == nil {
		return ""
	}
	return i.Message.InteractionMetadata.ID
}

// askedAt returns when Discord took an interaction, as its id says.
func askedAt(i *discordgo.Interaction) time.Time {
	at, err := discordgo.SnowflakeTimestamp(i.ID)
	if err != nil {
		return time.Time{}
	}
	return at
}

func optionsOf(data discordgo.ApplicationCommandInteractionData) map[string]string {
	options := map[string]string{}
	for _, o := range data.Options {
		options[o.Name] = fmt.Sprint(o.Value)
	}
	return options
}

// attachmentOf returns the file that came with a command, nil if none did.
func (d *Desk) attachmentOf(ctx context.Context, data discordgo.ApplicationCommandInteractionData) *chat.Attachment {
	if data.Resolved == nil {
		return nil
	}
	for _, o := range data.Options {
		if a := data.Resolved.Attachments[fmt.Sprint(o.Value)]; a != nil && o.Type == discordgo.ApplicationCommandOptionAttachment {
			return &chat.Attachment{Name: a.Filename, Open: func() (io.ReadCloser, error) { return d.download(ctx, a) }}
		}
	}
	return nil
}

// download opens an attached file. The token of the bot is not sent: the file lies on another host,
// which has to be Discord's own, and may not send us elsewhere: who asks chooses the address where
// the interaction is not Discord's. Its errors are [bot.TooLargeError] and [bot.ErrNotFetched].
func (d *Desk) download(ctx context.Context, a *discordgo.MessageAttachment) (io.ReadCloser, error) {
	tooLarge := &chat.TooLargeError{Name: a.Filename, Most: d.MaxImport}
	if int64(a.Size) > d.MaxImport {
		return nil, tooLarge
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, http.NoBody)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", chat.ErrNotFetched, rest.WithoutURL(err))
	}
	if host := req.URL.Scheme + "://" + req.URL.Host; !slices.Contains(d.FileHosts, host) {
		return nil, fmt.Errorf("%w: it lies on %q: want one of %q", chat.ErrNotFetched, host, d.FileHosts)
	}
	// No time limit but that of ctx: a large file is read while its puzzles are rated.
	noRedirect := func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	resp, err := (&http.Client{Transport: d.Transport, CheckRedirect: noRedirect}).Do(req)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", chat.ErrNotFetched, rest.WithoutURL(err))
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("%w: discord answers %d", chat.ErrNotFetched, resp.StatusCode)
	}
	return &capped{ReadCloser: resp.Body, left: d.MaxImport, err: tooLarge}, nil
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
