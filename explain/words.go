package explain

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Words puts data into words in one language. It is a small value, safe for concurrent use.
type Words struct{ locale.Language }

// In returns the words of a language.
func In(l locale.Language) Words { return Words{l} }

// Technique returns the name of a technique: "Naked Pair", "X-Wing".
func (w Words) Technique(t logic.Technique) string { return w.Text(messageOf(t, "name"), nil) }

// Techniques lists techniques: "Naked Pair, X-Wing and Swordfish".
func (w Words) Techniques(all []logic.Technique) string {
	var names []string
	for _, t := range all {
		names = append(names, w.Technique(t))
	}
	return w.List(names)
}

// Lesson teaches a technique: its pattern, why it holds and how to look for it.
func (w Words) Lesson(t logic.Technique) string { return w.Text(messageOf(t, "lesson"), nil) }

// Summary describes a technique in a few words: "One candidate left in a cell".
func (w Words) Summary(t logic.Technique) string { return w.Text(messageOf(t, "summary"), nil) }

// messageOf returns the key of one of the messages that each technique has.
func messageOf(t logic.Technique, message string) string {
	return "technique." + string(t) + "." + message
}

// Tier returns the name of a tier by the technique it adds, for experts: "hidden".
func (w Words) Tier(t logic.Tier) string { return w.Text("tier."+t.String(), nil) }

// Difficulty returns the everyday name of a tier: "Medium".
func (w Words) Difficulty(t logic.Tier) string { return w.Text("difficulty-of."+t.String(), nil) }

// Shape returns the name of a shape: "sudoku".
func (w Words) Shape(s sudoku.Shape) string { return w.Text("shape."+s.String(), nil) }

// House names a row, a column or a box: "row 3".
func (w Words) House(h sudoku.House) string { return w.houses([]sudoku.House{h}) }

// houses lists houses, grouped by kind: "rows 1, 5 and 9", "row 2 and box 1".
func (w Words) houses(houses []sudoku.House) string {
	numbers := map[sudoku.HouseKind][]string{}
	for _, h := range houses {
		numbers[h.Kind] = append(numbers[h.Kind], fmt.Sprint(h.Index+1))
	}
	var kinds []string
	for _, kind := range []sudoku.HouseKind{sudoku.Row, sudoku.Column, sudoku.Box} {
		if n := len(numbers[kind]); n > 0 {
			kinds = append(kinds, w.Count("house."+kind.String(), n, locale.Args{"Numbers": w.List(numbers[kind])}))
		}
	}
	return w.List(kinds)
}

// cells lists cells: "r4c2, r18c1 and r9c9".
func (w Words) cells(cells sudoku.Cells) string { return w.List(strings.Split(cells.String(), ", ")) }

// digits lists digits: "1, 5 and 9".
func (w Words) digits(digits sudoku.Digits) string { return w.List(strings.Split(digits.String(), "")) }

// sentences puts one sentence after another.
func (w Words) sentences(all []string) string { return w.Joined("sentence.next", all) }

// Certificate explains why a puzzle is not in a lower tier: "Naked singles alone leave 57 cells
// open, with 212 candidates."
func (w Words) Certificate(c rating.Certificate) string {
	candidates := w.Count("count.candidates", c.Candidates, nil)
	switch c.Tier {
	case 0:
		return w.Count("certificate.filled", c.Cells, nil)
	case logic.TierSingletons:
		return w.Count("certificate.singles", c.Cells, locale.Args{"Candidates": candidates})
	}
	return w.Count("certificate.tier", c.Cells, locale.Args{
		"Tier": int(c.Tier), "Name": w.Tier(c.Tier), "Candidates": candidates,
	})
}

// Left counts the cells and candidates that a path leaves open if it ends before the solution.
func (w Words) Left(s logic.State) string {
	open := len(s.Grid.Shape().Cells()) - s.Grid.Filled().Len()
	return w.Count("left.cells", open, locale.Args{"Candidates": w.Count("count.candidates", s.Marks.Len(), nil)})
}

// ParseTier reads a tier as people write it, in any case: its number, its name, or its everyday name
// in this language or in any other. The error is a [*sudoku.NameError].
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

// IsDayOff reports whether text gives a weekday no post, in this language or in any other.
func (w Words) IsDayOff(text string) bool {
	return slices.ContainsFunc(w.andOthers(), func(w Words) bool {
		return strings.EqualFold(strings.TrimSpace(text), w.Text("choice.off", nil))
	})
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

// andOthers returns the words of this language, then of the others, from English on.
func (w Words) andOthers() []Words {
	all := []Words{w}
	for _, l := range locale.Languages() {
		if l.Tag() != w.Tag() {
			all = append(all, In(l))
		}
	}
	return all
}
