package web

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/web/signin"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
)

// serveLogin starts the server again, with a stand-in for Discord to sign in with.
func (s *testSite) serveLogin(api string) {
	s.t.Helper()
	at, err := url.Parse(api)
	must(s.t, err)
	s.stop()
	s.serve("127.0.0.1:0", func(c *Config) {
		c.OAuth = signin.OAuth{ClientID: discordtest.ClientID, ClientSecret: discordtest.ClientSecret, API: at}
	})
}

// signIn begins to sign in and returns the address at Discord.
func (b *browser) signIn() string {
	b.t.Helper()
	b.get("/login").want(http.StatusOK).holds("We ask for nothing else")
	to := b.post("/login").want(http.StatusSeeOther).Header.Get("Location")
	if !strings.HasPrefix(to, "https://discord.com/oauth2/authorize?") {
		b.t.Fatalf("it leads to %q", to)
	}
	return to
}

// comeBack follows the address with which Discord sends a player back, and returns what its form holds.
func comeBack(t *testing.T, address string) (path string, fields []string) {
	t.Helper()
	u, err := url.Parse(address)
	must(t, err)
	return u.Path + "?" + u.RawQuery, []string{"code", u.Query().Get("code"), "state", u.Query().Get("state")}
}

// A player signs in with Discord, whose token is given back at once; only the browser that began can end
// it, with a code that counts once.
func TestOAuth(t *testing.T) {
	discord := discordtest.Start(t)
	s := newSite(t)
	game := s.play(ann)
	s.serveLogin(discord.URL)
	user := discordtest.User{ID: ann.ID, Name: "Ann", Guilds: map[string]string{guild: "Here"}}
	b := s.browser()
	path, fields := comeBack(t, discord.Authorize(user, b.signIn()))
	for range 2 {
		b.get(path).want(http.StatusOK).holds(fields[1])
	}
	b.get("/profile").want(http.StatusUnauthorized) // a GET signs nobody in

	attacker := s.browser()
	attacker.signIn()
	attacker.get(path).want(http.StatusBadRequest)
	attacker.post("/login/done", fields...).want(http.StatusBadRequest)
	s.browser().post("/login/done", fields...).want(http.StatusBadRequest)

	b.post("/login/done", fields...).want(http.StatusSeeOther)
	if b.state(game).Game != game {
		t.Error("Ann's game is not there")
	}
	b.post("/login/done", fields...).want(http.StatusBadRequest)
	if usable, revoked := discord.Tokens(); usable != 0 || revoked != 1 {
		t.Errorf("%d tokens can be used, %d were revoked", usable, revoked)
	}
	other := s.browser()
	_, made := comeBack(t, discord.Authorize(user, other.signIn()))
	other.post("/login/done", "code", "made-up", "state", made[3]).want(http.StatusBadGateway)
	other.get("/profile").want(http.StatusUnauthorized)
}

// Codes are tried no more often than links: each try is a request of the bot to Discord, which bans those
// who send too many bad ones.
func TestOAuthIsLimited(t *testing.T) {
	discord := discordtest.Start(t)
	s := newSite(t)
	s.serveLogin(discord.URL)
	s.Limits.Link = site.NewLimiter(0, 1)
	b := s.browser()
	for _, status := range []int{http.StatusBadGateway, http.StatusTooManyRequests} {
		_, fields := comeBack(t, b.signIn()+"&code=made-up")
		b.post("/login/done", fields...).want(status)
	}
}

// A token that Discord does not take back keeps no player out.
func TestOAuthWithoutRevocation(t *testing.T) {
	discord := discordtest.Start(t)
	to, err := url.Parse(discord.URL)
	must(t, err)
	to.Path = ""
	passOn := httputil.NewSingleHostReverseProxy(to)
	between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/revoke") {
			http.Error(w, "not now", http.StatusBadGateway)
			return
		}
		passOn.ServeHTTP(w, r)
	}))
	defer between.Close()
	s := newSite(t)
	s.serveLogin(between.URL + "/api/v10")
	b := s.browser()
	_, fields := comeBack(t, discord.Authorize(discordtest.User{ID: ann.ID, Name: "Ann"}, b.signIn()))
	b.post("/login/done", fields...).want(http.StatusSeeOther)
	b.get("/").want(http.StatusOK)
}

// A player of several servers chooses one, by links that work once; servers that they left, that the bot
// left, or that it was never on, are not among them.
func TestOAuthChoosesServer(t *testing.T) {
	discord := discordtest.Start(t)
	s := newSite(t)
	const second, left, departed, strange = "100000000000000008", "100000000000000009", "100000000000000010", "100000000000000011"
	game := s.play(ann)
	for _, g := range []string{second, left, departed} {
		s.solveDaily(ann, g)
	}
	must(t, s.store.GuildLeft(t.Context(), departed))
	s.serveLogin(discord.URL)
	user := discordtest.User{ID: ann.ID, Name: "Ann", Guilds: map[string]string{
		guild: "First <b>", second: "Second", departed: "Departed", strange: "Strange",
	}}
	b := s.browser()
	_, fields := comeBack(t, discord.Authorize(user, b.signIn()))
	page := b.post("/login/done", fields...).want(http.StatusOK).holds("First &lt;b&gt;").holds("Second")
	if strings.Contains(page.body, "Departed") || strings.Contains(page.body, "Strange") || strings.Contains(page.body, "100000") {
		t.Errorf("it offers other servers: %s", page.body)
	}
	b.get("/profile").want(http.StatusUnauthorized) // nothing is chosen yet
	form := regexp.MustCompile(`action="\.\.(/play/[^"]+)"><button name="do" value="enter">First`).FindStringSubmatch(page.body)
	if form == nil {
		t.Fatalf("no form: %s", page.body)
	}
	b.get(form[1]).want(http.StatusOK)
	b.post(form[1], "do", "enter").want(http.StatusSeeOther)
	if b.state(game).Game != game {
		t.Error("the game of the chosen server is not there")
	}
	s.browser().post(form[1], "do", "enter").want(http.StatusGone)
}

// Without an application there is no such way in.
func TestNoOAuth(t *testing.T) {
	s := newSite(t)
	s.browser().get("/login").want(http.StatusNotFound)
	s.browser().post("/login").want(http.StatusNotFound)
	s.browser().post("/login/done", "code", "x", "state", "").want(http.StatusBadRequest)
	if _, err := New(Config{Config: site.Config{URL: "https://example.org"}, OAuth: signin.OAuth{ClientID: "1"}}); err == nil {
		t.Error("an application without a secret is taken")
	}
}
