package explain

import (
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// Hint puts a hint into words.
func (w Words) Hint(h play.Hint) string {
	switch {
	case h.Level == play.HintMistakes && h.Mistakes == nil:
		return w.Count("mistake.count", h.Wrong, nil)
	case h.Level == play.HintMistakes:
		var sentences []string
		for _, m := range h.Mistakes {
			sentence := w.Text("mistake.digit", locale.Args{"Cell": m.Cell, "Digit": m.Digit})
			if m.Digit == 0 {
				sentence = w.Text("mistake.marks", locale.Args{"Cell": m.Cell, "Marks": m.Marks})
			}
			sentences = append(sentences, sentence)
		}
		return w.sentences(sentences)
	case h.Solved:
		return w.Text("reveal.solved", nil)
	case h.Level == play.HintWhere:
		return w.where(h)
	case h.Level == play.HintTechnique:
		return w.technique(h)
	case h.Level == play.HintReason:
		return w.Reasons(h.Step, h.Before)
	}
	return w.orders(h.Step)
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

// orders lists the changes to make: "Remove 1 and 3 from r8c79."
func (w Words) orders(s logic.Step) string {
	var sentences []string
	for _, p := range s.Placements {
		sentences = append(sentences, w.Text("reveal.put", locale.Args{"Cell": p.Cell, "Digit": p.Digit}))
	}
	for _, e := range effects(s.Eliminations) {
		sentences = append(sentences, w.Text("reveal.remove", locale.Args{"Cells": w.cells(e.cells), "Digits": w.digits(e.digits)}))
	}
	return w.sentences(sentences)
}
