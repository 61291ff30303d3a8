package importing_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// mixed returns lines with puzzles, isomorphs of some of them, lines that are rejected, and names.
func mixed(n int) []string {
	r := rand.New(rand.NewPCG(3, 4))
	var lines []string
	for i, line := range archivetest.Puzzles(n, 5) {
		lines = append(lines, line)
		switch i % 9 {
		case 2:
			lines = append(lines, archivetest.Turned(line, r))
		case 4:
			lines = append(lines, sudoku.Empty(sudoku.Sudoku).String()[1:]+"1")
		case 6:
			lines = append(lines, "nice "+archivetest.Turned(line, r)+" # by Ann")
		}
	}
	return lines
}

// A file that another collection has already is imported as if it were another file, which it is to
// the same archive with a comment more.
func TestImportSourceOfAnotherCollection(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := mixed(200)
	other := append(slices.Clone(lines), lines[0]+" # again")
	archivetest.Import(t, s, "partly", lines[50:100]...)
	archivetest.Import(t, s, "one", lines...)
	for _, guild := range []string{"", "7"} {
		into := func(collection string, lines []string) importing.Report {
			r, err := s.ImportFile(t.Context(), importing.Options{Collection: collection, GuildID: guild, Batch: 30}, file(lines...))
			must(t, err)
			return r
		}
		if guild == "" {
			into("same", lines[:120]) // the collection has some of them
			into("other", lines[:120])
		}
		same, otherwise := into("same", lines), into("other", other)
		if same.New != otherwise.New || same.Duplicates+1 != otherwise.Duplicates || same.Rejected != otherwise.Rejected || same.Rejected == 0 {
			t.Errorf("guild %q: the same file counts %s, another %s", guild, counts(same), counts(otherwise))
		}
		if diff := cmp.Diff(otherwise.Reasons, same.Reasons); diff != "" {
			t.Error(diff)
		}
	}
	archivetest.WantConsistent(t, url)
	if diff := cmp.Diff(append(archivetest.Export(t, s, "same"), lines[0]), archivetest.Export(t, s, "other")); diff != "" {
		t.Error(diff)
	}
	collections := must1(s.Collections(t.Context()))
	supply := map[string]library.TierCounts{}
	for _, c := range collections {
		supply[c.GuildID+c.Name] = c.Puzzles
	}
	if supply["same"] != supply["other"] || supply["7same"] != supply["7other"] || supply["same"] == (library.TierCounts{}) {
		t.Errorf("the collections have %v", supply)
	}
}

// The import that knows all puzzles of a file is taken back while the file is imported again.
func TestImportSourceThatIsTakenBack(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := mixed(60)
	var want []string
	for round := range 6 {
		id := archivetest.Import(t, s, "one", lines...).ImportID
		if round == 0 {
			want = archivetest.Export(t, s, "one")
		}
		var work sync.WaitGroup
		batches := 0
		o := importing.Options{Collection: "two", Batch: 7, Progress: func(importing.Report) {
			if batches++; batches == 1+round {
				work.Go(func() {
					if _, err := s.RevertImport(t.Context(), id, "test"); err != nil {
						t.Error(err)
					}
				})
			}
		}}
		report, err := s.ImportFile(t.Context(), o, file(lines...))
		must(t, err)
		work.Wait()
		archivetest.WantConsistent(t, url)
		if diff := cmp.Diff(want, archivetest.Export(t, s, "two")); diff != "" {
			t.Fatal(diff)
		}
		must1(s.RevertImport(t.Context(), report.ImportID, "test"))
	}
}

// Another transaction has stored some of the puzzles, and is not done: an import waits for it. Whether
// that is kept or not, each puzzle is there once.
func TestImportWaitsForPuzzles(t *testing.T) {
	for _, kept := range []bool{true, false} {
		url := archivetest.URL(t)
		s := archivetest.Open(t, url)
		lines := archivetest.Puzzles(300, 8)
		var grids []sudoku.Grid
		for n := 0; n < len(lines); n += 3 {
			grids = append(grids, must1(sudoku.Parse(lines[n])))
		}
		made := must1(importing.PrepareMade(t.Context(), grids))
		var report importing.Report
		var reading sync.WaitGroup
		undone := errors.New("undone")
		err := s.Transact(t.Context(), func(tx pgx.Tx) error {
			_, fresh, err := importing.AddMade(t.Context(), tx, importing.MadeBy{Collection: "made", Identity: "test"}, made)
			if err != nil || fresh != len(grids) {
				t.Errorf("%d of %d are new, %v", fresh, len(grids), err)
			}
			reading.Go(func() {
				report, err = s.ImportFile(t.Context(), importing.Options{Collection: "read", Batch: 100}, file(lines...))
				if err != nil {
					t.Error(err)
				}
			})
			awaitLock(t, url)
			if kept {
				return nil
			}
			return undone
		})
		if kept != (err == nil) || err != nil && !errors.Is(err, undone) {
			t.Fatal(err)
		}
		reading.Wait()
		want := "300 read: 300 new, 0 duplicates, 0 rejected"
		if kept {
			want = "300 read: 200 new, 100 duplicates, 0 rejected"
		}
		wantCounts(t, report, want)
		archivetest.WantConsistent(t, url)
		if stats := must1(s.Stats(t.Context())); stats.Puzzles != 300 {
			t.Errorf("%d puzzles", stats.Puzzles)
		}
	}
}

// awaitLock waits until a connection waits for another's transaction.
func awaitLock(t *testing.T, url string) {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	for waits := false; !waits && t.Context().Err() == nil; time.Sleep(10 * time.Millisecond) {
		must(t, c.QueryRow(t.Context(), `select exists (select from pg_locks where locktype = 'transactionid' and not granted)`).Scan(&waits))
	}
}

// Grids behind equal keys that are not isomorphs: an import finds that out before it builds on it.
func TestImportIntoDamagedArchive(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := archivetest.Puzzles(20, 9)
	archivetest.Import(t, s, "one", lines...)
	archivetest.Exec(t, url, `update puzzle p set clues = (select clues from puzzle o where o.id <> p.id order by o.id limit 1)`)
	for _, same := range [][]string{lines, lines[1:]} { // known by the file, and by their keys
		_, err := s.ImportFile(t.Context(), importing.Options{Collection: "two"}, file(same...))
		sudokutest.WantError(t, err, "the archive is damaged")
	}
}

// An import of a file that another collection has ends early and is continued, or another import adds to
// its collection meanwhile: the counts and places are those of an import that was alone.
func TestImportSourceOfAnotherCollectionInterrupted(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := mixed(200)
	archivetest.Import(t, s, "one", lines...)
	alone := archivetest.Import(t, s, "alone", lines...)
	into := func(ctx context.Context, collection string, progress func(importing.Report)) (importing.Report, error) {
		return s.ImportFile(ctx, importing.Options{Collection: collection, Batch: 30, Progress: progress}, file(lines...))
	}

	ctx, cancel := context.WithCancel(t.Context())
	if _, err := into(ctx, "continued", func(r importing.Report) {
		if r.Read == 90 {
			cancel()
		}
	}); err == nil {
		t.Fatal("the import was not interrupted")
	}
	continued, err := into(t.Context(), "continued", nil)
	must(t, err)

	beside, err := into(t.Context(), "beside", func(r importing.Report) {
		if r.Read == 90 {
			archivetest.Import(t, s, "beside", lines[60:150]...)
		}
	})
	must(t, err)
	for name, r := range map[string]importing.Report{"continued": continued, "beside": beside} {
		if counts(r) != counts(alone) || r.InFile != alone.InFile || r.InFile == 0 {
			t.Errorf("%s: %s, %d in the file, want %s, %d", name, counts(r), r.InFile, counts(alone), alone.InFile)
		}
	}
	archivetest.WantConsistent(t, url)
	supply := map[string]library.TierCounts{}
	for _, c := range must1(s.Collections(t.Context())) {
		supply[c.Name] = c.Puzzles
	}
	if supply["continued"] != supply["alone"] || supply["beside"] != supply["alone"] {
		t.Errorf("the collections have %v", supply)
	}
}
