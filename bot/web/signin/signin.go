// Package signin lets players in, by links that the bot gave them in a chat or with Discord, and lists and ends their
// sessions.
package signin

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
)

// Routes lists the addresses of this package, or returns an error if the settings of OAuth are incomplete. Transport
// carries the calls to Discord; default [http.DefaultTransport].
func Routes(s *site.Site, o OAuth, transport http.RoundTripper) ([]site.Route, error) {
	login, err := newDiscord(s, o, transport)
	if err != nil {
		return nil, err
	}
	return routes(login), nil
}

func routes(login *discord) []site.Route {
	visiting := func(answer func(visit) error) func(*site.Visit) error {
		return func(v *site.Visit) error { return answer(visit{v, login}) }
	}
	return []site.Route{
		{Pattern: "GET /play/{token}", Answer: visiting(visit.showLink)},
		{Pattern: "POST /play/{token}", Answer: visiting(visit.useLink)},
		{Pattern: "GET /login", Answer: visiting(visit.showLogin)},
		{Pattern: "POST /login", Answer: visiting(visit.login)},
		{Pattern: "GET /login/done", Answer: visiting(visit.showLoggedIn)},
		{Pattern: "POST /login/done", Answer: visiting(visit.loggedIn)},
		{Pattern: "GET /sessions", For: site.Players, Answer: visiting(visit.showSessions)},
		{Pattern: "POST /sessions", For: site.Players, Answer: visiting(visit.endSessions)},
	}
}

// sessionsPage is the body of the list of browsers in which a player plays.
type sessionsPage struct {
	Intro    string
	Sessions []sessionLine
}

type sessionLine struct {
	ID             int64
	Browser, Words string
	Here           bool
}

func (v visit) showSessions() error {
	all, err := v.Store.Sessions(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	p := sessionsPage{Intro: v.Text("page.sessions.intro", locale.Args{"Player": v.Session.Player.Name})}
	for _, s := range all {
		line := sessionLine{s.ID, s.Browser, v.Text("page.sessions.since", locale.Args{"Made": site.Stamp(s.Made)}), s.ID == v.Session.ID}
		if strings.Contains(s.Browser, "?") {
			line.Browser = v.Text("page.sessions.unknown", nil)
		}
		if !line.Here {
			line.Words = v.Text("page.sessions.seen", locale.Args{"Made": site.Stamp(s.Made), "Seen": site.Stamp(s.Seen)})
		}
		p.Sessions = append(p.Sessions, line)
	}
	return v.Render(http.StatusOK, templates, site.View{Template: "sessions.html", Title: v.Text("page.sessions.title", nil), Body: p})
}

// endSessions ends one session of the player, or all.
func (v visit) endSessions() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	end := v.R.PostForm.Get("end")
	here := end == strconv.FormatInt(v.Session.ID, 10)
	if end == "all" {
		here = true
		if _, err := v.Store.EndSessions(v.Context(), v.Session.Player.ID); err != nil {
			return err
		}
	} else {
		id, err := strconv.ParseInt(end, 10, 64)
		if err != nil {
			return site.ErrBadRequest
		}
		if ended, err := v.Store.EndSession(v.Context(), v.Session.Player.ID, id); err != nil {
			return err
		} else if !ended {
			return site.ErrNotFound
		}
	}
	if !here {
		return v.Redirect("sessions")
	}
	v.SetCookie(v.CookieName(), "", 0)
	v.Session.ID = 0
	return v.ShowMessage(http.StatusOK, v.Text("page.sessions.ended-title", nil), v.Text("page.sessions.ended", nil))
}
