package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// String returns the step in the notation of solvers, "=" places and "<>" removes:
// "Swordfish: 8 in r159 c129 => r4c2<>8, r8c19<>8".
func (w Words) Notation(s logic.Step) string {
	if s.Technique == logic.NakedSingle {
		return w.Technique(s.Technique) + ": " + Conclusion(s)
	}
	return fmt.Sprintf("%s: %s => %s", w.Technique(s.Technique), w.pattern(s), Conclusion(s))
}

// pattern returns the reason in notation: "8 in r159 c129".
func (w Words) pattern(s logic.Step) string {
	switch s.Technique {
	case logic.HiddenSingle:
		return fmt.Sprintf("%s in %s", s.Digits, s.Houses[0])
	case logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuad:
		return fmt.Sprintf("%s in %s (%s)", s.Digits, s.Houses[0], s.Cells)
	case logic.NakedPair, logic.NakedTriple, logic.NakedQuad:
		return fmt.Sprintf("%s in %s", s.Digits, s.Cells)
	case logic.Contradiction:
		return w.chainNotation(s)
	}
	return fmt.Sprintf("%s in %s %s", s.Digits, joinHouses(s.Houses), joinHouses(s.Cover))
}

// chainNotation returns the chain of a contradiction: "if r1c1=5 then r1c4=3, r4c7 empty".
func (w Words) chainNotation(s logic.Step) string {
	parts := make([]string, 0, len(s.Chain)+1)
	for _, inner := range s.Chain {
		if inner.Technique == logic.Contradiction {
			parts = append(parts, "["+w.Notation(inner)+"]")
			continue
		}
		parts = append(parts, Conclusion(inner))
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
func Conclusion(s logic.Step) string {
	var parts []string
	for _, e := range effects(s) {
		for name := range strings.SplitSeq(e.cells.String(), ", ") {
			parts = append(parts, name+e.sign+e.digits.String())
		}
	}
	return strings.Join(parts, ", ")
}

// effect is cells that get or lose the same digits.
type effect struct {
	cells  sudoku.Cells
	digits sudoku.Digits
	sign   string // "=" or "<>"
}

// effects returns what a step concludes, placements first.
func effects(s logic.Step) []effect {
	return append(group(s.Placements, "="), group(s.Eliminations, "<>")...)
}

// group puts the cells with the same digits together.
func group(candidates []sudoku.Candidate, sign string) []effect {
	var digits [sudoku.MaxCells]sudoku.Digits
	for _, c := range candidates {
		digits[c.Cell] = digits[c.Cell].With(c.Digit)
	}
	var effects []effect
	for c, these := range digits {
		i := slices.IndexFunc(effects, func(e effect) bool { return e.digits == these })
		switch {
		case these == 0:
		case i < 0:
			effects = append(effects, effect{sudoku.CellsOf(sudoku.Cell(c)), these, sign})
		default:
			effects[i].cells = effects[i].cells.With(sudoku.Cell(c))
		}
	}
	return effects
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
