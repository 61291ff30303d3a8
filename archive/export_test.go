package archive

import (
	"context"
	"fmt"
	"time"
)

// RowsRead returns how many rows of tables and indexes a store that has one connection has read. It waits for
// other sessions to end, since what they read is counted then, and would be taken for the store's.
func RowsRead(ctx context.Context, s *Store) (rows int64, err error) {
	for others, end := 1, time.Now().Add(3*time.Minute); others > 0; {
		err := s.db.QueryRow(ctx, `
			select count(*) from pg_stat_activity
			where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`).Scan(&others)
		if err == nil && time.Now().After(end) {
			err = fmt.Errorf("%d other sessions have not ended in three minutes", others)
		}
		if err != nil {
			return 0, err
		}
		if others > 0 {
			time.Sleep(time.Millisecond) // to ask at once takes the processor from those that are ending
		}
	}
	if _, err := s.db.Exec(ctx, `select pg_stat_force_next_flush()`); err != nil {
		return 0, err
	}
	err = s.db.QueryRow(ctx, `
		select sum(t.seq_tup_read) + sum(coalesce(t.idx_tup_fetch, 0)) + sum((
			select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes i where i.relid = t.relid
		)) from pg_stat_user_tables t`).Scan(&rows)
	return rows, err
}
