package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/board"
	"github.com/gridkeeper/gridkeeper/bot/web/game"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

var must = sudokutest.Must

func TestMain(m *testing.M) {
	if url := os.Getenv(serveVariable); url != "" {
		os.Exit(serveAndWait(url))
	}
	archivetest.Main(m)
}

// mini is a Shidoku.
const mini = "1.....3..2.....4"

var (
	ann = games.Player{ID: "100000000000001001", Name: "Ann"}
	bob = games.Player{ID: "100000000000001002", Name: "Bob"}
)

const guild = "100000000000000007"

// testSite is a server on an archive of its own, for players who come by link.
type testSite struct {
	t     testing.TB
	url   string // of the database
	store *archive.Store
	bot   *bot.Bot
	*Server
	base string
	at   string // address of the listener
	stop func()
}

// newSite serves an archive with a puzzle of each shape on a free port of this machine.
func newSite(t testing.TB) *testSite {
	t.Helper()
	url, set := archivetest.Clock(t, puzzles.URL(t))
	set(today)
	s := &testSite{t: t, url: url}
	s.store = s.open(url)
	s.serve("127.0.0.1:0", nil)
	return s
}

// today is the time on a site, which stands still. It is far in the future, since browsers drop cookies that are over
// by the machine's clock.
var today = time.Date(2096, 3, 1, 10, 0, 0, 0, time.UTC)

// puzzles has two of them, and a clock of its own.
var puzzles = &archivetest.Template{Fill: func(ctx context.Context, url string) error {
	if err := archivetest.OwnTime(ctx, url); err != nil {
		return err
	}
	store, err := archive.Open(ctx, url)
	if err != nil {
		return err
	}
	defer store.Close()
	_, err = store.ImportFile(ctx, importing.Options{Collection: "Test"}, strings.NewReader(mini+"\n"+sudokutest.Moler))
	return err
}}

// open returns another store on the database of the site, by its address or one that leads there.
func (s *testSite) open(url string) *archive.Store {
	return archivetest.Open(s.t, url).WithClock(func() time.Time { return today })
}

// serve starts a server; change may change its settings.
func (s *testSite) serve(address string, change func(*Config)) {
	s.t.Helper()
	listener, err := net.Listen("tcp", address)
	must(s.t, err)
	s.at = listener.Addr().String()
	s.base = "http://" + s.at
	s.bot = bot.New(s.store, bot.Config{WebURL: s.base, Now: s.store.Now})
	c := Config{Config: site.Config{Store: s.store, Bot: s.bot, URL: s.base}}
	if change != nil {
		change(&c)
	}
	s.Server, err = New(c)
	must(s.t, err)
	if c.Local != nil {
		s.base = s.Base.String()
	}
	s.Limits.Address = site.NewLimiter(1e6, 1e6) // all tests come from one address
	s.Limits.Link = site.NewLimiter(1e6, 1e6)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- s.Server.Serve(ctx, listener) }()
	stopped := false
	s.stop = func() {
		if !stopped {
			stopped = true
			cancel()
			must(s.t, <-done)
		}
	}
	s.t.Cleanup(s.stop)
}

// chat has the bot do something for a player, as a chat would.
func (s *testSite) chat(p games.Player, action chat.Action) chat.Reply {
	s.t.Helper()
	return s.bot.Handle(s.t.Context(), chat.Request{Player: p, Place: chat.Place{GuildID: guild, ChannelID: "42"}, Action: action})
}

func ask(command string, options ...string) chat.Ask {
	a := chat.Ask{Command: command, Options: map[string]string{}}
	for i := 0; i < len(options); i += 2 {
		a.Options[options[i]] = options[i+1]
	}
	return a
}

// play starts a game of a player in the chat.
func (s *testSite) play(p games.Player) int64 {
	s.t.Helper()
	reply := s.chat(p, ask("play", "shape", "shidoku"))
	if reply.Failed {
		s.t.Fatal(reply.Screen.Body)
	}
	return reply.Screen.GameID
}

// pass lets time pass in a game: what was done in it is longer ago.
func (s *testSite) pass(game int64, d time.Duration) {
	s.t.Helper()
	archivetest.Exec(s.t, s.url, fmt.Sprintf(`
		update game set started = started - interval '%[1]f seconds' where id = %[2]d;
		update event set at = at - interval '%[1]f seconds' where game = %[2]d`, d.Seconds(), game))
}

// link asks the bot for a link, as /profile does, and returns its path.
func (s *testSite) link(p games.Player) string {
	s.t.Helper()
	reply := s.chat(p, ask("profile", "show", "open"))
	if reply.Failed || !reply.Private {
		s.t.Fatalf("/profile: %s", reply.Screen.Body)
	}
	path, ok := strings.CutPrefix(reply.Screen.Rows[0][0].Link, s.base)
	if !ok {
		s.t.Fatalf("the link is %q, want one of %s", reply.Screen.Rows[0][0].Link, s.base)
	}
	return path
}

// browser is one with cookies of its own.
type browser struct {
	*testSite
	client *http.Client
}

func (s *testSite) browser() *browser {
	jar, err := cookiejar.New(nil)
	must(s.t, err)
	transport := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, s.at) // where browsers find the names below localhost
	}}
	s.t.Cleanup(transport.CloseIdleConnections)
	return &browser{s, &http.Client{Jar: jar, Transport: transport, Timeout: 3 * time.Minute,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// signedIn is a browser in which a player came by link.
func (s *testSite) signedIn(p games.Player) *browser {
	s.t.Helper()
	b := s.browser()
	b.post(s.link(p), "do", "enter").want(http.StatusSeeOther)
	return b
}

// got is an answer with its body.
type got struct {
	*http.Response
	t    testing.TB
	body string
}

func (b *browser) do(r *http.Request) got {
	b.t.Helper()
	response, err := b.client.Do(r)
	must(b.t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(b.t, err)
	return got{response, b.t, string(body)}
}

func (b *browser) request(method, path string, body io.Reader) *http.Request {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), method, b.base+path, body)
	must(b.t, err)
	return r
}

func (b *browser) get(path string) got {
	b.t.Helper()
	return b.do(b.request(http.MethodGet, path, nil))
}

// post sends a form of pairs.
func (b *browser) post(path string, fields ...string) got {
	b.t.Helper()
	form := url.Values{}
	for i := 0; i < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	r := b.request(http.MethodPost, path, strings.NewReader(form.Encode()))
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	return b.do(r)
}

// address returns the path of an address that lets the local player in.
func (s *testSite) address() string {
	s.t.Helper()
	address, _, err := s.Server.Address(s.t.Context())
	must(s.t, err)
	return strings.TrimPrefix(address, s.base)
}

// send sends JSON and reads the answer.
func (b *browser) send(path string, body any) (got, board.Answer) {
	b.t.Helper()
	text, err := json.Marshal(body)
	must(b.t, err)
	r := b.request(http.MethodPost, path, bytes.NewReader(text))
	r.Header.Set("Content-Type", "application/json")
	g := b.do(r)
	var a board.Answer
	if err := json.Unmarshal([]byte(g.body), &a); err != nil {
		b.t.Fatalf("%s: %s: %s", path, g.Status, g.body)
	}
	return g, a
}

// state asks for a game as data.
func (b *browser) state(game int64) (state board.State) {
	b.t.Helper()
	r := b.request(http.MethodGet, fmt.Sprintf("/games/%d", game), nil)
	r.Header.Set("Accept", "application/json")
	must(b.t, json.Unmarshal([]byte(b.do(r).want(http.StatusOK).body), &state))
	return state
}

// readState returns a game as the boards that are open get it.
func readState(t testing.TB, s *site.Site, id int64) board.State {
	t.Helper()
	state, err := game.Reader(s)(t.Context(), id, "en")
	must(t, err)
	return state
}

// want checks the status of an answer.
func (g got) want(status int) got {
	g.t.Helper()
	if g.StatusCode != status {
		g.t.Fatalf("%s %s: %s, want %d: %.300s", g.Request.Method, g.Request.URL.Path, g.Status, status, g.body)
	}
	return g
}

func (g got) holds(text string) got {
	g.t.Helper()
	if !strings.Contains(g.body, text) {
		g.t.Errorf("%s %s holds no %q: %.600s", g.Request.Method, g.Request.URL.Path, text, g.body)
	}
	return g
}

func (g got) lacks(text string) got {
	g.t.Helper()
	if strings.Contains(g.body, text) {
		g.t.Errorf("%s %s holds %q: %.600s", g.Request.Method, g.Request.URL.Path, text, g.body)
	}
	return g
}

func moves(id string, revision int, moves ...string) board.Batch {
	return board.Batch{ID: id, Revision: revision, Moves: moves}
}

func gamePath(game int64, what string) string { return fmt.Sprintf("/games/%d/%s", game, what) }
