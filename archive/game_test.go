package archive_test

import (
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// table is a store with puzzles, a clock and a game of Ann's on the daily.
type table struct {
	*archive.Store
	clock *clock
	daily daily.Daily
	game  games.Game
}

var ann = games.Player{ID: "ann", Name: "Ann"}

func newTable(t *testing.T) table {
	t.Helper()
	return tableAt(t, archivetest.URL(t))
}

// tableAt is newTable on a database.
func tableAt(t *testing.T, url string) table {
	t.Helper()
	now := &clock{at("2026-03-05 12:00")}
	s := archivetest.Open(t, url).WithClock(now.read)
	archivetest.Import(t, s, "some", archivetest.Puzzles(30, 1)...)
	tier, _ := tierOf(t, s)
	d := chosen(t, s, daily.NewGuild("42"), date("2026-03-05"), sudoku.Sudoku, tier)
	g, err := s.StartDaily(t.Context(), ann, d)
	must(t, err)
	return table{s, now, d, g}
}

// solution returns the solution of a game.
func solution(g games.Game) sudoku.Grid { return must1(solver.Solve(g.Clues)) }

// filled returns the grid with the solution's digits in the first n empty cells.
func filled(g games.Game, n int) sudoku.Grid {
	grid, answer := g.Clues, solution(g)
	for _, c := range g.Clues.Shape().Cells() {
		if grid.At(c) == 0 && n > 0 {
			grid = grid.With(c, answer.At(c))
			n--
		}
	}
	return grid
}

// event returns what a player did, and the game's board with another grid after it.
func event(g games.Game, kind play.EventKind, text string, grid sudoku.Grid) play.Event {
	e := play.Event{Kind: kind, Text: text, Board: g.Board}
	e.Board.Grid = grid
	return e
}

// hinted returns a hint of a level that changes the grid or leaves it.
func hinted(g games.Game, level play.HintLevel, grid sudoku.Grid) play.Event {
	e := event(g, play.Hinted, "hint", grid)
	e.Level = level
	return e
}

func record(t *testing.T, s *archive.Store, g games.Game, e play.Event) games.Game {
	t.Helper()
	after, err := s.Record(t.Context(), g, e)
	must(t, err)
	return after
}

// solve places what is missing over the time since the game began, and finishes.
func solve(t *testing.T, s *archive.Store, g games.Game) games.Result {
	t.Helper()
	g, last := archivetest.SolveButOne(t, s, g)
	board, err := g.Play(last)
	must(t, err)
	g = record(t, s, g, play.Event{Kind: play.Moved, Text: last, Board: board})
	r, err := s.Finish(t.Context(), g)
	must(t, err)
	return r
}

// sameGame compares games as they are stored.
func sameGame(t *testing.T, got, want games.Game) {
	t.Helper()
	got.Last, want.Last = sudoku.Cells{}, sudoku.Cells{}
	if got != want {
		t.Fatalf("the game is\n%+v, want\n%+v", got, want)
	}
}

func TestStartDailyResumes(t *testing.T) {
	x := newTable(t)
	g := x.game
	if g.Clues != x.daily.Clues() || g.Grid != g.Clues || g.Number != 1 || g.Date != x.daily.Date || g.Tier != x.daily.Tier ||
		g.Puzzle != x.daily.Puzzle || !g.Started.Equal(x.clock.now) || !g.Finished.IsZero() || g.Player != ann {
		t.Fatalf("the new game is %+v", g)
	}
	g = record(t, x.Store, g, event(g, play.Moved, "r1c1=1", filled(g, 1)))
	x.clock.advance(time.Hour)
	again, err := x.StartDaily(t.Context(), ann, x.daily)
	must(t, err)
	sameGame(t, again, g)

	bob, err := x.StartDaily(t.Context(), games.Player{ID: "bob", Name: "Bob"}, x.daily)
	must(t, err)
	if bob.ID == g.ID || bob.Grid != bob.Clues {
		t.Errorf("Bob gets Ann's game: %+v", bob)
	}
	renamed, err := x.StartDaily(t.Context(), games.Player{ID: "ann", Name: "Anne"}, x.daily)
	must(t, err)
	if renamed.Player.Name != "Anne" || renamed.ID != g.ID {
		t.Errorf("after a new name the game is %+v", renamed)
	}
}

func TestStartDailyAtOnce(t *testing.T) {
	x := newTable(t)
	var ids sync.Map
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			g, err := x.StartDaily(t.Context(), games.Player{ID: "bob", Name: "Bob"}, x.daily)
			if err != nil {
				t.Error(err)
			}
			ids.Store(g.ID, true)
		})
	}
	all.Wait()
	n := 0
	ids.Range(func(any, any) bool { n++; return true })
	if n != 1 {
		t.Errorf("%d games, want one", n)
	}
}

// The clock may stand still between two games; the later one is the current one all the same.
func TestCurrentGame(t *testing.T) {
	x := newTable(t)
	own, err := x.StartGame(t.Context(), ann, daily.NewGuild("42"), sudoku.Sudoku, 0)
	must(t, err)
	current, err := x.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	sameGame(t, current, own)
	back, err := x.StartDaily(t.Context(), ann, x.daily)
	must(t, err)
	current, err = x.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	sameGame(t, current, back)
	solve(t, x.Store, back)
	current, err = x.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	if current.ID != back.ID || current.Finished.IsZero() {
		t.Errorf("after finishing the current game is %+v", current)
	}
	_, err = x.CurrentGame(t.Context(), "ann", "43")
	wantIs(t, err, postgres.ErrNotFound)
}

func TestRecordAndUndo(t *testing.T) {
	x := newTable(t)
	g := x.game
	boards := []sudoku.Grid{g.Grid}
	for i := range 3 {
		g = record(t, x.Store, g, event(g, play.Moved, string('a'+rune(i)), filled(g, i+1)))
		boards = append(boards, g.Grid)
	}
	marks := g.Grid.Candidates()
	marked := event(g, play.Moved, "marks", g.Grid)
	marked.Board.Marks = marks
	g = record(t, x.Store, g, marked)
	g = record(t, x.Store, g, event(g, play.Checked, "check", g.Grid))
	g = record(t, x.Store, g, hinted(g, play.HintApply, filled(g, 4)))
	if g.Revision != 6 || g.Checks != 1 || g.Hints != 1 || g.Grid != filled(g, 4) || g.Marks != marks {
		t.Fatalf("after six events the game is %+v", g)
	}
	type state struct {
		text  string
		grid  sudoku.Grid
		marks sudoku.Pencilmarks
	}
	none := sudoku.Pencilmarks{}
	for _, want := range []state{
		{"hint", boards[3], marks}, {"marks", boards[3], none}, {"c", boards[2], none}, {"b", boards[1], none},
	} {
		var text string
		var err error
		g, text, err = x.Undo(t.Context(), g)
		must(t, err)
		if got := (state{text, g.Grid, g.Marks}); got != want {
			t.Fatalf("undone is %q, the grid %s, want %q and %s", got.text, got.grid, want.text, want.grid)
		}
	}
	// Another way from here: what was undone is gone, and only what followed is undone.
	g = record(t, x.Store, g, event(g, play.Moved, "d", filled(g, 5)))
	for _, want := range []state{{"d", boards[1], none}, {"a", boards[0], none}} {
		var text string
		var err error
		g, text, err = x.Undo(t.Context(), g)
		must(t, err)
		if got := (state{text, g.Grid, g.Marks}); got != want {
			t.Fatalf("undone is %q, the grid %s, want %q and %s", got.text, got.grid, want.text, want.grid)
		}
	}
	_, _, err := x.Undo(t.Context(), g)
	wantIs(t, err, play.ErrNothingToUndo)
	if g.Checks != 1 || g.Hints != 1 {
		t.Errorf("undoing gives back hints or checks: %+v", g)
	}
	current, err := x.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	sameGame(t, current, g)
}

// Asking again goes one level deeper, until the board changes.
func TestHintLevel(t *testing.T) {
	x := newTable(t)
	g := x.game
	for _, c := range []struct {
		event play.Event
		want  play.HintLevel
	}{
		{hinted(g, 1, g.Grid), 1},
		{hinted(g, 2, g.Grid), 2},
		{event(g, play.Checked, "", g.Grid), 2},
		{hinted(g, 4, filled(g, 1)), 0},
		{hinted(g, 1, filled(g, 1)), 1},
		{event(g, play.Moved, "", filled(g, 2)), 0},
		{hinted(g, 3, filled(g, 2)), 3},
	} {
		if g = record(t, x.Store, g, c.event); g.HintLevel != c.want {
			t.Errorf("after %s of level %d the level is %d, want %d", c.event.Kind, c.event.Level, g.HintLevel, c.want)
		}
	}
	g, _, err := x.Undo(t.Context(), g)
	must(t, err)
	if g.HintLevel != 0 || g.Hints != 3 || g.Deepest != 4 {
		t.Errorf("after undoing the level is %d, with %d hints, want 0 and 3", g.HintLevel, g.Hints)
	}
}

func TestStale(t *testing.T) {
	x := newTable(t)
	move := event(x.game, play.Moved, "", filled(x.game, 1))
	g := record(t, x.Store, x.game, move)
	_, err := x.Record(t.Context(), x.game, move)
	wantIs(t, err, postgres.ErrStale)
	_, _, err = x.Undo(t.Context(), x.game)
	wantIs(t, err, postgres.ErrStale)
	current, err := x.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	sameGame(t, current, g)

	var won atomic.Int64
	var all sync.WaitGroup
	for range 20 { // a click that comes twenty times changes the game once
		all.Go(func() {
			_, err := x.Record(t.Context(), g, event(g, play.Moved, "", filled(g, 2)))
			if err == nil {
				won.Add(1)
			}
		})
	}
	all.Wait()
	if won.Load() != 1 {
		t.Errorf("%d of twenty equal clicks were recorded", won.Load())
	}
}

func TestRecordRefusals(t *testing.T) {
	x := newTable(t)
	clue := x.game.Clues.Filled().Slice()[0]
	for name, e := range map[string]play.Event{
		"a clue is gone":          event(x.game, play.Moved, "", x.game.Clues.With(clue, 0)),
		"another shape":           event(x.game, play.Moved, "", sudoku.Empty(sudoku.Shidoku)),
		"another puzzle":          {Kind: play.Moved, Board: play.NewBoard(must1(sudoku.Parse(archivetest.Royle)))},
		"an unknown kind":         event(x.game, "cheated", "", x.game.Grid),
		"a kind of the journal's": event(x.game, play.Undone, "", x.game.Grid),
	} {
		if _, err := x.Record(t.Context(), x.game, e); err == nil {
			t.Errorf("%s: it is recorded", name)
		}
	}
	_, err := x.Record(t.Context(), games.Game{ID: 999}, event(x.game, play.Moved, "", x.game.Grid))
	wantIs(t, err, postgres.ErrNotFound)
}

func TestFinish(t *testing.T) {
	x := newTable(t)
	g := x.game
	_, err := x.Finish(t.Context(), g)
	wantIs(t, err, games.ErrUnsolved)
	wrong := g.Clues
	for _, c := range g.Clues.Shape().Cells() {
		if wrong.At(c) == 0 {
			wrong = wrong.With(c, 1)
		}
	}
	g = record(t, x.Store, g, event(g, play.Submitted, "", wrong))
	_, err = x.Finish(t.Context(), g)
	wantIs(t, err, games.ErrUnsolved)
	g = record(t, x.Store, g, hinted(g, 1, wrong))
	g = record(t, x.Store, g, event(g, play.Checked, "", wrong))

	x.clock.advance(26*time.Hour + 3*time.Minute + 7*time.Microsecond)
	got := solve(t, x.Store, g)
	want := games.Result{GameID: g.ID, Player: ann, GuildID: "42", Date: g.Date, Tier: g.Tier, Hints: 1, Deepest: 1, Checks: 2, Late: true,
		Elapsed: 26*time.Hour + 3*time.Minute + 7*time.Microsecond, At: x.clock.now}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}

	x.clock.advance(time.Hour)
	again, err := x.Finish(t.Context(), g)
	must(t, err)
	if again != got {
		t.Errorf("finishing again gives %+v, want %+v", again, got)
	}
	finished, err := x.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	_, err = x.Record(t.Context(), finished, event(finished, play.Moved, "", finished.Grid))
	wantIs(t, err, games.ErrFinished)
	_, _, err = x.Undo(t.Context(), finished)
	wantIs(t, err, games.ErrFinished)
}

// A clock that goes back gives no negative times.
func TestFinishWhenTheClockWentBack(t *testing.T) {
	x := newTable(t)
	x.clock.advance(-time.Hour)
	if r := solve(t, x.Store, x.game); r.Elapsed != 0 {
		t.Errorf("it took %s", r.Elapsed)
	}
}

// The archive only stores: a game that is played with random events is the one that package
// play makes of them, undo after undo.
func TestStoreFollowsTheRules(t *testing.T) {
	x := newTable(t)
	r := rand.New(rand.NewPCG(9, 9))
	want, journal := x.game.Game, []play.Entry{}
	earlier := func(revision int) (play.Entry, error) { return journal[revision-1], nil }
	got := x.game
	for range 60 {
		var entry play.Entry
		var err error
		if r.IntN(3) == 0 && want.Head > 0 {
			want, entry, err = want.Undo(earlier)
			must(t, err)
			got, _, err = x.Undo(t.Context(), got)
		} else {
			kind := []play.EventKind{play.Moved, play.Hinted, play.Checked, play.Submitted}[r.IntN(4)]
			e := play.Event{Kind: kind, Text: "event", Level: play.HintLevel(r.IntN(5)), Board: want.Board}
			if r.IntN(2) == 0 {
				e.Board.Grid = filled(x.game, r.IntN(30))
			}
			if r.IntN(4) == 0 {
				e.Board.Marks[r.IntN(81)] ^= sudoku.Digits(1 << r.IntN(9))
			}
			want, entry = want.Record(e)
			got, err = x.Record(t.Context(), got, e)
		}
		must(t, err)
		journal = append(journal, entry)
		if got.Game != want {
			t.Fatalf("after %s of revision %d the game is\n%+v, want\n%+v", entry.Kind, entry.Revision, got.Game, want)
		}
	}
	current, err := x.CurrentGame(t.Context(), "ann", "42")
	must(t, err)
	sameGame(t, current, got)
}
