package web

import (
	"context"
	_ "embed"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/browsertest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// audit looks at a page as it stands and returns what is wrong with it: names, ids, headings, targets,
// contrast, and what does not fit. Rules and numbers are those of WCAG 2.2 (1.4.3, 1.4.10, 1.4.11, 2.5.8,
// 3.1.1, 4.1.2).
//
//go:embed testdata/audit.js
var audit string

// tab is a browser's tab.
type tab struct {
	t    testing.TB
	ctx  context.Context
	base string // of the site
}

// newTab starts a browser. Where there is none, the test is skipped.
func newTab(t testing.TB) *tab {
	t.Helper()
	var options []chromedp.ExecAllocatorOption
	options = append(options, chromedp.DefaultExecAllocatorOptions[:]...)
	options = append(options, chromedp.ExecPath(browsertest.Program(t)))
	// Neither root nor a user in a container has a sandbox, and the pages are our own.
	options = append(options, chromedp.WSURLReadTimeout(2*time.Minute), chromedp.Flag("disable-dev-shm-usage", true), chromedp.NoSandbox)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	must(t, chromedp.Do(ctx))
	return &tab{t: t, ctx: ctx}
}

// open loads a page.
func (p *tab) open(url string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 2*time.Minute)
	defer cancel()
	must(p.t, chromedp.Do(ctx, chromedp.Navigate(url), chromedp.WaitReady(chromedp.CSS("main"))))
}

// eval returns the value of a script.
func eval[T any](p *tab, script string) T {
	p.t.Helper()
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script))
	must(p.t, err)
	return value
}

// await returns what the promise of a script resolves to.
func await[T any](p *tab, script string) T {
	p.t.Helper()
	wait := func(params *cdpruntime.EvaluateParams) { yes := true; params.AwaitPromise = &yes }
	value, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](script, wait))
	must(p.t, err)
	return value
}

// until waits for a condition of the page. A page that is just being left does not answer.
func (p *tab) until(condition string) {
	p.t.Helper()
	sudokutest.Eventually(p.t, condition, func() bool {
		holds, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool](condition))
		return err == nil && holds
	})
}

// resize makes the window so wide.
func (p *tab) resize(width int64) {
	p.t.Helper()
	p.resizeTo(width, 800)
}

func (p *tab) resizeTo(width, height int64) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1, Mobile: min(width, height) < 600,
	})
	must(p.t, err)
}

// speak has the pages speak a language.
func (p *tab) speak(language string) {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, network.SetExtraHTTPHeaders, network.SetExtraHTTPHeadersParams{
		Headers: network.Headers{"Accept-Language": language},
	})
	must(p.t, err)
}

// every are the pages beside the board, each with something on it, and what is said where something
// went wrong.
func every() []struct{ name, path string } {
	return []struct{ name, path string }{
		{"home", "/"}, {"dailies", "/dailies"}, {"dailies-six", "/dailies?shape=6x6"}, {"results", "/dailies/" + day(0)}, {"boards", "/boards"}, {"boards-global", "/boards?scope=global"}, {"profile", "/profile"}, {"history", "/history"},
		{"rate", "/rate"}, {"rate-step", "/rate?puzzle=" + another + "&step=12"}, {"rate-problem", "/rate?puzzle=1234"},
		{"techniques", "/techniques"}, {"technique", "/techniques/swordfish"}, {"technique-six", "/techniques/pointing"}, {"settings", "/settings?saved"}, {"sessions", "/sessions"},
		{"puzzles", "/puzzles"}, {"puzzles-none", "/puzzles?clues-from=80"}, {"puzzles-refused", "/puzzles?clues-from=30&clues-to=20&er-from=2"}, {"puzzles-unknown", "/puzzles?puzzle=1234"},
		{"puzzle", "/puzzles/" + keyOf(sudokutest.Moler)}, {"puzzle-disguised", "/puzzles/" + keyOf(sixes[0]) + "?disguise=7"}, {"puzzle-unknown", "/puzzles/" + strings.Repeat("0", 32)}, {"growth", "/growth"},
		{"archive", "/archive"}, {"import", "/archive/import"}, {"not-found", "/nowhere"}, {"link-over", "/play/x"},
	}
}

// browserOnPages is a small phone on which the local player has signed in, on a site where each page has
// something on it.
func (s *testSite) browserOnPages() *tab {
	s.t.Helper()
	s.withDaily()
	s.withSixes()
	b := s.local(true)
	b.preview("mine.txt", another, "")
	b.post("/games", "command", "play", "shape", "shidoku", "id", "open").want(http.StatusSeeOther)
	s.solveDaily(ann, "terminal")
	s.solveDaily(bob, "terminal")
	race := chat.Request{Player: bob, Place: chat.Place{GuildID: "terminal", ChannelID: "1"}, Action: ask("race")}
	if opened := s.bot.Handle(s.t.Context(), race); opened.Failed { // which the first page offers
		s.t.Fatal(opened.Screen.Body)
	}
	archivetest.Exec(s.t, s.url, `insert into strength
		select id, '`+day(0)+`'::date - 30 + i, 1500 + 40 * sqrt(i) + 9 * (i % 4), 100, 0.06, i + 1 from player, generate_series(0, 29) i`)
	p := newTab(s.t)
	p.base = s.base
	p.resize(320)
	p.open(s.base + s.address())
	p.until(`!location.pathname.includes("/play/")`)
	return p
}

// TestTour writes pictures of every page into the folder GRIDTEST_TOUR, to be looked at: as in the hand, turned and on
// a desk, in each language.
func TestTour(t *testing.T) {
	folder := os.Getenv("GRIDTEST_TOUR")
	if folder == "" {
		t.Skip("GRIDTEST_TOUR is not set: no pictures")
	}
	p := newSite(t).browserOnPages()
	for _, page := range every() {
		for _, language := range []string{"en", "de", "zh-TW"} {
			p.speak(language)
			p.open(p.base + page.path)
			for size, theme := range map[[2]int64]string{{390, 844}: "dark", {844, 390}: "contrast", {1280, 800}: "light"} {
				p.resizeTo(size[0], size[1])
				eval[any](p, `document.documentElement.dataset.theme = "`+theme+`"`)
				picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
				must(t, err)
				must(t, os.WriteFile(filepath.Join(folder, fmt.Sprintf("page-%s-%s-%d.png", page.name, language, size[0])), picture, 0o644))
			}
		}
	}
}

// Every page passes the audit in every theme on a small phone, in the language with the longest words
// and, unless the tests are to be short, in English.
func TestPagesInBrowser(t *testing.T) {
	p := newSite(t).browserOnPages()
	languages := []string{"de", "en"}
	if testing.Short() {
		languages = languages[:1]
	}
	for _, page := range every() {
		for _, language := range languages {
			p.speak(language)
			p.open(p.base + page.path)
			for _, theme := range []string{"light", "dark", "contrast"} {
				eval[any](p, `document.documentElement.dataset.theme = "`+theme+`"`)
				for _, problem := range eval[[]string](p, audit) {
					t.Errorf("%s, %s, %s: %s", page.name, language, theme, problem)
				}
			}
		}
	}
	p.showsLocalTimes()
}

// showsLocalTimes reads a page in a zone where it is another hour than in UTC.
func (p *tab) showsLocalTimes() {
	p.t.Helper()
	_, err := chromedp.Call(p.ctx, emulation.SetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "Asia/Kathmandu"})
	must(p.t, err)
	p.open(p.base + "/sessions")
	p.until(`!document.querySelector("main li").textContent.includes("UTC")`)
	minutes := eval[string](p, `(() => {
		const served = new XMLHttpRequest();
		served.open("GET", location.href, false);
		served.send();
		const [, minutes] = /\d\d:(\d\d) UTC/.exec(served.responseText);
		return ":" + String((Number(minutes) + 45) % 60).padStart(2, "0");
	})()`)
	if line := eval[string](p, `document.querySelector("main li").textContent`); !strings.Contains(line, minutes) {
		p.t.Errorf("5:45 h east of UTC, a session is %q, want one at %s", line, minutes)
	}
}

// axe finds nothing wrong with any page, in any theme and width.
func TestAxe(t *testing.T) {
	script := browsertest.Script(t)
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
	found := await[browsertest.Findings](p, browsertest.Run())
	for _, line := range found.Violations {
		t.Errorf("%s, %d: %s", theme, width, line)
	}
	for _, line := range found.Incomplete {
		t.Logf("%s, %d: to be looked at: %s", theme, width, line)
	}
}
