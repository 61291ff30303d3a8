package site

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
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

	OwnHeading  bool   // the template has a heading of its own in place of the title
	Description string // for search engines and previews of links; "": there are no previews
	Image       string // its picture in previews: an address below the root
	Alternates  []Alternate
	Canonical   string // the address below the root that search engines are to list for this page; "": its own
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
	Tabs    []NavLink
	Styles  string // name of the asset
	Grounds []ground
	Graph   []graphTag
	Listed  string // the address that search engines are to list, "" for that of the request
	Robots  string // what search engines are not to do, "" for nothing
}

// ground is the colour of the browser's own bars.
type ground struct {
	Colour string
	Media  string // the devices that it is for, "" for all
}

// graphTag is a property of the Open Graph protocol (ogp.me), which previews of links read.
type graphTag struct{ Property, Content string }

// Render writes a page.
func (v *Visit) Render(status int, templates func() *template.Template, view View) error {
	view.Script = assetNames[cmp.Or(view.Script, "times.js")]
	f := frame{View: view, Speech: v.Speech, Root: v.First(), Install: v.Installer(), Icon: assetNames["maskable.png"], Styles: assetNames["pages.css"],
		Theme: v.Theme(games.Settings{}), Nav: v.Nav(), Tabs: v.Tabs(), Robots: v.W.Header().Get(Robots)}
	if v.Session.ID != 0 {
		settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
		if err != nil {
			return err
		}
		f.Theme = v.Theme(settings)
	}
	if f.Theme != "" {
		f.Grounds = []ground{{look.Theme(f.Theme).Palette().Ground.String(), ""}}
	} else {
		f.Grounds = []ground{
			{look.Light.Palette().Ground.String(), "(prefers-color-scheme: light)"}, {look.Dark.Palette().Ground.String(), "(prefers-color-scheme: dark)"},
		}
	}
	if view.Description != "" && v.Local == nil {
		f.Graph = []graphTag{{"og:site_name", "Gridkeeper"}, {"og:type", "website"}, {"og:title", view.Title}, {"og:description", view.Description}}
		if view.Image != "" {
			f.Graph = append(f.Graph, graphTag{"og:image", v.Base.String() + "/" + view.Image})
		}
	}
	if view.Canonical != "" && v.Local == nil {
		f.Listed = v.Base.String() + "/" + view.Canonical
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

// GuestDaily is the address, below the root, at which a visitor who is not signed in plays the global daily of a shape.
func GuestDaily(shape sudoku.Shape) string {
	if shape == sudoku.Sudoku {
		return "daily"
	}
	return "daily/" + shape.String()
}

// GuestPicture is the address of the picture of the global daily of a shape, for previews of links. The date has previews
// ask for it again the next day.
func GuestPicture(shape sudoku.Shape, date calendar.Date) string {
	return fmt.Sprintf("daily.png?shape=%s&date=%s", shape, date)
}

// TodaysDaily names the global daily of a shape in a visitor's language.
func (v *Visit) TodaysDaily(shape sudoku.Shape) string {
	if shape == sudoku.Sudoku {
		return v.Text("page.guest.today", nil)
	}
	return v.Text("page.guest.today-size", locale.Args{"Size": Size(shape)})
}

// Size names a shape by its size, in every language: "6×6".
func Size(s sudoku.Shape) string { return fmt.Sprintf("%d×%[1]d", s.Side()) }

// First is the relative address of the first page, never empty.
func (v *Visit) First() string { return cmp.Or(v.Root(), "./") }

// NavLink is a link to a section of the site, or to a page of a section.
type NavLink struct {
	Address string // below the root
	Words   string
	Icon    string // of a section
	Current string // "page": it is this one; "true": this one is below it; else ""
}

// section is a part of the site, with the pages between which its tabs lead.
type section struct {
	icon  string
	words string // by their key
	pages []sectionPage
}

type sectionPage struct{ address, tab string }

var (
	play   = section{"play", "page.section.play", []sectionPage{{"", ""}, {"dailies", ""}, {"daily", ""}}} // the first page leads to the others itself
	boards = section{"boards", "page.section.boards", []sectionPage{{"boards", ""}}}
	learn  = section{"learn", "page.section.learn", []sectionPage{{"techniques", "page.techniques.tab"}, {"rate", "page.rate.tab"}, {"submit", ""}}}
	you    = section{"you", "page.section.you", []sectionPage{
		{"profile", "page.profile.tab"}, {"history", "page.history.tab"}, {"settings", "page.settings.tab"}, {"sessions", "page.sessions.tab"},
		{"archive", "page.archive.tab"},
	}}
	openPages = []sectionPage{{"puzzles", "page.puzzles.tab"}, {"growth", ""}} // of the section learn, where the archive is open

	login = section{"login", "page.section.login", []sectionPage{{"login", ""}}}
)

// has reports whether a page is one of the section.
func (s section) has(page string) bool {
	return slices.ContainsFunc(s.pages, func(p sectionPage) bool { return p.address == page })
}

// sections lists the sections of the visitor: none without a session on a server for one player.
func (v *Visit) sections() []section {
	learn := learn
	if v.Open {
		learn.pages = slices.Concat(learn.pages, openPages)
	}
	switch {
	case v.Session.ID != 0:
		return []section{play, boards, learn, you}
	case v.Local != nil:
		return nil
	case v.SignIn:
		return []section{play, learn, login}
	}
	return []section{play, learn}
}

// Nav lists the sections. Each leads to its first page.
func (v *Visit) Nav() (links []NavLink) {
	for _, s := range v.sections() {
		link := v.navLink(s.pages[0].address, s.words)
		link.Icon = s.icon
		if link.Current == "" && s.has(v.page()) {
			link.Current = "true"
		}
		links = append(links, link)
	}
	return links
}

// Tabs lists the pages of the section that the visitor is in.
func (v *Visit) Tabs() (links []NavLink) {
	for _, s := range v.sections() {
		for _, page := range s.pages {
			if page.tab != "" && s.has(v.page()) && (page.address != "archive" || v.Rights().ManageGuild) {
				links = append(links, v.navLink(page.address, page.tab))
			}
		}
	}
	return links
}

// page is the first part of the address: "techniques" of /techniques/x-wing.
func (v *Visit) page() string {
	name, _, _ := strings.Cut(strings.TrimPrefix(v.R.URL.Path, "/"), "/")
	return name
}

func (v *Visit) navLink(page, key string) NavLink {
	link := NavLink{Address: page, Words: v.Text(key, nil)}
	switch {
	case v.R.URL.Path == "/"+page:
		link.Current = "page"
	case v.page() == page && page != "":
		link.Current = "true"
	}
	return link
}

const (
	// themeCookie has the theme that was chosen last in this browser, for pages without a session: the pages of
	// players have the theme of their settings.
	themeCookie = "gridkeeper-theme"
	themeFor    = 365 * 24 * time.Hour

	asTheDevice = "auto"
)

var themes = []string{asTheDevice, "light", "dark", "contrast"}

// Theme is the theme of a page: that of the player's settings, or for a visitor without a session the one that this
// browser keeps. "" is the theme of the device.
func (v *Visit) Theme(settings games.Settings) string {
	kept := v.Cookie(themeCookie)
	switch {
	case v.Session.ID != 0:
		return settings.Theme
	case kept == asTheDevice || !slices.Contains(themes, kept):
		return ""
	}
	return kept
}

// SaveTheme changes the theme in the player's settings, as /settings does, for their pages and pictures everywhere. For a
// visitor without a session, this browser keeps it.
func (v *Visit) SaveTheme(chosen string) error {
	if !slices.Contains(themes, chosen) {
		return ErrBadRequest
	}
	if v.Session.ID != 0 {
		reply := v.Bot.Handle(v.Context(), v.Request(chat.Ask{Command: "settings", Options: map[string]string{"look": chosen}}))
		if reply.Failed {
			return ErrUnavailable
		}
	}
	v.KeepTheme(chosen)
	return nil
}

// KeepTheme has this browser keep a theme. Its cookie is limited to the paths of this site.
func (v *Visit) KeepTheme(chosen string) {
	http.SetCookie(v.W, &http.Cookie{
		Name: themeCookie, Value: chosen, Path: v.Path(v.R) + "/", MaxAge: int(themeFor.Seconds()),
		Secure: v.Base.Scheme == "https", SameSite: http.SameSiteLaxMode,
	})
}
