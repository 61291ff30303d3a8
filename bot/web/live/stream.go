package live

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

const (
	streamFor  = 15 * time.Minute // then the browser connects again, and its session is read again
	beatEvery  = 20 * time.Second // something is sent, so that proxies and phones keep the connection
	slowClient = 10 * time.Second // a client that accepts nothing for this long is disconnected
)

// Serve streams a game to the visitor, each time that it changes: server-sent events, whose format is that of the
// HTML standard, section 9.2.
func (h *Hub) Serve(v *site.Visit, gameID int64) error {
	l, ok := h.listen(gameID, v.Session.ID, v.Tag())
	if !ok {
		return site.ErrTooMany
	}
	defer h.leave(l)
	first := h.encode(v.Context(), gameID, l.language).text
	if first == nil {
		return site.ErrUnavailable
	}
	s := stream{v.W, http.NewResponseController(v.W)}
	if err := s.start(first); err != nil {
		return nil // the client has gone
	}
	s.run(v.R, l, func() bool {
		_, err := v.Store.Session(v.Context(), v.Cookie(v.CookieName()))
		return !errors.Is(err, postgres.ErrNotFound)
	})
	return nil
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

// run writes events until either side ends the stream. signedIn reports whether the session goes on, as far as known.
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
