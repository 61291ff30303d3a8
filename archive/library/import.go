package library

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unicode"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// ImportOptions say where puzzles go and where they come from.
type ImportOptions struct {
	GuildID    string       // whose collection it is; "": the operator's, shared with everyone when it is made
	Collection string       // made with its first import; "": named after File, see [CollectionName]
	File       string       // the file's name, "-" for standard input
	By         string       // who does it, for people
	Request    string       // the id of the request that asks for it; "": none
	Batch      int          // entries that share a transaction; 0: 10,000
	Progress   func(Report) // called at the start and after each of them with the counts so far; may be nil

	Origin   Origin       // of the collection, where it is not known yet; what the file says of all its puzzles counts less
	DryRun   bool         // find out what the import would do, and change nothing
	Rejected func(Reject) // called for every rejected line of the file, in order; may be nil

	Duplicated func(Duplicate) // called for every duplicate, in order, when all is read; may be nil
}

// collection returns the name of the collection to import into, or a [*NameError].
func (o ImportOptions) collection() (string, error) {
	name := cmp.Or(strings.TrimSpace(o.Collection), strings.TrimSpace(CollectionName(o.File)))
	switch {
	case name == "":
		return "", &NameError{name, EmptyName}
	case len(name) > MaxName:
		return "", &NameError{name, LongName}
	case name != postgres.PlainText(name) || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsGraphic(r) }):
		return "", &NameError{name, NotText}
	}
	return name, nil
}

// ImportFile takes a file of puzzles in any format of package format into a collection. What
// has exactly one solution, and is not solved yet, is rated and kept, together with the line as
// it was written; the rest is rejected, with the reason. A puzzle that the archive has, in any
// of its isomorphs, is a duplicate: it gets no second row, but the line goes into the
// collection. In the report of a guild, what it may not use is as if it were not there: a puzzle
// that only other guilds have is new. The counts do not depend on the machine: of isomorphs in one
// file the first is new. A sample of the duplicates is compared with the puzzles that they are found to be, and
// a difference ends the import. The error for a bad name is a [*NameError]; of a file that cannot
// be read to its end nothing is imported, and the error wraps the reader's.
//
// An import that ended early, however that happened, continues where it stopped when the same
// file is imported into the same collection again, and reports on all of it. A file that is in
// the collection already adds nothing; see [Report.Repeated]. The same request again gets the
// counts that it got the first time. Of two that import the same file into the same collection
// at the same time, also in two processes, one waits for the other.
//
// A file without a puzzle leaves neither an import nor a collection: ImportID is 0.
//
// An import is a transaction for each batch, and so cannot be part of a request of [Store.Once].
func (s *Store) ImportFile(ctx context.Context, o ImportOptions, r io.Reader) (Report, error) {
	file := &reader{Reader: r}
	return s.importEntries(ctx, o, format.Read(file), func() error { return file.failed })
}

// reader remembers why a file could not be read to its end: for package format that is one more
// line that is not a puzzle.
type reader struct {
	io.Reader
	failed error
}

func (r *reader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.failed = err
	}
	return n, err
}

// importEntries imports the entries; it fails if unread reports that the file could not be read to
// its end.
func (s *Store) importEntries(ctx context.Context, o ImportOptions, entries iter.Seq[format.Entry], unread func() error) (Report, error) {
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
	source, err := newSource(ctx, entries, o.Rejected != nil)
	if err != nil {
		return Report{}, fmt.Errorf("read the file: %w", err)
	}
	defer func() { _ = source.close() }() // a scratch file
	if err := unread(); err != nil {
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
	if err == nil {
		err = s.handDuplicates(ctx, o, report)
	}
	if err == nil && report.New+report.Duplicates == 0 {
		report, err = s.discard(ctx, report)
	}
	if err != nil && ctx.Err() == nil && !errors.Is(err, errDamaged) && !errors.Is(err, postgres.ErrRepeated) {
		err = fmt.Errorf("%w; the imported puzzles are kept: import the same file again to continue", postgres.Explain(err))
	}
	return report, postgres.Annotate(err, "import into %q", name)
}

// importSource does an import. The first of its connections holds the lock of the source.
func (s *Store) importSource(ctx context.Context, o ImportOptions, source *source) (Report, error) {
	locker, err := s.db.Acquire(ctx)
	if err != nil {
		return Report{}, err
	}
	defer releaseLocks(ctx, locker)
	i := importer{Conn: locker.Conn(), options: o, source: source, connections: []*pgx.Conn{locker.Conn()}}
	err = i.begin(ctx)
	for postgres.Violates(err, "import_collection_fkey") { // another process has just deleted it, as it was empty
		err = i.begin(ctx)
	}
	if err != nil {
		return i.report, err
	}
	if second := s.second(ctx); second != nil {
		defer second.Release()
		i.connections = append(i.connections, second.Conn())
	}
	if err = i.run(ctx); err == nil {
		err = i.countInFile(ctx)
	}
	i.report.Rejects = i.reasons.first
	return i.report, err
}

// releaseLocks gives a connection back without the lock that it holds, or not at all.
func releaseLocks(ctx context.Context, locker *pgxpool.Conn) {
	ctx = context.WithoutCancel(ctx)
	if _, err := locker.Exec(ctx, `select pg_advisory_unlock_all()`); err != nil {
		_ = locker.Conn().Close(ctx) // the database releases the locks of a lost connection
	}
	locker.Release()
}

// importer is an import under way.
type importer struct {
	*pgx.Conn
	options    ImportOptions
	source     *source
	collection int64
	report     Report // Read is also where to continue
	reasons    reasons
	rejectsTo  int                     // rejected lines up to this position are counted already
	programs   map[format.Rating]int16 // the numbers of those that rated puzzles of the file

	seen        *puzzleSet  // the puzzles of all its entries; nil if it continues what others began
	twin        int32       // an import of the same source into another collection; 0: none
	connections []*pgx.Conn // what is embedded first
	newest      atomic.Bool // nearly all of the last batch was new
}

// begin finds or makes the import's row. From then on no other process imports this source into
// this collection, until the connection ends or releases the lock.
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
	b, err := postgres.ReadOne(ctx, i.Conn, (*begun).fields, `
		select id, done, fresh, duplicates, rejected, rejects_to, coalesce(request, '') as request
		from import where collection = $1 and digest = $2`, i.collection, i.source.digest[:])
	if err != nil {
		return err
	}
	i.report, i.rejectsTo = b.Report, b.rejectsTo
	i.report.Collection, i.report.Total = i.options.Collection, i.source.count
	i.report.Known = wellKnown[i.source.origin.contents]
	if err := i.describeOrigin(ctx, i.options.Origin.or(i.source.origin.known())); err != nil {
		return err
	}
	if err := i.findTwin(ctx); err != nil {
		return err
	}
	if i.report.Read == 0 {
		i.seen = newPuzzleSet()
	}
	if i.report.Read == i.source.count {
		i.report.Repeated = b.request == "" || b.request != i.options.Request
		return nil
	}
	if b.request == i.options.Request {
		return nil
	}
	return i.sign(ctx)
}

// findCollection finds or makes the collection of the owner. What the operator imports is for
// everyone, until a command says otherwise.
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

// findTwin finds an import that has done the same.
func (i *importer) findTwin(ctx context.Context) error {
	twins, err := postgres.ReadColumn[int32](ctx, i.Conn, `
		select id from import where digest = $1 and collection <> $2 and done = $3 and total = $3 order by id desc limit 1`,
		i.source.digest[:], i.collection, i.source.count)
	if len(twins) > 0 {
		i.twin = twins[0]
	}
	return err
}

// begun is an import as it is found.
type begun struct {
	Report
	rejectsTo int    // rejected lines up to this position are counted already
	request   string // that completed it, or tried to last
}

func (b *begun) fields() postgres.Fields {
	return postgres.Fields{
		"id": &b.ImportID, "done": &b.Read, "fresh": &b.New, "duplicates": &b.Duplicates, "rejected": &b.Rejected,
		"rejects_to": &b.rejectsTo, "request": &b.request,
	}
}

// sign makes the import that of the request.
func (i *importer) sign(ctx context.Context) error {
	_, err := i.Exec(ctx, `update import set request = nullif($2, '') where id = $1`, i.report.ImportID, i.options.Request)
	if postgres.Violates(err, "import_request") {
		return postgres.ErrRepeated
	}
	return err
}

// file is the file's name without its folder.
func (o ImportOptions) file() string {
	if o.File == "" {
		return ""
	}
	return filepath.Base(o.File)
}

// sourceLock is the number of the advisory lock of a source, by its digest, in a collection.
func sourceLock(digest []byte, collection int64) int64 {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(slices.Clone(digest), uint64(collection)))
	return int64(binary.BigEndian.Uint64(sum[:]))
}

// run keeps one batch after the other, on as many connections as there are.
func (i *importer) run(ctx context.Context) error {
	i.progress()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	next, stop := iter.Pull2(i.source.all())
	defer stop()
	all := newBatches(next, i.source.count, i.start(), i.report.Read, cmp.Or(i.options.Batch, batchSize))
	var lanes sync.WaitGroup
	for _, conn := range i.connections {
		lanes.Go(func() {
			if err := i.work(ctx, conn, all); err != nil {
				fail(err)
			}
		})
	}
	lanes.Wait()
	return context.Cause(ctx)
}

func (i *importer) progress() {
	if i.options.Progress != nil {
		i.options.Progress(i.report)
	}
}

// start returns how many entries need not be looked at: those that are kept, unless someone wants to
// know of all that are rejected.
func (i *importer) start() int {
	if i.options.Rejected != nil {
		return 0
	}
	i.reasons.given = i.report.Rejected
	return i.report.Read
}
