package daily

import (
	"context"
	"fmt"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Choose sets the collections that a guild's dailies and its players' puzzles come from; none
// means all that it may use, also those to come. What was drawn before stays. An id that is not
// among [library.Store.Offers] is [postgres.ErrNotFound], and nothing is changed.
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
