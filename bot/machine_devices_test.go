package bot

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/anishathalye/porcupine"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// linear is the model for histories of what several devices of a player do at once.
var linear = porcupine.Model{
	Init:  func() any { return model{} },
	Equal: reflect.DeepEqual,
	Step: func(state, in, out any) (bool, any) {
		after, err := state.(model).step(in.(turn), out.(seen))
		return err == nil, after
	},
}

// What a player does at once on several devices, through two processes, is as if it was done one after the other.
func TestGameOnDevices(t *testing.T) { gameOnDevices(t, 3) }

func TestProveGameOnDevices(t *testing.T) {
	sudokutest.Prove(t)
	counts := gameOnDevices(t, 1000)
	sudokutest.Proved(t, "a player's commands on three devices, by the same model", 1000, 0)
	sudokutest.Reached(t, counts, manyTurns...)
}

func gameOnDevices(t *testing.T, rounds int) map[string]int {
	t.Helper()
	counts := map[string]int{}
	store := newStore(t)
	other := New(archivetest.Open(t, store.timed).WithClock(store.clock.Now), Config{Now: store.clock.Now})
	bots := []*Bot{store.bot(), other, store.bot()}
	for round := range rounds {
		id := fmt.Sprint("round ", round)
		var clock atomic.Int64
		var mutex sync.Mutex
		var history []porcupine.Operation
		var all sync.WaitGroup
		for device, b := range bots {
			r := rand.New(rand.NewPCG(uint64(round), uint64(device)))
			all.Go(func() {
				var last sudoku.Grid
				for n := range 14 {
					u := turns(r.IntN)
					if right, ok := rightMove(last, r); ok && r.IntN(3) > 0 {
						u = right
					}
					if n == 0 && device == 0 {
						u = turn{"play", "shape", "shidoku"}
					}
					asked := u.request(games.Player{ID: id, Name: "Ann"}, id)
					asked.ID = fmt.Sprint(id, "/", device, "/", n)
					began := clock.Add(1)
					s := seenIn(b.Handle(t.Context(), asked))
					ended := clock.Add(1)
					last = s.grid
					mutex.Lock()
					history = append(history, porcupine.Operation{ClientId: device, Input: u, Call: began, Output: s, Return: ended})
					counts[did(u, s)]++
					mutex.Unlock()
				}
			})
		}
		all.Wait()
		if !porcupine.CheckOperations(linear, history) {
			t.Fatalf("round %d has no order: %+v", round, history)
		}
	}
	return counts
}

// rightMove returns a move that brings a board nearer to its solution; false: there is none.
func rightMove(grid sudoku.Grid, r *rand.Rand) (turn, bool) {
	solution, err := solver.Solve(grid)
	if err != nil || solution == grid {
		return turn{}, false
	}
	for {
		c := sudoku.CellAt(r.IntN(4), r.IntN(4))
		if grid.At(c) == 0 {
			return turn{"move", "moves", fmt.Sprintf("%s=%s", c, solution.At(c))}, true
		}
	}
}
