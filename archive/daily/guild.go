// Package daily keeps guilds, the puzzle of a guild for a date, and the posts about it.
//
//	guild, err := store.Guild(ctx, "42")
//	daily, err := store.Daily(ctx, guild, today, sudoku.Sudoku, logic.TierHidden)
//
// Promises:
//
//   - a daily is chosen once and then served from the record
//   - at most one owner at a time holds a post of the ledger
//
// Leases of the ledger are of the clock of the database, which all machines share.
package daily

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Guild is a community that shares dailies, and its schedule.
type Guild struct {
	ID              string
	ChannelID       string          // where the daily is posted
	GamesID         string          // the channel of boards for all, challenges and shared results; "": where a player asks for them
	At              string          // the wall clock time when it is due: "09:00"
	Zone            string          // IANA name of that wall clock: "Europe/Berlin"
	Tiers           [7]logic.Tier   // of the daily, indexed by time.Weekday
	Searches        [7]int64        // saved searches that choose the dailies instead, indexed by time.Weekday; 0: the tier
	FreshLook       bool            // show puzzles turned and relabelled; Shidoku always are
	Since           calendar.Date   // first date that is posted; zero: none yet
	Scheduled       bool            // post at all
	AnnounceResults bool            // post every solved game where it is played
	Off             [7]bool         // days without a post, indexed by time.Weekday; the daily can be played all the same
	Shidoku         bool            // a Shidoku stands beside each daily in its post
	Shapes          [7]sudoku.Shape // of the daily that is posted, indexed by time.Weekday: Sudoku or SixBySix
	SixBySix        [7]bool         // days on which a 6×6 stands beside the daily in its post, indexed by time.Weekday
	Ping            string          // the role that a post pings; "": none
	Quiet           bool            // a post notifies nobody
	Language        string          // of the posts, and for players whose own the bot does not speak, as a BCP 47 tag; "": English
	First           calendar.Date   // the dailies are numbered from it; zero: there is none yet. Not a setting
	Rules           Rules           // how the dailies are played
	Submissions     Submissions     // the puzzles that the guild takes from its members
}

// Submissions are the puzzles that a guild takes from its members: see package submissions. The values are stored in the
// database.
type Submissions string

const (
	NoSubmissions      Submissions = ""
	AnySubmissions     Submissions = "any"
	MinimalSubmissions Submissions = "minimal" // without a clue that can go
)

// NewGuild returns the settings of a guild before it is set up: due at 09:00 UTC, not
// posted. The week starts easy and gets harder: Monday and Tuesday singletons, Wednesday and
// Thursday hidden, Friday locked, Saturday x-wing, Sunday locked.
func NewGuild(id string) Guild {
	return Guild{
		ID: id, At: "09:00", Zone: "UTC",
		Tiers: [7]logic.Tier{
			time.Sunday: logic.TierLocked,
			time.Monday: logic.TierSingletons, time.Tuesday: logic.TierSingletons,
			time.Wednesday: logic.TierHidden, time.Thursday: logic.TierHidden,
			time.Friday: logic.TierLocked, time.Saturday: logic.TierXWing,
		},
	}
}

// PostedOn reports whether dailies are posted on the weekday of a date.
func (g Guild) PostedOn(date calendar.Date) bool { return !g.Off[date.Weekday()] }

// Tier returns the tier of the daily of a date.
func (g Guild) Tier(date calendar.Date) logic.Tier { return g.TierOn(date.Weekday()) }

// TierOn returns the tier of the daily of a weekday.
func (g Guild) TierOn(day time.Weekday) logic.Tier {
	if g.Rules.Global {
		return NewGuild(library.GlobalGuild).Tiers[day]
	}
	return g.Tiers[day]
}

// Shape returns the shape of the daily that is posted on a date. Dailies of other shapes can be played all the same.
func (g Guild) Shape(date calendar.Date) sudoku.Shape { return g.Shapes[date.Weekday()] }

// Beside returns the shapes of the dailies that stand beside the daily of a date in its post.
func (g Guild) Beside(date calendar.Date) []sudoku.Shape { return g.BesideOn(date.Weekday()) }

// BesideOn returns the shapes of the dailies that stand beside the daily of a weekday in its post.
func (g Guild) BesideOn(day time.Weekday) (shapes []sudoku.Shape) {
	if g.Shidoku {
		shapes = append(shapes, sudoku.Shidoku)
	}
	if g.SixBySix[day] && g.Shapes[day] != sudoku.SixBySix {
		shapes = append(shapes, sudoku.SixBySix)
	}
	return shapes
}

// searchOn returns the saved search that chooses the daily of a weekday, 0 for none: searches are for sudoku, and the
// global daily is chosen elsewhere.
func (g Guild) searchOn(day time.Weekday) int64 {
	if g.Shapes[day] != sudoku.Sudoku || g.Rules.Global {
		return 0
	}
	return g.Searches[day]
}

// validate returns an error about the first setting that makes no sense.
func (g Guild) validate() error {
	if g.ID == "" {
		return errors.New("a guild needs an id")
	}
	if at, err := calendar.ParseClock(g.At); err != nil || at != g.At {
		return cmp.Or(err, fmt.Errorf("time of day %q: want it as %q", g.At, at))
	}
	if _, err := calendar.LoadZone(g.Zone); err != nil {
		return err
	}
	for day, tier := range g.Tiers {
		if tier < logic.TierSingletons || tier > logic.TierGuessing {
			return fmt.Errorf("tier %d for %s: want 1-5", tier, time.Weekday(day))
		}
	}
	for day, shape := range g.Shapes {
		if !slices.Contains(sudoku.Shapes, shape) || !library.HasTiers(shape) {
			return fmt.Errorf("shape %d for %s: want that of a daily with tiers", shape, time.Weekday(day))
		}
	}
	if !slices.Contains([]Submissions{NoSubmissions, AnySubmissions, MinimalSubmissions}, g.Submissions) {
		return fmt.Errorf("submissions %q: want %q, %q or none", g.Submissions, AnySubmissions, MinimalSubmissions)
	}
	if g.Rules.Freezes < 0 || g.Rules.Freezes > MostFreezes {
		return fmt.Errorf("%d freezes a month: want 0-%d", g.Rules.Freezes, MostFreezes)
	}
	return nil
}

// settings are the columns that an admin chooses, with the id.
func (g *Guild) settings() postgres.Fields {
	return postgres.Fields{
		"id": &g.ID, "channel": &g.ChannelID, "at": &g.At, "zone": &g.Zone, "tiers": &g.Tiers,
		"fresh_look": &g.FreshLook, "since": &g.Since, "scheduled": &g.Scheduled,
		"announce_results": &g.AnnounceResults, "searches": &g.Searches,
		"days_off": &g.Off, "shidoku": &g.Shidoku, "shapes": &g.Shapes, "six_by_six": &g.SixBySix, "ping": &g.Ping, "quiet": &g.Quiet, "language": &g.Language, "games_channel": &g.GamesID,
		"sealed": &g.Rules.Sealed, "threads_since": &g.Rules.Threads, "weekly_since": &g.Rules.Weekly, "monthly_since": &g.Rules.Monthly,
		"freezes": &g.Rules.Freezes, "global": &g.Rules.Global, "submissions": &g.Submissions,
	}
}

func (g *Guild) fields() postgres.Fields { return g.settings().And(postgres.Fields{"first": &g.First}) }

// values are the settings as the database takes them.
func (g Guild) values() pgx.NamedArgs {
	g.Ping, g.Language = postgres.PlainText(g.Ping), postgres.PlainText(g.Language)
	return g.settings().Values()
}

var (
	insertGuild = postgres.Insert("guild", new(Guild).settings())
	selectGuild = `select ` + new(Guild).fields().Columns() + ` from guild `
)

// Guild returns the settings of a guild, by default [NewGuild].
func (s *Store) Guild(ctx context.Context, id string) (Guild, error) {
	guild, err := ReadGuild(ctx, s.db, id)
	return guild, postgres.Annotate(err, "settings of guild %q", id)
}

// GuildToChange returns the settings of a guild, which nobody else changes until the request of the context ends.
func (s *Store) GuildToChange(ctx context.Context, id string) (guild Guild, err error) {
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if err := lockGuild(ctx, tx, NewGuild(id)); err != nil { // one without settings too: its first ones come at once
			return err
		}
		guild, err = ReadGuild(ctx, tx, id)
		return err
	})
	return guild, postgres.Annotate(err, "settings of guild %q", id)
}

func ReadGuild(ctx context.Context, db postgres.Querier, id string) (Guild, error) {
	guild, err := postgres.ReadOne(ctx, db, (*Guild).fields, selectGuild+`where id = $1`, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return NewGuild(id), nil
	}
	return guild, err
}

// SaveGuild keeps the settings of a guild. The error names the first invalid setting.
func (s *Store) SaveGuild(ctx context.Context, guild Guild) error {
	if err := guild.validate(); err != nil {
		return err
	}
	_, err := s.db.Exec(ctx, insertGuild+` on conflict (id) do update set `+guild.settings().Excluded("id"), guild.values())
	return postgres.Annotate(err, "save the settings of guild %q", guild.ID)
}

// ScheduledGuilds returns the guilds whose dailies are posted, by id. It sets the clock first: callers look next
// which of them are due, and a machine whose clock is ahead must not post tomorrow's.
func (s *Store) ScheduledGuilds(ctx context.Context) ([]Guild, error) {
	if err := s.db.SetClock(ctx); err != nil {
		return nil, postgres.Annotate(err, "ask for the time")
	}
	// Counted first: a slice that grows to 5,000 guilds was a third of all that an idle bot allocated.
	var many int
	if err := s.db.QueryRow(ctx, `select count(*) from guild where scheduled`).Scan(&many); err != nil {
		return nil, postgres.Annotate(err, "count the scheduled guilds")
	}
	guilds := make([]Guild, 0, many)
	for g, err := range postgres.Stream(ctx, s.db, (*Guild).fields, selectGuild+`where scheduled order by id`) {
		if err != nil {
			return nil, postgres.Annotate(err, "list the scheduled guilds")
		}
		guilds = append(guilds, g)
	}
	return guilds, nil
}

// lockGuild makes others that want a new daily of the guild wait until the transaction ends. A guild that was never
// set up gets its row now. The lock lets foreign keys refer to the row: "for update" would make every new post wait.
func lockGuild(ctx context.Context, tx pgx.Tx, guild Guild) error {
	if err := guild.validate(); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, insertGuild+` on conflict do nothing`, guild.values())
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `select from guild where id = $1 for no key update`, guild.ID)
	return err
}

// Store keeps guilds and their dailies in a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db} }

// Rules are a guild's rules of play for its dailies. The zero value is the default.
type Rules struct {
	Sealed  bool          // the post of a daily does not show it, so that a time begins with the clues
	Threads calendar.Date // the first daily whose post gets a thread; zero: none
	Weekly  calendar.Date // the board of a week is posted if the week ends then or later; zero: none
	Monthly calendar.Date // the same of a month
	Global  bool          // the daily of its weekday is that of [library.GlobalGuild]

	// Freezes is how many missed days of a calendar month do not break a player's streak. None is the default: a
	// streak then counts days without a gap, until an admin decides otherwise.
	Freezes int
}

// MostFreezes is the most freezes that a guild can give: a whole month.
const MostFreezes = 31

// HasThread reports whether the post of a daily gets a thread.
func (r Rules) HasThread(date calendar.Date) bool {
	return !r.Threads.IsZero() && !date.Before(r.Threads)
}

// Contact is the player who set up the posts of a guild. The bot writes to them when a post fails.
type Contact struct {
	PlayerID  string // "": nobody is known
	ChannelID string // where they set them up
	Language  string // theirs, as a BCP 47 tag
}

const contactColumns = `set_up_by, set_up_in, set_up_language`

// Contact returns who set up the posts of a guild, the zero Contact if nobody is known.
func (s *Store) Contact(ctx context.Context, guildID string) (c Contact, err error) {
	err = s.db.QueryRow(ctx, `select `+contactColumns+` from guild where id = $1`, guildID).Scan(&c.PlayerID, &c.ChannelID, &c.Language)
	if errors.Is(err, pgx.ErrNoRows) {
		return Contact{}, nil
	}
	return c, postgres.Annotate(err, "the contact of guild %q", guildID)
}

// SetContact keeps who set up the posts of a guild that has settings. The bot writes
// to them about the next failure.
func (s *Store) SetContact(ctx context.Context, guildID string, c Contact) error {
	_, err := s.db.Exec(ctx, `
		update guild set (`+contactColumns+`, told) = ($2, $3, $4, null) where id = $1`,
		guildID, postgres.PlainText(c.PlayerID), postgres.PlainText(c.ChannelID), postgres.PlainText(c.Language))
	return postgres.Annotate(err, "the contact of guild %q", guildID)
}

// StopPosts ends the posts of a guild in a channel that is no longer there, or, with the channel
// "", all of its posts. It reports whether there were any. The other settings stay.
func (s *Store) StopPosts(ctx context.Context, guildID, channelID string) (stopped bool, err error) {
	changed, err := s.db.Exec(ctx, `
		update guild set scheduled = false, channel = case when $2 = '' then channel else '' end
		where id = $1 and scheduled and $2 in ('', channel)`, guildID, channelID)
	return err == nil && changed.RowsAffected() > 0, postgres.Annotate(err, "end the posts of guild %q", guildID)
}
