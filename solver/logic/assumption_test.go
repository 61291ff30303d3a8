package logic

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Assumptions and trials end as they do by the definition, with the same steps.
func TestAssumptionsByDefinition(t *testing.T) {
	supposed, refuted, followed := 0, 0, 0
	for i, g := range slices.Concat(sudokutest.Grids(t, "hardest-375.txt")[:10], sudokutest.Grids(t, "minimal-20k.txt")[:50]) {
		s := Fixpoint(NewState(g), TierXWing)
		solution, _, err := s.Solution()
		if err != nil {
			t.Fatal(err)
		}
		start, left, p := s.propagation(), MaxConclusions, plainAssumption{}
		a := assumption{left: &left}
		for n, c := range s.assumptions() {
			for _, depth := range []int{bySingles, byPatterns} {
				rounds := []int{n % 8, sudoku.MaxCells}[depth]
				want, refutes := p.suppose(s, c, depth, rounds)
				supposed++
				switch ok := a.suppose(&start, c, depth, rounds, math.MaxInt); {
				case ok != refutes, ok && !reflect.DeepEqual(a.step(), want):
					t.Errorf("%s: %s is %s at depth %d in %d rounds: %v, want %v", g, c.Cell, c.Digit, depth, rounds, a.step(), want)
				case ok && (a.suppose(&start, c, depth, rounds, want.Len()) || !a.suppose(&start, c, depth, rounds, want.Len()+1)):
					t.Errorf("%s: %s is %s: %d is not the limit", g, c.Cell, c.Digit, want.Len())
				case ok:
					refuted++
				}
			}
			if then := closureOf(s); i < 10 && n%10 == i && solution.At(c.Cell) != c.Digit {
				then.place(c)
				within, _ := (&planner{left: &left}).refute(then, 0)
				if a.follow(&start, trial{c, within}, math.MaxInt); !reflect.DeepEqual(a.step(), p.follow(s, trial{c, within})) {
					t.Errorf("%s: %s is %s: the tree is %v", g, c.Cell, c.Digit, a.step())
				}
				followed++
			}
		}
	}
	if t.Logf("%d assumptions, %d refuted, %d trees", supposed, refuted, followed); refuted == 0 || followed == 0 {
		t.Error("nothing to compare")
	}
}

// plainAssumption is [assumption] by its definition: each step is found in all candidates that are left.
type plainAssumption struct {
	assumed   sudoku.Candidate
	before    sudoku.Pencilmarks // without the assumption
	state     State
	steps     []Step
	removedBy [sudoku.MaxCells][sudoku.MaxSide + 1]int16 // the number of the step, counted from 1, that removed a candidate; 0 for the assumption
}

// suppose follows an assumption to its contradiction, if the depth and that many rounds
// of conclusions suffice.
func (a *plainAssumption) suppose(s State, assumed sudoku.Candidate, depth, rounds int) (Step, bool) {
	for a.start(s, assumed); ; rounds-- {
		v := newView(a.state)
		if step, ok := a.ended(&v); ok {
			return step, true
		}
		if depth == bySingles && rounds == 0 || !a.advance(&v, depth) {
			return Step{}, false
		}
	}
}

// follow follows a trial to its contradiction.
func (plainAssumption) follow(s State, t trial) Step {
	var a plainAssumption
	for a.start(s, t.assumed); ; {
		v := newView(a.state)
		if step, ok := a.ended(&v); ok {
			return step
		}
		if a.advance(&v, bySingles) {
			continue
		}
		if next := t.within[0]; a.state.Marks.Has(next.assumed) {
			a.add(a.follow(a.state, next))
		}
		t.within = t.within[1:]
	}
}

// appendSingles appends every naked and hidden single, one for each cell.
func (v *view) appendSingles(singles []Step) []Step {
	var taken sudoku.Cells
	for _, c := range v.shape.Cells() {
		if v.Marks[c].Len() == 1 {
			taken = taken.With(c)
			singles = append(singles, v.nakedSingleAt(c))
		}
	}
	for _, h := range v.shape.Houses() {
		for d := sudoku.Digit(1); int(d) <= v.shape.Side(); d++ {
			places := v.placesIn(h, d)
			if places.len() != 1 {
				continue
			}
			c := v.shape.House(h)[places.first()]
			if taken.Has(c) {
				continue
			}
			taken = taken.With(c)
			singles = append(singles, placement(HiddenSingle, sudoku.Candidate{Cell: c, Digit: d}, h))
		}
	}
	return singles
}

// ended returns the shortest contradiction of the dead ends, if there are any.
func (a *plainAssumption) ended(v *view) (shortest Step, ok bool) {
	for _, end := range v.deadEnds() {
		end.Technique = Contradiction
		end.Eliminations = []sudoku.Candidate{a.assumed}
		end.Chain = a.neededFor(end)
		if shortest.Technique == "" || end.Len() < shortest.Len() {
			shortest = end
		}
	}
	return shortest, shortest.Technique != ""
}

// start drops all steps and makes an assumption.
func (a *plainAssumption) start(s State, assumed sudoku.Candidate) {
	*a = plainAssumption{assumed: assumed, before: s.Marks, state: s}
	a.state.place(assumed)
}

// advance adds the next steps that follow: all singles, else the easiest step within the depth.
func (a *plainAssumption) advance(v *view, depth int) bool {
	if singles := v.appendSingles(nil); len(singles) > 0 {
		for _, step := range singles {
			a.add(step)
		}
		return true
	}
	if depth == bySingles {
		return false
	}
	if step, ok := a.state.first(patterns, TierXWing, new(int)); ok {
		a.add(step)
		return true
	}
	return false
}

// add takes a step. A placement that the steps added with it have made impossible is left
// out: the contradiction is there already.
func (a *plainAssumption) add(step Step) {
	for _, p := range step.Placements {
		if !a.state.Marks.Has(p) {
			return
		}
	}
	a.steps = append(a.steps, step)
	old := a.state.Marks
	a.state = a.state.Apply(step)
	for cell := range old {
		for d := range (old[cell] &^ a.state.Marks[cell]).All() {
			a.removedBy[cell][d] = int16(len(a.steps))
		}
	}
}

// deadEnds returns the open cells without candidates, and the houses that lack a digit
// and have no place for it.
func (v *view) deadEnds() []Step {
	var ends []Step
	digits := v.Grid.ByCell()
	for _, c := range v.shape.Cells() {
		if digits[c] == 0 && v.Marks[c] == 0 {
			ends = append(ends, Step{Cells: sudoku.CellsOf(c)})
		}
	}
	for _, h := range v.shape.Houses() {
		var known sudoku.Digits
		for _, c := range v.shape.House(h) {
			known |= v.Marks[c].With(digits[c])
		}
		for d := range (v.shape.Digits() &^ known).All() {
			ends = append(ends, Step{Houses: []sudoku.House{h}, Digits: sudoku.DigitsOf(d)})
		}
	}
	return ends
}

// neededFor returns the steps without which a dead end could not be reached.
func (a *plainAssumption) neededFor(end Step) []Step {
	needed := make([]bool, len(a.steps)+1)
	a.markNeeded(needed, end)
	for i := len(a.steps); i > 0; i-- {
		if needed[i] {
			a.markNeeded(needed[:i], a.steps[i-1])
		}
	}
	var kept []Step
	for i, step := range a.steps {
		if needed[i+1] {
			kept = append(kept, step)
		}
	}
	return kept
}

// markNeeded marks the earlier steps that a step rests on: its pattern exists because they removed
// candidates. If several removed the same candidate, one that is needed anyway suffices, else
// the first.
func (a *plainAssumption) markNeeded(needed []bool, step Step) {
	var removers [][]int
	for _, gone := range a.mustBeGone(step) {
		if by := a.removers(gone, len(needed)); len(by) > 0 {
			removers = append(removers, by)
		}
	}
	slices.SortStableFunc(removers, func(a, b []int) int { return len(a) - len(b) })
	for _, by := range removers {
		if !slices.ContainsFunc(by, func(i int) bool { return needed[i] }) {
			needed[by[0]] = true
		}
	}
}

// removers returns the numbers below limit of the steps that rule a candidate out, none if
// the assumption does or it is still there.
func (a *plainAssumption) removers(gone sudoku.Candidate, limit int) []int {
	first := int(a.removedBy[gone.Cell][gone.Digit])
	if first == 0 || first >= limit {
		return nil
	}
	by := []int{first}
	for i := first + 1; i < limit; i++ {
		if a.steps[i-1].rulesOut(gone, a.state.Grid.Shape()) {
			by = append(by, i)
		}
	}
	return by
}

// rulesOut reports whether a step rules a candidate out, even one that was gone before.
func (s Step) rulesOut(gone sudoku.Candidate, shape sudoku.Shape) bool {
	for _, p := range s.Placements {
		if p.Cell == gone.Cell && p.Digit != gone.Digit || p.Digit == gone.Digit && shape.Peers(p.Cell).Has(gone.Cell) {
			return true
		}
	}
	return slices.Contains(s.Eliminations, gone)
}

// mustBeGone returns the candidates before the assumption that must be gone for the pattern of a
// step to exist.
func (a *plainAssumption) mustBeGone(step Step) []sudoku.Candidate {
	var gone []sudoku.Candidate
	for _, inner := range step.Chain {
		gone = append(gone, a.mustBeGone(inner)...)
	}
	note := func(cell sudoku.Cell, digits sudoku.Digits) {
		for d := range (a.before[cell] & digits).All() {
			gone = append(gone, sudoku.Candidate{Cell: cell, Digit: d})
		}
	}
	if step.naked() {
		for cell := range step.Cells.All() {
			note(cell, ^step.Digits)
		}
		return gone
	}
	for _, h := range step.Houses {
		for _, cell := range a.state.Grid.Shape().House(h) {
			if !step.Cells.Has(cell) {
				note(cell, step.Digits)
			}
		}
	}
	return gone
}
