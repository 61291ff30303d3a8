package archive

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// The channels of the database on which changes are notified.
const (
	gameChannel    = "gridkeeper_game"
	sessionChannel = "gridkeeper_session"
)

// Notification is something that happened in the archive, here or in another process: a game changed, or a
// session ended. The zero value says that anything may have been missed.
type Notification struct {
	GameID    int64
	SessionID int64
}

// Watch reports what happens until ctx ends, see [postgres.DB.Watch].
func (s *Store) Watch(ctx context.Context, happened func(Notification)) error {
	return s.db.Watch(ctx, []string{gameChannel, sessionChannel}, func(n postgres.Notification) {
		switch n.Channel {
		case gameChannel:
			happened(Notification{GameID: n.ID})
		case sessionChannel:
			happened(Notification{SessionID: n.ID})
		default:
			happened(Notification{})
		}
	})
}

// changed notes that a game has changed: it is notified once that is kept.
func (s *Store) changed(ctx context.Context, gameID int64) {
	s.db.Notify(ctx, postgres.Notification{Channel: gameChannel, ID: gameID})
}
