package board_test

import (
	"fmt"
	"math"
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
			for _, k := range drawn.Extras {
				s.hint.Extras = append(s.hint.Extras, steps.Candidate{Cell: k.Cell.String(), Digit: int(k.Digit)})
			}
		})
		p.run(chromedp.Click(chromedp.CSS("#hint")))
		p.eventually("the hint", func() bool { return p.text("#panel p") == string(technique) })
		done := slices.Concat(drawn.Placements, drawn.Eliminations)
		concluded := func(k sudoku.Candidate) bool {
			return slices.ContainsFunc(done, func(d sudoku.Candidate) bool {
				return d.Cell == k.Cell && (d.Digit == k.Digit || len(drawn.Placements) > 0)
			})
		}
		pattern, extras := slices.DeleteFunc(slices.Clone(drawn.Pattern), concluded), slices.DeleteFunc(slices.Clone(drawn.Extras), concluded)
		for kind, want := range map[string][]sudoku.Candidate{"pattern": pattern, "extra": extras, "placement": drawn.Placements, "elimination": drawn.Eliminations} {
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

// A hint lies on the cells that it is about: each house is framed, and each candidate stays in its place in the cell, to 3 pixels:
// a hint ignores the thicker lines between boxes.
func TestHintLiesOnItsCells(t *testing.T) {
	for _, clues := range []string{small, six, easy} {
		s := serve(t, clues)
		p := open(t, s, 1280)
		p.set("automatic")
		shape := s.solution.Shape()
		marks := make([]string, len(clues))
		step := steps.Step{Technique: "pointing"}
		for _, h := range shape.Houses() {
			step.Houses = append(step.Houses, h.String())
		}
		for i := range marks {
			if clues[i] == '.' {
				marks[i] = "123456789"[:shape.Side()]
			}
		}
		s.set(func() { s.hint = whole(board.Hint{Level: 3, Most: 4, Words: "All.", Step: &step, Marks: marks}) })
		before := eval[map[string][]float64](p, `Object.fromEntries([...document.querySelectorAll("#board td")].flatMap((td) =>
			[...td.querySelectorAll(".grid i")].map((i) => [td.id + " " + i.textContent, (r => [r.x + r.width / 2, r.y + r.height / 2])(i.getBoundingClientRect())])))`)
		p.run(chromedp.Click(chromedp.CSS("#hint")), chromedp.WaitReady(chromedp.CSS("svg.hint")))
		cellOf := `((x, y) => [...document.querySelectorAll("#board td")].find((td) => (r => x > r.left && x < r.right && y > r.top && y < r.bottom)(td.getBoundingClientRect()))?.id)`
		after := eval[map[string][]float64](p, `Object.fromEntries([...document.querySelectorAll("svg.hint text.mark")].map((text) => {
			const r = text.getBoundingClientRect(), x = r.x + r.width / 2, y = r.y + r.height / 2;
			return [`+cellOf+`(x, y) + " " + text.textContent, [x, y]];
		}))`)
		if len(before) == 0 || len(after) < len(before) {
			t.Fatalf("%v: %d marks on the board, %d in the hint", shape, len(before), len(after))
		}
		for name, from := range before {
			if to := after[name]; len(to) != 2 || math.Abs(from[0]-to[0]) > 3 || math.Abs(from[1]-to[1]) > 3 {
				t.Errorf("%v: the mark %s moves from %v to %v", shape, name, from, to)
			}
		}
		frames := eval[[]string](p, `[...document.querySelectorAll("svg.hint rect.house")].map((rect) => {
			const f = rect.getBoundingClientRect(), within = (td) => (r => r.x + r.width / 2 > f.left && r.x + r.width / 2 < f.right && r.y + r.height / 2 > f.top && r.y + r.height / 2 < f.bottom)(td.getBoundingClientRect());
			return [...document.querySelectorAll("#board td")].filter(within).map((td) => td.id).join(" ");
		})`)
		for i, h := range shape.Houses() {
			want := strings.Trim(fmt.Sprint(shape.House(h)), "[]")
			if i >= len(frames) || frames[i] != want {
				t.Errorf("%v: %s is framed around %v, want %s", shape, h, frames, want)
			}
		}
	}
}
