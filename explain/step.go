package explain

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Step puts the conclusion of a step and its reason into words: "In box 9, r7c8 is the only place left for 5."
func (w Words) Step(s logic.Step) string {
	if s.Technique == logic.Contradiction {
		assumed := s.Eliminations[0]
		return w.Count("technique.contradiction.sentence", s.Len(), locale.Args{
			"Cell": assumed.Cell, "Digit": assumed.Digit, "Chain": w.chain(s),
		})
	}
	message := messageFor(s, "sentence")
	if len(s.Parts) > 0 {
		return w.Text(message, w.parts(s, w.cells, w.digits))
	}
	if len(s.Cover) > 1 { // a fish: rows and columns can need different words, such as articles
		message += ".by-" + s.Houses[0].Kind.String()
	}
	return w.Text(message, locale.Args{
		"Digits": w.digits(s.Digits), "Cells": w.cells(s.Cells),
		"Houses": w.houses(s.Houses), "Cover": w.houses(s.Cover), "Losses": w.losses(s),
	})
}

// messageFor returns the key of a message about a step: a fish with boxes needs other words without fins.
func messageFor(s logic.Step, message string) string {
	if len(s.Cover) > 1 && len(s.Parts) == 1 {
		message += "-without-fins"
	}
	return messageOf(s.Technique, message)
}

// parts are the placeholders of a step of the ladder, with the parts of its pattern.
func (w Words) parts(s logic.Step, cells func(sudoku.Cells) string, digits func(sudoku.Digits) string) locale.Args {
	var gone sudoku.Digits
	for _, e := range s.Eliminations {
		gone = gone.With(e.Digit)
	}
	args := locale.Args{
		"Digits": digits(s.Digits), "Cells": cells(s.Cells), "Houses": w.houses(s.Houses), "Cover": w.houses(s.Cover),
		"Ends": cells(s.Parts[0].Cells.Union(s.Parts[len(s.Parts)-1].Cells)), "Digit": digits(gone), "Losses": w.losses(s),
	}
	args["Links"], args["Either"] = w.Commas(links(s.Parts)), w.Commas(slices.Compact([]string{link(s.Parts, 0, "="), link(s.Parts, len(s.Parts)-1, "=")}))
	args["Petals"] = w.Commas(petals(s.Parts))
	args["Lines"] = w.Commas(lines(s))
	args["Chains"] = w.Joined("loss.next", w.chains(s))
	for i, h := range s.Houses {
		args[fmt.Sprintf("House%d", i+1)] = w.House(h)
	}
	for i, part := range s.Parts {
		args[fmt.Sprintf("Part%d", i+1)] = cells(part.Cells)
		args[fmt.Sprintf("Digit%d", i+1)] = digits(part.Digits)
	}
	return args
}

// links returns the links of a chain, if the first of its parts is false: "r1c5=3", "r4c5<>3", "r4c8=3".
func links(parts []logic.Part) (links []string) {
	for i := 1; i < len(parts); i++ {
		links = append(links, link(parts, i, []string{"<>", "="}[i%2]))
	}
	return links
}

// petals returns the losses of the sets between the first part and the last: "r1c56<>3".
func petals(parts []logic.Part) (petals []string) {
	for i := 1; i < len(parts)-1; i++ {
		petals = append(petals, link(parts, i, "<>"))
	}
	return petals
}

// chains returns the chains of a step, each with its end: "r1c5=3, r1c8<>3".
func (w Words) chains(s logic.Step) (chains []string) {
	for _, chain := range s.Chains() {
		var links []string
		for i := range chain[1:] {
			links = append(links, link(chain, i, []string{"=", "<>"}[i%2]))
		}
		chains = append(chains, w.Commas(append(links, w.Conclusion(s))))
	}
	return chains
}

// lines returns the lines of a multi-sector locked set with the digits that they count: "25r1247", "36c18".
func lines(s logic.Step) (lines []string) {
	if s.Technique != logic.MSLS || len(s.Houses) != len(s.Parts)-1 {
		return nil
	}
	for i, h := range s.Houses {
		same := []sudoku.House{h}
		for j, other := range s.Houses {
			if j != i && other.Kind == h.Kind && s.Parts[j+1].Digits == s.Parts[i+1].Digits {
				if j < i { // h is among the lines of that one
					same = nil
					break
				}
				same = append(same, other)
			}
		}
		if same != nil {
			lines = append(lines, s.Parts[i+1].Digits.String()+joinHouses(same))
		}
	}
	return lines
}

func link(parts []logic.Part, i int, sign string) string {
	return parts[i].Cells.String() + sign + parts[i].Digits.String()
}

// losses lists the cells that lose digits, and the digits: "r4c5 loses 3; r4c9 and r5c9 lose 7".
func (w Words) losses(s logic.Step) string {
	var all []string
	for _, e := range effects(s.Eliminations) {
		all = append(all, w.Count("loss.digits", e.cells.Len(), locale.Args{"Cells": w.cells(e.cells), "Digits": w.digits(e.digits)}))
	}
	return w.Joined("loss.next", all)
}

// chain follows the assumption of a contradiction to its end: "r1c4=3 (only candidate left),
// and r4c7 would have no candidate".
func (w Words) chain(s logic.Step) string {
	var steps []string
	for _, inner := range s.Chain {
		steps = append(steps, w.Text("chain.step", locale.Args{"Conclusion": w.Conclusion(inner), "Reason": w.reason(inner)}))
	}
	end := w.Text("chain.no-candidate", locale.Args{"Cell": s.Cells})
	if s.Digits != 0 {
		end = w.Text("chain.no-place", locale.Args{"House": w.House(s.Houses[0]), "Digit": s.Digits})
	}
	if len(steps) == 0 {
		return end
	}
	return w.Text("chain.end", locale.Args{"Before": w.Joined("chain.next", steps), "End": end})
}

// reason gives the reason of a step of a chain in few words: "only place in box 3".
func (w Words) reason(s logic.Step) string {
	if s.Technique == logic.Contradiction {
		assumed := s.Eliminations[0]
		return w.Text("technique.contradiction.reason", locale.Args{
			"Cell": assumed.Cell, "Digit": assumed.Digit, "Chain": w.chain(s),
		})
	}
	args := w.pattern(s)
	args["House"] = w.House(s.Houses[0])
	return w.Text(messageOf(s.Technique, "reason"), args)
}

// Notation returns the step as solvers write it, "=" places and "<>" removes:
// "Swordfish: 8 in r159 c129 => r4c2<>8, r8c19<>8".
func (w Words) Notation(s logic.Step) string {
	if s.Technique == logic.Contradiction {
		assumed := s.Eliminations[0]
		return w.Text("technique.contradiction.notation", locale.Args{
			"Technique": w.Technique(s.Technique), "Cell": assumed.Cell, "Digit": assumed.Digit,
			"Chain": w.chainNotation(s), "Conclusion": w.Conclusion(s),
		})
	}
	args := w.pattern(s)
	args["Conclusion"] = w.Conclusion(s)
	return w.Text(messageFor(s, "notation"), args)
}

// pattern returns the pattern of a step, in notation.
func (w Words) pattern(s logic.Step) locale.Args {
	args := locale.Args{}
	if len(s.Parts) > 0 {
		args = w.parts(s, sudoku.Cells.String, sudoku.Digits.String)
		args["Chains"] = strings.Join(w.chains(s), " | ") // a semicolon would begin another step
	}
	maps.Copy(args, locale.Args{
		"Technique": w.Technique(s.Technique), "Digits": s.Digits, "Cells": s.Cells,
		"Houses": joinHouses(s.Houses), "Cover": joinHouses(s.Cover),
	})
	return args
}

// chainNotation returns where an assumption leads: "r1c4=3, r4c7 without candidate".
func (w Words) chainNotation(s logic.Step) string {
	parts := make([]string, 0, len(s.Chain)+1)
	for _, inner := range s.Chain {
		if inner.Technique == logic.Contradiction {
			parts = append(parts, "["+w.Notation(inner)+"]")
			continue
		}
		parts = append(parts, w.Conclusion(inner))
	}
	end := w.Text("chain.no-candidate-notation", locale.Args{"Cell": s.Cells})
	if s.Digits != 0 {
		end = w.Text("chain.no-place-notation", locale.Args{"House": s.Houses[0], "Digit": s.Digits})
	}
	return strings.Join(append(parts, end), ", ")
}

// Conclusion returns the placements and eliminations of a step: "r4c2<>8, r8c19<>8".
func (Words) Conclusion(s logic.Step) string {
	var parts []string
	add := func(candidates []sudoku.Candidate, sign string) {
		for _, e := range effects(candidates) {
			for cells := range strings.SplitSeq(e.cells.String(), ", ") {
				parts = append(parts, cells+sign+e.digits.String())
			}
		}
	}
	add(s.Placements, "=")
	add(s.Eliminations, "<>")
	return strings.Join(parts, ", ")
}

// effect is cells that get or lose the same digits.
type effect struct {
	cells  sudoku.Cells
	digits sudoku.Digits
}

// effects gathers the cells with the same digits.
func effects(candidates []sudoku.Candidate) []effect {
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
			effects = append(effects, effect{sudoku.CellsOf(sudoku.Cell(c)), these})
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
