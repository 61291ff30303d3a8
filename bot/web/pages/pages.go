// Package pages serves the pages beside the board: the first page, dailies and leaderboards, a player's record, ratings
// and techniques, settings, and the archive.
//
// To add a page, write a method of visit, its line in [Routes], and its template.
package pages

import "github.com/gridkeeper/gridkeeper/bot/web/site"

// Routes lists the addresses of this package.
func Routes() []site.Route {
	shared := &caches{}
	route := func(pattern string, access site.Access, answer func(visit) error) site.Route {
		return site.Route{Pattern: pattern, For: access, Answer: func(v *site.Visit) error { return answer(visit{v, shared}) }}
	}
	// Pages of the open archive are unknown addresses unless the operator opens it.
	public := func(pattern string, answer func(visit) error) site.Route {
		return route(pattern, site.Guests, func(v visit) error {
			if !v.Open {
				v.W.Header().Set(site.Robots, "noindex, nofollow") // as for any unknown address
				return site.ErrNotFound
			}
			return answer(v)
		})
	}
	return []site.Route{
		route("GET /{$}", site.Guests, visit.home),
		route("GET /dailies", site.Players, visit.dailies),
		route("GET /dailies/{date}", site.Players, visit.results),
		route("GET /boards", site.Players, visit.boards),
		route("GET /profile", site.Players, visit.profile),
		route("GET /history", site.Players, visit.history),
		route("GET /rate", site.Guests, visit.rate),
		route("POST "+Pasting, site.Guests, visit.paste),
		route("GET /submit", site.Players, visit.showSubmit),
		route("POST /submit", site.Players, visit.submit),
		route("POST /submissions", site.Admins, visit.decideSubmission),
		route("GET /techniques", site.Guests, visit.techniques),
		route("GET /techniques/{technique}", site.Guests, visit.technique),
		route("GET /settings", site.Players, visit.showSettings),
		route("POST /settings", site.Players, visit.saveSettings),

		public("GET /puzzles", visit.find),
		public("GET /puzzles/{key}", visit.puzzle),
		public("GET /growth", visit.growing),
		public("GET /sitemap.xml", visit.sitemap),
		public("GET /sitemaps/{part}", visit.sitemapPart),

		route("GET /archive", site.Admins, visit.showArchive),
		route("POST /archive/search", site.Admins, visit.search),
		route("GET "+Uploads, site.Admins, visit.showImport),
		route("POST "+Uploads, site.Admins, visit.importFile),
		route("POST /"+decisions, site.Admins, visit.decideImport),
	}
}
