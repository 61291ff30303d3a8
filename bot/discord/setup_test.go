package discord

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
)

// A guild is greeted once when it takes the bot, by one of several processes. Guilds of before are not
// greeted, nor one that takes the bot again.
func TestGreeting(t *testing.T) {
	t.Parallel()
	srv, old := standIn(t)
	_, store := newArchive(t)
	config := quick(srv)
	config.Shards.All = true
	for range 3 {
		serveBotWith(t, srv, store, config)
	}
	srv.Inject(discordtest.Fault{Route: toChannel, Times: 1, Status: http.StatusTooManyRequests, RetryAfter: 50 * time.Millisecond})
	guild, general := srv.Join("Newcomers", "de")
	srv.Await(t, "the greeting", func() bool { return len(srv.Messages(general)) > 0 })
	if text := srv.Messages(general)[0].Text(); !strings.Contains(text, "jeden Tag ein neues Sudoku") {
		t.Errorf("the greeting is %q", text)
	}
	srv.RemoveBot(guild)
	srv.Rejoin(guild)
	srv.Reconnect()
	time.Sleep(300 * time.Millisecond) // for more, were there any
	sent := slices.DeleteFunc(srv.Requests(toChannel), func(r discordtest.Request) bool { return r.Status != http.StatusOK })
	if len(sent) != 1 || len(srv.Messages(old)) > 0 {
		t.Errorf("%d messages, and in a guild of before %+v", len(sent), srv.Messages(old))
	}
}

// A guild that took the bot while no process ran is greeted when one is back, once.
func TestGreetingAfterOutage(t *testing.T) {
	t.Parallel()
	srv, old := standIn(t)
	_, store := newArchive(t)
	_, general := srv.Join("Newcomers", "de")
	for range 2 {
		serveBot(t, srv, store)
	}
	srv.Await(t, "the greeting", func() bool { return len(srv.Messages(general)) > 0 })
	srv.Reconnect()
	time.Sleep(300 * time.Millisecond) // for more, were there any
	if n := len(srv.Messages(general)); n != 1 || len(srv.Messages(old)) > 0 {
		t.Errorf("%d messages, and in a guild of before %+v", n, srv.Messages(old))
	}
}

// The greeting opens the setup for admins alone.
func TestGreetingOpensSetup(t *testing.T) {
	t.Parallel()
	srv, _ := standIn(t)
	_, store := newArchive(t)
	serveBot(t, srv, store)
	_, general := srv.Join("Newcomers", "en-US")
	srv.Await(t, "the greeting", func() bool { return len(srv.Messages(general)) > 0 })
	greeting := srv.Messages(general)[0]
	if !greeting.Silent || len(greeting.Pinged) > 0 || len(greeting.Buttons()) != 1 || strings.Count(greeting.Text(), "\n") > 0 {
		t.Errorf("the greeting is %+v", greeting)
	}
	if text := srv.Press(t, ann, greeting, "Set up").Answer(t).Text(); !strings.Contains(text, "only for admins") {
		t.Errorf("a member gets %q", text)
	}
	screen := srv.Press(t, admin, greeting, "Set up").Answer(t)
	if !screen.Ephemeral || len(screen.Selects()) != 1 {
		t.Errorf("an admin gets %+v", screen)
	}
}

// Who may use /setup by the server's Integrations sets the daily up without Manage Server, and nobody else
// by a copy of a button.
func TestSetupByIntegrations(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := srv.GuildOf(channel)
	helpers := srv.AddRole(guild, 0)
	for range 2 {
		serveBot(t, srv, store)
	}
	helper, member := ann, discordtest.User{ID: "100000000000001003", Name: "mel"}
	helper.Roles = []string{helpers}
	if srv.Offers(helper, channel, "setup") {
		t.Error("Discord offers /setup to members")
	}
	srv.Grant(guild, "setup", helpers, true)
	if !srv.Offers(helper, channel, "setup") || srv.Offers(member, channel, "setup") {
		t.Error("Discord does not offer /setup by role")
	}
	screen := srv.Slash(helper, channel, "setup", nil).Answer(t)
	if len(screen.Selects()) != 1 {
		t.Fatalf("/setup says %q", screen.Text())
	}
	for what, c := range map[string]*discordtest.Call{
		"a member copies a button":          srv.PressID(member, screen, screen.Buttons()[1].CustomID),
		"on the answer to another command":  srv.PressID(helper, srv.Slash(helper, channel, "daily", nil).Answer(t), screen.Buttons()[1].CustomID),
		"a form that a member did not open": srv.Forge(member, channel, aForm, object{"custom_id": "g:0:setup-form::0", "components": []any{input("time", "9am")}}, func(object) {}),
	} {
		if text := c.Answer(t).Text(); !strings.Contains(text, "only for admins") {
			t.Errorf("%s: %q", what, text)
		}
	}
	screen = srv.Choose(t, helper, screen, "Channel for the posts", channel).Answer(t)
	screen = srv.Press(t, helper, screen, "Time and zone").Fill(t, helper, map[string]string{"time": "9pm", "zone": "Taipei"}).Answer(t)
	srv.Press(t, helper, screen, "Start the posts").Answer(t)
	if got, err := store.Guild(t.Context(), guild); err != nil || !got.Scheduled || got.At != "21:00" {
		t.Errorf("set up is %+v, %v", got, err)
	}
}

// Where the bot may not write, it says nothing, and nowhere else.
func TestNoGreeting(t *testing.T) {
	t.Parallel()
	srv, old := standIn(t)
	_, store := newArchive(t)
	srv.SetRole(srv.GuildOf(old), srv.GuildOf(old), 0)
	serveBot(t, srv, store)
	srv.Inject(discordtest.Fault{Route: toChannel, Times: 1, Status: 403, Code: 50013})
	srv.Join("Newcomers", "en-US")
	srv.Await(t, "an attempt", func() bool { return len(srv.Requests(toChannel)) == 1 })
	time.Sleep(200 * time.Millisecond)
	if n := len(srv.Requests(toChannel)) + len(srv.Requests("POST /users/@me/channels")); n != 1 {
		t.Errorf("%d calls, want one", n)
	}
}

// An admin sets up the daily with a thumb: a channel, the time, a weekday that is off, a role, a test
// post, and the start. The screen stays one message.
func TestSetupScreen(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	guild := srv.GuildOf(channel)
	closed, fans := srv.AddChannelOf(guild, "puzzles", discordtest.Forum), srv.AddRole(guild, 0)
	srv.Overwrite(closed, guild, 0, discordtest.SendMessages)
	serveBot(t, srv, store)

	screen := srv.Slash(admin, channel, "setup", nil).Answer(t)
	choose := func(hint, value, want string) {
		t.Helper()
		call := srv.Choose(t, admin, screen, hint, value)
		if screen = call.Answer(t); !call.Updated() || !strings.Contains(screen.Text(), want) {
			t.Fatalf("%s %s: updated %t, %q, want %q", hint, value, call.Updated(), screen.Text(), want)
		}
	}
	click := func(label, want string) {
		t.Helper()
		call := srv.Press(t, admin, screen, label)
		if screen = call.Answer(t); !call.Updated() || !strings.Contains(screen.Text(), want) {
			t.Fatalf("%s: updated %t, %q, want %q", label, call.Updated(), screen.Text(), want)
		}
	}
	choose("Channel for the posts", closed, "the bot lacks Create Posts there")
	if text := srv.Press(t, admin, screen, "Start the posts").Answer(t).Text(); !strings.Contains(text, "nothing was changed") {
		t.Errorf("posts start in a closed forum: %q", text)
	}
	choose("Channel for the posts", channel, "Press “Start the posts” to begin. Everything else is optional.")
	screen = srv.Press(t, admin, screen, "Time and zone").Fill(t, admin, map[string]string{"time": "9pm", "zone": "Taipei"}).Answer(t)
	if !strings.Contains(screen.Text(), `21:00 in Asia\/Taipei`) {
		t.Fatalf("the form: %q", screen.Text())
	}
	click("Weekdays", "Monday Easy")
	click("Mon Easy", "Monday Easy")
	click("6×6 instead", "Monday Easy 6×6")
	click("9×9 and 6×6", "Monday Easy + 6×6 · Tuesday Easy ·")
	click("The same every day", "Monday Easy + 6×6 · Tuesday Easy + 6×6 · Wednesday Medium + 6×6")
	click("9×9", "Monday Easy · Tuesday Easy + 6×6")
	choose("Mon", "off", "Monday off")
	click("◀ Back", "Monday off")
	click("More", "9×9 and 6×6 puzzles")
	choose("Role to ping", fans, "is not allowed to mention <@&"+fans+">")
	choose("Role to ping", "", "9×9 and 6×6 puzzles")
	if text := srv.ChooseID(admin, screen, screen.Selects()[0], guild).Answer(t).Text(); !strings.Contains(text, "@everyone cannot be pinged") {
		t.Errorf("everyone: %q", text)
	}
	choose("Role to ping", fans, "is not allowed to mention <@&"+fans+">")
	click("Shidoku: off", "Each daily comes with a shidoku")
	click("◀ Back", "Each post pings <@&"+fans+">")
	if text := srv.Press(t, admin, screen, "Make a test post").Answer(t).Text(); !strings.Contains(text, "A test post is in <#"+channel+">") {
		t.Errorf("the test: %q", text)
	}
	if m := srv.Messages(channel); len(m) != 1 || !strings.Contains(m[0].Text(), "This is a test") || len(m[0].Pinged) > 0 || len(m[0].Buttons()) > 0 || len(m[0].Attachments) != 1 {
		t.Errorf("the test post is %+v", m)
	}
	if text := srv.PressID(ann, screen, screen.Buttons()[3].CustomID).Answer(t).Text(); !strings.Contains(text, "only for admins") {
		t.Errorf("a member presses %q: %q", screen.Buttons()[3].Label, text)
	}
	click("Start the posts", "The daily is posted in <#"+channel+`> every day at 21:00 in Asia\/Taipei`)

	got, err := store.Guild(t.Context(), guild)
	must(t, err)
	want := daily.NewGuild(guild)
	want.ChannelID, want.At, want.Zone, want.Ping, want.Shidoku, want.Scheduled, want.Since = channel, "21:00", "Asia/Taipei", fans, true, true, got.Since
	want.Off[time.Monday] = true
	want.SixBySix = [7]bool{true, false, true, true, true, true, true}
	if got != want || got.Since.IsZero() {
		t.Errorf("set up is %+v\nwant %+v", got, want)
	}
	if _, err := store.LastPost(t.Context(), guild); err == nil {
		t.Error("the test post is in the ledger")
	}
}

// Where Discord says with the channel that an admin chooses what the bot may do there, it is not asked again: neither for an option
// nor for a select. A channel that does not suffice is asked about, to say why.
func TestChosenChannelIsKnown(t *testing.T) {
	t.Parallel()
	const toGuild, toMember, toChannel = "GET /guilds/{guild_id}", "GET /guilds/{guild_id}/members/{user_id}", "GET /channels/{channel_id}"
	for _, said := range []bool{true, false} {
		srv, channel := standIn(t)
		srv.AppPermissions = said
		_, store := newArchive(t)
		guild := srv.GuildOf(channel)
		closed, tagged := srv.AddChannel(guild, "closed"), srv.AddChannelOf(guild, "tagged", discordtest.Forum)
		srv.Overwrite(closed, guild, 0, discordtest.AttachFiles)
		srv.RequireTag(tagged, discordtest.Tag{Name: "staff", Moderated: true})
		thread := srv.AddThread(channel, "thread", discordtest.PrivateThread)
		serveBot(t, srv, store)
		screen := srv.Slash(admin, channel, "setup", nil).Answer(t)
		calls := func() int {
			return len(srv.Requests(toGuild)) + len(srv.Requests(toMember)) + len(srv.Requests(toChannel))
		}
		for _, c := range []struct {
			channel, want string
			known         bool
		}{
			{channel, "Start the posts", true}, {srv.AddChannelOf(guild, "forum", discordtest.Forum), "Start the posts", true},
			{closed, "the bot lacks Attach Files there", false}, {tagged, "tag", false}, {thread, "thread", false},
		} {
			before := calls()
			if text := srv.Choose(t, admin, screen, "Channel for the posts", c.channel).Answer(t).Text(); !strings.Contains(text, c.want) {
				t.Errorf("%+v: %q", c, text)
			}
			if asked := calls() - before; (asked == 0) != (c.known && said) || !c.known && asked < 3 {
				t.Errorf("said %v, %+v: %d calls", said, c, asked)
			}
		}
		before := calls()
		srv.SlashWith(admin, channel, "schedule", discordtest.Option{Name: "channel", Value: channel, Channel: true}).Answer(t)
		if asked := calls() - before; (asked == 0) != said {
			t.Errorf("said %v, /schedule: %d calls", said, asked)
		}
	}
}

// A test post is made once, though several processes get the press, in a forum too.
func TestOneTestPost(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	forum := srv.AddChannelOf(srv.GuildOf(channel), "puzzles", discordtest.Forum)
	for range 3 {
		serveBot(t, srv, store)
	}
	srv.DuplicateEvents()
	srv.Inject(discordtest.Fault{Route: toChannel, Times: 2, Status: http.StatusTooManyRequests, RetryAfter: 50 * time.Millisecond})
	srv.SlashWith(admin, channel, "schedule", discordtest.Option{Name: "channel", Value: forum, Channel: true}).Answer(t)
	if text := srv.Slash(admin, channel, "setup", map[string]string{"test": "now"}).Answer(t).Text(); !strings.Contains(text, "A test post is in") {
		t.Errorf("the test: %q", text)
	}
	thread := srv.AwaitThread(t, forum, 1)
	time.Sleep(200 * time.Millisecond)
	if n := len(srv.Threads(forum)); n != 1 || thread.Name != "Test of the daily post" {
		t.Errorf("%d threads, %+v", n, thread)
	}
}
