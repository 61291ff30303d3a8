package explain

import (
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// ParseTier reads a tier as people write it, in any case: its number, its name, or what people call
// it in this language or in any other. The error is a [*sudoku.NameError].
func (w Words) ParseTier(text string) (logic.Tier, error) {
	text = strings.TrimSpace(text)
	for _, words := range w.andOthers() {
		for _, t := range logic.Tiers {
			if strings.EqualFold(text, words.Difficulty(t)) || strings.EqualFold(text, words.Tier(t)) {
				return t, nil
			}
		}
	}
	return logic.ParseTier(text)
}

// ParseTechnique reads a technique as people write it, in any case and with blanks or hyphens between
// its words: its key, or its name in this language or in any other. The error is a
// [*sudoku.NameError].
func (w Words) ParseTechnique(text string) (logic.Technique, error) {
	name := typedName(strings.TrimSpace(text))
	for _, words := range w.andOthers() {
		for _, t := range logic.Techniques {
			if name == typedName(words.Technique(t)) {
				return t, nil
			}
		}
	}
	return logic.ParseTechnique(text)
}

// typedName is a name as it can be typed where blanks part words: "naked-pair".
func typedName(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(name)), "-")
}

// TypedTechnique returns the name of a technique as it can be typed without blanks: "naked-pair".
func (w Words) TypedTechnique(t logic.Technique) string { return typedName(w.Technique(t)) }

// andOthers returns the words of this language, then those of the others, from English on.
func (w Words) andOthers() []Words {
	all := []Words{w}
	for _, l := range locale.Languages() {
		if l.Tag() != w.Tag() {
			all = append(all, In(l))
		}
	}
	return all
}
