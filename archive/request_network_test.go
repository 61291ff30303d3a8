package archive_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// lossSoon is after what time a server ends the sessions of connections that are lost here.
const lossSoon = 3 * time.Second

// networkFaults are what happens to connections that are in use.
var networkFaults = []struct {
	name string
	do   func(*archivetest.Proxy)
}{
	{"cut", (*archivetest.Proxy).Cut},
	{"half-open", func(p *archivetest.Proxy) { p.Lose(lossSoon) }},
	{"half-open for all", func(p *archivetest.Proxy) {
		p.Freeze()
		time.AfterFunc(10*time.Second, p.Thaw)
	}},
}

// Requests that change a game meet a network that fails. Each is sent again until it is answered, as
// players do, and in the end each was done once.
func TestRequestsThroughNetworkFaults(t *testing.T) {
	for i, fault := range networkFaults {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			requestsThroughFault(t, rand.New(rand.NewPCG(uint64(i), 1)), fault.do)
		})
	}
}

func TestProveRequestsThroughNetworkFaults(t *testing.T) {
	sudokutest.Prove(t)
	for _, fault := range networkFaults {
		t.Run(fault.name, func(t *testing.T) {
			sudokutest.Rounds(t, "requests over a connection "+fault.name, func(t *testing.T, r *rand.Rand) {
				requestsThroughFault(t, r, fault.do)
			})
		})
	}
}

func requestsThroughFault(t *testing.T, r *rand.Rand, fault func(*archivetest.Proxy)) {
	url, stores := two(t)
	p := archivetest.NewProxy(t, url)
	s := archivetest.Open(t, archivetest.Impatient(p.URL))
	var failed atomic.Bool
	const requests = 20
	wantAnswer(t, s, "click 0", "1")
	p.After(r.IntN(20_000), func() { failed.Store(true); fault(p) })
	for n := 1; n < requests || !failed.Load(); n++ {
		id := fmt.Sprint("click ", n)
		for {
			answer, err := s.Once(t.Context(), id, checkOnce(s))
			if err == nil && string(answer) == fmt.Sprint(n+1) {
				break
			}
			if err == nil {
				t.Fatalf("request %q is answered %q, want %d", id, answer, n+1)
			}
			if !errors.Is(err, postgres.ErrUnavailable) && !errors.Is(err, postgres.ErrUnknownOutcome) {
				t.Fatalf("request %q: %v", id, err)
			}
		}
		wantChecks(t, stores[0], n+1)
	}
}

// Who watches what happens learns of every change: by a notification, or by the word that anything may
// have been missed, which comes after the connection is there again.
func TestWatchThroughNetworkFaults(t *testing.T) {
	for _, fault := range networkFaults {
		t.Run(fault.name, func(t *testing.T) {
			t.Parallel()
			url, stores := two(t)
			p := archivetest.NewProxy(t, url)
			w := watch(t, archivetest.Open(t, archivetest.Impatient(p.URL)))
			game := current(t, stores[0]).ID
			w.await(t, archive.Notification{})
			w.changeUntil(t, stores[0], game)
			w.forget()
			fault.do(p)
			wantAnswer(t, stores[0], "unheard", fmt.Sprint(current(t, stores[0]).Checks+1))
			w.await(t, archive.Notification{})
			w.changeUntil(t, stores[0], game)
		})
	}
}

// watcher has what it was notified of.
type watcher chan archive.Notification

func watch(t *testing.T, s *archive.Store) watcher {
	w := make(watcher, 1000)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		_ = s.Watch(ctx, func(n archive.Notification) { w <- n }) // until ctx ends
	}()
	t.Cleanup(func() { stop(); <-done })
	return w
}

// await waits for a notification.
func (w watcher) await(t *testing.T, want archive.Notification) {
	t.Helper()
	for late := time.After(time.Minute); ; {
		select {
		case n := <-w:
			if n == want {
				return
			}
		case <-late:
			t.Fatalf("%+v does not come within a minute", want)
		}
	}
}

// changeUntil changes a game until a notification says so: a connection that is silent is made anew
// after seconds, and what happens in between is not notified of.
func (w watcher) changeUntil(t *testing.T, s *archive.Store, game int64) {
	t.Helper()
	for range 600 {
		must1(s.Once(t.Context(), "", checkOnce(s)))
		select {
		case n := <-w:
			if n.GameID == game {
				return
			}
		case <-time.After(100 * time.Millisecond):
		}
	}
	t.Fatal("no change of the game is notified of")
}

// forget drops what came before.
func (w watcher) forget() {
	for len(w) > 0 {
		<-w
	}
}
