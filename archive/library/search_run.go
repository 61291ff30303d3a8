package library

import (
	"context"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
)

// Sort is the order in which a search yields what it finds.
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

// Query is a search, with who asks and what to do with what is found.
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
	Puzzle
	CollectionID int32
	rnd          int64 // its place in the shuffled order
}

func (f *Found) fields() postgres.Fields {
	return f.Puzzle.Fields().And(postgres.Fields{"found_collection": &f.CollectionID, "found_rnd": &f.rnd})
}

// foundColumns are the columns of a [Found] of a row p of entered_puzzle.
const foundColumns = `p.collection as found_collection, p.rnd as found_rnd, ` + PuzzleColumns

// Search yields the puzzles that are as wanted, each once, in the order wanted, as they are when the first is
// yielded. Memory is bounded, but for a bit a puzzle of the archive where one may be found in several lines.
func (s *Store) Search(ctx context.Context, q Query) iter.Seq2[Found, error] {
	return search(ctx, s.db, q, readFound)
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

// search yields what read makes of the lines that are found.
func search[T any](ctx context.Context, db *postgres.DB, q Query, read func(context.Context, postgres.Querier, []EntryID) ([]T, error)) iter.Seq2[T, error] {
	return inSnapshot(ctx, db, "search", q.Limit, func(tx pgx.Tx) (iter.Seq2[[]T, error], error) {
		r, err := begin(ctx, tx, q)
		if err != nil {
			return nil, err
		}
		return readPages(ctx, tx, r.pages(ctx), read), nil
	})
}

// readPages yields what read makes of pages of lines, and ends with the first error.
func readPages[T any](ctx context.Context, db postgres.Querier, pages iter.Seq2[[]EntryID, error], read func(context.Context, postgres.Querier, []EntryID) ([]T, error)) iter.Seq2[[]T, error] {
	return func(yield func([]T, error) bool) {
		for lines, err := range pages {
			var page []T
			if err == nil {
				page, err = read(ctx, db, lines)
			}
			if !yield(page, err) || err != nil {
				return
			}
		}
	}
}

// readFound reads lines in the order given.
func readFound(ctx context.Context, db postgres.Querier, lines []EntryID) ([]Found, error) {
	records, err := readLines(ctx, db, lines)
	page := make([]Found, len(records))
	for i, r := range records {
		page[i] = r.Found
	}
	return page, err
}

// searching is a search under way.
type searching struct {
	tx    pgx.Tx
	query Query
	statement
	undecided bool // the program has to look at what the database finds
	lines     int  // of a puzzle that it may find, at most; 0: any number
	tried     int
	seen      *puzzleSet
}

// searchSettings hold until the end of the transaction. A million numbers are sorted in more than the 4 MB that are
// PostgreSQL's default, to compile a query takes it longer than most of these take, and a plan for the first tenth
// of a cursor's rows looks every line up by its key where few are as wanted.
const searchSettings = `select set_config('work_mem', '64MB', true), set_config('jit', 'off', true), set_config('cursor_tuple_fraction', '1', true)`

// begin finds out what to ask.
func begin(ctx context.Context, tx pgx.Tx, q Query) (*searching, error) {
	if err := q.Check(); err != nil {
		return nil, err
	}
	r := &searching{tx: tx, query: q, statement: q.wanted(), lines: 1, seen: newPuzzleSet()}
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
	return r, nil
}

// chooseLines says which lines are looked at: of a puzzle of which nothing is wanted but what all its lines have, that
// which brought it in. Where all are listed as imported, the first of each collection: they are read in order.
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
	collections, err := collectionsFor(ctx, r.tx, r.query)
	if err != nil {
		return err
	}
	imports, err := r.findImports(ctx, collections)
	if err != nil {
		return err
	}
	r.lines = len(collections)
	r.entry(`e.collection = any(@collections::integer[])`, "collections", collections)
	if imports != nil {
		r.entry(`e.import = any(@imports::integer[])`, "imports", imports)
	}
	return nil
}

// collectionsFor returns those that may be looked into.
func collectionsFor(ctx context.Context, db postgres.Querier, q Query) (all []int32, err error) {
	if q.GuildID == "" {
		all, err = postgres.ReadColumn[int32](ctx, db, `select id from collection order by id`)
	} else {
		all, err = postgres.ReadColumn[int32](ctx, db, Visible+` order by id`, q.GuildID)
	}
	return slices.DeleteFunc(all, func(id int32) bool {
		return slices.Contains(q.NotIn, id) || len(q.In) > 0 && !slices.Contains(q.In, id)
	}), err
}

// findImports finds the imports of the dates that are wanted; nil: any.
func (r *searching) findImports(ctx context.Context, collections []int32) (imports []int32, err error) {
	if r.query.Since.IsZero() && r.query.Until.IsZero() {
		return nil, nil
	}
	imports, err = postgres.ReadColumn[int32](ctx, r.tx, `
		select id from import
		where collection = any($1::integer[]) and ($2::timestamptz is null or started >= $2) and ($3::timestamptz is null or started < $3)`,
		collections, orNull(r.query.Since), orNull(r.query.Until))
	return append([]int32{}, imports...), err
}
