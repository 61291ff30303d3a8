package importing_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func TestImport(t *testing.T) {
	s := archivetest.New(t)
	r := rand.New(rand.NewPCG(1, 2))
	p := archivetest.Puzzles(3, 1)
	archivetest.Import(t, s, "before", p[2])
	known := puzzleOf(t, s, p[2])

	lines := []string{p[0], "Second " + p[1], archivetest.Turned(p[0], r), p[2], "12345", strings.Repeat("0", 81), archivetest.Turned(p[2], r), p[0]}
	report := archivetest.Import(t, s, "mixed", lines...)

	wantCounts(t, report, "8 read: 2 new, 4 duplicates, 2 rejected")
	first := puzzleOf(t, s, p[0])
	want := []importing.Duplicate{
		{Line: 3, Text: lines[2], PuzzleID: first.ID, OfLine: 1, Collection: "mixed"},
		{Line: 4, Text: lines[3], PuzzleID: known.ID, Collection: "before"},
		{Line: 7, Text: lines[6], PuzzleID: known.ID, Collection: "before"},
		{Line: 8, Text: lines[7], PuzzleID: first.ID, OfLine: 1, Collection: "mixed"},
	}
	if diff := cmp.Diff(want, report.DuplicateOf); diff != "" {
		t.Errorf("duplicates, want -, got +:\n%s", diff)
	}
	if len(report.Rejects) != 2 || report.Rejects[0].Line != 5 || report.Rejects[1].Line != 6 {
		t.Fatalf("the rejects are %+v, want lines 5 and 6", report.Rejects)
	}
	for i, want := range []string{"5 characters", "solution"} {
		if got := report.Rejects[i].Reason; !strings.Contains(got, want) {
			t.Errorf("the reason of reject %d is %q, want it to say %q", i, got, want)
		}
	}
	if second := puzzleOf(t, s, p[1]); second.Name != "Second" || second.Clues.String() != p[1] {
		t.Errorf("the second puzzle is %+v", second)
	}
	kept := []string{lines[0], p[1], lines[2], lines[3], lines[6], lines[7]}
	if diff := cmp.Diff(kept, archivetest.Export(t, s, "mixed")); diff != "" {
		t.Errorf("the collection comes out as (+) and not as it was imported (-):\n%s", diff)
	}
}

func TestImportAgain(t *testing.T) {
	s := archivetest.New(t)
	lines := append(archivetest.Puzzles(50, 1), "nonsense")
	first := archivetest.Import(t, s, "one", lines...)
	wantCounts(t, first, "51 read: 50 new, 0 duplicates, 1 rejected")

	again := archivetest.Import(t, s, "one", lines...)
	wantCounts(t, again, "51 read: 0 new, 50 duplicates, 1 rejected")
	if !again.Repeated || again.ImportID != first.ImportID || len(again.DuplicateOf) == 0 || again.DuplicateOf[0].PuzzleID == 0 {
		t.Errorf("the report is %+v, want it to name import %d and the duplicates", again, first.ImportID)
	}
	if got := len(archivetest.Export(t, s, "one")); got != 50 {
		t.Errorf("the collection has %d entries, want 50", got)
	}

	other := archivetest.Import(t, s, "two", lines...)
	wantCounts(t, other, "51 read: 0 new, 50 duplicates, 1 rejected")
	if other.Repeated {
		t.Error("the first import into a collection counts as repeated")
	}
	if diff := cmp.Diff(lines[:50], archivetest.Export(t, s, "two")); diff != "" {
		t.Error(diff)
	}
	collections, err := s.Collections(t.Context())
	must(t, err)
	stats, err := s.Stats(t.Context())
	must(t, err)
	supplies := tierCountsOf(t, stats) // both have all puzzles
	want := []library.Collection{
		{ID: collections[0].ID, Name: "one", Shared: true, Puzzles: supplies, Entries: 50, New: 50, Rejected: 1, Imports: 1, By: "test"},
		{ID: collections[len(collections)-1].ID, Name: "two", Shared: true, Puzzles: supplies, Entries: 50, New: 0, Rejected: 1, Imports: 1, By: "test"},
	}
	if diff := cmp.Diff(want, collections); diff != "" {
		t.Error(diff)
	}
}

func TestIsomorphsAreDuplicates(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(300, 1)
	archivetest.Import(t, s, "original", lines...)
	r := rand.New(rand.NewPCG(5, 5))
	var isomorphs []string
	for _, line := range lines {
		isomorphs = append(isomorphs, archivetest.Turned(line, r))
	}
	wantCounts(t, archivetest.Import(t, s, "turned", isomorphs...), "300 read: 0 new, 300 duplicates, 0 rejected")
}

// Older archives hold bytes that are not UTF-8, zero bytes and long lines.
func TestImportKeepsBytes(t *testing.T) {
	s := archivetest.New(t)
	text := strings.ReplaceAll(archivetest.Royle, "0", "*")
	want := []format.Entry{
		{Line: 7, Text: text, Grid: must1(sudoku.Parse(text)), Name: "M\xfcller", Author: "\x00\xff", Comment: "first\r\nsecond"},
		{Line: 9, Text: "1.....3..2.....4", Grid: must1(sudoku.Parse("1.....3..2.....4"))},
	}
	long := format.Entry{Line: 8, Text: strings.Repeat("\xff\x00", 5_000_000), Err: errors.New("bad\x00\xff")}
	report, err := importing.ImportEntries(s.Importing, t.Context(), importing.Options{Collection: " bytes ", File: "\x00", By: "\xff"},
		slices.Values([]format.Entry{want[0], long, want[1]}))
	must(t, err)
	wantCounts(t, report, "3 read: 2 new, 0 duplicates, 1 rejected")
	var got []format.Entry
	for e, err := range s.Export(t.Context(), "", "bytes") {
		must(t, err)
		got = append(got, e)
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b sudoku.Grid) bool { return a == b }), cmpopts.IgnoreUnexported(format.Entry{})); diff != "" {
		t.Error(diff)
	}
	if name := puzzleOf(t, s, archivetest.Royle).Name; name != "M\ufffdller" {
		t.Errorf("the puzzle's name is %q, want what is not UTF-8 replaced", name)
	}
}

func TestImportRefusals(t *testing.T) {
	s := archivetest.New(t)
	for name, want := range map[string]library.NameReason{
		"": library.EmptyName, " \t": library.EmptyName, "a\x00b": library.NotText, "\xff": library.NotText,
		"a\nb": library.NotText, "a\x1b[31mb": library.NotText, "a\u202eb": library.NotText,
		strings.Repeat("x", 201): library.LongName,
	} {
		_, err := s.ImportFile(t.Context(), importing.Options{Collection: name}, file(archivetest.Royle))
		if bad := (*library.NameError)(nil); !errors.As(err, &bad) || bad.Reason != want {
			t.Errorf("collection %q: the error is %v, want it to say %s", name, err, want)
		}
	}
	wantCounts(t, archivetest.Import(t, s, "empty"), "0 read: 0 new, 0 duplicates, 0 rejected")
	for _, err := range s.Export(t.Context(), "", "empty") {
		wantIs(t, err, postgres.ErrNotFound)
		if want := `export: no collection "empty": not in the archive: list them with: gridkeeper collection`; err.Error() != want {
			t.Errorf("the error is %q, want %q", err, want)
		}
	}
}

// Two who import the same source into one collection: one does it, one finds it done.
func TestImportSameAtOnce(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(1_000, 1)
	reports := importAtOnce(t, s, []string{"shared", "shared", "shared"}, lines, lines, lines)
	fresh, repeated := 0, 0
	for _, r := range reports {
		fresh += r.New
		if r.Repeated {
			repeated++
		}
	}
	if fresh != 1_000 || repeated != 2 {
		t.Errorf("%d new and %d repeated, want 1000 and 2", fresh, repeated)
	}
	if got := len(archivetest.Export(t, s, "shared")); got != 1_000 {
		t.Errorf("the collection has %d entries, want 1000", got)
	}
}

// Sources that share puzzles, in opposite orders: no deadlock, and each puzzle is new once.
func TestImportOverlapAtOnce(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(1_000, 1)
	reversed := slices.Clone(lines)
	slices.Reverse(reversed)
	reports := importAtOnce(t, s, []string{"a", "b", "c"}, lines, reversed, sorted(lines))
	fresh := 0
	for _, r := range reports {
		fresh += r.New
		if r.New+r.Duplicates != 1_000 {
			t.Errorf("a report counts %s", counts(r))
		}
	}
	stats, err := s.Stats(t.Context())
	must(t, err)
	if fresh != 1_000 || stats.Puzzles != 1_000 {
		t.Errorf("%d new, %d stored, want 1000 of both", fresh, stats.Puzzles)
	}
}

func importAtOnce(t *testing.T, s *archive.Store, collections []string, sources ...[]string) []importing.Report {
	t.Helper()
	reports := make([]importing.Report, len(sources))
	var all sync.WaitGroup
	for i, lines := range sources {
		all.Go(func() {
			var err error
			reports[i], err = s.ImportFile(t.Context(), importing.Options{Collection: collections[i], Batch: 100}, file(lines...))
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return reports
}

func puzzleOf(t *testing.T, s *archive.Store, line string) library.Puzzle {
	t.Helper()
	p, err := s.PuzzleByKey(t.Context(), canon.KeyOf(must1(sudoku.Parse(line))))
	must(t, err)
	same, err := s.Puzzle(t.Context(), p.ID)
	must(t, err)
	if p != same {
		t.Fatalf("puzzle %d is %+v by its key and %+v by its number", p.ID, p, same)
	}
	return p
}

func TestCollectionName(t *testing.T) {
	for file, want := range map[string]string{
		"x.txt.xz": "x", "x.csv.bz2": "x", "x.txt.zip": "x",
		"puzzles.txt":           "puzzles",
		"/some/where/8.3.txt":   "8.3",
		"royle-17.txt.gz":       "royle-17",
		"big.csv.zst":           "big",
		"noending":              "noending",
		".hidden":               ".hidden",
		"-":                     "standard input",
		"":                      "",
		"My favourite ones.sdk": "My favourite ones",
	} {
		if got := library.CollectionName(file); got != want {
			t.Errorf("CollectionName(%q) = %q, want %q", file, got, want)
		}
	}
}

// A collection is named after its file where no name is given, and that name may be bad too.
func TestImportNamedAfterFile(t *testing.T) {
	s := archivetest.New(t)
	report, err := s.ImportFile(t.Context(), importing.Options{Collection: " ", File: "/home/ann/mine.txt.gz"}, file(archivetest.Royle))
	must(t, err)
	if report.Collection != "mine" {
		t.Errorf("the collection is %q", report.Collection)
	}
	_, err = s.ImportFile(t.Context(), importing.Options{File: strings.Repeat("long", 60) + ".txt"}, file(archivetest.Royle))
	if bad := (*library.NameError)(nil); !errors.As(err, &bad) || bad.Reason != library.LongName || len(bad.Name) != 240 {
		t.Errorf("the error is %v", err)
	}
}

// A grid without an empty cell is either the solution of a puzzle or wrong.
func TestImportSolvedGrids(t *testing.T) {
	s := archivetest.New(t)
	solved := must1(solver.Solve(must1(sudoku.Parse(archivetest.Royle)))).String()
	small := must1(solver.Solve(must1(sudoku.Parse(archivetest.Mini)))).String()
	wrong := "1" + solved[1:]
	if wrong == solved {
		wrong = "2" + solved[1:]
	}
	report := archivetest.Import(t, s, "full", solved, small, wrong, archivetest.Royle)
	wantCounts(t, report, "4 read: 1 new, 0 duplicates, 3 rejected")
	for i, want := range []string{"a solved grid is not a puzzle", "a solved grid is not a puzzle", "twice"} {
		if got := report.Rejects[i].Reason; !strings.Contains(got, want) {
			t.Errorf("reject %d: %q, want it to say %q", i, got, want)
		}
	}
}

// A grid that has too few clues, or is too hard to decide, is rejected like any other.
func TestImportUndecidedGrids(t *testing.T) {
	s := archivetest.New(t)
	report := archivetest.Import(t, s, "undecided",
		".....5......6.1...............5........1.6...........553.....61......3...........",
		".....5......6.15.2...2.....7..5.....8..1.6...........553.....61......3...........", archivetest.Royle)
	wantCounts(t, report, "3 read: 1 new, 0 duplicates, 2 rejected")
	for i, want := range []string{"too few clues for a single solution: 12: a sudoku needs 17 or more", "too hard to decide: 100000 guesses"} {
		if got := report.Rejects[i].Reason; !strings.Contains(got, want) {
			t.Errorf("reject %d: %q, want it to say %q", i, got, want)
		}
	}
}

// All rejected lines are counted, also after a restart, and the first of them are kept.
func TestRejectsAreCapped(t *testing.T) {
	s := archivetest.New(t)
	lines := slices.Repeat([]string{"garbage, line after line, in which there is not one puzzle"}, 2_500)
	lines[1_700] = archivetest.Royle
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.ImportFile(ctx, importing.Options{Collection: "g", Batch: 300, Progress: func(importing.Report) { cancel() }}, file(lines...))
	wantIs(t, err, context.Canceled)
	report, err := s.ImportFile(t.Context(), importing.Options{Collection: "g", Batch: 300}, file(lines...))
	must(t, err)
	wantCounts(t, report, "2500 read: 1 new, 0 duplicates, 2499 rejected")
	kept := 0
	for r, err := range s.Rejects(t.Context(), report.ImportID) {
		must(t, err)
		if kept++; r.Line != kept {
			t.Fatalf("reject %d is of line %d", kept, r.Line)
		}
	}
	if kept != 1_000 || len(report.Rejects) != 20 {
		t.Errorf("%d rejects are kept and %d shown, want 1000 and 20", kept, len(report.Rejects))
	}
}

// The words of a reason may change from one version to the next; a file is the same all the same.
func TestImportAgainWithOtherReasons(t *testing.T) {
	s := archivetest.New(t)
	entries := func(reason string) iter.Seq[format.Entry] {
		return slices.Values([]format.Entry{
			{Line: 1, Text: archivetest.Royle, Grid: must1(sudoku.Parse(archivetest.Royle))}, {Line: 2, Text: "hello", Err: errors.New(reason)},
		})
	}
	o := importing.Options{Collection: "c"}
	_, err := importing.ImportEntries(s.Importing, t.Context(), o, entries("no digits"))
	must(t, err)
	again, err := importing.ImportEntries(s.Importing, t.Context(), o, entries("without digits"))
	must(t, err)
	if !again.Repeated {
		t.Errorf("the report is %+v, want it to be repeated", again)
	}
}

// A request that imports gets the same report however often it comes, also in another process
// and while the first is under way. Another request finds it done.
func TestImportOnRequest(t *testing.T) {
	url := archivetest.URL(t)
	lines := append(archivetest.Puzzles(400, 1), "garbage and nothing else")
	reports := make([]importing.Report, 6)
	var all sync.WaitGroup
	for i := range reports {
		all.Go(func() {
			var err error
			reports[i], err = archivetest.Open(t, url).ImportFile(t.Context(),
				importing.Options{Collection: "c", Request: "click", Batch: 50}, file(lines...))
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	s := archivetest.Open(t, url)
	for _, r := range reports {
		wantCounts(t, r, "401 read: 400 new, 0 duplicates, 1 rejected")
		if r.Repeated || r.ImportID != reports[0].ImportID {
			t.Errorf("a report is %+v", r)
		}
	}
	for _, request := range []string{"", "another click"} {
		r, err := s.ImportFile(t.Context(), importing.Options{Collection: "c", Request: request}, file(lines...))
		must(t, err)
		if wantCounts(t, r, "401 read: 0 new, 400 duplicates, 1 rejected"); !r.Repeated {
			t.Errorf("for request %q the report is not of a repeated file", request)
		}
	}
	_, err := s.ImportFile(t.Context(), importing.Options{Collection: "c", Request: "click"}, file(archivetest.Royle))
	wantIs(t, err, postgres.ErrRepeated)
}

// The request that completes an import that another one began is the one that gets its counts.
func TestImportCompletedByAnotherRequest(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(100, 1)
	ctx, cancel := context.WithCancel(t.Context())
	_, err := s.ImportFile(ctx, importing.Options{Collection: "c", Request: "first", Batch: 30,
		Progress: func(importing.Report) { cancel() }}, file(lines...))
	wantIs(t, err, context.Canceled)
	for range 2 {
		r, err := s.ImportFile(t.Context(), importing.Options{Collection: "c", Request: "second"}, file(lines...))
		must(t, err)
		if wantCounts(t, r, "100 read: 100 new, 0 duplicates, 0 rejected"); r.Repeated {
			t.Error("the completed import counts as repeated")
		}
	}
}

// A file that breaks off, such as a download, is not imported in part.
func TestImportUnreadable(t *testing.T) {
	s := archivetest.New(t)
	broken := errors.New("the connection was lost")
	_, err := s.ImportFile(t.Context(), importing.Options{Collection: "c"}, io.MultiReader(file(archivetest.Royle, "1...."), iotest.ErrReader(broken)))
	wantIs(t, err, broken)
	stats, err := s.Stats(t.Context())
	if must(t, err); stats.Puzzles != 0 {
		t.Errorf("%d puzzles are imported", stats.Puzzles)
	}
}
