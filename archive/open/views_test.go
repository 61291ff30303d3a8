package open_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// The views have the puzzles and lines that the store has.
func TestViews(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	all, random := append(puzzles(40, 41), append(archivetest.SixBySix(5, 6), archivetest.Shidoku(5)...)...), rand.New(rand.NewPCG(7, 8))
	full := must1(solver.Solve(grid(all[0]))).With(0, 0) // stored as a number
	archivetest.ImportFor(t, s, "42", "secret", append(all[:20:20], all[20]+" # secret words")...)
	var turned []string
	for _, line := range all[10:] {
		turned = append(turned, archivetest.Turned(line, random)+" # open words")
	}
	archivetest.Import(t, s, "ours", append(turned, full.String())...)
	archivetest.ImportFor(t, s, "43", "shared", all[25:30]...)
	must(t, s.ShareCollection(t.Context(), "43", "shared", true, "test"))

	var want []string
	for _, r := range pagesOf(t, s, search.Query{Limit: 30}, func() {}) {
		p := must1(s.OpenPuzzle(t.Context(), r.Key))
		want = append(want, fmt.Sprintf("%s|%s|%s|%d|%d|%s|%v|%s|%s|%s|%s",
			p.Key, p.Shape, p.Clues, p.Clues.Len(), p.Tier, p.Tier, p.Score, p.Hardest, p.Name, p.Author, p.Lines[0].Collection.Name))
	}
	got := archivetest.Read[string](t, url, `
		select concat_ws('|', key, shape, clues, clue_count, tier, tier_name, score, hardest, name, author, collection_name) from open.puzzle`)
	slices.Sort(want)
	if slices.Sort(got); !slices.Equal(got, want) || len(got) != len(turned)+1 {
		t.Errorf("the view has %d puzzles, want %d:\n%s\nwant:\n%s", len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if lines := archivetest.Read[int](t, url, `select count(*) from open.line where clues !~ '[0]'`); lines[0] != len(turned)+1+5 {
		t.Errorf("the view has %d lines", lines[0])
	}
	if names := archivetest.Read[string](t, url, `select name from open.collection order by name`); !slices.Equal(names, []string{"ours", "shared"}) {
		t.Errorf("the collections are %q", names)
	}
}

// The views leave out what is in play, by the clock of the database.
func TestViewsGuard(t *testing.T) {
	x := newInPlay(t)
	archivetest.ImportFor(t, x.Store, "pasted", "pasted", x.shown["a race on a pasted puzzle"].String())
	must(t, x.ShareCollection(t.Context(), "pasted", "pasted", true, "test"))
	db := must1(pgx.Connect(t.Context(), x.url))
	defer func() { must(t, db.Close(context.Background())) }()
	tx := must1(db.Begin(t.Context())) // in which no time passes
	must1(tx.Exec(t.Context(), `update daily set date = date + ((now() at time zone 'UTC')::date - $1::date)`, noon))
	for _, view := range []string{"select key from open.puzzle", "select p.key from open.line l join open_keys p on p.id = l.puzzle", "select p.key from open.rating r join open_keys p on p.id = r.puzzle"} {
		must1(tx.Exec(t.Context(), `
			create or replace temporary view open_keys as select id, replace(key::text, '-', '') as key from puzzle`))
		must1(tx.Exec(t.Context(), `
			insert into rating_program (name, version) values ('test', '') on conflict do nothing`))
		must1(tx.Exec(t.Context(), `
			insert into rating (puzzle, program, import, position, value) select p.id, m.id, 0, 0, 'x' from puzzle p, rating_program m where m.name = 'test' on conflict do nothing`))
		keys := must1(postgres.ReadColumn[string](t.Context(), tx, view))
		for name, clues := range x.shown {
			_, isGuarded := guarded[name]
			if slices.Contains(keys, canon.KeyOf(clues).String()) == isGuarded {
				t.Errorf("%s in %q: %t", name, view, isGuarded)
			}
		}
		if len(keys) < len(x.others) {
			t.Errorf("%q has %d rows, want at least %d", view, len(keys), len(x.others))
		}
	}
}

// A reader reads the views and nothing else: no table, no other schema, no function that reads for it.
func TestReader(t *testing.T) {
	x := newInPlay(t)
	ctx := t.Context()
	const name, password = "notebook_test", "a password of a test"
	must(t, x.MakeReader(ctx, name, password))
	if err := x.MakeReader(ctx, name, password); !errors.Is(err, open.ErrReaderExists) {
		t.Errorf("a second of the name: %v", err)
	}
	as := must1(pgx.ParseConfig(x.url))
	as.User, as.Password = name, password
	db := must1(pgx.ConnectConfig(ctx, as))
	for _, view := range []string{"collection", "puzzle", "line", "rating"} {
		if _, err := db.Exec(ctx, `select * from `+view+` limit 1`); err != nil {
			t.Errorf("open.%s: %v", view, err)
		}
	}
	if n := must1(postgres.ReadColumn[int](ctx, db, `select count(*) from puzzle`)); n[0] < len(x.others) {
		t.Errorf("it sees %d puzzles", n[0])
	}
	if limit := must1(postgres.ReadColumn[string](ctx, db, `show statement_timeout`)); limit[0] == "0" {
		t.Error("its statements may take for ever")
	}
	tables := archivetest.Read[string](t, x.url, `
		select format('%I.%I', n.nspname, c.relname) from pg_class c join pg_namespace n on n.oid = c.relnamespace
		where c.relkind in ('r', 'v', 'm', 'S') and n.nspname in ('public', 'river')`)
	if len(tables) < 60 {
		t.Fatalf("there are only %d tables", len(tables))
	}
	refused := map[string]string{}
	for _, table := range tables {
		refused["read "+table] = `select * from ` + table
	}
	for what, statement := range map[string]string{
		"write a view":        `set transaction_read_only = off; update open.puzzle set score = 0`,
		"delete":              `delete from open.collection`,
		"make a table":        `begin read write; create table public.mine (n integer)`,
		"make one in open":    `begin read write; create table open.mine (n integer)`,
		"make a function":     `begin read write; create function public.mine() returns integer language sql as 'select 1'`,
		"use the entries":     `select public.entries_of(array[1], array[1::smallint], array[1])`,
		"count puzzles":       `begin read write; select public.add_to_count(0::smallint, 1::smallint, 4::smallint, 1)`,
		"read a file":         `select pg_read_file('/etc/passwd')`,
		"run a program":       `copy (select 1) to program 'true'`,
		"become another":      `set role ` + pgx.Identifier{must1(pgx.ParseConfig(x.url)).User}.Sanitize(),
		"see passwords":       `select * from pg_authid`,
		"take another job":    `select public.game_opened.last_value from public.game_opened`,
		"use a sequence":      `begin read write; select nextval('public.game_opened')`,
		"replace a view":      `begin read write; create or replace view open.collection as select 1 as id`,
		"read the statistics": `select 1 / (select count(*)::integer from pg_stats where schemaname = 'public' and tablename in ('player', 'game', 'entry'))`,
	} {
		refused[what] = statement
	}
	for what, statement := range refused {
		_, err := db.PgConn().Exec(ctx, statement).ReadAll()
		if reported, ok := errors.AsType[*pgconn.PgError](err); !ok || strings.HasPrefix(reported.Code, "42") && reported.Code != "42501" && reported.Code != "42P01" {
			t.Errorf("%s: %v", what, err)
		}
		must1(db.PgConn().Exec(ctx, `rollback`).ReadAll())
	}
	// A condition that fails on a row that the view leaves out would tell of it.
	behind := fmt.Sprintf(`select count(*) from open.puzzle where 1 / (case when uuid = '%s' then 0 else 1 end) < 0`, canon.KeyOf(x.shown["a race"]))
	if _, err := db.Exec(ctx, behind); err != nil {
		t.Errorf("a condition sees a row behind the view: %v", err)
	}
	must(t, db.Close(ctx))

	for _, other := range []string{must1(pgx.ParseConfig(x.url)).User, "pg_read_all_data", "nobody_there"} {
		if err := x.DropReader(ctx, other); !errors.Is(err, open.ErrNoReader) {
			t.Errorf("%s is removed: %v", other, err)
		}
	}
	must(t, x.DropReader(ctx, name))
	if _, err := pgx.ConnectConfig(ctx, as); err == nil {
		t.Error("it connects after it was removed")
	}
	for _, name := range []string{"", "Ann", `x"; drop table player; --`, "pg_mine", strings.Repeat("x", 64)} {
		if err := x.MakeReader(ctx, name, password); err == nil {
			t.Errorf("%q is the name of a role", name)
		}
	}
}

// The server keeps what it would have made of the password itself.
func TestVerifier(t *testing.T) {
	url := archivetest.URL(t)
	archivetest.Exec(t, url, `set password_encryption = 'scram-sha-256'; create role verifier_test password 'a password of a test'; `)
	stored := archivetest.Read[string](t, url, `select rolpassword from pg_authid where rolname = 'verifier_test'`)[0]
	archivetest.Exec(t, url, `drop role verifier_test`)
	_, rest, _ := strings.Cut(stored, ":")
	salt, _, _ := strings.Cut(rest, "$")
	if made := open.VerifierOf("a password of a test", must1(base64.StdEncoding.DecodeString(salt))); made != stored {
		t.Errorf("the verifier is %s, want %s", made, stored)
	}
}

// Where everyone may do more than the views allow, no role is made.
func TestReaderOfAnOpenDatabase(t *testing.T) {
	for _, grant := range []string{"grant select on player to public", "grant select (name) on player to public", "grant create on schema public to public", "grant usage on sequence game_opened to public",
		"create function leak() returns bigint language sql security definer as 'select count(*) from player'"} {
		url := archivetest.URL(t)
		archivetest.Exec(t, url, grant)
		err := archivetest.Open(t, url).MakeReader(t.Context(), "notebook_test_2", "a password of a test")
		if err == nil || !strings.Contains(err.Error(), "revoke") {
			t.Errorf("after %q: %v", grant, err)
		}
		if n := archivetest.Read[int](t, url, `select count(*) from pg_roles where rolname = 'notebook_test_2'`); n[0] != 0 {
			t.Errorf("after %q the role is there", grant)
		}
	}
}
