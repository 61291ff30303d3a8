package web

import (
	"testing"

	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/bot/web/axetest"
)

// axe finds nothing wrong with any page, in any theme and width.
func TestAxe(t *testing.T) {
	script := axetest.Script(t)
	p := newSite(t).browserOnPages()
	for _, page := range every() {
		t.Run(page.name, func(t *testing.T) {
			p.open(p.base + page.path)
			eval[any](p, script)
			for _, width := range []int64{320, 400, 1280} {
				p.resize(width)
				for _, theme := range []string{"light", "dark", "contrast"} {
					eval[any](p, `document.documentElement.dataset.theme = "`+theme+`"`)
					p.axe(t, theme, width)
				}
			}
		})
	}
}

// axe has axe look at the page as it stands.
func (p *tab) axe(t *testing.T, theme string, width int64) {
	t.Helper()
	await := func(params *cdpruntime.EvaluateParams) { yes := true; params.AwaitPromise = &yes }
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[axetest.Findings](axetest.Run(), await))
	must(t, err)
	for _, line := range found.Violations {
		t.Errorf("%s, %d: %s", theme, width, line)
	}
	for _, line := range found.Incomplete {
		t.Logf("%s, %d: to be looked at: %s", theme, width, line)
	}
}
