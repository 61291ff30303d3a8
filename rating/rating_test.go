package rating

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// examples are a puzzle for each technique that can be the hardest.
var examples = []struct {
	name, puzzle      string
	tier              logic.Tier
	cells, candidates int // left by the tier below
	hardest           logic.Technique
}{
	{"moler shidoku", "1.....3..2.....4", 1, 12, 20, logic.NakedSingle},
	{"6×6 naked singles", ".4...3..2...3...4.6....12...5.....6.", 1, 26, 72, logic.NakedSingle},
	{"6×6 hidden singles", "..46..3.6..4..346....5....1...6.....", 2, 23, 65, logic.HiddenSingle},
	{"6×6 naked pairs", "5..13......4.6........1.1......42...", 2, 24, 69, logic.NakedPair},
	{"6×6 hidden pairs", "....213....5.56...4........1.6......", 2, 27, 83, logic.HiddenPair},
	{"6×6 pointing", "1...2...5..1..1..3....4...2..56.....", 3, 19, 48, logic.Pointing},
	{"6×6 x-wings", "..2....3.4..2....36...1.......3.5.2.", 4, 22, 59, logic.XWing},
	{"6×6 guessing", ".......4.5.34....6.521..3.......5...", 5, 13, 30, logic.Contradiction},
	{"naked singles", "937..8.....27...58...3...2..5.6...9.4....38..........16.........4......7..52.9.64", 1, 56, 209, logic.NakedSingle},
	{"hidden singles", ".4.6.9.......259..........1.....349.5.....2....7.....691.3....44......8......6.73", 2, 58, 231, logic.HiddenSingle},
	{"naked pairs", "..3.7..2..8......14......7.7.9..3..5...2....6..1.6.3..2.5.........914......8....3", 2, 57, 212, logic.NakedPair},
	{"hidden pairs", "9.7.843........1..3......691.......5...8.1.4.7..34..8...2..7.........4...364.....", 2, 52, 193, logic.HiddenPair},
	{"naked triples", "....4..........2..18....9.7...1..6..85..2..4..7.....3..6.45...87...........2694..", 2, 57, 218, logic.NakedTriple},
	{"hidden triples", "....69.3...2.....4....2.........15...3..7....1....86.......6.91.7..35.2..6.8.7...", 2, 48, 167, logic.HiddenTriple},
	{"naked quads", "4.......2.73......1.....6..2...1.9......4..58..7.5.1....16...4.7...93..1..6.7.5.9", 2, 54, 197, logic.NakedQuad},
	{"hidden quads", ".5.48....6....7......3.6.........3...387..51.97....82.5.....49.74..5.1....2.1....", 2, 55, 202, logic.HiddenQuad},
	{"pointing", "...2..784.....3.96....1.....91..8.2.2.7....6.3....9.....2.6..738...........8.465.", 3, 38, 103, logic.Pointing},
	{"claiming", ".2..1.87...8..9..5...6..1.........587......16.3..6......7........6.2.93...19.5...", 3, 49, 167, logic.Claiming},
	{"x-wings", "3.2.4...81...97............59.....1......4..6...1...2.41....3..93...6...7..53...4", 4, 25, 61, logic.XWing},
	{"swordfish", "4...8.....1.6.9....8.2.5..4.7....895..9....7...4..8...3...1....29....13.7......89", 4, 25, 60, logic.Swordfish},
	{"jellyfish", ".39...........2359.24....6..1...3.......7.8....782...5......7......97.2...86.1...", 4, 39, 106, logic.Jellyfish},
	{"guessing", "4..8....9..67..43..9.2....1.8.3...7...4......9.36.......8523...........425......6", 5, 39, 108, logic.Contradiction},
}

func TestRate(t *testing.T) {
	for _, e := range examples {
		t.Run(e.name, func(t *testing.T) {
			g := sudokutest.Parse(t, e.puzzle)
			r, err := Rate(g)
			must(t, err)
			if want := (Certificate{e.tier - 1, e.cells, e.candidates}); r.Tier != e.tier || r.Certificate != want {
				t.Errorf("%v with %+v, want %v with %+v", r.Tier, r.Certificate, e.tier, want)
			}
			if r.Hardest != e.hardest || r.Hardest.Tier() != r.Tier {
				t.Errorf("hardest %s of tier %v, want %s", r.Hardest, r.Hardest.Tier(), e.hardest)
			}
			if open := len(g.Shape().Cells()) - g.Len(); r.Score < LeastScore(g.Shape(), open) || r.Score > MostScore(g.Shape(), open, r.Tier) {
				t.Errorf("score %g is not within its limits", r.Score)
			}
			if !(0 < r.Low && r.Low < r.Score && r.Score < r.High) {
				t.Errorf("score %g is not between %g and %g", r.Score, r.Low, r.High)
			}
			agree(t, g, rand.New(rand.NewPCG(1, 1)))
		})
	}
}

// Singles place all digits but those that guessing fills in.
func TestCountsAddUp(t *testing.T) {
	for _, e := range examples {
		g := sudokutest.Parse(t, e.puzzle)
		r, err := Rate(g)
		must(t, err)
		singles := int(r.Counts[nakedSingle] + r.Counts[hiddenSingle])
		if empty := r.Effort.Digits; singles > empty || r.Tier < logic.TierGuessing && singles < empty {
			t.Errorf("%s: %d singles for %d empty cells", e.name, singles, empty)
		}
		for technique := range r.Counts.All() {
			if technique.Tier() > r.Tier {
				t.Errorf("%s: tier %v uses %s of tier %v", e.name, r.Tier, technique, technique.Tier())
			}
		}
	}
}

func TestRateErrors(t *testing.T) {
	full := "1234341221434321"
	for _, c := range []struct {
		name, grid string
		want       error
	}{
		{"no clue", "................", solver.ErrTooFewClues},
		{"no clue", strings.Repeat(".", 81), solver.ErrTooFewClues},
		{"nothing to solve", full, ErrSolved},
		{"nothing to solve", sudokutest.MolerSolved, ErrSolved},
		{"two solutions", "1....2....3....4", solver.ErrManySolutions},
		{"a digit twice", "11..............", solver.ErrNoSolution},
		{"7 clues", "1.3...4.6...2.1...5.................", solver.ErrTooFewClues},
		{"nothing to solve", "123456456123231564564231312645645312", ErrSolved},
		{"two solutions of 6×6", ".23.56.56.2323.56.56.23.3.26.56.53.2", solver.ErrManySolutions},
		{"a digit twice in a box of 6×6", "12....31....2..4....3.....5..6......", solver.ErrNoSolution},
		{"full, a digit twice", "1" + full[:15], solver.ErrNoSolution},
		{"a cell without candidates", "123....4........", solver.ErrNoSolution},
		{"singles that collide", "12.....3........", solver.ErrNoSolution},
	} {
		t.Run(c.name, func(t *testing.T) {
			if r, err := Rate(sudokutest.Parse(t, c.grid)); !errors.Is(err, c.want) {
				t.Errorf("%+v, %v: want %v", r, err, c.want)
			}
		})
	}
}

// Any clues give a rating or an error.
func TestRateAnyClues(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 3000 {
		shape := sudoku.Shapes[r.IntN(len(sudoku.Shapes))]
		g := sudoku.Empty(shape)
		for range r.IntN(30) {
			c := shape.Cells()[r.IntN(len(shape.Cells()))]
			g = g.With(c, sudoku.Digit(r.IntN(shape.Side()+1)))
		}
		_, err := Rate(g)
		if n, _ := solver.Count(g, 2); (n == 1 && !g.Solved()) != (err == nil) {
			t.Errorf("%v: %v, but %d solutions", g, err, n)
		}
	}
}

func TestEveryTechniqueHasADefinition(t *testing.T) {
	rules := newOracle(sudokutest.Parse(t, examples[0].puzzle)).rules()
	for _, technique := range logic.Rated {
		if rules[technique] == nil && technique != logic.Contradiction {
			t.Errorf("%s: the rounds are compared without it", technique)
		}
	}
}

func TestCountsAsJSON(t *testing.T) {
	var c Counts
	c[nakedSingle], c[nakedSubset[2]] = 40, 1
	text, err := json.Marshal(c)
	if want := `{"naked-pair":1,"naked-single":40}`; err != nil || string(text) != want {
		t.Errorf("%s, %v: want %s", text, err, want)
	}
}

func TestNoAllocs(t *testing.T) {
	for _, e := range examples {
		g := sudokutest.Parse(t, e.puzzle)
		if n := testing.AllocsPerRun(10, func() { TierOf(g) }); n > 0 {
			t.Errorf("%s: TierOf allocates %g times", e.name, n)
		}
		if n := testing.AllocsPerRun(10, func() { Rate(g) }); n > 0 {
			t.Errorf("%s: Rate allocates %g times", e.name, n)
		}
	}
}
