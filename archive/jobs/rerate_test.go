package jobs

import (
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/starter"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// facts returns the rows of a query as text.
func facts(t *testing.T, store *archive.Store, query string, args ...any) (all []string) {
	t.Helper()
	must(t, store.Transact(t.Context(), func(tx pgx.Tx) error {
		rows, err := tx.Query(t.Context(), query, args...)
		if err != nil {
			return err
		}
		all, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (string, error) {
			values, err := row.Values()
			return fmt.Sprint(values), err
		})
		return err
	}))
	return all
}

// ratings are those of all puzzles that are not solved grids.
const ratings = `
	select key::text, tier, round(score::numeric, 6)::text, hardest_of(hardest, needs), rating_version from puzzle
	where hardest_of(hardest, needs) <> '' order by key`

// wantRight wants that slots, counts and places agree with the tiers of the puzzles.
func wantRight(t *testing.T, store *archive.Store) {
	t.Helper()
	for name, query := range map[string]string{
		"entries in a slot that is not their tier": `
			select e.import, e.position, e.slot, p.tier from entry e join puzzle p on p.id = e.puzzle
			where e.slot <> slot_of(p.shape, p.tier) or e.rnd <> p.rnd`,
		"counts that are not those of the entries": `
			select * from (select collection::bigint, slot, count(*) as n from entry where slot is not null group by 1, 2) e
			full join (select collection, slot, puzzles::bigint as n from collection_count where puzzles <> 0) c using (collection, slot)
			where e.n is distinct from c.n`,
	} {
		if wrong := facts(t, store, query); len(wrong) > 0 {
			t.Errorf("%s: %v", name, wrong)
		}
	}
}

// An archive that another version rated ends with the ratings of an import, and what was published stays.
func TestRerate(t *testing.T) {
	t.Parallel()
	url, store, right := misrated(t)
	// Imports once took solved grids too, which have no hardest technique.
	solved := sudokutest.Must1(solver.Solve(sudokutest.Must1(sudoku.Parse(archivetest.Royle))))
	execute(t, store, `update puzzle set clues = $1, hardest = '', needs = 0 where id = 1`, postgres.PackGrid(solved))
	execute(t, store, `update puzzle set rating_version = 1`)
	for i, shape := range sudoku.Shapes {
		for day := range 3 {
			d, err := store.Daily(t.Context(), daily.NewGuild("g"), calendar.Date{Year: 2026, Month: 3, Day: 1}.AddDays(day), shape, 0)
			must(t, err)
			_, err = store.StartDaily(t.Context(), games.Player{ID: fmt.Sprint("p", i), Name: "P"}, d)
			must(t, err)
		}
	}
	published := `select guild, date, d.shape, d.tier, published_tier, number, puzzle, d.import, d.position, transform from daily d order by 1, 2, 3`
	played := `select id, tier, slot, puzzle, import, position from game order by id`
	dailies, before := facts(t, store, published), facts(t, store, played)
	stats, err := store.Stats(t.Context())
	must(t, err)
	if stats.Old != stats.Puzzles || stats.Old == 0 || len(dailies) != 9 || len(before) != 9 {
		t.Errorf("%d of %d puzzles have old ratings, with %d dailies and %d games", stats.Old, stats.Puzzles, len(dailies), len(before))
	}

	added, err := AddRerate(t.Context(), store, "test")
	must(t, err)
	again, err := AddRerate(t.Context(), store, "test")
	must(t, err)
	if !added.New || again.New || again.ID != added.ID {
		t.Errorf("added are %+v and %+v", added, again)
	}
	workToEnd(t, store, url)
	p := list(t, store)[0]
	if p.State != Finished || p.Counts["rated again"] != int64(stats.Puzzles)-1 || p.Counts["left as they were"] != 1 {
		t.Errorf("the job is %+v", p)
	}
	key := facts(t, store, `select key::text from puzzle where id = 1`)[0]
	right = slices.DeleteFunc(right, func(row string) bool { return strings.HasPrefix(row, strings.TrimSuffix(key, "]")) })
	if diff := cmp.Diff(right, facts(t, store, ratings)); diff != "" {
		t.Errorf("the ratings are not those of an import:\n%s", diff)
	}
	wantRight(t, store)
	if diff := cmp.Diff(dailies, facts(t, store, published)); diff != "" {
		t.Errorf("dailies changed:\n%s", diff)
	}
	if diff := cmp.Diff(before, facts(t, store, played)); diff != "" {
		t.Errorf("games changed:\n%s", diff)
	}
	stats, err = store.Stats(t.Context())
	must(t, err)
	if none, err := AddRerate(t.Context(), store, "test"); err != nil || none.ID != 0 || stats.Old != 0 {
		t.Errorf("afterwards there are %+v, %v, and %d old ratings", none, err, stats.Old)
	}
}

// misrated returns the starter collection, in an archive in which another version gave most puzzles
// another tier, and the right ratings.
func misrated(t *testing.T) (url string, store *archive.Store, right []string) {
	t.Helper()
	url = archivetest.URL(t)
	store = archivetest.Open(t, url)
	_, err := store.ImportFile(t.Context(), importing.Options{Collection: "starter"}, starter.Open())
	must(t, err)
	right = facts(t, store, ratings)
	execute(t, store, `update puzzle set tier = tier % 5 + 1, score = 1, hardest = 'naked-single', rating_version = 1 where id % 3 > 0`)
	execute(t, store, `update entry e set slot = slot_of(p.shape, p.tier) from puzzle p where p.id = e.puzzle`)
	execute(t, store, `truncate collection_count`)
	execute(t, store, `insert into collection_count select collection, slot, count(*) from entry group by 1, 2`)
	wantRight(t, store)
	return url, store, right
}

// While machines that rate puzzles again are killed, imports and draws go on: every draw is of the tier
// that was asked for, and in the end everything is as it should be.
func TestRerateKilledBesideDraws(t *testing.T) {
	t.Parallel()
	url, store, right := misrated(t)
	added := addSpans(t, store, 20)
	var child *exec.Cmd
	for i := range 6 {
		child = startChild(t, url)
		guild := daily.NewGuild(fmt.Sprint(i))
		for day := range 40 {
			tier := logic.Tier(day%5 + 1)
			d, err := store.Daily(t.Context(), guild, calendar.Date{Year: 2026, Month: 3, Day: 1}.AddDays(day), sudoku.Sudoku, tier)
			must(t, err)
			if d.Tier != tier {
				t.Errorf("a daily of tier %d has tier %d", tier, d.Tier)
			}
		}
		_, err := store.ImportFile(t.Context(), importing.Options{Collection: fmt.Sprint("more ", i)}, starter.Open())
		must(t, err)
		wantRight(t, store)
		kill(t, child)
	}
	workToEnd(t, store, url)
	if diff := cmp.Diff(right, facts(t, store, ratings)); diff != "" {
		t.Errorf("the ratings are not those of an import:\n%s", diff)
	}
	wantRight(t, store)
	p, err := Find(t.Context(), store, added.ID)
	must(t, err)
	if old := int64(len(facts(t, store, `select id from puzzle where id % 3 > 0`))); p.State != Finished || p.Counts["rated again"] != old || p.Counts["of another tier"] != old {
		t.Errorf("of %d puzzles the job has %+v", old, p)
	}
}

// addSpans adds a job of small items, one a chunk, as AddRerate adds one of large items.
func addSpans(t *testing.T, store *archive.Store, length int) Added {
	t.Helper()
	var items []string
	must(t, store.Transact(t.Context(), func(tx pgx.Tx) error {
		spans, err := library.OldSpans(t.Context(), tx, length)
		for _, s := range spans {
			items = append(items, fmt.Sprintf("%d-%d", s.First, s.Last))
		}
		return err
	}))
	added, err := add(t.Context(), store, task{
		kind: rerate{}.name(), title: "spans", identity: "spans", args: rerateArgs{rating.Version}, chunks: cut(items, 1),
	})
	must(t, err)
	return added
}

// A puzzle that was had in this lap of its old tier is had in this lap of its new one.
func TestRerateKeepsLaps(t *testing.T) {
	t.Parallel()
	url, store, _ := misrated(t)
	execute(t, store, `insert into rotation (owner, shape, tier, lap) values ('guild g', 0, 1, 7), ('guild g', 0, 5, 3), ('guild g', 0, 2, 1)`)
	// Those that were rated 2 are of tier 1, and those that were rated 1 are of tier 5.
	execute(t, store, `insert into drawn (owner, puzzle, lap) select 'guild g', id, 1 from puzzle where tier = 2 and rating_version = 1 and shape = 0`)
	execute(t, store, `insert into drawn (owner, puzzle, lap) select 'guild g', id, 6 from puzzle where tier = 1 and rating_version = 1 and shape = 0`)
	_, err := AddRerate(t.Context(), store, "test")
	must(t, err)
	workToEnd(t, store, url)
	got := facts(t, store, `select distinct p.tier, d.lap from drawn d join puzzle p on p.id = d.puzzle order by 1`)
	if diff := cmp.Diff([]string{"[1 7]", "[5 2]"}, got); diff != "" {
		t.Errorf("tiers and laps are not as wanted:\n%s", diff)
	}
}

// A program that is too old for a job leaves it to others, and the job does not fail.
func TestRerateByOlderProgram(t *testing.T) {
	t.Parallel()
	url, store, _ := misrated(t)
	_, err := rerate{}.do(t.Context(), store, fmt.Appendf(nil, `{"version": %d}`, rating.Version+1), "1-2")
	if !errors.Is(err, errOlder) {
		t.Errorf("a newer version gives %v", err)
	}
	added, err := add(t.Context(), store, task{
		kind: rerate{}.name(), title: "newer", identity: "newer", args: rerateArgs{rating.Version + 1}, chunks: [][]string{{"1-9"}},
	})
	must(t, err)
	stop := inBackground(t, store, url)
	eventually(t, "it was left", func() bool { // to be asked for later
		return len(facts(t, store, `select 1 from river.river_job where state = 'scheduled' and attempted_at is not null`)) > 0
	})
	stop()
	if p, err := Find(t.Context(), store, added.ID); err != nil || p.State != Waiting || p.ItemsDone != 0 || p.Error != "" {
		t.Errorf("the job is %+v, %v", p, err)
	}
}

func TestRerateItem(t *testing.T) {
	t.Parallel()
	for _, item := range []string{"", "1", "1-", "x-y"} {
		if _, err := (rerate{}).do(t.Context(), nil, []byte(`{"version": 1}`), item); err == nil {
			t.Errorf("the item %q is taken", item)
		}
	}
}
