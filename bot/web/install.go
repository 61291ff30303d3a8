package web

import (
	"encoding/json"
	"fmt"

	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

// The pages can be installed as an app, and boards open without a network: a manifest, an icon, and a worker that
// keeps pages in the browser. A server for one player has none of them: it runs on the same machine, under a name that
// is never used again.

// install is the name of the script that has pages kept, "" where the visitor gets no worker.
func (v *visit) install() string {
	if v.Local != nil || v.session.ID == 0 {
		return ""
	}
	return assetNames["install.js"]
}

// serveWorker serves the worker with the files that it keeps.
func (v *visit) serveWorker() error {
	assets := []string{board.ScriptName, assetNames["pages.css"], assetNames["times.js"], assetNames["install.js"]}
	list, err := json.Marshal(assets)
	if err != nil {
		return err
	}
	v.w.Header().Set("Cache-Control", "no-cache")
	v.w.Header().Set("Content-Type", typeOf("worker.js"))
	head := fmt.Sprintf("const release = %q;\nconst assets = %s;\n", board.ShortHash(list), list)
	return v.writeCompressed(append([]byte(head), pageAssets[assetNames["worker.js"]]...))
}

// manifest says what the app is called, and what it looks like.
func (v *visit) manifest() error {
	icon := func(src, kind, sizes string) map[string]string {
		return map[string]string{"src": src, "type": kind, "sizes": sizes, "purpose": "any"}
	}
	text, err := json.Marshal(map[string]any{
		"name": "Gridkeeper", "short_name": "Gridkeeper", "start_url": "./", "scope": "./", "display": "standalone",
		"background_color": "#f4f1ea", "theme_color": "#1d4f91",
		"icons": []any{icon("favicon.ico", "image/svg+xml", "any"), icon("assets/"+assetNames["icon.png"], "image/png", "512x512")},
	})
	if err != nil {
		return err
	}
	v.w.Header().Set("Cache-Control", "public, max-age=86400")
	v.w.Header().Set("Content-Type", "application/manifest+json")
	return v.writeCompressed(text)
}
