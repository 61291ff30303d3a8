package gateway

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// secured says where the gateway is: behind TLS, as Discord's own.
type secured struct{ url string }

// RoundTrip implements [http.RoundTripper].
func (s secured) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.NopCloser(strings.NewReader(fmt.Sprintf(`{"url":%q}`, s.url)))
	return &http.Response{StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Header: http.Header{}, Body: body, Request: r}, nil
}

// secure runs a proxy with TLS in front of a stand-in until the test ends.
func secure(t *testing.T, srv *discordtest.Server) (url string) {
	t.Helper()
	certificate := httptest.NewUnstartedServer(nil)
	certificate.StartTLS()
	defer certificate.Close()
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{Certificates: certificate.TLS.Certificates})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	host := strings.TrimSuffix(strings.TrimPrefix(srv.URL, "http://"), "/api/v10")
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", host)
			if err != nil {
				conn.Close()
				return
			}
			go func() { _, _ = io.Copy(to, conn); to.Close() }()
			go func() { _, _ = io.Copy(conn, to); conn.Close() }()
		}
	}()
	return "wss://" + listener.Addr().String()
}

// An Op 9, whether to a session that is open or as the first packet, has no other session opened
// over the same connection: the connection ends, and whoever wants another session waits.
func TestNoSecondSession(t *testing.T) {
	t.Parallel()
	for _, scheme := range []string{"ws", "wss"} {
		srv := discordtest.Start(t)
		// discordgo gives a connection up after five heartbeats without an answer.
		srv.Heartbeat, srv.IdentifyEvery = 2*time.Second, time.Hour
		h := &shard{Config: &Config{
			Token: srv.Token, APIBaseURL: srv.URL, Transport: http.DefaultTransport, Log: slog.New(slog.DiscardHandler),
		}, count: 1}
		if scheme == "wss" {
			h.Transport = secured{secure(t, srv)}
		}
		open := func() (*session, error) {
			s := h.newSession()
			s.discord.Dialer.TLSClientConfig = &tls.Config{InsecureSkipVerify: true} // the proxy's certificate is nobody's
			return s, s.open(t.Context(), time.Minute, time.Minute)
		}
		first, err := open()
		if err != nil {
			t.Fatalf("%s: %v", scheme, err)
		}
		srv.Await(t, "some heartbeats", func() bool { return srv.Heartbeats() >= 2 })
		if early, err := open(); !errors.Is(err, errInvalid) || !early.greeted() || early.known.Load() {
			t.Errorf("%s: opened too early: %v", scheme, err)
		}
		ended := make(chan error, 1)
		go func() { ended <- first.watch(t.Context(), 10*time.Minute) }()
		srv.InvalidateSession()
		if err := <-ended; !errors.Is(err, errInvalid) {
			t.Errorf("%s: invalidated: %v", scheme, err)
		}
		if n := len(srv.Identifies()); n != 2 {
			t.Errorf("%s: %d sessions were opened, want 2", scheme, n)
		}
	}
}

// A connection that has gone silent, without even answers to heartbeats, is noticed
// within a minute; one on which those come is not closed.
func TestSilence(t *testing.T) {
	const heartbeat = 41250 * time.Millisecond
	for _, beats := range []int{0, 5} {
		synctest.Test(t, func(t *testing.T) {
			ours, theirs := net.Pipe()
			s := &session{disconnected: make(chan struct{}, 1)}
			c := &connection{Conn: ours}
			c.lastRead.Store(time.Now().UnixNano())
			s.connection.Store(c)
			go func() { // what discordgo does
				for buffer := make([]byte, 1); ; {
					if _, err := c.Read(buffer); err != nil {
						s.disconnected <- struct{}{}
						return
					}
				}
			}()
			began := time.Now()
			go func() {
				for range beats {
					time.Sleep(heartbeat)
					_, _ = theirs.Write([]byte{1})
				}
			}()
			if err := s.watch(t.Context(), 50*time.Second); err != nil {
				t.Fatal(err)
			}
			wanted := time.Duration(beats) * heartbeat
			if silent := time.Since(began) - wanted; silent < heartbeat || silent > time.Minute {
				t.Errorf("after %d heartbeats noticed after %s", beats, silent)
			}
		})
	}
}
