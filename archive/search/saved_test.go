package search_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// save keeps a search of an owner and returns it.
func save(t testing.TB, s *archive.Store, guild, name string, wanted search.Search) search.Saved {
	t.Helper()
	saved, _, err := s.SaveSearch(t.Context(), search.Saved{GuildID: guild, Name: name, By: "test", Search: wanted})
	must(t, err)
	return saved
}

func TestSavedSearches(t *testing.T) {
	s := archivetest.New(t)
	all := search.Search{
		Shaped: true, Tiers: []logic.Tier{2, 3}, MinScore: 300, MaxScore: 600.5, MinClues: 22, MaxClues: 30,
		Needs: []search.Need{{Technique: logic.Pointing, Times: 2}}, Only: []logic.Technique{logic.Pointing, logic.HiddenSingle},
		Symmetry: criteria.HalfTurn, Pattern: sudoku.CellsOf(0, 80), MinAutomorphisms: 1, MaxAutomorphisms: 2,
		In: []int32{1, 2}, NotIn: []int32{3}, Since: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Until: time.Date(2027, 1, 2, 3, 4, 5, 0, time.UTC),
	}
	save(t, s, "", "everything", all)
	got := must1(s.SavedSearch(t.Context(), "42", "everything"))
	if fmt.Sprintf("%+v", got.Search) != fmt.Sprintf("%+v", all) || got.By != "test" || got.Made.IsZero() {
		t.Errorf("saved %+v, got %+v", all, got)
	}
	save(t, s, "42", "everything", search.Search{})
	if got := must1(s.SavedSearch(t.Context(), "42", "everything")); got.GuildID != "42" || len(got.Search.Tiers) > 0 {
		t.Errorf("the guild's own comes first, got %+v", got)
	}
	save(t, s, "43", "other", search.Search{})
	if n := len(must1(s.SavedSearches(t.Context(), "42"))); n != 2 {
		t.Errorf("guild 42 sees %d saved searches, want its own and the operator's", n)
	}
	if n := len(must1(s.AllSavedSearches(t.Context()))); n != 3 {
		t.Errorf("the operator sees %d saved searches, want 3", n)
	}
	if _, err := s.SavedSearch(t.Context(), "42", "other"); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("the search of another guild: %v", err)
	}
	for _, name := range []string{"", " x", "a\nb", "hidden", "3", strings.Repeat("x", search.MaxName+1), "a\xff"} {
		if _, _, err := s.SaveSearch(t.Context(), search.Saved{Name: name}); !errors.Is(err, search.ErrName) {
			t.Errorf("name %q: %v", name, err)
		}
	}
}

// The dailies of a weekday with a search are as it wants, none twice before all were given, and then
// the oldest again.
func TestDailyOfSearch(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(40, 7)
	archivetest.Import(t, s, "all", lines...)
	few := search.Search{MinClues: 40}
	want := found(t, s, search.Query{Search: few})
	if len(want) < 3 || len(want) > 20 {
		t.Fatalf("%d puzzles, want some", len(want))
	}
	guild := daily.NewGuild("42")
	saved := save(t, s, "", "few", few)
	for day := range guild.Searches {
		guild.Searches[day] = saved.ID
	}
	must(t, s.SaveGuild(t.Context(), guild))
	guild = must1(s.Guild(t.Context(), "42"))
	if guild.Searches[3] != saved.ID {
		t.Fatal("the schedule does not keep its searches")
	}
	date := calendar.DateOf(time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC))
	var got []string
	for n := range 2 * len(want) {
		d := must1(s.Daily(t.Context(), guild, date.AddDays(n), sudoku.Sudoku, 0))
		if d.NoneFound || d.Tier != archivetest.TierOf(d.Puzzle.Clues.String()) {
			t.Fatalf("day %d: %+v", n, d)
		}
		for _, tier := range []logic.Tier{0, d.Tier} {
			if again := must1(s.Daily(t.Context(), guild, date.AddDays(n), sudoku.Sudoku, tier)); again.Puzzle != d.Puzzle {
				t.Fatalf("day %d: another puzzle when it is asked for again with tier %d", n, tier)
			}
		}
		got = append(got, d.Puzzle.Clues.String())
	}
	first, second := got[:len(want)], got[len(want):]
	if !slices.Equal(first, second) {
		t.Error("the second time the order is another")
	}
	if slices.Sort(first); !slices.Equal(first, slices.Sorted(slices.Values(want))) {
		t.Errorf("in %d days, other puzzles than those wanted", len(want))
	}
	if left, all, err := s.SearchLeft(t.Context(), "42", saved); left != 0 || !all || err != nil {
		t.Errorf("%d left, all %t, %v; want 0", left, all, err)
	}
	if left, _, err := s.SearchLeft(t.Context(), "43", saved); left != len(want) || err != nil {
		t.Errorf("%d left for another guild, %v; want all", left, err)
	}
	// What is imported later comes before what the guild has had.
	archivetest.Import(t, s, "later", archivetest.Puzzles(40, 8)...)
	d := must1(s.Daily(t.Context(), guild, date.AddDays(2*len(want)), sudoku.Sudoku, 0))
	if slices.Contains(want, d.Puzzle.Clues.String()) {
		t.Error("a puzzle again, though there are new ones")
	}
}

// Without a puzzle for the search, the daily has the weekday's tier, and says so.
func TestDailyOfSearchThatFindsNone(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "all", archivetest.Puzzles(60, 9)...)
	guild := daily.NewGuild("42")
	saved := save(t, s, "42", "none", search.Search{MinClues: 80})
	for day := range guild.Searches {
		guild.Searches[day], guild.Tiers[day] = saved.ID, logic.TierSingletons
	}
	date := calendar.DateOf(time.Date(2026, 11, 2, 0, 0, 0, 0, time.UTC))
	asked := must1(s.Daily(t.Context(), guild, date, sudoku.Sudoku, logic.TierSingletons))
	d := must1(s.Daily(t.Context(), guild, date, sudoku.Sudoku, 0))
	if !d.NoneFound || d.Tier != logic.TierSingletons || asked.Puzzle != d.Puzzle {
		t.Errorf("%+v, want one of the tier", d)
	}
	must1(s.DeleteSearch(t.Context(), "42", "none")) // the schedule in hand is of before
	if d := must1(s.Daily(t.Context(), guild, date.AddDays(1), sudoku.Sudoku, 0)); !d.NoneFound {
		t.Errorf("%+v, want one of the tier", d)
	}
	// A puzzle that is rated anew is looked at again, and one that is gone is not given out.
	hard := save(t, s, "42", "hard", search.Search{Tiers: []logic.Tier{1}})
	must2(s.FillSearch(t.Context(), "42", hard, 0))
	archivetest.Exec(t, url, `update puzzle set tier = 4`)
	for day := range guild.Searches {
		guild.Searches[day] = hard.ID
	}
	if d := must1(s.Daily(t.Context(), guild, date.AddDays(2), sudoku.Sudoku, 0)); !d.NoneFound {
		t.Errorf("%+v, want one of the tier", d)
	}
}

func must2[T, U any](a T, b U, err error) (T, U) {
	if err != nil {
		panic(err)
	}
	return a, b
}

func TestDeleteSearch(t *testing.T) {
	s := archivetest.New(t)
	saved, other := save(t, s, "", "a", search.Search{}), save(t, s, "", "b", search.Search{})
	for _, id := range []string{"1", "2"} {
		guild := daily.NewGuild(id)
		guild.Searches = [7]int64{saved.ID, other.ID, saved.ID}
		must(t, s.SaveGuild(t.Context(), guild))
	}
	if days := must1(s.DeleteSearch(t.Context(), "", "a")); days != 4 {
		t.Errorf("%d days used it, want 4", days)
	}
	if g := must1(s.Guild(t.Context(), "1")); g.Searches != [7]int64{0, other.ID} {
		t.Errorf("the schedule has %v", g.Searches)
	}
	if _, err := s.DeleteSearch(t.Context(), "1", "b"); !errors.Is(err, postgres.ErrNotFound) {
		t.Errorf("a guild deletes the operator's: %v", err)
	}
}

// A guild is warned of a tier, or a search, that does not last for 30 days.
func TestUnused(t *testing.T) {
	s := archivetest.New(t).WithClock(func() time.Time { return time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC) })
	var lines []string
	for _, line := range archivetest.Puzzles(80, 15) {
		if archivetest.TierOf(line) == 1 && len(lines) < 6 {
			lines = append(lines, line)
		}
	}
	archivetest.Import(t, s, "a", lines...)
	archivetest.Import(t, s, "b", lines[2:]...)
	guild := daily.NewGuild("42")
	guild.Scheduled = true
	for day := range guild.Tiers {
		guild.Tiers[day] = logic.TierSingletons
	}
	saved := save(t, s, "42", "few", search.Search{Tiers: []logic.Tier{1}})
	guild.Searches[time.Monday] = saved.ID
	must(t, s.SaveGuild(t.Context(), guild))
	must2(s.FillSearch(t.Context(), "42", saved, 0))
	must1(s.Daily(t.Context(), guild, calendar.DateOf(time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)), sudoku.Sudoku, 0))
	unused := must1(s.Unused(t.Context(), guild))
	if u := unused[0]; u.Left != 5 || u.Days != 25 || !u.Dry() {
		t.Errorf("%+v, want 5 left for 25 days", u)
	}
	if u := unused[1]; u.Left != 0 || u.Days != 0 || u.Dry() {
		t.Errorf("%+v, want none left, and none asked for", u)
	}
	if u := unused[10]; u.Search != "few" || u.Left != 5 || u.Days != 5 || u.Dry() {
		t.Errorf("%+v, want 5 left for 5 days", u)
	}
}
