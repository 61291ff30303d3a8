package explain

import (
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Reasons puts a step and its reasons on the board before it into words: [Words.Step] and
// [Words.Why].
func (w Words) Reasons(s logic.Step, before logic.State) string {
	sentences := []string{w.Step(s)}
	if why := w.Why(s, before); why != "" {
		sentences = append(sentences, why)
	}
	return w.sentences(sentences)
}

// Why lists the reasons of a step that a player can see on the board. For a naked single, pair, triple or quad
// these are the digits that its cells see, by house; for a pattern in houses, the digits that rule its
// other places out. It is empty for a contradiction, whose sentence has it all.
func (w Words) Why(s logic.Step, before logic.State) string {
	before = before.Completed()
	switch s.Technique {
	case logic.NakedSingle, logic.NakedPair, logic.NakedTriple, logic.NakedQuad:
		return w.whyNothingElse(s, before)
	case logic.HiddenSingle, logic.Pointing, logic.Claiming, logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuad, logic.XWing, logic.Swordfish, logic.Jellyfish:
		return w.whyNowhereElse(s, before)
	}
	return ""
}

// whyNothingElse lists the digits that each cell of a step sees: "r4c5 sees 1 and 5 in row 4; 2 in box 5."
func (w Words) whyNothingElse(s logic.Step, before logic.State) string {
	var sentences []string
	for c := range s.Cells.All() {
		seen, left := w.seenFrom(c, before)
		args := locale.Args{"Cell": c, "Seen": seen, "Digits": w.digits(left)}
		sentence := w.Text("why.sees", args)
		switch {
		case seen == "":
			sentence = w.Count("why.marks", left.Len(), args)
		case left != 0:
			sentence = w.Count("why.sees-and-marks", left.Len(), args)
		}
		sentences = append(sentences, sentence)
	}
	return w.sentences(sentences)
}

// seenFrom lists the digits that a cell sees, a house at a time. It also returns the missing candidates of the cell that
// it does not see: they were ruled out before.
func (w Words) seenFrom(c sudoku.Cell, before logic.State) (seen string, left sudoku.Digits) {
	left = before.Grid.Shape().Digits() &^ before.Marks[c]
	var all []string
	for h, digits := range before.Seen(c) {
		left &^= digits
		all = append(all, w.Text("why.in-house", locale.Args{"Digits": w.digits(digits), "House": w.House(h)}))
	}
	return w.Joined("why.next", all), left
}

// whyNowhereElse lists the digits that rule out the other places of each digit in the houses of a step: "2 in
// r1c4 and r7c2 rules out the other places." A house without other open cells needs no reason but that.
func (w Words) whyNowhereElse(s logic.Step, before logic.State) string {
	others := s.OtherPlaces(before.Grid)
	if others.Len() == 0 {
		return w.Text("why.no-other-cell", nil)
	}
	var sentences []string
	for d := range s.Digits.All() {
		blockers, left := logic.Blocking(d, others, before.Grid)
		if blockers.Len() > 0 {
			sentences = append(sentences, w.Count("why.blocked", blockers.Len(), locale.Args{"Digit": d, "Cells": w.cells(blockers)}))
		}
		if left.Len() > 0 {
			sentences = append(sentences, w.Text("why.ruled-out", locale.Args{"Digit": d, "Cells": w.cells(left)}))
		}
	}
	return w.sentences(sentences)
}
