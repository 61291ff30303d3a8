package archive_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// brought is a game of a visitor who solved a daily but for some cells, 10 minutes ago, with a hint.
func brought(d daily.Daily, left int) games.Brought {
	answer := must1(solver.Solve(d.Clues()))
	b := games.Brought{Started: 10 * time.Minute, Events: []games.BroughtEvent{{Kind: play.Hinted, HintLevel: play.HintWhere, Ago: 10 * time.Minute}}}
	open := d.Clues().Shape().Cells()
	for i, c := range open {
		if d.Clues().At(c) == 0 {
			b.Events = append(b.Events, games.BroughtEvent{Kind: play.Moved, Text: fmt.Sprintf("%s=%s", c, answer.At(c)), Ago: 10*time.Minute - time.Duration(i)*time.Second})
		}
	}
	b.Events = b.Events[:len(b.Events)-left]
	return b
}

// join joins a game within a request, as the pages do.
func (x table) join(t *testing.T, guild daily.Guild, d daily.Daily, b games.Brought) (g games.Game) {
	t.Helper()
	_, err := x.Once(t.Context(), "", func(ctx context.Context) ([]byte, error) {
		var err error
		g, err = x.Join(ctx, ann, guild, d, b)
		return nil, err
	})
	must(t, err)
	return must1(x.Game(t.Context(), g.ID))
}

// A global daily is chosen once, and only for the day that has come.
func TestGlobalDailyOfVisitors(t *testing.T) {
	x := globalTable(t)
	today := date("2026-03-05")
	_, err := x.GlobalDaily(t.Context(), today, sudoku.Sudoku)
	wantIs(t, err, postgres.ErrNotFound)
	must(t, x.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	must(t, x.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	d := must1(x.GlobalDaily(t.Context(), today, sudoku.Sudoku))
	if same := chosen(t, x.Store, worldwide("a"), today, sudoku.Sudoku, 0); same.Clues() != d.Clues() || d.Date != today {
		t.Errorf("visitors have %s, guilds %s", d.Clues(), same.Clues())
	}
	chosen(t, x.Store, worldwide("east"), today.AddDays(1), sudoku.Sudoku, 0)
	_, err = x.GlobalDaily(t.Context(), today.AddDays(1), sudoku.Sudoku)
	wantIs(t, err, postgres.ErrNotFound)
}

// A game that a visitor brings with them when they sign in has its moves, its hints and its time, and neither a rank
// nor a streak, however it is finished: at once, later, opened as the daily, or in another guild.
func TestJoin(t *testing.T) {
	for name, test := range map[string]struct {
		left   int
		before bool // they had begun the daily before, signed in
	}{"solved": {0, false}, "begun": {5, false}, "begun twice": {5, true}} {
		t.Run(name, func(t *testing.T) {
			x := globalTable(t)
			guild, today := worldwide("a"), date("2026-03-05")
			d := chosen(t, x.Store, guild, today, sudoku.Sudoku, 0)
			begun := brought(d, test.left)
			if test.before {
				g := must1(x.StartDaily(t.Context(), ann, d))
				record(t, x.Store, g, event(g, play.Moved, "one", filled(g, 1)))
			}
			g := x.join(t, guild, d, begun)
			if again := x.join(t, guild, d, begun); again.ID != g.ID || again.Revision != g.Revision {
				t.Errorf("joined again: game %d of revision %d, was %d of %d", again.ID, again.Revision, g.ID, g.Revision)
			}
			if opened := must1(x.StartDaily(t.Context(), ann, d)); opened.ID != g.ID || !opened.Joined {
				t.Errorf("the daily is game %d, joined: %v", opened.ID, opened.Joined)
			}
			if !test.before {
				if g.Hints != 1 || g.Open() != test.left || x.clock.read().Sub(g.Started) != 10*time.Minute {
					t.Errorf("it has %d hints and %d open cells, and was started %s", g.Hints, g.Open(), g.Started)
				}
			}
			if test.left > 0 {
				solve(t, x.Store, g)
			}
			chosen(t, x.Store, worldwide("b"), today, sudoku.Sudoku, 0)
			x.solveAs(t, ann.ID, chosen(t, x.Store, worldwide("b"), today, sudoku.Sudoku, 0), 20*time.Minute, 0)
			for _, id := range []string{"a", "b"} {
				for _, r := range must1(x.DailyResults(t.Context(), id, today, "")) {
					if r.Rank != 0 || r.Apart != games.Known {
						t.Errorf("guild %s: rank %d, %q", id, r.Rank, r.Apart)
					}
				}
				if streak := must1(x.Streak(t.Context(), ann.ID, id, sudoku.Sudoku, today)); streak.Longest != 0 {
					t.Errorf("guild %s: the streak is %+v", id, streak)
				}
				days := calendar.MonthOf(today)
				if board := must1(x.Leaderboard(t.Context(), games.Ranking{GuildID: id, Days: days})); len(board) > 0 {
					t.Errorf("guild %s: on the leaderboard: %+v", id, board)
				}
			}
			if all := must1(x.GlobalResults(t.Context(), today, sudoku.Sudoku, "")); len(all) > 0 {
				t.Errorf("worldwide: %+v", all)
			}
			if bests := must1(x.PersonalBests(t.Context(), ann.ID)); len(bests) > 0 {
				t.Errorf("a best time: %+v", bests)
			}
		})
	}
}

// A daily that was solved for a rank keeps it, and visitors' games in a guild without the global daily are the player's own.
func TestJoinElsewhere(t *testing.T) {
	x := globalTable(t)
	today := date("2026-03-05")
	d := chosen(t, x.Store, worldwide("a"), today, sudoku.Sudoku, 0)
	if r := x.solveAs(t, ann.ID, d, 20*time.Minute, 0); r.Rank != 1 {
		t.Fatalf("rank %d", r.Rank)
	}
	x.join(t, worldwide("a"), d, brought(d, 0))
	if results := must1(x.DailyResults(t.Context(), "a", today, "")); results[0].Rank != 1 {
		t.Errorf("it has lost its rank: %+v", results)
	}
	must(t, x.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	own := daily.NewGuild("own")
	g := x.join(t, own, must1(x.GlobalDaily(t.Context(), today, sudoku.Sudoku)), brought(d, 0))
	if g.IsDaily() || g.GuildID != "own" || !g.Joined || g.Finished.IsZero() {
		t.Errorf("it is %+v", g)
	}
	if again := x.join(t, own, must1(x.GlobalDaily(t.Context(), today, sudoku.Sudoku)), brought(d, 0)); again.ID != g.ID {
		t.Errorf("joined twice: %d and %d", g.ID, again.ID)
	}
}

// A browser may claim anything: what the board does not allow is left out, and times are bounded.
func TestJoinOfNonsense(t *testing.T) {
	x := globalTable(t)
	guild := worldwide("a")
	d := chosen(t, x.Store, guild, date("2026-03-05"), sudoku.Sudoku, 0)
	clue := d.Clues().Filled().First()
	g := x.join(t, guild, d, games.Brought{Started: time.Minute, Events: []games.BroughtEvent{
		{Kind: play.Undone}, {Kind: play.Moved, Text: clue.String() + "=1 r9c9"}, {Kind: play.Moved, Text: "nonsense"},
		{Kind: play.Moved, Text: "all marks", Ago: 100 * time.Hour}, {Kind: play.Checked}, {Kind: play.Submitted}, {Kind: play.Hinted, HintLevel: play.HintApply},
	}})
	if g.Checks != 2 || g.Hints != 1 || g.Open() == 0 {
		t.Errorf("%d checks, %d hints, %d open cells", g.Checks, g.Hints, g.Open())
	}
	for _, m := range must1(x.Journal(t.Context(), g.ID)) {
		if m.At.Before(g.Started) || m.At.After(x.clock.read()) {
			t.Errorf("an event is at %s", m.At)
		}
	}
}

// A program of the schema before finishes a joined game without a rank too.
func TestJoinedBeforeTheUpdate(t *testing.T) {
	url := archivetest.URL(t)
	x := tableAt(t, url)
	archivetest.Exec(t, url, fmt.Sprintf(`
		update game set joined = true where id = %[1]d;
		update game set finished = started + interval '5 minutes', active = interval '5 minutes', on_time = true, apart = '', earned = true where id = %[1]d`, x.game.ID))
	if results := must1(x.DailyResults(t.Context(), "42", x.daily.Date, "")); results[0].Rank != 0 {
		t.Errorf("it has rank %d", results[0].Rank)
	}
	if streak := must1(x.Streak(t.Context(), ann.ID, "42", sudoku.Sudoku, x.daily.Date)); streak.Longest != 0 {
		t.Errorf("the streak is %+v", streak)
	}
}
