package archive

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/connection"
)

// ImportOptions say where puzzles go and where they come from.
type ImportOptions struct {
	Collection string       // made where there is none of that name
	File, Request string
	Source     string       // the name of the file, for people
	By         string       // who does it, for people
	Batch      int          // entries that share a transaction; 0: 2,000
	Progress   func(Report) // called after each of them with the counts so far; nil: not
}

// maxName is how long the name of a collection may be, in bytes.
const maxName = 200

// Import takes a source into a collection. What has exactly one solution is rated and kept,
// together with the line as it was written; the rest is rejected, with the reason. A
// puzzle that the archive has, in any of its isomorphs, is a duplicate: it gets no second
// row, but the line goes into the collection. The counts do not depend on the machine: of
// isomorphs in one source the first is new. A sample of the duplicates is compared with the
// puzzles that they are found to be, and a difference ends the import.
//
// An import that ended early, however that happened, goes on where it stopped when it is
// called again with the same entries and the same collection, and reports on all of them.
// A source that is in the collection already adds nothing; see [Report.Repeated]. Of two
// who import the same source into the same collection at once, one waits for the other.
func (s *Store) Import(ctx context.Context, o ImportOptions, entries iter.Seq[Entry]) (Report, error) {
	o.Collection = strings.TrimSpace(o.Collection)
	if o.Collection == "" || len(o.Collection) > maxName || o.Collection != plainText(o.Collection) {
		return Report{}, fmt.Errorf("%q is no name for a collection: want 1 to %d bytes of UTF-8", o.Collection, maxName)
	}
	source, err := newSpool(ctx, entries)
	if err != nil {
		return Report{}, fmt.Errorf("read the source: %w", err)
	}
	defer func() { _ = source.close() }() // a scratch file
	if source.count == 0 {
		return Report{Collection: o.Collection}, nil
	}
	report, err := s.importSource(ctx, o, source)
	if err == nil {
		report, err = s.describe(ctx, report)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w; what is in stays in: import the same again and it goes on", connection.Explain(err))
	}
	return report, failed(err, "import into %q", o.Collection)
}

// importSource does an import on one connection, which holds the lock of the source.
func (s *Store) importSource(ctx context.Context, o ImportOptions, source *spool) (Report, error) {
	locker, err := s.pool.Acquire(ctx)
	if err != nil {
		return Report{}, err
	}
	defer releaseLocks(ctx, locker)
	i := importer{Conn: locker.Conn(), options: o, source: source}
	if err := i.begin(ctx); err != nil {
		return i.report, err
	}
	i.report.Repeated = i.report.Read == source.count
	err = i.run(ctx)
	return i.report, err
}

// releaseLocks gives a connection back without the lock that it holds, or not at all.
func releaseLocks(ctx context.Context, locker *pgxpool.Conn) {
	ctx = context.WithoutCancel(ctx)
	if _, err := locker.Exec(ctx, `select pg_advisory_unlock_all()`); err != nil {
		_ = locker.Conn().Close(ctx) // the server lets go of the locks of a lost connection
	}
	locker.Release()
}

// importer is an import under way.
type importer struct {
	*pgx.Conn
	options ImportOptions
	source  *spool
	report  Report // Read is also the place where to go on
}

// begin finds or makes the import's row. Nobody else imports this source into this
// collection from now on until the connection ends or lets go.
func (i *importer) begin(ctx context.Context) error {
	if _, err := i.Exec(ctx, `insert into collection (name) values ($1) on conflict do nothing`, i.options.Collection); err != nil {
		return err
	}
	if _, err := i.Exec(ctx, `select pg_advisory_lock($1)`, i.lock()); err != nil {
		return err
	}
	_, err := i.Exec(ctx, `
		insert into import (collection, digest, source, by, total)
		select id, $2, $3, $4, $5 from collection where name = $1
		on conflict (collection, digest) do nothing`,
		i.options.Collection, i.source.digest[:], plainText(i.options.Source), plainText(i.options.By), i.source.count)
	if err != nil {
		return err
	}
	i.report.Collection = i.options.Collection
	return i.QueryRow(ctx, `
		select i.id, i.done, i.fresh, i.duplicates, i.rejected
		from import i join collection c on c.id = i.collection
		where c.name = $1 and i.digest = $2`, i.options.Collection, i.source.digest[:]).
		Scan(&i.report.Import, &i.report.Read, &i.report.New, &i.report.Duplicates, &i.report.Rejected)
}

// lock is the number of the advisory lock of this source in this collection.
func (i *importer) lock() int64 {
	sum := sha256.Sum256(append(i.source.digest[:], i.options.Collection...))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// run keeps one batch after the other. The channel is read to its end, so that nobody
// reads the source when this returns.
func (i *importer) run(ctx context.Context) (err error) {
	preparing, cancel := context.WithCancel(ctx)
	batches := prepareAll(preparing, i.source.all(), i.report.Read, cmp.Or(i.options.Batch, batchSize))
	defer func() {
		cancel()
		for range batches {
			continue
		}
	}()
	for b := range batches {
		if b.err != nil {
			return b.err
		}
		if err := i.keep(ctx, b.entries); err != nil {
			return err
		}
		if i.options.Progress != nil {
			i.options.Progress(i.report)
		}
	}
	return ctx.Err()
}

// describe adds the first rejects and duplicates to a report.
func (s *Store) describe(ctx context.Context, r Report) (Report, error) {
	if r.Repeated {
		r.New, r.Duplicates = 0, r.New+r.Duplicates
	}
	var rejectsErr, duplicatesErr error
	r.Rejects, rejectsErr = first(shown, s.Rejects(ctx, r.Import))
	if r.Repeated {
		r.DuplicateOf, duplicatesErr = first(shown, s.entriesOf(ctx, r.Import))
	} else {
		r.DuplicateOf, duplicatesErr = first(shown, s.Duplicates(ctx, r.Import))
	}
	return r, errors.Join(rejectsErr, duplicatesErr)
}

// plainText returns text that the database takes: UTF-8 without zero bytes.
func plainText(text string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\ufffd"), "\x00", "\ufffd")
}
