package main

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// The real command, on a private PostgreSQL and a stand-in Discord, plays.
func TestServe(t *testing.T) {
	stand := discordtest.Start(t)
	channel := stand.AddChannel(stand.AddGuild("Puzzlers"), "daily")
	t.Setenv("GRIDKEEPER_DATA_DIR", archivetest.Dir(t))
	t.Setenv("GRIDKEEPER_DISCORD_TOKEN", stand.Token)
	t.Setenv("GRIDKEEPER_DISCORD_API_BASE_URL", stand.URL)

	ctx, stop := context.WithCancel(t.Context())
	exit := make(chan int, 1)
	go func() {
		exit <- run(ctx, []string{"serve", "--private-database", "--metrics-listen", "off"}, strings.NewReader(""), io.Discard, io.Discard)
	}()
	stand.AwaitReady(t)

	if text := played(stand, channel); !strings.Contains(text, "Shidoku") {
		t.Errorf("the answer to /play is %q", text)
	}

	stop()
	if code := <-exit; code != 0 {
		t.Errorf("serve ended with exit code %d", code)
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
