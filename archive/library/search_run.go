package library

import (
	"context"
	"iter"
	"math"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
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

func (f *Found) fields() postgres.Fields {
	return f.Puzzle.Fields().And(postgres.Fields{"found_collection": &f.CollectionID, "found_rnd": &f.rnd})
}

// foundColumns are the columns of a [Found] of an entry e and its puzzle p.
const foundColumns = `e.collection as found_collection, coalesce(e.rnd, 0) as found_rnd, ` + PuzzleColumns

// Search yields the puzzles that are as wanted, each once, in the order wanted. It reads the
// collections some thousand puzzles ahead, and looks at them on all processors. Memory is bounded, but
// for a bit a puzzle of the archive where the order is not a shuffled one, and 40 bytes a puzzle found
// where they have to be sorted.
func (s *Store) Search(ctx context.Context, q Query) iter.Seq2[Found, error] {
	return func(yield func(Found, error) bool) {
		found, err := s.inOrder(ctx, q)
		if err != nil {
			yield(Found{}, postgres.Annotate(err, "search"))
			return
		}
		n := 0
		for f, err := range found {
			if !yield(f, postgres.Annotate(err, "search")) || err != nil {
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
	r := &searching{db: s.db, query: q}
	if err := r.begin(ctx); err != nil {
		return nil, err
	}
	return func(yield func(Found, error) bool) {
		from := int64(BeforeAll)
		if q.Sort == Random {
			from = math.MinInt32 + int64(q.From*(1<<32))
		}
		if r.lap(ctx, from, LastPlace+1, yield) && from > BeforeAll {
			r.lap(ctx, BeforeAll, from, yield)
		}
	}, nil
}

// searching is a search under way: a merge of sorted runs.
type searching struct {
	db      postgres.Querier
	query   Query
	imports []int64 // those of the dates wanted; nil: any
	runs    []*run
	tried   int
}

// begin finds out which parts of which collections may have such puzzles.
func (r *searching) begin(ctx context.Context) (err error) {
	collections, err := r.collections(ctx)
	if err != nil {
		return err
	}
	if collections, err = r.findImports(ctx, collections); err != nil {
		return err
	}
	parts, err := postgres.ReadAll(ctx, r.db, (*run).fields, `
		select collection::integer as collection, slot from collection_count
		where collection = any($1::integer[]) and slot = any($2::smallint[]) and puzzles > 0
		order by collection, slot`, collections, r.query.slots())
	for i := range parts {
		r.runs = append(r.runs, &parts[i])
	}
	return err
}

// collections returns those that may be looked into.
func (r *searching) collections(ctx context.Context) (all []int32, err error) {
	switch q := r.query; {
	case q.GuildID == "":
		all, err = readIDs(ctx, r.db, `select id from collection order by id`)
	case q.Chosen:
		var from Choice
		from, err = ChoiceOf(ctx, r.db, q.GuildID)
		all = from.Collections
	default:
		all, err = readIDs(ctx, r.db, Visible+` order by id`, q.GuildID)
	}
	return slices.DeleteFunc(all, func(id int32) bool {
		return slices.Contains(r.query.NotIn, id) || len(r.query.In) > 0 && !slices.Contains(r.query.In, id)
	}), err
}

func readIDs(ctx context.Context, db postgres.Querier, query string, args ...any) ([]int32, error) {
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
