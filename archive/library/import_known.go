package library

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/canon"
)

// Puzzles that came with one batch have ids in a row, so that of a file that was imported before, the
// puzzles of a batch can be read in one piece.

// nearby is how far puzzles are apart that are read together with those between: for each that is read alone
// the database goes through the index from its root, which takes as long as to read five on.
const nearby = 5

// rangesOf returns the ends of ranges that have all of some ids, which are in order.
func rangesOf(ids []int32) (from, to []int32) {
	for _, id := range ids {
		if last := len(to) - 1; last >= 0 && id-to[last] <= nearby {
			to[last] = id
		} else {
			from, to = append(from, id), append(to, id)
		}
	}
	return from, to
}

// readPuzzles reads columns of some puzzles, whose ids are in order, and calls do for each place in the list that
// has a puzzle. The first of the columns is the id.
func readPuzzles(ctx context.Context, db postgres.Querier, columns string, ids []int32, id *int32, more []any, do func(n int) error) error {
	from, to := rangesOf(ids)
	rows, err := db.Query(ctx, `
		select p.* from unnest($1::integer[], $2::integer[]) r (lowest, highest)
		cross join lateral (select `+columns+` from puzzle where id between r.lowest and r.highest offset 0) p`, from, to)
	if err != nil {
		return err
	}
	_, err = pgx.ForEachRow(rows, append([]any{id}, more...), func() error {
		for n, _ := slices.BinarySearch(ids, *id); n < len(ids) && ids[n] == *id; n++ {
			if err := do(n); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// findKnown fills in the keys and rows of those puzzles that the archive had, if it still has them. An entry
// without a key gets one in any case.
func findKnown(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	var known []*prepared
	for _, p := range accepted {
		if p.known != 0 {
			known = append(known, p)
		}
	}
	if len(known) == 0 {
		return nil
	}
	slices.SortFunc(known, func(a, b *prepared) int { return cmp.Compare(a.known, b.known) })
	ids := make([]int32, len(known))
	for n, p := range known {
		ids[n] = p.known
	}
	key, row := canon.Key{}, stored{}
	err := readPuzzles(ctx, tx, `id, key, rnd, (case shape when 1 then 0 else tier end)::smallint, clues`, ids,
		&row.id, []any{postgres.Key(&key), &row.rnd, &row.slot, &row.clues}, func(n int) error {
			known[n].key, known[n].row = key, row
			return nil
		})
	for _, p := range known {
		if p.key == (canon.Key{}) { // the import that had it was taken back meanwhile
			p.key = canon.KeyOf(p.Grid)
		}
	}
	return err
}
