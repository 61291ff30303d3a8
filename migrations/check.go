package migrations

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Mismatch is the error of a program that cannot run on a database, or no longer can: the schema moved on
// under it, or back.
type Mismatch struct {
	database, program int64 // schemas; 0 is none
	oldest            int64 // that of the oldest program that may run on the database
}

func (m Mismatch) Error() string {
	switch {
	case m.oldest > m.program:
		return fmt.Sprintf("the database has schema %d, of a newer gridkeeper than this one, which has %d: upgrade this program, "+
			"or stop the newer ones and take the database back with one of them: gridkeeper migrate down --to %[2]d", max(m.database, m.oldest), m.program)
	case m.tooOld():
		return fmt.Sprintf("the database has schema %d, which this program cannot update: it works with %d or newer. "+
			"Nothing was changed. Bring the database to schema %d first, with the gridkeeper of commit %s: "+
			"git checkout %[4]s && go run ./cmd/gridkeeper migrate", m.database, baseline, baseline, baselineCommit)
	}
	return fmt.Sprintf("the database has schema %d and this program works with %d: run: gridkeeper migrate", m.database, m.program)
}

// tooOld reports whether the database has a schema from before the baseline.
func (m Mismatch) tooOld() bool { return m.database > 0 && m.database < baseline }

// verdict returns m as an error if it is one.
func (m Mismatch) verdict() error {
	if m.oldest > m.program || m.database < m.program {
		return m
	}
	return nil
}

// Querier is a connection, or many.
type Querier interface {
	QueryRow(ctx context.Context, sql string, args ...any) pgx.Row
}

// Fits returns a [Mismatch] if a program of this schema may not run on a database. It is one short
// statement on one that is migrated.
func Fits(ctx context.Context, db Querier) error {
	v, err := versionsOf(ctx, db)
	if err != nil {
		return err
	}
	return v.verdict()
}

// versionsOf reads goose's own table directly: goose would make a missing one. A new database has neither of the two
// tables, and one from before schema 42 has only goose's.
func versionsOf(ctx context.Context, db Querier) (Mismatch, error) {
	const database = `select coalesce(max(version_id), 0) from goose_db_version where is_applied`
	v := Mismatch{program: newest()}
	err := db.QueryRow(ctx, `select (`+database+`), coalesce((select schema from oldest_program), 0)`).Scan(&v.database, &v.oldest)
	if missing(err) {
		err = db.QueryRow(ctx, database).Scan(&v.database)
	}
	if missing(err) {
		err = nil
	}
	return v, err
}

// missing reports whether the cause of an error is a missing table.
func missing(err error) bool {
	reported, ok := errors.AsType[*pgconn.PgError](err)
	return ok && reported.Code == "42P01"
}
