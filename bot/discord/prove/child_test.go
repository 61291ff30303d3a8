package prove

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord"
	"github.com/gridkeeper/gridkeeper/bot/discord/gateway"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/sudokutest"
)

// childVariable is set in the environment of a child: this test binary as a whole bot.
const childVariable = "GRIDTEST_PROVE_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		beChild()
		return
	}
	// The cases wait most of the time. -parallel still has the last word.
	if err := flag.Set("test.parallel", "6"); err != nil {
		panic(err)
	}
	archivetest.Main(m)
}

// life is what a child gets from its parent.
type life struct {
	Database, Token           string
	API                       *url.URL
	Gateway                   string // where not empty, instead of the stand-in's own
	Authority                 string // whose certificates are trusted, a PEM file; "": the system's
	Lease                     time.Duration
	AnswerIn, DeferAfter      time.Duration // 0: the default
	IdentifyEvery, ShardLease time.Duration // 0: the default
	Dies                      moment
	At                        string // in the path or the body of the call at which it dies; "": any
}

// moment is when a bot dies by kill -9 in the course of a daily post.
type moment string

const (
	beforeLedger moment = "before the ledger has it"
	beforeClaim  moment = "in the ledger, not claimed"
	beforePost   moment = "claimed, before the POST"
	beforeAnswer moment = "after the POST, before the answer" // killed from outside
	beforeCommit moment = "after the answer, before the commit"
	afterCommit  moment = "after the commit"
)

// moments are in the order in which a post goes through them.
var moments = []moment{beforeLedger, beforeClaim, beforePost, beforeAnswer, beforeCommit, afterCommit}

// beChild serves until it is killed.
func beChild() {
	var l life
	if err := json.Unmarshal([]byte(os.Getenv(childVariable)), &l); err != nil {
		panic(err)
	}
	store, err := archivetest.Connect(context.Background(), l.Database)
	if err != nil {
		panic(err)
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	config := discord.Config{
		Token: l.Token, API: l.API, AnnounceEvery: 50 * time.Millisecond,
		Store: store, Limits: interact.Limits{AnswerIn: l.AnswerIn, DeferAfter: l.DeferAfter},
		Timing: gateway.Timing{RetryAfter: 50 * time.Millisecond, IdentifyEvery: l.IdentifyEvery, ShardLease: l.ShardLease},
	}
	if l.Gateway != "" || l.Dies != "" {
		config.Transport = transport{l}
	}
	b := bot.New(store, bot.Config{Lease: l.Lease, Log: log, Ledger: mortal{store, l.Dies}})
	if err := discord.Serve(context.Background(), config, b, log); err != nil {
		panic(err)
	}
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// mortal is a ledger whose process dies at a moment.
type mortal struct {
	*archive.Store
	dies moment
}

// AddPost implements [handler.Ledger].
func (m mortal) AddPost(ctx context.Context, d daily.Daily, channelID string, beside ...sudoku.Shape) error {
	if m.dies == beforeLedger {
		die()
	}
	err := m.Store.AddPost(ctx, d, channelID, beside...)
	if m.dies == beforeClaim {
		die()
	}
	return err
}

// Complete implements [handler.Ledger].
func (m mortal) Complete(ctx context.Context, p daily.Post, owner, messageID string) error {
	err := m.Store.Complete(ctx, p, owner, messageID)
	if m.dies == afterCommit {
		die()
	}
	return err
}

// transport carries REST calls, answers where the gateway is, and kills the process at its moment.
type transport struct{ life life }

// RoundTrip implements [http.RoundTripper].
func (t transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if t.life.Gateway != "" && strings.Contains(r.URL.Path, "/gateway") {
		const session = `{"total":1000,"remaining":1000,"reset_after":0,"max_concurrency":1}`
		body := fmt.Sprintf(`{"url":%q,"shards":1,"session_start_limit":%s}`, t.life.Gateway, session)
		return &http.Response{
			StatusCode: http.StatusOK, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Request: r,
			Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)),
		}, nil
	}
	posts := r.Method == http.MethodPost && strings.Contains(r.URL.Path, "/channels/") && t.life.isAbout(r)
	if posts && t.life.Dies == beforePost {
		die()
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if posts && err == nil && t.life.Dies == beforeCommit {
		_, _ = io.ReadAll(resp.Body)
		die()
	}
	return resp, err
}

// isAbout reports whether a call is one at which the bot may die.
func (l life) isAbout(r *http.Request) bool {
	if l.At == "" || strings.Contains(r.URL.Path, l.At) {
		return true
	}
	if r.GetBody == nil {
		return false
	}
	body, err := r.GetBody()
	if err != nil {
		return false
	}
	sent, err := io.ReadAll(body)
	return err == nil && bytes.Contains(sent, []byte(l.At))
}

// child is a bot in a process of its own.
type child struct {
	*exec.Cmd
	log *sudokutest.Log
}

// start starts a child, which is killed when the test ends.
func start(t *testing.T, l life) child {
	t.Helper()
	program, err := os.Executable()
	check(t, err)
	encoded, err := json.Marshal(l)
	check(t, err)
	c := child{exec.Command(program), new(sudokutest.Log)}
	c.Env = append(os.Environ(), childVariable+"="+string(encoded))
	if l.Authority != "" {
		c.Env = append(c.Env, "SSL_CERT_FILE="+l.Authority)
	}
	c.Stderr = c.log
	check(t, c.Start())
	t.Cleanup(c.kill)
	return c
}

// kill ends a child, kill -9.
func (c child) kill() {
	_ = c.Process.Kill()
	_ = c.Wait()
}
