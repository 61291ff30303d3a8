package archive_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The shortages of schedules are the dailies that then cannot be had, and the count of all guilds agrees.
func TestShortages(t *testing.T) {
	s := archivetest.New(t)
	of := map[logic.Tier][]string{}
	for _, line := range archivetest.Puzzles(120, 5) {
		tier := archivetest.TierOf(line)
		of[tier] = append(of[tier], line)
	}
	r := rand.New(rand.NewPCG(3, 5))
	var searches []search.Saved
	save := func(name string, wanted search.Search) int64 {
		saved, _, err := s.SaveSearch(t.Context(), search.Saved{Name: name, By: "test", Search: wanted})
		must(t, err)
		searches = append(searches, saved)
		return saved.ID
	}
	easy, hidden, locked := of[logic.TierSingletons], of[logic.TierHidden], of[logic.TierLocked]
	if len(easy) < 3 || len(hidden) < 2 || len(locked) < 1 {
		t.Fatalf("%d, %d and %d puzzles", len(easy), len(hidden), len(locked))
	}
	small := map[logic.Tier][]string{}
	for _, line := range archivetest.SixBySix(40, 5) {
		tier := archivetest.TierOf(line)
		small[tier] = append(small[tier], line)
	}
	archivetest.Import(t, s, "easy", easy[0], small[logic.TierSingletons][0])
	archivetest.Import(t, s, "hidden", hidden[0])
	finds, none := save("finds", search.Search{MaxClues: 80}), save("none", search.Search{MinClues: 80})
	all := map[daily.ShortGuilds]int{}
	missing := map[string]bool{}
	for n := range 60 {
		guild := daily.NewGuild(fmt.Sprint(n))
		looked := r.IntN(4) > 0 // else it is not known yet what searches find, and no missing post may be left out
		guild.ChannelID, guild.Scheduled, guild.Since = "1", n%7 > 0 && looked, date("2026-03-02")
		guild.Rules.Global, guild.Shidoku = r.IntN(6) == 0, true
		for day := range guild.Tiers {
			guild.Tiers[day], guild.Off[day] = logic.Tier(1+r.IntN(3)), r.IntN(4) == 0
			guild.Searches[day] = []int64{0, 0, finds, none}[r.IntN(4)]
			guild.Shapes[day] = []sudoku.Shape{sudoku.Sudoku, sudoku.Sudoku, sudoku.SixBySix}[r.IntN(3)]
			guild.SixBySix[day] = r.IntN(2) == 0
		}
		if r.IntN(2) == 0 {
			archivetest.ImportFor(t, s, guild.ID, "own", locked[0], archivetest.Shidoku(1)[0], small[logic.TierHidden][0])
		}
		must(t, s.SaveGuild(t.Context(), guild))
		if r.IntN(3) == 0 {
			archivetest.Choose(t, s, guild.ID, []string{"easy", "hidden"}[r.IntN(2)])
		}
		for _, saved := range searches {
			if looked {
				_, _, err := s.FillSearch(t.Context(), guild.ID, saved, 0)
				must(t, err)
			}
		}
		predicted, err := s.Shortages(t.Context(), guild)
		must(t, err)
		noPost, instead, without := [7]bool{}, [7]bool{}, map[sudoku.Shape][7]bool{}
		tiers := map[daily.ShortGuilds]bool{}
		for _, h := range predicted {
			for _, day := range h.Days {
				if h.Beside {
					days := without[h.Shape]
					days[day] = true
					without[h.Shape] = days
				} else {
					noPost[day], instead[day] = h.NoPost, !h.NoPost
				}
				if h.Tier != library.KeyTier(h.Shape, guild.TierOn(day)) || guild.Off[day] {
					t.Errorf("guild %d, %s: %+v", n, day, h)
				}
			}
			if h.NoPost && h.Chosen {
				tiers[daily.ShortGuilds{Shape: h.Shape, Tier: h.Tier, Chosen: 1}] = true
			} else if h.NoPost {
				tiers[daily.ShortGuilds{Shape: h.Shape, Tier: h.Tier, All: 1}] = true
			}
			missing[fmt.Sprint(h.NoPost, h.Beside, h.Chosen, h.Search, h.Shape)] = true
		}
		for kind := range tiers {
			if guild.Scheduled {
				all[kind]++
			}
		}
		for day := range 7 {
			date := date("2026-03-02").AddDays(day)
			weekday := date.Weekday()
			for _, shape := range guild.Beside(date) {
				_, err := s.Daily(t.Context(), guild, date, shape, 0)
				if !guild.Off[weekday] && errors.Is(err, library.ErrNoPuzzle) != without[shape][weekday] {
					t.Errorf("guild %d, the %s of %s: %v, and %+v were predicted", n, shape, weekday, err, predicted)
				}
			}
			d, err := s.Daily(t.Context(), guild, date, guild.Shape(date), 0)
			if err != nil && !errors.Is(err, library.ErrNoPuzzle) {
				t.Fatal(err)
			}
			right := noPost[weekday] == (err != nil) && instead[weekday] == d.NoneFound
			if !looked {
				right = noPost[weekday] || err == nil
			}
			if !guild.Off[weekday] && !right {
				t.Errorf("guild %d, %s: %+v, %v, and %+v were predicted", n, weekday, d, err, predicted)
			}
		}
	}
	if len(missing) < 12 {
		t.Errorf("too few kinds of shortages: %v", missing)
	}
	counted, err := s.ShortGuilds(t.Context())
	must(t, err)
	for _, c := range counted {
		want := daily.ShortGuilds{Shape: c.Shape, Tier: c.Tier}
		want.All, want.Chosen = all[daily.ShortGuilds{Shape: c.Shape, Tier: c.Tier, All: 1}], all[daily.ShortGuilds{Shape: c.Shape, Tier: c.Tier, Chosen: 1}]
		if c != want {
			t.Errorf("%+v, want %+v", c, want)
		}
	}
	if len(counted) != 2*len(logic.Tiers) {
		t.Errorf("%d tiers", len(counted))
	}
}
