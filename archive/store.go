package archive

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/dump"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/archive/sharding"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
)

// Names under which the stores are parts of a [Store].
type (
	Library   = library.Store
	Importing = importing.Store
	Searching = search.Store
	Dailies   = daily.Store
	Games     = games.Store
	People    = people.Store
	Opened    = open.Store
	Sharding  = sharding.Store
	Dumping   = dump.Store
	Submitted = submissions.Store
)

// Store keeps the archive in a database: all its stores on one handle, so that a request can change
// several of them and is still one. It is safe for concurrent use.
type Store struct {
	*Library
	*Importing
	*Searching
	*Dailies
	*Games
	*People
	*Opened
	*Sharding
	*Dumping
	*Submitted

	db *postgres.DB
}

// Open connects to a database that has the schema of package migrations. It rejects any other, and servers older than
// PostgreSQL 15. Its errors name the remedy, and never show the password of the address.
func Open(ctx context.Context, url string) (*Store, error) { return OpenPooled(ctx, url, "") }

// OpenPooled is [Open] of a database with a pooler in transaction mode before it, see [postgres.OpenPooled].
func OpenPooled(ctx context.Context, url, pooler string) (*Store, error) {
	db, err := postgres.OpenPooled(ctx, url, pooler)
	if err != nil {
		return nil, err
	}
	return on(db), nil
}

func on(db *postgres.DB) *Store {
	return &Store{
		library.New(db), importing.New(db), search.New(db), daily.New(db), games.New(db), people.New(db), open.New(db), sharding.New(db), dump.New(db), submissions.New(db), db,
	}
}

// Close ends all connections, once all changes are notified.
func (s *Store) Close() { s.db.Close() }

// AwaitMismatch waits until the program can no longer run on the database, see [postgres.DB.AwaitMismatch].
func (s *Store) AwaitMismatch(ctx context.Context) error { return s.db.AwaitMismatch(ctx) }

// Now is the time by which games are timed and dailies are due, see [postgres.DB.Now].
func (s *Store) Now() time.Time { return s.db.Now() }

// WithClock returns the same store with another clock for Now, which a test owns.
func (s *Store) WithClock(now func() time.Time) *Store { return on(s.db.WithClock(now)) }

// WithMachine returns the same store as a machine with another clock sees it.
func (s *Store) WithMachine(machine func() time.Time) *Store { return on(s.db.WithMachine(machine)) }

// Once does the work of a request exactly once, and returns its answer, see [postgres.DB.Once].
func (s *Store) Once(ctx context.Context, id string, work func(context.Context) ([]byte, error)) ([]byte, error) {
	return s.db.Once(ctx, id, work)
}

// OnceBy is [Store.Once] for a request of a player, who cannot be deleted until it ends, see [games.Store.LockPlayer].
func (s *Store) OnceBy(ctx context.Context, id, playerID string, work func(context.Context) ([]byte, error)) ([]byte, error) {
	return s.db.OnceHolding(ctx, id, games.LockOf(playerID), work)
}

// Transact does work in one transaction, see [postgres.DB.Transact]. It is for package jobs, whose tables are in the
// same database: the findings of a job and its end are kept together.
func (s *Store) Transact(ctx context.Context, work func(pgx.Tx) error) error {
	return s.db.Transact(ctx, work)
}

// Notification is something that happened in the archive, here or in another process: a game changed, or a session
// ended. The zero value means that anything may have been missed.
type Notification struct {
	GameID    int64
	SessionID int64
}

// Watch reports notifications until ctx ends, see [postgres.DB.Watch].
func (s *Store) Watch(ctx context.Context, happened func(Notification)) error {
	return s.db.Watch(ctx, []string{postgres.GameChannel, postgres.SessionChannel}, func(n postgres.Notification) {
		switch n.Channel {
		case postgres.GameChannel:
			happened(Notification{GameID: n.ID})
		case postgres.SessionChannel:
			happened(Notification{SessionID: n.ID})
		default:
			happened(Notification{})
		}
	})
}
