package web

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/logs"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/bot/web/pages"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// Every answer has the headers that keep other sites, caches and frames out, errors too. Pages have no
// script of their own, for the policy allows none.
func TestHeaders(t *testing.T) {
	s := newSite(t).openArchive()
	game := s.play(ann)
	b := s.signedIn(ann)
	for _, path := range []string{"/", "/sessions", "/dailies", "/dailies/" + day(0), "/boards", "/profile", "/techniques", "/techniques/x-wing", "/rate?puzzle=" + sudokutest.Moler, "/settings", "/login", "/daily", "/puzzles", "/puzzles/" + keyOf(sudokutest.Moler), "/puzzles/x", "/growth", fmt.Sprintf("/games/%d", game), "/nowhere", s.link(ann), "/play/x"} {
		g := b.get(path)
		for name, want := range map[string]string{
			"Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
		} {
			if got := g.Header.Get(name); got != want {
				t.Errorf("%s: %s: %q, want %q", path, name, got, want)
			}
		}
		policy := g.Header.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy %q lacks %s", path, policy, part)
			}
		}
		if strings.Contains(policy, "unsafe") || strings.Contains(g.body, "<script>") || strings.Contains(g.body, " onclick") || strings.Contains(g.body, " style=") {
			t.Errorf("%s: there is script or style that the policy forbids, or it forbids none: %q", path, policy)
		}
	}
}

// Assets may be kept for ever, under names that change with them.
func TestAssets(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	for _, page := range []string{"/", fmt.Sprintf("/games/%d", game)} {
		body := b.get(page).body
		_, after, found := strings.Cut(body, "assets/")
		if !found {
			t.Fatalf("%s asks for no asset", page)
		}
		name, _, _ := strings.Cut(after, `"`)
		g := s.browser().get("/assets/" + name).want(http.StatusOK)
		if !strings.Contains(g.Header.Get("Cache-Control"), "immutable") || g.Header.Get("Content-Type") == "application/octet-stream" {
			t.Errorf("%s: %v", name, g.Header)
		}
	}
	if g := s.browser().get("/favicon.ico").want(http.StatusOK).holds("<svg"); g.Header.Get("Content-Type") != "image/svg+xml" {
		t.Errorf("the icon is %v", g.Header)
	}
	b.get(gamePath(game, "hint")).want(http.StatusOK)
	for _, none := range []string{"anything", "post/x", "hint%20", "{wish}"} {
		b.get(gamePath(game, none)).want(http.StatusNotFound)
	}
	for _, name := range []string{"x", "pages.css", "..%2fserver.go"} {
		s.browser().get("/assets/" + name).want(http.StatusNotFound)
	}
}

// A name that leads to this machine and is not the server's, as after DNS rebinding, gets nothing.
func TestHost(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	port := s.base[strings.LastIndex(s.base, ":"):]
	for _, host := range []string{"evil.example" + port, "evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example" + port, "[::1]" + port, "127.0.0.1" + port + ".evil.example", ""} {
		r := b.request(http.MethodGet, "/", nil)
		r.Host = host
		if host == "" {
			continue // the client would fill it in
		}
		b.do(r).want(http.StatusMisdirectedRequest)
	}
	b.get("/").want(http.StatusOK)
}

// Requests that another site has a browser send do nothing; nor does a GET.
func TestForgedRequests(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	link := s.link(bob)
	state := b.state(game)
	for _, header := range []http.Header{
		{"Origin": {"https://evil.example"}}, {"Origin": {"null"}}, {"Origin": {"http://127.0.0.1:1"}},
		{"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}},
		{"Sec-Fetch-Site": {"cross-site"}, "Origin": {s.base}},
	} {
		for path, form := range map[string]string{
			"/daily/hint": "", "/daily/join": "", "/daily/theme": "theme=dark",
			gamePath(game, "moves"): "id=a&revision=0&mode=digit&cell=r1c2&digit=1", gamePath(game, "hint"): "id=b&revision=0",
			"/games": "command=play&shape=shidoku", "/sessions": "end=all", "/settings": "look=light", "/archive/search": "save=x&clues=18", "/archive/import/decision": "verb=import&number=1", pages.Uploads: "", link: "do=enter", "/login": "",
		} {
			r := b.request(http.MethodPost, path, strings.NewReader(form))
			r.Header = header.Clone()
			r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			b.do(r).want(http.StatusForbidden)
		}
	}
	if after := b.state(game); after.Revision != state.Revision {
		t.Errorf("the game is at revision %d", after.Revision)
	}
	s.browser().get(link).want(http.StatusOK) // still unused
	for _, ours := range []http.Header{{"Origin": {s.base}}, {"Sec-Fetch-Site": {"same-origin"}, "Origin": {"null"}}} {
		r := b.request(http.MethodPost, gamePath(game, "hint"), strings.NewReader("id=ours&revision=0"))
		r.Header = ours.Clone()
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		b.do(r).want(http.StatusOK)
	}
}

// No GET changes anything in the archive, whoever asks for whatever is served.
func TestGetChangesNothing(t *testing.T) {
	s := newSite(t).openArchive()
	game := s.play(ann)
	b := s.signedIn(ann)
	link := s.link(ann)
	archivetest.Exec(t, s.url, `
		create table touched (name text);
		create function touch() returns trigger language plpgsql as $$ begin insert into touched values (tg_table_name); return null; end $$;
		do $$ declare t text; begin
			for t in select tablename from pg_tables where schemaname = 'public' and tablename <> 'touched' loop
				execute format('create trigger touched after insert or update or delete on %I for each statement execute function touch()', t);
			end loop;
		end $$`)
	for _, r := range s.routes {
		method, path, _ := strings.Cut(r.Pattern, " ")
		if method != http.MethodGet || strings.HasSuffix(path, "/events") {
			continue
		}
		path = strings.NewReplacer("{$}", "", "{game}", fmt.Sprint(game), "{token}", strings.TrimPrefix(link, "/play/"),
			"{name}", "x", "{wish}", "moves", "{date}", day(0), "{technique}", "x-wing", "{shape}", "6x6",
			"{key}", keyOf(sudokutest.Moler), "{part}", "1-0.xml").Replace(path)
		if strings.Contains(path, "{") {
			t.Fatalf("%s: the test does not know what to ask for", path)
		}
		for _, query := range []string{"", "?puzzle=" + sudokutest.Moler + "&step=1&look=light&period=week&tier=easy&file=x&id=a&revision=0&do=enter&command=play&end=all&digit=1&cell=r1c1&mode=digit&code=x&state=x"} {
			b.get(path + query)
			s.browser().get(path + query)
		}
	}
	for _, table := range []string{"game", "event", "player", "request", "web_link", "web_session", "note", "settings", "daily", "guild"} {
		if found := touched(t, s.url, table); found {
			t.Errorf("a GET changed the table %s", table)
		}
	}
	s.play(bob)
	if !touched(t, s.url, "game") {
		t.Error("the test does not see changes")
	}
}

// touched reports whether a table was changed.
func touched(t *testing.T, url, table string) bool {
	t.Helper()
	return slices.Contains(archivetest.Holding(t, url, table), "touched.name")
}

// What is too large is refused before it is read, and the rest of it is not waited for.
func TestLargeBodies(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	b := s.signedIn(ann)
	for _, kind := range []string{"application/json", "application/x-www-form-urlencoded"} {
		r := b.request(http.MethodPost, gamePath(game, "moves"), io.LimitReader(strings.NewReader(`{"id":"`+strings.Repeat("a", 10<<20)), 10<<20))
		r.Header.Set("Content-Type", kind)
		response, err := b.client.Do(r)
		if err != nil {
			continue // the connection was closed while the rest was sent
		}
		response.Body.Close()
		if response.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: %s", kind, response.Status)
		}
	}
	r := b.request(http.MethodGet, "/", nil)
	r.Header.Set("X-Large", strings.Repeat("a", 64<<10))
	b.do(r).want(http.StatusRequestHeaderFieldsTooLarge)
	b.get("/").want(http.StatusOK)
}

// Clients that send their request a byte now and then are let go, and others are served meanwhile.
func TestSlowloris(t *testing.T) {
	s := newSite(t)
	b := s.signedIn(ann)
	var slow []net.Conn
	for range 200 {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.base, "http://"))
		must(t, err)
		defer c.Close()
		_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: ") // on a busy machine it may be let go already
		slow = append(slow, c)
	}
	b.get("/").want(http.StatusOK)
	for _, c := range slow {
		must(t, c.SetReadDeadline(time.Now().Add(3*time.Minute)))
		if _, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Fatalf("a slow client is still connected: %v", err)
		}
	}
}

// An address or a session that asks too often, or that tries links, has to wait; others do not.
func TestRateLimits(t *testing.T) {
	s := newSite(t)
	s.play(ann)
	b, other := s.signedIn(ann), s.signedIn(bob)
	s.Limits.Player = site.NewLimiter(0, 5)
	for range 5 {
		b.get("/").want(http.StatusOK)
	}
	if g := b.get("/").want(http.StatusTooManyRequests); g.Header.Get("Retry-After") == "" {
		t.Error("it does not say when to come again")
	}
	other.get("/").want(http.StatusOK)

	s.Limits.Link = site.NewLimiter(0, 3)
	guesser := s.browser()
	for range 3 {
		guesser.get("/play/" + strings.Repeat("A", 43)).want(http.StatusGone)
	}
	guesser.get("/play/" + strings.Repeat("B", 43)).want(http.StatusTooManyRequests)
	guesser.post(s.link(ann), "do", "enter").want(http.StatusTooManyRequests)

	s.Limits.Address = site.NewLimiter(0, 1)
	other.get("/").want(http.StatusOK)
	other.get("/").want(http.StatusTooManyRequests)
}

// Behind TLS the cookie has the prefix with which browsers protect it, and a path before the pages is
// taken off or not, as the proxy does it.
func TestBehindProxy(t *testing.T) {
	s := newSite(t)
	game := s.play(ann)
	path := s.link(ann)
	server, err := New(Config{Config: site.Config{Store: s.store, Bot: s.bot, URL: "https://example.org/sudoku/"}})
	must(t, err)
	ask := func(method, path, cookie string) *http.Response {
		r := httptest.NewRequestWithContext(context.Background(), method, "http://example.org"+path, strings.NewReader("do=enter"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if cookie != "" {
			r.Header.Set("Cookie", cookie)
		}
		w := httptest.NewRecorder()
		server.handler.ServeHTTP(w, r)
		return w.Result()
	}
	answer := ask(http.MethodPost, "/sudoku"+path, "")
	cookie := answer.Header.Get("Set-Cookie")
	for _, part := range []string{"__Host-gridkeeper=", "; Path=/;", "; Secure", "; HttpOnly", "; SameSite=Lax"} {
		if !strings.Contains(cookie, part) {
			t.Errorf("the cookie %q lacks %s", cookie, part)
		}
	}
	if to := answer.Header.Get("Location"); to != fmt.Sprintf("../games/%d", game) {
		t.Errorf("it leads to %q", to)
	}
	value, _, _ := strings.Cut(cookie, ";")
	for _, path := range []string{"/sudoku/profile", "/profile", "/sudoku/games/1", "/games/1"} {
		if answer := ask(http.MethodGet, path, value); answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", path, answer.Status)
		}
		if answer := ask(http.MethodGet, path, strings.TrimPrefix(value, "__Host-")); answer.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s without the prefix: %s", path, answer.Status)
		}
	}
	for _, url := range []string{"", "example.org", "ftp://example.org", "http://example.org", "https://", "https://a:b@example.org", "https://example.org/?a=b"} {
		if _, err := New(Config{Config: site.Config{URL: url}}); err == nil {
			t.Errorf("%q can be a web.url", url)
		}
	}
}

// What is asked on a page is counted as the command that it is, and lines about it have its id.
func TestPagesAreWatched(t *testing.T) {
	s := &testSite{t: t, url: puzzles.URL(t)}
	s.store = s.open(s.url)
	m := metrics.New()
	var log bytes.Buffer
	s.serve("127.0.0.1:0", func(c *Config) { c.Metrics, c.Log = m, slog.New(logs.New(slog.NewTextHandler(&log, nil))) })
	game := s.play(ann)
	b := s.signedIn(ann)
	b.send(gamePath(game, "moves"), moves("a", 0, solution(t, b.state(game))[0]))
	families, err := m.Gather()
	must(t, err)
	for _, f := range families {
		if f.GetName() == "gridkeeper_answer_duration_seconds" && strings.Contains(f.Metric[0].String(), `"move"`) && strings.Contains(f.Metric[0].String(), `"browser"`) {
			families = nil
		}
	}
	if families != nil || testutil.CollectAndCount(m, "gridkeeper_answer_duration_seconds") != 1 {
		t.Errorf("a move is not counted: %v", families)
	}

	archivetest.Exec(t, s.url, `alter table game rename to gone`)
	b.get(fmt.Sprintf("/games/%d", game))
	if line := log.String(); !strings.Contains(line, `msg="web: a page failed"`) || !strings.Contains(line, `request="page `) {
		t.Errorf("the log: %s", line)
	}
}
