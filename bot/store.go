package bot

import (
	"context"
	"io"
	"iter"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Store is what the bot needs of the archive; *archive.Store is one.
type Store interface {
	// Once does some work that changes the archive, once for each request; LockPlayer keeps its player
	// from being deleted meanwhile.
	Once(ctx context.Context, request string, work func(context.Context) ([]byte, error)) ([]byte, error)
	LockPlayer(ctx context.Context, playerID string) error

	Guild(ctx context.Context, id string) (archive.Guild, error)
	SaveGuild(ctx context.Context, guild archive.Guild) error
	ScheduledGuilds(ctx context.Context) ([]archive.Guild, error)

	// whom to tell when a daily cannot be posted
	Contact(ctx context.Context, guildID string) (archive.Contact, error)
	SetContact(ctx context.Context, guildID string, contact archive.Contact) error
	StopPosts(ctx context.Context, guildID, channelID string) (stopped bool, err error)

	// guilds that take the bot, and remove it
	GuildLeft(ctx context.Context, guildID string) error
	GuildsPresent(ctx context.Context, guildIDs []string) error
	EraseDeparted(ctx context.Context) (erased int, err error)

	// what is kept about a player, and what they have chosen
	CountPlayerData(ctx context.Context, playerID string) (map[string]int, error)
	ExportPlayer(ctx context.Context, playerID string) ([]byte, error)
	DeletePlayer(ctx context.Context, playerID string) error
	Choices(ctx context.Context, playerID string) (archive.PlayerChoices, error)
	HidePlayer(ctx context.Context, player archive.Player, hidden bool) error
	SetResearch(ctx context.Context, player archive.Player, consent bool) error

	// players in the browser
	AddLink(ctx context.Context, link archive.Link) (token string, err error)
	Sessions(ctx context.Context, playerID string) ([]archive.Session, error)
	EndSession(ctx context.Context, playerID string, id int64) (ended bool, err error)
	EndSessions(ctx context.Context, playerID string) (ended int, err error)
	SaveNotes(ctx context.Context, gameID int64, changes archive.Notes) error

	// what admins do to results
	AllDailyResults(ctx context.Context, guildID string, date calendar.Date, viewer string) ([]archive.Result, error)
	RemoveResult(ctx context.Context, guildID string, gameID int64) error
	RestoreResult(ctx context.Context, guildID string, gameID int64) error
	NoteChange(ctx context.Context, change library.Change) error

	Daily(ctx context.Context, guild archive.Guild, date calendar.Date, shape sudoku.Shape, tier logic.Tier) (archive.Daily, error)
	DateOfNumber(ctx context.Context, guildID string, number int) (calendar.Date, error)
	NumberedDates(ctx context.Context, guildID string, upTo calendar.Date, most int) ([]archive.NumberedDate, error)
	StartDaily(ctx context.Context, player archive.Player, daily archive.Daily) (archive.Game, error)
	StartGame(ctx context.Context, player archive.Player, guild archive.Guild, shape sudoku.Shape, tier logic.Tier) (archive.Game, error)
	StartPractice(ctx context.Context, player archive.Player, guild archive.Guild, technique logic.Technique) (archive.Game, error)
	HasPuzzle(ctx context.Context, playerID string, guild archive.Guild, clues sudoku.Grid) (bool, error)
	StartFound(ctx context.Context, player archive.Player, guild archive.Guild, clues sudoku.Grid) (archive.Game, error)
	CurrentGame(ctx context.Context, playerID, guildID string) (archive.Game, error)
	Newcomer(ctx context.Context, playerID string) (bool, error)

	// duels
	Challenge(ctx context.Context, wish archive.Duel) (archive.Duel, error)
	Duel(ctx context.Context, id int64) (archive.Duel, error)
	OpenDuels(ctx context.Context, playerID, guildID string) ([]archive.Duel, error)
	DuelGames(ctx context.Context, id int64) ([]archive.Game, error)
	AcceptDuel(ctx context.Context, id int64, opponent archive.Player, guild archive.Guild) (archive.Duel, error)
	EndDuel(ctx context.Context, id int64, to archive.DuelState, byOpponent bool) (archive.Duel, error)
	SettleDuel(ctx context.Context, id int64) (archive.Duel, error)
	StartDuelGame(ctx context.Context, id int64, player archive.Player) (archive.Game, error)
	EndStaleDuels(ctx context.Context) error
	SetDuelMessage(ctx context.Context, id int64, channelID, messageID string) error
	LoseDuelMessage(ctx context.Context, id int64, messageID string) error

	// boards that are solved together
	StartParty(ctx context.Context, wish archive.Party, guild archive.Guild, daily archive.Daily, tier logic.Tier) (archive.Party, error)
	Party(ctx context.Context, id int64) (archive.Party, error)
	PartyIn(ctx context.Context, guildID, channelID string) (archive.Party, error)
	PartyStartedBy(ctx context.Context, guildID, playerID string) (archive.Party, error)
	PartyOf(ctx context.Context, gameID int64) (archive.Party, error)
	PartyGame(ctx context.Context, id int64) (archive.Game, error)
	JoinParty(ctx context.Context, id int64, player archive.Player) (archive.Party, error)
	IsParticipant(ctx context.Context, id int64, playerID string) (bool, error)
	EndParty(ctx context.Context, id int64) (archive.Party, error)
	EndIdleParties(ctx context.Context) error
	Contributions(ctx context.Context, game archive.Game) ([]archive.Contribution, error)
	SetPartyMessage(ctx context.Context, id int64, channelID, messageID string) error
	SetPartyThread(ctx context.Context, id int64, threadID string) error
	SetPartyBoard(ctx context.Context, id int64, channelID, messageID string) error
	MarkPartyFinal(ctx context.Context, id int64) error

	Settings(ctx context.Context, playerID string) (archive.Settings, error)
	SaveSettings(ctx context.Context, player archive.Player, settings archive.Settings) error

	Record(ctx context.Context, game archive.Game, event play.Event) (archive.Game, error)
	Undo(ctx context.Context, game archive.Game) (archive.Game, string, error)
	Finish(ctx context.Context, game archive.Game) (archive.Result, error)
	Game(ctx context.Context, id int64) (archive.Game, error)
	SolvedBefore(ctx context.Context, game archive.Game, most int) ([]sudoku.Grid, error)
	Share(ctx context.Context, game archive.Game) (archive.Result, error)
	Unshare(ctx context.Context, gameID int64) error
	Grids(ctx context.Context, gameID int64) ([]sudoku.Grid, error)

	DailyResults(ctx context.Context, guildID string, date calendar.Date, viewer string) ([]archive.Result, error)
	Leaderboard(ctx context.Context, r archive.Ranking) ([]archive.Standing, error)
	GlobalResults(ctx context.Context, date calendar.Date, viewer string) ([]archive.Result, error)
	Paces(ctx context.Context, r archive.Ranking) ([]archive.Pace, error)
	PersonalBests(ctx context.Context, playerID string) ([]archive.Best, error)
	SolvedDaily(ctx context.Context, playerID, guildID string, date calendar.Date) (archive.Game, error)
	DailyPuzzles(ctx context.Context, guildID string, from calendar.Date) ([]int64, error)
	HardestCell(ctx context.Context, d archive.Daily) (cell sudoku.Cell, pause time.Duration, ok bool, err error)
	Streaks(ctx context.Context, guildID string, playerIDs []string, today calendar.Date) (map[string]archive.Streak, error)
	Streak(ctx context.Context, playerID, guildID string, today calendar.Date) (archive.Streak, error)

	ImportFile(ctx context.Context, options library.ImportOptions, file io.Reader) (library.Report, error)
	AddPending(ctx context.Context, p archive.PendingImport) (id int64, err error)
	BeginPending(ctx context.Context, guildID string, id int64) (archive.PendingImport, error)
	CancelPending(ctx context.Context, guildID string, id int64) error
	DropPending(ctx context.Context, guildID string, id int64) error
	NoteImport(ctx context.Context, guildID, by, file string, r library.Report) error
	Offers(ctx context.Context, guildID string) (offers []library.Offer, lost int, err error)
	Choose(ctx context.Context, guild archive.Guild, ids ...int64) error

	Search(ctx context.Context, q library.Query) iter.Seq2[library.Found, error]
	SavedSearch(ctx context.Context, guildID, name string) (library.SavedSearch, error)
	SavedSearches(ctx context.Context, guildID string) ([]library.SavedSearch, error)
	SaveSearch(ctx context.Context, saved library.SavedSearch) (kept library.SavedSearch, replaced bool, err error)
	FillSearch(ctx context.Context, guildID string, saved library.SavedSearch, steps int) (left int, all bool, err error)
	DeleteSearch(ctx context.Context, guildID, name string) (days int, err error)
	Overview(ctx context.Context, guildID string) (library.Overview, error)
	Unused(ctx context.Context, guild archive.Guild) ([]archive.Unused, error)

	// the outbox
	AddPost(ctx context.Context, daily archive.Daily, channelID string) error
	AddFollowUp(ctx context.Context, guildID string, kind archive.PostKind, date calendar.Date, channelID string) error
	AddThread(ctx context.Context, guildID string, date calendar.Date) (added bool, err error)
	AddNotice(ctx context.Context, gameID int64, kind archive.PostKind) (inThread bool, err error)
	AddGreeting(ctx context.Context, guildID, channelID, language string) error
	AddFailure(ctx context.Context, guildID string, date calendar.Date) error
	AddMeetings(ctx context.Context, every time.Duration) error
	Claim(ctx context.Context, owner string, lease time.Duration, most archive.Rank) (archive.Post, bool, error)
	Complete(ctx context.Context, post archive.Post, owner, messageID string) error
	Retry(ctx context.Context, post archive.Post, owner, refusal string, after time.Duration) error
	Snooze(ctx context.Context, post archive.Post, owner string, after time.Duration) error
	Cancel(ctx context.Context, post archive.Post, owner, reason string) error
	Post(ctx context.Context, guildID string, date calendar.Date) (archive.Post, error)
	LastPost(ctx context.Context, guildID string) (archive.Post, error)
	LastPosted(ctx context.Context, guildID string) (archive.Post, error)
	LastFailed(ctx context.Context, guildID string) (archive.Post, error)
	PostBefore(ctx context.Context, guildID string, date calendar.Date) (archive.Post, error)
	ThreadOf(ctx context.Context, guildID string, date calendar.Date) (threadID string, err error)
	RetryPost(ctx context.Context, guildID string, date calendar.Date, channelID string) (bool, error)
	RetryRefused(ctx context.Context, guildIDs []string) (posts int, err error)
}
