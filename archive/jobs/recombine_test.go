package jobs

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// mothers returns minimal puzzles.
func mothers(n int) []sudoku.Grid {
	var some []sudoku.Grid
	for g := range generator.Puzzles(generator.Options{Seed: 3}) {
		if some = append(some, g); len(some) == n {
			break
		}
	}
	return some
}

// As a job, recombination finds the same children and the same counts as it does at once, and
// the archive has each of them once.
func TestRecombine(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	r := Recombination{Change: generator.Change{Minus: 1, Plus: 1}, Mothers: mothers(6), Of: "some", Into: "children", By: "test"}
	added, err := AddRecombine(t.Context(), store, r)
	must(t, err)
	again, err := AddRecombine(t.Context(), store, r)
	must(t, err)
	if !added.New || again.New || again.ID != added.ID {
		t.Errorf("%+v, then %+v", added, again)
	}
	workToEnd(t, store, url)

	var want []string
	var counts generator.Counts
	for _, mother := range r.Mothers {
		c, err := generator.Recombine(mother, r.Change, func(child sudoku.Grid) bool {
			want = append(want, canon.KeyOf(child).String())
			return true
		})
		must(t, err)
		counts = counts.Plus(c)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, keys(t, store, "children")); diff != "" {
		t.Errorf("the children differ:\n%s", diff)
	}
	p := list(t, store)[0]
	if p.State != Finished || p.Title != "recombine {-1+1} of some" || p.Items != 6 || p.Counts["mothers"] != 6 ||
		p.Counts["children"] != int64(counts.Children) || p.Counts["excluded"] != int64(counts.Excluded) ||
		p.Counts["multiple"] != int64(counts.Multiple) || p.Counts["none"] != int64(counts.None) ||
		p.Counts["unique"] != int64(counts.Unique) || p.Counts["puzzles"] != int64(len(want)) {
		t.Errorf("the job is %+v, want the counts %+v", p, counts)
	}
	if distinct := len(slices.Compact(want)); p.Counts["new"] != int64(distinct) {
		t.Errorf("%d are new, want %d", p.Counts["new"], distinct)
	}

	// Once more everything is known.
	_, err = AddRecombine(t.Context(), store, r)
	must(t, err)
	workToEnd(t, store, url)
	if p := list(t, store)[1]; p.Counts["new"] != 0 || p.Counts["unique"] != int64(counts.Unique) {
		t.Errorf("the second work is %+v", p)
	}
}

func TestRecombineWhatIsNoPuzzle(t *testing.T) {
	t.Parallel()
	store := archivetest.New(t)
	one := generator.Change{Minus: 1, Plus: 1}
	_, err := AddRecombine(t.Context(), store, Recombination{Change: one, Into: "x"})
	wantError(t, err, "want puzzles")
	_, err = AddRecombine(t.Context(), store, Recombination{Change: one, Into: " ", Mothers: mothers(1)})
	wantError(t, err, "name of a collection")
	_, err = AddRecombine(t.Context(), store, Recombination{Change: one, Into: "x", Mothers: []sudoku.Grid{sudokutest.Parse(t, "1....2....3....4")}})
	wantError(t, err, "more than one solution")
	if jobs := list(t, store); len(jobs) != 0 {
		t.Errorf("jobs were added: %+v", jobs)
	}
}

// As a job, the search finds what it finds at once, and counts what has nothing to be found.
func TestMinClues(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	shidoku := sudokutest.Parse(t, "1.....3..2.....4")
	for _, below := range []int{4, 5} {
		m := MinClues{Grids: []sudoku.Grid{shidoku}, Below: below, Of: "one", Into: "few", By: "test"}
		added, err := AddMinClues(t.Context(), store, m)
		must(t, err)
		if again, err := AddMinClues(t.Context(), store, m); err != nil || again.New || again.ID != added.ID {
			t.Errorf("%+v, then %+v, %v", added, again, err)
		}
	}
	workToEnd(t, store, url)
	solution, err := solver.Solve(shidoku)
	must(t, err)
	var found []int64
	for i, below := range []int{4, 5} {
		_, ok, err := generator.FewerClues(t.Context(), solution, below, nil)
		must(t, err)
		p := list(t, store)[i]
		if has := p.Counts["with such a puzzle"] == 1; has != ok || p.Counts["without"] == 1 == ok || p.Counts["grids"] != 1 {
			t.Errorf("below %d: %v, want %t", below, p.Counts, ok)
		}
		found = append(found, p.Counts["puzzles"])
	}
	if n := int64(len(keys(t, store, "few"))); n != found[0]+found[1] || !slices.Contains(found, 1) {
		t.Errorf("%d puzzles, the counts are %v", n, found)
	}
	_, err = AddMinClues(t.Context(), store, MinClues{Grids: []sudoku.Grid{shidoku}, Into: "few"})
	wantError(t, err, "fewer clues than 0: want 1 or more")
}

// Children with a clue to spare are left out where minimal ones are wanted; the counts are of all.
func TestRecombineMinimal(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	mother := []sudoku.Grid{sudokutest.Parse(t, "1.....3..2.....4")}
	for _, r := range []Recombination{{Into: "all"}, {Into: "minimal", Minimal: true}, {Into: "all", Minimal: true}} {
		r.Change, r.Mothers, r.Of = generator.Change{Minus: 1, Plus: 2}, mother, "one"
		if added, err := AddRecombine(t.Context(), store, r); err != nil || !added.New {
			t.Errorf("minimal %t into %s: %+v, %v", r.Minimal, r.Into, added, err)
		}
	}
	workToEnd(t, store, url)
	if all, minimal := keys(t, store, "all"), keys(t, store, "minimal"); len(all) != 38+5 || len(minimal) != 5 {
		t.Errorf("%d children of two jobs, %d minimal, want 43 and 5", len(all), len(minimal))
	}
	if jobs := list(t, store); jobs[0].Counts["children"] != jobs[1].Counts["children"] {
		t.Errorf("%v, %v", jobs[0].Counts, jobs[1].Counts)
	}
}
