package archive_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestImport(t *testing.T) {
	s := archivetest.New(t)
	r := rand.New(rand.NewPCG(1, 2))
	p := puzzles(3, 1)
	importLines(t, s, "before", p[2])
	known := puzzleOf(t, s, p[2])

	lines := []string{p[0], p[1] + " Second", turned(p[0], r), p[2], "12345", strings.Repeat("0", 81), turned(p[2], r), p[0]}
	report := importLines(t, s, "mixed", lines...)

	wantCounts(t, report, "8 read: 2 new, 4 duplicates, 2 rejected")
	first := puzzleOf(t, s, p[0])
	want := []archive.Duplicate{
		{Line: 3, Text: lines[2], Puzzle: first.ID, OfLine: 1},
		{Line: 4, Text: lines[3], Puzzle: known.ID},
		{Line: 7, Text: lines[6], Puzzle: known.ID},
		{Line: 8, Text: lines[7], Puzzle: first.ID, OfLine: 1},
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
	if diff := cmp.Diff(kept, exportLines(t, s, "mixed")); diff != "" {
		t.Errorf("the collection comes out as (+) and not as it went in (-):\n%s", diff)
	}
}

func TestImportAgain(t *testing.T) {
	s := archivetest.New(t)
	lines := append(puzzles(50, 1), "nonsense")
	first := importLines(t, s, "one", lines...)
	wantCounts(t, first, "51 read: 50 new, 0 duplicates, 1 rejected")

	again := importLines(t, s, "one", lines...)
	wantCounts(t, again, "51 read: 0 new, 50 duplicates, 1 rejected")
	if !again.Repeated || again.Import != first.Import || len(again.DuplicateOf) == 0 || again.DuplicateOf[0].Puzzle == 0 {
		t.Errorf("the report is %+v, want it to name import %d and the duplicates", again, first.Import)
	}
	if got := len(exportLines(t, s, "one")); got != 50 {
		t.Errorf("the collection has %d entries, want 50", got)
	}

	other := importLines(t, s, "two", lines...)
	wantCounts(t, other, "51 read: 0 new, 50 duplicates, 1 rejected")
	if other.Repeated {
		t.Error("the first import into a collection counts as repeated")
	}
	if diff := cmp.Diff(lines[:50], exportLines(t, s, "two")); diff != "" {
		t.Error(diff)
	}
	collections, err := s.Collections(t.Context())
	must(t, err)
	want := []archive.Collection{
		{Name: "one", Entries: 50, New: 50, Rejected: 1, Imports: 1},
		{Name: "two", Entries: 50, New: 0, Rejected: 1, Imports: 1},
	}
	if diff := cmp.Diff(want, collections); diff != "" {
		t.Error(diff)
	}
}

func TestIsomorphsAreDuplicates(t *testing.T) {
	s := archivetest.New(t)
	lines := puzzles(300, 1)
	importLines(t, s, "original", lines...)
	r := rand.New(rand.NewPCG(5, 5))
	var isomorphs []string
	for _, line := range lines {
		isomorphs = append(isomorphs, turned(line, r))
	}
	wantCounts(t, importLines(t, s, "turned", isomorphs...), "300 read: 0 new, 300 duplicates, 0 rejected")
}

// Bytes that are no UTF-8, zero bytes and lines of megabytes come in files too.
func TestImportKeepsBytes(t *testing.T) {
	s := archivetest.New(t)
	text := strings.ReplaceAll(royle, "0", "*")
	want := []archive.Entry{
		{Line: 7, Text: text, Grid: must1(sudoku.Parse(text)), Name: "M\xfcller", Author: "\x00\xff", Comment: "first\r\nsecond"},
		{Line: 9, Text: "1.....3..2.....4", Grid: must1(sudoku.Parse("1.....3..2.....4"))},
	}
	long := archive.Entry{Line: 8, Text: strings.Repeat("\xff\x00", 5_000_000), Err: errors.New("bad\x00\xff")}
	report, err := s.Import(t.Context(), archive.ImportOptions{Collection: " bytes ", Source: "\x00", By: "\xff"},
		slices.Values([]archive.Entry{want[0], long, want[1]}))
	must(t, err)
	wantCounts(t, report, "3 read: 2 new, 0 duplicates, 1 rejected")
	var got []archive.Entry
	for e, err := range s.Export(t.Context(), "bytes") {
		must(t, err)
		got = append(got, e)
	}
	if diff := cmp.Diff(want, got, cmp.Comparer(func(a, b sudoku.Grid) bool { return a == b })); diff != "" {
		t.Error(diff)
	}
	if name := puzzleOf(t, s, royle).Name; name != "M\ufffdller" {
		t.Errorf("the puzzle's name is %q, want what is no UTF-8 replaced", name)
	}
}

func TestImportRefusals(t *testing.T) {
	s := archivetest.New(t)
	for _, name := range []string{"", " \t", "a\x00b", "\xff", strings.Repeat("x", 201)} {
		_, err := s.Import(t.Context(), archive.ImportOptions{Collection: name}, entriesOf(royle))
		if err == nil || !strings.Contains(err.Error(), "no name for a collection") {
			t.Errorf("collection %q: the error is %v", name, err)
		}
	}
	wantCounts(t, importLines(t, s, "empty"), "0 read: 0 new, 0 duplicates, 0 rejected")
	for _, err := range s.Export(t.Context(), "empty") {
		wantIs(t, err, archive.ErrNotFound)
		if want := `export: no collection "empty": not in the archive: list them with: gridkeeper stats`; err.Error() != want {
			t.Errorf("the error is %q, want %q", err, want)
		}
	}
}

// Two who import the same source into one collection: one does it, one finds it done.
func TestImportSameAtOnce(t *testing.T) {
	s := archivetest.New(t)
	lines := puzzles(1_000, 1)
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
	if got := len(exportLines(t, s, "shared")); got != 1_000 {
		t.Errorf("the collection has %d entries, want 1000", got)
	}
}

// Sources that share puzzles, in opposite orders: no deadlock, and each puzzle is new once.
func TestImportOverlapAtOnce(t *testing.T) {
	s := archivetest.New(t)
	lines := puzzles(1_000, 1)
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

func importAtOnce(t *testing.T, s *archive.Store, collections []string, sources ...[]string) []archive.Report {
	t.Helper()
	reports := make([]archive.Report, len(sources))
	var all sync.WaitGroup
	for i, lines := range sources {
		all.Go(func() {
			var err error
			reports[i], err = s.Import(t.Context(), archive.ImportOptions{Collection: collections[i], Batch: 100}, entriesOf(lines...))
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	return reports
}

func puzzleOf(t *testing.T, s *archive.Store, line string) archive.Puzzle {
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
