// Package picture draws boards: as a PNG, as an animation, and as text for a terminal or a message.
//
//	png, err := picture.PNG(picture.Diagram{Clues: clues, Grid: grid})
//
// A picture is made for a phone that shows it 350 pixels wide, three of its own to each, in one of three themes. Every state has
// a shape as well as a colour. Clues are bold. Equal digits are underlined, conflicts have a wave, mistakes have crossed
// corners. The cell that the player has chosen is framed, the box is in brackets, and the last move has a marked corner. A
// step's houses are framed, its pattern is circled, the extras of that are in outlined squares, its placements are in a filled square,
// its eliminations are struck; cells that take no part in it are dimmed. sudoku.Parse reads [Text] without colour.
package picture

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Diagram describes the picture of a board: the grid, the marks, the player's choices, and a hint's step.
// Only Grid is needed; the other zero values show nothing. Conflicts, equal digits in one
// house, are found by the drawing itself.
type Diagram struct {
	Title string // one line above the board, for pictures without a text; may be empty
	Clues sudoku.Grid
	Grid  sudoku.Grid // the clues and the player's digits
	Marks sudoku.Pencilmarks
	Count bool `json:",omitempty"` // show the number of a cell's marks in their place

	Theme   look.Theme `json:",omitempty"`
	Letters bool       `json:",omitempty"` // columns are labelled A to I, for cells such as E4; else 1 to 9, for r4c5

	Box      int           `json:",omitempty"` // the box that the player has chosen, counted from 1: framed; 0: none
	Selected sudoku.Cells  // the cells that the player has chosen: framed thickly
	Last     sudoku.Cells  // the cells of the last move: a corner is marked
	Lit      sudoku.Digits `json:",omitempty"` // digits that light up everywhere, also as marks: underlined, the same as the one chosen

	Houses       []sudoku.House     // of a step: framed
	Cover        []sudoku.House     // the houses in which a step removes candidates: framed with dashes
	Pattern      []sudoku.Candidate // the reason of a step: circled
	Extras       []sudoku.Candidate `json:",omitempty"` // of the reason, the candidates with another role, such as fins: in outlined squares
	Placements   []sudoku.Candidate // by a step: in a filled square
	Eliminations []sudoku.Candidate // by a step: struck
	Links        []logic.Link       `json:",omitempty"` // of a step, from candidate to candidate: strong ones solid, others dashed
	Because      sudoku.Cells       // digits that rule out the other places of a single: ringed lightly
	Dimmed       sudoku.Cells       // that take no part in a step
	Wrong        sudoku.Cells       // mistakes, and cells without a possible digit: crossed
}

// Focused returns the board with the cells dimmed that take no part in the step on it, or in what a hint shows of one.
func (b Diagram) Focused() Diagram {
	part := b.Because.Union(b.Wrong)
	for _, k := range slices.Concat(b.Pattern, b.Extras, b.Placements, b.Eliminations) {
		part = part.With(k.Cell)
	}
	for _, h := range slices.Concat(b.Houses, b.Cover) {
		part = part.Union(sudoku.CellsOf(b.Grid.Shape().House(h)...))
	}
	b.Dimmed = sudoku.CellsOf(b.Grid.Shape().Cells()...).Minus(part)
	return b
}

// waits reports whether the only candidate of a cell is part of the pattern.
func (b Diagram) waits(c sudoku.Cell) bool {
	return b.Marks[c].Len() == 1 && slices.Contains(b.Pattern, sudoku.Candidate{Cell: c, Digit: b.Marks[c].First()})
}

// Conflicts returns the cells whose digit is repeated in a house.
func (b Diagram) Conflicts() (cells sudoku.Cells) {
	for c := range b.Grid.Conflicts() {
		cells = cells.Union(c.Cells)
	}
	return cells
}

// OfStep returns the diagram of a step of a path, counted from 1, on the board before it, and that state.
func OfStep(clues sudoku.Grid, path []logic.Step, number int) (Diagram, logic.State) {
	state := logic.NewState(clues)
	for _, made := range path[:number-1] {
		state = state.Apply(made)
	}
	d := Diagram{Clues: clues, Grid: state.Grid}
	if number > len(path) {
		d.Marks = state.Marks
		return d, state
	}
	step := path[number-1]
	if step.Kind() != logic.Single { // a single needs no marks to be seen
		d.Marks = state.Marks
	}
	return d.Showing(step), state
}

// Showing returns the board with a step marked on it: its houses, its pattern, its links and its
// conclusions, or the chain of a contradiction and the cell at its end. A single has one house, and a chain
// that links show has none. The candidates of the step's reason are drawn even without marks, except for singles, which need
// none.
func (b Diagram) Showing(step logic.Step) Diagram {
	before := logic.State{Grid: b.Grid, Marks: b.Marks}
	candidates := before.Completed().Marks
	b.Houses, b.Cover, b.Placements, b.Eliminations = step.Houses, step.Cover, step.Placements, step.Eliminations
	b.Links, b.Because = step.Links(before), step.Because(before)
	switch {
	case step.Kind() == logic.Single:
		b.Houses = step.Where()
	case len(b.Links) > 0 && len(step.Cover) == 0 && step.Technique != logic.Contradiction:
		b.Houses = nil
	}
	b.Pattern, b.Extras, b.Lit = nil, nil, 0
	pattern, extras := patternOf(step)
	for c, digits := range pattern {
		holds := candidates[c]
		if digit := b.Grid.At(sudoku.Cell(c)); digit != 0 { // of an avoidable rectangle
			holds = sudoku.DigitsOf(digit)
		}
		for d := range (holds & digits).All() {
			list := &b.Pattern
			if extras[c].Has(d) {
				list = &b.Extras
			}
			*list = append(*list, sudoku.Candidate{Cell: sudoku.Cell(c), Digit: d})
		}
	}
	if step.Technique == logic.Contradiction {
		for _, inner := range step.Chain {
			b.Pattern = append(b.Pattern, inner.Placements...)
		}
		b.Wrong = step.Cells
	}
	if len(step.Placements) > 0 {
		return b.Focused()
	}
	for _, h := range slices.Concat(step.Houses, step.Cover) {
		for _, c := range b.Grid.Shape().House(h) {
			b.Marks[c] |= candidates[c] & step.Digits
		}
	}
	for _, e := range step.Eliminations { // those of a step of the ladder are outside of its houses
		b.Marks[e.Cell] |= candidates[e.Cell] & step.Digits.With(e.Digit)
	}
	for _, p := range slices.Concat(b.Pattern, b.Extras) {
		b.Marks[p.Cell] |= candidates[p.Cell] & step.Digits
	}
	return b.Focused()
}

// Historic returns the diagram of a moment of a historic method. Guessed digits are circled, and so are the only candidates of
// cells, which are small as they are not placed yet. Cells without a candidate are crossed. The step's digit has
// a marked corner, its eliminations are struck. The method "choices" looks only at the number of candidates, so that is shown.
func Historic(m classic.Moment, method classic.Method) Diagram {
	s := m.State
	b := Diagram{Clues: s.Clues, Grid: s.Grid, Marks: s.Marks, Count: method.Name == "choices", Wrong: s.Dead(), Eliminations: m.Step.Removed}
	for c := range s.Tentative.All() {
		b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: s.Grid.At(c)})
	}
	for c := range s.Singletons().All() {
		b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: s.Marks[c].First()})
	}
	if m.Step.Number > 0 && len(m.Step.Removed) == 0 {
		b.Last = b.Last.With(m.Step.Cell)
	}
	return b
}

// patternOf returns the reason of a step: the digits of its parts, or all of its digits in all of its cells. Extras are those of
// its candidates that play another role than the first part: the fins of a fish, the guardians of a tridagon and the chains
// from them, the targets of an exocet, and the digits of a rectangle beside its pair.
func patternOf(step logic.Step) (pattern, extras sudoku.Pencilmarks) {
	parts := step.Parts
	if len(parts) == 0 {
		parts = []logic.Part{{Cells: step.Cells, Digits: step.Digits}}
	}
	var from, to int
	switch step.Technique {
	case logic.Tridagon, logic.TridagonChain:
		from, to = 1, len(parts)
	case logic.FinnedXWing, logic.FinnedSwordfish, logic.FinnedJellyfish, logic.FrankenFish, logic.MutantFish, logic.Exocet:
		from, to = 1, min(2, len(parts))
	case logic.UniqueRectangle2, logic.UniqueRectangle3, logic.UniqueRectangle5, logic.AvoidableRectangle2:
		from, to = 2, len(parts)
	}
	for i, part := range parts {
		for c := range part.Cells.All() {
			if from <= i && i < to {
				extras[c] |= part.Digits &^ pattern[c]
			}
			pattern[c] |= part.Digits
		}
	}
	return pattern, extras
}
