package connection

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// advice says what to do about a condition that PostgreSQL reports; the codes are those of
// appendix A of its documentation. The place is where the database was looked for.
var advice = map[string]string{
	"28P01": "the password for %s is wrong: mend database.url",
	"28000": "%s refuses this user or this way to log in: mend database.url, or the server's pg_hba.conf",
	"3D000": "there is no such database at %s: create it, or name another in database.url",
	"53300": "%s has no connection free: raise its max_connections, or stop other programs",
	"57P01": "%s ended the connection: try again, and see the server's log if it happens again",
	"57P02": "%s crashed and is coming back: try again in a moment",
	"57P03": "%s is starting up or shutting down: try again in a moment",
	"42501": "this user may not do that at %s: grant it the rights, or name another user in database.url",
	"42P01": "the tables are missing at %s: run: gridkeeper migrate",
	"53100": "the disk of %s is full: make room",
}

// problem is a database error in words for people. It wraps what it explains, except
// where that holds the whole configuration.
type problem struct {
	text  string
	cause error
}

func (p problem) Error() string { return p.text }
func (p problem) Unwrap() error { return p.cause }

// Explain turns an error of the database driver into one that says what to do. Others,
// nil among them, come back as they are.
func Explain(err error) error {
	place, connecting := "the database", (*pgconn.ConnectError)(nil)
	if errors.As(err, &connecting) {
		place = describe(connecting.Config)
	}
	if reported := (*pgconn.PgError)(nil); errors.As(err, &reported) && !errors.As(err, new(problem)) {
		return explainReport(reported, place, err)
	}
	switch {
	case errors.As(err, new(problem)): // it is explained already
		return err
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, pgx.ErrNoRows):
		return err
	case connecting != nil:
		return problem{fmt.Sprintf("no PostgreSQL answers at %s (%s): start it, or mend database.url", place, reason(connecting)), reasonOf(connecting)}
	case lost(err):
		return problem{fmt.Sprintf("the connection to the database was lost (%v): try again, and see that it runs", err), err}
	}
	return err
}

func explainReport(reported *pgconn.PgError, place string, err error) error {
	text, known := advice[reported.Code]
	if !known {
		return err
	}
	return problem{fmt.Sprintf(text, place) + " (" + reported.Message + ")", reported}
}

// describe names a database without its password.
func describe(c *pgconn.Config) string {
	host := net.JoinHostPort(c.Host, fmt.Sprint(c.Port))
	if strings.HasPrefix(c.Host, "/") {
		host = c.Host
	}
	return fmt.Sprintf("%s, database %q, user %q", host, c.Database, c.User)
}

// reason is the innermost error of a failed connection attempt: "connection refused".
func reason(err error) string { return reasonOf(err).Error() }

// reasonOf leaves the driver's wrapping behind, which has the configuration in it.
func reasonOf(err error) error {
	for {
		switch wrapped := err.(type) {
		case interface{ Unwrap() []error }:
			all := wrapped.Unwrap()
			if len(all) == 0 {
				return err
			}
			err = all[len(all)-1]
		case interface{ Unwrap() error }:
			next := wrapped.Unwrap()
			if next == nil {
				return err
			}
			err = next
		default:
			return err
		}
	}
}

// lost reports whether a connection that stood broke.
func lost(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, pgconn.ErrConnClosed) || pgconn.SafeToRetry(err) ||
		strings.Contains(err.Error(), "unexpected EOF") // io.ErrUnexpectedEOF is not always wrapped
}
