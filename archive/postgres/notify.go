package postgres

import (
	"context"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
)

// notifier reports changes to the watchers of any process. It does so after the change, in transactions of its own:
// PostgreSQL lets one transaction that notifies commit at a time, and moves would wait for each other's disk.
// [DB.Watch] makes up for notifications that are lost when a process dies in between.
type notifier struct {
	pool    *pgxpool.Pool
	mu      sync.Mutex
	waiting map[Notification]bool
	sending bool
	senders sync.WaitGroup
}

const (
	notifyEvery = 20 * time.Millisecond // changes that come sooner are notified together
	notifyFor   = 5 * time.Second       // how long it may take
)

// add has changes notified soon. It never waits.
func (n *notifier) add(changes ...Notification) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range changes {
		n.waiting[c] = true
	}
	if len(n.waiting) > 0 && !n.sending {
		n.sending = true
		n.senders.Go(n.send)
	}
}

// send notifies until there is nothing left to.
func (n *notifier) send() {
	for channels, ids := n.take(); len(ids) > 0; channels, ids = n.take() {
		ctx, cancel := context.WithTimeout(context.Background(), notifyFor)
		// The commit does not wait for the disk: there is nothing to keep.
		_, _ = n.pool.Exec(ctx, `
			select set_config('synchronous_commit', 'off', true), pg_notify(channel, id)
			from unnest($1::text[], $2::text[]) as waiting (channel, id)`, channels, ids)
		cancel()
		time.Sleep(notifyEvery)
	}
}

// take returns the waiting notifications. The sender ends if there are none.
func (n *notifier) take() (channels, ids []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for c := range n.waiting {
		channels, ids = append(channels, c.Channel), append(ids, strconv.FormatInt(c.ID, 10))
	}
	clear(n.waiting)
	n.sending = len(ids) > 0
	return channels, ids
}

// Notify notes that something has changed: it is notified soon after that is kept.
func (db *DB) Notify(ctx context.Context, n Notification) {
	if r := db.requestOf(ctx); r != nil {
		r.changed = append(r.changed, n)
		return
	}
	db.notifier.add(n)
}
