package archive

import (
	"context"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Notification is something that happened in the archive, here or in another process: a game changed, or a
// session ended. The zero value says that anything may have been missed.
type Notification struct {
	GameID    int64
	SessionID int64
}

// Watch reports what happens until ctx ends, see [postgres.DB.Watch].
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
