package importing

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// copyRows are rows in the binary format of COPY: the number of the columns, then each column after its length. They
// are written by hand since the driver's encoder looks up the type of each value.
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
