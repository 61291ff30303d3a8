package archive_test

import (
	"errors"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// offersOf lists what a guild may choose: names, "own" and "chosen".
func offersOf(t testing.TB, s *archive.Store, guild string) (all []string) {
	t.Helper()
	offers, _, err := s.Offers(t.Context(), guild)
	must(t, err)
	for _, o := range offers {
		name := o.Name
		if o.Own {
			name += " own"
		}
		if o.Chosen {
			name += " chosen"
		}
		all = append(all, name)
	}
	return all
}

// drawnBy lists the keys of everything that a guild's dailies show in some days.
func drawnBy(t testing.TB, s *archive.Store, guild string, from string, days int, tier logic.Tier) map[canon.Key]bool {
	t.Helper()
	keys := map[canon.Key]bool{}
	for i := range days {
		keys[chosen(t, s, daily.NewGuild(guild), date(from).AddDays(i), sudoku.Sudoku, tier).Puzzle.Key] = true
	}
	return keys
}

func keysOf(lines ...string) map[canon.Key]bool {
	keys := map[canon.Key]bool{}
	for _, line := range lines {
		keys[canon.KeyOf(must1(sudoku.Parse(line)))] = true
	}
	return keys
}

// A guild's puzzles come from its own collections and from those that are shared, never from
// another guild's; a place without any gets the shared ones.
func TestGuildsDrawFromTheirOwn(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Singletons(30, 1)
	common, a, b := lines[:10], lines[10:20], lines[20:]
	archivetest.Import(t, s, "common", common...)
	archivetest.ImportFor(t, s, "A", "best", a...)
	archivetest.ImportFor(t, s, "B", "best", b...)
	for guild, want := range map[string]map[canon.Key]bool{
		"A": keysOf(append(common[:10:10], a...)...), "B": keysOf(append(common[:10:10], b...)...), "C": keysOf(common...),
	} {
		if diff := cmp.Diff(want, drawnBy(t, s, guild, "2026-03-01", 25, 1)); diff != "" {
			t.Errorf("guild %s draws (+) and may draw (-):\n%s", guild, diff)
		}
		got := map[canon.Key]bool{}
		player := games.Player{ID: "player of " + guild}
		for range 25 {
			g, err := s.StartGame(t.Context(), player, daily.NewGuild(guild), sudoku.Sudoku, 0)
			must(t, err)
			got[g.Puzzle.Key] = true
		}
		for key := range got {
			if !want[key] {
				t.Errorf("a player in guild %s gets a puzzle of another", guild)
			}
		}
	}
	for guild, want := range map[string][]string{"A": {"best own", "common"}, "B": {"best own", "common"}, "C": {"common"}, "": {"common"}} {
		if diff := cmp.Diff(want, offersOf(t, s, guild)); diff != "" {
			t.Errorf("guild %q may choose:\n%s", guild, diff)
		}
	}
	must(t, s.ShareCollection(t.Context(), "", "common", false, "test"))
	_, err := s.Daily(t.Context(), daily.NewGuild("D"), date("2026-03-01"), sudoku.Sudoku, 1)
	if none := (*library.NoPuzzleError)(nil); !errors.As(err, &none) || none.Chosen {
		t.Errorf("where the operator shares nothing: %v", err)
	}
	must(t, s.ShareCollection(t.Context(), "B", "best", true, "test"))
	if diff := cmp.Diff(keysOf(b...), drawnBy(t, s, "D", "2026-03-01", 12, 1)); diff != "" {
		t.Errorf("guild D draws (+) what is shared (-):\n%s", diff)
	}
	wantIs(t, s.ShareCollection(t.Context(), "A", "none", true, "test"), postgres.ErrNotFound)
	wantIs(t, s.ShareCollection(t.Context(), "", "best", true, "test"), postgres.ErrNotFound)
}

// A puzzle that two guilds have is stored once, and each sees only its own line: grid, name and
// author. Neither report says that the other has it.
func TestSharedPuzzleOfTwoGuilds(t *testing.T) {
	s := archivetest.New(t)
	r := rand.New(rand.NewPCG(3, 3))
	lines := archivetest.Singletons(8, 1)
	first := archivetest.ImportFor(t, s, "A", "best", "Secret of A "+lines[0], lines[1], lines[2])
	wantCounts(t, first, "3 read: 3 new, 0 duplicates, 0 rejected")

	mine := archivetest.Turned(lines[0], r)
	second := archivetest.ImportFor(t, s, "B", "best", "Name of B "+mine, archivetest.Turned(lines[0], r), lines[1], archivetest.Turned(mine, r))
	wantCounts(t, second, "4 read: 2 new, 2 duplicates, 0 rejected")
	if second.Repeated || len(second.DuplicateOf) != 2 || second.DuplicateOf[0].OfLine != 1 || second.DuplicateOf[1].OfLine != 1 || second.DuplicateOf[1].Line != 4 {
		t.Errorf("the report of B is %+v", second)
	}
	again := archivetest.ImportFor(t, s, "B", "more", lines[0], lines[1], lines[2])
	wantCounts(t, again, "3 read: 1 new, 2 duplicates, 0 rejected") // lines[2] is A's alone
	operators := archivetest.Import(t, s, "all", lines...)
	wantCounts(t, operators, "8 read: 5 new, 3 duplicates, 0 rejected")
	stats, err := s.Stats(t.Context())
	must(t, err)
	if stats.Puzzles != 8 {
		t.Errorf("%d puzzles are stored, want 8", stats.Puzzles)
	}

	archivetest.Choose(t, s, "B", "best")
	for i := range 2 {
		d := chosen(t, s, daily.NewGuild("B"), date("2026-03-01").AddDays(i), sudoku.Sudoku, 1)
		if d.Puzzle.Name == "Name of B" != (d.Clues().String() == mine) || strings.Contains(d.Puzzle.Name, "Secret") {
			t.Errorf("a daily of B is %+v", d)
		}
		g, err := s.StartDaily(t.Context(), ann, d)
		if must(t, err); g.Puzzle != d.Puzzle || g.Clues != d.Clues() {
			t.Errorf("a game of B is %+v", g)
		}
	}
	archivetest.Choose(t, s, "A", "best")
	names := 0
	for i := range 3 {
		d := chosen(t, s, daily.NewGuild("A"), date("2026-03-01").AddDays(i), sudoku.Sudoku, 1)
		if d.Puzzle.Name == "Secret of A" && d.Clues().String() == lines[0] {
			names++
		} else if d.Puzzle.Name != "" {
			t.Errorf("a daily of A is %+v", d)
		}
	}
	if names != 1 {
		t.Errorf("%d dailies of A have its name", names)
	}
}

// The same file in two guilds, and for the operator, is not repeated for any of them.
func TestSameFileOfManyOwners(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(20, 1)
	for _, guild := range []string{"A", "B", "C"} {
		report := archivetest.ImportFor(t, s, guild, "best", lines...)
		if wantCounts(t, report, "20 read: 20 new, 0 duplicates, 0 rejected"); report.Repeated {
			t.Errorf("the file of guild %s is repeated", guild)
		}
		report = archivetest.ImportFor(t, s, guild, "best", lines...)
		if wantCounts(t, report, "20 read: 0 new, 20 duplicates, 0 rejected"); !report.Repeated {
			t.Errorf("the second file of guild %s is not repeated", guild)
		}
	}
	wantCounts(t, archivetest.Import(t, s, "best", lines...), "20 read: 0 new, 20 duplicates, 0 rejected")
	collections, err := s.Collections(t.Context())
	must(t, err)
	for i, owner := range []string{"", "A", "B", "C"} {
		if c := collections[i]; c.GuildID != owner || c.Shared != (owner == "") || c.Puzzles != collections[0].Puzzles {
			t.Errorf("collection %d is %+v", i, c)
		}
	}
}

// Two imports into one collection at once, and those of other guilds beside: the counts are those
// of the entries, and every puzzle has one place in each collection.
func TestCountsOfImportsAtOnce(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := archivetest.Puzzles(400, 1)
	var all sync.WaitGroup
	for i := range 6 {
		all.Go(func() {
			o := importing.Options{GuildID: []string{"A", "B"}[i%2], Collection: "best", Batch: 37}
			if _, err := s.ImportFile(t.Context(), o, file(lines[30*i:]...)); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	wantCountsRight(t, url)
	stats, err := s.Stats(t.Context())
	must(t, err)
	collections, err := s.Collections(t.Context())
	must(t, err)
	if collections[0].Puzzles != tierCountsOf(t, stats) || stats.Puzzles != 400 || collections[1].Puzzles == collections[0].Puzzles {
		t.Errorf("the collections are %+v", collections)
	}
}

// wantCountsRight compares the counts of collections with their entries.
func wantCountsRight(t *testing.T, url string) {
	t.Helper()
	if n := archivetest.CountRows(t, url, `(
		select collection, slot, puzzles from collection_count
		except select e.collection, slot_of(p.shape, p.tier), count(distinct e.puzzle)
		from entry e join puzzle p on p.id = e.puzzle group by 1, 2
	) wrong`); n != 0 {
		t.Errorf("%d counts of collections are wrong", n)
	}
	if n := archivetest.CountRows(t, url, `(select from entry where slot is not null group by collection, puzzle having count(*) <> 1) twice`); n != 0 {
		t.Errorf("%d puzzles have two places in a collection", n)
	}
	if n := archivetest.CountRows(t, url, `(select from entry group by collection, puzzle having count(slot) <> 1) without`); n != 0 {
		t.Errorf("%d puzzles of collections have no place", n)
	}
}

// The choice decides what is drawn, and only that: what is chosen, open or finished stays.
func TestChoice(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Singletons(40, 1)
	archivetest.Import(t, s, "big", lines[:30]...)
	archivetest.Import(t, s, "small", lines[30:35]...)
	archivetest.ImportFor(t, s, "A", "own", lines[35:]...)
	archivetest.ImportFor(t, s, "B", "other", archivetest.Puzzles(3, 9)...)

	archivetest.Choose(t, s, "A", "small", "own")
	if diff := cmp.Diff([]string{"own own chosen", "big", "small chosen"}, offersOf(t, s, "A")); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(keysOf(lines[30:]...), drawnBy(t, s, "A", "2026-03-01", 10, 1)); diff != "" {
		t.Errorf("ten days of ten puzzles:\n%s", diff)
	}
	guild := daily.NewGuild("A")
	first := chosen(t, s, guild, date("2026-03-01"), sudoku.Sudoku, 1)
	game, err := s.StartDaily(t.Context(), ann, first)
	must(t, err)

	archivetest.Choose(t, s, "A", "big")
	must(t, s.ShareCollection(t.Context(), "", "small", false, "test"))
	if again := chosen(t, s, guild, date("2026-03-01"), sudoku.Sudoku, 1); again != first {
		t.Errorf("the daily was %+v and is %+v", first, again)
	}
	current, err := s.CurrentGame(t.Context(), "ann", "A")
	if must(t, err); current.ID != game.ID || current.Puzzle != game.Puzzle || current.Clues != game.Clues {
		t.Errorf("the game was %+v and is %+v", game, current)
	}
	if diff := cmp.Diff(keysOf(lines[:30]...), drawnBy(t, s, "A", "2026-04-01", 30, 1)); diff != "" {
		t.Errorf("thirty days of thirty puzzles:\n%s", diff)
	}

	must(t, s.ShareCollection(t.Context(), "", "big", false, "test"))
	_, err = s.Daily(t.Context(), guild, date("2026-06-01"), sudoku.Sudoku, 1)
	if none := (*library.NoPuzzleError)(nil); !errors.As(err, &none) || !none.Chosen {
		t.Errorf("where all that was chosen is gone: %v", err)
	}
	_, err = s.StartGame(t.Context(), ann, guild, sudoku.Sudoku, 0)
	wantIs(t, err, library.ErrNoPuzzle)
	if _, lost, err := s.Offers(t.Context(), "A"); lost != 1 || err != nil {
		t.Errorf("%d chosen collections are lost, %v", lost, err)
	}
	must(t, s.Choose(t.Context(), guild))
	if diff := cmp.Diff(keysOf(lines[35:]...), drawnBy(t, s, "A", "2026-06-01", 5, 1)); diff != "" {
		t.Errorf("back to all, which is the own one:\n%s", diff)
	}
}

// Nobody chooses what they may not use, and a refused choice changes nothing.
func TestChoiceRefused(t *testing.T) {
	s := archivetest.New(t)
	archivetest.ImportFor(t, s, "A", "own", archivetest.Royle)
	archivetest.ImportFor(t, s, "B", "other", archivetest.Royle)
	archivetest.Choose(t, s, "A", "own")
	others, _, err := s.Offers(t.Context(), "B")
	must(t, err)
	for _, ids := range [][]int64{{others[0].ID}, {1, 2}, {99}, {-1}} {
		wantIs(t, s.Choose(t.Context(), daily.NewGuild("A"), ids...), postgres.ErrNotFound)
	}
	if diff := cmp.Diff([]string{"own own chosen"}, offersOf(t, s, "A")); diff != "" {
		t.Error(diff)
	}
}

// Two admins who choose at once: it is one choice or the other.
func TestChooseAtOnce(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "a", archivetest.Royle)
	archivetest.Import(t, s, "b", archivetest.Royle)
	offers, _, err := s.Offers(t.Context(), "A")
	must(t, err)
	for range 10 {
		var all sync.WaitGroup
		for i := range 4 {
			all.Go(func() {
				if err := s.Choose(t.Context(), daily.NewGuild("A"), offers[i%2].ID); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if got := strings.Join(offersOf(t, s, "A"), ", "); got != "a chosen, b" && got != "a, b chosen" {
			t.Fatalf("the choice is %s", got)
		}
	}
}

// A small choice goes round many times; with all collections again, what the guild never had
// comes before all that it had, and of that what it has not had for longest.
func TestRotationOverChoices(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Singletons(40, 1)
	archivetest.Import(t, s, "small", lines[:5]...)
	archivetest.Import(t, s, "big", lines[5:]...)
	had := drawnBy(t, s, "A", "2026-01-01", 10, 1)
	archivetest.Choose(t, s, "A", "small")
	for round := range 4 {
		from := date("2026-02-01").AddDays(5 * round).String()
		if diff := cmp.Diff(keysOf(lines[:5]...), drawnBy(t, s, "A", from, 5, 1)); round > 0 && diff != "" {
			t.Errorf("round %d of the small collection:\n%s", round, diff)
		}
	}
	must(t, s.Choose(t.Context(), daily.NewGuild("A")))
	small := keysOf(lines[:5]...)
	for key := range drawnBy(t, s, "A", "2026-04-01", 40-len(had)-missing(small, had), 1) {
		if had[key] || small[key] {
			t.Error("a puzzle that the guild had comes before one that it never had")
		}
	}
	if got := drawnBy(t, s, "A", "2026-06-01", 40, 1); len(got) != 40 {
		t.Errorf("%d puzzles in the next round of 40", len(got))
	}
}

func missing(keys, from map[canon.Key]bool) (n int) {
	for key := range keys {
		if !from[key] {
			n++
		}
	}
	return n
}

// A player's own puzzles keep their order over guilds with different collections.
func TestPlayerOfTwoGuilds(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Singletons(30, 1)
	archivetest.ImportFor(t, s, "A", "best", lines[:20]...)
	archivetest.ImportFor(t, s, "B", "best", lines[10:]...)
	seen := map[canon.Key]int{}
	for i := range 20 {
		g, err := s.StartGame(t.Context(), ann, daily.NewGuild([]string{"A", "B"}[i%2]), sudoku.Sudoku, 1)
		must(t, err)
		seen[g.Puzzle.Key]++
	}
	if len(seen) != 20 {
		t.Errorf("%d different puzzles in twenty games", len(seen))
	}
}
