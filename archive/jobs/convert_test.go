package jobs

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A converted archive takes no more room than before, also if the machine dies that gives it back.
func TestConvertGivesRoomBack(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	_, err := store.ImportFile(t.Context(), library.ImportOptions{Collection: "some"}, strings.NewReader(strings.Join(archivetest.Puzzles(1200, 4), "\n")))
	must(t, err)
	archivetest.LengthenGrids(t, url)
	archivetest.Exec(t, url, `vacuum full puzzle`)
	pages := func() []int {
		return archivetest.Read[int](t, url, `
			select (pg_relation_size(oid) / 8192)::integer from pg_class where relname in ('puzzle', 'puzzle_pkey') order by relname`)
	}
	before := pages()
	execute(t, store, `create index puzzle_pkey_ccnew on puzzle (id)`) // what an interrupted "reindex concurrently" leaves
	_, err = AddConvert(t.Context(), store, "test")
	must(t, err)
	workToEnd(t, store, url)
	if after := pages(); after[0] >= before[0] || after[1] > before[1] {
		t.Errorf("the pages of puzzles and of the index of ids are %d, before %d", after, before)
	}
	if left := archivetest.Read[string](t, url, `select indexrelid::regclass::text from pg_index where indrelid = 'puzzle'::regclass order by 1`); len(left) != 3 {
		t.Errorf("the indexes are %q", left)
	}
	if p, found := auditNow(t, store, url); p.Counts["damaged"] != 0 {
		t.Errorf("damaged are %q", found)
	}
}

// The puzzles and lines of an old archive become as this program imports them, while dailies are drawn, files imported
// and taken back, and a machine is killed. Afterwards there is nothing to do.
func TestConvert(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	r := rand.New(rand.NewPCG(1, 2))
	lines := archivetest.Puzzles(200, 4)
	full, err := sudoku.Parse(lines[0])
	must(t, err)
	full, err = solver.Solve(full)
	must(t, err)
	for n := range 50 {
		lines = append(lines, archivetest.Turned(lines[n], r), full.With(sudoku.Cell(n), 0).String()) // of 80 clues
	}
	report, err := store.ImportFile(t.Context(), library.ImportOptions{Collection: "some"}, strings.NewReader(strings.Join(lines, "\n")))
	must(t, err)
	const columns = `select 'puzzle', id, 0, clues from puzzle union all select 'line', import, position, grid from entry order by 1, 2, 3`
	want := facts(t, store, columns)
	short := archivetest.Read[int](t, url, `
		select (select count(*) from puzzle where length(clues) between 11 and 33)::integer + (select count(*) from entry where length(grid) between 11 and 33)::integer`)
	archivetest.LengthenGrids(t, url)
	execute(t, store, `update puzzle set clue_count = null where id % 5 = 0`)

	added, err := AddConvert(t.Context(), store, "test")
	must(t, err)
	again, err := AddConvert(t.Context(), store, "test")
	must(t, err)
	if !added.New || again.New || again.ID != added.ID {
		t.Errorf("added are %+v and %+v", added, again)
	}
	child := startChild(t, url)
	for day := range 10 {
		_, err := store.Daily(t.Context(), daily.NewGuild("g"), calendar.Date{Year: 2026, Month: 3, Day: 1}.AddDays(day), sudoku.Sudoku, 1)
		must(t, err)
		more, err := store.ImportFile(t.Context(), library.ImportOptions{Collection: fmt.Sprint("more ", day)}, strings.NewReader(strings.Join(lines[:20], "\n")))
		must(t, err)
		_, err = store.RevertImport(t.Context(), more.ImportID, "test")
		must(t, err)
	}
	kill(t, child)
	workToEnd(t, store, url)
	if p, err := Find(t.Context(), store, added.ID); err != nil || p.State != Finished || p.Counts["converted"] != int64(short[0]) || short[0] <= len(lines)/2 {
		t.Errorf("the job is %+v, %v; of %d lines %d columns were to be converted", p, err, report.Read, short[0])
	}
	if diff := cmp.Diff(want, facts(t, store, columns)); diff != "" {
		t.Errorf("the columns are not those of an import:\n%s", diff)
	}
	if p, found := auditNow(t, store, url); p.Counts["damaged"] != 0 {
		t.Errorf("damaged are %q", found)
	}
	if none, err := AddConvert(t.Context(), store, "test"); err != nil || none.ID != 0 {
		t.Errorf("afterwards there is %+v, %v", none, err)
	}
}
