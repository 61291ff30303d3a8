package postgres

import (
	"context"
	"fmt"
	"iter"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Fields are pointers to the fields of a row, by the names of its columns. One list serves a table's select, its scan, and,
// if its pointers are plain ones, its insert.
type Fields map[string]any

// Columns returns the names of the columns as a list for a statement.
func (f Fields) Columns() string { return strings.Join(sorted(f), ", ") }

// Values returns the values of the fields, for a statement that has them as @column.
func (f Fields) Values() pgx.NamedArgs {
	values := pgx.NamedArgs{}
	for name, field := range f {
		v := reflect.ValueOf(field).Elem()
		if v.Kind() == reflect.Array {
			v = v.Slice(0, v.Len()) // which pgx takes for any type of its elements
		}
		values[name] = v.Interface()
	}
	return values
}

// Insert returns the statement that inserts a row with these columns. Its arguments are @column.
func Insert[Row ~map[string]any](table string, row Row) string {
	names := sorted(row)
	return "insert into " + table + " (" + strings.Join(names, ", ") + ") values (@" + strings.Join(names, ", @") + ")"
}

// Excluded returns the assignments by which an insert replaces a row that is there, for "on conflict … do update set". It
// leaves out the columns of the key.
func (f Fields) Excluded(key ...string) string {
	var set []string
	for _, name := range sorted(f) {
		if !slices.Contains(key, name) {
			set = append(set, name+" = excluded."+name)
		}
	}
	return strings.Join(set, ", ")
}

func sorted[Row ~map[string]any](row Row) []string { return slices.Sorted(maps.Keys(row)) }

// OrNull returns a value for a column that has null for the zero value.
func OrNull[T comparable](value T) any {
	var zero T
	if value == zero {
		return nil
	}
	return value
}

// And returns the fields of a row that holds two things.
func (f Fields) And(others Fields) Fields {
	both := maps.Clone(f)
	maps.Copy(both, others)
	return both
}

// Tags returns where the columns of a row go by the tags of a struct: a field tagged `db:"name"` has the column of
// that name. Fields of embedded structs count too. A grid, a key and a time are read as by [Grid], [Key] and [Time],
// and a string tagged `db:"name,shown"` as by [ShownText].
func Tags[T any](row *T) Fields {
	fields := Fields{}
	fields.addTags(reflect.ValueOf(row).Elem())
	return fields
}

func (f Fields) addTags(row reflect.Value) {
	for field, value := range row.Fields() {
		name, option, _ := strings.Cut(field.Tag.Get("db"), ",")
		if name == "" {
			if field.Anonymous && value.Kind() == reflect.Struct {
				f.addTags(value)
			}
			continue
		}
		f[name] = value.Addr().Interface()
		switch into := f[name].(type) {
		case *sudoku.Grid:
			f[name] = Grid(into)
		case *canon.Key:
			f[name] = Key(into)
		case *time.Time:
			f[name] = Time(into)
		case *string:
			if option == "shown" {
				f[name] = ShownText(into)
			}
		}
	}
}

// inOrder returns the fields in the order of the columns. A column without a field, and a
// field without a column, is a mistake in the query.
func (f Fields) inOrder(columns []pgconn.FieldDescription) ([]any, error) {
	missing := maps.Clone(f)
	into := make([]any, len(columns))
	for i, column := range columns {
		field, ok := missing[column.Name]
		if !ok {
			return nil, fmt.Errorf("column %q has no field of its own", column.Name)
		}
		into[i] = field
		delete(missing, column.Name)
	}
	for name := range missing {
		return nil, fmt.Errorf("field %q has no column", name)
	}
	return into, nil
}

// byName returns a function that reads a row into a T, whose fields fieldsOf names. It matches the names
// once for all rows.
func byName[T any](fieldsOf func(*T) Fields) pgx.RowToFunc[T] {
	var value T
	var into []any
	return func(row pgx.CollectableRow) (none T, err error) {
		if into == nil {
			if into, err = fieldsOf(&value).inOrder(row.FieldDescriptions()); err != nil {
				return none, err
			}
		}
		value = none
		err = row.Scan(into...)
		return value, err
	}
}

// ReadOne returns the first row of a query, or [pgx.ErrNoRows].
func ReadOne[T any](ctx context.Context, db Querier, fieldsOf func(*T) Fields, query string, args ...any) (T, error) {
	rows, _ := db.Query(ctx, query, args...)
	return pgx.CollectOneRow(rows, byName(fieldsOf))
}

// ReadAll returns all rows of a query.
func ReadAll[T any](ctx context.Context, db Querier, fieldsOf func(*T) Fields, query string, args ...any) ([]T, error) {
	rows, _ := db.Query(ctx, query, args...)
	return pgx.CollectRows(rows, byName(fieldsOf))
}

// ReadColumn returns the one column of all rows of a query.
func ReadColumn[T any](ctx context.Context, db Querier, query string, args ...any) ([]T, error) {
	rows, _ := db.Query(ctx, query, args...)
	return pgx.CollectRows(rows, pgx.RowTo[T])
}

// Stream yields the rows of a query while they arrive. An error is the last that it yields.
func Stream[T any](ctx context.Context, db Querier, fieldsOf func(*T) Fields, query string, args ...any) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		var none T
		rows, _ := db.Query(ctx, query, args...)
		defer rows.Close()
		read := byName(fieldsOf)
		for rows.Next() {
			value, err := read(rows)
			if !yield(value, Annotate(err, "read the archive")) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(none, Annotate(err, "read the archive"))
		}
	}
}

// First returns at most n values of a sequence.
func First[T any](n int, all iter.Seq2[T, error]) ([]T, error) {
	var some []T
	for one, err := range all {
		if err != nil || len(some) == n {
			return some, err
		}
		some = append(some, one)
	}
	return some, nil
}
