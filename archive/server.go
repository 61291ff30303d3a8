package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Server is a community that shares dailies, and its schedule.
type Server struct {
	ID        string
	Channel   string        // where the daily is posted
	At        string        // the wall clock time when it is due: "09:00"
	Zone      string        // IANA name of that wall clock: "Europe/Berlin"
	Tiers     [7]logic.Tier // of the daily, indexed by time.Weekday
	FreshLook bool          // show 9×9 puzzles turned and relabelled; Shidoku always are
	Since     Date          // first date that is posted; zero: none yet
	Scheduled bool          // post at all
}

// NewServer returns the settings of a server that nobody set up: due at 09:00 UTC, not
// posted. The week starts easy and grows: Monday and Tuesday singletons, Wednesday and
// Thursday hidden, Friday locked, Saturday x-wing, Sunday locked.
func NewServer(id string) Server {
	return Server{
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
func (s Server) Tier(date Date) logic.Tier { return s.Tiers[date.Weekday()] }

// validate says what is wrong with the settings.
func (s Server) validate() error {
	if s.ID == "" {
		return errors.New("a server needs an id")
	}
	if t, err := time.Parse(wallClock, s.At); err != nil || t.Format(wallClock) != s.At {
		return fmt.Errorf("%q is no time of day: want hours and minutes, such as 09:00 or 21:30", s.At)
	}
	if _, err := time.LoadLocation(s.Zone); err != nil || s.Zone == "" || s.Zone == "Local" {
		return fmt.Errorf("%q is no time zone: want an IANA name, such as Europe/Berlin or Asia/Taipei", s.Zone)
	}
	for day, tier := range s.Tiers {
		if tier < logic.TierSingletons || tier > logic.TierGuessing {
			return fmt.Errorf("tier %d for %s: want 1-5", tier, time.Weekday(day))
		}
	}
	return nil
}

const serverColumns = `id, channel, at, zone, tiers, fresh_look, since, scheduled`

// values are what the serverColumns hold.
func (s Server) values() []any {
	tiers := make([]int16, len(s.Tiers))
	for day, tier := range s.Tiers {
		tiers[day] = int16(tier)
	}
	return []any{s.ID, s.Channel, s.At, s.Zone, tiers, s.FreshLook, s.Since, s.Scheduled}
}

// scanServer reads the serverColumns.
func scanServer(row pgx.Row) (s Server, err error) {
	var tiers []int16
	err = row.Scan(&s.ID, &s.Channel, &s.At, &s.Zone, &tiers, &s.FreshLook, &s.Since, &s.Scheduled)
	for day := range min(len(tiers), len(s.Tiers)) {
		s.Tiers[day] = logic.Tier(tiers[day])
	}
	return s, err
}

// Server returns the settings of a server, those of [NewServer] if it has none.
func (s *Store) Server(ctx context.Context, id string) (Server, error) {
	server, err := readServer(ctx, s.pool, id)
	return server, failed(err, "settings of server %q", id)
}

func readServer(ctx context.Context, db queryer, id string) (Server, error) {
	server, err := scanServer(db.QueryRow(ctx, `select `+serverColumns+` from server where id = $1`, id))
	if errors.Is(err, pgx.ErrNoRows) {
		return NewServer(id), nil
	}
	return server, err
}

// SaveServer keeps the settings of a server. The error says which of them make no sense.
func (s *Store) SaveServer(ctx context.Context, server Server) error {
	if err := server.validate(); err != nil {
		return err
	}
	_, err := s.pool.Exec(ctx, `
		insert into server (`+serverColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8)
		on conflict (id) do update
		set (channel, at, zone, tiers, fresh_look, since, scheduled) = ($2, $3, $4, $5, $6, $7, $8)`,
		server.values()...)
	return failed(err, "save the settings of server %q", server.ID)
}

// ScheduledServers returns the servers whose dailies are posted, by id.
func (s *Store) ScheduledServers(ctx context.Context) ([]Server, error) {
	rows, err := s.pool.Query(ctx, `select `+serverColumns+` from server where scheduled order by id`)
	if err != nil {
		return nil, failed(err, "list the scheduled servers")
	}
	servers, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (Server, error) { return scanServer(row) })
	return servers, failed(err, "list the scheduled servers")
}

// lockServer makes others that want a new daily of the server wait until the transaction
// ends. A server that nobody set up gets its row now.
func lockServer(ctx context.Context, tx pgx.Tx, server Server) error {
	if err := server.validate(); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, `
		insert into server (`+serverColumns+`) values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing`,
		server.values()...)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `select from server where id = $1 for update`, server.ID)
	return err
}
