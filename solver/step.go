package solver

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Step is one deduction with its reason. Sentences, notation and pictures are made from
// these fields alone, so that another language needs no other solver.
//
//	                 Houses                    Cover             Cells        Digits
//	naked single     box, row, column of it                      the cell     its only candidate
//	hidden single    where the digit has                         the cell     the digit
//	                 this one place
//	pointing         the box                   the line          the places   the digit
//	claiming         the line                  the box           the places   the digit
//	naked subset     all that hold the cells                     w cells      their w candidates
//	hidden subset    where the digits have                       w cells      w digits
//	                 these places only
//	fish             w base lines              w crossing lines  the places   the digit
//	contradiction    where it ends: a cell without candidates, in Cells, or a house
//	                 in Houses that has no place for the digit in Digits
type Step struct {
	Technique Technique
	Houses    []sudoku.House
	Cover     []sudoku.House
	Cells     sudoku.Cells
	Digits    sudoku.Digits

	// What the step concludes, in ascending order of cells, then of digits.
	Placements   []sudoku.Candidate
	Eliminations []sudoku.Candidate

	// Chain is, for a contradiction, what follows when its one elimination is taken to
	// be the digit of its cell. Each step follows from those before it.
	Chain []Step
}

// Len returns how many deductions a reader follows: 1, and for a contradiction those of
// its chain as well.
func (s Step) Len() int {
	n := 1
	for _, inner := range s.Chain {
		n += inner.Len()
	}
	return n
}

// String returns the step in the notation of solvers, "=" places and "<>" removes:
// "Swordfish: 8 in r159 c129 => r4c2<>8, r8c19<>8".
func (s Step) String() string {
	if s.Technique == NakedSingle {
		return s.Technique.Name() + ": " + s.Conclusion()
	}
	return fmt.Sprintf("%s: %s => %s", s.Technique.Name(), s.pattern(), s.Conclusion())
}

// pattern returns the reason in notation: "8 in r159 c129".
func (s Step) pattern() string {
	switch s.Technique {
	case HiddenSingle:
		return fmt.Sprintf("%s in %s", s.Digits, s.Houses[0])
	case HiddenPair, HiddenTriple, HiddenQuad:
		return fmt.Sprintf("%s in %s (%s)", s.Digits, s.Houses[0], s.Cells)
	case NakedPair, NakedTriple, NakedQuad:
		return fmt.Sprintf("%s in %s", s.Digits, s.Cells)
	case Contradiction:
		return s.chainNotation()
	}
	return fmt.Sprintf("%s in %s %s", s.Digits, joinHouses(s.Houses), joinHouses(s.Cover))
}

// chainNotation returns the chain of a contradiction: "if r1c1=5 then r1c4=3, r4c7 empty".
func (s Step) chainNotation() string {
	parts := make([]string, 0, len(s.Chain)+1)
	for _, inner := range s.Chain {
		if inner.Technique == Contradiction {
			parts = append(parts, "["+inner.String()+"]")
			continue
		}
		parts = append(parts, inner.Conclusion())
	}
	if s.Digits == 0 {
		parts = append(parts, fmt.Sprintf("%s without candidate", s.Cells))
	} else {
		parts = append(parts, fmt.Sprintf("%s without %s", s.Houses[0], s.Digits))
	}
	assumed := s.Eliminations[0]
	return fmt.Sprintf("if %s=%s then %s", assumed.Cell, assumed.Digit, strings.Join(parts, ", "))
}

// Conclusion returns what the step places and removes: "r4c2<>8, r8c19<>8".
func (s Step) Conclusion() string {
	parts := group(s.Placements, "=")
	return strings.Join(append(parts, group(s.Eliminations, "<>")...), ", ")
}

// group writes candidates cell by cell, the cells with the same digits together.
func group(candidates []sudoku.Candidate, sign string) []string {
	var digits [sudoku.MaxCells]sudoku.Digits
	for _, c := range candidates {
		digits[c.Cell] = digits[c.Cell].With(c.Digit)
	}
	var parts []string
	for c := range digits {
		these := digits[c]
		if these == 0 {
			continue
		}
		var cells sudoku.Cells
		for other := c; other < len(digits); other++ {
			if digits[other] == these {
				cells = cells.With(sudoku.Cell(other))
				digits[other] = 0
			}
		}
		for name := range strings.SplitSeq(cells.String(), ", ") {
			parts = append(parts, name+sign+these.String())
		}
	}
	return parts
}

// joinHouses writes houses of one kind together: "r159"; several kinds apart: "b1 r2".
func joinHouses(houses []sudoku.House) string {
	var parts []string
	for i, h := range houses {
		if i > 0 && h.Kind == houses[i-1].Kind {
			parts[len(parts)-1] += h.String()[1:]
			continue
		}
		parts = append(parts, h.String())
	}
	return strings.Join(parts, " ")
}
