package jobs

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// mothers returns minimal puzzles.
func mothers(n int) []sudoku.Grid {
	return sudokutest.First(n, generator.Puzzles(generator.Options{Seed: 3}))
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

// generations does what a job of several generations does, at once: what it counts in each, and the classes found.
func generations(t *testing.T, r Recombination) (totals []Counts, classes []string) {
	t.Helper()
	mothers, seen := r.Mothers, map[sudoku.Grid]bool{}
	for _, mother := range mothers {
		seen[canon.Of(mother)] = true
	}
	found := map[sudoku.Grid]bool{}
	for n := 0; n < r.Generations && len(mothers) > 0; n++ {
		var sum generator.Counts
		var next []sudoku.Grid
		minimal := 0
		for _, mother := range mothers {
			c, err := generator.Recombine(mother, r.Change, func(child sudoku.Grid) bool {
				if r.Minimal && !generator.Minimal(child) {
					return true
				}
				if minimal++; !seen[child] {
					next = append(next, child)
				}
				seen[child], found[child] = true, true
				return true
			})
			must(t, err)
			sum = sum.Plus(c)
		}
		total := Counts{
			"mothers": int64(len(mothers)), "children": int64(sum.Children), "excluded": int64(sum.Excluded), "multiple": int64(sum.Multiple),
			"none": int64(sum.None), "unique": int64(sum.Unique), "undecided": int64(sum.Undecided), "classes": int64(sum.Classes),
			"first seen": int64(len(next)),
		}
		if minimal > 0 {
			total["puzzles"] = int64(minimal)
		}
		if r.Minimal {
			total["minimal"] = int64(minimal)
		}
		totals, mothers = append(totals, total), next
	}
	for g := range found {
		classes = append(classes, canon.KeyOf(g).String())
	}
	slices.Sort(classes)
	return totals, classes
}

// wantGenerations wants that jobs did what is done at once.
func wantGenerations(t *testing.T, store *archive.Store, r Recombination) {
	t.Helper()
	totals, classes := generations(t, r)
	var got []Counts
	for n, p := range list(t, store) {
		if title := fmt.Sprintf("generation %d of %d, of %s", n+1, r.Generations, r.Of); p.State != Finished || !strings.HasSuffix(p.Title, title) {
			t.Errorf("job %d is %+v, want %q finished", p.ID, p, title)
		}
		if known := p.Counts["first seen"] - p.Counts["first seen, known"]; known > p.Counts["new"] {
			t.Errorf("%v", p.Counts)
		}
		delete(p.Counts, "new")
		delete(p.Counts, "first seen, known")
		got = append(got, p.Counts)
	}
	if diff := cmp.Diff(totals, got); diff != "" {
		t.Errorf("the totals of the generations differ (-at once, +jobs):\n%s", diff)
	}
	if diff := cmp.Diff(classes, slices.Compact(keys(t, store, r.Into))); diff != "" {
		t.Errorf("the classes differ:\n%s", diff)
	}
}

// As jobs, generations find the same children and come to the same totals as at once: those of one mother that has isomorphs among
// the mothers, those of minimal children, and those that end before the last.
func TestGenerations(t *testing.T) {
	t.Parallel()
	shidoku := sudokutest.Parse(t, "1.....3..2.....4")
	one, more := generator.Change{Minus: 1, Plus: 1}, generator.Change{Minus: 1, Plus: 2}
	turned := sudoku.RandomTransform(shidoku.Shape(), rand.New(rand.NewPCG(1, 1))).Apply(shidoku)
	for name, r := range map[string]Recombination{
		"all":     {Change: one, Generations: 9, Mothers: []sudoku.Grid{shidoku}},
		"twice":   {Change: one, Generations: 2, Mothers: []sudoku.Grid{shidoku, turned, shidoku}},
		"minimal": {Change: more, Generations: 3, Minimal: true, Mothers: []sudoku.Grid{shidoku}},
		"sudoku": {Change: one, Generations: 4, Mothers: []sudoku.Grid{
			sudokutest.Parse(t, "000000010400000000020000000000050407008000300001090000300400200050100000000806000"),
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url := archivetest.URL(t)
			store := archivetest.Open(t, url)
			r.Of, r.Into, r.By = "some", "children", "test"
			_, err := AddRecombine(t.Context(), store, r)
			must(t, err)
			workToEnd(t, store, url)
			wantGenerations(t, store, r)
		})
	}
}

// While a generation is not finished, the same asked for again adds nothing. What the archive has is known, and a generation that
// is cancelled is taken up again.
func TestGenerationsAgain(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	r := Recombination{
		Change: generator.Change{Minus: 1, Plus: 1}, Generations: 3, Mothers: []sudoku.Grid{sudokutest.Parse(t, "1.4...3..2.....4")},
		Of: "one", Into: "children", By: "test",
	}
	_, err := AddRecombine(t.Context(), store, r)
	must(t, err)
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- Work(ctx, store, url, mourned(1)) }()
	eventually(t, "the second generation is there", func() bool { return len(list(t, store)) > 1 })
	stop()
	must(t, <-done)
	all := list(t, store)
	last := all[len(all)-1]
	again, err := AddRecombine(t.Context(), store, r)
	must(t, err)
	if last.State != Waiting || again.New || again.ID != last.ID {
		t.Errorf("%+v was added beside %+v", again, last)
	}
	must(t, Cancel(t.Context(), store, last.ID))
	_, err = Retry(t.Context(), store, last.ID)
	must(t, err)
	workToEnd(t, store, url)
	wantGenerations(t, store, r)

	_, err = AddRecombine(t.Context(), store, r)
	must(t, err)
	workToEnd(t, store, url)
	for n, p := range list(t, store)[3:] {
		first := list(t, store)[n]
		if p.Counts["new"] != 0 || p.Counts["first seen"] != first.Counts["first seen"] || p.Counts["first seen, known"] != p.Counts["first seen"] ||
			first.Counts["first seen, known"] != 0 {
			t.Errorf("generation %d counts %v, then %v", n+1, first.Counts, p.Counts)
		}
	}
}

// A generation whose last chunk ends just when it is cancelled leaves the next one cancelled, to be taken up again.
func TestGenerationsCancelled(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	r := Recombination{
		Change: generator.Change{Minus: 1, Plus: 1}, Generations: 2, Mothers: []sudoku.Grid{sudokutest.Parse(t, "1.....3..2.....4")},
		Of: "one", Into: "children", By: "test",
	}
	added, err := AddRecombine(t.Context(), store, r)
	must(t, err)
	m := newMachine(store, hurried(1))
	c, err := m.open(t.Context(), chunkID{added.ID, 1})
	must(t, err)
	c.ending, c.complete = generation{}, func(context.Context, pgx.Tx) error { return nil }
	must(t, Cancel(t.Context(), store, added.ID))
	must(t, m.do(t.Context(), generation{}, c))
	workToEnd(t, store, url)
	all := list(t, store)
	if len(all) != 2 || all[0].State != Finished || all[1].State != Cancelled || all[1].ItemsDone != 0 {
		t.Fatalf("the jobs are %+v", all)
	}
	_, err = Retry(t.Context(), store, all[1].ID)
	must(t, err)
	workToEnd(t, store, url)
	wantGenerations(t, store, r)
}

// Two machines that are killed at any moment come to the same totals of generations.
func TestGenerationsKilled(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	r := Recombination{
		Change: generator.Change{Minus: 1, Plus: 1}, Generations: 3, Mothers: []sudoku.Grid{sudokutest.Parse(t, "1.4...3..2.....4")},
		Of: "one", Into: "children", By: "test",
	}
	_, err := AddRecombine(t.Context(), store, r)
	must(t, err)
	random := rand.New(rand.NewPCG(5, 5))
	children := [2]*exec.Cmd{startChild(t, url), startChild(t, url)}
	done := func() (items int, all bool) {
		jobs := list(t, store)
		for _, p := range jobs {
			items += p.ItemsDone
		}
		return items, jobs[len(jobs)-1].State == Finished
	}
	for range 6 {
		before, _ := done()
		eventually(t, "more is done", func() bool {
			items, all := done()
			return items > before || all
		})
		i := random.IntN(len(children))
		kill(t, children[i])
		children[i] = startChild(t, url)
	}
	items, _ := done()
	t.Logf("after the kills %d items of %d generations were done", items, len(list(t, store)))
	for _, child := range children {
		kill(t, child)
	}
	workToEnd(t, store, url)
	wantGenerations(t, store, r)
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

// As a job in shares, the search for all finds what it finds at once, each puzzle once.
func TestMinCluesAll(t *testing.T) {
	t.Parallel()
	url := archivetest.URL(t)
	store := archivetest.Open(t, url)
	grids := []sudoku.Grid{sudokutest.Parse(t, "1.....3..2.....4"), sudokutest.Parse(t, "1234341221434321")}
	m := MinClues{Grids: grids, Below: 6, All: true, Of: "two", Into: "few", By: "test"}
	added, err := AddMinClues(t.Context(), store, m)
	must(t, err)
	if again, err := AddMinClues(t.Context(), store, m); err != nil || again.New || again.ID != added.ID {
		t.Errorf("%+v, then %+v, %v", added, again, err)
	}
	workToEnd(t, store, url)
	var want []string
	counts := Counts{"grids": 2, "shares": 128}
	for _, g := range grids {
		solution, err := solver.Solve(g)
		must(t, err)
		puzzles, err := generator.AllFewerClues(t.Context(), solution, 6, nil)
		must(t, err)
		for _, p := range puzzles {
			want = append(want, p.String())
			counts[fmt.Sprintf("of %d clues", p.Len())]++
			counts["puzzles"]++
		}
	}
	var got []string
	for e, err := range store.Export(t.Context(), "", "few") {
		must(t, err)
		got = append(got, e.Grid.String())
	}
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" || len(want) == 0 {
		t.Errorf("of %d puzzles the job found others (-at once, +job):\n%s", len(want), diff)
	}
	p := list(t, store)[0]
	delete(p.Counts, "new")
	if diff := cmp.Diff(counts, p.Counts); diff != "" {
		t.Errorf("the counts differ (-at once, +job):\n%s", diff)
	}
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
