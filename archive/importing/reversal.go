package importing

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// InPlay counts the uses that keep imports in the archive: dailies and games that show their lines, and guilds that
// have chosen the collection, if all of it is to go.
type InPlay struct {
	Dailies int `db:"dailies"`
	Games   int `db:"games"`
	Guilds  int `db:"guilds"` // that have these dailies and games
	Chosen  int `db:"chosen"` // guilds
}

// InPlayError is the error of taking back something that is in play. Nothing was changed.
type InPlayError struct{ InPlay }

func (e *InPlayError) Error() string {
	if e.Chosen > 0 {
		return fmt.Sprintf("it is in play: chosen by %d guilds", e.Chosen)
	}
	return fmt.Sprintf("it is in play: shown in %d dailies and %d games, of %d guilds", e.Dailies, e.Games, e.Guilds)
}

// ErrUnderWay is the error of an import that a process is working on.
var ErrUnderWay = errors.New("it is just under way: wait for its end, or interrupt it first")

// partTaken is the part of an import that was taken back so far.
type partTaken struct {
	lines, puzzles int
	kept           kept
}

func (p *partTaken) add(o partTaken) {
	p.lines, p.puzzles, p.kept.lines = p.lines+o.lines, p.puzzles+o.puzzles, p.kept.lines+o.kept.lines
	p.kept.importID = max(p.kept.importID, o.kept.importID)
}

// kept is the import that has the lines in play of one that was taken back.
type kept struct {
	importID int64 // 0: none was in play
	lines    int
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
	if v.keep { // lock the games that show lines of the imports first, as moves in them do
		if _, err := v.Exec(ctx, `select from game where import = any($1) order by id for update`, v.imports); err != nil {
			return postgres.Annotate(err, "wait for those who play")
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
	// Saved searches look at the collection again, which gives out other entries now.
	_, err := v.Exec(ctx, `delete from search_progress where import in (select id from import where collection = $1)`, v.collection)
	if err != nil {
		return fmt.Errorf("have saved searches look for other entries: %w", err)
	}
	return v.delete(ctx)
}

// findOthers finds the puzzles of the imports, and their remaining entries.
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
	if err := library.LockTiers(ctx, v); err != nil {
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

// refuseInPlay returns an [*InPlayError] for imports of which dailies or games show a line.
func (v *reversal) refuseInPlay(ctx context.Context) error {
	found, err := postgres.ReadOne(ctx, v, postgres.Tags[InPlay], `
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

// createReverted makes the temporary tables of a reversal. They belong to the connection. Every commit empties them
// but does not drop them: the driver remembers their columns by their internal numbers.
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

// The statements of the reversal of imports $1 from position $2, which is not included, to $3, each for all puzzles
// at once. Scans of whole tables are ruled out above: statistics may be of before an import, or before the parts that
// were taken back already, and make them look cheap. For the same reason "offset 0" asks an index about one row at a
// time.
const (
	// The puzzles of the imports, whether the imports brought them, and their places in the collection. "place" is
	// the slot in which other collections give out a puzzle that the imports brought.
	findReverted = `
		with found as (
			insert into reverted
			select e.puzzle, bool_or(p.import = any($1) and p.position > $2) as brought, max(e.slot), max(p.rnd),
			       max(slot_of(p.shape, p.tier)) filter (where p.import = any($1) and p.position > $2)
			from entry e cross join lateral (select import, position, rnd, shape, tier from puzzle p where p.id = e.puzzle offset 0) p
			where e.import = any($1) and e.position > $2 and e.position <= $3 group by e.puzzle
			returning brought
		)
		select count(*) filter (where brought) from found`
	// The remaining entries of puzzles that the imports brought or give out. A collection gives out one entry of a
	// puzzle: if that is theirs, no other has to be found.
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
	// The clues of a puzzle are those of the entry that it names, and its owner has it from there. With a condition
	// on p.import, the planner takes puzzle_import and reads everything that the import brought, again for each part.
	// Without the array it joins by merging, and reads the puzzles of the archive up to the last one of the part.
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
	// Another import of collection $1 may have a puzzle too. Its first entry is given out then.
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

// delete deletes the puzzles without an entry, and the rows of the imports.
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
		// The import is as if it had not come further than v.after. Its rejected lines and the counts of their reasons
		// stay until it is gone: which of them are beyond that position is not known. Going on from there does not count
		// them again.
		_, err := v.Exec(ctx, `
			update import set done = @after::integer, finished = null, request = null, fresh = fresh - @fresh,
			    duplicates = duplicates - (@lines - @fresh), rejected = rejected - (done - @after::integer - @lines),
			    rejects_to = greatest(rejects_to, done)
			where id = any(@imports)`,
			pgx.NamedArgs{"imports": v.imports, "after": v.after, "lines": v.lines, "fresh": v.fresh})
		return err
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

// keepPlayed moves the lines that dailies, games and duels show to an import of their own in the same collection, as
// repeats of themselves, and points the dailies, games and duels there. Then nothing of the import is in play. A line
// can come into play again before its part is taken back: it is kept already then, and only the new game is pointed
// to it.
func (v *reversal) keepPlayed(ctx context.Context) error {
	shown := false
	err := v.QueryRow(ctx, `select exists (`+shownLines+`)`, v.imports).Scan(&shown)
	if err != nil || !shown {
		return err
	}
	before, err := v.beginKept(ctx)
	if err != nil {
		return err
	}
	moves, err := postgres.ReadAll(ctx, v, postgres.Tags[move], findMoves, v.imports, v.kept.importID, before)
	if err != nil {
		return err
	}
	from, to := make([]int32, len(moves)), make([]int32, len(moves))
	for i, m := range moves {
		from[i], to[i] = m.From, m.To
	}
	copied, err := v.Exec(ctx, copyKept, v.imports, v.kept.importID, from, to, before)
	if err != nil {
		return err
	}
	v.kept.lines = int(copied.RowsAffected())
	for _, table := range []string{"daily", "game", "duel", "rating"} {
		if _, err := v.Exec(ctx, `update `+table+` s set import = $2, position = k.kept `+keptLines+` where s.import = any($1) and s.position = k.old`,
			v.imports, v.kept.importID, from, to); err != nil {
			return err
		}
	}
	_, err = v.Exec(ctx, `update import set total = total + $2, done = done + $2, duplicates = duplicates + $2 where id = $1`,
		v.kept.importID, v.kept.lines)
	return err
}

// move is where a line goes.
type move struct {
	From int32 `db:"old"`
	To   int32 `db:"kept"`
}

// beginKept finds or makes the import for lines in play, and returns how many lines it has.
func (v *reversal) beginKept(ctx context.Context) (lines int, err error) {
	identity := sha256.Sum256(fmt.Appendf(nil, "kept of import %d", v.imports))
	_, err = v.Exec(ctx, `
		insert into import (collection, digest, source, by, total, started, finished)
		select collection, $2, source, by, 0, started, now() from import where id = any($1)
		on conflict (collection, digest) do nothing`, v.imports, identity[:])
	if err == nil {
		err = v.QueryRow(ctx, `select id, done from import where collection = $1 and digest = $2 for update`, v.collection, identity[:]).
			Scan(&v.kept.importID, &lines)
	}
	return lines, err
}

const (
	shownLines = `
		select position from daily where import = any($1) union select position from game where import = any($1)
		union select position from duel where import = any($1)`
	// The shown lines of imports $1, and their positions in import $2: that of an equal line, else behind its first
	// $3.
	findMoves = `
		select old, coalesce(kept, $3::integer + row_number() over (partition by kept is null order by old))::integer as kept from (
			select s.position as old, (
				select min(k.position) from entry k
				where k.import = $2 and (k.line, k.puzzle, k.grid, k.text, k.name, k.author, k.comment) = (e.line, e.puzzle, e.grid, e.text, e.name, e.author, e.comment)
			) as kept
			from (` + shownLines + `) s cross join lateral (select * from entry e where e.import = any($1) and e.position = s.position offset 0) e
		) m`
	keptLines = `from unnest($3::integer[], $4::integer[]) k (old, kept)`
	// Copies the lines whose position is behind the first $5.
	copyKept = `
		insert into entry (import, position, line, puzzle, collection, fresh, grid, text, name, author, comment)
		select $2, k.kept, e.line, e.puzzle, e.collection, false, e.grid, e.text, e.name, e.author, e.comment
		` + keptLines + ` cross join lateral (select * from entry e where e.import = any($1) and e.position = k.old offset 0) e
		where k.kept > $5`
)
