// Package connection reads the address of a database, and explains errors of databases in words that name the remedy
// and never hold a password.
package connection

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// OldestServer is the first major version of PostgreSQL that the archive works with.
const OldestServer = 15

// maxConnections is how many connections a process opens at most, unless the address sets another number
// (pool_max_conns). A request holds one while it is answered; with the driver's default of four on a small machine, a
// few imports would keep players waiting.
const maxConnections = 16

// maxName is how much of the name of a session PostgreSQL keeps.
const maxName = 63

// pingTimeout is how long a connection that was not used for a while may take to answer, before another
// one is tried.
const pingTimeout = 5 * time.Second

// errForm does not quote the address: if it cannot be read, any part of it may be the password.
var errForm = errors.New("the database address (database.url) cannot be read: " +
	"want postgres://user:password@host:5432/name, with special characters of the password written as %40 for @ and so on")

// Config reads a database address in any form that PostgreSQL's own clients accept. PostgreSQL lists its
// connections under the program's name, with a suffix. They
// end within a minute when the server is gone without a word, however long their statements take.
func Config(url, suffix string) (*pgxpool.Config, error) { return read(url, suffix, false) }

// Pooled is [Config] for the address of a pooler in transaction mode, such as PgBouncer, which gives each transaction
// another session: so statements are described once and not prepared. A session of the pooler keeps the name for
// minutes after its program has ended, so it does not show who is connected.
func Pooled(url string) (*pgxpool.Config, error) {
	config, err := read(url, " pooled", true)
	if err == nil {
		config.ConnConfig.DefaultQueryExecMode = pgx.QueryExecModeCacheDescribe
	}
	return config, err
}

func read(url, suffix string, pooled bool) (*pgxpool.Config, error) {
	config, err := pgxpool.ParseConfig(url)
	if err != nil || url == "" {
		return nil, errForm
	}
	if !strings.Contains(url, "pool_max_conns") {
		config.MaxConns = maxConnections
	}
	name := cmp.Or(config.ConnConfig.RuntimeParams["application_name"], "gridkeeper")
	config.ConnConfig.RuntimeParams["application_name"] = name[:min(len(name), maxName-len(suffix))] + suffix
	config.PingTimeout = cmp.Or(config.PingTimeout, pingTimeout)
	if err := Guard(&config.ConnConfig.Config, pooled); err != nil {
		return nil, err
	}
	return config, nil
}

// CheckVersion returns an error if a server is too old. It takes the server's setting
// server_version_num, such as 150018 for version 15.18.
func CheckVersion(number int) error {
	if major := number / 10_000; major < OldestServer {
		return fmt.Errorf("the database is PostgreSQL %d, and %d is the oldest that works: upgrade it, or name another in database.url",
			major, OldestServer)
	}
	return nil
}
