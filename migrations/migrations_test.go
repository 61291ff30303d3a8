package migrations_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/migrations"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must, wantError = sudokutest.Must, sudokutest.WantError

func TestMain(m *testing.M) { archivetest.Main(m) }

// Up, down to nothing, and up again: the way down takes everything away, and no more than
// the way up brings.
func TestUpDownUp(t *testing.T) {
	url := archivetest.BareURL(t)
	nothing := schema(t, url)
	must(t, postgres.Migrate(t.Context(), url))
	first := schema(t, url)
	if len(first) < 100 {
		t.Fatalf("the schema has %d facts, so few that this test sees nothing", len(first))
	}
	must(t, postgres.Migrate(t.Context(), url)) // nothing to do
	must(t, migrations.To(t.Context(), pool(t, url), 0))
	if diff := cmp.Diff(nothing, schema(t, url)); diff != "" {
		t.Errorf("down leaves (+) or takes (-) something:\n%s", diff)
	}
	must(t, postgres.Migrate(t.Context(), url))
	if diff := cmp.Diff(first, schema(t, url)); diff != "" {
		t.Errorf("the second way up differs:\n%s", diff)
	}
}

// Collections of one name find a way down too, and dailies keep their puzzles on the way up.
func TestOwnersDownAndUp(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	look := func(s *archive.Store) (keys []string) {
		for _, guild := range []string{"A", "B"} {
			d, err := s.Daily(t.Context(), daily.NewGuild(guild), calendar.Date{Year: 2026, Month: 3, Day: 1}, sudoku.Shidoku, 0)
			must(t, err)
			keys = append(keys, d.Puzzle.Key.String())
		}
		return keys
	}
	for guild, line := range map[string]string{"A": "1.....3..2.....4", "B": "1.....3..2..3..4"} {
		_, err := s.ImportFile(t.Context(), importing.Options{GuildID: guild, Collection: "best"}, strings.NewReader(line))
		must(t, err)
	}
	keys := look(s)
	s.Close()
	must(t, migrations.To(t.Context(), pool(t, url), 8))
	must(t, postgres.Migrate(t.Context(), url))
	s = archivetest.Open(t, url)
	if diff := cmp.Diff(keys, look(s)); diff != "" {
		t.Error(diff)
	}
	collections, err := s.Collections(t.Context())
	must(t, err)
	if len(collections) != 2 || !collections[0].Shared || collections[0].Puzzles[0] != 1 {
		t.Errorf("the collections are %+v", collections)
	}
}

// What was written comes out to the byte, whichever schema it came in with: what schema 15 does not
// repeat is there again on the way down.
func TestTextsDownAndUp(t *testing.T) {
	url := archivetest.URL(t)
	lines := []string{
		"..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42",
		"009300000000007000007415009015000804070000000003908001000100003060074010051000042",
		"4.9.3..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42", // too long
		"0.93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42",
		"moler 1xxxxx3xx2xxxxx4", "1-----3--2-----4", "1-----3--2-----4 again", "1 . . . . . 3 . . 2 . . . . . 4", "4.....3..2.....1",
	}
	importLines(t, url, lines)
	var want, places [][]string
	want, places = append(want, texts(t, url)), append(places, order(t, url))
	must(t, migrations.To(t.Context(), pool(t, url), 14))
	exec(t, url, `do $$ begin assert (select count(*) from entry where length(text) in (16, 81)) = 7; end $$`)
	must(t, postgres.Migrate(t.Context(), url))
	want, places = append(want, texts(t, url)), append(places, order(t, url))
	if diff := cmp.Diff(want[0], want[1]); diff != "" || len(want[0]) != 8 {
		t.Errorf("%d lines, and they come back as\n%s", len(want[0]), diff)
	}
	if diff := cmp.Diff(places[0], places[1]); diff != "" {
		t.Errorf("the order in which puzzles are given out changes:\n%s", diff)
	}
	exec(t, url, `do $$ begin assert (select sum(length(text)) from entry) < 150; end $$`)
}

func importLines(t *testing.T, url string, lines []string) {
	t.Helper()
	s := archivetest.Open(t, url)
	defer s.Close()
	_, err := s.ImportFile(t.Context(), importing.Options{Collection: "test"}, strings.NewReader(strings.Join(lines, "\n")))
	must(t, err)
}

// texts returns what a collection has, as it was written.
func texts(t *testing.T, url string) (texts []string) {
	t.Helper()
	s := archivetest.Open(t, url)
	defer s.Close()
	for e, err := range s.Export(t.Context(), "", "test") {
		must(t, err)
		texts = append(texts, e.Name+"|"+e.Text+"|"+e.Comment+"|"+e.Grid.String())
	}
	return texts
}

// order returns the puzzles in the order in which they are given out.
func order(t *testing.T, url string) []string {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, connection.Close(context.Background())) }()
	rows, err := connection.Query(t.Context(), `select concat(id, ' ', rnd) from puzzle order by rnd`)
	must(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return all
}

// Programs of before schema 57 read a grid as one number alone.
func TestGridsDown(t *testing.T) {
	url := archivetest.URL(t)
	puzzle, err := sudoku.Parse(archivetest.Royle)
	must(t, err)
	g, err := solver.Solve(puzzle)
	must(t, err)
	grids := []sudoku.Grid{sudoku.Empty(sudoku.Shidoku), g}
	for _, c := range g.Shape().Cells() {
		g = g.With(c, 0)
		grids = append(grids, g)
	}
	for _, g := range grids {
		exec(t, url, fmt.Sprintf(`insert into pattern_round (guild, grid) values ('g', '\x%x')`, postgres.PackGrid(g)))
	}
	must(t, migrations.To(t.Context(), pool(t, url), 55))
	for n, column := range archivetest.Read[[]byte](t, url, `select grid from pattern_round order by id`) {
		if got, err := postgres.UnpackGrid(column); err != nil || got != grids[n] || len(column) != 34 && n > 0 {
			t.Errorf("%s has become %x, which is %s, %v", grids[n], column, got, err)
		}
	}
}

// Puzzles of before they were counted are counted on the way up.
func TestCountsDownAndUp(t *testing.T) {
	url := archivetest.URL(t)
	importLines(t, url, []string{"1.....3..2.....4", "..93..........7.....7415..9.15...8.4.7.........39.8..1...1....3.6..74.1..51....42"})
	must(t, migrations.To(t.Context(), pool(t, url), 28))
	exec(t, url, `update puzzle set rating_version = rating_version - 1 where id = 1`)
	must(t, postgres.Migrate(t.Context(), url))
	archivetest.WantConsistent(t, url)
	s := archivetest.Open(t, url)
	stats, err := s.Stats(t.Context())
	if must(t, err); stats.Puzzles != 2 || stats.Old != 1 || len(stats.Tiers) != 2 {
		t.Errorf("%+v, want 2 puzzles, one of them old", stats)
	}
}

// PostgreSQL cleans the outbox after as many posts in a table of any size, with the index that claims read.
func TestOutboxIsCleaned(t *testing.T) {
	got := archivetest.Read[string](t, archivetest.URL(t), `select unnest(reloptions) from pg_class where oid = 'outbox'::regclass order by 1`)
	want := []string{"autovacuum_vacuum_scale_factor=0", "autovacuum_vacuum_threshold=10000", "vacuum_index_cleanup=on"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestManyAtOnce(t *testing.T) {
	url := archivetest.BareURL(t)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if err := postgres.Migrate(t.Context(), url); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	must(t, check(t, url))
}

func TestCheck(t *testing.T) {
	url := archivetest.BareURL(t)
	wantError(t, check(t, url), "run: gridkeeper migrate")
	if got := schema(t, url); len(got) != 0 {
		t.Errorf("the check made %v", got)
	}
	must(t, postgres.Migrate(t.Context(), url))
	must(t, check(t, url))
	exec(t, url, `insert into goose_db_version (version_id, is_applied) values (9999, true)`)
	must(t, check(t, url)) // it may run beside programs of that
	must(t, postgres.Migrate(t.Context(), url))
	exec(t, url, `update oldest_program set schema = 9998`)
	wantError(t, check(t, url), "upgrade this program")
	wantError(t, postgres.Migrate(t.Context(), url), "upgrade this program")
}

// Half of the way up is not the schema of this program either.
func TestCheckHalfWay(t *testing.T) {
	url := archivetest.URL(t)
	exec(t, url, `delete from goose_db_version where version_id = (select max(version_id) from goose_db_version)`)
	wantError(t, check(t, url), "run: gridkeeper migrate")
}

// The way up of the tables of jobs is several transactions, and goes on where it was interrupted.
func TestJobsHalfWay(t *testing.T) {
	url := archivetest.BareURL(t)
	must(t, postgres.Migrate(t.Context(), url))
	must(t, migrations.To(t.Context(), pool(t, url), 11))
	whole := schema(t, url)
	for _, interrupted := range []string{`select`, `drop table machine, chunk, work`, `drop table machine`} {
		exec(t, url, interrupted+`; delete from goose_db_version where version_id = 11`)
		must(t, migrations.To(t.Context(), pool(t, url), 11))
		if diff := cmp.Diff(whole, schema(t, url)); diff != "" {
			t.Errorf("after %q the way up differs:\n%s", interrupted, diff)
		}
	}
}

// Tables of River that are not this program's are refused, whoever migrated them.
func TestCheckRiver(t *testing.T) {
	for _, c := range []struct{ change, want string }{
		{`insert into river.river_migration (line, version) values ('main', 99)`, "upgrade this program"},
		{`delete from river.river_migration where version > 6`, "restore them from a backup"},
		{`drop schema river cascade`, "restore them from a backup"},
	} {
		url := archivetest.URL(t)
		exec(t, url, c.change)
		wantError(t, check(t, url), c.want)
		wantError(t, postgres.Migrate(t.Context(), url), c.want)
	}
}

// A new version of the library brings tables of its own: they want a migration of ours.
func TestRiverVersion(t *testing.T) {
	migrator, err := rivermigrate.New(riverpgxv5.New(nil), nil)
	must(t, err)
	all := migrator.AllVersions()
	if newest := all[len(all)-1].Version; newest != migrations.RiverVersion {
		t.Errorf("the library has tables of version %d, the migrations bring %d", newest, migrations.RiverVersion)
	}
}

// A pool that is to stay small opens as many connections as the migrations need.
func TestSettingsOfThePool(t *testing.T) {
	must(t, postgres.Migrate(t.Context(), archivetest.BareURL(t)+"&pool_max_conns=1"))
}

func TestErrorsKeepTheSecret(t *testing.T) {
	for _, c := range []struct{ name, url, want string }{
		{"no address", "", "database.url"},
		{"no form", "postgres://ann:tops3cret@host:what/ever", "database.url"},
		{"another form", "host=nowhere.invalid password=tops3cret=2 x", "database.url"},
		{"nothing there", "postgres://ann:tops3cret@127.0.0.1:1/name?connect_timeout=5", "start it, or "},
		{"no such host", "postgres://ann:tops3cret@nowhere.invalid/name?connect_timeout=5", "start it, or "},
	} {
		t.Run(c.name, func(t *testing.T) {
			for _, err := range []error{postgres.Migrate(t.Context(), c.url), check(t, c.url)} {
				wantError(t, err, c.want)
				if strings.Contains(err.Error(), "s3cret") {
					t.Errorf("the error %q holds the password", err)
				}
			}
		})
	}
}

// schema lists columns, constraints, indexes, views and sequences, goose's own table left out.
func schema(t *testing.T, url string) []string {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, connection.Close(context.Background())) }()
	rows, err := connection.Query(t.Context(), `
		with ours as (
			select c.oid, c.relname, c.relkind from pg_class c
			join pg_namespace n on n.oid = c.relnamespace
			where n.nspname in ('public', 'river') and c.relname not like 'goose%'
		)
		select concat_ws(' ', 'column', o.relkind, o.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
		                 pg_get_expr(d.adbin, d.adrelid))
		from ours o join pg_attribute a on a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped
		left join pg_attrdef d on d.adrelid = o.oid and d.adnum = a.attnum
		union all
		select concat_ws(' ', 'constraint', o.relname, c.conname, pg_get_constraintdef(c.oid)) from ours o join pg_constraint c on c.conrelid = o.oid
		union all
		select concat_ws(' ', 'index', pg_get_indexdef(o.oid)) from ours o where o.relkind = 'i'
		union all
		select concat_ws(' ', 'view', o.relname, pg_get_viewdef(o.oid)) from ours o where o.relkind = 'v'
		union all
		select concat_ws(' ', 'schema', nspname) from pg_namespace where nspname !~ '^pg_' and nspname not in ('public', 'information_schema')
		order by 1`)
	must(t, err)
	facts, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return facts
}

// check opens a database, which wants the schema of this program.
func check(t *testing.T, url string) error {
	t.Helper()
	db, err := postgres.Open(t.Context(), url)
	if err == nil {
		db.Close()
	}
	return err
}

func pool(t testing.TB, url string) *pgxpool.Pool {
	t.Helper()
	p, err := pgxpool.New(t.Context(), url)
	must(t, err)
	t.Cleanup(p.Close)
	return p
}

func exec(t *testing.T, url, statement string) {
	t.Helper()
	connection, err := pgx.Connect(t.Context(), url)
	must(t, err)
	_, err = connection.Exec(t.Context(), statement)
	must(t, err)
	must(t, connection.Close(t.Context()))
}
