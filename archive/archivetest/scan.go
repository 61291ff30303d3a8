package archivetest

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// tablesOf finds the columns of all tables of the database, by its own catalogue: what a later schema
// adds is found too. The tables of the libraries that migrate and queue are
// marked.
const tablesOf = `
	select c.table_schema, c.table_name, c.column_name, c.data_type,
	       c.table_name like 'river%' or c.table_name like 'goose%' as of_library
	from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
	where t.table_type = 'BASE TABLE' and t.table_schema not in ('pg_catalog', 'information_schema')
	order by 1, 2, 3`

// column is a column of a table.
type column struct {
	Schema, Table, Name, Type string
	OfLibrary                 bool
}

func (c column) name() string { return c.Table + "." + c.Name }

// WordyColumns returns the columns that could hold what people write, or who they are: texts, bytes,
// JSON and lists, as "table.column". Those of libraries are left out.
func WordyColumns(t testing.TB, url string) []string {
	t.Helper()
	var names []string
	for _, c := range columns(t, connect(t, url)) {
		if !c.OfLibrary && slices.Contains([]string{"text", "character varying", "character", "name", "bytea", "json", "jsonb", "xml", "ARRAY", "USER-DEFINED"}, c.Type) {
			names = append(names, c.name())
		}
	}
	return names
}

// Holding returns the columns of all tables, libraries' too, in which a text stands anywhere, as
// "table.column".
func Holding(t testing.TB, url, text string) []string {
	t.Helper()
	var each []string
	for _, c := range columns(t, connect(t, url)) {
		name := pgx.Identifier{c.Name}.Sanitize()
		holds := `position($1::text in ` + name + `::text) > 0`
		if c.Type == "bytea" {
			holds = `position(convert_to($1::text, 'UTF8') in ` + name + `) > 0`
		}
		each = append(each, `select '`+c.name()+`' where exists (select from `+pgx.Identifier{c.Schema, c.Table}.Sanitize()+` where `+holds+`)`)
	}
	return Read[string](t, url, strings.Join(each, " union all "), text)
}

// Contents returns what is in the tables of the archive: the values of each column, as "table.column", in order, and
// as "table." something for each row.
func Contents(t testing.TB, url string) map[string][]string {
	t.Helper()
	db := connect(t, url)
	defer func() { _ = db.Close(context.Background()) }()
	rows, err := db.Query(context.Background(), contentsOf)
	must(t, err)
	all := map[string][]string{}
	var name, row string
	_, err = pgx.ForEachRow(rows, []any{&name, &row}, func() error {
		all[name] = strings.Split(row, "\x1f")
		return nil
	})
	must(t, err)
	return all
}

// contentsOf reads each table once.
const contentsOf = `
	select t.name || '.' || c.name, string_agg(c.value, E'\x1f' order by c.value)
	from (
		select relname as name, query_to_xml(format('select to_jsonb(r) || ''{"": 1}'' as r from %I r', relname), false, false, '') as rows
		from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname !~ '^(river|goose)'
	) t, xmltable('//row' passing t.rows columns r jsonb path 'r') r, jsonb_each_text(r.r) c(name, value)
	where c.value is not null group by 1`

// Read returns the one column that a query of a database selects, for what no method of the archive reads.
func Read[T any](t testing.TB, url, query string, args ...any) []T {
	t.Helper()
	c := connect(t, url)
	defer func() { _ = c.Close(context.Background()) }()
	rows, err := c.Query(context.Background(), query, args...)
	must(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowTo[T])
	must(t, err)
	return all
}

func connect(t testing.TB, url string) *pgx.Conn {
	t.Helper()
	c, err := pgx.Connect(context.Background(), url)
	must(t, err)
	t.Cleanup(func() { _ = c.Close(context.Background()) })
	return c
}

func columns(t testing.TB, db *pgx.Conn) []column {
	t.Helper()
	rows, err := db.Query(context.Background(), tablesOf)
	must(t, err)
	all, err := pgx.CollectRows(rows, pgx.RowToStructByPos[column])
	must(t, err)
	return all
}
