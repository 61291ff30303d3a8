package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Guild is a community that shares dailies, and its schedule.
type Guild struct {
	ID        string
	Channel   string        // where the daily is posted
	At        string        // the wall clock time when it is due: "09:00"
	Zone      string        // IANA name of that wall clock: "Europe/Berlin"
	Tiers     [7]logic.Tier // of the daily, indexed by time.Weekday
	FreshLook bool          // show 9×9 puzzles turned and relabelled; Shidoku always are
	Since     Date          // first date that is posted; zero: none yet
	Scheduled bool          // post at all
}

// NewGuild returns the settings of a guild that nobody set up: due at 09:00 UTC, not
// posted. The week starts easy and grows: Monday and Tuesday singletons, Wednesday and
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

// Tier returns the tier of the daily of a date.
func (g Guild) Tier(date Date) logic.Tier { return g.Tiers[date.Weekday()] }

// validate says what is wrong with the settings.
func (g Guild) validate() error {
	if g.ID == "" {
		return errors.New("a guild needs an id")
	}
	if t, err := time.Parse(wallClock, g.At); err != nil || t.Format(wallClock) != g.At {
		return fmt.Errorf("%q is no time of day: want hours and minutes, such as 09:00 or 21:30", g.At)
	}
	if _, err := time.LoadLocation(g.Zone); err != nil || g.Zone == "" || g.Zone == "Local" {
		return fmt.Errorf("%q is no time zone: want an IANA name, such as Europe/Berlin or Asia/Taipei", g.Zone)
	}
	for day, tier := range g.Tiers {
		if tier < logic.TierSingletons || tier > logic.TierGuessing {
			return fmt.Errorf("tier %d for %s: want 1-5", tier, time.Weekday(day))
		}
	}
	return nil
}

const guildColumns = `id, channel, at, zone, tiers, fresh_look, since, scheduled`

// values are what the guildColumns hold.
func (g Guild) values() []any {
	tiers := make([]int16, len(g.Tiers))
	for day, tier := range g.Tiers {
		tiers[day] = int16(tier)
	}
	return []any{g.ID, g.Channel, g.At, g.Zone, tiers, g.FreshLook, g.Since, g.Scheduled}
}

// scanGuild reads the guildColumns.
func scanGuild(row pgx.Row) (s Guild, err error) {
	var tiers []int16
	err = row.Scan(&s.ID, &s.Channel, &s.At, &s.Zone, &tiers, &s.FreshLook, &s.Since, &s.Scheduled)
	for day := range min(len(tiers), len(s.Tiers)) {
		s.Tiers[day] = logic.Tier(tiers[day])
	}
	return s, err
}

// Guild returns the settings of a guild, those of [NewGuild] if it has none.
func (s *Store) Guild(ctx context.Context, id string) (Guild, error) {
	guild, err := readGuild(ctx, s.pool, id)
	return guild, failed(err, "settings of guild %q", id)
}

func readGuild(ctx context.Context, db queryer, id string) (Guild, error) {
	guild, err := scanGuild(db.QueryRow(ctx, `select `+guildColumns+` from guild where id = $1`, id))
	if errors.Is(err, pgx.ErrNoRows) {
		return NewGuild(id), nil
	}
	return guild, err
}

// SaveGuild keeps the settings of a guild. The error says which of them make no sense.
func (s *Store) SaveGuild(ctx context.Context, guild Guild) error {
	if err := guild.validate(); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `
		insert into guild (`+guildColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (id) do update
		set (channel, at, zone, tiers, fresh_look, since, scheduled) = ($2, $3, $4, $5, $6, $7, $8)`,
		guild.values()...)
	return failed(err, "save the settings of guild %q", guild.ID)
}

// ScheduledGuilds returns the guilds whose dailies are posted, by id.
func (s *Store) ScheduledGuilds(ctx context.Context) ([]Guild, error) {
	rows, err := s.pool.Query(ctx, `select `+guildColumns+` from guild where scheduled order by id`)
	if err != nil {
		return nil, failed(err, "list the scheduled guilds")
	}
	guilds, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Guild, error) { return scanGuild(row) })
	return guilds, failed(err, "list the scheduled guilds")
}

// lockGuild makes others that want a new daily of the guild wait until the transaction
// ends. A guild that nobody set up gets its row now.
func lockGuild(ctx context.Context, tx pgx.Tx, guild Guild) error {
	if err := guild.validate(); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into guild (`+guildColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
		guild.values()...)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `select from guild where id = $1 for update`, guild.ID)
	return err
}
