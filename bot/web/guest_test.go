package web

import (
	"bytes"
	"fmt"
	"image/png"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// openSite is a site with a global daily, which the guild of the tests has too.
func openSite(t testing.TB) (*testSite, daily.Daily) {
	t.Helper()
	s := newSite(t)
	_, err := s.store.ImportFile(t.Context(), importing.Options{Collection: "The shelf of the operator"}, strings.NewReader(strings.Join(archivetest.Puzzles(60, 7), "\n")))
	must(t, err)
	here := daily.NewGuild(guild)
	here.Rules.Global = true
	must(t, s.store.SaveGuild(t.Context(), here))
	must(t, s.store.ChooseGlobalDaily(t.Context(), sudoku.Sudoku))
	d, err := s.store.GlobalDaily(t.Context(), s.store.GlobalToday(), sudoku.Sudoku)
	must(t, err)
	return s, d
}

// guestWish is a wish about the board of a daily, with some moves of the solution made.
func guestWish(t testing.TB, d daily.Daily, made int) board.GuestWish {
	t.Helper()
	grid := d.Clues()
	answer, err := solver.Solve(grid)
	must(t, err)
	for _, c := range grid.Shape().Cells() {
		if grid.At(c) == 0 && made > 0 {
			grid = grid.With(c, answer.At(c))
			made--
		}
	}
	return board.GuestWish{Version: steps.Version, Date: d.Date.String(), Grid: grid.String(), Marks: make([]string, len(grid.Shape().Cells()))}
}

// brought is a whole game on a daily, a move a second, as a browser brings it along.
func brought(t testing.TB, d daily.Daily, left int) board.GuestGame {
	t.Helper()
	all := solution(t, board.State{Clues: d.Clues().String()})
	game := board.GuestGame{Date: d.Date.String(), Started: 1000 * 1000, Steps: []board.GuestStep{{Text: "hint 2", Ago: 999 * 1000}}}
	for i, move := range all[:len(all)-left] {
		game.Steps = append(game.Steps, board.GuestStep{Text: move, Ago: int64(900-i) * 1000})
	}
	return game
}

// Visitors who are not signed in have the daily, the lessons and the ratings, and neither pages of players nor ones for
// which there is nobody yet. A server for one player has no guests.
func TestGuestPages(t *testing.T) {
	s, _ := openSite(t)
	b := s.browser()
	b.get("/").want(http.StatusOK).holds(`href="./daily"`).holds("Ask the bot").lacks(`href="./login"`).lacks(`href="./dailies"`).lacks("install-")
	for _, path := range []string{"/daily", "/daily.png", "/rate", "/rate?puzzle=" + another, "/techniques", "/techniques/x-wing"} {
		b.get(path).want(http.StatusOK)
	}
	b.get("/techniques/x-wing").lacks("<form")
	for _, path := range []string{"/dailies", "/dailies/" + day(0), "/boards", "/profile", "/history", "/settings", "/sessions", "/games/1"} {
		b.get(path).want(http.StatusUnauthorized)
	}
	b.post("/games", "command", "daily").want(http.StatusUnauthorized)
	b.post("/daily/hint").want(http.StatusUnprocessableEntity).holds("needs JavaScript")
	b.get("/daily").holds("<noscript>").holds(`property="og:image" content="` + s.base + `/daily.png?shape=sudoku&amp;date=` + day(0))
	b.post("/daily/theme", "theme", "pink").want(http.StatusBadRequest)
	b.post("/daily/theme", "theme", "dark").want(http.StatusSeeOther)
	b.get("/daily").holds(`data-theme="dark"`)
	s.signedIn(ann).get("/daily").want(http.StatusSeeOther)

	none := newSite(t) // no puzzle of the day's difficulty
	none.browser().get("/").want(http.StatusOK).lacks("./daily").lacks("og:image").holds("./rate")
	none.browser().get("/daily").want(http.StatusNotFound)
	none.browser().get("/daily.png").want(http.StatusNotFound)

	alone := newSite(t)
	alone.local(false)
	for _, path := range []string{"/", "/daily", "/daily.png", "/rate", "/techniques"} {
		alone.browser().get(path).want(http.StatusUnauthorized)
	}
}

// The picture of the daily has its clues, and is asked for again only when it has changed.
func TestGuestPicture(t *testing.T) {
	s, _ := openSite(t)
	g := s.browser().get("/daily.png").want(http.StatusOK)
	if _, err := png.Decode(bytes.NewReader([]byte(g.body))); err != nil || !strings.Contains(g.Header.Get("Cache-Control"), "public") {
		t.Errorf("it is %v, %v", g.Header, err)
	}
	r := s.browser().request(http.MethodGet, "/daily.png", nil)
	r.Header.Set("If-None-Match", g.Header.Get("ETag"))
	s.browser().do(r).want(http.StatusNotModified)
}

// A visitor gets the hints and the judgements of a player, about boards of the daily alone, as often as an address may
// ask. Nothing is kept.
func TestGuestWishes(t *testing.T) {
	s, d := openSite(t)
	b := s.browser()
	wish := guestWish(t, d, 0)
	for level := 1; level <= 4; level++ {
		wish.Level = level
		if _, a := b.send("/daily/hint", wish); a.Hint == nil || a.Hint.Level != min(level, a.Hint.Most) {
			t.Errorf("level %d: %+v, then %s", level, a.Hint, a.State.Grid)
		}
	}
	if _, a := b.send("/daily/check", guestWish(t, d, 3)); a.Verdict.Mistakes != 0 || a.Verdict.Missing == 0 {
		t.Errorf("checked: %+v", a.Verdict)
	}
	whole := guestWish(t, d, 81)
	if _, a := b.send("/daily/submit", whole); !a.Verdict.Solved || a.Verdict.Place != "" {
		t.Errorf("submitted: %+v", a.Verdict)
	}
	wrong := whole
	open := strings.IndexByte(d.Clues().String(), '.')
	wrong.Grid = whole.Grid[:open] + string('1'+(whole.Grid[open]-'0')%9) + whole.Grid[open+1:]
	if _, a := b.send("/daily/submit", wrong); a.Verdict.Solved || a.Verdict.Mistakes != 1 || strings.Contains(fmt.Sprint(a), whole.Grid) {
		t.Errorf("submitted a wrong one: %+v", a)
	}
	for name, bad := range map[string]board.GuestWish{
		"another puzzle":   {Date: wish.Date, Grid: another, Marks: make([]string, 81), Level: 1},
		"no board":         {Date: wish.Date, Grid: "1", Level: 1},
		"marks":            {Date: wish.Date, Grid: wish.Grid, Marks: append(make([]string, 80), "0"), Level: 1},
		"no date":          {Grid: wish.Grid, Marks: make([]string, 81), Level: 1},
		"no level":         {Version: 1, Date: wish.Date, Grid: wish.Grid, Marks: make([]string, 81)},
		"a level too deep": {Version: 1, Date: wish.Date, Grid: wish.Grid, Marks: make([]string, 81), Level: 5},
		"an old script":    {Date: wish.Date, Grid: wish.Grid, Marks: make([]string, 81), Level: 1},
	} {
		if g, _ := b.send("/daily/hint", bad); g.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", name, g.Status)
		}
	}
	tomorrow := wish
	tomorrow.Date, tomorrow.Level = day(1), 1
	if g, _ := b.send("/daily/hint", tomorrow); g.StatusCode != http.StatusNotFound {
		t.Errorf("tomorrow's: %s", g.Status)
	}
	if g, _ := b.send("/daily/moves", wish); g.StatusCode != http.StatusNotFound {
		t.Errorf("a move: %s", g.Status)
	}
	if g, _ := s.signedIn(ann).send("/daily/hint", wish); g.StatusCode != http.StatusBadRequest {
		t.Errorf("a player, whose hints count: %s", g.Status)
	}
	if rows := archivetest.Read[string](t, s.url, `select 'game' from game union all select 'event' from event union all select 'note' from note`); len(rows) > 0 {
		t.Errorf("there are rows of %v", rows)
	}
	s.Limits.Guest = site.NewLimiter(0, 1)
	b.send("/daily/check", wish)
	if g, _ := b.send("/daily/check", wish); g.StatusCode != http.StatusTooManyRequests {
		t.Errorf("too often: %s", g.Status)
	}
}

// A visitor who may be solving a daily, of whatever guild, is not shown the way through it; of other puzzles they are.
func TestGuestRatesNoDaily(t *testing.T) {
	s, d := openSite(t)
	own := daily.NewGuild("100000000000000066")
	_, err := s.store.ImportFile(t.Context(), importing.Options{GuildID: own.ID, Collection: "Own"}, strings.NewReader(another))
	must(t, err)
	tier := archivetest.TierOf(another)
	theirs, err := s.store.Daily(t.Context(), own, d.Date, sudoku.Sudoku, tier)
	must(t, err)
	b := s.browser()
	for name, puzzle := range map[string]string{
		"the global daily": d.Clues().String(), "a board of it": guestWish(t, d, 5).Grid, "a guild's daily": theirs.Clues().String(),
	} {
		if g := b.get("/rate?puzzle=" + puzzle).want(http.StatusOK); strings.Contains(g.body, "step=2") {
			t.Errorf("%s has steps", name)
		}
	}
	const free = "003020600900305001001806400008102900700000008006708200002609500800203009005010300"
	b.get("/rate?puzzle=" + free).want(http.StatusOK).holds("step=2")
	s.Limits.Rating = site.NewLimiter(0, 1)
	b.get("/rate?puzzle=" + another).want(http.StatusOK)
	b.get("/rate?puzzle=" + another).want(http.StatusTooManyRequests)
	s.signedIn(ann).get("/rate?puzzle=" + another).want(http.StatusOK) // limited by player
}

// A visitor who solves the daily with hints and then signs in has it as their daily, without a rank and a streak, and so
// when they play it again.
func TestGuestJoins(t *testing.T) {
	s, d := openSite(t)
	s.browser().post("/daily/join").want(http.StatusUnauthorized)
	b := s.signedIn(ann)
	_, a := b.send("/daily/join", brought(t, d, 0))
	if a.State.Finished == nil || a.State.Hints != 1 || a.State.Date != day(0) {
		t.Fatalf("it is %+v", a.State)
	}
	again := b.post("/games", "command", "daily", "date", day(0), "id", "again").want(http.StatusSeeOther)
	if to := again.Header.Get("Location"); !strings.HasSuffix(to, fmt.Sprintf("games/%d", a.State.Game)) {
		t.Errorf("the daily is at %q", to)
	}
	if _, twice := b.send("/daily/join", brought(t, d, 0)); twice.State.Game != a.State.Game || twice.State.Revision != a.State.Revision {
		t.Errorf("joined twice: %+v", twice.State)
	}
	b.get("/dailies/" + day(0)).holds("known before").lacks("known before, late").lacks("1st")
	for _, path := range []string{"/boards?period=all", "/boards?scope=global"} {
		b.get(path).want(http.StatusOK).lacks(">1st<").lacks("<td>Ann")
	}
}

// A game that is brought along is marked before its player can finish it: also one that they have begun in the meantime, and
// one that they began as the daily right after the sign-in.
func TestGuestFinishesLater(t *testing.T) {
	s, d := openSite(t)
	b := s.signedIn(ann)
	b.post("/games", "command", "daily", "date", day(0), "id", "first").want(http.StatusSeeOther)
	_, a := b.send("/daily/join", brought(t, d, 3))
	all := solution(t, a.State)
	s.pass(a.State.Game, time.Hour)
	g, done := b.send(gamePath(a.State.Game, "moves"), moves("end", a.State.Revision, all[len(all)-3:]...))
	if g.StatusCode != http.StatusOK || done.State.Finished == nil {
		t.Fatalf("it is %s, %+v", g.Status, done.State)
	}
	if len(done.State.Leaders) > 0 {
		t.Errorf("it has a place: %+v", done.State.Leaders)
	}
	results, err := s.store.DailyResults(t.Context(), guild, d.Date, ann.ID)
	must(t, err)
	if len(results) != 1 || results[0].Rank != 0 {
		t.Errorf("the results are %+v", results)
	}
}

// Bodies that no browser of ours sends join nothing.
func TestGuestJoinsNonsense(t *testing.T) {
	s, d := openSite(t)
	b := s.signedIn(ann)
	many := brought(t, d, 0)
	for len(many.Steps) <= 1200 {
		many.Steps = append(many.Steps, board.GuestStep{Text: "undo"})
	}
	if g, _ := b.send("/daily/join", many); g.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("too many steps: %s", g.Status)
	}
	for name, bad := range map[string]board.GuestGame{
		"no date": {}, "a level": {Date: day(0), Steps: []board.GuestStep{{Text: "hint 9"}}},
		"a note": {Date: day(0), Notes: board.Notes{"r0c0": {Corner: "1"}}},
	} {
		if g, _ := b.send("/daily/join", bad); g.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", name, g.Status)
		}
	}
	if g, _ := b.send("/daily/join", board.GuestGame{Date: day(1)}); g.StatusCode != http.StatusNotFound {
		t.Errorf("tomorrow's: %s", g.Status)
	}
	if list, err := s.store.GamesOf(t.Context(), ann.ID, guild, 10); err != nil || len(list) > 0 {
		t.Errorf("there are games: %+v, %v", list, err)
	}
}

// Search engines list nothing unless the operator wants it, and then only pages that are open to everyone.
func TestRobots(t *testing.T) {
	s, _ := openSite(t)
	b := s.browser()
	b.get("/robots.txt").want(http.StatusOK).holds("Disallow: /\n")
	for _, path := range []string{"/", "/daily", "/techniques"} {
		if g := b.get(path); g.Header.Get(site.Robots) == "" {
			t.Errorf("%s may be listed", path)
		}
	}
	b.get("/").holds(`<meta name="robots" content="noindex`)
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) { c.Index = true })
	b = s.browser()
	b.get("/robots.txt").lacks("Disallow: /\n").holds("Disallow: /play/")
	b.get("/").lacks(`name="robots"`)
	for path, listed := range map[string]bool{"/": true, "/daily": true, "/techniques": true, "/rate": true, "/login": false, "/profile": false, "/nowhere": false, "/play/x": false} {
		if g := b.get(path); (g.Header.Get(site.Robots) == "") != listed {
			t.Errorf("%s: %q", path, g.Header.Get(site.Robots))
		}
	}
}

// In a browser: a visitor plays a few moves, which a reload keeps, asks for a hint and a check, hands in a wrong board and
// a right one, and signs in; then the game is theirs, and gone from the browser.
func TestGuestInBrowser(t *testing.T) {
	s, d := openSite(t)
	all := solution(t, board.State{Clues: d.Clues().String()})
	p := newTab(t)
	p.open(s.base + "/")
	eval[any](p, `document.querySelector("main a.main").click()`)
	const ready = `document.documentElement?.dataset.restored === "true"`
	p.until(`location.pathname === "/daily" && ` + ready)
	put := func(move string) {
		t.Helper()
		cell, digit, _ := strings.Cut(move, "=")
		eval[any](p, `document.getElementById("`+cell+`").focus()`)
		must(t, chromedp.Do(p.ctx, chromedp.KeyEvent(digit)))
	}
	has := func(move string) string {
		cell, digit, _ := strings.Cut(move, "=")
		return `document.querySelector("#` + cell + ` .digit")?.textContent === "` + digit + `"`
	}
	const saved = `document.getElementById("sign").classList.contains("saved")`
	put(all[0])
	put(all[1])
	p.until(has(all[1]) + " && " + saved)
	p.reload()
	p.until(ready + " && " + has(all[0]) + " && " + has(all[1]))
	eval[any](p, `document.getElementById("undo").click()`)
	p.until("!(" + has(all[1]) + ") && " + has(all[0]))
	put(all[1])

	shown := func(text string) string {
		return `document.getElementById("panel").textContent.includes(` + fmt.Sprintf("%q", text) + `)`
	}
	eval[any](p, `document.getElementById("hint").click()`)
	p.until(`!document.getElementById("panel").hidden`)
	eval[any](p, `document.getElementById("check").click()`)
	p.until(shown("cells to go"))
	wrong := all[2][:5] + string('1'+(all[2][5]-'0')%9)
	put(wrong)
	eval[any](p, `document.getElementById("submit").click()`)
	p.until(shown("cells to go") + ` && JSON.parse(localStorage["gridkeeper.guest.` + day(0) + `"]).state.checks === 2`)
	for _, move := range all[2:] {
		put(move)
	}
	p.until(`document.body.classList.contains("finished") && document.querySelector("#finish .finish").offsetHeight > 0`)
	p.reload()
	p.until(ready + ` && document.querySelector("#finish .finish").offsetHeight > 0`)

	p.open(s.base + s.link(ann))
	eval[any](p, `document.querySelector("button[value=enter]").click()`)
	p.until(`!Object.keys(localStorage).some((key) => key.startsWith("gridkeeper.guest."))`)
	list, err := s.store.GamesOf(t.Context(), ann.ID, guild, 10)
	must(t, err)
	if len(list) != 1 || list[0].Finished.IsZero() || list[0].Hints != 1 || list[0].Checks != 2 || !list[0].IsDaily() {
		t.Fatalf("the games are %+v", list)
	}
	results, err := s.store.DailyResults(t.Context(), guild, d.Date, "")
	must(t, err)
	if len(results) != 1 || results[0].Rank != 0 {
		t.Errorf("the results are %+v", results)
	}
}
