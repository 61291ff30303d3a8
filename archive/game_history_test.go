package archive_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// gameCall is an operation on one game.
type gameCall struct {
	kind   string // move, hint, undo, finish, read
	id     string // of the request; "": it is made outside of one
	filled int    // how many cells are filled after a move
	seen   int    // the revision that a call outside of a request goes by
}

// gameAnswer is what it gives: the game after it, or why not.
type gameAnswer struct {
	outcome                 outcome
	revision, hints, filled int
	finished                bool
}

type outcome string

// The outcomes of an operation.
const (
	done    outcome = "done"
	stale   outcome = "stale"
	over    outcome = "finished"
	atStart outcome = "nothing to undo"
	away    outcome = "unavailable" // nothing was changed
	unknown outcome = "unknown"     // changed or not
)

// gameState is a game of the model: the boards that stood, by the number of cells that were
// filled on each, and what every request was answered.
type gameState struct {
	boards          []int // the last is the one that stands
	revision, hints int
	hinted          bool // on the board that stands
	finished        bool
	answered        map[string]gameAnswer
}

func (s gameState) answer() gameAnswer {
	return gameAnswer{outcome: done, revision: s.revision, hints: s.hints, filled: s.boards[len(s.boards)-1], finished: s.finished}
}

// gameModel is a game whose solution fills so many cells, one operation after the other.
func gameModel(solved int) porcupine.Model {
	return porcupine.Model{
		Init:  func() any { return gameState{boards: []int{0}} },
		Equal: reflect.DeepEqual,
		Step: func(state, input, output any) (bool, any) {
			s, in, answer := state.(gameState), input.(gameCall), output.(timed).answer.(gameAnswer)
			if answer.outcome == away {
				return true, s
			}
			after, want := s.step(in, solved)
			return answer.outcome == unknown || answer == want, after
		},
	}
}

// step returns the game after an operation, and its answer.
func (s gameState) step(in gameCall, solved int) (gameState, gameAnswer) {
	if known, ok := s.answered[in.id]; ok {
		return s, known
	}
	switch {
	case in.kind == "read":
		return s, s.answer()
	case s.finished:
		return s, gameAnswer{outcome: over}
	case in.id == "" && in.seen != s.revision:
		return s, gameAnswer{outcome: stale}
	case in.kind == "undo" && len(s.boards) == 1:
		return s, gameAnswer{outcome: atStart}
	}
	after := s
	after.revision++
	switch in.kind {
	case "move":
		after.boards, after.hinted = s.with(in.filled), false
	case "hint":
		if !s.hinted { // more hints on one board are one hint
			after.hints, after.hinted = s.hints+1, true
		}
	case "undo":
		after.boards, after.hinted = s.boards[:len(s.boards)-1], false
	case "finish":
		after.boards, after.finished = s.with(solved), true
	}
	if in.id != "" {
		after.answered = maps.Clone(s.answered)
		if after.answered == nil {
			after.answered = map[string]gameAnswer{}
		}
		after.answered[in.id] = after.answer()
	}
	return after, after.answer()
}

// with returns the boards after a move, which may leave the board as it is.
func (s gameState) with(filled int) []int {
	if s.boards[len(s.boards)-1] == filled {
		return s.boards
	}
	return append(slices.Clone(s.boards), filled)
}

// device plays the game through a store of its own.
type device struct {
	number  int
	store   *archive.Store
	game    games.Game // the last one that it saw
	history *history
	random  *rand.Rand
	errors  func(error)

	forgetful bool // its store does not know a request that comes again
}

// play makes requests, some of which both devices make, and changes outside of requests.
func (d *device) play(ctx context.Context, round, steps int) {
	for step := range steps {
		call := gameCall{
			kind: []string{"move", "move", "move", "hint", "undo", "undo", "read"}[d.random.IntN(7)],
			id:   fmt.Sprint(round, "/", d.number%2, "/", step), filled: 1 + d.random.IntN(5),
		}
		if step == steps-2 && d.random.IntN(2) == 0 {
			call.kind = "finish"
		}
		if d.random.IntN(4) == 0 {
			call.id = "" // as it stands on the device
		}
		d.do(ctx, call)
		if call.id != "" && d.random.IntN(3) == 0 {
			d.do(ctx, call) // again
		}
	}
}

func (d *device) do(ctx context.Context, call gameCall) {
	// What a request with an id does is fixed by the id, as it is in a chat network.
	if call.id != "" {
		r := rand.New(rand.NewPCG(uint64(len(call.id)), hash(call.id)))
		call.kind = []string{"move", "move", "hint", "undo", "undo", call.kind}[r.IntN(5)]
		call.filled = 1 + r.IntN(5)
		if r.IntN(60) == 0 {
			call.kind = "finish"
		}
	} else if call.kind == "finish" {
		call.kind = "move"
	}
	call.seen = d.game.Revision
	begin := d.history.now()
	answer := d.answer(ctx, call)
	end := d.history.now()
	if answer.outcome == unknown {
		end = never
	}
	d.history.add(d.number, call, answer, span{begin, end})
}

func hash(text string) (h uint64) {
	for _, c := range []byte(text) {
		h = h*31 + uint64(c)
	}
	return h
}

func (d *device) answer(ctx context.Context, call gameCall) gameAnswer {
	if call.id == "" || d.forgetful {
		g, err := d.change(ctx, call)
		return d.outcome(g, err)
	}
	var g games.Game
	kept, err := d.store.Once(ctx, call.id, func(ctx context.Context) ([]byte, error) {
		var err error
		if g, err = d.retry(ctx, call); err != nil {
			return nil, err
		}
		return fmt.Appendf(nil, "%d %d %d %t", g.Revision, g.Hints, filledOf(g), !g.Finished.IsZero()), nil
	})
	answer := d.outcome(g, err)
	if err == nil { // the answer that was kept, perhaps that to the other device
		_, err = fmt.Sscan(string(kept), &answer.revision, &answer.hints, &answer.filled, &answer.finished)
		d.errors(err)
	}
	return answer
}

// retry makes a change to the game as it stands, whatever the device saw.
func (d *device) retry(ctx context.Context, call gameCall) (games.Game, error) {
	for {
		g, err := d.store.CurrentGame(ctx, "ann", "42")
		if err != nil {
			return g, err
		}
		if g, err = change(ctx, d.store, g, call); !errors.Is(err, postgres.ErrStale) {
			return g, err
		}
	}
}

// change makes a change to the game that the device saw last, or looks.
func (d *device) change(ctx context.Context, call gameCall) (games.Game, error) {
	if call.id != "" {
		return d.retry(ctx, call)
	}
	if call.kind != "read" {
		return change(ctx, d.store, d.game, call)
	}
	g, err := d.store.CurrentGame(ctx, "ann", "42")
	if err == nil {
		d.game = g
	}
	return g, err
}

// change does to a game what is asked.
func change(ctx context.Context, s *archive.Store, g games.Game, call gameCall) (games.Game, error) {
	switch call.kind {
	case "hint":
		return s.Record(ctx, g, hinted(g, 1, g.Grid))
	case "undo":
		g, _, err := s.Undo(ctx, g)
		return g, err
	case "finish":
		g, err := s.Record(ctx, g, event(g, play.Submitted, "", solution(g)))
		if err == nil {
			_, err = s.Finish(ctx, g)
			g.Finished = at("2026-03-05 10:00")
		}
		return g, err
	}
	return s.Record(ctx, g, event(g, play.Moved, "", filled(g, call.filled)))
}

func filledOf(g games.Game) int { return g.Grid.Len() - g.Clues.Len() }

func (d *device) outcome(g games.Game, err error) gameAnswer {
	switch {
	case err == nil:
		return gameAnswer{done, g.Revision, g.Hints, filledOf(g), !g.Finished.IsZero()}
	case errors.Is(err, postgres.ErrStale):
		return gameAnswer{outcome: stale}
	case errors.Is(err, games.ErrFinished):
		return gameAnswer{outcome: over}
	case errors.Is(err, play.ErrNothingToUndo):
		return gameAnswer{outcome: atStart}
	case errors.Is(err, postgres.ErrUnknownOutcome):
		return gameAnswer{outcome: unknown}
	}
	if !errors.Is(err, postgres.ErrUnavailable) {
		d.errors(err)
	}
	return gameAnswer{outcome: away}
}

// gameRound lets four clients play one new game on two devices. Where the connections are cut,
// that happens again and again meanwhile.
func gameRound(t *testing.T, url string, stores [2]*archive.Store, round int, cut, forgetful bool) (*history, porcupine.Model) {
	t.Helper()
	g := startGame(t, stores[0])
	h := newHistory()
	var all sync.WaitGroup
	for i := range 4 {
		d := &device{
			number: i, store: stores[i%2], game: g, history: h, random: rand.New(rand.NewPCG(uint64(round), uint64(i))),
			errors: func(err error) {
				if err != nil && !forgetful { // a store that forgets may finish a game twice
					t.Error(err)
				}
			},
			forgetful: forgetful,
		}
		all.Go(func() { d.play(t.Context(), round, 8) })
	}
	var ended atomic.Bool
	var cutter sync.WaitGroup
	if cut {
		cutter.Go(func() {
			for !ended.Load() {
				time.Sleep(20 * time.Millisecond)
				archivetest.TerminateOthers(t, url)
			}
		})
	}
	all.Wait()
	ended.Store(true)
	cutter.Wait()
	return h, gameModel(g.Open())
}

// startGame starts a game, also where the connections were cut in the round before.
func startGame(t *testing.T, s *archive.Store) games.Game {
	t.Helper()
	for {
		g, err := s.StartGame(t.Context(), ann, daily.NewGuild("42"), sudoku.Sudoku, 0)
		if !errors.Is(err, postgres.ErrUnavailable) {
			must(t, err)
			return g
		}
	}
}

// One game on two devices, with requests that both make and that are made again, is a game
// played by one hand: also where the database cuts every connection again and again.
func TestGameHistories(t *testing.T) { gameHistories(t, 5) }

func TestProveGameHistories(t *testing.T) {
	sudokutest.Prove(t)
	count := gameHistories(t, 500)
	sudokutest.Proved(t, "game on two devices, by its model", 500, 0)
	sudokutest.Reached(t, count, done, stale, over, atStart, away)
}

func gameHistories(t *testing.T, n int) map[outcome]int {
	t.Helper()
	url, stores := gameStores(t)
	count := map[outcome]int{}
	for round := range n {
		h, model := gameRound(t, url, stores, round, round%2 == 1, false)
		if h.want(t, model); t.Failed() {
			t.Fatalf("round %d", round)
		}
		for _, o := range h.operations {
			count[o.Output.(timed).answer.(gameAnswer).outcome]++
		}
	}
	t.Logf("%d histories of a game, all as in the model: %v", n, count)
	if count[done] < 5*n || count[stale] == 0 {
		t.Errorf("the histories show little: %v", count)
	}
	return count
}

// gameStores returns two stores on one database, as two processes have them.
func gameStores(t *testing.T) (url string, stores [2]*archive.Store) {
	t.Helper()
	url = archivetest.URL(t)
	for i := range stores {
		stores[i] = archivetest.Open(t, url)
	}
	archivetest.Import(t, stores[0], "some", archivetest.Puzzles(60, 1)...)
	return url, stores
}

// A store that does a request again when it comes again is found out.
func TestGameHistoryOfForgetfulStore(t *testing.T) {
	url, stores := gameStores(t)
	for round := range 20 {
		if h, model := gameRound(t, url, stores, round, false, true); !h.agrees(t, model) {
			return
		}
	}
	t.Error("a store that forgets its requests agrees with the model")
}
