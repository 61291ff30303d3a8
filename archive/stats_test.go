package archive_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// What is counted from counters is what there is, also when collections overlap, and when a guild has
// some of its own.
func TestStatsAreExact(t *testing.T) {
	s := archivetest.New(t)
	lines := append(puzzles(80, 11), shidoku(5)...)
	want := map[string]int{}
	check := func(when string, upto int) {
		t.Helper()
		clear(want)
		for _, line := range lines[:upto] {
			g := parse(t, line)
			want[fmt.Sprint(g.Shape(), must1(rating.Rate(g)).Tier)]++
		}
		stats := must1(s.Stats(t.Context()))
		for _, c := range stats.Tiers {
			if c.Puzzles != want[fmt.Sprint(c.Shape, c.Tier)] || c.Puzzles == 0 {
				t.Errorf("%s: %d %s of tier %d, want %d", when, c.Puzzles, c.Shape, c.Tier, want[fmt.Sprint(c.Shape, c.Tier)])
			}
		}
		if stats.Puzzles != upto || stats.Old != 0 || len(stats.Tiers) != len(want) {
			t.Errorf("%s: %d puzzles of %d tiers, %d old, want %d of %d", when, stats.Puzzles, len(stats.Tiers), stats.Old, upto, len(want))
		}
	}
	check("empty", 0)
	importLines(t, s, "one", lines[:30]...)
	check("one collection", 30)
	importLines(t, s, "two", lines[20:40]...)
	check("two that overlap", 40)
	_, err := s.ImportFile(t.Context(), archive.ImportOptions{GuildID: "42", Collection: "own", By: "test"}, file(lines...))
	must(t, err)
	check("a guild's own", 85)
}

func TestStatsOfOldRatings(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	importLines(t, s, "all", puzzles(20, 12)...)
	execute(t, url, `update puzzle set rating_version = rating_version - 1 where id <= 7; insert into rating_checked values (1, 5)`)
	if stats := must1(s.Stats(t.Context())); stats.Old != 7 {
		t.Errorf("%d are old, want 7", stats.Old)
	}
}

func TestOverview(t *testing.T) {
	s := archivetest.New(t)
	lines := puzzles(900, 13)
	importLines(t, s, "all", lines...)
	_, err := s.ImportFile(t.Context(), archive.ImportOptions{GuildID: "43", Collection: "secret", By: "test"}, file(puzzles(50, 14)...))
	must(t, err)
	o := must1(s.Overview(t.Context(), "42"))
	if !o.Sampled || sum(o.Scores) != 900 || sum(o.Clues) != 900 || o.Puzzles != suppliesOf(t, archive.Stats{Tiers: tiersOf(lines)}) {
		t.Errorf("%+v, want 900 puzzles, from a sample", o)
	}
	if len(o.Months) != 1 || o.Months[0].Puzzles != 900 {
		t.Errorf("months %v, want one of 900", o.Months)
	}
	// The shares of a sample are about those of all.
	clues := map[int]int{}
	for _, line := range lines {
		clues[parse(t, line).Len()]++
	}
	for _, b := range o.Clues {
		if want := clues[int(b.From)]; b.Puzzles < want-45 || b.Puzzles > want+45 {
			t.Errorf("%d of %g clues, want about %d", b.Puzzles, b.From, want)
		}
	}
	if all := must1(s.Overview(t.Context(), "")); sum(all.Clues) != 950 {
		t.Errorf("the operator sees %d, want 950", sum(all.Clues))
	}
}

func sum(bins []archive.Bin) (n int) {
	for _, b := range bins {
		n += b.Puzzles
	}
	return n
}

func tiersOf(lines []string) (counts []archive.TierCount) {
	for _, line := range lines {
		counts = append(counts, archive.TierCount{Tier: tierOfLine(line), Puzzles: 1})
	}
	return counts
}

// A guild is warned of a tier, or a search, that does not last for 30 days.
func TestUnused(t *testing.T) {
	s := archivetest.New(t).WithClock(func() time.Time { return time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC) })
	var lines []string
	for _, line := range puzzles(80, 15) {
		if tierOfLine(line) == 1 && len(lines) < 6 {
			lines = append(lines, line)
		}
	}
	importLines(t, s, "a", lines...)
	importLines(t, s, "b", lines[2:]...)
	guild := archive.NewGuild("42")
	guild.Scheduled = true
	for day := range guild.Tiers {
		guild.Tiers[day] = logic.TierSingletons
	}
	saved := save(t, s, "42", "few", archive.Search{Tiers: []logic.Tier{1}})
	guild.Searches[time.Monday] = saved.ID
	must(t, s.SaveGuild(t.Context(), guild))
	must2(s.FillSearch(t.Context(), "42", saved, 0))
	must1(s.Daily(t.Context(), guild, archive.DateOf(time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)), sudoku.Sudoku, 0))
	unused := must1(s.Unused(t.Context(), guild))
	if u := unused[0]; u.Left != 5 || u.Days != 25 || !u.Dry() || u.AtMost {
		t.Errorf("%+v, want 5 left for 25 days", u)
	}
	if u := unused[1]; u.Left != 0 || u.Days != 0 || u.Dry() {
		t.Errorf("%+v, want none left, and none asked for", u)
	}
	if u := unused[5]; u.Search != "few" || u.Left != 5 || u.Days != 5 || u.Dry() {
		t.Errorf("%+v, want 5 left for 5 days", u)
	}
}
