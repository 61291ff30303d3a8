package handler

import (
	"context"
	"errors"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
)

const (
	// CheckIn is how long a network may take to check a channel.
	CheckIn = 10 * time.Second
	// MaxChecks is how many channels are checked for /schedule at a time: an admin who asks again
	// and again while the network is slow holds up the players of no other guild.
	MaxChecks = 4
)

var ErrTooManyChecks = errors.New("too many channels are being checked")

// Checked is a network's report on the channels and the role of a schedule, "" for none.
type Checked struct {
	ChannelID, RoleID string
	Err, RoleErr      error
	Threads           *chat.ChannelError // what keeps the bot from opening threads below its posts
	GamesID           string             // the channel of games, "" for none
	GamesErr          error
}

// CheckChannel asks a network about a channel.
func (env *Env) CheckChannel(ctx context.Context, network chat.Channels, guildID, channelID string) error {
	ctx, cancel := context.WithTimeout(ctx, CheckIn)
	defer cancel()
	err := network.CheckChannel(ctx, guildID, channelID)
	if err != nil && !errors.As(err, new(*chat.ChannelError)) {
		env.Config.Log.WarnContext(ctx, "a channel cannot be checked", "guild", guildID, "channel", channelID, "error", err)
	}
	return err
}

// CheckGames asks a network whether a channel can be the channel of games: messages can be posted in it, and threads opened
// if the network has threads.
func (env *Env) CheckGames(ctx context.Context, network chat.Channels, guildID, channelID string) error {
	err := env.CheckChannel(ctx, network, guildID, channelID)
	threads, ok := network.(chat.Threads)
	if err != nil || !ok {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, CheckIn)
	defer cancel()
	isThread, err := threads.CheckThread(ctx, guildID, channelID)
	if err == nil && isThread {
		return &chat.ChannelError{Problem: chat.NoThreads}
	}
	return err
}

// GamesProblem returns the problem of the channel of games, nil without one.
func (c *Checked) GamesProblem(channelID string) (unfit *chat.ChannelError) {
	if c == nil || c.GamesID != channelID || !errors.As(c.GamesErr, &unfit) {
		return nil
	}
	return unfit
}

// AcceptGames refuses a channel of games that was found unfit, or could not be checked.
func (c *Checked) AcceptGames(s chat.Speech, channelID string) error {
	if c == nil || c.GamesID == channelID && c.GamesErr == nil {
		return nil
	}
	if unfit := c.GamesProblem(channelID); unfit != nil {
		return chat.Refuse("refusal.games-unfit", locale.Args{"Channel": chat.Channel(channelID), "Problem": s.Problem(unfit)})
	}
	return chat.Refuse("refusal.channel-unchecked", locale.Args{"Channel": chat.Channel(channelID)})
}

// Problem returns the problem of a channel, nil without one.
func (c *Checked) Problem(channelID string) (unfit *chat.ChannelError) {
	if c == nil || c.ChannelID != channelID || !errors.As(c.Err, &unfit) {
		return nil
	}
	return unfit
}

// Accept refuses a schedule whose channel was found unfit, or could not be checked.
func (c *Checked) Accept(s chat.Speech, channelID string) error {
	unfit := c.Problem(channelID)
	switch {
	case c == nil || c.ChannelID == "" || c.ChannelID == channelID && c.Err == nil:
		return nil
	case c.ChannelID != channelID: // set by another admin at the same moment
		return chat.Refuse("refusal.schedule-changed", locale.Args{"Schedule": chat.Mention("schedule")})
	case unfit != nil:
		return chat.Refuse("refusal.channel-unfit", locale.Args{"Channel": chat.Channel(channelID), "Problem": s.Problem(unfit)})
	}
	return chat.Refuse("refusal.channel-unchecked", locale.Args{"Channel": chat.Channel(channelID)})
}

// RoleProblem returns the problem of a role, nil without one.
func (c *Checked) RoleProblem(roleID string) (unfit *chat.RoleError) {
	if c == nil || roleID == "" || c.RoleID != roleID || !errors.As(c.RoleErr, &unfit) {
		return nil
	}
	return unfit
}

// AcceptRole refuses a role that cannot be pinged, or could not be checked. One that the bot may not
// mention yet is kept, as an admin can allow that later.
func (c *Checked) AcceptRole(s chat.Speech, roleID string) error {
	unfit := c.RoleProblem(roleID)
	switch {
	case c == nil || c.RoleID == roleID && c.RoleErr == nil || unfit != nil && unfit.Problem == chat.NotMentionableRole:
		return nil
	case unfit != nil:
		return s.RefuseRole(roleID, unfit.Problem)
	}
	return chat.Refuse("refusal.role-unchecked", locale.Args{"Role": chat.Role(roleID)})
}
