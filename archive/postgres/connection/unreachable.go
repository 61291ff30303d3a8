package connection

import (
	"context"
	"errors"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Unreachable reports whether an error of the database driver means that the database cannot be
// reached: no connection could be made, or the one that there was broke. A context that ended
// says nothing about the database.
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
