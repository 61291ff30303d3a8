package archive

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/canon"
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
	reason   string // why it is rejected; "" if it is not
	why      error  // the same, if it is a grid

	absent  bool   // the archive did not have the puzzle when it was asked
	row     stored // of the puzzle
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
		each(ctx, b.entries, (*prepared).examine)
		return ctx.Err()
	}
	each(ctx, b.entries, (*prepared).identify)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	unknown, err := unknown(ctx, conn, b.entries)
	if err != nil {
		return err
	}
	each(ctx, unknown, func(p **prepared) { (*p).examine() })
	return ctx.Err()
}

// each does some work for all of a list. Idle workers take the next: hard puzzles take a thousand
// times as long as easy ones, and equal shares would leave processors idle.
func each[T any](ctx context.Context, all []T, work func(*T)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(all)) && ctx.Err() == nil; i = next.Add(1) - 1 {
				work(&all[i])
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

// unknown returns the first entry of each puzzle that the archive does not have yet.
func unknown(ctx context.Context, conn *pgx.Conn, entries []prepared) ([]*prepared, error) {
	seen := make(map[canon.Key]bool, len(entries))
	var firsts []*prepared
	var keys [][16]byte
	for i := range entries {
		p := &entries[i]
		if p.reason == "" && !p.rated && !seen[p.key] {
			seen[p.key] = true
			firsts, keys = append(firsts, p), append(keys, p.key)
		}
	}
	rows, err := conn.Query(ctx, `
		select n::integer - 1 from unnest($1::uuid[]) with ordinality k (key, n)
		where not exists (select from puzzle p where p.key = k.key offset 0)`, keys)
	if err != nil {
		return nil, err
	}
	numbers, err := pgx.CollectRows(rows, pgx.RowTo[int32])
	unknown := make([]*prepared, len(numbers))
	for i, n := range numbers {
		unknown[i] = firsts[n]
		unknown[i].absent = true
	}
	return unknown, err
}

// examine rejects what cannot be rated, which is all that is not known to have exactly one
// solution, and finds key and rating of the rest.
func (p *prepared) examine() {
	if p.Err != nil {
		p.reason = p.Err.Error()
		return
	}
	r, err := rating.Rate(p.Grid)
	if err != nil {
		p.reason, p.why = err.Error(), err
		return
	}
	p.rating, p.rated = r, true
	if p.key == (canon.Key{}) {
		p.key = canon.KeyOf(p.Grid)
	}
}
