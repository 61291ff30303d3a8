package discord

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/interact"
)

// Imports that keep all workers busy do not keep a player waiting, and each of them is deferred
// at once, or refused.
func TestImportsDoNotHoldUpPlay(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv)
	config.DrainFor, config.StallAfter = time.Millisecond, time.Minute
	var running, most atomic.Int32
	var counting sync.Mutex
	stop := answerWith(t, srv, config, func(ctx context.Context, r chat.Request) chat.Reply {
		if actOf(r) == "import" {
			counting.Lock()
			most.Store(max(most.Load(), running.Add(1)))
			counting.Unlock()
			defer running.Add(-1)
			<-ctx.Done() // no import ends as long as the bot serves
		}
		return saying("done")
	})
	var imports []*discordtest.Call
	for range 16 {
		imports = append(imports, srv.Slash(admin, channel, "import", nil))
	}
	srv.Slash(ann, channel, "board", nil).Answer(t)
	for _, call := range imports {
		srv.Await(t, "an import to be deferred", call.Deferred)
	}
	eventually(t, "the workers to be busy", func() bool { return running.Load() == interact.SlowWorkers })
	for range interact.SlowWorkers + interact.MaxSlow - len(imports) {
		srv.Slash(admin, channel, "import", nil)
	}
	refused := srv.Slash(admin, channel, "import", nil).Answer(t)
	if !refused.Ephemeral || !strings.Contains(refused.Content, "too many imports are running") {
		t.Errorf("private %v, %q", refused.Ephemeral, refused.Content)
	}
	stop()
	if got := most.Load(); got != interact.SlowWorkers {
		t.Errorf("%d imports at once, want %d", got, interact.SlowWorkers)
	}
}

// The same interaction, delivered many times, takes one worker, and others are answered meanwhile.
func TestSameInteractionAgain(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv)
	config.Workers = 4
	var handled atomic.Int32
	begun, end := make(chan struct{}), make(chan struct{})
	answerWith(t, srv, config, func(_ context.Context, r chat.Request) chat.Reply {
		if actOf(r) == "long" {
			if handled.Add(1) == 1 {
				close(begun)
			}
			<-end // the archive has a second one wait for the first, too
		}
		return saying("done")
	})
	long := srv.Slash(ann, channel, "long", nil)
	<-begun
	srv.Redeliver(long, 15)
	if got := srv.Slash(admin, channel, "board", nil).Answer(t).Content; got != "done" {
		t.Errorf("another player: %q", got)
	}
	close(end)
	if got := long.Answer(t).Content; got != "done" {
		t.Errorf("answer %q", got)
	}
	srv.Redeliver(long, 1)
	if srv.Slash(admin, channel, "board", nil).Answer(t); handled.Load() != 1 || len(srv.Requests(toCallback)) != 3 {
		t.Errorf("handled %d times, %d answers", handled.Load(), len(srv.Requests(toCallback)))
	}
}

// An interaction that waits for a worker is deferred while it waits, and answered at last.
func TestDeferredInTheQueue(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	config := quick(srv)
	config.Workers, config.DeferAfter = 1, 100*time.Millisecond
	release := make(chan struct{})
	answerWith(t, srv, config, func(_ context.Context, r chat.Request) chat.Reply {
		<-release
		return saying(actOf(r))
	})
	var calls []*discordtest.Call
	for n := range 3 {
		calls = append(calls, srv.Slash(ann, channel, fmt.Sprint(n), nil))
	}
	for _, call := range calls {
		srv.Await(t, "the bot to ask for time", call.Deferred)
	}
	close(release)
	for n, call := range calls {
		if got := call.Answer(t).Content; got != fmt.Sprint(n) {
			t.Errorf("answer %q, want %d", got, n)
		}
	}
}
