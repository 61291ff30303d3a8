package daily

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Guild is a community that shares dailies, and its schedule.
type Guild struct {
	ID              string
	ChannelID       string        // where the daily is posted
	At              string        // the wall clock time when it is due: "09:00"
	Zone            string        // IANA name of that wall clock: "Europe/Berlin"
	Tiers           [7]logic.Tier // of the daily, indexed by time.Weekday
	Searches        [7]int64      // saved searches that choose the dailies instead, indexed by time.Weekday; 0: the tier
	FreshLook       bool          // show 9×9 puzzles turned and relabelled; Shidoku always are
	Since           calendar.Date // first date that is posted; zero: none yet
	Scheduled       bool          // post at all
	AnnounceResults bool          // post every solved game where it is played
	Off             [7]bool       // days without a post, indexed by time.Weekday; the daily can be played all the same
	Shidoku         bool          // a Shidoku stands beside each daily in its post
	Ping            string        // the role that a post pings; "": none
	Quiet           bool          // a post notifies nobody
	Language        string        // of the posts, and for players whose own the bot does not speak, as a BCP 47 tag; "": English
	First           calendar.Date // the dailies are numbered from it; zero: there is none yet. Not a setting
	Rules           Rules         // how the dailies are played
}

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

// PostedOn reports whether the daily of a date is posted, as far as its weekday says.
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
	if g.Rules.Freezes < 0 || g.Rules.Freezes > MostFreezes {
		return fmt.Errorf("%d freezes a month: want 0-%d", g.Rules.Freezes, MostFreezes)
	}
	return nil
}

// settingColumns are the columns of what admins choose, and settingParameters their values in a
// statement.
const (
	settingColumns = `channel, at, zone, tiers, fresh_look, since, scheduled, announce_results, searches,
		days_off, shidoku, ping, quiet, language, ` + rulesColumns
	settingParameters = `$2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21`

	guildColumns = `id, ` + settingColumns
	insertGuild  = `insert into guild (` + guildColumns + `) values ($1, ` + settingParameters + `)`
)

// values are what the guildColumns hold.
func (g Guild) values() []any {
	return []any{g.ID, g.ChannelID, g.At, g.Zone, g.Tiers[:], g.FreshLook, g.Since, g.Scheduled, g.AnnounceResults, g.Searches[:],
		g.Off[:], g.Shidoku, postgres.PlainText(g.Ping), g.Quiet, postgres.PlainText(g.Language),
		g.Rules.Sealed, g.Rules.Threads, g.Rules.Weekly, g.Rules.Monthly, g.Rules.Freezes, g.Rules.Global}
}

func (g *Guild) fields() postgres.Fields {
	return g.Rules.fields().And(postgres.Fields{
		"id": &g.ID, "channel": &g.ChannelID, "at": &g.At, "zone": &g.Zone, "tiers": &g.Tiers,
		"fresh_look": &g.FreshLook, "since": &g.Since, "scheduled": &g.Scheduled, "first": &g.First,
		"announce_results": &g.AnnounceResults, "searches": &g.Searches,
		"days_off": &g.Off, "shidoku": &g.Shidoku, "ping": &g.Ping, "quiet": &g.Quiet, "language": &g.Language,
	})
}

// Guild returns the settings of a guild, those of [NewGuild] if it has none.
func (s *Store) Guild(ctx context.Context, id string) (Guild, error) {
	guild, err := ReadGuild(ctx, s.db, id)
	return guild, postgres.Annotate(err, "settings of guild %q", id)
}

func ReadGuild(ctx context.Context, db postgres.Querier, id string) (Guild, error) {
	guild, err := postgres.ReadOne(ctx, db, (*Guild).fields, `select `+guildColumns+`, first from guild where id = $1`, id)
	if errors.Is(err, pgx.ErrNoRows) {
		return NewGuild(id), nil
	}
	return guild, err
}

// SaveGuild keeps the settings of a guild. The error says which of them makes no sense.
func (s *Store) SaveGuild(ctx context.Context, guild Guild) error {
	if err := guild.validate(); err != nil {
		return err
	}
	_, err := s.db.Exec(ctx,
		insertGuild+` on conflict (id) do update set (`+settingColumns+`) = (`+settingParameters+`)`, guild.values()...)
	return postgres.Annotate(err, "save the settings of guild %q", guild.ID)
}

// ScheduledGuilds returns the guilds whose dailies are posted, by id. It sets the clock first: whoever asks looks
// next which of them are due, and a machine whose clock is ahead must not post tomorrow's.
func (s *Store) ScheduledGuilds(ctx context.Context) ([]Guild, error) {
	if err := s.db.SetClock(ctx); err != nil {
		return nil, postgres.Annotate(err, "ask for the time")
	}
	guilds, err := postgres.ReadAll(ctx, s.db, (*Guild).fields, `select `+guildColumns+`, first from guild where scheduled order by id`)
	return guilds, postgres.Annotate(err, "list the scheduled guilds")
}

// lockGuild makes others that want a new daily of the guild wait until the transaction
// ends. A guild that was never set up gets its row now. The lock lets foreign keys refer to
// the row: "for update" would make whoever enters a post wait.
func lockGuild(ctx context.Context, tx pgx.Tx, guild Guild) error {
	if err := guild.validate(); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, insertGuild+` on conflict do nothing`, guild.values()...)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `select from guild where id = $1 for no key update`, guild.ID)
	return err
}
