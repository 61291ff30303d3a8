package web

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// How long a stream of events lasts: after that the browser connects again by itself, and its session
// is looked at again.
const (
	streamFor  = 15 * time.Minute
	beatEvery  = 20 * time.Second // something is sent, so that proxies and phones keep the connection
	slowClient = 10 * time.Second // who takes nothing for so long is let go
)

// events streams a game, each time that it changes: server-sent events, whose format is that of the
// HTML standard, section 9.2.
func (v *visit) events() error {
	game, err := v.game()
	if err != nil {
		return err
	}
	l, ok := v.hub.listen(game.ID, v.session.ID, v.Tag())
	if !ok {
		return errTooMany
	}
	defer v.hub.leave(l)
	first := v.hub.show(v.ctx(), game.ID, l.language).text
	if first == nil {
		return errUnavailable
	}
	s := stream{v.w, http.NewResponseController(v.w)}
	if err := s.start(first); err != nil {
		return nil // whoever listened has gone
	}
	s.run(v.r, l, v.stillSignedIn)
	return nil
}

// stillSignedIn reports whether the session goes on, as far as that can be found out.
func (v *visit) stillSignedIn() bool {
	_, err := v.Store.Session(v.ctx(), cookie(v.r, v.cookieName()))
	return !errors.Is(err, postgres.ErrNotFound)
}

// stream writes events.
type stream struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

func (s stream) start(first []byte) error {
	if err := s.control.SetReadDeadline(time.Time{}); err != nil {
		return err
	}
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("X-Accel-Buffering", "no") // for proxies that would collect it
	return s.write("retry: 2000\nevent: state\ndata: %s\n\n", first)
}

// run writes what comes until either side ends it.
func (s stream) run(r *http.Request, l *listener, signedIn func() bool) {
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	over := time.NewTimer(streamFor)
	defer over.Stop()
	for {
		var err error
		select {
		case text := <-l.news:
			err = s.write("event: state\ndata: %s\n\n", text)
		case <-beat.C:
			err = s.write(":\n\n")
		case <-l.doubtful:
			if !signedIn() {
				return
			}
		case <-over.C:
			return
		case <-l.ended:
			return
		case <-r.Context().Done():
			return
		}
		if err != nil {
			return
		}
	}
}

func (s stream) write(format string, args ...any) error {
	if err := s.control.SetWriteDeadline(time.Now().Add(slowClient)); err != nil {
		return err
	}
	if _, err := fmt.Fprintf(s.w, format, args...); err != nil {
		return err
	}
	return s.control.Flush()
}
