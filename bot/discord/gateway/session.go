package gateway

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// closeIn is how long an orderly close may take; discordgo always sleeps a second in it.
const closeIn = 3 * time.Second

var (
	errStuck = fmt.Errorf("%w: it has stopped answering", errLost)
	// errEnded is the error of an open session to which Discord sent an Op 9. Whether it can be resumed is said in
	// the packet, which discordgo hides; where it cannot, Discord answers the attempt with another.
	errEnded   = errors.New("discord has ended the session, or wants it resumed")
	errInvalid = fmt.Errorf("%w: discord has ended it, or it was opened too early", errLost)
)

// maxBeat is more than the bytes of a heartbeat with all that is around it, and less than those of
// a packet that opens or resumes a session.
const maxBeat = 200

// session is a discordgo session that is watched from outside.
type session struct {
	discord      *discordgo.Session
	known        atomic.Bool                // to Discord, which resumes it from now on
	connection   atomic.Pointer[connection] // the latest
	disconnected chan struct{}              // receives when discordgo says so
}

// newSession makes a session that is not connected yet.
func (s *shard) newSession() *session {
	made := &session{disconnected: make(chan struct{}, 1)}
	d, _ := discordgo.New("Bot " + s.Token) // its error is always nil
	d.ShardID, d.ShardCount = s.id, s.count
	d.Client = &http.Client{Transport: redirect{s.APIBaseURL, s.Transport}, Timeout: 20 * time.Second}
	d.Dialer = &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: 10 * time.Second, NetDialContext: made.dial}
	d.Identify.Intents = discordgo.IntentsGuilds
	d.ShouldReconnectOnError = false
	d.StateEnabled = false
	d.SyncEvents = true // our handlers do not block
	d.LogLevel = -1     // silent: what it would print comes back as an error, or watch sees it
	d.AddHandler(func(*discordgo.Session, *discordgo.Ready) { made.known.Store(true) })
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "INTERACTION_CREATE" {
			s.Receive(e.RawData)
		}
	})
	s.watchGuilds(d)
	d.AddHandler(func(*discordgo.Session, *discordgo.Disconnect) {
		select {
		case made.disconnected <- struct{}{}:
		default:
		}
	})
	made.discord = d
	return made
}

// open connects. It returns errStuck where discordgo does not return in time, or does not
// react to what Discord sent; its goroutine is then lost.
func (s *session) open(ctx context.Context, limit, stuckAfter time.Duration) error {
	s.connection.Store(nil) // the one before
	opened := make(chan error, 1)
	go func() { opened <- s.discord.Open() }()
	tooLate := time.After(limit)
	tick := time.NewTicker(stuckAfter / 4)
	defer tick.Stop()
	for waiting := true; waiting; {
		select {
		case err := <-opened:
			return s.explain(ignoreOpen(err))
		case <-ctx.Done():
			waiting = false
		case <-tooLate:
			waiting = false
		case <-tick.C:
			c := s.connection.Load()
			waiting = c == nil || c.unanswered() < stuckAfter
		}
	}
	// To break the connection frees a session that waits for Discord, but not one that waits
	// for its own lock.
	s.disconnect()
	select {
	case err := <-opened:
		return errors.Join(ignoreOpen(err), ctx.Err())
	case <-time.After(closeIn):
		return errStuck
	}
}

// ignoreOpen drops the error of a session that is open already: discordgo sometimes reports one
// disconnection twice.
func ignoreOpen(err error) error {
	if errors.Is(err, discordgo.ErrWSAlreadyOpen) {
		return nil
	}
	return err
}

// explain returns the error of a connection that ended, or could not be opened.
func (s *session) explain(err error) error {
	if c := s.connection.Load(); c != nil && c.refused.Load() {
		return errInvalid
	}
	return err
}

// greeted reports whether the session was opened or resumed over the latest connection, or was
// tried to.
func (s *session) greeted() bool {
	c := s.connection.Load()
	return c != nil && c.greeted.Load()
}

// watch waits until the session is disconnected or ctx ends. Where nothing has come for
// too long, not even the answers to heartbeats, it breaks the connection.
func (s *session) watch(ctx context.Context, stallAfter time.Duration) error {
	tick := time.NewTicker(stallAfter / 10)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-s.disconnected:
			return s.explain(nil)
		case <-tick.C:
			if c := s.connection.Load(); c == nil || c.silent() < stallAfter {
				continue
			}
			s.disconnect()
			select {
			case <-s.disconnected:
				return nil
			case <-time.After(closeIn):
				return errStuck
			}
		}
	}
}

// close ends the session, so that Discord shows the bot as offline at once.
func (s *session) close() {
	closed := make(chan struct{})
	go func() { _ = s.discord.Close(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(closeIn):
		s.disconnect()
	}
}

// disconnect breaks the connection without discordgo's help.
func (s *session) disconnect() {
	if c := s.connection.Load(); c != nil {
		_ = c.Close()
	}
}

func (s *session) dial(ctx context.Context, network, address string) (net.Conn, error) {
	conn, err := (&net.Dialer{Timeout: 10 * time.Second}).DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	c := &connection{Conn: conn, session: s.discord, began: time.Now().UTC()}
	c.lastRead.Store(time.Now().UnixNano())
	c.lastWrite.Store(time.Now().UnixNano())
	s.connection.Store(c)
	return c, nil
}

// connection is a network connection that knows when something last came and went.
//
// To an Op 9 discordgo answers by opening another session over the same connection, at once and
// without end, where Discord wants it to wait: a thousand of them, and it takes the token away. So
// after the packet that opens or resumes a session, a connection lets nothing as long through, and
// breaks.
type connection struct {
	net.Conn
	lastRead, lastWrite atomic.Int64 // nanoseconds since 1970

	session *discordgo.Session
	began   time.Time
	greeted atomic.Bool // that packet was sent
	refused atomic.Bool // another one was not
}

func (c *connection) Write(p []byte) (int, error) {
	if c.greeted.Load() {
		if len(p) > maxBeat {
			c.refused.Store(true)
			_ = c.Close()
			return 0, errInvalid
		}
	} else if c.session != nil && c.session.LastHeartbeatAck.After(c.began) {
		// discordgo has noted the time of the Hello there, and goes on to write in the same
		// goroutine: the next packet is the one.
		c.greeted.Store(true)
	}
	n, err := c.Conn.Write(p)
	c.lastWrite.Store(time.Now().UnixNano())
	return n, err
}

// unanswered returns for how long nothing was sent since something last came, 0 where something
// was. A client that connects always has the next word: it answers what comes within moments.
func (c *connection) unanswered() time.Duration {
	if c.lastWrite.Load() >= c.lastRead.Load() {
		return 0
	}
	return c.silent()
}

func (c *connection) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.lastRead.Store(time.Now().UnixNano())
	}
	return n, err
}

func (c *connection) silent() time.Duration { return time.Since(time.Unix(0, c.lastRead.Load())) }

// redirect sends discordgo's own REST calls, of which only the one for the gateway's
// address is left, to the API that was set. discordgo has the addresses in variables that
// are derived from one another when it is loaded, so they cannot be changed there.
type redirect struct {
	base      string
	transport http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (r redirect) RoundTrip(req *http.Request) (*http.Response, error) {
	_, path, found := strings.Cut(req.URL.Path, "/api/v")
	if found {
		_, path, _ = strings.Cut(path, "/")
	}
	target, err := url.Parse(r.base + "/" + path)
	if err != nil {
		return nil, err
	}
	target.RawQuery = req.URL.RawQuery
	out := req.Clone(req.Context())
	out.URL, out.Host = target, target.Host
	return r.transport.RoundTrip(out)
}
