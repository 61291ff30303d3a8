package library

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Export yields the entries of a collection of a guild, "" for the operator's, as they were imported and in their
// order: the text of the clues, name, author and comment to the byte. It leaves out rejected lines. The error for an
// unknown collection wraps [postgres.ErrNotFound].
//
// The entries are those at the time the first is yielded.
func (s *Store) Export(ctx context.Context, guildID, collection string) iter.Seq2[format.Entry, error] {
	return postgres.StreamPages(ctx, s.db, "export", 0, func(tx pgx.Tx) (iter.Seq2[[]format.Entry, error], error) {
		id := int64(0)
		err := tx.QueryRow(ctx, `
			select id from collection where guild is not distinct from nullif($1, '') and name = $2`, guildID, collection).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			err = UnknownCollection(guildID, collection)
		}
		if err != nil {
			return nil, err
		}
		imports, err := postgres.ReadAll(ctx, tx, postgres.Tags[importedLines], `
			select id, coalesce((select max(position) from entry where import = i.id), 0) as last,
			       exists (select from rating where import = i.id and import > 0) as rated
			from import i where collection = $1 order by id`, id)
		return exportPages(ctx, tx, imports), err
	})
}

// importedLines is an import, the position of its last entry, and whether its file rated any.
type importedLines struct {
	ID    int  `db:"id"`
	Last  int  `db:"last"`
	Rated bool `db:"rated"`
}

// exportPage is how many positions are read at once: as many as a batch of an import, whose puzzles stand together.
const exportPage = 10_000

// exportPages yields the entries of imports, in order, and ends with the first error. A page has bounds instead of a
// limit: with old statistics PostgreSQL would sort all that follows.
func exportPages(ctx context.Context, db postgres.Querier, imports []importedLines) iter.Seq2[[]format.Entry, error] {
	return func(yield func([]format.Entry, error) bool) {
		for _, i := range imports {
			for from := 0; from < i.Last; from += exportPage {
				page, err := exportEntries(ctx, db, i, from, min(from+exportPage, i.Last))
				if !yield(page, err) || err != nil {
					return
				}
			}
		}
	}
}

// exportLine is an entry with the grid of its puzzle.
type exportLine struct {
	entry  int // its number in the page
	puzzle int32
	text   []byte
}

// exportEntries returns the entries of an import from one position, which is not among them, to another.
func exportEntries(ctx context.Context, db postgres.Querier, of importedLines, from, to int) ([]format.Entry, error) {
	rows, _ := db.Query(ctx, `
		select position, line, puzzle, grid, text, name, author, comment from entry
		where import = $1 and position > $2 and position <= $3 order by position`, of.ID, from, to)
	entries, lines := make([]format.Entry, 0, to-from), make([]exportLine, 0, to-from)
	positions := make([]int, 0, to-from)
	position, e, l, grid := 0, format.Entry{}, exportLine{}, []byte(nil)
	into := []any{&position, &e.Line, &l.puzzle, &grid, &l.text, postgres.Text(&e.Name), postgres.Text(&e.Author), postgres.Text(&e.Comment)}
	_, err := pgx.ForEachRow(rows, into, func() (err error) {
		positions = append(positions, position)
		if len(grid) == 0 {
			l.entry = len(entries)
			lines = append(lines, l)
			entries = append(entries, e)
			return nil
		}
		own := e
		own.Grid, err = postgres.UnpackGrid(grid)
		own.Text = lengthened(l.text, own.Grid)
		entries = append(entries, own)
		return err
	})
	if err != nil {
		return nil, err
	}
	if err := restore(ctx, db, lines, entries); err != nil || !of.Rated {
		return entries, err
	}
	return entries, readRatings(ctx, db, of.ID, positions, entries)
}

// readRatings fills in the ratings that a file has for entries, by their positions.
func readRatings(ctx context.Context, db postgres.Querier, importID int, positions []int, entries []format.Entry) error {
	rows, _ := db.Query(ctx, `
		select w.n::integer - 1, m.name, m.version, r.value
		from unnest($2::integer[]) with ordinality w (position, n)
		cross join lateral (select puzzle from entry e where e.import = $1 and e.position = w.position offset 0) e
		cross join lateral (
			select program, value from rating r where r.puzzle = e.puzzle and r.import = $1 and r.position = w.position offset 0
		) r join rating_program m on m.id = r.program`, importID, positions)
	n, r := 0, format.Rating{}
	_, err := pgx.ForEachRow(rows, []any{&n, &r.Program, &r.Version, &r.Value}, func() error {
		entries[n].Rating = r
		return nil
	})
	return err
}

// restore fills in the grids and texts of entries with the grids of their puzzles.
func restore(ctx context.Context, db postgres.Querier, lines []exportLine, entries []format.Entry) error {
	slices.SortFunc(lines, func(a, b exportLine) int { return cmp.Compare(a.puzzle, b.puzzle) })
	ids := make([]int32, len(lines))
	for n, l := range lines {
		ids[n] = l.puzzle
	}
	id, clues := int32(0), sudoku.Grid{}
	return ReadPuzzles(ctx, db, `id, clues`, ids, &id, []any{postgres.Grid(&clues)}, func(n int) error {
		e := &entries[lines[n].entry]
		e.Grid, e.Text = clues, lengthened(lines[n].text, clues)
		return nil
	})
}

// RecordsOf yields the records of all lines of a collection, in their order.
func (s *Store) RecordsOf(ctx context.Context, collection int32) iter.Seq2[Record, error] {
	return postgres.StreamPages(ctx, s.db, "read the lines", 0, func(tx pgx.Tx) (iter.Seq2[[]Record, error], error) {
		return postgres.ReadPages(linesOf(ctx, tx, collection), func(page []EntryID) ([]Record, error) { return readRecords(ctx, tx, page) }), nil
	})
}

// linesOf yields the lines of a collection, some at a time.
func linesOf(ctx context.Context, db postgres.Querier, collection int32) iter.Seq2[[]EntryID, error] {
	return func(yield func([]EntryID, error) bool) {
		after := EntryID{}
		for {
			page, err := postgres.ReadAll(ctx, db, postgres.Tags[EntryID], `
				select e.import, e.position from (select id from import where collection = $1 and id >= $2 order by id) i
				cross join lateral (
					select import, position from entry where import = i.id and (import, position) > ($2, $3) order by position limit $4
				) e order by e.import, e.position limit $4`, collection, after.ImportID, after.Position, exportPage)
			if len(page) == 0 && err == nil || !yield(page, err) || err != nil || len(page) < exportPage {
				return
			}
			after = page[len(page)-1]
		}
	}
}
