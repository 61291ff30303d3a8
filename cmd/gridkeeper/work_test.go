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
