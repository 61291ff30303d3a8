package library

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
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

// copyPuzzles stores new puzzles, in the order of their keys. All columns are given: a default that
// differs from row to row would make PostgreSQL store one row at a time.
func (i *importer) copyPuzzles(ctx context.Context, tx pgx.Tx, puzzles []*prepared) error {
	const (
		statement = `
			copy puzzle (score, key, id, rnd, import, position, shape, tier, rating_version, hardest, clues,
				clue_count, symmetries, needs)
			from stdin (format binary)`
		columns, usual = 14, 168 // bytes of a row
	)
	rows := newCopyRows(len(puzzles), usual)
	for _, p := range puzzles {
		rows.begin(columns)
		rows.float(p.rating.Score)
		rows.bytes(p.key[:])
		rows.int32(int(p.row.id))
		rows.int32(int(p.row.rnd))
		rows.int32(int(i.report.ImportID))
		rows.int32(p.position)
		rows.int16(int(p.Grid.Shape()))
		rows.int16(int(p.rating.Tier))
		rows.int16(rating.Version)
		rows.text(storedHardest(p.rating))
		rows.bytes(p.row.clues)
		rows.int16(p.Grid.Len())
		rows.int16(int(p.symmetries))
		rows.int16(int(p.rating.Needs))
	}
	return rows.send(ctx, tx, statement, len(puzzles))
}

// copyEntries stores the entries of a batch.
func (i *importer) copyEntries(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	const (
		statement = `
			copy entry (import, position, line, puzzle, rnd, collection, slot, fresh, grid, text, name, author, comment)
			from stdin (format binary)`
		columns, usual = 13, 130 // bytes of a row
	)
	rows := newCopyRows(len(accepted), usual)
	for _, p := range accepted {
		rows.begin(columns)
		rows.int32(int(i.report.ImportID))
		rows.int32(p.position)
		rows.int32(p.Line)
		rows.int32(int(p.row.id))
		if p.given {
			rows.int32(int(p.row.rnd))
		} else {
			rows.null()
		}
		rows.int32(int(i.collection))
		if p.given {
			rows.int16(int(p.row.slot))
		} else {
			rows.null()
		}
		rows.bool(p.fresh)
		if p.same = p.isSame(); p.same {
			rows.text("")
		} else {
			rows.grid(p.Grid)
		}
		for _, text := range []string{shortened(p.Text, p.Grid), p.Name, p.Author, p.Comment} {
			rows.text(text)
		}
	}
	return rows.send(ctx, tx, statement, len(accepted))
}

// copyRows is rows in the binary format of COPY: the number of the columns, then each column after its
// length. The driver's own encoder looks up the type of each value.
type copyRows []byte

// copyHeader is the signature of the format, no flags, and no extension.
const copyHeader = "PGCOPY\n\xff\r\n\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"

func newCopyRows(rows, bytes int) copyRows {
	return append(make(copyRows, 0, len(copyHeader)+bytes*rows), copyHeader...)
}

func (c *copyRows) begin(columns int) { *c = binary.BigEndian.AppendUint16(*c, uint16(columns)) }

func (c *copyRows) null() { *c = append(*c, "\xff\xff\xff\xff"...) } // a length of -1

func (c *copyRows) int32(n int) {
	*c = binary.BigEndian.AppendUint32(append(*c, 0, 0, 0, 4), uint32(n))
}

func (c *copyRows) int16(n int) {
	*c = binary.BigEndian.AppendUint16(append(*c, 0, 0, 0, 2), uint16(n))
}

func (c *copyRows) bool(b bool) {
	*c = append(*c, 0, 0, 0, 1, 0)
	if b {
		(*c)[len(*c)-1] = 1
	}
}

func (c *copyRows) float(f float64) {
	*c = binary.BigEndian.AppendUint64(append(*c, 0, 0, 0, 8), math.Float64bits(f))
}

func (c *copyRows) bytes(data []byte) {
	*c = append(binary.BigEndian.AppendUint32(*c, uint32(len(data))), data...)
}

func (c *copyRows) text(data string) {
	*c = append(binary.BigEndian.AppendUint32(*c, uint32(len(data))), data...)
}

// grid appends a packed grid, whose length is known when it is packed.
func (c *copyRows) grid(g sudoku.Grid) {
	length := len(*c)
	row := postgres.AppendGrid(append(*c, 0, 0, 0, 0), g)
	binary.BigEndian.PutUint32(row[length:], uint32(len(row)-length-4))
	*c = row
}

// send copies the rows, with the mark of their end.
func (c *copyRows) send(ctx context.Context, tx pgx.Tx, statement string, rows int) error {
	done, err := tx.Conn().PgConn().CopyFrom(ctx, bytes.NewReader(append(*c, 0xff, 0xff)), statement)
	if err == nil && int(done.RowsAffected()) != rows {
		err = fmt.Errorf("%d of %d rows were stored", done.RowsAffected(), rows)
	}
	return err
}
