package library

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Rows of an older release stay as they are until they are converted, a span of puzzles at a time. Meanwhile the
// archive has both forms, which all programs read.

// oldForm is the condition that [postgres.PackGrid] writes a column of a puzzle p in fewer bytes now.
func oldForm(column string) string { return `length(` + column + `) = 34 and ` + ClueCount + ` <= 52` }

// UnconvertedSpans returns spans with all puzzles that have a column of an older form, or a line with one, that many
// in each, in a transaction of the caller's.
func UnconvertedSpans(ctx context.Context, tx pgx.Tx, length int) ([]Span, error) {
	spans, err := spansWhere(ctx, tx,
		oldForm(`p.clues`)+` or p.id in (select puzzle from entry e join puzzle p on p.id = e.puzzle where `+oldForm(`e.grid`)+`)`, length)
	return spans, postgres.Annotate(err, "look for rows of an older form")
}

// FreeRoom has PostgreSQL reuse the room of rewritten rows once they are a twentieth of a table. By itself it would
// wait for a fifth and for some minutes, while the table grows to twice its size.
func (s *Store) FreeRoom(ctx context.Context) error {
	due, err := s.tablesWithRoom(ctx)
	for _, table := range due {
		if err == nil {
			_, err = s.db.Exec(ctx, `vacuum (skip_locked) `+table)
		}
	}
	return postgres.Annotate(err, "free room")
}

// tablesWithRoom returns the tables in which a twentieth of the rows are old.
func (s *Store) tablesWithRoom(ctx context.Context) ([]string, error) {
	return postgres.ReadColumn[string](ctx, s.db, `
		select relname::text from pg_stat_user_tables where relid in ('puzzle'::regclass, 'entry'::regclass) and n_dead_tup > n_live_tup / 20`)
}

// GiveRoomBack is called after puzzles were rewritten. It moves the puzzles of the last pages to free room on other
// pages, and PostgreSQL gives the last pages back. Then it builds the index of ids again, every page of which the
// move splits. That waits for transactions under way, such as a backup, and is repeated once for the rows that these
// kept. Other work goes on meanwhile, and an interrupted call is repeated.
func (s *Store) GiveRoomBack(ctx context.Context) error {
	moved := true
	_, err := s.db.Exec(ctx, `vacuum puzzle`)
	for n := 0; n < 2 && moved && err == nil; n++ {
		if moved, err = s.moveLast(ctx); err == nil && (moved || n == 0) {
			err = s.rebuildIDs(ctx)
		}
	}
	return postgres.Annotate(err, "give room back")
}

// rebuildIDs builds the index of ids again, and frees the room of moved puzzles. It drops the incomplete index of an
// interruption, which would take room, and time of each import.
func (s *Store) rebuildIDs(ctx context.Context) error {
	drop := []string{`drop index concurrently if exists puzzle_pkey_ccnew`, `drop index concurrently if exists puzzle_pkey_ccold`}
	err := postgres.ExecAll(ctx, s.db, append(drop, `reindex index concurrently puzzle_pkey`))
	if err == nil {
		err = s.freeMoved(ctx)
	}
	if err != nil {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Minute)
		defer cancel()
		_ = postgres.ExecAll(ctx, s.db, drop)
	}
	return err
}

// freeMoved frees the room of moved puzzles. When an index is built, all sessions that still see the old rows have
// ended, except PostgreSQL's own analyze of another table: freeMoved waits for its end, some 60 seconds at most.
func (s *Store) freeMoved(ctx context.Context) error {
	for pause := time.Second; ; pause *= 2 {
		if _, err := s.db.Exec(ctx, `vacuum puzzle`); err != nil {
			return err
		}
		held, err := s.tablesWithRoom(ctx)
		if err != nil || !slices.Contains(held, "puzzle") || pause > 32*time.Second {
			return err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// pagesAtOnce is how many pages of puzzles a transaction of [Store.GiveRoomBack] moves: some 4,000 puzzles.
const pagesAtOnce = 50

// moveLast rewrites the puzzles of the last pages. PostgreSQL puts them into room that a vacuum has found; moveLast
// stops when there is none. It reports whether there were any. In each page 2 % stay free, since no row fits there.
func (s *Store) moveLast(ctx context.Context) (moved bool, err error) {
	const pages = `(pg_relation_size('puzzle') / current_setting('block_size')::integer)::integer`
	var all, needed int
	err = s.db.QueryRow(ctx, `
		select `+pages+`, coalesce(ceil(1.02 * sum(4 + (pg_column_size(p) + 7) / 8 * 8) / (current_setting('block_size')::integer - 24)), 0)::integer
		from puzzle p`).Scan(&all, &needed)
	now := all
	for last := all; err == nil && last > needed && now <= all; last -= pagesAtOnce {
		err = s.db.Transact(ctx, func(tx pgx.Tx) error {
			if err := HoldTiers(ctx, tx); err != nil {
				return err
			}
			for { // those that found room in these pages go on
				done, err := tx.Exec(ctx, fmt.Sprintf(
					`update puzzle set clues = clues where ctid >= '(%d,0)' and ctid < '(%d,0)'`, max(needed, last-pagesAtOnce), last))
				if err != nil {
					return err
				}
				if done.RowsAffected() == 0 {
					return tx.QueryRow(ctx, `select `+pages).Scan(&now)
				}
				moved = true
			}
		})
	}
	return moved, err
}

// oldGrid is a grid of a puzzle, or of a line.
type oldGrid struct {
	ID       int64       `db:"id"`
	Position int64       `db:"position"` // of a line: that of its import, and its position there
	Grid     sudoku.Grid `db:"grid"`
}

// Convert rewrites the columns of an older form, of the puzzles of a span and of their lines, and returns how many it
// has rewritten. Puzzles cannot be deleted or change their tier meanwhile.
func Convert(ctx context.Context, tx pgx.Tx, span Span) (converted int, err error) {
	if err := HoldTiers(ctx, tx); err != nil {
		return 0, err
	}
	for _, c := range []struct{ find, change string }{{
		`select p.id, 0 as position, p.clues as grid from puzzle p where p.id between $1 and $2 and ` + oldForm(`p.clues`),
		`update puzzle p set clues = n.grid from unnest($3::integer[], $4::integer[], $5::bytea[]) n (id, position, grid)
		where p.id = n.id and p.id between $1 and $2`,
	}, {
		`select e.import as id, e.position, e.grid from entry e join puzzle p on p.id = e.puzzle
		where e.puzzle between $1 and $2 and p.id between $1 and $2 and ` + oldForm(`e.grid`),
		`update entry e set grid = n.grid from unnest($3::integer[], $4::integer[], $5::bytea[]) n (import, position, grid)
		where e.import = n.import and e.position = n.position and e.puzzle between $1 and $2`,
	}} {
		old, err := postgres.ReadAll(ctx, tx, postgres.Tags[oldGrid], c.find, span.First, span.Last)
		if err != nil {
			return 0, postgres.Annotate(err, "read puzzles %d to %d", span.First, span.Last)
		}
		ids, positions, grids := make([]int64, len(old)), make([]int64, len(old)), make([][]byte, len(old))
		for i, o := range old {
			ids[i], positions[i], grids[i] = o.ID, o.Position, postgres.PackGrid(o.Grid)
		}
		done, err := tx.Exec(ctx, c.change, span.First, span.Last, ids, positions, grids)
		if err != nil {
			return 0, postgres.Annotate(err, "convert puzzles %d to %d", span.First, span.Last)
		}
		converted += int(done.RowsAffected())
	}
	return converted, nil
}
