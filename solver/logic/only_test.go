package logic_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/logic/logictest"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// upTo lists the techniques of the tiers up to one that only remove candidates.
func upTo(tier logic.Tier) (list []logic.Technique) {
	for _, technique := range logic.Techniques {
		if technique.Tier() <= min(tier, logic.TierXWing) {
			list = append(list, technique)
		}
	}
	return list
}

func tierOf(g sudoku.Grid) logic.Tier {
	for _, tier := range logicTiers {
		if logic.Fixpoint(logic.NewState(g), tier).Solved() {
			return tier
		}
	}
	return logic.TierGuessing
}

func TestClosed(t *testing.T) {
	for _, c := range []struct{ list, want []logic.Technique }{
		{nil, nil},
		{[]logic.Technique{"magic"}, nil},
		{[]logic.Technique{logic.Pointing}, []logic.Technique{logic.Pointing}},
		{[]logic.Technique{logic.NakedTriple}, []logic.Technique{logic.NakedSingle, logic.NakedPair, logic.NakedTriple}},
		{[]logic.Technique{logic.Swordfish, logic.HiddenPair}, []logic.Technique{logic.HiddenSingle, logic.HiddenPair, logic.XWing, logic.Swordfish}},
	} {
		if got := logic.Closed(c.list); !slices.Equal(got, c.want) {
			t.Errorf("with %v come %v, want %v", c.list, got, c.want)
		}
	}
	for i := range logic.Techniques {
		if easier := logic.Techniques[:i]; !slices.Equal(logic.Closed(easier), easier) {
			t.Errorf("the techniques easier than %s are not a closed list", logic.Techniques[i])
		}
	}
}

// What a closed list leaves is the same for every order of single steps, for isomorphs, and by the
// plain rules.
func TestAnyOrder(t *testing.T) {
	for _, shape := range logictest.SmallShapes {
		checkOrders(t, logictest.Puzzles(shape, 200), 1)
	}
	checkOrders(t, sampleGrids(t), 5)
	checkOrders(t, some(sudokutest.Grids(t, "minimal-20k.txt"), 150), 1)
	checkOrders(t, some(sudokutest.Grids(t, "royle-17-clue.txt"), 50), 1)
}

func TestProveAnyOrder(t *testing.T) {
	sudokutest.Prove(t)
	checkOrders(t, sudokutest.Grids(t, "minimal-20k.txt"), 2)
	checkOrders(t, sudokutest.Grids(t, "human-times.tsv"), 10)
}

func checkOrders(t *testing.T, grids []sudoku.Grid, times int) {
	t.Helper()
	random := rand.New(rand.NewPCG(3, 1))
	for _, g := range grids {
		for range times {
			list := logic.Closed(slices.DeleteFunc(upTo(logic.TierXWing), func(logic.Technique) bool { return random.IntN(4) > 0 }))
			p := logictest.Of(logic.NewState(g))
			p.Exhaust(list, random)
			want := p.State()
			if err := differs(g, list, want, random); err != nil {
				t.Errorf("%s with %v: %v", g, list, err)
			}
		}
	}
}

// differs returns an error if a random order of steps, on the grid or on an isomorph, leaves
// anything else.
func differs(g sudoku.Grid, list []logic.Technique, want logic.State, random *rand.Rand) error {
	if got := anyOrder(logic.NewState(g), list, random); got != want {
		return fmt.Errorf("an order of steps leaves %d candidates, want %d", got.Marks.Len(), want.Marks.Len())
	}
	turned := sudoku.RandomTransform(g.Shape(), random).Apply(g)
	if got := anyOrder(logic.NewState(turned), list, random); got.Marks.Len() != want.Marks.Len() || got.Grid.Len() != want.Grid.Len() {
		return fmt.Errorf("the isomorph %s has %d candidates left, want %d", turned, got.Marks.Len(), want.Marks.Len())
	}
	if solved := logic.Solves(logic.NewState(turned), list); solved != want.Solved() {
		return fmt.Errorf("the isomorph %s is solved: %t", turned, solved)
	}
	return nil
}

// anyOrder takes a random step of a random technique until there is none.
func anyOrder(s logic.State, list []logic.Technique, random *rand.Rand) logic.State {
	for {
		var steps []logic.Step
		for _, i := range random.Perm(len(list)) {
			if steps = list[i].StepsIn(s); len(steps) > 0 {
				break
			}
		}
		if len(steps) == 0 {
			return s
		}
		s = s.Apply(steps[random.IntN(len(steps))])
	}
}

// These were answered otherwise, or each isomorph in its own way, before lists were closed and needs
// were what the easier techniques leave.
func TestSolvesAndNeedsOfIsomorphs(t *testing.T) {
	only := []logic.Technique{logic.NakedSingle, logic.HiddenSingle, logic.Pointing, logic.NakedTriple, logic.HiddenQuad}
	if !logic.Solves(logic.NewState(sudokutest.Parse(t, "000080000060300000050006070620500003000002600700001002006100780032607045000000000")), only) {
		t.Error("hidden quads, and what they leave when cells are filled, solve it")
	}
	for _, pair := range [][2]string{
		{"..17.......264...15.....8..6....841.8....2....94....3....9.6...3.8.......2..1...7",
			".3...689.7.6..4..5.2..8....3.......6....1.9..94...........9.3.....2..71.6.87....."},
		{".68...7..59..7.6..4...........2....59..5.6...7...18..48...2......4.5..87..74...9.",
			"......43..79........48.6...2.61...4..8..62......93..........37..48...9..9..47..68"},
	} {
		for _, technique := range logic.Techniques {
			_, _, first := logic.NeededAt(logic.NewState(sudokutest.Parse(t, pair[0])), technique)
			_, _, second := logic.NeededAt(logic.NewState(sudokutest.Parse(t, pair[1])), technique)
			if first != second {
				t.Errorf("%s needs %s: %t, its isomorph %t", pair[0], technique, first, second)
			}
		}
	}
}
