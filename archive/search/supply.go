package search

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// A saved search that feeds a weekday has a supply: the entries that were found for it, in table search_found.
// Drawing is a seek there, in the shuffled order, so it costs the same for a rare match as for a frequent one. A seek
// in the collections would have to look at a million puzzles for a rare match, within a request.
//
// The supply is made as it is needed. When a guild has few puzzles left, a draw looks at some thousand entries more,
// and notes how far it came in each import. Entries that an import adds later are beyond that position, so none is
// missed. A draw tests its puzzle again, in case it was rated anew or taken back since.
const (
	enoughLeft = 30    // puzzles that the guild has not had: with fewer, a draw looks for more
	stepSize   = 5_000 // entries that are looked at in one step
	drawSteps  = 6     // steps in a draw that finds nothing
	drawTries  = 20    // puzzles that a draw looks at again
	MostLeft   = 1_000 // puzzles that are counted
	SaveSteps  = 20    // steps of a request that saves a search, a second or two
)

// supply is the supply of a saved search for a guild.
type supply struct {
	saved Saved
	guild string
	Date  calendar.Date
	from  library.Choice
}

// Draw returns the next puzzle of a saved search that the guild has not had as a daily, or else the puzzle that it
// has had longest ago. found is false if there is none.
func (s supply) Draw(ctx context.Context, tx pgx.Tx) (next library.Drawn, tier logic.Tier, found bool, err error) {
	if err := library.HoldTiers(ctx, tx); err != nil {
		return library.Drawn{}, 0, false, err
	}
	for n, more := 0, true; n < drawSteps && more; n++ { // look for more if few are left
		left, err := s.left(ctx, tx, enoughLeft)
		if err == nil && left >= enoughLeft {
			break
		}
		if err == nil {
			more, err = s.step(ctx, tx)
		}
		if err != nil {
			return library.Drawn{}, 0, false, err
		}
	}
	for range drawTries {
		next, err := s.next(ctx, tx)
		if errors.Is(err, pgx.ErrNoRows) {
			return library.Drawn{}, 0, false, nil
		}
		if err != nil {
			return library.Drawn{}, 0, false, err
		}
		if tier, found, err = s.check(ctx, tx, next); found || err != nil {
			return next, tier, found, err
		}
		_, err = tx.Exec(ctx, `delete from search_found where search = $1 and import = $2 and position = $3`,
			s.saved.ID, next.ImportID, next.Position)
		if err != nil {
			return library.Drawn{}, 0, false, err
		}
	}
	return library.Drawn{}, 0, false, nil
}

// check tests again a puzzle that was found some time ago.
func (s supply) check(ctx context.Context, tx pgx.Tx, d library.Drawn) (tier logic.Tier, good bool, err error) {
	p, err := library.ReadEntered(ctx, tx, d.EntryID)
	if errors.Is(err, pgx.ErrNoRows) {
		return 0, false, nil
	}
	if err != nil || p.ID != d.Puzzle || !s.saved.Search.accept(p) {
		return 0, false, err
	}
	rest, err := s.saved.Search.withComputed(ctx, tx, []Found{{Puzzle: p, rnd: d.Rnd}})
	if err == nil {
		rest, err = without(ctx, tx, s.saved.Search.NotIn, rest)
	}
	return p.Tier, len(rest) == 1, err
}

// usable is the part of the supply that the guild may be given on the date, without the tiers of which it has a daily
// of the date.
const usable = `
	select f.import, f.position, f.puzzle, f.rnd from search_found f
	where f.search = $1 and f.collection = any($2::integer[]) and not exists (
		select from daily a where a.guild = $3 and a.date = $4 and a.shape = 0 and a.tier = (select tier from puzzle p where p.id = f.puzzle) offset 0
	)`

// unhad is the condition that the guild has not had the puzzle as a daily.
const unhad = ` and not exists (select from daily a where a.guild = $3 and a.puzzle = f.puzzle offset 0)`

// next seeks from a place in the shuffled order that depends on the guild, so that no two guilds have the same
// dailies in the same order.
func (s supply) next(ctx context.Context, tx pgx.Tx) (next library.Drawn, err error) {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s.guild)) // cannot fail
	for _, place := range []string{` and f.rnd >= $5`, ` and f.rnd < $5`} {
		next, err = postgres.ReadOne(ctx, tx, postgres.Tags[library.Drawn], usable+unhad+place+` order by f.rnd, f.puzzle, f.collection limit 1`,
			s.saved.ID, s.from.Collections, s.guild, s.Date, int32(h.Sum32()))
		if !errors.Is(err, pgx.ErrNoRows) {
			return next, err
		}
	}
	return postgres.ReadOne(ctx, tx, postgres.Tags[library.Drawn], usable+`
		order by (select max(a.date) from daily a where a.guild = $3 and a.puzzle = f.puzzle), f.rnd, f.puzzle, f.collection limit 1`,
		s.saved.ID, s.from.Collections, s.guild, s.Date)
}

// left counts the different puzzles of the supply that the guild has not had, up to a number.
func (s supply) left(ctx context.Context, db postgres.Querier, most int) (n int, err error) {
	err = db.QueryRow(ctx, `
		select count(*) from (
			select distinct f.puzzle from (
				select f.puzzle from search_found f where f.search = $1 and f.collection = any($2::integer[])`+unhad+` limit 4 * $4
			) f limit $4
		) f`, s.saved.ID, s.from.Collections, s.guild, most).Scan(&n)
	return n, err
}

// step looks at the next entries of the first import with entries that were not looked at. more is false if there is
// none. Steps for the same search wait for each other. The dailies of schedules are sudoku.
func (s supply) step(ctx context.Context, tx pgx.Tx) (more bool, err error) {
	rated := 0
	if err := tx.QueryRow(ctx, `select rated from search where id = $1 for update`, s.saved.ID).Scan(&rated); err != nil {
		return false, err
	}
	if rated != rating.Version { // begin again: a puzzle that did not match may match now
		if _, err := tx.Exec(ctx, `delete from search_progress where search = $1`, s.saved.ID); err != nil {
			return false, err
		}
		if _, err := tx.Exec(ctx, `update search set rated = $2 where id = $1`, s.saved.ID, rating.Version); err != nil {
			return false, err
		}
	}
	next, err := s.pending(ctx, tx)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	last := min(next.Done, next.Seen+stepSize)
	search := s.saved.Search
	page, err := postgres.ReadAll(ctx, tx, (*Found).fields, `
		select `+foundColumns+` from (
			select import, position from entry
			where import = $1 and position > $2 and position <= $3 and (slot = any($4::smallint[]) or slot is null and $5)
		) e cross join lateral (
			select * from entered_puzzle p where p.import = e.import and p.position = e.position and p.shape = 0 offset 0
		) p`, next.ID, next.Seen, last, search.tiers(), search.ofLine())
	if err != nil {
		return false, err
	}
	page = filter(ctx, page, func(f Found) bool { return search.acceptRow(f.Puzzle) && search.acceptClues(f.Clues) })
	if page, err = search.withComputed(ctx, tx, page); err != nil {
		return false, err
	}
	if page, err = without(ctx, tx, search.NotIn, page); err != nil {
		return false, err
	}
	page = filter(ctx, page, func(f Found) bool { return search.accept(f.Puzzle) })
	if err := s.keep(ctx, tx, page); err != nil {
		return false, err
	}
	_, err = tx.Exec(ctx, `
		insert into search_progress (search, import, position) values ($1, $2, $3)
		on conflict (search, import) do update set position = greatest(search_progress.position, excluded.position)`, s.saved.ID, next.ID, last)
	return true, err
}

// without drops the puzzles that some collections have.
func without(ctx context.Context, db postgres.Querier, collections []int32, batch []Found) ([]Found, error) {
	if len(collections) == 0 || len(batch) == 0 {
		return batch, nil
	}
	ids, places, slots := make([]int64, len(batch)), make([]int64, len(batch)), make([]int16, len(batch))
	for i, f := range batch {
		ids[i], places[i], slots[i] = f.ID, f.rnd, int16(library.Slot(f.Clues.Shape(), f.Tier))
	}
	had, err := postgres.ReadColumn[int64](ctx, db, `
		select f.puzzle from unnest($1::bigint[], $2::bigint[], $3::smallint[]) f (puzzle, rnd, slot)
		where exists (
			select from unnest($4::integer[]) c (id), entry e where shelf(e.collection, e.slot) = shelf(c.id, f.slot) and e.rnd = f.rnd and e.puzzle = f.puzzle offset 0
		)`, ids, places, slots, collections)
	return slices.DeleteFunc(batch, func(f Found) bool { return slices.Contains(had, f.ID) }), err
}

// withComputed drops the puzzles whose ratings on demand do not match.
func (s *Search) withComputed(ctx context.Context, db postgres.Querier, batch []Found) ([]Found, error) {
	w, ids := statement{args: pgx.NamedArgs{}}, make([]int64, len(batch))
	for _, wish := range s.computedWishes() {
		w.computed(wish)
	}
	if !w.puzzles || len(batch) == 0 {
		return batch, nil
	}
	for i, f := range batch {
		ids[i] = f.ID
	}
	w.puzzle(`p.id = any(@ids::integer[])`, "ids", ids)
	good, err := postgres.ReadColumn[int32](ctx, db, `select p.id from puzzle p where `+all(w.ofPuzzle), w.args)
	kept := map[int64]bool{}
	for _, id := range good {
		kept[int64(id)] = true
	}
	return slices.DeleteFunc(batch, func(f Found) bool { return !kept[f.ID] }), err
}

// pendingImport is an import with entries that were not looked at: from Seen to Done.
type pendingImport struct {
	ID   int64 `db:"id"`
	Seen int   `db:"seen"`
	Done int   `db:"done"`
}

// pending returns the first such import.
func (s supply) pending(ctx context.Context, db postgres.Querier) (pendingImport, error) {
	search := s.saved.Search
	return postgres.ReadOne(ctx, db, postgres.Tags[pendingImport], `
		select i.id, coalesce(p.position, 0) as seen, i.done from import i
		left join search_progress p on p.search = $1 and p.import = i.id
		where i.collection = any($2::integer[]) and i.done > coalesce(p.position, 0)
		  and (cardinality($3::integer[]) = 0 or i.collection = any($3)) and i.collection <> all($4::integer[])
		  and ($5::timestamptz is null or i.started >= $5) and ($6::timestamptz is null or i.started < $6)
		order by i.id limit 1`,
		s.saved.ID, s.from.Collections, append([]int32{}, search.In...), append([]int32{}, search.NotIn...), orNull(search.Since), orNull(search.Until))
}

// keep adds puzzles to the supply. A puzzle that is there already, since it was looked at again, is shown as the line
// found now.
func (s supply) keep(ctx context.Context, tx pgx.Tx, page []Found) error {
	found := map[int64]Found{} // of one import, so of one collection
	for _, f := range page {
		found[f.ID] = f
	}
	batch := &pgx.Batch{}
	for _, f := range found {
		batch.Queue(`
			insert into search_found (search, rnd, puzzle, collection, import, position) values ($1, $2, $3, $4, $5, $6)
			on conflict (search, rnd, puzzle, collection) do update set import = excluded.import, position = excluded.position`,
			s.saved.ID, f.rnd, f.ID, f.CollectionID, f.Entry.ImportID, f.Entry.Position)
	}
	return tx.SendBatch(ctx, batch).Close()
}

// FillSearch looks for puzzles for the schedules that use a saved search, among the puzzles that a guild may use, in
// that many steps of 5,000 entries, 0 for all. Schedules do that when they need it; saving a search does it ahead.
// left is how many of the found puzzles the guild has not had, [MostLeft] at most. all reports that no entries are
// left to look at.
func (s *Store) FillSearch(ctx context.Context, guildID string, saved Saved, steps int) (left int, all bool, err error) {
	for n := 0; !all && (steps == 0 || n < steps); n++ {
		err = s.db.Transact(ctx, func(tx pgx.Tx) error {
			supply, err := SupplyOf(ctx, tx, guildID, saved)
			if err != nil {
				return err
			}
			more, err := supply.step(ctx, tx)
			all = !more
			return err
		})
		if err != nil {
			return 0, false, postgres.Annotate(err, "search for %q", saved.Name)
		}
	}
	return s.SearchLeft(ctx, guildID, saved)
}

// SearchLeft counts the puzzles found for a saved search that a guild has not had, [MostLeft] at most. all reports
// that every entry was looked at.
func (s *Store) SearchLeft(ctx context.Context, guildID string, saved Saved) (left int, all bool, err error) {
	supply, err := SupplyOf(ctx, s.db, guildID, saved)
	if err == nil {
		left, err = supply.left(ctx, s.db, MostLeft)
	}
	if err == nil {
		_, err = supply.pending(ctx, s.db)
		if all = errors.Is(err, pgx.ErrNoRows); all {
			err = nil
		}
	}
	return left, all, postgres.Annotate(err, "the supply of %q", saved.Name)
}

// SearchFound reports whether a saved search has found puzzles for a guild, including puzzles that it has had, and
// whether every entry was looked at.
func (s *Store) SearchFound(ctx context.Context, guildID string, saved Saved) (some, all bool, err error) {
	_, all, err = s.SearchLeft(ctx, guildID, saved)
	if err != nil {
		return false, false, err
	}
	supply, err := SupplyOf(ctx, s.db, guildID, saved)
	if err == nil {
		err = s.db.QueryRow(ctx, `
			select exists (select from search_found where search = $1 and collection = any($2::integer[]))`, saved.ID, supply.from.Collections).Scan(&some)
	}
	return some, all, postgres.Annotate(err, "the supply of %q", saved.Name)
}

// SupplyOf returns the supply of a search for a guild; for the operator it is of all collections.
func SupplyOf(ctx context.Context, db postgres.Querier, guildID string, saved Saved) (s supply, err error) {
	s = supply{saved: saved, guild: guildID}
	if guildID == "" {
		s.from.Collections, err = library.CollectionsFor(ctx, db, "")
		return s, err
	}
	s.from, err = library.ChoiceOf(ctx, db, guildID)
	return s, err
}
