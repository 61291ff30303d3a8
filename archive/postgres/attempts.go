package postgres

import (
	"context"
	"errors"
	"sync/atomic"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// attempts sees every attempt of a pool to connect. The driver takes one for what sees statements too.
type attempts struct {
	note atomic.Pointer[func(error)]
}

// OnConnect has a function called after each attempt to connect, with its error: so an outage is noticed by
// whoever meets it first, and so is its end. Each call replaces the function before.
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
