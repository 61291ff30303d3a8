package jobs

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// puzzleFile returns a file of n lines: puzzles, isomorphs of them, and nonsense.
func puzzleFile(n int) string {
	r := rand.New(rand.NewPCG(5, 5))
	var lines []string
	for len(lines) < n {
		g := generator.Minimize(generator.FullGrid(sudoku.Sudoku, r), r)
		lines = append(lines, fmt.Sprintf("%s name %d", g, len(lines)), sudoku.RandomTransform(g.Shape(), r).Apply(g).String(), "nonsense "+fmt.Sprint(len(lines)))
	}
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	return strings.Join(lines[:n], "\n") + "\n"
}

var sharedFile = library.ImportOptions{Collection: "shared", File: "file.txt", By: "test"}

// lines returns what a collection has, as it was written.
func lines(t *testing.T, store *archive.Store, collection string) (all []string) {
	t.Helper()
	for e, err := range store.Export(t.Context(), "", collection) {
		must(t, err)
		all = append(all, fmt.Sprint(e.Line, e.Text, e.Name, e.Comment))
	}
	return all
}

// wantImported wants that a file is in an archive as if it had been imported there by one process.
func wantImported(t *testing.T, store *archive.Store, url, text string) {
	t.Helper()
	one := archivetest.New(t)
	want, err := one.ImportFile(t.Context(), sharedFile, strings.NewReader(text))
	must(t, err)
	imports, err := store.Imports(t.Context())
	must(t, err)
	if len(imports) != 1 {
		t.Fatalf("there are %d imports, want 1", len(imports))
	}
	i := imports[0]
	if i.Total != want.Total || i.Read != want.Read || i.New != want.New || i.Duplicates != want.Duplicates || i.Rejected != want.Rejected || i.Finished.IsZero() {
		t.Errorf("the import is %+v, want the counts of %+v", i, want)
	}
	if diff := cmp.Diff(lines(t, one, "shared"), lines(t, store, "shared")); diff != "" {
		t.Errorf("the lines differ:\n%s", diff)
	}
	archivetest.WantConsistent(t, url)
	again, err := store.ImportFile(t.Context(), sharedFile, strings.NewReader(text))
	must(t, err)
	if !again.Repeated || again.Read != want.Read {
		t.Errorf("the same file again is %+v, want that it is there", again)
	}
	if left := facts(t, store, `
		select sum(length(array_to_string(input, ''))) from chunk c join work w on w.id = c.work where w.finished is not null`); left[0] != "[0]" {
		t.Errorf("%s characters of the file are left in the job", left)
	}
}

// Three machines that are killed at any moment import a file as one that is not, each line once.
func TestImportKilled(t *testing.T) {
	t.Parallel()
	importKilled(t, rand.New(rand.NewPCG(1, 3)), 600, 5)
}

func TestProveImportsKilled(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "shared import killed", func(t *testing.T, r *rand.Rand) { importKilled(t, r, 2_000, 20) })
}

func importKilled(t *testing.T, r *rand.Rand, n, kills int) {
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	text := puzzleFile(n)
	added, err := addImport(t.Context(), store, sharedFile, strings.NewReader(text), 4)
	must(t, err)
	again, err := addImport(t.Context(), store, sharedFile, strings.NewReader(text), 4)
	must(t, err)
	if !added.New || again.New || again.ID != added.ID {
		t.Errorf("added are %+v and %+v", added, again)
	}
	workWithKills(t, r, store, url, kills)
	workToEnd(t, store, url)
	wantImported(t, store, url, text)
	p := list(t, store)[0]
	if p.Counts["lines"] != int64(n) || p.Counts["puzzles"]+p.Counts["rejected"] != int64(n) || p.Counts["new"]+p.Counts["duplicates"] != p.Counts["puzzles"] {
		t.Errorf("the counts are %v, want %d lines", p.Counts, n)
	}
}

// What machines are importing is not taken back under their hands; what was cancelled is.
func TestImportRevert(t *testing.T) {
	t.Parallel()
	url, store, text, work := share(t, 60, 2)
	m, c := openPiece(t, store, work)
	must(t, m.do(t.Context(), importing{}, c))
	_, err := store.RevertImport(t.Context(), 1, "test")
	wantError(t, err, "job 1 brings it in: cancel that first")
	record, err := store.Import(t.Context(), 1)
	must(t, err)
	if record.Work != work || record.Read != 2 || record.Total != 60 {
		t.Errorf("the import is %+v, want that job %d has brought 2 of 60 lines", record, work)
	}
	must(t, Cancel(t.Context(), store, work))
	_, err = addImport(t.Context(), store, sharedFile, strings.NewReader(text), 2)
	wantError(t, err, `collection "shared" has this file already, or a part of it`)
	archivetest.WantConsistent(t, url)
	taken, err := store.RevertImport(t.Context(), 1, "test")
	must(t, err)
	if taken.Lines == 0 || !taken.CollectionGone {
		t.Errorf("taken back is %+v", taken)
	}
	archivetest.WantConsistent(t, url)
	_, err = Retry(t.Context(), store, work)
	wantError(t, err, "lines that it brought were taken back")
	_, err = addImport(t.Context(), store, sharedFile, strings.NewReader(text), 2)
	must(t, err)
	workToEnd(t, store, url)
	wantImported(t, store, url, text)
}

// share returns an archive to which machines are to import a file of n lines, in pieces of some length.
func share(t *testing.T, n, length int) (url string, store *archive.Store, text string, work int64) {
	t.Helper()
	url, text = archivetest.URL(t), puzzleFile(n)
	store = archivetest.Open(t, url)
	added, err := addImport(t.Context(), store, sharedFile, strings.NewReader(text), length)
	must(t, err)
	return url, store, text, added.ID
}

// openPiece returns the second piece of a file as a machine has it that will do it.
func openPiece(t *testing.T, store *archive.Store, work int64) (*machine, *chunk) {
	t.Helper()
	m := newMachine(store, hurried(1))
	c, err := m.open(t.Context(), chunkID{work, 2})
	must(t, err)
	c.complete = func(context.Context, pgx.Tx) error { return nil }
	return m, c
}

// A piece whose transaction was lost with the connection is kept in the next one.
func TestImportKeptAgain(t *testing.T) {
	t.Parallel()
	url, store, text, work := share(t, 12, 6)
	m, c := openPiece(t, store, work)
	lost := false
	c.complete = func(context.Context, pgx.Tx) error {
		if lost {
			return nil
		}
		lost = true
		return postgres.ErrUnavailable
	}
	must(t, m.do(t.Context(), importing{}, c))
	workToEnd(t, store, url)
	wantImported(t, store, url, text)
}

// A machine that was taken for dead finds that another one has kept its piece.
func TestImportOvertaken(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	added, err := addImport(t.Context(), store, sharedFile, strings.NewReader(puzzleFile(12)), 6)
	must(t, err)
	slow, late := openPiece(t, store, added.ID)
	quick, c := openPiece(t, store, added.ID)
	must(t, quick.do(t.Context(), importing{}, c))
	if err := slow.do(t.Context(), importing{}, late); !errors.Is(err, errOvertaken) {
		t.Errorf("the error is %v, want %v", err, errOvertaken)
	}
}

// A collection that gets another name while machines import a file into it gets all of the file.
func TestImportRenamed(t *testing.T) {
	t.Parallel()
	url, store, text, work := share(t, 60, 6)
	m, c := openPiece(t, store, work)
	must(t, m.do(t.Context(), importing{}, c))
	must(t, store.RenameCollection(t.Context(), "", "shared", "renamed", "test"))
	workToEnd(t, store, url)
	must(t, store.RenameCollection(t.Context(), "", "renamed", "shared", "test"))
	wantImported(t, store, url, text)
}

// What a file says of where its puzzles are from becomes known of the collection, as with one process.
func TestImportOrigin(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	text := ""
	for line := range strings.Lines(puzzleFile(9)) {
		text += "#AAnn\n#SA book\n" + line + "\n"
	}
	_, err := addImport(t.Context(), store, sharedFile, strings.NewReader(text), 2)
	must(t, err)
	workToEnd(t, store, url)
	one := archivetest.New(t)
	_, err = one.ImportFile(t.Context(), sharedFile, strings.NewReader(text))
	must(t, err)
	want, err := one.Collections(t.Context())
	must(t, err)
	got, err := store.Collections(t.Context())
	must(t, err)
	if got[0].Origin != want[0].Origin || got[0].Author != "Ann" {
		t.Errorf("the origin is %+v, want %+v", got[0].Origin, want[0].Origin)
	}
}

// Schedules with a saved search get all puzzles of a file, in whatever order its pieces came.
func TestImportSearched(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	saved, _, err := store.SaveSearch(t.Context(), library.SavedSearch{Name: "any"})
	must(t, err)
	added, err := addImport(t.Context(), store, sharedFile, strings.NewReader(puzzleFile(60)), 6)
	must(t, err)
	m, c := openPiece(t, store, added.ID)
	must(t, m.do(t.Context(), importing{}, c))
	_, _, err = store.FillSearch(t.Context(), "", saved, 0)
	must(t, err)
	workToEnd(t, store, url)
	left, all, err := store.FillSearch(t.Context(), "", saved, 0)
	must(t, err)
	collections, err := store.Collections(t.Context())
	must(t, err)
	want := 0
	for _, n := range collections[0].Puzzles {
		want += n
	}
	if left != want || !all {
		t.Errorf("found are %d puzzles (all: %t), want all %d", left, all, want)
	}
}

func TestAddImportRefuses(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	for text, want := range map[string]string{"": "no puzzle in it", "# only a comment\n": "no puzzle in it"} {
		_, err := AddImport(t.Context(), store, sharedFile, strings.NewReader(text))
		wantError(t, err, want)
	}
	_, err := AddImport(t.Context(), store, library.ImportOptions{Collection: "\x00"}, strings.NewReader(puzzleFile(3)))
	wantError(t, err, "")
	text := puzzleFile(30)
	_, err = store.ImportFile(t.Context(), sharedFile, strings.NewReader(text))
	must(t, err)
	_, err = AddImport(t.Context(), store, sharedFile, strings.NewReader(text))
	wantError(t, err, "has this file already")
	if n := len(list(t, store)); n != 0 {
		t.Errorf("%d jobs were added", n)
	}
}

// A file without a puzzle leaves nothing but its work, as with one process; and so does its second import.
func TestImportOfRejectedLines(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	text := strings.Repeat("nonsense\n", 7)
	for work := range 2 {
		added, err := addImport(t.Context(), store, sharedFile, strings.NewReader(text), 3)
		must(t, err)
		if !added.New {
			t.Errorf("the job is %+v, want a new one", added)
		}
		workToEnd(t, store, url)
		if p := list(t, store)[work]; p.State != Finished || p.Counts["rejected"] != 7 {
			t.Errorf("the job is %+v, want 7 rejected lines", p)
		}
		wantNothing(t, store)
	}
	archivetest.WantConsistent(t, url)
}

func wantNothing(t *testing.T, store *archive.Store) {
	t.Helper()
	imports, err := store.Imports(t.Context())
	must(t, err)
	collections, err := store.Collections(t.Context())
	must(t, err)
	if len(imports) != 0 || len(collections) != 0 {
		t.Errorf("imports %+v and collections %+v are left, want none", imports, collections)
	}
}

// A collection that has other puzzles stays when a file without any is imported into it.
func TestImportOfRejectedLinesIntoCollection(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	text := puzzleFile(6)
	_, err := store.ImportFile(t.Context(), sharedFile, strings.NewReader(text))
	must(t, err)
	_, err = addImport(t.Context(), store, sharedFile, strings.NewReader("nonsense\n"), 3)
	must(t, err)
	workToEnd(t, store, url)
	wantImported(t, store, url, text)
}

// left returns how many characters of files a job holds.
func left(t *testing.T, store *archive.Store, work int64) (n int) {
	t.Helper()
	must(t, store.Transact(t.Context(), func(tx pgx.Tx) error {
		return tx.QueryRow(t.Context(), `select sum(length(array_to_string(input, ''))) from chunk where work = $1`, work).Scan(&n)
	}))
	return n
}

// A cancelled import can be retried for 30 days. Then its lines go, and it says so.
func TestCancelledImportForgotten(t *testing.T) {
	t.Parallel()
	url, store, text, work := share(t, 60, 6)
	younger, err := addImport(t.Context(), store, library.ImportOptions{Collection: "younger"}, strings.NewReader(text), 6)
	must(t, err)
	must(t, Cancel(t.Context(), store, work))
	must(t, Cancel(t.Context(), store, younger.ID))
	cancelledFor := func(days int) {
		t.Helper()
		execute(t, store, `update work set cancelled = now() - make_interval(days => $2) where id = $1`, work, days)
		workToEnd(t, store, url)
	}
	cancelledFor(29)
	if left(t, store, work) == 0 {
		t.Error("the lines are gone after 29 days")
	}
	cancelledFor(31)
	if n := left(t, store, work); n != 0 {
		t.Errorf("%d characters are left after 31 days", n)
	}
	if left(t, store, younger.ID) == 0 {
		t.Error("the lines of what was cancelled today are gone")
	}
	_, err = Retry(t.Context(), store, work)
	wantError(t, err, "its lines were kept for 30 days: add the file again")
	_, err = addImport(t.Context(), store, sharedFile, strings.NewReader(text), 6)
	must(t, err)
	workToEnd(t, store, url)
	wantImported(t, store, url, text)
}

// A machine that comes with its piece after the cancelled import was taken back brings nothing.
func TestImportRevertBeforeLastPiece(t *testing.T) {
	t.Parallel()
	url, store, _, work := share(t, 60, 6)
	m, first := openPiece(t, store, work)
	must(t, m.do(t.Context(), importing{}, first))
	late, err := m.open(t.Context(), chunkID{work, 3})
	must(t, err)
	must(t, Cancel(t.Context(), store, work))
	_, err = store.RevertImport(t.Context(), 1, "test")
	must(t, err)
	if n := left(t, store, work); n != 0 {
		t.Errorf("%d characters are left of an import that was taken back", n)
	}
	if err := m.do(t.Context(), importing{}, late); !errors.Is(err, errOvertaken) {
		t.Errorf("the error is %v, want %v", err, errOvertaken)
	}
	wantNothing(t, store)
	archivetest.WantConsistent(t, url)
}
