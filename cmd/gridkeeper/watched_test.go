package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// The real program is watched through an outage of its database.
func TestWatched(t *testing.T) {
	proxy := archivetest.NewProxy(t, archivetest.URL(t))
	stand := discordtest.Start(t)
	stand.Deadline = time.Minute // Discord's three seconds are short on a busy machine
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	log := serveWatched(t, stand, proxy.URL)
	address := log.await(t, "metrics: served")["address"].(string)
	if first, _, _ := strings.Cut(log.String(), "\n"); !strings.HasPrefix(first, "{") {
		t.Errorf("a log in JSON begins with %q", first)
	}

	sudokutest.Eventually(t, "the bot to be ready", func() bool { return get(t, address, "/readyz") == "200 ready: 1 of 1 shards connected\n" })
	if code, out := healthcheck(t, address); code != 0 || out != "ready: 1 of 1 shards connected\n" {
		t.Errorf("healthcheck: %d, %q", code, out)
	}
	if text := played(stand, channel); !strings.Contains(text, "Shidoku") {
		t.Fatalf("the answer to /play is %q", text)
	}
	wantMetrics(t, address, `gridkeeper_interactions_total{outcome="answered"} 1`, `gridkeeper_answer_duration_seconds_count{command="play",lane="quick"} 1`,
		`gridkeeper_database_up 1`, `gridkeeper_shard_connected{shard="0"} 1`, `gridkeeper_discord_calls_total{code="200",route="GET /users/@me"} 1`)
	if got := get(t, address, "/debug/pprof/cmdline"); !strings.HasPrefix(got, "404") {
		t.Errorf("the command line, perhaps with a password: %s", got)
	}
	if got := get(t, address, "/debug/pprof/goroutine?debug=1"); !strings.HasPrefix(got, "200") {
		t.Errorf("a profile: %.100s", got)
	}

	proxy.Close()
	ann := discordtest.User{ID: "1001", Name: "ann"}
	for range 10 {
		stand.Slash(ann, channel, "board", nil).Answer(t)
	}
	if got := get(t, address, "/readyz"); !strings.HasPrefix(got, "503 no PostgreSQL answers") {
		t.Errorf("without a database: %s", got)
	}
	if got := get(t, address, "/healthz"); got != "200 alive\n" {
		t.Errorf("without a database: %s", got)
	}
	if code, out := healthcheck(t, address); code != 1 || strings.Count(out, "\n") != 1 || !strings.Contains(out, "503") {
		t.Errorf("healthcheck without a database: %d, %q", code, out)
	}
	must(t, proxy.Open())
	sudokutest.Eventually(t, "the bot to be ready again", func() bool { return strings.HasPrefix(get(t, address, "/readyz"), "200") })

	if back := log.await(t, "database: connections are opened again"); back["level"] != "INFO" || !strings.HasSuffix(fmt.Sprint(back["after"]), "s") {
		t.Errorf("the return: %v", back)
	}
	if gone := log.await(t, "database: no connection can be opened"); gone["level"] != "WARN" || gone["error"] == nil {
		t.Errorf("the outage: %v", gone)
	}
	if failed := log.await(t, "a command failed"); failed["level"] != "WARN" || failed["request"] == nil {
		t.Errorf("a command: %v", failed)
	}
	for message, most := range map[string]int{"database: no connection can be opened": 1, "database: connections are opened again": 1, "a command failed": 3} {
		if n := log.count(message); n > most {
			t.Errorf("%d lines %q, want %d at most", n, message, most)
		}
	}
}

// The real program is watched through an outage of Discord: its gateway stays connected, and calls get no answer. The pages stay
// ready.
func TestDiscordIsWatched(t *testing.T) {
	stand := discordtest.Start(t)
	stand.Deadline = time.Minute
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	proxy := stand.Proxy(t)
	stand.URL = proxy.API().String()
	log := serveWatched(t, stand, archivetest.URL(t))
	address := log.await(t, "metrics: served")["address"].(string)
	sudokutest.Eventually(t, "the bot to be ready", func() bool { return strings.HasPrefix(get(t, address, "/readyz"), "200") })
	wantMetrics(t, address, "gridkeeper_discord_up 1")

	proxy.SwallowEach(func() (time.Duration, discordtest.Silence) { return 0, discordtest.All })
	proxy.Swallow(discordtest.All)
	stand.Slash(discordtest.User{ID: "1001", Name: "ann"}, channel, "play", nil)
	sudokutest.Eventually(t, "the bot not to be ready", func() bool {
		return strings.HasPrefix(get(t, address, "/readyz"), "503 calls to Discord have failed since 2")
	})
	wantMetrics(t, address, "gridkeeper_discord_up 0")
	if code, out := healthcheck(t, address); code != 1 || !strings.Contains(out, "calls to Discord have failed since") {
		t.Errorf("healthcheck: %d, %q", code, out)
	}
	if code, out := healthcheck(t, address, "--pages"); code != 0 || out != "ready: the database answers\n" {
		t.Errorf("healthcheck --pages: %d, %q", code, out)
	}
	if gone := log.await(t, "discord: calls fail"); gone["level"] != "WARN" || gone["error"] == nil {
		t.Errorf("the outage: %v", gone)
	}

	proxy.SwallowEach(nil)
	sudokutest.Eventually(t, "the bot to be ready again", func() bool { return strings.HasPrefix(get(t, address, "/readyz"), "200") })
	if back := log.await(t, "discord: calls are answered again"); back["level"] != "INFO" || !strings.HasSuffix(fmt.Sprint(back["after"]), "s") {
		t.Errorf("the return: %v", back)
	}
	if text := played(stand, channel); !strings.Contains(text, "Shidoku") {
		t.Errorf("the answer to /play is %q", text)
	}
}

// serveWatched runs serve on a database until the test ends, and returns its log.
func serveWatched(t *testing.T, stand *discordtest.Server, database string) *jsonLog {
	t.Helper()
	t.Setenv("GRIDKEEPER_DISCORD_TOKEN", stand.Token)
	t.Setenv("GRIDKEEPER_DISCORD_API_BASE_URL", stand.URL)
	log := new(jsonLog)
	ctx, stop := context.WithCancel(t.Context())
	exit := make(chan int, 1)
	go func() {
		args := []string{"serve", "--database-url", database, "--metrics-listen", "127.0.0.1:0", "--log-format", "json"}
		exit <- run(ctx, args, strings.NewReader(""), io.Discard, log)
	}()
	t.Cleanup(func() {
		stop()
		if code := <-exit; code != 0 {
			t.Errorf("serve ended with exit code %d", code)
		}
	})
	stand.AwaitReady(t)
	return log
}

// healthcheck runs the command and returns its exit code and all that it printed.
func healthcheck(t *testing.T, address string, flags ...string) (code int, printed string) {
	t.Helper()
	var out bytes.Buffer
	code = run(t.Context(), append([]string{"healthcheck", "--metrics-listen", address}, flags...), strings.NewReader(""), &out, &out)
	return code, out.String()
}

// get returns the status and the body at an address.
func get(t *testing.T, address, path string) string {
	t.Helper()
	response, err := http.Get("http://" + address + path)
	must(t, err)
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	must(t, err)
	return fmt.Sprint(response.StatusCode, " ", string(body))
}

// wantMetrics wants lines, which may be a moment in coming, and names and help by Prometheus's rules.
func wantMetrics(t *testing.T, address string, lines ...string) {
	t.Helper()
	text := ""
	sudokutest.Eventually(t, "the metrics "+strings.Join(lines, "\n"), func() bool {
		text = get(t, address, "/metrics")
		return !slices.ContainsFunc(lines, func(line string) bool { return !strings.Contains(text, "\n"+line+"\n") })
	})
	problems, err := promlint.New(strings.NewReader(strings.TrimPrefix(text, "200 "))).Lint()
	if err != nil || len(problems) > 0 {
		t.Errorf("%v, %v", problems, err)
	}
}

// jsonLog is a log in JSON.
type jsonLog struct{ sudokutest.Log }

// lines returns those with a message. Lines that are not JSON are not the log's.
func (l *jsonLog) lines(message string) (all []map[string]any) {
	for line := range strings.Lines(l.String()) {
		var decoded map[string]any
		if json.Unmarshal([]byte(line), &decoded) == nil && decoded["msg"] == message {
			all = append(all, decoded)
		}
	}
	return all
}

func (l *jsonLog) count(message string) int { return len(l.lines(message)) }

// await returns the first line with a message.
func (l *jsonLog) await(t *testing.T, message string) map[string]any {
	t.Helper()
	sudokutest.Eventually(t, "a line "+message, func() bool { return l.count(message) > 0 })
	return l.lines(message)[0]
}
