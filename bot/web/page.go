package web

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"embed"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

//go:embed pages/*.html
var pageFiles embed.FS

//go:embed pages/*.css pages/*.js pages/*.png
var assetFiles embed.FS

//go:embed pages/icon.svg
var icon []byte

// pageTemplates are read for the first page: with that of the board it takes a tenth of a start of the program.
var pageTemplates = sync.OnceValue(func() *template.Template { return template.Must(template.ParseFS(pageFiles, "pages/*.html")) })

// pageAssets are the files that the pages ask for, under names with a hash, so that browsers may keep
// them for ever.
var pageAssets, assetNames = loadAssets()

func loadAssets() (contents map[string][]byte, names map[string]string) {
	contents, names = map[string][]byte{}, map[string]string{}
	files, err := fs.Glob(assetFiles, "pages/*.*")
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		content, err := assetFiles.ReadFile(file)
		if err != nil {
			panic(err)
		}
		if path.Ext(file) == ".css" {
			content = slices.Concat(board.Palette, content)
		}
		name, ending := path.Base(file), path.Ext(file)
		hashed := strings.TrimSuffix(name, ending) + "-" + board.ShortHash(content) + ending
		contents[hashed], names[name] = content, hashed
	}
	return contents, names
}

func pageAsset(name string) (content []byte, ok bool) {
	content, ok = pageAssets[name]
	return content, ok
}

func typeOf(name string) string {
	return cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
}

// page is what every template but the board's is filled with. What it says itself it looks up by [chat.Speech.Text].
type page struct {
	chat.Speech
	Title   string
	Theme   string // "": as the browser wishes
	Root    string // relative address of the first page
	Install string // name of the script that has pages kept in the browser, "" without one
	Icon    string // name of the asset
	Nav     []navLink
	Styles  string // name of the asset
	Script  string // name of the asset, "" without one
	Reload  int    // without script the page is loaded again after so many seconds; 0: it is not
	Body    any    // of the template
}

// render writes a page of a template.
func (v *visit) render(status int, name, title string, body any) error {
	p := page{Speech: v.Speech, Title: title, Root: v.first(), Install: v.install(), Icon: assetNames["icon.png"], Styles: assetNames["pages.css"], Script: assetNames["times.js"], Body: body}
	if v.session.ID != 0 {
		settings, err := v.Store.Settings(v.ctx(), v.session.Player.ID)
		if err != nil {
			return err
		}
		p.Theme, p.Nav = v.theme(settings), v.nav()
	}
	switch b := body.(type) {
	case enterForm:
		if b.AtOnce {
			p.Script = assetNames["enter.js"]
		}
	case workPage:
		if b.Working != "" {
			p.Script, p.Reload = assetNames["progress.js"], 2
		}
	}
	var out bytes.Buffer
	if err := pageTemplates().ExecuteTemplate(&out, name, p); err != nil {
		return err
	}
	return v.writeHTML(status, out.Bytes())
}

// first is the relative address of the first page, never empty.
func (v *visit) first() string { return cmp.Or(v.root(), "./") }

func (v *visit) writeHTML(status int, text []byte) error {
	v.w.Header().Set("Content-Type", "text/html; charset=utf-8")
	v.w.Header().Set("Content-Language", v.Tag())
	return v.writeAs(status, text)
}

func (v *visit) writeCompressed(text []byte) error { return v.writeAs(http.StatusOK, text) }

// writeAs compresses what is worth it, where the client takes that.
func (v *visit) writeAs(status int, text []byte) error {
	v.w.Header().Add("Vary", "Accept-Encoding")
	if len(text) < 1024 || !strings.Contains(v.r.Header.Get("Accept-Encoding"), "gzip") {
		v.w.WriteHeader(status)
		_, _ = v.w.Write(text) // whoever asked may have gone
		return nil
	}
	v.w.Header().Set("Content-Encoding", "gzip")
	v.w.WriteHeader(status)
	out := gzip.NewWriter(v.w)
	_, _ = out.Write(text)
	_ = out.Close()
	return nil
}

// showProblem says on a page what was wrong.
func (v *visit) showProblem(status int, words string) error {
	return v.render(status, "problem.html", v.Text("page.problem.title", nil), words)
}

// statusOf returns the status of an error, and the message that says what to do.
func (v *visit) statusOf(err error) (status int, key string) {
	switch {
	case errors.Is(err, errNotFound), errors.Is(err, postgres.ErrNotFound):
		return http.StatusNotFound, "page.problem.not-found"
	case errors.Is(err, errNoSession) && v.Local != nil:
		return http.StatusUnauthorized, "page.problem.no-session-local"
	case errors.Is(err, errNoSession):
		return http.StatusUnauthorized, "page.problem.no-session"
	case errors.Is(err, errTooMany):
		return http.StatusTooManyRequests, "page.problem.too-many"
	case errors.Is(err, errLinkIsOver) && v.Local != nil:
		return http.StatusGone, "page.problem.link-local"
	case errors.Is(err, errLinkIsOver):
		return http.StatusGone, "page.problem.link"
	case errors.Is(err, errTooLarge):
		return http.StatusRequestEntityTooLarge, "page.problem.too-large"
	case errors.Is(err, errBadRequest):
		return http.StatusBadRequest, "page.problem.bad-request"
	case errors.Is(err, errUnavailable), errors.Is(err, postgres.ErrUnavailable), errors.Is(err, context.DeadlineExceeded):
		return http.StatusServiceUnavailable, "page.problem.unavailable"
	}
	return http.StatusInternalServerError, "page.problem.ours"
}

// fail answers with an error. What the visitor cannot do anything about goes to the log.
func (v *visit) fail(err error) {
	status, key := v.statusOf(err)
	if status == http.StatusInternalServerError && v.ctx().Err() == nil {
		v.Log.ErrorContext(v.ctx(), "web: a page failed", "route", v.r.Pattern, "error", err)
	}
	if status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable {
		v.w.Header().Set("Retry-After", "1")
	}
	words := v.Text(key, nil)
	if v.wantsJSON() || strings.Contains(v.r.Header.Get("Accept"), "text/event-stream") {
		_ = v.writeJSON(status, board.Answer{Problem: words})
		return
	}
	v.session = people.Session{} // whose settings may be what cannot be read
	if err := v.showProblem(status, words); err != nil {
		v.Log.ErrorContext(v.ctx(), "web: a page failed", "route", v.r.Pattern, "error", err)
	}
}

// navLink is a link to one of the main pages, which all pages have.
type navLink struct {
	Address string // below the root
	Words   string
	Here    bool // the page is this one, or one below it
}

// nav are the links to the main pages that the visitor may see.
func (v *visit) nav() (links []navLink) {
	pages := [][2]string{
		{"", "page.home.title"}, {"dailies", "page.dailies.title"}, {"boards", "page.boards.title"}, {"profile", "page.profile.title"}, {"rate", "page.rate.title"},
		{"techniques", "page.techniques.title"}, {"settings", "page.settings.title"},
	}
	if v.rights().ManageGuild {
		pages = append(pages, [2]string{"archive", "page.archive.title"})
	}
	at := strings.TrimPrefix(v.r.URL.Path, "/")
	for _, p := range pages {
		page, key := p[0], p[1]
		here := at == page || page != "" && strings.HasPrefix(at, page+"/")
		links = append(links, navLink{page, v.Text(key, nil), here})
	}
	return links
}

const (
	// themeCookie has the theme that was chosen on a board, for this browser alone. The script of the
	// board sets it too.
	themeCookie = "gridkeeper-theme"
	themeFor    = 365 * 24 * time.Hour

	asTheDevice = "auto"
)

var themes = []string{asTheDevice, "light", "dark", "contrast"}

// theme is what a page looks like: as chosen in this browser, else as the player's boards in the chat do;
// "" is as the device has it.
func (v *visit) theme(settings games.Settings) string {
	switch chosen := cookie(v.r, themeCookie); {
	case chosen == asTheDevice:
		return ""
	case slices.Contains(themes, chosen):
		return chosen
	}
	return settings.Theme
}

// saveTheme has this browser keep the theme that a form of the board says.
func (v *visit) saveTheme() error {
	game, err := v.game()
	if err == nil {
		err = v.readForm()
	}
	if err != nil {
		return err
	}
	chosen := v.r.PostForm.Get("theme")
	if !slices.Contains(themes, chosen) {
		return errBadRequest
	}
	v.keepTheme(chosen)
	return v.redirect(fmt.Sprintf("games/%d", game.ID))
}

// keepTheme sets the cookie, for the paths of this site alone; "" takes it away. It is not secret: the script
// reads and writes it.
func (v *visit) keepTheme(chosen string) {
	age := int(themeFor.Seconds())
	if chosen == "" {
		age = -1
	}
	http.SetCookie(v.w, &http.Cookie{
		Name: themeCookie, Value: chosen, Path: v.path(v.r) + "/", MaxAge: age,
		Secure: v.base.Scheme == "https", SameSite: http.SameSiteLaxMode,
	})
}
