package daily

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// firstGlobal is long before any guild could ask: one further east has a date first, and one further
// west may still ask for the day before.
var firstGlobal = calendar.Date{Year: 2026, Month: time.January, Day: 1}

// globalDaily returns a guild's daily of a date, which is the global one. Where the guild has one of
// that tier already, chosen before it took the global dailies, that stays. The tiers of the week are those
// of [NewGuild], and the puzzles are of the operator's collections.
func (s *Store) globalDaily(ctx context.Context, guild Guild, date calendar.Date) (Daily, error) {
	which := dailyID{date, sudoku.Sudoku, guild.Tier(date)}
	d, err := readDaily(ctx, s.db, guild.ID, which)
	if !errors.Is(err, pgx.ErrNoRows) {
		return d, err
	}
	global, err := readDaily(ctx, s.db, library.GlobalGuild, which)
	if errors.Is(err, pgx.ErrNoRows) {
		global, err = s.chooseGlobal(ctx, date)
	}
	if err != nil {
		return Daily{}, err
	}
	err = s.db.Transact(ctx, func(tx pgx.Tx) (err error) {
		d, err = enterGlobal(ctx, tx, guild, global)
		return err
	})
	return d, err
}

// chooseGlobal chooses the global daily of a date, unless another process just has.
func (s *Store) chooseGlobal(ctx context.Context, date calendar.Date) (d Daily, err error) {
	all := NewGuild(library.GlobalGuild)
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		if err := lockGuild(ctx, tx, all); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `update guild set first = $2 where id = $1 and first is null`, all.ID, firstGlobal); err != nil {
			return err
		}
		d, err = chooseDaily(ctx, tx, all, dailyID{date, sudoku.Sudoku, all.Tier(date)})
		return err
	})
	return d, err
}

// enterGlobal makes the global daily that of a guild.
func enterGlobal(ctx context.Context, tx pgx.Tx, guild Guild, global Daily) (Daily, error) {
	if err := lockGuild(ctx, tx, guild); err != nil {
		return Daily{}, err
	}
	number, err := numberOf(ctx, tx, guild.ID, global.Date)
	if err != nil {
		return Daily{}, err
	}
	_, err = tx.Exec(ctx, `
		insert into daily (guild, date, shape, tier, puzzle, import, position, transform, number, global)
		select $1, date, shape, tier, puzzle, import, position, transform, $5, true from daily
		where guild = $2 and date = $3 and shape = 0 and tier = $4
		on conflict do nothing`, guild.ID, library.GlobalGuild, global.Date, global.Tier, number)
	if err != nil {
		return Daily{}, err
	}
	if err := library.GuildRotation(guild.ID, sudoku.Sudoku, global.Tier).NoteDrawn(ctx, tx, global.Puzzle.ID); err != nil {
		return Daily{}, err
	}
	return readDaily(ctx, tx, guild.ID, dailyID{global.Date, sudoku.Sudoku, global.Tier})
}
