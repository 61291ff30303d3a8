package migrations

import (
	"context"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/pressly/goose/v3"
)

// An update replaces programs one after the other, so older ones run beside newer ones: the schema first
// expands, and contracts when no program needs the old schema. Which programs may run is in the head of
// each migration, and for them to see in the table oldest_program. Which do run is known to PostgreSQL: each
// session has the schema of its program in its name, so nothing has to be kept or to expire.

// Step is a migration after the baseline, as its head describes it.
type Step struct {
	Version int64
	Oldest  int64  // the schema of the oldest program that may run beside it, and on what it leaves
	Loses   string // what is lost on the way down
}

// head matches the two lines that every migration after the baseline has in its head.
var head = regexp.MustCompile(`(?ms)^-- Oldest program: (\d+)\n-- Down loses: (.+?)\n`)

// Steps returns the migrations after the baseline, in order.
func Steps() (all []Step, err error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		version, err := goose.NumericComponent(name)
		if err != nil {
			return nil, err
		}
		if version <= baseline {
			continue
		}
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		found := head.FindStringSubmatch(string(text))
		if found == nil {
			return nil, fmt.Errorf("migration %s: its head has no lines \"-- Oldest program: N\" and \"-- Down loses: …\"", name)
		}
		oldest, err := strconv.ParseInt(found[1], 10, 64)
		if err != nil || oldest < baseline || oldest > version {
			return nil, fmt.Errorf("migration %s: the oldest program has schema %q, want %d to %d", name, found[1], baseline, version)
		}
		all = append(all, Step{Version: version, Oldest: oldest, Loses: found[2]})
	}
	return all, nil
}

// mustSteps is [Steps] of files that a test has read.
func mustSteps() []Step {
	all, err := Steps()
	if err != nil {
		panic(err)
	}
	return all
}

// newest is the schema of this program.
func newest() int64 {
	version := int64(baseline)
	for _, s := range mustSteps() {
		version = max(version, s.Version)
	}
	return version
}

// oldestFor returns the schema of the oldest program that may run on a schema, the baseline or a newer one.
func oldestFor(schema int64) int64 {
	oldest := int64(baseline)
	for _, s := range mustSteps() {
		if s.Version <= schema {
			oldest = max(oldest, s.Oldest)
		}
	}
	return oldest
}

// SessionSuffix follows the name of a program in the names of its sessions, so that a migration sees for which schema
// it was made.
func SessionSuffix() string { return fmt.Sprintf(" schema %d", newest()) }

// wantNone returns an error that lists the programs that run and are not fit for a schema, by name and machine.
func wantNone(ctx context.Context, pool *pgxpool.Pool, unfit func(schema int64) bool, schema int64) error {
	rows, err := pool.Query(ctx, `
		select substring(application_name from ' schema (\d+)$')::bigint, application_name, coalesce(host(client_addr), 'this machine'), count(*)
		from pg_stat_activity
		where datname = current_database() and application_name ~ ' schema \d+$'
		group by 1, 2, 3 order by 1, 2, 3`)
	if err != nil {
		return err
	}
	var found []string
	var of int64
	var name, from string
	var connections int
	_, err = pgx.ForEachRow(rows, []any{&of, &name, &from, &connections}, func() error {
		if unfit(of) {
			found = append(found, fmt.Sprintf("%q of schema %d, from %s, with connections: %d", name, of, from, connections))
		}
		return nil
	})
	if err != nil || len(found) == 0 {
		return err
	}
	return fmt.Errorf("programs are connected that cannot run with version %d: stop them first: %s", schema, strings.Join(found, "; "))
}

// clearWay makes sure that no program runs that cannot run beside the way up, and that none starts. A
// program that connects while this looks is seen by the second look, or sees the table.
func clearWay(ctx context.Context, pool *pgxpool.Pool, v Mismatch) error {
	oldest := oldestFor(v.program)
	look := func() error {
		return wantNone(ctx, pool, func(schema int64) bool { return schema < oldest }, v.program)
	}
	if err := look(); err != nil {
		return err
	}
	if err := setOldest(ctx, pool, oldest); err != nil {
		return err
	}
	return look()
}

// setOldest does nothing in a new database, which has no table yet.
func setOldest(ctx context.Context, pool *pgxpool.Pool, schema int64) error {
	_, err := pool.Exec(ctx, `update oldest_program set schema = $1 where schema <> $1`, schema)
	if missing(err) {
		return nil
	}
	return err
}
