package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
)

// Poster is the chat network as the daily post needs it.
//
// Post and Find return [RateLimited] when the network asks to wait and [Gone] when the
// channel does not exist or is closed to the bot. With any other error from Post the
// message may have arrived or not.
type Poster interface {
	// Serves reports whether a guild of the archive belongs to this network. Others, such
	// as the terminal's, may have a schedule too, and nothing is posted there.
	Serves(guild string) bool
	// Post sends a message that carries post.Marker where Find can see it, and asks the
	// network to drop it if it has one with post.Nonce already.
	Post(ctx context.Context, channel string, post archive.Post, r Reply) (messageID string, err error)
	// Find looks for the bot's own message with a marker in the channel's recent history.
	Find(ctx context.Context, channel, marker string) (messageID string, found bool, err error)
}

// RateLimited is the error of a network that asks to wait.
type RateLimited struct{ After time.Duration }

func (e RateLimited) Error() string { return fmt.Sprintf("rate limited for %s", e.After) }

// Gone is the error of a channel that is no longer there, or closed to the bot: trying
// again will not help.
type Gone struct{ Reason string }

func (e Gone) Error() string { return "channel gone: " + e.Reason }
