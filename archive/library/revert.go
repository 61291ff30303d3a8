package library

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// An import is taken back from its end, some thousand lines in a transaction: the entries, and
// the puzzles that no other entry has. Meanwhile no batch of another import, no draw and no
// new rating is under way: those hold the tiers, which this locks for itself. Between two transactions
// they have their turn, and find an import that has not come further yet. If the process is killed, the
// archive stays so: reverting goes on, or the same file again has everything back. What is known of
// rejected lines goes with the import.

// Reverted is what was taken back.
type Reverted struct {
	ImportRecord
	Lines          int  // accepted lines
	Puzzles        int  // that the archive no longer has; other imports have the rest
	CollectionGone bool // it had no other import, and no guild had chosen it

	// Kept are those of the lines that are in play, which are now import KeptAs.
	Kept   int
	KeptAs int64
}

// ErrUnderWay is the error of an import that a process is working on.
var ErrUnderWay = errors.New("it is just under way: wait for its end, or interrupt it first")

// RevertImport takes back what an import alone brought: all its lines, and the puzzles that no other
// import has. It is noted as a change by someone. The same file can be imported again. The
// collection goes with its last import, unless a guild has chosen it.
//
// What is in play is an [*InPlayError], an unknown import wraps [postgres.ErrNotFound], and one that is being
// done [ErrUnderWay]; then nothing is changed. If it ends early, or a game shows a line before its turn
// comes, the import is as if it had been interrupted, and the counts are of what is gone: calling it again
// continues, and importing the same file brings everything back.
func (s *Store) RevertImport(ctx context.Context, id int64, by string) (Reverted, error) {
	return s.revert(ctx, reverting{id: id}, by)
}

// RevertUnplayed is RevertImport for an import that may be in play. The lines that dailies, games and duels show
// go to an import of their own in the same collection, and are shown from there.
func (s *Store) RevertUnplayed(ctx context.Context, id int64, by string) (Reverted, error) {
	return s.revert(ctx, reverting{id: id, keepPlayed: true}, by)
}

// reverting is what is to be taken back.
type reverting struct {
	id         int64
	keepPlayed bool
}

func (s *Store) revert(ctx context.Context, what reverting, by string) (r Reverted, err error) {
	record, err := s.Import(ctx, what.id)
	if err != nil {
		return Reverted{}, postgres.Annotate(err, "revert import %d", what.id)
	}
	taken, err := s.shorten(ctx, what)
	r.ImportRecord = record
	r.add(taken)
	if err != nil {
		return r, postgres.Annotate(err, "revert import %d", what.id)
	}
	err = s.db.Transact(ctx, func(tx pgx.Tx) (err error) {
		v := reversal{Tx: tx, imports: []int64{what.id}, to: math.MaxInt32, keep: what.keepPlayed}
		if err := v.run(ctx); err != nil {
			return err
		}
		r.add(v.partTaken)
		if r.CollectionGone, err = dropIfEmpty(ctx, tx, v.collection); err != nil {
			return err
		}
		detail := fmt.Sprintf("import %d of %q: lines %d, puzzles %d", what.id, r.File, r.Lines, r.Puzzles)
		if r.Kept > 0 {
			detail += fmt.Sprintf(", kept as import %d: lines %d", r.KeptAs, r.Kept)
		}
		return noteChange(ctx, tx, Change{By: by, GuildID: r.GuildID, Action: RevertedImport, Subject: r.Collection, Detail: detail})
	})
	return r, postgres.Annotate(err, "revert import %d", what.id)
}

func (r *Reverted) add(p partTaken) {
	r.Lines, r.Puzzles, r.Kept = r.Lines+p.lines, r.Puzzles+p.puzzles, r.Kept+p.kept.lines
	r.KeptAs = max(r.KeptAs, p.kept.importID)
}

// reversal takes imports of one collection back, in a transaction.
type reversal struct {
	pgx.Tx
	imports    []int64 // in order
	after, to  int     // only lines beyond the first position, up to the second; 0, math.MaxInt32: all
	collection int64
	alone      int // puzzles that nothing else has
	partTaken
	fresh int  // lines among those taken that the owner had not had before
	keep  bool // what is in play, with [reversal.keepPlayed]
}

func (v *reversal) run(ctx context.Context) error {
	if v.keep {
		if err := v.holdPlayed(ctx); err != nil {
			return err
		}
	}
	if err := v.lock(ctx); err != nil {
		return err
	}
	if v.keep {
		if err := v.keepPlayed(ctx); err != nil {
			return fmt.Errorf("keep what is in play: %w", err)
		}
	}
	if err := v.refuseInPlay(ctx); err != nil {
		return err
	}
	if err := v.findOthers(ctx); err != nil {
		return fmt.Errorf("find other entries: %w", err)
	}
	if _, err := v.Exec(ctx, moveToSuccessors); err != nil {
		return fmt.Errorf("move puzzles to other imports: %w", err)
	}
	if _, err := v.Exec(ctx, giveNext, v.collection); err != nil {
		return fmt.Errorf("give other entries out: %w", err)
	}
	if err := searchAgain(ctx, v, v.collection); err != nil {
		return fmt.Errorf("look for other entries: %w", err)
	}
	return v.delete(ctx)
}

// findOthers finds the puzzles of the imports, and the entries of theirs that remain.
func (v *reversal) findOthers(ctx context.Context) error {
	if _, err := v.Exec(ctx, createReverted); err != nil {
		return err
	}
	brought := 0
	if err := v.QueryRow(ctx, findReverted, v.imports, v.after, v.to).Scan(&brought); err != nil {
		return err
	}
	if _, err := v.Exec(ctx, findOthers, v.imports, v.after); err != nil {
		return err
	}
	moved, err := v.Exec(ctx, findSuccessors)
	v.alone = brought - int(moved.RowsAffected())
	return err
}

// lock locks the imports, then the tiers and their collection, in the order in which others do.
func (v *reversal) lock(ctx context.Context) error {
	for _, id := range v.imports {
		if err := v.lockImport(ctx, id); err != nil {
			return err
		}
	}
	if _, err := v.Exec(ctx, lockTiers, tiersLock, 0); err != nil {
		return err
	}
	_, err := v.Exec(ctx, `select from collection where id = $1 for update`, v.collection)
	return err
}

// lockImport locks an import, as [importer.begin] and [AddMade] do.
func (v *reversal) lockImport(ctx context.Context, id int64) error {
	var digest []byte
	err := v.QueryRow(ctx, `select collection, digest from import where id = $1`, id).Scan(&v.collection, &digest)
	if err != nil {
		return err
	}
	free := false
	err = v.QueryRow(ctx, `select pg_try_advisory_xact_lock($1)`, sourceLock(digest, v.collection)).Scan(&free)
	if err == nil && !free {
		err = ErrUnderWay
	}
	if err != nil {
		return err
	}
	return v.QueryRow(ctx, `select collection from import where id = $1 for update`, id).Scan(&v.collection) // it may be gone by now
}

// lockTiers keeps everyone else from relying on tiers: see [HoldTiers].
const lockTiers = `select pg_advisory_xact_lock($1, $2)`

// refuseInPlay returns an [*InPlayError] for imports of which dailies or games show a line.
func (v *reversal) refuseInPlay(ctx context.Context) error {
	found, err := postgres.ReadOne(ctx, v, (*InPlay).fields, `
		with shown as (
			select guild, true as daily from daily where import = any($1)
			union all select guild, false from game where import = any($1)
			union all select guild, false from duel d where import = any($1) and not exists (select from game where duel = d.id)
		)
		select count(*) filter (where daily) as dailies, count(*) filter (where not daily) as games,
		       count(distinct guild) as guilds, 0 as chosen
		from shown`, v.imports)
	if err == nil && found != (InPlay{}) {
		err = &InPlayError{found}
	}
	return err
}

// createReverted makes the tables that a reversal works with. They belong to the connection, and are
// emptied by every commit, but not dropped: the driver remembers their columns by their internal
// numbers.
const createReverted = `
	create temporary table if not exists reverted (
		puzzle integer, brought boolean, slot smallint, rnd integer, place smallint
	) on commit delete rows;
	create temporary table if not exists other (
		puzzle integer, import integer, position integer, collection integer
	) on commit delete rows;
	create temporary table if not exists successor (
		puzzle integer, import integer, position integer
	) on commit delete rows;
	set local enable_seqscan = off`

// The statements of the reversal of imports $1 beyond position $2 and up to $3, each for all puzzles at once. Above are the lines
// of parts that went before, which PostgreSQL would look at until it cleans up. Statistics may
// be of before an import, or of before what was taken back already, so scans of whole tables, which they can make
// look cheap, are ruled out above, and "offset 0" asks an index about one row at a time.
const (
	// The puzzles of the imports, whether these brought them, and their places in the collection. "place" is
	// where other collections give out what these brought.
	findReverted = `
		with found as (
			insert into reverted
			select e.puzzle, bool_or(p.import = any($1) and p.position > $2) as brought, max(e.slot), max(p.rnd),
			       max(case p.shape when 1 then 0 else p.tier end) filter (where p.import = any($1) and p.position > $2)
			from entry e cross join lateral (select import, position, rnd, shape, tier from puzzle p where p.id = e.puzzle offset 0) p
			where e.import = any($1) and e.position > $2 and e.position <= $3 group by e.puzzle
			returning brought
		)
		select count(*) filter (where brought) from found`
	// The entries that remain, of puzzles that the imports brought, or that are given out as theirs. A collection gives
	// out one entry of a puzzle: where it is theirs, no other has to be looked for.
	findOthers = `
		insert into other
		select e.puzzle, e.import, e.position, e.collection from (
			select array_agg(puzzle) as puzzles, array_agg(place) as places, array_agg(rnd) as rnds,
			       array_agg(case when slot is not null then (select collection::integer from import where id = any($1) limit 1) end) as own
			from reverted where brought or slot is not null
		) r cross join lateral entries_of(r.puzzles, r.places, r.rnds, r.own) e
		where not (e.import = any($1) and e.position > $2)`
	// The first of them.
	findSuccessors = `
		insert into successor
		select distinct on (o.puzzle) o.puzzle, o.import, o.position from other o join reverted r on r.puzzle = o.puzzle and r.brought
		order by o.puzzle, o.import, o.position`
	// The clues of a puzzle are those of the entry that it names, and its owner has it from there. With a word about
	// p.import, the planner takes puzzle_import and reads all that the import brought, for each part of it again. Without the
	// array it joins by merging, and reads the puzzles of the archive up to the last one of the part.
	moveToSuccessors = `
		with moved as (
			update puzzle p set import = s.import, position = s.position from successor s
			where p.id = s.puzzle and p.id = any(array(select puzzle from successor))
		), fresh as (
			update entry e set fresh = true from successor s where e.import = s.import and e.position = s.position and not e.fresh
			returning e.import
		)
		update import i set fresh = i.fresh + f.puzzles, duplicates = i.duplicates - f.puzzles
		from (select import, count(*) as puzzles from fresh group by import) f where i.id = f.import`
	// Other imports of collection $1 may have a puzzle too. Its first entry is given out then.
	giveNext = `
		with next as materialized (
			select distinct on (o.puzzle) o.import, o.position, o.puzzle, r.slot, r.rnd
			from other o join reverted r on r.puzzle = o.puzzle and r.slot is not null
			where o.collection = $1 order by o.puzzle, o.import, o.position
		), given as (
			update entry e set slot = n.slot, rnd = n.rnd from next n where e.import = n.import and e.position = n.position
		)
		update collection_count n set puzzles = n.puzzles - lost.puzzles
		from (
			select r.slot, count(*) as puzzles from reverted r
			where r.slot is not null and not exists (select from next n where n.puzzle = r.puzzle) group by r.slot
		) lost where n.collection = $1 and n.slot = lost.slot`
)

// delete deletes the puzzles that no longer have an entry, and the rows of the imports.
func (v *reversal) delete(ctx context.Context) (err error) {
	const gone = `using reverted r where r.brought and not exists (select from successor s where s.puzzle = r.puzzle)`
	err = v.QueryRow(ctx, `
		with gone as (delete from entry where import = any($1) and position > $2 and position <= $3 returning fresh)
		select count(*), count(*) filter (where fresh) from gone`, v.imports, v.after, v.to).Scan(&v.lines, &v.fresh)
	if err != nil {
		return err
	}
	if v.alone > 0 {
		for _, of := range []string{`rating`, `drawn`} {
			if _, err := v.remove(ctx, `delete from `+of+` d `+gone+` and d.puzzle = r.puzzle`); err != nil {
				return err
			}
		}
		if v.puzzles, err = v.remove(ctx, `delete from puzzle p `+gone+` and p.id = r.puzzle`); err != nil {
			return err
		}
	}
	if _, err := v.remove(ctx, `delete from rating where import = any($1) and position > $2 and position <= $3`, v.imports, v.after, v.to); err != nil {
		return err
	}
	if v.after > 0 {
		return v.shortenImport(ctx)
	}
	return v.deleteImports(ctx)
}

// deleteImports deletes imports that have no entries.
func (v *reversal) deleteImports(ctx context.Context) error {
	for _, rows := range []string{`reject where import`, `reject_reason where import`, `import where id`} {
		if _, err := v.remove(ctx, `delete from `+rows+` = any($1)`, v.imports); err != nil {
			return err
		}
	}
	return nil
}

func (v *reversal) remove(ctx context.Context, statement string, args ...any) (rows int, err error) {
	done, err := v.Exec(ctx, statement, args...)
	if err != nil {
		return 0, fmt.Errorf("delete what was imported: %w", err)
	}
	return int(done.RowsAffected()), nil
}

// dropIfEmpty deletes a collection, which the transaction holds, if it has no import and no guild has
// chosen it.
func dropIfEmpty(ctx context.Context, tx pgx.Tx, collection int64) (gone bool, err error) {
	const empty = `not exists (select from import where collection = $1) and not exists (select from choice where collection = $1)`
	if _, err := tx.Exec(ctx, `delete from collection_count where collection = $1 and `+empty, collection); err != nil {
		return false, err
	}
	done, err := tx.Exec(ctx, `delete from collection where id = $1 and `+empty, collection)
	return err == nil && done.RowsAffected() == 1, err
}
