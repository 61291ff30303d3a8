package archive

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// How much is kept of what is rejected: a file of 250 MB that holds anything but puzzles would
// leave 669 MB in the database, and no one reads more of it than this. All are counted.
const (
	maxRejects    = 1_000 // lines of an import
	maxRejectText = 4_000 // bytes of a line
)

// The statements of a batch. Puzzles are inserted in the order of their keys, so that importers
// that share puzzles wait for each other in one order and never in a circle. The entries' statement
// sees the puzzles of that one, and those of other imports that were there before. An entry gets a
// place in the order of its collection if it is the first of its puzzle there, which the lock on
// the collection keeps true; it is fresh if its puzzle is, or if no collection of $3, which a guild
// may use, had it. "case" keeps the index from being asked about new puzzles, and "offset 0" makes
// PostgreSQL ask an index about one row at a time: with the statistics of before the import, which are
// all it has, it would read the whole archive into a hash table for each batch.
const (
	lockCollection = `select from collection where id = $1 for no key update`
	insertPuzzles  = `
		insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
		select key, grid, shape, tier, score, hardest, $2, $1, position
		from staging where first and tier is not null order by key
		on conflict (key) do nothing`
	insertEntries = `
		with known as materialized (
			select f.*, case
				when brought then true
				when not first then false
				else not exists (select from entry e where shelf(e.collection, e.slot) = shelf($2, f.kind) and e.rnd = f.rnd and e.puzzle = f.puzzle offset 0)
			end as given, case
				when brought then true
				when not first or $3::integer[] is null then false
				else not exists (
					select from unnest($3::integer[]) c (id), entry e
					where shelf(e.collection, e.slot) = shelf(c.id, f.kind) and e.rnd = f.rnd and e.puzzle = f.puzzle offset 0
				)
			end as fresh
			from (
				select s.*, p.id as puzzle, p.rnd, p.clues = s.grid as same, (p.import, p.position) = ($1, s.position) as brought,
				       case p.shape when 1 then 0 else p.tier end as kind
				from staging s cross join lateral (select * from puzzle p where p.key = s.key offset 0) p
				offset 0
			) f
		), kept as (
			insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			select $1, position, line, puzzle, case when given then rnd end, $2, case when given then kind end, fresh,
			       case when same then '' else grid end, text, name, author, comment
			from known
		), counted as (
			insert into collection_count as c (collection, slot, puzzles)
			select $2, kind, count(*) from known where given group by kind
			on conflict (collection, slot) do update set puzzles = c.puzzles + excluded.puzzles
		)
		select count(*), count(*) filter (where fresh),
		       array(select position from known where not same and not brought order by random() limit $4)
		from known`
	countBatch = `
		update import
		set done = done + $3, fresh = fresh + $4, duplicates = duplicates + $5, rejected = rejected + $6,
		    finished = case when done + $3 = total then now() end
		where id = $1 and done = $2`
)

// keep stores a batch and counts it, in one transaction. What another batch of the same import stores
// at the same time it does in turn: puzzles after those of the batch before, so that of isomorphs the
// first brings the puzzle in; all else after that batch is kept, or not at all.
func (i *importer) keep(ctx context.Context, conn *pgx.Conn, b *batch) error {
	accepted, rejected := b.sorted()
	fresh := 0
	err := inTransaction(ctx, conn, func(tx pgx.Tx) (err error) {
		if b.done+len(b.entries) < i.source.count {
			if _, err := tx.Exec(ctx, noWait); err != nil {
				return err
			}
		}
		if err := stage(ctx, tx, accepted); err != nil {
			return err
		}
		if err := await(ctx, b.before.inserted); err != nil {
			return err
		}
		if err := i.keepPuzzles(ctx, tx, accepted); err != nil {
			return err
		}
		close(b.inserted)
		if err := await(ctx, b.before.kept); err != nil {
			return err
		}
		if fresh, err = i.keepEntries(ctx, tx, accepted); err != nil {
			return err
		}
		if err := i.keepRejected(ctx, tx, rejected); err != nil {
			return err
		}
		counted, err := tx.Exec(ctx, countBatch, i.report.ImportID, b.done,
			len(b.entries), fresh, len(accepted)-fresh, len(rejected))
		if err == nil && counted.RowsAffected() != 1 {
			return fmt.Errorf("import %d is no longer at its entry %d: %w", i.report.ImportID, b.done, ErrStale)
		}
		return err
	})
	if err != nil {
		return err
	}
	i.report.Read += len(b.entries)
	i.report.New += fresh
	i.report.Duplicates += len(accepted) - fresh
	i.report.Rejected += len(rejected)
	i.newest.Store(8*fresh > 7*len(accepted))
	i.progress()
	close(b.kept)
	return nil
}

// noWait lets a commit not wait for the disk. If the server crashes, the last batches are lost, with
// their counts, and the import goes on from where it is then. The last commit does wait, and what was
// committed before it is on the disk with it.
const noWait = `set local synchronous_commit = off`

// keepPuzzles stores the puzzles in the staging table that are new, and keeps tiers as they are from
// here on. A batch asks for that in its turn: if it held the lock while it waits for the one before,
// that one could wait for it behind whoever wants to change tiers.
func (i *importer) keepPuzzles(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	if len(accepted) == 0 {
		return nil
	}
	if err := holdTiers(ctx, tx); err != nil {
		return err
	}
	if err := rateRemoved(ctx, tx, accepted); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, insertPuzzles, i.report.ImportID, rating.Version)
	return err
}

// rateRemoved rates the puzzles of a batch that the archive had when it was asked, and has no longer:
// an import was taken back meanwhile. From here on the lock of the tiers keeps puzzles from going.
func rateRemoved(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	removed := false
	err := tx.QueryRow(ctx, `
		select exists (
			select from staging s where first and tier is null
			and not exists (select from puzzle p where p.key = s.key offset 0)
		)`).Scan(&removed)
	if err != nil || !removed {
		return err
	}
	for _, p := range accepted {
		if p.examine(); p.reason != "" {
			return fmt.Errorf("line %d: %s", p.Line, p.reason)
		}
	}
	if _, err := tx.Exec(ctx, `delete from staging`); err != nil {
		return err
	}
	return stage(ctx, tx, accepted)
}

// keepEntries stores the entries of a batch and returns how many of their puzzles are new.
func (i *importer) keepEntries(ctx context.Context, tx pgx.Tx, accepted []*prepared) (fresh int, err error) {
	if len(accepted) == 0 {
		return 0, nil
	}
	if _, err := tx.Exec(ctx, lockCollection, i.collection); err != nil {
		return 0, err
	}
	had, err := i.had(ctx, tx)
	if err != nil {
		return 0, err
	}
	kept := 0
	var sample []int32
	err = tx.QueryRow(ctx, insertEntries, i.report.ImportID, i.collection, had, audited).Scan(&kept, &fresh, &sample)
	if err == nil && kept != len(accepted) {
		err = fmt.Errorf("%d puzzles were removed from the archive meanwhile: %w", len(accepted)-kept, ErrStale)
	}
	if err == nil {
		err = i.keepRatings(ctx, tx, accepted)
	}
	if err == nil && len(sample) > 0 {
		err = audit(ctx, tx, sample)
	}
	return fresh, err
}

// had returns the collections whose puzzles the owner has already; nil for the operator, who has
// those of all.
func (i *importer) had(ctx context.Context, tx pgx.Tx) ([]int32, error) {
	if i.options.GuildID == "" {
		return nil, nil
	}
	rows, err := tx.Query(ctx, visible, i.options.GuildID)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[int32])
}

// keepRejected counts rejected lines by their reasons, and stores them until the import has maxRejects.
func (i *importer) keepRejected(ctx context.Context, tx pgx.Tx, rejected []*prepared) error {
	if err := countReasons(ctx, tx, i.report.ImportID, rejected); err != nil {
		return err
	}
	rejected = rejected[:max(0, min(len(rejected), maxRejects-i.report.Rejected))]
	if len(rejected) == 0 {
		return nil
	}
	columns := []string{"import", "position", "line", "text", "reason"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"reject"}, columns, pgx.CopyFromSlice(len(rejected), func(n int) ([]any, error) {
		r := rejected[n]
		text := r.Text[:min(len(r.Text), maxRejectText)]
		return []any{i.report.ImportID, r.position, r.Line, []byte(text), plainText(r.reason)}, nil
	}))
	return err
}

var errDamaged = errors.New("the archive is damaged: restore it from a backup")

// audited is how many duplicates of a batch are compared: one in five hundred of a full batch.
// Over 49,151 duplicates the cost is lost in the noise of the measurement.
const audited = 20

// audit compares grids behind equal keys. An import takes equal keys for isomorphs; a sample of
// those duplicates in the staging table that differ from the puzzle, by their positions, has to
// prove it by the canonical form. It finds a row that was damaged, and a key that another version of
// package canon made, before much is built on it.
func audit(ctx context.Context, tx pgx.Tx, positions []int32) error {
	sample, err := readAll(ctx, tx, (*pair).fields, `
		select s.line, s.grid, p.id as puzzle, p.clues
		from staging s cross join lateral (select id, clues from puzzle p where p.key = s.key offset 0) p
		where s.position = any($1)`, positions)
	if err != nil {
		return err
	}
	for _, p := range sample {
		if canon.Of(p.grid) != canon.Of(p.clues) {
			return fmt.Errorf("line %d has the key of puzzle %d (%s) but is not an isomorph of it: %w", p.line, p.puzzle, p.clues, errDamaged)
		}
	}
	return nil
}

// pair is a line and the puzzle that it is taken for.
type pair struct {
	line        int
	puzzle      int64
	grid, clues sudoku.Grid
}

func (p *pair) fields() fields {
	return fields{"line": &p.line, "puzzle": &p.puzzle, "grid": gridColumn{&p.grid}, "clues": gridColumn{&p.clues}}
}
