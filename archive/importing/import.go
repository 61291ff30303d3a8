package importing

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// ImportFile imports a file of puzzles, in any format of package format, into a collection. A grid with exactly one
// solution that is not solved yet is rated and kept, together with its line as it was written. Other lines are
// rejected, with the reason. The error for a bad name is a [*library.NameError]. If the file cannot be read to its
// end, nothing is imported, and the error wraps the reader's.
//
// A puzzle that the archive has, in any of its isomorphs, is a duplicate: it gets no second row, but its line goes
// into the collection. To a guild, puzzles that only other guilds have are new. The counts do not depend on the
// machine: of isomorphs in one file the first is new. A sample of the duplicates is compared with their puzzles, and
// a difference ends the import.
//
// An import that ended early continues where it stopped when the same file is imported into the same collection
// again, and reports on all of it. A file that is in the collection already adds nothing; see [Report.Repeated]. The
// same request again gets the counts that it got the first time. Of two imports of the same file into the same
// collection at the same time, also in two processes, one waits for the other.
//
// A file without a puzzle leaves neither an import nor a collection: ImportID is 0.
//
// An import is a transaction for each batch, and so cannot be part of a request of [postgres.DB.Once]. It reads the
// file twice; of input that can be read only once, such as a pipe, it makes a copy on disk.
func (s *Store) ImportFile(ctx context.Context, o Options, r io.Reader) (Report, error) {
	in := &input{Reader: r}
	defer in.close()
	return s.importEntries(ctx, o, in.entries)
}

// importEntries imports the entries of a file, which it reads twice.
func (s *Store) importEntries(ctx context.Context, o Options, entries iter.Seq2[format.Entry, error]) (Report, error) {
	if s.db.InRequest(ctx) {
		return Report{}, postgres.ErrNested
	}
	name, err := o.collection()
	if err != nil {
		return Report{}, err
	}
	if err := o.Origin.Check(); err != nil {
		return Report{}, err
	}
	o.Collection = name
	source, err := readSource(ctx, entries)
	if err != nil {
		return Report{}, fmt.Errorf("read the file: %w", err)
	}
	if source.count == 0 {
		return Report{Collection: name, DryRun: o.DryRun}, nil
	}
	if o.DryRun {
		report, err := s.tryImport(ctx, o, source)
		return report, postgres.Annotate(err, "import into %q", name)
	}
	report, err := s.importSource(ctx, o, source)
	if err == nil {
		report, err = s.describe(ctx, report)
	}
	if err == nil && o.Duplicated != nil && report.Duplicates > 0 {
		for d, wrong := range s.duplicatesOf(ctx, report, noLimit) {
			if err = wrong; err == nil {
				o.Duplicated(d)
			}
		}
	}
	if err == nil && report.New+report.Duplicates == 0 {
		report, err = s.discard(ctx, report)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, errDamaged) && !errors.Is(err, postgres.ErrRepeated) {
		err = fmt.Errorf("%w; the imported puzzles are kept: import the same file again to continue", postgres.Explain(err))
	}
	return report, postgres.Annotate(err, "import into %q", name)
}

// importSource imports a source. The first of its connections holds the lock of the source.
func (s *Store) importSource(ctx context.Context, o Options, source *source) (Report, error) {
	locker, err := s.db.Acquire(ctx)
	if err != nil {
		return Report{}, err
	}
	defer releaseLocks(ctx, locker)
	i := importer{Conn: locker.Conn(), options: o, source: source}
	err = i.begin(ctx)
	for postgres.Violates(err, "import_collection_fkey") { // another process has just deleted it, as it was empty
		err = i.begin(ctx)
	}
	if err != nil {
		return i.report, err
	}
	if err = i.run(ctx, s.db); err == nil && i.seen == nil && i.report.Duplicates > 0 && !i.report.Repeated {
		// Another process began the import, so the duplicates within the file were not counted on the way.
		err = i.QueryRow(ctx, `
			select coalesce(sum(lines - 1), 0) from (select count(*) as lines from entry where import = $1 group by puzzle) p`,
			i.report.ImportID).Scan(&i.report.InFile)
	}
	i.report.Rejects = i.reasons.first
	return i.report, err
}

// begin finds or makes the row of the import. From then on no other process imports this source into this collection,
// until the connection ends or releases the lock.
func (i *importer) begin(ctx context.Context) error {
	if err := i.findCollection(ctx); err != nil {
		return err
	}
	if _, err := i.Exec(ctx, `select pg_advisory_lock($1)`, sourceLock(i.source.digest[:], i.collection)); err != nil {
		return err
	}
	_, err := i.Exec(ctx, `
		insert into import (collection, digest, source, by, total) values ($1, $2, $3, $4, $5)
		on conflict (collection, digest) do nothing`,
		i.collection, i.source.digest[:], postgres.PlainText(i.options.file()), postgres.PlainText(i.options.By), i.source.count)
	if err != nil {
		return err
	}
	b, err := postgres.ReadOne(ctx, i.Conn, postgres.Tags[begun], `
		select id, done, fresh, duplicates, rejected, rejects_to, coalesce(request, '') as request
		from import where collection = $1 and digest = $2`, i.collection, i.source.digest[:])
	if err != nil {
		return err
	}
	i.report, i.rejectsTo = b.Report, b.RejectsTo
	i.report.Collection, i.report.Total = i.options.Collection, i.source.count
	i.report.Known = wellKnown[i.source.origin.contents]
	if err := i.describeOrigin(ctx, i.options.Origin.Or(i.source.origin.known())); err != nil {
		return err
	}
	twins, err := postgres.ReadColumn[int32](ctx, i.Conn, `
		select id from import where digest = $1 and collection <> $2 and done = $3 and total = $3 order by id desc limit 1`,
		i.source.digest[:], i.collection, i.source.count)
	if err != nil {
		return err
	}
	if len(twins) > 0 {
		i.twin = twins[0]
	}
	if i.report.Read == 0 {
		i.seen = library.NewPuzzleSet()
	}
	if i.report.Read == i.source.count {
		i.report.Repeated = b.Request == "" || b.Request != i.options.Request
		return nil
	}
	if b.Request == i.options.Request {
		return nil
	}
	_, err = i.Exec(ctx, `update import set request = nullif($2, '') where id = $1`, i.report.ImportID, i.options.Request)
	if postgres.Violates(err, "import_request") {
		return postgres.ErrRepeated
	}
	return err
}

// findCollection finds or makes the collection of the owner. The operator's is shared with everyone at first.
func (i *importer) findCollection(ctx context.Context) error {
	_, err := i.Exec(ctx, `
		insert into collection (guild, name, shared) values (nullif($1, ''), $2, $1 = '') on conflict do nothing`,
		i.options.GuildID, i.options.Collection)
	if err != nil {
		return err
	}
	return i.QueryRow(ctx, `
		select id from collection where guild is not distinct from nullif($1, '') and name = $2`,
		i.options.GuildID, i.options.Collection).Scan(&i.collection)
}

// describeOrigin fills in the unknown parts of the collection's origin.
func (i *importer) describeOrigin(ctx context.Context, o library.Origin) error {
	if o = o.Plain(); o == (library.Origin{}) {
		return nil
	}
	for _, text := range []*string{&o.Source, &o.Licence, &o.Author, &o.Published} {
		*text = strings.ToValidUTF8((*text)[:min(len(*text), maxOrigin)], "")
	}
	_, err := i.Exec(ctx, `
		update collection set
			source = coalesce(nullif(source, ''), $2), licence = coalesce(nullif(licence, ''), $3),
			author = coalesce(nullif(author, ''), $4), published = coalesce(nullif(published, ''), $5)
		where id = $1`, i.collection, o.Source, o.Licence, o.Author, o.Published)
	return err
}

// maxOrigin is the length, in bytes, to which texts about the origin are cut.
const maxOrigin = 500

// begun is an import as begin finds it.
type begun struct {
	Report
	RejectsTo int    `db:"rejects_to"` // rejected lines up to this position are counted already
	Request   string `db:"request"`    // the last that worked on it
}

// patience is how long an import waits for a second connection, while it works on the first. If many import at once,
// each has one, and waits for no import that has one.
const patience = time.Second

// run keeps one batch after the other, on two connections if it gets a second.
func (i *importer) run(ctx context.Context, db *postgres.DB) error {
	i.progress()
	next, stop := iter.Pull2(i.source.all(i.options.Rejected != nil))
	defer stop()
	from := 0 // to report all rejected lines
	if i.options.Rejected == nil {
		from, i.reasons.given = i.report.Read, i.report.Rejected
	}
	all := newBatches(next, i.source.count, from, i.report.Read, cmp.Or(i.options.Batch, batchSize))
	lanes, ctx := errgroup.WithContext(ctx)
	waiting, stopWaiting := context.WithTimeout(ctx, patience)
	lanes.Go(func() error {
		defer stopWaiting()
		return i.work(ctx, i.Conn, all)
	})
	lanes.Go(func() error {
		second, err := db.Acquire(waiting)
		if err != nil {
			return nil
		}
		defer second.Release()
		return i.work(ctx, second.Conn(), all)
	})
	return lanes.Wait()
}

// work prepares and keeps batches on a connection until there are none left.
func (i *importer) work(ctx context.Context, conn *pgx.Conn, all *batches) error {
	for {
		b, err := all.take()
		if b == nil || err != nil {
			return err
		}
		if err := i.prepare(ctx, conn, b); err != nil {
			return err
		}
		if err := await(ctx, b.before.prepared); err != nil {
			return err
		}
		i.giveReasons(b.entries)
		close(b.prepared)
		if b.done < all.resume {
			close(b.inserted)
			close(b.kept)
			continue
		}
		if err := i.keep(ctx, conn, b); err != nil {
			return err
		}
	}
}

// keep stores a batch and counts it, in one transaction. Batches under way at the same time take turns. Puzzles are
// stored after those of the batch before, so that of isomorphs the first brings the puzzle in. The rest is stored
// after that batch is committed, or not at all.
func (i *importer) keep(ctx context.Context, conn *pgx.Conn, b *batch) error {
	accepted, rejected := b.sorted()
	if err := await(ctx, b.before.inserted); err != nil {
		return err
	}
	fresh := 0
	err := postgres.InTransaction(ctx, conn, func(tx pgx.Tx) (err error) {
		if b.done+len(b.entries) < i.source.count {
			// This commit doesn't wait for the disk, the last one does. If the server crashes, the last batches are lost
			// with their counts, and the import goes on from there.
			if _, err := tx.Exec(ctx, `set local synchronous_commit = off`); err != nil {
				return err
			}
		}
		puzzles, err := i.keepPuzzles(ctx, tx, accepted, b.before.brought)
		if err != nil {
			return err
		}
		b.brought = puzzles.brought
		close(b.inserted)
		if err := await(ctx, b.before.kept); err != nil {
			return err
		}
		if fresh, err = i.keepEntries(ctx, tx, accepted, puzzles); err != nil {
			return err
		}
		if err := i.keepRejected(ctx, tx, rejected); err != nil {
			return err
		}
		counted, err := tx.Exec(ctx, `
			update import
			set done = done + @read, fresh = fresh + @fresh, duplicates = duplicates + @duplicates, rejected = rejected + @rejected,
			    finished = case when done + @read = total then now() end
			where id = @import and done = @done`,
			pgx.NamedArgs{
				"import": i.report.ImportID, "done": b.done, "read": len(b.entries), "fresh": fresh,
				"duplicates": len(accepted) - fresh, "rejected": len(rejected),
			})
		if err == nil && counted.RowsAffected() != 1 {
			return fmt.Errorf("import %d is no longer at its entry %d: %w", i.report.ImportID, b.done, postgres.ErrStale)
		}
		return err
	})
	if err != nil {
		return err
	}
	i.report.Read += len(b.entries)
	i.report.New += fresh
	i.report.Duplicates += len(accepted) - fresh
	i.report.Rejected += len(rejected)
	i.newest.Store(8*len(b.brought) > 7*len(accepted))
	i.progress()
	close(b.kept)
	return nil
}

// discard takes back an import that brought nothing but rejected lines, and the collection that was made for it. The
// report stays.
func (s *Store) discard(ctx context.Context, r Report) (Report, error) {
	err := s.db.Transact(ctx, func(tx pgx.Tx) error {
		v := reversal{Tx: tx, imports: []int64{r.ImportID}}
		if err := v.lockImport(ctx, r.ImportID); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, `select from collection where id = $1 for update`, v.collection); err != nil {
			return err
		}
		if err := v.deleteImports(ctx); err != nil {
			return err
		}
		_, err := dropIfEmpty(ctx, tx, v.collection)
		return err
	})
	r.ImportID, r.Repeated = 0, false
	return r, err
}
