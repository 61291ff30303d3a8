package logic

import "github.com/gridkeeper/gridkeeper/sudoku"

// Step is one deduction with its reason. Sentences, notation and pictures are made from
// these fields alone.
//
//	                 Houses                    Cover             Cells        Digits
//	naked single     box, row, column of it                      the cell     its only candidate
//	hidden single    where the digit has                         the cell     the digit
//	                 this one place
//	pointing         the box                   the line          the places   the digit
//	claiming         the line                  the box           the places   the digit
//	naked subset     all that hold the cells                     w cells      their w candidates
//	                 and lose digits
//	hidden subset    where the digits have                       w cells      w digits
//	                 these places only
//	fish             w base lines              w crossing lines  the places   the digit
//	two links,       of the two links, or         the house that    the places   the digit
//	empty rectangle  the box and the line         joins the links
//	                 of the link
//	finned fish      w base lines              w crossing lines  the places   the digit
//	fish with boxes  w houses                  w others          the places   the digit
//	xy-, xyz-,       shared by the pivot and      -                 the cells    their candidates
//	wxyz-wing        the others
//	w-wing           of the link                  -                 all          the two
//	rectangles       its rows, and one more       its columns       the corners, all
//	                 house if one matters                           and others   with others
//	chains           from cell to cell            -                 all          all
//	locked sets,     of the sets                  -                 all          all
//	sue de coq       the line, the box            -                 all          all
//	tridagon         the four boxes; of chains    -                 all          all
//	                 their houses too
//	exocet           the base's line, then the    -                 all          of the base
//	                 three that cross it
//	msls             the lines that are counted   -                 crossings    all
//	bug+1            of the cell                  -                 the cell     its digit
//	contradiction    its end: a cell without candidates, in Cells, or a house in
//	                 Houses that has no place for the digit in Digits
type Step struct {
	Technique Technique
	Houses    []sudoku.House
	Cover     []sudoku.House
	Cells     sudoku.Cells
	Digits    sudoku.Digits
	Parts     []Part // of a pattern of the ladder, in the order in which its reason goes through them

	// The conclusions of the step, in ascending order of cells, then of digits.
	Placements   []sudoku.Candidate
	Eliminations []sudoku.Candidate

	// Chain is set for a contradiction: the steps that follow if its one elimination is assumed to
	// be the digit of its cell. Each follows from the steps before it. Contradictions among them are trials within the
	// assumption.
	Chain []Step
}

// Deduction is a step with the state before it.
type Deduction struct {
	Step   Step
	Before State
}

// Len returns how many deductions a reader follows: 1, and for a contradiction also the steps of its
// chain.
func (s Step) Len() int {
	n := 1
	for _, inner := range s.Chain {
		n += inner.Len()
	}
	return n
}

// StepKind is the effect of a step.
type StepKind uint8

const (
	Single      StepKind = iota + 1 // places a digit
	Elimination                     // rules candidates out by a pattern
	Refutation                      // rules a candidate out by a contradiction
)

// Kind returns the effect of the step.
func (s Step) Kind() StepKind {
	switch {
	case len(s.Placements) > 0:
		return Single
	case s.Technique == Contradiction:
		return Refutation
	}
	return Elimination
}

// Where returns the houses in which to look for the step: all houses of a fish or of a technique of the ladder,
// the row of the candidate that a contradiction rules out, else the first house.
func (s Step) Where() []sudoku.House {
	switch {
	case s.Technique == Contradiction:
		return []sudoku.House{{Kind: sudoku.Row, Index: uint8(s.Eliminations[0].Cell.Row())}}
	case len(s.Cover) > 0, len(s.Parts) > 0:
		return s.Houses
	}
	return s.Houses[:1]
}
