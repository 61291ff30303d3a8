package gateway

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/sharding"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
)

var (
	// errLost is the error of a session that cannot go on: another one has to begin.
	errLost = errors.New("the gateway session is lost")
	// errTooFew is the error of a shard with more guilds than Discord allows.
	errTooFew = errors.New("the bot is in too many guilds for its shards")
)

const (
	// longestWait keeps a bot whose sessions end again and again below the 1,000 new
	// sessions a day after which Discord takes its token away. The waits begin anew only after a session
	// that has lasted longer than that.
	longestWait = 2 * time.Minute

	goodConnection = 10 * time.Second // after a connection that lasted longer, the waits begin anew
)

// Config holds the settings of the connections and the receivers of events. All but Shards, Store and Metrics is required.
type Config struct {
	Token   string
	Client  *rest.Client
	Log     *slog.Logger
	Metrics *metrics.Metrics

	Shards  Shards
	Store   Store  // nil: no other process has this token
	Process string // names this process among those that share the shards

	Timing

	// The functions must not block.
	Receive func(interaction []byte)                  // as Discord sends it
	Gone    func(guildID, channelID string)           // a channel was deleted; "" for all: the guild removed the bot
	Joined  func(guildID string)                      // the bot is in a guild that is available; called for all of them when a session begins
	Listed  func(shard, count int, guildIDs []string) // all guilds of a shard that have the bot, available or not, when a session begins. May be nil
	Added   func(guildID, channelID, language string) // a guild has added the bot, now or in the last days; with its channel for such messages, "" for none. May be nil
	Changed func(guildID string)                      // the bot's permissions in a guild may have changed
}

// Timing holds the waits of the connections.
type Timing struct {
	ShardLease    time.Duration // a process without a sign of life for longer has lost its shards
	HandOverIn    time.Duration // how long a process that stops waits for others to connect to its first shard; IdentifyEvery more for each other one
	IdentifyEvery time.Duration // between two new sessions, as Discord wants it
	StallAfter    time.Duration // a connection that is silent for longer is closed
	RetryAfter    time.Duration // before the second attempt to connect again, then doubling; and before another session
}

// Store is shared by the processes of a bot. [sharding.Store] implements it, and documents the methods.
type Store interface {
	turns
	DivideShards(ctx context.Context, process string, lease time.Duration, decide func(sharding.Division) (int, []sharding.Slot)) (sharding.Division, error)
	ShardDivision(ctx context.Context) (sharding.Division, error)
	LeaveShards(ctx context.Context, process string) error
}

// Run stays connected until ctx ends, which is not an error. It returns an error if
// Discord refuses the bot for good.
func Run(ctx context.Context, config Config) error {
	g := &gate{client: config.Client, log: config.Log, owner: config.Process, pause: config.IdentifyEvery}
	if config.Store != nil {
		g.shared = config.Store
	}
	f := &fleet{Config: config, gate: g, running: map[int]*shard{}, ended: make(chan ended), changed: make(chan struct{}, 1)}
	return f.run(ctx)
}

// sleep waits, and reports whether the time passed before ctx ended.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
