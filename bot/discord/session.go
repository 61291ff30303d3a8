package discord

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// closeIn is how long an orderly close may take; discordgo always sleeps a second in it.
const closeIn = 3 * time.Second

var errStuck = fmt.Errorf("%w: it answers no more", errLost)

// link is a discordgo session seen from outside.
type link struct {
	session *discordgo.Session
	wire    atomic.Pointer[wire]
	down    chan struct{} // gets a word when the session says that it is disconnected
}

// newLink makes a session that is not connected yet.
func (g *gateway) newLink() *link {
	l := &link{down: make(chan struct{}, 1)}
	s, _ := discordgo.New("Bot " + g.client.token) // its error is always nil
	s.Client = &http.Client{Transport: redirect{g.client}, Timeout: 20 * time.Second}
	s.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: 10 * time.Second, NetDialContext: l.dial}
	s.Identify.Intents = discordgo.IntentsGuilds
	s.ShouldReconnectOnError = false
	s.StateEnabled = false
	s.SyncEvents = true // our handlers do not block
	s.LogLevel = -1     // silent: what it would print comes back as an error, or is seen by watch
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.InteractionCreate) { g.take(e.Interaction) })
	s.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case l.down <- struct{}{}:
		default:
		}
	})
	l.session = s
	return l
}

// open connects. It returns errStuck where the session does not come back in time; the
// goroutine inside of it is then lost.
func (l *link) open(ctx context.Context, limit time.Duration) error {
	opened := make(chan error, 1)
	go func() { opened <- l.session.Open() }()
	select {
	case err := <-opened:
		return connected(err)
	case <-ctx.Done():
	case <-time.After(limit):
	}
	// A wire cut from here frees a session that waits for Discord, but not one that waits
	// for its own lock.
	l.cut()
	select {
	case err := <-opened:
		return errors.Join(connected(err), ctx.Err())
	case <-time.After(closeIn):
		return errStuck
	}
}

// connected drops the error of a session that is connected already: it sometimes reports
// one disconnection twice.
func connected(err error) error {
	if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
		return nil
	}
	return err
}

// watch waits until the session is disconnected or ctx ends. Where nothing has come for
// too long, not even the answers to heartbeats, it cuts the wire.
func (l *link) watch(ctx context.Context, stallAfter time.Duration) error {
	tick := time.NewTicker(stallAfter / 4)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-l.down:
			return nil
		case <-tick.C:
			if w := l.wire.Load(); w == nil || w.silent() < stallAfter {
				continue
			}
			l.cut()
			select {
			case <-l.down:
				return nil
			case <-time.After(closeIn):
				return errStuck
			}
		}
	}
}

// close says goodbye, so that Discord shows the bot as gone at once.
func (l *link) close() {
	closed := make(chan struct{})
	go func() { _ = l.session.Close(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(closeIn):
		l.cut()
	}
}

func (l *link) cut() {
	if w := l.wire.Load(); w != nil {
		_ = w.Close()
	}
}

// dial opens the wire of a connection.
func (l *link) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: conn}
	w.heard.Store(time.Now().UnixNano())
	l.wire.Store(w)
	return w, nil
}

// wire is a connection that knows when it last heard from the other side.
type wire struct {
	net.Conn
	heard atomic.Int64 // nanoseconds since 1970
}

func (w *wire) Read(p []byte) (int, error) {
	n, err := w.Conn.Read(p)
	if n > 0 {
		w.heard.Store(time.Now().UnixNano())
	}
	return n, err
}

func (w *wire) silent() time.Duration { return time.Since(time.Unix(0, w.heard.Load())) }
