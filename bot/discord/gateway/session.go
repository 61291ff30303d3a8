package gateway

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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

// errStuck is the error of a session in which discordgo no longer reacts.
var errStuck = fmt.Errorf("%w: it has stopped answering", errLost)

// session is a discordgo session that is watched from outside.
type session struct {
	discord      *discordgo.Session
	receive      func(interaction []byte)
	address      string                 // of the gateway
	resumeAt     atomic.Pointer[string] // address of the gateway that has the session; nil: none in particular
	known        atomic.Bool            // to Discord, which resumes it from now on
	relay        atomic.Pointer[relay]  // the latest
	disconnected chan struct{}          // receives when discordgo reports a disconnection
}

// newSession makes a session that is not connected yet.
func (s *shard) newSession() *session {
	made := &session{receive: s.Receive, disconnected: make(chan struct{}, 1)}
	d, _ := discordgo.New("Bot " + s.Token) // its error is always nil
	d.ShardID, d.ShardCount = s.id, s.count
	d.Client = &http.Client{Transport: relayed{}}
	d.Dialer = &websocket.Dialer{NetDialContext: made.dial}
	d.Identify.Intents = discordgo.IntentsGuilds
	d.ShouldReconnectOnError = false
	d.StateEnabled = false
	d.SyncEvents = true // our handlers do not block
	d.LogLevel = -1     // silent: its messages come back as errors, or watch notices their cause
	d.AddHandler(func(*discordgo.Session, *discordgo.Ready) { made.known.Store(true) })
	d.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		if e.Type == "READY" {
			made.ready(e.RawData)
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

// ready notes the address at which Discord wants a session to be resumed. It must be as secure as the first address.
func (s *session) ready(data []byte) {
	var d struct {
		URL string `json:"resume_gateway_url"`
	}
	scheme, _, _ := strings.Cut(s.address, ":")
	if json.Unmarshal(data, &d) == nil && strings.HasPrefix(d.URL, scheme+"://") {
		s.resumeAt.Store(&d.URL)
	}
}

// open connects. It returns errStuck if discordgo does not return in time; its goroutine is then lost.
func (s *session) open(ctx context.Context, limit time.Duration) error {
	opened := make(chan error, 1)
	go func() { opened <- s.discord.Open() }()
	select {
	case err := <-opened:
		if err = ignoreOpen(err); err == nil {
			return nil // if the connection has ended since, watch notices
		}
		return s.explain(err)
	case <-ctx.Done():
	case <-time.After(limit):
	}
	// Breaking the connection frees a session that waits for Discord, but not one that waits
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

// explain returns the error of a connection that ended or could not be opened: the relay's if it has one.
func (s *session) explain(err error) error {
	if r := s.relay.Load(); r != nil {
		return cmp.Or(r.ended(), err, errHungUp)
	}
	return cmp.Or(err, errHungUp)
}

// greeted reports whether the session was opened or resumed over the latest connection, or the bot
// tried to.
func (s *session) greeted() bool {
	r := s.relay.Load()
	return r != nil && r.opening.Load()
}

// watch waits until ctx ends or the session is disconnected, and returns the reason for that as an error. If nothing has come for
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
			if r := s.relay.Load(); r == nil || time.Since(time.Unix(0, r.lastRead.Load())) < stallAfter {
				continue
			}
			s.disconnect()
			select {
			case <-s.disconnected:
				return fmt.Errorf("nothing came for %s, not even answers to heartbeats", stallAfter)
			case <-time.After(closeIn):
				return errStuck
			}
		}
	}
}

// close ends the session, so that Discord shows the bot as offline at once.
func (s *session) close() {
	if r := s.relay.Load(); r != nil {
		r.leave()
	}
	closed := make(chan struct{})
	go func() { _ = s.discord.Close(); close(closed) }()
	select {
	case <-closed:
	case <-time.After(closeIn):
	}
	s.disconnect()
}

// disconnect breaks the connection without discordgo's help.
func (s *session) disconnect() {
	if r := s.relay.Load(); r != nil {
		r.end(errHungUp)
	}
}

// dial connects to the gateway. If the gateway that has the session is out of reach, the next attempt goes to
// the first address again: it can resume the session too, only not as well.
func (s *session) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	s.relay.Store(nil) // the former one
	address, err := s.gatewayAddress()
	if err != nil {
		return nil, err
	}
	d := &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialIn}
	discord, resp, err := d.DialContext(ctx, address, nil)
	if errors.Is(err, websocket.ErrBadHandshake) { // this error does not show the answer
		err = fmt.Errorf("%s answers %s", resp.Request.URL.Host, resp.Status)
	}
	if err != nil {
		s.resumeAt.Store(nil)
		return nil, fmt.Errorf("the gateway cannot be reached: %w", err)
	}
	r, theirs := newRelay(discord, s.receive)
	s.relay.Store(r)
	return theirs, nil
}

// gatewayAddress returns the address to connect to. The version is that of the bot's REST calls: discordgo would ask for
// an older one.
func (s *session) gatewayAddress() (string, error) {
	u, err := url.Parse(*cmp.Or(s.resumeAt.Load(), &s.address))
	if err != nil {
		return "", err
	}
	u.RawQuery = url.Values{"v": {"10"}, "encoding": {"json"}}.Encode()
	return u.String(), nil
}

// relayed answers discordgo's only REST call, the one for the gateway's address. Connections to that address go through
// dial.
type relayed struct{}

// RoundTrip implements [http.RoundTripper].
func (relayed) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(`{"url":"ws://relay"}`))
	return &http.Response{StatusCode: http.StatusOK, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: body, Request: r}, nil
}
