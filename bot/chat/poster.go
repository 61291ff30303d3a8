package chat

import (
	"context"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
)

// Poster is the chat network as the outbox needs it.
//
// Its [Channels] say more about a channel that refused a post.
//
// Its methods return [RateLimitedError] when the network asks to wait and [GoneError] when what they need
// does not exist or is closed to the bot. With any other error from Post the message may have arrived or
// not; the others can be repeated.
type Poster interface {
	Channels
	// Serves reports whether a guild of the archive belongs to this network. Others, such
	// as the terminal's, may have a schedule too, and nothing is posted there.
	Serves(guildID string) bool
	// Post sends a message that carries the post's marker where Find can see it, and asks the
	// network to drop it if it has one with its nonce already. A network that has no nonces in a
	// channel returns an [UnsureError] where the message may have arrived.
	Post(ctx context.Context, channelID string, post daily.Post, r Reply) (Posted, error)
	// Find looks for the bot's own message with the post's marker among all that were sent since
	// post.FirstTried. Where it cannot see all of them, it returns [GoneError].
	Find(ctx context.Context, channelID string, post daily.Post) (at Posted, found bool, err error)
	// Edit makes a message of the bot's read as a reply.
	Edit(ctx context.Context, channelID, messageID string, r Reply) error
	// OpenThread opens a thread below a message, or finds the one that it has, and returns its id, which
	// takes messages as a channel does.
	OpenThread(ctx context.Context, channelID, messageID, title string) (threadID string, err error)
	// Tell sends a player a message that nobody else reads, once for a nonce. A player who takes none
	// is [GoneError].
	Tell(ctx context.Context, playerID, nonce string, body Text) error
}

// Posted is where a post is.
type Posted struct {
	MessageID string
	ThreadID  string // of the forum, where the message is the first of it; else ""
}

// UnsureError is the error of a message that may have arrived, in a channel without nonces: after so
// long, it would be there to be found.
type UnsureError struct {
	After time.Duration
	Err   error
}

func (e UnsureError) Error() string { return e.Err.Error() }

// Unwrap returns what happened.
func (e UnsureError) Unwrap() error { return e.Err }

// RateLimitedError is the error of a network that asks to wait.
type RateLimitedError struct{ After time.Duration }

func (e RateLimitedError) Error() string { return fmt.Sprintf("rate limited for %s", e.After) }

// GoneError is the error of a channel that was deleted, or is closed to the bot. The post is tried
// again every hour and when permissions change, until the next daily is due.
type GoneError struct {
	Reason  PostFailure
	NoNonce bool // of Find: nothing but the search keeps a second message away
}

func (e GoneError) Error() string { return "channel gone: " + e.Reason.String() }

// Sender is a network that sends a message to a channel, once for a nonce as far as it can.
type Sender interface {
	Send(ctx context.Context, channelID, nonce string, r Reply) (messageID string, err error)
}
