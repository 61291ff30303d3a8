package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/connection"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// Store is the archive in a database. Its methods may be called at once.
type Store struct {
	pool  *pgxpool.Pool
	clock func() time.Time
}

// Open connects to a database that has the schema of package migrations. It refuses any
// other, and servers older than PostgreSQL 15. Its errors say what to do, and never show
// the password of the address.
func Open(ctx context.Context, url string) (*Store, error) {
	if err := migrations.Check(ctx, url); err != nil {
		return nil, err
	}
	config, err := connection.Config(url)
	if err != nil {
		return nil, err
	}
	config.AfterConnect = readTimesAsUTC
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, connection.Explain(err)
	}
	return &Store{pool, time.Now}, nil
}

// Close ends all connections.
func (s *Store) Close() { s.pool.Close() }

// WithClock returns the same store with another clock for the times of games.
func (s *Store) WithClock(now func() time.Time) *Store { return &Store{s.pool, now} }

// now is in whole microseconds, as the database keeps it: what is returned and what is read
// later are equal.
func (s *Store) now() time.Time { return s.clock().UTC().Truncate(time.Microsecond) }

// readTimesAsUTC gives times that do not depend on where the program runs.
func readTimesAsUTC(_ context.Context, c *pgx.Conn) error {
	c.TypeMap().RegisterType(&pgtype.Type{
		Name: "timestamptz", OID: pgtype.TimestamptzOID, Codec: &pgtype.TimestamptzCodec{ScanLocation: time.UTC},
	})
	return nil
}

// transact does some work in a transaction, which is taken back if the work fails.
func (s *Store) transact(ctx context.Context, work func(pgx.Tx) error) error {
	return pgx.BeginFunc(ctx, s.pool, work)
}

// failed says what could not be done, and what to do about a database that is in trouble.
// A row that is not there is [ErrNotFound].
func failed(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNotFound
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(doing, args...), connection.Explain(err))
}
