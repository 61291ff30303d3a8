package logic_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func TestNotation(t *testing.T) {
	row := func(i uint8) sudoku.House { return sudoku.House{Kind: sudoku.Row, Index: i - 1} }
	column := func(i uint8) sudoku.House { return sudoku.House{Kind: sudoku.Column, Index: i - 1} }
	candidate := func(r, c int, d sudoku.Digit) sudoku.Candidate {
		return sudoku.Candidate{Cell: sudoku.CellAt(r-1, c-1), Digit: d}
	}
	swordfish := logic.Step{
		Technique:    logic.Swordfish,
		Houses:       []sudoku.House{row(1), row(5), row(9)},
		Cover:        []sudoku.House{column(1), column(2), column(9)},
		Digits:       sudoku.DigitsOf(8),
		Eliminations: []sudoku.Candidate{candidate(4, 2, 8), candidate(8, 1, 8), candidate(8, 9, 8)},
	}
	nested := logic.Step{
		Technique:    logic.Contradiction,
		Chain:        []logic.Step{{Technique: logic.Contradiction, Cells: sudoku.CellsOf(80), Eliminations: []sudoku.Candidate{candidate(9, 8, 2)}}, swordfish},
		Houses:       []sudoku.House{row(9)},
		Digits:       sudoku.DigitsOf(2),
		Eliminations: []sudoku.Candidate{candidate(1, 1, 5)},
	}
	for _, test := range []struct {
		step logic.Step
		want string
	}{
		{swordfish, "Swordfish: 8 in r159 c129 => r4c2<>8, r8c19<>8"},
		{
			logic.Step{Technique: logic.NakedSingle, Placements: []sudoku.Candidate{candidate(4, 2, 8)}},
			"Naked Single: r4c2=8",
		},
		{nested, "Contradiction: if r1c1=5 then [Contradiction: if r9c8=2 then r9c9 without candidate => r9c8<>2], r4c2<>8, r8c19<>8, r9 without 2 => r1c1<>5"},
	} {
		if got := test.step.String(); got != test.want {
			t.Errorf("%s, want %s", got, test.want)
		}
	}
	if nested.Len() != 3 {
		t.Errorf("%d steps, want 3", nested.Len())
	}
}

func TestTechniques(t *testing.T) {
	for _, technique := range logic.Techniques {
		if technique.Tier() == 0 {
			t.Errorf("%s has no tier", technique)
		}
		for _, text := range []string{string(technique), technique.Name(), strings.ToUpper(technique.Name())} {
			if got, err := logic.ParseTechnique(text); got != technique || err != nil {
				t.Errorf("%q: %s, %v", text, got, err)
			}
		}
	}
	for technique, want := range map[logic.Technique]string{logic.XWing: "X-Wing", logic.NakedPair: "Naked Pair", logic.Pointing: "Pointing"} {
		if technique.Name() != want {
			t.Errorf("%q, want %q", technique.Name(), want)
		}
	}
	for _, text := range []string{"", "guess", "naked--pair"} {
		if got, err := logic.ParseTechnique(text); err == nil {
			t.Errorf("%q: %s without an error", text, got)
		}
	}
	if logic.Technique("guess").Tier() != 0 {
		t.Error("a technique that there is not has a tier")
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
		if step.String() == "" || step.Sentence() == "" {
			t.Errorf("%s: no words for %v", s.Grid, step)
		}
		if sound {
			for _, p := range step.Placements {
				if solution.At(p.Cell) != p.Digit {
					t.Errorf("%s: %s is wrong", s.Grid, step)
				}
			}
			for _, e := range step.Eliminations {
				if solution.At(e.Cell) == e.Digit {
					t.Errorf("%s: %s is wrong", s.Grid, step)
				}
			}
		}
		next := s.Apply(step)
		if next == s {
			t.Errorf("%s: %s changes nothing", s.Grid, step)
			return
		}
		s = next
		if tier == logic.TierGuessing {
			return
		}
	}
}
