package logictest

import (
	"fmt"
	"slices"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Unjustified returns what is missing for a step to follow from a state by the reason that
// its fields give, checked against the definitions word by word; nil if it follows.
func Unjustified(s logic.State, step logic.Step) error {
	if w := widths[step.Technique]; w > 0 {
		return widthHolds(s, step, w)
	}
	switch step.Technique {
	case logic.Pointing, logic.Claiming:
		from, to := kindsOf(step.Houses), kindsOf(step.Cover)
		if box := []sudoku.HouseKind{sudoku.Box}; slices.Equal(from, box) != (step.Technique == logic.Pointing) || slices.Equal(from, box) == slices.Equal(to, box) {
			return fmt.Errorf("%s from %v to %v", step.Technique, step.Houses, step.Cover)
		}
		return coverHolds(s, step)
	case logic.Contradiction:
		return chainHolds(s, step)
	}
	return patternHolds(s, step)
}

// widths are the numbers of digits of a subset, of lines of a fish.
var widths = map[logic.Technique]int{
	logic.NakedSingle: 1, logic.NakedPair: 2, logic.NakedTriple: 3, logic.NakedQuad: 4,
	logic.HiddenSingle: 1, logic.HiddenPair: 2, logic.HiddenTriple: 3, logic.HiddenQuad: 4,
	logic.XWing: 2, logic.Swordfish: 3, logic.Jellyfish: 4,
}

func widthHolds(s logic.State, step logic.Step, w int) error {
	switch step.Technique {
	case logic.NakedSingle, logic.NakedPair, logic.NakedTriple, logic.NakedQuad:
		if len(step.Cover) > 0 {
			return fmt.Errorf("%s with cover", step.Technique)
		}
		return cellsHold(s, step, w)
	case logic.HiddenSingle, logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuad:
		if step.Digits.Len() != w || len(step.Cover) > 0 {
			return fmt.Errorf("%s of %s with cover %v", step.Technique, step.Digits, step.Cover)
		}
		return housesHold(s, step, step.Cells)
	}
	from, to := kindsOf(step.Houses), kindsOf(step.Cover)
	if len(from) != w || len(to) != w || from[0] != from[w-1] || to[0] != to[w-1] || from[0] == to[0] || from[0] == sudoku.Box || to[0] == sudoku.Box {
		return fmt.Errorf("%s from %v to %v", step.Technique, step.Houses, step.Cover)
	}
	return coverHolds(s, step)
}

func kindsOf(houses []sudoku.House) (kinds []sudoku.HouseKind) {
	for _, h := range houses {
		kinds = append(kinds, h.Kind)
	}
	slices.Sort(kinds)
	return kinds
}

// cellsHold: w cells have only w digits, and what loses them sees all these cells.
func cellsHold(s logic.State, step logic.Step, w int) error {
	if step.Cells.Len() != w || step.Digits.Len() != w {
		return fmt.Errorf("%d cells for %d digits", step.Cells.Len(), step.Digits.Len())
	}
	for c := range step.Cells.All() {
		if s.Marks[c]&^step.Digits != 0 || s.Marks[c] == 0 {
			return fmt.Errorf("%s has %s", c, s.Marks[c])
		}
		for _, h := range step.Houses {
			if s.Grid.Shape().HousesOf(c)[h.Kind] != h {
				return fmt.Errorf("%s is not in %s", c, h)
			}
		}
	}
	for _, placed := range step.Placements {
		if !step.Cells.Has(placed.Cell) || !step.Digits.Has(placed.Digit) {
			return fmt.Errorf("%s=%s does not follow", placed.Cell, placed.Digit)
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
		for d := range step.Digits.All() {
			if allowed != (sudoku.Cells{}) && len(inHouse(s, h, d)) == 0 {
				return fmt.Errorf("%s has no place in %s", d, h)
			}
		}
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
	for _, placed := range step.Placements {
		if !step.Cells.Has(placed.Cell) || !step.Digits.Has(placed.Digit) {
			return fmt.Errorf("%s=%s does not follow", placed.Cell, placed.Digit)
		}
	}
	for _, e := range step.Eliminations {
		seen := step.Technique == logic.HiddenSingle && step.Digits.Has(e.Digit) && step.Cells.Minus(s.Grid.Shape().Peers(e.Cell)).Len() == 0
		if !seen && (!step.Cells.Has(e.Cell) || step.Digits.Has(e.Digit)) {
			return fmt.Errorf("%s<>%s does not follow", e.Cell, e.Digit)
		}
	}
	return nil
}

// coverHolds: as many houses as cover houses hold all places of the digit in the former.
func coverHolds(s logic.State, step logic.Step) error {
	if len(step.Houses) != len(step.Cover) || step.Digits.Len() != 1 {
		return fmt.Errorf("%d houses and %d cover houses for %s", len(step.Houses), len(step.Cover), step.Digits)
	}
	var base, cover, places sudoku.Cells
	for i, h := range step.Houses {
		if slices.Contains(step.Houses[:i], h) || slices.Contains(step.Cover[:i], step.Cover[i]) {
			return fmt.Errorf("%v or %v twice", h, step.Cover[i])
		}
		base = base.Union(sudoku.CellsOf(s.Grid.Shape().House(h)...))
		cover = cover.Union(sudoku.CellsOf(s.Grid.Shape().House(step.Cover[i])...))
		for _, place := range inHouse(s, h, step.Digits.First()) {
			places = places.With(place.Cell)
		}
	}
	if places != step.Cells {
		return fmt.Errorf("%s for the places %s", step.Cells, places)
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
		if err := Unjustified(s, inner); err != nil {
			return fmt.Errorf("in the chain, %s: %w", inner.Technique, err)
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

// patternHolds checks a step of the ladder: however its parts are filled, taking the candidates of its cells, or
// the places of its digits in its houses, what it rules out falls.
func patternHolds(s logic.State, step logic.Step) error {
	switch step.Technique {
	case logic.RemotePair, logic.SimpleColouring, logic.MultiColouring, logic.XChain, logic.XYChain, logic.NiceLoop, logic.AIC, logic.GroupedAIC, logic.ALSAIC:
		return chainFollows(s, step)
	case logic.TridagonChain:
		return guardiansFollow(s, step)
	case logic.SueDeCoq, logic.ALSXZ, logic.DoublyLinkedALSXZ, logic.ALSXYWing, logic.ALSChain, logic.DeathBlossom:
		return setsFollow(s, step)
	case logic.MSLS:
		return sectorsFollow(s, step)
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
		case logic.Tridagon:
			choices = inCells(s, step.Parts[0].Cells.Minus(s.Grid.Filled()))
		case logic.Exocet:
			choices = exocetChoices(s, step)
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
			if part.Digits&^s.Marks[c] != 0 && step.Technique != logic.WXYZWing && step.Technique != logic.Tridagon && step.Technique != logic.Exocet && !slices.Contains(logic.Uniqueness, step.Technique) {
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
