package web

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The form has every setting of /settings as it is, and saving changes those of the player alone, in the
// chat too. The language is that of one browser.
func TestSettings(t *testing.T) {
	s := newSite(t)
	a, b := s.signedIn(ann), s.signedIn(bob)
	page := a.get("/settings").want(http.StatusOK)
	for _, c := range bot.Commands(locale.Match("en")) {
		if c.Name == "settings" {
			for _, option := range c.Options {
				page.holds(` name="` + option.Name + `"`)
			}
		}
	}
	for _, on := range []string{"timer", "hints", "duels", "rating"} { // the others are off
		page.holds(`name="` + on + `" value="` + map[string]string{"timer": "shown", "hints": "all", "duels": "on", "rating": "shown"}[on] + `" checked`)
	}
	if n := strings.Count(page.body, " checked"); n != 4 {
		t.Errorf("%d switches are on, want 4", n)
	}
	to := a.post("/settings", "look", "contrast", "coordinates", "E4", "name", "hidden", "language", "de").want(http.StatusSeeOther)
	if to := to.Header.Get("Location"); to != "settings?saved" {
		t.Errorf("it leads to %s", to)
	}
	a.get("/settings?saved").want(http.StatusOK).holds(`data-theme="contrast"`).holds(`lang="de"`).holds(`role="status"`).
		holds(`<option value="E4" selected>`).holds(`<option value="de" selected>`)
	settings, err := s.store.Settings(t.Context(), ann.ID)
	must(t, err)
	if settings.Theme != "contrast" || !settings.Letters || !settings.Hidden {
		t.Errorf("the settings are %+v", settings)
	}
	if page := b.get("/settings").want(http.StatusOK).holds(`lang="en"`); strings.Contains(page.body, `data-theme="contrast"`) {
		t.Error("another player's settings were changed")
	}
	s.signedIn(ann).get("/settings").want(http.StatusOK).holds(`lang="en"`)
	a.post("/settings", "language", "").want(http.StatusSeeOther)
	a.get("/").want(http.StatusOK).holds(`lang="en"`)
}

// A switch is sent as its value for off, followed by that for on if it is on.
func TestSwitches(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	set := func(values ...string) bool {
		t.Helper()
		var fields []string
		for _, value := range values {
			fields = append(fields, "mistakes", value)
		}
		b.post("/settings", fields...).want(http.StatusSeeOther)
		settings, err := s.store.Settings(t.Context(), ann.ID)
		must(t, err)
		return settings.MarkMistakes
	}
	if set("on-check") || !set("on-check", "at-once") || !set() || set("on-check") {
		t.Error("the switch is not as it was sent")
	}
}

// The script saves each choice when it is made, shows the theme at once, and leaves the rest as it was.
func TestSettingsOfScript(t *testing.T) {
	s := newSite(t)
	s.local(false).post("/games", "command", "play", "shape", "shidoku").want(http.StatusSeeOther)
	p := newTab(t)
	p.open(s.base + s.address())
	p.until(`location.pathname.includes("/games/")`)
	p.open(s.base + "/settings")
	p.until(`document.getElementById("save").hidden`)
	eval[any](p, `document.querySelector("[name=mistakes][type=checkbox]").click()`)
	p.until(`document.getElementById("saved").textContent.includes("Saved")`)
	eval[any](p, `(() => { const look = document.querySelector("[name=look]"); look.value = "light"; look.dispatchEvent(new Event("change", { bubbles: true })); })()`)
	p.until(`document.documentElement.dataset.theme === "light" && document.getElementById("saved").textContent.includes("Saved")`)
	settings, err := s.store.Settings(t.Context(), ann.ID)
	must(t, err)
	if want := (games.Settings{Theme: "light", MarkMistakes: true}); settings != want {
		t.Errorf("the settings are %+v, want %+v", settings, want)
	}
}

// A form that the page did not make changes nothing.
func TestForgedSettings(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	b.post("/settings", "look", "light").want(http.StatusSeeOther)
	before, err := s.store.Settings(t.Context(), ann.ID)
	must(t, err)
	b.post("/settings", "look", "pink").want(http.StatusUnprocessableEntity)
	b.post("/settings", "look", "dark", "language", "xx").want(http.StatusBadRequest)
	b.post("/settings", "look", "dark", "language", "'; drop table player").want(http.StatusBadRequest)
	b.post("/settings", "theme", "dark", "player", bob.ID).want(http.StatusSeeOther) // unknown fields
	if after, err := s.store.Settings(t.Context(), ann.ID); err != nil || after != before {
		t.Errorf("the settings are %+v, were %+v, %v", after, before, err)
	}
}

// There is one choice of theme: the board, the settings and the chat change the same one, and each shows it on the board,
// on pages in any browser, and in pictures of a chat.
func TestTheme(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b, other := s.signedIn(ann), s.signedIn(ann)
	page := fmt.Sprintf("/games/%d", game)
	b.get(page).want(http.StatusOK).holds(`action="../games/` + fmt.Sprint(game) + `/theme"`).holds(`<option value="auto" selected>`)
	shown := func(theme string) {
		t.Helper()
		for _, browser := range []*browser{b, other} {
			for _, path := range []string{page, "/", "/settings"} {
				if theme == "auto" {
					browser.get(path).lacks(`<html lang="en" data-theme`)
				} else {
					browser.get(path).holds(`data-theme="` + theme + `"`)
				}
			}
			browser.get(page).holds(`<option value="` + theme + `" selected>`)
			browser.get("/settings").holds(`<option value="` + theme + `" selected>`)
		}
		want := look.Theme(theme)
		if theme == "auto" {
			want = ""
		}
		if drawn := s.chat(ann, ask("board")).Screen.Board.Theme; drawn != want {
			t.Errorf("a picture in the chat has the theme %q, want %q", drawn, want)
		}
	}
	for _, theme := range []string{"light", "dark", "contrast", "auto"} {
		b.post(page+"/theme", "theme", theme).want(http.StatusSeeOther)
		shown(theme)
	}
	b.post("/settings", "look", "light").want(http.StatusSeeOther)
	shown("light")
	s.chat(ann, ask("settings", "look", "contrast"))
	shown("contrast")
	s.chat(ann, ask("settings", "look", "auto"))
	b.post("/settings", "name", "hidden").want(http.StatusSeeOther) // which is no choice of a theme
	shown("auto")
	for _, theme := range []string{"", "pink", `"><script>`} {
		b.post(page+"/theme", "theme", theme).want(http.StatusBadRequest)
	}
	s.signedIn(bob).post(page+"/theme", "theme", "dark").want(http.StatusNotFound)
	shown("auto")
}

// A page without a session has the theme that was chosen last in its browser, which counts for nothing else.
func TestThemeWithoutSession(t *testing.T) {
	s := newSite(t)
	with := func(b *browser, theme string) got {
		r := b.request(http.MethodGet, "/profile", nil)
		r.AddCookie(&http.Cookie{Name: "gridkeeper-theme", Value: theme})
		return b.do(r)
	}
	with(s.browser(), "light").want(http.StatusUnauthorized).holds(`data-theme="light"`)
	with(s.browser(), "auto").lacks(`<html lang="en" data-theme`)
	with(s.browser(), "><script>").lacks(`"><script>`).lacks(`<html lang="en" data-theme`)
	b := s.signedIn(ann)
	with(b, "light").want(http.StatusOK).lacks(`<html lang="en" data-theme`)
	b.post("/settings", "look", "contrast").want(http.StatusSeeOther)
	b.post("/sessions", "end", "all").want(http.StatusOK)
	b.get("/profile").want(http.StatusUnauthorized).holds(`data-theme="contrast"`)
}

// The script of the board saves the theme as the form does.
func TestThemeOfScript(t *testing.T) {
	s := newSite(t)
	s.local(false).post("/games", "command", "play", "shape", "shidoku").want(http.StatusSeeOther)
	p := newTab(t)
	p.open(s.base + s.address())
	p.until(`location.pathname.includes("/games/") && document.getElementById("use-theme")?.hidden`)
	eval[any](p, `(() => { const choice = document.getElementById("theme"); choice.value = "contrast"; choice.dispatchEvent(new Event("change")); })()`)
	sudokutest.Eventually(t, "the theme is saved", func() bool {
		settings, err := s.store.Settings(t.Context(), ann.ID)
		must(t, err)
		return settings.Theme == "contrast"
	})
	p.until(`document.documentElement.dataset.theme === "contrast"`)
}

// Below a path, the theme is kept for that path: another site of the host is left alone.
func TestThemeBelowPath(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) { c.URL += "/sudoku" })
	b := s.browser()
	b.post(s.link(ann), "do", "enter").want(http.StatusSeeOther)
	set := b.post(fmt.Sprintf("/sudoku/games/%d/theme", game), "theme", "dark").want(http.StatusSeeOther)
	if c := set.Cookies(); len(c) != 1 || c[0].Path != "/sudoku/" {
		t.Errorf("it sets %v", c)
	}
	b.get("/sudoku/").want(http.StatusOK).holds(`data-theme="dark"`)
}

// The board has links to the other pages, and they lead there and back.
func TestBoardLinks(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	started := b.post("/games", "command", "daily", "shape", "shidoku").want(http.StatusSeeOther)
	page := b.get("/" + started.Header.Get("Location")).want(http.StatusOK)
	for _, to := range []string{"", "boards", "techniques", "profile"} {
		page.holds(`href="../` + to + `"`)
		b.get("/" + to).want(http.StatusOK)
	}
	b.get("/").holds(`href="./` + started.Header.Get("Location") + `"`)
}

// After a win the board shows the best of the day, those who are hidden without a name, leads to all results, and starts
// another puzzle like the one that was solved.
func TestAfterAWin(t *testing.T) {
	s := newSite(t)
	s.solveDaily(ann, guild)
	s.solveDaily(bob, guild)
	archivetest.Exec(t, s.url, `update game set apart = '', earned = true`) // a test is too quick for the boards
	s.chat(ann, ask("settings", "name", "hidden"))
	b := s.signedIn(bob)
	game := s.chat(bob, ask("daily", "shape", "shidoku")).Screen.GameID
	leaders := b.state(game).Leaders
	if len(leaders) != 2 || leaders[0].Own == leaders[1].Own {
		t.Fatalf("the leaders are %+v, want two, of whom one is the player", leaders)
	}
	for _, l := range leaders {
		if want := map[bool]string{true: "Bob", false: "a hidden player"}[l.Own]; l.Name != want || l.Place != "joint 1st" || l.Time == "" {
			t.Errorf("a leader is %+v, want %s in a joint first place", l, want)
		}
	}
	b.get(fmt.Sprintf("/games/%d", game)).want(http.StatusOK).holds(`<form id="next" method="post" action="../games">`).
		holds(`<li>joint 1st of 2</li><li>no hints, no checks</li>`).holds(`class="course"`).holds(`href="../dailies/` + b.state(game).Date + `"`).
		holds(`<input type="hidden" name="command" value="play"><input type="hidden" name="shape" value="shidoku">`)
}
