package library

import (
	"context"
	"iter"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// lines yields what is as wanted in the order in which it was imported. Neighbouring lines are
// neighbours in the database too, so to look at everything takes a tenth of the time that the shuffled
// order takes.
func (s *Store) lines(ctx context.Context, q Query) (iter.Seq2[Found, error], error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	r := &searching{db: s.db, query: q}
	imports, err := r.allImports(ctx)
	if err != nil {
		return nil, err
	}
	return func(yield func(Found, error) bool) {
		var seen ids
		for _, id := range imports {
			if !r.importLines(ctx, id, &seen, yield) {
				return
			}
		}
	}, nil
}

// allImports returns the imports that may have such puzzles, the oldest first.
func (r *searching) allImports(ctx context.Context) ([]int64, error) {
	collections, err := r.collections(ctx)
	if err != nil {
		return nil, err
	}
	if collections, err = r.findImports(ctx, collections); err != nil {
		return nil, err
	}
	type row struct{ id int64 }
	rows, err := postgres.ReadAll(ctx, r.db, func(r *row) postgres.Fields { return postgres.Fields{"id": &r.id} }, `
		select id::bigint as id from import
		where collection = any($1::integer[]) and ($2::bigint[] is null or id = any($2)) order by id`, collections, r.imports)
	all := make([]int64, len(rows))
	for i, row := range rows {
		all[i] = row.id
	}
	return all, err
}

// importLines yields what is as wanted of an import and was not seen before. It returns false where no
// more is wanted.
func (r *searching) importLines(ctx context.Context, id int64, seen *ids, yield func(Found, error) bool) bool {
	size, position := firstPage, 0
	for {
		page, err := r.linesAfter(ctx, id, position, size)
		if err != nil {
			yield(Found{}, err)
			return false
		}
		ended := len(page) < size
		if len(page) > 0 {
			position = page[len(page)-1].Entry.Position
		}
		page = seen.add(page)
		if page, err = r.accepted(ctx, page); err != nil {
			yield(Found{}, err)
			return false
		}
		for _, f := range page {
			if !yield(f, nil) {
				return false
			}
		}
		if ended {
			return true
		}
		size = min(2*size, largestPage)
	}
}

// linesAfter reads the next puzzles of an import that are given out as what is wanted. "offset 0" is
// there for the same reason as in readPage.
func (r *searching) linesAfter(ctx context.Context, id int64, position, size int) ([]Found, error) {
	return postgres.ReadAll(ctx, r.db, (*Found).fields, `
		select `+foundColumns+` from (
			select import, position, collection, rnd from entry
			where import = $1 and position > $2 and slot = any($3::smallint[])
			order by position limit $4
		) e cross join lateral (
			select * from entered_puzzle p where p.import = e.import and p.position = e.position offset 0
		) p order by e.position`, id, position, r.query.slots(), size)
}

// ids is a set of puzzles: a bit for each that the archive ever had.
type ids []uint64

// add returns those of a page that are not in the set yet, and adds them.
func (s *ids) add(page []Found) []Found {
	kept := page[:0]
	for _, f := range page {
		word, bit := int(f.ID/64), uint64(1)<<(f.ID%64)
		if word >= len(*s) {
			*s = append(*s, make([]uint64, word+1-len(*s))...)
		}
		if (*s)[word]&bit == 0 {
			(*s)[word] |= bit
			kept = append(kept, f)
		}
	}
	return kept
}
