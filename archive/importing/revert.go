package importing

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// An import is taken back from its end, some thousand lines in a transaction: the entries, and the puzzles that no
// other entry has. Each transaction locks the tiers, so that no batch of another import, no draw and no new rating is
// under way. These run between the transactions, and find an import that has not come further yet. If the process is
// killed, the archive stays so: reverting goes on, or the same file again brings everything back. Rejected lines go
// with the import.

// Reverted is the result of taking an import back.
type Reverted struct {
	Record
	Lines          int  // accepted lines
	Puzzles        int  // that the archive no longer has; other imports have the rest
	CollectionGone bool // it had no other import, and no guild had chosen it

	// Kept is the number of the lines that are in play, which are now import KeptAs.
	Kept   int
	KeptAs int64
}

// RevertImport takes an import back: all its lines, and the puzzles that no other import has. It notes who did it.
// The same file can be imported again. The collection goes with its last import, unless a guild has chosen it.
//
// The error is an [*InPlayError] if a line is in play. It wraps [postgres.ErrNotFound] for an unknown import, and
// [ErrUnderWay] for one that is being done. Then nothing is changed. If the call ends early, or a game shows a line
// before its turn comes, the import is as if it had been interrupted, and the counts are of what is gone. Calling it
// again continues, and importing the same file brings everything back.
func (s *Store) RevertImport(ctx context.Context, id int64, by string) (Reverted, error) {
	return s.revert(ctx, reverting{id: id}, by)
}

// RevertUnplayed is RevertImport for an import that may be in play. The lines that dailies, games and duels show go
// to an import of their own in the same collection, and are shown from there.
func (s *Store) RevertUnplayed(ctx context.Context, id int64, by string) (Reverted, error) {
	return s.revert(ctx, reverting{id: id, keepPlayed: true}, by)
}

// reverting is a request to take an import back.
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
	r.Record = record
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
		return library.Note(ctx, tx, library.Change{By: by, GuildID: r.GuildID, Action: library.RevertedImport, Subject: r.Collection, Detail: detail})
	})
	return r, postgres.Annotate(err, "revert import %d", what.id)
}

func (r *Reverted) add(p partTaken) {
	r.Lines, r.Puzzles, r.Kept = r.Lines+p.lines, r.Puzzles+p.puzzles, r.Kept+p.kept.lines
	r.KeptAs = max(r.KeptAs, p.kept.importID)
}

// revertAtOnce is how many lines of an import are taken back in a transaction, for which others wait.
var revertAtOnce = 2_500 // fewer in tests

// shorten takes an import back from its end until a last transaction can take the rest. Within a request, which is
// one transaction, it does nothing.
func (s *Store) shorten(ctx context.Context, what reverting) (taken partTaken, err error) {
	if s.db.InRequest(ctx) {
		return taken, nil
	}
	locker, err := s.db.Acquire(ctx)
	if err != nil {
		return taken, err
	}
	defer releaseLocks(ctx, locker)
	conn := locker.Conn()
	if err := lockForRevert(ctx, conn, what.id); err != nil {
		return taken, err
	}
	// Complete the indexes of ranges: imports leave gaps in them, which PostgreSQL fills when it cleans up. Without it
	// the reversal is only slower: a role may not be allowed to, and a cleaning or a new index may hold the lock.
	_, _ = conn.Exec(ctx, `set local lock_timeout = '1s'; select brin_summarize_new_values('entry_puzzle'), brin_summarize_new_values('puzzle_import')`)
	to := math.MaxInt32
	for more := true; more; {
		var v reversal
		err := postgres.InTransaction(ctx, conn, func(tx pgx.Tx) error {
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

// lockForRevert keeps other processes from continuing or reverting an import, until the connection releases its
// locks.
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

// nextPart finds the start of the import's last part, and reports whether there is a part before it. A cancelled
// import of an earlier release may have lines beyond its count.
func (v *reversal) nextPart(ctx context.Context) (more bool, err error) {
	if v.to == math.MaxInt32 {
		err = v.QueryRow(ctx, `
			select greatest(done, (select max(position) from entry where import = i.id)) from import i where id = any($1)`, v.imports).Scan(&v.to)
	}
	v.after = v.to - revertAtOnce
	return v.after > 0, err
}

// DeleteCollection takes back all imports of a collection, as [Store.RevertImport] does, and deletes it. It returns
// how many lines and puzzles the archive lost, also if it ends early: calling it again continues. A collection that a
// guild has chosen is in play too: [*InPlayError].
func (s *Store) DeleteCollection(ctx context.Context, guildID, name, by string) (lines, puzzles int, err error) {
	taken, err := s.shortenAll(ctx, guildID, name)
	if err != nil {
		return taken.lines, taken.puzzles, postgres.Annotate(err, "delete collection %q", name)
	}
	all := taken
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		v, err := reversalOf(ctx, tx, guildID, name)
		if err != nil {
			return err
		}
		if err := v.run(ctx); err != nil {
			return err
		}
		gone, err := dropIfEmpty(ctx, tx, v.collection)
		if err == nil && !gone { // an import or a choice came in between
			err = ErrUnderWay
		}
		if err != nil {
			return err
		}
		all = taken
		all.add(v.partTaken)
		return library.Note(ctx, tx, library.Change{
			By: by, GuildID: guildID, Action: library.DeletedCollection, Subject: name,
			Detail: fmt.Sprintf("%d imports, %d lines, %d puzzles", len(v.imports), all.lines, all.puzzles),
		})
	})
	if err != nil {
		all = taken
	}
	return all.lines, all.puzzles, postgres.Annotate(err, "delete collection %q", name)
}

// RevertAllUnplayed takes back all imports of a collection, as [Store.RevertUnplayed] does, except those with every
// line in play. It returns the results, also if it ends early: calling it again continues. A collection that a guild
// has chosen is an [*InPlayError].
func (s *Store) RevertAllUnplayed(ctx context.Context, guildID, name, by string) (all []Reverted, err error) {
	var imports []int64
	err = s.db.Transact(ctx, func(tx pgx.Tx) error {
		v, err := reversalOf(ctx, tx, guildID, name)
		if err != nil {
			return err
		}
		imports, err = postgres.ReadColumn[int64](ctx, tx, `
			select id from unnest($1::bigint[]) i (id)
			where not exists (select from entry where import = i.id) or exists (
				select from entry e where e.import = i.id and e.position not in (
					select position from daily where import = i.id union all select position from game where import = i.id
					union all select position from duel where import = i.id))
			order by id`, v.imports)
		return err
	})
	for _, id := range imports {
		var r Reverted
		if r, err = s.RevertUnplayed(ctx, id, by); err != nil {
			return all, err
		}
		all = append(all, r)
	}
	return all, postgres.Annotate(err, "collection %q", name)
}

// reversalOf returns the reversal of all imports of a collection, which no guild may have chosen.
func reversalOf(ctx context.Context, tx pgx.Tx, guildID, name string) (*reversal, error) {
	v := &reversal{Tx: tx, to: math.MaxInt32}
	var chosen int
	err := tx.QueryRow(ctx, `
		select id, (select count(*) from choice where collection = c.id),
		       coalesce((select array_agg(id order by id) from import where collection = c.id), '{}')
		from collection c where guild is not distinct from nullif($1, '') and name = $2`, guildID, name).
		Scan(&v.collection, &chosen, &v.imports)
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, library.UnknownCollection(guildID, name)
	case err == nil && chosen > 0:
		return nil, &InPlayError{InPlay{Chosen: chosen}}
	}
	return v, err
}
