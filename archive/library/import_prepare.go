package library

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
)

// prepared is an entry with all that is computed about it.
type prepared struct {
	format.Entry
	position int // among the entries of the source, from 1
	key      canon.Key
	rated    bool // the rest need no rating: the archive has their puzzle, or an entry before them
	rating   rating.Rating
	why      error // why it is rejected; nil if it is not

	symmetries criteria.SymmetrySet // of isomorphs, if it is rated

	known   int32  // the id of the puzzle, if the archive had it when it was asked; it may have no key yet
	absent  bool   // the archive did not have it
	row     stored // of the puzzle, when the entry is kept
	brought bool   // the puzzle came with this entry
	given   bool   // it has a place in the order of its collection
	fresh   bool   // the owner of the collection did not have the puzzle
	same    bool   // its clues are those of the puzzle
}

// prepare fills in what the entries of a batch lack. To rate a puzzle is most of the work, and for
// one that the archive has already it is done: where the batch before had many of those, the archive
// is asked first.
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

// askTwin finds the puzzles of entries without their canonical forms if another collection has all of the same
// source, and returns the other entries: those that will be rejected, and all where no import had the source.
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

// each does some work for the numbers below n. Idle workers take the next: hard puzzles take a thousand
// times as long as easy ones, and equal shares would leave processors idle.
func each(ctx context.Context, n int, work func(int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	workers.Wait()
}

// identify finds the key of what has exactly one solution, and examines the rest, which will be
// rejected. Without a solution or with many, the canonical form can take a thousand times as long.
func (p *prepared) identify() {
	if p.Err != nil || p.Grid.Solved() {
		p.examine()
		return
	}
	if _, err := solver.Solve(p.Grid); err != nil {
		p.examine()
		return
	}
	p.key = canon.KeyOf(p.Grid)
}

// unknown returns the first entry of each puzzle that the archive does not have yet, and notes which
// those are that it has.
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

// examine rejects what cannot be rated, which is all that is not known to have exactly one
// solution, and finds key and rating of the rest.
func (p *prepared) examine() {
	if p.Err != nil {
		p.why = p.Err
		return
	}
	r, err := rating.Rate(p.Grid)
	if err != nil {
		p.why = err
		return
	}
	p.rating, p.rated = r, true
	p.symmetries = criteria.OfIsomorphs(p.Grid.Shape(), p.Grid.Filled())
	if p.key == (canon.Key{}) {
		p.key = canon.KeyOf(p.Grid)
	}
}
