// Package connection reads the address of a database and explains what is wrong with one:
// in words that say what to do, and that never hold a password.
package connection

import (
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5/pgxpool"
)

// OldestServer is the first version of PostgreSQL that the archive works with, in the form
// of its setting server_version_num: 15.
const OldestServer = 15_00_00

// errForm does not quote the address: where it cannot be read, it cannot be told which part
// of it is the password.
var errForm = errors.New("the database address (database.url) cannot be read: " +
	"want postgres://user:password@host:5432/name, with special characters of the password written as %40 for @ and so on")

// Config reads a database address in any form that PostgreSQL's own clients take.
func Config(url string) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil || url == "" {
		return nil, errForm
	}
	if config.ConnConfig.RuntimeParams["application_name"] == "" {
		config.ConnConfig.RuntimeParams["application_name"] = "gridkeeper"
	}
	return config, nil
}

// CheckVersion takes the server's setting server_version_num.
func CheckVersion(number int) error {
	if number < OldestServer {
		return fmt.Errorf("the database is PostgreSQL %d, and 15 is the oldest that works: upgrade it, or name another in database.url",
			number/10_000)
	}
	return nil
}
