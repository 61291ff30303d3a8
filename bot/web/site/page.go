package site

import (
	"bytes"
	"cmp"
	"embed"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
)

//go:embed *.html
var templateFiles embed.FS

var ownTemplates = Templates(templateFiles)

// Templates returns a function that parses the pages of a package (*.html) at its first call, together with the frame
// of all pages. All templates, the board's included, would take a tenth of the program's start.
func Templates(files fs.FS) func() *template.Template {
	return sync.OnceValue(func() *template.Template {
		frame := template.Must(template.ParseFS(templateFiles, "*.html"))
		return template.Must(frame.ParseFS(files, "*.html"))
	})
}

// View is a page without its frame.
type View struct {
	Template string // its name
	Title    string
	Body     any    // of the template
	Script   string // the file of its script; default "times.js"
	Reload   int    // without script the page is loaded again after so many seconds; 0: it is not
}

// frame is the data of every template but the board's. Templates look up their own words by [chat.Speech.Text].
type frame struct {
	View
	chat.Speech
	Theme   string // "": as the browser wishes
	Root    string // relative address of the first page
	Install string // name of the asset that installs the worker, "" without one
	Icon    string // name of the asset
	Nav     []NavLink
	Styles  string // name of the asset
}

// Render writes a page.
func (v *Visit) Render(status int, templates func() *template.Template, view View) error {
	view.Script = assetNames[cmp.Or(view.Script, "times.js")]
	f := frame{View: view, Speech: v.Speech, Root: v.First(), Install: v.Installer(), Icon: assetNames["icon.png"], Styles: assetNames["pages.css"]}
	if v.Session.ID != 0 {
		settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
		if err != nil {
			return err
		}
		f.Theme, f.Nav = v.Theme(settings), v.Nav()
	}
	var out bytes.Buffer
	if err := templates().ExecuteTemplate(&out, view.Template, f); err != nil {
		return err
	}
	return v.WriteHTML(status, out.Bytes())
}

// ShowProblem shows a page that explains a problem.
func (v *Visit) ShowProblem(status int, words string) error {
	return v.ShowMessage(status, v.Text("page.problem.title", nil), words)
}

// ShowMessage shows a page that has a sentence alone.
func (v *Visit) ShowMessage(status int, title, words string) error {
	return v.Render(status, ownTemplates, View{Template: "message.html", Title: title, Body: words})
}

// First is the relative address of the first page, never empty.
func (v *Visit) First() string { return cmp.Or(v.Root(), "./") }

// NavLink is a link to one of the main pages, which every page has.
type NavLink struct {
	Address string // below the root
	Words   string
	Here    bool // the page is this one, or one below it
}

// Nav lists the links to the main pages that the visitor may see.
func (v *Visit) Nav() (links []NavLink) {
	pages := [][2]string{
		{"", "page.home.title"}, {"dailies", "page.dailies.title"}, {"boards", "page.boards.title"}, {"profile", "page.profile.title"}, {"rate", "page.rate.title"},
		{"techniques", "page.techniques.title"}, {"settings", "page.settings.title"},
	}
	if v.Rights().ManageGuild {
		pages = append(pages, [2]string{"archive", "page.archive.title"})
	}
	at := strings.TrimPrefix(v.R.URL.Path, "/")
	for _, p := range pages {
		page, key := p[0], p[1]
		here := at == page || page != "" && strings.HasPrefix(at, page+"/")
		links = append(links, NavLink{page, v.Text(key, nil), here})
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

// Theme is the theme of a page: the one chosen in this browser, else that of the player's boards in the chat. "" is
// the theme of the device.
func (v *Visit) Theme(settings games.Settings) string {
	switch chosen := v.Cookie(themeCookie); {
	case chosen == asTheDevice:
		return ""
	case slices.Contains(themes, chosen):
		return chosen
	}
	return settings.Theme
}

// KeepTheme has this browser keep a theme; "" removes it. Its cookie is limited to the paths of this site. It is not
// secret: the script reads and writes it.
func (v *Visit) KeepTheme(chosen string) error {
	age := int(themeFor.Seconds())
	if chosen == "" {
		age = -1
	} else if !slices.Contains(themes, chosen) {
		return ErrBadRequest
	}
	http.SetCookie(v.W, &http.Cookie{
		Name: themeCookie, Value: chosen, Path: v.Path(v.R) + "/", MaxAge: age,
		Secure: v.Base.Scheme == "https", SameSite: http.SameSiteLaxMode,
	})
	return nil
}
