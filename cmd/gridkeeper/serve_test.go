package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// The real command, on a private PostgreSQL and a stand-in Discord behind TLS, plays.
func TestServe(t *testing.T) {
	stand, authority := discordtest.StartTLS(t)
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	var log bytes.Buffer
	serve := exec.Command("gridkeeper", "serve", "--private-database", "--metrics-listen", "off")
	serve.Stderr = &log
	serve.Env = append(os.Environ(), "SSL_CERT_FILE="+authority, "GRIDKEEPER_DATA_DIR="+archivetest.Dir(t),
		"GRIDKEEPER_DISCORD_TOKEN="+stand.Token, "GRIDKEEPER_DISCORD_API_BASE_URL="+stand.URL)
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
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
