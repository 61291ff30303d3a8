package migrations_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/migrations"
)

// baseline is the schema of the first release, the lowest to which an operator can go down.
const baseline = 40

// Each migration after the first release goes up, down and up again, and leaves the same each time.
func TestStepByStep(t *testing.T) {
	url := archivetest.URL(t)
	db := pool(t, url)
	steps, err := migrations.Steps()
	must(t, err)
	if len(steps) == 0 {
		t.Fatal("there are no migrations after the first release")
	}
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
	must(t, migrations.To(t.Context(), pool(t, url), baseline-1))
	before := schema(t, url)
	connect(t, url, "psql")
	for _, name := range []string{"gridkeeper", "gridkeeper schema 39", "my bot schema 39"} {
		old := connect(t, url, name)
		err := postgres.Migrate(t.Context(), url)
		wantError(t, err, `"`+name+`" of schema 39, from this machine, with connections: 1`)
		must(t, old.Close(t.Context()))
		if diff := cmp.Diff(before, schema(t, url)); diff != "" {
			t.Errorf("a refused migration did something:\n%s", diff)
		}
	}
	must(t, postgres.Migrate(t.Context(), url))
}

// Programs of the release before go on, and so do programs of this one while the database has a newer schema.
func TestUpBesideTheReleaseBefore(t *testing.T) {
	url := archivetest.URL(t)
	must(t, migrations.To(t.Context(), pool(t, url), 56))
	connect(t, url, "gridkeeper schema 56")
	must(t, postgres.Migrate(t.Context(), url))
	must(t, check(t, url))
}

// A migration that waits for a table holds up all who come to it later. It lets them pass, and goes on when the
// table is free.
func TestUpLetsOthersPass(t *testing.T) {
	url := archivetest.URL(t)
	must(t, migrations.To(t.Context(), pool(t, url), baseline))
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

// No migration after the first release waits for a lock longer than a second, or holds one while it does much.
func TestStepsWaitShortly(t *testing.T) {
	steps, err := migrations.Steps()
	must(t, err)
	for _, s := range steps {
		names, err := filepath.Glob(fmt.Sprintf("%05d_*.sql", s.Version))
		must(t, err)
		text, err := os.ReadFile(names[0])
		must(t, err)
		if !strings.Contains(string(text), "-- +goose Up\nset local lock_timeout = '1s';\n") && !strings.Contains(string(text), "-- +goose NO TRANSACTION\n") {
			t.Errorf("%s neither begins with set local lock_timeout = '1s' nor is many transactions", names[0])
		}
	}
}

// A daily that a program of before migration 41 chooses counts if it is the guild's default.
func TestCountingBeside(t *testing.T) {
	url := archivetest.URL(t)
	importLines(t, url, archivetest.Puzzles(1, 1))
	exec(t, url, `
		insert into guild (id, channel, at, zone, fresh_look, scheduled, tiers, searches, global) values
			('tier', '', '09:00', 'UTC', false, false, '{3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0}', false),
			('search', '', '09:00', 'UTC', false, false, '{3,3,3,3,3,3,3}', '{7,7,7,7,7,7,7}', false),
			('world', '', '09:00', 'UTC', false, false, '{3,3,3,3,3,3,3}', '{0,0,0,0,0,0,0}', true);
		insert into daily (guild, date, shape, tier, number, puzzle, import, position, transform, global, published_tier)
		select a.guild, '2026-03-01', a.shape, a.tier, 1, p.id, p.import, p.position, '', a.global, case a.shape when 1 then 1 end
		from puzzle p, (values
			('tier', 0, 2, false), ('tier', 0, 3, false), ('tier', 1, 0, false), -- 3 is of the weekday
			('search', 0, 3, false), ('search', 0, 4, false), ('search', 0, 5, false), -- 4 will be found
			('world', 0, 3, false), ('world', 0, 1, true) -- 1 is global
		) a (guild, shape, tier, global);
		update daily set search = 7 where guild = 'search' and tier = 4;
		update daily set search = 7 where guild = 'search' and tier = 5`)
	want := []string{"search 0/4", "tier 0/3", "tier 1/0", "world 0/1"}
	got := archivetest.Read[string](t, url, `select format('%s %s/%s', guild, shape, tier) from daily where counts order by guild, shape, tier`)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A running program notices that the schema moved on under it, and gets no new connection.
func TestMismatchIsNoticed(t *testing.T) {
	for change, want := range map[string]string{
		`update oldest_program set schema = 9999`:                        "upgrade this program",
		`delete from goose_db_version where version_id > 40`:             "run: gridkeeper migrate",
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
	s := archivetest.Open(t, url)
	wantError(t, down(t, url, baseline, true), "of schema ")
	s.Close()
	for _, schema := range []int64{baseline - 1, 9999} {
		wantError(t, down(t, url, schema, true), "to 40 at least")
	}
	must(t, down(t, url, baseline, false))
	must(t, check(t, url)) // nothing is done before it is sure
	for len(archivetest.Read[int](t, url, `select pid from pg_stat_activity where datname = current_database() and application_name ~ ' schema '`)) > 0 {
		time.Sleep(time.Millisecond) // PostgreSQL ends a session after its client
	}
	must(t, down(t, url, baseline, true))
	wantError(t, check(t, url), "run: gridkeeper migrate")
	must(t, postgres.Migrate(t.Context(), url))
	must(t, check(t, url))
	exec(t, url, `insert into goose_db_version (version_id, is_applied) values (9999, true)`)
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
