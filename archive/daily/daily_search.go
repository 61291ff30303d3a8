package daily

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// searchedDaily returns the daily of a weekday that has a saved search. Its tier is that of the puzzle
// found. It is chosen before any other of the date, so that its tier is free.
func (s *Store) searchedDaily(ctx context.Context, guild Guild, date calendar.Date, search int64) (Daily, error) {
	d, err := readSearchedDaily(ctx, s.db, guild.ID, date)
	if errors.Is(err, pgx.ErrNoRows) {
		err = s.db.Transact(ctx, func(tx pgx.Tx) (err error) {
			d, err = chooseSearched(ctx, tx, guild, date, search)
			return err
		})
	}
	return d, err
}

func readSearchedDaily(ctx context.Context, db postgres.Querier, guildID string, date calendar.Date) (Daily, error) {
	return postgres.ReadOne(ctx, db, (*Daily).fields, `
		select `+dailyColumns+` from daily d join entered_puzzle p on p.import = d.import and p.position = d.position
		where d.guild = $1 and d.date = $2 and d.shape = 0 and d.search is not null`, guildID, date)
}

// chooseSearched chooses the daily of a weekday that has a saved search: a puzzle that it finds, else
// one of the weekday's tier.
func chooseSearched(ctx context.Context, tx pgx.Tx, guild Guild, date calendar.Date, search int64) (Daily, error) {
	if err := lockGuild(ctx, tx, guild); err != nil {
		return Daily{}, err
	}
	if d, err := readSearchedDaily(ctx, tx, guild.ID, date); !errors.Is(err, pgx.ErrNoRows) {
		return d, err
	}
	number, err := numberOf(ctx, tx, guild.ID, date)
	if err != nil {
		return Daily{}, err
	}
	tier, found, err := drawSearched(ctx, tx, guild, date, search, number)
	if err != nil {
		return Daily{}, err
	}
	if !found {
		tier = guild.Tier(date)
		if _, err := chooseDaily(ctx, tx, guild, dailyID{date, sudoku.Sudoku, tier}); err != nil {
			return Daily{}, err
		}
	}
	_, err = tx.Exec(ctx, `
		update daily set search = $4, search_failed = $5 where guild = $1 and date = $2 and shape = 0 and tier = $3`,
		guild.ID, date, tier, search, !found)
	if err != nil {
		return Daily{}, err
	}
	return readSearchedDaily(ctx, tx, guild.ID, date)
}

// drawSearched enters a puzzle of a saved search as the daily of a date, if it has one, and counts it
// as drawn in the rotation of its tier too.
func drawSearched(ctx context.Context, tx pgx.Tx, guild Guild, date calendar.Date, search int64, number int) (logic.Tier, bool, error) {
	saved, err := postgres.ReadOne(ctx, tx, (*library.SavedSearch).Fields, `select `+library.SavedColumns+` from search where id = $1`, search)
	if errors.Is(err, pgx.ErrNoRows) { // deleted since the schedule was read
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	supply, err := library.SupplyOf(ctx, tx, guild.ID, saved)
	if err != nil {
		return 0, false, err
	}
	supply.Date = date
	next, tier, found, err := supply.Draw(ctx, tx)
	if err != nil || !found {
		return 0, false, err
	}
	if err := enterDaily(ctx, tx, guild, dailyID{date, sudoku.Sudoku, tier}, next, number); err != nil {
		return 0, false, err
	}
	return tier, true, library.GuildRotation(guild.ID, sudoku.Sudoku, tier).NoteDrawn(ctx, tx, next.Puzzle)
}
