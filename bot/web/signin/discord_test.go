package signin

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

func TestMain(m *testing.M) { archivetest.Main(m) }

// serve serves the pages of a sign-in on a port of this machine, and returns their address.
func serve(t *testing.T, api *url.URL, transport http.RoundTripper, signInFor time.Duration) (base string) {
	t.Helper()
	mux := http.NewServeMux()
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	store := archivetest.New(t)
	unlimited := site.NewLimiter(1e6, 1e6)
	s, err := site.New(site.Config{Store: store, Bot: bot.New(store, bot.Config{}), URL: server.URL}, site.Limits{Link: unlimited, Player: unlimited})
	must(t, err)
	login, err := newDiscord(s, OAuth{ClientID: discordtest.ClientID, ClientSecret: discordtest.ClientSecret, API: api}, transport)
	must(t, err)
	login.signInFor = signInFor
	for _, route := range routes(login) {
		mux.HandleFunc(route.Pattern, s.Handler(route))
	}
	return server.URL
}

// signIn signs in with a new browser at a server, by the form with which Discord answers. It returns the status and
// the page.
func signIn(t *testing.T, base string, authorize func(address string) (back string)) (status int, page string) {
	t.Helper()
	jar, err := cookiejar.New(nil)
	must(t, err)
	client := &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	post := func(path string, form url.Values) *http.Response {
		answer, err := client.PostForm(base+path, form)
		must(t, err)
		t.Cleanup(func() { answer.Body.Close() })
		return answer
	}
	back, err := url.Parse(authorize(post("/login", nil).Header.Get("Location")))
	must(t, err)
	answer := post("/login/done", back.Query())
	text, err := io.ReadAll(answer.Body)
	must(t, err)
	return answer.StatusCode, string(text)
}

// A connection to Discord that fell silent keeps one player out, but not all later ones.
func TestOAuthOverSilentConnection(t *testing.T) {
	t.Parallel()
	discord := discordtest.Start(t)
	proxy, transport := discord.ProxyTLS(t)
	base := serve(t, proxy.API(), rest.NewTransport(transport), 2*time.Second)
	for _, want := range []int{http.StatusSeeOther, http.StatusBadGateway, http.StatusSeeOther} {
		status, _ := signIn(t, base, func(address string) string {
			return discord.Authorize(discordtest.User{ID: "100000000000001001", Name: "Ann"}, address)
		})
		if status != want {
			t.Fatalf("status %d, want %d", status, want)
		}
		if status == http.StatusSeeOther {
			proxy.Swallow(discordtest.All)
		}
	}
}

// When Discord hangs, all requests of a sign-in together have one time limit. The player sees that it failed,
// before the connection to them is cut.
func TestOAuthThatHangs(t *testing.T) {
	if signInFor+revokeFor >= site.WriteTimeout {
		t.Errorf("a sign-in may take %s, its answer %s", signInFor+revokeFor, site.WriteTimeout)
	}
	over := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "/token") {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write([]byte(`{"access_token": "x"}`))
			return
		}
		if !strings.HasSuffix(r.URL.Path, "/revoke") {
			<-over
		}
	}))
	defer hanging.Close()
	defer close(over)
	api, err := url.Parse(hanging.URL)
	must(t, err)
	base := serve(t, api, nil, 100*time.Millisecond)
	status, page := signIn(t, base, func(address string) string { return address + "&code=1" })
	if status != http.StatusBadGateway || !strings.Contains(page, "Discord") {
		t.Errorf("status %d: %s", status, page)
	}
}
