package importing_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// A dry run changes nothing, and reports what the import then does.
func TestDryRun(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	r := rand.New(rand.NewPCG(1, 2))
	p := archivetest.Puzzles(6, 1)
	archivetest.Import(t, s, "before", p[2], p[3])
	_, err := s.ImportFile(t.Context(), importing.Options{GuildID: "B", Collection: "hidden"}, file(p[4]))
	must(t, err)
	lines := []string{p[0], p[1], archivetest.Turned(p[0], r), p[2], "12345", "123", strings.Repeat("0", 81), archivetest.Turned(p[2], r), p[0], p[4], p[5]}
	for _, guild := range []string{"", "A", "B"} {
		o := importing.Options{GuildID: guild, Collection: "new", File: "x", Batch: 3, DryRun: true}
		before := dump(t, url)
		tried, err := s.ImportFile(t.Context(), o, file(lines...))
		must(t, err)
		if diff := cmp.Diff(before, dump(t, url)); diff != "" {
			t.Errorf("a dry run changes the archive:\n%s", diff)
		}
		o.DryRun = false
		done, err := s.ImportFile(t.Context(), o, file(lines...))
		must(t, err)
		if !tried.DryRun || done.DryRun || tried.InFile != 3 {
			t.Errorf("%q: the dry run is %+v", guild, tried)
		}
		ignored := cmpopts.IgnoreFields(importing.Report{}, "ImportID", "DryRun", "Tiers")
		puzzle := cmpopts.IgnoreFields(importing.Duplicate{}, "PuzzleID", "Collection") // of lines of the file itself
		if diff := cmp.Diff(done, tried, ignored, puzzle); diff != "" {
			t.Errorf("%q: the import's report is (-), the dry run's (+):\n%s", guild, diff)
		}
		tiers, err := s.TiersOf(t.Context(), done.ImportID)
		must(t, err)
		if tiers != tried.Tiers {
			t.Errorf("%q: the puzzles are %v, of the dry run %v", guild, tiers, tried.Tiers)
		}
		_, err = s.RevertImport(t.Context(), done.ImportID, "test")
		must(t, err)
	}
	archivetest.WantConsistent(t, url)
}

// dump counts the rows of all tables, and the puzzles and lines themselves.
func dump(t testing.TB, url string) []string {
	t.Helper()
	var rows []string
	for _, table := range []string{"collection", "import", "puzzle", "entry", "reject", "reject_reason", "rating", "collection_count", "audit"} {
		rows = append(rows, query(t, url, fmt.Sprintf(`select '%s ' || x::text from %[1]s x order by 1`, table))...)
	}
	return rows
}

// All rejected lines are reported, also those that the archive does not keep, when the import is
// repeated too; and they are counted by reason.
func TestAllRejects(t *testing.T) {
	s := archivetest.New(t)
	var lines []string
	for n := range 1_500 {
		lines = append(lines, strings.Repeat("1", 20+n%2), strings.Repeat("0", 80)+"1")
	}
	lines = append(lines, "1.....3..2.....4")
	for range 2 {
		var all []importing.Reject
		report, err := s.ImportFile(t.Context(), importing.Options{
			Collection: "bad", Batch: 700, Rejected: func(r importing.Reject) { all = append(all, r) },
		}, file(lines...))
		must(t, err)
		if report.Rejected != 3_000 || len(all) != 3_000 {
			t.Fatalf("%d rejected lines, %d reported", report.Rejected, len(all))
		}
		for n, r := range all {
			if r.Line != n+1 || r.Text != lines[n] || r.Reason == "" || r.Reason == "rejected" {
				t.Fatalf("reject %d is %+v", n, r)
			}
		}
		want := []importing.ReasonCount{
			{Kind: "length", Reason: "the wrong number of characters", Lines: 1_500},
			{Kind: "few-clues", Reason: "too few clues for a single solution", Lines: 1_500},
		}
		if diff := cmp.Diff(want, report.Reasons); diff != "" {
			t.Error(diff)
		}
	}
	// The reasons of those that are not kept are counted too where nobody wants the lines.
	report := archivetest.Import(t, s, "bad too", lines...)
	if len(report.Reasons) != 2 || report.Reasons[0].Lines != 1_500 || report.Reasons[1].Lines != 1_500 {
		t.Errorf("the reasons are %+v", report.Reasons)
	}
}

// A file of which all is rejected leaves nothing, however often it comes.
func TestNothingButRejects(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	before := dump(t, url)
	for range 2 {
		report := archivetest.Import(t, s, "bad", "12345", "hello 5")
		wantCounts(t, report, "2 read: 0 new, 0 duplicates, 2 rejected")
		if report.ImportID != 0 || report.Repeated || len(report.Rejects) != 2 || len(report.Reasons) != 2 {
			t.Errorf("the report is %+v", report)
		}
		if diff := cmp.Diff(before, dump(t, url)); diff != "" {
			t.Error(diff)
		}
	}
	archivetest.Import(t, s, "good", "1.....3..2.....4")
	archivetest.Import(t, s, "good", "12345")
	if lines := archivetest.Export(t, s, "good"); len(lines) != 1 {
		t.Errorf("the collection is %q", lines)
	}
}

// What all puzzles of a file say of where they are from describes its collection, and what a person
// says counts more.
func TestOrigins(t *testing.T) {
	s := archivetest.New(t)
	grid := "1..." + "\n..3.\n.2..\n...4\n"
	_, err := s.ImportFile(t.Context(), importing.Options{Collection: "one", Origin: library.Origin{Licence: "CC0", Source: "a book"}},
		strings.NewReader("#A Ann\n#B 03-08-2006\n#S web\n"+grid+"\n#A Ann\n#B 04-08-2006\n#S web\n"+grid))
	must(t, err)
	collections, err := s.Collections(t.Context())
	must(t, err)
	if want := (library.Origin{Source: "a book", Licence: "CC0", Author: "Ann"}); collections[0].Origin != want {
		t.Errorf("the collection is of %+v, want %+v", collections[0].Origin, want)
	}
}

// Of a well-known file we say where it is from, in whatever order and format its puzzles come, but not of a part of it.
func TestWellKnownFiles(t *testing.T) {
	s := archivetest.New(t)
	known := library.Origin{Source: "two puzzles", Author: "Bob", Licence: "CC0-1.0"}
	defer importing.SetWellKnown(known, must1(sudoku.Parse("1.....3..2.....4")), must1(sudoku.Parse(archivetest.Royle)))()
	for _, c := range []struct {
		file string
		want library.Origin
	}{
		{"1.....3..2.....4\n" + archivetest.Royle + "\n", known},
		{strings.ReplaceAll(archivetest.Royle, ".", "0") + "\nnot a puzzle\n1 0 0 0\n0 0 3 0\n0 2 0 0\n0 0 0 4\n", known},
		{archivetest.Royle + "\n", library.Origin{}},
	} {
		for _, try := range []bool{true, false} {
			name := fmt.Sprintf("%d lines", strings.Count(c.file, "\n"))
			report, err := s.ImportFile(t.Context(), importing.Options{Collection: name, DryRun: try}, strings.NewReader(c.file))
			if err != nil || report.Known != c.want {
				t.Errorf("%q is of %+v, %v, want %+v", c.file, report.Known, err, c.want)
			}
		}
	}
	collections, err := s.Collections(t.Context())
	must(t, err)
	for _, c := range collections {
		if want := c.Name != "1 lines"; want != (c.Origin == known) {
			t.Errorf("collection %q is of %+v", c.Name, c.Origin)
		}
	}
}

// Ratings of a file stand beside ours, and go with its import.
func TestRatingsOfFiles(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	p := archivetest.Puzzles(2, 1)
	one := archivetest.Import(t, s, "one", "000694f16758 "+p[0]+"  2.5", p[1], "000694f16758 "+p[0]+"  2.6")
	archivetest.Import(t, s, "two", p[0]+" # Easy (204)")
	key := canon.KeyOf(must1(sudoku.Parse(p[0])))
	var got []string
	for _, r := range must1(s.Known(t.Context(), key)).Ratings {
		got = append(got, fmt.Sprint(r.Program, " ", r.Value, " of import ", r.Import))
	}
	if diff := cmp.Diff([]string{"HoDoKu Easy (204) of import 2", "sudoku-exchange 2.5 of import 1", "sudoku-exchange 2.6 of import 1"}, got); diff != "" {
		t.Error(diff)
	}
	got = nil
	for r, err := range s.RecordsOf(t.Context(), 1) {
		must(t, err)
		got = append(got, r.Line.Rating.Value)
	}
	if diff := cmp.Diff([]string{"2.5", "", "2.6"}, got); diff != "" {
		t.Error(diff)
	}
	must1(s.RevertImport(t.Context(), one.ImportID, "test"))
	if left := must1(s.Known(t.Context(), key)).Ratings; len(left) != 1 {
		t.Errorf("after the reversal they are %+v", left)
	}
	archivetest.WantConsistent(t, url)
}

// query returns the first column of what a statement finds.
func query(t testing.TB, url, statement string) []string {
	t.Helper()
	c, err := pgx.Connect(t.Context(), url)
	must(t, err)
	defer func() { must(t, c.Close(t.Context())) }()
	rows, err := c.Query(t.Context(), statement)
	must(t, err)
	found, err := pgx.CollectRows(rows, pgx.RowTo[string])
	must(t, err)
	return found
}

// Where a new version of ours rates a puzzle differently, the former rating stays beside it.
func TestFormerRatings(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	p := archivetest.Puzzles(2, 1)
	archivetest.Import(t, s, "one", p...)
	archivetest.Exec(t, url, `update puzzle set rating_version = 0; update puzzle set score = 1 where position = 1`)
	rerated, err := s.Rerate(t.Context(), library.Span{First: 1, Last: 1 << 30})
	must(t, err)
	must(t, s.Transact(t.Context(), func(tx pgx.Tx) error {
		_, err := library.KeepRerated(t.Context(), tx, rerated)
		return err
	}))
	for n, want := range []int{1, 0} { // the second has the same rating as before
		known := must1(s.Known(t.Context(), canon.KeyOf(must1(sudoku.Parse(p[n])))))
		if len(known.Ratings) != want {
			t.Fatalf("puzzle %d has the former ratings %+v, want %d", n, known.Ratings, want)
		}
		if r := append(known.Ratings, library.OtherRating{})[0]; want == 1 &&
			(r.Program != "gridkeeper" || r.Version != "0" || r.Value != fmt.Sprintf("%d 1 %s", known.Tier, known.Hardest)) {
			t.Errorf("the former rating is %+v", r)
		}
	}
}
