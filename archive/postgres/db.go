// Package postgres is how the packages of the archive reach PostgreSQL: a pool, the transaction of a request, rows by
// the names of their columns, grids as columns, errors that name the remedy, and notifications.
//
//	db, err := postgres.Open(ctx, url)
//	defer db.Close()
//	answer, err := db.Once(ctx, id, func(ctx context.Context) ([]byte, error) { … })
//
// A [DB] is given to every store above it. All that they do with the context of the work given to [DB.Once] or
// [DB.Transact] is one transaction.
package postgres

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

// DB is a database that has the archive's schema. It is safe for concurrent use.
type DB struct {
	pool     *pgxpool.Pool    // for statements and transactions
	sessions *pgxpool.Pool    // for what needs a session of the server: the same, unless pool is that of a pooler
	clock    *clock           // nil: now is another
	now      func() time.Time // see [DB.Now]
	pruned   *atomic.Int64    // when requests were pruned last, in Unix seconds
	notifier *notifier
}

// Open connects to a database that has the schema of package migrations. It rejects any other, and servers older than
// PostgreSQL 15. Its errors name the remedy, and never show the password of the address.
func Open(ctx context.Context, url string) (*DB, error) { return OpenPooled(ctx, url, "") }

// OpenPooled is [Open] of a database before which there is also a pooler in transaction mode, such as PgBouncer, at
// an address of its own; "": none. Statements and transactions go through the pooler, and [DB.Watch] and
// [DB.Acquire], which need a session, to the server itself.
func OpenPooled(ctx context.Context, url, pooler string) (*DB, error) {
	db := &DB{clock: &clock{machine: time.Now}, pruned: new(atomic.Int64)}
	db.now = db.clock.now
	config, err := connection.Config(url, migrations.SessionSuffix())
	if err != nil {
		return nil, err
	}
	if pooler != "" {
		config.MinConns = 1 // by which a migration sees the program: it cannot see through the pooler
	}
	if db.sessions, err = openPool(ctx, config); err != nil {
		return nil, err
	}
	db.pool = db.sessions
	if pooler != "" {
		if config, err = connection.Pooled(pooler); err == nil {
			db.pool, err = openPool(ctx, config)
		}
	}
	if err == nil {
		err = Explain(awaitRoom(ctx, func() error { return db.begin(ctx) }))
	}
	if err != nil {
		db.closePools()
		return nil, err
	}
	db.notifier = &notifier{pool: db.pool, waiting: map[Notification]bool{}}
	return db, nil
}

// openPool makes a pool, which connects when it is used.
func openPool(ctx context.Context, config *pgxpool.Config) (*pgxpool.Pool, error) {
	config.AfterConnect, config.ConnConfig.Tracer = prepareConnection, new(attempts)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	return pool, Explain(err)
}

// begin looks whether the database is one for this program, and reads its clock.
func (db *DB) begin(ctx context.Context) error {
	if err := checkSchema(ctx, db.sessions); err != nil {
		return err
	}
	return db.clock.set(ctx, db.pool)
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

// Close ends all connections, once all changes are notified.
func (db *DB) Close() {
	db.notifier.senders.Wait()
	db.closePools()
}

func (db *DB) closePools() {
	db.sessions.Close()
	if db.pool != nil && db.pool != db.sessions {
		db.pool.Close()
	}
}

// prepareConnection makes times independent of where the program runs, and keeps the database from compiling
// statements. It compiles statements that it expects to be long; with old statistics, compiling took longer than the
// statements did, at every batch of an import. It refuses a database whose schema moved on while the program could
// not reach it.
func prepareConnection(ctx context.Context, c *pgx.Conn) error {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	if _, err := c.Exec(ctx, `set jit = off`); err != nil {
		return err
	}
	return migrations.Fits(ctx, c)
}

// Querier is a [DB], or a transaction. The rows that Query returns have its error too, for [pgx.ForEachRow] and
// [pgx.CollectRows] to return.
type Querier interface {
	Begin(ctx context.Context) (pgx.Tx, error)
	Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error)
	Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error)
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// in returns the transaction of the request that the context belongs to, else the pool.
func (db *DB) in(ctx context.Context) Querier {
	if r := db.requestOf(ctx); r != nil {
		return r.Tx
	}
	return db.pool
}

// Begin begins a transaction, within a request a part of its own.
func (db *DB) Begin(ctx context.Context) (pgx.Tx, error) { return db.in(ctx).Begin(ctx) }

// Exec runs a statement, within a request as a part of it.
func (db *DB) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return db.in(ctx).Exec(ctx, sql, args...)
}

// Query asks for rows, within a request as a part of it.
func (db *DB) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return db.in(ctx).Query(ctx, sql, args...)
}

// QueryRow asks for one row, within a request as a part of it.
func (db *DB) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return db.in(ctx).QueryRow(ctx, sql, args...)
}

// Acquire returns a connection of the server itself for work that cannot be a part of a request, such as locks of a
// session. Within one it fails.
func (db *DB) Acquire(ctx context.Context) (*pgxpool.Conn, error) {
	if db.InRequest(ctx) {
		return nil, ErrNested
	}
	return db.sessions.Acquire(ctx)
}

// Transact runs some work in a transaction, which is rolled back if the work fails or panics.
// Within a request it is a part of the request's transaction, kept or rolled back with it; else the
// error is [ErrUnknownOutcome] if the commit was not confirmed.
func (db *DB) Transact(ctx context.Context, work func(pgx.Tx) error) error {
	tx, err := db.Begin(ctx)
	if err != nil {
		return Explain(err)
	}
	defer rollback(ctx, tx)
	if err := work(tx); err != nil {
		return Explain(err)
	}
	if db.InRequest(ctx) {
		return Explain(tx.Commit(ctx))
	}
	return Explain(commit(ctx, tx))
}

// Snapshot runs reads that all see the database at one moment. Within a request it is a part of the
// request's transaction.
func (db *DB) Snapshot(ctx context.Context, work func(pgx.Tx) error) error {
	if db.InRequest(ctx) {
		return db.Transact(ctx, work)
	}
	tx, err := db.pool.BeginTx(ctx, pgx.TxOptions{IsoLevel: pgx.RepeatableRead, AccessMode: pgx.ReadOnly})
	if err != nil {
		return err
	}
	defer rollback(ctx, tx)
	return work(tx)
}

// InTransaction is [DB.Transact] on a connection of its own, or within a transaction. Its commit takes as
// long as the disk needs, and the error is that of the work and not, as with [pgx.BeginFunc], that of a
// rollback without a connection.
func InTransaction(ctx context.Context, db Querier, work func(pgx.Tx) error) error {
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

// ExecAll runs statements with the same arguments, one after the other.
func ExecAll(ctx context.Context, db Querier, statements []string, args ...any) error {
	for _, statement := range statements {
		if _, err := db.Exec(ctx, statement, args...); err != nil {
			return err
		}
	}
	return nil
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

// commit keeps the changes of a transaction. After an error other than [ErrUnknownOutcome] nothing was kept.
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

// rolledBack reports whether an error of a commit means that nothing was kept. The end of a connection does not mean
// that, even if the database reports it. [pgconn.SafeToRetry] is wrong about a commit: it is true for one that was
// sent and not answered.
func rolledBack(err error) bool {
	if reported := (*pgconn.PgError)(nil); errors.As(err, &reported) {
		return reported.SeverityUnlocalized == "ERROR"
	}
	return errors.Is(err, pgx.ErrTxCommitRollback) || errors.Is(err, pgx.ErrTxClosed)
}

// attempts sees every attempt of a pool to connect. The driver takes one tracer for all events.
type attempts struct {
	note atomic.Pointer[func(error)]
}

// OnConnect has a function called after each attempt to connect, with its error: so the first caller notices an
// outage, and its end. Each call replaces the function before.
func (db *DB) OnConnect(note func(error)) {
	for _, pool := range []*pgxpool.Pool{db.pool, db.sessions} {
		pool.Config().ConnConfig.Tracer.(*attempts).note.Store(&note)
	}
}

// Pool returns how the connections are used.
func (db *DB) Pool() *pgxpool.Stat { return db.pool.Stat() }

// Ping asks the database for a sign of life.
func (db *DB) Ping(ctx context.Context) error { return Explain(db.pool.Ping(ctx)) }

// TraceConnectStart implements [pgx.ConnectTracer].
func (a *attempts) TraceConnectStart(ctx context.Context, _ pgx.TraceConnectStartData) context.Context {
	return ctx
}

// TraceConnectEnd implements [pgx.ConnectTracer].
func (a *attempts) TraceConnectEnd(_ context.Context, data pgx.TraceConnectEndData) {
	if note := a.note.Load(); note != nil && !errors.Is(data.Err, context.Canceled) {
		(*note)(Explain(data.Err))
	}
}

// TraceQueryStart implements [pgx.QueryTracer].
func (a *attempts) TraceQueryStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryStartData) context.Context {
	return ctx
}

// TraceQueryEnd implements [pgx.QueryTracer].
func (a *attempts) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}
