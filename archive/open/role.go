package open

import (
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// A reader is a role of the database that reads the views of the schema open and nothing else. It is for people with a
// notebook, not for the whole world. Like any role it can use the machine's time, hold advisory locks and make temporary
// tables. In the catalog it sees the names of tables and about how many rows they have. The rows that "explain analyze" counts
// show it whether a key that it knows is in a collection that is not open, or in play; PostgreSQL has no right that would
// prevent this.

// readerMark is the comment by which [Store.DropReader] knows a role of [Store.MakeReader].
const readerMark = "gridkeeper: reads the open archive"

var readerName = regexp.MustCompile(`^[a-z_][a-z0-9_]{0,62}$`)

// Errors of readers, which callers put into words.
var (
	ErrReaderExists = errors.New("there is a role of this name: choose another name")
	ErrNoReader     = errors.New("this is not a role of 'lab sql-role'")
	ErrMayNot       = errors.New("the user of database.url may not make roles: use a superuser, or have one run: alter role the_user createrole")
)

// MakeReader makes a reader. The server gets the password as a SCRAM-SHA-256 verifier, so it is in no log. Where the rights of
// everyone (PUBLIC) would give the reader more than the views, the error lists that, and no role is made.
func (s *Store) MakeReader(ctx context.Context, name, password string) error {
	if !readerName.MatchString(name) || strings.HasPrefix(name, "pg_") {
		return fmt.Errorf("role %s: want up to 63 of a-z, 0-9 and _, such as notebook", sudoku.Excerpt(name))
	}
	if len(password) < 12 || strings.ContainsFunc(password, func(r rune) bool { return r < ' ' || r > '~' }) {
		return errors.New("the password: want at least 12 characters of ASCII")
	}
	role := pgx.Identifier{name}.Sanitize()
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		var database string
		if err := tx.QueryRow(ctx, `select current_database()`).Scan(&database); err != nil {
			return err
		}
		err := postgres.ExecAll(ctx, tx, []string{
			`create role ` + role + ` login noinherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls connection limit 8 password '` + verifierOf(password, []byte(rand.Text())) + `'`,
			`comment on role ` + role + ` is '` + readerMark + `'`,
			`alter role ` + role + ` set default_transaction_read_only = on`,
			`alter role ` + role + ` set statement_timeout = '5min'`,
			`alter role ` + role + ` set idle_in_transaction_session_timeout = '1min'`,
			`alter role ` + role + ` set idle_session_timeout = '1h'`,
			`alter role ` + role + ` set lock_timeout = '5s'`,
			`alter role ` + role + ` set search_path = open`,
			`grant connect on database ` + pgx.Identifier{database}.Sanitize() + ` to ` + role,
			`grant usage on schema open to ` + role,
			`grant select on all tables in schema open to ` + role,
			`alter default privileges in schema open grant select on tables to ` + role, // views of later migrations
		})
		if err != nil {
			return err
		}
		more, err := postgres.ReadColumn[string](ctx, tx, beyondViews, name)
		if err == nil && len(more) > 0 {
			list := strings.Join(more[:min(len(more), 5)], ", ")
			err = fmt.Errorf("everyone has rights here that the role must not have: %s: revoke them from public first, such as with: revoke create on schema public from public", list)
		}
		return err
	})
	return readerError(err, name)
}

// beyondViews lists what a role $1 may do beside reading the views.
const beyondViews = `
	select 'create in schema ' || nspname from pg_namespace where has_schema_privilege($1, oid, 'create')
	union all
	select 'table ' || c.oid::regclass from pg_class c join pg_namespace n on n.oid = c.relnamespace
	where c.relkind in ('r', 'v', 'm', 'p', 'f') and n.nspname not in ('open', 'pg_catalog', 'information_schema') and n.nspname !~ '^pg_(toast|temp)'
	  and (has_table_privilege($1, c.oid, 'select, insert, update, delete, truncate, references, trigger') or has_any_column_privilege($1, c.oid, 'select, insert, update, references'))
	union all
	select 'changes to ' || c.oid::regclass from pg_class c where c.relnamespace = 'open'::regnamespace and c.relkind <> 'S'
	  and has_table_privilege($1, c.oid, 'insert, update, delete, truncate, references, trigger')
	union all
	select 'sequence ' || c.oid::regclass from pg_class c where case when c.relkind = 'S' then has_sequence_privilege($1, c.oid, 'usage, select, update') end
	union all
	select 'function ' || p.oid::regprocedure from pg_proc p join pg_namespace n on n.oid = p.pronamespace
	where p.prosecdef and n.nspname <> 'pg_catalog' and has_schema_privilege($1, n.oid, 'usage') and has_function_privilege($1, p.oid, 'execute')
	order by 1`

// DropReader removes a reader, whose sessions may go on until they end.
func (s *Store) DropReader(ctx context.Context, name string) error {
	role := pgx.Identifier{name}.Sanitize()
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		var database string
		var isReader bool
		err := tx.QueryRow(ctx, `
			select current_database(), exists (select from pg_roles where rolname = $1 and shobj_description(oid, 'pg_authid') = $2)`,
			name, readerMark).Scan(&database, &isReader)
		if err == nil && !isReader {
			err = ErrNoReader
		}
		if err != nil {
			return err
		}
		return postgres.ExecAll(ctx, tx, []string{
			`alter default privileges in schema open revoke select on tables from ` + role,
			`revoke all on all tables in schema open from ` + role,
			`revoke all on schema open from ` + role,
			`revoke all on database ` + pgx.Identifier{database}.Sanitize() + ` from ` + role,
			`drop role ` + role,
		})
	})
	return readerError(err, name)
}

func readerError(err error, name string) error {
	if reported, ok := errors.AsType[*pgconn.PgError](err); ok {
		switch reported.Code {
		case "42710": // duplicate_object
			err = ErrReaderExists
		case "42501": // insufficient_privilege
			err = ErrMayNot
		}
	}
	return postgres.Annotate(err, "role %q", name)
}

// verifierOf returns what PostgreSQL stores of a password, as in RFC 5803.
func verifierOf(password string, salt []byte) string {
	const rounds = 4096
	salted, err := pbkdf2.Key(sha256.New, password, salt, rounds, sha256.Size)
	if err != nil {
		panic(err) // of a key of allowed length
	}
	keyed := func(text string) []byte {
		h := hmac.New(sha256.New, salted)
		_, _ = h.Write([]byte(text))
		return h.Sum(nil)
	}
	stored, encode := sha256.Sum256(keyed("Client Key")), base64.StdEncoding.EncodeToString
	return fmt.Sprintf("SCRAM-SHA-256$%d:%s$%s:%s", rounds, encode(salt), encode(stored[:]), encode(keyed("Server Key")))
}
