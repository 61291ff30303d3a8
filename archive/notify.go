package archive

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// notifier says which games changed to whoever watches, in any process. It does so after the change, in
// transactions of its own: PostgreSQL lets one transaction that notifies commit at a time, and those of moves
// would wait for each other's disk. What is lost when a process dies in between, [Store.Watch] makes up
// for.
type notifier struct {
	pool    *pgxpool.Pool
	mu      sync.Mutex
	games   map[int64]bool // that changed and are not notified yet
	sending bool
	senders sync.WaitGroup
}

const (
	notifyEvery = 20 * time.Millisecond // changes that come sooner are notified together
	notifyFor   = 5 * time.Second       // how long it may take
)

// add has games notified soon. It never waits.
func (n *notifier) add(games ...int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, id := range games {
		n.games[id] = true
	}
	if len(n.games) > 0 && !n.sending {
		n.sending = true
		n.senders.Go(n.send)
	}
}

// send notifies until there is nothing left to.
func (n *notifier) send() {
	for ids := n.take(); len(ids) > 0; ids = n.take() {
		ctx, cancel := context.WithTimeout(context.Background(), notifyFor)
		// The commit does not wait for the disk: there is nothing to keep.
		_, _ = n.pool.Exec(ctx, `
			select set_config('synchronous_commit', 'off', true), pg_notify($1, id) from unnest($2::text[]) id`, gameChannel, ids)
		cancel()
		time.Sleep(notifyEvery)
	}
}

// take returns the games to notify. After none the sender ends.
func (n *notifier) take() (ids []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for id := range n.games {
		ids = append(ids, strconv.FormatInt(id, 10))
	}
	clear(n.games)
	n.sending = len(ids) > 0
	return ids
}

// changed notes that a game has changed: it is notified once that is kept.
func (s *Store) changed(ctx context.Context, gameID int64) {
	if r := s.requestOf(ctx); r != nil {
		r.games = append(r.games, gameID)
		return
	}
	s.notifier.add(gameID)
}
