package library

import (
	"cmp"
	"context"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/jackc/pgx/v5"
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

// puzzleSet is a set of puzzles, by their ids. Those of an import mostly stand close together: a word
// has 64 ids.
type puzzleSet struct {
	words map[int32]uint64
	count int
}

func newPuzzleSet() *puzzleSet { return &puzzleSet{words: map[int32]uint64{}} }

// add reports whether the puzzle was not in the set.
func (s *puzzleSet) add(id int32) bool {
	word, bit := s.words[id/64], uint64(1)<<(id%64)
	if word&bit != 0 {
		return false
	}
	s.words[id/64] = word | bit
	s.count++
	return true
}

func (s *puzzleSet) has(id int32) bool { return s.words[id/64]&(1<<(id%64)) != 0 }

// seeAll notes the puzzles of entries that are kept.
func (i *importer) seeAll(accepted []*prepared) {
	if i.seen == nil {
		return
	}
	for _, p := range accepted {
		if !i.seen.add(p.row.id) {
			i.report.InFile++
		}
	}
}

// knowsCollection reports whether the puzzles of the collection are those that the import has seen. It has
// a place for each of them, so that their number decides. The transaction holds the lock of the collection.
func (i *importer) knowsCollection(ctx context.Context, tx pgx.Tx) (bool, error) {
	if i.seen == nil {
		return false, nil
	}
	puzzles := 0
	err := tx.QueryRow(ctx, `
		select coalesce(sum(puzzles), 0) from collection_count where collection = $1`, i.collection).Scan(&puzzles)
	return puzzles == i.seen.count, err
}

// countInFile counts the entries of the import whose puzzles an earlier entry of it has.
func (i *importer) countInFile(ctx context.Context) error {
	if i.seen != nil || i.report.Duplicates == 0 || i.report.Repeated {
		return nil // it was counted on the way, or is not asked
	}
	return i.QueryRow(ctx, `
		select coalesce(sum(lines - 1), 0) from (select count(*) as lines from entry where import = $1 group by puzzle) p`,
		i.report.ImportID).Scan(&i.report.InFile)
}
