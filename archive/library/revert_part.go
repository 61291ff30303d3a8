package library

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// revertAtOnce is how many lines of an import are taken back in a transaction, for which others wait.
var revertAtOnce = 2_500 // fewer in tests

// partTaken is what was taken back of an import that is not gone yet.
type partTaken struct {
	lines, puzzles int
	kept           kept
}

func (p *partTaken) add(o partTaken) {
	p.lines, p.puzzles, p.kept.lines = p.lines+o.lines, p.puzzles+o.puzzles, p.kept.lines+o.kept.lines
	p.kept.importID = max(p.kept.importID, o.kept.importID)
}

// shorten takes an import back from its end until a last transaction can have the rest. Within a request
// it does nothing: that is one transaction.
func (s *Store) shorten(ctx context.Context, what reverting) (taken partTaken, err error) {
	if s.db.InRequest(ctx) {
		return taken, nil
	}
	locker, err := s.db.Acquire(ctx)
	if err != nil {
		return taken, err
	}
	defer releaseLocks(ctx, locker)
	if err := lockForRevert(ctx, locker.Conn(), what.id); err != nil {
		return taken, err
	}
	summarize(ctx, locker.Conn())
	to := math.MaxInt32
	for more := true; more; {
		var v reversal
		err := postgres.InTransaction(ctx, locker.Conn(), func(tx pgx.Tx) error {
			v = reversal{Tx: tx, imports: []int64{what.id}, to: to, keep: what.keepPlayed}
			if more, err = v.nextPart(ctx); err != nil || !more {
				return err
			}
			return v.run(ctx)
		})
		if err != nil {
			return taken, err
		}
		taken.add(v.partTaken)
		to = v.after
	}
	return taken, nil
}

// summarize completes the indexes of ranges, in which imports leave gaps that PostgreSQL fills when it
// cleans up. A role that may not do that takes imports back all the same, only not as quickly, and so does who meets a
// cleaning, or an index that is built anew, which may wait for a backup.
func summarize(ctx context.Context, conn *pgx.Conn) {
	_, _ = conn.Exec(ctx, `set local lock_timeout = '1s'; select brin_summarize_new_values('entry_puzzle'), brin_summarize_new_values('puzzle_import')`)
}

// shortenAll shortens all imports of a collection, if nothing of them is in play.
func (s *Store) shortenAll(ctx context.Context, guildID, name string) (taken partTaken, err error) {
	if s.db.InRequest(ctx) {
		return taken, nil
	}
	var imports []int64
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		v, err := reversalOf(ctx, tx, guildID, name)
		if err != nil {
			return err
		}
		imports = v.imports
		return v.refuseInPlay(ctx)
	})
	for _, id := range imports {
		if err != nil {
			break
		}
		var part partTaken
		part, err = s.shorten(ctx, reverting{id: id})
		taken.add(part)
	}
	return taken, err
}

// lockForRevert keeps other processes from continuing or reverting an import, until the connection
// releases its locks.
func lockForRevert(ctx context.Context, conn *pgx.Conn, id int64) error {
	var digest []byte
	var collection int64
	err := conn.QueryRow(ctx, `select digest, collection from import where id = $1`, id).Scan(&digest, &collection)
	if err != nil {
		return err
	}
	free := false
	err = conn.QueryRow(ctx, `select pg_try_advisory_lock($1)`, sourceLock(digest, collection)).Scan(&free)
	if err == nil && !free {
		err = ErrUnderWay
	}
	return err
}

// nextPart finds where the last part of an import begins. It reports whether anything is before it. An
// import that machines of an earlier release shared, and that was cancelled, may have lines beyond their number.
func (v *reversal) nextPart(ctx context.Context) (more bool, err error) {
	if v.to == math.MaxInt32 {
		err = v.QueryRow(ctx, `
			select greatest(done, (select max(position) from entry where import = i.id)) from import i where id = any($1)`, v.imports).Scan(&v.to)
	}
	v.after = v.to - revertAtOnce
	return v.after > 0, err
}

// shortenImport counts an import as if it had not come further than a position. Its rejected lines, of which
// only the first are kept, and the counts of their reasons stay until the import is gone: which of the counts
// are of lines beyond the position is not known. An import that goes on from there does not count them again.
func (v *reversal) shortenImport(ctx context.Context) error {
	_, err := v.Exec(ctx, `
		update import set done = $2::integer, finished = null, request = null, fresh = fresh - $4,
		    duplicates = duplicates - ($3 - $4), rejected = rejected - (done - $2::integer - $3),
		    rejects_to = greatest(rejects_to, done)
		where id = any($1)`, v.imports, v.after, v.lines, v.fresh)
	return err
}

// kept is where lines in play went before their import was taken back.
type kept struct {
	importID int64 // 0: none was in play
	lines    int
}

// keepPlayed moves the lines that dailies, games and duels show to an import of their own in the same collection,
// as repeats of themselves. What shows them goes with them. So the reversal finds an import of which nothing is in
// play, and these lines among those that remain. A line can come into play once more before its part is taken
// back: it is kept already then, and only what shows it goes there.
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
	moves, err := postgres.ReadAll(ctx, v, (*move).fields, findMoves, v.imports, v.kept.importID, before)
	if err != nil {
		return err
	}
	from, to := make([]int32, len(moves)), make([]int32, len(moves))
	for i, m := range moves {
		from[i], to[i] = m.from, m.to
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
type move struct{ from, to int32 }

func (m *move) fields() postgres.Fields { return postgres.Fields{"old": &m.from, "kept": &m.to} }

// beginKept finds or makes the import for what is kept, and returns how many lines it has.
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
	// The lines of imports $1 that are shown, and where they are in import $2: where one like them is, else behind
	// its first $3.
	findMoves = `
		select old, coalesce(kept, $3::integer + row_number() over (partition by kept is null order by old))::integer as kept from (
			select s.position as old, (
				select min(k.position) from entry k
				where k.import = $2 and (k.line, k.puzzle, k.grid, k.text, k.name, k.author, k.comment) = (e.line, e.puzzle, e.grid, e.text, e.name, e.author, e.comment)
			) as kept
			from (` + shownLines + `) s cross join lateral (select * from entry e where e.import = any($1) and e.position = s.position offset 0) e
		) m`
	keptLines = `from unnest($3::integer[], $4::integer[]) k (old, kept)`
	// Those that go behind the first $5.
	copyKept = `
		insert into entry (import, position, line, puzzle, collection, fresh, grid, text, name, author, comment)
		select $2, k.kept, e.line, e.puzzle, e.collection, false, e.grid, e.text, e.name, e.author, e.comment
		` + keptLines + ` cross join lateral (select * from entry e where e.import = any($1) and e.position = k.old offset 0) e
		where k.kept > $5`
)

// holdPlayed locks the games that show lines of the imports, as whoever plays them does before anything else.
func (v *reversal) holdPlayed(ctx context.Context) error {
	_, err := v.Exec(ctx, `select from game where import = any($1) order by id for update`, v.imports)
	return postgres.Annotate(err, "wait for those who play")
}
