package postgres

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gridkeeper/gridkeeper/archive/postgres/connection"
)

// Callers branch on these with [errors.Is].
var (
	// ErrNotFound is the error for a missing row.
	ErrNotFound = errors.New("not in the archive")

	// ErrStale is the error of a change that comes after another one.
	ErrStale = errors.New("it was changed in the meantime: read it again")

	// ErrUnavailable is the error of a database that cannot be reached. Other errors have other
	// reasons.
	ErrUnavailable = errors.New("the archive cannot be reached")

	// ErrUnknownOutcome is the error of a transaction whose commit was not confirmed: it was kept
	// or it was not. After any other error of a transaction, [ErrUnavailable] too, nothing was
	// changed.
	ErrUnknownOutcome = errors.New("it is not known whether the change was kept")

	// ErrRepeated is the error of a request that changed the archive before, so long ago that
	// its answer is forgotten.
	ErrRepeated = errors.New("this request was handled before")
)

// unavailable marks an error with [ErrUnavailable], which is in its text already.
type unavailable struct{ error }

func (u unavailable) Is(target error) bool { return target == ErrUnavailable }
func (u unavailable) Unwrap() error        { return u.error }

// unknownOutcome is an [ErrUnknownOutcome] with its cause.
type unknownOutcome struct{ cause error }

func (u unknownOutcome) Error() string        { return fmt.Sprintf("%v: %v", ErrUnknownOutcome, u.cause) }
func (u unknownOutcome) Is(target error) bool { return target == ErrUnknownOutcome }
func (u unknownOutcome) Unwrap() error        { return u.cause }

// Address describes where a database is, without its password.
func Address(url string) string { return connection.Address(url) }

// Explain adds the remedy for a database in trouble, and marks the error with [ErrUnavailable] if it cannot be
// reached and nothing worse is known.
func Explain(err error) error {
	if connection.Unreachable(err) && !errors.Is(err, ErrUnknownOutcome) {
		return unavailable{connection.Explain(err)}
	}
	return connection.Explain(err)
}

// Violates reports whether an error is that of a change which a constraint of the schema does not allow.
func Violates(err error, constraint string) bool {
	reported, ok := errors.AsType[*pgconn.PgError](err)
	return ok && reported.ConstraintName == constraint
}

// Annotate adds the failed action to an error, and explains it. A row that does not exist is [ErrNotFound].
func Annotate(err error, doing string, args ...any) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, pgx.ErrNoRows) {
		err = ErrNotFound
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(doing, args...), Explain(err))
}
