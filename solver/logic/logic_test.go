package logic_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// words are those of golden files and of failures.
var words = explain.In(locale.Match("en"))

// goldenNugget, published by tarek in 2007, is one of the hardest puzzles known; it needs
// contradictions within contradictions. contradictory needs plain ones only.
const (
	goldenNugget  = ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7....."
	contradictory = "..6.4.28...5..819..2.9............51.9.6.17.....8.....4..5..67.....8.4....2..6..3"
)

// samples are puzzles of each tier, found by taking clues from random grids.
var samples = []struct {
	puzzle string
	tier   logic.Tier
}{
	{"1.....3..2.....4", logic.TierSingletons},
	{".4...3..2...3...4.6....12...5.....6.", logic.TierSingletons},
	{"5..13......4.6........1.1......42...", logic.TierHidden},
	{"1...2...5..1..1..3....4...2..56.....", logic.TierLocked},
	{"..2....3.4..2....36...1.......3.5.2.", logic.TierXWing},
	{".......4.5.34....6.521..3.......5...", logic.TierGuessing},
	{".7...56.9..39.84..18...4....6..5.....9......2......9....482...........73...3...1.", logic.TierSingletons},
	{".1.2.95...2......9.581..4.........576...3.2.8.......43...7...3.47...1.......92...", logic.TierSingletons},
	{"...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589...", logic.TierHidden},
	{"...6...73...5.9.1.6.....5.43.1...6...7..1............54..3..96....4....82.6.753..", logic.TierHidden},
	{"...1.......9..6.....1...8..6.....2.7..3.87....9.6..1...46...9.2.2...3.85..5....41", logic.TierLocked},
	{"1..8.......3.2.49..6...78...3.5...8.......9.39.1.........2.47.1.......2.69....5..", logic.TierLocked},
	{"3..1....9...6..2..29.....1....49.....13....9....8..452157.62....6..4..........7..", logic.TierXWing},
	{"32....6...9...452..47..6...91...54...36...97..................9...34..1.....193.6", logic.TierXWing},
	{contradictory, logic.TierGuessing},
	{goldenNugget, logic.TierGuessing},
}

var logicTiers = []logic.Tier{logic.TierSingletons, logic.TierHidden, logic.TierLocked, logic.TierXWing}

func TestFixpointsAreThePlainOnes(t *testing.T) {
	t.Run("samples", func(t *testing.T) { checkFixpoints(t, sampleGrids(t)) })
	for _, shape := range logictest.SmallShapes {
		t.Run(shape.String(), func(t *testing.T) { checkFixpoints(t, logictest.Puzzles(shape, sudokutest.Cases(2000))) })
	}
	for _, name := range corpora {
		t.Run(name, func(t *testing.T) { checkFixpoints(t, some(sudokutest.Grids(t, name), 150)) })
	}
}

func TestFixpointsTurnWithTheGrid(t *testing.T) {
	for _, shape := range logictest.SmallShapes {
		t.Run(shape.String(), func(t *testing.T) { checkTurned(t, logictest.Puzzles(shape, sudokutest.Cases(2000))) })
	}
	t.Run("samples", func(t *testing.T) { checkTurned(t, sampleGrids(t)) })
	t.Run("minimal", func(t *testing.T) { checkTurned(t, some(sudokutest.Grids(t, "minimal-20k.txt"), 500)) })
}

// TestPaths follows paths to their end: every step is sound and follows from its reason,
// does something, is of the puzzle's tier at most, and the last one leaves the solution.
func TestPaths(t *testing.T) {
	for _, s := range samples {
		if got, err := checkPath(sudokutest.Parse(t, s.puzzle)); got != s.tier || err != nil {
			t.Errorf("%s: tier %s, %v, want %s", s.puzzle, got, err, s.tier)
		}
	}
	for _, shape := range logictest.SmallShapes {
		t.Run(shape.String(), func(t *testing.T) { checkPaths(t, logictest.Puzzles(shape, sudokutest.Cases(2000))) })
	}
	for _, name := range corpora {
		few := 300
		if name == "hardest-375.txt" {
			few = 2 // they take long
		}
		t.Run(name, func(t *testing.T) { checkPaths(t, some(sudokutest.Grids(t, name), few)) })
	}
}

// TestProveLogic does all of the above on whole corpora.
func TestProveLogic(t *testing.T) {
	sudokutest.Prove(t)
	sixes := logictest.Puzzles(sudoku.SixBySix, 10_000)
	t.Run("fixpoints/6x6", func(t *testing.T) { checkFixpoints(t, sixes) })
	t.Run("turned/6x6", func(t *testing.T) { checkTurned(t, sixes) })
	t.Run("paths/6x6", func(t *testing.T) { checkPaths(t, sixes) })
	for _, name := range corpora {
		grids := sudokutest.Grids(t, name)
		t.Run("fixpoints/"+name, func(t *testing.T) { checkFixpoints(t, grids) })
		t.Run("turned/"+name, func(t *testing.T) { checkTurned(t, grids) })
		t.Run("paths/"+name, func(t *testing.T) { checkPaths(t, grids) })
	}
	for _, name := range []string{"puzzle-bank/2.5.txt", "puzzle-bank/4.2.txt", "puzzle-bank/7.1.txt"} {
		t.Run("paths/"+name, func(t *testing.T) { checkPaths(t, sudokutest.Grids(t, name)) })
	}
}

// corpora are the files of puzzles that may lie beside the repository.
var corpora = []string{"minimal-20k.txt", "royle-17-clue.txt", "human-times.tsv", "hardest-375.txt"}

// checkFixpoints compares what each tier leaves with what the plain rules leave.
func checkFixpoints(t *testing.T, grids []sudoku.Grid) {
	random := rand.New(rand.NewPCG(1, 2))
	differences := 0
	for _, g := range grids {
		p := logictest.Of(logic.NewState(g))
		for _, tier := range logicTiers {
			p.Exhaust(upTo(tier), random)
			want := p.State()
			if got := logic.Fixpoint(logic.NewState(g), tier); got != want {
				differences++
				t.Errorf("%s at tier %s: %d candidates left, want %d", g, tier, got.Marks.Len(), want.Marks.Len())
			}
		}
	}
	t.Logf("%d puzzles, fixpoints of 4 tiers: %d differences", len(grids), differences)
}

// checkTurned compares what each tier leaves of a grid, turned, with what it leaves of the
// turned grid.
func checkTurned(t *testing.T, grids []sudoku.Grid) {
	random := rand.New(rand.NewPCG(3, 4))
	differences := 0
	for _, g := range grids {
		turn := sudoku.RandomTransform(g.Shape(), random)
		for _, tier := range logicTiers {
			s := logic.Fixpoint(logic.NewState(g), tier)
			got := logic.Fixpoint(logic.NewState(turn.Apply(g)), tier)
			if got.Grid != turn.Apply(s.Grid) || got.Marks != turn.ApplyMarks(s.Marks) {
				differences++
				t.Errorf("%s under %s at tier %s: other leftovers", g, turn, tier)
			}
		}
	}
	t.Logf("%d puzzles turned, fixpoints of 4 tiers: %d differences", len(grids), differences)
}

func checkPaths(t *testing.T, grids []sudoku.Grid) {
	wrong := 0
	for _, g := range grids {
		if _, err := checkPath(g); err != nil {
			wrong++
			t.Errorf("%s: %v", g, err)
		}
	}
	t.Logf("%d paths, each step checked against its reason and the solution: %d wrong", len(grids), wrong)
}

// checkPath returns the tier of the hardest step, and what is wrong with the path.
func checkPath(g sudoku.Grid) (hardest logic.Tier, err error) {
	solution, err := solver.Solve(g)
	if err != nil {
		return 0, err
	}
	path, err := logic.Path(g)
	if err != nil {
		return 0, err
	}
	s := logic.NewState(g)
	for _, step := range path {
		hardest = max(hardest, step.Technique.Tier())
		if err := checkStep(s, step, solution); err != nil {
			return hardest, fmt.Errorf("%s: %s: %w", s.Grid, words.Notation(step), err)
		}
		s = s.Apply(step)
	}
	if s.Grid != solution {
		return hardest, fmt.Errorf("the path ends at %s", s.Grid)
	}
	if hardest < logic.TierGuessing && !logic.Fixpoint(logic.NewState(g), hardest).Solved() ||
		hardest > logic.TierSingletons && logic.Fixpoint(logic.NewState(g), hardest-1).Solved() {
		return hardest, fmt.Errorf("hardest step of tier %s, which is not the puzzle's", hardest)
	}
	return hardest, nil
}

// checkStep checks that a step only concludes what is true and not known before, and that
// it follows from its reason.
func checkStep(s logic.State, step logic.Step, solution sudoku.Grid) error {
	if len(step.Placements)+len(step.Eliminations) == 0 {
		return errors.New("does nothing")
	}
	for _, p := range step.Placements {
		if !s.Marks.Has(p) || solution.At(p.Cell) != p.Digit {
			return fmt.Errorf("%s=%s is wrong", p.Cell, p.Digit)
		}
	}
	for _, e := range step.Eliminations {
		if !s.Marks.Has(e) || solution.At(e.Cell) == e.Digit {
			return fmt.Errorf("%s<>%s is wrong", e.Cell, e.Digit)
		}
	}
	return logictest.Unjustified(s, step)
}

func TestPathOfNoPuzzle(t *testing.T) {
	for _, text := range []string{"", "11", "1..............."} {
		if _, err := logic.Path(sudokutest.Parse(t, text)); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func sampleGrids(t *testing.T) []sudoku.Grid {
	var grids []sudoku.Grid
	for _, s := range samples {
		grids = append(grids, sudokutest.Parse(t, s.puzzle))
	}
	return grids
}

// some returns n grids spread over a corpus, or fewer; see [sudokutest.Cases].
func some(grids []sudoku.Grid, n int) []sudoku.Grid {
	return sudokutest.Spread(grids, sudokutest.Cases(n))
}
