package logic_test

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Each technique finds what its definition says, neither more nor less, on the way through
// puzzles, and in states with candidates missing that are easier than any on such a way.
func TestTechniquesAreThePlainOnes(t *testing.T) {
	checkTechniques(t, some(lastTier(t), 20))
	for _, shape := range logictest.SmallShapes {
		checkTechniques(t, logictest.Puzzles(shape, sudokutest.Cases(200)))
	}
}

func TestProveTechniques(t *testing.T) {
	sudokutest.Prove(t)
	checkTechniques(t, some(lastTier(t), 1000))
}

// lastTier returns puzzles of the last tier, which are looked for once.
func lastTier(t *testing.T) []sudoku.Grid {
	if ofLastTier != nil {
		return ofLastTier
	}
	for _, g := range sudokutest.Grids(t, "minimal-20k.txt")[:sudokutest.Cases(3000)] {
		if tierOf(g) == logic.TierGuessing {
			ofLastTier = append(ofLastTier, g)
		}
	}
	return ofLastTier
}

var ofLastTier []sudoku.Grid

// lastTierOfSix returns 6×6 puzzles of the last tier, one for about twenty that are tried.
func lastTierOfSix(tried int) (grids []sudoku.Grid) {
	for _, g := range logictest.Puzzles(sudoku.SixBySix, tried) {
		if tierOf(g) == logic.TierGuessing {
			grids = append(grids, g)
		}
	}
	return grids
}

func checkTechniques(t *testing.T, grids []sudoku.Grid) {
	t.Helper()
	random := rand.New(rand.NewPCG(2, 5))
	found := map[logic.Technique]int{}
	for _, g := range grids {
		solution, err := solver.Solve(g)
		must(t, err)
		s := logic.NewState(g)
		for !s.Solved() {
			if random.IntN(5) == 0 {
				checkTechniquesAt(t, s, solution, found, random.IntN(64))
			}
			for c, right := range solution.ByCell() {
				if drop := s.Marks[c].Without(right); drop != 0 && random.IntN(8) == 0 {
					s.Marks[c] = s.Marks[c].Without(drop.First())
				}
			}
			if step, ok := s.Next(logic.TierXWing); ok {
				s = s.Apply(step)
			}
		}
	}
	t.Logf("%d puzzles: %v", len(grids), found)
}

// lacking returns a state without the first wrong candidate of one in n cells.
func lacking(s logic.State, solution sudoku.Grid, random *rand.Rand, n int) logic.State {
	for c, right := range solution.ByCell() {
		if drop := s.Marks[c].Without(right); drop != 0 && random.IntN(n) == 0 {
			s.Marks[c] = s.Marks[c].Without(drop.First())
		}
	}
	return s
}

// plainSteps returns the steps of a technique. Each has to hold, and together they conclude the same as its definition.
func plainSteps(t *testing.T, s logic.State, search *logic.Search, technique logic.Technique, solution sudoku.Grid) []logic.Step {
	t.Helper()
	all := slices.Collect(search.All(technique))
	for _, step := range all {
		if err := checkStep(s, step, solution); err != nil {
			t.Errorf("%s: %s: %v", s.Grid, words.Notation(step), err)
		}
	}
	if got, want := concluded(slices.Values(all)), logictest.Of(s).Concluded(technique); got != want {
		t.Errorf("%s with %v: %s concludes %v, want %v", s.Grid, s.Marks, technique, got, want)
	}
	return all
}

// withTridagons are puzzles of ours.
var withTridagons = []string{
	"..6...82.5.......4.4.89...5.8...53.9..298........165........94.42.......8.9.5...6",
	"6..3.8.2..71.......8.....4...28..5..3...5.2.1.1.....86.....26...2..85...1.5.3....",
	"...31.7.5.1.....9.9......23..9......8..52....126....7.7.19...5.....35...3..17.2..",
	"85...3.6...3...5...2..8..4.5.8..9.....4.........62....6....5..3.4..3...13.284.6..",
	"2.6...73...8.......3.....6..6.4.5.7...3..8...7.4.1.8.2..2.8.4.........2...73..6..",
	"...45.........9.....5.2.74...16..9...4.5...7..6..97..1.96......1.7..6.5.4.....8.9",
	".91.4....63.......8.4....61....2..4...6..8....13..49......5...45......86...9..1..",
	"5..8....33..5..6....7.4.....1.7............75..9....4.6.345....48..6.5...7.3.84..",
}

// withTridagonChains are puzzles of ours.
var withTridagonChains = []string{
	".9.2.1.....3.59......38......1......83......2.2589..3....5...76...9.85...12....4.",
	".2.8..6.......6.17.7.51.8.2..4.5....26....57.3.91.........8.7.....2.....8...6.1.5",
	"..7.94...6..32........8.3.1.........8......3735....61.......1.61..6..78.76.8...53",
	"..8.....3.76....9..1.5.....1..9...24...4.35.1.....293..213.4.......2.....4.197...",
}

// Tridagons, and chains from their guardians, are those of the definition, on the way through puzzles that need one and with
// candidates missing, and each of them holds.
func TestTridagonsAreThePlainOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 9))
	degenerate, several, chains := 0, 0, map[int]int{} // chains by their number
	for _, text := range slices.Concat(withTridagons, withTridagonChains) {
		g := sudokutest.Parse(t, text)
		solution, err := solver.Solve(g)
		must(t, err)
		climb, err := logic.ClimbOf(g)
		must(t, err)
		for _, made := range climb.Steps {
			if technique := made.Step.Technique; technique != logic.Tridagon && technique != logic.TridagonChain && random.IntN(8) > 0 {
				continue
			}
			s := lacking(made.Before, solution, random, 20)
			search := s.Search(0)
			for _, technique := range []logic.Technique{logic.Tridagon, logic.TridagonChain} {
				for _, step := range plainSteps(t, s, search, technique, solution) {
					if cells := step.Parts[0].Cells; cells.Intersect(s.Grid.Filled()).Len() > 0 {
						degenerate++
					}
					if guardians := step.Parts[1]; guardians.Cells.Len() > 1 || guardians.Digits.Len() > 1 {
						several++
					}
					chains[len(step.Chains())]++
				}
			}
		}
	}
	t.Logf("%d tridagons with filled cells, %d with several guardians; steps by their chains: %v", degenerate, several, chains)
	if degenerate == 0 || several == 0 || chains[0] == 0 || chains[2] == 0 || chains[3] == 0 || chains[4] == 0 {
		t.Error("some kind of tridagon is missing")
	}
}

// withExocets are puzzles of ours.
var withExocets = []string{
	"........1.......23..4.35..6.3.6......7....8..4...793...4..579..5........9..8.....",
	".................1..2.34.56.......6...63.5.4.27..6......5.2..7...7.5..3.8..9.....",
	"................12..1..34......5.6....6..2..4.7.8.1.5...3..6....5....96.8.47.....",
	"........1.....123...4.5..6....3...2...5.6.4...2......7..7...8....89.6...54..8....",
	"........1.....2.3...3.4.5.....6..7....7.1.8.4.94........1.7..5..6...9...2..8..4..",
}

// Exocets are those of the definition, on the way through puzzles that need one and with candidates missing, and each of
// them holds.
func TestExocetsAreThePlainOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 3))
	found, base := 0, 0 // steps, and those that rule out a digit of the base
	for _, text := range withExocets {
		g := sudokutest.Parse(t, text)
		solution, err := solver.Solve(g)
		must(t, err)
		climb, err := logic.ClimbOf(g)
		must(t, err)
		for _, made := range climb.Steps {
			for range 5 {
				s := lacking(made.Before, solution, random, 10)
				for _, step := range plainSteps(t, s, s.Search(0), logic.Exocet, solution) {
					if found++; slices.ContainsFunc(step.Eliminations, func(e sudoku.Candidate) bool { return step.Parts[0].Cells.Has(e.Cell) }) {
						base++
					}
				}
			}
		}
	}
	if t.Logf("%d exocets, %d of them rule out a digit of the base", found, base); found == 0 || base == 0 {
		t.Error("some kind of exocet is missing")
	}
}

// withSectors are puzzles of ours.
var withSectors = []string{
	"........1....12.3...45..6..........7.5...1.2.8..6..5...4.8..9...7..3....6.8...4..",
	"........1.....1.2...2..3.4...4.....2.5..6....7..8.59....7..4..3.6..9.7..8..5.....",
	"........1.....1234..2...5......6..4...5..71.2.8.9.......7..5..36...8....9..4.....",
	"........1.....2.3...4.5.6.......3.7...8.6.5...2.1.......98...67.4..9....57....8..",
	".......12.....13....4.5......6.4.....4...2..17..8..4....8.6.....2.....395..7...6.",
}

// Multi-sector locked sets are those of the definition, on the way through puzzles that need one and with candidates missing,
// and each of them holds.
func TestSectorsAreThePlainOnes(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 2))
	found, needed, filled := 0, 0, 0 // steps, those of climbs, those with a filled crossing
	for _, text := range withSectors {
		g := sudokutest.Parse(t, text)
		solution, err := solver.Solve(g)
		must(t, err)
		climb, err := logic.ClimbOf(g)
		must(t, err)
		for _, made := range climb.Steps {
			needs := made.Step.Technique == logic.MSLS
			if needs {
				needed++
			}
			if !needs && random.IntN(8) > 0 {
				continue
			}
			s := lacking(made.Before, solution, random, 6)
			for _, step := range plainSteps(t, s, s.Search(0), logic.MSLS, solution) {
				rows, columns := map[int]bool{}, map[int]bool{}
				for c := range step.Parts[0].Cells.All() {
					rows[c.Row()], columns[c.Column()] = true, true
				}
				if found++; step.Parts[0].Cells.Len() < len(rows)*len(columns) {
					filled++
				}
			}
		}
	}
	if t.Logf("%d sets, %d with a filled crossing; %d steps of climbs", found, filled, needed); filled == 0 || needed < len(withSectors) {
		t.Error("some kind of multi-sector locked set is missing")
	}
}

// A fish whose covers make it a mutant may be a simpler one for some of the cells: those are not a mutant's to rule out.
func TestMutantForOneCellAlone(t *testing.T) {
	s := parseState(t, []string{
		"1379 139 379 =8 237 =4 25 1359 =6",
		"=5 136 34 =9 236 236 28 =7 1238",
		"679 =2 =8 =1 367 =5 =4 39 3",
		"13678 =4 1357 56 2356 26 =9 3568 12358",
		"=2 689 39 =4 3569 =1 =7 568 358",
		"169 1369 1359 256 =8 =7 1256 13456 12345",
		"1489 =5 19 =3 479 689 68 =2 1478",
		"1348 =7 =6 2 245 8 158 458 =9",
		"489 9 2 567 =1 689 =3 4568 578",
	})
	want, got := logictest.Of(s).Concluded(logic.MutantFish), concluded(s.Search(0).All(logic.MutantFish))
	if got != want || got == (sudoku.Pencilmarks{}) {
		t.Errorf("mutant-fish rules out %v, want %v", got, want)
	}
}

// concluded returns the conclusions of some steps: the digits of singles, or the candidates that others rule out.
func concluded(steps iter.Seq[logic.Step]) (all sudoku.Pencilmarks) {
	for step := range steps {
		for _, c := range slices.Concat(step.Placements, step.Eliminations) {
			all[c.Cell] = all[c.Cell].With(c.Digit)
		}
	}
	return all
}

// checkTechniquesAt looks at long chains at one of eight, and on large grids at sets, which take longest, at one of 64.
func checkTechniquesAt(t *testing.T, s logic.State, solution sudoku.Grid, found map[logic.Technique]int, turn int) {
	t.Helper()
	search := s.Search(0)
	for _, technique := range logic.Techniques {
		place := slices.Index(logic.Ladder, technique)
		if technique == logic.Contradiction || place >= slices.Index(logic.Ladder, logic.NiceLoop) && turn%8 > 0 ||
			place > slices.Index(logic.Ladder, logic.GroupedAIC) && turn > 0 && s.Grid.Shape() == sudoku.Sudoku {
			continue
		}
		all := slices.Collect(search.All(technique))
		found[technique] += len(all)
		for _, step := range all {
			if err := checkStep(s, step, solution); err != nil {
				t.Errorf("%s: %s: %v", s.Grid, words.Notation(step), err)
			}
		}
		got, want := concluded(slices.Values(all)), logictest.Of(s).Concluded(technique)
		if got != want {
			t.Errorf("%s with %v: %s concludes %v, want %v", s.Grid, s.Marks, technique, got, want)
		}
		steps := technique.StepsIn(s)
		if (technique == logic.FrankenFish || technique == logic.MutantFish) && len(all) > 0 { // the smallest only
			smallest := len(slices.MinFunc(all, func(a, b logic.Step) int { return len(a.Houses) - len(b.Houses) }).Houses)
			want = concluded(slices.Values(slices.DeleteFunc(all, func(step logic.Step) bool { return len(step.Houses) > smallest })))
		}
		if got := concluded(slices.Values(steps)); got != want {
			t.Errorf("%s with %v: the steps of %s conclude %v, want %v", s.Grid, s.Marks, technique, got, want)
		}
	}
}

// A search that moves along a path finds the steps that a new one finds.
func TestMoveTo(t *testing.T) {
	for i, technique := range append(slices.Clone(logic.Ladder), logic.Contradiction) {
		if testing.Short() && i%6 > 0 {
			continue
		}
		example, _, _ := technique.Example()
		g := example.Clues()
		path, err := logic.Path(g)
		must(t, err)
		s := logic.NewState(g)
		search := s.Search(logic.MaxConclusions)
		for i, next := range path {
			if next.Technique.Tier() == logic.TierGuessing && i%4 == 0 { // it need not see every state
				search.MoveTo(s)
				fresh := s.Search(logic.MaxConclusions)
				for _, technique := range append(slices.Clone(logic.Ladder), logic.Contradiction) {
					want, got := slices.Collect(fresh.Steps(technique)), slices.Collect(search.Steps(technique))
					if !reflect.DeepEqual(got, want) {
						t.Errorf("%v, step %d: %s finds %v, want %v", g, i, technique, got, want)
					}
				}
			}
			s = s.Apply(next)
		}
	}
}

// A climb is the same for isomorphs, its steps are the easiest at any time, and it needs what its puzzle needs.
func TestClimbOfIsomorphs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, g := range append(lastTierOfSix(sudokutest.Cases(4000)), some(lastTier(t), 60)...) {
		climb, err := logic.ClimbOf(g)
		must(t, err)
		turned, err := logic.ClimbOf(sudoku.RandomTransform(g.Shape(), random).Apply(g))
		if err != nil || fmt.Sprint(turned.Rounds) != fmt.Sprint(climb.Rounds) || turned.Hardest != climb.Hardest {
			t.Errorf("%s: %v, its isomorph %v (%v)", g, climb.Rounds, turned.Rounds, err)
		}
	}
	for _, g := range append(lastTierOfSix(sudokutest.Cases(1000)), some(lastTier(t), 5)...) {
		climb, _ := logic.ClimbOf(g)
		var needs []logic.Technique
		for _, technique := range logic.Ladder {
			if _, _, ok := logic.NeededAt(logic.NewState(g), technique); ok {
				needs = append(needs, technique)
			}
		}
		if climb.Hardest == logic.Contradiction {
			needs = append(needs, climb.Hardest)
		}
		if !slices.Equal(climb.Needs, needs) {
			t.Errorf("%s: the climb needs %v, want %v", g, climb.Needs, needs)
		}
	}
	if climb, err := logic.ClimbOf(sudokutest.Parse(t, samples[0].puzzle)); err != nil || climb.Hardest != "" {
		t.Errorf("a puzzle of the first tier climbs to %q, %v", climb.Hardest, err)
	}
	if _, err := logic.ClimbOf(sudoku.Empty(sudoku.Sudoku)); err == nil {
		t.Error("an empty grid climbs")
	}
}
