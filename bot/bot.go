package bot

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/outbox"
	"github.com/gridkeeper/gridkeeper/bot/player"
)

// Bot answers requests. Make one with [New]; it is safe for concurrent use.
type Bot struct{ env *handler.Env }

// Config is what a bot is made with; every field may be left out.
type Config = handler.Config

// Ledger is what makes an answer or a post happen once.
type Ledger = handler.Ledger

// New returns a bot on a store.
func New(store *archive.Store, config Config) *Bot { return &Bot{handler.New(store, config)} }

// First returns the command that opens a board for whoever makes a request without a wish; see
// [player.First].
func (b *Bot) First(ctx context.Context, r chat.Request) (chat.Ask, error) {
	return player.First(ctx, b.env, r)
}

// Postable reports whether sharing would post a game; see [player.Postable].
func (b *Bot) Postable(ctx context.Context, place chat.Place, game games.Game) (bool, error) {
	return player.Postable(ctx, b.env, place, game)
}

// Deliver makes one round of all that is posted without being asked; see [outbox.Deliver].
func (b *Bot) Deliver(ctx context.Context, poster chat.Poster, owner string) error {
	return outbox.Deliver(ctx, b.env, poster, owner)
}

// Announcement returns the public post of a daily; see [outbox.Announcement].
func (b *Bot) Announcement(ctx context.Context, daily daily.Daily) chat.Reply {
	return outbox.Announcement(ctx, b.env, daily)
}

// Shown notes which message a network made of a reply; see [outbox.Shown].
func (b *Bot) Shown(ctx context.Context, tracks, channelID, messageID string) error {
	return outbox.Shown(ctx, b.env, tracks, channelID, messageID)
}

// Greet has a guild greeted that took the bot lately; see [outbox.Greet].
func (b *Bot) Greet(ctx context.Context, guildID, channelID, language string) error {
	return outbox.Greet(ctx, b.env, guildID, channelID, language)
}

// ChannelGone ends the posts to a channel, or a guild, that is gone; see [outbox.ChannelGone].
func (b *Bot) ChannelGone(ctx context.Context, guildID, channelID string) error {
	return outbox.ChannelGone(ctx, b.env, guildID, channelID)
}

// Retry makes the posts due at once that guilds refused; see [outbox.Retry].
func (b *Bot) Retry(ctx context.Context, guildIDs []string) error {
	return outbox.Retry(ctx, b.env, guildIDs)
}

// Sweep erases the data of guilds that have been without the bot for long; see [outbox.Sweep].
func (b *Bot) Sweep(ctx context.Context) error { return outbox.Sweep(ctx, b.env) }
