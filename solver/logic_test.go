package solver_test

import (
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// goldenNugget, published by tarek in 2007, is one of the hardest puzzles known; it needs
// contradictions within contradictions. contradictory needs plain ones only.
const (
	goldenNugget  = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
	contradictory = "..725.94.1...9..7..4.3..........2...4..6.95....9...48..7....1963....8.......6...5"
)

// samples are puzzles of each tier, found by taking clues from random grids.
var samples = []struct {
	puzzle string
	tier   solver.Tier
}{
	{"1.....3..2.....4", solver.Singletons},
	{".7...56.9..39.84..18...4....6..5.....9......2......9....482...........73...3...1.", solver.Singletons},
	{".1.2.95...2......9.581..4.........576...3.2.8.......43...7...3.47...1.......92...", solver.Singletons},
	{"...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589...", solver.Hidden},
	{"...6...73...5.9.1.6.....5.43.1...6...7..1............54..3..96....4....82.6.753..", solver.Hidden},
	{"...1.......9..6.....1...8..6.....2.7..3.87....9.6..1...46...9.2.2...3.85..5....41", solver.Locked},
	{"1..8.......3.2.49..6...78...3.5...8.......9.39.1.........2.47.1.......2.69....5..", solver.Locked},
	{"3..1....9...6..2..29.....1....49.....13....9....8..452157.62....6..4..........7..", solver.XWing},
	{"32....6...9...452..47..6...91...54...36...97..................9...34..1.....193.6", solver.XWing},
	{contradictory, solver.Guessing},
	{goldenNugget, solver.Guessing},
}

var logicTiers = []solver.Tier{solver.Singletons, solver.Hidden, solver.Locked, solver.XWing}

func TestFixpointsAreThePlainOnes(t *testing.T) {
	checkFixpoints := func(t *testing.T, grids []sudoku.Grid) {
		random := rand.New(rand.NewPCG(1, 2))
		for _, g := range grids {
			p := plain{shape: g.Shape(), grid: g, marks: g.Candidates(), random: random}
			for _, tier := range logicTiers {
				p.exhaust(tier)
				want := solver.State{Grid: p.grid, Marks: p.marks}
				if got := solver.Fixpoint(solver.NewState(g), tier); got != want {
					t.Errorf("%s at tier %s: %d candidates left, want %d", g, tier, got.Marks.Len(), want.Marks.Len())
				}
			}
		}
		t.Logf("%d puzzles", len(grids))
	}
	t.Run("samples", func(t *testing.T) {
		var grids []sudoku.Grid
		for _, s := range samples {
			grids = append(grids, parsed(t, s.puzzle))
		}
		checkFixpoints(t, grids)
	})
	t.Run("shidoku", func(t *testing.T) { checkFixpoints(t, randomShidoku(500)) })
	for _, name := range []string{"minimal-20k.txt", "royle-17-clue.txt", "hardest-375.txt", "human-times.tsv"} {
		t.Run(name, func(t *testing.T) { checkFixpoints(t, some(sudokutest.Grids(t, name), 150, 20000)) })
	}
}

func TestFixpointsTurnWithTheGrid(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	check := func(g sudoku.Grid) {
		turn := sudoku.RandomTransform(g.Shape(), random)
		for _, tier := range logicTiers {
			s := solver.Fixpoint(solver.NewState(g), tier)
			want := solver.State{Grid: turn.Apply(s.Grid), Marks: turn.ApplyMarks(s.Marks)}
			if got := solver.Fixpoint(solver.NewState(turn.Apply(g)), tier); got != want {
				t.Errorf("%s under %s at tier %s: other leftovers", g, turn, tier)
			}
		}
	}
	for _, g := range randomShidoku(500) {
		check(g)
	}
	for _, g := range some(sudokutest.Grids(t, "minimal-20k.txt"), 1000, 20000) {
		check(g)
	}
}

// TestPaths follows paths to their end: every step is sound, does something, is of the
// puzzle's tier at most, and the last one leaves the solution.
func TestPaths(t *testing.T) {
	check := func(t *testing.T, grids []sudoku.Grid) {
		for _, g := range grids {
			checkPath(t, g)
		}
		t.Logf("%d paths", len(grids))
	}
	t.Run("samples", func(t *testing.T) {
		for _, s := range samples {
			if got := checkPath(t, parsed(t, s.puzzle)); got != s.tier {
				t.Errorf("%s: hardest step of tier %s, want %s", s.puzzle, got, s.tier)
			}
		}
	})
	t.Run("shidoku", func(t *testing.T) { check(t, randomShidoku(500)) })
	for _, name := range []string{"minimal-20k.txt", "royle-17-clue.txt", "human-times.tsv"} {
		t.Run(name, func(t *testing.T) { check(t, some(sudokutest.Grids(t, name), 500, 50000)) })
	}
	t.Run("hardest", func(t *testing.T) { check(t, some(sudokutest.Grids(t, "hardest-375.txt"), 3, 375)) })
}

// checkPath returns the tier of the hardest step.
func checkPath(t *testing.T, g sudoku.Grid) (hardest solver.Tier) {
	t.Helper()
	solution, err := solver.Solve(g)
	if err != nil {
		t.Fatal(err)
	}
	path, err := solver.Path(g)
	if err != nil {
		t.Fatal(err)
	}
	s := solver.NewState(g)
	for _, step := range path {
		hardest = max(hardest, step.Technique.Tier())
		checkStep(t, s, step, solution)
		s = s.Apply(step)
	}
	if s.Grid != solution {
		t.Errorf("%s: the path ends at %s", g, s.Grid)
	}
	if hardest < solver.Guessing && !solver.Fixpoint(solver.NewState(g), hardest).Solved() ||
		hardest > solver.Singletons && solver.Fixpoint(solver.NewState(g), hardest-1).Solved() {
		t.Errorf("%s: hardest step of tier %s, which is not the puzzle's", g, hardest)
	}
	return hardest
}

// checkStep checks that a step only concludes what is true and not known before.
func checkStep(t *testing.T, s solver.State, step solver.Step, solution sudoku.Grid) {
	t.Helper()
	for _, p := range step.Placements {
		if !s.Marks.Has(p) || solution.At(p.Cell) != p.Digit {
			t.Errorf("%s: %s is wrong", s.Grid, step)
		}
	}
	for _, e := range step.Eliminations {
		if !s.Marks.Has(e) || solution.At(e.Cell) == e.Digit {
			t.Errorf("%s: %s is wrong", s.Grid, step)
		}
	}
	if err := unjustified(s, step); err != nil {
		t.Errorf("%s: %s: %v", s.Grid, step, err)
	}
	if len(step.Placements)+len(step.Eliminations) == 0 {
		t.Errorf("%s: %s does nothing", s.Grid, step)
	}
}

func TestPathOfNoPuzzle(t *testing.T) {
	for _, text := range []string{"", "11", "1..............."} {
		if _, err := solver.Path(parsed(t, text)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

// some returns grids spread over a corpus: few in everyday tests, many when proving.
func some(grids []sudoku.Grid, few, many int) []sudoku.Grid {
	n := few
	if proving() {
		n = many
	}
	if n >= len(grids) {
		return grids
	}
	var chosen []sudoku.Grid
	for i := range n {
		chosen = append(chosen, grids[i*len(grids)/n])
	}
	return chosen
}

// randomShidoku returns shidoku puzzles, most of them minimal.
func randomShidoku(n int) []sudoku.Grid {
	random := rand.New(rand.NewPCG(5, 6))
	var puzzles []sudoku.Grid
	var full []sudoku.Grid
	for g := range solver.Solutions(sudoku.Empty(sudoku.Shidoku)) {
		full = append(full, g)
	}
	for len(puzzles) < n {
		g := full[random.IntN(len(full))]
		cells := g.Shape().Cells()
		for _, i := range random.Perm(len(cells)) {
			if fewer := g.With(cells[i], 0); solver.Count(fewer, 2) == 1 && random.IntN(8) > 0 {
				g = fewer
			}
		}
		puzzles = append(puzzles, g)
	}
	return puzzles
}
