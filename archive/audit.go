package archive

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// audited is how many duplicates of a batch are compared: one in a hundred of a full batch.
// Over 49,151 duplicates the cost is lost in the noise of the measurement.
const audited = 20

// audit compares grids behind equal keys. An import takes equal keys for isomorphs; of those
// duplicates in the staging table that were written otherwise than the puzzle, a sample has
// to prove it by its canonical form. It finds a row that was damaged, and a key that another
// version of package canon made, before much is built on it.
func audit(ctx context.Context, tx pgx.Tx) error {
	rows, err := tx.Query(ctx, `
		select s.line, s.grid, p.id, p.clues from staging s join puzzle p on p.key = s.key
		where p.clues <> s.grid order by random() limit $1`, audited)
	if err != nil {
		return err
	}
	var line int
	var puzzle int64
	var grid, clues sudoku.Grid
	_, err = pgx.ForEachRow(rows, []any{&line, gridColumn{&grid}, &puzzle, gridColumn{&clues}}, func() error {
		if canon.Of(grid) != canon.Of(clues) {
			return fmt.Errorf("line %d has the key of puzzle %d (%s) but is no isomorph of it: the archive is damaged: "+
				"restore it from a backup", line, puzzle, clues)
		}
		return nil
	})
	return err
}
