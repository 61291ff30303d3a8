package board_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
)

// cut lists the elements whose text is cut off, on a page that has to be no wider than its window.
const cut = `[
	...[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && !e.closest(".hidden, #board") && e.clientWidth &&
		getComputedStyle(e).overflowX === "hidden" && e.scrollWidth > e.clientWidth + 1).map(e => e.outerHTML.slice(0, 90)),
	...[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && !e.closest(".hidden, dialog") && e.getBoundingClientRect().right > innerWidth + 1)
		.map(e => "wider than the window: " + e.outerHTML.slice(0, 90)),
]`

// Enlarged to four times on a desk, or with letters of twice the size on a phone, the page is as wide as its
// window, nothing that it says is cut off, and the board can be played (WCAG 2.2, 1.4.4 and 1.4.10).
func TestEnlarged(t *testing.T) {
	for _, state := range tour {
		if state.bare || state.name == "marks" || testing.Short() && state.name != "hint" && state.name != "solved" { // those have most text
			continue
		}
		t.Run(state.name, func(t *testing.T) {
			s := serve(t, state.clues)
			s.hint = exampleHint
			p := open(t, s, 320)
			state.reach(p)
			for _, c := range []struct {
				name          string
				width, height int64
				letters       string
			}{
				{"four times", 320, 256, "100%"}, {"large letters", 400, 800, "200%"}, {"large letters on a small phone", 320, 640, "200%"},
				{"large letters on a desk", 1280, 900, "200%"}, {"a low window", 1000, 240, "100%"},
			} {
				call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: c.width, Height: c.height, DeviceScaleFactor: 1})
				eval[any](p, `document.documentElement.style.fontSize = "`+c.letters+`"`)
				for _, problem := range eval[[]string](p, cut) {
					t.Errorf("%s: %s", c.name, problem)
				}
				if cell := eval[float64](p, `document.getElementById("r1c1").getBoundingClientRect().width`); cell < 30 {
					t.Errorf("%s: a cell is %.1f wide", c.name, cell)
				}
			}
		})
	}
}

// Where the system forces its colours, which takes backgrounds and shadows away, what is selected and where the
// focus is can still be seen.
func TestForcedColors(t *testing.T) {
	p := open(t, serve(t, easy), 1280)
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "forced-colors", Value: "active"}}})
	p.choose("r1c3", "r1c4")
	p.keys("4")
	outline := func(cell string) string {
		return eval[string](p, `(s => s.outlineStyle + " " + s.outlineWidth)(getComputedStyle(document.getElementById("`+cell+`")))`)
	}
	chosen, focused, other := outline("r1c3"), outline("r1c4"), outline("r9c1")
	if chosen == other || focused == other || chosen == focused {
		t.Errorf("outlines: selected %q, in focus %q, others %q", chosen, focused, other)
	}
}

// What the page says of the connection moves no board below a finger, on the smallest phone neither.
func TestBoardStaysOffline(t *testing.T) {
	s := serve(t, easy)
	for _, width := range []int64{320, 400, 1280} {
		s.set(func() { s.down = false })
		p := open(t, s, width)
		p.saved()
		before := p.middle("r1c1")
		s.set(func() { s.down = true })
		p.write("r1c3", "5")
		p.eventually("the page says that it is offline", func() bool { return strings.HasPrefix(p.text("#status"), "Offline") })
		p.eventually("a screen reader says so", func() bool { return strings.HasPrefix(p.text("#live"), "Offline") })
		if after := p.middle("r1c1"); after != before {
			t.Errorf("at %d the first cell moves from %v to %v", width, before, after)
		}
	}
}
