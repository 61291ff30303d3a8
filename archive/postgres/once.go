package postgres

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// request is a request under way: the transaction that everything within it takes part in.
type request struct {
	pgx.Tx
	id      string
	used    bool           // a row has the id
	changed []Notification // for when all is kept
}

// requestKey is the key under which a context carries the request of a database, which work on
// another database must not take part in.
type requestKey struct{ pool any }

func (db *DB) requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{db.pool}).(*request)
	return r
}

// InRequest reports whether a context is that of the work of [DB.Once].
func (db *DB) InRequest(ctx context.Context) bool { return db.requestOf(ctx) != nil }

// ErrNested is the error of work that cannot be a part of a request.
var ErrNested = errors.New("this cannot be part of a request")

// Once does the work of a request exactly once, and returns its answer. A request with the
// same id that comes later, or at the same time in another process, waits for the first one
// and gets the same answer; the work is not done again. Answers are remembered for a day. The
// empty id is not remembered.
//
// All that the work does through this database with the context that it gets is one transaction: it is kept together
// with the answer, or not at all. After an error of the work, a panic or a crash nothing was changed and the id is
// free again. So it is with the errors of Once itself, except [ErrUnknownOutcome], which it returns if the database
// neither confirmed the commit nor could be asked about it; a call with the same id will find out. [ErrRepeated]
// means that the request was handled so long ago that its answer is forgotten, or that its player was deleted since.
//
// The work has a connection and holds the locks on what it changed, so it must be short, and
// it must use the database from one goroutine at a time. Locks are taken in the order guild,
// player, game; work that keeps to this order, as every single method does, cannot deadlock.
//
// The transaction travels in the context, so that there is one form of every method and one interface for callers:
// every call within the work takes part, however deep.
func (db *DB) Once(ctx context.Context, id string, work func(context.Context) ([]byte, error)) ([]byte, error) {
	return db.OnceHolding(ctx, id, Lock{}, work)
}

// Lock is an advisory lock of a transaction, which others can hold too unless they take it for themselves alone. Its number is a
// hash of the name: two names with the same one share a lock.
type Lock struct {
	Class int // 0: no lock
	Name  string
}

// OnceHolding is [DB.Once] with a lock that is taken before the work, in the same statement as the id.
func (db *DB) OnceHolding(ctx context.Context, id string, lock Lock, work func(context.Context) ([]byte, error)) ([]byte, error) {
	if db.InRequest(ctx) {
		return nil, ErrNested
	}
	answer, err := db.once(ctx, id, lock, work)
	if errors.Is(err, ErrUnknownOutcome) && id != "" {
		answer, err = db.findOut(ctx, id, err)
	}
	if err == nil {
		db.prune(ctx)
	}
	return answer, err
}

func (db *DB) once(ctx context.Context, id string, lock Lock, work func(context.Context) ([]byte, error)) (answer []byte, err error) {
	var failed error // of the work, as it is
	var changed []Notification
	err = db.Transact(ctx, func(tx pgx.Tx) error {
		known := false
		if answer, known, err = begin(ctx, tx, id, lock); known || err != nil {
			return err
		}
		r := &request{Tx: tx, id: id}
		if answer, failed = work(context.WithValue(ctx, requestKey{db.pool}, r)); failed != nil {
			return failed
		}
		changed = r.changed
		return remember(ctx, tx, id, answer)
	})
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, Annotate(err, "request %q", id)
	}
	db.notifier.add(changed...)
	return answer, nil
}

// begin takes the lock of a request, and inserts its id. If another transaction is inserting the same, it waits for
// the end of that: if it is kept, the request is known and has an answer.
func begin(ctx context.Context, tx pgx.Tx, id string, lock Lock) (answer []byte, known bool, err error) {
	const take = `select pg_advisory_xact_lock_shared($1, hashtext($2))`
	switch {
	case id == "" && lock.Class == 0:
		return nil, false, nil
	case id == "":
		_, err := tx.Exec(ctx, take, lock.Class, lock.Name)
		return nil, false, err
	}
	var inserted pgconn.CommandTag
	if lock.Class == 0 {
		inserted, err = tx.Exec(ctx, `insert into request (id, answer) values ($1, '') on conflict do nothing`, id)
	} else {
		inserted, err = tx.Exec(ctx, `insert into request (id, answer) select $3, '' from (`+take+`) as locked on conflict do nothing`, lock.Class, lock.Name, id)
	}
	if err != nil || inserted.RowsAffected() == 1 {
		return nil, false, err
	}
	forgotten := false
	err = tx.QueryRow(ctx, `select answer, forgotten from request where id = $1`, id).Scan(&answer, &forgotten)
	if forgotten || errors.Is(err, pgx.ErrNoRows) { // its player was deleted, or it was pruned a moment ago
		err = ErrRepeated
	}
	return answer, true, err
}

func remember(ctx context.Context, tx pgx.Tx, id string, answer []byte) error {
	if id == "" || len(answer) == 0 {
		return nil
	}
	_, err := tx.Exec(ctx, `update request set answer = $2 where id = $1`, id, answer)
	return err
}

var errNotKept = errors.New("it was not kept")

// findOut asks the database for the outcome of a request whose commit it did not confirm. If the transaction is still
// under way there, it holds the id, and is waited for. If nothing was kept the error is [ErrUnavailable], also if the
// commit ran out of time.
func (db *DB) findOut(ctx context.Context, id string, unknown error) ([]byte, error) {
	answer, err := db.once(ctx, id, Lock{}, func(context.Context) ([]byte, error) { return nil, errNotKept })
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(err, errNotKept):
		known := unknownOutcome{}
		errors.As(unknown, &known)
		return nil, fmt.Errorf("request %q: %w", id, unavailable{known.cause})
	}
	return nil, unknown
}

// Chat networks repeat a request within minutes; the rest of the day is for people who look
// into the table.
const (
	pruneEvery = 10 * time.Minute
	pruneMost  = 1_000 // at once, in a few milliseconds
)

// prune forgets old requests now and then. It never waits for a lock, and its errors do not matter to the request
// that was done: the rows that remain are deleted another time.
func (db *DB) prune(ctx context.Context) {
	last, now := db.pruned.Load(), time.Now().Unix()
	if now-last < int64(pruneEvery/time.Second) || !db.pruned.CompareAndSwap(last, now) {
		return
	}
	gone, err := db.pool.Exec(ctx, `
		delete from request where id in (
			select id from request where at < now() - interval '1 day' order by at limit $1 for update skip locked
		)`, pruneMost)
	if err == nil && gone.RowsAffected() == pruneMost { // there are more
		db.pruned.Store(last)
	}
}

// FreeRequestID returns the id of the request for a column that is unique: null outside of requests, and
// after [DB.UseRequestID], for all rows of a request but the first.
func (db *DB) FreeRequestID(ctx context.Context) *string {
	r := db.requestOf(ctx)
	if r == nil || r.id == "" || r.used {
		return nil
	}
	return &r.id
}

// UseRequestID notes that a row has the id of the request.
func (db *DB) UseRequestID(ctx context.Context) {
	if r := db.requestOf(ctx); r != nil {
		r.used = true
	}
}
