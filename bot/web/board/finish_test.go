package board_test

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

// The drawing of a solve goes from the first cell to the last, and has a sign for each hint and check.
func TestCourse(t *testing.T) {
	s := stateOf(small)
	steps := []board.Event{
		{Seconds: 10, Kind: "moved", Grid: "12....3..2.....4"},
		{Seconds: 20, Kind: "hinted", Grid: "12....3..2.....4"},
		{Seconds: 30, Kind: "undone", Grid: small},
		{Seconds: 40, Kind: "checked", Grid: small},
		{Seconds: 100, Kind: "submitted", Grid: "1234341221434321"},
	}
	page := render(t, board.Page{State: s, Finish: &board.Finish{Time: "1:40", Facts: []string{"the first here"}, Steps: steps}})
	for _, want := range []string{
		`<p class="time">1:40</p>`, `<li>the first here</li>`,
		`class="line" d="M6 74H36V69H67H98V74H129H314V6"`, `class="area" d="M6 74H36V69H67H98V74H129H314V6V74H6z"`,
		`<circle cx="67" cy="69" r="4"/>`, `d="M129 74m-5 0l5-5 5 5-5 5z"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if page := render(t, board.Page{State: s, Finish: &board.Finish{Time: "0:00"}}); strings.Contains(page, `class="course"`) {
		t.Error("a game without steps is drawn")
	}
}

// A solved board has nothing selected or lit up. Its cells light up for at most a second, unless the player wants less motion,
// and only once.
func TestFinish(t *testing.T) {
	for _, motion := range []string{"no-preference", "reduce"} {
		s := serve(t, easy)
		s.hint = exampleHint
		p := open(t, s, 400)
		call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: motion}}})
		p.solve()
		p.solved()
		p.expect("selected", p.chosen(), "")
		if n := eval[int](p, `document.querySelectorAll("td.lit, td.seen, svg.hint").length`); n > 0 {
			t.Errorf("%d highlights are left", n)
		}
		p.expect("the focus", eval[string](p, "document.activeElement.id"), "finish-title")
		wave := `(s => s.map(t => t.animationName === "none" ? 0 : parseFloat(t.animationDelay) + parseFloat(t.animationDuration)))([...document.querySelectorAll("td")].map(td => getComputedStyle(td)))`
		ends := eval[[]float64](p, wave)
		for i, end := range ends {
			if end > 1 || (end > 0) != (motion == "no-preference") {
				t.Errorf("%s: the light of cell %d ends after %v s", motion, i, end)
			}
		}
		p.load()
		p.expect("the result, after loading again", p.text("#finish .time"), "4:07")
		if eval[bool](p, `Boolean(document.querySelector(".won"))`) {
			t.Error("the board lights up again")
		}
	}
}

// A check that finds mistakes offers to take them back.
func TestUndoMistakes(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 400)
	p.write("r1c3", "5")
	p.set("check")
	p.eventually("the offer", func() bool { return strings.Contains(p.text("#panel"), "Undo mistakes") })
	eval[any](p, `document.querySelector("#panel .row button").click()`)
	p.eventually("the mistake is taken back", func() bool { return p.label("r1c3") == "row 1 column 3, empty" })
}

// Over a whole game with hints and checks nothing moves: not when the script takes over, nor when answers come.
func TestNothingMoves(t *testing.T) {
	for i, size := range [][2]int64{{360, 640}, {390, 844}, {844, 390}, {1280, 900}, {360, 640}, {844, 390}} {
		clues := easy
		if i > 3 {
			clues = six
		}
		s := serve(t, clues)
		s.hint = hintFor(clues)
		right, wrong := s.solution.At(s.solution.Shape().Cells()[2]).String(), clues[:1]
		p := blank(t, s, size[0])
		call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: size[0] < 900})
		p.watchShifts()
		p.load()
		for _, wish := range []string{"hint", "hint", "check"} {
			p.set(wish)
			p.run(chromedp.WaitVisible(chromedp.CSS("#panel .close")))
		}
		p.write("r1c3", wrong)
		p.set("check")
		p.eventually("the check", func() bool { return strings.Contains(p.text("#panel:not([hidden])"), "Undo mistakes") })
		eval[any](p, `document.querySelector("#panel .close").click()`)
		p.keys("vxcz" + right)
		p.saved()
		p.set("hint")
		p.run(chromedp.WaitVisible(chromedp.CSS("svg.hint")))
		p.solve()
		p.solved()
		p.still(size)
	}
}

// A page that comes slowly is shown as far as it is there, and moves nothing when the rest comes.
func TestPiecesMoveNothing(t *testing.T) {
	for size, clues := range map[[2]int64]string{{360, 640}: easy, {1280, 900}: easy, {390, 844}: six, {844, 390}: six} {
		s := serve(t, clues)
		s.slowly = true
		p := blank(t, s, size[0])
		call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: size[0] < 900})
		p.watchShifts()
		p.load()
		p.still(size)
	}
}

// watchShifts has the next page keep its layout shifts.
func (p *tab) watchShifts() {
	p.t.Helper()
	call(p, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `
		window.shifts = [];
		new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({ type: "layout-shift", buffered: true });`})
}

// still fails the test if the layout has shifted, and names what moved from where to where.
func (p *tab) still(size [2]int64) {
	p.t.Helper()
	moved := eval[[]string](p, `shifts.flatMap(e => e.sources.map(s => [s.node?.id || s.node?.className?.baseVal || s.node?.className || s.node?.nodeName, ...[s.previousRect, s.currentRect].map(r => [r.x, r.y, r.width, r.height].map(Math.round).join(",")), e.value.toFixed(4)].join(" ")))`)
	sum := eval[float64](p, `shifts.reduce((sum, e) => sum + e.value, 0)`)
	if sum > 0.01 {
		p.t.Errorf("at %v the layout shifts by %.4f:\n%s", size, sum, strings.Join(moved, "\n"))
	}
}
