package archive

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// Store is the archive in a database. It is safe for concurrent use.
type Store struct {
	pool   *pgxpool.Pool
	clock  func() time.Time
	pruned *atomic.Int64 // when requests were pruned last, in Unix seconds

	notifier *notifier
	paces    *keptPaces
}

// Open connects to a database that has the schema of package migrations. It rejects any
// other, and servers older than PostgreSQL 15. Its errors say what to do, and never show
// the password of the address.
func Open(ctx context.Context, url string) (*Store, error) {
	if err := awaitRoom(ctx, func() error { return migrations.Check(ctx, url) }); err != nil {
		return nil, err
	}
	config, err := connection.Config(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = prepareConnection
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, explain(err)
	}
	if err := awaitRoom(ctx, func() error { return pool.Ping(ctx) }); err != nil {
		pool.Close()
		return nil, explain(err)
	}
	return &Store{pool, time.Now, new(atomic.Int64), &notifier{pool: pool, games: map[int64]bool{}}, &keptPaces{orders: map[Ranking]keptOrder{}}}, nil
}

// awaitRoom connects, and again for a second or two where a server has no room: of the connection
// before, by this program or by one that has just ended, it needs a moment to see that it is over.
func awaitRoom(ctx context.Context, connect func() error) (err error) {
	for range 40 {
		if err = connect(); err == nil || !connection.Crowded(err) {
			return err
		}
		select {
		case <-time.After(50 * time.Millisecond):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// Close ends all connections, once what changed is notified.
func (s *Store) Close() {
	s.notifier.senders.Wait()
	s.pool.Close()
}

// WithClock returns the same store with another clock for the times of games.
func (s *Store) WithClock(now func() time.Time) *Store {
	return &Store{s.pool, now, s.pruned, s.notifier, s.paces}
}

// now is in whole microseconds, as the database keeps it: what is returned and what is read
// later are equal.
func (s *Store) now() time.Time { return s.clock().UTC().Truncate(time.Microsecond) }

// prepareConnection makes times independent of where the program runs, and keeps the database
// from compiling statements: it does so for those that it expects to be long, and where its
// statistics are old that took longer than they do, with every batch of an import.
func prepareConnection(ctx context.Context, c *pgx.Conn) error {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	_, err := c.Exec(ctx, `set jit = off`)
	return err
}

// querier is the pool, or a transaction.
type querier interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// db returns the transaction of the request that the context belongs to, else the pool. All
// that a method does goes through it, so that every method can be part of a request.
func (s *Store) db(ctx context.Context) querier {
	if r := s.requestOf(ctx); r != nil {
		return r.Tx
	}
	return s.pool
}

// transact does some work in a transaction, which is rolled back if the work fails or panics.
// Within a request it is a part of the request's transaction, kept or rolled back with it.
func (s *Store) transact(ctx context.Context, work func(pgx.Tx) error) error {
	tx, err := s.db(ctx).Begin(ctx)
	if err != nil {
		return err
	}
	defer rollback(ctx, tx)
	if err := work(tx); err != nil {
		return err
	}
	if s.requestOf(ctx) != nil {
		return tx.Commit(ctx)
	}
	return commit(ctx, tx)
}

// inTransaction is transact on a connection of its own, or within a transaction. Its commit takes as long
// as the disk needs, and the error is that of the work and not, as with [pgx.BeginFunc], that of a
// rollback without a connection.
func inTransaction(ctx context.Context, db querier, work func(pgx.Tx) error) error {
	tx, err := db.Begin(ctx)
	if err != nil {
		return err
	}
	defer rollback(ctx, tx)
	if err := work(tx); err != nil {
		return err
	}
	return tx.Commit(ctx)
}

// settling is how long a commit or a rollback may take. Both go on when the context ends: to
// know the outcome is worth more than the moment that they need.
const settling = 5 * time.Second

// rollback ends a transaction; after its commit it does nothing. An error means that the
// connection is lost, and then the database rolls back by itself.
func rollback(ctx context.Context, tx pgx.Tx) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settling)
	defer cancel()
	_ = tx.Rollback(ctx)
}

// commit keeps what a transaction did. After an error other than [ErrUnknownOutcome] nothing
// was kept.
func commit(ctx context.Context, tx pgx.Tx) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), settling)
	defer cancel()
	err := tx.Commit(ctx)
	if err == nil || rolledBack(err) {
		return err
	}
	return unknownOutcome{connection.Explain(err)}
}

// rolledBack reports whether an error of a commit says that nothing was kept. A connection that
// ended does not say that, in the database's own words neither. What [pgconn.SafeToRetry] says
// of a commit is wrong: for one that was sent and not answered it is true.
func rolledBack(err error) bool {
	if reported := (*pgconn.PgError)(nil); errors.As(err, &reported) {
		return reported.SeverityUnlocalized == "ERROR"
	}
	return errors.Is(err, pgx.ErrTxCommitRollback) || errors.Is(err, pgx.ErrTxClosed)
}
