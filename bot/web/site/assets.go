package site

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

//go:embed assets/*.css assets/*.js assets/*.png
var assetFiles embed.FS

//go:embed assets/icon.svg
var icon []byte

// assets are the files of the pages, under names with a hash, so that browsers may keep them for ever. assetNames has
// the name of each by the name of its file; all styles are one, pages.css.
var assets, assetNames = loadAssets()

func loadAssets() (contents map[string][]byte, names map[string]string) {
	contents, names = map[string][]byte{}, map[string]string{}
	add := func(name string, content []byte) {
		ending := path.Ext(name)
		hashed := strings.TrimSuffix(name, ending) + "-" + board.ShortHash(content) + ending
		contents[hashed], names[name] = content, hashed
	}
	files, err := fs.Glob(assetFiles, "assets/*.*") // by name: base.css comes before the styles that build on it
	if err != nil {
		panic(err)
	}
	styles := []byte(look.CSS())
	for _, file := range files {
		content, err := assetFiles.ReadFile(file)
		if err != nil {
			panic(err)
		}
		if path.Ext(file) == ".css" {
			styles = append(styles, content...)
		} else {
			add(path.Base(file), content)
		}
	}
	add("pages.css", styles)
	return contents, names
}

// Files lists the routes of the files that browsers ask for: assets, the icon, and an app.
//
// The pages can be installed as an app, and boards open without a network: a manifest, an icon, and a worker that
// keeps pages in the browser. A server for one player has no worker: it runs on the same machine, under a name that
// is never used again.
func Files() []Route {
	return []Route{
		{"GET /assets/{name}", Everyone, (*Visit).serveAsset},
		{"GET /favicon.ico", Everyone, func(v *Visit) error { return v.serveFile("public, max-age=86400", "image/svg+xml", icon) }},
		{"GET /manifest.webmanifest", Everyone, (*Visit).serveManifest},
		{"GET /worker.js", Everyone, (*Visit).serveWorker},
		{"GET /robots.txt", Everyone, (*Visit).serveRobots},
	}
}

// Installer is the name of the script that installs the worker, "" for a visitor who gets none.
func (v *Visit) Installer() string {
	if v.Local != nil || v.Session.ID == 0 {
		return ""
	}
	return assetNames["install.js"]
}

// serveAsset serves a file by its name with a hash.
func (v *Visit) serveAsset() error {
	name := v.R.PathValue("name")
	content, ok := board.Asset(name)
	if !ok {
		content, ok = assets[name]
	}
	if !ok {
		return ErrNotFound
	}
	return v.serveFile("public, max-age=31536000, immutable", typeOf(name), content)
}

// Robots is the header with the rules for search engines. Pages repeat it, for engines that read pages alone.
const Robots = "X-Robots-Tag"

// serveRobots serves the rules for search engines: they list nothing, or what is open to everyone. Links that were given
// to one person are never visited.
func (v *Visit) serveRobots() error {
	rules := "User-agent: *\nDisallow: /\n"
	if v.Index {
		rules = "User-agent: *\nDisallow: /play/\nDisallow: /login\nDisallow: /games\n"
	}
	if v.Index && v.Open {
		rules += "Disallow: /puzzles?\n\nSitemap: " + v.Base.String() + "/sitemap.xml\n" // searches are endless
	}
	return v.serveFile("public, max-age=86400", "text/plain; charset=utf-8", []byte(rules))
}

// serveWorker serves the worker, with a list of the assets that it keeps.
func (v *Visit) serveWorker() error {
	list, err := json.Marshal([]string{board.ScriptName, assetNames["pages.css"], assetNames["times.js"], assetNames["install.js"]})
	if err != nil {
		return err
	}
	head := fmt.Sprintf("const release = %q;\nconst assets = %s;\n", board.ShortHash(list), list)
	return v.serveFile("no-cache", typeOf("worker.js"), append([]byte(head), assets[assetNames["worker.js"]]...))
}

// serveManifest serves the name and the look of the app.
func (v *Visit) serveManifest() error {
	icon := func(src, kind, sizes, purpose string) map[string]string {
		return map[string]string{"src": src, "type": kind, "sizes": sizes, "purpose": purpose}
	}
	text, err := json.Marshal(map[string]any{
		"name": "Gridkeeper", "short_name": "Gridkeeper", "start_url": "./", "scope": "./", "display": "standalone",
		"background_color": look.Light.Palette().Ground.String(), "theme_color": look.Light.Palette().Ground.String(),
		"icons": []any{
			icon("favicon.ico", "image/svg+xml", "any", "any"), icon("assets/"+assetNames["icon.png"], "image/png", "512x512", "any"),
			icon("assets/"+assetNames["maskable.png"], "image/png", "512x512", "maskable"),
		},
	})
	if err != nil {
		return err
	}
	return v.serveFile("public, max-age=86400", "application/manifest+json", text)
}

func typeOf(name string) string {
	return cmp.Or(mime.TypeByExtension(path.Ext(name)), "application/octet-stream")
}

func (v *Visit) serveFile(cache, kind string, content []byte) error {
	v.W.Header().Set("Cache-Control", cache)
	v.W.Header().Set("Content-Type", kind)
	return v.writeCompressed(http.StatusOK, content)
}
