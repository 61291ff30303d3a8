package logic_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Each technique of the ladder finds what its definition says, neither more nor less, on the way through
// puzzles, and in states with candidates missing that are easier than any on such a way.
func TestLadderIsThePlainOne(t *testing.T) {
	checkLadder(t, some(lastTier(t), 20))
	checkLadder(t, randomShidoku(50))
}

func TestProveLadder(t *testing.T) {
	sudokutest.Prove(t)
	checkLadder(t, some(lastTier(t), 1000))
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

func checkLadder(t *testing.T, grids []sudoku.Grid) {
	t.Helper()
	random := rand.New(rand.NewPCG(2, 5))
	found := map[logic.Technique]int{}
	for _, g := range grids {
		solution, err := solver.Solve(g)
		must(t, err)
		s := logic.NewState(g)
		for !s.Solved() {
			if random.IntN(5) == 0 {
				checkLadderAt(t, s, solution, found, random.IntN(64))
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
	want, got := plainLadder[logic.MutantFish](plainOf(s, nil)), sudoku.Pencilmarks{}
	for _, step := range logic.MutantFish.StepsIn(s) {
		for _, e := range step.Eliminations {
			got[e.Cell] = got[e.Cell].With(e.Digit)
		}
	}
	if got != want || got == (sudoku.Pencilmarks{}) {
		t.Errorf("mutant-fish rules out %v, want %v", got, want)
	}
}

// checkLadderAt looks at long chains at one of eight, and on large grids at sets, which take longest, at one of 64.
func checkLadderAt(t *testing.T, s logic.State, solution sudoku.Grid, found map[logic.Technique]int, turn int) {
	t.Helper()
	for _, technique := range logic.Ladder {
		place := slices.Index(logic.Ladder, technique)
		if place >= slices.Index(logic.Ladder, logic.NiceLoop) && turn%8 > 0 ||
			place > slices.Index(logic.Ladder, logic.GroupedAIC) && turn > 0 && s.Grid.Shape() == sudoku.Sudoku {
			continue
		}
		p := plainOf(s, nil)
		want := plainLadder[technique](p)
		got := sudoku.Pencilmarks{}
		for _, step := range technique.StepsIn(s) {
			found[technique]++
			if err := checkStep(s, step, solution); err != nil {
				t.Errorf("%s: %s: %v", s.Grid, words.Notation(step), err)
			}
			for _, e := range step.Eliminations {
				got[e.Cell] = got[e.Cell].With(e.Digit)
			}
		}
		if got != want {
			t.Errorf("%s with %v: %s rules out %v, want %v", s.Grid, s.Marks, technique, got, want)
		}
	}
}

// patternHolds checks a step of the ladder: however its parts are filled, taking the candidates of its cells, or
// the places of its digits in its houses, what it rules out falls.
func patternHolds(s logic.State, step logic.Step) error {
	switch step.Technique {
	case logic.RemotePair, logic.SimpleColouring, logic.MultiColouring, logic.XChain, logic.XYChain, logic.NiceLoop, logic.AIC, logic.GroupedAIC, logic.ALSAIC:
		return chainFollows(s, step)
	case logic.SueDeCoq, logic.ALSXZ, logic.DoublyLinkedALSXZ, logic.ALSXYWing, logic.ALSChain, logic.DeathBlossom:
		return setsFollow(s, step)
	}
	for _, e := range step.Eliminations {
		if slices.Contains(logic.Uniqueness, step.Technique) {
			if !followsFromOneSolution(s, step, e) {
				return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
			}
			continue
		}
		var choices [][]sudoku.Candidate
		switch step.Technique {
		case logic.XYWing, logic.XYZWing, logic.WXYZWing:
			choices = inCells(s, step.Cells)
		case logic.WWing:
			ends := step.Parts[0].Cells.Union(step.Parts[len(step.Parts)-1].Cells)
			choices = append(inCells(s, ends), inHouse(s, step.Houses[0], step.Parts[2].Digits.First()))
		case logic.Skyscraper, logic.TwoStringKite, logic.TurbotFish, logic.EmptyRectangle,
			logic.FinnedXWing, logic.FinnedSwordfish, logic.FinnedJellyfish, logic.FrankenFish, logic.MutantFish:
			for _, h := range step.Houses {
				choices = append(choices, inHouse(s, h, step.Digits.First()))
			}
		default:
			return fmt.Errorf("unknown technique %q", step.Technique)
		}
		if canFill(s.Grid.Shape(), choices, []sudoku.Candidate{e}) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	var digits sudoku.Digits
	for _, part := range step.Parts {
		digits |= part.Digits
		for c := range part.Cells.All() {
			if part.Digits&^s.Marks[c] != 0 && step.Technique != logic.WXYZWing && !slices.Contains(logic.Uniqueness, step.Technique) {
				return fmt.Errorf("%s does not have %s", c, part.Digits)
			}
		}
	}
	if len(step.Houses) == 0 || digits != step.Digits {
		return fmt.Errorf("%d houses to look in, parts with %s for %s", len(step.Houses), digits, step.Digits)
	}
	return nil
}

func inCells(s logic.State, cells sudoku.Cells) (choices [][]sudoku.Candidate) {
	for c := range cells.All() {
		var choice []sudoku.Candidate
		if s.Placed.Has(c) {
			choice = append(choice, sudoku.Candidate{Cell: c, Digit: s.Grid.At(c)})
		}
		for d := range s.Marks[c].All() {
			choice = append(choice, sudoku.Candidate{Cell: c, Digit: d})
		}
		choices = append(choices, choice)
	}
	return choices
}

func inHouse(s logic.State, h sudoku.House, d sudoku.Digit) (choice []sudoku.Candidate) {
	for _, c := range s.Grid.Shape().House(h) {
		if s.Marks[c].Has(d) {
			choice = append(choice, sudoku.Candidate{Cell: c, Digit: d})
		}
	}
	return choice
}

// canFill reports whether one candidate of each choice can be taken without a conflict.
func canFill(shape sudoku.Shape, choices [][]sudoku.Candidate, taken []sudoku.Candidate) bool {
	return canFillBut(shape, choices, taken, func([]sudoku.Candidate) bool { return false })
}

// canFillBut reports whether there is a way to take them that is not wrong.
func canFillBut(shape sudoku.Shape, choices [][]sudoku.Candidate, taken []sudoku.Candidate, wrong func([]sudoku.Candidate) bool) bool {
	if len(choices) == 0 {
		return !wrong(taken)
	}
next:
	for _, p := range choices[0] {
		for _, q := range taken {
			if p.Cell == q.Cell && p.Digit != q.Digit || p.Digit == q.Digit && shape.Peers(p.Cell).Has(q.Cell) {
				continue next
			}
		}
		if canFillBut(shape, choices[1:], append(taken, p), wrong) {
			return true
		}
	}
	return false
}

// A climb is the same for isomorphs, its steps are the easiest at any time, and it needs what its puzzle needs.
func TestClimbOfIsomorphs(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, g := range some(lastTier(t), 60) {
		climb, err := logic.ClimbOf(g)
		must(t, err)
		turned, err := logic.ClimbOf(sudoku.RandomTransform(g.Shape(), random).Apply(g))
		if err != nil || fmt.Sprint(turned.Rounds) != fmt.Sprint(climb.Rounds) || turned.Hardest != climb.Hardest {
			t.Errorf("%s: %v, its isomorph %v (%v)", g, climb.Rounds, turned.Rounds, err)
		}
	}
	for _, g := range some(lastTier(t), 5) {
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
