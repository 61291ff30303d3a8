package library

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Record is a line of a collection, with what is known about its puzzle.
type Record struct {
	Found
	Line     format.Entry // as it was imported
	Imported time.Time    // when its import began
	Plays
}

// Plays says how people did with a puzzle, in all its disguises, each on a board of their own. Times are
// those of the finished games in which the player made moves, without the gaps over five minutes.
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
	percentile_cont(0.5) within group (order by extract(epoch from g.active)) filter (where g.moves > 0) as median,
	stddev_samp(extract(epoch from g.active)) filter (where g.moves > 0)::double precision as deviation`

// entryLines selects lines as they were imported, of an entry e.
const entryLines = `
	select e.collection, e.rnd, e.line, read_grid(e.grid, p.clues) as grid, written_text(e.text, e.grid, p.clues) as text,
	       e.name, e.author, e.comment
	from entry e cross join lateral (select clues from puzzle p where p.id = e.puzzle offset 0) p`

func (r *Record) fields() postgres.Fields {
	return r.Found.fields().And(entryFileFields(&r.Line)).And(r.Plays.fields()).And(postgres.Fields{"imported": postgres.Time(&r.Imported)})
}

// readRecords reads lines in the order given. One that is gone meanwhile is left out.
func (s *Store) readRecords(ctx context.Context, lines []EntryID) ([]Record, error) {
	imports, positions := make([]int64, len(lines)), make([]int32, len(lines))
	for i, id := range lines {
		imports[i], positions[i] = id.ImportID, int32(id.Position)
	}
	return postgres.ReadAll(ctx, s.db, (*Record).fields, `
		select `+foundColumns+`, e.line, e.grid, e.text, e.name, e.author, e.comment, i.started as imported, g.*
		from unnest($1::bigint[], $2::integer[]) with ordinality w (import, position, n)
		cross join lateral (`+entryLines+` where e.import = w.import and e.position = w.position offset 0) e
		cross join lateral (select * from entered_puzzle p where p.import = w.import and p.position = w.position offset 0) p
		cross join lateral (select `+playsColumns+` from game g where g.puzzle = p.id and g.party is null) g
		join import i on i.id = w.import
		order by w.n`, imports, positions)
}

// Records yields lines with what is known about them, as a search finds them.
func (s *Store) Records(ctx context.Context, q Query) iter.Seq2[Record, error] {
	return s.records(ctx, func(yield func(EntryID, error) bool) {
		for f, err := range s.Search(ctx, q) {
			if !yield(f.Entry, err) {
				return
			}
		}
	})
}

// recordPage is how many lines are read at once, at most; the first ones at the start are few, so
// that they are soon there.
const recordPage = 512

func (s *Store) records(ctx context.Context, lines iter.Seq2[EntryID, error]) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		var page []EntryID
		size := 16
		flush := func() bool {
			read, err := s.readRecords(ctx, page)
			page, size = page[:0], min(2*size, recordPage)
			if err != nil {
				yield(Record{}, postgres.Annotate(err, "read the lines found"))
				return false
			}
			return !slices.ContainsFunc(read, func(r Record) bool { return !yield(r, nil) })
		}
		for id, err := range lines {
			if err != nil {
				if len(page) == 0 || flush() {
					yield(Record{}, err)
				}
				return
			}
			if page = append(page, id); len(page) == size && !flush() {
				return
			}
		}
		if len(page) > 0 {
			flush()
		}
	}
}

// RecordsOf yields all lines of a collection, in their order, with what is known about their puzzles.
func (s *Store) RecordsOf(ctx context.Context, collection int32) iter.Seq2[Record, error] {
	return s.records(ctx, func(yield func(EntryID, error) bool) {
		after := EntryID{}
		for {
			page, err := postgres.ReadAll(ctx, s.db, (*EntryID).Fields, `
				select e.import, e.position from (select id from import where collection = $1 and id >= $2 order by id) i
				cross join lateral (
					select import, position from entry where import = i.id and (import, position) > ($2, $3) order by position limit $4
				) e order by e.import, e.position limit $4`, collection, after.ImportID, after.Position, searchBatch)
			if err != nil {
				yield(EntryID{}, postgres.Annotate(err, "read the lines"))
				return
			}
			for _, id := range page {
				if !yield(id, nil) {
					return
				}
			}
			if len(page) < searchBatch {
				return
			}
			after = page[len(page)-1]
		}
	})
}
