package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridkeeper/gridkeeper/bot/web/browsertest"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// onScreen is a script: whether the first element of a selector is wholly on the screen, above a bar at its bottom.
const onScreen = `((selector) => {
	const r = document.querySelector(selector).getBoundingClientRect();
	const nav = document.querySelector(".site nav"), bar = getComputedStyle(nav).position === "fixed" ? nav.offsetHeight : 0;
	return r.height > 0 && r.top >= -1 && r.bottom <= innerHeight - bar + 1;
})`

// stepping is a browser on the page of a hard puzzle.
func stepping(t *testing.T) *tab {
	t.Helper()
	s := newSite(t)
	p := s.browserOnPages()
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	return p
}

// Keys, buttons and links step through a solution without loading a page, and what is shown is announced. The address
// follows, so that it can be shared.
func TestSteps(t *testing.T) {
	p := stepping(t)
	p.resizeTo(1440, 900)
	p.open(p.base + "/rate?puzzle=" + hard)
	if !eval[bool](p, onScreen+`(".onstage svg") && `+onScreen+`("li#step") && `+onScreen+`(".verdict")`) {
		t.Error("the board, the step and the difficulty are not all on the screen")
	}
	if !eval[bool](p, `[...document.querySelectorAll("ol.steps b")].every((name) => name.offsetHeight < 60)`) {
		t.Error("names of steps are broken into many lines")
	}
	eval[any](p, `window.same = true; window.shifts = 0;
		new PerformanceObserver((list) => { for (const e of list.getEntries()) if (!e.hadRecentInput) window.shifts += e.value; }).observe({ type: "layout-shift" })`)
	at := func(number int) {
		t.Helper()
		p.until(fmt.Sprintf(`document.querySelector(".turns .at").textContent === "Step %d of 125"`, number))
		if !eval[bool](p, fmt.Sprintf(`window.same && list().length === 1 && list()[0].querySelector(".number").textContent === "%d" && list()[0].contains(document.querySelector(".reason"))
			&& document.querySelectorAll(".onstage svg").length === 1 && document.querySelector("[role=status]").textContent.startsWith("Step %[1]d of 125: ")
			&& `+onScreen+`(".onstage svg") && `+onScreen+`("li#step");
			function list() { return [...document.querySelectorAll("li:has([aria-current=step])")] }`, number)) {
			t.Errorf("at step %d the page was loaded again, or does not show one step, one board and its sentence", number)
		}
	}
	press := func(key string) { t.Helper(); must(t, chromedp.Do(p.ctx, chromedp.KeyEvent(key))) }
	for number := 2; number <= 20; number++ {
		press(kb.ArrowRight)
		at(number)
	}
	press(kb.ArrowLeft)
	at(19)
	eval[any](p, `document.querySelector("[data-by='1']").focus()`)
	press(kb.Enter)
	at(20)
	must(t, chromedp.Do(p.ctx, chromedp.Click(chromedp.CSS("ol.steps li:nth-child(90) a"))))
	at(90)
	p.until(`location.search.endsWith("&step=90") && location.hash === "#step"`)
	if shifts := eval[float64](p, `window.shifts`); shifts > 0.01 {
		t.Errorf("the layout shifted by %.3f", shifts)
	}
	p.open(eval[string](p, `location.href`))
	if got := eval[string](p, `document.querySelector("li#step .number").textContent`); got != "90" {
		t.Errorf("the address leads to step %s, want 90", got)
	}

	p.open(p.base + "/rate?puzzle=" + hard + "&method=moler")
	eval[any](p, `window.same = true; document.querySelector("[data-by='100']").click()`)
	p.until(`document.querySelector(".turns .at").textContent.startsWith("Step 100 of ")`)
	press(kb.ArrowRight)
	p.until(`window.same && document.querySelector("li#step .number").textContent === "101"`)

	p.open(p.base + "/techniques/x-wing")
	eval[any](p, `window.same = true`)
	press(kb.ArrowRight)
	press(kb.ArrowRight)
	p.until(`window.same && document.querySelectorAll(".onstage .struck").length > 0 && !document.querySelector("[rel=next][data-by]").hasAttribute("href")`)
}

// On a phone the board stays on the screen while the steps scroll under it. Without script the links do the same.
func TestStepsOnPhone(t *testing.T) {
	p := stepping(t)
	for _, size := range [][2]int64{{390, 844}, {360, 560}, {844, 390}} {
		p.resizeTo(size[0], size[1])
		p.open(p.base + "/rate?puzzle=" + hard)
		p.until(`document.querySelector("[data-by='1']") !== null`)
		eval[any](p, `document.querySelector("ol.steps").children[60].scrollIntoView({ block: "end" })`)
		if !eval[bool](p, onScreen+`(".onstage svg") && `+onScreen+`(".turns")`) {
			t.Errorf("%v: the board goes when steps scroll", size)
		}
		if eval[bool](p, `document.documentElement.scrollWidth > innerWidth`) {
			t.Errorf("%v: the page scrolls sideways", size)
		}
		eval[any](p, `document.querySelector("ol.steps").children[2].querySelector("a").click()`)
		p.until(`document.querySelector(".turns .at").textContent === "Step 3 of 125"`)
		if !eval[bool](p, `document.querySelector("li#step a").getBoundingClientRect().top >= (innerWidth > 800 ? 0 : document.querySelector(".stage").getBoundingClientRect().bottom - 1)`) {
			t.Errorf("%v: the step is under the board", size)
		}
	}
	_, err := chromedp.Call(p.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
	must(t, err)
	p.resizeTo(390, 844)
	p.open(p.base + "/rate?puzzle=" + hard + "&step=40#step")
	must(t, chromedp.Do(p.ctx, chromedp.Click(chromedp.CSS("[rel=next][data-by]"))))
	p.until(`document.querySelector(".turns .at")?.textContent === "Step 41 of 125"`)
	if !eval[bool](p, onScreen+`(".onstage svg") && `+onScreen+`("li#step a")`) {
		t.Error("without script the board and the step are not both on the screen")
	}
}

// axe finds nothing after steps either.
func TestStepsAxe(t *testing.T) {
	script := browsertest.Script(t)
	p := stepping(t)
	for _, path := range []string{"/rate?puzzle=" + hard + "&step=117", "/rate?puzzle=" + hard + "&method=huang", "/techniques/naked-pair?step=2"} {
		p.open(p.base + path)
		eval[any](p, script)
		eval[any](p, `document.querySelector("[rel=next][data-by]").click()`)
		p.until(`document.querySelector("[role=status]").textContent !== ""`)
		for _, width := range []int64{320, 1280} {
			p.resize(width)
			for _, theme := range []string{"light", "dark", "contrast"} {
				eval[any](p, `document.documentElement.dataset.theme = "`+theme+`"`)
				p.axe(t, theme, width)
			}
		}
	}
}
