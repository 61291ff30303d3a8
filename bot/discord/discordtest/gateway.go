package discordtest

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// Operations of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Close codes of the gateway.
const (
	CloseUnknownOperation     = 4001
	CloseNotDecoded           = 4002
	CloseNotAuthenticated     = 4003
	CloseAuthenticationFailed = 4004
	CloseAuthenticatedAlready = 4005
	CloseInvalidSequence      = 4007
	CloseTimedOut             = 4009
	CloseInvalidShard         = 4010
	CloseShardingRequired     = 4011
	CloseInvalidVersion       = 4012
	CloseDisallowedIntents    = 4014
)

// forGood reports whether a bot must not connect again after a close code. With more shards it may, where they
// are too few.
func forGood(code int) bool {
	return code == CloseAuthenticationFailed || code == CloseInvalidShard || CloseInvalidVersion <= code && code <= CloseDisallowedIntents
}

// endsSession reports whether a session cannot be resumed after a close code.
func endsSession(code int) bool {
	return forGood(code) || slices.Contains([]int{
		CloseNotAuthenticated, CloseAuthenticatedAlready, CloseInvalidSequence, CloseTimedOut, CloseShardingRequired,
	}, code)
}

const intentGuilds = 1 << 0

type gatewayState struct {
	sessions   map[string]*session
	identifies []Identify
	resumes    int
	heartbeats int
	opened     int
	last       map[int]time.Time // when a session was last opened, by key

	refuse      int  // close code for the next identify
	ended       int  // the close code after which the bot must not come again
	refuseEarly bool // it comes too early
	helloOp7    int  // how many connections start with Op 7
	duplicate   bool
}

// session is what the gateway keeps so that a connection can be resumed.
type session struct {
	id            string
	shard, shards int
	events        []packet // all so far; the sequence is the index + 1
	refuse        int      // close code for whoever resumes it
	compress      bool     // events, as the bot asked
	socket        *socket  // nil while the bot is not connected
}

// socket is one connection. Writes are serialised by a channel of its own, so that a
// bot that does not read cannot hold the server's lock.
type socket struct {
	conn *websocket.Conn
	out  chan any
	done chan struct{} // closed when reading has stopped
	dead chan struct{} // closed when writing has stopped
	mute bool

	resumes  bool // this is the address for those who resume
	compress bool // events that are long
}

// packet is what goes over the gateway in both directions.
type packet struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence *int            `json:"s"`
	Type     *string         `json:"t"`
}

// AwaitReady waits until the bot is connected and gets events.
func (s *Server) AwaitReady(t testing.TB) {
	t.Helper()
	s.await(t, "the bot to be connected", func() bool { return len(s.connected()) > 0 })
}

// Opened returns how many sessions were opened so far. A bot that comes beside another, or after one whose
// end the stand-in may not have seen yet, gets events once there is one more.
func (s *Server) Opened() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gateway.opened
}

// connected returns the sessions that get events.
func (s *Server) connected() (list []*session) {
	for _, n := range s.gateway.sessions {
		if n.socket != nil {
			list = append(list, n)
		}
	}
	return list
}

// Connections returns how often the bot opened a new session, and how often it resumed one.
func (s *Server) Connections() (identified, resumed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.gateway.identifies), s.gateway.resumes
}

// Heartbeats returns how many came so far.
func (s *Server) Heartbeats() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.gateway.heartbeats
}

func (s *Server) getGateway(*call) answer {
	return answer{http.StatusOK, map[string]any{"url": s.socketURL()}}
}

func (s *Server) socketURL() string {
	return "ws" + strings.TrimPrefix(s.http.URL, "http")
}

// resumeURL is where sessions are resumed, and nowhere else.
func (s *Server) resumeURL() string {
	return "ws" + strings.TrimPrefix(s.resumed.URL, "http")
}

// GatewayURL is where a session can be opened.
func (s *Server) GatewayURL() string { return s.socketURL() + "/?v=10&encoding=json" }

func (s *Server) guildEvent(g *guild) map[string]any {
	channels := []any{}
	for _, ch := range g.channels {
		channels = append(channels, s.channelEvent(ch))
	}
	event := s.guildObject(g)
	event["channels"], event["members"], event["joined_at"] = channels, []any{s.botMember(g)}, "2020-01-01T00:00:00Z"
	if !g.joined.IsZero() {
		event["joined_at"] = g.joined.Format(time.RFC3339)
	}
	return event
}

// dispatch sends an event to all sessions of a guild's shard, now or when they are resumed. What is
// of no guild goes to the first shard. The caller holds the lock.
func (s *Server) dispatch(guildID, kind string, data any) {
	for _, n := range s.gateway.sessions {
		if shardOf(guildID, n.shards) != n.shard {
			continue
		}
		for range 1 + btoi(s.gateway.duplicate) {
			p := n.add(kind, data)
			if n.socket != nil && !n.socket.mute {
				n.socket.send(p)
			}
		}
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// add appends an event to a session.
func (n *session) add(kind string, data any) packet {
	raw, err := json.Marshal(data)
	if err != nil {
		panic(err) // of our own making
	}
	sequence := len(n.events) + 1
	p := packet{Op: opDispatch, Data: raw, Sequence: &sequence, Type: &kind}
	n.events = append(n.events, p)
	return p
}

func (so *socket) send(v any) {
	select {
	case so.out <- v:
	case <-so.done:
	case <-so.dead: // the bot is gone in the middle of what is sent
	}
}

// invalid says that there is no such session, or none yet.
func (so *socket) invalid() {
	so.send(packet{Op: opInvalidSession, Data: json.RawMessage("false")})
}

// serveGateway serves a connection at the address where sessions are opened, or the one where they are resumed.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request, resumes bool) {
	conn, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
	if err != nil {
		return // the upgrader has answered
	}
	so := &socket{conn: conn, out: make(chan any, 1000), done: make(chan struct{}), dead: make(chan struct{}), resumes: resumes}
	v := r.URL.Query()
	if taken := v.Get("v") == "10" || v.Get("v") == "9" && s.OldForms; !taken || v.Get("encoding") != "json" {
		s.mu.Lock()
		s.problem("the gateway is asked for %q: want v=10 and encoding=json", r.URL.RawQuery)
		s.mu.Unlock()
		so.close(CloseInvalidVersion)
	}
	go so.write()
	err = s.read(so)
	close(so.done)
	_ = conn.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, n := range s.gateway.sessions {
		switch {
		case n.socket != so:
		case websocket.IsCloseError(err, websocket.CloseNormalClosure, websocket.CloseGoingAway):
			delete(s.gateway.sessions, id) // it cannot be resumed
		default:
			n.socket = nil
		}
	}
	s.notify()
}

func (so *socket) write() {
	defer close(so.dead)
	for {
		select {
		case v := <-so.out:
			if so.writeOne(v) != nil {
				return
			}
		case <-so.done:
			return
		}
	}
}

// read greets the bot and answers what it sends until the connection ends. It returns why it did.
func (s *Server) read(so *socket) error {
	s.mu.Lock()
	first := packet{Op: opHello, Data: json.RawMessage(`{"heartbeat_interval":` + jsonMillis(s.Heartbeat) + `}`)}
	if s.gateway.helloOp7 > 0 {
		s.gateway.helloOp7--
		first = packet{Op: opReconnect}
	}
	s.mu.Unlock()
	so.send(first)
	for {
		var p packet
		if err := so.conn.ReadJSON(&p); err != nil {
			return err
		}
		s.mu.Lock()
		code := s.receive(so, p)
		s.closed(code)
		s.mu.Unlock()
		if code != 0 {
			so.close(code)
			so.drain()
			return nil
		}
	}
}

// drain reads until the bot has closed its end too, a second at most: to close a connection with bytes unread
// takes from the other end what was said last.
func (so *socket) drain() {
	_ = so.conn.SetReadDeadline(time.Now().Add(time.Second))
	for {
		if _, _, err := so.conn.NextReader(); err != nil {
			return
		}
	}
}

func (so *socket) close(code int) {
	_ = so.conn.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(time.Minute))
}

func jsonMillis(d time.Duration) string {
	text, _ := json.Marshal(d.Milliseconds())
	return string(text)
}

// receive answers one packet of the bot. A code other than 0 closes the connection.
func (s *Server) receive(so *socket, p packet) (code int) {
	if s.gateway.ended != 0 && (p.Op == opIdentify || p.Op == opResume) {
		s.problem("the bot connects again after the close code %d", s.gateway.ended)
	}
	switch p.Op {
	case opHeartbeat:
		s.gateway.heartbeats++
		if !so.mute {
			so.send(packet{Op: opHeartbeatAck})
		}
		return 0
	case opIdentify:
		return s.identify(so, p.Data)
	case opResume:
		return s.resume(so, p.Data)
	}
	s.problem("the bot sends an operation %d", p.Op)
	return CloseUnknownOperation
}

func (s *Server) resume(so *socket, data json.RawMessage) (code int) {
	var d struct {
		Token    string `json:"token"`
		Session  string `json:"session_id"`
		Sequence int    `json:"seq"`
	}
	_ = json.Unmarshal(data, &d)
	if strings.TrimPrefix(d.Token, "Bot ") != s.Token {
		return CloseAuthenticationFailed
	}
	n := s.gateway.sessions[d.Session]
	if n == nil || !so.resumes || d.Sequence > len(n.events) {
		so.invalid()
		return 0
	}
	if n.refuse != 0 {
		return n.refuse
	}
	s.gateway.resumes++
	n.socket, so.compress = so, n.compress
	for _, p := range n.events[d.Sequence:] {
		so.send(p)
	}
	so.send(n.add("RESUMED", map[string]any{}))
	s.notify()
	return 0
}
