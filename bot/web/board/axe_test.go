package board_test

import (
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/bot/web/axetest"
)

// seldom is what there is to see besides the tour.
var seldom = []view{
	{"help", easy, false, func(p *tab) { p.set("show-help") }},
	{"problem", easy, false, func(p *tab) {
		p.s.set(func() { p.s.refusing = "That is not possible." })
		p.set("hint")
		p.run(chromedp.WaitVisible(chromedp.CSS("#panel")))
	}},
	{"both", easy, false, func(p *tab) {
		p.s.set(func() { p.s.down = true })
		p.write("r1c3", "4")
		p.s.elsewhere(p.t, "r1c3=5")
		p.s.set(func() { p.s.down = false })
		p.run(chromedp.WaitVisible(chromedp.CSS("td.asked")))
	}},
	{"clash", easy, false, func(p *tab) { p.write("r1c3", "5") }},
	{"replay", small, false, func(p *tab) {
		p.solve()
		p.solved()
		p.run(chromedp.Click(chromedp.CSS("#panel .row button:nth-child(2)")))
		p.run(chromedp.WaitVisible(chromedp.CSS("#panel input[type=range]")))
	}},
}

// axe finds nothing wrong with any state of the board, in any theme and width.
func TestAxe(t *testing.T) {
	script := axetest.Script(t)
	for _, state := range slices.Concat(tour, seldom) {
		t.Run(state.name, func(t *testing.T) {
			s := serve(t, state.clues)
			s.hint = exampleHint
			p := blank(t, s, 320)
			if state.bare { // axe is a script: that of the page is missing
				s.set(func() { s.bare = true })
				p.run(chromedp.Navigate(s.URL + "/?cell=r4c6&mode=corner"))
			} else {
				p.load()
			}
			state.reach(p)
			eval[any](p, script)
			for _, width := range []int64{320, 400, 1280} {
				call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 800, DeviceScaleFactor: 1})
				for _, theme := range []string{"light", "dark", "contrast"} {
					eval[any](p, `document.documentElement.dataset.theme = "`+theme+`"`)
					p.axe(theme, width)
				}
			}
		})
	}
}

// axe has axe look at the page as it stands.
func (p *tab) axe(theme string, width int64) {
	p.t.Helper()
	await := func(params *cdpruntime.EvaluateParams) { yes := true; params.AwaitPromise = &yes }
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[axetest.Findings](axetest.Run(), await))
	must(p.t, err)
	for _, line := range found.Violations {
		p.t.Errorf("%s, %d: %s", theme, width, line)
	}
	for _, line := range found.Incomplete {
		p.t.Logf("%s, %d: to be looked at: %s", theme, width, line)
	}
}
