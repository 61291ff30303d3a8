package explain

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Hint puts a hint into words.
func (w Words) Hint(h play.Hint) string {
	switch {
	case h.Wrong > 0 && h.Mistakes == nil:
		return w.Count("mistake.count", h.Wrong, nil)
	case h.Wrong > 0:
		return w.mistakes(h, "mistake.digit", "mistake.marks")
	case h.Solved:
		return w.Text("reveal.solved", nil)
	case h.Level == play.HintWhere:
		return w.where(h)
	case h.Level == play.HintTechnique:
		return w.technique(h)
	case h.Level == play.HintReason:
		return w.Reasons(h.Step, h.Before)
	}
	return w.orders(h.Step, "reveal.put", "reveal.remove")
}

// Done puts a hint of the last level into words after its effect: "2 is now in r1c4."
func (w Words) Done(h play.Hint) string {
	if h.Wrong > 0 {
		return w.mistakes(h, "mistake.erased", "mistake.erased-marks")
	}
	return w.orders(h.Step, "reveal.was-put", "reveal.was-removed")
}

// followed lists the techniques whose sentence goes along a chain link by link.
var followed = []logic.Technique{
	logic.SimpleColouring, logic.MultiColouring, logic.XChain, logic.XYChain, logic.AIC, logic.GroupedAIC,
	logic.ALSXYWing, logic.ALSChain, logic.ALSAIC,
}

// Brief puts a hint into a sentence beside a drawing that shows its chain.
func (w Words) Brief(h play.Hint) string {
	s := h.Step
	switch {
	case s.Technique == "" || h.Level != play.HintReason:
	case s.Technique == logic.Contradiction:
		assumed, end := s.Eliminations[0], w.Text("chain.no-candidate", locale.Args{"Cell": s.Cells})
		if s.Digits != 0 {
			end = w.Text("chain.no-place", locale.Args{"House": w.House(s.Houses[0]), "Digit": s.Digits})
		}
		return w.Text("brief.contradiction", locale.Args{"Cell": assumed.Cell, "Digit": assumed.Digit, "End": end})
	case s.Technique == logic.NiceLoop:
		return w.Text("brief.loop", locale.Args{"Losses": w.losses(s)})
	case slices.Contains(followed, s.Technique):
		either := w.Commas([]string{link(s.Parts, 0, "="), link(s.Parts, len(s.Parts)-1, "=")})
		return w.Text("brief.chain", locale.Args{"Either": either, "Losses": w.losses(s)})
	}
	return w.Hint(h)
}

// mistakes lists mistakes, with the message of a digit and that of marks.
func (w Words) mistakes(h play.Hint, digit, marks string) string {
	var sentences []string
	for _, m := range h.Mistakes {
		sentence := w.Text(digit, locale.Args{"Cell": m.Cell, "Digit": m.Digit})
		if m.Digit == 0 {
			sentence = w.Text(marks, locale.Args{"Cell": m.Cell, "Marks": m.Marks})
		}
		sentences = append(sentences, sentence)
	}
	return w.sentences(sentences)
}

// where names the place to look: "There is a single in box 2."
func (w Words) where(h play.Hint) string {
	args := locale.Args{"Houses": w.houses(h.Where)}
	switch h.Kind {
	case logic.Single:
		return w.Text("reveal.where-single", args)
	case logic.Refutation:
		return w.Text("reveal.where-refutation", args)
	}
	return w.Text("reveal.where-elimination", args)
}

// technique names the pattern to look for: "Naked Pair: look for 1 and 3 in box 9."
func (w Words) technique(h play.Hint) string {
	if h.Kind == logic.Refutation {
		return w.Text("reveal.assumption", locale.Args{
			"Technique": w.Technique(h.Technique), "Cell": h.Suppose.Cell, "Digit": h.Suppose.Digit,
		})
	}
	return w.Text("reveal.pattern", locale.Args{
		"Technique": w.Technique(h.Technique), "Digits": w.digits(h.Digits), "Houses": w.houses(h.Where),
	})
}

// orders lists the changes of a step, with the message of a placement and that of eliminations: "Remove 1 and 3 from r8c79."
func (w Words) orders(s logic.Step, put, remove string) string {
	var sentences []string
	for _, p := range s.Placements {
		sentences = append(sentences, w.Text(put, locale.Args{"Cell": p.Cell, "Digit": p.Digit}))
	}
	for _, e := range effects(s.Eliminations) {
		sentences = append(sentences, w.Text(remove, locale.Args{"Cells": w.cells(e.cells), "Digits": w.digits(e.digits)}))
	}
	return w.sentences(sentences)
}
