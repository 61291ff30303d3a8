package library_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// claimed needs claiming and naked pairs, of which claiming is of the higher tier and tried first.
const claimed = "3...764.8....3..9.82....3..5.8.1.........8...21.4...........94..9.6.....6...84.5."

// The hardest technique comes out as the rating has it, is stored only where it is not the last of those needed, and
// is stored for all again by a schema that does not know that. An audit finds nothing wrong.
func TestHardest(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := append(append(archivetest.Puzzles(40, 3), archivetest.Shidoku(2)...), archivetest.Royle, claimed)
	archivetest.Import(t, s, "all", lines...)
	want := map[string]logic.Technique{}
	for _, line := range lines {
		g := must1(sudoku.Parse(line))
		want[g.String()] = must1(rating.Rate(g)).Hardest
	}
	found := func() map[string]logic.Technique {
		all := map[string]logic.Technique{}
		for p, err := range s.Search(t.Context(), library.Query{}) {
			must(t, err)
			all[p.Clues.String()] = p.Hardest
		}
		return all
	}
	before := found()
	if diff := cmp.Diff(want, before); diff != "" {
		t.Errorf("the hardest techniques are not those of the ratings:\n%s", diff)
	}
	if id := must1(s.PuzzleByKey(t.Context(), canon.KeyOf(must1(sudoku.Parse(claimed))))); id.Hardest != logic.Claiming {
		t.Errorf("a puzzle's hardest technique is %q", id.Hardest)
	}
	stored := func() []string {
		return answers(t, url, `select hardest from puzzle where hardest <> '' order by hardest`)
	}
	if got := stored(); len(got) != 1 || got[0] != "claiming" {
		t.Errorf("stored are %q, want that of one puzzle alone", got)
	}
	if checked := must1(s.CheckPuzzles(t.Context(), library.Span{First: 1, Last: 1 << 30})); len(checked.Wrong) > 0 {
		t.Errorf("wrong is %v", checked.Wrong)
	}
	s.Close()
	must1(postgres.MigrateDown(t.Context(), url, 53, true))
	if got := stored(); len(got) != len(lines) {
		t.Errorf("of %d puzzles the schema before has %q", len(lines), got)
	}
	must(t, postgres.Migrate(t.Context(), url))
	s = archivetest.Open(t, url)
	if diff := cmp.Diff(before, found()); diff != "" {
		t.Errorf("the way down and up changes the hardest techniques:\n%s", diff)
	}
}

// The database knows the techniques by the same numbers as the ratings.
func TestHardestOfEach(t *testing.T) {
	t.Parallel()
	got := answers(t, archivetest.URL(t), `select hardest_of('', (1 << i)::smallint) from generate_series(0, 14) i order by i`)
	for i, technique := range logic.Rated {
		if got[i] != string(technique) {
			t.Errorf("bit %d is %q, want %q", i, got[i], technique)
		}
	}
	if rest := got[len(logic.Rated):]; rest[0] != "" {
		t.Errorf("beyond them are %q", rest)
	}
}

// answers returns the column that a query finds.
func answers(t *testing.T, url, query string) []string {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer func() { must(t, c.Close(context.Background())) }()
	return must1(postgres.ReadColumn[string](t.Context(), c, query))
}
