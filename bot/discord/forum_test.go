package discord

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

const toForum = "POST /channels/{channel_id}/threads"

// newForum returns a poster and a forum.
func newForum(t *testing.T) (poster, *discordtest.Server, string) {
	p, srv, channel := newPoster(t)
	srv.Limits = nil
	return p, srv, srv.AddChannelOf(srv.GuildOf(channel), "puzzles", discordtest.Forum)
}

// A daily in a forum is a post with its title as the name, and is found again: among the open threads,
// and among those that were archived since.
func TestForumPost(t *testing.T) {
	p, srv, forum := newForum(t)
	if _, found, err := p.Find(t.Context(), forum, entry); found || err != nil {
		t.Fatal(found, err)
	}
	at, err := p.Post(t.Context(), forum, entry, dailyPost)
	if err != nil || at.ThreadID == "" || at.MessageID != at.ThreadID {
		t.Fatal(at, err)
	}
	thread := srv.Threads(forum)[0]
	if m := srv.Messages(at.ThreadID); thread.Name != "Daily #1" || len(m) != 1 || strings.Contains(m[0].Text(), "Daily #1") || m[0].Nonce != "" {
		t.Errorf("the thread is %+v, with %+v", thread, m)
	}
	other := entry
	other.Date = other.Date.AddDays(1)
	for _, archived := range []bool{false, true} {
		if archived {
			srv.Archive(at.ThreadID, false)
			for i := range 5 { // onto the last of several pages
				other.Number = int64(i + 1)
				another, err := p.Post(t.Context(), forum, other, dailyPost)
				must(t, err)
				srv.Archive(another.ThreadID, false)
			}
			other.Number = 0
		}
		if found, ok, err := p.Find(t.Context(), forum, entry); found != at || !ok || err != nil {
			t.Errorf("archived %t: found %v %t %v, want %v", archived, found, ok, err, at)
		}
		if _, ok, err := p.Find(t.Context(), forum, other); ok || err != nil {
			t.Errorf("archived %t: another marker is found, %v", archived, err)
		}
	}
}

// Where a thread may be hidden, it is not taken for missing; nothing else keeps a second one away.
func TestForumHistoryHidden(t *testing.T) {
	p, srv, forum := newForum(t)
	if _, err := p.Post(t.Context(), forum, entry, dailyPost); err != nil {
		t.Fatal(err)
	}
	srv.HideHistory(forum)
	_, found, err := p.Find(t.Context(), forum, entry)
	gone, ok := errors.AsType[chat.GoneError](err)
	if found || !ok || !gone.NoNonce {
		t.Errorf("found %t, %v", found, err)
	}
}

// An attempt that may have arrived is said to be so, with the time after which it would be seen.
func TestForumUnsure(t *testing.T) {
	for name, f := range map[string]discordtest.Fault{"lost": {Lost: true}, "cut": {Cut: true}, "502": {Status: 502}} {
		p, srv, forum := newForum(t)
		f.Route, f.Times = toForum, 1
		srv.Inject(f)
		_, err := p.Post(t.Context(), forum, entry, dailyPost)
		if unsure, ok := errors.AsType[chat.UnsureError](err); !ok || unsure.After < time.Minute {
			t.Errorf("%s: %v", name, err)
		}
		if _, found, err := p.Find(t.Context(), forum, entry); found != (name == "lost") || err != nil {
			t.Errorf("%s: found %t, %v", name, found, err)
		}
	}
}

// What the bot may not do in a forum ends the attempt, and a tag that is asked for is given.
func TestForumRefusals(t *testing.T) {
	p, srv, forum := newForum(t)
	tags := srv.RequireTag(forum, discordtest.Tag{Name: "staff", Moderated: true}, discordtest.Tag{Name: "daily"})
	if _, err := p.Post(t.Context(), forum, entry, dailyPost); err != nil {
		t.Fatal(err)
	}
	if got := srv.Threads(forum)[0].Tags; len(got) != 1 || got[0] != tags[1].ID {
		t.Errorf("the tags are %v, want %s", got, tags[1].ID)
	}
	srv.Overwrite(forum, srv.GuildOf(forum), 0, discordtest.SendMessages)
	if _, err := p.Post(t.Context(), forum, entry, dailyPost); !errors.As(err, new(chat.GoneError)) {
		t.Errorf("without Create Posts: %v", err)
	}
	media := srv.AddChannelOf(srv.GuildOf(forum), "clips", discordtest.Media)
	if _, err := p.Post(t.Context(), media, entry, dailyPost); !errors.As(err, new(chat.GoneError)) {
		t.Errorf("a media channel: %v", err)
	}
}

// Several bots post a daily in a forum once, even where the answer to the first attempt is lost.
func TestOneForumPost(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	forum := srv.AddChannelOf(srv.GuildOf(channel), "puzzles", discordtest.Forum)
	srv.Inject(discordtest.Fault{Route: toForum, Times: 1, Lost: true})
	guild := scheduleNow(t, store, srv.GuildOf(forum), forum)
	for range 3 {
		serveBot(t, srv, store)
	}
	srv.AwaitThread(t, forum, 1)
	due := func() daily.Post {
		p, err := store.Post(t.Context(), guild.ID, guild.Since)
		must(t, err)
		return p
	}
	eventually(t, "the attempt to be given back", func() bool { return due().Attempt == 1 && len(srv.Requests(toForum)) == 1 })
	eventually(t, "the post to be found", func() bool { // an admin asks for it at once, again and again
		if _, err := store.RetryPost(t.Context(), guild.ID, guild.Since, forum); err != nil {
			t.Fatal(err)
		}
		return due().State == daily.PostPosted
	})
	thread := srv.Threads(forum)[0].ID
	if p := due(); len(srv.Threads(forum)) != 1 || len(srv.Requests(toForum)) != 1 || p.ThreadID != thread || p.MessageID != thread {
		t.Errorf("%d threads, the post is %+v", len(srv.Threads(forum)), p)
	}
	text := srv.Slash(admin, channel, "schedule", nil).Answer(t).Text()
	if link := fmt.Sprintf("https://discord.com/channels/%s/%s/%s", guild.ID, thread, thread); !strings.Contains(text, link) {
		t.Errorf("no %s in %q", link, text)
	}
}

// A thread that is archived takes the daily: a message opens it, and else the bot does. One that is
// locked too is refused, with the reason.
func TestArchivedThread(t *testing.T) {
	for _, strict := range []bool{false, true} {
		p, srv, channel := newPoster(t)
		thread := srv.AddThread(channel, "sudoku", discordtest.PublicThread)
		srv.Archive(thread, strict)
		if _, err := p.Post(t.Context(), thread, entry, dailyPost); err != nil || len(srv.Messages(thread)) != 1 {
			t.Errorf("strict %t: %v", strict, err)
		}
		srv.Archive(thread, strict)
		srv.LockThread(thread, true)
		err := p.CheckChannel(t.Context(), srv.GuildOf(channel), thread)
		if e, ok := errors.AsType[*chat.ChannelError](err); !ok || e.Problem != chat.LockedThread {
			t.Errorf("strict %t, locked: %v", strict, err)
		}
		if _, err := p.Post(t.Context(), thread, entry, dailyPost); !errors.As(err, new(chat.GoneError)) {
			t.Errorf("strict %t, locked: %v", strict, err)
		}
	}
}
