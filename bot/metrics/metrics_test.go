package metrics

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

// Without metrics the edges work as with them.
func TestNothingIsCounted(t *testing.T) {
	var m *Metrics
	m.Interaction(Dropped)
	m.Answer("play", Quick, Answered, time.Second)
	m.Page("hint", time.Second)
	m.Deferred()
	m.Waiting(Quick, func() int { return 1 })
	m.Call("GET /users/@me", 200, time.Second)
	m.Unsent("GET /users/@me")
	m.RateLimit("user")
	m.Post("daily", Posted)
	m.Round(nil)
	s := m.Shard(0, 1)
	s.Connected()
	s.Disconnected()
	s.End()
	if n := len(m.Shards()); n != 0 {
		t.Errorf("%d shards", n)
	}
}

// What a network sends does not become a label.
func TestLabelsAreBounded(t *testing.T) {
	m := New()
	for status := range 1000 {
		m.Call("GET /users/@me", status, time.Second)
		m.RateLimit(strings.Repeat("x", status))
	}
	if n := testutil.CollectAndCount(m.calls); n > 70 {
		t.Errorf("%d codes", n)
	}
	if n := testutil.CollectAndCount(m.limited); n != 1 {
		t.Errorf("%d scopes", n)
	}
}

func TestRounds(t *testing.T) {
	m := New()
	m.Round(errors.New("no database"))
	if got := testutil.ToFloat64(m.round); got != 0 {
		t.Errorf("a round that failed is one that succeeded at %v", got)
	}
	m.Round(nil)
	if got := testutil.ToFloat64(m.round); got == 0 {
		t.Error("it is not known when a round succeeded")
	}
}

// A shard that is begun anew, because there are more of them, is there while the old one still ends.
func TestShardIsReplaced(t *testing.T) {
	m := New()
	old := m.Shard(0, 1)
	old.Connected()
	now, other := m.Shard(0, 2), m.Shard(1, 2)
	old.Disconnected()
	now.Connected()
	old.End()
	want := `
		# HELP gridkeeper_shard_connected Whether a shard that this process runs is connected to Discord's gateway.
		# TYPE gridkeeper_shard_connected gauge
		gridkeeper_shard_connected{shard="0"} 1
		gridkeeper_shard_connected{shard="1"} 0
		# HELP gridkeeper_shard_disconnects_total Connections to Discord's gateway that ended or could not be made.
		# TYPE gridkeeper_shard_disconnects_total counter
		gridkeeper_shard_disconnects_total 1
		# HELP gridkeeper_shards Shards into which the guilds are divided, on all processes together.
		# TYPE gridkeeper_shards gauge
		gridkeeper_shards 2
`
	if err := testutil.GatherAndCompare(m, strings.NewReader(want), "gridkeeper_shard_connected", "gridkeeper_shards", "gridkeeper_shard_disconnects_total"); err != nil {
		t.Error(err)
	}
	other.End()
	if n := len(m.Shards()); n != 1 {
		t.Errorf("%d shards run", n)
	}
}
