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

// errStuck is the error of a session on which discordgo does not react.
var errStuck = fmt.Errorf("%w: it has stopped answering", errLost)

// session is a discordgo session that is watched from outside.
type session struct {
	discord      *discordgo.Session
	receive      func(interaction []byte)
	address      string                 // of the gateway
	resumeAt     atomic.Pointer[string] // of the gateway that has the session; nil: none in particular
	known        atomic.Bool            // to Discord, which resumes it from now on
	relay        atomic.Pointer[relay]  // the latest
	disconnected chan struct{}          // receives when discordgo says so
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
	d.LogLevel = -1     // silent: what it would print comes back as an error, or watch sees it
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

// ready notes where Discord wants a session to be resumed. It may not be less secure than where it began.
func (s *session) ready(data []byte) {
	var d struct {
		URL string `json:"resume_gateway_url"`
	}
	scheme, _, _ := strings.Cut(s.address, ":")
	if json.Unmarshal(data, &d) == nil && strings.HasPrefix(d.URL, scheme+"://") {
		s.resumeAt.Store(&d.URL)
	}
}

// open connects. It returns errStuck where discordgo does not return in time; its goroutine is then lost.
func (s *session) open(ctx context.Context, limit time.Duration) error {
	opened := make(chan error, 1)
	go func() { opened <- s.discord.Open() }()
	select {
	case err := <-opened:
		if err = ignoreOpen(err); err == nil {
			return nil // what has ended it since, watch finds
		}
		return s.explain(err)
	case <-ctx.Done():
	case <-time.After(limit):
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

// explain returns the error of a connection that ended, or could not be opened: its own where it has one.
func (s *session) explain(err error) error {
	if r := s.relay.Load(); r != nil {
		return cmp.Or(r.ended(), err, errHungUp)
	}
	return cmp.Or(err, errHungUp)
}

// greeted reports whether the session was opened or resumed over the latest connection, or was
// tried to.
func (s *session) greeted() bool {
	r := s.relay.Load()
	return r != nil && r.opening.Load()
}

// watch waits until the session is disconnected, which is an error that says why, or ctx ends. Where nothing has come for
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
			if r := s.relay.Load(); r == nil || r.silent() < stallAfter {
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

// dial connects to the gateway. Where the one that has the session is out of reach, the next attempt goes to
// the first again: it can resume the session too, only not as well.
func (s *session) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	s.relay.Store(nil) // the one before
	address, err := s.gatewayAddress()
	if err != nil {
		return nil, err
	}
	d := &websocket.Dialer{Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialIn}
	discord, resp, err := d.DialContext(ctx, address, nil)
	if errors.Is(err, websocket.ErrBadHandshake) { // which says nothing of the answer
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

// gatewayAddress returns where to connect. The version is that of the bot's REST calls: discordgo would ask for
// an older one.
func (s *session) gatewayAddress() (string, error) {
	u, err := url.Parse(*cmp.Or(s.resumeAt.Load(), &s.address))
	if err != nil {
		return "", err
	}
	u.RawQuery = url.Values{"v": {"10"}, "encoding": {"json"}}.Encode()
	return u.String(), nil
}

// relayed answers the one REST call that discordgo makes, the one for the gateway's address: to that, dial
// connects.
type relayed struct{}

// RoundTrip implements [http.RoundTripper].
func (relayed) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(`{"url":"ws://relay"}`))
	return &http.Response{StatusCode: http.StatusOK, ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: body, Request: r}, nil
}
