package archive_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/people/glicko"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// season plays dailies of some days as three players, of whom quick is quicker than slow, and returns what the
// ratings have to be.
func season(t *testing.T) (table, string, glicko.Table) {
	t.Helper()
	url := archivetest.URL(t)
	x := tableAt(t, url)
	want := glicko.NewTable()
	for i := range 4 {
		day := date("2026-03-05").AddDays(i)
		d := chosen(t, x.Store, daily.NewGuild("42"), day, sudoku.Sudoku, x.daily.Tier)
		var played []glicko.Game
		for id, took := range map[string]time.Duration{"quick": 6 * time.Minute, "slow": 40 * time.Minute, "other": 20 * time.Minute} {
			began := x.clock.now
			hints := i % 2
			r := x.solveAs(t, id, d, took, hints)
			if r.Rank == 0 {
				t.Fatalf("%s has no rank: %+v", id, r)
			}
			played = append(played, glicko.Game{Player: id, Puzzle: d.Puzzle.ID,
				Score: glicko.Score(r.Elapsed, time.Duration(d.Puzzle.Score*float64(time.Second)), hints)})
			x.clock.now = began
		}
		want.Rate(day, played)
		x.clock.advance(24 * time.Hour)
	}
	return x, url, want
}

var near = cmpopts.EquateApprox(0, 1e-9)

// wantStrengths checks the ratings of players.
func (x table) wantStrengths(t *testing.T, want glicko.Table) {
	t.Helper()
	got := map[string]glicko.Standing{}
	for id := range want.Players {
		all, err := x.Strengths(t.Context(), id)
		must(t, err)
		got[id] = all[len(all)-1]
	}
	if diff := cmp.Diff(want.Players, got, near); diff != "" {
		t.Error(diff)
	}
}

// Days are rated when they are over, once, whoever tries and however often it is broken off.
func TestRateDays(t *testing.T) {
	x, url, want := season(t)
	x.clock.now = at("2026-03-07 00:05")
	if n, err := x.RateDays(t.Context(), 10); err != nil || n != 1 {
		t.Fatalf("shortly after the second day %d days are rated, %v", n, err)
	}
	x.clock.now = at("2026-03-09 00:11")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := x.RateDays(ctx, 10); err == nil {
		t.Error("it is not broken off")
	}
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			_, err := archivetest.Open(t, url).WithClock(x.clock.read).RateDays(t.Context(), 1)
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	_, err := x.RateDays(t.Context(), 10)
	must(t, err)
	x.wantStrengths(t, want)
	c, err := x.CheckStrengths(t.Context(), false)
	must(t, err)
	if diff := cmp.Diff(people.StrengthCheck{Days: 4, Games: 12, Players: 3, Puzzles: 4}, c); diff != "" {
		t.Error(diff)
	}
	if n, err := x.RateDays(t.Context(), 10); err != nil || n != 0 {
		t.Errorf("%d more days, %v", n, err)
	}
}

// A result is rated if it has a rank, of a Sudoku, at the first attempt, in a place with others.
func TestWhatIsRated(t *testing.T) {
	x := newTable(t)
	again, err := x.StartFound(t.Context(), games.Player{ID: "knows it"}, daily.NewGuild("43"), x.daily.Clues())
	must(t, err)
	x.clock.advance(time.Minute)
	solve(t, x.Store, again)
	for _, id := range []string{"first", "knows it"} {
		x.solveAs(t, id, x.daily, 10*time.Minute, 0)
	}
	for _, guild := range []string{"dm:alone", "44"} {
		shape := map[string]sudoku.Shape{"dm:alone": sudoku.Sudoku, "44": sudoku.Shidoku}[guild]
		if shape == sudoku.Shidoku {
			archivetest.Import(t, x.Store, "small", "1.....3..2.....4")
		}
		d, err := x.Daily(t.Context(), daily.NewGuild(guild), date("2026-03-05"), shape, 0)
		must(t, err)
		x.solveAs(t, "in "+guild, d, 10*time.Minute, 0)
	}
	x.solveAs(t, "too quick", x.daily, time.Second, 0)
	x.clock.advance(48 * time.Hour)
	x.solveAs(t, "late", x.daily, 10*time.Minute, 0)
	x.clock.advance(48 * time.Hour)
	_, err = x.RateDays(t.Context(), 10)
	must(t, err)
	var rated []string
	for _, id := range []string{"first", "knows it", "in dm:alone", "in 44", "too quick", "late"} {
		if all, err := x.Strengths(t.Context(), id); err != nil {
			t.Error(err)
		} else if len(all) > 0 {
			rated = append(rated, id)
		}
	}
	if !slices.Equal(rated, []string{"first"}) {
		t.Errorf("rated are %q", rated)
	}
}

// What a deleted player leaves is the rating by which the puzzles were rated, so that the others' ratings are still what
// is computed. A result that is removed later is said to be, and goes when all is computed anew.
func TestStrengthsComputedAnew(t *testing.T) {
	x, url, _ := season(t)
	_, err := x.RateDays(t.Context(), 10)
	must(t, err)
	must(t, x.DeletePlayer(t.Context(), "quick"))
	want := people.StrengthCheck{Days: 4, Games: 12, Players: 2, Puzzles: 4, Unknown: 4}
	x.wantCheck(t, false, want)

	slow := playedBy(t, url, "slow")
	must(t, x.RemoveResult(t.Context(), "42", slow[1]))
	want.Removed = 1
	x.wantCheck(t, false, want)
	if c, err := x.CheckStrengths(t.Context(), true); err != nil || c.Removed != 1 || c.Differ == 0 {
		t.Errorf("%+v, %v", c, err)
	}
	x.wantCheck(t, false, people.StrengthCheck{Days: 4, Games: 11, Players: 2, Puzzles: 4, Unknown: 4})

	must(t, x.RestoreResult(t.Context(), "42", slow[1]))
	archivetest.Exec(t, url, `update strength set value = value + 1 where player = 'other' and day = '2026-03-06'`)
	x.wantCheck(t, false, people.StrengthCheck{Days: 4, Games: 11, Players: 2, Puzzles: 4, Unknown: 4, Restored: 1, Differ: 1})
	_, err = x.CheckStrengths(t.Context(), true)
	must(t, err)
	x.wantCheck(t, false, people.StrengthCheck{Days: 4, Games: 12, Players: 2, Puzzles: 4, Unknown: 4})

	archivetest.Exec(t, url, `delete from event; delete from game where player = 'other'`) // as of a guild that left
	x.wantCheck(t, true, people.StrengthCheck{Days: 4, Games: 12, Players: 2, Puzzles: 4, Unknown: 4})
}

func (x table) wantCheck(t *testing.T, keep bool, want people.StrengthCheck) {
	t.Helper()
	got, err := x.CheckStrengths(t.Context(), keep)
	must(t, err)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// playedBy returns the games of a player, in order.
func playedBy(t *testing.T, url, id string) []int64 {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	return must1(pgx.CollectRows(must1(c.Query(t.Context(), `select id from game where player = $1 order by id`, id)), pgx.RowTo[int64]))
}
