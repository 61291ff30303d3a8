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

// tooManyConnections is the code of a server that has none left.
const tooManyConnections = "53300"

// advice is the remedy for an error that PostgreSQL reports, by its code (appendix A of its documentation). %s is the
// address of the database.
var advice = map[string]string{
	"28P01":            "the password for %s is wrong: fix database.url",
	"28000":            "%s refuses this user or this way to log in: fix database.url, or the server's pg_hba.conf",
	"3D000":            "there is no such database at %s: create it, or name another in database.url",
	tooManyConnections: "%s has no free connection: raise its max_connections, or stop other programs",
	"57P01":            "%s ended the connection: try again, and read the server's log if it happens again",
	"57P02":            "%s crashed and is recovering: try again in a moment",
	"57P03":            "%s is starting up or shutting down: try again in a moment",
	"42501":            "this user is not allowed to do this at %s: grant it the rights, or name another user in database.url",
	"42P01":            "the tables are missing at %s: run: gridkeeper migrate",
	"25006":            "%s only reads: name the server that takes changes in database.url, or a user who may change things",
	"26000":            "%s forgets prepared statements: name PostgreSQL itself in database.url, and a pooler in transaction mode in database.pooler",
	"42P05":            "%s confuses prepared statements: name PostgreSQL itself in database.url, and a pooler in transaction mode in database.pooler",
	"53100":            "the disk of %s is full: make room",
	"53200":            "%s has no memory left: stop other programs, or lower its max_connections",
	"55P03":            "%s waited longer than lock_timeout for a lock: try again, or raise lock_timeout for this user",
	"57014":            "%s stopped what took longer than statement_timeout, or what someone cancelled: try again, or raise that for this user",
	"40P01":            "%s found this and others waiting for each other: try again",
	"25P03":            "%s ends transactions that pause for longer than idle_in_transaction_session_timeout: raise that for this user",
	"57P05":            "%s ends connections that are idle for longer than idle_session_timeout: raise that for this user",
}

// problem is a database error in words for people. It wraps the error that it explains, unless that holds the whole
// configuration.
type problem struct {
	text  string
	cause error
}

func (p problem) Error() string { return p.text }
func (p problem) Unwrap() error { return p.cause }

// Explain turns an error of the database driver into one that names the remedy. It returns other errors, and nil,
// unchanged.
func Explain(err error) error {
	address, connecting := "the database", (*pgconn.ConnectError)(nil)
	if errors.As(err, &connecting) {
		address = describe(connecting.Config)
	}
	if reported := (*pgconn.PgError)(nil); errors.As(err, &reported) && !errors.As(err, new(problem)) {
		return explainReport(reported, address, err)
	}
	switch {
	case errors.As(err, new(problem)): // already explained
		return err
	case err == nil, errors.Is(err, context.Canceled), errors.Is(err, pgx.ErrNoRows):
		return err
	case connecting != nil:
		cause := innermost(connecting)
		return problem{fmt.Sprintf("no PostgreSQL answers at %s (%v): start it, or fix database.url", address, cause), cause}
	case lost(err):
		return problem{fmt.Sprintf("the connection to the database was lost (%v): try again, and check that it is running", err), err}
	}
	return err
}

func explainReport(reported *pgconn.PgError, address string, err error) error {
	text, known := advice[reported.Code]
	if !known {
		return err
	}
	return problem{fmt.Sprintf(text, address) + " (" + reported.Message + ")", reported}
}

// Address describes the database at an address, without its password.
func Address(url string) string {
	config, err := Config(url, "")
	if err != nil {
		return "unknown"
	}
	return describe(&config.ConnConfig.Config)
}

// describe names a database without its password.
func describe(c *pgconn.Config) string {
	host := net.JoinHostPort(c.Host, fmt.Sprint(c.Port))
	if strings.HasPrefix(c.Host, "/") {
		host = c.Host
	}
	return fmt.Sprintf("%s, database %q, user %q", host, c.Database, c.User)
}

// innermost unwraps an error of the driver, whose outer errors hold the configuration, down
// to "connection refused".
func innermost(err error) error {
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

// lost reports whether an established connection was lost.
func lost(err error) bool {
	var network net.Error
	return errors.As(err, &network) || errors.Is(err, pgconn.ErrConnClosed) || pgconn.SafeToRetry(err) ||
		strings.Contains(err.Error(), "unexpected EOF") // io.ErrUnexpectedEOF is not always wrapped
}

// Unreachable reports whether an error of the database driver means that the database cannot be reached: no
// connection could be made, or the existing one broke. The end of a context does not count.
func Unreachable(err error) bool {
	reported, connecting := (*pgconn.PgError)(nil), (*pgconn.ConnectError)(nil)
	switch {
	case err == nil, errors.Is(err, context.Canceled):
		return false
	case errors.As(err, &connecting):
		return true
	case errors.As(err, &reported):
		return strings.HasPrefix(reported.Code, "08") || strings.HasPrefix(reported.Code, "57P") || Crowded(err)
	case errors.Is(err, context.DeadlineExceeded):
		return false
	}
	return lost(err)
}

// Crowded reports whether an error of the database driver means that the server has no connection left.
func Crowded(err error) bool {
	reported := (*pgconn.PgError)(nil)
	return errors.As(err, &reported) && reported.Code == tooManyConnections
}
