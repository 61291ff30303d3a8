package explain

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Sentence returns the step and its reason in plain English: "In box 9, r7c8 is the only
// place left for 5."
func (w Words) Step(s logic.Step) string {
	switch s.Technique {
	case logic.NakedSingle:
		return fmt.Sprintf("%s is the only candidate left in %s.", s.Digits, s.Cells)
	case logic.HiddenSingle:
		return fmt.Sprintf("In %s, %s is the only place left for %s.", s.Houses[0].Name(), s.Cells, s.Digits)
	case logic.Pointing, logic.Claiming:
		return fmt.Sprintf("In %s, all places for %s (%s) lie in %s, so the rest of %[4]s cannot hold it: %[5]s.",
			s.Houses[0].Name(), s.Digits, s.Cells, s.Cover[0].Name(), w.losses(s))
	case logic.NakedPair, logic.NakedTriple, logic.NakedQuad:
		return fmt.Sprintf("%s have no candidates but %s, so these go there and nowhere else in %s: %s.",
			listCells(s.Cells), listDigits(s.Digits), listHouses(s.Houses), w.losses(s))
	case logic.HiddenPair, logic.HiddenTriple, logic.HiddenQuad:
		return fmt.Sprintf("In %s, the digits %s have no places but %s, so these cells hold nothing else: %s.",
			s.Houses[0].Name(), listDigits(s.Digits), listCells(s.Cells), w.losses(s))
	case logic.XWing, logic.Swordfish, logic.Jellyfish:
		base, cover := kinds(s.Houses[0].Kind), kinds(s.Cover[0].Kind)
		return fmt.Sprintf("In %s, all places for %s lie in %s. Each of these %s gets its %[2]s from one of these %[5]s, so the rest of these %[4]s cannot hold it: %[6]s.",
			listHouses(s.Houses), s.Digits, listHouses(s.Cover), cover, base, w.losses(s))
	case logic.Contradiction:
		return fmt.Sprintf("If %s, a contradiction in %s. So %s is not %s.",
			w.assumption(s), steps(s.Len()), s.Eliminations[0].Cell, s.Eliminations[0].Digit)
	}
	return ""
}

// assumption returns what a contradiction assumes and where that leads: "r1c1 were 5, then
// r1c4=3 (only candidate left), and r4c7 would have no candidate".
func (w Words) assumption(s logic.Step) string {
	var chain strings.Builder
	for _, inner := range s.Chain {
		fmt.Fprintf(&chain, "%s (%s), ", Conclusion(inner), w.reason(inner))
	}
	if len(s.Chain) > 0 {
		chain.WriteString("and ")
	}
	end := fmt.Sprintf("%s would have no candidate", s.Cells)
	if s.Digits != 0 {
		end = fmt.Sprintf("%s would have no place for %s", s.Houses[0].Name(), s.Digits)
	}
	assumed := s.Eliminations[0]
	return fmt.Sprintf("%s were %s, then %s%s", assumed.Cell, assumed.Digit, &chain, end)
}

// reason returns why a step of a chain holds, in few words.
func (w Words) reason(s logic.Step) string {
	switch s.Technique {
	case logic.NakedSingle:
		return "only candidate left"
	case logic.HiddenSingle:
		return "only place in " + s.Houses[0].Name()
	case logic.Contradiction:
		return "for if " + w.assumption(s)
	}
	return fmt.Sprintf("%s, %s", w.Technique(s.Technique), w.pattern(s))
}

// losses returns the eliminations in words: "r4c5 loses 3; r4c9 and r5c9 lose 7".
func (w Words) losses(s logic.Step) string {
	var parts []string
	for _, e := range group(s.Eliminations, "<>") {
		verb := "loses"
		if e.cells.Len() > 1 {
			verb = "lose"
		}
		parts = append(parts, fmt.Sprintf("%s %s %s", listCells(e.cells), verb, listDigits(e.digits)))
	}
	return strings.Join(parts, "; ")
}

func listCells(cells sudoku.Cells) string { return list(strings.Split(cells.String(), ", ")) }

func listDigits(digits sudoku.Digits) string { return list(strings.Split(digits.String(), "")) }

// listHouses names houses of a kind together: "rows 1, 5 and 9".
func listHouses(houses []sudoku.House) string {
	numbers := map[sudoku.HouseKind][]string{}
	for _, h := range houses {
		numbers[h.Kind] = append(numbers[h.Kind], h.String()[1:])
	}
	var parts []string
	for _, kind := range []sudoku.HouseKind{sudoku.Row, sudoku.Column, sudoku.Box} {
		switch n := numbers[kind]; len(n) {
		case 0:
		case 1:
			parts = append(parts, kind.String()+" "+n[0])
		default:
			parts = append(parts, kinds(kind)+" "+list(n))
		}
	}
	return list(parts)
}

// kinds returns the plural: "rows", "columns", "boxes".
func kinds(k sudoku.HouseKind) string {
	if k == sudoku.Box {
		return "boxes"
	}
	return k.String() + "s"
}

// list joins words as a sentence does: "1, 5 and 9".
func list(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func steps(n int) string {
	if n == 1 {
		return "1 step"
	}
	return fmt.Sprintf("%d steps", n)
}
