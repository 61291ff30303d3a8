package monitor

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/metrics"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

func TestMain(m *testing.M) { archivetest.Main(m) }

// watching returns what a process on a store is watched by.
func watching(store *archive.Store) Config {
	return Config{Store: store, Metrics: metrics.New(), Version: "v1", Schema: 1, Log: slog.New(slog.DiscardHandler)}
}

// ask returns an answer.
func ask(t *testing.T, h http.Handler, path string) *httptest.ResponseRecorder {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequestWithContext(t.Context(), http.MethodGet, path, http.NoBody))
	return w
}

// A bot is ready once all of its shards are connected, while the database answers, and until it stops.
func TestReady(t *testing.T) {
	proxy := archivetest.NewProxy(t, archivetest.URL(t))
	c := watching(archivetest.Open(t, proxy.URL))
	ctx, stop := context.WithCancel(t.Context())
	h := c.handler(ctx)
	want := func(status int, line string) {
		t.Helper()
		if got := ask(t, h, "/readyz"); got.Code != status || !strings.HasPrefix(got.Body.String(), line) {
			t.Errorf("%d %s, want %d %s", got.Code, got.Body, status, line)
		}
	}
	want(503, "0 of 0 shards connected")
	one, two := c.Metrics.Shard(0, 2), c.Metrics.Shard(1, 2)
	one.Connected()
	want(503, "1 of 2 shards connected")
	two.Connected()
	want(200, "ready: 2 of 2 shards connected")
	c.Metrics.Unanswered(time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC))
	want(503, "calls to Discord have failed since 2026-03-01T09:00:00Z")
	if got := ask(t, h, "/readyz/pages"); got.Code != 200 || got.Body.String() != "ready: the database answers\n" {
		t.Errorf("pages without Discord: %d %s", got.Code, got.Body)
	}
	c.Metrics.Unanswered(time.Time{})
	want(200, "ready: 2 of 2 shards connected")
	proxy.Close()
	want(503, "") // which of the reasons depends on who notices first
	if got := ask(t, h, "/healthz"); got.Code != 200 || got.Body.String() != "alive\n" {
		t.Errorf("without a database: %d %s", got.Code, got.Body)
	}
	if got := ask(t, h, "/readyz/pages"); got.Code != 503 {
		t.Errorf("pages without a database: %d %s", got.Code, got.Body)
	}
	must(t, proxy.Open())
	want(200, "ready: 2 of 2 shards connected")
	stop()
	want(503, "stopping")
}

// However often it is asked, the database is asked once in some seconds.
func TestDatabaseIsReadRarely(t *testing.T) {
	c := watching(archivetest.New(t))
	c.register()
	read := func() int64 {
		if _, err := c.Metrics.Gather(); err != nil {
			t.Fatal(err)
		}
		return c.Store.Pool().AcquireCount()
	}
	first := read()
	for range 20 {
		if now := read(); now != first {
			t.Fatalf("the database was asked %d times more", now-first)
		}
	}
}

// Without the database there are no numbers of it, rather than old ones.
func TestNoOldNumbers(t *testing.T) {
	proxy := archivetest.NewProxy(t, archivetest.URL(t))
	c := watching(archivetest.Open(t, proxy.URL))
	all := &collector{Config: c}
	before := testutil.CollectAndCount(all)
	all.at = time.Time{}
	proxy.Close()
	want := "# HELP gridkeeper_database_up Whether the database answered when it was read last, within 2 s.\n" +
		"# TYPE gridkeeper_database_up gauge\ngridkeeper_database_up 0\n"
	if err := testutil.CollectAndCompare(all, strings.NewReader(want), "gridkeeper_database_up", "gridkeeper_schema_version", "gridkeeper_posts_due", "gridkeeper_jobs"); err != nil {
		t.Error(err)
	}
	if after := testutil.CollectAndCount(all); after >= before {
		t.Errorf("%d numbers, %d with a database", after, before)
	}
}

// A schedule that asks for puzzles that are not there is counted by what it lacks.
func TestGuildsWithoutPuzzle(t *testing.T) {
	store := archivetest.New(t)
	guild := daily.NewGuild("7")
	guild.ChannelID, guild.Scheduled = "42", true
	guild.Shapes[time.Saturday] = sudoku.SixBySix
	must(t, store.SaveGuild(t.Context(), guild))
	want := ""
	for _, shape := range []string{"sudoku", "6x6"} {
		for _, tier := range []string{"singletons", "hidden", "locked", "x-wing", "guessing"} {
			count := 0
			if tier != "guessing" && (shape == "6x6") == (tier == "x-wing") { // Saturday's, alone
				count = 1
			}
			want += fmt.Sprintf("gridkeeper_guilds_without_puzzle{collections=\"all\",shape=%[3]q,tier=%[1]q} %[2]d\ngridkeeper_guilds_without_puzzle{collections=\"chosen\",shape=%[3]q,tier=%[1]q} 0\n", tier, count, shape)
		}
	}
	want = "# HELP gridkeeper_guilds_without_puzzle Guilds whose schedule asks for a shape and a tier of which there is no puzzle: among all collections that they may use, or among the chosen.\n" +
		"# TYPE gridkeeper_guilds_without_puzzle gauge\n" + want
	if err := testutil.CollectAndCompare(&collector{Config: watching(store)}, strings.NewReader(want), "gridkeeper_guilds_without_puzzle"); err != nil {
		t.Error(err)
	}
}

func TestAsk(t *testing.T) {
	c := watching(archivetest.New(t))
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	must(t, err)
	address := listener.Addr().String()
	stop := Start(t.Context(), c, listener)
	_, port, _ := net.SplitHostPort(address)
	if state, err := Ask(t.Context(), ":"+port, "/healthz"); err != nil || state != "alive" {
		t.Errorf("%q, %v", state, err)
	}
	_, err = Ask(t.Context(), address, "/readyz")
	sudokutest.WantError(t, err, "answers 503: 0 of 0 shards connected")
	stop()
	_, err = Ask(t.Context(), address, "/healthz")
	sudokutest.WantError(t, err, "nothing answers at "+address)
}
