package board_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/explain/steps"
)

// chosen returns the selected cells, in order.
func (p *tab) chosen() string {
	p.t.Helper()
	return eval[string](p, `[...document.querySelectorAll("#board td.chosen")].map(td => td.id).join(" ")`)
}

func (p *tab) expect(what, got, want string) {
	p.t.Helper()
	if got != want {
		p.t.Errorf("%s: %q, want %q", what, got, want)
	}
}

func (p *tab) mouse(kind input.DispatchMouseEventType, at point, options ...chromedp.MouseOption) {
	p.t.Helper()
	p.run(chromedp.MouseEvent(kind, at.X, at.Y, append(options, chromedp.ButtonType(input.MouseButtonLeft))...))
}

// drag goes along the straight lines between cells, in small steps.
func (p *tab) drag(cells []string, options ...chromedp.MouseOption) {
	p.t.Helper()
	at := p.middle(cells[0])
	p.mouse(input.DispatchMouseEventTypeMousePressed, at, append(options, chromedp.ClickCount(1))...)
	for _, cell := range cells[1:] {
		const steps = 8
		from, to := at, p.middle(cell)
		for i := 1.0; i <= steps; i++ {
			at = point{from.X + (to.X-from.X)*i/steps, from.Y + (to.Y-from.Y)*i/steps}
			p.mouse(input.DispatchMouseEventTypeMouseMoved, at, options...)
		}
	}
	p.mouse(input.DispatchMouseEventTypeMouseReleased, at, append(options, chromedp.ClickCount(1))...)
}

// doubleClick clicks twice within 40 ms, as the browser is to see it, however slow this machine is, and
// whatever is done between.
func (p *tab) doubleClick(cell string, between ...func()) {
	p.t.Helper()
	at, start := p.middle(cell), time.Now()
	for i, kind := range []input.DispatchMouseEventType{"mousePressed", "mouseReleased", "mousePressed", "mouseReleased"} {
		call(p, input.DispatchMouseEvent, input.DispatchMouseEventParams{
			Type: kind, X: at.X, Y: at.Y, Button: "left", ClickCount: int64(1 + i/2), Timestamp: stamp(start.Add(time.Duration(i) * 10 * time.Millisecond)),
		})
		if i == 1 {
			for _, do := range between {
				do()
			}
		}
	}
}

// stamp is a time as the browser takes it.
func stamp(at time.Time) input.TimeSinceEpoch {
	return input.TimeSinceEpoch(float64(at.UnixNano()) / 1e9)
}

func TestSelect(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	ctrl := chromedp.ButtonModifiers(chromedp.ModifierCtrl)
	p.drag([]string{"r1c3", "r2c4", "r3c5", "r4c6"})
	p.expect("a diagonal drag", p.chosen(), "r1c3 r2c4 r3c5 r4c6")
	p.drag([]string{"r2c4", "r4c6"}, ctrl)
	p.expect("Ctrl that began on a selected cell takes away", p.chosen(), "r1c3")
	p.drag([]string{"r9c1", "r9c2"}, ctrl)
	p.expect("Ctrl that began elsewhere adds", p.chosen(), "r1c3 r9c1 r9c2")
	p.click("r5c5")
	p.click("r6c6", chromedp.ButtonModifiers(chromedp.ModifierShift))
	p.expect("Shift", p.chosen(), "r5c5 r5c6 r6c5 r6c6")
	p.doubleClick("r1c1")
	p.expect("a double click", p.chosen(), "r1c1 r2c6 r8c9")
	p.keys(kb.Escape)
	p.expect("Esc", p.chosen(), "")
	p.keys("a", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.expect("Ctrl+A", strconv.Itoa(len(strings.Fields(p.chosen()))), "81")
	p.click("r2c2")
	for _, step := range []struct{ key, want string }{
		{kb.Home, "r2c1"}, {kb.End, "r2c9"}, {kb.ArrowRight, "r2c1"}, {kb.ArrowUp, "r1c1"}, {kb.ArrowUp, "r9c1"},
	} {
		p.keys(step.key)
		p.expect("the key "+strconv.Quote(step.key), p.chosen(), step.want)
	}
	p.keys(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift))
	p.expect("Shift and an arrow", p.chosen(), "r9c1 r9c2")
	p.modesByKeys()
}

// modesByKeys chooses modes on a Russian keyboard, and none where shortcuts are switched off.
func (p *tab) modesByKeys() {
	p.t.Helper()
	press := func(key, code string) {
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "keyDown", Key: key, Code: code})
		call(p, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: "keyUp", Key: key, Code: code})
	}
	mode := func() string { return eval[string](p, `document.querySelector(".mode[aria-pressed=true]").id`) }
	press("ч", "KeyX")
	p.expect("the key where X is elsewhere", mode(), "mode-corner")
	press("z", "KeyY") // on a German keyboard
	p.expect("a letter counts for what it is", mode(), "mode-digit")
	p.set("set-shortcuts")
	press("c", "KeyC")
	p.expect("without shortcuts", mode(), "mode-digit")
	eval[any](p, `document.getElementById("hint").focus()`)
	press("4", "Digit4")
	p.expect("without shortcuts, beside the board", p.label("r9c2"), "row 9 column 2, empty")
	p.click("r9c2")
	press("4", "Digit4")
	p.expect("without shortcuts, on the board", p.label("r9c2"), "row 9 column 2, 4")
}

func TestMarksAndColours(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.choose("r1c3", "r1c4")
	p.keys("12")
	p.expect("several cells are marked", p.label("r1c3"), "row 1 column 3, empty, marks 1 2")
	p.keys("1")
	p.expect("the same digit again", p.label("r1c4"), "row 1 column 4, empty, marks 2")
	p.keys("x6")
	p.expect("a corner mark", p.label("r1c4"), "row 1 column 4, empty, corner marks 6, marks 2")
	p.keys("v39")
	p.expect("colours", p.label("r1c4"), "row 1 column 4, empty, corner marks 6, marks 2, colours 3 9")
	p.keys("z")
	p.click("r1c6")
	p.keys("2")
	p.expect("a digit goes from the marks of its peers", p.label("r1c4"), "row 1 column 4, empty, corner marks 6, colours 3 9")
	p.expect("the pad counts", p.text("#pad button[value='2'] small"), "6")
	for range 9 {
		p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	}
	p.expect("undo, all of it", p.label("r1c4"), "row 1 column 4, empty")
	for range 9 {
		p.keys("y", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	}
	p.expect("redo, all of it", p.label("r1c4"), "row 1 column 4, empty, corner marks 6, colours 3 9")
	p.saved()
	state := s.stateNow()
	if state.Grid[5] != '2' || state.Notes["r1c4"].Corner != "6" || !slices.Equal(state.Notes["r1c4"].Colours, []int{3, 9}) {
		t.Errorf("the server has %s and %v", state.Grid, state.Notes)
	}
	p.load()
	p.expect("after loading again", p.label("r1c4"), "row 1 column 4, empty, corner marks 6, colours 3 9")
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.eventually("undo after loading again", func() bool { return s.at("r1c6") == 0 })
}

func TestAutomaticMarks(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.run(chromedp.Click(chromedp.CSS("#show-menu")), chromedp.Click(chromedp.CSS("#automatic")))
	p.expect("candidates", p.label("r1c3"), "row 1 column 3, empty, marks 1 2 4")
	p.click("r1c4")
	p.run(chromedp.Click(chromedp.CSS("#show-menu")), chromedp.Focus(chromedp.CSS("#automatic")))
	p.keys("2") // the switch has the focus, and no use for digits
	p.expect("a digit takes them away", p.label("r1c3"), "row 1 column 3, empty, marks 1 4")
	p.keys(kb.Delete)
	p.expect("and gives them back", p.label("r1c3"), "row 1 column 3, empty, marks 1 2 4")
	p.expect("in its own cell too", p.label("r1c4"), "row 1 column 4, empty, marks 2 6")
	p.click("r9c9")
	p.doubleClick("r5c5")
	p.expect("a double click writes the only mark", p.label("r5c5"), "row 5 column 5, 5")
	p.click("r1c3")
	p.keys("v2")
	p.click("r1c1") // nothing of it
	p.click("r1c3")
	mark := eval[point](p, `(r => ({X: r.x + r.width / 2, Y: r.y + r.height / 2}))(document.querySelector("#r1c3 .d4").getBoundingClientRect())`)
	p.run(chromedp.MouseClickXY(mark.X, mark.Y))
	p.expect("a click on a mark colours it", p.label("r1c3"), "row 1 column 3, empty, marks 1 2 4, colours 2, 4 in colour 2")
	p.saved()
	if got := s.stateNow().Notes["r1c3"].Candidates["4"]; !slices.Equal(got, []int{2}) {
		t.Errorf("the server has colours %v", got)
	}
}

// The answer to a move may come between two clicks, and they are a double click all the same. A key makes
// them two.
func TestDoubleClickWhileSaving(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	p.run(chromedp.Click(chromedp.CSS("#show-menu")), chromedp.Click(chromedp.CSS("#automatic")))
	p.doubleClick("r5c5", func() { p.keys("x66z") })
	p.expect("clicks with keys between", p.label("r5c5"), "row 5 column 5, empty, marks 5")
	p.saved()
	s.set(func() { s.down = true })
	p.click("r1c3")
	p.keys("1")
	p.eventually("the move waits", func() bool { return strings.HasPrefix(p.text("#status"), "Offline") })
	p.doubleClick("r5c5", func() { s.set(func() { s.down = false }); p.saved() })
	p.expect("clicks with an answer between", p.label("r5c5"), "row 5 column 5, 5")
}

// A pause hides the board until the player continues; ? lists the keys, H asks for a hint.
func TestPauseAndKeys(t *testing.T) {
	s := serve(t, easy)
	s.hint = exampleHint
	p := open(t, s, 400)
	seen := `document.querySelector("#r1c1 .digit").checkVisibility({ visibilityProperty: true })`
	p.keys("p")
	if eval[bool](p, seen) {
		t.Error("a pause shows the board")
	}
	p.keys("5" + kb.Escape)
	p.eventually("the board after a pause", func() bool { return eval[bool](p, seen) })
	p.run(chromedp.Click(chromedp.CSS("#pause")))
	p.run(chromedp.Click(chromedp.CSS("#paused button")))
	p.eventually("the board after a pause", func() bool { return eval[bool](p, seen) })
	p.keys("?")
	if !eval[bool](p, `document.getElementById("help").open`) {
		t.Error("? shows no keys")
	}
	p.keys(kb.Escape + "h")
	p.run(chromedp.WaitReady(chromedp.CSS("svg.hint")))
	eval[any](p, `document.getElementById("set-shortcuts").click()`)
	p.keys("p")
	if !eval[bool](p, seen) {
		t.Error("without single-key shortcuts, a key pauses")
	}
}

// What the server is asked: hints are drawn, checks shown, mistakes taken back, results shared, solves replayed.
func TestWishes(t *testing.T) {
	s := serve(t, small)
	s.hint = whole(board.Hint{
		Level: 2, Most: 4, Words: "Look at row 1.", Because: []string{"r1c1"}, Dimmed: []string{"r4c4"}, Wrong: []string{"r3c3"}, Paths: []string{"M1.6.2L2.4.2"},
		Step: &steps.Step{
			Technique: "empty-rectangle", Houses: []string{"r1", "b2"}, Cover: []string{"c3"}, Candidates: []steps.Candidate{{Cell: "r1c2", Digit: 2}},
			Eliminations: []steps.Candidate{{Cell: "r1c3", Digit: 2}}, Notation: "2 in r1", Links: []steps.Link{{Kind: "weak"}},
		},
	})
	p := open(t, s, 400)
	one := p.middleOf("#pad button[value='1']")
	p.run(chromedp.Click(chromedp.CSS("#hint")), chromedp.WaitReady(chromedp.CSS("svg.hint")))
	if now := p.middleOf("#pad button[value='1']"); now != one {
		t.Errorf("a hint moves the keys from %v to %v", one, now)
	}
	first := eval[string](p, `(window.first = document.querySelector("#panel button"), first.focus(), first.textContent)`)
	p.keys(kb.Enter)
	p.eventually("more of the hint", func() bool { return eval[bool](p, `!first.isConnected`) })
	p.expect("the focus is on the next of it", eval[string](p, `document.activeElement.textContent`), first)
	eval[any](p, `[...document.querySelectorAll("#panel button")].at(-1).focus()`)
	p.keys(kb.Enter)
	p.expect("the focus is back where it came from", eval[string](p, `document.activeElement.id`), "hint")
	p.run(chromedp.Click(chromedp.CSS("#hint")), chromedp.WaitReady(chromedp.CSS("svg.hint")))
	eval[any](p, "scrollTo(0, 0)")
	p.write("r1c2", "2")
	p.expect("a hint about another board is gone", p.text("#panel:not([hidden])"), "")
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: 1280, Height: 900, DeviceScaleFactor: 1})
	p.run(chromedp.Click(chromedp.CSS("#hint")), chromedp.WaitReady(chromedp.CSS("svg.hint")))
	p.expect("the hint's words", p.text("#panel p"), "Look at row 1.")
	p.expect("its shapes", eval[string](p, `[...document.querySelectorAll("svg.hint > :not(text)")].map(e => e.getAttribute("class")).join(" ")`),
		"veil cover house house because wrong link weak pattern elimination strike")
	p.expect("its notation and its legend, behind one word", eval[string](p, `(d => d.open + d.firstChild.textContent + [...d.querySelectorAll("p, li")].map(e => e.className).join())(document.querySelector("#panel details"))`),
		"falseDetails,pattern,elimination,because,weak")
	s.set(func() {
		s.hint = whole(board.Hint{Level: 3, Most: 4, Words: "There.", Step: &steps.Step{Technique: "hidden-single", Houses: []string{"r1", "b1"}, Placements: []steps.Candidate{{Cell: "r1c2", Digit: 2}}}})
	})
	p.run(chromedp.Click(chromedp.CSS("#hint")))
	p.eventually("a target that is lit", func() bool {
		return eval[string](p, `[...document.querySelectorAll("svg.hint > *")].map(e => e.getAttribute("class")).join(" ")`) == "veil house placement placement big"
	})
	p.run(chromedp.Click(chromedp.CSS("#check")))
	p.eventually("the check", func() bool { return p.text("#panel p") == "Empty cells: 12." })
	cells, _ := s.missing()
	p.click(cells[0])
	p.keys("1")
	p.set("rewind")
	p.eventually("back to before the mistake", func() bool { return strings.HasSuffix(p.label(cells[0]), ", empty") })
	p.keys("z", chromedp.KeyModifiers(chromedp.ModifierCtrl))
	p.eventually("which can be taken back itself", func() bool { return strings.HasSuffix(p.label(cells[0]), ", 1, twice in its row, column or box") })
	p.solve()
	p.solved()
	p.expect("the leaderboard", p.text(".leaders"), "1st Bea 3:592nd Ann 4:07")
	p.expect("the player's own", p.text(".leaders .own"), "2nd Ann 4:07")
	p.expect("what comes next", eval[string](p, `[...document.querySelectorAll("#finish :is(button, a)")].map(e => e.innerText).join(", ")`),
		"Share, Next puzzle, Replay, Post in the chat, Leaderboard")
	p.expect("nothing is selected", p.chosen(), "")
	p.run(chromedp.Click(chromedp.CSS("#replay")), chromedp.WaitReady(chromedp.CSS("input[type=range]")))
	shown := `[...document.querySelectorAll("#board .digit")].length`
	if n := eval[int](p, shown); n != 4 {
		t.Errorf("the replay begins with %d digits", n)
	}
	eval[any](p, `(s => { s.value = s.max; s.dispatchEvent(new Event("input")); return 0 })(document.querySelector("input[type=range]"))`)
	if n := eval[int](p, shown); n != 16 {
		t.Errorf("the replay ends with %d digits", n)
	}
	p.run(chromedp.Click(chromedp.CSS("#panel .close")))
	p.load()
	p.set("share")
	p.eventually("the text to share", func() bool { return p.text("#panel pre") == "Gridkeeper #412" })
	p.load()
	p.set("post")
	p.eventually("that it is posted", func() bool { return p.text("#panel p") == "It will be there in a moment." })
	posts := func() bool { return eval[bool](p, `Boolean(document.getElementById("post"))`) }
	p.eventually("that it is posted once", func() bool { return !posts() })
	s.set(func() { s.posted, s.lost = false, true; s.tell() })
	p.eventually("that it could not be posted", func() bool { return strings.Contains(p.text("#finish"), "could not be posted in the chat") })
	if !posts() {
		t.Error("it cannot be tried again")
	}
}
