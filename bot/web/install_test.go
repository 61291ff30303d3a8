package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// The manifest names icons that are there. A server for one player, and who is not signed in, have neither manifest
// nor worker on their pages.
func TestManifest(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	b.get("/").holds(`<link rel="manifest" href="./manifest.webmanifest">`).holds("assets/install-")
	s.browser().get("/login").lacks("manifest").lacks("install-")
	var manifest struct{ Icons []struct{ Src, Type string } }
	must(t, json.Unmarshal([]byte(b.get("/manifest.webmanifest").want(http.StatusOK).body), &manifest))
	for _, icon := range manifest.Icons {
		if g := b.get("/" + icon.Src).want(http.StatusOK); g.Header.Get("Content-Type") != icon.Type {
			t.Errorf("%s is %q, want %q", icon.Src, g.Header.Get("Content-Type"), icon.Type)
		}
	}
	if len(manifest.Icons) != 3 {
		t.Errorf("the manifest has %d icons", len(manifest.Icons))
	}
	page := s.local(false)
	page.get("/").want(http.StatusOK).lacks("manifest").lacks("install-")
}

// With the server gone, a reload opens the board as it was left, with moves that were saved and those that were not;
// when it is back these are saved. After signing out no page is left in the browser.
func TestBoardOpensOffline(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	state := s.signedIn(ann).state(game)
	moves := solution(t, state)
	p := newTab(t)
	p.open(s.base + s.link(ann))
	eval[any](p, `document.querySelector("button[value=enter]").click()`)
	board := fmt.Sprintf("%s/games/%d", s.base, game)
	p.until(`!location.pathname.startsWith("/play/")`)
	const kept = `caches.match(location.href).then(page => window.kept = Boolean(page)), window.kept === true`
	p.open(s.base + "/")
	p.until(kept + ` && document.querySelector(".kept").offsetHeight === 0`)
	p.open(board)
	p.until(`document.documentElement.dataset.restored === "true" && navigator.serviceWorker.controller !== null`)
	p.until(kept)
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
	status := func(class string) string {
		return `document.getElementById("sign").classList.contains("` + class + `")`
	}
	put(moves[0])
	p.until(status("saved"))

	address := s.at
	s.stop()
	p.reload()
	p.until(`document.documentElement.dataset.restored === "true"`)
	p.until(`"kept" in document.documentElement.dataset && ` + has(moves[0]) + ` && ` + status("offline"))
	put(moves[1])
	p.reload()
	p.until(`document.documentElement.dataset.restored === "true" && ` + has(moves[0]) + ` && ` + has(moves[1]) + ` && ` + status("offline"))
	p.open(s.base + "/")
	p.until(`location.pathname === "/" && document.querySelector("a[href$='/` + fmt.Sprint(game) + `']") !== null && document.querySelector(".kept").offsetHeight > 0`)
	p.open(board)
	p.until(`document.documentElement.dataset.restored === "true" && ` + has(moves[1]))

	s.serve(address, nil)
	p.until(status("saved"))
	if state := s.signedIn(ann).state(game); strings.Count(state.Grid, ".") != strings.Count(state.Clues, ".")-2 {
		t.Errorf("the two moves came to %s", state.Grid)
	}
	p.open(s.base + "/sessions")
	eval[any](p, `document.querySelector("button[value=all]").click()`)
	p.until(`document.querySelector("button[value=all]") === null`)
	p.until(`caches.keys().then(names => window.stores = names), window.stores?.length === 1 && !window.stores[0].endsWith("pages")`)
}

// A page that was asked for before another player came is not kept when it arrives after that.
func TestWorkerKeepsNothingOfFormerPlayer(t *testing.T) {
	s := newSite(t)
	worker := s.browser().get("/worker.js").want(http.StatusOK).body
	p := newTab(t)
	for change, want := range map[string]string{
		"": "of Ann", `ask("POST", "sessions");`: "", `ask("POST", "play/x");`: "", `ask("POST", "login/done");`: "", `ask("POST", "games/7/moves");`: "of Ann",
	} {
		script := strings.NewReplacer("WORKER", worker, "CHANGE", change).Replace(workerOnFakes)
		if kept := await[string](p, script); kept != want {
			t.Errorf("after %q the store has %q, want %q", change, kept, want)
		}
	}
}

// workerOnFakes runs the worker with a server that answers after CHANGE, and returns what it has kept.
const workerOnFakes = `(async () => {
	const site = "http://site/", stored = new Map(), under = [], on = {};
	const store = {
		put: async (key, page) => void stored.set(key, await page.text()), delete: async (key) => stored.delete(key),
		keys: async () => [...stored.keys()].map((url) => ({ url })),
	};
	const caches = { open: async (name) => (caches.name = name, store), keys: async () => caches.name ? [caches.name] : [], delete: async () => stored.clear() };
	let arrive;
	const fetch = () => new Promise((resolve) => (arrive = resolve));
	const self = { registration: { scope: site }, addEventListener: (name, does) => (on[name] = does) };
	((self, caches, fetch) => { WORKER })(self, caches, fetch);
	const later = (promise) => void under.push(promise);
	const ask = (method, path) => on.fetch({ request: { method, url: site + path, mode: "navigate" }, waitUntil: later, respondWith: later });
	ask("GET", "");
	CHANGE
	arrive(new Response("of Ann"));
	while (under.length) await under.shift();
	return stored.get(site) ?? "";
})()`

func (p *tab) reload() {
	p.t.Helper()
	must(p.t, chromedp.Do(p.ctx, chromedp.Reload()))
}
