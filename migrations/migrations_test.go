package migrations_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"
	"github.com/riverqueue/river/rivermigrate"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/migrations"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must, wantError = sudokutest.Must, sudokutest.WantError

func TestMain(m *testing.M) { archivetest.Main(m) }

// A new database gets the baseline, and a second way up does nothing.
func TestUp(t *testing.T) {
	url := archivetest.BareURL(t)
	must(t, postgres.Migrate(t.Context(), url))
	first := schema(t, url)
	if len(first) < 100 {
		t.Fatalf("the schema has %d facts, so few that this test sees nothing", len(first))
	}
	must(t, postgres.Migrate(t.Context(), url))
	if diff := cmp.Diff(first, schema(t, url)); diff != "" {
		t.Errorf("the second way up differs:\n%s", diff)
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

// The way up to the baseline is several transactions, and goes on where it was interrupted: with the tables of River,
// but none of ours.
func TestBaselineHalfWay(t *testing.T) {
	url := archivetest.BareURL(t)
	must(t, postgres.Migrate(t.Context(), url))
	whole := schema(t, url)
	for _, interrupted := range []string{`drop schema public cascade; create schema public`, `drop schema public cascade; create schema public; drop schema river cascade`} {
		exec(t, url, interrupted)
		wantError(t, check(t, url), "run: gridkeeper migrate")
		must(t, postgres.Migrate(t.Context(), url))
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

// A new version of the library brings tables of its own: they need a migration of ours.
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
