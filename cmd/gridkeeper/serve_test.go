package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// The real command, on a private PostgreSQL and a stand-in Discord behind TLS, plays.
func TestServe(t *testing.T) {
	t.Setenv("GRIDKEEPER_DATA_DIR", archivetest.Dir(t))
	wantPlay(t, "--private-database")
}

// So it does behind PgBouncer in transaction mode; imports and what takes them back use the server itself as well.
func TestServePooled(t *testing.T) {
	archivetest.Program(t, "pgbouncer")
	database := archivetest.URL(t)
	pooler, err := archivetest.StartPooler(filepath.Join(archivetest.Dir(t), "pgbouncer"), database)
	must(t, err)
	stop := sync.OnceFunc(func() { _ = pooler.Stop() }) // it may have ended
	t.Cleanup(stop)
	t.Setenv("GRIDKEEPER_DATABASE_URL", database)
	t.Setenv("GRIDKEEPER_DATABASE_POOLER", pooler.URL(database))
	wantPlay(t)
	for _, args := range [][]string{{"import", "../../archive/starter/shidoku.txt", "--collection", "twice"}, {"import", "revert", "2"}, {"doctor"}} {
		if code, out := runs(t, args...); code != 0 {
			t.Errorf("%q: exit code %d, %s", args, code, out)
		}
	}
	stop()
	if code, out := runs(t, "stats"); code != 1 || !strings.Contains(out, "no PostgreSQL answers at "+pooler.Dir()) {
		t.Errorf("without the pooler: exit code %d, %s", code, out)
	}
}

// wantPlay has serve play on the database that the environment names.
func wantPlay(t *testing.T, flags ...string) {
	t.Helper()
	stand, authority := discordtest.StartTLS(t)
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	var log bytes.Buffer
	serve := exec.Command("gridkeeper", append([]string{"serve", "--metrics-listen", "off"}, flags...)...)
	serve.Stderr = &log
	serve.Env = append(os.Environ(), "SSL_CERT_FILE="+authority,
		"GRIDKEEPER_DISCORD_TOKEN="+stand.Token, "GRIDKEEPER_DISCORD_API_BASE_URL="+stand.URL)
	must(t, serve.Start())
	t.Cleanup(func() { _ = serve.Process.Kill() })
	stand.AwaitReady(t)

	if text := played(stand, channel); !strings.Contains(text, "Shidoku") {
		t.Errorf("the answer to /play is %q", text)
	}
	stand.Reconnect()
	stand.Await(t, "the session to be resumed", func() bool { _, resumed := stand.Connections(); return resumed == 1 })

	if err := errors.Join(serve.Process.Signal(syscall.SIGTERM), serve.Wait()); err != nil {
		t.Errorf("serve ended with %v:\n%s", err, &log)
	}
}

// played asks for a Shidoku, and returns the answer. On a busy machine the bot may not answer within the
// three seconds that it knows Discord to wait: then it is asked again.
func played(stand *discordtest.Server, channel string) (text string) {
	ann := discordtest.User{ID: "1001", Name: "ann"}
	for range 20 {
		call := stand.Slash(ann, channel, "play", map[string]string{"shape": "shidoku"})
		for range 500 {
			if replies := stand.Replies(call); len(replies) > 0 {
				return replies[0].Text()
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	return "none"
}

// With the settings for it, serve does shared work beside the bot, and keeps the floor under the
// tiers; another program that uses the same private server sees how far it is.
func TestServeWorks(t *testing.T) {
	stand := discordtest.Start(t)
	t.Setenv("GRIDKEEPER_DATA_DIR", archivetest.Dir(t))
	t.Setenv("GRIDKEEPER_DISCORD_TOKEN", stand.Token)
	t.Setenv("GRIDKEEPER_DISCORD_API_BASE_URL", stand.URL)
	t.Setenv("GRIDKEEPER_WORK_IN_SERVE", "1")
	t.Setenv("GRIDKEEPER_WORK_STOCK_PER_TIER", "368") // the starter collection has 366 of each tier

	ctx, stop := context.WithCancel(t.Context())
	exit := make(chan int, 1)
	go func() {
		exit <- run(ctx, []string{"serve", "--private-database", "--metrics-listen", "off"}, strings.NewReader(""), io.Discard, io.Discard)
	}()
	var out strings.Builder
	for range 600 {
		out.Reset()
		if run(t.Context(), []string{"jobs"}, strings.NewReader(""), &out, io.Discard); strings.Count(out.String(), "finished") == 5 {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if text := out.String(); strings.Count(text, "finished") != 5 || !strings.Contains(text, "machines: 1 with 1 workers") {
		t.Errorf("the work is:\n%s", text)
	}
	stop()
	if code := <-exit; code != 0 {
		t.Errorf("serve ended with exit code %d", code)
	}
}
