package board_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/browsertest"
	"github.com/gridkeeper/gridkeeper/locale"
)

// The first paint takes one request of at most 17 kB compressed, and a board is 35 kB all in all.
func TestSizes(t *testing.T) {
	s := stateOf(easy)
	s.Notes = board.Notes{}
	for i := range s.Marks { // the most that a page can hold
		s.Marks[i] = "123456789"
		s.Notes[fmt.Sprintf("r%dc%d", i/9+1, i%9+1)] = board.CellNotes{Corner: "123456789", Colours: []int{1, 2, 3, 4, 5, 6, 7, 8, 9}}
	}
	s.Grid = strings.Repeat(".", 81)
	page := render(t, board.Page{State: s})
	first := compressed(t, []byte(page))
	name := page[strings.Index(page, "board-"):]
	script, ok := board.Asset(name[:strings.Index(name, `"`)])
	if !ok {
		t.Fatal("the page's script is not there")
	}
	all := first + compressed(t, script)
	t.Logf("%d bytes for the first paint, %d in all", first, all)
	if first > 17_000 || all > 35_000 {
		t.Error("that is too much")
	}
	if strings.Contains(page, "<link") || strings.Contains(page, "url(") || strings.Contains(page, "<img") {
		t.Error("the first paint asks for more than the page")
	}
	if strings.Contains(page, ` style="`) || strings.Contains(page, " onclick=") {
		t.Error("the Content-Security-Policy forbids what is in the page")
	}
}

func compressed(t *testing.T, data []byte) int {
	t.Helper()
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	if _, err := w.Write(data); err != nil {
		t.Fatal(err)
	}
	must(t, w.Close())
	return out.Len()
}

// audit looks at the page as it stands, and returns what is wrong with it: names, roles, ids, targets,
// contrast. Rules and numbers are those of WCAG 2.2 (1.4.3, 1.4.11, 2.5.8, 4.1.2), as axe tests them.
const audit = `(() => {
	const problems = [];
	const seen = (e) => e.checkVisibility() && !e.closest("[hidden], dialog:not([open])");
	const name = (e) => e.getAttribute("aria-label") || (e.getAttribute("aria-labelledby") || "").split(" ").map(id => document.getElementById(id)?.textContent ?? "").join("") || e.labels?.[0]?.textContent || e.textContent;
	const all = [...document.querySelectorAll("body *")];
	const ids = all.map(e => e.id).filter(Boolean);
	for (const id of ids) if (ids.indexOf(id) !== ids.lastIndexOf(id)) problems.push("two elements are " + id);
	if (!document.documentElement.lang) problems.push("no language");
	if (!document.title) problems.push("no title");
	if (document.querySelectorAll("h1").length !== 1 || document.querySelectorAll("main").length !== 1) problems.push("not one h1 and one main");
	const rows = document.querySelectorAll("[role=grid] > tbody > [role=row]");
	for (const row of rows) for (const cell of row.children) if (cell.getAttribute("role") !== "gridcell") problems.push("a row holds a " + cell.tagName);
	if (document.querySelectorAll("[role=gridcell][tabindex='0']").length !== 1) problems.push("not one tab stop");
	for (const e of all) {
		if (!seen(e)) continue;
		if (e.matches("button, a[href], input:not([type=hidden]), select, summary, [role=gridcell], [role=grid], [role=group]") && !name(e)?.trim()) problems.push("no name: " + e.outerHTML.slice(0, 80));
		if (e.matches("button, a[href], select, summary, input:not([type=hidden]), [role=gridcell]")) {
			const r = e.getBoundingClientRect();
			if (r.width < 24 || r.height < 24) problems.push("small target " + Math.round(r.width) + "x" + Math.round(r.height) + ": " + e.outerHTML.slice(0, 80));
		}
		if (e.closest("[aria-hidden=true]") && e.matches("button, a[href], [tabindex]")) problems.push("hidden, but in reach: " + e.outerHTML.slice(0, 80));
	}
	const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
	const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
	const over = (top, below) => [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
	const luminance = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
	const contrast = (a, b) => { const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p); return (x + .05) / (y + .05); };
	const backs = (e) => { // every colour that may lie behind, innermost first
		const tints = [...(e.closest("td")?.querySelectorAll(".tints b") ?? [])].map(b => rgba(getComputedStyle(b).backgroundColor));
		let colours = [];
		for (let at = e; at; at = at.parentElement) { const c = rgba(getComputedStyle(at).backgroundColor); if (c[3] > 0) colours.push(c); if (c[3] === 1) break; }
		const flat = colours.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
		return tints.length ? tints : [flat];
	};
	for (const e of all) {
		const own = [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
		if (!own || !seen(e) || e.closest(":disabled, script, svg, .hidden, option")) continue;
		const style = getComputedStyle(e);
		const size = parseFloat(style.fontSize);
		const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
		for (const back of backs(e)) {
			const ratio = contrast(over(rgba(style.color), back), back);
			if (ratio < (large ? 3 : 4.5)) problems.push("contrast " + ratio.toFixed(2) + " of " + (e.className || e.tagName) + " " + JSON.stringify(e.textContent.slice(0, 20)));
		}
	}
	return [...new Set(problems)];
})()`

// Each state in each theme passes the audit, on a small phone and on a desk.
func TestAudit(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: one theme is as good as three")
	}
	s := serve(t, easy)
	s.hint = exampleHint
	p := open(t, s, 320)
	for _, state := range tour {
		if state.name != "playing" && state.name != "hint" && state.name != "menu" {
			continue
		}
		state.reach(p)
		for _, theme := range []string{"light", "dark", "contrast"} {
			eval[any](p, `document.documentElement.dataset.theme = "`+theme+`"`)
			for _, problem := range eval[[]string](p, audit) {
				t.Errorf("%s, %s: %s", state.name, theme, problem)
			}
		}
	}
}

// At every width the page fits without scrolling to the side.
func TestWidths(t *testing.T) {
	for _, clues := range []string{easy, six} {
		p := open(t, serve(t, clues), 320)
		for _, width := range []int64{320, 400, 859, 860, 1280, 2560} {
			call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: width, Height: 800, DeviceScaleFactor: 1})
			if wide := eval[int64](p, `document.documentElement.scrollWidth`); wide > width {
				t.Errorf("%s: at %d the page is %d wide", clues, width, wide)
			}
			if cell := eval[float64](p, `document.getElementById("r1c1").getBoundingClientRect().width`); cell < 30 {
				t.Errorf("%s: at %d a cell is %.1f wide", clues, width, cell)
			}
		}
	}
}

// The board, all keys and actions are in the window together, with whole words, at the sizes of phones, tablets and
// desks, in each language; no line of the bar wraps.
func TestFits(t *testing.T) {
	for tag, name := range names {
		for _, clues := range []string{easy, six} {
			s := serve(t, clues)
			s.language, s.hint = locale.Match(tag), hintFor(clues)
			p := open(t, s, 390)
			for _, size := range [][2]int64{{390, 664}, {360, 560}, {360, 640}, {667, 375}, {740, 360}, {844, 390}, {932, 430}, {768, 1024}, {820, 1180}, {1440, 900}, {2560, 1440}} {
				call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: size[0] < 1200})
				for _, problem := range eval[[]string](p, outside) {
					t.Errorf("%s, %d cells at %v: %s", tag, len(clues), size, problem)
				}
				p.expect("the title", eval[string](p, `document.querySelector("h1").innerText.replace(/\s+/g, " ")`), name[0]+" "+name[1])
				p.hintKeepsBoard(size)
			}
		}
	}
}

// On a 6×6 each key is at least 44 pixels wide and high, in two rows of three on all but the smallest phones.
func TestSixKeys(t *testing.T) {
	p := open(t, serve(t, six), 390)
	for size, rows := range map[[2]int64]int{{390, 664}: 2, {360, 640}: 2, {390, 844}: 2, {360, 560}: 1, {320, 568}: 1, {844, 390}: 2, {1280, 900}: 2} {
		call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1})
		keys := eval[[][]float64](p, `[...document.querySelectorAll("#pad .key")].map(e => (r => [r.width, r.height, r.top])(e.getBoundingClientRect()))`)
		tops := map[float64]int{}
		for _, key := range keys {
			tops[key[2]]++
			if key[0] < 44 || key[1] < 44 {
				t.Errorf("at %v a key is %v by %v", size, key[0], key[1])
			}
		}
		if len(keys) != 6 || len(tops) != rows {
			t.Errorf("at %v %d keys are in %d rows, want %d", size, len(keys), len(tops), rows)
		}
	}
}

// outside lists what is not wholly in the window.
const outside = `[
	...[...document.querySelectorAll("header, #board, #pad .key, .mode, .actions button")].filter(e => (r => r.top < 0 || r.left < 0 || r.bottom > innerHeight || r.right > innerWidth)(e.getBoundingClientRect())).map(e => (e.id || e.className) + " is not in the window"),
	...[...document.querySelectorAll("h1 > *, .mode, .actions button, .submit")].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent + " is cut"),
	...(document.querySelector("header").offsetHeight === 44 ? [] : ["the bar is " + document.querySelector("header").offsetHeight + " high"]),
	...(innerWidth < innerHeight && Math.abs(document.getElementById("pad").offsetWidth - document.getElementById("board").offsetWidth) > 1 ? ["the pad is not as wide as the board"] : []),
	...(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls to the side"] : []),
]`

// hintKeepsBoard asks for a hint, which covers nothing of the board and moves nothing, and no digit once a cell is chosen.
func (p *tab) hintKeepsBoard(size [2]int64) {
	p.t.Helper()
	places := `JSON.stringify([...document.querySelectorAll("#board, #pad button, header > *")].filter(e => e.id !== "timer" && e.tagName !== "H1").map(e => (r => [r.x, r.y, r.width, r.height])(e.getBoundingClientRect())))`
	before := eval[string](p, places)
	p.set("hint")
	p.run(chromedp.WaitVisible(chromedp.CSS("#panel .close")))
	if eval[string](p, places) != before {
		p.t.Errorf("at %v a hint moves something", size)
	}
	if eval[bool](p, `((b, p) => b.x < p.right && b.right > p.x && b.y < p.bottom && b.bottom > p.y)(...["board", "panel"].map(id => document.getElementById(id).getBoundingClientRect()))`) {
		p.t.Errorf("at %v a hint covers the board", size)
	}
	p.click("r1c3")
	if under := eval[string](p, `[...document.querySelectorAll("#pad .digits .key")].filter(e => (r => !e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)))(e.getBoundingClientRect())).map(e => e.value).join("")`); under != "" {
		p.t.Errorf("at %v the hint still lies on the digits %s when a cell is chosen", size, under)
	}
	p.click("r1c4")
	eval[any](p, `document.querySelector("#panel .close").click()`)
}

// The focus is seen on all that can have it.
func TestFocusIsVisible(t *testing.T) {
	p := open(t, serve(t, easy), 1280)
	for i := range 25 {
		p.keys(kb.Tab)
		seen := eval[string](p, `(e => { const s = getComputedStyle(e); return e === document.body ? "" : s.outlineStyle === "none" && s.boxShadow === "none" ? e.outerHTML.slice(0, 80) : "" })(document.activeElement)`)
		if seen != "" {
			t.Errorf("after %d tabs the focus is not seen: %s", i+1, seen)
		}
	}
	if n := eval[int](p, `document.querySelectorAll("#board [tabindex='0']").length`); n != 1 {
		t.Errorf("%d tab stops on the board", n)
	}
}

// What is printed is the board alone.
func TestPrint(t *testing.T) {
	p := open(t, serve(t, easy), 1280)
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	if shown := eval[bool](p, `document.querySelector(".side").checkVisibility() || !document.getElementById("board").checkVisibility()`); shown {
		t.Error("the keys are printed, or the board is not")
	}
	if _, err := chromedp.Run(p.ctx, chromedp.PrintToPDF()); err != nil {
		t.Error(err)
	}
}

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
		p.set("replay")
		p.run(chromedp.WaitVisible(chromedp.CSS("#panel input[type=range]")))
	}},
}

// axe finds nothing wrong with any state of the board, in any theme and width.
func TestAxe(t *testing.T) {
	script := browsertest.Script(t)
	for _, state := range slices.Concat(tour, seldom) {
		t.Run(state.name, func(t *testing.T) {
			s := serve(t, state.clues)
			s.hint = hintFor(state.clues)
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
	found, err := chromedp.Run(p.ctx, chromedp.Evaluate[browsertest.Findings](browsertest.Run(), await))
	must(p.t, err)
	for _, line := range found.Violations {
		p.t.Errorf("%s, %d: %s", theme, width, line)
	}
	for _, line := range found.Incomplete {
		p.t.Logf("%s, %d: to be looked at: %s", theme, width, line)
	}
}
