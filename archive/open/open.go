// Package open is the open archive: the puzzles, collections and ratings that anyone may see without signing in. The API,
// the feeds, the dump and the pages ask it, so that they agree on what that is.
//
//	puzzle, err := store.OpenPuzzle(ctx, key)
//	page, next, err := store.OpenSearch(ctx, search.Query{Limit: 20}, "")
//
// A collection is open if it is shared with everyone: the operator's are from the start, a guild's if the guild shares it. A
// puzzle is open if an open collection has a line of it, and is shown as that line. One that only private collections have is
// treated like one that the archive does not have.
//
// A puzzle is guarded if it is in play, or will be: see [Store.IsGuarded]. Only its difficulty is open, and lists leave it out.
//
// About players only two numbers are open, the plays and the median time of a puzzle. At least [MinPlayers] must have solved
// it who let their times be used for research.
package open

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Store reads the open archive in a database. It is safe for concurrent use.
type Store struct {
	db      *postgres.DB
	library *library.Store
	ways    ways
	turns   chan struct{} // of searches
}

// New returns a store on a database.
func New(db *postgres.DB) *Store {
	return &Store{db: db, library: library.New(db), turns: make(chan struct{}, mostSearches)}
}

// OpenCollections returns the open collections, the operator's first, then by name. They have no owner, and nothing of their
// imports but the number of lines.
func (s *Store) OpenCollections(ctx context.Context) ([]library.Collection, error) {
	all, err := s.library.Collections(ctx)
	if err != nil {
		return nil, err
	}
	var open []library.Collection
	for _, c := range all {
		if !c.Shared {
			continue
		}
		open = append(open, library.Collection{ID: c.ID, Name: c.Name, Shared: c.Shared, Puzzles: c.Puzzles, Entries: c.Entries, Origin: c.Origin})
	}
	return open, nil
}

// Puzzle is a puzzle of the open archive. Its Record is the line as which it is shown, the first of Lines.
type Puzzle struct {
	library.Record
	Shape   sudoku.Shape
	Guarded bool   // only Shape and Tier are set
	Lines   []Line // the first of each open collection that has it
}

// Line is a line of an open collection.
type Line struct {
	library.Record
	Collection library.Collection // as of [Store.OpenCollections]
	File       string             // of its import, without the folder; "": it came from elsewhere
}

// OpenPuzzle returns the puzzle of a key, or [postgres.ErrNotFound] if no open collection has it.
func (s *Store) OpenPuzzle(ctx context.Context, key canon.Key) (p Puzzle, err error) {
	collections, err := s.OpenCollections(ctx)
	if err != nil {
		return Puzzle{}, err
	}
	var ids []int32
	for _, c := range collections {
		ids = append(ids, c.ID)
	}
	entries, err := postgres.ReadAll(ctx, s.db, postgres.Tags[library.EntryID], `
		with p as materialized (select id, rnd, slot_of(shape, tier) as slot, import, position from puzzle where key = $1)
		select e.import, e.position from p cross join lateral (
			select p.import, p.position from import i where i.id = p.import and i.collection = any($2::integer[])
			union
			select e.import, e.position from unnest($2::integer[]) c (id) cross join lateral (
				select e.import, e.position from entry e
				where shelf(e.collection, e.slot) = shelf(c.id, p.slot) and e.rnd = p.rnd and e.puzzle = p.id offset 0
			) e
		) e order by (e.import, e.position) <> (p.import, p.position), e.import, e.position`, [16]byte(key), ids)
	if err == nil && len(entries) == 0 {
		err = postgres.ErrNotFound
	}
	var records []library.Record
	if err == nil {
		records, err = library.ReadLines(ctx, s.db, entries)
	}
	if err == nil && len(records) == 0 { // taken back meanwhile
		err = postgres.ErrNotFound
	}
	guarded := false
	if err == nil {
		guarded, err = s.IsGuarded(ctx, records[0].Clues)
	}
	if err != nil {
		return Puzzle{}, postgres.Annotate(err, "the open puzzle of key %s", key)
	}
	if guarded {
		hidden := Puzzle{Guarded: true, Shape: records[0].Clues.Shape()}
		hidden.Tier = records[0].Tier
		return hidden, nil
	}
	if err = library.FillRatings(ctx, s.db, records); err == nil {
		err = s.fillPlays(ctx, records)
	}
	if err != nil {
		return Puzzle{}, postgres.Annotate(err, "the open puzzle of key %s", key)
	}
	p = Puzzle{Record: records[0], Shape: records[0].Clues.Shape()}
	for _, r := range records {
		of := slices.IndexFunc(collections, func(c library.Collection) bool { return c.ID == r.CollectionID })
		file := ""
		if err := s.db.QueryRow(ctx, `select source from import where id = $1`, r.Entry.ImportID).Scan(&file); err != nil {
			return Puzzle{}, postgres.Annotate(err, "the open puzzle of key %s", key)
		}
		if file = filepath.Base(file); file == "-" || file == "." {
			file = ""
		}
		p.Lines = append(p.Lines, Line{r, collections[of], file})
	}
	return p, nil
}

// MinPlayers is the number of players from which the plays of a puzzle are public: those who solved it and agreed to the use of
// their times.
const MinPlayers = 10

// Plays is the statement that reads the public plays of the puzzles whose games g match a condition: puzzle, plays, and median,
// in seconds.
func Plays(condition string) string {
	return fmt.Sprintf(`
		select g.puzzle, count(*)::integer as plays, percentile_cont(0.5) within group (order by extract(epoch from g.active))::double precision as median
		from game g join player y on y.id = g.player and y.research is not null
		where %s and g.finished is not null and coalesce(g.earned, g.moves > 0) and g.apart = '' and g.practice = ''
		group by g.puzzle having count(distinct g.player) >= %d`, condition, MinPlayers)
}

// fillPlays fills in the plays that are open.
func (s *Store) fillPlays(ctx context.Context, records []library.Record) error {
	ids := make([]int64, len(records))
	for i, r := range records {
		ids[i] = r.ID
	}
	type plays struct {
		Puzzle int64   `db:"puzzle"`
		Plays  int     `db:"plays"`
		Median float64 `db:"median"`
	}
	all, err := postgres.ReadAll(ctx, s.db, postgres.Tags[plays], Plays(`g.puzzle = any($1::integer[])`), ids)
	for i := range records {
		records[i].Plays = library.Plays{}
		for _, p := range all {
			if p.Puzzle == records[i].ID {
				records[i].Plays = library.Plays{Games: p.Plays, Solved: p.Plays, Median: &p.Median}
			}
		}
	}
	return err
}
