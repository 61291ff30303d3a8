package discord

import (
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
)

// The database goes away while the bot serves, and comes back.
func TestDatabaseOutage(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	database, store := newArchive(t)
	proxy := archivetest.NewProxy(t, database)
	config := quick(srv)
	config.DeferAfter = 500 * time.Millisecond
	serveBotWith(t, srv, archivetest.Open(t, proxy.URL), config)
	wantBoard(t, srv.Slash(ann, channel, "play", nil).Answer(t), true)

	proxy.Close()
	scheduleNow(t, store, srv.GuildOf(channel), channel)
	failed := srv.Slash(ann, channel, "board", nil).Answer(t)
	if !failed.Ephemeral || !strings.Contains(failed.Text(), "cannot be reached") {
		t.Errorf("without a database: private %v, %q", failed.Ephemeral, failed.Text())
	}
	time.Sleep(100 * time.Millisecond) // some rounds of posts
	if n := len(srv.Messages(channel)); n != 0 {
		t.Errorf("%d posts without a database", n)
	}

	must(t, proxy.Open())
	wantBoard(t, srv.Slash(ann, channel, "board", nil).Answer(t), true)
	srv.Await(t, "the daily post", func() bool { return len(srv.Messages(channel)) == 1 })

	proxy.Slow(time.Second)
	call := srv.Slash(ann, channel, "board", nil)
	srv.Await(t, "the bot to ask for time", call.Deferred)
	proxy.Slow(0)
	wantBoard(t, call.Answer(t), true)
}

// A session that is lost while the database is away is opened again without it, and so the bot can
// say that it is away.
func TestSessionWithoutDatabase(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	database, _ := newArchive(t)
	proxy := archivetest.NewProxy(t, database)
	serveBot(t, srv, archivetest.Open(t, proxy.URL))
	wantBoard(t, srv.Slash(ann, channel, "play", nil).Answer(t), true)
	proxy.Close()
	srv.InvalidateSession()
	awaitConnections(t, srv, 2, 0)
	if got := srv.Slash(ann, channel, "board", nil).Answer(t); !strings.Contains(got.Text(), "cannot be reached") {
		t.Errorf("without a database: %q", got.Text())
	}
	must(t, proxy.Open())
	eventually(t, "the database to be back", func() bool {
		return len(srv.Slash(ann, channel, "board", nil).Answer(t).Attachments) == 1
	})
}
