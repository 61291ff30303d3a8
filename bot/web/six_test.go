package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// sixes are puzzles of 6×6 of the difficulty that dailies have on the weekday of [today].
var sixes = []string{
	"..5.3.1...5....54.5.6....2.......3.2", "..2.......3.4..2....51...3...51.....", "53...1.2..6....2..3.....1.......4.3.",
	".5.4........42...5....1.2.......562.", "23......5.1.1..........4.6..4......5", "......4.32.....1.5....4.6.......53.6",
}

// withSixes has the archive hold puzzles for today's daily 6×6.
func (s *testSite) withSixes() {
	s.t.Helper()
	_, err := s.store.ImportFile(s.t.Context(), importing.Options{Collection: "Coffee"}, strings.NewReader(strings.Join(sixes, "\n")))
	must(s.t, err)
}

// The 6×6 daily has a row of its own below the card of the 9×9. Its streak, its days and its leaderboard are its own.
func TestSixBySixDaily(t *testing.T) {
	s := newSite(t)
	s.withDaily()
	s.withSixes()
	b := s.signedIn(bob)
	const row, form = "A 6×6 for your coffee break</h2>", `<input type="hidden" name="shape" value="6x6"><button aria-describedby="today-6x6">Play</button>`
	b.get("/").want(http.StatusOK).holds(row).holds(form).holds(`<button class="main">Play</button>`).holds("digits 1 to 9 once")
	to := b.post("/games", "command", "daily", "shape", "6x6", "id", "six").want(http.StatusSeeOther).Header.Get("Location")
	page := b.get("/" + to).want(http.StatusOK).holds(`<body class="side-6">`)
	if n := strings.Count(page.body, `role="gridcell"`); n != 36 || strings.Contains(page.body, `name="digit" value="7"`) {
		t.Errorf("%d cells, or a key too many", n)
	}
	b.get("/").want(http.StatusOK).holds(`<a class="button" href="` + to + `" aria-describedby="today-6x6">Play</a>`).holds(`<button class="main">Play</button>`)
	b.get("/dailies?shape=6x6").want(http.StatusOK).holds("cells to go")
	b.get("/dailies").want(http.StatusOK).lacks("cells to go")
	game := s.gameOf(bob)
	for _, move := range solution(t, b.state(game)) {
		s.pass(game, 5*time.Second) // at once would be too quick for the leaderboard
		s.chat(bob, ask("move", "moves", move))
	}
	b.get("/" + to).want(http.StatusOK).holds("<li>1 day in a row</li>")
	b.get("/").want(http.StatusOK).holds("See result</a>").holds(`<p class="note">6×6: 1 day in a row</p>`).lacks(`<p class="streak">`).lacks(`<td class="solved">`)
	b.get("/dailies?shape=6x6").want(http.StatusOK).holds(`<li class="solved">`)
	b.get("/dailies").want(http.StatusOK).lacks(`<li class="solved">`)
	b.get("/profile").want(http.StatusOK).holds("<dt>6×6 streak</dt>").lacks("<dt>Streak</dt>").holds("6×6, Medium")
	b.get("/boards?shape=6x6").want(http.StatusOK).holds("<td>Bob")
	b.get("/boards").want(http.StatusOK).lacks("<td>Bob")
	b.get("/dailies/" + day(0)).want(http.StatusOK).holds("<caption>6×6, Medium")
	for _, path := range []string{"/dailies?shape=cube", "/dailies?shape=7x7"} {
		b.get(path).want(http.StatusNotFound)
	}
	b.get("/boards?shape=cube").want(http.StatusBadRequest)
}

// On a day on which a 6×6 is posted instead, it has the card, and the 9×9 has the row.
func TestSixBySixInstead(t *testing.T) {
	s := newSite(t)
	s.withDaily()
	s.withSixes()
	here := daily.NewGuild(guild)
	for day := range here.Shapes {
		here.Shapes[day] = sudoku.SixBySix
	}
	must(t, s.store.SaveGuild(t.Context(), here))
	b := s.signedIn(bob)
	b.get("/").want(http.StatusOK).holds("digits 1 to 6 once").holds("The big one, 9×9</h2>").holds(`<input type="hidden" name="shape" value="6x6"><button class="main">Play</button>`)
	b.get("/dailies").want(http.StatusOK).holds(`<a href="?shape=6x6" aria-current="true">`)
	b.post("/games", "command", "daily", "shape", "6x6", "id", "six").want(http.StatusSeeOther)
	for _, move := range solution(t, b.state(s.gameOf(bob))) {
		s.chat(bob, ask("move", "moves", move))
	}
	b.get("/").want(http.StatusOK).holds(`<p class="streak">1 day in a row</p>`).holds(`<td class="solved">`)
}

// openSixes is a site with global dailies of both sizes, which the guild of the tests has too.
func openSixes(t testing.TB) (*testSite, daily.Daily) {
	t.Helper()
	s, _ := openSite(t)
	s.withSixes()
	must(t, s.store.ChooseGlobalDaily(t.Context(), sudoku.SixBySix))
	d, err := s.store.GlobalDaily(t.Context(), s.store.GlobalToday(), sudoku.SixBySix)
	must(t, err)
	return s, d
}

// A visitor who is not signed in has the global 6×6 at an address of its own, with hints, judgements and a picture.
func TestGuestSixBySix(t *testing.T) {
	s, d := openSixes(t)
	b := s.browser()
	b.get("/").want(http.StatusOK).holds(`href="./daily"`).holds(`<a class="button" href="./daily/6x6" aria-describedby="today-6x6">`)
	b.get("/daily/6x6").want(http.StatusOK).holds("<title>Today&#39;s 6×6</title>").holds(`<body class="side-6">`).holds(`src="../assets/board-`).
		holds(`content="` + s.base + "/daily.png?shape=6x6&amp;date=" + day(0) + `"`)
	b.get("/daily/sudoku").want(http.StatusOK).holds(`<body class="side-9">`)
	for _, path := range []string{"/daily/cube", "/daily/shidoku", "/daily/6x6/hint", "/daily.png?shape=cube"} {
		b.get(path).want(http.StatusNotFound)
	}
	if six, nine := b.get("/daily.png?shape=6x6").want(http.StatusOK), b.get("/daily.png").want(http.StatusOK); six.body == nine.body {
		t.Error("both sizes have the same picture")
	}
	wish := board.GuestWish{Version: steps.Version, Date: d.Date.String(), Grid: d.Clues().String(), Marks: make([]string, 36), Level: 2}
	if _, a := b.send("/daily/6x6/hint", wish); a.Hint == nil || a.State.Shape != "6x6" {
		t.Errorf("the hint is %+v", a)
	}
	for path, status := range map[string]int{"/daily/hint": 400, "/daily/sudoku/hint": 400, "/daily/shidoku/hint": 404, "/daily/cube/hint": 404, "/daily/6x6/moves": 404} {
		if g, _ := b.send(path, wish); g.StatusCode != status {
			t.Errorf("%s: %s, want %d", path, g.Status, status)
		}
	}
	wish.Marks[0] = "7"
	if g, _ := b.send("/daily/6x6/hint", wish); g.StatusCode != http.StatusBadRequest {
		t.Errorf("a mark that a 6×6 does not have: %s", g.Status)
	}
	b.post("/daily/6x6/theme", "theme", "dark").want(http.StatusSeeOther)
	b.get("/daily/6x6").holds(`data-theme="dark"`)
	if g := s.browser().get("/rate?puzzle=" + d.Clues().String()).want(http.StatusOK); strings.Contains(g.body, "step=2") {
		t.Error("the way through today's 6×6 is shown")
	}
}

// A visitor solves the 6×6 by touch on a phone, signs in, and has it as their daily 6×6, without a rank.
func TestGuestSolvesSixBySixByTouch(t *testing.T) {
	s, d := openSixes(t)
	p := newTab(t)
	p.resizeTo(390, 664)
	_, err := chromedp.Call(p.ctx, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	must(t, err)
	const ready = `document.documentElement?.dataset.restored === "true"`
	p.open(s.base + "/daily/6x6")
	p.until(ready)
	tap := func(selector string) {
		t.Helper()
		at := eval[[2]float64](p, "(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector(`"+selector+"`).getBoundingClientRect())")
		for _, kind := range []input.DispatchTouchEventType{input.DispatchTouchEventTypeTouchStart, input.DispatchTouchEventTypeTouchEnd} {
			params := input.DispatchTouchEventParams{Type: kind, TouchPoints: []*input.TouchPoint{}}
			if kind == input.DispatchTouchEventTypeTouchStart {
				params.TouchPoints = append(params.TouchPoints, &input.TouchPoint{X: at[0], Y: at[1]})
			}
			_, err := chromedp.Call(p.ctx, input.DispatchTouchEvent, params)
			must(t, err)
		}
	}
	for _, move := range solution(t, board.State{Clues: d.Clues().String()}) {
		cell, digit, _ := strings.Cut(move, "=")
		tap("#" + cell)
		tap("#pad button[value='" + digit + "']")
	}
	p.until(`document.body.classList.contains("finished") && document.querySelector("#finish .finish").offsetHeight > 0`)
	if wide := eval[int](p, "document.documentElement.scrollWidth"); wide > 390 {
		t.Errorf("the page is %d wide", wide)
	}
	p.until(`JSON.parse(localStorage["gridkeeper.guest.` + day(0) + `.6x6"]).state.finished !== null`)
	p.open(s.base + s.link(ann))
	eval[any](p, `document.querySelector("button[value=enter]").click()`)
	p.until(`!Object.keys(localStorage).some((key) => key.startsWith("gridkeeper.guest."))`)
	list, err := s.store.GamesOf(t.Context(), ann.ID, guild, 10)
	must(t, err)
	if len(list) != 1 || list[0].Finished.IsZero() || list[0].Shape != sudoku.SixBySix || list[0].Extra {
		t.Fatalf("the games are %+v", list)
	}
	results, err := s.store.DailyResults(t.Context(), guild, d.Date, "")
	must(t, err)
	if len(results) != 1 || results[0].Rank != 0 || fmt.Sprint(results[0].Shape) != "6x6" {
		t.Errorf("the results are %+v", results)
	}
}
