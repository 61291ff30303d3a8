package library

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// ImportRecord is an import that is in the archive, whole or in part.
type ImportRecord struct {
	ID         int64
	GuildID    string // whose collection it is; "": the operator's
	Collection string
	File       string
	By         string // for people
	Started    time.Time
	Finished   time.Time // zero: it ended early, and the same import again completes it, or Work does
	Work       int64     // that brings it in, see package jobs, until it is finished; 0: none
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
		"fresh": &i.New, "duplicates": &i.Duplicates, "rejected": &i.Rejected, "work": &i.Work,
	}
}

const importRecords = `
	select i.id, coalesce(c.guild, '') as guild, c.name as collection, i.source, i.by, i.started, i.finished,
	       i.total, i.done, i.fresh, i.duplicates, i.rejected,
	       coalesce((select max(id) from work where args->>'source' = encode(i.digest, 'hex') and finished is null), 0) as work
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
	Kind   format.Kind // "" if it has none, as a former version may have kept it
	Reason string      // without what differs from line to line
	Lines  int
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
func (s *Store) TiersOf(ctx context.Context, importID int64) (supply Supply, err error) {
	rows, err := s.db.Query(ctx, `
		select case p.shape when 1 then 0 else p.tier end as slot, count(distinct p.id)
		from entry e join puzzle p on p.id = e.puzzle where e.import = $1 group by 1`, importID)
	if err != nil {
		return supply, postgres.Annotate(err, "the tiers of import %d", importID)
	}
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
