package web

import (
	"crypto/rand"
	"net/http"
	"runtime/debug"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/logs"
	"github.com/gridkeeper/gridkeeper/bot/web/api"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/pages"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// headers keep other sites, caches and other users of the machine out. Answers that may be cached replace theirs.
var headers = map[string]string{
	"Content-Security-Policy":      "default-src 'self'; style-src 'self' " + board.StyleHash + "; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
	"X-Content-Type-Options":       "nosniff",
	"X-Frame-Options":              "DENY",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Opener-Policy":   "same-origin",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Permissions-Policy":           "camera=(), microphone=(), geolocation=()",
	site.Robots:                    "noindex, nofollow",
	"Cache-Control":                "no-store",
}

// guard checks every request before its visitor is identified: the host, the site that it comes from, the rate of its
// address, and its size. It takes off the path of the public address, if the proxy has not. It gives the request an id
// for the log, in which panics are recorded; requests to the bot have ids of their own.
func guard(s *site.Site, next http.Handler) http.Handler {
	crossOrigin := http.NewCrossOriginProtection()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(logs.With(r.Context(), "page "+rand.Text()))
		fail := func(status int) { http.Error(w, http.StatusText(status), status) }
		defer func() {
			if p := recover(); p != nil {
				s.Log.ErrorContext(r.Context(), "web: a page panicked", "panic", p, "stack", string(debug.Stack()))
				fail(http.StatusInternalServerError)
			}
		}()
		ours := s.IsOurs(r) // by the whole path
		for name, value := range headers {
			w.Header().Set(name, value)
		}
		if path := s.Path(r); path != "" {
			if rest, found := strings.CutPrefix(r.URL.Path, path+"/"); found {
				r = r.Clone(r.Context())
				r.URL.Path, r.URL.RawPath = "/"+rest, ""
			}
		}
		ofAPI := s.Open && strings.HasPrefix(r.URL.Path, api.Root)
		if ofAPI { // its problems too may be read by pages of other sites
			api.Share(s, w.Header())
			fail = func(status int) { api.Fail(w, status) }
		}
		switch {
		case !ours:
			fail(http.StatusMisdirectedRequest)
		case (!ofAPI || s.Local != nil) && crossOrigin.Check(r) != nil: // the API changes nothing
			fail(http.StatusForbidden)
		case !s.Limits.Address.Allow(s.Client(r)):
			w.Header().Set("Retry-After", "1")
			fail(http.StatusTooManyRequests)
		default:
			most := int64(board.MaxBody)
			switch {
			case s.Local != nil && s.Local.Admin && r.URL.Path == pages.Uploads:
				most += pages.MaxUpload
			case r.URL.Path == pages.Pasting:
				most = pages.MaxPasting
			}
			r.Body = http.MaxBytesReader(w, r.Body, most)
			next.ServeHTTP(w, r)
		}
	})
}
