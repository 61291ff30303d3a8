package search

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Sort is the order of the results of a search.
type Sort string

// The orders. All but [ByLine] look at all before they yield the first.
const (
	Shuffled Sort = ""       // that of the rotations, the same each time
	Random   Sort = "random" // the same, from another puzzle on each time
	ByScore  Sort = "score"
	ByClues  Sort = "clues"
	ByDate   Sort = "date" // of the import
	ByLine   Sort = "line" // as imported

	unordered Sort = "none" // for those who only count
)

// Sorts lists the orders that have a name.
var Sorts = []Sort{Random, ByScore, ByClues, ByDate, ByLine}

// Query is a search with its owner, its order and its limits.
type Query struct {
	Search
	GuildID    string // only what this guild may use; "": everything, for the operator
	Sort       Sort
	Descending bool
	Limit      int       // 0: all
	From       float64   // with Random: where in the shuffled order to begin, 0 to 1
	Tried      func(int) // called now and then with the number of puzzles looked at; may be nil
}

// Found is a puzzle that a search found, as a line of a collection has it.
type Found struct {
	library.Puzzle
	CollectionID int32
	rnd          int64 // its place in the shuffled order
}

func (f *Found) fields() postgres.Fields {
	return f.Puzzle.Fields().And(postgres.Fields{"found_collection": &f.CollectionID, "found_rnd": &f.rnd})
}

// foundColumns are the columns of a [Found] of a row p of entered_puzzle.
const foundColumns = `p.collection as found_collection, p.rnd as found_rnd, ` + library.PuzzleColumns

// Search yields the matching puzzles, each once, in the order of the query, as they are when the first is yielded.
// Memory is bounded, but for a bit for each puzzle of the archive if one may be found in several lines.
func (s *Store) Search(ctx context.Context, q Query) iter.Seq2[Found, error] {
	return search(ctx, s.db, q, func(_ context.Context, _ postgres.Querier, records []library.Record) ([]Found, error) {
		page := make([]Found, len(records))
		for i, r := range records {
			page[i] = Found{r.Puzzle, r.CollectionID, r.Rnd}
		}
		return page, nil
	})
}

// Records yields the results of a search as [library.Record]s.
func (s *Store) Records(ctx context.Context, q Query) iter.Seq2[library.Record, error] {
	return search(ctx, s.db, q, library.Complete)
}

// CountFound returns how many puzzles [Store.Search] finds.
func (s *Store) CountFound(ctx context.Context, q Query) (n int, err error) {
	q.Sort, q.Descending = unordered, false
	err = s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		r, err := begin(ctx, tx, q)
		if err != nil {
			return err
		}
		if !r.undecided {
			return tx.QueryRow(ctx, r.count(), r.args).Scan(&n)
		}
		if r.certain != "" {
			if err := tx.QueryRow(ctx, r.count()+` and `+r.certain, r.args).Scan(&n); err != nil {
				return err
			}
			r.puzzle(`not (` + r.certain + `)`)
		}
		for page, err := range r.pages(ctx) {
			if err != nil {
				return err
			}
			n += len(page)
		}
		return nil
	})
	return n, postgres.Annotate(err, "search")
}

// Uncomputed returns how many sudoku of the archive a search does not see, since they lack a rating that it asks for.
func (s *Store) Uncomputed(ctx context.Context, search Search) (most int, err error) {
	for _, w := range search.computedWishes() {
		n := 0
		err := s.db.QueryRow(ctx, `
			select (select coalesce(sum(puzzles), 0) from puzzle_count where shape = 0) - (
				select count(*) from rating where import = 0 and program = (select id from rating_program where name = $1 and version = $2))`,
			w.Program, strconv.Itoa(w.Version)).Scan(&n)
		if err != nil {
			return 0, postgres.Annotate(err, "count the ratings of %s", w.Program)
		}
		most = max(most, n)
	}
	return most, nil
}

// search yields complete of the lines that match.
func search[T any](ctx context.Context, db *postgres.DB, q Query, complete func(context.Context, postgres.Querier, []library.Record) ([]T, error)) iter.Seq2[T, error] {
	return postgres.StreamPages(ctx, db, "search", q.Limit, func(tx pgx.Tx) (iter.Seq2[[]T, error], error) {
		r, err := begin(ctx, tx, q)
		if err != nil {
			return nil, err
		}
		return postgres.ReadPages(r.pages(ctx), func(page []match) ([]T, error) {
			records, err := r.records(ctx, page)
			if err != nil {
				return nil, err
			}
			return complete(ctx, tx, records)
		}), nil
	})
}

// searching is a search under way.
type searching struct {
	tx    pgx.Tx
	query Query
	statement
	undecided bool // the program has to look at what the database finds
	whole     bool // the rows have all columns of a line and its puzzle
	lines     int  // of a puzzle that it may find, at most; 0: any number
	tried     int
	seen      *library.PuzzleSet
}

// searchSettings hold until the end of the transaction. PostgreSQL's defaults are wrong for searches: 4 MB are too
// little to sort a million numbers, and compiling a query takes longer than most searches. A plan for the first tenth
// of a cursor's rows looks every line up by its key, even if few match.
const searchSettings = `select set_config('work_mem', '64MB', true), set_config('jit', 'off', true), set_config('cursor_tuple_fraction', '1', true)`

// begin prepares the statement of a query.
func begin(ctx context.Context, tx pgx.Tx, q Query) (*searching, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	r := &searching{tx: tx, query: q, statement: q.wanted(), lines: 1, seen: library.NewPuzzleSet()}
	if _, err := tx.Exec(ctx, searchSettings); err != nil {
		return nil, err
	}
	stale := false
	err := tx.QueryRow(ctx, `
		select exists (select from puzzle_count where rating_version <> $1 group by rating_version having sum(puzzles) > 0)`, rating.Version).Scan(&stale)
	if err != nil {
		return nil, err
	}
	r.undecided = q.undecided(stale) || r.certain != ""
	if q.undecided(stale) {
		r.certain = ""
	}
	if err := r.chooseLines(ctx); err != nil {
		return nil, err
	}
	if r.undecided || q.Sort != ByLine {
		r.puzzles = true
	}
	// In another order than that of the import, successive lines are far apart. To look up the lines of a million
	// puzzles took the server 10 s more; to sort them whole takes 2 s more.
	r.whole = !r.undecided && q.Sort != ByLine && (q.Limit == 0 || q.Limit > largestPage)
	return r, nil
}

// chooseLines chooses the lines of a puzzle to look at. If only the puzzle matters, it is the line that brought it
// in. If all are listed as imported, it is the first line of each collection: they are read in order.
func (r *searching) chooseLines(ctx context.Context) error {
	q := r.query
	some := q.GuildID != "" || len(q.In) > 0 || !q.Since.IsZero() || !q.Until.IsZero()
	if some {
		if err := r.chooseCollections(ctx); err != nil {
			return err
		}
	}
	switch {
	case q.ofLine() && (some || q.Sort == ByLine || q.Descending):
		r.entry(`true`)
		r.lines = 0
	case q.ofLine():
		r.everyLine = true
		r.lines = 0
	case some:
		r.entry(`e.slot is not null`)
	case q.Sort == ByLine && !r.puzzles && !r.undecided:
		r.entry(`e.slot is not null`)
		r.lines = 0
	}
	return nil
}

func (r *searching) chooseCollections(ctx context.Context) error {
	q := r.query
	collections, err := library.CollectionsFor(ctx, r.tx, q.GuildID)
	if err != nil {
		return err
	}
	collections = slices.DeleteFunc(collections, func(id int32) bool {
		return slices.Contains(q.NotIn, id) || len(q.In) > 0 && !slices.Contains(q.In, id)
	})
	r.lines = len(collections)
	r.entry(`e.collection = any(@collections::integer[])`, "collections", collections)
	if q.Since.IsZero() && q.Until.IsZero() {
		return nil
	}
	imports, err := postgres.ReadColumn[int32](ctx, r.tx, `
		select id from import
		where collection = any($1::integer[]) and ($2::timestamptz is null or started >= $2) and ($3::timestamptz is null or started < $3)`,
		collections, orNull(q.Since), orNull(q.Until))
	r.entry(`e.import = any(@imports::integer[])`, "imports", imports)
	return err
}

// orNull returns null for the zero time.
func orNull(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// Pages begin small, for searches that find enough soon. They grow to the number of lines that an import stores
// together.
const (
	firstPage   = 64
	largestPage = 10_000
)

// match is a line that the database found.
type match struct {
	puzzle int32
	entry  library.EntryID
	look   bool // the program has to look at it
	clues  sudoku.Grid
	record *library.Record // where rows are whole
}

// pages yields the matching lines, one of each puzzle, some at a time, and ends with the first error. They are read
// through a cursor, so that the connection can read the rows of a page before the next page.
func (r *searching) pages(ctx context.Context) iter.Seq2[[]match, error] {
	return func(yield func([]match, error) bool) {
		if _, err := r.tx.Exec(ctx, `declare found no scroll cursor for `+r.text(), pgx.QueryExecModeDescribeExec, r.args); err != nil {
			yield(nil, err)
			return
		}
		for size := firstPage; ; size = min(2*size, largestPage) {
			page, err := r.fetch(ctx, size)
			ended := len(page) < size
			if r.tried += len(page); r.query.Tried != nil {
				r.query.Tried(r.tried)
			}
			if r.undecided {
				page = filter(ctx, page, func(m match) bool { return !m.look || r.query.acceptGrid(m.clues) })
			}
			if r.lines != 1 { // a puzzle is yielded once
				page = slices.DeleteFunc(page, func(m match) bool { return !r.seen.Add(m.puzzle) })
			}
			if err == nil {
				err = ctx.Err()
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if len(page) > 0 && !yield(page, nil) || ended {
				break
			}
		}
		// Within a request others may search in the same transaction.
		_, _ = r.tx.Exec(ctx, `close found`)
	}
}

// text returns the statement.
func (r *searching) text() string {
	clues := `''::bytea`
	if r.undecided {
		clues = `p.clues`
		if r.entries {
			clues = `read_grid(e.grid, p.clues)`
		}
		if r.certain != "" {
			clues = `case when ` + r.certain + ` then ''::bytea else ` + clues + ` end`
		}
	}
	tables := r.tables()
	if r.query.Sort == ByDate {
		tables += ` join (select id, dense_rank() over (order by started) as place from import) i on i.id = ` + r.at("import")
	}
	columns := r.id() + `, ` + r.at("import") + `, ` + r.at("position") + `, ` + clues
	if r.whole {
		columns = library.RecordColumns
	}
	if r.whole && !r.entries {
		tables += ` join entry e on e.import = p.import and e.position = p.position`
	}
	statement := `select ` + columns + ` from ` + tables
	if !r.everyLine {
		statement += ` where ` + all(r.ofPuzzle, r.ofEntry)
	}
	if r.query.Sort != unordered {
		statement += ` order by ` + r.order()
	}
	if r.query.Limit > 0 && !r.undecided && r.lines > 0 {
		statement += fmt.Sprintf(` limit %d`, r.query.Limit*r.lines)
	}
	return statement
}

// id is the column of the puzzle's id.
func (r *searching) id() string {
	if r.entries {
		return `e.puzzle`
	}
	return `p.id`
}

// at is a column of the line.
func (r *searching) at(column string) string {
	if r.entries {
		return `e.` + column
	}
	return `p.` + column
}

// order sorts by the wish, then by the shuffled order, then by line. One number orders most rows:
// PostgreSQL takes three times as long if it has to compare a second one.
func (r *searching) order() string {
	direction, sign := ``, ``
	if r.query.Descending {
		direction, sign = ` desc`, `-`
	}
	line := r.at("import") + direction + `, ` + r.at("position") + direction
	by := `p.rnd`
	switch r.query.Sort {
	case ByLine:
		return line
	case Random:
		r.args["from"] = library.PlaceAt(r.query.From)
		by = `(p.rnd::bigint - @from::bigint) & 4294967295`
	case ByScore:
		by = `p.score` + direction + `, p.rnd`
	case ByClues:
		by = sign + `(` + library.ClueCount + `::bigint << 32) + p.rnd`
	case ByDate:
		by = sign + `(i.place << 32) + p.rnd`
	}
	return by + `, ` + r.id() + `, ` + line
}

// fetch reads the next lines.
func (r *searching) fetch(ctx context.Context, size int) ([]match, error) {
	rows, _ := r.tx.Query(ctx, fmt.Sprintf(`fetch %d from found`, size), pgx.QueryExecModeDescribeExec)
	page := make([]match, 0, size)
	if r.whole {
		records, err := library.ScanRecords(rows, size)
		for i := range records {
			page = append(page, match{puzzle: int32(records[i].ID), entry: records[i].Entry, record: &records[i]})
		}
		return page, err
	}
	m, clues := match{}, []byte(nil)
	_, err := pgx.ForEachRow(rows, []any{&m.puzzle, &m.entry.ImportID, &m.entry.Position, &clues}, func() (err error) {
		if m.look = len(clues) > 0; m.look {
			m.clues, err = postgres.UnpackGrid(clues)
		}
		page = append(page, m)
		return err
	})
	return page, err
}

// records returns the lines of a page with their puzzles.
func (r *searching) records(ctx context.Context, page []match) ([]library.Record, error) {
	records, lines := make([]library.Record, len(page)), make([]library.EntryID, len(page))
	for i, m := range page {
		if lines[i] = m.entry; r.whole {
			records[i] = *m.record
		}
	}
	if r.whole {
		return records, nil
	}
	return library.ReadLines(ctx, r.tx, lines)
}
