package archive

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// request is a request under way, with the transaction that all its methods take part in.
type request struct {
	pgx.Tx
	id       string
	recorded bool // a journal has the id
}

// requestKey is where a context carries the request of a store: that of another store is none
// of its business.
type requestKey struct{ store any }

func (s *Store) requestOf(ctx context.Context) *request {
	r, _ := ctx.Value(requestKey{s.pool}).(*request)
	return r
}

var errNested = errors.New("a request cannot be part of another")

// Once does the work of a request exactly once, and returns its answer. A request with the
// same id that comes later, or at the same time in another process, waits for the first one
// and gets its answer; the work is not done again. Answers are remembered for a day. The empty
// id is not remembered.
//
// All that the work does through this store with the context that it gets is one transaction:
// it is kept together with the answer, or not at all. After an error of the work, a panic or a
// crash nothing was changed and the id is free again. After [ErrUnknownOutcome] it is not known
// whether the work was kept, and to call Once again with the same id is how to find out.
//
// The work must not use the store from several goroutines, and must not hold it for long: it
// has a connection, and the locks on what it changed. Locks are taken in the order guild,
// player, game; work that follows this order, as all methods do, cannot deadlock.
//
// The transaction travels in the context so that methods need neither a second form nor a
// second interface for requests: whatever runs within the work takes part, however deep it is
// called, and cannot do a part of it outside by mistake.
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
	err = s.transact(ctx, func(tx pgx.Tx) error {
		known := false
		if answer, known, err = begin(ctx, tx, id); known || err != nil {
			return err
		}
		r := &request{Tx: tx, id: id}
		if answer, failed = work(context.WithValue(ctx, requestKey{s.pool}, r)); failed != nil {
			return failed
		}
		return remember(ctx, tx, id, answer)
	})
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, annotate(err, "request %q", id)
	}
	return answer, nil
}

// begin inserts the id of a request. Where another transaction is inserting the same, it waits
// for its end: if that was kept, the request is known and has an answer.
func begin(ctx context.Context, tx pgx.Tx, id string) (answer []byte, known bool, err error) {
	if id == "" {
		return nil, false, nil
	}
	inserted, err := tx.Exec(ctx, `insert into request (id, answer) values ($1, '') on conflict do nothing`, id)
	if err != nil || inserted.RowsAffected() == 1 {
		return nil, false, err
	}
	err = tx.QueryRow(ctx, `select answer from request where id = $1`, id).Scan(&answer)
	if errors.Is(err, pgx.ErrNoRows) { // pruned a moment ago
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

// findOut asks the database what became of a request whose commit it did not confirm. A
// transaction that is still under way there holds the id, and is waited for.
func (s *Store) findOut(ctx context.Context, id string, unknown error) ([]byte, error) {
	answer, err := s.once(ctx, id, func(context.Context) ([]byte, error) { return nil, errNotKept })
	switch {
	case err == nil:
		return answer, nil
	case errors.Is(err, errNotKept):
		known := unknownOutcome{}
		errors.As(unknown, &known)
		return nil, annotate(known.cause, "request %q", id)
	}
	return nil, unknown
}

// Chat networks repeat a request within minutes; a day is for those who look into the table.
const (
	pruneEvery = 10 * time.Minute
	pruneMost  = 1_000 // at once, in a few milliseconds
)

// prune forgets old requests now and then. It waits for no lock. What it cannot delete now it
// deletes another time, so its errors do not matter to the request that is done.
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
