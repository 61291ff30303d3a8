package web

import (
	"crypto/rand"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/logs"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
)

// policy is the Content-Security-Policy of every answer.
var policy = "default-src 'self'; style-src 'self' " + board.StyleHash + "; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// guard is what every request goes through, before it is known who asks.
func (s *Server) guard(next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	return s.safely(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		setHeaders(w.Header())
		switch {
		case !s.isOurs(r):
			http.Error(w, http.StatusText(http.StatusMisdirectedRequest), http.StatusMisdirectedRequest)
		case crossOrigin.Check(r) != nil:
			http.Error(w, http.StatusText(http.StatusForbidden), http.StatusForbidden)
		case !s.limits.addresses.allow(s.limitKey(r)):
			tooMany(w)
		default:
			r = s.withoutPrefix(r)
			r.Body = http.MaxBytesReader(w, r.Body, s.maxBody(r))
			next.ServeHTTP(w, r)
		}
	}))
}

// maxBody is how many bytes a request may have: of a file that is imported more, where there is one who
// manages the archive.
func (s *Server) maxBody(r *http.Request) int64 {
	if s.Local != nil && s.Local.Admin && r.URL.Path == uploads {
		return maxUpload + board.MaxBody // and what is around the file
	}
	return board.MaxBody
}

// setHeaders sets those that keep other sites, caches and other users of the machine out. What may be
// kept says so itself.
func setHeaders(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), microphone=(), geolocation=()")
	h.Set("X-Robots-Tag", "noindex, nofollow")
	h.Set("Cache-Control", "no-store")
}

// isOurs reports whether a request's Host header names this server: a page of another name that leads here
// was made by someone else.
func (s *Server) isOurs(r *http.Request) bool {
	if s.Local != nil {
		return s.isOwn(r)
	}
	return strings.EqualFold(withoutPort(r.Host, s.base.Scheme), withoutPort(s.base.Host, s.base.Scheme))
}

// withoutPort takes the port off that a scheme has anyway.
func withoutPort(host, scheme string) string {
	standard := ":80"
	if scheme == "https" {
		standard = ":443"
	}
	return strings.TrimSuffix(host, standard)
}

// withoutPrefix takes the path of the public address off, where the proxy has left it on.
func (s *Server) withoutPrefix(r *http.Request) *http.Request {
	path := s.path(r)
	rest, found := strings.CutPrefix(r.URL.Path, path+"/")
	if path == "" || !found {
		return r
	}
	short := r.Clone(r.Context())
	short.URL.Path, short.URL.RawPath = "/"+rest, ""
	return short
}

// safely answers for a handler that panics, and keeps what it panicked with to the log. It gives the request an id
// for its lines there; what the bot is asked has one of its own.
func (s *Server) safely(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(logs.With(r.Context(), "page "+rand.Text()))
		defer func() {
			if p := recover(); p != nil {
				s.Log.ErrorContext(r.Context(), "web: a page panicked", "panic", p, "stack", string(debug.Stack()))
				http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// tooMany answers one who asks too often.
func tooMany(w http.ResponseWriter) {
	w.Header().Set("Retry-After", "1")
	http.Error(w, http.StatusText(http.StatusTooManyRequests), http.StatusTooManyRequests)
}

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
