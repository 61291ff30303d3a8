package archive

import (
	"context"
	"errors"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Export yields the entries of a collection of a guild, "" for the operator's, as they were
// imported and in their order: the text of the clues, name, author and comment to the byte.
// Rejected lines are not among them. The error for an unknown collection wraps [ErrNotFound].
//
// It is the collection as it is when the first entry is yielded, whatever happens meanwhile.
func (s *Store) Export(ctx context.Context, guildID, collection string) iter.Seq2[format.Entry, error] {
	return func(yield func(format.Entry, error) bool) {
		more := true
		err := s.snapshot(ctx, func(tx pgx.Tx) error {
			imports, err := importsOf(ctx, tx, guildID, collection)
			if err != nil {
				return err
			}
			for page, err := range ahead(exportPages(ctx, tx, imports)) {
				if err != nil {
					return err
				}
				for i := range page {
					if more = yield(page[i], nil); !more {
						return nil
					}
				}
			}
			return nil
		})
		if err != nil && more {
			yield(format.Entry{}, annotate(err, "export"))
		}
	}
}

// snapshot does some reading, all of it of the archive at one moment. Within a request it is a part of
// the request's transaction.
func (s *Store) snapshot(ctx context.Context, work func(pgx.Tx) error) error {
	if s.requestOf(ctx) != nil {
		return s.transact(ctx, work)
	}
	tx, err := s.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer rollback(ctx, tx)
	return work(tx)
}

// importedLines is an import and the position of its last entry.
type importedLines struct{ id, last int }

func (i *importedLines) fields() fields { return fields{"id": &i.id, "last": &i.last} }

// importsOf returns the imports of a collection, in order.
func importsOf(ctx context.Context, db querier, guildID, collection string) ([]importedLines, error) {
	id := int64(0)
	err := db.QueryRow(ctx, `
		select id from collection where guild is not distinct from nullif($1, '') and name = $2`, guildID, collection).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = noCollection(guildID, collection)
	}
	if err != nil {
		return nil, err
	}
	return readAll(ctx, db, (*importedLines).fields, `
		select id, coalesce((select max(position) from entry where import = i.id), 0) as last
		from import i where collection = $1 order by id`, id)
}

// exportPage is how many positions are read at once. A batch of an import is as long, and the puzzles
// that it brought stand together.
const exportPage = batchSize

// exportPages yields the entries of imports, in order, and ends with the first error. Each page has
// bounds, and no "limit": with old statistics PostgreSQL would sort all that follows.
func exportPages(ctx context.Context, db querier, imports []importedLines) iter.Seq2[[]format.Entry, error] {
	return func(yield func([]format.Entry, error) bool) {
		for _, i := range imports {
			for from := 0; from < i.last; from += exportPage {
				lines, err := readAll(ctx, db, (*exportLine).fields, `
					select line, puzzle, grid, text, name, author, comment from entry
					where import = $1 and position > $2 and position <= $3 order by position`, i.id, from, min(from+exportPage, i.last))
				var page []format.Entry
				if err == nil {
					page, err = restore(ctx, db, lines)
				}
				if !yield(page, err) || err != nil {
					return
				}
			}
		}
	}
}

// exportLine is a row of an entry: what it does not repeat is not filled in yet.
type exportLine struct {
	format.Entry
	puzzle     int32
	grid, text []byte
}

func (l *exportLine) fields() fields {
	return fields{
		"line": &l.Line, "puzzle": &l.puzzle, "grid": &l.grid, "text": &l.text,
		"name": rawColumn{&l.Name}, "author": rawColumn{&l.Author}, "comment": rawColumn{&l.Comment},
	}
}

// restore returns the entries of lines, with the grids and texts that are those of their puzzles.
func restore(ctx context.Context, db querier, lines []exportLine) ([]format.Entry, error) {
	clues, err := cluesOf(ctx, db, lines)
	if err != nil {
		return nil, err
	}
	entries := make([]format.Entry, len(lines))
	for i := range lines {
		l := &lines[i]
		if l.Grid = clues[l.puzzle]; len(l.grid) > 0 {
			if l.Grid, err = unpack(l.grid); err != nil {
				return nil, err
			}
		}
		l.Text = lengthened(l.text, l.Grid)
		entries[i] = l.Entry
	}
	return entries, nil
}

// cluesOf returns the grids of puzzles whose lines do not have one of their own. To read all puzzles
// from the first id to the last is quicker unless most of them would be others, see [rangeOf].
func cluesOf(ctx context.Context, db querier, lines []exportLine) (map[int32]sudoku.Grid, error) {
	ids := make([]int32, 0, len(lines))
	for i := range lines {
		if len(lines[i].grid) == 0 {
			ids = append(ids, lines[i].puzzle)
		}
	}
	if len(ids) == 0 {
		return nil, nil
	}
	query, args := `select id, clues from puzzle where id = any($1)`, []any{ids}
	if first, last, dense := rangeOf(ids); dense {
		query, args = `select id, clues from puzzle where id between $1 and $2`, []any{first, last}
	}
	rows, err := db.Query(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	clues := make(map[int32]sudoku.Grid, len(ids))
	id, grid := int32(0), sudoku.Grid{}
	_, err = pgx.ForEachRow(rows, []any{&id, gridColumn{&grid}}, func() error {
		clues[id] = grid
		return nil
	})
	return clues, err
}

// ahead yields what a sequence yields, while the sequence is at its next value already.
func ahead[T any](all iter.Seq2[T, error]) iter.Seq2[T, error] {
	type result struct {
		value T
		err   error
	}
	return func(yield func(T, error) bool) {
		results, done := make(chan result), make(chan struct{})
		go func() {
			defer close(results)
			for value, err := range all {
				select {
				case results <- result{value, err}:
				case <-done:
					return
				}
			}
		}()
		defer func() {
			close(done)
			for range results { // wait: the sequence must not be read after this returns
			}
		}()
		for r := range results {
			if !yield(r.value, r.err) {
				return
			}
		}
	}
}
