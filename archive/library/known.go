package library

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Known is the archive's knowledge of a puzzle, for the operator.
type Known struct {
	Puzzle        // as the line that brought it in has it
	RatingVersion int
	Lines         []KnownLine   // the first of each collection that has it
	Ratings       []OtherRating // what others say of it
	Plays
	Votes   Votes
	Dailies []KnownDaily // the newest 100
	Daily   int          // how many there are
	Guilds  int          // that had it as a daily
}

// KnownLine is a line of a puzzle, with its collection.
type KnownLine struct {
	Record
	Collection string
	GuildID    string // whose the collection is; "": the operator's
	Licence    string
	File       string // the source of its import
	By         string // who imported it, for people
}

// KnownDaily is a daily that used a puzzle.
type KnownDaily struct {
	GuildID string        `db:"guild"`
	Date    calendar.Date `db:"date"`
}

// Known returns the knowledge of the puzzle of a key, or [postgres.ErrNotFound].
func (s *Store) Known(ctx context.Context, key canon.Key) (k Known, err error) {
	if k.Puzzle, err = s.PuzzleByKey(ctx, key); err != nil {
		return Known{}, err
	}
	if err = s.knownLines(ctx, &k); err == nil {
		k.Ratings, err = postgres.ReadAll(ctx, s.db, postgres.Tags[OtherRating], `
			select m.name, m.version, r.value, r.import from rating r join rating_program m on m.id = r.program
			where r.puzzle = $1 order by m.name, m.version, r.import, r.position`, k.ID)
	}
	if err == nil {
		k.Plays, err = postgres.ReadOne(ctx, s.db, postgres.Tags[Plays], `select `+playsColumns+` from game g where g.puzzle = $1 and g.party is null`, k.ID)
	}
	if err == nil {
		k.Votes, err = postgres.ReadOne(ctx, s.db, postgres.Tags[Votes], `select `+votesColumns+` from vote v where v.key = $1`, [16]byte(key))
	}
	if err == nil {
		k.Dailies, err = postgres.ReadAll(ctx, s.db, postgres.Tags[KnownDaily], `
			select guild, date from daily where puzzle = $1 order by date desc, guild limit 100`, k.ID)
	}
	if err == nil {
		err = s.db.QueryRow(ctx, `select count(*), count(distinct guild) from daily where puzzle = $1`, k.ID).Scan(&k.Daily, &k.Guilds)
	}
	if err != nil {
		return Known{}, postgres.Annotate(err, "what is known about puzzle %s", key)
	}
	return k, nil
}

// knownLines asks the index of each collection for the puzzle: an index of entries by puzzle would cost 20 bytes
// each.
func (s *Store) knownLines(ctx context.Context, k *Known) (err error) {
	db := s.db
	ids, err := postgres.ReadAll(ctx, db, postgres.Tags[EntryID], `
		with p as materialized (select id, rnd, slot_of(shape, tier) as slot, import, position from puzzle where id = $1)
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
		line := KnownLine{Record: r, Collection: c.Name, GuildID: c.GuildID, Licence: c.Licence}
		err := db.QueryRow(ctx, `select source, by from import where id = $1`, r.Entry.ImportID).Scan(&line.File, &line.By)
		if err != nil && !errors.Is(err, pgx.ErrNoRows) { // taken back meanwhile
			return err
		}
		k.Lines = append(k.Lines, line)
	}
	return db.QueryRow(ctx, `select rating_version from puzzle where id = $1`, k.ID).Scan(&k.RatingVersion)
}
