package board_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/locale"
)

// TestTour writes a picture of each state in each language, as in the hand, turned and on a desk, into the folder GRIDTEST_TOUR, to
// be looked at. The themes take turns, so that each language and each size is shown in all of them.
func TestTour(t *testing.T) {
	folder := os.Getenv("GRIDTEST_TOUR")
	if folder == "" {
		t.Skip("GRIDTEST_TOUR is not set: no pictures")
	}
	themes := []string{"light", "dark", "contrast"}
	for i, size := range [][2]int64{{390, 844}, {844, 390}, {1280, 900}} {
		for j, language := range []string{"en", "de", "zh-TW"} {
			theme := themes[(i+j)%len(themes)]
			for _, state := range tour {
				name := fmt.Sprintf("board-%s-%s-%s-%d", state.name, language, theme, size[0])
				t.Run(name, func(t *testing.T) {
					s := serve(t, state.clues)
					s.language, s.hint = locale.Match(language), hintFor(state.clues)
					p := blank(t, s, size[0])
					call(p, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
						Width: size[0], Height: size[1], DeviceScaleFactor: 1, Mobile: size[0] < 900,
					})
					p.wear(theme)
					if state.bare {
						p.withoutScript()
						p.run(chromedp.Navigate(s.URL + "/?cell=r4c6&mode=corner"))
					} else {
						p.load()
					}
					state.reach(p)
					picture, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
					if err == nil {
						err = os.WriteFile(filepath.Join(folder, name+".png"), picture, 0o644)
					}
					must(t, err)
				})
			}
		}
	}
}

// wear gives the tab the cookie of a theme.
func (p *tab) wear(theme string) {
	p.t.Helper()
	call(p, network.SetCookie, network.SetCookieParams{Name: "gridkeeper-theme", Value: theme, URL: p.s.URL})
}

var exampleHint = whole(board.Hint{
	Level: 3, Most: 4, Words: "Row 5 and row 9 have 5 in columns 5 and 8 only, so that 5 can go from the rest of these columns.",
	Step: &steps.Step{
		Technique: "x-wing", Houses: []string{"r5", "b6"}, Cover: []string{"c8"}, Notation: "X-Wing: 5 in r59 c58 => r4c8<>5",
		Candidates:   []steps.Candidate{{Cell: "r5c5", Digit: 5}, {Cell: "r5c8", Digit: 5}},
		Eliminations: []steps.Candidate{{Cell: "r4c8", Digit: 5}, {Cell: "r6c7", Digit: 5}},
		Links:        []steps.Link{{From: steps.Candidate{Cell: "r5c5", Digit: 5}, To: steps.Candidate{Cell: "r5c8", Digit: 5}, Kind: "strong"}},
	},
	Paths: []string{"M4.6 4.6Q5.5 5 7.4 4.6"}, Because: []string{"r2c2"}, Dimmed: []string{"r1c1", "r1c2", "r9c9"},
	Marks: append(make([]string, 32), append([]string{"356", "46", "1257"}, make([]string, 46)...)...),
})

// pointing is a hint on a 6×6: in box 4, 2 is in row 4 alone.
var pointing = whole(board.Hint{
	Level: 3, Most: 4, Words: "In box 4, 2 can go only in row 4, so it is gone from the rest of row 4.",
	Step: &steps.Step{
		Technique: "pointing", Houses: []string{"b4"}, Cover: []string{"r4"}, Notation: "2 in b4 => r4c2<>2",
		Candidates:   []steps.Candidate{{Cell: "r4c4", Digit: 2}, {Cell: "r4c6", Digit: 2}},
		Eliminations: []steps.Candidate{{Cell: "r4c2", Digit: 2}},
	},
	Dimmed: []string{"r1c1", "r1c2", "r6c6"},
	Marks:  append(make([]string, 19), "123456", "", "2345", "", "26", "", "", "", "", "", "", "", "", "", "", "", ""),
})

// hintFor returns an example for a board of these clues.
func hintFor(clues string) *board.Hint {
	if clues == six {
		return pointing
	}
	return exampleHint
}

// whole returns a hint as a server sends it, whose lists are never null.
func whole(h board.Hint) *board.Hint {
	for _, fields := range []reflect.Value{reflect.ValueOf(&h).Elem(), reflect.ValueOf(h.Step).Elem()} {
		for i := range fields.NumField() {
			if f := fields.Field(i); f.Kind() == reflect.Slice && f.IsNil() {
				f.Set(reflect.MakeSlice(f.Type(), 0, 0))
			}
		}
	}
	return &h
}

// view is a state of the board that can be seen.
type view struct {
	name, clues string
	bare        bool // without script
	reach       func(p *tab)
}

// tour is what there is to see.
var tour = []view{
	{"fresh", easy, false, func(p *tab) {}},
	{"bare", easy, true, func(p *tab) {}},
	{"playing", easy, false, func(p *tab) {
		p.click("r1c3")
		p.keys("4")
		p.click("r1c4")
		p.keys("c26x")
		p.choose("r1c6", "r1c7", "r1c9")
		p.keys("12")
		p.click("r2c3")
		p.keys("xz3")
		p.choose("r3c4", "r3c5", "r4c4")
		p.keys("v26")
		p.choose("r4c5", "r5c5")
		p.keys("4z")
		p.click("r1c1")
	}},
	{"marks", easy, false, func(p *tab) {
		p.set("automatic")
		p.keys("5v")
		p.choose("r5c2", "r5c3")
		p.keys("2")
		p.click("r1c1")
	}},
	{"hint", easy, false, func(p *tab) {
		p.set("automatic")
		p.run(chromedp.Click(chromedp.CSS("#hint")), chromedp.WaitReady(chromedp.CSS("svg.hint")))
	}},
	{"offline", easy, false, func(p *tab) {
		p.s.set(func() { p.s.down = true })
		p.click("r1c3")
		p.keys("5")
		p.click("r1c4")
		p.keys("2")
		p.run(chromedp.WaitVisible(chromedp.CSS(".sign.offline")))
	}},
	{"menu", easy, false, func(p *tab) { p.run(chromedp.Click(chromedp.CSS("#show-menu"))) }},
	{"paused", easy, false, func(p *tab) { p.keys("p") }},
	{"solved", easy, false, func(p *tab) { p.solve(); p.solved() }},
	{"six", six, false, func(p *tab) {
		p.set("automatic")
		p.click("r1c2")
		p.keys("xz2")
		p.choose("r2c4", "r2c5")
		p.keys("v3z")
		p.click("r4c5")
		p.keys("x12")
		p.click("r2c2")
	}},
	{"six-hint", six, false, func(p *tab) {
		p.set("automatic")
		p.run(chromedp.Click(chromedp.CSS("#hint")), chromedp.WaitReady(chromedp.CSS("svg.hint")))
	}},
	{"six-solved", six, false, func(p *tab) { p.solve(); p.solved() }},
	{"shidoku", small, false, func(p *tab) {
		p.set("automatic")
		p.click("r1c2")
		p.keys("3")
	}},
}
