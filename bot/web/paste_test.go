package web

import (
	"bytes"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"path"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/play"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// newspaper is a puzzle that no archive of these tests has.
const newspaper = "000000340360000080000070000500008004600209750009605000040500000102000403900000001"

// paste sends the form of the page that rates a puzzle: text, a file of a kind, and the button.
func (b *browser) paste(text, file, kind, do string) got {
	b.t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	must(b.t, form.WriteField("puzzle", text))
	part, err := form.CreatePart(textproto.MIMEHeader{"Content-Disposition": {`form-data; name="file"; filename="any"`}, "Content-Type": {kind}})
	must(b.t, err)
	_, err = part.Write([]byte(file))
	must(b.t, err)
	if do != "" {
		must(b.t, form.WriteField("do", do))
	}
	must(b.t, form.Close())
	r := b.request(http.MethodPost, "/rate", &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	return b.do(r)
}

// opened follows an answer to the game that it opens.
func (b *browser) opened(g got) (int64, board.State) {
	b.t.Helper()
	id, err := strconv.ParseInt(path.Base(g.want(http.StatusSeeOther).Header.Get("Location")), 10, 64)
	must(b.t, err)
	return id, b.state(id)
}

// A puzzle that is pasted or sent as a file leads to its rating, at an address that can be kept; a long text to that of its
// puzzle.
func TestPaste(t *testing.T) {
	s := newSite(t)
	s.Limits.Player, s.Limits.Rating = site.NewLimiter(1e6, 1e6), site.NewLimiter(1e6, 1e6)
	for _, b := range []*browser{s.signedIn(ann), s.browser()} {
		lines := newspaper + "\n" + sudokutest.Moler + "\n"
		position := games.PastedText(positionOf(t))
		for name, g := range map[string]got{
			"text": b.paste(" "+newspaper+"\n", "", "", ""), "file": b.paste("", newspaper, "text/plain", ""),
			"a file and text": b.paste("nonsense", newspaper, "application/octet-stream", ""),
			"a long file":     b.paste("", lines+strings.Repeat("# a comment\n", 4000), "text/plain", ""),
			"a position":      b.paste(position, "", "", ""), "a long position": b.paste(position+strings.Repeat("\n# a comment", 600), "", "", ""),
		} {
			to, err := url.Parse(g.want(http.StatusSeeOther).Header.Get("Location"))
			must(t, err)
			start, err := games.ReadPasted(to.Query().Get("puzzle"))
			if err != nil || start.Clues != sudokutest.Parse(t, newspaper) || len(to.RawQuery) > 4000 {
				t.Errorf("%s leads to %.200s (%v)", name, to, err)
			}
			b.get("/" + to.Path + "?" + to.RawQuery).want(http.StatusOK).holds(`class="verdict"`)
		}
		if to := b.paste("", "", "", "").want(http.StatusSeeOther).Header.Get("Location"); to != "rate?puzzle=" {
			t.Errorf("nothing leads to %q", to)
		}
		b.post("/rate", "puzzle", newspaper).want(http.StatusBadRequest)
	}
}

// positionOf is a position of the newspaper's puzzle: some digits are placed, and some candidates gone.
func positionOf(t *testing.T) play.Board {
	t.Helper()
	clues := sudokutest.Parse(t, newspaper)
	path, err := logic.Path(clues)
	must(t, err)
	state := logic.NewState(clues)
	for _, step := range path[:12] {
		state = state.Apply(step)
	}
	return play.Board{Clues: clues, Grid: state.Grid, Marks: state.Marks}
}

// The form and the rating open any puzzle as a game of the player's own, once, with the marks of a position.
func TestPlayPasted(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	b.get(ratePath(newspaper, "")).want(http.StatusOK).holds(`<input type="hidden" name="puzzle" value="` + newspaper + `">`).holds(`value="play"`)
	game, state := b.opened(b.paste(newspaper, "", "", "play"))
	if again, _ := b.opened(b.paste("", "Our puzzle:\n"+newspaper+"\n", "text/plain", "play")); again != game || strings.ReplaceAll(state.Clues, ".", "0") != newspaper {
		t.Errorf("it opens %d with %s, then %d", game, state.Clues, again)
	}
	want := positionOf(t)
	_, position := b.opened(b.paste(games.PastedText(want), "", "", "play"))
	if position.Clues != state.Clues || position.Grid != want.Grid.String() || strings.Join(position.Marks, "") == "" {
		t.Errorf("a position opens as %+v", position)
	}
	_, small := b.opened(b.paste("12..\n3.1.\n..2.\n...3", "", "", "play"))
	if small.Shape != "shidoku" {
		t.Errorf("a shidoku opens as %+v", small)
	}
	if theirs, _ := s.signedIn(bob).opened(s.signedIn(bob).paste(newspaper, "", "", "play")); theirs == game {
		t.Error("two players have one game")
	}
	b.get("/").want(http.StatusOK).holds(`href="./rate">Paste a puzzle`)
}

// What cannot be rated or played is refused in the form, in words, with what was pasted.
func TestPasteRefuses(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	photo := "\xff\xd8\xff\xe0" + strings.Repeat("\x00", 3<<20)
	for name, g := range map[string]got{
		"a photo": b.paste("", photo, "image/jpeg", ""), "a photo to play": b.paste("", photo, "application/octet-stream", "play"), "a strange photo": b.paste("", "ftypheic", "image/heic", ""),
		"a large file": b.paste("", strings.Repeat("a line of text\n", 10_000), "text/plain", ""),
		"no puzzle":    b.paste("<b>hello</b>", "", "", "play"), "several solutions": b.paste(strings.Replace(newspaper, "9", "0", 1), "", "", "play"),
		"no solution": b.paste(strings.Replace(newspaper, "0", "3", 1), "", "", "play"),
	} {
		if g.want(http.StatusUnprocessableEntity).holds(`class="problem" id="problem">`).holds("<textarea"); strings.Contains(g.body, `id="problem"></p>`) || strings.Contains(g.body, "<b>hello") {
			t.Errorf("%s: %s", name, g.body)
		}
	}
	b.paste("", photo, "image/jpeg", "").holds("a picture of a printed grid cannot be read: type or paste its digits")
	b.paste("<b>hello</b>", "", "", "play").holds("&lt;b&gt;hello&lt;/b&gt;</textarea>")
	s.browser().paste(newspaper, "", "", "play").want(http.StatusUnprocessableEntity).holds("Ask the bot on your server for a link.")
	s.browser().get(ratePath(newspaper, "")).want(http.StatusOK).lacks(`value="play"`)
	s.Limits.Rating = site.NewLimiter(0, 1)
	b.paste(newspaper, "", "", "play").want(http.StatusSeeOther)
	b.paste(newspaper, "", "", "play").want(http.StatusTooManyRequests)
	if all, err := s.store.GamesOf(t.Context(), ann.ID, guild, 10); err != nil || len(all) != 1 {
		t.Errorf("%d games, %v", len(all), err)
	}
}

// In a browser: a puzzle is pasted, opened and solved with a hint on the way.
func TestPastedInBrowser(t *testing.T) {
	s := newSite(t)
	p := newTab(t)
	p.open(s.base + s.link(ann))
	eval[any](p, `document.querySelector("button[value=enter]").click()`)
	p.until(`location.pathname === "/" && document.readyState === "complete"`)
	eval[any](p, `[...document.querySelectorAll("main a")].find((a) => a.textContent === "Paste a puzzle").click()`)
	p.until(`location.pathname === "/rate" && document.readyState === "complete"`)
	eval[any](p, `document.querySelector("textarea").value = "`+newspaper[:40]+`\n`+newspaper[40:]+`"`)
	eval[any](p, `document.querySelector("button[value=play]").click()`)
	p.until(`location.pathname.startsWith("/games/") && document.documentElement?.dataset.restored === "true"`)
	eval[any](p, `document.getElementById("hint").click()`)
	p.until(`document.querySelector("svg.hint .house") !== null`)
	for _, move := range solution(t, board.State{Clues: newspaper}) {
		cell, digit, _ := strings.Cut(move, "=")
		eval[any](p, `document.getElementById("`+cell+`").focus()`)
		must(t, chromedp.Do(p.ctx, chromedp.KeyEvent(digit)))
	}
	p.until(`document.body.classList.contains("finished") && document.querySelector("#finish .finish").offsetHeight > 0`)
	all, err := s.store.GamesOf(t.Context(), ann.ID, guild, 10)
	must(t, err)
	if len(all) != 1 || all[0].Finished.IsZero() || all[0].Hints != 1 || all[0].IsDaily() {
		t.Errorf("the games are %+v", all)
	}
}
