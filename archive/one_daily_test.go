package archive_test

import (
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// dailiesTable is an archive with puzzles of two tiers, Shidoku and 6×6, and a guild whose dailies are of the second.
func dailiesTable(t *testing.T) (url string, x table, guild daily.Guild) {
	url = archivetest.URL(t)
	now := &clock{at("2026-03-05 12:00")}
	x = table{Store: archivetest.Open(t, url).WithClock(now.read), clock: now}
	archivetest.Import(t, x.Store, "some", slices.Concat(archivetest.Puzzles(120, 3), archivetest.Shidoku(20), archivetest.SixBySix(60, 3))...)
	guild = ofTier(daily.NewGuild("42"), logic.TierHidden)
	must(t, x.SaveGuild(t.Context(), guild))
	return url, x, guild
}

// asked returns a daily of a guild as it is set up.
func (x table) asked(t *testing.T, guild daily.Guild, day calendar.Date, shape sudoku.Shape, tier logic.Tier) daily.Daily {
	t.Helper()
	d, err := x.Daily(t.Context(), guild, day, shape, tier)
	must(t, err)
	return d
}

// Of the dailies of a date the guild's default counts, whatever was asked for first, and it stays when the schedule
// changes. The others are extras.
func TestOneDailyCounts(t *testing.T) {
	_, x, guild := dailiesTable(t)
	day := date("2026-03-05")
	if extra := x.asked(t, guild, day, sudoku.Sudoku, logic.TierSingletons); !extra.Extra || extra.Tier != logic.TierSingletons {
		t.Errorf("asked for first is %+v", extra)
	}
	counts := x.asked(t, guild, day, sudoku.Sudoku, 0)
	if counts.Extra || counts.Tier != logic.TierHidden || counts != x.asked(t, guild, day, sudoku.Sudoku, logic.TierHidden) {
		t.Errorf("the daily is %+v", counts)
	}
	if small := x.asked(t, guild, day, sudoku.Shidoku, logic.TierLocked); small.Extra || small != x.asked(t, guild, day, sudoku.Shidoku, 0) {
		t.Errorf("the shidoku is %+v", small)
	}
	if six := x.asked(t, guild, day, sudoku.SixBySix, logic.TierSingletons); !six.Extra || six.Tier != logic.TierSingletons {
		t.Errorf("the 6×6 of another tier is %+v", six)
	}
	six := x.asked(t, guild, day, sudoku.SixBySix, 0)
	if six.Extra || six.Tier != logic.TierHidden || six.Puzzle.Tier != six.Tier || six.Number != counts.Number || six != x.asked(t, guild, day, sudoku.SixBySix, logic.TierHidden) {
		t.Errorf("the 6×6 is %+v", six)
	}
	other := ofTier(guild, logic.TierSingletons)
	if now := x.asked(t, other, day, sudoku.SixBySix, 0); now != six {
		t.Errorf("after the guild has changed its weekdays, the 6×6 is %+v", now)
	}
	if now := x.asked(t, other, day, sudoku.Sudoku, 0); now != counts {
		t.Errorf("after the guild has changed its weekdays, the daily is %+v", now)
	}
	if extra := x.asked(t, other, day, sudoku.Sudoku, logic.TierSingletons); !extra.Extra {
		t.Errorf("what the weekday has now counts: %+v", extra)
	}
	other.Rules.Global = true
	if now := x.asked(t, other, day, sudoku.Sudoku, 0); now != counts {
		t.Errorf("after the guild took the global dailies, the daily is %+v", now)
	}
	wednesday := day.AddDays(6) // which has tier 2 of all guilds too
	for _, shape := range []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix} {
		next, elsewhere := x.asked(t, other, wednesday, shape, 0), daily.NewGuild("another")
		elsewhere.Rules.Global = true
		if !next.Global || next.Extra || next.Shape != shape {
			t.Errorf("the next day's is %+v", next)
		}
		if theirs := x.asked(t, elsewhere, wednesday, shape, 0); theirs.Puzzle.ID != next.Puzzle.ID || theirs.Transform != next.Transform {
			t.Errorf("another guild has %+v", theirs)
		}
	}
}

// Where the default has no puzzle, an extra can be played; it counts from when the guild wants its tier.
func TestExtraWithoutDefault(t *testing.T) {
	now := &clock{at("2026-03-05 12:00")}
	x := table{Store: archivetest.New(t).WithClock(now.read), clock: now}
	archivetest.Import(t, x.Store, "some", slices.DeleteFunc(archivetest.Puzzles(60, 3), func(line string) bool {
		return archivetest.TierOf(line) != logic.TierHidden
	})...)
	guild := ofTier(daily.NewGuild("42"), logic.TierHidden)
	day, missing := date("2026-03-05"), ofTier(guild, logic.TierGuessing)
	extra := x.asked(t, missing, day, sudoku.Sudoku, logic.TierHidden)
	x.solveAs(t, "ann", extra, 20*time.Minute, 0)
	if s := must1(x.Streak(t.Context(), "ann", "42", sudoku.Sudoku, day)); !extra.Extra || s.Current != 0 {
		t.Errorf("%+v, and the streak is %+v", extra, s)
	}
	if d := x.asked(t, guild, day, sudoku.Sudoku, 0); d.Extra || d.Puzzle.ID != extra.Puzzle.ID {
		t.Errorf("the daily is %+v", d)
	}
	if s := must1(x.Streak(t.Context(), "ann", "42", sudoku.Sudoku, day)); s.Current != 1 {
		t.Errorf("the streak is %+v", s)
	}
}

// Two processes that have different settings of a guild, as one has just been changed, agree on what counts.
func TestOneDailyCountsForAll(t *testing.T) {
	url, x, guild := dailiesTable(t)
	stores := []table{x, {Store: archivetest.Open(t, url).WithClock(x.clock.read)}}
	for i := range 5 {
		day := date("2026-03-05").AddDays(i)
		var got [12]daily.Daily
		var all sync.WaitGroup
		for j := range got {
			all.Go(func() {
				wanted, tier := guild, logic.Tier(0)
				switch j % 3 {
				case 1:
					wanted = ofTier(guild, logic.TierSingletons)
				case 2:
					tier = logic.TierSingletons
				}
				d, err := stores[j%2].Daily(t.Context(), wanted, day, sudoku.Sudoku, tier)
				if err != nil {
					t.Error(err)
				}
				got[j] = d
			})
		}
		all.Wait()
		for j, d := range got {
			if asked := j%3 < 2; asked && (d.Extra || d != got[0]) || !asked && d.Extra != (d.Tier != got[0].Tier) {
				t.Errorf("%d got %+v, the first %+v", j, d, got[0])
			}
		}
	}
}

// An extra counts for no rank, leaderboard, pace or streak, and is listed after what counts. A Shidoku has a
// leaderboard of its own, and no part in the streak. A 6×6 has both of its own.
func TestExtrasDoNotCount(t *testing.T) {
	_, x, guild := dailiesTable(t)
	month := calendar.MonthOf(date("2026-03-05"))
	for i := range games.PaceLeast {
		day := date("2026-03-05").AddDays(i)
		x.clock.now = at(day.String() + " 12:00")
		for _, c := range []struct {
			player string
			shape  sudoku.Shape
			tier   logic.Tier
		}{{"counts", sudoku.Sudoku, 0}, {"extra", sudoku.Sudoku, logic.TierSingletons}, {"small", sudoku.Shidoku, 0}, {"six", sudoku.SixBySix, 0}, {"six extra", sudoku.SixBySix, logic.TierSingletons}} {
			r := x.solveAs(t, c.player, x.asked(t, guild, day, c.shape, c.tier), 40*time.Minute, 0)
			if isExtra := c.tier != 0; r.Extra != isExtra || (r.Rank == 1) == isExtra {
				t.Errorf("%s: %+v", c.player, r)
			}
		}
		results, err := x.DailyResults(t.Context(), "42", day, "")
		must(t, err)
		var got []string
		for _, r := range results {
			got = append(got, fmt.Sprint(r.Player.ID, " ", r.Rank))
		}
		if diff := cmp.Diff([]string{"counts 1", "extra 0", "small 1", "six 1", "six extra 0"}, got); diff != "" {
			t.Errorf("%s:\n%s", day, diff)
		}
	}
	for shape, want := range map[sudoku.Shape]string{sudoku.Sudoku: "counts 3", sudoku.Shidoku: "small 3", sudoku.SixBySix: "six 3"} {
		ranking := games.Ranking{GuildID: "42", Shape: shape, Days: month, Viewer: want[:len(want)-2]}
		board, err := x.Leaderboard(t.Context(), ranking)
		if must(t, err); len(board) != 1 || fmt.Sprint(board[0].Player.ID, " ", board[0].Solved) != want {
			t.Errorf("the leaderboard of %s is %+v", shape, board)
		}
		paces, err := x.Paces(t.Context(), ranking)
		if must(t, err); len(paces) != 1 || fmt.Sprint(paces[0].Player.ID, " ", paces[0].Solved) != want {
			t.Errorf("the paces of %s are %+v", shape, paces)
		}
	}
	players := []string{"counts", "extra", "small", "six", "six extra"}
	for shape, wanted := range map[sudoku.Shape]map[string]int{sudoku.Sudoku: {"counts": 3}, sudoku.SixBySix: {"six": 3}} {
		streaks, err := x.Streaks(t.Context(), "42", shape, players, date("2026-03-07"))
		must(t, err)
		for _, player := range players {
			if got, want := streaks[player], wanted[player]; got.Current != want || got.Longest != want {
				t.Errorf("%s has %+v of %s, want %d", player, got, shape, want)
			}
		}
	}
	for player, want := range map[string]bool{"counts": false, "extra": true, "six": false, "six extra": true} {
		g, err := x.SolvedDaily(t.Context(), player, "42", date("2026-03-05"))
		if must(t, err); g.Extra != want {
			t.Errorf("%s solved %+v", player, g)
		}
	}
}
