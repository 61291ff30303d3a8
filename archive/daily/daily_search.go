package daily

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// chooseSearched chooses the daily of a weekday that has a saved search: a puzzle that it finds, else
// one of the weekday's tier. It returns its tier.
func chooseSearched(ctx context.Context, tx pgx.Tx, guild Guild, which dailyID, search int64) (logic.Tier, error) {
	number, err := numberOf(ctx, tx, guild.ID, which.date)
	if err != nil {
		return 0, err
	}
	tier, found, err := drawSearched(ctx, tx, guild, which.date, search, number)
	if err != nil {
		return 0, err
	}
	if !found {
		tier = which.tier
		if _, err := chooseDaily(ctx, tx, guild, which); err != nil {
			return 0, err
		}
	}
	_, err = tx.Exec(ctx, `
		update daily set search = $4, search_failed = $5 where guild = $1 and date = $2 and shape = 0 and tier = $3`,
		guild.ID, which.date, tier, search, !found)
	return tier, err
}

// drawSearched enters a puzzle of a saved search as the daily of a date, if it has one, and counts it
// as drawn in the rotation of its tier too.
func drawSearched(ctx context.Context, tx pgx.Tx, guild Guild, date calendar.Date, id int64, number int) (logic.Tier, bool, error) {
	saved, err := search.SavedByID(ctx, tx, id)
	if errors.Is(err, pgx.ErrNoRows) { // deleted since the schedule was read
		return 0, false, nil
	}
	if err != nil {
		return 0, false, err
	}
	supply, err := search.SupplyOf(ctx, tx, guild.ID, saved)
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

// Choose sets the collections that a guild's dailies and its players' puzzles come from; none means all that it may
// use, including later ones. Puzzles drawn before stay. An id that is not among [library.Store.Offers] is
// [postgres.ErrNotFound], and nothing is changed.
func (s *Store) Choose(ctx context.Context, guild Guild, ids ...int64) error {
	ids = slices.Compact(slices.Sorted(slices.Values(ids)))
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		if err := lockGuild(ctx, tx, guild); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `delete from choice where guild = $1`, guild.ID); err != nil {
			return err
		}
		chosen, err := tx.Exec(ctx, `
			insert into choice (guild, collection) select $1, v.id from (`+library.Visible+`) v where v.id = any($2)`, guild.ID, ids)
		if err == nil && chosen.RowsAffected() != int64(len(ids)) {
			err = fmt.Errorf("collections %v: %w", ids, postgres.ErrNotFound)
		}
		return err
	})
	return postgres.Annotate(err, "choose the collections of guild %q", guild.ID)
}
