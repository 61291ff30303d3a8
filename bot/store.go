package bot

import (
	"context"
	"io"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Store is what the bot needs of the archive; *archive.Store is one.
type Store interface {
	// Once does some work that changes the archive, once for each request.
	Once(ctx context.Context, request string, work func(context.Context) ([]byte, error)) ([]byte, error)

	Guild(ctx context.Context, id string) (archive.Guild, error)
	SaveGuild(ctx context.Context, guild archive.Guild) error
	ScheduledGuilds(ctx context.Context) ([]archive.Guild, error)

	// whom to tell when a daily cannot be posted
	Contact(ctx context.Context, guildID string) (archive.Contact, error)
	SetContact(ctx context.Context, guildID string, contact archive.Contact) error
	TellOnce(ctx context.Context, guildID string, date archive.Date) (contact archive.Contact, first bool, err error)
	StopPosts(ctx context.Context, guildID, channelID string) (stopped bool, err error)

	Daily(ctx context.Context, guild archive.Guild, date archive.Date, shape sudoku.Shape, tier logic.Tier) (archive.Daily, error)
	StartDaily(ctx context.Context, player archive.Player, daily archive.Daily) (archive.Game, error)
	StartGame(ctx context.Context, player archive.Player, guild archive.Guild, shape sudoku.Shape, tier logic.Tier) (archive.Game, error)
	StartPractice(ctx context.Context, player archive.Player, guild archive.Guild, technique logic.Technique) (archive.Game, error)
	CurrentGame(ctx context.Context, playerID, guildID string) (archive.Game, error)

	Settings(ctx context.Context, playerID string) (archive.Settings, error)
	SaveSettings(ctx context.Context, player archive.Player, settings archive.Settings) error

	Record(ctx context.Context, game archive.Game, event play.Event) (archive.Game, error)
	Undo(ctx context.Context, game archive.Game) (archive.Game, string, error)
	Finish(ctx context.Context, game archive.Game) (archive.Result, error)
	Game(ctx context.Context, id int64) (archive.Game, error)
	Share(ctx context.Context, game archive.Game) (archive.Result, error)

	DailyResults(ctx context.Context, guildID string, date archive.Date) ([]archive.Result, error)
	Leaderboard(ctx context.Context, guildID string, since archive.Date) ([]archive.Standing, error)
	Streak(ctx context.Context, playerID, guildID string, today archive.Date) (archive.Streak, error)

	ImportFile(ctx context.Context, options archive.ImportOptions, file io.Reader) (archive.Report, error)
	Offers(ctx context.Context, guildID string) (offers []archive.Offer, lost int, err error)
	Choose(ctx context.Context, guild archive.Guild, ids ...int64) error

	// the ledger of the daily posts
	AddPost(ctx context.Context, daily archive.Daily, channelID string) error
	ClaimPost(ctx context.Context, owner string, lease time.Duration) (archive.Post, bool, error)
	MarkPosted(ctx context.Context, post archive.Post, owner, messageID string) error
	MarkPostFailed(ctx context.Context, post archive.Post, owner, reason string) error
	RefusePost(ctx context.Context, post archive.Post, owner, reason string, retryAfter time.Duration) error
	RetryPost(ctx context.Context, guildID string, date archive.Date, channelID string) (bool, error)
	RetryRefused(ctx context.Context, guildIDs []string) (posts int, err error)
	LastPost(ctx context.Context, guildID string) (archive.Post, error)
	ReleasePost(ctx context.Context, post archive.Post, owner string, retryAfter time.Duration) error
	PutOffPost(ctx context.Context, post archive.Post, owner string, retryAfter time.Duration) error
}
