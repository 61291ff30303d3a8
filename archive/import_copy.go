package archive

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// createStaging makes the table that a batch is copied into. It belongs to the connection,
// and is emptied by every commit. It is not dropped: the driver remembers its columns by
// their internal numbers. Where the archive has a puzzle already, it was not rated: tier is null.
const createStaging = `
	create temporary table if not exists staging (
		position integer, line integer, first boolean, key uuid, grid bytea, shape smallint, tier smallint,
		score double precision, hardest text, text bytea, name bytea, author bytea, comment bytea
	) on commit delete rows`

const copyStaging = `
	copy staging (position, line, first, key, grid, shape, tier, score, hardest, text, name, author, comment)
	from stdin (format binary)`

const stagingColumns = 13

// stage copies a batch into the staging table.
func stage(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	if len(accepted) == 0 {
		return nil
	}
	if _, err := tx.Exec(ctx, createStaging); err != nil {
		return err
	}
	seen := make(map[canon.Key]bool, len(accepted))
	rows := newCopyRows(len(accepted))
	for _, p := range accepted {
		rows.add(p, !seen[p.key])
		seen[p.key] = true
	}
	_, err := tx.Conn().PgConn().CopyFrom(ctx, bytes.NewReader(rows.end()), copyStaging)
	return err
}

// copyRows is rows in the binary format of COPY: the number of the columns, then each column after its
// length. The driver's own encoder looks up the type of each value.
type copyRows []byte

// copyHeader is the signature of the format, no flags, and no extension.
const copyHeader = "PGCOPY\n\xff\r\n\x00" + "\x00\x00\x00\x00" + "\x00\x00\x00\x00"

func newCopyRows(rows int) copyRows {
	const usual = 220 // bytes of a row
	return append(make(copyRows, 0, len(copyHeader)+usual*rows), copyHeader...)
}

// add appends the row of an entry: first says whether it is the first of its puzzle there.
func (c *copyRows) add(p *prepared, first bool) {
	row := binary.BigEndian.AppendUint16(*c, stagingColumns)
	row = appendInt32(row, p.position)
	row = appendInt32(row, p.Line)
	row = append(row, 0, 0, 0, 1, bit(first))
	row = appendBytes(row, p.key[:])
	row = appendGrid(row, p.Grid)
	row = appendInt16(row, int(p.Grid.Shape()))
	if p.rated {
		row = appendInt16(row, int(p.rating.Tier))
		row = binary.BigEndian.AppendUint64(append(row, 0, 0, 0, 8), math.Float64bits(p.rating.Score))
		row = appendBytes(row, p.rating.Hardest)
	} else {
		row = append(row, copyNull+copyNull+copyNull...)
	}
	for _, text := range []string{shortened(p.Text, p.Grid), p.Name, p.Author, p.Comment} {
		row = appendBytes(row, text)
	}
	*c = row
}

// end returns the rows with the mark of their end.
func (c *copyRows) end() []byte { return append(*c, 0xff, 0xff) }

const copyNull = "\xff\xff\xff\xff" // a length of -1

func appendInt32(row []byte, n int) []byte {
	return binary.BigEndian.AppendUint32(append(row, 0, 0, 0, 4), uint32(n))
}

func appendInt16(row []byte, n int) []byte {
	return binary.BigEndian.AppendUint16(append(row, 0, 0, 0, 2), uint16(n))
}

func appendBytes[T ~string | ~[]byte](row []byte, data T) []byte {
	return append(binary.BigEndian.AppendUint32(row, uint32(len(data))), data...)
}

// appendGrid appends a packed grid, whose length is known when it is packed.
func appendGrid(row []byte, g sudoku.Grid) []byte {
	length := len(row)
	row = appendPacked(append(row, 0, 0, 0, 0), g)
	binary.BigEndian.PutUint32(row[length:], uint32(len(row)-length-4))
	return row
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}
