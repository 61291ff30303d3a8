package web

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

// listening is a stream of events that a test reads.
type listening struct {
	t      testing.TB
	states chan board.State // closed when the stream ends
}

func (b *browser) listen(game int64) listening {
	b.t.Helper()
	client := *b.client
	client.Timeout = 0
	response, err := client.Do(b.request(http.MethodGet, gamePath(game, "events"), nil))
	must(b.t, err)
	if response.StatusCode != http.StatusOK || response.Header.Get("Content-Type") != "text/event-stream" {
		b.t.Fatalf("events: %s %v", response.Status, response.Header)
	}
	l := listening{b.t, make(chan board.State, 100)}
	go func() {
		defer response.Body.Close()
		defer close(l.states)
		lines := bufio.NewScanner(response.Body)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if text, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
				var state board.State
				if json.Unmarshal([]byte(text), &state) == nil {
					l.states <- state
				}
			}
		}
	}()
	return l
}

// await waits for a state that fits.
func (l listening) await(what string, fits func(board.State) bool) board.State {
	l.t.Helper()
	for {
		select {
		case state, ok := <-l.states:
			if !ok {
				l.t.Fatalf("the stream ended before %s", what)
			}
			if fits(state) {
				return state
			}
		case <-time.After(3 * time.Minute):
			l.t.Fatalf("no event of %s", what)
		}
	}
}

func (l listening) awaitEnd() {
	l.t.Helper()
	for {
		select {
		case _, ok := <-l.states:
			if !ok {
				return
			}
		case <-time.After(3 * time.Minute):
			l.t.Fatal("the stream does not end")
		}
	}
}

func revision(n int) func(board.State) bool {
	return func(s board.State) bool { return s.Revision == n }
}

// What is done in the chat, on another device or in another process comes to all boards that are open,
// notes and the end of the game too.
func TestEvents(t *testing.T) {
	s := newSite(t)
	other := &testSite{t: t, url: s.url, store: s.open(s.url)}
	other.serve("127.0.0.1:0", nil)
	game := s.play(ann)
	here, phone := s.signedIn(ann), s.signedIn(ann)
	there := other.browser()
	there.post(other.link(ann), "do", "enter").want(http.StatusSeeOther)
	all := solution(t, here.state(game))
	streams := []listening{here.listen(game), phone.listen(game), there.listen(game)}
	everywhere := func(what string, fits func(board.State) bool) {
		t.Helper()
		for _, l := range streams {
			l.await(what, fits)
		}
	}
	everywhere("the start", revision(0))
	begun := time.Now()
	s.chat(ann, ask("move", "moves", all[0]))
	everywhere("a move in the chat", revision(1))
	t.Logf("a change arrived after %s", time.Since(begun))
	other.chat(ann, ask("undo"))
	everywhere("an undo elsewhere", revision(2))
	phone.send(gamePath(game, "moves"), board.Batch{ID: "n", Revision: 2, Notes: board.Notes{"r1c1": {Corner: "12"}}})
	everywhere("notes", func(s board.State) bool { return s.Notes["r1c1"].Corner == "12" })
	there.send(gamePath(game, "moves"), moves("all", 2, all...))
	everywhere("the end", func(s board.State) bool { return s.Finished != nil })
}

// Two devices and the chat play one game at once, each on what it knows: whoever is late does it again,
// and all end with the same board.
func TestThreeAtOnce(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	devices := []*browser{s.signedIn(ann), s.signedIn(ann)}
	all := solution(t, devices[0].state(game))
	all = all[:len(all)-1]
	done := make(chan int, 3)
	for i, b := range devices {
		go func() {
			known, stale := 0, 0
			for n, move := range all {
				for {
					g, a := b.send(gamePath(game, "moves"), moves(fmt.Sprintf("%d-%d", i, n), known, move))
					known = a.State.Revision
					if g.StatusCode == http.StatusOK {
						break
					}
					stale++
				}
			}
			done <- stale
		}()
	}
	go func() {
		for _, move := range all {
			s.chat(ann, ask("move", "moves", move))
		}
		done <- 0
	}()
	stale := <-done + <-done + <-done
	t.Logf("%d batches were late", stale)
	for _, b := range devices {
		if state := b.state(game); state.Revision != 3*len(all) || strings.Count(state.Grid, ".") != 1 {
			t.Errorf("revision %d, want %d: %s", state.Revision, 3*len(all), state.Grid)
		}
	}
}

// A stream ends with the server; one that is opened to the next one has what happened meanwhile. A server
// whose own connection to the database is lost catches up too.
func TestEventsAfterRestart(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	all := solution(t, b.state(game))
	l := b.listen(game)
	l.await("the start", revision(0))
	address := strings.TrimPrefix(s.base, "http://")
	s.stop()
	l.awaitEnd()
	s.chat(ann, ask("move", "moves", all[0]))
	s.serve(address, nil)
	l = b.listen(game)
	l.await("what was missed", revision(1))

	archivetest.Exec(t, s.url, `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen%' and datname = current_database()`)
	s.chat(ann, ask("move", "moves", all[1]))
	l.await("a change while the connection was lost", revision(2))
	s.chat(ann, ask("move", "moves", all[2]))
	l.await("a change after it", revision(3))
}

// The end of a session that no server heard of, because its connection to the database was lost, ends its
// open boards too.
func TestEventsEndUnheard(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	l := s.signedIn(ann).listen(game)
	kept := s.signedIn(bob)
	keptGame := s.play(bob)
	other := kept.listen(keptGame)
	archivetest.Exec(t, s.url, `delete from web_session where player = '`+ann.ID+`'`)
	s.hub.Notify(archive.Notification{})
	l.awaitEnd()
	s.chat(bob, ask("hint"))
	other.await("a hint", func(s board.State) bool { return s.Hints == 1 })
}

// A session that ends takes its open boards with it, and one has a bounded number of them.
func TestEventsEndWithTheSession(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b, c := s.signedIn(ann), s.signedIn(ann)
	open := []listening{}
	for range 12 {
		open = append(open, b.listen(game))
	}
	b.get(gamePath(game, "events")).want(http.StatusTooManyRequests)
	kept := c.listen(game)
	sessions, err := s.store.Sessions(t.Context(), ann.ID)
	must(t, err)
	s.chat(ann, ask("profile", "show", "sessions", "which", fmt.Sprint(sessions[1].ID)))
	for _, l := range open {
		l.awaitEnd()
	}
	s.chat(ann, ask("hint"))
	kept.await("a hint", func(s board.State) bool { return s.Hints == 1 })
}
