package generator

import (
	"cmp"
	"context"
	"errors"
	"math"
	"math/bits"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func noReport(int, int) {}

// checkPuzzle checks what is promised of a puzzle.
func checkPuzzle(t *testing.T, puzzle, solution sudoku.Grid, below int) {
	t.Helper()
	solved, err := solver.Solve(puzzle)
	if err != nil || solved != solution || puzzle.Len() >= below || !Minimal(puzzle) {
		t.Errorf("%s with %d clues: %v: want a minimal puzzle of %s with fewer than %d", puzzle, puzzle.Len(), err, solution, below)
	}
}

// For each Shidoku solution and number of clues the search agrees with trying all sets of clues.
func TestFewerCluesOfShidoku(t *testing.T) {
	n := 0
	for solution := range solver.Solutions(sudoku.Empty(sudoku.Shidoku)) {
		if n++; n%48 != 0 {
			continue
		}
		fewest := fewestByTrial(solution)
		for below := range 18 {
			puzzle, ok, err := FewerClues(context.Background(), solution, below, nil)
			if err != nil || ok != (fewest < below) {
				t.Fatalf("%s below %d: %t, %v; the fewest clues are %d", solution, below, ok, err, fewest)
			}
			if ok {
				checkPuzzle(t, puzzle, solution, below)
			}
		}
	}
}

func fewestByTrial(solution sudoku.Grid) int {
	orbits := criteria.NoSymmetry.Orbits(solution.Shape())
	for n := 3; ; n++ {
		for set := range uint(1 << 16) {
			if bits.OnesCount(set) == n {
				if count, _ := solver.Count(cluesOf(solution, orbits, set), 2); count == 1 {
					return n
				}
			}
		}
	}
}

// The search finds a puzzle of 17 clues among its own clues and some other cells, and does not
// find one of 16, which nothing has. A bound that cuts off too much would show here.
func TestSearchFindsWhatIsThere(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	puzzles := sudokutest.Grids(t, "royle-17-clue.txt")
	for range 15 {
		puzzle := puzzles[r.IntN(len(puzzles))]
		solution, err := solver.Solve(puzzle)
		if err != nil {
			t.Fatal(err)
		}
		allowed := puzzle.Filled()
		for allowed.Len() < 32 {
			allowed = allowed.With(solution.Shape().Cells()[r.IntN(sudoku.MaxCells)])
		}
		for _, clues := range []int{17, 16} {
			h := newHitting(solution, clues)
			h.search(node{left: clues, dead: solution.Filled().Minus(allowed), sets: unavoidable.Sets(solution, smallSets)})
			if found := h.found != (sudoku.Cells{}); found != (clues == 17) || h.err != nil {
				t.Errorf("%s, %d clues: found %t, %v", puzzle, clues, found, h.err)
			}
		}
	}
}

// The search finds a minimal puzzle of any number of clues among its own clues.
func TestSearchFindsMinimalPuzzles(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 10 {
		solution := FullGrid(sudoku.Sudoku, r)
		puzzle := Minimize(solution, r)
		for _, clues := range []int{puzzle.Len(), puzzle.Len() - 1} {
			h := newHitting(solution, clues)
			h.search(node{left: clues, dead: solution.Filled().Minus(puzzle.Filled()), sets: unavoidable.Sets(solution, smallSets)})
			if found := h.found != (sudoku.Cells{}); found != (clues == puzzle.Len()) || h.err != nil {
				t.Errorf("%s, %d clues: found %t, %v", puzzle, clues, found, h.err)
			}
		}
	}
}

// All minimal puzzles of a Shidoku solution are those that trying all sets of clues finds.
func TestAllFewerCluesOfShidoku(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range sudokutest.Cases(3) {
		solution := FullGrid(sudoku.Shidoku, r)
		all := minimalByTrial(solution)
		for _, below := range []int{0, 4, 5, 6, 17} {
			puzzles, err := AllFewerClues(context.Background(), solution, below, noReport)
			want := slices.DeleteFunc(slices.Clone(all), func(g sudoku.Grid) bool { return g.Len() >= below })
			if err != nil || !slices.Equal(puzzles, want) {
				t.Errorf("%s below %d: %v, %v, want %v", solution, below, puzzles, err, want)
			}
		}
	}
}

// minimalByTrial returns the minimal puzzles of a Shidoku solution by their definition, those of fewest clues first.
func minimalByTrial(solution sudoku.Grid) (puzzles []sudoku.Grid) {
	orbits := criteria.NoSymmetry.Orbits(solution.Shape())
	var one [1 << 16]bool
	for set := range uint(1 << 16) { // sets come after those inside of them
		count, _ := solver.Count(cluesOf(solution, orbits, set), 2)
		one[set] = count == 1
		needless := false
		for rest := set; rest != 0; rest &= rest - 1 {
			needless = needless || one[set&^(rest&-rest)]
		}
		if one[set] && !needless {
			puzzles = append(puzzles, cluesOf(solution, orbits, set))
		}
	}
	slices.SortFunc(puzzles, func(a, b sudoku.Grid) int {
		return cmp.Or(a.Len()-b.Len(), strings.Compare(a.String(), b.String()))
	})
	return puzzles
}

// On 9×9, the search finds all minimal puzzles among some cells that clearing these one by one leads to.
func TestAllAmongCells(t *testing.T) { checkAllAmongCells(t, rand.New(rand.NewPCG(9, 10))) }

func TestProveAllAmongCells(t *testing.T) {
	sudokutest.Prove(t)
	sudokutest.Rounds(t, "all minimal puzzles among cells", checkAllAmongCells)
}

func checkAllAmongCells(t *testing.T, r *rand.Rand) {
	t.Helper()
	solution := FullGrid(sudoku.Sudoku, r)
	allowed := Minimize(solution, r).Filled()
	most := allowed.Len() + 1
	for n := most + 5; allowed.Len() < n; {
		allowed = allowed.With(solution.Shape().Cells()[r.IntN(sudoku.MaxCells)])
	}
	var found []string
	h := newHitting(solution, most)
	h.each = func(clues sudoku.Cells) {
		if g := restrictedTo(solution, clues); Minimal(g) {
			found = append(found, g.String())
		}
	}
	h.search(node{left: most, dead: solution.Filled().Minus(allowed), sets: unavoidable.Sets(solution, smallSets)})
	slices.Sort(found)
	var want []string
	for _, g := range minimalAmong(restrictedTo(solution, allowed)) {
		if g.Len() <= most {
			want = append(want, g.String())
		}
	}
	if slices.Sort(want); h.err != nil || !slices.Equal(found, want) {
		t.Errorf("%s: %d minimal puzzles, %v, want %d", restrictedTo(solution, allowed), len(found), h.err, len(want))
	}
	t.Logf("%d of %d clues and fewer, of %d cells", len(want), most, allowed.Len())
}

// minimalAmong returns the minimal puzzles among the clues of one, by clearing cells until none can go.
func minimalAmong(puzzle sudoku.Grid) (minimal []sudoku.Grid) {
	seen := map[sudoku.Grid]bool{puzzle: true}
	for left := []sudoku.Grid{puzzle}; len(left) > 0; {
		g := left[len(left)-1]
		left = left[:len(left)-1]
		isMinimal := true
		for c := range g.Filled().All() {
			fewer := g.With(c, 0)
			if seen[fewer] {
				isMinimal = false
			} else if n, _ := solver.Count(fewer, 2); n == 1 {
				isMinimal, seen[fewer], left = false, true, append(left, fewer)
			}
		}
		if isMinimal {
			minimal = append(minimal, g)
		}
	}
	return minimal
}

func BenchmarkAllFewerClues(b *testing.B) {
	solution := FullGrid(sudoku.Shidoku, rand.New(rand.NewPCG(7, 8)))
	measure := func(find func() []sudoku.Grid) func(*testing.B) {
		return func(b *testing.B) {
			n := 0
			for b.Loop() {
				n += len(find())
			}
			b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "puzzles/s")
		}
	}
	b.Run("shidoku", measure(func() []sudoku.Grid {
		puzzles, _ := AllFewerClues(context.Background(), solution, 17, nil)
		return puzzles
	}))
	b.Run("shidoku/oracle", measure(func() []sudoku.Grid { return minimalByTrial(solution) }))
}

// On 9×9, the shares of a search have all its parts, each once.
func TestSharesOfFewerClues(t *testing.T) {
	solution := FullGrid(sudoku.Sudoku, rand.New(rand.NewPCG(7, 8)))
	partsOf := func(share, shares int) (parts [][2]sudoku.Cells) {
		d := newDivision(solution, 18, nil)
		d.share, d.shares = share, shares
		d.divide()
		for _, p := range d.parts {
			parts = append(parts, [2]sudoku.Cells{p.clues, p.dead})
		}
		return parts
	}
	all, shares := partsOf(0, 1), 7
	missing := map[[2]sudoku.Cells]bool{}
	for _, p := range all {
		missing[p] = true
	}
	for share := range shares {
		for _, p := range partsOf(share, shares) {
			if !missing[p] {
				t.Fatalf("share %d has a part that another has, or none: %v", share, p)
			}
			delete(missing, p)
		}
	}
	if len(missing) > 0 || len(all) < 100 {
		t.Errorf("no share has %d of %d parts", len(missing), len(all))
	}
}

// The cost of a search by one way at a time is what all of it takes, counted in places, and comes soon for one that would
// take years.
func TestFewerCluesCost(t *testing.T) {
	solution := FullGrid(sudoku.Sudoku, rand.New(rand.NewPCG(7, 8)))
	d := newDivision(solution, 14, nil)
	d.divide()
	h := newHitting(solution, d.clues)
	for _, part := range d.parts {
		h.search(part)
	}
	all := float64(h.places)
	seen := newHitting(solution, d.clues)
	places, clock := 0.0, func() time.Duration { return time.Duration(seen.places) }
	const tries = 20_000
	for range tries {
		took := seen.oneWay(clock)
		seen.search(d.parts[rand.IntN(len(d.parts))])
		places += took()
	}
	if estimate := places * float64(len(d.parts)) / tries; math.Abs(estimate/all-1) > 0.2 {
		t.Errorf("%.0f places estimated, of %.0f", estimate, all)
	}
	start := time.Now()
	clock = func() time.Duration { return time.Since(start) }
	for below, least := range map[int]time.Duration{1: 0, 17: time.Second, 22: 24 * time.Hour, 82: math.MaxInt64 / 2} {
		if cost, tried, err := FewerCluesCost(t.Context(), solution, below, clock, 20*time.Millisecond); err != nil || cost < least || tried == 0 && below > 1 {
			t.Errorf("below %d: %v, %d tried, %v", below, cost, tried, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := FewerCluesCost(ctx, solution, 18, clock, time.Hour); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
}

// Any number of processors gives the same puzzle.
func TestFewerCluesIsDeterministic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, below := range []int{82, 30, 24} {
		solution := FullGrid(sudoku.Sudoku, r)
		var first sudoku.Grid
		for processors := range 3 {
			before := runtime.GOMAXPROCS(processors + 1)
			puzzle, ok, err := FewerClues(context.Background(), solution, below, noReport)
			runtime.GOMAXPROCS(before)
			if err != nil || !ok {
				t.Fatalf("%s below %d: %t, %v", solution, below, ok, err)
			}
			if processors == 0 {
				first = puzzle
				checkPuzzle(t, puzzle, solution, below)
			}
			if puzzle != first {
				t.Errorf("%s below %d: %s with %d processors, %s with one", solution, below, puzzle, processors+1, first)
			}
		}
	}
}

// Nothing has a puzzle of few clues, and all parts are searched to find that out.
func TestNoFewerClues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for below := range 14 {
		done, of := 0, 0
		_, ok, err := FewerClues(context.Background(), FullGrid(sudoku.Sudoku, r), below, func(d, o int) { done, of = d, o })
		if ok || err != nil || done != of {
			t.Errorf("below %d: %t, %v, %d of %d parts", below, ok, err, done, of)
		}
	}
}

func TestFewerCluesInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	solution := FullGrid(sudoku.Sudoku, rand.New(rand.NewPCG(1, 2)))
	_, ok, err := FewerClues(ctx, solution, 17, func(int, int) { cancel() })
	if ok || !errors.Is(err, context.Canceled) {
		t.Errorf("%t, %v", ok, err)
	}
}

func TestWithClues(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, n := range []int{22, 25, 30, 40, 81, 1000} {
		solution := FullGrid(sudoku.Sudoku, r)
		puzzle, ok := WithClues(solution, n, r)
		if !ok {
			t.Errorf("%s: no puzzle of %d clues", solution, n)
			continue
		}
		checkPuzzle(t, puzzle, solution, n+1)
	}
	shidoku := FullGrid(sudoku.Shidoku, r)
	if puzzle, ok := WithClues(shidoku, 6, r); !ok {
		t.Errorf("%s: no puzzle of 6 clues", shidoku)
	} else {
		checkPuzzle(t, puzzle, shidoku, 7)
	}
	for _, n := range []int{3, 0, -1} {
		if puzzle, ok := WithClues(shidoku, n, r); ok {
			t.Errorf("%d clues: %s", n, puzzle)
		}
	}
	if _, ok := WithClues(sudoku.Empty(sudoku.Sudoku), 24, r); ok {
		t.Error("a puzzle of an empty grid")
	}
}

// BenchmarkWithClues makes puzzles of few clues from random solutions.
func BenchmarkWithClues(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 2))
	made := 0
	for b.Loop() {
		if _, ok := WithClues(FullGrid(sudoku.Sudoku, r), 22, r); ok {
			made++
		}
	}
	b.ReportMetric(float64(made)/b.Elapsed().Seconds(), "puzzles/s")
}
