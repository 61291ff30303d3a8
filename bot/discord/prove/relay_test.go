package prove

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gorilla/websocket"
)

// relay is a gateway that brings every interaction of the stand-in to every bot that is
// connected, as Discord does with all sessions of a shard. Every third it sends twice, and a bot
// that comes gets those of the last seconds again.
type relay struct {
	url string

	mu       sync.Mutex
	sessions map[*session]bool
	past     []interaction
	held     bool // what comes waits
	waiting  []interaction
}

// interaction is one as it came from the stand-in.
type interaction struct {
	data json.RawMessage
	at   time.Time
}

// again is for how long a bot that comes gets what was sent before: longer than Discord waits for
// an answer.
const again = 6 * time.Second

// session is a bot that is connected.
type session struct {
	out      chan packet
	sequence int
}

// packet is what goes over a gateway.
type packet struct {
	Op       int             `json:"op"`
	Data     json.RawMessage `json:"d"`
	Sequence int             `json:"s,omitempty"`
	Type     string          `json:"t,omitempty"`
}

// newRelay runs a relay in front of a stand-in until the test ends.
func newRelay(t testing.TB, w *world) *relay {
	t.Helper()
	r := &relay{sessions: map[*session]bool{}}
	server := httptest.NewServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) { r.serve(w, rw, req) }))
	r.url = "ws" + strings.TrimPrefix(server.URL, "http")
	source, _, err := websocket.DefaultDialer.Dial(w.srv.GatewayURL(), nil)
	if err != nil {
		t.Fatal(err)
	}
	identify := fmt.Sprintf(`{"op":2,"d":{"token":"Bot %s","intents":1,"properties":{"os":"linux","browser":"relay","device":"relay"}}}`, w.srv.Token)
	if err := source.WriteMessage(websocket.TextMessage, []byte(identify)); err != nil {
		t.Fatal(err)
	}
	go r.listen(source)
	t.Cleanup(func() {
		source.Close()
		server.CloseClientConnections()
		server.Close()
	})
	w.srv.AwaitReady(t)
	return r
}

// listen takes the interactions from the stand-in.
func (r *relay) listen(source *websocket.Conn) {
	for {
		var p packet
		if source.ReadJSON(&p) != nil {
			return
		}
		if p.Type != "INTERACTION_CREATE" {
			continue
		}
		r.mu.Lock()
		i := interaction{p.Data, time.Now()}
		if r.held {
			r.waiting = append(r.waiting, i)
		} else {
			r.bring(i)
		}
		r.mu.Unlock()
	}
}

// bring sends an interaction to all. The caller holds the lock.
func (r *relay) bring(i interaction) {
	r.past = append(r.past, i)
	for s := range r.sessions {
		s.send("INTERACTION_CREATE", i.data)
		if len(r.past)%3 == 0 {
			s.send("INTERACTION_CREATE", i.data)
		}
	}
}

// send sends an event to a bot; one that is dead or does not read gets none.
func (s *session) send(kind string, data json.RawMessage) {
	s.sequence++
	select {
	case s.out <- packet{Op: 0, Data: data, Sequence: s.sequence, Type: kind}:
	default:
	}
}

// serve is a bot's connection.
func (r *relay) serve(w *world, rw http.ResponseWriter, req *http.Request) {
	conn, err := (&websocket.Upgrader{}).Upgrade(rw, req, nil)
	if err != nil {
		return
	}
	defer conn.Close()
	s := &session{out: make(chan packet, 1000)}
	done := make(chan struct{})
	defer close(done)
	go func() {
		for {
			select {
			case p := <-s.out:
				_ = conn.WriteJSON(p)
			case <-done:
				return
			}
		}
	}()
	s.out <- packet{Op: 10, Data: json.RawMessage(`{"heartbeat_interval":5000}`)}
	defer r.leave(s)
	for {
		var p packet
		if conn.ReadJSON(&p) != nil {
			return
		}
		switch p.Op {
		case 1: // heartbeat
			s.out <- packet{Op: 11}
		case 2: // identify
			r.join(s, w.srv.BotID)
		case 6: // resume
			s.out <- packet{Op: 9, Data: json.RawMessage(`false`)}
		}
	}
}

func (r *relay) join(s *session, botID string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	ready := `{"v":10,"user":{"id":%q,"username":"gridkeeper"},"guilds":[],"session_id":%q,"resume_gateway_url":%q,"application":{"id":%[1]q,"flags":0}}`
	s.send("READY", json.RawMessage(fmt.Sprintf(ready, botID, fmt.Sprintf("%p", s), r.url)))
	for _, i := range r.past {
		if time.Since(i.at) < again {
			s.send("INTERACTION_CREATE", i.data)
		}
	}
	r.sessions[s] = true
}

func (r *relay) leave(s *session) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.sessions, s)
}

// bots is how many are connected.
func (r *relay) bots() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.sessions)
}

// replay brings everything again, not quicker than it can be handled.
func (r *relay) replay() {
	r.mu.Lock()
	past := r.past
	r.mu.Unlock()
	for _, i := range past {
		r.mu.Lock()
		for s := range r.sessions {
			s.send("INTERACTION_CREATE", i.data)
		}
		r.mu.Unlock()
		time.Sleep(10 * time.Millisecond)
	}
}

// hold keeps interactions back until it is called again with false.
func (r *relay) hold(held bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.held = held
	for _, i := range r.waiting {
		r.bring(i)
	}
	r.waiting = nil
}
