package archive

import (
	"context"
	"iter"

	"github.com/jackc/pgx/v5"
)

// Report says what an import did. Every entry that was read is either new, a duplicate
// or rejected: Read = New + Duplicates + Rejected.
type Report struct {
	Import     int64 // its number in the archive
	Collection string
	Read       int
	New        int // puzzles that the archive did not have
	Duplicates int // puzzles that it had, or isomorphs of them
	Rejected   int // lines that are no puzzle

	// The first of each, for display; [Store.Rejects] and [Store.Duplicates] have all.
	Rejects     []Reject
	DuplicateOf []Duplicate

	// Repeated: this very source is in this collection already, as import Import, and
	// nothing was added. All its puzzles count as duplicates.
	Repeated bool
}

// shown is how many rejects and duplicates a report lists.
const shown = 20

// Reject is a line that is no puzzle.
type Reject struct {
	Line   int
	Text   string // at most its first 4,000 bytes
	Reason string
}

// Duplicate is a line whose puzzle the archive had already.
type Duplicate struct {
	Line   int
	Text   string
	Puzzle int64
	OfLine int // the line of the same source that brought the puzzle; 0 if another import did
}

// Rejects yields the lines that an import rejected, in order.
func (s *Store) Rejects(ctx context.Context, importID int64) iter.Seq2[Reject, error] {
	const query = `select line, text, reason from reject where import = $1 order by position`
	return stream(ctx, s, func(row pgx.Rows) (r Reject, err error) {
		err = row.Scan(&r.Line, textColumn{&r.Text}, &r.Reason)
		return r, err
	}, query, importID)
}

// Duplicates yields the lines of an import whose puzzles were in the archive already, in order.
func (s *Store) Duplicates(ctx context.Context, importID int64) iter.Seq2[Duplicate, error] {
	const query = `
		select e.line, e.text, e.puzzle, coalesce(o.line, 0)
		from entry e join puzzle p on p.id = e.puzzle
		left join entry o on o.import = e.import and p.import = e.import and o.position = p.position
		where e.import = $1 and (p.import, p.position) <> (e.import, e.position)
		order by e.position`
	return stream(ctx, s, scanDuplicate, query, importID)
}

// entriesOf yields all lines of an import, which the same source finds there when it comes
// again.
func (s *Store) entriesOf(ctx context.Context, importID int64) iter.Seq2[Duplicate, error] {
	const query = `select line, text, puzzle, 0 from entry where import = $1 order by position`
	return stream(ctx, s, scanDuplicate, query, importID)
}

func scanDuplicate(row pgx.Rows) (d Duplicate, err error) {
	err = row.Scan(&d.Line, textColumn{&d.Text}, &d.Puzzle, &d.OfLine)
	return d, err
}

// stream yields the rows of a query while they arrive. An error is the last that it yields.
func stream[T any](ctx context.Context, s *Store, scan func(pgx.Rows) (T, error), query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, err := s.pool.Query(ctx, query, args...)
		if err != nil {
			yield(none, failed(err, "read the archive"))
			return
		}
		defer rows.Close()
		for rows.Next() {
			row, err := scan(rows)
			if !yield(row, failed(err, "read the archive")) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, failed(err, "read the archive"))
		}
	}
}

// first returns at most n of what a sequence yields.
func first[T any](n int, all iter.Seq2[T, error]) ([]T, error) {
	var some []T
	for one, err := range all {
		if err != nil || len(some) == n {
			return some, err
		}
		some = append(some, one)
	}
	return some, nil
}
