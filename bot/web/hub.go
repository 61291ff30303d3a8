package web

import (
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"log/slog"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

// hub brings changes to those who have a game open. One goroutine per process hears of changes, a few
// read the games that are open here, and each listener keeps the newest state alone: a slow one misses
// what was between, and nothing piles up.
type hub struct {
	read func(ctx context.Context, gameID int64, language string) (board.State, error)
	log  *slog.Logger

	mu        sync.Mutex
	listeners map[int64]map[*listener]bool // by game
	sessions  map[int64]int                // how many listeners each has
	all       int                          // of them
	dirty     map[int64]bool               // games that changed and are not read yet
	reading   map[int64]bool               // by one at a time, so that no older state comes after a newer
	wake      chan struct{}                // holds an element while there are any
	closed    bool
}

// listener is a board that is open.
type listener struct {
	gameID, sessionID int64
	language          string
	news              chan []byte   // holds the newest state that was not sent yet
	ended             chan struct{} // closed when there will be no more
	doubtful          chan struct{} // holds an element when the session may have ended unheard
	last              uint64        // a hash of what was offered last; of its game's reader
}

const (
	maxListeners  = 10_000 // of the process
	maxPerSession = 12     // boards that one session has open
	readers       = 4
	showFor       = 10 * time.Second // how long reading a game may take, in all languages
)

var seed = maphash.MakeSeed()

func newHub(read func(context.Context, int64, string) (board.State, error), log *slog.Logger) *hub {
	return &hub{
		read: read, log: log, listeners: map[int64]map[*listener]bool{}, sessions: map[int64]int{},
		dirty: map[int64]bool{}, reading: map[int64]bool{}, wake: make(chan struct{}, 1),
	}
}

// listen opens a game for a session. ok is false where there are too many.
func (h *hub) listen(gameID, sessionID int64, language string) (l *listener, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed || h.all >= maxListeners || h.sessions[sessionID] >= maxPerSession {
		return nil, false
	}
	h.all++
	h.sessions[sessionID]++
	l = &listener{
		gameID: gameID, sessionID: sessionID, language: language,
		news: make(chan []byte, 1), ended: make(chan struct{}), doubtful: make(chan struct{}, 1),
	}
	if h.listeners[gameID] == nil {
		h.listeners[gameID] = map[*listener]bool{}
	}
	h.listeners[gameID][l] = true
	return l, true
}

// leave forgets a listener.
func (h *hub) leave(l *listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.end(l)
}

// end ends a listener, once. The lock is held.
func (h *hub) end(l *listener) {
	if !h.listeners[l.gameID][l] {
		return
	}
	delete(h.listeners[l.gameID], l)
	if len(h.listeners[l.gameID]) == 0 {
		delete(h.listeners, l.gameID)
	}
	if h.sessions[l.sessionID]--; h.sessions[l.sessionID] == 0 {
		delete(h.sessions, l.sessionID)
	}
	h.all--
	close(l.ended)
}

// close ends all listeners, and lets no more in.
func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, some := range h.listeners {
		for l := range some {
			h.end(l)
		}
	}
}

// happened notes what changed, and never waits.
func (h *hub) happened(n archive.Notification) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch {
	case n.SessionID != 0:
		for _, some := range h.listeners {
			for l := range some {
				if l.sessionID == n.SessionID {
					h.end(l)
				}
			}
		}
	case n.GameID == 0:
		h.doubtAll()
	case h.listeners[n.GameID] != nil:
		h.dirty[n.GameID] = true
	}
	h.wakeUp()
}

// doubtAll has all games read, and all sessions looked at: what happened is not known. The lock is held.
func (h *hub) doubtAll() {
	for gameID, some := range h.listeners {
		h.dirty[gameID] = true
		for l := range some {
			select {
			case l.doubtful <- struct{}{}:
			default:
			}
		}
	}
}

// wakeUp has a reader look for games that changed. The lock is held.
func (h *hub) wakeUp() {
	if len(h.dirty) == 0 {
		return
	}
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// run reads what changed until ctx ends.
func (h *hub) run(ctx context.Context) {
	var all sync.WaitGroup
	for range readers {
		all.Go(func() {
			for {
				select {
				case <-ctx.Done():
					return
				case <-h.wake:
				}
				for gameID, ok := h.next(); ok && ctx.Err() == nil; gameID, ok = h.next() {
					h.bring(ctx, gameID)
					h.done(gameID)
				}
			}
		})
	}
	all.Wait()
}

// next takes a game that changed, and has another reader take the one after it.
func (h *hub) next() (gameID int64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for gameID = range h.dirty {
		if h.reading[gameID] {
			continue // whoever does looks again
		}
		delete(h.dirty, gameID)
		h.reading[gameID] = true
		h.wakeUp()
		return gameID, true
	}
	return 0, false
}

// done notes that a game was read. It may have changed meanwhile.
func (h *hub) done(gameID int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.reading, gameID)
	h.wakeUp()
}

// bring sends a game to those who have it open.
func (h *hub) bring(ctx context.Context, gameID int64) {
	ctx, cancel := context.WithTimeout(ctx, showFor)
	defer cancel()
	byLanguage := map[string]shown{}
	for _, l := range h.listenersOf(gameID) {
		now, known := byLanguage[l.language]
		if !known {
			now = h.show(ctx, gameID, l.language)
			byLanguage[l.language] = now
		}
		if now.text != nil && now.hash != l.last {
			l.last = now.hash
			l.offer(now.text)
		}
	}
}

func (h *hub) listenersOf(gameID int64) (all []*listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for l := range h.listeners[gameID] {
		all = append(all, l)
	}
	return all
}

// shown is the state of a game as JSON, and a hash of all of it but the time, which always goes on. A nil
// text could not be read: whoever waits for it asks again when they connect the next time.
type shown struct {
	text []byte
	hash uint64
}

func (h *hub) show(ctx context.Context, gameID int64, language string) shown {
	state, err := h.read(ctx, gameID, language)
	if err != nil {
		h.log.Debug("web: an open game could not be read", "game", gameID, "error", err)
		return shown{}
	}
	text, err := json.Marshal(state)
	state.Active = 0
	timeless, err2 := json.Marshal(state)
	if err = errors.Join(err, err2); err != nil {
		h.log.Error("web: a game could not be written", "game", gameID, "error", err)
		return shown{}
	}
	return shown{text, maphash.Bytes(seed, timeless)}
}

// offer puts a state in the place of the one that was not sent yet.
func (l *listener) offer(text []byte) {
	for {
		select {
		case l.news <- text:
			return
		default:
		}
		select {
		case <-l.news:
		default:
		}
	}
}
