package archive

import (
	"container/heap"
	"context"
	"iter"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
)

// Sort is the order in which a search yields what it finds.
type Sort string

// The orders. [Shuffled] and [Random] need least for the first puzzles, [ByLine] for all of them. The
// others look at all before they yield the first.
const (
	Shuffled Sort = ""       // that of the rotations, the same each time
	Random   Sort = "random" // the same, from another puzzle on each time
	ByScore  Sort = "score"
	ByClues  Sort = "clues"
	ByDate   Sort = "date" // of the import
	ByLine   Sort = "line" // as imported
)

// Sorts lists the orders that have a name.
var Sorts = []Sort{Random, ByScore, ByClues, ByDate, ByLine}

// Query is a search, in whose name it is asked, and what is to be done with what is found.
type Query struct {
	Search
	GuildID    string // only what this guild may use; "": everything, for the operator
	Chosen     bool   // only of the collections that the guild has chosen, if it has
	Sort       Sort
	Descending bool
	Limit      int       // 0: all
	From       float64   // with Random: where in the shuffled order to begin, 0 to 1
	Tried      func(int) // called now and then with the number of puzzles looked at; may be nil
}

// Found is a puzzle that a search found, as a line of a collection has it.
type Found struct {
	Puzzle
	CollectionID int32
	rnd          int64 // its place in the shuffled order
}

func (f *Found) fields() fields {
	return f.Puzzle.fields().and(fields{"found_collection": &f.CollectionID, "found_rnd": &f.rnd})
}

// foundColumns are the columns of a [Found] of an entry e and its puzzle p.
const foundColumns = `e.collection as found_collection, coalesce(e.rnd, 0) as found_rnd, ` + puzzleColumns

// Search yields the puzzles that are as wanted, each once, in the order wanted. It reads the
// collections some thousand puzzles ahead, and looks at them on all processors. Memory is bounded, but
// for a bit a puzzle of the archive where the order is not a shuffled one, and 40 bytes a puzzle found
// where they have to be sorted.
func (s *Store) Search(ctx context.Context, q Query) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		found, err := s.inOrder(ctx, q)
		if err != nil {
			yield(Found{}, annotate(err, "search"))
			return
		}
		n := 0
		for f, err := range found {
			if !yield(f, annotate(err, "search")) || err != nil {
				return
			}
			if n++; n == q.Limit {
				return
			}
		}
	}
}

// inOrder yields what is as wanted in the order wanted. An order that needs all puzzles reads them as
// they were imported, which is quickest.
func (s *Store) inOrder(ctx context.Context, q Query) (iter.Seq2[Found, error], error) {
	if q.Sort == Shuffled || q.Sort == Random {
		return s.matches(ctx, q)
	}
	found, err := s.lines(ctx, q)
	if err != nil || q.Sort == ByLine && !q.Descending {
		return found, err
	}
	return s.sorted(ctx, q, found), nil
}

// matches yields what is as wanted in the shuffled order.
func (s *Store) matches(ctx context.Context, q Query) (iter.Seq2[Found, error], error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	r := &searching{db: s.db(ctx), query: q}
	if err := r.begin(ctx); err != nil {
		return nil, err
	}
	return func(yield func(Found, error) bool) {
		from := int64(beforeAll)
		if q.Sort == Random {
			from = math.MinInt32 + int64(q.From*(1<<32))
		}
		if r.lap(ctx, from, lastPlace+1, yield) && from > beforeAll {
			r.lap(ctx, beforeAll, from, yield)
		}
	}, nil
}

// searching is a search under way: a merge of sorted runs.
type searching struct {
	db      querier
	query   Query
	imports []int64 // those of the dates wanted; nil: any
	runs    []*run
	tried   int
}

// run is the puzzles of a slot of a collection, in their shuffled order, a page at a time.
type run struct {
	collection int32
	slot       int16
	page       []Found
	size       int   // of the next page
	rnd        int64 // the last place that was read
	ended      bool
}

// Pages begin small, because a search that finds enough soon should not read much, and many
// collections are small. A batch is what the processors share.
const (
	firstPage   = 64
	largestPage = 2048
	searchBatch = 2048
)

// begin finds out which parts of which collections may have such puzzles.
func (r *searching) begin(ctx context.Context) (err error) {
	collections, err := r.collections(ctx)
	if err != nil {
		return err
	}
	if collections, err = r.findImports(ctx, collections); err != nil {
		return err
	}
	parts, err := readAll(ctx, r.db, (*run).fields, `
		select collection::integer as collection, slot from collection_count
		where collection = any($1::integer[]) and slot = any($2::smallint[]) and puzzles > 0
		order by collection, slot`, collections, r.query.slots())
	for i := range parts {
		r.runs = append(r.runs, &parts[i])
	}
	return err
}

func (r *run) fields() fields { return fields{"collection": &r.collection, "slot": &r.slot} }

// collections returns those that may be looked into.
func (r *searching) collections(ctx context.Context) (all []int32, err error) {
	switch q := r.query; {
	case q.GuildID == "":
		all, err = readIDs(ctx, r.db, `select id from collection order by id`)
	case q.Chosen:
		var from sources
		from, err = readSources(ctx, r.db, q.GuildID)
		all = from.collections
	default:
		all, err = readIDs(ctx, r.db, visible+` order by id`, q.GuildID)
	}
	return slices.DeleteFunc(all, func(id int32) bool {
		return slices.Contains(r.query.NotIn, id) || len(r.query.In) > 0 && !slices.Contains(r.query.In, id)
	}), err
}

func readIDs(ctx context.Context, db querier, query string, args ...any) ([]int32, error) {
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int32])
}

// findImports finds the imports of the dates that are wanted, and returns their collections.
func (r *searching) findImports(ctx context.Context, collections []int32) ([]int32, error) {
	if r.query.Since.IsZero() && r.query.Until.IsZero() {
		return collections, nil
	}
	until := r.query.Until
	if until.IsZero() {
		until = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	rows, err := r.db.Query(ctx, `
		select id, collection::integer from import
		where collection = any($1::integer[]) and started >= $2 and started < $3`, collections, r.query.Since, until)
	if err != nil {
		return nil, err
	}
	r.imports, collections = []int64{}, nil
	var id int64
	var collection int32
	_, err = pgx.ForEachRow(rows, []any{&id, &collection}, func() error {
		r.imports, collections = append(r.imports, id), append(collections, collection)
		return nil
	})
	return collections, err
}

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
	run.page, err = readAll(ctx, r.db, (*Found).fields, `
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
func without(ctx context.Context, db querier, collections []int32, batch []Found) ([]Found, error) {
	if len(collections) == 0 || len(batch) == 0 {
		return batch, nil
	}
	ids, places, slots := make([]int64, len(batch)), make([]int64, len(batch)), make([]int16, len(batch))
	for i, f := range batch {
		ids[i], places[i], slots[i] = f.ID, f.rnd, int16(slot(f.Clues.Shape(), f.Tier))
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
