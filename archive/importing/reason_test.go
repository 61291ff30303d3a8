package importing_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// oddFiles are files with a rejected line each, by the kind of its reason.
var oddFiles = map[string][]string{
	"several-grids": {archivetest.Royle + "," + archivetest.Royle + "," + archivetest.Royle},
	"no-puzzle":     {`{"a":1}`},
	"rows":          {"id,puzzle\n1," + archivetest.Royle + "\n1\n"},
	"length":        {"5", "[[1,2],[3,4]]"},
	"variant":       {`{"size":9,"cage":[{"cells":["R1C1"],"value":"3"}],"grid":[` + strings.Repeat(`[{},{},{},{},{},{},{},{},{}],`, 8) + `[{},{},{},{},{},{},{},{},{}]]}`},
	"link":          {"https://sudokupad.app/abc"},
	"damaged":       {`[{"puzzle":"` + archivetest.Royle + `"`, "\x1f\x8b\x08 and no more"},
	"foreign":       {"%PDF-1.4", strings.Repeat("\x01", 100), "<html><body>x</body></html>"},
	"too-long":      {strings.Repeat("x", 1<<20)},
}

// What package format says about files that are not what they seem to be has kinds with keys.
func TestKindsOfFiles(t *testing.T) {
	for want, files := range oddFiles {
		for _, text := range files {
			got := ""
			for e := range format.Read(strings.NewReader(text)) {
				if e.Err != nil {
					if got = string(importing.KindOf(e.Err)); got != want {
						t.Errorf("%.40q, rejected for %q, is of kind %q, want %q", text, e.Err, got, want)
					}
				}
			}
			if got == "" {
				t.Errorf("%.40q: no kind", text)
			}
		}
	}
}

// The kinds that lines of a plain file have, with the keys of their reasons.
func TestKindsOfLines(t *testing.T) {
	s := archivetest.Open(t, archivetest.URL(t))
	grid := archivetest.Puzzles(1, 3)[0]
	solved := must1(solver.Solve(must1(sudoku.Parse(grid)))).String()
	for line, want := range map[string]string{
		solved: "solved", "12345": "length", strings.Repeat(".", 81): "few-clues", "55" + grid[2:]: "no-solution", `{"a":1}`: "no-puzzle",
	} {
		report := must1(s.ImportFile(t.Context(), importing.Options{Collection: "odd", DryRun: true}, strings.NewReader(line+"\n")))
		if len(report.Reasons) != 1 || string(report.Reasons[0].Kind) != want {
			t.Errorf("%q is rejected as %+v, want kind %q", line, report.Reasons, want)
		}
	}
}

// What an older version kept of the reasons is counted with what this one keeps.
func TestReasonsOfOlderVersions(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	id := archivetest.Import(t, s, "odd", archivetest.Puzzles(1, 3)[0], "12345", "123456", strings.Repeat(".", 81), "?").ImportID
	want := must1(s.Reasons(t.Context(), id))
	stored := query(t, url, `select reason from reject_reason order by lines desc, reason`)
	if !slices.Contains(stored, "length") || len(want) < 2 || want[0].Reason != "the wrong number of characters" {
		t.Fatalf("kept as %q, read as %+v", stored, want)
	}
	archivetest.Exec(t, url, `insert into reject_reason select import, 'the wrong number of characters', 5 from reject_reason where reason = 'length';
		insert into reject_reason select import, 'N columns', 1 from reject_reason where reason = 'length';
		insert into reject_reason select import, 'what no one knows', 1 from reject_reason where reason = 'length'`)
	want[0].Lines += 5
	got := must1(s.Reasons(t.Context(), id))
	if diff := cmp.Diff(want[0], got[0]); diff != "" {
		t.Error(diff)
	}
	for _, more := range []importing.ReasonCount{
		{Reason: "N columns", Lines: 1}, {Reason: "what no one knows", Lines: 1},
	} {
		if !slices.Contains(got, more) {
			t.Errorf("%+v is not in %+v", more, got)
		}
	}
}

// Of many rejected lines only the first are kept, and the rest are counted by the same kinds.
func TestKindsBeyondTheFirstLines(t *testing.T) {
	s := archivetest.Open(t, archivetest.URL(t))
	encrypted := fmt.Errorf("a.zip: %w", &format.Error{Kind: format.Packed, Err: errors.New("it is encrypted")})
	var entries iter.Seq[format.Entry] = func(yield func(format.Entry) bool) {
		for line := range 2_500 {
			if !yield(format.Entry{Line: line + 1, Text: "x", Err: encrypted}) {
				return
			}
		}
	}
	report := must1(importing.ImportEntries(s.Importing, t.Context(), importing.Options{Collection: "odd", DryRun: true}, entries))
	want := []importing.ReasonCount{{Kind: "packed", Reason: "a packed file that is too large, or encrypted", Lines: 2_500}}
	if diff := cmp.Diff(want, report.Reasons); diff != "" {
		t.Error(diff)
	}
}
