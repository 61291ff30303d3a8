package archive

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// discard takes an import back that brought nothing but rejected lines, and the collection that was
// made for it. The report stays.
func (s *Store) discard(ctx context.Context, r Report) (Report, error) {
	err := s.transact(ctx, func(tx pgx.Tx) error {
		v := reversal{Tx: tx}
		if err := v.lockImport(ctx, r.ImportID); err != nil {
			return err
		}
		if _, err := v.Exec(ctx, `select from collection where id = $1 for update`, v.collection); err != nil {
			return err
		}
		v.imports = []int64{r.ImportID}
		if err := v.deleteImports(ctx); err != nil {
			return err
		}
		_, err := dropIfEmpty(ctx, tx, v.collection)
		return err
	})
	r.ImportID, r.Repeated = 0, false
	return r, err
}
