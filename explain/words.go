package explain

import (
	"fmt"
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Words says things in one language.
type Words struct{ locale.Language }

// In returns the words of a language.
func In(l locale.Language) Words { return Words{l} }

// Technique returns the name of a technique: "Naked Pair", "X-Wing".
func (w Words) Technique(t logic.Technique) string { return w.Text("technique."+string(t), nil) }

// Tier returns the name of a tier: "hidden".
func (w Words) Tier(t logic.Tier) string { return w.Text("tier."+t.String(), nil) }

// Lesson teaches a technique: what it is, why it holds and how to look for it.
func (w Words) Lesson(t logic.Technique) string { return w.Text("lesson."+string(t), nil) }

// Certificate says why a puzzle is not in a lower tier.
func (w Words) Certificate(c rating.Certificate) string {
	leaves := fmt.Sprintf("%d cells open, with %d candidates", c.Cells, c.Candidates)
	switch c.Tier {
	case 0:
		return fmt.Sprintf("Naked singles alone fill its %d empty cells.", c.Cells)
	case logic.TierSingletons:
		return fmt.Sprintf("Naked singles alone leave %s.", leaves)
	}
	return fmt.Sprintf("All techniques up to tier %d (%s) leave %s.", c.Tier, w.Tier(c.Tier), leaves)
}

// Hint says what a hint reveals.
func (w Words) Hint(h play.Hint) string {
	switch {
	case h.Level == play.HintMistakes:
		return w.mistakes(h.Mistakes)
	case h.Solved:
		return "The grid is solved: there is nothing left to hint."
	}
	switch h.Level {
	case play.HintWhere:
		switch h.Kind {
		case logic.Single:
			return fmt.Sprintf("A single waits in %s.", listHouses(h.Where))
		case logic.Refutation:
			return fmt.Sprintf("No pattern is left: try a candidate in %s and see it fail.", listHouses(h.Where))
		}
		return fmt.Sprintf("A candidate can be ruled out: look at %s.", listHouses(h.Where))
	case play.HintTechnique:
		if h.Kind == logic.Refutation {
			return fmt.Sprintf("%s: suppose that %s is %s.", w.Technique(h.Technique), h.Suppose.Cell, h.Suppose.Digit)
		}
		return fmt.Sprintf("%s: look for %s in %s.", w.Technique(h.Technique), listDigits(h.Digits), listHouses(h.Where))
	case play.HintReason:
		return w.Step(h.Step)
	}
	var orders []string
	for _, p := range h.Step.Placements {
		orders = append(orders, fmt.Sprintf("Put %s in %s.", p.Digit, p.Cell))
	}
	for _, e := range group(h.Step.Eliminations, "<>") {
		orders = append(orders, fmt.Sprintf("Remove %s from %s.", listDigits(e.digits), listCells(e.cells)))
	}
	return strings.Join(orders, " ")
}

func (w Words) mistakes(mistakes []logic.Mistake) string {
	sentences := make([]string, len(mistakes))
	for i, m := range mistakes {
		sentences[i] = fmt.Sprintf("%s in %s is wrong.", m.Digit, m.Cell)
		if m.Digit == 0 {
			sentences[i] = fmt.Sprintf("The marks of %s, %s, leave out the right digit.", m.Cell, m.Marks)
		}
	}
	return strings.Join(sentences, " ")
}

// House names a row, a column or a box: "row 3".
func (w Words) House(h sudoku.House) string { return listHouses([]sudoku.House{h}) }
