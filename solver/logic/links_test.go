package logic_test

import (
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// withLinks lists the techniques whose steps have links.
var withLinks = []logic.Technique{
	logic.Skyscraper, logic.TwoStringKite, logic.TurbotFish, logic.EmptyRectangle,
	logic.XYWing, logic.XYZWing, logic.WWing, logic.RemotePair, logic.SimpleColouring, logic.MultiColouring, logic.XChain,
	logic.XYChain, logic.NiceLoop, logic.AIC, logic.GroupedAIC, logic.ALSXZ, logic.DoublyLinkedALSXZ, logic.ALSXYWing, logic.ALSChain,
	logic.DeathBlossom, logic.ALSAIC, logic.TridagonChain, logic.Contradiction,
}

// Both ends of a weak link are never true in the solution, and one end of a strong link always is, unless the link stands for
// a group of cells. Links join candidates of the step, which are there.
func TestLinks(t *testing.T) {
	seen := map[logic.Technique]int{}
	check := func(s logic.State, step logic.Step) {
		links := step.Links(s)
		if len(links) > 0 {
			seen[step.Technique]++
		}
		solution := sudokutest.Must1(solver.Solve(s.Clues()))
		for _, l := range links {
			for _, end := range []sudoku.Candidate{l.From, l.To} {
				inChain := slices.ContainsFunc(step.Chain, func(inner logic.Step) bool { return slices.Contains(inner.Placements, end) })
				if !s.Marks.Has(end) || !step.Cells.Has(end.Cell) && !inChain && !slices.Contains(step.Eliminations, end) {
					t.Errorf("%s on %s: %v is not a candidate of the step", step.Technique, s.Grid, end)
				}
			}
			from, to := solution.At(l.From.Cell) == l.From.Digit, solution.At(l.To.Cell) == l.To.Digit
			switch {
			case l.Kind == logic.Weak && from && to:
				t.Errorf("%s on %s: both ends of the weak link %v are true", step.Technique, s.Grid, l)
			case l.Kind == logic.Strong && !from && !to && isPlain(step, l):
				t.Errorf("%s on %s: no end of the strong link %v is true", step.Technique, s.Grid, l)
			case l.Kind == logic.Follows && step.Technique != logic.Contradiction:
				t.Errorf("%s on %s: %v", step.Technique, s.Grid, l)
			}
		}
	}
	for _, technique := range logic.Techniques {
		s, step, _ := technique.Example()
		check(s, step)
		for other := range s.Search(0).Steps(technique) {
			check(s, other)
		}
	}
	for _, technique := range logic.Techniques {
		if (seen[technique] > 0) != slices.Contains(withLinks, technique) {
			t.Errorf("%d steps of %s have links", seen[technique], technique)
		}
	}
}

// isPlain reports whether each end of a link is a part of its own, or the link is in one cell: it stands for no group.
func isPlain(step logic.Step, l logic.Link) bool {
	if l.From.Cell == l.To.Cell && !slices.Contains([]logic.Technique{logic.ALSXZ, logic.ALSXYWing, logic.ALSChain, logic.ALSAIC}, step.Technique) {
		return step.Technique != logic.XYZWing || step.Parts[1].Cells.Has(l.From.Cell)
	}
	alone := func(k sudoku.Candidate) bool {
		return slices.ContainsFunc(step.Parts, func(p logic.Part) bool { return p.Cells == sudoku.CellsOf(k.Cell) && p.Digits.Has(k.Digit) })
	}
	return len(step.Parts) <= 2 || alone(l.From) && alone(l.To)
}

// The digits that show why a single is one are on the board, and see enough.
func TestBecause(t *testing.T) {
	for _, g := range []string{sudokutest.Moler, "...36.........4..24.98...35.....6...51....2..2.3..8....9....7......27.4.6.7589..."} {
		s := logic.NewState(sudokutest.Parse(t, g))
		path := sudokutest.Must1(logic.Path(s.Grid))
		for _, step := range path {
			because := step.Because(s)
			if because.Minus(s.Grid.Filled()).Len() > 0 {
				t.Errorf("%s: open cells among %s", s.Grid, because)
			}
			shape := s.Grid.Shape()
			switch step.Technique {
			case logic.NakedSingle:
				var digits sudoku.Digits
				for c := range because.All() {
					if digits = digits.With(s.Grid.At(c)); !shape.Peers(c).Has(step.Cells.First()) {
						t.Errorf("%s: %s does not see %s", s.Grid, c, step.Cells)
					}
				}
				if digits.Len() > 8 || digits.Has(step.Digits.First()) {
					t.Errorf("%s: %s for %s", s.Grid, digits, step.Digits)
				}
			case logic.HiddenSingle:
				var seen sudoku.Cells
				for c := range because.All() {
					seen = seen.Union(shape.Peers(c))
				}
				for c := range step.OtherPlaces(s.Grid).All() {
					if !seen.Has(c) && s.Marks[c].Has(step.Digits.First()) {
						t.Errorf("%s: nothing rules %s out of %s", s.Grid, step.Digits, c)
					}
				}
			default:
				if because.Len() > 0 {
					t.Errorf("%s has %s", step.Technique, because)
				}
			}
			s = s.Apply(step)
		}
	}
}
