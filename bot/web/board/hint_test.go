package board_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The board draws the published form of a step as pictures and pages draw the step itself: the same houses, pattern, links
// and conclusions, for each technique.
func TestHintIsDrawnAsInPictures(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	for _, technique := range logic.Techniques {
		state, step, _ := technique.Example()
		form := steps.Of(logic.Deduction{Step: step, Before: state}, explain.In(s.language))
		form.Chain = nil // as the server sends it
		drawn := picture.Diagram{Clues: state.Clues(), Grid: state.Grid, Marks: state.Marks}.Showing(step)
		s.set(func() {
			s.hint = whole(board.Hint{Level: 3, Most: 4, Words: string(technique), Step: &form, Paths: slices.Repeat([]string{"M0 0"}, len(form.Links))})
		})
		p.run(chromedp.Click(chromedp.CSS("#hint")))
		p.eventually("the hint", func() bool { return p.text("#panel p") == string(technique) })
		done := slices.Concat(drawn.Placements, drawn.Eliminations)
		pattern := slices.DeleteFunc(slices.Clone(drawn.Pattern), func(k sudoku.Candidate) bool {
			return slices.ContainsFunc(done, func(d sudoku.Candidate) bool {
				return d.Cell == k.Cell && (d.Digit == k.Digit || len(drawn.Placements) > 0)
			})
		})
		for kind, want := range map[string][]sudoku.Candidate{"pattern": pattern, "placement": drawn.Placements, "elimination": drawn.Eliminations} {
			var names []string
			for _, k := range want {
				names = append(names, fmt.Sprint(k.Cell, " ", k.Digit))
			}
			got := strings.Split(eval[string](p, `(document.querySelector(".legend .`+kind+`")?.textContent ?? ": ").split(": ")[1]`), ", ")
			slices.Sort(names)
			slices.Sort(got)
			p.expect(string(technique)+": "+kind, strings.Join(got, ", "), strings.Join(slices.Compact(names), ", "))
		}
		for class, houses := range map[string][]sudoku.House{"house": drawn.Houses, "cover": drawn.Cover} {
			var want []string
			for _, h := range houses {
				first := state.Grid.Shape().House(h)[0]
				want = append(want, fmt.Sprint(first.Column(), " ", first.Row(), " ", strings.ToLower(h.String()[:1])))
			}
			got := eval[string](p, `[...document.querySelectorAll("svg.hint rect.`+class+`")].map(({x, y, width, height}) => [x, y].map((v) => Math.floor(v.baseVal.value)).join(" ") +
				" " + (width.baseVal.value < 8 ? height.baseVal.value < 8 ? "b" : "c" : "r")).join(", ")`)
			p.expect(string(technique)+": "+class, got, strings.Join(want, ", "))
		}
		if n := eval[int](p, `document.querySelectorAll("svg.hint .link").length`); n != len(drawn.Links) {
			t.Errorf("%s: %d links, want %d", technique, n, len(drawn.Links))
		}
	}
}
