package archive_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// solveAs plays a daily as a player, in a time and with so many hints.
func (x table) solveAs(t *testing.T, id string, d daily.Daily, took time.Duration, hints int) games.Result {
	t.Helper()
	g, err := x.StartDaily(t.Context(), games.Player{ID: id, Name: "the " + id}, d)
	must(t, err)
	for i := range hints {
		g = record(t, x.Store, g, hinted(g, 4, filled(g, i+1)))
	}
	x.clock.advance(took)
	return solve(t, x.Store, g)
}

func TestRanks(t *testing.T) {
	x := newTable(t)
	for _, c := range []struct {
		id    string
		took  time.Duration
		hints int
		want  int // at that moment
	}{
		{"slow", 10 * time.Minute, 0, 1},
		{"quick", 5 * time.Minute, 3, 1},
		{"equal", 10 * time.Minute, 0, 2},
		{"helped", 10 * time.Minute, 1, 4},
	} {
		if got := x.solveAs(t, c.id, x.daily, c.took, c.hints); got.Rank != c.want {
			t.Errorf("%s has rank %d, want %d", c.id, got.Rank, c.want)
		}
	}
	results, err := x.DailyResults(t.Context(), "42", x.daily.Date, "")
	must(t, err)
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprintf("%d %s %s", r.Rank, r.Player.ID, r.Elapsed))
		if r.Date != x.daily.Date || r.Tier != x.daily.Tier || r.Player.Name != "the "+r.Player.ID {
			t.Errorf("a result is %+v", r)
		}
	}
	want := []string{"1 quick 5m0s", "2 slow 10m0s", "2 equal 10m0s", "4 helped 10m0s"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	for _, other := range []struct{ guild, date string }{{"43", "2026-03-05"}, {"42", "2026-03-06"}} {
		results, err := x.DailyResults(t.Context(), other.guild, date(other.date), "")
		must(t, err)
		if len(results) != 0 {
			t.Errorf("guild %s has %d results on %s", other.guild, len(results), other.date)
		}
	}
}

// A result without a move of the player's own has no rank and takes none from others. Nor has what is
// late: by then the solution may be known to all.
func TestHandedInAndLate(t *testing.T) {
	x := newTable(t)
	x.solveAs(t, "plays", x.daily, 10*time.Minute, 1)
	for _, c := range []struct {
		id    string
		kinds []play.EventKind
	}{{"pastes", []play.EventKind{play.Submitted}}, {"has it hinted", []play.EventKind{play.Checked, play.Hinted}}} {
		g, err := x.StartDaily(t.Context(), games.Player{ID: c.id}, x.daily)
		must(t, err)
		for i, kind := range c.kinds {
			grid := g.Grid
			if i == len(c.kinds)-1 {
				grid = solution(g)
			}
			g = record(t, x.Store, g, event(g, kind, "", grid))
		}
		r, err := x.Finish(t.Context(), g)
		if must(t, err); !r.HandedIn || r.Rank != 0 || r.Late {
			t.Errorf("who %s has %+v", c.id, r)
		}
	}
	x.clock.advance(48 * time.Hour)
	if r := x.solveAs(t, "is late", x.daily, time.Minute, 0); r.HandedIn || r.Rank != 0 || !r.Late {
		t.Errorf("a player who is late has %+v", r)
	}
	results, err := x.DailyResults(t.Context(), "42", x.daily.Date, "")
	must(t, err)
	var got []string
	for _, r := range results {
		got = append(got, fmt.Sprint(r.Rank, " ", r.Player.ID, " ", r.Late))
	}
	if diff := cmp.Diff([]string{"1 plays false", "0 is late true", "0 pastes false", "0 has it hinted false"}, got); diff != "" {
		t.Error(diff)
	}
	board, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42"})
	must(t, err)
	if len(board) != 1 || board[0].Player.ID != "plays" {
		t.Errorf("the leaderboard is %+v", board)
	}
}

// A result is shared once, and not before the game is finished.
func TestShare(t *testing.T) {
	x := newTable(t)
	_, err := x.Share(t.Context(), x.game)
	wantIs(t, err, games.ErrUnsolved)
	want := solve(t, x.Store, x.game)
	got, err := x.Share(t.Context(), x.game)
	want.Shared = true
	if must(t, err); got != want {
		t.Errorf("%+v is shared, want %+v", got, want)
	}
	_, err = x.Share(t.Context(), x.game)
	wantIs(t, err, games.ErrShared)
	g, err := x.Game(t.Context(), x.game.ID)
	if must(t, err); g.ID != x.game.ID || g.Finished.IsZero() {
		t.Errorf("the game is %+v", g)
	}
	_, err = x.Game(t.Context(), 1<<40)
	wantIs(t, err, postgres.ErrNotFound)
}

// Active is the time without the gaps over five minutes.
func TestActiveTime(t *testing.T) {
	x := newTable(t)
	g, err := x.StartDaily(t.Context(), ann, x.daily)
	must(t, err)
	for i, after := range []time.Duration{2 * time.Minute, 5 * time.Minute, 5*time.Minute + time.Second, time.Hour} {
		x.clock.advance(after)
		g = record(t, x.Store, g, event(g, play.Moved, "", filled(g, i+1)))
	}
	g = record(t, x.Store, g, hinted(g, 3, g.Grid))
	x.clock.advance(30 * time.Second)
	r := solve(t, x.Store, g)
	if want := 7*time.Minute + 30*time.Second; r.Active != want || r.Elapsed != want+65*time.Minute+time.Second || r.Deepest != 3 {
		t.Errorf("the result is %+v, want %s of activity", r, want)
	}
}

// A puzzle of the player's own has a result, but no rank and no place on the leaderboard.
func TestOwnResult(t *testing.T) {
	x := newTable(t)
	g, err := x.StartGame(t.Context(), ann, daily.NewGuild("42"), sudoku.Sudoku, 0)
	must(t, err)
	x.clock.advance(time.Minute)
	if r := solve(t, x.Store, g); r.Rank != 0 || !r.Date.IsZero() || r.Elapsed != time.Minute {
		t.Errorf("the result is %+v", r)
	}
	board, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42"})
	must(t, err)
	if len(board) != 0 {
		t.Errorf("the leaderboard is %+v", board)
	}
}

func TestLeaderboard(t *testing.T) {
	x := newTable(t)
	second := chosen(t, x.Store, daily.NewGuild("42"), x.daily.Date.AddDays(1), sudoku.Sudoku, x.daily.Tier)
	x.solveAs(t, "both", x.daily, 40*time.Minute, 1)
	x.solveAs(t, "both", second, 20*time.Minute, 2)
	x.solveAs(t, "slow", second, 15*time.Minute, 0)
	x.solveAs(t, "quick", x.daily, 5*time.Minute, 0)
	standing := func(rank int, id string, solved int, best, mean time.Duration, hints int) games.Standing {
		return games.Standing{Player: games.Player{ID: id, Name: "the " + id}, Solved: solved, Best: best, Mean: mean, Hints: hints, Rank: rank}
	}
	for _, c := range []struct {
		since calendar.Date
		want  []games.Standing
	}{
		{calendar.Date{}, []games.Standing{
			standing(1, "both", 2, 20*time.Minute, 30*time.Minute, 3),
			standing(2, "quick", 1, 5*time.Minute, 5*time.Minute, 0),
			standing(3, "slow", 1, 15*time.Minute, 15*time.Minute, 0),
		}},
		{second.Date, []games.Standing{
			standing(1, "slow", 1, 15*time.Minute, 15*time.Minute, 0),
			standing(2, "both", 1, 20*time.Minute, 20*time.Minute, 2),
		}},
		{second.Date.AddDays(1), nil},
	} {
		got, err := x.Leaderboard(t.Context(), games.Ranking{GuildID: "42", Days: calendar.Days{First: c.since}})
		must(t, err)
		if diff := cmp.Diff(c.want, got); diff != "" && len(c.want)+len(got) > 0 {
			t.Errorf("since %s:\n%s", c.since, diff)
		}
	}
}

// A daily counts if it was finished before the next one was due, by the guild's own clock
// on the wall: here 21:00 in Taipei, which is 13:00 in UTC.
func TestStreak(t *testing.T) {
	now := &clock{at("2026-03-01 12:00")}
	x := table{Store: archivetest.New(t).WithClock(now.read), clock: now}
	archivetest.Import(t, x.Store, "some", archivetest.Puzzles(60, 1)...)
	tier, _ := tierOf(t, x.Store)
	guild := daily.NewGuild("42")
	guild.At, guild.Zone, guild.Scheduled = "21:00", "Asia/Taipei", true
	must(t, x.SaveGuild(t.Context(), guild))
	for _, c := range []struct {
		daily, finished string
		want            games.Streak
	}{
		{"2026-03-01", "2026-03-01 13:00", games.Streak{Current: 1, Longest: 1}},
		{"2026-03-02", "2026-03-03 12:59", games.Streak{Current: 2, Longest: 2}}, // the last minute
		{"2026-03-03", "2026-03-04 13:00", games.Streak{Current: 2, Longest: 2}}, // a minute late
		{"2026-03-04", "2026-03-04 13:01", games.Streak{Current: 1, Longest: 2}},
	} {
		d := chosen(t, x.Store, guild, date(c.daily), sudoku.Sudoku, tier)
		now.now = at(c.finished)
		x.solveAs(t, "ann", d, 0, 0)
		got, err := x.Streak(t.Context(), "ann", "42", sudoku.Sudoku, date(c.daily))
		must(t, err)
		if got != c.want {
			t.Errorf("the daily of %s finished at %s: %+v, want %+v", c.daily, c.finished, got, c.want)
		}
	}
	for _, other := range []struct{ player, guild string }{{"bob", "42"}, {"ann", "43"}} {
		got, err := x.Streak(t.Context(), other.player, other.guild, sudoku.Sudoku, date("2026-03-04"))
		must(t, err)
		if got != (games.Streak{}) {
			t.Errorf("%s on guild %s has %+v", other.player, other.guild, got)
		}
	}
}

// Where nothing is posted, midnight ends the day, whatever the schedule would say.
func TestStreakOfTheCalendar(t *testing.T) {
	x := newTable(t)
	x.clock.now = at("2026-03-05 23:59")
	x.solveAs(t, "in time", x.daily, 0, 0)
	x.solveAs(t, "late", x.daily, time.Minute, 0)
	for player, want := range map[string]int{"in time": 1, "late": 0} {
		got, err := x.Streak(t.Context(), player, "42", sudoku.Sudoku, x.daily.Date)
		must(t, err)
		if got.Current != want {
			t.Errorf("%s has a streak of %d, want %d", player, got.Current, want)
		}
	}
}
