package discord

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"github.com/gridkeeper/gridkeeper/archive/archivetest"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/draw"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/bot/picture"
)

const (
	toChannel   = "POST /channels/{channel_id}/messages"
	fromChannel = "GET /channels/{channel_id}/messages"
)

var (
	dailyPost = chat.Reply{Screen: chat.Screen{
		Title: chat.Plain("Daily #1"), Body: chat.Plain("28 clues."),
		Rows: [][]chat.Button{{{Label: "Play", Press: chat.Press{Verb: chat.OpenDaily, Argument: "2026-11-21/x-wing/sudoku"}}}},
	}}
	entry = daily.Post{Kind: daily.DailyPost, GuildID: "7", Date: calendar.Date{Year: 2026, Month: 11, Day: 21}, FirstTried: time.Now()}
)

func newPoster(t *testing.T) (poster, *discordtest.Server, string) {
	srv, channel := standIn(t)
	return poster{client: newTestClient(t, srv), botID: srv.BotID}, srv, channel
}

// A post is made once, however often it is asked for, and is found again.
func TestPost(t *testing.T) {
	p, srv, channel := newPoster(t)
	if _, found, err := p.Find(t.Context(), channel, entry); found || err != nil {
		t.Fatal(found, err)
	}
	id, err := p.Post(t.Context(), channel, entry, dailyPost)
	must(t, err)
	again, err := p.Post(t.Context(), channel, entry, dailyPost)
	if err != nil || again != id || len(srv.Messages(channel)) != 1 {
		t.Errorf("posted %s and %s, %v", id, again, err)
	}
	for i := range 150 {
		srv.Say(channel, fmt.Sprint(i)) // onto the second page of the history
	}
	found, ok, err := p.Find(t.Context(), channel, entry)
	if found != id || !ok || err != nil {
		t.Errorf("found %q %v %v, want %s", found, ok, err, id)
	}
	another := entry
	another.Date = another.Date.AddDays(1)
	if _, ok, err := p.Find(t.Context(), channel, another); ok || err != nil {
		t.Error("another marker is found", err)
	}
}

// The words of a post change, without another picture, and it is still found by its marker.
func TestEditOfWords(t *testing.T) {
	p, srv, channel := newPoster(t)
	with := dailyPost
	with.Screen.Cover = &picture.Cover{Number: 1}
	at, err := p.Post(t.Context(), channel, entry, with)
	must(t, err)
	before := srv.Messages(channel)[0]
	with.Screen.Body, with.WordsOnly, with.Ping = chat.Plain("7 solved"), true, "550000000000000055"
	must(t, p.Edit(t.Context(), channel, at.MessageID, with))
	after := srv.Messages(channel)[0]
	if after.Content != "<@&550000000000000055>\n**Daily #1**\n7 solved" || len(after.Pinged) > 0 {
		t.Errorf("it reads %q, and pings %q", after.Content, after.Pinged)
	}
	if len(before.Attachments) != 1 || !reflect.DeepEqual(after.Attachments, before.Attachments) || !reflect.DeepEqual(after.Components, before.Components) {
		t.Errorf("it had %v %v, and has %v %v", before.Attachments, before.Components, after.Attachments, after.Components)
	}
	if found, ok, err := p.Find(t.Context(), channel, entry); found != at || !ok || err != nil {
		t.Errorf("found %v %v %v", found, ok, err)
	}
}

// The search reaches back to the first attempt, whatever was said since, and is not misled by what
// was said before. Where it cannot get there, it says so.
func TestFindSinceTheFirstAttempt(t *testing.T) {
	p, srv, channel := newPoster(t)
	srv.Limits = nil
	id, err := p.Post(t.Context(), channel, entry, dailyPost)
	must(t, err)
	for i := range 1234 {
		srv.Say(channel, fmt.Sprint(i))
	}
	if found, _, err := p.Find(t.Context(), channel, entry); found != id || err != nil {
		t.Errorf("found %q, %v, want %s", found, err, id)
	}
	other := entry
	other.Date = other.Date.AddDays(1)
	if found, ok, err := p.Find(t.Context(), channel, other); ok || err != nil {
		t.Errorf("found %q, %v, where nothing was posted", found, err)
	}
	later := entry
	later.FirstTried = time.Now().Add(2 * clockSkew)
	if found, ok, err := p.Find(t.Context(), channel, later); ok || err != nil {
		t.Errorf("found %q, %v, older than the first attempt", found, err)
	}
	for i := range maxPages * pageSize {
		srv.Say(channel, fmt.Sprint(i))
	}
	srv.PerSecond = 1000
	p.client = rest.New(rest.Config{Base: srv.URL, Token: srv.Token, PerSecond: 1000})
	// Find gives a slow machine too little time for so many pages.
	if _, ok, err := p.findMessage(t.Context(), channel, other); ok || !errors.As(err, new(chat.GoneError)) {
		t.Errorf("%v, where not all of the history was seen", err)
	}
}

// A post of the version before buttons named their games is found too, and not made again.
func TestFindOldPost(t *testing.T) {
	p, srv, channel := newPoster(t)
	m := draw.NewMessage()
	m.Content = "28 clues."
	m.Components = []discordgo.MessageComponent{discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.Button{
		Label: "Play", CustomID: "daily?date=2026-11-21&shape=sudoku&tier=x-wing#" + entry.Marker(), Style: discordgo.PrimaryButton,
	}}}}
	must(t, p.client.Call(t.Context(), http.MethodPost, "/channels/"+channel+"/messages", m, nil, nil))
	found, ok, err := p.Find(t.Context(), channel, entry)
	if found.MessageID != srv.Messages(channel)[0].ID || !ok || err != nil {
		t.Errorf("found %q %v %v", found, ok, err)
	}
}

func TestServes(t *testing.T) {
	for guildID, want := range map[string]bool{
		"123456789012345678": true, "terminal": false, "dm:123456789012345678": false, "42": false, "": false,
	} {
		if got := (poster{}).Serves(guildID); got != want {
			t.Errorf("%q: %v", guildID, got)
		}
	}
}

func TestPostErrors(t *testing.T) {
	for _, route := range []string{toChannel, fromChannel} {
		p, srv, channel := newPoster(t)
		try := func(f discordtest.Fault) error {
			f.Route = route
			srv.Inject(f)
			if route == toChannel {
				_, err := p.Post(t.Context(), channel, entry, dailyPost)
				return err
			}
			_, _, err := p.Find(t.Context(), channel, entry)
			return err
		}
		if limited, ok := errors.AsType[chat.RateLimitedError](try(discordtest.Fault{Status: 429, RetryAfter: 1500 * time.Millisecond})); !ok || limited.After != 1500*time.Millisecond {
			t.Errorf("%s, 429: %v", route, limited)
		}
		for _, f := range []discordtest.Fault{{Status: 403, Code: 50001}, {Status: 404, Code: 10003}, {Status: 400, Code: 50024}} {
			if err := try(f); !errors.As(err, new(chat.GoneError)) {
				t.Errorf("%s, %d: %v is not a bot.GoneError", route, f.Status, err)
			}
		}
		unknown := []discordtest.Fault{{Status: 500}}
		if route == toChannel { // what only reads is asked again
			unknown = append(unknown, discordtest.Fault{Cut: true}, discordtest.Fault{Lost: true})
		}
		for _, f := range unknown {
			if err := try(f); err == nil || errors.As(err, new(chat.GoneError)) || errors.As(err, new(chat.RateLimitedError)) {
				t.Errorf("%s, %+v: %v", route, f, err)
			}
		}
	}
}

// A message whose answer was lost may be there, even if its second try was refused.
func TestSecondTryRefused(t *testing.T) {
	for _, second := range []discordtest.Fault{{Status: 429, RetryAfter: time.Hour}, {Status: 403, Code: 50001}} {
		p, srv, channel := newPoster(t)
		srv.Inject(discordtest.Fault{Route: toChannel, Lost: true})
		second.Route = toChannel
		srv.Inject(second)
		_, err := p.Send(t.Context(), channel, "a nonce", dailyPost)
		if !rest.MayHaveArrived(err) || errors.As(err, new(chat.GoneError)) || errors.As(err, new(chat.RateLimitedError)) || len(srv.Messages(channel)) != 1 {
			t.Errorf("%d: %v, %d messages", second.Status, err, len(srv.Messages(channel)))
		}
	}
}

// A message that was deleted is not a channel that was, and a player who takes no messages is not a channel with the wrong
// permissions: the log says so.
func TestRefusalsInWords(t *testing.T) {
	p, srv, channel := newPoster(t)
	srv.RefuseDirectMessages(ann.ID)
	for want, err := range map[string]error{
		channel + " was deleted (Discord says Unknown Message)": p.Edit(t.Context(), channel, "100000000000000000", dailyPost),
		"Cannot send messages to this user":                     p.Tell(t.Context(), ann.ID, "", dailyPost),
	} {
		gone, _ := errors.AsType[chat.GoneError](err)
		if text := gone.Reason.String(); !strings.HasSuffix(text, want) || strings.Contains(text, "allow") {
			t.Errorf("%q, want %q", text, want)
		}
	}
}

// Where the bot wrote to too many players, that says nothing of those it could not write to: their messages wait.
func TestTooManyDirectMessages(t *testing.T) {
	p, srv, _ := newPoster(t)
	for _, code := range []int{40003, 20026} {
		srv.Inject(discordtest.Fault{Route: "POST /users/@me/channels", Status: http.StatusForbidden, Code: code})
		if err := p.Tell(t.Context(), ann.ID, "", dailyPost); !errors.As(err, new(chat.RateLimitedError)) {
			t.Errorf("%d: %v", code, err)
		}
	}
}

// Whoever takes no messages from the bot is refused with one of several codes, which are that player's alone.
func TestPlayersWhoTakeNoMessages(t *testing.T) {
	p, srv, channel := newPoster(t)
	const noMutualGuild = 50278
	for _, route := range []string{"POST /users/@me/channels", toChannel} {
		for _, code := range []int{50007, noMutualGuild} {
			srv.Inject(discordtest.Fault{Route: route, Status: http.StatusForbidden, Code: code})
			if gone, ok := errors.AsType[chat.GoneError](p.Tell(t.Context(), ann.ID, "", dailyPost)); !ok || gone.Reason.Problem != "" {
				t.Errorf("%s, %d: %+v", route, code, gone)
			}
		}
	}
	if _, err := p.Post(t.Context(), channel, entry, dailyPost); err != nil {
		t.Errorf("a channel: %v", err)
	}
}

// Messages older than an hour are edited as fast as Discord takes it from all processes of the bot together: what was
// too early is edited later, and nothing else waits for it.
func TestOldMessagesAreEditedLater(t *testing.T) {
	t.Parallel()
	p, srv, channel := newPoster(t)
	url, store := newArchive(t)
	second := p
	second.client = newTestClient(t, srv)
	b := bot.New(store, bot.Config{Log: logTo(t)})
	const messages = 5
	for n := range messages {
		archivetest.Exec(t, url, fmt.Sprintf(`insert into outbox (guild, kind, rank, number, channel, target, language) values ('%s', 'duel-deleted', 2, %d, '%s', '%s', 'en')`,
			srv.GuildOf(channel), n+1, channel, srv.OldMessage(channel, 3*time.Hour)))
		if n == 2 {
			must(t, b.Deliver(t.Context(), p, "a")) // as many as Discord takes at once
		}
	}
	edited := func() (n int) {
		for _, m := range srv.Messages(channel) {
			n += m.Edited
		}
		return n
	}
	must(t, b.Deliver(t.Context(), second, "b"))
	if edited() != 3 || srv.Limited() == 0 {
		t.Errorf("%d are edited, %d edits were refused", edited(), srv.Limited())
	}
	if _, err := second.Post(t.Context(), channel, entry, dailyPost); err != nil {
		t.Errorf("a post: %v", err)
	}
	eventually(t, "all to be edited", func() bool {
		must(t, b.Deliver(t.Context(), second, "b"))
		return edited() == messages
	})
	if states := archivetest.Read[string](t, url, `select distinct state || ' ' || refused from outbox`); !slices.Equal(states, []string{"done 0"}) {
		t.Errorf("the outbox has %q", states)
	}
}

// A post that Discord, or what stands before it, did not take for a reason that is not the channel's has surely not arrived: it is
// made later, also where nobody could see whether it was.
func TestSurelyNotPosted(t *testing.T) {
	t.Parallel()
	if err := postError("7", &rest.Error{Status: http.StatusUnauthorized}); !errors.Is(err, rest.ErrToken) {
		t.Errorf("a 401 says %v", err)
	}
	for _, refusal := range []discordtest.Fault{{Status: http.StatusUnauthorized}, {Status: http.StatusForbidden}, {Status: http.StatusForbidden, Code: 40333}} {
		p, srv, channel := newPoster(t)
		url, store := newArchive(t)
		guild := scheduleNow(t, store, srv.GuildOf(channel), channel).ID
		srv.Say(channel, "hello")
		srv.HideHistory(channel)
		refusal.Route = toChannel
		srv.Inject(refusal)
		var log bytes.Buffer
		b := bot.New(store, bot.Config{Log: slog.New(slog.NewTextHandler(&log, nil))})
		must(t, b.Deliver(t.Context(), p, "a"))
		if !archivetest.Read[bool](t, url, `select due_at > clock_timestamp() + interval '4 minutes' from outbox`)[0] {
			t.Errorf("%d: it is tried again at once", refusal.Status)
		}
		archivetest.Exec(t, url, `update outbox set first_tried = first_tried - interval '1 hour', due_at = clock_timestamp()`)
		must(t, b.Deliver(t.Context(), p, "a"))
		if post, err := store.LastPost(t.Context(), guild); err != nil || post.State != daily.PostPosted || post.Refused > 0 || !strings.Contains(log.String(), "a post was not made") {
			t.Errorf("%d: %+v, %v\n%s", refusal.Status, post, err, log.String())
		}
	}
}

func TestClosedHistory(t *testing.T) {
	p, srv, channel := newPoster(t)
	if _, err := p.Post(t.Context(), channel, entry, dailyPost); err != nil {
		t.Fatal(err)
	}
	srv.HideHistory(channel)
	if _, found, err := p.Find(t.Context(), channel, entry); found || !errors.As(err, new(chat.GoneError)) {
		t.Errorf("found %v, %v: an empty list does not mean that nothing is there", found, err)
	}
}

// A history that is opened between the two looks at it holds a post that neither has seen.
func TestHistoryOpenedMeanwhile(t *testing.T) {
	p, srv, channel := newPoster(t)
	if _, err := p.Post(t.Context(), channel, entry, dailyPost); err != nil {
		t.Fatal(err)
	}
	srv.HideHistory(channel)
	srv.Inject(discordtest.Fault{Route: "GET /channels/{channel_id}/messages", Then: func() {
		srv.Overwrite(channel, srv.GuildOf(channel), 0, 0)
	}})
	if _, found, err := p.Find(t.Context(), channel, entry); found || err == nil || errors.As(err, new(chat.GoneError)) {
		t.Errorf("found %v, %v: nobody knows yet whether the post is there", found, err)
	}
	if _, found, err := p.Find(t.Context(), channel, entry); !found || err != nil {
		t.Errorf("found %v, %v: the history is open", found, err)
	}
}

// One that closes does not end there.
func TestHistoryClosedMeanwhile(t *testing.T) {
	p, srv, channel := newPoster(t)
	for i := range pageSize { // the first page
		srv.Say(channel, fmt.Sprint(i))
	}
	if _, err := p.Post(t.Context(), channel, entry, dailyPost); err != nil {
		t.Fatal(err)
	}
	srv.Inject(discordtest.Fault{Route: fromChannel, Then: func() { srv.HideHistory(channel) }})
	if _, found, err := p.Find(t.Context(), channel, entry); found || !errors.As(err, new(chat.GoneError)) {
		t.Errorf("found %v, %v: the second page cannot be seen", found, err)
	}
}

func TestPostNeedsRoomForItsMarker(t *testing.T) {
	p, srv, channel := newPoster(t)
	bare := saying("x")
	if _, err := p.Post(context.Background(), channel, entry, bare); err == nil || len(srv.Messages(channel)) > 0 {
		t.Errorf("posted without a marker: %v", err)
	}
}
