// Package live sends the changes of games to the boards that are open.
package live

import (
	"context"
	"encoding/json"
	"errors"
	"hash/maphash"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

// Hub sends changes to open boards. One goroutine per process receives notifications, and a few read the games that
// are open here. Each listener keeps the newest state alone, so that a slow one skips states and nothing piles up.
type Hub struct {
	read func(ctx context.Context, gameID int64, language string) (board.State, error)
	log  *slog.Logger

	mu        sync.Mutex
	listeners map[int64]map[*listener]bool // by game
	sessions  map[int64]int                // number of listeners of each
	all       int                          // number of listeners
	dirty     map[int64]bool               // games that changed and were not read since
	reading   map[int64]bool               // by one reader at a time, so that states stay in order
	wake      chan struct{}                // holds an element while there are dirty games
	closed    bool
}

// listener is a board that is open.
type listener struct {
	gameID, sessionID int64
	language          string
	news              chan []byte   // holds the newest state that was not sent
	ended             chan struct{} // closed with the last state
	doubtful          chan struct{} // holds an element when the session may have ended unnoticed
	last              uint64        // hash of the last state; belongs to the game's reader
}

const (
	maxListeners  = 10_000 // of the process
	maxPerSession = 12     // open boards of a session
	readers       = 4
	readTimeout   = 10 * time.Second // of a game in all languages
)

var seed = maphash.MakeSeed()

// NewHub returns a hub that reads games by a function.
func NewHub(read func(ctx context.Context, gameID int64, language string) (board.State, error), log *slog.Logger) *Hub {
	return &Hub{
		read: read, log: log, listeners: map[int64]map[*listener]bool{}, sessions: map[int64]int{},
		dirty: map[int64]bool{}, reading: map[int64]bool{}, wake: make(chan struct{}, 1),
	}
}

// listen opens a game for a session. ok is false if too many are open.
func (h *Hub) listen(gameID, sessionID int64, language string) (l *listener, ok bool) {
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

// leave ends a listener.
func (h *Hub) leave(l *listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.end(l)
}

// end ends a listener, once. The lock is held.
func (h *Hub) end(l *listener) {
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

// Close ends all listeners, and accepts no more.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for _, some := range h.listeners {
		for l := range some {
			h.end(l)
		}
	}
}

// Notify marks a game as changed, or ends the listeners of a session that ended. It never waits. After a notification
// without either, all games are read again and all sessions checked: changes may have been missed.
func (h *Hub) Notify(n archive.Notification) {
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
		for gameID, some := range h.listeners {
			h.dirty[gameID] = true
			for l := range some {
				select {
				case l.doubtful <- struct{}{}:
				default:
				}
			}
		}
	case h.listeners[n.GameID] != nil:
		h.dirty[n.GameID] = true
	}
	h.wakeUp()
}

// wakeUp wakes a reader if there are dirty games. The lock is held.
func (h *Hub) wakeUp() {
	if len(h.dirty) == 0 {
		return
	}
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// Run reads games that changed until ctx ends.
func (h *Hub) Run(ctx context.Context) {
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
					h.send(ctx, gameID)
					h.done(gameID)
				}
			}
		})
	}
	all.Wait()
}

// next takes a game that changed, and wakes another reader for the one after it.
func (h *Hub) next() (gameID int64, ok bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for gameID = range h.dirty {
		if h.reading[gameID] {
			continue // its reader comes back to it
		}
		delete(h.dirty, gameID)
		h.reading[gameID] = true
		h.wakeUp()
		return gameID, true
	}
	return 0, false
}

// done marks a game as read. It may have changed meanwhile.
func (h *Hub) done(gameID int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.reading, gameID)
	h.wakeUp()
}

// send sends a game to its listeners.
func (h *Hub) send(ctx context.Context, gameID int64) {
	ctx, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	h.mu.Lock()
	listeners := slices.Collect(maps.Keys(h.listeners[gameID]))
	h.mu.Unlock()
	byLanguage := map[string]encoded{}
	for _, l := range listeners {
		now, known := byLanguage[l.language]
		if !known {
			now = h.encode(ctx, gameID, l.language)
			byLanguage[l.language] = now
		}
		if now.text != nil && now.hash != l.last {
			l.last = now.hash
			l.offer(now.text)
		}
	}
}

// encoded is the state of a game as JSON, with a hash of everything but the time, which always goes on. The text is
// nil if the game could not be read: the browser asks again when it connects the next time.
type encoded struct {
	text []byte
	hash uint64
}

func (h *Hub) encode(ctx context.Context, gameID int64, language string) encoded {
	state, err := h.read(ctx, gameID, language)
	if err != nil {
		h.log.Debug("web: an open game could not be read", "game", gameID, "error", err)
		return encoded{}
	}
	text, err := json.Marshal(state)
	state.Active = 0
	timeless, err2 := json.Marshal(state)
	if err = errors.Join(err, err2); err != nil {
		h.log.Error("web: a game could not be written", "game", gameID, "error", err)
		return encoded{}
	}
	return encoded{text, maphash.Bytes(seed, timeless)}
}

// offer replaces the state that was not sent.
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
