package library

import (
	"context"
	"iter"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

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
	return search(ctx, s.db, q, readRecords)
}

// RecordsOf yields all lines of a collection, in their order, with what is known about their puzzles.
func (s *Store) RecordsOf(ctx context.Context, collection int32) iter.Seq2[Record, error] {
	return inSnapshot(ctx, s.db, "read the lines", 0, func(tx pgx.Tx) (iter.Seq2[[]Record, error], error) {
		return readPages(ctx, tx, linesOf(ctx, tx, collection), readRecords), nil
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
