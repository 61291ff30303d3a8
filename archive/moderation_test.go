package archive_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A result that no person can have made has no rank and takes none from others, and counts for the
// streak. The limit is a second for each empty cell, or a tenth of the expected time.
func TestTooQuick(t *testing.T) {
	x := newTable(t)
	cells := 81 - x.daily.Clues().Len()
	limit := max(time.Duration(cells)*time.Second, time.Duration(x.daily.Puzzle.Score*float64(time.Second)/10))
	for _, c := range []struct {
		id   string
		took time.Duration
		want games.Apart
		rank int
	}{
		{"program", 3 * time.Second, games.TooQuick, 0},
		{"nearly", limit - time.Millisecond, games.TooQuick, 0},
		{"champion", limit + time.Millisecond, games.NotApart, 1},
		{"person", 10 * time.Minute, games.NotApart, 2},
	} {
		if r := x.solveAs(t, c.id, x.daily, c.took, 0); r.Apart != c.want || r.Rank != c.rank {
			t.Errorf("%s in %s: %q, rank %d", c.id, c.took, r.Apart, r.Rank)
		}
	}
	streak, err := x.Streak(t.Context(), "program", "42", sudoku.Sudoku, x.daily.Date)
	if err != nil || streak.Current != 1 {
		t.Errorf("the streak is %+v, %v", streak, err)
	}
	x.wantBoard(t, "1 champion", "2 person", "0 nearly", "0 program")
	board, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42"})
	if err != nil || len(board) != 2 {
		t.Errorf("the leaderboard is %+v, %v", board, err)
	}
}

func TestTooQuickShidoku(t *testing.T) {
	x := newTable(t)
	archivetest.Import(t, x.Store, "small", "1.....3..2.....4")
	d := chosen(t, x.Store, daily.NewGuild("42"), x.daily.Date, sudoku.Shidoku, 0)
	for took, want := range map[time.Duration]games.Apart{
		time.Second: games.TooQuick, 5900 * time.Millisecond: games.TooQuick, 20 * time.Second: games.NotApart,
	} {
		if r := x.solveAs(t, fmt.Sprint(took), d, took, 0); r.Apart != want {
			t.Errorf("in %s: %q", took, r.Apart)
		}
	}
}

// wantBoard compares the results of the daily, as "rank id".
func (x table) wantBoard(t *testing.T, want ...string) {
	t.Helper()
	results, err := x.DailyResults(t.Context(), "42", x.daily.Date, "")
	must(t, err)
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprint(r.Rank, " ", r.Player.ID))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// What is removed is on no board, and what is restored is where it was. Only finished dailies of the
// guild can be.
func TestRemoveResult(t *testing.T) {
	x := newTable(t)
	first := x.solveAs(t, "first", x.daily, 5*time.Minute, 0)
	x.solveAs(t, "second", x.daily, 10*time.Minute, 0)
	own, err := x.StartGame(t.Context(), games.Player{ID: "first"}, daily.NewGuild("42"), sudoku.Sudoku, 0)
	must(t, err)
	for _, c := range []struct {
		guild string
		game  int64
	}{{"43", first.GameID}, {"", first.GameID}, {"42", own.ID}, {"42", x.game.ID}, {"42", -1}} {
		wantIs(t, x.RemoveResult(t.Context(), c.guild, c.game), postgres.ErrNotFound)
	}
	x.wantBoard(t, "1 first", "2 second")
	must(t, x.RemoveResult(t.Context(), "42", first.GameID))
	must(t, x.RemoveResult(t.Context(), "42", first.GameID))
	x.wantBoard(t, "1 second")
	all, err := x.AllDailyResults(t.Context(), "42", x.daily.Date, "")
	if err != nil || len(all) != 2 || !slices.ContainsFunc(all, func(r games.Result) bool { return r.Apart == games.Removed && r.Rank == 0 }) {
		t.Errorf("all are %+v, %v", all, err)
	}
	board, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42"})
	if err != nil || len(board) != 1 || board[0].Player.ID != "second" {
		t.Errorf("the leaderboard is %+v, %v", board, err)
	}
	if streak, err := x.Streak(t.Context(), "first", "42", sudoku.Sudoku, x.daily.Date); err != nil || streak.Current != 1 {
		t.Errorf("the streak is %+v, %v", streak, err)
	}
	must(t, x.RestoreResult(t.Context(), "42", first.GameID))
	x.wantBoard(t, "1 first", "2 second")
}

// Whoever is deleted waits for no one who waits for them, be it an admin who removes their result or the other of a
// duel, who is deleted too.
func TestDeletedWhileOthersChange(t *testing.T) {
	url, ctx := archivetest.URL(t), t.Context()
	x := tableAt(t, url)
	must(t, x.AddPost(ctx, x.daily, "here"))
	archivetest.Exec(t, url, `update outbox set state = 'done', tried = clock_timestamp(), message = 'm'`)
	result := x.solveAs(t, bob.ID, x.daily, 5*time.Minute, 0)
	x.solveAs(t, ann.ID, x.daily, 10*time.Minute, 0)
	d := must1(x.OpenRace(ctx, games.Race{GuildID: "42", ChannelID: "here", Opener: ann, Opponent: bob, Shape: sudoku.Sudoku}))
	must1(x.AcceptRace(ctx, d.ID, bob, daily.NewGuild("42")))
	for _, p := range []games.Player{ann, bob} {
		must1(x.StartRaceGame(ctx, d.ID, p))
	}
	c := must1(pgx.Connect(ctx, url))
	defer c.Close(context.Background())
	for _, others := range []func() error{
		func() error {
			_, err := x.Once(ctx, "", func(within context.Context) ([]byte, error) {
				return nil, x.RemoveResult(within, "42", result.GameID)
			})
			return err
		},
		func() error { return x.DeletePlayer(ctx, ann.ID) },
	} {
		holding := must1(c.Begin(ctx))
		must1(holding.Exec(ctx, `update outbox set version = version where kind = 'solvers'`))
		deleted, changed := make(chan error), make(chan error)
		go func() {
			_, err := x.Once(ctx, "", func(within context.Context) ([]byte, error) {
				return nil, errors.Join(x.DeletePlayer(within, bob.ID), errTakenBack)
			})
			deleted <- err
		}()
		awaitBlocked(t, url, 1)
		go func() { changed <- others() }()
		awaitBlocked(t, url, 2)
		must(t, holding.Commit(ctx))
		if err := <-deleted; err.Error() != errTakenBack.Error() {
			t.Error(err)
		}
		must(t, <-changed)
	}
}

var errTakenBack = errors.New("taken back")

// Research has the times of those who consent now, and nothing that says who they are; the numbers
// are others each time.
func TestResearchTimes(t *testing.T) {
	url := archivetest.URL(t)
	now := &clock{at("2026-03-05 12:00")}
	s := archivetest.Open(t, url).WithClock(now.read)
	archivetest.Import(t, s, "some", archivetest.Puzzles(30, 1)...)
	d := chosen(t, s, daily.NewGuild("42"), date("2026-03-05"), sudoku.Sudoku, 0)
	x := table{Store: s, clock: now, daily: d}
	for i := range 12 {
		id := fmt.Sprint("player ", i)
		x.solveAs(t, id, d, time.Duration(1000+i)*time.Second/4, i)
		must(t, s.SetResearch(t.Context(), games.Player{ID: id}, true))
	}
	must(t, s.SetResearch(t.Context(), games.Player{ID: "player 3"}, false))
	x.solveAs(t, "refuses", d, 4*time.Minute, 0)
	quick := games.Player{ID: "too quick"}
	must(t, s.SetResearch(t.Context(), quick, true))
	x.solveAs(t, quick.ID, d, time.Second, 0)
	_, err := s.StartGame(t.Context(), games.Player{ID: "player 1"}, daily.NewGuild("42"), sudoku.Sudoku, 0) // not finished
	must(t, err)
	seen := map[string]bool{}
	for range 3 {
		order := ""
		byHints := map[int]int{}
		for timing, err := range s.ResearchTimes(t.Context()) {
			must(t, err)
			if timing.Clues != d.Puzzle.Clues || timing.Tier != int(d.Puzzle.Tier) || timing.Active <= 0 || timing.Player < 1 || timing.Player > 12 {
				t.Errorf("a timing is %+v", timing)
			}
			byHints[timing.Hints] = timing.Player
			order += fmt.Sprint(timing.Player, " ")
		}
		if _, there := byHints[3]; there || len(byHints) != 11 {
			t.Errorf("the players are %v", byHints)
		}
		seen[order+strings.Join(strings.Fields(fmt.Sprint(byHints)), " ")] = true
	}
	if len(seen) != 3 {
		t.Error("the numbers or their order were the same twice")
	}
	must(t, s.DeletePlayer(t.Context(), "player 5"))
	for timing, err := range s.ResearchTimes(t.Context()) {
		if must(t, err); timing.Hints == 5 {
			t.Errorf("who was deleted is there: %+v", timing)
		}
	}
}
