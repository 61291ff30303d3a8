package bot

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/anishathalye/porcupine"
	"pgregory.net/rapid"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// model is a player's game as it should be: boards, the last of which stands, and what is counted. The zero
// value is a player without one.
type model struct {
	Boards          []sudoku.Grid // the first has the clues alone
	Revision        int
	Level           int // of the hint on this board, 0: none
	Hints, Checks   int
	Solved, Playing bool
}

// turn is what a player does.
type turn struct{ command, option, value string }

func (u turn) request(p games.Player, guild string) chat.Request {
	r := request(p, u.command, map[string]string{})
	if u.option != "" {
		r.Action = chat.Ask{Command: u.command, Options: map[string]string{u.option: u.value}}
	}
	if u.command == "privacy" {
		r.Action = chat.Ask{Command: u.command, Options: map[string]string{"action": "delete", "confirm": "yes"}}
	}
	r.Place.GuildID = guild
	return r
}

// seen is what a player sees of it.
type seen struct {
	failed, over bool
	grid         sudoku.Grid // zero: no board
	revision     int         // that the buttons are for, -1 without any
}

func seenIn(r chat.Reply) seen {
	s := seen{failed: r.Failed, over: r.Screen.Over, revision: -1}
	if r.Screen.Board != nil {
		s.grid = r.Screen.Board.Grid
	}
	for _, row := range r.Screen.Rows {
		for _, b := range row {
			if b.Press.GameID != 0 && !s.over {
				s.revision = b.Press.Revision
			}
		}
	}
	return s
}

func (m model) grid() sudoku.Grid { return m.Boards[len(m.Boards)-1] }

// now is what a player should see of the game.
func (m model) now() seen { return seen{over: m.Solved, grid: m.grid(), revision: m.Revision} }

// step returns the game after a turn, and an error if the player saw anything else.
func (m model) step(u turn, s seen) (model, error) {
	after, want := m, seen{failed: true}
	switch {
	case u.command == "play":
		after = model{Boards: []sudoku.Grid{s.grid}, Playing: true}
		want = after.now()
	case u.command == "privacy":
		return model{}, nil
	case !m.Playing:
	case u.command == "board":
		want = m.now()
	case m.Solved:
		if want = m.now(); u.command == "move" || u.command == "undo" {
			want = seen{failed: true}
		}
	default:
		if changed, ok := m.change(u, s); ok {
			after, want = changed, changed.now()
		}
	}
	if !want.fits(s) {
		return after, fmt.Errorf("%+v on %+v shows %+v, want %+v", u, m, s, want)
	}
	return after, nil
}

// fits reports whether a player may see something where this is wanted: no board is needed to refuse something, and
// no buttons below some.
func (want seen) fits(s seen) bool {
	if want.failed || s.failed {
		return want.failed == s.failed
	}
	return s.grid == want.grid && s.over == want.over && (s.revision < 0 || s.revision == want.revision)
}

// change returns an open game after a turn; false: that is refused.
func (m model) change(u turn, s seen) (after model, ok bool) {
	solution, err := solver.Solve(m.Boards[0])
	if err != nil {
		panic(err) // the clues are of the archive
	}
	grid := m.grid()
	switch u.command {
	case "move":
		if grid, ok = moved(m.Boards[0], grid, u.value); !ok {
			return m, false
		}
		m.Level = 0
	case "undo":
		if len(m.Boards) == 1 {
			return m, false
		}
		m.Boards, m.Level = m.Boards[:len(m.Boards)-1], 0
		grid = m.grid()
	case "check":
		m.Checks++
	case "submit":
		if u.value == "right" {
			grid = solution
		} else {
			m.Checks++
		}
	case "hint":
		if m.Level == 0 {
			m.Hints++
		}
		m.Level = min(m.Level+1, 4)
		if m.Level == 3 && !solution.Extends(grid) { // of mistakes, the levels 2 and 3 reveal the same
			m.Level = 4
		}
		if m.Level == 4 {
			grid = s.grid
			if !helps(m.grid(), grid, solution) {
				return m, false
			}
		}
	}
	m.Revision++
	return m.with(grid, solution), true
}

// with returns the game with a board that may be the one that stands.
func (m model) with(grid, solution sudoku.Grid) model {
	if grid != m.grid() {
		m.Boards, m.Level = append(slices.Clone(m.Boards), grid), 0
	}
	m.Solved = grid == solution
	return m
}

// moved returns a board after a move as it is typed, "r1c1=5" or "-r1c1"; false for one on a clue.
func moved(clues, grid sudoku.Grid, text string) (sudoku.Grid, bool) {
	var row, column, digit int
	if _, err := fmt.Sscanf(text, "r%dc%d=%d", &row, &column, &digit); err != nil {
		if _, err := fmt.Sscanf(text, "-r%dc%d", &row, &column); err != nil {
			panic(err)
		}
	}
	cell := sudoku.CellAt(row-1, column-1)
	return grid.With(cell, sudoku.Digit(digit)), clues.At(cell) == 0
}

// helps reports whether one board is another after help: with all its mistakes taken back, or nearer to the solution.
func helps(before, after, solution sudoku.Grid) bool {
	right := before
	for c := range before.Filled().All() {
		if before.At(c) != solution.At(c) {
			right = right.With(c, 0)
		}
	}
	return right != before && after == right || right == before && after.Extends(before) && solution.Extends(after)
}

// turns are those that players make on a Shidoku.
func turns(choose func(n int) int) turn {
	switch choose(12) {
	case 0, 1, 2, 3, 4:
		return turn{"move", "moves", fmt.Sprintf("r%dc%d=%d", 1+choose(4), 1+choose(4), 1+choose(4))}
	case 5:
		return turn{"move", "moves", fmt.Sprintf("-r%dc%d", 1+choose(4), 1+choose(4))}
	case 6:
		return turn{command: "hint"}
	case 7:
		return turn{command: "undo"}
	case 8:
		return turn{command: "check"}
	case 9:
		return turn{command: "board"}
	case 10:
		return turn{command: "submit"}
	}
	return turn{"play", "shape", "shidoku"}
}

// machine is a bot and its archive beside the model of one player's game.
type machine struct {
	store  *testStore
	own    *archive.Store // of the process since the last restart
	bot    *Bot
	player games.Player
	guild  string
	model  model
	asked  int
	last   chat.Request
	reply  chat.Reply
	counts map[string]int // what was done how often
}

func (x *machine) do(t *rapid.T, u turn) {
	r := u.request(x.player, x.guild)
	if u.value == "right" {
		r.Action = chat.Ask{Command: "submit", Options: map[string]string{"answer": x.solution()}}
	}
	x.asked++
	r.ID = fmt.Sprint(x.guild, "/", x.asked)
	x.last, x.reply = r, x.bot.Handle(t.Context(), r)
	if problem := problemOf(x.reply); problem != "" {
		t.Fatalf("%+v: %s", u, problem)
	}
	after, err := x.model.step(u, seenIn(x.reply))
	if err != nil {
		t.Fatalf("%v\n%s", err, textOf(x.reply))
	}
	x.model = after
	x.counts[did(u, seenIn(x.reply))]++
}

// did names a turn that was made, or refused.
func did(u turn, s seen) string {
	switch {
	case s.failed:
		return u.command + ", refused"
	case s.over && (u.command == "move" || u.command == "hint" || u.value == "right"):
		return u.command + ", which solves"
	}
	return u.command
}

// manyTurns are turns that many random ones have among them.
var manyTurns = []string{"play", "move", "move, refused", "move, which solves", "hint", "hint, refused", "hint, which solves", "undo", "undo, refused",
	"check", "check, refused", "board", "board, refused", "submit", "submit, refused"}

// solution is that of the game, or of another where there is none.
func (x *machine) solution() string {
	clues := parse(mini)
	if x.model.Playing {
		clues = x.model.Boards[0]
	}
	solution, err := solver.Solve(clues)
	check(x.store.t, err)
	return solution.String()
}

// placeRight moves some right digits, one after the other, to cells where none is: by chance alone no move solves.
func (x *machine) placeRight(t *rapid.T) {
	if !x.model.Playing || x.model.Solved {
		t.Skip("no game is open")
	}
	solution, err := solver.Solve(x.model.Boards[0])
	check(x.store.t, err)
	var left []string
	for _, c := range solution.Shape().Cells() {
		if digit := solution.At(c); x.model.grid().At(c) != digit {
			left = append(left, fmt.Sprintf("%s=%d", c, digit))
		}
	}
	for _, move := range rapid.Permutation(left).Draw(t, "moves")[:rapid.IntRange(1, len(left)).Draw(t, "how many")] {
		x.do(t, turn{"move", "moves", move})
	}
}

// again sends the last request again, and presses a button of a board that has changed since: neither does anything.
func (x *machine) again(t *rapid.T) {
	if x.last.ID == "" {
		t.Skip("nothing was asked")
	}
	x.counts["again"]++
	again := x.bot.Handle(t.Context(), x.last)
	if deleted := !x.model.Playing; !deleted && !reflect.DeepEqual(again, x.reply) {
		t.Fatalf("%+v again is answered %+v, was %+v", x.last, again, x.reply)
	}
}

func (x *machine) oldButton(t *rapid.T) {
	if !x.model.Playing || x.model.Revision == 0 {
		t.Skip("no board has changed")
	}
	x.counts["old button"]++
	r := request(x.player, "", nil)
	r.Place.GuildID = x.guild
	game, err := x.store.CurrentGame(t.Context(), x.player.ID, x.guild)
	check(x.store.t, err)
	r.Action = chat.Press{Verb: rapid.SampledFrom([]chat.Verb{chat.TakeBack, chat.MoreHint, chat.HandIn}).Draw(t, "button"), Argument: "4", GameID: game.ID, Revision: game.Revision - 1}
	if s := seenIn(x.bot.Handle(t.Context(), r)); s.grid != x.model.grid() {
		t.Fatalf("a button of an old board shows %+v, want %+v", s, x.model.now())
	}
}

// restart ends the process, and starts another.
func (x *machine) restart(*rapid.T) {
	x.counts["restart"]++
	x.end()
	own, err := archivetest.Connect(x.store.t.Context(), x.store.timed)
	check(x.store.t, err)
	x.own, x.bot = own, New(own.WithClock(x.store.clock.Now), Config{Now: x.store.clock.Now})
}

// end ends the process of the last restart: thousands of them would take all connections of the server.
func (x *machine) end() {
	if x.own != nil {
		x.own.Close()
	}
}

// compare fails the test unless the archive keeps the game of the model.
func (x *machine) compare(t *rapid.T) {
	g, err := x.store.CurrentGame(t.Context(), x.player.ID, x.guild)
	if !x.model.Playing {
		if err == nil {
			t.Fatalf("the archive has game %d, want none", g.ID)
		}
		return
	}
	check(x.store.t, err)
	kept := model{Boards: x.model.Boards, Revision: g.Revision, Level: int(g.HintLevel), Hints: g.Hints, Checks: g.Checks, Solved: !g.Finished.IsZero(), Playing: true}
	if !reflect.DeepEqual(kept, x.model) || g.Grid != x.model.grid() || g.Clues != x.model.Boards[0] {
		t.Fatalf("the archive has %+v with %s, want %+v", kept, g.Grid, x.model)
	}
}

// Whatever a player does, in whatever order, the game is that of a model that knows nothing of databases.
func TestGameMachine(t *testing.T) { gameMachine(t, 4, map[string]int{}) }

func TestProveGameMachine(t *testing.T) {
	sudokutest.Prove(t)
	const rounds = 20
	counts := map[string]int{}
	for range rounds {
		gameMachine(t, 100, counts)
	}
	sudokutest.Proved(t, "a player's commands, by a model", rounds*100, 0)
	sudokutest.Reached(t, counts, append(manyTurns, "submit, which solves", "privacy", "again", "old button", "restart")...)
}

func gameMachine(t *testing.T, most int, counts map[string]int) {
	t.Helper()
	store := newStore(t)
	round := 0
	rapid.Check(t, func(t *rapid.T) {
		if round++; round > most {
			return
		}
		id := fmt.Sprint("round ", round)
		x := &machine{store: store, bot: store.bot(), player: games.Player{ID: id, Name: "Ann"}, guild: id, counts: counts}
		defer x.end()
		x.do(t, turn{"play", "shape", "shidoku"})
		choose := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "choice") }
		t.Repeat(map[string]func(*rapid.T){
			"turn":  func(t *rapid.T) { x.do(t, turns(choose)) },
			"next":  func(t *rapid.T) { x.do(t, turns(choose)) },
			"right": x.placeRight,
			"end": func(t *rapid.T) { // rarely, for games to get far
				if choose(4) > 0 {
					t.Skip("the game goes on")
				}
				x.do(t, []turn{{"submit", "answer", "right"}, {command: "privacy"}}[choose(2)])
			},
			"again":      x.again,
			"old button": x.oldButton,
			"restart":    x.restart,
			"":           x.compare,
		})
	})
}

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
