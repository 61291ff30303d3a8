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
	// sessions a day after which Discord takes its token away. So do sessions that last for longer
	// than that: the waits begin anew after one.
	longestWait = 2 * time.Minute

	goodConnection = 10 * time.Second // after one that lasted so long, the waits for connections begin anew
)

// Config says how to connect, and who gets the events. All but Shards, Store and Metrics is required.
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
	Joined  func(guildID string)                      // the bot is in a guild that is there; of all of them when a session begins
	Listed  func(shard, count int, guildIDs []string) // all guilds of a shard that have the bot, there or not, when a session begins. May be nil
	Added   func(guildID, channelID, language string) // a guild has just taken the bot, or did so in the last days; where it has such messages, "" for nowhere. May be nil
	Changed func(guildID string)                      // what the bot may do in a guild may have changed
}

// Timing says how long the connections wait.
type Timing struct {
	ShardLease    time.Duration // without a sign of life for so long, a process has lost its shards
	HandOverIn    time.Duration // how long a process that stops waits for others to connect to the first shard that it has run; IdentifyEvery more for each other
	IdentifyEvery time.Duration // between two new sessions, as Discord wants it
	StallAfter    time.Duration // a connection that is silent for longer is closed
	RetryAfter    time.Duration // before the second attempt to connect again, then doubling; and before another session
}

// Store is what the processes of a bot share. [sharding.Store] is one, and says what the methods do.
type Store interface {
	turns
	DivideShards(ctx context.Context, process string, lease time.Duration, decide func(sharding.Division) (int, []sharding.Slot)) (sharding.Division, error)
	ShardDivision(ctx context.Context) (sharding.Division, error)
	LeaveShards(ctx context.Context, process string) error
}

// Run stays connected until ctx ends, which is not an error. It returns an error where
// Discord refuses the bot for good.
func Run(ctx context.Context, config Config) error {
	g := &gate{client: config.Client, log: config.Log, owner: config.Process, pause: config.IdentifyEvery}
	if config.Store != nil {
		g.shared = config.Store
	}
	f := &fleet{Config: config, gate: g, running: map[int]*shard{}, ended: make(chan ended), changed: make(chan struct{}, 1)}
	return f.run(ctx)
}

// sleep waits, and reports false where ctx ended first.
func sleep(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}
