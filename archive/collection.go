package archive

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path/filepath"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Collection is a named set of puzzles, from one or more imports.
type Collection struct {
	Name     string
	Entries  int // accepted lines, isomorphs included
	New      int // puzzles that came into the archive with it
	Rejected int // lines that are not puzzles
	Imports  int
	Open     int // imports that ended early; the same import again completes them
}

func (c *Collection) fields() fields {
	return fields{
		"name": &c.Name, "entries": &c.Entries, "fresh": &c.New, "rejected": &c.Rejected, "imports": &c.Imports, "open": &c.Open,
	}
}

// MaxName is how long the name of a collection may be, in bytes.
const MaxName = 200

// NameReason says why a text cannot be the name of a collection. The values are keys, for
// the code that puts them into words.
type NameReason string

const (
	EmptyName NameReason = "empty"
	LongName  NameReason = "too-long" // longer than MaxName
	NotText   NameReason = "not-text" // not UTF-8, or with characters that cannot be seen
)

// NameError is the error of a text that cannot be the name of a collection. Nothing was read.
type NameError struct {
	Name   string
	Reason NameReason
}

func (e *NameError) Error() string {
	return fmt.Sprintf("name of a collection %s: %s: want 1 to %d bytes of UTF-8", sudoku.Excerpt(e.Name), e.Reason, MaxName)
}

// CollectionName returns the name of the collection of a file: the file's without its folder and
// its ending, a packed file's without both endings: "x.txt.gz" is "x".
func CollectionName(file string) string {
	switch file {
	case "":
		return ""
	case "-":
		return "standard input"
	}
	name := filepath.Base(file)
	for _, packed := range []string{".gz", ".zst"} {
		name = strings.TrimSuffix(name, packed)
	}
	if stem := strings.TrimSuffix(name, filepath.Ext(name)); stem != "" {
		return stem
	}
	return name
}

// Collections returns all collections by name.
func (s *Store) Collections(ctx context.Context) ([]Collection, error) {
	all, err := readAll(ctx, s.db(ctx), (*Collection).fields, `
		select c.name, coalesce(sum(i.fresh + i.duplicates), 0) as entries, coalesce(sum(i.fresh), 0) as fresh,
		       coalesce(sum(i.rejected), 0) as rejected, count(i.id) as imports, count(i.id) filter (where i.finished is null) as open
		from collection c left join import i on i.collection = c.id
		group by c.id order by c.name`)
	return all, annotate(err, "list the collections")
}

// Export yields the entries of a collection as they were imported and in their order: the text
// of the clues, name, author and comment to the byte. Rejected lines are not among them. The
// error for an unknown collection wraps [ErrNotFound].
func (s *Store) Export(ctx context.Context, collection string) iter.Seq2[format.Entry, error] {
	return func(yield func(format.Entry, error) bool) {
		err := s.db(ctx).QueryRow(ctx, `select id from collection where name = $1`, collection).Scan(new(int64))
		if errors.Is(err, pgx.ErrNoRows) {
			err = fmt.Errorf("no collection %q: %w: list them with: gridkeeper stats", collection, ErrNotFound)
		}
		if err != nil {
			yield(format.Entry{}, annotate(err, "export"))
			return
		}
		stream(ctx, s.db(ctx), entryFileFields, `
			select e.line, e.grid, e.text, e.name, e.author, e.comment
			from entry e join import i on i.id = e.import join collection c on c.id = i.collection
			where c.name = $1 order by e.import, e.position`, collection)(yield)
	}
}

func entryFileFields(e *format.Entry) fields {
	return fields{
		"line": &e.Line, "grid": gridColumn{&e.Grid}, "text": rawColumn{&e.Text},
		"name": rawColumn{&e.Name}, "author": rawColumn{&e.Author}, "comment": rawColumn{&e.Comment},
	}
}

// Stats is what the archive holds.
type Stats struct {
	Puzzles int
	Tiers   []TierCount // those that have puzzles
	Guilds  int
	Players int
	Games   int
	Results int   // games that are finished
	Bytes   int64 // on the database's disk
}

func (s *Stats) fields() fields {
	return fields{"guilds": &s.Guilds, "players": &s.Players, "games": &s.Games, "results": &s.Results, "bytes": &s.Bytes}
}

// TierCount says how many puzzles of a shape have a tier.
type TierCount struct {
	Shape   sudoku.Shape
	Tier    logic.Tier
	Puzzles int
}

func (t *TierCount) fields() fields {
	return fields{"shape": &t.Shape, "tier": &t.Tier, "puzzles": &t.Puzzles}
}

// Stats counts what the archive holds.
func (s *Store) Stats(ctx context.Context) (Stats, error) {
	tiers, err := readAll(ctx, s.db(ctx), (*TierCount).fields, `
		select shape, tier, count(*) as puzzles from puzzle group by shape, tier order by shape, tier`)
	if err != nil {
		return Stats{}, annotate(err, "count the puzzles")
	}
	stats, err := readOne(ctx, s.db(ctx), (*Stats).fields, `
		select (select count(*) from guild) as guilds, (select count(*) from player) as players, (select count(*) from game) as games,
		       (select count(*) from game where finished is not null) as results, pg_database_size(current_database()) as bytes`)
	stats.Tiers = tiers
	for _, t := range tiers {
		stats.Puzzles += t.Puzzles
	}
	return stats, annotate(err, "count the games")
}
