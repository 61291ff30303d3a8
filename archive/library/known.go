package library

import (
	"cmp"
	"context"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Known is everything that is known about a puzzle, for the operator to see.
type Known struct {
	Puzzle        // as the line that brought it in has it
	RatingVersion int
	Lines         []KnownLine   // the first of each collection that has it
	Ratings       []OtherRating // what others say of it
	Plays
	Dailies []KnownDaily // the newest 100
	Daily   int          // how many there are
	Guilds  int          // that had it as a daily
}

// KnownLine is a line that a puzzle stands in.
type KnownLine struct {
	Record
	Collection string
	GuildID    string // whose the collection is; "": the operator's
	Licence    string
}

// OtherRating is a rating by another program, or by an older version of ours.
type OtherRating struct {
	Program string `json:"program"`
	Version string `json:"version"`
	Value   string `json:"value"`
	Import  int64  `json:"-"` // whose file has it; 0: none
}

func (r *OtherRating) fields() postgres.Fields {
	return postgres.Fields{"name": &r.Program, "version": &r.Version, "value": &r.Value, "import": &r.Import}
}

// KnownDaily is a daily that a puzzle was used for.
type KnownDaily struct {
	GuildID string
	Date    calendar.Date
}

func (d *KnownDaily) fields() postgres.Fields {
	return postgres.Fields{"guild": &d.GuildID, "date": &d.Date}
}

// Known returns what is known about the puzzle of a key, or [postgres.ErrNotFound].
func (s *Store) Known(ctx context.Context, key canon.Key) (k Known, err error) {
	if k.Puzzle, err = s.PuzzleByKey(ctx, key); err != nil {
		return Known{}, err
	}
	for _, read := range []func(context.Context, *Known) error{s.knownLines, s.knownRatings, s.knownPlays, s.knownDailies} {
		if err := read(ctx, &k); err != nil {
			return Known{}, postgres.Annotate(err, "what is known about puzzle %s", key)
		}
	}
	return k, nil
}

// knownLines asks the index of each collection for the puzzle: an index of entries by puzzle would
// cost 20 bytes each.
func (s *Store) knownLines(ctx context.Context, k *Known) (err error) {
	db := s.db
	ids, err := postgres.ReadAll(ctx, db, (*EntryID).Fields, `
		with p as materialized (select id, rnd, case shape when 1 then 0 else tier end as slot, import, position from puzzle where id = $1)
		select e.import, e.position from p join collection_count n on n.slot = p.slot and n.puzzles > 0
		cross join lateral (
			select e.import, e.position from entry e
			where shelf(e.collection, e.slot) = shelf(n.collection::integer, p.slot) and e.rnd = p.rnd and e.puzzle = p.id offset 0
		) e
		union select import, position from p order by 1, 2`, k.ID)
	if err != nil {
		return err
	}
	records, err := readRecords(ctx, db, ids)
	if err != nil {
		return err
	}
	collections, err := s.Collections(ctx)
	if err != nil {
		return err
	}
	of := map[int32]Collection{}
	for _, c := range collections {
		of[c.ID] = c
	}
	for _, r := range records {
		c := of[r.CollectionID]
		k.Lines = append(k.Lines, KnownLine{Record: r, Collection: c.Name, GuildID: c.GuildID, Licence: c.Licence})
	}
	return db.QueryRow(ctx, `select rating_version from puzzle where id = $1`, k.ID).Scan(&k.RatingVersion)
}

func (id *EntryID) Fields() postgres.Fields {
	return postgres.Fields{"import": &id.ImportID, "position": &id.Position}
}

func (s *Store) knownRatings(ctx context.Context, k *Known) (err error) {
	k.Ratings, err = postgres.ReadAll(ctx, s.db, (*OtherRating).fields, `
		select m.name, m.version, r.value, r.import from rating r join rating_program m on m.id = r.program
		where r.puzzle = $1 order by m.name, m.version, r.import, r.position`, k.ID)
	return err
}

func (s *Store) knownPlays(ctx context.Context, k *Known) (err error) {
	k.Plays, err = postgres.ReadOne(ctx, s.db, (*Plays).fields, `select `+playsColumns+` from game g where g.puzzle = $1 and g.party is null`, k.ID)
	return err
}

func (s *Store) knownDailies(ctx context.Context, k *Known) (err error) {
	k.Dailies, err = postgres.ReadAll(ctx, s.db, (*KnownDaily).fields, `
		select guild, date from daily where puzzle = $1 order by date desc, guild limit 100`, k.ID)
	if err == nil {
		err = s.db.QueryRow(ctx, `select count(*), count(distinct guild) from daily where puzzle = $1`, k.ID).Scan(&k.Daily, &k.Guilds)
	}
	return err
}

// Puzzles that came with one batch have ids in a row, so that of a file that was imported before, the
// puzzles of a batch can be read in one piece.

// nearby is how far puzzles are apart that are read together with those between: for each that is read alone
// the database goes through the index from its root, which takes as long as to read five on.
const nearby = 5

// rangesOf returns the ends of ranges that have all of some ids, which are in order.
func rangesOf(ids []int32) (from, to []int32) {
	for _, id := range ids {
		if last := len(to) - 1; last >= 0 && id-to[last] <= nearby {
			to[last] = id
		} else {
			from, to = append(from, id), append(to, id)
		}
	}
	return from, to
}

// readPuzzles reads columns of some puzzles, whose ids are in order, and calls do for each place in the list that
// has a puzzle. The first of the columns is the id.
func readPuzzles(ctx context.Context, db postgres.Querier, columns string, ids []int32, id *int32, more []any, do func(n int) error) error {
	from, to := rangesOf(ids)
	rows, _ := db.Query(ctx, `
		select p.* from unnest($1::integer[], $2::integer[]) r (lowest, highest)
		cross join lateral (select `+columns+` from puzzle p where id between r.lowest and r.highest offset 0) p`, from, to)
	_, err := pgx.ForEachRow(rows, append([]any{id}, more...), func() error {
		for n, _ := slices.BinarySearch(ids, *id); n < len(ids) && ids[n] == *id; n++ {
			if err := do(n); err != nil {
				return err
			}
		}
		return nil
	})
	return err
}

// findKnown fills in the keys and rows of those puzzles that the archive had, if it still has them. An entry
// without a key gets one in any case.
func findKnown(ctx context.Context, tx pgx.Tx, accepted []*prepared) error {
	var known []*prepared
	for _, p := range accepted {
		if p.known != 0 {
			known = append(known, p)
		}
	}
	if len(known) == 0 {
		return nil
	}
	slices.SortFunc(known, func(a, b *prepared) int { return cmp.Compare(a.known, b.known) })
	ids := make([]int32, len(known))
	for n, p := range known {
		ids[n] = p.known
	}
	key, row := canon.Key{}, stored{}
	err := readPuzzles(ctx, tx, `id, key, rnd, (case shape when 1 then 0 else tier end)::smallint, clues`, ids,
		&row.id, []any{postgres.Key(&key), &row.rnd, &row.slot, &row.clues}, func(n int) error {
			known[n].key, known[n].row = key, row
			return nil
		})
	for _, p := range known {
		if p.key == (canon.Key{}) { // the import that had it was taken back meanwhile
			p.key = canon.KeyOf(p.Grid)
		}
	}
	return err
}

// puzzleSet is a set of puzzles, by their ids. Those of an import mostly stand close together: a word
// has 64 ids.
type puzzleSet struct {
	words map[int32]uint64
	count int
}

func newPuzzleSet() *puzzleSet { return &puzzleSet{words: map[int32]uint64{}} }

// add reports whether the puzzle was not in the set.
func (s *puzzleSet) add(id int32) bool {
	word, bit := s.words[id/64], uint64(1)<<(id%64)
	if word&bit != 0 {
		return false
	}
	s.words[id/64] = word | bit
	s.count++
	return true
}

func (s *puzzleSet) has(id int32) bool { return s.words[id/64]&(1<<(id%64)) != 0 }

// seeAll notes the puzzles of entries that are kept.
func (i *importer) seeAll(accepted []*prepared) {
	if i.seen == nil {
		return
	}
	for _, p := range accepted {
		if !i.seen.add(p.row.id) {
			i.report.InFile++
		}
	}
}

// knowsCollection reports whether the puzzles of the collection are those that the import has seen. It has
// a place for each of them, so that their number decides. The transaction holds the lock of the collection.
func (i *importer) knowsCollection(ctx context.Context, tx pgx.Tx) (bool, error) {
	if i.seen == nil {
		return false, nil
	}
	puzzles := 0
	err := tx.QueryRow(ctx, `
		select coalesce(sum(puzzles), 0) from collection_count where collection = $1`, i.collection).Scan(&puzzles)
	return puzzles == i.seen.count, err
}

// countInFile counts the entries of the import whose puzzles an earlier entry of it has.
func (i *importer) countInFile(ctx context.Context) error {
	if i.seen != nil || i.report.Duplicates == 0 || i.report.Repeated {
		return nil // it was counted on the way, or is not asked
	}
	return i.QueryRow(ctx, `
		select coalesce(sum(lines - 1), 0) from (select count(*) as lines from entry where import = $1 group by puzzle) p`,
		i.report.ImportID).Scan(&i.report.InFile)
}
