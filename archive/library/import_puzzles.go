package library

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/canon"
)

// stored is the row of a puzzle, as far as its entries need it.
type stored struct {
	id, rnd int32
	slot    int16
	clues   []byte
}

// batchPuzzles are the puzzles of a batch.
type batchPuzzles struct {
	firsts  map[canon.Key]*prepared // the first entry of each in the batch, which has its row
	brought map[canon.Key]stored    // those that came with this batch
}

// keepPuzzles stores the puzzles of a batch that are new, and finds the rows of the others: in the
// archive, or among those that the batch before has just brought, which only its own transaction sees.
//
// It keeps tiers as they are from here on. A batch asks for that in its turn: if it held the lock while
// it waits for the one before, that one could wait for it behind whoever wants to change tiers.
func (i *importer) keepPuzzles(ctx context.Context, tx pgx.Tx, accepted []*prepared, before map[canon.Key]stored) (b batchPuzzles, err error) {
	if len(accepted) == 0 {
		return b, nil
	}
	if err := HoldTiers(ctx, tx); err != nil {
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

// missing returns those that have no row.
func missing(all []*prepared) []*prepared {
	return slices.DeleteFunc(slices.Clone(all), func(p *prepared) bool { return p.row.id != 0 })
}

// findPuzzles fills in the rows of those puzzles that have none yet, by their keys, unless the archive is
// known not to have had them. "offset 0" makes PostgreSQL ask an index about one puzzle at a time: with
// the statistics of before the import, which are all it has, it would read the whole archive into a hash
// table for each batch.
func findPuzzles(ctx context.Context, tx pgx.Tx, puzzles []*prepared) error {
	wanted := slices.DeleteFunc(missing(puzzles), func(p *prepared) bool { return p.absent })
	if len(wanted) == 0 {
		return nil
	}
	rows, _ := tx.Query(ctx, `
		select k.n::integer - 1, p.id, p.rnd, p.slot, p.clues from unnest($1::uuid[]) with ordinality k (key, n) cross join lateral (
			select id, rnd, (case shape when 1 then 0 else tier end)::smallint as slot, clues from puzzle p where p.key = k.key offset 0
		) p`, keysOf(wanted))
	n, row := int32(0), stored{}
	_, err := pgx.ForEachRow(rows, []any{&n, &row.id, &row.rnd, &row.slot, &row.clues}, func() error {
		wanted[n].row = row
		return nil
	})
	return err
}

// keysOf returns the keys of entries, which it sorts by them: an index finds what stands together
// sooner.
func keysOf(all []*prepared) [][16]byte {
	sortByKey(all)
	keys := make([][16]byte, len(all))
	for i, p := range all {
		keys[i] = p.key
	}
	return keys
}

func sortByKey(all []*prepared) {
	slices.SortFunc(all, func(a, b *prepared) int { return bytes.Compare(a.key[:], b.key[:]) })
}

// addPuzzles stores puzzles that were not in the archive when it was asked, and returns their rows. If
// another import brings one of them meanwhile, it waits for that, and stores the others.
func (i *importer) addPuzzles(ctx context.Context, tx pgx.Tx, puzzles []*prepared) (map[canon.Key]stored, error) {
	// Importers that share puzzles wait for each other in one order, and so never in a circle.
	sortByKey(puzzles)
	for len(puzzles) > 0 {
		if err := rateMissing(puzzles); err != nil {
			return nil, err
		}
		if err := giveIDs(ctx, tx, puzzles); err != nil {
			return nil, err
		}
		err := postgres.InTransaction(ctx, tx, func(part pgx.Tx) error { return i.copyPuzzles(ctx, part, puzzles) })
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

// rateMissing rates puzzles that were in the archive before, and so were not rated: an import was taken
// back meanwhile. From here on the lock of the tiers keeps puzzles from going.
func rateMissing(puzzles []*prepared) error {
	for _, p := range puzzles {
		if p.rated {
			continue
		}
		if p.examine(); p.why != nil {
			return fmt.Errorf("line %d: %w", p.Line, p.why)
		}
	}
	return nil
}

// giveIDs makes rows for new puzzles, in the order in which they will be stored.
func giveIDs(ctx context.Context, tx pgx.Tx, puzzles []*prepared) error {
	var ids []int32
	err := tx.QueryRow(ctx, `select array(select nextval('puzzle_id_seq')::integer from generate_series(1, $1))`, len(puzzles)).Scan(&ids)
	if err != nil {
		return err
	}
	for n, p := range puzzles {
		p.row = stored{ids[n], int32(rand.Uint32()), int16(Slot(p.Grid.Shape(), p.rating.Tier)), postgres.PackGrid(p.Grid)}
	}
	return nil
}
