package board_test

import (
	"strings"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// phone opens a board on a phone.
func phone(t *testing.T) *tab {
	t.Helper()
	p := open(t, serve(t, easy), 400)
	p.touchScreen()
	return p
}

func (p *tab) box(id string) bool {
	p.t.Helper()
	return eval[bool](p, `document.getElementById("`+id+`").checked`)
}

// A long press selects several cells from then on, until Esc or its switch; a tap before that time, or a drag,
// does not.
func TestLongPress(t *testing.T) {
	p := phone(t)
	p.tap("#r1c3")
	p.expect("a tap", p.chosen(), "r1c3")
	p.touch(input.DispatchTouchEventTypeTouchStart, p.middle("r1c4"))
	p.pressLong()
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.expect("after a long press", p.chosen(), "r1c4")
	if !p.box("several") {
		t.Error("the switch does not show it")
	}
	p.tap("#r3c4")
	p.tap("#r3c5")
	p.expect("taps add", p.chosen(), "r1c4 r3c4 r3c5")
	p.tap("#r3c4")
	p.expect("and take away", p.chosen(), "r1c4 r3c5")
	p.set("several")
	p.tap("#r1c3")
	p.expect("the switch", p.chosen(), "r1c3")

	digit := "#pad button[value='4']"
	at := p.middleOf(digit)
	p.touch(input.DispatchTouchEventTypeTouchStart, at)
	p.pressLong()
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.tap("#r1c3")
	p.eventually("the held digit is written", func() bool { return p.label("r1c3") == "row 1 column 3, 4" })
}

// A finger that goes over the board selects what it passes, scrolls nothing, and lifts without a trace
// when the system takes it away.
func TestTouchDrag(t *testing.T) {
	p := phone(t)
	at := p.middle("r1c3")
	p.touch(input.DispatchTouchEventTypeTouchStart, at)
	for _, cell := range []string{"r2c4", "r3c5"} {
		from, to := at, p.middle(cell)
		for i := 1.0; i <= 6; i++ {
			at = point{from.X + (to.X-from.X)*i/6, from.Y + (to.Y-from.Y)*i/6}
			p.touch(input.DispatchTouchEventTypeTouchMove, at)
		}
	}
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.expect("a drag", p.chosen(), "r1c3 r2c4 r3c5")
	if p.box("several") || eval[float64](p, "scrollY") != 0 {
		t.Error("the drag was taken for a long press, or scrolled the page")
	}
	p.touch(input.DispatchTouchEventTypeTouchStart, p.middle("r9c1"))
	p.touch(input.DispatchTouchEventTypeTouchMove, p.middle("r9c9"))
	p.touch(input.DispatchTouchEventTypeTouchEnd)
	p.expect("a drag so fast that it is reported once", p.chosen(), "r9c1 r9c2 r9c3 r9c4 r9c5 r9c6 r9c7 r9c8 r9c9")
	p.touch(input.DispatchTouchEventTypeTouchStart, p.middle("r5c5"))
	p.touch(input.DispatchTouchEventTypeTouchCancel)
	p.tap("#r1c4")
	p.expect("after a touch that was cancelled", p.chosen(), "r1c4")
}

// A double tap writes the only mark, or selects all cells with the same digit; two slow taps do not. The
// browser counts the time that the taps say, however slow this machine is.
func TestDoubleTap(t *testing.T) {
	p := phone(t)
	p.set("automatic")
	start := time.Now()
	tap := func(cell string, after time.Duration) {
		at := p.middle(cell)
		p.touchAt(start.Add(after), input.DispatchTouchEventTypeTouchStart, at)
		p.touchAt(start.Add(after+20*time.Millisecond), input.DispatchTouchEventTypeTouchEnd)
	}
	tap("r5c5", 0)
	tap("r5c5", 900*time.Millisecond)
	p.expect("two slow taps", p.label("r5c5"), "row 5 column 5, empty, marks 5")
	tap("r5c5", 1100*time.Millisecond)
	p.expect("a double tap", p.label("r5c5"), "row 5 column 5, 5")
	tap("r1c1", 2000*time.Millisecond)
	tap("r1c1", 2150*time.Millisecond)
	p.expect("a double tap on a clue", p.chosen(), "r1c1 r2c6 r5c5 r8c9")
	if zoom := eval[float64](p, "visualViewport.scale"); zoom != 1 {
		t.Errorf("a double tap zooms to %v", zoom)
	}
}

func (p *tab) touchAt(at time.Time, kind input.DispatchTouchEventType, points ...point) {
	p.t.Helper()
	params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}

	params.Timestamp = stamp(at)
	for _, a := range points {
		params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: a.X, Y: a.Y})
	}
	call(p, input.DispatchTouchEvent, params)
}

// The board goes to the clipboard as text, and digits come from it; the text to share goes there too.
func TestClipboard(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	for _, name := range []string{"clipboard-read", "clipboard-write"} {
		if _, err := chromedp.CallBrowser(p.ctx, cdpbrowser.SetPermission, cdpbrowser.SetPermissionParams{
			Permission: &cdpbrowser.PermissionDescriptor{Name: name}, Setting: "granted", BrowserContextID: chromedp.FromContext(p.ctx).BrowserContextID,
		}); err != nil {
			t.Fatal(err)
		}
	}
	settle := func(promise string) string {
		eval[any](p, "window.settled = undefined; "+promise+".then(text => settled = text ?? '', error => settled = String(error)); 0")
		p.eventually("the clipboard answers", func() bool { return eval[bool](p, "settled !== undefined") })
		return eval[string](p, "settled")
	}
	p.write("r1c3", "4")
	p.edit("c", "copy")
	p.expect("the clipboard", settle("navigator.clipboard.readText()"), easy[:2]+"4"+easy[3:])
	paste := func(text string) {
		settle("navigator.clipboard.writeText(`" + text + "`)")
		p.edit("v", "paste")
	}
	for _, bad := range []string{"", "hello", easy[1:], easy + "1", "9" + easy[1:], strings.Repeat("x", 81), strings.Repeat("5", 81)} {
		paste(bad)
		p.expect("after "+bad, p.text("#live"), "This text does not fit the puzzle: nothing was pasted")
		p.keys("x") // says something else
		p.keys("z")
	}
	if n := s.stateNow().Revision; n > 1 {
		t.Errorf("what could not be pasted made %d events", n)
	}
	paste(strings.Join(strings.SplitAfter(strings.ReplaceAll(easy, ".", "0"), "0"), "\n"))
	p.eventually("an emptier board is pasted", func() bool { return strings.HasSuffix(p.label("r1c3"), ", empty") })
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.eventually("which can be taken back", func() bool { return p.label("r1c3") == "row 1 column 3, 4" })
	paste(s.solution.String())
	p.solved()
	p.set("share")
	p.eventually("the text to share", func() bool { return p.text("#panel h2") == "Copied" })
	p.expect("the clipboard", settle("navigator.clipboard.readText()"), "Gridkeeper #412")
}

// edit presses a key with Ctrl that has the browser do something of its own.
func (p *tab) edit(key, command string) {
	p.t.Helper()
	call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "keyDown", Key: key, Modifiers: 2, Commands: []string{command}})
	call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "keyUp", Key: key, Modifiers: 2})
}

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
			s.hint = hintFor(state.clues)
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
