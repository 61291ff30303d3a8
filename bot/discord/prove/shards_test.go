package prove

import (
	"fmt"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

const shards = 4

// fleet is some bots that share the shards, and a channel of a guild in each shard.
type fleet struct {
	*world
	children []child
	lease    time.Duration // 0: the default
	channels []string
	asked    int
}

func newFleet(t *testing.T, bots int, lease time.Duration) *fleet {
	f := &fleet{world: newWorld(t), lease: lease}
	f.srv.Shards = shards
	for shard := range shards {
		guild := f.srv.AddGuildTo(shard, shards, fmt.Sprint("guild of shard ", shard))
		f.channels = append(f.channels, f.srv.AddChannel(guild, "play"))
	}
	for range bots {
		f.children = append(f.children, f.start(t))
	}
	f.awaitEven(t)
	return f
}

func (f *fleet) start(t *testing.T) child {
	l := f.life(shortLease())
	l.ShardLease = f.lease
	return start(t, l)
}

// awaitEven waits until every shard runs once, and every bot has its part.
func (f *fleet) awaitEven(t *testing.T) {
	t.Helper()
	even := func() bool {
		d, err := f.store.ShardDivision(t.Context())
		check(t, err)
		parts := map[string]int{}
		for _, s := range d.Slots {
			if s.Ready {
				parts[s.Process]++
			}
		}
		for _, n := range parts {
			if n != shards/len(f.children) {
				return false
			}
		}
		for shard := range shards {
			if f.srv.Sessions(shard, shards) != 1 {
				return false
			}
		}
		return len(parts) == len(f.children)
	}
	if !await(3*time.Minute, even) {
		t.Fatalf("the shards are not divided:\n%s\n%s", f.children[0].log, f.children[1].log)
	}
}

// connected returns how many shards run.
func (f *fleet) connected() (n int) {
	for shard := range shards {
		n += min(f.srv.Sessions(shard, shards), 1)
	}
	return n
}

// answers asks in all guilds and counts what is not answered.
func (f *fleet) answers(t *testing.T) (n counts) {
	t.Helper()
	var calls []*discordtest.Call
	for _, channel := range f.channels {
		f.asked++
		u := discordtest.User{ID: fmt.Sprint(100000000000005000 + f.asked), Name: "player"}
		calls = append(calls, f.srv.Slash(u, channel, "play", nil))
	}
	await(f.srv.Deadline, func() bool {
		n = counts{runs: len(calls)}
		for _, c := range calls {
			switch replies := len(f.srv.Replies(c)); {
			case replies == 0:
				n.missed++
			case replies > 1:
				n.doubles++
			}
		}
		return n.missed == 0
	})
	if n.missed > 0 {
		t.Logf("%d of %d are not answered in time:\n%s\n%s", n.missed, n.runs, f.children[0].log, f.children[1].log)
	}
	return n
}

// Two bots share four shards. Each in turn is killed, and started again: the other takes its shards
// over when its lease has run out, and gives half of them to the next.
func TestShards(t *testing.T) {
	t.Parallel()
	killOneOfTwo(t, 1, 5*time.Second)
}

func TestProveShards(t *testing.T) {
	sudokutest.Prove(t)
	killOneOfTwo(t, 20, 0)
}

func killOneOfTwo(t *testing.T, kills int, lease time.Duration) {
	t.Helper()
	f := newFleet(t, 2, lease)
	var all table
	all.add("two bots share four shards", f.answers(t))
	for kill := range kills {
		f.children[kill%2].kill()
		began := time.Now()
		await(10*time.Second, func() bool { return f.connected() < shards }) // Discord has noticed
		if !await(3*time.Minute, func() bool { return f.connected() == shards }) {
			t.Fatalf("nobody takes over:\n%s", f.children[1-kill%2].log)
		}
		t.Logf("all shards run again after %s", time.Since(began).Round(time.Millisecond))
		all.add("one of them is killed", f.answers(t))
		f.children[kill%2] = f.start(t)
		f.awaitEven(t)
		all.add("another one comes", f.answers(t))
	}
	early := 0
	for _, i := range f.srv.Identifies() {
		if i.Early || i.Code != 0 {
			early++
		}
	}
	if early > 0 {
		t.Errorf("%d of %d sessions were refused", early, len(f.srv.Identifies()))
	}
	all.check(t)
}
