package web

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"
)

// shifts is a promise of the page's layout shift so far (W3C, Layout Instability), and of what moved.
const shifts = `new Promise((resolve) => {
	const found = { Sum: 0, Moved: [] };
	new PerformanceObserver((list) => {
		for (const e of list.getEntries()) {
			found.Sum += e.value;
			for (const s of e.sources) found.Moved.push(s.node?.outerHTML?.slice(0, 60) + " from " + JSON.stringify(s.previousRect) + " to " + JSON.stringify(s.currentRect));
		}
	}).observe({ type: "layout-shift", buffered: true });
	setTimeout(() => resolve(found), 300);
})`

type shift struct {
	Sum   float64
	Moved []string
}

// Whoever comes for the first time has the board, the difficulty and the button of today's daily on the first screen,
// above the bar of the phone, and one tap begins the daily that counts.
func TestFirstVisitInBrowser(t *testing.T) {
	s := newSite(t)
	s.withDaily()
	s.local(false)
	p := newTab(t)
	p.open(s.base + s.address())
	p.until(`document.querySelector(".daily") !== null`)
	for _, size := range [][2]int64{{390, 844}, {1440, 900}, {390, 664}, {360, 560}, {844, 390}, {820, 1180}, {320, 568}} {
		p.resizeTo(size[0], size[1])
		for _, language := range []string{"de", "en", "zh-TW"} {
			p.speak(language)
			p.open(s.base + "/")
			if found := await[shift](p, shifts); found.Sum > 0.01 {
				t.Errorf("%v, %s: the layout shifts by %.3f: %q", size, language, found.Sum, found.Moved)
			}
			if language == "de" { // the longest date
				eval[any](p, `document.getElementById("today").textContent = "Donnerstag, 24. September"`)
			}
			hidden := eval[[]string](p, `(() => {
				const bar = document.querySelector(".site nav").getBoundingClientRect();
				const bottom = bar.top > 100 ? bar.top : innerHeight;
				return [".daily .picture svg", ".daily .level", ".daily .main"].filter((part) => {
					const r = document.querySelector(part).getBoundingClientRect();
					return r.height < 16 || r.top < 0 || r.bottom > bottom || r.left < 0 || r.right > innerWidth;
				});
			})()`)
			if len(hidden) > 0 {
				t.Errorf("%v, %s: %v are not on the first screen", size, language, hidden)
			}
		}
	}
	tap := eval[[]float64](p, `(() => {
		const r = document.querySelector(".daily .main").getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`)
	must(t, chromedp.Do(p.ctx, chromedp.MouseClickXY(tap[0], tap[1])))
	p.until(`location.pathname.includes("/games/")`)
	game, err := s.store.CurrentGame(t.Context(), ann.ID, "terminal")
	must(t, err)
	if at := eval[string](p, "location.pathname"); !game.IsDaily() || game.Extra || at != fmt.Sprintf("/games/%d", game.ID) {
		t.Errorf("at %s is %v", at, game)
	}
}
