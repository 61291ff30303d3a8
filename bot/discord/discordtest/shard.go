package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Identify is one try of the bot to open a session.
type Identify struct {
	Shard, Shards int
	At            time.Time
	Early         bool // refused with Op 9, since the last one of its key was too short a time ago
	Code          int  // the connection was closed with it; 0: it was not
}

// Identifies returns the tries to open a session so far.
func (s *Server) Identifies() []Identify {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.gateway.identifies)
}

// AwaitShards waits until each of so many shards is connected.
func (s *Server) AwaitShards(t testing.TB, shards int) {
	t.Helper()
	s.await(t, strconv.Itoa(shards)+" shards to be connected", func() bool {
		seen := map[int]bool{}
		for _, n := range s.connected() {
			if n.shards == shards {
				seen[n.shard] = true
			}
		}
		return len(seen) == shards
	})
}

// Sessions returns how many sessions of a shard are connected.
func (s *Server) Sessions(shard, shards int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(slices.DeleteFunc(s.connected(), func(n *session) bool { return n.shard != shard || n.shards != shards }))
}

// AddGuildTo adds a guild that belongs to a shard where there are so many, and returns its id.
func (s *Server) AddGuildTo(shard, shards int, name string) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	id, _ := strconv.ParseUint(s.newID(), 10, 64)
	milliseconds := id >> 22
	milliseconds -= (milliseconds + uint64(shards-shard)) % uint64(shards)
	return s.addGuild(strconv.FormatUint(milliseconds<<22|1<<21|uint64(len(s.guilds)), 10), name)
}

// shardOf returns the shard of a guild, 0 for what is of none.
func shardOf(guildID string, shards int) int {
	id, _ := strconv.ParseUint(guildID, 10, 64)
	return int((id >> 22) % uint64(shards))
}

func (s *Server) getGatewayBot(*call) answer {
	return answer{http.StatusOK, map[string]any{
		"url": s.socketURL(), "shards": s.Shards,
		"session_start_limit": map[string]any{
			"total": 1000, "remaining": s.Starts, "reset_after": s.StartsReset.Milliseconds(), "max_concurrency": s.MaxConcurrency,
		},
	}}
}

// SetStarts says how many sessions may be opened from now on.
func (s *Server) SetStarts(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Starts = n
}

// identify opens a session, or refuses it. A code other than 0 closes the connection.
func (s *Server) identify(so *socket, data json.RawMessage) (code int) {
	var d struct {
		Token      string  `json:"token"`
		Intents    int     `json:"intents"`
		Compress   bool    `json:"compress"`
		Shard      *[2]int `json:"shard"`
		Properties struct {
			OS      string `json:"os"`
			Browser string `json:"browser"`
			Device  string `json:"device"`
		} `json:"properties"`
	}
	_ = json.Unmarshal(data, &d)
	if err := strict(data, &d); !s.OldForms && (err != nil || d.Properties.OS == "" || d.Properties.Browser == "" || d.Properties.Device == "") {
		s.problem("identify is not as version 10 has it: %v, properties %+v", err, d.Properties)
	}
	if so.resumes {
		s.problem("a session is opened at resume_gateway_url, where they are resumed")
	}
	if d.Shard == nil {
		d.Shard = &[2]int{0, 1}
	}
	i := Identify{Shard: d.Shard[0], Shards: d.Shard[1], At: time.Now()}
	defer func() {
		s.gateway.identifies = append(s.gateway.identifies, i)
		s.notify()
	}()
	if i.Code = s.refusal(so, i, d.Token); i.Code != 0 {
		return i.Code
	}
	if s.Starts--; s.Starts < 0 {
		s.problem("more sessions are opened than Discord allows in a day")
		i.Code = CloseAuthenticationFailed // the token is no longer valid
		return i.Code
	}
	key := i.Shard % s.MaxConcurrency
	i.Early = i.At.Sub(s.gateway.last[key]) < s.IdentifyEvery || s.gateway.refuseEarly
	s.gateway.last[key], s.gateway.refuseEarly = i.At, false
	if i.Early {
		so.invalid()
		return 0
	}
	if d.Intents != intentGuilds {
		s.problem("identify with intents %d: want GUILDS alone, which is 1", d.Intents)
	}
	so.compress = d.Compress
	s.open(so, i)
	return 0
}

// refusal returns the close code for one who identifies itself, 0 where it is welcome.
func (s *Server) refusal(so *socket, i Identify, token string) (code int) {
	switch {
	case slices.ContainsFunc(s.connected(), func(n *session) bool { return n.socket == so }):
		return CloseAuthenticatedAlready
	case s.gateway.refuse != 0:
		code, s.gateway.refuse = s.gateway.refuse, 0
		return code
	case strings.TrimPrefix(token, "Bot ") != s.Token:
		return CloseAuthenticationFailed
	case i.Shards < 1 || i.Shard < 0 || i.Shard >= i.Shards:
		return CloseInvalidShard
	case len(s.guildsOf(i.Shard, i.Shards)) > s.MaxGuilds:
		return CloseShardingRequired
	}
	return 0
}

// open begins a session.
func (s *Server) open(so *socket, i Identify) {
	n := &session{id: s.newID(), shard: i.Shard, shards: i.Shards, socket: so, compress: so.compress}
	s.gateway.sessions[n.id] = n
	s.gateway.opened++
	guilds := s.guildsOf(n.shard, n.shards)
	unavailable := []any{}
	for _, g := range guilds {
		unavailable = append(unavailable, map[string]any{"id": g.id, "unavailable": true})
	}
	so.send(n.add("READY", map[string]any{
		"v": 10, "user": s.bot(), "guilds": unavailable, "session_id": n.id, "shard": []int{n.shard, n.shards},
		"resume_gateway_url": s.resumeURL(), "application": map[string]any{"id": s.AppID, "flags": 0},
	}))
	for _, g := range guilds {
		so.send(n.add("GUILD_CREATE", s.guildEvent(g)))
	}
}

// guildsOf returns the guilds of a shard.
func (s *Server) guildsOf(shard, shards int) (list []*guild) {
	for _, g := range s.guilds {
		if g.id != "" && shardOf(g.id, shards) == shard {
			list = append(list, g)
		}
	}
	return list
}
