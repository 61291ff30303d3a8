package archive

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/canon"
)

// Puzzles that came with one batch have ids in a row, so that of a file that was imported before, the
// puzzles of a batch can be read in one piece.

// rangeOf returns the first and the last of some ids, and whether the database reads all from the one to the
// other sooner than those ids alone: for each of these it would go through the index from its root, which
// takes five times as long as to read on.
func rangeOf(ids []int32) (first, last int32, dense bool) {
	first, last = slices.Min(ids), slices.Max(ids)
	return first, last, int(last-first) < 4*len(ids)
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
	if err := readKnown(ctx, tx, known); err != nil {
		return err
	}
	for _, p := range known {
		if p.key == (canon.Key{}) { // the import that had it was taken back meanwhile
			p.key = canon.KeyOf(p.Grid)
		}
	}
	return nil
}

// readKnown reads puzzles, which are in the order of their ids.
func readKnown(ctx context.Context, tx pgx.Tx, known []*prepared) error {
	ids := make([]int32, len(known))
	for n, p := range known {
		ids[n] = p.known
	}
	const columns = `select id, key, rnd, (case shape when 1 then 0 else tier end)::smallint, clues from puzzle where id `
	query, args := columns+`= any($1)`, []any{slices.Compact(slices.Clone(ids))}
	if first, last, dense := rangeOf(ids); dense {
		query, args = columns+`between $1 and $2`, []any{first, last}
	}
	rows, err := tx.Query(ctx, query, args...)
	if err != nil {
		return err
	}
	key, row := canon.Key{}, stored{}
	_, err = pgx.ForEachRow(rows, []any{&row.id, keyColumn{&key}, &row.rnd, &row.slot, &row.clues}, func() error {
		for n, _ := slices.BinarySearch(ids, row.id); n < len(ids) && ids[n] == row.id; n++ {
			known[n].key, known[n].row = key, row
		}
		return nil
	})
	return err
}
