package board_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/accessibility"
	"github.com/chromedp/cdproto/dom"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	easy  = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
	six   = "3..6.4...5...43..6..1.4.1......64.13"
	small = "1.....3..2.....4"

	// sparse has 17 clues, and so the most candidates.
	sparse = ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6..."
)

// missing yields the cells to fill, by name, with their digits.
func (s *server) missing() (cells, digits []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, c := range s.solution.Shape().Cells() {
		if s.game.Grid.At(c) == 0 {
			cells, digits = append(cells, c.String()), append(digits, s.solution.At(c).String())
		}
	}
	return cells, digits
}

// solved waits until the game is finished, here and there.
func (p *tab) solved() {
	p.t.Helper()
	p.eventually("the game is finished", func() bool { return p.s.stateNow().Finished != nil })
	p.eventually("the page says so", func() bool {
		return strings.Contains(p.text("#finish"), "2nd of 9") && eval[bool](p, `document.body.matches(".finished")`)
	})
}

// A player goes through the rows with the arrows and types the digits that are missing.
func TestSolveByKeyboard(t *testing.T) {
	for _, clues := range []string{small, six} {
		s := serve(t, clues)
		p := open(t, s, 1280)
		p.run(chromedp.Focus(chromedp.CSS("#board td[tabindex='0']")))
		for i, c := range s.solution.Shape().Cells() {
			if i > 0 && c.Column() == 0 {
				p.keys(kb.ArrowDown)
			}
			if s.game.Clues.At(c) == 0 {
				p.keys("0987"[:10-max(s.solution.Shape().Side(), 6)]) // no digits of a 6×6
				p.expect("a key that is no digit of the board", p.label(c.String())[len("row 1 column 1"):], ", empty")
				p.keys(s.solution.At(c).String())
			}
			p.keys(kb.ArrowRight)
		}
		p.solved()
	}
}

// A player on a phone taps cells and keys, and holds digits for several cells.
func TestSolveByTouch(t *testing.T) {
	for _, clues := range []string{easy, six} {
		s := serve(t, clues)
		p := open(t, s, 400)
		p.touchScreen()
		cells, digits := s.missing()
		for i, cell := range cells[:6] {
			p.tap("#" + cell)
			p.tap("#pad button[value='" + digits[i] + "']")
		}
		p.set("set-digitFirst")
		for d := range s.solution.Shape().Digits().All() {
			p.tap("#pad button[value='" + d.String() + "']")
			for i, cell := range cells[6:] {
				if digits[6+i] == d.String() {
					p.tap("#" + cell)
				}
			}
		}
		p.solved()
	}
}

// A whole game is played by keyboard, by mouse and by touch on two phones, a tablet and a desk, and nothing has to be scrolled.
func TestWholeGames(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: one size is as good as four")
	}
	press := func(click func(p *tab, id string)) func(p *tab) {
		return func(p *tab) {
			cells, digits := p.s.missing()
			for i, cell := range cells {
				click(p, cell)
				click(p, "key-"+digits[i])
			}
		}
	}
	for _, size := range [][2]int64{{360, 560}, {390, 844}, {820, 1180}, {1440, 900}} {
		for _, way := range []struct {
			name string
			play func(p *tab)
		}{
			{"keyboard", func(p *tab) {
				p.run(chromedp.Focus(chromedp.CSS("#board td[tabindex='0']")))
				for i, c := range p.s.solution.Shape().Cells() {
					if i > 0 && c.Column() == 0 {
						p.keys(kb.ArrowDown)
					}
					if p.s.game.Clues.At(c) == 0 {
						p.keys(p.s.solution.At(c).String())
					}
					p.keys(kb.ArrowRight)
				}
			}},
			{"mouse", press(func(p *tab, id string) { p.click(id) })},
			{"touch", press(func(p *tab, id string) {
				p.touch(input.DispatchTouchEventTypeTouchStart, p.middle(id))
				p.touch(input.DispatchTouchEventTypeTouchEnd)
			})},
		} {
			p := blank(t, serve(t, small), size[0])
			call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: size[0] < 1200})
			p.load()
			if way.name != "keyboard" {
				p.touchScreen() // no press is long, however slow this machine is
			}
			eval[any](p, `document.querySelectorAll("#pad .key").forEach((key) => (key.id = "key-" + key.value))`)
			way.play(p)
			p.solved()
			if down := eval[float64](p, "scrollY"); down != 0 {
				t.Errorf("%s at %v: the page is scrolled by %v", way.name, size, down)
			}
		}
	}
}

// Nothing but the accessibility tree says where the cells are and what they hold.
func TestSolveByAccessibilityTree(t *testing.T) {
	s := serve(t, easy)
	p := open(t, s, 1280)
	cells := p.axNodes("gridcell")
	if len(cells) != 81 {
		t.Fatalf("%d cells in the tree", len(cells))
	}
	for i, node := range cells {
		c := s.solution.Shape().Cells()[i]
		want := "row " + string(c.String()[1]) + " column " + string(c.String()[3])
		if d := s.game.Clues.At(c); d != 0 {
			want += ", " + d.String() + ", clue"
		} else {
			want += ", empty"
		}
		if got := axText(node.Name); got != want {
			t.Errorf("%s is called %q, want %q", c, got, want)
		}
	}
	for i, node := range cells {
		if c := s.solution.Shape().Cells()[i]; s.game.Clues.At(c) == 0 {
			p.focusNode(node)
			p.keys(s.solution.At(c).String())
			if want, got := strings.TrimSuffix(axText(node.Name), ", empty")+": "+s.solution.At(c).String(), p.text("#live"); got != want && i < 60 {
				t.Fatalf("the live region says %q, want %q", got, want)
			}
		}
	}
	p.solved()
}

// axNodes returns the nodes of a role.
func (p *tab) axNodes(role string) []*accessibility.Node {
	p.t.Helper()
	tree := call(p, accessibility.GetFullAXTree, accessibility.GetFullAXTreeParams{})
	return slices.DeleteFunc(tree.Nodes, func(n *accessibility.Node) bool { return n.Ignored || axText(n.Role) != role })
}

func axText(v *accessibility.Value) (text string) {
	if v == nil || json.Unmarshal(v.Value, &text) != nil {
		return ""
	}
	return text
}

func (p *tab) focusNode(n *accessibility.Node) {
	p.t.Helper()
	call(p, dom.Focus, dom.FocusParams{BackendNodeID: n.BackendDOMNodeID})
}

// Links choose a cell, forms send its digit; then the answer is handed in.
func TestSolveWithoutScript(t *testing.T) {
	s := serve(t, small)
	p := blank(t, s, 400)
	p.withoutScript()
	cells, digits := s.missing()
	most := len(cells) - 3
	for i, cell := range cells[:most] { // by the chat: a page anew for each choice and each digit is slow
		s.elsewhere(t, cell+"="+digits[i])
	}
	p.run(chromedp.Navigate(s.URL))
	for i, cell := range cells[most:] {
		p.run(chromedp.Click(chromedp.CSS("#"+cell+" a")), chromedp.WaitReady(chromedp.CSS("#"+cell+".chosen")))
		p.run(chromedp.Click(chromedp.CSS("#pad button[value='"+digits[most+i]+"']")), chromedp.WaitReady(chromedp.CSS("#"+cell+" .digit")))
	}
	p.run(chromedp.Click(chromedp.CSS("#submit")), chromedp.WaitReady(chromedp.CSS("body.finished")))
	if s.stateNow().Finished == nil {
		t.Error("the game is not finished")
	}
	p.expect("the result", p.text("#finish .time"), "4:07")
	if !eval[bool](p, `document.getElementById("share").checkVisibility() && document.querySelector(".course").checkVisibility() && !document.getElementById("replay").checkVisibility()`) {
		t.Error("there is no way to share, no drawing, or a button that needs the script")
	}
}

// touchScreen makes the tab one of a phone. A press is as long as the test says, see pressLong, however
// slow this machine is: timers of 500 ms are those of long presses.
func (p *tab) touchScreen() {
	p.t.Helper()
	eval[any](p, `(() => {
		const { setTimeout, clearTimeout } = window;
		window.presses = new Map();
		window.setTimeout = (act, ms) => {
			const timer = setTimeout(ms === 500 ? () => {} : act, ms);
			if (ms === 500) presses.set(timer, act);
			return timer;
		};
		window.clearTimeout = (timer) => { presses.delete(timer); clearTimeout(timer); };
		return 0;
	})()`)
	call(p, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
}

// pressLong lets the time of a long press pass.
func (p *tab) pressLong() {
	p.t.Helper()
	eval[any](p, `for (const act of presses.values()) act(); presses.clear(); 0`)
}

// middleOf scrolls to an element, and returns its middle in the window.
func (p *tab) middleOf(selector string) point {
	p.t.Helper()
	return eval[point](p, "(e => { e.scrollIntoView({block: 'nearest'}); const r = e.getBoundingClientRect(); return {X: r.x + r.width / 2, Y: r.y + r.height / 2} })(document.querySelector(`"+selector+"`))")
}

func (p *tab) tap(selector string) {
	p.t.Helper()
	at := p.middleOf(selector)
	p.touch(input.DispatchTouchEventTypeTouchStart, at)
	p.touch(input.DispatchTouchEventTypeTouchEnd)
}

func (p *tab) touch(kind input.DispatchTouchEventType, at ...point) {
	p.t.Helper()
	points := []*input.TouchPoint{}
	for _, a := range at {
		points = append(points, &input.TouchPoint{X: a.X, Y: a.Y})
	}
	call(p, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: points})
}
