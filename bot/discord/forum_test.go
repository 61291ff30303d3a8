package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/sudoku"
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

// A thread that is archived takes the daily, and edits of it: a message opens it, and else the bot does. One that is
// locked too is refused, with the reason.
func TestArchivedThread(t *testing.T) {
	for _, strict := range []bool{false, true} {
		p, srv, channel := newPoster(t)
		thread := srv.AddThread(channel, "sudoku", discordtest.PublicThread)
		srv.Archive(thread, strict)
		at, err := p.Post(t.Context(), thread, entry, dailyPost)
		if err != nil || len(srv.Messages(thread)) != 1 {
			t.Errorf("strict %t: %v", strict, err)
		}
		srv.Archive(thread, strict)
		if err := p.Edit(t.Context(), thread, at.MessageID, dailyPost); err != nil {
			t.Errorf("strict %t: an edit: %v", strict, err)
		}
		srv.Archive(thread, strict)
		srv.LockThread(thread, true)
		err = p.CheckChannel(t.Context(), srv.GuildOf(channel), thread)
		if e, ok := errors.AsType[*chat.ChannelError](err); !ok || e.Problem != chat.LockedThread {
			t.Errorf("strict %t, locked: %v", strict, err)
		}
		if _, err := p.Post(t.Context(), thread, entry, dailyPost); !errors.As(err, new(chat.GoneError)) {
			t.Errorf("strict %t, locked: %v", strict, err)
		}
	}
}

const toThread = "POST /channels/{channel_id}/messages/{message_id}/threads"

// A thread that is there, while Discord limits the question whose it is, waits for the answer: it is not refused.
func TestOpenThreadAgainLimited(t *testing.T) {
	p, srv, channel := newPoster(t)
	at, err := p.Post(t.Context(), channel, entry, dailyPost)
	must(t, err)
	if _, err := p.OpenThread(t.Context(), channel, at.MessageID, "first"); err != nil {
		t.Fatal(err)
	}
	srv.Inject(discordtest.Fault{Route: "GET /channels/{channel_id}", Status: http.StatusTooManyRequests, RetryAfter: time.Minute})
	if _, err := p.OpenThread(t.Context(), channel, at.MessageID, "again"); !errors.As(err, new(chat.RateLimitedError)) {
		t.Errorf("opened again: %v", err)
	}
}

// A message gets one thread, however often it is asked for, also where the answer was lost; and takes
// messages, which open it again.
func TestOpenThread(t *testing.T) {
	p, srv, channel := newPoster(t)
	at, err := p.Post(t.Context(), channel, entry, dailyPost)
	must(t, err)
	srv.Inject(discordtest.Fault{Route: toThread, Lost: true})
	if _, err := p.OpenThread(t.Context(), channel, at.MessageID, "lost"); err == nil && len(srv.Threads(channel)) != 1 {
		t.Fatal("neither an error nor a thread after an answer that was lost")
	}
	for range 2 {
		id, err := p.OpenThread(t.Context(), channel, at.MessageID, strings.Repeat("ä", 200))
		if err != nil || id != at.MessageID {
			t.Fatalf("thread %q, %v", id, err)
		}
	}
	threads := srv.Threads(channel)
	if len(threads) != 1 || threads[0].ID != at.MessageID {
		t.Fatalf("threads %v", threads)
	}
	follow := entry
	follow.Kind = daily.DaySummary
	if _, err := p.Post(t.Context(), threads[0].ID, follow, dailyPost); err != nil {
		t.Fatal(err)
	}
	if _, found, err := p.Find(t.Context(), threads[0].ID, follow); !found || err != nil {
		t.Errorf("found %v in the thread, %v", found, err)
	}
}

// Where the bot may open no thread, the error says so, and it is not one of a lost call.
func TestThreadRefused(t *testing.T) {
	p, srv, channel := newPoster(t)
	at, err := p.Post(t.Context(), channel, entry, dailyPost)
	must(t, err)
	srv.Overwrite(channel, srv.GuildOf(channel), 0, discordtest.CreatePublicThreads)
	if _, err := p.OpenThread(t.Context(), channel, at.MessageID, "daily"); !errors.As(err, new(chat.GoneError)) {
		t.Errorf("without the permission: %v", err)
	}
	if _, err := p.OpenThread(t.Context(), channel, "100000000000000000", "daily"); !errors.As(err, new(chat.GoneError)) {
		t.Errorf("below no message: %v", err)
	}
}

// A sealed daily with a thread on the stand-in, by two bots at once: one post with a cover, one thread,
// and one summary in that of the next day, behind spoilers.
func TestSealedDayWithThread(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := scheduleNow(t, store, srv.GuildOf(channel), channel)
	guild.Rules = daily.Rules{Sealed: true, Threads: guild.Since}
	must(t, store.SaveGuild(t.Context(), guild))
	var days atomic.Int64 // that the bots are ahead
	now := func() time.Time { return time.Now().AddDate(0, 0, int(days.Load())) }
	shifted := store.WithClock(now)
	for range 2 {
		b := bot.New(shifted, bot.Config{Now: now, Lease: time.Minute, Log: logTo(t)})
		p := poster{client: newTestClient(t, srv), botID: srv.BotID}
		stop := make(chan struct{})
		t.Cleanup(func() { close(stop) })
		go func() {
			for {
				select {
				case <-stop:
					return
				case <-time.After(20 * time.Millisecond):
					_ = b.Deliver(context.WithoutCancel(t.Context()), p, newOwner())
				}
			}
		}()
	}
	srv.AwaitThread(t, channel, 1)
	post := srv.Messages(channel)[0]
	if len(post.Attachments) != 1 || post.Attachments[0].Name != "cover.png" || strings.Contains(post.Attachments[0].Description, "Row 1") {
		t.Errorf("the post has %+v", post.Attachments)
	}
	solveDaily(t, store, guild)
	days.Store(1)
	thread := srv.AwaitThread(t, channel, 2)
	eventually(t, "the summary", func() bool { return len(srv.Messages(thread.ID)) > 0 })
	time.Sleep(300 * time.Millisecond) // some more rounds
	messages := srv.Messages(thread.ID)
	if len(messages) != 1 {
		t.Fatalf("%d messages in the thread", len(messages))
	}
	m := messages[0]
	if !strings.Contains(m.Content, "||") || !slices.ContainsFunc(m.Attachments, func(a discordtest.Attachment) bool { return a.Name == "SPOILER_board.png" }) {
		t.Errorf("not hidden: %q, %v", m.Content, m.Attachments)
	}
	if !strings.Contains(m.Content, "1 player solved it") || strings.Contains(m.Content, ann.ID) {
		t.Errorf("the summary is %q", m.Content)
	}
	for _, r := range srv.Requests(toThread) {
		if r.Status != http.StatusCreated {
			t.Errorf("a thread is answered with %d", r.Status)
		}
	}
}

// solveDaily has Ann solve today's daily.
func solveDaily(t *testing.T, store *archive.Store, guild daily.Guild) {
	t.Helper()
	grid, err := sudoku.Parse(clues)
	must(t, err)
	tier, _ := rating.TierOf(grid)
	player := games.Player{ID: ann.ID, Name: ann.Name}
	say := func(b *bot.Bot, command, option, value string) {
		t.Helper()
		ask := chat.Ask{Command: command, Options: map[string]string{option: value}}
		if reply := b.Handle(t.Context(), chat.Request{Player: player, Place: chat.Place{GuildID: guild.ID}, Action: ask}); reply.Failed {
			t.Fatal(reply.Screen.Body.String())
		}
	}
	say(bot.New(store, bot.Config{}), "daily", "tier", tier.String())
	game, err := store.CurrentGame(t.Context(), ann.ID, guild.ID)
	must(t, err)
	later := func() time.Time { return time.Now().Add(time.Minute) }
	_, last := archivetest.SolveButOne(t, store.WithClock(later), game)
	say(bot.New(store.WithClock(later), bot.Config{Now: later}), "move", "moves", last)
}
