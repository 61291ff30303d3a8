package archive_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// tierOf returns a tier that has puzzles, and how many.
func tierOf(t *testing.T, s *archive.Store) (logic.Tier, int) {
	t.Helper()
	stats, err := s.Stats(t.Context())
	must(t, err)
	best := library.TierCount{}
	for _, c := range stats.Tiers {
		if c.Shape == sudoku.Sudoku && c.Puzzles > best.Puzzles {
			best = c
		}
	}
	return best.Tier, best.Puzzles
}

// ofTier returns a guild whose dailies have a tier on all days, 0 for those that it has.
func ofTier(guild daily.Guild, tier logic.Tier) daily.Guild {
	for day := range guild.Tiers {
		guild.Tiers[day] = cmp.Or(tier, guild.Tiers[day])
	}
	return guild
}

// chosen returns a daily of a date. The first that is asked for is the one that counts.
func chosen(t testing.TB, s *archive.Store, guild daily.Guild, day calendar.Date, shape sudoku.Shape, tier logic.Tier) daily.Daily {
	t.Helper()
	d, err := s.Daily(t.Context(), ofTier(guild, tier), day, shape, tier)
	must(t, err)
	return d
}

func TestDailyIsChosenOnce(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "many", archivetest.Puzzles(200, 1)...)
	tier, _ := tierOf(t, s)
	const askers = 50
	var dailies [askers]daily.Daily
	var all sync.WaitGroup
	for i := range dailies {
		all.Go(func() {
			var err error
			dailies[i], err = s.Daily(t.Context(), ofTier(daily.NewGuild("42"), tier), date("2026-03-01"), sudoku.Sudoku, tier)
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i, d := range dailies {
		if d != dailies[0] {
			t.Fatalf("asker %d got puzzle %d, the first %d", i, d.Puzzle.ID, dailies[0].Puzzle.ID)
		}
	}
	if d := dailies[0]; d.Number != 1 || d.Tier != tier || d.Puzzle.Tier != tier || d.Clues() != d.Puzzle.Clues {
		t.Errorf("the daily is %+v", d)
	}
}

func TestDailyNumbers(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "many", slices.Concat(archivetest.Puzzles(200, 1), archivetest.Shidoku(3), archivetest.SixBySix(30, 1))...)
	tier, _ := tierOf(t, s)
	one, other := daily.NewGuild("1"), daily.NewGuild("2")
	for _, c := range []struct {
		guild daily.Guild
		date  string
		shape sudoku.Shape
		want  int
	}{
		{one, "2026-03-01", sudoku.Sudoku, 1},
		{one, "2026-03-01", sudoku.Shidoku, 1},
		{one, "2026-03-02", sudoku.Shidoku, 2},
		{one, "2026-03-03", sudoku.SixBySix, 3},
		{one, "2026-03-01", sudoku.SixBySix, 1},
		{other, "2026-03-02", sudoku.Sudoku, 1},
		{one, "2026-03-05", sudoku.Sudoku, 5},
		{one, "2026-03-02", sudoku.Sudoku, 2},
		{one, "2026-03-04", sudoku.Sudoku, 4}, // asked for later than the day after it
	} {
		if got := chosen(t, s, c.guild, date(c.date), c.shape, tier).Number; got != c.want {
			t.Errorf("guild %s, %s, %s: number %d, want %d", c.guild.ID, c.date, c.shape, got, c.want)
		}
	}
	_, err := s.Daily(t.Context(), one, date("2026-02-28"), sudoku.Sudoku, tier)
	if early := (*daily.TooEarlyError)(nil); !errors.As(err, &early) || early.First != date("2026-03-01") {
		t.Errorf("the day before the first: %v", err)
	}
	guild, err := s.Guild(t.Context(), "1")
	must(t, err)
	must(t, s.SaveGuild(t.Context(), daily.NewGuild("1"))) // the first date is not a setting
	if guild, err = s.Guild(t.Context(), "1"); err != nil || guild.First != date("2026-03-01") {
		t.Errorf("the guild is %+v, %v", guild, err)
	}
}

// Tier 0 is the tier of the weekday.
func TestDailyOfTheWeekday(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "many", archivetest.Puzzles(200, 1)...)
	tier, _ := tierOf(t, s)
	guild := daily.NewGuild("1")
	day := date("2026-03-04")
	guild.Tiers[day.Weekday()] = tier
	if d := chosen(t, s, guild, day, sudoku.Sudoku, 0); d != chosen(t, s, guild, day, sudoku.Sudoku, tier) {
		t.Errorf("tier 0 gives %+v", d)
	}
}

// No puzzle comes twice before the tier is exhausted: not at the end of the order, and not
// when puzzles are imported behind the position that the rotation has reached, nor where puzzles share a place.
func TestDailiesDoNotRepeat(t *testing.T) {
	t.Run("places of their own", func(t *testing.T) { wantNoRepeats(t, "") })
	t.Run("shared places", func(t *testing.T) {
		wantNoRepeats(t, `update puzzle set rnd = rnd & -268435456; update entry set rnd = rnd & -268435456`) // 16 of them
	})
}

// wantNoRepeats imports puzzles three times, each time with a statement after it, and draws them.
func wantNoRepeats(t *testing.T, change string) {
	t.Helper()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	imported := func(collection string, seed uint64) {
		archivetest.Import(t, s, collection, archivetest.Puzzles(60, seed)...)
		archivetest.Exec(t, url, change)
	}
	guild, day := daily.NewGuild("42"), date("2026-01-01")
	var tier logic.Tier
	seen := map[int64]int{}
	lap := func(want int) {
		t.Helper()
		_, there := tierOf(t, s)
		for len(seen) < there {
			d := chosen(t, s, guild, day, sudoku.Sudoku, tier)
			if seen[d.Puzzle.ID]++; seen[d.Puzzle.ID] > 1 {
				t.Fatalf("puzzle %d comes again on %s, after %d of %d", d.Puzzle.ID, day, len(seen), there)
			}
			day = day.AddDays(1)
		}
		if len(seen) < want {
			t.Fatalf("only %d puzzles, so few that this test sees nothing", len(seen))
		}
	}
	imported("first", 1)
	tier, _ = tierOf(t, s)
	lap(20)
	imported("second", 2)
	lap(40)
	for range 10 { // half a round, then more puzzles in the middle of it
		seen[chosen(t, s, guild, day, sudoku.Sudoku, tier).Puzzle.ID]++
		day = day.AddDays(1)
	}
	for id, n := range seen {
		if seen[id] = n - 1; seen[id] == 0 {
			delete(seen, id)
		}
	}
	if len(seen) != 10 {
		t.Fatalf("%d puzzles in ten days of the second round", len(seen))
	}
	imported("third", 3)
	lap(60)
}

func TestGuildsHaveTheirOwnOrder(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "many", archivetest.Puzzles(300, 1)...)
	tier, _ := tierOf(t, s)
	first := map[int64]bool{}
	for i := range 10 {
		first[chosen(t, s, daily.NewGuild(fmt.Sprint(i)), date("2026-03-01"), sudoku.Sudoku, tier).Puzzle.ID] = true
	}
	if len(first) < 3 {
		t.Errorf("ten guilds share %d puzzles on one day", len(first))
	}
}

// Few Shidoku, many looks; 9×9 as imported, unless the guild wishes a fresh look.
func TestLooks(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "small", archivetest.Shidoku(3)...)
	archivetest.Import(t, s, "many", archivetest.Puzzles(100, 1)...)
	tier, _ := tierOf(t, s)
	plain, fresh := daily.NewGuild("plain"), daily.NewGuild("fresh")
	fresh.FreshLook = true
	looks := map[sudoku.Grid]bool{}
	changed := 0
	for i := range 12 {
		day := date("2026-03-01").AddDays(i)
		small := chosen(t, s, plain, day, sudoku.Shidoku, 0)
		looks[small.Clues()] = true
		if small.Tier != small.Puzzle.Tier || canon.KeyOf(small.Clues()) != small.Puzzle.Key {
			t.Errorf("the shidoku of %s is %+v", day, small)
		}
		if d := chosen(t, s, plain, day, sudoku.Sudoku, tier); d.Clues() != d.Puzzle.Clues {
			t.Errorf("the sudoku of %s is shown as %s", day, d.Transform)
		}
		turned := chosen(t, s, fresh, day, sudoku.Sudoku, tier)
		if turned.Clues() != turned.Puzzle.Clues {
			changed++
		}
		if turned != chosen(t, s, fresh, day, sudoku.Sudoku, tier) {
			t.Errorf("the daily of %s changes its look", day)
		}
		if canon.KeyOf(turned.Clues()) != turned.Puzzle.Key {
			t.Errorf("the daily of %s is shown as another puzzle", day)
		}
	}
	if len(looks) < 10 || changed < 10 {
		t.Errorf("%d looks of a shidoku and %d of a sudoku in twelve days", len(looks), changed)
	}
}

func TestNoPuzzle(t *testing.T) {
	s := archivetest.New(t)
	guild, ann := daily.NewGuild("42"), games.Player{ID: "ann", Name: "Ann"}
	for _, shape := range sudoku.Shapes {
		_, err := s.Daily(t.Context(), guild, date("2026-03-01"), shape, logic.TierXWing)
		wantIs(t, err, library.ErrNoPuzzle)
		for _, tier := range []logic.Tier{0, logic.TierXWing} {
			_, err = s.StartGame(t.Context(), ann, guild, shape, tier)
			wantIs(t, err, library.ErrNoPuzzle)
		}
	}
	_, err := s.CurrentGame(t.Context(), "ann", "42")
	wantIs(t, err, postgres.ErrNotFound)
	_, err = s.Puzzle(t.Context(), 1)
	wantIs(t, err, postgres.ErrNotFound)
}

// A player's own puzzles do not repeat either, whatever the way that they came.
func TestOwnGamesDoNotRepeat(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "many", archivetest.Puzzles(60, 1)...)
	tier, there := tierOf(t, s)
	guild, ann := daily.NewGuild("42"), games.Player{ID: "ann", Name: "Ann"}
	now := &clock{at("2026-03-05 12:00")}
	s = s.WithClock(now.read)

	had := map[int64]bool{}
	for i := range 3 { // three dailies of the days before
		g, err := s.StartDaily(t.Context(), ann, chosen(t, s, guild, date("2026-03-02").AddDays(i), sudoku.Sudoku, tier))
		must(t, err)
		had[g.Puzzle.ID] = true
	}
	secret := map[int64]bool{}
	for i := range 3 { // today's and those to come, which have been asked for already
		secret[chosen(t, s, guild, date("2026-03-05").AddDays(i), sudoku.Sudoku, tier).Puzzle.ID] = true
	}
	for range there - len(had) - len(secret) {
		g, err := s.StartGame(t.Context(), ann, guild, sudoku.Sudoku, tier)
		must(t, err)
		if had[g.Puzzle.ID] || secret[g.Puzzle.ID] || g.Puzzle.Tier != tier || g.IsDaily() {
			t.Fatalf("game %d has puzzle %d again (%t), of a daily (%t)", g.ID, g.Puzzle.ID, had[g.Puzzle.ID], secret[g.Puzzle.ID])
		}
		had[g.Puzzle.ID] = true
	}
	g, err := s.StartGame(t.Context(), ann, guild, sudoku.Sudoku, tier)
	must(t, err)
	if secret[g.Puzzle.ID] {
		t.Error("the player gets a daily to come when the tier is exhausted")
	}
	for range 20 { // any tier
		g, err := s.StartGame(t.Context(), ann, guild, sudoku.Sudoku, 0)
		must(t, err)
		if secret[g.Puzzle.ID] {
			t.Error("the player gets a daily to come when the tier does not matter")
		}
	}
}

// The only puzzle of a tier is today's daily: better that than none. Tomorrow's is not given.
func TestOwnGameWhereThereIsOnlyTheDaily(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "one", archivetest.Royle)
	tier, _ := tierOf(t, s)
	guild, ann := daily.NewGuild("42"), games.Player{ID: "ann", Name: "Ann"}
	guild.Scheduled = true
	chosen(t, s, guild, date("2026-03-05"), sudoku.Sudoku, tier)
	_, err := s.WithClock((&clock{at("2026-03-05 08:59")}).read).StartGame(t.Context(), ann, guild, sudoku.Sudoku, tier)
	wantIs(t, err, library.ErrNoPuzzle)
	_, err = s.WithClock((&clock{at("2026-03-05 09:00")}).read).StartGame(t.Context(), ann, guild, sudoku.Sudoku, tier)
	must(t, err)
}

func TestManyDrawAtOnce(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "many", archivetest.Puzzles(60, 1)...)
	tier, there := tierOf(t, s)
	guild, ann := daily.NewGuild("42"), games.Player{ID: "ann", Name: "Ann"}
	games := make([]games.Game, min(there, 20))
	var all sync.WaitGroup
	for i := range games {
		all.Go(func() {
			var err error
			if games[i], err = s.StartGame(t.Context(), ann, guild, sudoku.Sudoku, tier); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	seen := map[int64]bool{}
	for _, g := range games {
		if seen[g.Puzzle.ID] {
			t.Errorf("puzzle %d is given out twice", g.Puzzle.ID)
		}
		seen[g.Puzzle.ID] = true
	}
}
