package daily

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// counting returns the daily of a date and a shape that counts. It is chosen before any other of the date, so that
// the posted daily is the one that was played, even if the schedule changes in between.
func (s *Store) counting(ctx context.Context, guild Guild, date calendar.Date, shape sudoku.Shape) (Daily, error) {
	d, err := readCounting(ctx, s.db, guild.ID, date, shape)
	if !errors.Is(err, pgx.ErrNoRows) {
		return d, err
	}
	global := Daily{}
	if guild.Rules.Global && library.HasTiers(shape) { // before the guild is locked, which all guilds would wait for
		if global, err = s.globalDaily(ctx, date, shape); err != nil {
			return Daily{}, err
		}
	}
	err = s.db.Transact(ctx, func(tx pgx.Tx) (err error) {
		d, err = chooseCounting(ctx, tx, guild, dailyID{date, shape, guild.Tier(date)}, global)
		return err
	})
	return d, err
}

// Chosen returns the daily of a guild and a shape that counts on a date, or [postgres.ErrNotFound] if it was not chosen
// yet. It chooses none.
func (s *Store) Chosen(ctx context.Context, guildID string, date calendar.Date, shape sudoku.Shape) (Daily, error) {
	d, err := readCounting(ctx, s.db, guildID, date, shape)
	return d, postgres.Annotate(err, "the daily of %s", date)
}

func readCounting(ctx context.Context, db postgres.Querier, guildID string, date calendar.Date, shape sudoku.Shape) (Daily, error) {
	return postgres.ReadOne(ctx, db, (*Daily).fields, `
		select `+dailyColumns+` from daily d join entered_puzzle p on p.import = d.import and p.position = d.position
		where d.guild = $1 and d.date = $2 and d.shape = $3 and d.counts`, guildID, date, shape)
}

// chooseCounting chooses the daily that counts, unless another transaction has. One of the same tier that was an
// extra, as there was no puzzle for the default then, is taken.
func chooseCounting(ctx context.Context, tx pgx.Tx, guild Guild, which dailyID, global Daily) (Daily, error) {
	if err := lockGuild(ctx, tx, guild); err != nil {
		return Daily{}, err
	}
	if d, err := readCounting(ctx, tx, guild.ID, which.date, which.shape); !errors.Is(err, pgx.ErrNoRows) {
		return d, err
	}
	tier, err := chooseDefault(ctx, tx, guild, which, global)
	if err != nil {
		return Daily{}, err
	}
	_, err = tx.Exec(ctx, `update daily set counts = true where guild = $1 and date = $2 and shape = $3 and tier = $4`,
		guild.ID, which.date, which.shape, library.KeyTier(which.shape, tier))
	if err != nil {
		return Daily{}, err
	}
	return readCounting(ctx, tx, guild.ID, which.date, which.shape)
}

// chooseDefault chooses the daily that the schedule wants, and returns its tier.
func chooseDefault(ctx context.Context, tx pgx.Tx, guild Guild, which dailyID, global Daily) (tier logic.Tier, err error) {
	search := guild.Searches[which.date.Weekday()]
	switch {
	case !global.Date.IsZero():
		return global.Tier, enterGlobal(ctx, tx, guild, global)
	case search != 0 && which.shape == sudoku.Sudoku:
		return chooseSearched(ctx, tx, guild, which, search)
	}
	_, err = chooseDaily(ctx, tx, guild, which)
	return which.tier, err
}
