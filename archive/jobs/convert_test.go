package jobs

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// roomy is an archive of before, with a job that converts it.
type roomy struct {
	*archive.Store
	url    string
	before []int
}

func newRoomy(t *testing.T) roomy {
	t.Helper()
	url := archivetest.URL(t)
	r := roomy{Store: archivetest.Open(t, url), url: url}
	archivetest.Import(t, r.Store, "some", archivetest.Puzzles(1200, 4)...)
	archivetest.LengthenGrids(t, url)
	archivetest.Exec(t, url, `vacuum full puzzle`)
	r.before = r.pages(t)
	_, err := AddConvert(t.Context(), r.Store, "test")
	must(t, err)
	return r
}

// pages are those of puzzles and of the index of ids.
func (r roomy) pages(t *testing.T) []int {
	return archivetest.Read[int](t, r.url, `
		select (pg_relation_size(oid) / 8192)::integer from pg_class where relname in ('puzzle', 'puzzle_pkey') order by relname`)
}

func (r roomy) indexes(t *testing.T) []string {
	return archivetest.Read[string](t, r.url, `
		select indexrelid::regclass::text from pg_index where indrelid = 'puzzle'::regclass order by 1`)
}

// wantGivenBack wants that the archive takes no more room than before, and that nothing is lost.
func (r roomy) wantGivenBack(t *testing.T) {
	t.Helper()
	all := list(t, r.Store)
	if p := all[len(all)-1]; p.Kind != "room" || p.State != Finished || p.ItemsDone != 1 || p.Error != "" {
		t.Errorf("the job is %+v", p)
	}
	if after := r.pages(t); after[0] >= r.before[0] || after[1] > r.before[1] {
		t.Errorf("the pages of puzzles and of the index of ids are %d, before %d", after, r.before)
	}
	if all := r.indexes(t); len(all) != 3 {
		t.Errorf("the indexes are %q", all)
	}
	if got := archivetest.CountRows(t, r.url, "puzzle"); got != 1200 {
		t.Errorf("there are %d puzzles, want 1200", got)
	}
	if p, found := auditNow(t, r.Store, r.url); p.Counts["damaged"] != 0 {
		t.Errorf("damaged are %q", found)
	}
}

// hold keeps a transaction open that "reindex concurrently" waits for, and returns what ends it.
func (r roomy) hold(t *testing.T) (end func()) {
	t.Helper()
	c, err := pgx.Connect(t.Context(), r.url)
	must(t, err)
	tx, err := c.BeginTx(t.Context(), pgx.TxOptions{IsoLevel: pgx.RepeatableRead})
	must(t, err)
	_, err = tx.Exec(t.Context(), `select`) // has a snapshot from now on
	must(t, err)
	return func() { must(t, c.Close(t.Context())) }
}

// A converted archive takes no more room than before, also if a backup ends while it is given back, which kept the rows of before, nor
// does one with new ratings.
func TestConvertGivesRoomBack(t *testing.T) {
	t.Parallel()
	r := newRoomy(t)
	end := r.hold(t)
	inBackground(t, r.Store, r.url)
	eventually(t, "the index is built anew", func() bool { return len(r.indexes(t)) == 4 })
	end()
	eventually(t, "all is done", func() bool { return list(t, r.Store)[1].State == Finished })
	r.wantGivenBack(t)
	archivetest.Exec(t, r.url, `update puzzle set rating_version = 1`)
	_, err := AddRerate(t.Context(), r.Store, "test")
	must(t, err)
	eventually(t, "all have new ratings", func() bool { all := list(t, r.Store); return len(all) == 5 && all[4].State == Finished })
	r.wantGivenBack(t)
}

// Machines that give room back are killed, before each statement and in the midst of the last, so that another comes while
// PostgreSQL still works for the first; sessions are ended, statements cancelled, and the job as well. Meanwhile dailies are drawn
// and files imported and taken back. The job is not said to be done before it is, nothing is lost, and no index is left behind.
func TestRoomKilled(t *testing.T) {
	t.Parallel()
	r := newRoomy(t)
	proxy := archivetest.NewProxy(t, r.url)
	day := calendar.Date{Year: 2026, Month: 3, Day: 1}
	between := func(what string) {
		t.Helper()
		all := list(t, r.Store)
		if len(all) != 2 || all[0].State != Finished || all[1].State == Finished || all[1].ItemsDone != 0 {
			t.Errorf("%s: the jobs are %+v", what, all)
		}
		_, err := r.Daily(t.Context(), daily.NewGuild("g"), day, sudoku.Sudoku, 1)
		must(t, err)
		day = day.AddDays(1)
		more := archivetest.Import(t, r.Store, what, archivetest.Puzzles(1200, uint64(day.Day))[:20]...)
		_, err = r.RevertImport(t.Context(), more.ImportID, "test")
		must(t, err)
	}
	for _, at := range []struct {
		text string
		n    int
	}{{"vacuum puzzle", 1}, {"update puzzle set clues", 1}, {"update puzzle set clues", 2}, {"drop index", 1}, {"reindex", 1}} {
		child, killed := startChild(t, proxy.URL), make(chan bool)
		proxy.Before(at.text, at.n, func() { must(t, child.Process.Kill()); close(killed) })
		<-killed
		_ = child.Wait()
		between(fmt.Sprint("killed before ", at))
	}

	end := r.hold(t)
	stop := inBackground(t, r.Store, r.url)
	for _, function := range []string{"pg_terminate_backend", "pg_cancel_backend"} {
		eventually(t, "the index is built", func() bool { return len(r.waiting(t, "reindex")) > 0 })
		archivetest.Exec(t, r.url, `select `+function+`(pid) from pg_stat_activity where datname = current_database() and query like 'reindex%' and state = 'active'`)
		between(function)
	}
	eventually(t, "the index is built a third time", func() bool { return len(r.waiting(t, "reindex")) > 0 })
	must(t, Cancel(t.Context(), r.Store, 2))
	between("cancelled")
	eventually(t, "no index is left", func() bool { return len(r.indexes(t)) == 3 })
	stop()
	end()

	_, err := Retry(t.Context(), r.Store, 2)
	must(t, err)
	end = r.hold(t)
	child := startChild(t, r.url)
	eventually(t, "the index is built a last time", func() bool { return len(r.waiting(t, "reindex")) > 0 })
	first := r.waiting(t, "reindex")
	kill(t, child) // PostgreSQL goes on for ten seconds
	inBackground(t, r.Store, r.url)
	eventually(t, "another machine waits for that, or for its end", func() bool {
		return len(r.waiting(t, "vacuum puzzle")) > 0 || !slices.Equal(r.waiting(t, "reindex"), first)
	})
	between("two at once")
	end()
	eventually(t, "all is done", func() bool { return list(t, r.Store)[1].State == Finished })
	r.wantGivenBack(t)
}

// waiting returns the sessions whose statement waits for others.
func (r roomy) waiting(t *testing.T, statement string) []int {
	return archivetest.Read[int](t, r.url, `
		select pid from pg_stat_activity where datname = current_database() and query like $1 || '%' and wait_event_type = 'Lock'`, statement)
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
	report, err := store.ImportFile(t.Context(), importing.Options{Collection: "some"}, strings.NewReader(strings.Join(lines, "\n")))
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
		more, err := store.ImportFile(t.Context(), importing.Options{Collection: fmt.Sprint("more ", day)}, strings.NewReader(strings.Join(lines[:20], "\n")))
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
