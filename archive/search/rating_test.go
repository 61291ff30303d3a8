package search_test

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/depth"
	"github.com/gridkeeper/gridkeeper/rating/hodoku"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
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
		for p, err := range s.Search(t.Context(), search.Query{}) {
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

// compute keeps the ratings of all puzzles that lack them.
func compute(t *testing.T, s *archive.Store) (puzzles int) {
	t.Helper()
	computed := must1(s.Compute(t.Context(), library.Span{First: 1, Last: 1 << 30}))
	must(t, s.Transact(t.Context(), func(tx pgx.Tx) (err error) {
		puzzles, err = library.KeepComputed(t.Context(), tx, computed)
		return err
	}))
	return puzzles
}

// computedPuzzles are of all depths, and of ratings from 1.2 to 10.6.
func computedPuzzles() []string {
	return append(archivetest.Puzzles(80, 9), "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
		archivetest.Royle)
}

// A search by SE rating and depth finds what rating each puzzle finds.
func TestSearchComputed(t *testing.T) {
	t.Parallel()
	s := archivetest.New(t)
	lines := computedPuzzles()
	archivetest.Import(t, s, "all", slices.Concat(lines, archivetest.Shidoku(3), archivetest.SixBySix(3, 1))...)
	if n := compute(t, s); n != len(lines) {
		t.Errorf("%d are rated, want %d", n, len(lines))
	}
	if n := compute(t, s); n != 0 {
		t.Errorf("%d are rated again", n)
	}
	type rated struct {
		grid  sudoku.Grid
		se    se.Rating
		depth int
		score int
		class depth.Class
	}
	var all []rated
	for _, line := range lines {
		g := parse(t, line)
		all = append(all, rated{g, must1(se.Rate(g)), must1(depth.Of(g)).Depth, must1(hodoku.Rate(g)).Score, must1(depth.ClassOf(g)).Class})
	}
	for text, want := range map[string]func(p rated) bool{
		"er 1.2-1.5":           func(p rated) bool { return p.se.ER.Tenths <= 15 },
		"er -2,3":              func(p rated) bool { return p.se.ER.Tenths <= 23 },
		"er 6.6":               func(p rated) bool { return p.se.ER.Tenths == 66 },
		"er 6-":                func(p rated) bool { return p.se.ER.Tenths >= 60 },
		"er 1.5 - 9.9":         func(p rated) bool { return p.se.ER.Tenths >= 15 && p.se.ER.Tenths <= 99 },
		"depth 0":              func(p rated) bool { return p.depth == 0 },
		"depth 1-":             func(p rated) bool { return p.depth >= 1 },
		"er 2.0-7.2 depth 1-2": func(p rated) bool { return p.depth >= 1 && p.se.ER.Tenths >= 20 && p.se.ER.Tenths <= 72 },
		"depth B0":             func(p rated) bool { return p.depth == 0 },
		"depth B2":             func(p rated) bool { return p.class == depth.Class{Depth: 1, Length: 2} },
		"depth b3-":            func(p rated) bool { return p.depth == 2 || p.class.Length >= 3 },
		"depth B1-B2B":         func(p rated) bool { return p.depth == 1 || p.class == depth.Class{Depth: 2, Length: 2} },
		"hodoku 400-800":       func(p rated) bool { return p.score >= 400 && p.score <= 800 },
		"hodoku 1000-":         func(p rated) bool { return p.score >= 1000 },
	} {
		var wanted []string
		for _, p := range all {
			if want(p) {
				wanted = append(wanted, p.grid.String())
			}
		}
		wishes := computedSearch(t, text)
		got := found(t, s, search.Query{Search: wishes, Sort: search.ByLine})
		if !slices.Equal(got, wanted) || len(wanted) == 0 {
			t.Errorf("%s: found %q, want %q", text, got, wanted)
		}
		if n := must1(s.CountFound(t.Context(), search.Query{Search: wishes})); n != len(wanted) {
			t.Errorf("%s: %d counted, want %d", text, n, len(wanted))
		}
	}
}

// computedSearch reads "er 7.1-7.6 depth 1".
func computedSearch(t *testing.T, text string) (s search.Search) {
	t.Helper()
	text, scores, three := strings.Cut(text, "hodoku ")
	if three {
		s.HoDoKu = must1(search.ParseHoDoKu(scores))
	}
	er, depths, both := strings.Cut(text, "depth ")
	if er != "" {
		s.ER = must1(search.ParseER(strings.TrimPrefix(er, "er ")))
	}
	if both {
		must(t, s.ReadDepth(depths))
	}
	return s
}

// What puzzles need of the ladder is looked up where it was computed, and found out where it was not: a search finds the same.
func TestSearchLadder(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := computedPuzzles()
	archivetest.Import(t, s, "old", lines[:50]...)
	find := func(n int, wishes search.Search) []string {
		t.Helper()
		got := found(t, s, search.Query{Search: wishes, Sort: search.ByLine})
		if n := must1(s.CountFound(t.Context(), search.Query{Search: wishes})); n != len(got) {
			t.Errorf("%d counted, found %q", n, got)
		}
		if n >= 0 && len(got) != n {
			t.Errorf("found %q, want %d", got, n)
		}
		return got
	}
	var searches []search.Search
	for _, technique := range []logic.Technique{logic.Skyscraper, logic.XYWing, logic.UniqueRectangle1, logic.AIC} {
		for _, without := range []bool{false, true} {
			wishes := search.Search{Needs: []search.Need{{Technique: technique}}, NoUniqueness: without}
			if wishes.Check() == nil {
				searches = append(searches, wishes)
			}
		}
	}
	compute(t, s)
	archivetest.Import(t, s, "new", lines[50:]...)
	half := make([][]string, len(searches))
	for i, wishes := range searches {
		half[i] = find(-1, wishes)
	}
	compute(t, s)
	for i, wishes := range searches {
		if got := find(len(half[i]), wishes); !slices.Equal(got, half[i]) {
			t.Errorf("%v without uniqueness %t: found %q, before %q", wishes.Needs, wishes.NoUniqueness, got, half[i])
		}
	}
	needing := func(technique logic.Technique) search.Search {
		return search.Search{Needs: []search.Need{{Technique: technique}}}
	}
	archivetest.Exec(t, url, `update rating set value = 'skyscraper aic' where program = (select id from rating_program where name = 'gridkeeper ladder')`)
	last := find(-1, search.Search{Tiers: []logic.Tier{logic.TierGuessing}})
	find(len(last), needing(logic.AIC))
	find(0, needing(logic.XYWing))
	archivetest.Exec(t, url, `update rating_program set version = '0' where name = 'gridkeeper ladder'`)
	find(len(half[slices.IndexFunc(searches, func(s search.Search) bool { return s.Needs[0].Technique == logic.XYWing })]), needing(logic.XYWing))
}

// What is only known to be at least so high is found where that is enough, and not below anything.
func TestSearchAtLeast(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "one", archivetest.Royle)
	compute(t, s)
	archivetest.Exec(t, url, `update rating set value = '>=7.5/1.2/1.2', number = 75 where value like '%/%'`)
	for text, want := range map[string]int{"er 7.5-": 1, "er 7-": 1, "er 7.6-": 0, "er 7-9": 0, "er 7.5": 0, "er -9": 0} {
		if got := found(t, s, search.Query{Search: computedSearch(t, text)}); len(got) != want {
			t.Errorf("%s: %d found, want %d", text, len(got), want)
		}
	}
}

// A puzzle of depth 3 has all ratings, and is not rated again.
func TestComputeHardest(t *testing.T) {
	t.Parallel()
	s := archivetest.New(t)
	archivetest.Import(t, s, "hard", "..5...1.2.13...49........53.419.6........29....9.87...5.2....1913.2..5.4.94...32.", archivetest.Royle)
	if n, again := compute(t, s), compute(t, s); n != 2 || again != 0 {
		t.Errorf("%d are rated, and then %d", n, again)
	}
	scores := map[string]string{} // by depth
	for id := int64(1); id <= 2; id++ {
		values := map[string]string{}
		for _, r := range must1(s.Known(t.Context(), must1(s.Puzzle(t.Context(), id)).Key)).Ratings {
			values[r.Program] = r.Value
		}
		scores[values["gridkeeper depth"]] = values["gridkeeper hodoku"]
	}
	if !strings.HasSuffix(scores["3"], " extreme") || scores["1"] != "1090 hard" {
		t.Errorf("the archive has the scores %v", scores)
	}
}

// What is imported later is not found until it is rated, and a saved search then finds it too. Ratings of other versions
// go when there are new ones.
func TestSearchComputedLater(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := computedPuzzles()
	archivetest.Import(t, s, "old", lines[:40]...)
	wishes := computedSearch(t, "er -99")
	saved, _, err := s.SaveSearch(t.Context(), search.Saved{Name: "rated", Search: wishes})
	must(t, err)
	want := func(when string, found int) {
		t.Helper()
		if n := must1(s.CountFound(t.Context(), search.Query{Search: wishes})); n != found {
			t.Errorf("%s: %d found, want %d", when, n, found)
		}
	}
	wantLeft := func(when string, found int) {
		t.Helper()
		left, all, err := s.FillSearch(t.Context(), "", saved, 0)
		if must(t, err); left != found || !all {
			t.Errorf("%s: %d for schedules, want %d", when, left, found)
		}
		want(when, found)
	}
	wantLeft("before", 0)
	compute(t, s)
	wantLeft("rated", 40)
	archivetest.Import(t, s, "new", lines[40:60]...)
	wantLeft("imported", 40)
	if n := must1(s.Uncomputed(t.Context(), wishes)); n != 20 {
		t.Errorf("%d are not rated, want 20", n)
	}
	compute(t, s)
	wantLeft("all rated", 60)
	archivetest.Exec(t, url, `update rating_program set version = '0' where name = 'gridkeeper se'`)
	want("by another version", 0)
	compute(t, s)
	want("again", 60)
	known := must1(s.Known(t.Context(), must1(s.Puzzle(t.Context(), 1)).Key))
	r, h := must1(se.Rate(known.Clues)), must1(hodoku.Rate(known.Clues))
	wanted := []library.OtherRating{
		{Program: "gridkeeper class", Version: strconv.Itoa(depth.ClassVersion), Value: must1(depth.ClassOf(known.Clues)).Class.String()},
		{Program: "gridkeeper depth", Version: strconv.Itoa(depth.Version), Value: strconv.Itoa(must1(depth.Of(known.Clues)).Depth)},
		{Program: "gridkeeper hodoku", Version: strconv.Itoa(hodoku.Version), Value: fmt.Sprintf("%d %s", h.Score, h.Level)},
		{Program: "gridkeeper se", Version: strconv.Itoa(se.Version), Value: r.ER.String() + "/" + r.EP.String() + "/" + r.ED.String()},
	}
	if !slices.Equal(known.Ratings, wanted) {
		t.Errorf("of puzzle 1 the archive says %v, want %v", known.Ratings, wanted)
	}
}

func TestComputedWishes(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "-", "x", "7.25", "7.1-7.2-7.3", "123", "1-x", "7..1"} {
		if got, err := search.ParseER(text); err == nil {
			t.Errorf("SE rating %q is read as %v", text, got)
		}
	}
	for _, text := range []string{"", "-", "1.5", "12", "two", "B", "B4-2", "1-B4", "B4-B5-B6", "B4BBB"} {
		var got search.Search
		if err := got.ReadDepth(text); err == nil {
			t.Errorf("depth %q is read as %v or class %v", text, got.Depth, got.Class)
		}
	}
	for _, text := range []string{"", "-", "1.5", "123456", "hard"} {
		if got, err := search.ParseHoDoKu(text); err == nil {
			t.Errorf("score %q is read as %v", text, got)
		}
	}
	if got, err := search.ParseHoDoKu("40000-"); err != nil || got.From >= got.Below {
		t.Errorf("scores of 40000 and more are read as %v, %v, and the column has them", got, err)
	}
	er := func(text string) search.Search { return computedSearch(t, "er "+text) }
	both, err := er("7.1-8.3").And(er("7.5-"))
	if want := er("7.5-8.3"); err != nil || both.ER != want.ER {
		t.Errorf("together they want %v, %v", both.ER, err)
	}
	if _, err := er("7.1-7.2").And(er("8-")); err == nil {
		t.Error("a rating of 7 is 8 and more")
	}
	backwards := er("8-7")
	if err := backwards.Check(); err == nil {
		t.Error("8-7 was accepted")
	}
	none, err := search.Search{}.And(search.Search{Shaped: true, Shape: sudoku.Sudoku})
	if err != nil || none.ER != (search.Between{}) {
		t.Errorf("without wishes they want %v, %v", none.ER, err)
	}
}
