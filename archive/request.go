package archive

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// request is a request under way: the transaction that all its methods take part in.
type request struct {
	pgx.Tx
	id       string
	recorded bool    // a journal has the id
	games    []int64 // that changed
}

// requestKey is the key under which a context carries the request of a store, which methods of
// another store must not take part in.
type requestKey struct{ store any }

func (s *Store) requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{s.pool}).(*request)
	return r
}

var errNested = errors.New("this cannot be part of a request")

// Once does the work of a request exactly once, and returns its answer. A request with the
// same id that comes later, or at the same time in another process, waits for the first one
// and gets the same answer; the work is not done again. Answers are remembered for a day. The
// empty id is not remembered.
//
// All that the work does through this store with the context that it gets is one transaction:
// it is kept together with the answer, or not at all. After an error of the work, a panic or a
// crash nothing was changed and the id is free again. The errors of Once itself say so too,
// except [ErrUnknownOutcome], which it returns if the database neither confirmed the commit nor
// could be asked about it; a call with the same id will find out. [ErrRepeated] means that the
// request was handled so long ago that its answer is forgotten, or that its player was deleted since.
//
// The work has a connection and holds the locks on what it changed, so it must be short, and
// it must use the store from one goroutine at a time. Locks are taken in the order guild,
// player, game; work that keeps to this order, as every single method does, cannot deadlock.
//
// The transaction travels in the context, so that there is one form of every method and one
// interface for callers: what runs within the work takes part, however deep it is called.
func (s *Store) Once(ctx context.Context, id string, work func(context.Context) ([]byte, error)) ([]byte, error) {
	if s.requestOf(ctx) != nil {
		return nil, errNested
	}
	answer, err := s.once(ctx, id, work)
	if errors.Is(err, ErrUnknownOutcome) && id != "" {
		answer, err = s.findOut(ctx, id, err)
	}
	if err == nil {
		s.prune(ctx)
	}
	return answer, err
}

func (s *Store) once(ctx context.Context, id string, work func(context.Context) ([]byte, error)) (answer []byte, err error) {
	var failed error // of the work, as it is
	var games []int64
	err = s.transact(ctx, func(tx pgx.Tx) error {
		known := false
		if answer, known, err = begin(ctx, tx, id); known || err != nil {
			return err
		}
		r := &request{Tx: tx, id: id}
		if answer, failed = work(context.WithValue(ctx, requestKey{s.pool}, r)); failed != nil {
			return failed
		}
		games = r.games
		return remember(ctx, tx, id, answer)
	})
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, annotate(err, "request %q", id)
	}
	s.notifier.add(games...)
	return answer, nil
}

// begin inserts the id of a request. If another transaction is inserting the same, it waits for
// the end of that: if it is kept, the request is known and has an answer.
func begin(ctx context.Context, tx pgx.Tx, id string) (answer []byte, known bool, err error) {
	if id == "" {
		return nil, false, nil
	}
	inserted, err := tx.Exec(ctx, `insert into request (id, answer) values ($1, '') on conflict do nothing`, id)
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

// findOut asks the database what became of a request whose commit it did not confirm. If the
// transaction is still under way there, it holds the id, and is waited for. For what was not kept the error is
// [ErrUnavailable], also where the commit ended with the time that we gave it.
func (s *Store) findOut(ctx context.Context, id string, unknown error) ([]byte, error) {
	answer, err := s.once(ctx, id, func(context.Context) ([]byte, error) { return nil, errNotKept })
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

// prune forgets old requests now and then. It never waits for a lock, and its errors do not
// matter to the request that was done: what it cannot delete now it deletes another time.
func (s *Store) prune(ctx context.Context) {
	last, now := s.pruned.Load(), time.Now().Unix()
	if now-last < int64(pruneEvery/time.Second) || !s.pruned.CompareAndSwap(last, now) {
		return
	}
	gone, err := s.pool.Exec(ctx, `
		delete from request where id in (
			select id from request where at < now() - interval '1 day' order by at limit $1 for update skip locked
		)`, pruneMost)
	if err == nil && gone.RowsAffected() == pruneMost { // there are more
		s.pruned.Store(last)
	}
}

// forJournal returns the id of the request for an entry of a journal: null outside of requests,
// and for all entries of a request but the first, because the column is unique.
func (r *request) forJournal() *string {
	if r == nil || r.id == "" || r.recorded {
		return nil
	}
	return &r.id
}

func (r *request) noteRecorded() {
	if r != nil {
		r.recorded = true
	}
}

// repeated returns [ErrRepeated] for the error of an entry whose request has one already.
func repeated(err error) error {
	if reported := (*pgconn.PgError)(nil); errors.As(err, &reported) && reported.ConstraintName == "event_request" {
		return ErrRepeated
	}
	return err
}
