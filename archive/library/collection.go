package library

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Collection is a named set of puzzles, from one or more imports. It belongs to the operator or a guild, and no owner
// has two of one name.
type Collection struct {
	ID       int32      `db:"id"`
	GuildID  string     `db:"guild"` // whose it is; "": the operator's
	Name     string     `db:"name"`
	Shared   bool       `db:"shared"`   // guilds other than its own may use it
	Puzzles  TierCounts `db:"puzzles"`  // those that may be given out
	Entries  int        `db:"entries"`  // accepted lines, isomorphs included
	New      int        `db:"fresh"`    // puzzles that its owner did not have before
	Rejected int        `db:"rejected"` // lines that are not puzzles
	Imports  int        `db:"imports"`
	Open     int        `db:"open"` // imports that ended early; the same import again completes them
	By       string     `db:"by"`   // who did the last import, for people
	Origin
}

// tiersColumn is the [TierCounts] of a collection c.
var tiersColumn = fmt.Sprintf(`array(
	select coalesce(n.puzzles, 0) from generate_series(0, %d) s
	left join collection_count n on n.collection = c.id and n.slot = s order by s
)`, Slots-1)

// Origin is the origin of a collection's puzzles, as far as it is known.
type Origin struct {
	Source    string `json:"source,omitempty" db:"source"` // a program, a book, an address
	Licence   string `json:"licence,omitempty" db:"licence"`
	Author    string `json:"author,omitempty" db:"author"`
	Published string `json:"published,omitempty" db:"published"` // "2006", "2006-08" or "2006-08-03"
}

// Check returns an error for a date of another form, or of no calendar.
func (o Origin) Check() error {
	isDate := slices.ContainsFunc([]string{"2006", "2006-01", time.DateOnly}, func(layout string) bool {
		at, err := time.Parse(layout, o.Published)
		return err == nil && at.Year() > 0
	})
	if o.Published != "" && !isDate {
		return fmt.Errorf("date %s: want a year, a month or a day: 2006, 2006-08 or 2006-08-03", sudoku.Excerpt(o.Published))
	}
	return nil
}

// Plain returns texts that the database takes, without blanks around them.
func (o Origin) Plain() Origin {
	for _, text := range []*string{&o.Source, &o.Licence, &o.Author, &o.Published} {
		*text = postgres.PlainText(strings.TrimSpace(*text))
	}
	return o
}

// Or fills in unknown parts from another origin.
func (o Origin) Or(other Origin) Origin {
	for _, both := range [][2]*string{
		{&o.Source, &other.Source}, {&o.Licence, &other.Licence}, {&o.Author, &other.Author}, {&o.Published, &other.Published},
	} {
		if *both[0] == "" {
			*both[0] = *both[1]
		}
	}
	return o
}

// MaxName is how long the name of a collection may be, in bytes.
const MaxName = 200

// NameReason is why a text cannot be the name of a collection. The values are keys, for the code that puts them into
// words.
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

// ValidName returns the name of a collection without blanks around it, or a [*NameError].
func ValidName(name string) (string, error) {
	name = strings.TrimSpace(name)
	switch {
	case name == "":
		return "", &NameError{name, EmptyName}
	case len(name) > MaxName:
		return "", &NameError{name, LongName}
	case name != postgres.PlainText(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }):
		return "", &NameError{name, NotText}
	}
	return name, nil
}

// CollectionName returns the name of the collection of a file: the file's without its folder and its ending, or both
// endings of a packed file: "x.txt.gz" is "x".
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

// Collections returns all collections, for the operator: the operator's own first, then those of the guilds, by name.
func (s *Store) Collections(ctx context.Context) ([]Collection, error) {
	all, err := postgres.ReadAll(ctx, s.db, postgres.Tags[Collection], `
		select c.id::integer as id, coalesce(c.guild, '') as guild, c.name, c.shared, c.source, c.licence, c.author, c.published, `+tiersColumn+` as puzzles,
		       coalesce(sum(i.fresh + i.duplicates), 0) as entries, coalesce(sum(i.fresh), 0) as fresh,
		       coalesce(sum(i.rejected), 0) as rejected, count(i.id) as imports, count(i.id) filter (where i.finished is null) as open,
		       coalesce((array_agg(i.by order by i.id desc))[1], '') as by
		from collection c left join import i on i.collection = c.id
		group by c.id order by c.guild nulls first, c.name`)
	return all, postgres.Annotate(err, "list the collections")
}

func UnknownCollection(guildID, name string) error {
	of := ""
	if guildID != "" {
		of = fmt.Sprintf(" of guild %q", guildID)
	}
	return fmt.Errorf("no collection %q%s: %w: list them with: gridkeeper collection", name, of, postgres.ErrNotFound)
}

// Visible selects the collections that guild $1 may use: shared ones and its own. An unknown guild, and no guild, may
// use the shared ones.
const Visible = `
	select id from collection where shared
	union select id from collection where guild = $1`

// CollectionsFor returns the collections that a guild may use, all for guild "", the operator.
func CollectionsFor(ctx context.Context, db postgres.Querier, guildID string) ([]int32, error) {
	if guildID == "" {
		return postgres.ReadColumn[int32](ctx, db, `select id from collection order by id`)
	}
	return postgres.ReadColumn[int32](ctx, db, Visible+` order by id`, guildID)
}

// Choice are the collections that a guild's puzzles come from, in the order of their numbers.
type Choice struct {
	Collections []int32
	Chosen      bool // by the guild; else they are all that it may use
}

// ChoiceOf returns the collections of a guild's puzzles. It leaves out chosen collections that are no longer shared,
// so none may be left.
func ChoiceOf(ctx context.Context, db postgres.Querier, guildID string) (from Choice, err error) {
	rows, _ := db.Query(ctx, `
		with chosen as (select collection as id from choice where guild = $1)
		select v.id, c.id is not null as chosen from (`+Visible+`) v full join chosen c on c.id = v.id order by v.id`, guildID)
	var all, some []int32
	var id *int32 // null: chosen, and not visible
	var chosen bool
	_, err = pgx.ForEachRow(rows, []any{&id, &chosen}, func() error {
		from.Chosen = from.Chosen || chosen
		if id != nil {
			all = append(all, *id)
		}
		if id != nil && chosen {
			some = append(some, *id)
		}
		return nil
	})
	from.Collections = all
	if from.Chosen {
		from.Collections = some
	}
	return from, err
}

// Offer is a collection that a guild may choose.
type Offer struct {
	ID      int64      `db:"id"`
	Name    string     `db:"name"`
	Own     bool       `db:"own"` // the guild's; else it is shared with everyone
	Chosen  bool       `db:"chosen"`
	Puzzles TierCounts `db:"puzzles"`
}

// Offers returns the collections that a guild may choose, its own first, then by name. lost is how
// many it has chosen that are no longer shared.
func (s *Store) Offers(ctx context.Context, guildID string) (offers []Offer, lost int, err error) {
	db := s.db
	offers, err = postgres.ReadAll(ctx, db, postgres.Tags[Offer], `
		select c.id, c.name, coalesce(c.guild = $1, false) as own, h.guild is not null as chosen, `+tiersColumn+` as puzzles
		from (`+Visible+`) v join collection c on c.id = v.id left join choice h on h.guild = $1 and h.collection = c.id
		order by own desc, c.name, c.id`, guildID)
	if err == nil {
		err = db.QueryRow(ctx, `select count(*) from choice where guild = $1`, guildID).Scan(&lost)
	}
	for _, o := range offers {
		if o.Chosen {
			lost--
		}
	}
	return offers, max(0, lost), postgres.Annotate(err, "the collections of guild %q", guildID)
}
