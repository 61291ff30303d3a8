package web

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/archive/people"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// A server for one player knows the sessions that it began alone, and the rights of an admin are the
// player's where they were started with them. No link gives any. The link of another is left to them.
func TestLocal(t *testing.T) {
	s := newSite(t)
	for _, address := range []string{"0.0.0.0:0", ":0", "[::]:0", "example.org:80", "127.0.0.1"} {
		if _, err := site.ListenLocally(address); err == nil {
			t.Errorf("it listens at %s", address)
		}
	}
	others := s.link(bob)
	s.local(true)
	b, link := s.browser(), s.address()
	b.get("/profile").want(http.StatusUnauthorized).holds("gridkeeper web")
	b.get(link).want(http.StatusOK).holds("enter-")
	b.get(others).want(http.StatusGone)
	b.post(others, "do", "enter").want(http.StatusGone)
	to := b.post(link, "do", "enter").want(http.StatusSeeOther).Header.Get("Location")
	b.get(strings.TrimPrefix(to, "..")).want(http.StatusOK).holds(`href="./profile"`)
	b.get("/sessions").want(http.StatusOK).holds("the games of Ann")
	if _, err := s.store.Link(t.Context(), strings.TrimPrefix(others, "/play/")); err != nil {
		t.Errorf("the link of another player: %v", err)
	}

	token, err := s.store.AddSession(t.Context(), people.Link{Player: ann, GuildID: "terminal"}, "")
	must(t, err)
	stranger := s.browser()
	r := stranger.request(http.MethodGet, "/", nil)
	r.AddCookie(&http.Cookie{Name: s.CookieName(), Value: token})
	stranger.do(r).want(http.StatusUnauthorized)
}

// Another user of the machine, who listens at another port, gets no cookie of the local player by leading
// their browser there: not under the addresses of the machine, and the name of the pages is not to be guessed.
func TestLocalCookieStaysHere(t *testing.T) {
	s := newSite(t)
	s.local(false)
	for _, isPlain := range []bool{false, true} {
		address, plain, err := s.Server.Address(t.Context())
		must(t, err)
		if isPlain {
			address = plain
		}
		u, err := url.Parse(address)
		must(t, err)
		if isPlain != (u.Host == s.at) || isPlain == strings.HasSuffix(u.Hostname(), ".localhost") {
			t.Errorf("the address is %s", address)
		}
		b := s.browser()
		base, link, _ := strings.Cut(address, "/play/")
		s.base = base
		entered := b.post("/play/"+link, "do", "enter").want(http.StatusSeeOther)
		b.get("/sessions").want(http.StatusOK).holds("the games of Ann")
		c := entered.Cookies()[0]
		if c.SameSite != http.SameSiteStrictMode || !c.HttpOnly || c.MaxAge != 0 || !c.Expires.IsZero() {
			t.Errorf("the cookie is %v", c)
		}
		for _, elsewhere := range []string{"http://127.0.0.1:1/", "http://localhost:1/play/x", "http://other.localhost:1/", "http://[::1]:1/"} {
			to, err := url.Parse(elsewhere)
			must(t, err)
			if sent := b.client.Jar.Cookies(to); len(sent) > 0 {
				t.Errorf("%s gets %v", elsewhere, sent)
			}
		}
		s.base = "http://" + s.at
		b.get("/").want(http.StatusMisdirectedRequest)
	}
}

// What the local player's browsers have ends with the process: another one takes none of it, and the
// database has no session left.
func TestLocalSessionEndsWithProcess(t *testing.T) {
	s := newSite(t)
	b := s.local(false)
	b.get("/").want(http.StatusOK)
	name, token := s.CookieName(), cookieOf(b)
	s.stop()
	if all, err := s.store.Sessions(t.Context(), ann.ID); err != nil || len(all) > 0 {
		t.Errorf("after the end there are the sessions %v, %v", all, err)
	}
	s.local(false)
	again := s.browser()
	r := again.request(http.MethodGet, "/", nil)
	r.AddCookie(&http.Cookie{Name: name, Value: token})
	again.do(r).want(http.StatusUnauthorized)
}

// cookieOf returns the token of a browser's session.
func cookieOf(b *browser) string {
	b.t.Helper()
	all := b.client.Jar.Cookies(b.request(http.MethodGet, "/", nil).URL)
	if len(all) != 1 {
		b.t.Fatalf("the browser has %d cookies", len(all))
	}
	return all[0].Value
}
