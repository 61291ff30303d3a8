package library

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Collection is a named set of puzzles, from one or more imports. It is the operator's or a
// guild's, and no owner has two of one name.
type Collection struct {
	ID       int32
	GuildID  string // whose it is; "": the operator's
	Name     string
	Shared   bool       // guilds other than its own may use it
	Puzzles  TierCounts // those that may be given out
	Entries  int        // accepted lines, isomorphs included
	New      int        // puzzles that its owner did not have before
	Rejected int        // lines that are not puzzles
	Imports  int
	Open     int    // imports that ended early; the same import again completes them
	By       string // who did the last import, for people
	Origin
}

func (c *Collection) fields() postgres.Fields {
	return c.Origin.fields().And(postgres.Fields{
		"id": &c.ID, "guild": &c.GuildID, "name": &c.Name, "shared": &c.Shared, "puzzles": &c.Puzzles, "by": &c.By,
		"entries": &c.Entries, "fresh": &c.New, "rejected": &c.Rejected, "imports": &c.Imports, "open": &c.Open,
	})
}

// TierCounts counts different puzzles by what is asked for: at 0 Shidoku of any tier, at 1-5 sudoku of
// that tier.
type TierCounts [6]int

// Of returns how many there are of a shape and a tier, which for Shidoku does not count.
func (s TierCounts) Of(shape sudoku.Shape, tier logic.Tier) int { return s[Slot(shape, tier)] }

// tiersColumn is the [TierCounts] of a collection c.
const tiersColumn = `array(
	select coalesce(n.puzzles, 0) from generate_series(0, 5) s
	left join collection_count n on n.collection = c.id and n.slot = s order by s
)`

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
	reason := map[NameReason]string{
		EmptyName: "it is empty", LongName: fmt.Sprintf("%d bytes", len(e.Name)), NotText: "a line end, or a character that cannot be seen",
	}[e.Reason]
	return fmt.Sprintf("name of a collection %s: %s: want 1 to %d bytes of text", sudoku.Excerpt(e.Name), reason, MaxName)
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
	for _, packed := range []string{".gz", ".zst", ".xz", ".bz2", ".zip"} {
		name = strings.TrimSuffix(name, packed)
	}
	if stem := strings.TrimSuffix(name, filepath.Ext(name)); stem != "" {
		return stem
	}
	return name
}

// Collections returns all collections, for the operator to see: the operator's own first, then
// those of the guilds, by name.
func (s *Store) Collections(ctx context.Context) ([]Collection, error) {
	all, err := postgres.ReadAll(ctx, s.db, (*Collection).fields, `
		select c.id::integer as id, coalesce(c.guild, '') as guild, c.name, c.shared, c.source, c.licence, c.author, c.published, `+tiersColumn+` as puzzles,
		       coalesce(sum(i.fresh + i.duplicates), 0) as entries, coalesce(sum(i.fresh), 0) as fresh,
		       coalesce(sum(i.rejected), 0) as rejected, count(i.id) as imports, count(i.id) filter (where i.finished is null) as open,
		       coalesce((array_agg(i.by order by i.id desc))[1], '') as by
		from collection c left join import i on i.collection = c.id
		group by c.id order by c.guild nulls first, c.name`)
	return all, postgres.Annotate(err, "list the collections")
}

func noCollection(guildID, name string) error {
	of := ""
	if guildID != "" {
		of = fmt.Sprintf(" of guild %q", guildID)
	}
	return fmt.Errorf("no collection %q%s: %w: list them with: gridkeeper collection", name, of, postgres.ErrNotFound)
}
