package search_test

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// found returns the clues of what a query finds, in its order.
func found(t testing.TB, s *archive.Store, q search.Query) (lines []string) {
	t.Helper()
	for f, err := range s.Search(t.Context(), q) {
		must(t, err)
		lines = append(lines, f.Clues.String())
	}
	return lines
}

// Every wish finds what a look at each puzzle of the archive finds.
func TestSearch(t *testing.T) {
	s := archivetest.New(t)
	lines := slices.Concat(archivetest.Puzzles(60, 1), archivetest.Shidoku(6), archivetest.SixBySix(30, 1))
	lines = append(lines, archivetest.Royle, "100007090030020008009600500005300900010080002600004000300000010040000007007000300",
		"...3...4..9..1..3......4.9.6...3...878.....1......96..9.2.5....4....3.7...8...5.3",
		"...4.9...3.4.5.........8...19.2....8..8.7.45........2.9..6...4.7.3......4.29..31.",
		"2..1347.............85..9.11........8...6..9..2....68.......2..5.67.3.1.....81.7.",
		"....89.4.5........24......6......5.2..283....13..64..7....1..5....9.....4.3..76.1",
		"1732....9......4......76.........12...2..7...48......3....3.5.8347....92....9....")
	archivetest.Import(t, s, "all", lines...)
	half := parse(t, archivetest.Royle).Filled()
	turned := sudoku.RandomTransform(sudoku.Sudoku, rand.New(rand.NewPCG(26, 1))).Apply(parse(t, archivetest.Royle))
	for name, c := range map[string]struct {
		search search.Search
		want   func(g sudoku.Grid, r rating.Rating) bool
	}{
		"everything": {search.Search{}, func(sudoku.Grid, rating.Rating) bool { return true }},
		"shape":      {search.Search{Shaped: true, Shape: sudoku.Shidoku}, func(g sudoku.Grid, _ rating.Rating) bool { return g.Shape() == sudoku.Shidoku }},
		"6×6 of a tier": {search.Search{Shaped: true, Shape: sudoku.SixBySix, Tiers: []logic.Tier{2}}, func(g sudoku.Grid, r rating.Rating) bool {
			return g.Shape() == sudoku.SixBySix && r.Tier == 2
		}},
		"6×6 of few clues": {search.Search{Shaped: true, Shape: sudoku.SixBySix, MaxClues: 10}, func(g sudoku.Grid, _ rating.Rating) bool {
			return g.Shape() == sudoku.SixBySix && g.Len() <= 10
		}},
		"tiers": {search.Search{Shaped: true, Tiers: []logic.Tier{2, 3, 5}}, func(g sudoku.Grid, r rating.Rating) bool {
			return g.Shape() == sudoku.Sudoku && (r.Tier == 2 || r.Tier == 3 || r.Tier == 5)
		}},
		"tier of any shape": {search.Search{Tiers: []logic.Tier{1}}, func(_ sudoku.Grid, r rating.Rating) bool { return r.Tier == 1 }},
		"score":             {search.Search{MinScore: 100, MaxScore: 400}, func(_ sudoku.Grid, r rating.Rating) bool { return r.Score >= 100 && r.Score <= 400 }},
		"clues":             {search.Search{MinClues: 25, MaxClues: 35}, func(g sudoku.Grid, _ rating.Rating) bool { return g.Len() >= 25 && g.Len() <= 35 }},
		"needs": {search.Search{Needs: []search.Need{{Technique: logic.HiddenSingle, Times: 5}}}, func(g sudoku.Grid, r rating.Rating) bool {
			return criteria.Times(r, logic.HiddenSingle) >= 5 && needs(g, logic.HiddenSingle)
		}},
		"needs a technique of the ladder": {search.Search{Needs: []search.Need{{Technique: logic.Skyscraper}}}, func(g sudoku.Grid, r rating.Rating) bool {
			return r.Tier == 5 && needs(g, logic.Skyscraper)
		}},
		"only": {search.Search{Only: []logic.Technique{logic.HiddenSingle}}, func(g sudoku.Grid, _ rating.Rating) bool {
			return logic.Solves(logic.NewState(g), []logic.Technique{logic.HiddenSingle})
		}},
		"only singles": {search.Search{Only: []logic.Technique{logic.NakedSingle, logic.HiddenSingle}}, func(g sudoku.Grid, _ rating.Rating) bool {
			return logic.Solves(logic.NewState(g), []logic.Technique{logic.NakedSingle, logic.HiddenSingle})
		}},
		"contradiction": {search.Search{Needs: []search.Need{{Technique: logic.Contradiction}}}, func(_ sudoku.Grid, r rating.Rating) bool { return r.Tier == 5 }},
		"symmetry": {search.Search{Symmetry: criteria.Diagonal}, func(g sudoku.Grid, _ rating.Rating) bool {
			return slices.Contains(criteria.SymmetriesOf(g.Shape(), g.Filled()), criteria.Diagonal)
		}},
		"pattern": {search.Search{Shaped: true, Pattern: half}, func(g sudoku.Grid, _ rating.Rating) bool { return g.Shape() == sudoku.Sudoku && g.Filled() == half }},
		"symmetry of an isomorph": {search.Search{IsomorphSymmetry: criteria.Diagonal}, func(g sudoku.Grid, _ rating.Rating) bool {
			return criteria.OfIsomorphs(g.Shape(), g.Filled()).Has(criteria.Diagonal)
		}},
		"pattern of an isomorph": {search.Search{IsomorphPattern: canon.Pattern(turned)}, func(g sudoku.Grid, _ rating.Rating) bool {
			return canon.Pattern(g) == canon.Pattern(turned)
		}},
		"solution": {search.Search{Solution: canon.Of(must1(solver.Solve(turned)))}, func(g sudoku.Grid, _ rating.Rating) bool {
			return canon.Of(must1(solver.Solve(g))) == canon.Of(must1(solver.Solve(turned)))
		}},
		"automorphisms": {search.Search{MinAutomorphisms: 2}, func(g sudoku.Grid, _ rating.Rating) bool { return canon.Automorphisms(g) > 1 }},
		"all at once": {search.Search{Tiers: []logic.Tier{2}, MinClues: 20, MaxScore: 2000, Needs: []search.Need{{Technique: logic.HiddenSingle}}}, func(g sudoku.Grid, r rating.Rating) bool {
			return r.Tier == 2 && g.Len() >= 20 && r.Score <= 2000 && needs(g, logic.HiddenSingle)
		}},
	} {
		var want []string
		for _, line := range lines {
			g := parse(t, line)
			if r := must1(rating.Rate(g)); c.want(g, r) {
				want = append(want, g.String())
			}
		}
		if got := found(t, s, search.Query{Search: c.search, Sort: search.ByLine}); !slices.Equal(got, want) {
			t.Errorf("%s: %d found by line, want %d", name, len(got), len(want))
		}
		got := found(t, s, search.Query{Search: c.search})
		if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: %d found, want %d", name, len(got), len(want))
		}
		if n := must1(s.CountFound(t.Context(), search.Query{Search: c.search})); n != len(want) {
			t.Errorf("%s: %d counted, want %d", name, n, len(want))
		}
		if len(want) == 0 {
			t.Errorf("%s: nothing to find", name)
		}
	}
}

func parse(t testing.TB, text string) sudoku.Grid {
	t.Helper()
	return must1(sudoku.Parse(text))
}

func needs(g sudoku.Grid, technique logic.Technique) bool {
	_, _, ok := logic.Practice(g, technique)
	return ok
}

// A puzzle of several collections is found once, however many there are and wherever pages end.
func TestSearchMergesCollections(t *testing.T) {
	s := archivetest.New(t)
	all := archivetest.Puzzles(700, 2)
	r := rand.New(rand.NewPCG(1, 1))
	var ids []int32
	for i := range 4 {
		var some []string
		for _, line := range all[:600] {
			if i == 0 || r.IntN(2) == 0 {
				some = append(some, archivetest.Turned(line, r))
			}
		}
		if i == 3 {
			some = all[500:]
		}
		archivetest.Import(t, s, fmt.Sprint("part ", i), some...)
	}
	for _, c := range must1(s.Collections(t.Context())) {
		ids = append(ids, c.ID)
	}
	if n := len(found(t, s, search.Query{})); n != 700 {
		t.Errorf("%d found, want 700", n)
	}
	if n := len(found(t, s, search.Query{Search: search.Search{In: ids[3:], NotIn: ids[:1]}})); n != 100 {
		t.Errorf("%d found that only the last has, want 100", n)
	}
	if n := len(found(t, s, search.Query{Search: search.Search{NotIn: ids}})); n != 0 {
		t.Errorf("%d found that no collection has", n)
	}
	for name, q := range map[string]search.Query{
		"all":                {},
		"that only one has":  {Search: search.Search{In: ids[3:], NotIn: ids[:1]}},
		"of two collections": {Search: search.Search{In: ids[1:3]}},
	} {
		shuffled := classesOf(t, found(t, s, q))
		q.Sort = search.ByLine
		byLine := classesOf(t, found(t, s, q))
		if slices.Sort(shuffled); !slices.Equal(shuffled, slices.Sorted(slices.Values(byLine))) {
			t.Errorf("%s: %d found by line, %d otherwise", name, len(byLine), len(shuffled))
		}
	}
	whole := classesOf(t, found(t, s, search.Query{}))
	around := classesOf(t, found(t, s, search.Query{Sort: search.Random, From: 0.5}))
	if slices.Equal(whole, around) || len(around) != 700 {
		t.Errorf("from the middle: %d found, want all in another order", len(around))
	}
	if slices.Sort(whole); !slices.Equal(whole, slices.Sorted(slices.Values(around))) {
		t.Error("from the middle, others are found")
	}
}

// The cycles of a solution are those of its isomorphs, and of hardly any other solution.
func TestCycles(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	solutions, numbers := map[sudoku.Grid]bool{}, map[uint64]bool{}
	add := func(solution sudoku.Grid) {
		number := search.Cycles(solution)
		for range 5 {
			if turned := sudoku.RandomTransform(solution.Shape(), r).Apply(solution); search.Cycles(turned) != number {
				t.Errorf("%s has %d, its isomorph %s %d", solution, number, turned, search.Cycles(turned))
			}
		}
		solutions[canon.Of(solution)], numbers[number] = true, true
	}
	for range 100 {
		open := sudoku.Grid{} // but for three boxes that share no row or column
		for _, box := range []uint8{0, 4, 8} {
			digits := r.Perm(9)
			for i, c := range sudoku.Sudoku.House(sudoku.House{Kind: sudoku.Box, Index: box}) {
				open = open.With(c, sudoku.Digit(1+digits[i]))
			}
		}
		for solution, err := range solver.Solutions(open) {
			must(t, err)
			add(solution)
			break
		}
	}
	for _, line := range append(archivetest.Shidoku(2), archivetest.SixBySix(8, 1)...) {
		add(must1(solver.Solve(parse(t, line))))
	}
	if len(solutions) < 50 || len(numbers) < len(solutions)*9/10 {
		t.Errorf("%d numbers of %d solutions", len(numbers), len(solutions))
	}
}

func classesOf(t testing.TB, lines []string) (keys []string) {
	for _, line := range lines {
		keys = append(keys, canon.KeyOf(parse(t, line)).String())
	}
	return keys
}

func TestSearchSorts(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(300, 3)
	archivetest.Import(t, s, "all", lines...)
	score := func(line string) float64 { return must1(rating.Rate(parse(t, line))).Score }
	slices.SortFunc(lines, func(a, b string) int { return cmp.Compare(score(a), score(b)) })
	for limit, want := range map[int][]string{0: lines, 1: lines[:1], 7: lines[:7]} {
		got := found(t, s, search.Query{Sort: search.ByScore, Limit: limit})
		if !slices.EqualFunc(got, want, func(a, b string) bool { return score(a) == score(b) }) {
			t.Errorf("limit %d: other scores than expected", limit)
		}
	}
	got := found(t, s, search.Query{Sort: search.ByClues, Descending: true, Limit: 50})
	if !slices.IsSortedFunc(got, func(a, b string) int { return parse(t, b).Len() - parse(t, a).Len() }) || len(got) != 50 {
		t.Errorf("%d are not sorted by their clues", len(got))
	}
}

// All that a search finds in another order than that of the import is read without a look at the index for each line, and is what the
// first ten thousand are that are looked up one by one.
func TestSearchReadsWholeRows(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines, r := archivetest.Puzzles(600, 4), rand.New(rand.NewPCG(4, 4))
	archivetest.ImportFor(t, s, "7", "own", lines[400:]...)
	for i, line := range lines {
		lines[i] = archivetest.Turned(line, r) + fmt.Sprintf(",name %d,author %d", i, i%7)
	}
	archivetest.Import(t, s, "all", append([]string{"puzzle,name,author"}, lines...)...)
	archivetest.Exec(t, url, `analyze`)
	collections := must1(s.Collections(t.Context()))
	s.Close()
	read := readByIndex(t, url)
	records := func(q search.Query) (all []library.Record, lookedUp int64) {
		s := archivetest.Open(t, url)
		for record, err := range s.Records(t.Context(), q) {
			must(t, err)
			all = append(all, record)
		}
		s.Close()
		before := read
		read = readByIndex(t, url)
		return all, read - before
	}
	for _, wanted := range []search.Search{{}, {MinClues: 30}, {In: []int32{collections[0].ID}}} {
		for _, guild := range []string{"", "7"} {
			for _, q := range []search.Query{{}, {Sort: search.Random, From: 0.3}, {Sort: search.ByScore, Descending: true}, {Sort: search.ByClues}, {Sort: search.ByDate}} {
				q.Search, q.GuildID = wanted, guild
				all, lookedUp := records(q)
				q.Limit = 600
				want, _ := records(q)
				if len(all) < 50 || !reflect.DeepEqual(all, want) {
					t.Errorf("%+v: %d found, others than the %d that are looked up", q, len(all), len(want))
				}
				if lookedUp > int64(len(all)) {
					t.Errorf("%+v: %d rows were looked up for %d lines", q, lookedUp, len(all))
				}
			}
		}
	}
}

// readByIndex returns how many lines and puzzles were read by an index since the database was made. Sessions report what they
// read when they end, so it waits for the end of all others.
func readByIndex(t *testing.T, url string) (rows int64) {
	t.Helper()
	c := must1(pgx.Connect(t.Context(), url))
	defer c.Close(t.Context())
	ask := func(statement string, into any) { must(t, c.QueryRow(t.Context(), statement).Scan(into)) }
	archivetest.AwaitAlone(t, ask)
	const of = `select coalesce(sum(idx_tup_fetch), 0)::bigint from pg_stat_user_tables where relname in ('entry', 'puzzle')`
	ask(of, &rows)
	return rows
}

func TestSearchByDate(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	lines := archivetest.Puzzles(30, 4)
	archivetest.Import(t, s, "old", lines[:20]...)
	archivetest.Import(t, s, "new", lines[10:]...)
	archivetest.Exec(t, url, `update import set started = '2020-05-01' where id = 1`)
	date := func(text string) time.Time { return must1(time.Parse(time.DateOnly, text)) }
	for name, c := range map[string]struct {
		search search.Search
		want   int
	}{
		"since": {search.Search{Since: date("2021-01-01")}, 20},
		"until": {search.Search{Until: date("2020-05-02")}, 20},
		"none":  {search.Search{Since: date("2020-05-02"), Until: date("2020-05-03")}, 0},
	} {
		if n := len(found(t, s, search.Query{Search: c.search})); n != c.want {
			t.Errorf("%s: %d found, want %d", name, n, c.want)
		}
	}
	if got := found(t, s, search.Query{Sort: search.ByDate}); len(got) != 30 {
		t.Errorf("%d found by date, want 30", len(got))
	}
}

// A guild finds what it may use, and no line of another.
func TestSearchOfGuild(t *testing.T) {
	s := archivetest.New(t)
	lines := archivetest.Puzzles(12, 5)
	archivetest.Import(t, s, "shared", lines[:4]...)
	for i, guild := range []string{"a", "b"} {
		_, err := s.ImportFile(t.Context(), importing.Options{GuildID: guild, Collection: "own", By: "test"}, file(lines[4+4*i:8+4*i]...))
		must(t, err)
	}
	got := found(t, s, search.Query{GuildID: "a"})
	if slices.Sort(got); !slices.Equal(got, slices.Sorted(slices.Values(texts(t, lines[:8])))) {
		t.Errorf("guild a finds %d, want the shared ones and its own", len(got))
	}
	if n := len(found(t, s, search.Query{GuildID: "nobody"})); n != 4 {
		t.Errorf("another guild finds %d, want 4", n)
	}
}

func texts(t testing.TB, lines []string) (all []string) {
	for _, line := range lines {
		all = append(all, parse(t, line).String())
	}
	return all
}

func TestSearchStops(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "all", archivetest.Puzzles(200, 6)...)
	tried := 0
	if n := len(found(t, s, search.Query{Limit: 3, Tried: func(n int) { tried = n }})); n != 3 || tried > 100 {
		t.Errorf("%d found of %d tried, want 3 of few", n, tried)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for _, err := range s.Search(ctx, search.Query{}) {
		if cancel(); err != nil {
			return
		}
	}
	t.Error("a search goes on after its context ended")
}

func TestSearchRefused(t *testing.T) {
	s := archivetest.New(t)
	for want, wanted := range map[string]search.Search{
		"lower one first":    {MinScore: 2, MaxScore: 1},
		"25 to 20 clues":     {MinClues: 25, MaxClues: 20},
		"automorphisms":      {MinAutomorphisms: 3, MaxAutomorphisms: 2},
		"earlier date first": {Since: time.Unix(10, 0), Until: time.Unix(5, 0)},
		"tier 4 (x-wing) or": {Tiers: []logic.Tier{1, 2}, Needs: []search.Need{{Technique: logic.XWing}}},
		"no cell can be":     {Only: []logic.Technique{logic.Pointing}},
	} {
		failed := false
		for _, err := range s.Search(t.Context(), search.Query{Search: wanted}) {
			failed = err != nil
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		}
		if !failed {
			t.Errorf("a search without sense is not refused: %s", want)
		}
	}
}

// A line's symmetry and pattern are found in whatever line and collection they stand, and that of isomorphs in all.
func TestSearchLooksAtAllLines(t *testing.T) {
	s := archivetest.New(t)
	half := "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	pattern := parse(t, half).Filled()
	turned := half
	for r := rand.New(rand.NewPCG(1, 1)); criteria.HalfTurn.Keeps(sudoku.Sudoku, parse(t, turned).Filled()); {
		turned = archivetest.Turned(half, r)
	}
	archivetest.Import(t, s, "one", turned, half)
	archivetest.Import(t, s, "two", turned)
	archivetest.Import(t, s, "three", archivetest.Puzzles(3, 8)...)
	collections := map[string]int32{}
	for _, c := range must1(s.Collections(t.Context())) {
		collections[c.Name] = c.ID
	}
	for name, c := range map[string]struct {
		search search.Search
		want   string // its only line
	}{
		"symmetry":                    {search.Search{Symmetry: criteria.HalfTurn}, half},
		"symmetry, in the first":      {search.Search{Symmetry: criteria.HalfTurn, In: []int32{collections["one"]}}, half},
		"symmetry, in the second":     {search.Search{Symmetry: criteria.HalfTurn, In: []int32{collections["two"]}}, ""},
		"pattern":                     {search.Search{Shaped: true, Pattern: pattern}, half},
		"of isomorphs":                {search.Search{IsomorphSymmetry: criteria.HalfTurn}, turned},
		"of isomorphs, in the second": {search.Search{IsomorphSymmetry: criteria.HalfTurn, In: []int32{collections["two"]}}, turned},
		"both":                        {search.Search{IsomorphSymmetry: criteria.HalfTurn, Symmetry: criteria.HalfTurn}, half},
		"another":                     {search.Search{IsomorphSymmetry: criteria.Full}, ""},
	} {
		var want []string
		if c.want != "" {
			want = texts(t, []string{c.want})
		}
		for _, sort := range append(search.Sorts, search.Shuffled) {
			q := search.Query{Search: c.search, Sort: sort}
			if got := found(t, s, q); !slices.Equal(got, want) {
				t.Errorf("%s, by %q: %q, want %q", name, sort, got, want)
			}
			if n := must1(s.CountFound(t.Context(), q)); n != len(want) {
				t.Errorf("%s: %d counted, want %d", name, n, len(want))
			}
		}
	}
}

// A puzzle that was rated by an older version has nothing in its columns, and is found all the same.
func TestSearchBeforeColumnsAreFilled(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	archivetest.Import(t, s, "all", slices.Concat(archivetest.Puzzles(60, 1), archivetest.Shidoku(6), archivetest.SixBySix(10, 1))...)
	queries := []search.Query{
		{Search: search.Search{MinClues: 24, MaxClues: 30}, Sort: search.ByClues},
		{Search: search.Search{Needs: []search.Need{{Technique: logic.HiddenSingle}}}},
		{Search: search.Search{IsomorphSymmetry: criteria.Diagonal}},
		{Search: search.Search{Symmetry: criteria.Diagonal}},
		{Search: search.Search{Only: []logic.Technique{logic.NakedSingle, logic.HiddenSingle}}},
	}
	var want [][]string
	for _, q := range queries {
		lines := found(t, s, q)
		if want = append(want, lines); len(lines) == 0 || len(lines) == 76 {
			t.Errorf("%+v finds %d, want some", q, len(lines))
		}
	}
	for _, change := range []string{`where id % 3 = 0`, ``} {
		archivetest.Exec(t, url, `update puzzle set rating_version = 3, clue_count = null, symmetries = null, needs = null `+change)
		for i, q := range queries {
			if got := found(t, s, q); !slices.Equal(got, want[i]) {
				t.Errorf("%+v: %d found, want %d", q, len(got), len(want[i]))
			}
			if n := must1(s.CountFound(t.Context(), q)); n != len(want[i]) {
				t.Errorf("%+v: %d counted, want %d", q, n, len(want[i]))
			}
		}
	}
	must(t, s.Transact(t.Context(), func(tx pgx.Tx) error {
		for _, span := range must1(library.OldSpans(t.Context(), tx, 1000)) {
			_, err := library.KeepRerated(t.Context(), tx, must1(s.Rerate(t.Context(), span)))
			must(t, err)
		}
		left, wrong := 0, 0
		must(t, tx.QueryRow(t.Context(), `
			select count(*) filter (where rating_version = 3 or symmetries is null or needs is null), count(*) filter (where clue_count is distinct from count_clues(clues))
			from puzzle`).Scan(&left, &wrong))
		if left > 0 || wrong > 0 {
			t.Errorf("of puzzles that were rated again %d lack something, %d have another number of clues", left, wrong)
		}
		return nil
	}))
	for i, q := range queries {
		if n := must1(s.CountFound(t.Context(), q)); n != len(want[i]) {
			t.Errorf("%+v, rated again: %d counted, want %d", q, n, len(want[i]))
		}
	}
}

// A count that takes longer than it may is a lower limit. One within its time is exact.
func TestCountPagesInTime(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "all", archivetest.Puzzles(100, 1)...)
	slow := search.Window{Collections: []int32{int32(must1(s.Collections(t.Context()))[0].ID)}, Shows: `pg_sleep(0.005) is not null`, Time: 50 * time.Millisecond}
	if n, more, err := s.CountPages(t.Context(), search.Query{}, slow); n == 0 || n >= 100 || !more || err != nil {
		t.Errorf("counts %d in a tenth of the time that it takes, more %t, %v", n, more, err)
	}
	slow.Time = 20 * time.Second
	if n, more, err := s.CountPages(t.Context(), search.Query{}, slow); n != 100 || more || err != nil {
		t.Errorf("counts %d of 100, more %t, %v", n, more, err)
	}
}
