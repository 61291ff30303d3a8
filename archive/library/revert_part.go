package library

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"

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
	for more := true; more; {
		var part partTaken
		err := postgres.InTransaction(ctx, locker.Conn(), func(tx pgx.Tx) error {
			v := reversal{Tx: tx, imports: []int64{what.id}, keep: what.keepPlayed}
			if more, err = v.nextPart(ctx); err != nil || !more {
				return err
			}
			err = v.run(ctx)
			part = v.taken()
			return err
		})
		if err != nil {
			return taken, err
		}
		taken.add(part)
	}
	return taken, nil
}

// summarize completes the indexes of ranges, in which imports leave gaps that PostgreSQL fills when it
// cleans up. A role that may not do that takes imports back all the same, only not as quickly.
func summarize(ctx context.Context, conn *pgx.Conn) {
	_, _ = conn.Exec(ctx, `select brin_summarize_new_values('entry_puzzle'), brin_summarize_new_values('puzzle_import')`)
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

// refuseShared returns [ErrUnderWay] for an import that machines share and have not finished.
func refuseShared(ctx context.Context, conn *pgx.Conn, digest []byte) error {
	var work int64
	err := conn.QueryRow(ctx, `
		select id from work where args->>'source' = $1 and finished is null and cancelled is null`, hex.EncodeToString(digest)).Scan(&work)
	if errors.Is(err, pgx.ErrNoRows) {
		return nil
	}
	if err == nil {
		err = fmt.Errorf("job %d brings it in: cancel that first ('gridkeeper jobs cancel %d'): %w", work, work, ErrUnderWay)
	}
	return err
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
	if err != nil {
		return err
	}
	return refuseShared(ctx, conn, digest)
}

// nextPart finds where the last part of an import begins. It reports whether anything is before it. An
// import that machines share, and that was cancelled, may have lines beyond their number.
func (v *reversal) nextPart(ctx context.Context) (more bool, err error) {
	end := 0
	err = v.QueryRow(ctx, `
		select greatest(done, (select max(position) from entry where import = i.id)) from import i where id = any($1)`, v.imports).Scan(&end)
	v.after = end - revertAtOnce
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
