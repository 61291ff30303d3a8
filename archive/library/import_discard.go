package library

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// discard takes an import back that brought nothing but rejected lines, and the collection that was
// made for it. The report stays.
func (s *Store) discard(ctx context.Context, r Report) (Report, error) {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		v := reversal{Tx: tx, imports: []int64{r.ImportID}}
		if err := v.lockImport(ctx, r.ImportID); err != nil {
			return err
		}
		return v.discard(ctx)
	})
	r.ImportID, r.Repeated = 0, false
	return r, err
}

// discardEmpty is [Store.discard] for an import that machines share, of which the transaction holds the row
// and has just kept a piece, if that was the last one.
func (i *importer) discardEmpty(ctx context.Context, tx pgx.Tx) error {
	empty := false
	err := tx.QueryRow(ctx, `select finished is not null and fresh + duplicates = 0 from import where id = $1`, i.report.ImportID).Scan(&empty)
	if err != nil || !empty {
		return err
	}
	v := reversal{Tx: tx, imports: []int64{i.report.ImportID}, collection: i.collection}
	return v.discard(ctx)
}

// discard deletes imports without entries, and their collection if it has no other.
func (v *reversal) discard(ctx context.Context) error {
	if _, err := v.Exec(ctx, `select from collection where id = $1 for update`, v.collection); err != nil {
		return err
	}
	if err := v.deleteImports(ctx); err != nil {
		return err
	}
	_, err := dropIfEmpty(ctx, v, v.collection)
	return err
}

// KeptPieces is how long the pieces of a cancelled import wait to be retried.
const KeptPieces = 30 * 24 * time.Hour

// ForgetPieces empties the pieces of imports that were cancelled so long ago that no one retries them. The
// work stays, and says what it did. The transaction is the caller's, see [Store.Transact].
func ForgetPieces(ctx context.Context, tx pgx.Tx) error {
	return forgetPieces(ctx, tx, `cancelled < now() - $1::interval`, KeptPieces)
}

// forgetPieces empties the pieces of cancelled imports that are not done. Where a machine is just keeping one
// it finds that out in the same transaction.
func forgetPieces(ctx context.Context, tx pgx.Tx, which string, args ...any) error {
	_, err := tx.Exec(ctx, `
		update chunk set input = array_fill(''::text, array[cardinality(input)])
		where done < cardinality(input) and input[done + 1] <> ''
		  and work in (select id from work where kind = 'import' and cancelled is not null and `+which+`)`, args...)
	return postgres.Annotate(err, "forget the rest of a cancelled import")
}

// PiecesForgotten reports whether what is left of a job is empty: see [ForgetPieces].
func PiecesForgotten(ctx context.Context, tx pgx.Tx, work int64) (forgotten bool, err error) {
	err = tx.QueryRow(ctx, `
		select exists (select from chunk where work = $1 and done < cardinality(input) and input[done + 1] = '')`, work).Scan(&forgotten)
	return forgotten, err
}
