package library

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// How much is kept of what is rejected: a file of 250 MB that holds anything but puzzles would
// leave 669 MB in the database, and no one reads more of it than this. All are counted.
const (
	maxRejects    = 1_000 // lines of an import
	maxRejectText = 4_000 // bytes of a line
)

const (
	lockCollection = `select from collection where id = $1 for no key update`
	countBatch     = `
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
	if err := await(ctx, b.before.inserted); err != nil {
		return err
	}
	fresh := 0
	err := postgres.InTransaction(ctx, conn, func(tx pgx.Tx) (err error) {
		if b.done+len(b.entries) < i.source.count {
			if _, err := tx.Exec(ctx, noWait); err != nil {
				return err
			}
		}
		puzzles, err := i.keepPuzzles(ctx, tx, accepted, b.before.brought)
		if err != nil {
			return err
		}
		b.brought = puzzles.brought
		close(b.inserted)
		if err := await(ctx, b.before.kept); err != nil {
			return err
		}
		if fresh, err = i.keepEntries(ctx, tx, accepted, puzzles); err != nil {
			return err
		}
		if err := i.keepRejected(ctx, tx, rejected); err != nil {
			return err
		}
		counted, err := tx.Exec(ctx, countBatch, i.report.ImportID, b.done,
			len(b.entries), fresh, len(accepted)-fresh, len(rejected))
		if err == nil && counted.RowsAffected() != 1 {
			return fmt.Errorf("import %d is no longer at its entry %d: %w", i.report.ImportID, b.done, postgres.ErrStale)
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
	i.newest.Store(8*len(b.brought) > 7*len(accepted))
	i.progress()
	close(b.kept)
	return nil
}

// noWait lets a commit not wait for the disk. If the server crashes, the last batches are lost, with
// their counts, and the import goes on from where it is then. The last commit does wait, and what was
// committed before it is on the disk with it.
const noWait = `set local synchronous_commit = off`

// keepRejected counts rejected lines by their reasons, and stores them until the import has maxRejects. Those
// that a reversal left behind it are counted and stored already.
func (i *importer) keepRejected(ctx context.Context, tx pgx.Tx, rejected []*prepared) error {
	most := maxRejects - i.report.Rejected
	for len(rejected) > 0 && rejected[0].position <= i.rejectsTo {
		rejected, most = rejected[1:], most-1
	}
	if err := countReasons(ctx, tx, i.report.ImportID, rejected); err != nil {
		return err
	}
	rejected = rejected[:max(0, min(len(rejected), most))]
	if len(rejected) == 0 {
		return nil
	}
	columns := []string{"import", "position", "line", "text", "kind", "reason"}
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"reject"}, columns, pgx.CopyFromSlice(len(rejected), func(n int) ([]any, error) {
		r := rejected[n]
		text := r.Text[:min(len(r.Text), maxRejectText)]
		return []any{i.report.ImportID, r.position, r.Line, []byte(text), string(KindOf(r.why)), postgres.PlainText(r.why.Error())}, nil
	}))
	return err
}
