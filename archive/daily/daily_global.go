package daily

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// firstGlobal is long before any guild could ask: one further east has a date first, and one further
// west may still ask for the day before.
var firstGlobal = calendar.Date{Year: 2026, Month: time.January, Day: 1}

// globalDaily returns the global daily of a date and a shape. The week has the tiers of [NewGuild], and the puzzles are of the
// operator's collections.
func (s *Store) globalDaily(ctx context.Context, date calendar.Date, shape sudoku.Shape) (Daily, error) {
	all := NewGuild(library.GlobalGuild)
	if d, err := readCounting(ctx, s.db, all.ID, date, shape); !errors.Is(err, pgx.ErrNoRows) {
		return d, err
	}
	var d Daily
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		if err := lockGuild(ctx, tx, all); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `update guild set first = $2 where id = $1 and first is null`, all.ID, firstGlobal)
		if err == nil {
			d, err = chooseCounting(ctx, tx, all, dailyID{date, shape, all.Tier(date)}, Daily{})
		}
		return err
	})
	return d, err
}

// GlobalDaily returns the global daily of a date and a shape, or [postgres.ErrNotFound] if it was not chosen. It chooses
// none, and nobody learns one before its day by UTC.
func (s *Store) GlobalDaily(ctx context.Context, date calendar.Date, shape sudoku.Shape) (d Daily, err error) {
	if s.GlobalToday().Before(date) {
		return d, postgres.ErrNotFound
	}
	d, err = readCounting(ctx, s.db, library.GlobalGuild, date, shape)
	return d, postgres.Annotate(err, "the global daily of %s", date)
}

// GlobalDailies returns the global dailies of a shape of the last days, today's included, the newest first. Days without
// one are left out.
func (s *Store) GlobalDailies(ctx context.Context, days int, shape sudoku.Shape) ([]Daily, error) {
	today := s.GlobalToday()
	list, err := postgres.ReadAll(ctx, s.db, (*Daily).fields, `
		select `+dailyColumns+` from daily d join entered_puzzle p on p.import = d.import and p.position = d.position
		where d.guild = $1 and d.date > $2 and d.date <= $3 and d.shape = $4 and d.counts order by d.date desc`,
		library.GlobalGuild, today.AddDays(-days), today, shape)
	return list, postgres.Annotate(err, "the global dailies of %s", shape)
}

// ChooseGlobalDaily chooses today's global daily of a shape if nobody has yet, so that [Store.GlobalDaily] finds it. The
// error is a [*library.NoPuzzleError] if the operator's collections have no puzzle for it.
func (s *Store) ChooseGlobalDaily(ctx context.Context, shape sudoku.Shape) error {
	_, err := s.globalDaily(ctx, s.GlobalToday(), shape)
	return postgres.Annotate(err, "today's global daily of %s", shape)
}

// GlobalToday is the date of the global daily for visitors who are in no guild: that of the calendar, by UTC.
func (s *Store) GlobalToday() calendar.Date { return calendar.DateOf(s.db.Now()) }

// enterGlobal makes the global daily that of a guild. If the guild has one of that tier already, chosen before it
// took the global dailies, that stays.
func enterGlobal(ctx context.Context, tx pgx.Tx, guild Guild, global Daily) error {
	number, err := numberOf(ctx, tx, guild.ID, global.Date)
	if err != nil {
		return err
	}
	_, err = tx.Exec(ctx, `
		insert into daily (guild, date, shape, tier, puzzle, import, position, transform, number, global)
		select $1, date, shape, tier, puzzle, import, position, transform, $5, true from daily
		where guild = $2 and date = $3 and shape = $6 and tier = $4
		on conflict do nothing`, guild.ID, library.GlobalGuild, global.Date, global.Tier, number, global.Shape)
	if err != nil {
		return err
	}
	return library.GuildRotation(guild.ID, global.Shape, global.Tier).NoteDrawn(ctx, tx, global.Puzzle.ID)
}

// Today returns the nominal date of a guild at a moment: where dailies are posted, of the newest that is due, so that
// yesterday's stays the daily until then; elsewhere, and before the first post, of the calendar. So neither a new
// schedule nor a later hour takes a posted daily back.
func (g Guild) Today(now time.Time) calendar.Date {
	shown := calendar.DateOf(now.In(g.location()))
	if !g.Scheduled {
		return shown
	}
	if newest := g.Newest(now); !newest.Before(g.Since) {
		return newest
	}
	if eve := g.Since.AddDays(-1); shown.Before(eve) {
		return eve
	}
	return shown
}

// Newest returns the date of the daily that was due last at a moment.
func (g Guild) Newest(now time.Time) calendar.Date {
	zone := g.location()
	shown := calendar.DateOf(now.In(zone))
	for days := 1; days >= -3; days-- { // a clock put back shows the day before; a zone may skip a date
		date := shown.AddDays(days)
		if due, ok := calendar.DueAt(date, g.At, zone); ok && !due.After(now) {
			return date
		}
	}
	return shown // no time of day is set
}

func (g Guild) location() *time.Location {
	zone, err := calendar.LoadZone(g.Zone)
	if err != nil { // saved by a program that knows more zones
		return time.UTC
	}
	return zone
}
