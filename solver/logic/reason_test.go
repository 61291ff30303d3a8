package logic_test

import (
	"fmt"
	"testing"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// unjustified returns what is missing for a step to follow from a state by the reason that
// its fields give, checked against the definitions word by word; nil if it follows.
func unjustified(s logic.State, step logic.Step) error {
	switch step.Technique {
	case logic.NakedSingle:
		return cellsHold(s, step, 1)
	case logic.HiddenSingle, logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuad:
		return housesHold(s, step, step.Cells)
	case logic.NakedPair, logic.NakedTriple, logic.NakedQuad:
		return cellsHold(s, step, step.Digits.Len())
	case logic.Pointing, logic.Claiming, logic.XWing, logic.Swordfish, logic.Jellyfish:
		return coverHolds(s, step)
	case logic.Contradiction:
		return chainHolds(s, step)
	}
	return patternHolds(s, step)
}

// cellsHold: w cells have only w digits, and what loses them sees all these cells.
func cellsHold(s logic.State, step logic.Step, w int) error {
	if step.Cells.Len() != w || step.Digits.Len() != w {
		return fmt.Errorf("%d cells for %d digits", step.Cells.Len(), step.Digits.Len())
	}
	for c := range step.Cells.All() {
		if s.Marks[c]&^step.Digits != 0 {
			return fmt.Errorf("%s has %s", c, s.Marks[c])
		}
		for _, h := range step.Houses {
			if s.Grid.Shape().HousesOf(c)[h.Kind] != h {
				return fmt.Errorf("%s is not in %s", c, h)
			}
		}
	}
	for _, e := range step.Eliminations {
		if step.Cells.Minus(s.Grid.Shape().Peers(e.Cell)).Len() > 0 || !step.Digits.Has(e.Digit) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	return nil
}

// housesHold: in each house of the step its digits have no places but those allowed.
// A hidden subset needs as many cells as digits.
func housesHold(s logic.State, step logic.Step, allowed sudoku.Cells) error {
	for _, h := range step.Houses {
		for _, c := range s.Grid.Shape().House(h) {
			if s.Marks[c]&step.Digits != 0 && !allowed.Has(c) {
				return fmt.Errorf("%s has %s outside of the pattern", c, s.Marks[c]&step.Digits)
			}
		}
	}
	if len(step.Cover) > 0 {
		return nil
	}
	if step.Cells.Len() != step.Digits.Len() {
		return fmt.Errorf("%d cells for %d digits", step.Cells.Len(), step.Digits.Len())
	}
	for _, e := range step.Eliminations {
		if !step.Cells.Has(e.Cell) || step.Digits.Has(e.Digit) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	return nil
}

// coverHolds: as many houses as cover houses hold all places of the digit in the former.
func coverHolds(s logic.State, step logic.Step) error {
	var base, cover sudoku.Cells
	for _, h := range step.Houses {
		base = base.Union(sudoku.CellsOf(s.Grid.Shape().House(h)...))
	}
	for _, h := range step.Cover {
		cover = cover.Union(sudoku.CellsOf(s.Grid.Shape().House(h)...))
	}
	if len(step.Houses) != len(step.Cover) || step.Digits.Len() != 1 {
		return fmt.Errorf("%d houses and %d cover houses for %s", len(step.Houses), len(step.Cover), step.Digits)
	}
	for _, e := range step.Eliminations {
		if base.Has(e.Cell) || !cover.Has(e.Cell) || !step.Digits.Has(e.Digit) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	return housesHold(s, step, base.Intersect(cover))
}

// chainHolds: the assumption leads step by step to the dead end.
func chainHolds(s logic.State, step logic.Step) error {
	if len(step.Eliminations) != 1 || len(step.Placements) != 0 {
		return fmt.Errorf("a contradiction rules out %v and places %v", step.Eliminations, step.Placements)
	}
	s = s.Apply(logic.Step{Placements: step.Eliminations})
	for _, inner := range step.Chain {
		if err := unjustified(s, inner); err != nil {
			return fmt.Errorf("in the chain, %s: %w", words.Notation(inner), err)
		}
		s = s.Apply(inner)
	}
	if step.Digits == 0 {
		c := step.Cells.Slice()[0]
		if s.Marks[c] != 0 || s.Grid.At(c) != 0 {
			return fmt.Errorf("%s is not a dead end", c)
		}
		return nil
	}
	if s.Grid.Digits(step.Houses[0])&step.Digits != 0 {
		return fmt.Errorf("%s holds %s", step.Houses[0], step.Digits)
	}
	return housesHold(s, logic.Step{Houses: step.Houses, Digits: step.Digits, Cover: step.Houses}, sudoku.Cells{})
}

// TestReasonsAreChecked makes sure that the check above can fail.
func TestReasonsAreChecked(t *testing.T) {
	for _, text := range []string{sudokutest.Moler, contradictory} {
		s := logic.NewState(sudokutest.Parse(t, text))
		for step, ok := s.Next(logic.TierGuessing); ok; step, ok = s.Next(logic.TierGuessing) {
			broken := step
			if len(step.Chain) > 0 {
				broken.Chain = step.Chain[1:]
			} else if step.Technique != logic.Contradiction {
				broken.Digits = s.Grid.Shape().Digits() &^ step.Digits
			}
			if len(step.Chain) > 0 || step.Technique != logic.Contradiction {
				if unjustified(s, broken) == nil {
					t.Errorf("%s: %s passes, broken as %s", s.Grid, words.Notation(step), words.Notation(broken))
				}
			}
			s = s.Apply(step)
		}
	}
}
