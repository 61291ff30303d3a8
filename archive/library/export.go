package library

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Export yields the entries of a collection of a guild, "" for the operator's, as they were
// imported and in their order: the text of the clues, name, author and comment to the byte.
// Rejected lines are not among them. The error for an unknown collection wraps [postgres.ErrNotFound].
//
// It is the collection as it is when the first entry is yielded, whatever happens meanwhile.
func (s *Store) Export(ctx context.Context, guildID, collection string) iter.Seq2[format.Entry, error] {
	return inSnapshot(ctx, s.db, "export", 0, func(tx pgx.Tx) (iter.Seq2[[]format.Entry, error], error) {
		imports, err := importsOf(ctx, tx, guildID, collection)
		return exportPages(ctx, tx, imports), err
	})
}

// inSnapshot yields what is on pages, at most so much, 0 for all. They are read in a snapshot, the next one while one is yielded.
func inSnapshot[T any](
	ctx context.Context, db *postgres.DB, doing string, most int, pagesOf func(pgx.Tx) (iter.Seq2[[]T, error], error),
) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		more, n := true, 0
		err := db.Snapshot(ctx, func(tx pgx.Tx) error {
			pages, err := pagesOf(tx)
			if err != nil {
				return err
			}
			if !db.InRequest(ctx) { // there whoever reads may use the connection too
				pages = ahead(pages)
			}
			for page, err := range pages {
				if err != nil {
					return err
				}
				for _, one := range page {
					more = yield(one, nil)
					if n++; !more || n == most {
						return nil
					}
				}
			}
			return nil
		})
		if err != nil && more {
			var none T
			yield(none, postgres.Annotate(err, "%s", doing))
		}
	}
}

// importedLines is an import, the position of its last entry, and whether its file rated any.
type importedLines struct {
	id, last int
	rated    bool
}

func (i *importedLines) fields() postgres.Fields {
	return postgres.Fields{"id": &i.id, "last": &i.last, "rated": &i.rated}
}

// importsOf returns the imports of a collection, in order.
func importsOf(ctx context.Context, db postgres.Querier, guildID, collection string) ([]importedLines, error) {
	id := int64(0)
	err := db.QueryRow(ctx, `
		select id from collection where guild is not distinct from nullif($1, '') and name = $2`, guildID, collection).Scan(&id)
	if errors.Is(err, pgx.ErrNoRows) {
		err = noCollection(guildID, collection)
	}
	if err != nil {
		return nil, err
	}
	return postgres.ReadAll(ctx, db, (*importedLines).fields, `
		select id, coalesce((select max(position) from entry where import = i.id), 0) as last,
		       exists (select from rating where import = i.id and import > 0) as rated
		from import i where collection = $1 order by id`, id)
}

// exportPage is how many positions are read at once. A batch of an import is as long, and the puzzles
// that it brought stand together.
const exportPage = batchSize

// exportPages yields the entries of imports, in order, and ends with the first error. Each page has
// bounds, and no "limit": with old statistics PostgreSQL would sort all that follows.
func exportPages(ctx context.Context, db postgres.Querier, imports []importedLines) iter.Seq2[[]format.Entry, error] {
	return func(yield func([]format.Entry, error) bool) {
		for _, i := range imports {
			for from := 0; from < i.last; from += exportPage {
				page, err := exportEntries(ctx, db, i, from, min(from+exportPage, i.last))
				if !yield(page, err) || err != nil {
					return
				}
			}
		}
	}
}

// exportLine is an entry whose grid is that of its puzzle.
type exportLine struct {
	entry  int // its number in the page
	puzzle int32
	text   []byte
}

// exportEntries returns the entries of an import from one position, which is not among them, to another.
func exportEntries(ctx context.Context, db postgres.Querier, of importedLines, from, to int) ([]format.Entry, error) {
	rows, _ := db.Query(ctx, `
		select position, line, puzzle, grid, text, name, author, comment from entry
		where import = $1 and position > $2 and position <= $3 order by position`, of.id, from, to)
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
	if err := restore(ctx, db, lines, entries); err != nil || !of.rated {
		return entries, err
	}
	return entries, readRatings(ctx, db, of.id, positions, entries)
}

// readRatings fills in what the file of an import says of the difficulty of entries, by their positions.
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

// restore fills in the grids and texts of entries whose grids are those of their puzzles.
func restore(ctx context.Context, db postgres.Querier, lines []exportLine, entries []format.Entry) error {
	slices.SortFunc(lines, func(a, b exportLine) int { return cmp.Compare(a.puzzle, b.puzzle) })
	ids := make([]int32, len(lines))
	for n, l := range lines {
		ids[n] = l.puzzle
	}
	id, clues := int32(0), sudoku.Grid{}
	return readPuzzles(ctx, db, `id, clues`, ids, &id, []any{postgres.Grid(&clues)}, func(n int) error {
		e := &entries[lines[n].entry]
		e.Grid, e.Text = clues, lengthened(lines[n].text, clues)
		return nil
	})
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

// Record is a line of a collection, with what is known about its puzzle.
type Record struct {
	Found
	Line     format.Entry  // as it was imported
	Imported time.Time     // when its import began
	Ratings  []OtherRating // by programs of ours, such as those that are computed on demand
	Plays
}

// Plays says how people did with a puzzle, in all its disguises, each on a board of their own. Times are
// those of the finished games that were solved on the board, by the rule of package play, without the gaps over five minutes.
type Plays struct {
	Games     int
	Solved    int
	Median    *float64 // seconds; nil: no times
	Deviation *float64 // standard deviation, seconds; nil: fewer than two times
}

func (p *Plays) fields() postgres.Fields {
	return postgres.Fields{"games": &p.Games, "solved": &p.Solved, "median": &p.Median, "deviation": &p.Deviation}
}

// playsColumns are the [Plays] of games g.
const playsColumns = `count(*) as games, count(g.finished) as solved,
	percentile_cont(0.5) within group (order by extract(epoch from g.active)) filter (where coalesce(g.earned, g.moves > 0)) as median,
	stddev_samp(extract(epoch from g.active)) filter (where coalesce(g.earned, g.moves > 0))::double precision as deviation`

// readRecords reads lines in the order given.
func readRecords(ctx context.Context, db postgres.Querier, lines []EntryID) ([]Record, error) {
	records, err := readLines(ctx, db, lines)
	if err != nil {
		return nil, err
	}
	return completed(ctx, db, records)
}

// completed fills in what is known about lines and their puzzles beyond their rows.
func completed(ctx context.Context, db postgres.Querier, records []Record) ([]Record, error) {
	imports, err := readImports(ctx, db)
	if err != nil {
		return nil, err
	}
	var rated []*Record
	for i := range records {
		of := imports[records[i].Entry.ImportID]
		if records[i].Imported = of.started; of.rated {
			rated = append(rated, &records[i])
		}
	}
	if err := readRated(ctx, db, rated); err != nil {
		return nil, err
	}
	if err := readOwnRatings(ctx, db, records); err != nil {
		return nil, err
	}
	return records, readPlays(ctx, db, records)
}

// importFile is what lines have of their import.
type importFile struct {
	started time.Time
	rated   bool // its file says how difficult some are
}

func readImports(ctx context.Context, db postgres.Querier) (map[int64]importFile, error) {
	rows, _ := db.Query(ctx, `select id, started, exists (select from rating where import = i.id and import > 0) from import i`)
	imports := map[int64]importFile{}
	id, file := int64(0), importFile{}
	_, err := pgx.ForEachRow(rows, []any{&id, postgres.Time(&file.started), &file.rated}, func() error {
		imports[id] = file
		return nil
	})
	return imports, err
}

// readRated fills in what files say of the difficulty of lines.
func readRated(ctx context.Context, db postgres.Querier, records []*Record) error {
	puzzles, imports, positions := make([]int64, len(records)), make([]int64, len(records)), make([]int64, len(records))
	for i, r := range records {
		puzzles[i], imports[i], positions[i] = r.ID, r.Entry.ImportID, int64(r.Entry.Position)
	}
	rows, _ := db.Query(ctx, `
		select w.n::integer - 1, m.name, m.version, r.value
		from unnest($1::bigint[], $2::integer[], $3::integer[]) with ordinality w (puzzle, import, position, n)
		cross join lateral (
			select program, value from rating r where r.puzzle = w.puzzle and r.import = w.import and r.position = w.position offset 0
		) r join rating_program m on m.id = r.program`, puzzles, imports, positions)
	n, said := 0, format.Rating{}
	_, err := pgx.ForEachRow(rows, []any{&n, &said.Program, &said.Version, &said.Value}, func() error {
		records[n].Line.Rating = said
		return nil
	})
	return err
}

// readOwnRatings fills in what was computed on demand, and what former versions said.
func readOwnRatings(ctx context.Context, db postgres.Querier, records []Record) error {
	rows, _ := db.Query(ctx, `
		select r.puzzle, m.name, m.version, r.value from unnest($1::bigint[]) w (puzzle)
		cross join lateral (select * from rating r where r.puzzle = w.puzzle and r.import = 0 offset 0) r
		join rating_program m on m.id = r.program order by m.name, m.version`, puzzlesOf(records))
	of := map[int64][]OtherRating{}
	puzzle, r := int64(0), OtherRating{}
	_, err := pgx.ForEachRow(rows, []any{&puzzle, &r.Program, &r.Version, &r.Value}, func() error {
		of[puzzle] = append(of[puzzle], r)
		return nil
	})
	for i := range records {
		records[i].Ratings = of[records[i].ID]
	}
	return err
}

func puzzlesOf(records []Record) []int64 {
	ids := make([]int64, len(records))
	for i, r := range records {
		ids[i] = r.ID
	}
	return ids
}

// readPlays fills in how people did. Most puzzles of an archive were never played.
func readPlays(ctx context.Context, db postgres.Querier, records []Record) error {
	rows, _ := db.Query(ctx, `
		select g.puzzle, `+playsColumns+` from game g where g.puzzle = any($1::integer[]) and g.party is null group by g.puzzle`, puzzlesOf(records))
	of := map[int64]Plays{}
	puzzle, p := int64(0), Plays{}
	_, err := pgx.ForEachRow(rows, []any{&puzzle, &p.Games, &p.Solved, &p.Median, &p.Deviation}, func() error {
		of[puzzle] = p
		return nil
	})
	for i := range records {
		records[i].Plays = of[records[i].ID]
	}
	return err
}

// Records yields lines with what is known about them, as a search finds them.
func (s *Store) Records(ctx context.Context, q Query) iter.Seq2[Record, error] {
	return search(ctx, s.db, q, completed)
}

// RecordsOf yields all lines of a collection, in their order, with what is known about their puzzles.
func (s *Store) RecordsOf(ctx context.Context, collection int32) iter.Seq2[Record, error] {
	return inSnapshot(ctx, s.db, "read the lines", 0, func(tx pgx.Tx) (iter.Seq2[[]Record, error], error) {
		return readPages(linesOf(ctx, tx, collection), func(page []EntryID) ([]Record, error) { return readRecords(ctx, tx, page) }), nil
	})
}

// linesOf yields the lines of a collection, some at a time.
func linesOf(ctx context.Context, db postgres.Querier, collection int32) iter.Seq2[[]EntryID, error] {
	return func(yield func([]EntryID, error) bool) {
		after := EntryID{}
		for {
			page, err := postgres.ReadAll(ctx, db, (*EntryID).Fields, `
				select e.import, e.position from (select id from import where collection = $1 and id >= $2 order by id) i
				cross join lateral (
					select import, position from entry where import = i.id and (import, position) > ($2, $3) order by position limit $4
				) e order by e.import, e.position limit $4`, collection, after.ImportID, after.Position, largestPage)
			if len(page) == 0 && err == nil || !yield(page, err) || err != nil || len(page) < largestPage {
				return
			}
			after = page[len(page)-1]
		}
	}
}
