package discord

import (
	"context"
	"errors"
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
