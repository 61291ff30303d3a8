package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// gatewayClient is a bare connection to the gateway.
type gatewayClient struct {
	*websocket.Conn
	t *testing.T
}

// connect opens a connection and identifies itself.
func connect(t *testing.T, s *Server, shard, shards int) gatewayClient {
	t.Helper()
	conn, _, err := websocket.DefaultDialer.Dial(s.GatewayURL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	c := gatewayClient{conn, t}
	if p := c.next(); p.Op != opHello {
		t.Fatalf("got %+v, want a Hello", p)
	}
	identify := fmt.Sprintf(`{"op":2,"d":{"token":%q,"intents":1,"shard":[%d,%d],"properties":{"os":"o","browser":"b","device":"d"}}}`, s.Token, shard, shards)
	if err := conn.WriteMessage(websocket.TextMessage, []byte(identify)); err != nil {
		t.Fatal(err)
	}
	return c
}

// next returns what comes next.
func (c gatewayClient) next() (p packet) {
	c.t.Helper()
	_ = c.SetReadDeadline(time.Now().Add(time.Minute))
	if err := c.ReadJSON(&p); err != nil {
		c.t.Fatal(err)
	}
	return p
}

// guilds returns the guilds of the events of a type that come until one of another type.
func (c gatewayClient) guilds(kind, last string) (ids []string) {
	c.t.Helper()
	for {
		p := c.next()
		if p.Type == nil || *p.Type == last {
			return ids
		}
		var d struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(p.Data, &d); err != nil {
			c.t.Fatal(err)
		}
		if *p.Type == kind {
			ids = append(ids, d.ID)
		}
	}
}

// A session gets the events of its shard's guilds; direct messages come to the first shard.
func TestEventsOfAShard(t *testing.T) {
	s := Start(t)
	s.MaxConcurrency = 3
	var guilds, channels []string
	for shard := range 3 {
		guilds = append(guilds, s.AddGuildTo(shard, 3, "guild"), s.AddGuildTo(shard, 3, "another"))
		channels = append(channels, s.AddChannel(guilds[2*shard], "play"))
	}
	var clients []gatewayClient
	for shard := range 3 {
		clients = append(clients, connect(t, s, shard, 3))
	}
	s.AwaitShards(t, 3)
	u := User{ID: "100000000000001001", Name: "ann"}
	for _, channel := range append(channels, s.AddChannel("", "direct messages")) {
		s.Slash(u, channel, "ping", nil)
	}
	for shard, c := range clients {
		if got, want := c.guilds("GUILD_CREATE", "INTERACTION_CREATE"), guilds[2*shard:2*shard+2]; !slices.Equal(got, want) {
			t.Errorf("shard %d got the guilds %v, want %v", shard, got, want)
		}
	}
	s.AddGuildTo(1, 3, "later") // whatever else came is before it
	s.AddGuildTo(2, 3, "later")
	s.AddGuildTo(0, 3, "later")
	for shard, c := range clients {
		if got := c.guilds("INTERACTION_CREATE", "GUILD_CREATE"); len(got) != []int{1, 0, 0}[shard] {
			t.Errorf("shard %d got %d more interactions", shard, len(got))
		}
	}
}

// What Discord refuses at the gateway is refused.
func TestRefusedIdentify(t *testing.T) {
	for _, c := range []struct{ shard, shards, code int }{
		{0, 0, CloseInvalidShard}, {1, 1, CloseInvalidShard}, {-1, 2, CloseInvalidShard}, {4, 2, CloseInvalidShard},
		{0, 1, CloseShardingRequired}, {1, 2, CloseShardingRequired},
	} {
		s := Start(t)
		s.MaxGuilds = 2
		for range 3 {
			s.AddGuildTo(1, 2, "guild")
		}
		conn := connect(t, s, c.shard, c.shards)
		if _, _, err := conn.ReadMessage(); !websocket.IsCloseError(err, c.code) {
			t.Errorf("shard %d of %d: %v, want close code %d", c.shard, c.shards, err, c.code)
		}
	}
}

// Sessions of one key are opened with pauses, those of different keys are not.
func TestEarlyIdentify(t *testing.T) {
	s := Start(t)
	s.IdentifyEvery, s.MaxConcurrency = time.Hour, 2
	for _, c := range []struct {
		shard int
		early bool
	}{{0, false}, {1, false}, {2, true}, {3, true}} {
		if p := connect(t, s, c.shard, 4).next(); (p.Op == opInvalidSession) != c.early {
			t.Errorf("shard %d gets %+v", c.shard, p)
		}
	}
	s.SetStarts(0)
	if _, _, err := connect(t, s, 0, 4).ReadMessage(); !websocket.IsCloseError(err, CloseAuthenticationFailed) || len(s.Problems()) != 1 {
		t.Errorf("a session beyond those of the day: %v, %v", err, s.Problems())
	}
	s.problems = nil
}
