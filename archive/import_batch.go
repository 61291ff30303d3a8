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

// createStaging makes the table that a batch is copied into. It belongs to the connection,
// and is emptied by every commit. It is not dropped: the driver remembers its columns by
// their internal numbers.
const createStaging = `
	create temporary table if not exists staging (
		position integer, line integer, first boolean, key uuid, grid bytea, shape smallint, tier smallint,
		score double precision, hardest text, text bytea, name bytea, author bytea, comment bytea
	) on commit delete rows`

// The statements of a batch. Puzzles are inserted in the order of their keys, so that importers
// that share puzzles wait for each other in one order and never in a circle. The entries' statement
// sees the puzzles of that one, and those of other imports that were there before. An entry gets a
// place in the order of its collection if it is the first of its puzzle there, which the lock on
// the collection keeps true; it is fresh if its puzzle is, or if no collection of $3, which a guild
// may use, had it. "case" keeps the index from being asked about new puzzles, and "offset 0" keeps
// PostgreSQL from reading the whole collection into a hash table for each batch.
const (
	lockCollection = `select from collection where id = $1 for no key update`
	insertPuzzles  = `
		insert into puzzle (key, clues, shape, tier, score, hardest, rating_version, import, position)
		select distinct on (key) key, grid, shape, tier, score, hardest, $2, $1, position
		from staging order by key, position
		on conflict (key) do nothing`
	insertEntries = `
		with found as materialized (
			select s.*, p.id as puzzle, p.rnd, (p.import, p.position) = ($1, s.position) as brought,
			       case p.shape when 1 then 0 else p.tier end as kind
			from staging s join puzzle p on p.key = s.key
		), known as materialized (
			select f.*, case
				when brought then true
				when not first then false
				else not exists (select from entry e where e.collection = $2 and e.slot = f.kind and e.rnd = f.rnd and e.puzzle = f.puzzle offset 0)
			end as given, case
				when brought then true
				when not first or $3::integer[] is null then false
				else not exists (select from entry e where e.collection = any($3) and e.slot = f.kind and e.rnd = f.rnd and e.puzzle = f.puzzle offset 0)
			end as fresh
			from found f
		), kept as (
			insert into entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			select $1, position, line, puzzle, case when given then rnd end, $2, case when given then kind end, fresh,
			       grid, text, name, author, comment
			from known
		), counted as (
			insert into collection_count as c (collection, slot, puzzles)
			select $2, kind, count(*) from known where given group by kind
			on conflict (collection, slot) do update set puzzles = c.puzzles + excluded.puzzles
		)
		select count(*), count(*) filter (where fresh) from known`
	countBatch = `
		update import
		set done = done + $3, fresh = fresh + $4, duplicates = duplicates + $5, rejected = rejected + $6,
		    finished = case when done + $3 = total then now() end
		where id = $1 and done = $2`
)

// keep stores a batch and counts it, in one transaction.
func (i *importer) keep(ctx context.Context, entries []prepared) error {
	var accepted, rejected []prepared
	for _, e := range entries {
		if e.reason == "" {
			accepted = append(accepted, e)
		} else {
			rejected = append(rejected, e)
		}
	}
	fresh := 0
	err := pgx.BeginFunc(ctx, i.Conn, func(tx pgx.Tx) (err error) {
		if fresh, err = i.keepAccepted(ctx, tx, accepted); err != nil {
			return err
		}
		if err := i.keepRejected(ctx, tx, rejected); err != nil {
			return err
		}
		counted, err := tx.Exec(ctx, countBatch, i.report.ImportID, i.report.Read,
			len(entries), fresh, len(accepted)-fresh, len(rejected))
		if err == nil && counted.RowsAffected() != 1 {
			return fmt.Errorf("import %d is no longer at its entry %d: %w", i.report.ImportID, i.report.Read, ErrStale)
		}
		return err
	})
	if err != nil {
		return err
	}
	i.report.Read += len(entries)
	i.report.New += fresh
	i.report.Duplicates += len(accepted) - fresh
	i.report.Rejected += len(rejected)
	return nil
}

// keepAccepted stores puzzles and entries and returns how many of the puzzles are new.
func (i *importer) keepAccepted(ctx context.Context, tx pgx.Tx, accepted []prepared) (fresh int, err error) {
	if len(accepted) == 0 {
		return 0, nil
	}
	if _, err := tx.Exec(ctx, lockCollection, i.collection); err != nil {
		return 0, err
	}
	if err := holdTiers(ctx, tx); err != nil {
		return 0, err
	}
	if err := stage(ctx, tx, accepted); err != nil {
		return 0, err
	}
	had, err := i.had(ctx, tx)
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, insertPuzzles, i.report.ImportID, rating.Version); err != nil {
		return 0, err
	}
	kept := 0
	err = tx.QueryRow(ctx, insertEntries, i.report.ImportID, i.collection, had).Scan(&kept, &fresh)
	if err == nil && kept != len(accepted) {
		err = fmt.Errorf("%d of %d entries found their puzzle", kept, len(accepted))
	}
	if err == nil {
		err = i.keepRatings(ctx, tx, accepted)
	}
	if err == nil {
		err = audit(ctx, tx)
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

// stage copies a batch into the staging table.
func stage(ctx context.Context, tx pgx.Tx, accepted []prepared) error {
	if _, err := tx.Exec(ctx, createStaging); err != nil {
		return err
	}
	seen := map[canon.Key]bool{}
	columns := []string{"position", "line", "first", "key", "grid", "shape", "tier", "score", "hardest", "text", "name", "author", "comment"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"staging"}, columns, pgx.CopyFromSlice(len(accepted), func(n int) ([]any, error) {
		first := !seen[accepted[n].key]
		seen[accepted[n].key] = true
		return accepted[n].row(first), nil
	}))
	return err
}

// row is an entry in the staging table: first tells whether it is the first of its puzzle there.
func (p prepared) row(first bool) []any {
	return []any{
		p.position, p.Line, first, [16]byte(p.key), pack(p.Grid), int16(p.Grid.Shape()), int16(p.rating.Tier), p.rating.Score,
		string(p.rating.Hardest), []byte(p.Text), []byte(p.Name), []byte(p.Author), []byte(p.Comment),
	}
}

// keepRejected counts rejected lines by their reasons, and stores them until the import has maxRejects.
func (i *importer) keepRejected(ctx context.Context, tx pgx.Tx, rejected []prepared) error {
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

// audited is how many duplicates of a batch are compared: one in a hundred of a full batch.
// Over 49,151 duplicates the cost is lost in the noise of the measurement.
const audited = 20

// audit compares grids behind equal keys. An import takes equal keys for isomorphs; a sample of
// those duplicates in the staging table that differ from the puzzle has to prove it by the
// canonical form. It finds a row that was damaged, and a key that another version of package
// canon made, before much is built on it.
func audit(ctx context.Context, tx pgx.Tx) error {
	sample, err := readAll(ctx, tx, (*pair).fields, `
		select s.line, s.grid, p.id as puzzle, p.clues from staging s join puzzle p on p.key = s.key
		where p.clues <> s.grid order by random() limit $1`, audited)
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
