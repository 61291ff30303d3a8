package discord

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// childVariable is set in the environment of a child: this test binary as a whole bot,
// which is to be killed.
const childVariable = "GRIDKEEPER_DISCORD_CHILD"

// lease is how long a killed bot's post stays its own.
const lease = 5 * time.Second

// life is what a child gets from its parent.
type life struct {
	Database, Token, APIBaseURL string
	Dies                        moment
}

// moment is when a bot dies by kill -9.
type moment string

const (
	beforePost   moment = "before the POST"
	beforeAnswer moment = "after the POST, before the answer" // killed from outside
	beforeCommit moment = "after the answer, before the commit"
)

// beChild serves until it is killed.
func beChild() {
	var l life
	if err := json.Unmarshal([]byte(os.Getenv(childVariable)), &l); err != nil {
		panic(err)
	}
	store, err := archive.Open(context.Background(), l.Database)
	if err != nil {
		panic(err)
	}
	config := Config{
		Token: l.Token, APIBaseURL: l.APIBaseURL, Transport: deadly{l.Dies}, AnnounceEvery: 20 * time.Millisecond,
	}
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	if err := Serve(context.Background(), config, bot.New(store, bot.Config{Lease: lease, Log: log}), log); err != nil {
		panic(err)
	}
}

// deadly carries REST calls, and kills the process at its moment.
type deadly struct{ moment moment }

func (d deadly) RoundTrip(r *http.Request) (*http.Response, error) {
	posts := r.Method == http.MethodPost && strings.Contains(r.URL.Path, "/channels/")
	if posts && d.moment == beforePost {
		die()
	}
	resp, err := http.DefaultTransport.RoundTrip(r)
	if posts && err == nil && d.moment == beforeCommit {
		_, _ = io.ReadAll(resp.Body)
		die()
	}
	return resp, err
}

func die() {
	_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	select {}
}

// scene is a stand-in and an archive around one death of a bot.
type scene struct {
	dies     moment
	nonces   time.Duration // how long Discord remembers them
	srv      *discordtest.Server
	channel  string
	database string
	store    *archive.Store
}

// Whenever the bot is killed and started again around the post, the channel has exactly
// one message in the end: also when Discord has forgotten the nonce meanwhile.
func TestKilledAroundThePost(t *testing.T) {
	t.Parallel()
	for _, s := range []scene{
		{dies: beforePost},
		{dies: beforeAnswer, nonces: time.Minute}, {dies: beforeAnswer},
		{dies: beforeCommit, nonces: time.Minute}, {dies: beforeCommit},
	} {
		t.Run(fmt.Sprintf("%s, nonces kept for %s", s.dies, s.nonces), func(t *testing.T) {
			t.Parallel()
			s.srv, s.channel = standIn(t)
			s.srv.NonceWindow = s.nonces
			s.database, s.store = newArchive(t)
			scheduleNow(t, s.store, s.srv.GuildOf(s.channel), s.channel)
			s.kill(t)
			s.startAgain(t)
		})
	}
}

// kill runs a bot until its death.
func (s *scene) kill(t *testing.T) {
	t.Helper()
	victim := make(chan *os.Process, 1)
	if s.dies == beforeAnswer {
		s.srv.Inject(discordtest.Fault{Route: toChannel, Lost: true, Then: func() { _ = (<-victim).Kill() }})
	}
	child := startChild(t, life{s.database, s.srv.Token, s.srv.URL, s.dies})
	victim <- child.Process
	if err := child.Wait(); err == nil || !strings.Contains(err.Error(), "killed") {
		t.Fatalf("the child that was to die %s ended with %v\n%s", s.dies, err, child.Stderr)
	}
	want := 1
	if s.dies == beforePost {
		want = 0
	}
	if got := len(s.srv.Messages(s.channel)); got != want {
		t.Fatalf("%d messages when it died %s, want %d", got, s.dies, want)
	}
}

// startAgain runs another bot, which finishes what the dead one began.
func (s *scene) startAgain(t *testing.T) {
	var log journal
	b := bot.New(s.store, bot.Config{Lease: lease, Log: slog.New(slog.NewTextHandler(&log, nil))})
	inBackground(t, func(ctx context.Context) error { return Serve(ctx, quick(s.srv), b, logTo(t)) })
	log.await(t, "a daily is posted")
	time.Sleep(100 * time.Millisecond) // some more rounds
	messages := s.srv.Messages(s.channel)
	if len(messages) != 1 {
		t.Fatalf("%d messages in the channel\n%s", len(messages), log.text())
	}
	guild, err := s.store.Guild(t.Context(), s.srv.GuildOf(s.channel))
	if err != nil {
		t.Fatal(err)
	}
	post, err := s.store.Post(t.Context(), guild.ID, guild.Since)
	if err != nil || post.State != archive.PostPosted || post.MessageID != messages[0].ID {
		t.Errorf("the ledger says %+v, %v, want message %s posted", post, err, messages[0].ID)
	}
}

// startChild starts a bot in a process of its own.
func startChild(t *testing.T, l life) *exec.Cmd {
	t.Helper()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	encoded, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	t.Cleanup(cancel)
	child := exec.CommandContext(ctx, program)
	child.Env = append(os.Environ(), childVariable+"="+string(encoded))
	child.Stderr = &bytes.Buffer{}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	return child
}

// journal keeps what is logged.
type journal struct {
	mu   sync.Mutex
	kept bytes.Buffer
}

// Write implements [io.Writer].
func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.kept.Write(p)
}

func (j *journal) text() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.kept.String()
}

// await waits for a line that contains some text.
func (j *journal) await(t *testing.T, text string) {
	t.Helper()
	for range 1000 {
		if strings.Contains(j.text(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("waited ten seconds for %q in the log:\n%s", text, j.text())
}
