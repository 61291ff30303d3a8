package generator_test

import (
	"maps"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Puzzles have the symmetry wanted, and no clues can go that leave it.
func TestSymmetry(t *testing.T) {
	for _, shape := range sudoku.Shapes {
		for _, s := range criteria.Symmetries[1:] {
			for _, g := range sudokutest.First(3, generator.Puzzles(generator.Options{Shape: shape, Symmetry: s, Seed: 1})) {
				if count(g) != 1 || !slices.Contains(criteria.SymmetriesOf(shape, g.Filled()), s) {
					t.Errorf("%s does not have the symmetry %s", g, s)
				}
				for c := range g.Filled().All() {
					less := g
					for _, image := range images(shape, s, c) {
						less = less.With(image, 0)
					}
					if count(less) == 1 {
						t.Errorf("%s, %s: the clues that go with %s can go", g, s, c)
					}
				}
			}
		}
	}
}

// images returns the cells that a symmetry takes to each other, by trying all eight maps.
func images(shape sudoku.Shape, s criteria.Symmetry, c sudoku.Cell) []sudoku.Cell {
	maps := map[criteria.Symmetry]string{
		criteria.HalfTurn: "2", criteria.QuarterTurn: "123", criteria.Horizontal: "h", criteria.Vertical: "v",
		criteria.Both: "hv2", criteria.Diagonal: "d", criteria.AntiDiagonal: "a", criteria.Diagonals: "da2",
		criteria.Full: "123hvda",
	}
	last := shape.Side() - 1
	row, column := c.Row(), c.Column()
	cells := []sudoku.Cell{c}
	for _, m := range maps[s] {
		cells = append(cells, map[rune]sudoku.Cell{
			'1': sudoku.CellAt(column, last-row), '2': sudoku.CellAt(last-row, last-column), '3': sudoku.CellAt(last-column, row),
			'h': sudoku.CellAt(last-row, column), 'v': sudoku.CellAt(row, last-column),
			'd': sudoku.CellAt(column, row), 'a': sudoku.CellAt(last-column, last-row),
		}[m])
	}
	return cells
}

func patternOf(shape sudoku.Shape, text string) sudoku.Cells {
	return sudokutest.Must1(criteria.ParsePattern(shape, text))
}

func TestPattern(t *testing.T) {
	for _, text := range []string{
		"xxx......xxx...xxx...xxxxxx...xxxxxxxxx...xxx...xxxxxxxxx...xxxxxx...xxx...xxxxxx",
		"5..4....6.7..1.4............82.......9..2.73.6.....5....1........9.42.8...31.8.69", // of a minimal puzzle
		"x..xx..xx..xx..x",
		"x..x...x..x...x..xx..x...x..x...x..x",
	} {
		o := generator.Options{Shape: sudokutest.Parse(t, strings.ReplaceAll(text, "x", ".")).Shape(), Seed: 1}
		o.Pattern = patternOf(o.Shape, text)
		puzzles := sudokutest.First(2, generator.Puzzles(o))
		for _, g := range puzzles {
			if count(g) != 1 || g.Filled() != o.Pattern {
				t.Errorf("%s is not a puzzle with the pattern %s", g, text)
			}
		}
		if len(puzzles) != 2 || !slices.Equal(puzzles, sudokutest.First(2, generator.Puzzles(o))) {
			t.Errorf("%s: %s, want the same two each time", text, puzzles)
		}
	}
}

// A pattern of a 6×6 has one puzzle of each class that it has at all: those of all digits in its cells, new ones in order.
func TestPatternOfSixBySix(t *testing.T) {
	cells := patternOf(sudoku.SixBySix, "....2....5......6.3.4.....5...1....3")
	want := map[sudoku.Grid]bool{}
	var fill func(g sudoku.Grid, left []sudoku.Cell, labels sudoku.Digit)
	fill = func(g sudoku.Grid, left []sudoku.Cell, labels sudoku.Digit) {
		if len(left) == 0 {
			if count(g) == 1 {
				want[canon.Of(g)] = true
			}
			return
		}
		for d := sudoku.Digit(1); d <= min(labels+1, 6); d++ {
			fill(g.With(left[0], d), left[1:], max(labels, d))
		}
	}
	fill(sudoku.Empty(sudoku.SixBySix), cells.Slice(), 0)
	got := map[sudoku.Grid]bool{}
	for g := range generator.Puzzles(generator.Options{Shape: sudoku.SixBySix, Pattern: cells, Seed: 1}) {
		if form := canon.Of(g); got[form] || g.Filled() != cells {
			t.Errorf("%s comes twice, or does not have the pattern", g)
		} else {
			got[form] = true
		}
	}
	if len(want) == 0 || !maps.Equal(got, want) {
		t.Errorf("%d puzzles, want %d", len(got), len(want))
	}
}

// Each wish is met, as the definitions have it.
func TestWishes(t *testing.T) {
	for _, o := range []generator.Options{
		{Clues: 22, Only: []logic.Technique{}, Needs: []logic.Technique{}},
		{Tier: logic.TierHidden, MinScore: 300, MaxScore: 310},
		{Needs: []logic.Technique{logic.Pointing}},
		{Needs: []logic.Technique{logic.NakedPair}},
		{Needs: []logic.Technique{logic.Contradiction}, Clues: 23},
		{Only: []logic.Technique{logic.NakedSingle, logic.HiddenSingle}},
		{Only: []logic.Technique{logic.HiddenSingle, logic.Claiming}, Needs: []logic.Technique{logic.Claiming}},
		{Shape: sudoku.SixBySix, Clues: 8},
		{Shape: sudoku.SixBySix, Clues: 13, Tier: logic.TierHidden},
		{Shape: sudoku.SixBySix, Tier: logic.TierGuessing, MinScore: 60, MaxScore: 600},
		{Shape: sudoku.SixBySix, Needs: []logic.Technique{logic.Pointing}},
	} {
		o.Seed = 2
		if err := o.Check(); err != nil {
			t.Errorf("%+v: %v", o, err)
		}
		for _, g := range sudokutest.First(2, generator.Puzzles(o)) {
			r, err := rating.Rate(g)
			if err != nil || !minimal(g) || o.Clues != 0 && g.Len() != o.Clues || o.Tier != 0 && r.Tier != o.Tier {
				t.Errorf("%s is not as wanted: %+v", g, o)
			}
			if o.MaxScore > 0 && (r.Score < o.MinScore || r.Score > o.MaxScore) {
				t.Errorf("%s has a score of %.0f", g, r.Score)
			}
			for _, needed := range o.Needs {
				_, _, ok := logic.Practice(g, needed)
				if needed == logic.Contradiction { // which ratings count before the ladder is climbed
					ok = r.Tier == logic.TierGuessing
				}
				if !ok {
					t.Errorf("%s does not need %s", g, needed)
				}
			}
			if len(o.Only) > 0 && !logic.Solves(logic.NewState(g), o.Only) {
				t.Errorf("%s is not solved with only %s", g, o.Only)
			}
		}
	}
}

// A search for many clues goes on near the first puzzle that has them, until one meets the other wishes too.
func TestManyCluesAndMore(t *testing.T) {
	o := generator.Options{Clues: 34, Tier: logic.TierLocked, Seed: 1, Tried: func(n uint64) bool { return n < 4 }}
	puzzles := sudokutest.First(1, generator.Puzzles(o))
	if len(puzzles) == 0 {
		t.Fatal("none in 4 candidates")
	}
	g := puzzles[0]
	if tier, _ := rating.TierOf(g); tier != o.Tier || g.Len() != o.Clues || !minimal(g) {
		t.Errorf("%s is of tier %v, with %d clues", g, tier, g.Len())
	}
}

func TestWishesRefused(t *testing.T) {
	techniques := func(t ...logic.Technique) []logic.Technique { return t }
	for _, c := range []struct {
		o    generator.Options
		want string
	}{
		{generator.Options{Clues: 16}, "17 or more"},
		{generator.Options{Clues: -3}, "17 or more"},
		{generator.Options{Clues: 81}, "81 cells"},
		{generator.Options{Clues: 41}, "the most is 40"},
		{generator.Options{Clues: 3, Shape: sudoku.Shidoku}, "4 or more"},
		{generator.Options{Clues: 7, Shape: sudoku.SixBySix}, "8 or more"},
		{generator.Options{Clues: 16, Shape: sudoku.SixBySix}, "the most is 15"},
		{generator.Options{Clues: 36, Shape: sudoku.SixBySix}, "36 cells"},
		{generator.Options{Shape: sudoku.SixBySix, Pattern: patternOf(sudoku.SixBySix, "xxx...xxx...x..x..x..x..x..x..x..x..")}, "column 5 and column 6"},
		{generator.Options{Clues: 22, Symmetry: criteria.Full}, "symmetry full"},
		{generator.Options{Tier: 2, Needs: techniques(logic.XWing)}, "tier 4 (x-wing) or more"},
		{generator.Options{Tier: 5, Needs: techniques(logic.XWing)}, "makes up for x-wing"},
		{generator.Options{Needs: techniques(logic.XWing, logic.Contradiction)}, "makes up"},
		{generator.Options{Tier: 3, Only: techniques(logic.NakedSingle)}, "tier 1 (singletons) or less"},
		{generator.Options{Only: techniques(logic.Pointing)}, "no cell can be filled"},
		{generator.Options{Only: techniques(logic.Contradiction)}, "solves every puzzle"},
		{generator.Options{Only: techniques(logic.NakedSingle), Needs: techniques(logic.Pointing)}, "needs pointing is not solved"},
		{generator.Options{Needs: techniques("magic")}, "unknown technique"},
		{generator.Options{Shape: sudoku.SixBySix, Needs: techniques(logic.Jellyfish)}, "no 6x6 needs jellyfish"},
		{generator.Options{Shape: sudoku.SixBySix, Needs: techniques(logic.HiddenTriple)}, "no 6x6 needs hidden-triple"},
		{generator.Options{MinScore: 20, MaxScore: 10}, "lower one first"},
		{generator.Options{MaxScore: 3}, "41 cells or more to fill"},
		{generator.Options{Tier: logic.TierSingletons, MinScore: 20_000}, "64 cells or fewer to fill"},
		{generator.Options{Only: techniques(logic.NakedSingle), Clues: 30, MinScore: 15_000}, "51 cells or fewer to fill"},
		{generator.Options{MinScore: 200_000}, "64 cells or fewer to fill"},
		{generator.Options{MaxScore: 50, Clues: 60, Symmetry: criteria.HalfTurn}, "21 cells or more to fill"},
		{generator.Options{Pattern: patternOf(sudoku.Shidoku, "xxx.............")}, "17 or more"},
		{generator.Options{Shape: sudoku.Shidoku, Pattern: patternOf(sudoku.Shidoku, "xxxxxxxxxxxxxxxx")}, "no cell empty"},
		{generator.Options{Shape: sudoku.Shidoku, Pattern: patternOf(sudoku.Shidoku, "xxxxxxxx........")}, "row 3 and row 4"},
		{generator.Options{Shape: sudoku.Shidoku, Pattern: patternOf(sudoku.Shidoku, "..xx..xx..xx..xx")}, "column 1 and column 2"},
		{generator.Options{Shape: sudoku.Shidoku, Pattern: patternOf(sudoku.Shidoku, "xxxx....x......."), Clues: 4}, "5 clues, not 4"},
	} {
		if err := c.o.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %q", c.o, err, c.want)
		}
	}
	for _, o := range []generator.Options{{Shape: sudoku.SixBySix, Needs: techniques(logic.Swordfish)}, {Needs: techniques(logic.HiddenQuad)}, {Needs: techniques(logic.Jellyfish)}} {
		if err := o.Check(); err != nil {
			t.Errorf("%+v, of which there are some: %v", o, err)
		}
	}
}

// A search without success ends when it is cancelled.
func TestTried(t *testing.T) {
	var tried []uint64
	o := generator.Options{Tier: logic.TierSingletons, MinScore: 1e6, Seed: 1, Tried: func(n uint64) bool {
		tried = append(tried, n)
		return len(tried) < 2
	}}
	if puzzles := sudokutest.First(1, generator.Puzzles(o)); puzzles != nil || len(tried) != 2 || tried[0] == 0 || tried[1] != 2*tried[0] {
		t.Errorf("%v after %d puzzles", puzzles, tried)
	}
}

// A hundred puzzles of each tier are what they should be, by means that share nothing with those
// that made them: the readable techniques, counting to two, one canonical form each.
func TestProveTiers(t *testing.T) {
	sudokutest.Prove(t)
	for _, tier := range logic.Tiers {
		seen := map[sudoku.Grid]bool{}
		for _, g := range sudokutest.First(100, generator.Puzzles(generator.Options{Tier: tier, Seed: 8})) {
			below, with := logic.NewState(g), logic.NewState(g)
			if tier > logic.TierSingletons {
				below = logic.Fixpoint(below, tier-1)
			}
			if tier < logic.TierGuessing {
				with = logic.Fixpoint(with, tier)
			}
			if !minimal(g) || below.Solved() || tier < logic.TierGuessing && !with.Solved() {
				t.Errorf("%s is not a minimal puzzle of tier %d", g, tier)
			}
			seen[canon.Of(g)] = true
		}
		if len(seen) != 100 {
			t.Errorf("tier %d: %d essentially different puzzles of 100", tier, len(seen))
		}
	}
}

// Puzzles of as few or as many clues as taking clues away hardly ever leaves are minimal, have exactly those clues,
// and are the same on any number of processors.
func TestRareClues(t *testing.T) {
	all := []generator.Options{{Clues: 19}, {Clues: 31}, {Clues: 29}, {Shape: sudoku.SixBySix, Clues: 15}}
	if testing.Short() { // not as few
		all = []generator.Options{{Clues: 20}, {Shape: sudoku.SixBySix, Clues: 14}}
	}
	for _, o := range all {
		o.Seed = 1
		one := ofClues(t, 1, o)
		if two := ofClues(t, 2, o); two != one {
			t.Errorf("%s with two processors, %s with one", two, one)
		}
	}
}

// Further wishes hold for them.
func TestRareCluesOfTier(t *testing.T) {
	all := []int{30, 20}
	if testing.Short() {
		all = all[:1]
	}
	for _, clues := range all {
		g := ofClues(t, 2, generator.Options{Clues: clues, Seed: 1, Tier: logic.TierHidden})
		if tier, _ := rating.TierOf(g); tier != logic.TierHidden {
			t.Errorf("%s has tier %d, want %d", g, tier, logic.TierHidden)
		}
	}
}

// ofClues returns the first puzzle as wanted.
func ofClues(t *testing.T, processors int, o generator.Options) sudoku.Grid {
	t.Helper()
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
	puzzles := sudokutest.First(1, generator.Puzzles(o))
	if len(puzzles) != 1 || puzzles[0].Len() != o.Clues || !minimal(puzzles[0]) {
		t.Fatalf("%s: want a minimal puzzle of %d clues", puzzles, o.Clues)
	}
	return puzzles[0]
}
