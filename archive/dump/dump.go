// Package dump writes the open puzzles of an archive to files for everyone: a row for each puzzle, as Parquet and as
// CSV, with a manifest.
//
//	report, err := store.Dump(ctx, "dump", "v1.2.3")
//
// Open is as in package open: a puzzle of a collection that is shared with everyone. Here its licence has to be known too. A
// puzzle in play is left out, in any disguise, until nobody can solve it for a rank. Nothing in a dump leads to a player or a
// guild: plays are numbers over ten people or more, all of whom agreed.
//
// The same archive gives the same bytes, in whatever order it was filled. Rows are in the order of their keys, a puzzle of
// several lines is shown as the first of them by their texts, and the files have no clock in them. Only the puzzles in play
// depend on the day.
package dump

import (
	"context"
	"runtime"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Store makes dumps of a database. It is safe for concurrent use.
type Store struct {
	db   *postgres.DB
	open *open.Store
}

// New returns a store on a database.
func New(db *postgres.DB) *Store { return &Store{db, open.New(db)} }

// Report is the result of a dump.
type Report struct {
	Manifest
	Unlicensed []Unlicensed // collections that were left out
	InPlay     int          // puzzles that were left out
}

// Unlicensed is an open collection without a known licence.
type Unlicensed struct {
	GuildID, Name, Licence string
}

// Dump writes the open puzzles of the archive, as they are at one moment, to a new folder, an empty one, or in place of a
// former dump. The files get their names at the end. program is the version of the program. The error wraps [ErrFolder] if
// the folder has other files, and is [ErrNoLicence] if no collection can be dumped.
func (s *Store) Dump(ctx context.Context, folder, program string) (report Report, err error) {
	to, err := prepareFolder(folder)
	if err != nil {
		return report, err
	}
	defer to.discard()
	inPlay, err := s.open.InPlay(ctx)
	if err != nil {
		return report, err
	}
	err = s.db.Snapshot(ctx, func(tx pgx.Tx) error {
		from, err := begin(ctx, tx, s.open.Rankable(), inPlay)
		if err != nil {
			return err
		}
		if report.Unlicensed = from.unlicensed; len(from.collections) == 0 {
			return ErrNoLicence
		}
		if report.Manifest, err = write(ctx, from, to, program); err != nil {
			return err
		}
		report.InPlay = from.guarded
		return ctx.Err()
	})
	if err != nil {
		return report, postgres.Annotate(err, "dump")
	}
	return report, to.commit()
}

// pageSize is how many puzzles are read, completed and written at once.
const pageSize = 2000

// page is some puzzles on their way from the database to the files.
type page struct {
	lines   []line
	rows    []Row
	csv     []byte
	counts  []int         // rows by the place of their collection
	guarded int           // lines left out
	whole   chan struct{} // closed when all is there
}

// write streams the puzzles to the files of a folder: one goroutine reads, all processors complete the rows, one writes.
// A few pages for each processor are in memory at a time.
func write(ctx context.Context, from *source, to *target, program string) (m Manifest, err error) {
	cores := runtime.GOMAXPROCS(0)
	work, ordered := make(chan *page), make(chan *page, 2*cores)
	lanes, ctx := errgroup.WithContext(ctx)
	lanes.Go(func() error {
		defer close(work)
		defer close(ordered)
		for lines, err := range from.pages(ctx) {
			if err != nil {
				return err
			}
			p := &page{lines: lines, whole: make(chan struct{})}
			for _, next := range []chan<- *page{ordered, work} {
				select {
				case next <- p:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
		}
		return nil
	})
	for range cores {
		lanes.Go(func() error {
			for p := range work {
				if err := p.complete(from); err != nil {
					return err
				}
				close(p.whole)
			}
			return nil
		})
	}
	lanes.Go(func() error {
		files, err := openFiles(to)
		if err != nil {
			return err
		}
		defer files.close()
		for p := range ordered {
			select {
			case <-p.whole:
			case <-ctx.Done():
				return ctx.Err()
			}
			if err := files.add(p); err != nil {
				return err
			}
			from.guarded += p.guarded
			for i, n := range p.counts {
				from.collections[i].puzzles += n
			}
		}
		if err := ctx.Err(); err != nil { // the pages may have ended early
			return err
		}
		m, err = files.finish(from, program)
		return err
	})
	return m, lanes.Wait()
}
