package logic_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// TestLen counts the steps of a contradiction within a contradiction.
func TestLen(t *testing.T) {
	nested := logic.Step{
		Technique: logic.Contradiction,
		Chain: []logic.Step{
			{Technique: logic.Contradiction, Chain: []logic.Step{{Technique: logic.NakedSingle}, {Technique: logic.XWing}}},
			{Technique: logic.Swordfish},
		},
	}
	if nested.Len() != 5 {
		t.Errorf("%d steps, want 5", nested.Len())
	}
}

// Where a player should look: every base line of a fish, all houses of a technique of the ladder, the first house of other patterns, the row
// of what a contradiction rules out.
func TestWhere(t *testing.T) {
	for _, technique := range logic.Techniques {
		_, step, ok := technique.Example()
		if !ok {
			t.Fatalf("%s has no example", technique)
		}
		var want []sudoku.House
		switch {
		case technique.Tier() == logic.TierXWing, technique.OnLadder():
			want = step.Houses
		case technique == logic.Contradiction:
			want = []sudoku.House{{Kind: sudoku.Row, Index: uint8(step.Eliminations[0].Cell.Row())}}
		default:
			want = step.Houses[:1]
		}
		if got := step.Where(); !slices.Equal(got, want) {
			t.Errorf("%s: look in %v, want %v", technique, got, want)
		}
	}
}

// FuzzSteps takes any grid and any marks: whatever they are, the steps end and none
// crashes; if they leave the only solution standing, no step removes a digit of it.
func FuzzSteps(f *testing.F) {
	for i, s := range samples {
		if s.puzzle != goldenNugget { // takes a second
			f.Add(s.puzzle, uint64(i), uint8(i))
		}
	}
	f.Add("11..............", uint64(0), uint8(9))
	f.Add(strings.Repeat(".", 81), uint64(1), uint8(0))
	f.Fuzz(func(t *testing.T, text string, seed uint64, percent uint8) {
		g, err := sudoku.Parse(text)
		if err != nil {
			t.Skip()
		}
		solution, err := solver.Solve(g)
		s := logic.NewState(g)
		random := rand.New(rand.NewPCG(seed, 0))
		for c := range s.Marks {
			if random.IntN(100) < int(percent) {
				keep := sudoku.Digits(random.Uint32())
				if err == nil && seed%2 == 0 {
					keep = keep.With(solution.At(sudoku.Cell(c)))
				}
				s.Marks[c] &= keep
			}
		}
		follow(t, s, solution, err == nil && seed%2 == 0)
	})
}

// follow takes all steps of tiers 1 to 4, and then one of tier 5.
func follow(t *testing.T, s logic.State, solution sudoku.Grid, sound bool) {
	tier := logic.TierXWing
	for {
		step, ok := s.Next(tier)
		if !ok && tier == logic.TierGuessing {
			return
		}
		if !ok {
			tier = logic.TierGuessing
			continue
		}
		for _, text := range []string{words.Notation(step), words.Step(step)} {
			if text == "" || strings.Contains(text, "technique.") { // the key of a missing message
				t.Errorf("%s: no words for %v: %q", s.Grid, step, text)
			}
		}
		if sound {
			for _, p := range step.Placements {
				if solution.At(p.Cell) != p.Digit {
					t.Errorf("%s: %s is wrong", s.Grid, words.Notation(step))
				}
			}
			for _, e := range step.Eliminations {
				if solution.At(e.Cell) == e.Digit {
					t.Errorf("%s: %s is wrong", s.Grid, words.Notation(step))
				}
			}
		}
		next := s.Apply(step)
		if next == s {
			t.Errorf("%s: %s changes nothing", s.Grid, words.Notation(step))
			return
		}
		s = next
		if tier == logic.TierGuessing {
			return
		}
	}
}
