package postgres

import (
	"context"
	"sync/atomic"
	"time"
)

// A clock is a machine's, set by the database's. So processes on machines whose clocks differ agree on the due posts.
type clock struct {
	machine func() time.Time
	ahead   atomic.Int64 // how far the database is ahead of the machine, in nanoseconds
}

// sameClock is the least difference that counts: clocks that are kept right differ by less, and so does the time of
// an answer from the database.
const sameClock = time.Second

func (c *clock) now() time.Time { return c.machine().Add(time.Duration(c.ahead.Load())) }

// set compares the machine's clock with the database's.
func (c *clock) set(ctx context.Context, db Querier) error {
	var theirs time.Time
	before := c.machine()
	if err := db.QueryRow(ctx, `select clock_timestamp()`).Scan(&theirs); err != nil {
		return err
	}
	took := c.machine().Sub(before)
	ahead := theirs.Sub(before.Add(took / 2))
	if ahead.Abs() < max(sameClock, took) {
		ahead = 0
	}
	c.ahead.Store(int64(ahead))
	return nil
}

// Now is the time of the database, as far as its clock and the machine's differ by a second or more: the difference
// is measured by [Open] and [DB.SetClock]. It is in whole microseconds, as the database keeps it, so that a time that
// is read back equals the one that was written.
func (db *DB) Now() time.Time { return db.now().UTC().Truncate(time.Microsecond) }

// SetClock measures again how far the database's clock is from this machine's. A clock of [DB.WithClock]
// stays as it is.
func (db *DB) SetClock(ctx context.Context) error {
	if db.clock == nil {
		return nil
	}
	return Explain(db.clock.set(ctx, db))
}

// WithClock returns the same database with another clock for [DB.Now], which is not set by the database's.
func (db *DB) WithClock(now func() time.Time) *DB {
	other := *db
	other.clock, other.now = nil, now
	return &other
}

// WithMachine returns the same database as a machine with another clock sees it.
func (db *DB) WithMachine(machine func() time.Time) *DB {
	c := &clock{machine: machine}
	other := *db
	other.clock, other.now = c, c.now
	return &other
}
