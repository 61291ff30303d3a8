package library

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Report says what an import did. Every entry that was read is either new, a duplicate
// or rejected: Read = New + Duplicates + Rejected.
type Report struct {
	ImportID   int64
	Collection string
	Read       int
	New        int // puzzles that the owner of the collection did not have; the operator has all of the archive
	Duplicates int // puzzles that it had, or isomorphs of them
	Rejected   int // lines that are not puzzles
	Total      int // lines that there are to be read
	InFile     int // duplicates of earlier lines of the file; the other duplicates are in the archive
	Reasons    []ReasonCount
	Known      Origin // of a file that is well known

	// The first of each, for display; [Store.Rejects] and [Store.Duplicates] have more.
	Rejects     []Reject
	DuplicateOf []Duplicate

	// Repeated: this very file is in this collection already, as import ImportID, and
	// nothing was added. All its puzzles count as duplicates.
	Repeated bool

	// DryRun: nothing was changed, and the counts are those that an import would have had.
	DryRun bool
	// Tiers counts the different puzzles of the file, of a dry run only.
	Tiers TierCounts
}

// shown is how many rejects and duplicates a report lists.
const shown = 20

// Reject is a line that is not a puzzle.
type Reject struct {
	Line   int         `json:"line"`
	Reason string      `json:"reason"` // in English
	Text   string      `json:"text"`   // at most its first 4,000 bytes
	Kind   format.Kind `json:"-"`      // "" if a former version rejected it
	Err    error       `json:"-"`      // of a report, where the line was read for it; nil as the archive has it
}

func (r *Reject) fields() postgres.Fields {
	return postgres.Fields{"line": &r.Line, "text": postgres.ShownText(&r.Text), "kind": &r.Kind, "reason": &r.Reason}
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
	return postgres.Fields{"line": &d.Line, "text": shownColumn{&d.Text}, "puzzle": &d.PuzzleID, "of_line": &d.OfLine, "collection": &d.Collection}
}

// Rejects yields the lines that an import rejected, in order: the first 1,000 of them.
func (s *Store) Rejects(ctx context.Context, importID int64) iter.Seq2[Reject, error] {
	return postgres.Stream(ctx, s.db, (*Reject).fields, `
		select line, text, kind, reason from reject where import = $1 order by position`, importID)
}

// broughtBy is the name of the collection that brought puzzle p, for the owner of entry e's.
const broughtBy = `coalesce((
	select b.name from import i join collection b on b.id = i.collection, collection c
	where i.id = p.import and c.id = e.collection and (c.guild is null or b.shared or b.guild = c.guild)
), '')`

// Duplicates yields the lines of an import whose puzzles the owner of the collection had already,
// in order.
func (s *Store) Duplicates(ctx context.Context, importID int64) iter.Seq2[Duplicate, error] {
	return s.duplicates(ctx, importID, noLimit)
}

// noLimit is a limit that no import reaches. What is read in part only has a limit in its query: the
// database sends all of the rest otherwise.
const noLimit = math.MaxInt32

func (s *Store) duplicates(ctx context.Context, importID int64, most int) iter.Seq2[Duplicate, error] {
	return postgres.Stream(ctx, s.db, (*Duplicate).fields, `
		select e.line, written_text(e.text, e.grid, p.clues) as text, e.puzzle, coalesce((
			select o.line from entry o
			where shelf(o.collection, o.slot) = shelf(e.collection, case p.shape when 1 then 0 else p.tier end) and o.rnd = p.rnd
			  and o.puzzle = e.puzzle and o.import = e.import and o.fresh
		), 0) as of_line, `+broughtBy+` as collection
		from entry e join puzzle p on p.id = e.puzzle
		where e.import = $1 and not e.fresh order by e.position limit $2`, importID, most)
}

// linesOf yields the first lines of an import: the same file finds the puzzles of all of them there
// when it comes again.
func (s *Store) linesOf(ctx context.Context, importID int64, most int) iter.Seq2[Duplicate, error] {
	return postgres.Stream(ctx, s.db, (*Duplicate).fields, `
		select e.line, written_text(e.text, e.grid, p.clues) as text, e.puzzle, 0 as of_line, `+broughtBy+` as collection
		from entry e join puzzle p on p.id = e.puzzle where e.import = $1 order by e.position limit $2`, importID, most)
}

// duplicatesOf yields the first duplicates of a report, in order.
func (s *Store) duplicatesOf(ctx context.Context, r Report, most int) iter.Seq2[Duplicate, error] {
	if r.Repeated {
		return s.linesOf(ctx, r.ImportID, most)
	}
	return s.duplicates(ctx, r.ImportID, most)
}

func (s *Store) handDuplicates(ctx context.Context, o ImportOptions, r Report) error {
	if o.Duplicated == nil || r.Duplicates == 0 {
		return nil
	}
	for d, err := range s.duplicatesOf(ctx, r, noLimit) {
		if err != nil {
			return err
		}
		o.Duplicated(d)
	}
	return nil
}

// describe adds the first rejects and duplicates to a report, and where they are from.
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

// ImportRecord is an import that is in the archive, whole or in part.
type ImportRecord struct {
	ID         int64
	GuildID    string // whose collection it is; "": the operator's
	Collection string
	File       string
	By         string // for people
	Started    time.Time
	Finished   time.Time // zero: it ended early, and the same import again completes it
	Total      int       // lines in the file that claim to be puzzles
	Read       int       // those of them that are dealt with: New + Duplicates + Rejected
	New        int
	Duplicates int
	Rejected   int
}

func (i *ImportRecord) fields() postgres.Fields {
	return postgres.Fields{
		"id": &i.ID, "guild": &i.GuildID, "collection": &i.Collection, "source": &i.File, "by": &i.By,
		"started": postgres.Time(&i.Started), "finished": postgres.Time(&i.Finished), "total": &i.Total, "done": &i.Read,
		"fresh": &i.New, "duplicates": &i.Duplicates, "rejected": &i.Rejected,
	}
}

const importRecords = `
	select i.id, coalesce(c.guild, '') as guild, c.name as collection, i.source, i.by, i.started, i.finished,
	       i.total, i.done, i.fresh, i.duplicates, i.rejected
	from import i join collection c on c.id = i.collection`

// Imports returns all imports, the newest first.
func (s *Store) Imports(ctx context.Context) ([]ImportRecord, error) {
	all, err := postgres.ReadAll(ctx, s.db, (*ImportRecord).fields, importRecords+` order by i.id desc`)
	return all, postgres.Annotate(err, "list the imports")
}

// Import returns an import; the error for an unknown one wraps [postgres.ErrNotFound].
func (s *Store) Import(ctx context.Context, id int64) (ImportRecord, error) {
	record, err := postgres.ReadOne(ctx, s.db, (*ImportRecord).fields, importRecords+` where i.id = $1`, id)
	return record, postgres.Annotate(err, "import %d", id)
}

// ReasonCount is how many lines of an import were rejected for reasons of a kind.
type ReasonCount struct {
	Kind   format.Kind `json:"-"`      // "" if it has none, as a former version may have kept it
	Reason string      `json:"reason"` // without what differs from line to line
	Lines  int         `json:"lines"`
}

func (r *ReasonCount) fields() postgres.Fields {
	return postgres.Fields{"reason": &r.Reason, "lines": &r.Lines}
}

// Reasons returns why lines of an import were rejected, the most frequent first. Imports of before
// schema 16 have no such counts.
func (s *Store) Reasons(ctx context.Context, importID int64) ([]ReasonCount, error) {
	counts, err := postgres.ReadAll(ctx, s.db, (*ReasonCount).fields, `
		select reason, lines from reject_reason where import = $1 order by lines desc, reason`, importID)
	for n, c := range counts {
		counts[n] = countOf(c.Reason, c.Lines)
	}
	return byFrequency(counts), postgres.Annotate(err, "the rejected lines of import %d", importID)
}

// TiersOf counts the different puzzles of an import.
func (s *Store) TiersOf(ctx context.Context, importID int64) (supply TierCounts, err error) {
	rows, _ := s.db.Query(ctx, `
		select case p.shape when 1 then 0 else p.tier end as slot, count(distinct p.id)
		from entry e join puzzle p on p.id = e.puzzle where e.import = $1 group by 1`, importID)
	slot, count := 0, 0
	_, err = pgx.ForEachRow(rows, []any{&slot, &count}, func() error {
		supply[slot] = count
		return nil
	})
	return supply, postgres.Annotate(err, "the tiers of import %d", importID)
}

// InPlay is what keeps imports in the archive: dailies and games that show lines of theirs, and
// guilds that have chosen the collection, if all of it is to go.
type InPlay struct {
	Dailies int
	Games   int
	Guilds  int // that have these dailies and games
	Chosen  int // guilds
}

func (p *InPlay) fields() postgres.Fields {
	return postgres.Fields{"dailies": &p.Dailies, "games": &p.Games, "guilds": &p.Guilds, "chosen": &p.Chosen}
}

// InPlayError is the error of something that cannot be taken back, since it is in play. Nothing was
// changed.
type InPlayError struct{ InPlay }

func (e *InPlayError) Error() string {
	if e.Chosen > 0 {
		return fmt.Sprintf("it is in play: chosen by %d guilds", e.Chosen)
	}
	return fmt.Sprintf("it is in play: shown in %d dailies and %d games, of %d guilds", e.Dailies, e.Games, e.Guilds)
}
