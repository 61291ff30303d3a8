package discord

import (
	"context"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/gateway"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// spread starts a stand-in with guilds in so many shards, and returns a channel of each.
func spread(t *testing.T, shards int) (srv *discordtest.Server, channels []string) {
	t.Helper()
	srv, _ = standIn(t)
	srv.Shards = shards
	for shard := range shards {
		guild := srv.AddGuildTo(shard, shards, fmt.Sprint("guild of shard ", shard))
		channels = append(channels, srv.AddChannel(guild, "daily"))
	}
	return srv, channels
}

// echoWith connects a bot that answers with the command's name, until the test ends or stop is
// called.
func echoWith(t *testing.T, config Config) (stop func()) {
	t.Helper()
	s := newService(config.withDefaults(), logTo(t), echo)
	s.round = func(context.Context) error { return nil }
	return sudokutest.InBackground(t, s.serve)
}

// wantEchoes asks in all channels at once and waits for the answers.
func wantEchoes(t *testing.T, srv *discordtest.Server, channels []string) {
	t.Helper()
	var calls []*discordtest.Call
	for _, channel := range channels {
		calls = append(calls, srv.Slash(ann, channel, "ping", nil))
	}
	for _, call := range calls {
		if got := call.Answer(t).Content; got != "ping" {
			t.Errorf("answer %q, want ping", got)
		}
	}
}

// The bot runs as many shards as Discord recommends, and answers in the guilds of each and in
// direct messages, once.
func TestShards(t *testing.T) {
	t.Parallel()
	srv, channels := spread(t, 3)
	channels = append(channels, srv.AddChannel("", "direct messages"))
	echoWith(t, quick(srv))
	srv.AwaitShards(t, 3)
	wantEchoes(t, srv, channels)
	time.Sleep(100 * time.Millisecond) // by then a second try to answer would be there
	if got := len(srv.Requests(toCallback)); got != len(channels) {
		t.Errorf("%d tries to answer %d interactions", got, len(channels))
	}
}

// A setting says how many shards there are, and which of them a process runs.
func TestOnlySomeShards(t *testing.T) {
	t.Parallel()
	srv, channels := spread(t, 3)
	for _, only := range [][]int{{0, 2}, {1}} {
		config := quick(srv)
		config.Shards = gateway.Shards{Count: 3, Only: only}
		config.Store = archivetest.New(t) // which they do not have in common, so nothing is divided
		echoWith(t, config)
	}
	srv.AwaitShards(t, 3)
	wantEchoes(t, srv, channels)
	for shard := range 3 {
		if n := srv.Sessions(shard, 3); n != 1 {
			t.Errorf("%d sessions of shard %d", n, shard)
		}
	}
}

// Sessions are opened one at a time for each key and not too early, by several processes too.
func TestIdentifyGate(t *testing.T) {
	t.Parallel()
	srv, _ := spread(t, 6)
	srv.MaxConcurrency, srv.IdentifyEvery = 2, 300*time.Millisecond
	store := archivetest.New(t)
	for range 2 {
		config := quick(srv)
		config.Store, config.Shards.All, config.IdentifyEvery = store, true, srv.IdentifyEvery
		echoWith(t, config)
	}
	srv.Await(t, "two sessions of each shard", func() bool {
		for shard := range 6 {
			if srv.Sessions(shard, 6) < 2 {
				return false
			}
		}
		return true
	})
	last := map[int]time.Time{}
	for n, i := range srv.Identifies() {
		key := i.Shard % srv.MaxConcurrency
		if since := i.At.Sub(last[key]); i.Early || i.Code != 0 || since < srv.IdentifyEvery {
			t.Errorf("session %d, of shard %d, %s after the last one: %+v", n, i.Shard, since, i)
		}
		last[key] = i.At
	}
	if n := len(srv.Identifies()); n != 12 {
		t.Errorf("%d sessions were opened, want 12", n)
	}
}

// Where a session is refused since it was opened too early, the next one waits.
func TestTooEarly(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv)
	config.IdentifyEvery = time.Second
	srv.RefuseEarly() // as if another process had just opened one
	echoWith(t, config)
	srv.AwaitReady(t)
	wantEcho(t, srv, channel)
	opened := srv.Identifies()
	if len(opened) != 2 || !opened[0].Early || opened[1].Early {
		t.Fatalf("the sessions are %+v, want one too early and one more", opened)
	}
	if since := opened[1].At.Sub(opened[0].At); since < config.IdentifyEvery {
		t.Errorf("opened again after %s", since)
	}
}

// No session is opened while none is left for the day.
func TestNoStartsLeft(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	srv.Starts, srv.StartsReset = 0, 500*time.Millisecond
	log := new(sudokutest.Log)
	s := newService(quick(srv).withDefaults(), slog.New(slog.NewTextHandler(log, nil)), echo)
	s.round = func(context.Context) error { return nil }
	sudokutest.InBackground(t, s.serve)
	srv.Await(t, "three questions", func() bool { return len(srv.Requests("GET /gateway/bot")) >= 3 })
	if n := len(srv.Identifies()); n != 0 {
		t.Errorf("%d sessions were opened", n)
	}
	if !strings.Contains(log.String(), "no more sessions may be opened") {
		t.Errorf("the log does not say so: %s", log)
	}
	srv.SetStarts(1)
	srv.AwaitReady(t)
	wantEcho(t, srv, channel)
}

// A bot in more guilds than a shard may hold goes on with more shards, as many as Discord
// recommends by then, and else with twice as many.
func TestShardingRequired(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		config                     gateway.Shards
		shared                     bool
		guilds, recommended, wants int
	}{
		"automatic":           {gateway.Shards{}, true, 26, 1, 2},
		"recommended":         {gateway.Shards{Count: 1}, true, 26, 3, 3},
		"a process of all":    {gateway.Shards{All: true}, true, 26, 2, 2},
		"a process alone":     {gateway.Shards{}, false, 26, 1, 2},
		"twice and once more": {gateway.Shards{}, true, 51, 1, 4},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			srv, channel := standIn(t)
			srv.MaxGuilds = 25 // not 2,500, whose events take seconds
			for n := range c.guilds - 1 {
				srv.AddGuildTo(n%4, 4, "guild")
			}
			config := quick(srv)
			config.Shards = c.config
			config.Shards.Count = max(config.Shards.Count, 1)
			if c.shared {
				config.Store = archivetest.New(t)
			}
			srv.Shards = c.recommended
			echoWith(t, config)
			srv.AwaitShards(t, c.wants)
			wantEcho(t, srv, channel)
			refused := 0
			for _, i := range srv.Identifies() {
				if i.Code != 0 {
					refused++
				}
			}
			if refused > 2 {
				t.Errorf("refused %d times", refused)
			}
		})
	}
}

// A process that runs some shards cannot have more of them by itself.
func TestShardingRequiredOfSome(t *testing.T) {
	t.Parallel()
	srv, _ := standIn(t)
	srv.MaxGuilds = 0
	config := quick(srv)
	config.Shards = gateway.Shards{Count: 1, Only: []int{0}}
	s := newService(config.withDefaults(), logTo(t), echo)
	s.round = func(context.Context) error { return nil }
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := s.serve(ctx); err == nil || !strings.Contains(err.Error(), "discord.shards") {
		t.Error(err)
	}
}

// Processes that share an archive divide the shards evenly. One that comes gets its part, and one
// that goes gives it up, and not an interaction is left unanswered meanwhile.
func TestSharedShards(t *testing.T) {
	t.Parallel()
	srv, channels := spread(t, 4)
	store := archivetest.New(t)
	config := quick(srv)
	config.Store = store
	processes := func() map[string]int {
		d, err := store.ShardDivision(t.Context())
		must(t, err)
		count := map[string]int{}
		for _, s := range d.Slots {
			if s.Ready {
				count[s.Process]++
			}
		}
		return count
	}
	divided := func(want ...int) func() bool {
		return func() bool {
			var got []int
			for _, n := range processes() {
				got = append(got, n)
			}
			for shard := range 4 {
				if srv.Sessions(shard, 4) != 1 {
					return false
				}
			}
			return sameNumbers(got, want)
		}
	}
	asking := askAll(t, srv, channels)
	stopFirst := echoWith(t, config)
	eventually(t, "one process to run all", divided(4))
	asking.begin()
	echoWith(t, config)
	eventually(t, "each to run two", divided(2, 2))
	echoWith(t, config)
	eventually(t, "all to run some", divided(2, 1, 1))
	stopFirst()
	eventually(t, "the others to run all", divided(2, 2))
	asking.end()
	if n := len(srv.Identifies()); n > 4+2+1+2+2 {
		t.Errorf("%d sessions were opened", n)
	}
}

// What came in over a connection that is given up meanwhile is answered: what is worked on, and what waits for a worker.
func TestGivenUp(t *testing.T) {
	t.Parallel()
	srv, channels := spread(t, 2)
	config := quick(srv)
	config.Store, config.Workers = archivetest.New(t), 1
	begun, held := make(chan bool, 10), make(chan struct{})
	stop := answerWith(t, srv, config, func(ctx context.Context, r chat.Request) chat.Reply {
		begun <- true
		<-held
		return echo(ctx, r)
	})
	srv.AwaitShards(t, 2)
	var calls []*discordtest.Call
	for n := range 10 {
		calls = append(calls, srv.Slash(ann, channels[n%2], "ping", nil))
	}
	<-begun
	echoWith(t, config)
	srv.Await(t, "each to run one", func() bool {
		d, err := config.Store.ShardDivision(t.Context())
		must(t, err)
		ready := map[string]bool{}
		for _, s := range d.Slots {
			ready[s.Process] = s.Ready
		}
		return len(ready) == 2 && !slices.Contains(slices.Collect(maps.Values(ready)), false) && srv.Sessions(0, 2)+srv.Sessions(1, 2) == 2
	})
	close(held)
	stop()
	for _, call := range calls {
		if got := call.Answer(t).Content; got != "ping" {
			t.Errorf("answer %q, want ping", got)
		}
	}
}

// Where there are more processes than shards, all are connected, and the others go on when one is
// gone.
func TestStandby(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv)
	config.Store = archivetest.New(t)
	asking := askAll(t, srv, []string{channel})
	stop := echoWith(t, config)
	srv.AwaitReady(t)
	asking.begin()
	for range 3 {
		echoWith(t, config)
	}
	srv.Await(t, "all to be connected", func() bool { return srv.Sessions(0, 1) == 4 })
	stop()
	srv.Await(t, "one to be gone", func() bool { return srv.Sessions(0, 1) == 3 })
	asking.end()
	if n := len(srv.Identifies()); n != 4 {
		t.Errorf("%d sessions were opened, want 4", n)
	}
}
