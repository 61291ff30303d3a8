package archivetest

import (
	"context"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
)

// clockPath has PostgreSQL find the functions of [OwnTime] before its own, which come first unless they
// are named.
const clockPath = "&search_path=public%2Ctest_clock%2Cpg_catalog"

// ownTime gives a database a clock that is set, also where a column has the time by default: what that
// calls was fixed with the schema.
const ownTime = `
	create schema test_clock;
	create table test_clock.time (now timestamptz not null);
	insert into test_clock.time values (pg_catalog.now());
	create function test_clock.now() returns timestamptz language sql stable as 'select now from test_clock.time';
	create function test_clock.clock_timestamp() returns timestamptz language sql volatile as 'select now from test_clock.time';
	do $$
	declare c record;
	begin
		for c in select * from information_schema.columns where table_schema = 'public' and column_default ~ '^(now|clock_timestamp)\(\)' loop
			execute format('alter table %I alter column %I set default test_clock.%s', c.table_name, c.column_name, c.column_default);
		end loop;
	end $$`

// OwnTime prepares a database for [Clock].
func OwnTime(ctx context.Context, url string) error {
	db, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close(ctx) }()
	_, err = db.Exec(ctx, ownTime)
	return err
}

// Clock returns another address of a database that [OwnTime] has prepared: for whoever connects to that, its
// time is what is set, so that a test need not wait until a lease has run out.
func Clock(t testing.TB, url string) (timed string, set func(now time.Time)) {
	t.Helper()
	db := connect(t, url)
	return url + clockPath, func(now time.Time) {
		t.Helper()
		if _, err := db.Exec(context.Background(), `update test_clock.time set now = $1`, now); err != nil {
			t.Fatal(err)
		}
	}
}
