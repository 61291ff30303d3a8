package generator_test

import (
	"fmt"
	"iter"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// count returns how many solutions a grid has, up to 2.
func count(g sudoku.Grid) int {
	n, _ := solver.Count(g, 2)
	return n
}

// minimal checks the definition, clue by clue.
func minimal(g sudoku.Grid) bool {
	if count(g) != 1 {
		return false
	}
	for _, c := range g.Shape().Cells() {
		if g.At(c) != 0 && count(g.With(c, 0)) < 2 {
			return false
		}
	}
	return true
}

func TestPuzzles(t *testing.T) {
	for _, tier := range append([]logic.Tier{0}, logic.Tiers...) {
		for _, shape := range []sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix} {
			t.Run(fmt.Sprint(shape, " ", tier), func(t *testing.T) {
				t.Parallel()
				puzzlesOf(t, shape, tier)
			})
		}
	}
}

func puzzlesOf(t *testing.T, shape sudoku.Shape, tier logic.Tier) {
	n := 20
	if tier == logic.TierXWing { // rare
		n = map[sudoku.Shape]int{sudoku.Sudoku: 5, sudoku.SixBySix: 1}[shape]
	}
	seen := map[canon.Key]bool{}
	for _, g := range sudokutest.First(n, generator.Puzzles(generator.Options{Shape: shape, Tier: tier, Seed: 7})) {
		if !minimal(g) {
			t.Errorf("%s is not minimal", g)
		}
		if r, err := rating.Rate(g); err != nil || tier != 0 && r.Tier != tier {
			t.Errorf("%s: tier %s, %v", g, r.Tier, err)
		}
		if key := canon.KeyOf(g); seen[key] {
			t.Errorf("%s comes twice", g)
		} else {
			seen[key] = true
		}
	}
	if len(seen) != n {
		t.Errorf("%d puzzles, want %d", len(seen), n)
	}
}

// A seed gives the same puzzles on any number of processors; another seed gives others.
func TestSeed(t *testing.T) {
	n := 100
	if testing.Short() {
		n = 20
	}
	for _, o := range []generator.Options{{}, {Shape: sudoku.Shidoku}, {Shape: sudoku.SixBySix}, {Clues: 33}} {
		some := func(seed uint64) []sudoku.Grid {
			o.Seed = seed
			return sudokutest.First(n, generator.Puzzles(o))
		}
		want := some(1)
		for processors := range 3 {
			before := runtime.GOMAXPROCS(processors + 1)
			got := some(1)
			runtime.GOMAXPROCS(before)
			if !slices.Equal(got, want) {
				t.Errorf("%+v: other puzzles with %d processors", o, processors+1)
			}
		}
		if slices.Equal(some(2), want) {
			t.Errorf("%+v: the same puzzles from two seeds", o)
		}
	}
}

// The first puzzle of seed 1 never changes: the starter collection depends on it.
func TestSeedForEver(t *testing.T) {
	for shape, want := range map[sudoku.Shape]string{
		sudoku.Sudoku:   "163.9...2...6...3.7.........7..2..5...6...8....5.412....49....3..2...6.7.....2..9",
		sudoku.Shidoku:  "2...3..4...1....",
		sudoku.SixBySix: "..4.3....2......5.3....6....2...1..5",
	} {
		if got := fmt.Sprint(sudokutest.First(1, generator.Puzzles(generator.Options{Shape: shape, Seed: 1}))[0]); got != want {
			t.Errorf("%s: %s, want %s", shape, got, want)
		}
	}
}

func TestNoSuchTier(t *testing.T) {
	for _, shape := range sudoku.Shapes {
		if got := sudokutest.First(1, generator.Puzzles(generator.Options{Shape: shape, Tier: logic.TierGuessing + 1})); got != nil {
			t.Errorf("%s: %v", shape, got)
		}
	}
}

// There are 36 minimal Shidoku up to isomorphism: 13 with 4 clues, 22 with 5, 1 with 6.
// Random trials, which know nothing of the exhaustion, find the same.
func TestShidoku(t *testing.T) {
	puzzles := slices.Collect(generator.Puzzles(generator.Options{Shape: sudoku.Shidoku, Seed: 3}))
	byClues := map[int]int{}
	keys := map[canon.Key]bool{}
	for _, g := range puzzles {
		if !minimal(g) {
			t.Errorf("%s is not minimal", g)
		}
		byClues[g.Len()]++
		keys[canon.KeyOf(g)] = true
	}
	if len(keys) != 36 || len(puzzles) != 36 || byClues[4] != 13 || byClues[5] != 22 || byClues[6] != 1 {
		t.Errorf("%d puzzles of %d classes, by clues %v", len(puzzles), len(keys), byClues)
	}
	if found := shidokuByTrial(5_000); !maps.Equal(found, keys) {
		t.Errorf("random trials find %d classes", len(found))
	}
}

// shidokuByTrial returns the classes of the minimal Shidoku that n random trials find.
func shidokuByTrial(n int) map[canon.Key]bool {
	r := rand.New(rand.NewPCG(1, 1))
	found := map[canon.Key]bool{}
	for range n {
		found[canon.KeyOf(generator.Minimize(generator.FullGrid(sudoku.Shidoku, r), r))] = true
	}
	return found
}

// Each of the 36 is in one tier.
func TestShidokuTiers(t *testing.T) {
	n := 0
	for _, tier := range logic.Tiers {
		puzzles := slices.Collect(generator.Puzzles(generator.Options{Shape: sudoku.Shidoku, Tier: tier}))
		n += len(puzzles)
		for _, g := range puzzles {
			if got, _ := rating.TierOf(g); got != tier {
				t.Errorf("%s: tier %s, want %s", g, got, tier)
			}
		}
	}
	if n != 36 {
		t.Errorf("%d puzzles in all tiers", n)
	}
}

// Minimize takes away the same clues as trying one by one does, and keeps the solution.
func TestMinimize(t *testing.T) {
	for seed := range uint64(100) {
		full := generator.FullGrid([]sudoku.Shape{sudoku.Sudoku, sudoku.SixBySix}[seed%2], rand.New(rand.NewPCG(seed, 0)))
		got := generator.Minimize(full, rand.New(rand.NewPCG(seed, 1)))
		want := oneByOne(full, rand.New(rand.NewPCG(seed, 1)))
		if got != want || !minimal(got) || !generator.Minimal(got) || !full.Extends(got) {
			t.Fatalf("seed %d: %s, one by one %s", seed, got, want)
		}
		again := generator.Minimize(got, rand.New(rand.NewPCG(seed, 2)))
		if again != got {
			t.Fatalf("%s is minimal, but becomes %s", got, again)
		}
		for _, c := range full.Shape().Cells() {
			if got.At(c) == 0 {
				if more := got.With(c, full.At(c)); generator.Minimal(more) {
					t.Fatalf("%s is called minimal", more)
				}
				break
			}
		}
	}
}

func oneByOne(g sudoku.Grid, r *rand.Rand) sudoku.Grid {
	clues := g.Filled().Slice()
	r.Shuffle(len(clues), func(i, j int) { clues[i], clues[j] = clues[j], clues[i] })
	for _, c := range clues {
		if less := g.With(c, 0); count(less) == 1 {
			g = less
		}
	}
	return g
}

// BenchmarkPuzzles makes puzzles of any tier and of each, and of 19 clues. tdoku makes 2,900 minimal puzzles a
// second. The yardstick is the plain way: fill a grid by backtracking, try to take away one clue
// after the other, counting solutions, and rate what is left with the readable techniques.
func BenchmarkPuzzles(b *testing.B) {
	for _, tier := range append([]logic.Tier{0}, logic.Tiers...) {
		name := "minimal"
		if tier != 0 {
			name = fmt.Sprintf("tier%d", tier)
		}
		b.Run(name, func(b *testing.B) {
			puzzlesPerSecond(b, generator.Puzzles(generator.Options{Tier: tier, Seed: 1}))
		})
		if tier == 0 || tier == logic.TierXWing {
			b.Run(name+"/oracle", func(b *testing.B) { puzzlesPerSecond(b, plainPuzzles(tier)) })
		}
	}
	b.Run("clues19", func(b *testing.B) { puzzlesPerSecond(b, generator.Puzzles(generator.Options{Clues: 19, Seed: 1})) })
}

func puzzlesPerSecond(b *testing.B, puzzles iter.Seq[sudoku.Grid]) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // the figures are of one thread
	next, stop := iter.Pull(puzzles)
	defer stop()
	for b.Loop() {
		next()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "puzzles/s")
}

func plainPuzzles(tier logic.Tier) iter.Seq[sudoku.Grid] {
	return func(yield func(sudoku.Grid) bool) {
		for r := rand.New(rand.NewPCG(1, 2)); ; {
			g := oneByOne(generator.Backtracked(r), r)
			if tier != 0 && (logic.Fixpoint(logic.NewState(g), tier-1).Solved() || !logic.Fixpoint(logic.NewState(g), tier).Solved()) {
				continue
			}
			if !yield(g) {
				return
			}
		}
	}
}
