package interact

import (
	"crypto/ed25519"
	"encoding/hex"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// Only what Discord signed, and not long ago, reaches the bot, however wrong our clock is.
func TestEndpoint(t *testing.T) {
	t.Parallel()
	for _, skew := range skews {
		public, private := discordtest.NewKey(t)
		_, another := discordtest.NewKey(t)
		key, err := PublicKey(public)
		must(t, err)
		var c Clock
		discords := time.Now().Add(skew)
		c.answered(discords, time.Now(), time.Now())
		var ids []string
		e := &endpoint{key: key, clock: &c, log: logTo(t), receive: func(i received) { ids = append(ids, i.ID) }}
		srv := httptest.NewServer(e)
		for _, p := range []struct {
			name, body string
			key        ed25519.PrivateKey
			age        time.Duration
			status     int
		}{
			{"good", `{"id":"1","type":2,"token":"t","data":{"name":"daily"}}`, private, 0, http.StatusAccepted},
			{"a minute old", `{"id":"2","type":2,"token":"t","data":{"name":"daily"}}`, private, time.Minute, http.StatusAccepted},
			{"old", `{"id":"3","type":2,"token":"t","data":{"name":"daily"}}`, private, 10 * time.Minute, http.StatusUnauthorized},
			{"in the future", `{"id":"6","type":2,"token":"t","data":{"name":"daily"}}`, private, -6 * time.Minute, http.StatusUnauthorized},
			{"a little in the future", `{"id":"7","type":1,"token":"t"}`, private, -4 * time.Minute, http.StatusOK},
			{"a little more after that", `{"id":"8","type":1,"token":"t"}`, private, -6 * time.Minute, http.StatusUnauthorized},
			{"a minute old after that", `{"id":"9","type":1,"token":"t"}`, private, time.Minute, http.StatusOK},
			{"another's key", `{"id":"4","type":2,"token":"t","data":{"name":"daily"}}`, another, 0, http.StatusUnauthorized},
			{"ping", `{"id":"5","type":1,"token":"t"}`, private, 0, http.StatusOK},
			{"no JSON", `{"id":`, private, 0, http.StatusBadRequest},
			{"too large", strings.Repeat(" ", maxPosted+1), private, 0, http.StatusRequestEntityTooLarge},
		} {
			status, err := discordtest.Post(srv.URL, p.key, discords.Add(-p.age), []byte(p.body))
			if status != p.status || err != nil {
				t.Errorf("skew %s, %s: %d %v, want %d", skew, p.name, status, err, p.status)
			}
		}
		srv.Close()
		if fmt.Sprint(ids) != "[1 2]" {
			t.Errorf("skew %s: received %v, want 1 and 2", skew, ids)
		}
	}
}

// Strangers who post again and again have one line in the log.
func TestEndpointLogsOnce(t *testing.T) {
	t.Parallel()
	public, _ := discordtest.NewKey(t)
	_, another := discordtest.NewKey(t)
	key, err := PublicKey(public)
	must(t, err)
	var log strings.Builder
	e := &endpoint{key: key, clock: &Clock{}, log: slog.New(slog.NewTextHandler(&log, nil))}
	srv := httptest.NewServer(e)
	for range 50 {
		if status, err := discordtest.Post(srv.URL, another, time.Now(), []byte("{}")); status != http.StatusUnauthorized || err != nil {
			t.Fatal(status, err)
		}
	}
	srv.Close()
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Errorf("%d lines of 50 posts: %s", n, log.String())
	}
}

// A signature belongs to one body and one time, and a ping is answered with a ping.
func TestEndpointHeaders(t *testing.T) {
	t.Parallel()
	public, private := discordtest.NewKey(t)
	key, _ := PublicKey(public)
	e := &endpoint{key: key, clock: &Clock{}, log: logTo(t), receive: func(i received) { t.Errorf("received %s", i.ID) }}
	const ping = `{"id":"1","type":1,"token":"t"}`
	now := fmt.Sprint(time.Now().Unix())
	signed := hex.EncodeToString(ed25519.Sign(private, []byte(now+ping)))
	notTime := hex.EncodeToString(ed25519.Sign(private, []byte("noon"+ping)))
	for _, c := range []struct {
		method, body, signature, timestamp string
		status                             int
	}{
		{"POST", ping, signed, now, http.StatusOK},
		{"GET", ping, signed, now, http.StatusMethodNotAllowed},
		{"POST", ping + " ", signed, now, http.StatusUnauthorized},
		{"POST", ping, signed, now + "0", http.StatusUnauthorized},
		{"POST", ping, notTime, "noon", http.StatusUnauthorized},
		{"POST", ping, signed[2:], now, http.StatusUnauthorized},
		{"POST", ping, "zz", now, http.StatusUnauthorized},
		{"POST", ping, "", "", http.StatusUnauthorized},
	} {
		r := httptest.NewRequest(c.method, "/", strings.NewReader(c.body))
		r.Header.Set("X-Signature-Ed25519", c.signature)
		r.Header.Set("X-Signature-Timestamp", c.timestamp)
		w := httptest.NewRecorder()
		e.ServeHTTP(w, r)
		if w.Code != c.status {
			t.Errorf("%+v: %d", c, w.Code)
		}
		if body, _ := io.ReadAll(w.Body); c.status == http.StatusOK && string(body) != `{"type":1}` {
			t.Errorf("a ping is answered with %q", body)
		}
	}
}
