package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Collection is a named set of puzzles, from one or more imports.
type Collection struct {
	Name     string
	Entries  int // lines that went in, isomorphs included
	New      int // puzzles that came into the archive with it
	Rejected int // lines that are no puzzle
	Imports  int
	Open     int // imports that ended early; the same import again completes them
}

// Collections returns all collections by name.
func (s *Store) Collections(ctx context.Context) ([]Collection, error) {
	rows, err := s.pool.Query(ctx, `
		select c.name, coalesce(sum(i.fresh + i.duplicates), 0), coalesce(sum(i.fresh), 0), coalesce(sum(i.rejected), 0),
		       count(i.id), count(i.id) filter (where i.finished is null)
		from collection c left join import i on i.collection = c.id
		group by c.id order by c.name`)
	if err != nil {
		return nil, failed(err, "list the collections")
	}
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[Collection])
	return all, failed(err, "list the collections")
}

// Export yields the entries of a collection as they went in and in their order: the text of
// the clues, name, author and comment to the byte. Rejected lines did not go in. The error
// for a collection that there is not wraps [ErrNotFound].
func (s *Store) Export(ctx context.Context, collection string) iter.Seq2[Entry, error] {
	const query = `
		select e.line, e.grid, e.text, e.name, e.author, e.comment
		from entry e join import i on i.id = e.import join collection c on c.id = i.collection
		where c.name = $1 order by e.import, e.position`
	entries := stream(ctx, s, scanEntry, query, collection)
	return func(yield func(Entry, error) bool) {
		err := s.pool.QueryRow(ctx, `select id from collection where name = $1`, collection).Scan(new(int64))
		if errors.Is(err, pgx.ErrNoRows) {
			err = fmt.Errorf("no collection %q: %w: list them with: gridkeeper stats", collection, ErrNotFound)
		}
		if err != nil {
			yield(Entry{}, failed(err, "export"))
			return
		}
		entries(yield)
	}
}

func scanEntry(row pgx.Rows) (e Entry, err error) {
	var text, name, author, comment []byte
	err = row.Scan(&e.Line, gridColumn{&e.Grid}, &text, &name, &author, &comment)
	e.Text, e.Name, e.Author, e.Comment = string(text), string(name), string(author), string(comment)
	return e, err
}

// Stats is what the archive holds.
type Stats struct {
	Puzzles int
	Tiers   []TierCount // those that have puzzles
	Guilds  int
	Players int
	Games   int
	Results int   // games that are finished
	Bytes   int64 // on the server's disk
}

// TierCount says how many puzzles of a shape have a tier.
type TierCount struct {
	Shape   sudoku.Shape
	Tier    logic.Tier
	Puzzles int
}

// Stats counts what the archive holds.
func (s *Store) Stats(ctx context.Context) (stats Stats, err error) {
	rows, err := s.pool.Query(ctx, `select shape, tier, count(*) from puzzle group by shape, tier order by shape, tier`)
	if err != nil {
		return Stats{}, failed(err, "count the puzzles")
	}
	if stats.Tiers, err = pgx.CollectRows(rows, pgx.RowToStructByPos[TierCount]); err != nil {
		return Stats{}, failed(err, "count the puzzles")
	}
	for _, t := range stats.Tiers {
		stats.Puzzles += t.Puzzles
	}
	err = s.pool.QueryRow(ctx, `
		select (select count(*) from guild), (select count(*) from player), (select count(*) from game),
		       (select count(*) from game where finished is not null), pg_database_size(current_database())`).
		Scan(&stats.Guilds, &stats.Players, &stats.Games, &stats.Results, &stats.Bytes)
	return stats, failed(err, "count the games")
}
