package board_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// server is one game in memory, by the rules of the wire. It stands in for package web.
type server struct {
	*httptest.Server
	solution sudoku.Grid
	hint     *board.Hint
	language locale.Language

	mu       sync.Mutex
	game     play.Game
	notes    board.Notes
	noted    int
	journal  []play.Entry
	finished *time.Time
	posted   bool // the result
	lost     bool // it could not be posted
	answers  map[string]answer
	changed  chan struct{} // closed with the next change
	down     bool          // connections break before anything is done
	reloads  bool          // until the page is asked for again
	deaf     bool          // connections break after all was done
	held     chan struct{} // where it is not nil, answers to wishes wait until it is closed
	bare     bool          // served without its script
	slowly   bool          // the page comes in pieces, each of which the browser has time to show
	instead  *stranger     // answers what is posted, before anything is done
	refusing string        // why batches and wishes are refused
	requests []string      // "POST moves"
	largest  int64         // body of a request
	streams  int           // of events, that are open
	endings  chan struct{} // closed to end them
	batches  []board.Batch
	delayed  *board.State // comes next in a stream of events, instead of the newest
}

type answer struct {
	status int
	board.Answer
}

func serve(t testing.TB, clues string) *server {
	t.Helper()
	g, err := sudoku.Parse(clues)
	must(t, err)
	solution, err := solver.Solve(g)
	must(t, err)
	s := &server{
		language: locale.Match("en"), solution: solution, game: play.Game{Board: play.NewBoard(g)}, notes: board.Notes{}, answers: map[string]answer{},
		changed: make(chan struct{}), endings: make(chan struct{}),
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /assets/{name}", s.asset)
	mux.HandleFunc("GET /games/1", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Accept") == "application/json" {
			s.reply(w, http.StatusOK, s.stateNow())
			return
		}
		s.page(w, r)
	})
	mux.HandleFunc("GET /games/1/events", s.events)
	mux.HandleFunc("GET /games/1/replay", s.replay)
	mux.HandleFunc("POST /games/1/{what}", s.post)
	s.Server = httptest.NewServer(s.faulty(mux))
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

// stranger is what answers instead of the game's own handlers.
type stranger struct {
	status int
	body   string
}

// faulty breaks connections as the test wants.
func (s *server) faulty(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		if s.reloads && r.Header.Get("Sec-Fetch-Dest") == "document" {
			s.down, s.reloads = false, false
		}
		down, deaf, instead := s.down, s.deaf, s.instead
		s.requests = append(s.requests, r.Method+" "+path.Base(r.URL.Path))
		s.mu.Unlock()
		if down {
			panic(http.ErrAbortHandler)
		}
		if instead != nil && r.Method == http.MethodPost {
			http.Error(w, instead.body, instead.status)
			return
		}
		if deaf && r.Method == http.MethodPost {
			next.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler)
		}
		next.ServeHTTP(w, r)
	})
}

func (s *server) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func (s *server) page(w http.ResponseWriter, r *http.Request) { s.renderTo(w, r, board.Answer{}) }

func (s *server) renderTo(w http.ResponseWriter, r *http.Request, a board.Answer) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy",
		"default-src 'self'; style-src 'self' "+board.StyleHash+"; base-uri 'none'; form-action 'self'; frame-ancestors 'none'")
	theme := ""
	if c, err := r.Cookie("gridkeeper-theme"); err == nil && c.Value != "auto" {
		theme = c.Value
	}
	state := s.stateNow()
	var finish *board.Finish
	if state.Finished != nil {
		finish = &board.Finish{Time: "4:07", Facts: []string{"2nd of 9", "1 hint", "5 days in a row"}, Steps: s.steps()}
	}
	var whole bytes.Buffer
	err := board.Render(&whole, board.Page{
		State: state, Finish: finish, Language: s.language, Game: "/games/1", Assets: "/assets/", Theme: theme, Home: "/", Results: "/dailies/2026-03-05",
		Next:   board.Form{Address: "/games", Fields: []board.Field{{Name: "command", Value: "play"}}},
		Links:  []board.Link{{Address: "/", Words: "Leaderboards"}, {Address: "/", Words: "Learn"}, {Address: "/", Words: "You"}},
		Choice: board.Choice{Cell: r.FormValue("cell"), Mode: r.FormValue("mode")}, Answer: a,
	})
	if err != nil {
		panic(err)
	}
	s.mu.Lock()
	slowly := s.slowly
	s.mu.Unlock()
	for slowly && whole.Len() > 0 {
		w.Write(whole.Next(400))
		w.(http.Flusher).Flush()
		time.Sleep(40 * time.Millisecond)
	}
	w.Write(whole.Bytes())
}

func (s *server) asset(w http.ResponseWriter, r *http.Request) {
	content, ok := board.Asset(r.PathValue("name"))
	s.mu.Lock()
	bare := s.bare
	s.mu.Unlock()
	if !ok || bare {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
	w.Write(content)
}

func (s *server) stateNow() board.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state()
}

func (s *server) state() board.State {
	var marks []string
	for _, c := range s.game.Clues.Shape().Cells() {
		text := ""
		if s.game.Marks[c] != 0 {
			text = s.game.Marks[c].String()
		}
		marks = append(marks, text)
	}
	return board.State{
		Game: 1, Revision: s.game.Revision, Noted: s.noted, Shape: s.game.Clues.Shape().String(),
		Name: names[s.language.Tag()][0], Difficulty: names[s.language.Tag()][1],
		Title: "Daily #412 (Fiendish) · Thu 5 Mar 2026", Subtitle: "Fiendish: about 35 minutes.", Clues: s.game.Clues.String(), Grid: s.game.Grid.String(), Marks: marks,
		Notes: s.notes, Hints: s.game.Hints, Checks: s.game.Checks, Active: 65, CanUndo: s.game.Head > 0,
		Leaders: leadersOf(s.finished != nil), Finished: s.finished, Postable: s.finished != nil && !s.posted, NotPosted: s.lost,
	}
}

// names are long names of games, and difficulties.
var names = map[string][2]string{"en": {"Daily #412", "Fiendish"}, "de": {"Tagesrätsel #412", "Teuflisch"}, "zh-TW": {"每日數獨 #412", "魔鬼"}}

func leadersOf(finished bool) []board.Leader {
	if !finished {
		return nil
	}
	return []board.Leader{{Place: "1st", Name: "Bea", Time: "3:59"}, {Place: "2nd", Name: "Ann", Time: "4:07", Own: true}}
}

func (s *server) post(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, board.MaxBody)
	s.set(func() { s.largest = max(s.largest, r.ContentLength) })
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		var batch struct {
			board.Batch
			Level int `json:"level"`
		}
		if err := json.NewDecoder(r.Body).Decode(&batch); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		a := s.do(r.PathValue("what"), batch.Batch)
		s.hold(r.PathValue("what"))
		s.reply(w, a.status, a.Answer)
		return
	}
	if err := r.ParseForm(); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.postForm(w, r)
}

// hold waits with the answer to a wish as long as the test wants.
func (s *server) hold(what string) {
	var held chan struct{}
	s.set(func() { held = s.held })
	if what != "moves" && held != nil {
		<-held
	}
}

func (s *server) postForm(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("what") == "theme" {
		http.SetCookie(w, &http.Cookie{Name: "gridkeeper-theme", Value: r.PostForm.Get("theme"), Path: "/"})
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	batch, err := board.ReadMove(s.stateNow(), r.PostForm)
	if r.PathValue("what") != "moves" {
		var wish board.Wish
		wish, err = board.ReadWish(r.PostForm)
		batch = board.Batch{ID: wish.ID, Revision: wish.Revision}
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	a := s.do(r.PathValue("what"), batch)
	if r.PathValue("what") != "moves" {
		s.renderTo(w, r, a.Answer)
		return
	}
	http.Redirect(w, r, "/?"+url.Values{"cell": {r.FormValue("cell")}, "mode": {r.FormValue("mode")}}.Encode(), http.StatusSeeOther)
}

// do does what a batch or wish wants, once.
func (s *server) do(what string, b board.Batch) answer {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a, again := s.answers[b.ID]; again {
		return a
	}
	if b.Revision != s.game.Revision || len(b.Notes) > 0 && (b.Noted == nil || *b.Noted != s.noted) {
		return answer{http.StatusConflict, board.Answer{State: s.state()}}
	}
	if what == "moves" {
		s.batches = append(s.batches, b)
	}
	game, notes, journal := s.game, s.notes, s.journal
	a, err := s.grant(what, b)
	if err != nil {
		s.game, s.notes, s.journal = game, notes, journal
		return answer{http.StatusUnprocessableEntity, board.Answer{State: s.state(), Problem: err.Error()}}
	}
	a.State = s.state()
	s.answers[b.ID] = answer{http.StatusOK, a}
	s.tell()
	return s.answers[b.ID]
}

func (s *server) grant(what string, b board.Batch) (a board.Answer, err error) {
	if s.refusing != "" {
		return a, errors.New(s.refusing)
	}
	if s.finished != nil && what != "share" && what != "post" {
		return a, errors.New("this game is finished")
	}
	switch what {
	case "moves":
		return a, s.move(b)
	case "hint":
		s.record(play.Event{Kind: play.Hinted, Level: 1, Board: s.game.Board})
		a.Hint = s.hint
	case "check":
		s.record(play.Event{Kind: play.Checked, Board: s.game.Board})
		a.Verdict = &board.Verdict{Words: fmt.Sprintf("Empty cells: %d.", s.game.Open()), Missing: s.game.Open()}
		for range s.game.Grid.Conflicts() {
			a.Verdict.Mistakes++
		}
	case "submit":
		s.record(play.Event{Kind: play.Submitted, Board: s.game.Board})
		a.Verdict = &board.Verdict{Words: "That is not it yet.", Missing: s.game.Open()}
		if s.game.Grid == s.solution {
			then := time.Date(2026, 3, 5, 10, 0, 0, 0, time.UTC)
			s.finished = &then
			a.Verdict = &board.Verdict{Words: "Solved, well done.", Solved: true, Place: "2nd of 9"}
		}
	case "rewind":
		err = s.undo() // which is enough if only the last move is wrong
	case "share":
		a.Share = "Gridkeeper #412"
	case "post":
		a.Posted, s.posted = "It will be there in a moment.", true
	}
	return a, err
}

func (s *server) move(b board.Batch) error {
	for _, text := range b.Moves {
		if text == "undo" {
			if err := s.undo(); err != nil {
				return err
			}
			continue
		}
		next, err := s.game.Play(text)
		if err != nil {
			return err
		}
		s.record(play.Event{Kind: play.Moved, Text: text, Board: next})
	}
	if len(b.Notes) > 0 {
		s.noted++
		s.notes = maps.Clone(s.notes)
		maps.Copy(s.notes, b.Notes)
	}
	return nil
}

func (s *server) record(e play.Event) {
	g, entry := s.game.Record(e)
	s.game, s.journal = g, append(slices.Clip(s.journal), entry)
}

func (s *server) undo() error {
	g, entry, err := s.game.Undo(func(revision int) (play.Entry, error) { return s.journal[revision-1], nil })
	if err == nil {
		s.game, s.journal = g, append(slices.Clip(s.journal), entry)
	}
	return err
}

// elsewhere plays in the chat.
func (s *server) elsewhere(t testing.TB, moves string) {
	t.Helper()
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.move(board.Batch{Moves: []string{moves}}); err != nil {
		t.Error(err)
	}
	s.tell()
}

func (s *server) tell() {
	close(s.changed)
	s.changed = make(chan struct{})
}

func (s *server) events(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	fmt.Fprint(w, "retry: 50\n\n")
	s.set(func() { s.streams++ })
	defer s.set(func() { s.streams-- })
	for {
		s.mu.Lock()
		state, changed, endings := s.state(), s.changed, s.endings
		if s.delayed != nil {
			state, s.delayed = *s.delayed, nil
		}
		s.mu.Unlock()
		text, err := json.Marshal(state)
		if err != nil {
			panic(err)
		}
		fmt.Fprintf(w, "event: state\ndata: %s\n\n", text)
		w.(http.Flusher).Flush()
		select {
		case <-changed:
		case <-endings:
			return
		case <-r.Context().Done():
			return
		}
	}
}

func (s *server) replay(w http.ResponseWriter, r *http.Request) { s.reply(w, http.StatusOK, s.steps()) }

func (s *server) steps() (steps []board.Event) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, e := range s.journal {
		steps = append(steps, board.Event{Seconds: i, Kind: string(e.Kind), Grid: e.Board.Grid.String(), Marks: make([]string, len(s.game.Clues.Shape().Cells()))})
	}
	return steps
}

func (s *server) reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if err := json.NewEncoder(w).Encode(v); err != nil {
		panic(err)
	}
}
