package library

import (
	"container/heap"
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// run is the puzzles of a slot of a collection, in their shuffled order, a page at a time.
type run struct {
	collection int32
	slot       int16
	page       []Found
	size       int   // of the next page
	rnd        int64 // the last place that was read
	ended      bool
}

func (r *run) fields() postgres.Fields {
	return postgres.Fields{"collection": &r.collection, "slot": &r.slot}
}

// Pages begin small, because a search that finds enough soon should not read much, and many
// collections are small. A batch is what the processors share.
const (
	firstPage   = 64
	largestPage = 2048
	searchBatch = 2048
)

// lap yields what is as wanted of the puzzles whose places are from one to another. It returns
// false where no more is wanted.
func (r *searching) lap(ctx context.Context, from, to int64, yield func(Found, error) bool) bool {
	merge, err := r.merge(ctx, from)
	for err == nil {
		var batch []Found
		if batch, err = merge.batch(ctx, to); err != nil {
			break
		}
		if len(batch) == 0 {
			return true
		}
		if batch, err = r.accepted(ctx, batch); err != nil {
			break
		}
		for _, f := range batch {
			if !yield(f, nil) {
				return false
			}
		}
	}
	yield(Found{}, err)
	return false
}

// merge is the runs that have puzzles left, a heap: that with the next puzzle comes first.
type merge struct {
	*searching
	runs []*run
	last int64 // the puzzle that was taken last
}

func (m *merge) Len() int           { return len(m.runs) }
func (m *merge) Less(i, j int) bool { return m.runs[i].page[0].before(m.runs[j].page[0]) }
func (m *merge) Swap(i, j int)      { m.runs[i], m.runs[j] = m.runs[j], m.runs[i] }
func (m *merge) Push(x any)         { m.runs = append(m.runs, x.(*run)) }
func (m *merge) Pop() any {
	last := m.runs[len(m.runs)-1]
	m.runs = m.runs[:len(m.runs)-1]
	return last
}

func (f *Found) before(g Found) bool { return f.rnd < g.rnd || f.rnd == g.rnd && f.ID < g.ID }

// merge begins with the puzzles at a place.
func (r *searching) merge(ctx context.Context, from int64) (*merge, error) {
	m := &merge{searching: r}
	for _, part := range r.runs {
		part := &run{collection: part.collection, slot: part.slot, rnd: from - 1, size: firstPage}
		if err := r.readPage(ctx, part); err != nil {
			return nil, err
		}
		if len(part.page) > 0 {
			m.runs = append(m.runs, part)
		}
	}
	heap.Init(m)
	return m, nil
}

// batch takes the next puzzles below a place, each once: a puzzle has the same place in all
// collections. The first batches are small, so that the first that is found is soon shown.
func (m *merge) batch(ctx context.Context, to int64) (batch []Found, err error) {
	size := min(searchBatch, max(firstPage, m.tried))
	for len(batch) < size && len(m.runs) > 0 {
		least := m.runs[0]
		f := least.page[0]
		if f.rnd >= to {
			break
		}
		if f.ID != m.last {
			batch = append(batch, f)
		}
		m.last = f.ID
		if err := m.advance(ctx, least); err != nil {
			return nil, err
		}
	}
	return batch, nil
}

// advance takes the first puzzle off the first run.
func (m *merge) advance(ctx context.Context, first *run) error {
	first.page = first.page[1:]
	if len(first.page) == 0 && !first.ended {
		if err := m.readPage(ctx, first); err != nil {
			return err
		}
	}
	if len(first.page) == 0 {
		heap.Pop(m)
	} else {
		heap.Fix(m, 0)
	}
	return nil
}

// readPage reads the next puzzles of a run by a seek in its index. Sorted by more than the place, which is
// all that the index knows, PostgreSQL may read the whole run for a page: so all that share the last place
// are read. "offset 0" makes it look each up by its key: a join is planned for whole tables.
func (r *searching) readPage(ctx context.Context, run *run) (err error) {
	run.page, err = postgres.ReadAll(ctx, r.db, (*Found).fields, `
		select `+foundColumns+` from (
			select import, position, collection, rnd, puzzle from entry
			where shelf(collection, slot) = shelf($1, $2) and rnd > $3::bigint and ($4::bigint[] is null or import = any($4))
			order by rnd fetch first $5 rows with ties
		) e cross join lateral (
			select * from entered_puzzle p where p.import = e.import and p.position = e.position offset 0
		) p order by e.rnd, e.puzzle`, run.collection, run.slot, run.rnd, r.imports, run.size)
	if n := len(run.page); n > 0 {
		run.rnd = run.page[n-1].rnd
	}
	run.ended = len(run.page) < run.size
	run.size = min(2*run.size, largestPage)
	return err
}

// accepted returns those that are as wanted.
func (r *searching) accepted(ctx context.Context, batch []Found) ([]Found, error) {
	if r.tried += len(batch); r.query.Tried != nil {
		r.query.Tried(r.tried)
	}
	batch = filter(batch, func(f Found) bool { return r.query.acceptRow(f.Puzzle) && r.query.acceptClues(f.Clues) })
	batch, err := without(ctx, r.db, r.query.NotIn, batch)
	if err != nil {
		return nil, err
	}
	return filter(batch, func(f Found) bool { return r.query.accept(f.Puzzle) }), ctx.Err()
}

// without drops the puzzles that some collections have.
func without(ctx context.Context, db postgres.Querier, collections []int32, batch []Found) ([]Found, error) {
	if len(collections) == 0 || len(batch) == 0 {
		return batch, nil
	}
	ids, places, slots := make([]int64, len(batch)), make([]int64, len(batch)), make([]int16, len(batch))
	for i, f := range batch {
		ids[i], places[i], slots[i] = f.ID, f.rnd, int16(Slot(f.Clues.Shape(), f.Tier))
	}
	rows, err := db.Query(ctx, `
		select f.puzzle from unnest($1::bigint[], $2::bigint[], $3::smallint[]) f (puzzle, rnd, slot)
		where exists (
			select from unnest($4::integer[]) c (id), entry e where shelf(e.collection, e.slot) = shelf(c.id, f.slot) and e.rnd = f.rnd and e.puzzle = f.puzzle offset 0
		)`, ids, places, slots, collections)
	if err != nil {
		return nil, err
	}
	had, err := pgx.CollectRows(rows, pgx.RowTo[int64])
	return slices.DeleteFunc(batch, func(f Found) bool { return slices.Contains(had, f.ID) }), err
}

// filter returns those of a batch that pass a test, which runs on all processors.
func filter(batch []Found, test func(Found) bool) []Found {
	good := make([]bool, len(batch))
	var next atomic.Int64
	var working sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(batch)) {
		working.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(batch)); i = next.Add(1) - 1 {
				good[i] = test(batch[i])
			}
		})
	}
	working.Wait()
	kept := batch[:0]
	for i, f := range batch {
		if good[i] {
			kept = append(kept, f)
		}
	}
	return kept
}
