package gateway

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// An Op 9, whether to a session that is open or as the first packet, has no other session opened
// over the same connection: the connection ends, and whoever wants another session waits.
func TestNoSecondSession(t *testing.T) {
	t.Parallel()
	srv := discordtest.Start(t)
	// discordgo gives a connection up after five heartbeats without an answer.
	srv.Heartbeat, srv.IdentifyEvery = 2*time.Second, time.Hour
	h := &shard{Config: &Config{Token: srv.Token, Log: slog.New(slog.DiscardHandler)}, count: 1}
	open := func() (*session, error) {
		s := h.newSession()
		s.address = srv.GatewayURL()
		return s, s.open(t.Context(), time.Minute)
	}
	first, err := open()
	if err != nil {
		t.Fatal(err)
	}
	srv.Await(t, "some heartbeats", func() bool { return srv.Heartbeats() >= 2 })
	if early, err := open(); !errors.Is(err, errInvalid) || !early.greeted() || early.known.Load() {
		t.Errorf("opened too early: %v", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- first.watch(t.Context(), 10*time.Minute) }()
	srv.InvalidateSession()
	if err := <-ended; !errors.Is(err, errInvalid) {
		t.Errorf("invalidated: %v", err)
	}
	if n := len(srv.Identifies()); n != 2 {
		t.Errorf("%d sessions were opened, want 2", n)
	}
}

// A session that is open already, since discordgo reported one disconnection twice, goes on being watched: why it ends is
// known, and so is that nothing comes.
func TestOpenAlready(t *testing.T) {
	t.Parallel()
	srv := discordtest.Start(t)
	s := (&shard{Config: &Config{Token: srv.Token, Log: slog.New(slog.DiscardHandler)}, count: 1}).newSession()
	s.address = srv.GatewayURL()
	for range 2 {
		if err := s.open(t.Context(), time.Minute); err != nil {
			t.Fatal(err)
		}
	}
	srv.InvalidateSession()
	if err := s.watch(t.Context(), 10*time.Minute); !errors.Is(err, errInvalid) {
		t.Errorf("the end is %v, want %v", err, errInvalid)
	}
}

// A session is resumed where Discord says, but not where its token would travel in the clear.
func TestResumeAddress(t *testing.T) {
	for _, c := range []struct{ began, ready, want string }{
		{"wss://gateway.discord.gg", `{"resume_gateway_url":"wss://gateway-us-east1-b.discord.gg"}`, "wss://gateway-us-east1-b.discord.gg?encoding=json&v=10"},
		{"wss://gateway.discord.gg/", `{"resume_gateway_url":"ws://gateway-us-east1-b.discord.gg"}`, "wss://gateway.discord.gg/?encoding=json&v=10"},
		{"wss://gateway.discord.gg/?v=9", `{}`, "wss://gateway.discord.gg/?encoding=json&v=10"},
	} {
		s := &session{address: c.began}
		s.ready([]byte(c.ready))
		if got, err := s.gatewayAddress(); got != c.want || err != nil {
			t.Errorf("%s after %s: %s, %v", c.began, c.ready, got, err)
		}
	}
}

// Where the gateway, or what stands before it, refuses the connection, the error says with which status; where discordgo ends
// one by itself, there is an error too.
func TestCauses(t *testing.T) {
	closed := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "closed", http.StatusServiceUnavailable) }))
	defer closed.Close()
	h := &shard{Config: &Config{Token: "token", Log: slog.New(slog.DiscardHandler)}, count: 1}
	s := h.newSession()
	s.address = "ws" + strings.TrimPrefix(closed.URL, "http")
	if err := s.open(t.Context(), time.Minute); err == nil || !strings.HasSuffix(err.Error(), "answers 503 Service Unavailable") {
		t.Errorf("refused: %v", err)
	}
	s.disconnected <- struct{}{}
	if err := s.watch(t.Context(), time.Minute); !errors.Is(err, errHungUp) {
		t.Errorf("ended by discordgo: %v", err)
	}
}

// overPipe is a WebSocket over a connection that is there already.
func overPipe(t *testing.T, conn net.Conn) *websocket.Conn {
	d := websocket.Dialer{NetDialContext: func(context.Context, string, string) (net.Conn, error) { return conn, nil }}
	client, _, err := d.Dial("ws://pipe", nil)
	if err != nil {
		t.Error(err)
	}
	return client
}

// A connection that has gone silent, without even answers to heartbeats, is noticed
// within a minute; one on which those come is not closed.
func TestSilence(t *testing.T) {
	const heartbeat = 41250 * time.Millisecond
	for _, beats := range []int{0, 5} {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			began := time.Now()
			go func() { // what Discord does
				discord, err := upgrade(theirs)
				if err != nil {
					t.Error(err)
				}
				for range beats {
					time.Sleep(heartbeat)
					_ = discord.WriteMessage(websocket.TextMessage, []byte(`{"op":11}`))
				}
				_, _, _ = discord.ReadMessage()
			}()
			s := &session{disconnected: make(chan struct{}, 1)}
			r, end := newRelay(overPipe(t, ours), nil)
			s.relay.Store(r)
			go func() { // what discordgo does
				bot := overPipe(t, end)
				for {
					if _, _, err := bot.ReadMessage(); err != nil {
						s.disconnected <- struct{}{}
						return
					}
				}
			}()
			if err := s.watch(t.Context(), 50*time.Second); err == nil || err.Error() != "nothing came for 50s, not even answers to heartbeats" {
				t.Errorf("the end is %v", err)
			}
			wanted := time.Duration(beats) * heartbeat
			if silent := time.Since(began) - wanted; silent < heartbeat || silent > time.Minute {
				t.Errorf("after %d heartbeats noticed after %s", beats, silent)
			}
		})
	}
}

// Why a relay ends is known by the time discordgo can see that it has: asked in between, it would be an end like
// any other, and a process that needs more shards would try once more with as many.
func TestWhyBeforeEnd(t *testing.T) {
	ours, theirs := net.Pipe()
	go func() { _, _ = upgrade(theirs) }()
	r := &relay{over: make(chan struct{}), discord: overPipe(t, ours)}
	var seen error
	r.bot = closeHook{ours, func() { seen = r.ended() }}
	r.end(errTooFew)
	if !errors.Is(seen, errTooFew) {
		t.Errorf("as the connection closes, the end is %v, want %v", seen, errTooFew)
	}
}

// A connection that has ended fails discordgo's reads alone.
func TestOneFailure(t *testing.T) {
	ours, theirs := net.Pipe()
	go func() { _, _ = upgrade(theirs) }()
	r, end := newRelay(overPipe(t, ours), nil)
	bot := overPipe(t, end)
	r.end(errReconnect)
	for range 2 {
		if err := bot.WriteMessage(websocket.TextMessage, []byte(`{"op":1,"d":7}`)); err != nil {
			t.Errorf("a heartbeat after the end: %v", err)
		}
	}
	if _, _, err := bot.ReadMessage(); err == nil {
		t.Error("a read succeeds though the connection has ended")
	}
}

// closeHook calls a function as it is closed.
type closeHook struct {
	net.Conn
	closing func()
}

func (c closeHook) Close() error { c.closing(); return c.Conn.Close() }

// Interactions are taken out of what goes to discordgo, with or without compression, and leave it the number from
// which Discord goes on. Everything else passes as it came.
func TestTake(t *testing.T) {
	var squeezed bytes.Buffer
	z := zlib.NewWriter(&squeezed)
	_, _ = z.Write([]byte(`{"op":0,"s":8,"t":"INTERACTION_CREATE","d":{"id":"2"}}`))
	_ = z.Close()
	for _, c := range []struct {
		kind                 int
		sent, received, left string
	}{
		{websocket.TextMessage, `{"op":0,"s":7,"t":"INTERACTION_CREATE","d":{"id":"1"}}`, `{"id":"1"}`, `{"op":0,"s":7}`},
		{websocket.BinaryMessage, squeezed.String(), `{"id":"2"}`, `{"op":0,"s":8}`},
		{websocket.TextMessage, `{"op":0,"s":9,"t":"GUILD_DELETE","d":{"id":"3"}}`, "", `{"op":0,"s":9,"t":"GUILD_DELETE","d":{"id":"3"}}`},
		{websocket.TextMessage, `nonsense`, "", `nonsense`},
	} {
		received := ""
		r := &relay{receive: func(i []byte) { received = string(i) }}
		left, err := r.take(inflated(c.kind, []byte(c.sent)))
		if received != c.received || string(left) != c.left || err != nil {
			t.Errorf("%s: received %s, left %s, %v", c.sent, received, left, err)
		}
	}
}
