package library

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Pages begin small, because a search that finds enough soon should not look at much. They grow to as many lines
// as an import stores together.
const (
	firstPage   = 64
	largestPage = batchSize
)

// match is a line that the database found.
type match struct {
	puzzle int32
	entry  EntryID
	look   bool // the program has to look at it
	clues  sudoku.Grid
}

// pages yields the lines that are as wanted, one of each puzzle, some at a time, and ends with the first error.
// They are read through a cursor, so that the connection can read what stands in a page before it reads the next.
func (r *searching) pages(ctx context.Context) iter.Seq2[[]EntryID, error] {
	return func(yield func([]EntryID, error) bool) {
		if _, err := r.tx.Exec(ctx, `declare found no scroll cursor for `+r.text(), pgx.QueryExecModeDescribeExec, r.args); err != nil {
			yield(nil, err)
			return
		}
		for size := firstPage; ; size = min(2*size, largestPage) {
			page, err := r.fetch(ctx, size)
			ended := len(page) < size
			if err == nil {
				page, err = r.accepted(ctx, page)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if len(page) > 0 && !yield(entriesOf(page), nil) || ended {
				break
			}
		}
		// Within a request others may search in the same transaction.
		_, _ = r.tx.Exec(ctx, `close found`)
	}
}

func entriesOf(page []match) []EntryID {
	entries := make([]EntryID, len(page))
	for i, m := range page {
		entries[i] = m.entry
	}
	return entries
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
		tables += ` join import i on i.id = ` + r.at("import")
	}
	statement := `select ` + r.id() + `, ` + r.at("import") + `, ` + r.at("position") + `, ` + clues + ` from ` + tables
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

// order is by what is asked for, then by the shuffled order, then by the line.
func (r *searching) order() string {
	direction := ``
	if r.query.Descending {
		direction = ` desc`
	}
	line := r.at("import") + direction + `, ` + r.at("position") + direction
	by := ``
	switch r.query.Sort {
	case ByLine:
		return line
	case Random:
		r.args["from"] = placeAt(r.query.From)
		by = `p.rnd < @from::bigint, `
	case ByScore:
		by = `p.score` + direction + `, `
	case ByClues:
		by = clueCount + direction + `, `
	case ByDate:
		by = `i.started` + direction + `, `
	}
	return by + `p.rnd, ` + r.id() + `, ` + line
}

// placeAt is the place in the shuffled order before which a share of all puzzles is.
func placeAt(share float64) int64 { return int64(math.MinInt32 + share*(1<<32)) }

// fetch reads the next lines.
func (r *searching) fetch(ctx context.Context, size int) ([]match, error) {
	rows, _ := r.tx.Query(ctx, fmt.Sprintf(`fetch %d from found`, size), pgx.QueryExecModeDescribeExec)
	page := make([]match, 0, size)
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

// accepted returns the lines that are as wanted, of puzzles of which none was yielded yet.
func (r *searching) accepted(ctx context.Context, page []match) ([]match, error) {
	if r.tried += len(page); r.query.Tried != nil {
		r.query.Tried(r.tried)
	}
	if r.undecided {
		page = filter(ctx, page, func(m match) bool { return !m.look || r.query.acceptGrid(m.clues) })
	}
	if r.lines != 1 {
		page = slices.DeleteFunc(page, func(m match) bool { return !r.seen.add(m.puzzle) })
	}
	return page, ctx.Err()
}

// filter returns those of a page that pass a test, which runs on all processors. Where the context ends, others are missing.
func filter[T any](ctx context.Context, page []T, test func(T) bool) []T {
	good := make([]bool, len(page))
	each(ctx, len(page), func(i int) { good[i] = test(page[i]) })
	kept := page[:0]
	for i, one := range page {
		if good[i] {
			kept = append(kept, one)
		}
	}
	return kept
}
