package logic

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The oracle is the net of all links, and all death blossoms. It is asked at each step of paths, whether or not the path knows
// its solution and the assumptions that hold.
func TestLeadsAreThoseOfNets(t *testing.T) {
	states, asked, led, blossoms := 0, 0, 0, 0
	for _, technique := range ladder {
		g := sudokutest.Parse(t, technique.example)
		solution, err := solver.Solve(g)
		if err != nil {
			t.Fatal(err)
		}
		var held []closure
		for s := NewState(g); !s.Solved(); {
			v := newView(s)
			v.solution, v.holding = solution, slices.Clone(held)
			step, ok := v.first(techniques, TierGuessing)
			if !ok {
				t.Fatalf("%s: no step", s.Grid)
			}
			before := held
			held = v.holding
			now := s
			s = s.Apply(step)
			if states++; testing.Short() && states%5 != 0 {
				continue
			}
			plain, knowing := newView(now), newView(now)
			plain.leads = &leads{true, true}
			anywhere, blossom := false, false
			for range plain.net(allLinks, now.Grid.Shape().Digits()).steps(&plain, allLinks) {
				anywhere = true
				break
			}
			for range deathBlossom.each(&plain) {
				blossom = true
				break
			}
			plain.leads = nil
			knowing.solution, knowing.holding = solution, before
			for _, v := range []*view{&plain, &knowing} {
				if got := v.chainLeads(); got.anywhere != anywhere || blossom && !got.blossom {
					t.Fatalf("%s: chains lead anywhere: %v, blossoms: %v, want %v, %v", now.Grid, got.anywhere, got.blossom, anywhere, blossom)
				}
			}
			if asked++; anywhere {
				led++
			} else if blossom {
				blossoms++
			}
		}
	}
	if t.Logf("%d states, chains lead on in %d, blossoms alone in %d", asked, led, blossoms); led == 0 || led == asked {
		t.Error("nothing to compare")
	}
}

// What a trial leaves by patterns is what the techniques of the tiers 1 to 4 leave, step by step. They end in a contradiction or not,
// in whatever order.
func TestTrialsUsePatternsAsTechniquesDo(t *testing.T) {
	left, dead := 0, 0
	for i, technique := range ladder {
		s := Fixpoint(NewState(sudokutest.Parse(t, technique.example)), TierXWing)
		closed := closureOf(s)
		for n, c := range s.assumptions() {
			if testing.Short() && (n+i)%4 != 0 {
				continue
			}
			got, want := closed, s
			got.place(c)
			got.usePatterns(&closed.marks)
			a, unlimited := assumption{}, MaxConclusions
			a.left = &unlimited
			start := s.propagation()
			for a.start(&start, c); !a.now.dead && (a.placeSingles() || a.usePattern()); {
			}
			if got.dead != a.now.dead {
				t.Fatalf("%s with %v: dead %v, want %v", want.Grid, c, got.dead, a.now.dead)
			}
			if got.dead {
				dead++
				continue
			}
			left++
			marks := a.now.marks
			for _, cell := range s.Grid.Shape().Cells() {
				if d := s.Grid.At(cell); d != 0 {
					marks[cell] = sudoku.DigitsOf(d)
				}
			}
			marks[c.Cell] = sudoku.DigitsOf(c.Digit)
			for _, l := range a.chain {
				if l.step == nil {
					marks[l.Cell] = sudoku.DigitsOf(l.Digit)
				}
			}
			if got.marks != marks {
				t.Fatalf("%s with %v: %v, want %v", want.Grid, c, got.marks, marks)
			}
		}
	}
	if t.Logf("%d trials leave candidates, %d none", left, dead); left == 0 || dead == 0 {
		t.Error("nothing to compare")
	}
}
