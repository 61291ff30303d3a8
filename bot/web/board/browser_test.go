package board_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdpruntime "github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/bot/web/browsertest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

// browser is the one headless browser of the package, started by the first test that wants it.
var browser = struct {
	start sync.Once
	ctx   context.Context
	err   error
	stop  func()
}{stop: func() {}}

func TestMain(m *testing.M) {
	code := m.Run()
	browser.stop()
	os.Exit(code)
}

func startBrowser(program string) {
	var options []chromedp.ExecAllocatorOption
	options = append(options, chromedp.DefaultExecAllocatorOptions[:]...)
	options = append(options, chromedp.ExecPath(program))
	// Neither root nor a user in a container has a sandbox, and the pages are our own.
	options = append(options, chromedp.WSURLReadTimeout(2*time.Minute), chromedp.Flag("disable-dev-shm-usage", true), chromedp.NoSandbox)
	allocator, stop := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, cancel := chromedp.NewContext(allocator)
	browser.ctx, browser.err = ctx, chromedp.Do(ctx)
	browser.stop = func() {
		cancel()
		stop()
	}
}

// tab is a tab with a board.
type tab struct {
	t   testing.TB
	ctx context.Context
	s   *server
}

// open opens the board of a server in a context of its own: a device. It fails the test where the page
// writes an error to its console.
func open(t testing.TB, s *server, width int64) *tab {
	t.Helper()
	return openAs(t, s, width, chromedp.WithNewBrowserContext())
}

func openAs(t testing.TB, s *server, width int64, options ...chromedp.ContextOption) *tab {
	t.Helper()
	p := blank(t, s, width, options...)
	p.load()
	return p
}

// blank opens a tab that has loaded nothing.
func blank(t testing.TB, s *server, width int64, options ...chromedp.ContextOption) *tab {
	t.Helper()
	program := browsertest.Program(t)
	browser.start.Do(func() { startBrowser(program) })
	if browser.err != nil {
		t.Fatal(browser.err)
	}
	ctx, cancel := chromedp.NewContext(browser.ctx, options...)
	t.Cleanup(cancel)
	p := &tab{t, ctx, s}
	err := chromedp.Listen(ctx, func(event any) {
		if e, ok := event.(*cdpruntime.EventExceptionThrown); ok {
			t.Errorf("the page's script failed: %s %s", e.ExceptionDetails.Text, e.ExceptionDetails.Exception.Description)
		}
	})
	must(t, err)
	height := int64(800)
	if width > 900 {
		height = 900
	}
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: height, DeviceScaleFactor: 1, Mobile: width < 600,
	})
	return p
}

// call calls the browser's protocol.
func call[P, R any](p *tab, command cdp.Command[P, R], params P) R {
	p.t.Helper()
	result, err := chromedp.Call(p.ctx, command, params)
	must(p.t, err)
	return result
}

func (p *tab) load() {
	p.t.Helper()
	p.run(chromedp.Navigate(p.s.URL), chromedp.WaitReady(chromedp.CSS(`html[data-restored]`)))
}

func (p *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 3*time.Minute)
	defer cancel()
	must(p.t, chromedp.Do(ctx, actions...))
}

// eval returns the value of a script.
func eval[T any](p *tab, script string) (value T) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 3*time.Minute)
	defer cancel()
	value, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		p.t.Fatalf("%s: %v", script, err)
	}
	return value
}

// keys presses keys, in chromedp's notation.
func (p *tab) keys(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.run(chromedp.KeyEvent(keys, options...))
}

// label returns what a cell is called.
func (p *tab) label(cell string) string {
	p.t.Helper()
	return eval[string](p, `document.getElementById("`+cell+`").getAttribute("aria-label")`)
}

func (p *tab) text(selector string) string {
	p.t.Helper()
	return strings.TrimSpace(eval[string](p, `document.querySelector(`+"`"+selector+"`"+`)?.textContent ?? ""`))
}

// eventually waits until something holds.
func (p *tab) eventually(what string, holds func() bool) {
	p.t.Helper()
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if holds() {
			return
		}
	}
	p.t.Fatalf("%s: not within three minutes; status %q, live region %q", what, p.text("#status"), p.text("#live"))
}

// point is the middle of a cell, in the window.
type point struct{ X, Y float64 }

func (p *tab) middle(cell string) point {
	p.t.Helper()
	return eval[point](p, `(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(document.getElementById("`+cell+`").getBoundingClientRect())`)
}

func (p *tab) click(cell string, options ...chromedp.MouseOption) {
	p.t.Helper()
	at := p.middle(cell)
	p.run(chromedp.MouseClickXY(at.X, at.Y, options...))
}

// choose selects several cells, with Ctrl.
func (p *tab) choose(cells ...string) {
	p.t.Helper()
	for i, cell := range cells {
		if i == 0 {
			p.click(cell)
			continue
		}
		p.click(cell, chromedp.ButtonModifiers(chromedp.ModifierCtrl))
	}
}

// set clicks a switch below the keys.
func (p *tab) set(id string) {
	p.t.Helper()
	eval[any](p, `document.getElementById("`+id+`").click()`)
}

func (p *tab) withoutScript() {
	p.t.Helper()
	call(p, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true})
}

// solve types all digits that are missing, from the first cell on.
func (p *tab) solve() {
	p.t.Helper()
	eval[any](p, `for (const [i, digit] of [..."`+p.s.solution.String()+`"].entries()) {
		const cells = document.querySelectorAll("#board td");
		const press = (key) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
		if (i === 0) cells[0].focus(), press("Home");
		if (cells[i].querySelector(".digit")?.textContent !== digit) press(digit);
		press("ArrowRight");
		if ((i + 1) % Math.sqrt(cells.length) === 0) press("ArrowDown");
	}`)
}
