package open_test

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/open"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// pagesOf reads a search page by page, and does something between two pages.
func pagesOf(t *testing.T, s *archive.Store, q search.Query, between func()) (all []library.Record) {
	t.Helper()
	for cursor := ""; ; between() {
		page, next, err := s.OpenSearch(t.Context(), q, cursor)
		must(t, err)
		if len(page) > q.Limit {
			t.Fatalf("a page of %d has %d puzzles", q.Limit, len(page))
		}
		if all = append(all, page...); next == "" {
			return all
		}
		cursor = next
	}
}

// Searches leave the other connections to players: one that gets no turn in its time finds nothing.
func TestOpenSearchTurns(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "all", puzzles(3, 1)...)
	for range open.MostSearches {
		end, err := open.TakeTurn(s.Opened, t.Context())
		must(t, err)
		defer end()
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, _, err := s.OpenSearch(ctx, search.Query{Limit: 1}, ""); !errors.Is(err, postgres.ErrUnavailable) {
		t.Errorf("a search finds no turn: %v", err)
	}
	if _, _, err := s.CountOpen(ctx, search.Query{}); !errors.Is(err, postgres.ErrUnavailable) {
		t.Errorf("a count finds no turn: %v", err)
	}
	if _, err := s.OpenCollections(t.Context()); err != nil {
		t.Errorf("what is no search waits too: %v", err)
	}
}

func keysOf(all []library.Record) (keys []string) {
	for _, r := range all {
		keys = append(keys, r.Key.String())
	}
	return keys
}

func idOf(t *testing.T, s *archive.Store, name string) int32 {
	t.Helper()
	for _, c := range must1(s.Collections(t.Context())) {
		if c.Name == name {
			return c.ID
		}
	}
	t.Fatalf("no collection %q", name)
	return 0
}

// The pages of a search have what the operator's search finds in the open collections, each puzzle once and as an open line.
func TestOpenSearch(t *testing.T) {
	url := archivetest.URL(t)
	s := archivetest.Open(t, url)
	all, random := append(puzzles(90, 11), archivetest.SixBySix(20, 5)...), rand.New(rand.NewPCG(5, 6))
	symmetric := archivetest.Royle
	turned := func(lines []string) (other []string) {
		for _, line := range lines {
			other = append(other, archivetest.Turned(line, random))
		}
		return other
	}
	archivetest.ImportFor(t, s, "42", "secret", all[:40]...) // first, so that its lines bring the puzzles in
	archivetest.Import(t, s, "ours", append(turned(all[20:70]), turned([]string{symmetric})...)...)
	archivetest.ImportFor(t, s, "43", "shared", append(all[60:], symmetric)...)
	archivetest.Import(t, s, "ours", all[65:80]...)
	must(t, s.ShareCollection(t.Context(), "43", "shared", true, "test"))
	secret, ours, shared := idOf(t, s, "secret"), idOf(t, s, "ours"), idOf(t, s, "shared")
	imports := archivetest.Read[time.Time](t, url, `select started from import order by id`)

	for name, wish := range map[string]search.Search{
		"all":                {},
		"a tier":             {Tiers: []logic.Tier{logic.TierGuessing}},
		"a shape":            {Shaped: true, Shape: sudoku.SixBySix},
		"a score":            {MinScore: 200, MaxScore: 2000},
		"few clues":          {MaxClues: 24, Shaped: true},
		"one collection":     {In: []int32{ours}},
		"the other":          {In: []int32{shared}},
		"not a collection":   {NotIn: []int32{ours}},
		"a technique":        {Needs: []search.Need{{Technique: logic.HiddenPair}}},
		"twice":              {Needs: []search.Need{{Technique: logic.HiddenSingle, Times: 30}}},
		"only some":          {Only: []logic.Technique{logic.NakedSingle, logic.HiddenSingle}},
		"symmetric":          {Symmetry: criteria.HalfTurn},
		"symmetric isomorph": {IsomorphSymmetry: criteria.HalfTurn},
		"automorphisms":      {MinAutomorphisms: 2},
		"late":               {Since: imports[len(imports)-1]},
		"early":              {Until: imports[2]},
	} {
		in := wish
		if in.In == nil {
			in.In = []int32{ours, shared}
		}
		want := map[string]bool{}
		for r, err := range s.Records(t.Context(), search.Query{Search: in}) {
			must(t, err)
			want[r.Key.String()] = true
		}
		for _, q := range []search.Query{{Limit: 7}, {Limit: 1000}, {Sort: search.Random, From: 0.7, Limit: 9}, {Sort: search.ByScore, Limit: 5}, {Sort: search.ByClues, Descending: true, Limit: 6}, {Sort: search.ByDate, Limit: 8}, {Sort: search.ByDate, Descending: true, Limit: 11}} {
			q.Search = wish
			what := fmt.Sprintf("%s, by %q, %d a page", name, q.Sort, q.Limit)
			found := pagesOf(t, s, q, func() {})
			keys := keysOf(found)
			if slices.Sort(keys); len(slices.Compact(slices.Clone(keys))) != len(keys) || len(keys) != len(want) || slices.ContainsFunc(keys, func(k string) bool { return !want[k] }) {
				t.Errorf("%s: %d puzzles, want %d", what, len(keys), len(want))
			}
			for _, r := range found {
				if r.CollectionID == secret || r.Clues != r.Line.Grid || canon.KeyOf(r.Clues) != r.Key || wish.Symmetry != 0 && !wish.Symmetry.Keeps(r.Clues.Shape(), r.Clues.Filled()) {
					t.Errorf("%s: the line is %+v", what, r)
				}
			}
			sign := 1
			if q.Descending {
				sign = -1
			}
			isSorted := slices.IsSortedFunc(found, func(a, b library.Record) int {
				switch q.Sort {
				case search.ByScore:
					return sign * cmp.Compare(a.Score, b.Score)
				case search.ByClues:
					return sign * cmp.Compare(a.Clues.Len(), b.Clues.Len())
				case search.ByDate:
					return sign * a.Imported.Compare(b.Imported)
				case search.Random:
					return 0
				}
				return strings.Compare(a.Key.String(), b.Key.String())
			})
			if !isSorted {
				t.Errorf("%s: not in order: %v", what, keysOf(found))
			}
		}
		if n, more, err := s.CountOpen(t.Context(), search.Query{Search: wish}); n != len(want) || more || err != nil {
			t.Errorf("%s: counts %d, more %t, %v, want %d", name, n, more, err, len(want))
		}
	}
	for _, wish := range []search.Search{{In: []int32{secret}}, {NotIn: []int32{ours, shared}}} {
		if found := pagesOf(t, s, search.Query{Search: wish, Limit: 10}, func() {}); len(found) > 0 {
			t.Errorf("%+v finds %d", wish, len(found))
		}
	}
	if a, b := pagesOf(t, s, search.Query{Limit: 9}, func() {}), pagesOf(t, s, search.Query{Search: search.Search{NotIn: []int32{secret}}, Limit: 9}, func() {}); !slices.Equal(keysOf(a), keysOf(b)) {
		t.Error("a private collection can be searched by leaving it out")
	}
	a, b := pagesOf(t, s, search.Query{Sort: search.Random, From: 0.1, Limit: 20}, func() {}), pagesOf(t, s, search.Query{Sort: search.Random, From: 0.6, Limit: 20}, func() {})
	if slices.Equal(keysOf(a), keysOf(b)) {
		t.Error("two seeds give one order")
	}
}

// Puzzles that come and go between two pages are on one page or none; the others are on one.
func TestOpenSearchGoesOn(t *testing.T) {
	for _, sort := range []search.Query{{}, {Sort: search.Random, From: 0.4}, {Sort: search.ByScore}, {Sort: search.ByClues, Descending: true}, {Sort: search.ByDate}, {Sort: search.ByDate, Descending: true}} {
		s := archivetest.New(t)
		lines := puzzles(120, 21)
		archivetest.Import(t, s, "there", lines[:60]...)
		more := lines[60:]
		sort.Limit = 7
		found := pagesOf(t, s, sort, func() {
			if len(more) > 0 {
				archivetest.Import(t, s, "new", more[:6]...)
				more = more[6:]
			}
		})
		count := map[canon.Key]int{}
		for _, r := range found {
			if count[r.Key]++; count[r.Key] > 1 {
				t.Errorf("by %q: %s twice", sort.Sort, r.Key)
			}
		}
		for _, line := range lines[:60] {
			if count[keyOf(line)] != 1 {
				t.Errorf("by %q: %s is missing", sort.Sort, line)
			}
		}
	}
}

// A puzzle in play is on no page, whatever the order, and neither is a puzzle on the way through a global daily.
func TestOpenSearchGuards(t *testing.T) {
	x := newInPlay(t)
	daily := x.shown["the global daily"]
	further := daily
	for c, d := range must1(solver.Solve(daily)).ByCell() {
		if c < 20 {
			further = further.With(sudoku.Cell(c), d)
		}
	}
	archivetest.Import(t, x.Store, "further", further.String())
	for _, q := range []search.Query{{Limit: 9}, {Limit: 500, Sort: search.ByScore}, {Limit: 50, Search: search.Search{IsomorphSymmetry: 0, MinAutomorphisms: 0, MaxAutomorphisms: 99}}} {
		found := keysOf(pagesOf(t, x.Store, q, func() {}))
		for name, clues := range x.shown {
			_, isGuarded := guarded[name]
			isListed := slices.Contains(found, canon.KeyOf(clues).String())
			if name != "a race on a pasted puzzle" && isListed == isGuarded {
				t.Errorf("%s is listed: %t", name, isListed)
			}
		}
		if slices.Contains(found, canon.KeyOf(further).String()) {
			t.Error("a board on the way through the daily is listed")
		}
		if len(found) < len(x.others) {
			t.Errorf("%d puzzles are listed, want more than %d", len(found), len(x.others))
		}
	}
}

func TestCursors(t *testing.T) {
	s := archivetest.New(t)
	archivetest.Import(t, s, "all", puzzles(20, 31)...)
	q := search.Query{Limit: 5, Search: search.Search{MinClues: 17}}
	_, cursor, err := s.OpenSearch(t.Context(), q, "")
	must(t, err)
	bytes := must1(base64.RawURLEncoding.DecodeString(cursor))
	for _, text := range []string{"x", cursor + "A", cursor[1:], strings.ToUpper(cursor), strings.Repeat("A", len(cursor)), "'; drop table puzzle", string(bytes), strings.Repeat("ÿ", 1<<16)} {
		if _, _, err := s.OpenSearch(t.Context(), q, text); !errors.Is(err, open.ErrCursor) || len(err.Error()) > 300 {
			t.Errorf("cursor %.40q: %.200v", text, err)
		}
	}
	q.Limit = 6
	if _, _, err := s.OpenSearch(t.Context(), q, cursor); err != nil {
		t.Errorf("with another limit: %v", err)
	}
	q.MinClues = 18
	if _, _, err := s.OpenSearch(t.Context(), q, cursor); !errors.Is(err, open.ErrCursor) {
		t.Errorf("of another search: %v", err)
	}
	if _, _, err := s.OpenSearch(t.Context(), search.Query{Sort: search.ByLine, Limit: 1}, ""); err == nil {
		t.Error("pages come in the order of the import")
	}
}
