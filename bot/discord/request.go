package discord

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
)

// requestOf reads what somebody asks of the bot. It reports false for what asks nothing.
func (s *service) requestOf(ctx context.Context, i *discordgo.Interaction) (bot.Request, bool) {
	r := bot.Request{
		ID: i.ID, At: askedAt(i), Language: string(i.Locale),
		Place: bot.Place{GuildID: i.GuildID, ChannelID: i.ChannelID},
	}
	user := i.User
	if i.Member != nil {
		user = i.Member.User
		const admin = discordgo.PermissionManageGuild | discordgo.PermissionAdministrator
		r.Rights.ManageGuild = i.Member.Permissions&admin != 0
	}
	if user == nil {
		return r, false
	}
	// A nick of one guild is not shown in others, so the name is the account's.
	r.Player = archive.Player{ID: user.ID, Name: cmp.Or(user.GlobalName, user.Username, user.ID)}
	if i.GuildID == "" {
		r.Place.GuildID, r.Place.Private = "dm:"+user.ID, true
	}
	switch data := i.Data.(type) {
	case discordgo.ApplicationCommandInteractionData:
		r.Action = bot.Ask{Command: data.Name, Options: optionsOf(data), File: s.attachmentOf(ctx, data)}
		return r, true
	case discordgo.MessageComponentInteractionData:
		r.Action = parseCustomID(data.CustomID)
		return r, true
	}
	return r, false
}

// askedAt returns when Discord took an interaction, which its id says.
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
func (s *service) attachmentOf(ctx context.Context, data discordgo.ApplicationCommandInteractionData) *bot.Attachment {
	if data.Resolved == nil {
		return nil
	}
	for _, o := range data.Options {
		if a := data.Resolved.Attachments[fmt.Sprint(o.Value)]; a != nil && o.Type == discordgo.ApplicationCommandOptionAttachment {
			return &bot.Attachment{Name: a.Filename, Open: func() (io.ReadCloser, error) { return s.download(ctx, a) }}
		}
	}
	return nil
}

// download opens an attached file. The token of the bot is not sent: the file lies on
// another host.
func (s *service) download(ctx context.Context, a *discordgo.MessageAttachment) (io.ReadCloser, error) {
	tooLong := &bot.TooLargeError{Name: a.Filename, Most: s.config.MaxImport}
	if int64(a.Size) > s.config.MaxImport {
		return nil, tooLong
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.URL, http.NoBody)
	if err != nil {
		return nil, errors.New("discord gave no address for the file")
	}
	// No time limit but ctx: a large file is read while its puzzles are rated.
	resp, err := (&http.Client{Transport: s.config.Transport}).Do(req)
	if err != nil {
		return nil, withoutURL(err)
	}
	if resp.StatusCode != http.StatusOK {
		resp.Body.Close()
		return nil, fmt.Errorf("discord answers %d for the file %q: attach it again", resp.StatusCode, a.Filename)
	}
	return &capped{ReadCloser: resp.Body, left: s.config.MaxImport, err: tooLong}, nil
}

// capped is a file that fails with err where it is longer than it may be.
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
