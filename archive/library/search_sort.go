package library

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// sortable is a puzzle that was found, without what can be read again: a million are 40 MB.
type sortable struct {
	value  float64 // what it is sorted by
	rnd    int64
	puzzle int64
	entry  EntryID
}

// sorted yields what is found in another order: it keeps the first ones, or all where there is no
// limit, and then reads them again.
func (s *Store) sorted(ctx context.Context, q Query, found iter.Seq2[Found, error]) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		best, err := s.best(ctx, q, found)
		if err != nil {
			yield(Found{}, err)
			return
		}
		for page := range slices.Chunk(best, searchBatch) {
			again, err := s.readFound(ctx, page)
			if err != nil {
				yield(Found{}, err)
				return
			}
			for _, f := range again {
				if !yield(f, nil) {
					return
				}
			}
		}
	}
}

// best returns what is found in order, up to the limit. Where many more are found than that, it
// sorts them now and then and forgets the rest.
func (s *Store) best(ctx context.Context, q Query, found iter.Seq2[Found, error]) (best []sortable, err error) {
	value, err := s.valueOf(ctx, q.Sort)
	if err != nil {
		return nil, err
	}
	for f, err := range found {
		if err != nil {
			return nil, err
		}
		best = append(best, sortable{value(f), f.rnd, f.ID, f.Entry})
		if q.Limit > 0 && len(best) >= 2*q.Limit+searchBatch {
			best = q.order(best)
		}
	}
	return q.order(best), nil
}

// order sorts what was found, and cuts it to the limit.
func (q Query) order(best []sortable) []sortable {
	slices.SortFunc(best, func(a, b sortable) int {
		by := cmp.Compare(a.value, b.value)
		if q.Descending {
			by = -by
		}
		return cmp.Or(by, cmp.Compare(a.rnd, b.rnd), cmp.Compare(a.puzzle, b.puzzle))
	})
	if q.Limit > 0 && len(best) > q.Limit {
		best = best[:q.Limit]
	}
	return best
}

// valueOf returns what an order sorts by.
func (s *Store) valueOf(ctx context.Context, by Sort) (func(Found) float64, error) {
	switch by {
	case ByLine:
		return func(f Found) float64 { return float64(f.Entry.ImportID)*(1<<31) + float64(f.Entry.Position) }, nil
	case ByClues:
		return func(f Found) float64 { return float64(f.Clues.Len()) }, nil
	case ByDate:
		imports, err := s.importTimes(ctx)
		return func(f Found) float64 { return float64(imports[f.Entry.ImportID].UnixMicro()) }, err
	}
	return func(f Found) float64 { return f.Score }, nil
}

// readFound reads puzzles again, in the order given. One that is gone meanwhile is left out.
func (s *Store) readFound(ctx context.Context, page []sortable) ([]Found, error) {
	imports, positions := make([]int64, len(page)), make([]int32, len(page))
	for i, p := range page {
		imports[i], positions[i] = p.entry.ImportID, int32(p.entry.Position)
	}
	return postgres.ReadAll(ctx, s.db, (*Found).fields, `
		select `+foundColumns+` from unnest($1::bigint[], $2::integer[]) with ordinality w (import, position, n)
		cross join lateral (select collection, rnd from entry e where e.import = w.import and e.position = w.position offset 0) e
		cross join lateral (select * from entered_puzzle p where p.import = w.import and p.position = w.position offset 0) p
		order by w.n`, imports, positions)
}

// importTimes returns when each import began.
func (s *Store) importTimes(ctx context.Context) (map[int64]time.Time, error) {
	rows, err := s.db.Query(ctx, `select id, started from import`)
	if err != nil {
		return nil, err
	}
	times := map[int64]time.Time{}
	var id int64
	var started time.Time
	_, err = pgx.ForEachRow(rows, []any{&id, &started}, func() error {
		times[id] = started
		return nil
	})
	return times, err
}
