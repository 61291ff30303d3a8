package web

import (
	"net/http"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/people"
)

// cookieName is that of the session. The prefix has browsers take it from this host alone, over TLS and
// for all paths; plain http on loopback has none. Browsers share cookies among the ports of a host (see
// own), so the name has the port there.
func (s *Server) cookieName() string {
	if s.base.Scheme == "https" {
		return "__Host-gridkeeper"
	}
	return "gridkeeper-" + s.base.Port()
}

// setCookie sets a cookie for some time; 0 takes it away. That of the local player goes with the browser,
// and is not sent where another site leads here; from Discord players come by links of another site.
func (v *visit) setCookie(name, value string, life time.Duration) {
	c := &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: int(life.Seconds()),
		Secure: v.base.Scheme == "https", HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
	if v.Local != nil {
		c.Path, c.MaxAge, c.SameSite = v.path(v.r)+"/", 0, http.SameSiteStrictMode
	}
	if life == 0 {
		c.MaxAge = -1
	}
	http.SetCookie(v.w, c)
}

// cookie returns the value of a cookie, "" where it is missing.
func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	return c.Value
}

// begin lets the browser keep a new session. The one that it had ends: whoever set that, it is not
// this player's now.
func (v *visit) begin(token string) error {
	if v.session.ID != 0 {
		if _, err := v.Store.EndSession(v.ctx(), v.session.Player.ID, v.session.ID); err != nil {
			return err
		}
	}
	if v.Local != nil {
		v.own.sessions.Store(token, nil)
	}
	v.setCookie(v.cookieName(), token, people.SessionFor)
	return nil
}

// browserOf names the browser of a User-Agent in a word or two, for the list of sessions: no more than
// its owner needs to know it again.
func browserOf(agent string) string {
	first := func(all ...[2]string) string {
		for _, known := range all {
			if strings.Contains(agent, known[0]) {
				return known[1]
			}
		}
		return "?"
	}
	program := first([2]string{"Discord", "Discord"}, [2]string{"Firefox/", "Firefox"}, [2]string{"Edg", "Edge"}, [2]string{"OPR/", "Opera"},
		[2]string{"Chrome/", "Chrome"}, [2]string{"CriOS/", "Chrome"}, [2]string{"Safari/", "Safari"}, [2]string{"curl/", "curl"})
	system := first([2]string{"Android", "Android"}, [2]string{"iPhone", "iPhone"}, [2]string{"iPad", "iPad"},
		[2]string{"Windows", "Windows"}, [2]string{"Mac OS X", "macOS"}, [2]string{"Linux", "Linux"})
	return program + ", " + system
}
