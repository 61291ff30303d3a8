package importing_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
)

// An archive whose clues are as the release before wrote them, in part or all of them, is the same to this one.
func TestOlderClues(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := mixed(60)
	for n := range lines { // as others write the empty cells
		if n%3 == 0 {
			lines[n] = strings.ReplaceAll(lines[n], ".", "0")
		}
	}
	archivetest.Import(t, s, "first", lines[:40]...)
	archivetest.Import(t, s, "others", lines...)
	seen := func() (all []string) {
		for _, collection := range must1(s.Collections(t.Context())) {
			for r, err := range s.RecordsOf(t.Context(), collection.ID) {
				must(t, err)
				all = append(all, fmt.Sprint(r.Line, r.Clues, r.Key))
				all = append(all, must1(s.PuzzleByKey(t.Context(), r.Key)).Clues.String())
			}
			for e, err := range s.Export(t.Context(), "", collection.Name) {
				must(t, err)
				all = append(all, fmt.Sprint(e))
			}
		}
		for _, i := range must1(s.Imports(t.Context())) {
			for d, err := range s.Duplicates(t.Context(), i.ID) {
				must(t, err)
				all = append(all, fmt.Sprint(d))
			}
		}
		for f, err := range s.Search(t.Context(), search.Query{Search: search.Search{MinClues: 24, Symmetry: criteria.NoSymmetry}, Sort: search.ByClues}) {
			must(t, err)
			all = append(all, f.Clues.String())
		}
		return append(all, wrongIn(t, s)...)
	}
	want := seen()
	archivetest.Exec(t, url, `create table kept as select id, clues from puzzle where id % 2 = 0`)
	for _, part := range []string{"some", "all"} {
		if archivetest.LengthenGrids(t, url) == 0 {
			t.Error("no clues are in the form of this release")
		}
		if part == "some" {
			archivetest.Exec(t, url, `update puzzle p set clues = k.clues from kept k where k.id = p.id`)
		}
		if diff := cmp.Diff(want, seen()); diff != "" {
			t.Fatalf("with %s clues of the release before there is (-want +got):\n%s", part, diff)
		}
		report := archivetest.Import(t, s, "again "+part, append(slices.Clone(lines), "# "+part)...)
		wantCounts(t, report, fmt.Sprintf("%d read: 0 new, %d duplicates, %d rejected", report.Read, report.Read-report.Rejected, report.Rejected))
		must1(s.RevertImport(t.Context(), report.ImportID, "test"))
	}
	if own := archivetest.Read[int](t, url, `select count(*)::integer from entry where grid <> ''`); own[0] == 0 {
		t.Error("no line has clues of its own")
	}
	archivetest.WantConsistent(t, url)
}

// wrongIn is what an audit lists.
func wrongIn(t *testing.T, s *archive.Store) (wrong []string) {
	t.Helper()
	must(t, s.Transact(t.Context(), func(tx pgx.Tx) error {
		puzzles, lines, err := library.CheckSpans(t.Context(), tx, 1000)
		for _, span := range puzzles {
			wrong = append(wrong, must1(s.CheckPuzzles(t.Context(), span)).Wrong...)
		}
		for _, span := range lines {
			wrong = append(wrong, must1(s.CheckLines(t.Context(), span)).Wrong...)
		}
		return err
	}))
	return wrong
}
