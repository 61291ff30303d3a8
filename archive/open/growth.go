package open

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Growth is how the open archive has grown.
type Growth struct {
	Puzzles     library.TierCounts // as in [library.Overview]
	Collections []Grown            // those with puzzles, the newest first
	Months      []GrownMonth       // in order
	Changed     time.Time          // when the last import ended, or began if it has not ended; zero: there is none
}

// Grown is an open collection with the time of its first import.
type Grown struct {
	library.Collection
	Begun time.Time
	Sum   int // puzzles
}

// GrownMonth counts the puzzles that imports of a month brought to a collection.
type GrownMonth struct {
	library.Month
	Collection int32 `db:"collection"`
}

// Growth reads how the open archive has grown. Like [library.Store.Overview], it counts kinds of puzzles by a sample where
// collections share puzzles.
func (s *Store) Growth(ctx context.Context) (g Growth, err error) {
	collections, err := s.OpenCollections(ctx)
	if err != nil {
		return Growth{}, err
	}
	ids := idsOf(collections)
	type span struct {
		Collection int32     `db:"collection"`
		Begun      time.Time `db:"begun"`
		Changed    time.Time `db:"changed"`
	}
	spans, err := postgres.ReadAll(ctx, s.db, postgres.Tags[span], `
		select collection::integer, min(started) as begun, max(coalesce(finished, started)) as changed from import
		where collection = any($1::integer[]) group by 1`, ids)
	for _, c := range collections {
		of := slices.IndexFunc(spans, func(s span) bool { return s.Collection == c.ID })
		sum := 0
		for _, n := range c.Puzzles {
			sum += n
		}
		if of < 0 || sum == 0 {
			continue
		}
		g.Collections = append(g.Collections, Grown{c, spans[of].Begun, sum})
		if changed := spans[of].Changed; changed.After(g.Changed) {
			g.Changed = changed
		}
	}
	slices.SortStableFunc(g.Collections, func(a, b Grown) int { return cmp.Or(b.Begun.Compare(a.Begun), cmp.Compare(b.ID, a.ID)) })
	if err == nil {
		g.Months, err = postgres.ReadAll(ctx, s.db, postgres.Tags[GrownMonth], `
			select date_trunc('month', started, 'UTC') as month, collection::integer, sum(fresh) as puzzles from import
			where collection = any($1::integer[]) group by 1, 2 having sum(fresh) > 0 order by 1, 2`, ids)
	}
	if err == nil {
		var overview library.Overview
		overview, err = s.library.OverviewOf(ctx, ids)
		g.Puzzles = overview.Puzzles
	}
	return g, postgres.Annotate(err, "how the open archive has grown")
}

func idsOf(collections []library.Collection) (ids []int32) {
	for _, c := range collections {
		ids = append(ids, c.ID)
	}
	return ids
}

// OpenKeys yields the keys from one to another of open puzzles, in order and at most so many, without those whose isomorphs
// are guarded. Keys are hashes, so a part of their range has that part of the puzzles.
func (s *Store) OpenKeys(ctx context.Context, from, to canon.Key, most int) iter.Seq2[canon.Key, error] {
	return func(yield func(canon.Key, error) bool) {
		collections, err := s.OpenCollections(ctx)
		if err != nil {
			yield(canon.Key{}, err)
			return
		}
		rows, _ := s.db.Query(ctx, `
			select p.key from puzzle p left join import i on i.id = p.import
			where p.key between @from and @to and not `+Guarded+` and (i.collection = any(@open::integer[]) or exists (
				select from unnest(@open::integer[]) c (id) join entry e on shelf(e.collection, e.slot) = shelf(c.id, slot_of(p.shape, p.tier))
				and e.rnd = p.rnd and e.puzzle = p.id and e.slot is not null
			)) order by p.key limit @most`, pgx.NamedArgs{
			"from": [16]byte(from), "to": [16]byte(to), "rankable": s.Rankable(), "open": idsOf(collections), "most": most,
		})
		defer rows.Close()
		for rows.Next() {
			var key [16]byte
			if err = rows.Scan(&key); err != nil || !yield(key, nil) {
				break
			}
		}
		if err = cmp.Or(err, rows.Err()); err != nil {
			yield(canon.Key{}, postgres.Annotate(err, "list the open puzzles"))
		}
	}
}
