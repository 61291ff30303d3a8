package library

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Rows of the archive can be computed again from the clues: that a puzzle has one solution, its key and its rating.
// Counts can be counted again. A difference is damage by a disk, a hand or a defect of a program.

// Checked is the number of rows that were looked at, and the damage that was found.
type Checked struct {
	Rows  int
	Wrong []string // for people, each about one row
}

func (c *Checked) add(row, wrong string) {
	c.Rows++
	if wrong != "" {
		c.Wrong = append(c.Wrong, row+": "+wrong)
	}
}

// Lines is a range of lines of an import, both ends included.
type Lines struct {
	Import int64 `db:"import"`
	Span
}

// CheckSpans returns spans with all puzzles, and with all lines of imports, at most that many in each, in a
// transaction of the caller's.
func CheckSpans(ctx context.Context, tx pgx.Tx, length int) (puzzles []Span, lines []Lines, err error) {
	if puzzles, err = spansWhere(ctx, tx, `true`, length); err != nil {
		return nil, nil, postgres.Annotate(err, "list the puzzles")
	}
	lines, err = postgres.ReadAll(ctx, tx, postgres.Tags[Lines], `
		select import, min(position) as first, max(position) as last
		from (select import, position, (row_number() over (partition by import order by position) - 1) / $1 as span from entry) e
		group by import, span order by import, span`, length)
	return puzzles, lines, postgres.Annotate(err, "list the lines")
}

// checkedPuzzle is the row of a puzzle as it is, readable or not.
type checkedPuzzle struct {
	ID      int64      `db:"id"`
	Key     canon.Key  `db:"key"`
	Clues   []byte     `db:"clues"`
	Tier    logic.Tier `db:"tier"`
	Hardest string     `db:"hardest"`
	Version int        `db:"rating_version"`
	Entered bool       `db:"entered"` // the line that it names is there, and is its own
}

// CheckPuzzles computes the puzzles of a span again from their clues, and changes nothing.
func (s *Store) CheckPuzzles(ctx context.Context, span Span) (Checked, error) {
	puzzles, err := postgres.ReadAll(ctx, s.db, postgres.Tags[checkedPuzzle], `
		select id, key, clues, tier, hardest_of(hardest, needs) as hardest, rating_version,
		       exists (select from entry e where e.import = p.import and e.position = p.position and e.puzzle = p.id offset 0) as entered
		from puzzle p where id between $1 and $2 order by id`, span.First, span.Last)
	if err != nil {
		return Checked{}, postgres.Annotate(err, "read puzzles %d to %d", span.First, span.Last)
	}
	var c Checked
	for _, p := range puzzles {
		if err := ctx.Err(); err != nil {
			return Checked{}, err
		}
		c.add(fmt.Sprintf("puzzle %d", p.ID), p.wrong())
	}
	return c, nil
}

// wrong describes the damage of a puzzle, "" for none. It does not compare ratings of other versions, and allows the
// solved grids that early versions took.
func (p *checkedPuzzle) wrong() string {
	grid, err := postgres.UnpackGrid(p.Clues)
	if err != nil {
		return fmt.Sprintf("its clues cannot be read: %v", err)
	}
	rated, err := rating.Rate(grid)
	switch {
	case err != nil && !errors.Is(err, rating.ErrSolved):
		return fmt.Sprintf("%s: %v", grid, err)
	case canon.KeyOf(grid) != p.Key:
		return fmt.Sprintf("its key is %s, and that of its clues %s", p.Key, canon.KeyOf(grid))
	case !p.Entered:
		return "the line that it names is not there, or is another puzzle's"
	case err == nil && p.Version == rating.Version && (rated.Tier != p.Tier || string(rated.Hardest) != p.Hardest):
		return fmt.Sprintf("it is rated tier %d (%s), and its clues are tier %d (%s)", p.Tier, p.Hardest, rated.Tier, rated.Hardest)
	}
	return ""
}

// checkedLine is a line with the key of its puzzle.
type checkedLine struct {
	position int
	key      *canon.Key // nil: its puzzle is not there
	grid     []byte     // "": the clues are those of the puzzle
}

// CheckLines compares the lines of an import with their puzzles, and changes nothing.
func (s *Store) CheckLines(ctx context.Context, l Lines) (Checked, error) {
	rows, _ := s.db.Query(ctx, `
		select e.position, p.key is not null, coalesce(p.key, gen_random_uuid()), e.grid from entry e
		left join lateral (select key from puzzle p where p.id = e.puzzle offset 0) p on true
		where e.import = $1 and e.position between $2 and $3 order by e.position`, l.Import, l.First, l.Last)
	var c Checked
	line, key, found := checkedLine{}, canon.Key{}, false
	_, err := pgx.ForEachRow(rows, []any{&line.position, &found, postgres.Key(&key), &line.grid}, func() error {
		if line.key = nil; found {
			line.key = &key
		}
		c.add(fmt.Sprintf("line %d of import %d", line.position, l.Import), line.wrong())
		return ctx.Err()
	})
	return c, postgres.Annotate(err, "read the lines of import %d", l.Import)
}

func (l *checkedLine) wrong() string {
	if l.key == nil {
		return "its puzzle is not there"
	}
	if len(l.grid) == 0 {
		return ""
	}
	grid, err := postgres.UnpackGrid(l.grid)
	if err != nil {
		return fmt.Sprintf("its clues cannot be read: %v", err)
	}
	if canon.KeyOf(grid) != *l.key {
		return fmt.Sprintf("%s is not an isomorph of its puzzle", grid)
	}
	return ""
}

// countsWrong describes wrong counts.
const countsWrong = `
	with held as (
		select import, count(*) as lines, count(*) filter (where fresh) as fresh from entry group by import
	), given as (
		select collection, slot, count(*) as puzzles from entry where slot is not null group by collection, slot
	)
	select format('import %s counts %s new and %s duplicates, and has %s new of %s lines',
	              i.id, i.fresh, i.duplicates, coalesce(h.fresh, 0), coalesce(h.lines, 0))
	from import i left join held h on h.import = i.id
	where i.fresh + i.duplicates <> coalesce(h.lines, 0) or i.fresh <> coalesce(h.fresh, 0)
	union all
	select format('collection %s counts %s puzzles to give out in slot %s, and has %s',
	              coalesce(n.collection, g.collection), coalesce(n.puzzles, 0), coalesce(n.slot, g.slot), coalesce(g.puzzles, 0))
	from collection_count n full join given g on g.collection = n.collection and g.slot = n.slot
	where coalesce(n.puzzles, 0) <> coalesce(g.puzzles, 0)
	union all
	select format('the archive counts %s puzzles of shape %s, tier %s and version %s of the rating, and has %s', sum(counted), shape, tier, rating_version, sum(has))
	from (
		select shape, tier, rating_version, puzzles as counted, 0 as has from puzzle_count
		union all select shape, tier, rating_version, 0, count(*) from puzzle group by shape, tier, rating_version
	) p group by shape, tier, rating_version having sum(counted) <> sum(has)`

// CheckCounts counts again and compares with the counts of the archive, its imports and its collections. It changes
// nothing.
func (s *Store) CheckCounts(ctx context.Context) (c Checked, err error) {
	db := s.db
	if err := db.QueryRow(ctx, `select (select count(*) from import) + (select count(*) from collection)`).Scan(&c.Rows); err != nil {
		return Checked{}, postgres.Annotate(err, "count again")
	}
	c.Wrong, err = postgres.ReadColumn[string](ctx, db, countsWrong)
	return c, postgres.Annotate(err, "count again")
}
