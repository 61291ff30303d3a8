// Package pages serves the pages beside the board: the first page, dailies and leaderboards, a player's record, ratings
// and techniques, settings, and the archive.
//
// To add a page, write a method of visit, its line in [Routes], and its template.
package pages

import "github.com/gridkeeper/gridkeeper/bot/web/site"

// Routes lists the addresses of this package.
func Routes() []site.Route {
	kept := &paths{}
	route := func(pattern string, access site.Access, answer func(visit) error) site.Route {
		return site.Route{Pattern: pattern, For: access, Answer: func(v *site.Visit) error { return answer(visit{v, kept}) }}
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
		route("GET /techniques", site.Guests, visit.techniques),
		route("GET /techniques/{technique}", site.Guests, visit.technique),
		route("GET /settings", site.Players, visit.showSettings),
		route("POST /settings", site.Players, visit.saveSettings),

		route("GET /archive", site.Admins, visit.showArchive),
		route("POST /archive/search", site.Admins, visit.search),
		route("GET "+Uploads, site.Admins, visit.showImport),
		route("POST "+Uploads, site.Admins, visit.importFile),
		route("POST /"+decisions, site.Admins, visit.decideImport),
	}
}
