package library

import (
	"cmp"
	"context"
	"iter"
	"slices"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// unread is a line of which the puzzle is still to be read.
type unread struct {
	at         int // in the list
	puzzle     int32
	grid, text []byte
}

// entryColumns are the columns of an entry e in a record.
const entryColumns = `e.import, e.position, e.collection, e.puzzle, e.line, e.grid, e.text, e.name, e.author, e.comment, e.name, e.author`

func (r *Record) into(u *unread) []any {
	return []any{
		&r.Entry.ImportID, &r.Entry.Position, &r.CollectionID, &u.puzzle, &r.Line.Line, &u.grid, &u.text,
		postgres.Text(&r.Line.Name), postgres.Text(&r.Line.Author), postgres.Text(&r.Line.Comment),
		postgres.ShownText(&r.Name), postgres.ShownText(&r.Author),
	}
}

// puzzleColumns are the columns of a puzzle p in a record, after its id.
const puzzleColumns = `p.key, p.tier, p.score, hardest_of(p.hardest, p.needs), p.rnd, p.clues`

func (f *Found) into() []any {
	return []any{postgres.Key(&f.Key), &f.Tier, &f.Score, &f.Hardest, &f.rnd, postgres.Grid(&f.Clues)}
}

// readLines reads lines in the order given, without plays and times. Lines that stand together are read in one
// piece, and so are puzzles: page by page that takes a tenth of the time of looking each up.
func readLines(ctx context.Context, db postgres.Querier, lines []EntryID) ([]Record, error) {
	records := make([]Record, len(lines))
	found, err := readEntries(ctx, db, lines, records)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(found, func(a, b unread) int { return cmp.Compare(a.puzzle, b.puzzle) })
	ids := make([]int32, len(found))
	for n, u := range found {
		ids[n] = u.puzzle
	}
	id, p := int32(0), Found{}
	err = readPuzzles(ctx, db, `id, `+puzzleColumns, ids, &id, p.into(), func(n int) error {
		return records[found[n].at].complete(p, found[n])
	})
	gone := func(r Record) bool { return r.ID == 0 } // meanwhile, within a request
	return slices.DeleteFunc(records, gone), err
}

// complete fills in what a line has of its puzzle.
func (r *Record) complete(p Found, line unread) (err error) {
	r.ID, r.Key, r.Tier, r.Score, r.Hardest, r.rnd, r.Clues = int64(line.puzzle), p.Key, p.Tier, p.Score, p.Hardest, p.rnd, p.Clues
	if len(line.grid) > 0 {
		r.Clues, err = postgres.UnpackGrid(line.grid)
	}
	r.Line.Grid, r.Line.Text = r.Clues, lengthened(line.text, r.Clues)
	return err
}

// readEntries reads the entries of some lines, each to its place in the list.
func readEntries(ctx context.Context, db postgres.Querier, lines []EntryID, records []Record) ([]unread, error) {
	places := make(map[EntryID]int, len(lines))
	for n, line := range lines {
		places[line] = n
	}
	imports, from, to := lineRanges(lines)
	rows, _ := db.Query(ctx, `
		select e.* from unnest($1::integer[], $2::integer[], $3::integer[]) r (import, lowest, highest)
		cross join lateral (select `+entryColumns+` from entry e where e.import = r.import and e.position between r.lowest and r.highest offset 0) e`,
		imports, from, to)
	found := make([]unread, 0, len(lines))
	r, u := Record{}, unread{}
	_, err := pgx.ForEachRow(rows, r.into(&u), func() error {
		if at, wanted := places[r.Entry]; wanted {
			u.at = at
			records[at] = r
			found = append(found, u)
		}
		return nil
	})
	return found, err
}

// records returns the lines of a page with their puzzles.
func (r *searching) records(ctx context.Context, page []match) ([]Record, error) {
	records, lines := make([]Record, 0, len(page)), make([]EntryID, len(page))
	for i, m := range page {
		if lines[i] = m.entry; r.whole {
			records = append(records, *m.record)
		}
	}
	if r.whole {
		return records, nil
	}
	return readLines(ctx, r.tx, lines)
}

// readPages yields what read makes of pages, and ends with the first error.
func readPages[S, T any](pages iter.Seq2[[]S, error], read func([]S) ([]T, error)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		for from, err := range pages {
			var page []T
			if err == nil {
				page, err = read(from)
			}
			if !yield(page, err) || err != nil {
				return
			}
		}
	}
}

// readFound keeps the part of each record that [Store.Search] yields.
func readFound(_ context.Context, _ postgres.Querier, records []Record) ([]Found, error) {
	page := make([]Found, len(records))
	for i, r := range records {
		page[i] = r.Found
	}
	return page, nil
}

// lineRanges returns ranges of positions of imports that have all of some lines.
func lineRanges(lines []EntryID) (imports, from, to []int32) {
	sorted := slices.SortedFunc(slices.Values(lines), func(a, b EntryID) int {
		return cmp.Or(cmp.Compare(a.ImportID, b.ImportID), cmp.Compare(a.Position, b.Position))
	})
	for _, line := range sorted {
		position, last := int32(line.Position), len(to)-1
		if last >= 0 && imports[last] == int32(line.ImportID) && position-to[last] <= nearby {
			to[last] = position
			continue
		}
		imports, from, to = append(imports, int32(line.ImportID)), append(from, position), append(to, position)
	}
	return imports, from, to
}

// An import has two connections where it can: while a batch is kept on one, the next is prepared
// and then copied on the other.

// batchSize is how many entries share a transaction by default. At 10,000 the statements cost little
// beside their rows, and a killed import loses half a second.
const batchSize = 10_000

// batch is entries in a row.
type batch struct {
	entries []prepared
	done    int     // entries of the source before these
	before  *stages // of the batch before
	*stages         // of this
}

// stages is how far a batch is. What it does is seen by the next batch in this order.
type stages struct {
	prepared chan struct{}        // its rejected lines have their reasons
	brought  map[canon.Key]stored // its new puzzles, once it is inserted
	inserted chan struct{}        // its puzzles are in the database
	kept     chan struct{}        // it is committed
}

func newStages() *stages {
	return &stages{prepared: make(chan struct{}), inserted: make(chan struct{}), kept: make(chan struct{})}
}

// await waits for what a batch before has to do.
func await(ctx context.Context, done <-chan struct{}) error {
	select {
	case <-done:
		return ctx.Err() // which may be why it is done
	case <-ctx.Done():
		return ctx.Err()
	}
}

// sorted returns the entries that are puzzles and those that are not.
func (b *batch) sorted() (accepted, rejected []*prepared) {
	accepted = make([]*prepared, 0, len(b.entries))
	for i := range b.entries {
		if p := &b.entries[i]; p.why == nil {
			accepted = append(accepted, p)
		} else {
			rejected = append(rejected, p)
		}
	}
	return accepted, rejected
}

// batches cuts what is left of a source into batches. It is safe for concurrent use.
type batches struct {
	mutex  sync.Mutex
	next   func() (format.Entry, error, bool)
	total  int // entries of the source
	done   int // those of them that are in batches
	resume int
	size   int
	last   *stages
}

// newBatches returns the batches of an import from the entry after "from" on, of which those up to
// "resume" are kept already.
func newBatches(next func() (format.Entry, error, bool), total, from, resume, size int) *batches {
	start := newStages()
	close(start.prepared)
	close(start.inserted)
	close(start.kept)
	for range from {
		_, _, _ = next() // an error comes again
	}
	return &batches{next: next, total: total, done: from, resume: resume, size: size, last: start}
}

// take returns the next batch, nil after the last. None is kept in part only.
func (s *batches) take() (*batch, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	b := &batch{done: s.done, before: s.last, stages: newStages(), entries: make([]prepared, 0, min(s.size, s.total-s.done))}
	for len(b.entries) < s.size && !(s.done == s.resume && len(b.entries) > 0) {
		e, err, ok := s.next()
		if err != nil {
			return nil, err
		}
		if !ok {
			break
		}
		s.done++
		b.entries = append(b.entries, prepared{Entry: e, position: s.done})
	}
	if len(b.entries) == 0 {
		return nil, nil
	}
	s.last = b.stages
	return b, nil
}

// work prepares and keeps batches on a connection until there are none left.
func (i *importer) work(ctx context.Context, conn *pgx.Conn, all *batches) error {
	for {
		b, err := all.take()
		if b == nil || err != nil {
			return err
		}
		if err := i.prepare(ctx, conn, b); err != nil {
			return err
		}
		if err := await(ctx, b.before.prepared); err != nil {
			return err
		}
		i.giveReasons(b.entries)
		close(b.prepared)
		if b.done < all.resume {
			close(b.inserted)
			close(b.kept)
			continue
		}
		if err := i.keep(ctx, conn, b); err != nil {
			return err
		}
	}
}

// patience is how long an import waits for a second connection. Where many import at once each has
// one, and waits for no other that has one.
const patience = 50 * time.Millisecond

// second returns another connection of the pool, or nil.
func (s *Store) second(ctx context.Context) *pgxpool.Conn {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := s.db.Acquire(ctx)
	if err != nil {
		return nil
	}
	return conn
}
