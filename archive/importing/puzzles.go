package importing

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// prepare computes keys and ratings of a batch. Rating is most of the work, and done for puzzles that the archive has
// already: if the batch before had many of these, the archive is asked first.
func (i *importer) prepare(ctx context.Context, conn *pgx.Conn, b *batch) error {
	if i.newest.Load() {
		each(ctx, len(b.entries), func(n int) { b.entries[n].examine() })
		return ctx.Err()
	}
	rest, err := i.askTwin(ctx, conn, b)
	if err != nil {
		return err
	}
	each(ctx, len(rest), func(n int) { rest[n].identify() })
	if ctx.Err() != nil {
		return ctx.Err()
	}
	unknown, err := unknown(ctx, conn, rest)
	if err != nil {
		return err
	}
	each(ctx, len(unknown), func(n int) { unknown[n].examine() })
	return ctx.Err()
}

// askTwin finds the puzzles of entries without their canonical forms, if another collection has all of the same
// source. It returns the other entries: rejected lines, or all if no import had the source.
func (i *importer) askTwin(ctx context.Context, conn *pgx.Conn, b *batch) (rest []*prepared, err error) {
	if i.twin != 0 && len(b.entries) > 0 {
		first, last := b.entries[0].position, b.entries[len(b.entries)-1].position
		rows, _ := conn.Query(ctx, `
			select position, puzzle from entry where import = $1 and position between $2 and $3`, i.twin, first, last)
		position, id := 0, int32(0)
		_, err := pgx.ForEachRow(rows, []any{&position, &id}, func() error {
			b.entries[position-first].known = id
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for n := range b.entries {
		if p := &b.entries[n]; p.known == 0 {
			rest = append(rest, p)
		}
	}
	return rest, nil
}

// unknown returns the first entry of each puzzle that the archive does not have yet, and notes the ids of the others.
func unknown(ctx context.Context, conn *pgx.Conn, entries []*prepared) ([]*prepared, error) {
	seen := make(map[canon.Key]bool, len(entries))
	var firsts []*prepared
	for _, p := range entries {
		if p.why == nil && !p.rated && !seen[p.key] {
			seen[p.key] = true
			firsts = append(firsts, p)
		}
	}
	if len(firsts) == 0 {
		return nil, nil
	}
	keys := keysOf(firsts)
	ids, err := postgres.ReadColumn[int32](ctx, conn, `
		select coalesce((select id from puzzle p where p.key = k.key offset 0), 0)
		from unnest($1::uuid[]) with ordinality k (key, n) order by n`, keys)
	var unknown []*prepared
	for n, id := range ids {
		if firsts[n].known = id; id == 0 {
			firsts[n].absent = true
			unknown = append(unknown, firsts[n])
		}
	}
	return unknown, err
}

// findKnown fills in the keys and rows of the puzzles that the archive had, if it still has them. Every entry has a
// key then.
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
	err := library.ReadPuzzles(ctx, tx, `id, key, rnd, slot_of(shape, tier), clues`, ids,
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

// batchPuzzles are the puzzles of a batch.
type batchPuzzles struct {
	firsts  map[canon.Key]*prepared // the first entry of each in the batch, which has its row
	brought map[canon.Key]stored    // those that came with this batch
}

// keepPuzzles stores the new puzzles of a batch, and finds the rows of the others: in the archive, or among those of
// the batch before, which only its own transaction sees.
//
// From here on it keeps tiers from changing. A batch takes that lock in its turn: if it held the lock while it waits
// for the batch before, that one could wait behind a change of tiers.
func (i *importer) keepPuzzles(ctx context.Context, tx pgx.Tx, accepted []*prepared, before map[canon.Key]stored) (b batchPuzzles, err error) {
	if len(accepted) == 0 {
		return b, nil
	}
	if err := library.HoldTiers(ctx, tx); err != nil {
		return b, err
	}
	if err := findKnown(ctx, tx, accepted); err != nil {
		return b, err
	}
	b.firsts = make(map[canon.Key]*prepared, len(accepted))
	var firsts []*prepared
	for _, p := range accepted {
		if b.firsts[p.key] == nil {
			b.firsts[p.key] = p
			firsts = append(firsts, p)
			if p.row.id == 0 {
				p.row = before[p.key]
			}
		}
	}
	if err := findPuzzles(ctx, tx, firsts); err != nil {
		return b, err
	}
	b.brought, err = i.addPuzzles(ctx, tx, missing(firsts))
	return b, err
}

// findPuzzles fills in the missing rows of puzzles by their keys, unless the archive is known not to have had them.
// "offset 0" makes PostgreSQL ask an index about one puzzle at a time: with its statistics, which are of before the
// import, it would read the whole archive into a hash table for each batch.
func findPuzzles(ctx context.Context, tx pgx.Tx, puzzles []*prepared) error {
	wanted := slices.DeleteFunc(missing(puzzles), func(p *prepared) bool { return p.absent })
	if len(wanted) == 0 {
		return nil
	}
	rows, _ := tx.Query(ctx, `
		select k.n::integer - 1, p.id, p.rnd, p.slot, p.clues from unnest($1::uuid[]) with ordinality k (key, n) cross join lateral (
			select id, rnd, slot_of(shape, tier) as slot, clues from puzzle p where p.key = k.key offset 0
		) p`, keysOf(wanted))
	n, row := int32(0), stored{}
	_, err := pgx.ForEachRow(rows, []any{&n, &row.id, &row.rnd, &row.slot, &row.clues}, func() error {
		wanted[n].row = row
		return nil
	})
	return err
}

// addPuzzles stores puzzles that the archive did not have, and returns their rows. If another import brings one of
// them meanwhile, it waits for that, and stores the others.
func (i *importer) addPuzzles(ctx context.Context, tx pgx.Tx, puzzles []*prepared) (map[canon.Key]stored, error) {
	// Importers that share puzzles wait for each other in one order, and so never in a circle.
	sortByKey(puzzles)
	for len(puzzles) > 0 {
		for _, p := range puzzles {
			// The archive had it, so it was not rated, and its import was taken back meanwhile. From here on the lock
			// of the tiers keeps puzzles from going.
			if !p.rated {
				p.examine()
			}
			if p.why != nil {
				return nil, fmt.Errorf("line %d: %w", p.Line, p.why)
			}
		}
		var ids []int32
		err := tx.QueryRow(ctx, `select array(select nextval('puzzle_id_seq')::integer from generate_series(1, $1))`, len(puzzles)).Scan(&ids)
		if err != nil {
			return nil, err
		}
		for n, p := range puzzles {
			p.row = stored{ids[n], int32(rand.Uint32()), int16(library.Slot(p.Grid.Shape(), p.rating.Tier)), postgres.PackGrid(p.Grid)}
		}
		err = postgres.InTransaction(ctx, tx, func(part pgx.Tx) error { return i.copyPuzzles(ctx, part, puzzles) })
		if err == nil {
			break
		}
		if !postgres.Violates(err, "puzzle_key_key") {
			return nil, err
		}
		for _, p := range puzzles {
			p.row, p.known, p.absent = stored{}, 0, false
		}
		if err := findPuzzles(ctx, tx, puzzles); err != nil {
			return nil, err
		}
		puzzles = missing(puzzles)
	}
	brought := make(map[canon.Key]stored, len(puzzles))
	for _, p := range puzzles {
		p.brought = true
		brought[p.key] = p.row
	}
	return brought, nil
}

// copyPuzzles stores new puzzles, in the order of their keys. All columns are given: a default that differs from row
// to row would make PostgreSQL store one row at a time.
func (i *importer) copyPuzzles(ctx context.Context, tx pgx.Tx, puzzles []*prepared) error {
	const (
		statement = `
			copy puzzle (score, key, id, rnd, import, position, shape, tier, rating_version, hardest, clues,
				clue_count, symmetries, needs)
			from stdin (format binary)`
		columns, usual = 14, 168 // bytes of a row
	)
	rows := newCopyRows(len(puzzles), usual)
	for _, p := range puzzles {
		rows.begin(columns)
		rows.float(p.rating.Score)
		rows.bytes(p.key[:])
		rows.int32(int(p.row.id))
		rows.int32(int(p.row.rnd))
		rows.int32(int(i.report.ImportID))
		rows.int32(p.position)
		rows.int16(int(p.Grid.Shape()))
		rows.int16(int(p.rating.Tier))
		rows.int16(rating.Version)
		rows.text(library.HardestColumn(p.rating))
		rows.bytes(p.row.clues)
		rows.int16(p.Grid.Len())
		rows.int16(int(p.symmetries))
		rows.int16(int(p.rating.Needs))
	}
	return rows.send(ctx, tx, statement, len(puzzles))
}
