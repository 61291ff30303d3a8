package migrations_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// baseline is the schema that an archive begins with, the lowest to which an operator can go down.
const baseline = 58

// next is a migration as the next one may be, which programs of an older schema run beside.
const (
	next     = 90000
	nextFile = "90000_next.sql"
	nextText = `-- A column, so that tests have a migration after the baseline.
-- Oldest program: %d
-- Down loses: the notes of dailies.

-- +goose Up
set local lock_timeout = '200ms';

alter table daily add column note text not null default '';

-- +goose Down
set local lock_timeout = '200ms';

alter table daily drop column note;
`
)

// withNext adds the migration next, which leaves a schema for programs from the schema oldest on.
func withNext(t *testing.T, oldest int) {
	t.Helper()
	migrations.With(t, nextFile, fmt.Sprintf(nextText, oldest))
}

// Each migration after the baseline goes up, down and up again, and leaves the same each time.
func TestStepByStep(t *testing.T) {
	url := archivetest.URL(t)
	withNext(t, baseline)
	db := pool(t, url)
	steps, err := migrations.Steps()
	must(t, err)
	must(t, migrations.To(t.Context(), db, baseline))
	before := schema(t, url)
	for _, s := range steps {
		must(t, migrations.To(t.Context(), db, s.Version))
		after := schema(t, url)
		_, err := postgres.MigrateDown(t.Context(), url, s.Version-1, true)
		must(t, err)
		if diff := cmp.Diff(before, schema(t, url)); diff != "" {
			t.Errorf("the way down from %d leaves (+) or takes (-) something:\n%s", s.Version, diff)
		}
		must(t, migrations.To(t.Context(), db, s.Version))
		if diff := cmp.Diff(after, schema(t, url)); diff != "" {
			t.Errorf("the second way up to %d differs:\n%s", s.Version, diff)
		}
		before = after
	}
}

func withoutNext(t *testing.T) {
	t.Helper()
	migrations.With(t, "note.txt", "")
}

// connect connects as a program does, under a name.
func connect(t *testing.T, url, name string) *pgx.Conn {
	t.Helper()
	config, err := pgx.ParseConfig(url)
	must(t, err)
	config.RuntimeParams["application_name"] = name
	c, err := pgx.ConnectConfig(t.Context(), config)
	must(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

// A program that cannot run beside the way up is in its way until it ends. Then none of its kind can start.
func TestUpWaitsForOldPrograms(t *testing.T) {
	url := archivetest.URL(t)
	withNext(t, next)
	before := schema(t, url)
	connect(t, url, "psql")
	for _, name := range []string{"gridkeeper schema 58", "my bot schema 58"} {
		old := connect(t, url, name)
		err := postgres.Migrate(t.Context(), url)
		wantError(t, err, `"`+name+`" of schema 58, from this machine, with connections: 1`)
		must(t, old.Close(t.Context()))
		if diff := cmp.Diff(before, schema(t, url)); diff != "" {
			t.Errorf("a refused migration did something:\n%s", diff)
		}
	}
	must(t, postgres.Migrate(t.Context(), url))
	must(t, check(t, url))
	withoutNext(t)
	wantError(t, check(t, url), "upgrade this program")
}

// Programs of the release before go on.
func TestUpBesideTheReleaseBefore(t *testing.T) {
	url := archivetest.URL(t)
	withNext(t, baseline)
	connect(t, url, "gridkeeper schema 58")
	must(t, postgres.Migrate(t.Context(), url))
	must(t, check(t, url))
	withoutNext(t)
	must(t, check(t, url))
}

// An archive from before the baseline is refused by each way in, with the way out, and left as it is.
func TestTooOld(t *testing.T) {
	url := archivetest.URL(t)
	exec(t, url, `delete from goose_db_version where version_id > 58; update goose_db_version set version_id = 56 where version_id = 58`)
	before := everything(t, url)
	for name, use := range map[string]func() error{
		"open":          func() error { return check(t, url) },
		"migrate":       func() error { return postgres.Migrate(t.Context(), url) },
		"migrate down":  func() error { return down(t, url, 55, true) },
		"to the newest": func() error { return down(t, url, baseline, true) },
	} {
		err := use()
		for _, want := range []string{"the database has schema 56", "Nothing was changed", "git checkout fcf8ee59d2b7634e191c4367503a980cac35d9f5", "migrate"} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: the error is %v, want %q in it", name, err, want)
			}
		}
	}
	if diff := cmp.Diff(before, everything(t, url)); diff != "" {
		t.Errorf("a refused archive was changed:\n%s", diff)
	}
}

// everything is the schema and the rows of the tables that migrations write.
func everything(t *testing.T, url string) []string {
	t.Helper()
	return slices.Concat(schema(t, url),
		archivetest.Read[string](t, url, `select version_id::text from goose_db_version order by id`),
		archivetest.Read[string](t, url, `select schema::text from oldest_program`))
}

// A migration that waits for a table holds up all who come to it later. It lets them pass, and goes on when the
// table is free.
func TestUpLetsOthersPass(t *testing.T) {
	url := archivetest.URL(t)
	withNext(t, baseline)
	dump := connect(t, url, "pg_dump")
	_, err := dump.Exec(t.Context(), `begin; select from daily`)
	must(t, err)
	migrated := make(chan error)
	go func() { migrated <- postgres.Migrate(t.Context(), url) }()
	for len(archivetest.Read[int](t, url, `select pid from pg_locks where relation = 'daily'::regclass and not granted`)) == 0 {
		time.Sleep(time.Millisecond)
	}
	archivetest.Read[int](t, url, `select puzzle from daily`)
	_, err = dump.Exec(t.Context(), `commit`)
	must(t, err)
	must(t, <-migrated)
}

// No migration after the baseline waits for a lock longer than a second, or holds one while it does much.
func TestStepsWaitShortly(t *testing.T) {
	steps, err := migrations.Steps()
	must(t, err)
	for _, s := range steps {
		names, err := filepath.Glob(fmt.Sprintf("%05d_*.sql", s.Version))
		must(t, err)
		text, err := os.ReadFile(names[0])
		must(t, err)
		if !strings.Contains(string(text), "-- +goose Up\nset local lock_timeout = '200ms';\n") && !strings.Contains(string(text), "-- +goose NO TRANSACTION\n") {
			t.Errorf("%s neither begins with set local lock_timeout = '200ms' nor is many transactions", names[0])
		}
	}
}

// A running program notices that the schema moved on under it, and gets no new connection.
func TestMismatchIsNoticed(t *testing.T) {
	for change, want := range map[string]string{
		`update oldest_program set schema = 9999`:                        "upgrade this program",
		`delete from goose_db_version where version_id > 57`:             "run: gridkeeper migrate",
		`delete from goose_db_version; truncate oldest_program restrict`: "run: gridkeeper migrate",
	} {
		t.Run(change, func(t *testing.T) {
			t.Parallel()
			url := archivetest.URL(t)
			s := archivetest.Open(t, url)
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			must(t, s.AwaitMismatch(ctx))
			exec(t, url, change)
			wantError(t, s.AwaitMismatch(t.Context()), want)
			_, err := postgres.Open(t.Context(), url)
			if _, mismatch := errors.AsType[migrations.Mismatch](err); !mismatch {
				t.Errorf("a new connection: %v", err)
			}
		})
	}
}

func TestDown(t *testing.T) {
	url := archivetest.URL(t)
	withNext(t, baseline)
	must(t, postgres.Migrate(t.Context(), url))
	s := archivetest.Open(t, url)
	wantError(t, down(t, url, baseline, true), "of schema ")
	s.Close()
	wantError(t, down(t, url, baseline-1, true), "58 is the oldest that this gridkeeper knows")
	wantError(t, down(t, url, 99999, true), "cannot go down to 99999")
	must(t, down(t, url, next, true)) // nothing to do
	must(t, down(t, url, baseline, false))
	must(t, check(t, url)) // nothing is done before it is sure
	for len(archivetest.Read[int](t, url, `select pid from pg_stat_activity where datname = current_database() and application_name ~ ' schema '`)) > 0 {
		time.Sleep(time.Millisecond) // PostgreSQL ends a session after its client
	}
	must(t, down(t, url, baseline, true))
	wantError(t, check(t, url), "run: gridkeeper migrate")
	must(t, postgres.Migrate(t.Context(), url))
	must(t, check(t, url))
	withoutNext(t)
	wantError(t, down(t, url, baseline, true), "with the newer one")
}

func down(t *testing.T, url string, schema int64, sure bool) error {
	t.Helper()
	lost, err := postgres.MigrateDown(t.Context(), url, schema, sure)
	for _, s := range lost {
		if s.Version <= schema || strings.TrimSpace(s.Loses) == "" {
			t.Errorf("what is lost with %d is %q", s.Version, s.Loses)
		}
	}
	return err
}
