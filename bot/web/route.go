package web

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
)

// route is an address that is served.
type route struct {
	pattern string // of [http.ServeMux]
	who     access
	answer  func(*visit) error
}

// access says who may ask.
type access uint8

const (
	everyone access = iota
	players         // those with a session
	admins          // the local player, where they manage the archive
)

// table lists all addresses. GET never changes anything.
func table() []route {
	return []route{
		{"GET /{$}", players, (*visit).home},
		{"GET /assets/{name}", everyone, (*visit).asset},
		{"GET /favicon.ico", everyone, (*visit).icon},
		{"GET /manifest.webmanifest", everyone, (*visit).manifest},
		{"GET /worker.js", everyone, (*visit).serveWorker},

		{"GET /play/{token}", everyone, (*visit).showLink},
		{"POST /play/{token}", everyone, (*visit).useLink},
		{"GET /login", everyone, (*visit).showLogin},
		{"POST /login", everyone, (*visit).login},
		{"GET /login/done", everyone, (*visit).showLoggedIn},
		{"POST /login/done", everyone, (*visit).loggedIn},
		{"GET /sessions", players, (*visit).showSessions},
		{"POST /sessions", players, (*visit).endSessions},

		{"GET /dailies", players, (*visit).dailies},
		{"GET /dailies/{date}", players, (*visit).results},
		{"GET /boards", players, (*visit).boards},
		{"GET /profile", players, (*visit).profile},
		{"GET /history", players, (*visit).history},
		{"GET /rate", players, (*visit).rate},
		{"GET /techniques", players, (*visit).techniques},
		{"GET /techniques/{technique}", players, (*visit).technique},

		{"GET /settings", players, (*visit).showSettings},
		{"POST /settings", players, (*visit).saveSettings},

		{"GET /archive", admins, (*visit).showArchive},
		{"POST /archive/search", admins, (*visit).search},
		{"GET " + uploads, admins, (*visit).showImport},
		{"POST " + uploads, admins, (*visit).importFile},
		{"POST /" + decisions, admins, (*visit).decideImport},

		{"POST /games", players, (*visit).start},
		{"GET /games/{game}", players, (*visit).showGame},
		{"GET /games/{game}/events", players, (*visit).events},
		{"GET /games/{game}/replay", players, (*visit).replay},
		{"GET /games/{game}/{wish}", players, (*visit).showGameOfForm},
		{"POST /games/{game}/moves", players, (*visit).moves},
		{"POST /games/{game}/hint", players, wish(chat.MoreHint)},
		{"POST /games/{game}/check", players, wish(chat.CheckBoard)},
		{"POST /games/{game}/rewind", players, wish(chat.GoBack)},
		{"POST /games/{game}/submit", players, wish(chat.HandIn)},
		{"POST /games/{game}/share", players, wish(chat.CopyResult)},
		{"POST /games/{game}/post", players, wish(chat.ShareResult)},
		{"POST /games/{game}/theme", players, (*visit).saveTheme},

		{"/", everyone, func(*visit) error { return errNotFound }},
	}
}

// uploads is the address to which files are sent.
const uploads = "/archive/import"

// decisions is the address, below the root, to which it is sent whether to import a file.
const decisions = "archive/import/decision"

// routes returns what answers each address.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	for _, t := range table() {
		mux.HandleFunc(t.pattern, func(w http.ResponseWriter, r *http.Request) { s.answer(t, w, r) })
	}
	return mux
}

// visit is a request on its way through its handler: who asks, and the language to answer in.
type visit struct {
	*Server
	w       http.ResponseWriter
	r       *http.Request
	session people.Session // zero: nobody is known
	chat.Speech
}

func (v *visit) ctx() context.Context { return v.r.Context() }

// place is where the games of the visit are.
func (v *visit) place() chat.Place { return v.placeIn(v.session.GuildID) }

func (s *Server) placeIn(guildID string) chat.Place {
	return chat.Place{GuildID: guildID, ChannelID: "web", Private: true, Page: s.Local == nil}
}

// root is the relative address of the first page, such as "../../".
func (v *visit) root() string {
	return strings.Repeat("../", strings.Count(v.r.URL.Path, "/")-1)
}

// redirect sends the browser to an address below the root, with a GET.
func (v *visit) redirect(to string) error {
	root := v.root()
	if root+to == "" {
		root = "./"
	}
	v.w.Header().Set("Location", root+to)
	v.w.WriteHeader(http.StatusSeeOther)
	return nil
}

// Errors of visits, each with a status and a message for the visitor.
var (
	errNotFound    = errors.New("there is no such page")
	errNoSession   = errors.New("there is no session")
	errTooMany     = errors.New("too many requests")
	errLinkIsOver  = errors.New("the link is unknown, used or too old")
	errBadRequest  = errors.New("the request is not understood")
	errTooLarge    = errors.New("the request is too large")
	errUnavailable = errors.New("the archive is away")
)

// answer finds out who asks, and lets the route's handler answer them.
func (s *Server) answer(t route, w http.ResponseWriter, r *http.Request) {
	v := &visit{Server: s, w: w, r: r}
	err := v.recognize()
	v.Speech = chat.Speech{Words: explain.In(v.language())}
	switch {
	case err != nil:
	case t.who != everyone && v.session.ID == 0:
		err = errNoSession
	case t.who == admins && !v.rights().ManageGuild:
		err = errNotFound
	case v.session.ID != 0 && !s.limits.players.allow(v.session.Player.ID):
		err = errTooMany
	default:
		err = t.answer(v)
	}
	if err != nil {
		v.fail(err)
	}
}

// recognize reads the session of the request's cookie, if there is one. A server for one player takes
// those that it began alone.
func (v *visit) recognize() error {
	token := cookie(v.r, v.cookieName())
	if token == "" || v.Local != nil && !v.own.knows(token) {
		return nil
	}
	session, err := v.Store.Session(v.ctx(), token)
	switch {
	case errors.Is(err, postgres.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	v.session = session
	return nil
}

// rights are what the visitor may do beyond playing: nothing, but for the local player. No link gives
// any.
func (v *visit) rights() chat.Rights {
	return chat.Rights{ManageGuild: v.Local != nil && v.Local.Admin && v.session.ID != 0}
}

// language is that of the session, else the best that the browser asks for.
func (v *visit) language() locale.Language {
	if v.session.Language != "" {
		return locale.Match(v.session.Language)
	}
	var tags []string
	for wish := range strings.SplitSeq(v.r.Header.Get("Accept-Language"), ",") {
		tag, _, _ := strings.Cut(wish, ";")
		tags = append(tags, strings.TrimSpace(tag))
	}
	return locale.Match(tags[:min(len(tags), 20)]...)
}
