// Package importing brings files of puzzles into collections, and takes them back.
//
//	report, err := store.ImportFile(ctx, importing.Options{File: "puzzles.txt"}, file)
//
// An import that was killed continues when it is run again. [Store.RevertImport] takes one back.
// [AddMade] keeps the puzzles that a program made.
package importing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"path/filepath"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Store imports puzzles into a database. It is safe for concurrent use.
type Store struct{ db *postgres.DB }

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db} }

// Options are the options of an import.
type Options struct {
	GuildID    string       // whose collection it is; "": the operator's, shared with everyone when it is made
	Collection string       // made with its first import; "": named after File, see [CollectionName]
	File       string       // the file's name, "-" for standard input
	By         string       // who does it, for people
	Request    string       // the id of the request that asks for it; "": none
	Batch      int          // entries that share a transaction; 0: 10,000
	Progress   func(Report) // called at the start and after each transaction with the counts so far; may be nil

	Origin   library.Origin // fills in what is not known of the collection, before the file's own words
	DryRun   bool           // report what the import would do, and change nothing
	Rejected func(Reject)   // called for every rejected line of the file, in order; may be nil

	Duplicated func(Duplicate) // called for every duplicate, in order, after the import; may be nil
}

// collection returns the name of the collection to import into, or a [*NameError].
func (o Options) collection() (string, error) {
	return library.ValidName(cmp.Or(strings.TrimSpace(o.Collection), library.CollectionName(o.File)))
}

// file is the name of the file without its folder.
func (o Options) file() string {
	if o.File == "" {
		return ""
	}
	return filepath.Base(o.File)
}

// Report is the result of an import. Every entry that was read is either new, a duplicate or rejected: Read = New +
// Duplicates + Rejected.
type Report struct {
	ImportID   int64 `db:"id"`
	Collection string
	Read       int `db:"done"`
	New        int `db:"fresh"`      // puzzles that the owner of the collection did not have; the operator has all of the archive
	Duplicates int `db:"duplicates"` // puzzles that it had, or isomorphs of them
	Rejected   int `db:"rejected"`   // lines that are not puzzles
	Total      int // lines that there are to be read
	InFile     int // duplicates of earlier lines of the file; the other duplicates are in the archive
	Reasons    []ReasonCount
	Known      library.Origin // of a file that is well known

	// The first of each, for display; [Store.Rejects] and [Store.Duplicates] have more.
	Rejects     []Reject
	DuplicateOf []Duplicate

	// Repeated: this very file is in this collection already, as import ImportID, and
	// nothing was added. All its puzzles count as duplicates.
	Repeated bool

	// DryRun: nothing was changed. The counts are as an import would have them.
	DryRun bool
	// Tiers counts the different puzzles of the file, of a dry run only.
	Tiers library.TierCounts
}

// shown is how many rejects and duplicates a report lists.
const shown = 20

// Reject is a line that is not a puzzle.
type Reject struct {
	Line   int         `json:"line" db:"line"`
	Reason string      `json:"reason" db:"reason"`   // in English
	Text   string      `json:"text" db:"text,shown"` // at most its first 4,000 bytes
	Kind   format.Kind `json:"-" db:"kind"`          // "" if a former version rejected it
	Err    error       `json:"-"`                    // of a report, where the line was read for it; nil as the archive has it
}

// Duplicate is a line whose puzzle the owner of the collection had already.
type Duplicate struct {
	Line       int    `json:"line"`
	PuzzleID   int64  `json:"puzzle,omitempty"`
	OfLine     int    `json:"of_line,omitempty"`    // the line of the same file that brought the puzzle to the owner; 0 if another import did
	Collection string `json:"collection,omitempty"` // that brought the puzzle to the archive; "" where it is not the owner's to know
	Text       string `json:"text"`
}

func (d *Duplicate) fields() postgres.Fields {
	return postgres.Fields{"line": &d.Line, "text": library.WrittenText(&d.Text), "puzzle": &d.PuzzleID, "of_line": &d.OfLine, "collection": &d.Collection}
}

// Rejects yields the lines that an import rejected, in order: the first 1,000 of them.
func (s *Store) Rejects(ctx context.Context, importID int64) iter.Seq2[Reject, error] {
	return postgres.Stream(ctx, s.db, postgres.Tags[Reject], `
		select line, text, kind, reason from reject where import = $1 order by position`, importID)
}

// broughtBy is the name of the collection that brought puzzle p, if the owner of entry e's collection may know it.
const broughtBy = `coalesce((
	select b.name from import i join collection b on b.id = i.collection, collection c
	where i.id = p.import and c.id = e.collection and (c.guild is null or b.shared or b.guild = c.guild)
), '')`

// Duplicates yields the lines of an import whose puzzles the owner of the collection had already,
// in order.
func (s *Store) Duplicates(ctx context.Context, importID int64) iter.Seq2[Duplicate, error] {
	return s.duplicates(ctx, importID, noLimit)
}

// noLimit is a limit that no import reaches. To read the first lines only, a query has a limit: the database sends
// all the rest otherwise.
const noLimit = math.MaxInt32

func (s *Store) duplicates(ctx context.Context, importID int64, most int) iter.Seq2[Duplicate, error] {
	return postgres.Stream(ctx, s.db, (*Duplicate).fields, `
		select e.line, written_text(e.text, e.grid, p.clues) as text, e.puzzle, coalesce((
			select o.line from entry o
			where shelf(o.collection, o.slot) = shelf(e.collection, slot_of(p.shape, p.tier)) and o.rnd = p.rnd
			  and o.puzzle = e.puzzle and o.import = e.import and o.fresh
		), 0) as of_line, `+broughtBy+` as collection
		from entry e join puzzle p on p.id = e.puzzle
		where e.import = $1 and not e.fresh order by e.position limit $2`, importID, most)
}

// duplicatesOf yields the first duplicates of a report, in order: of a file that is there already, its first lines.
func (s *Store) duplicatesOf(ctx context.Context, r Report, most int) iter.Seq2[Duplicate, error] {
	if !r.Repeated {
		return s.duplicates(ctx, r.ImportID, most)
	}
	return postgres.Stream(ctx, s.db, (*Duplicate).fields, `
		select e.line, written_text(e.text, e.grid, p.clues) as text, e.puzzle, 0 as of_line, `+broughtBy+` as collection
		from entry e join puzzle p on p.id = e.puzzle where e.import = $1 order by e.position limit $2`, r.ImportID, most)
}

// describe adds to a report the first rejects and duplicates, and the reasons.
func (s *Store) describe(ctx context.Context, r Report) (Report, error) {
	if r.Repeated {
		r.New, r.Duplicates = 0, r.New+r.Duplicates
	}
	var rejectsErr, duplicatesErr, reasonsErr error
	read := r.Rejects // just now, in their order
	r.Rejects, rejectsErr = postgres.First(shown, s.Rejects(ctx, r.ImportID))
	for n := range min(len(read), len(r.Rejects)) {
		if kept := &r.Rejects[n]; kept.Line == read[n].Line && kept.Text == read[n].Text {
			kept.Err = read[n].Err
		}
	}
	r.DuplicateOf, duplicatesErr = postgres.First(shown, s.duplicatesOf(ctx, r, shown))
	r.Reasons, reasonsErr = s.Reasons(ctx, r.ImportID)
	return r, errors.Join(rejectsErr, duplicatesErr, reasonsErr)
}

// Record is an import that is in the archive, whole or in part.
type Record struct {
	ID         int64     `db:"id"`
	GuildID    string    `db:"guild"` // whose collection it is; "": the operator's
	Collection string    `db:"collection"`
	File       string    `db:"source"`
	By         string    `db:"by"` // for people
	Started    time.Time `db:"started"`
	Finished   time.Time `db:"finished"` // zero: it ended early, and the same import again completes it
	Total      int       `db:"total"`    // lines in the file that claim to be puzzles
	Read       int       `db:"done"`     // those of them that are dealt with: New + Duplicates + Rejected
	New        int       `db:"fresh"`
	Duplicates int       `db:"duplicates"`
	Rejected   int       `db:"rejected"`
}

const importRecords = `
	select i.id, coalesce(c.guild, '') as guild, c.name as collection, i.source, i.by, i.started, i.finished,
	       i.total, i.done, i.fresh, i.duplicates, i.rejected
	from import i join collection c on c.id = i.collection`

// Imports returns all imports, the newest first.
func (s *Store) Imports(ctx context.Context) ([]Record, error) {
	all, err := postgres.ReadAll(ctx, s.db, postgres.Tags[Record], importRecords+` order by i.id desc`)
	return all, postgres.Annotate(err, "list the imports")
}

// Import returns an import; the error for an unknown one wraps [postgres.ErrNotFound].
func (s *Store) Import(ctx context.Context, id int64) (Record, error) {
	record, err := postgres.ReadOne(ctx, s.db, postgres.Tags[Record], importRecords+` where i.id = $1`, id)
	return record, postgres.Annotate(err, "import %d", id)
}

// Reasons returns the reasons of the rejected lines of an import, the most frequent first. Imports of before schema
// 16 have none.
func (s *Store) Reasons(ctx context.Context, importID int64) ([]ReasonCount, error) {
	counts, err := postgres.ReadAll(ctx, s.db, postgres.Tags[ReasonCount], `
		select reason, lines from reject_reason where import = $1 order by lines desc, reason`, importID)
	for n, c := range counts {
		counts[n] = countOf(c.Reason, c.Lines)
	}
	return byFrequency(counts), postgres.Annotate(err, "the rejected lines of import %d", importID)
}

// TiersOf counts the different puzzles of an import.
func (s *Store) TiersOf(ctx context.Context, importID int64) (supply library.TierCounts, err error) {
	rows, _ := s.db.Query(ctx, `
		select slot_of(p.shape, p.tier) as slot, count(distinct p.id)
		from entry e join puzzle p on p.id = e.puzzle where e.import = $1 group by 1`, importID)
	slot, count := 0, 0
	_, err = pgx.ForEachRow(rows, []any{&slot, &count}, func() error {
		supply[slot] = count
		return nil
	})
	return supply, postgres.Annotate(err, "the tiers of import %d", importID)
}

// NoteImport notes that someone imported a file for a guild.
func (s *Store) NoteImport(ctx context.Context, guildID, by, file string, r Report) error {
	return postgres.Annotate(library.Note(ctx, s.db, library.Change{
		By: by, GuildID: guildID, Action: library.ImportedFile, Subject: r.Collection,
		Detail: fmt.Sprintf("import %d of %q: %d lines, %d new, %d duplicates, %d rejected", r.ImportID, file, r.Read, r.New, r.Duplicates, r.Rejected),
	}), "note import %d", r.ImportID)
}
