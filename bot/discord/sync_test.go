package discord

import (
	"encoding/json"
	"maps"
	"net/http"
	"strings"
	"testing"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/discord/discordtest"
	"github.com/gridkeeper/gridkeeper/bot/discord/rest"
	"github.com/gridkeeper/gridkeeper/locale"
)

const toCommands = "PUT /applications/{application_id}/commands"

// Commands are registered once, again when they change, and never for their order.
func TestSyncCommands(t *testing.T) {
	srv, _ := standIn(t)
	c := newTestClient(t, srv)
	app := applicationOf(t, c)
	commands := []chat.Command{
		{Name: "daily", Description: "Play", Options: []chat.Option{
			{Name: "tier", Description: "How hard", Kind: chat.ChoiceOption, Choices: []string{"hidden", "x-wing"}},
		}},
		{Name: "import", Description: "Read a file", Admin: true, Options: []chat.Option{
			{Name: "file", Description: "The file", Kind: chat.FileOption, Required: true},
			{Name: "channel", Description: "Where", Kind: chat.ChannelOption},
		}},
		{Name: "help", Description: "Help"},
	}
	sync := func(want bool) {
		t.Helper()
		ids, changed, err := syncCommands(t.Context(), c, app, commands)
		if err != nil || changed != want || !maps.Equal(ids, srv.Commands()) || len(ids) != len(commands) {
			t.Errorf("changed %v, %v, want %v; ids %v, want %v", changed, err, want, ids, srv.Commands())
		}
	}
	sync(true)
	sync(false)
	commands[0], commands[2] = commands[2], commands[0]
	sync(false)
	commands[1].Options[0].Required = false
	sync(true)
	commands[1].Admin = false
	sync(true)
	commands[2].Options[0].Choices = []string{"hidden", "locked"}
	sync(true)
	commands = commands[:2]
	sync(true)
	sync(false)
	if n := len(srv.Requests(toCommands)); n != 5 {
		t.Errorf("registered %d times, want 5", n)
	}
}

// With Activities enabled, Discord refuses a list of commands without the one that opens the Activity. It goes back
// as it came, whatever else is registered, and changes nothing of what is ours.
func TestSyncEntryPoint(t *testing.T) {
	srv, _ := standIn(t)
	c := newTestClient(t, srv)
	app := applicationOf(t, c)
	commands := []chat.Command{{Name: "daily", Description: "Play"}, {Name: "launch", Description: "Begin"}}
	var listed string
	for n, want := range []bool{true, false, false, true, false} {
		switch n {
		case 2:
			srv.EnableActivities()
			listed = string(srv.EntryPoint())
		case 3:
			commands[0].Description = "Play the daily"
		}
		ids, changed, err := syncCommands(t.Context(), c, app, commands)
		if err != nil || changed != want || !maps.Equal(ids, srv.Commands()) || len(ids) != len(commands) {
			t.Errorf("step %d: changed %v, %v, want %v; ids %v, want %v", n, changed, err, want, ids, srv.Commands())
		}
	}
	if now := string(srv.EntryPoint()); now != listed || now == "" {
		t.Errorf("the entry point is %s, and was %s", now, listed)
	}
	sent := srv.Requests(toCommands)
	if body := string(sent[len(sent)-1].Body); len(sent) != 2 || !strings.Contains(body, `"handler":2`) || !strings.Contains(body, `{"de":"starten"}`) {
		t.Errorf("registered %d times, at last %s", len(sent), body)
	}
}

// Commands that Discord refuses keep no bot from starting that has some from before.
func TestRefusedCommands(t *testing.T) {
	t.Parallel()
	srv, channel := standIn(t)
	_, store := newArchive(t)
	const tooManyInADay = 30034
	refusal := discordtest.Fault{Route: toCommands, Status: http.StatusBadRequest, Code: tooManyInADay}
	srv.Inject(refusal)
	if err := Serve(t.Context(), quick(srv), bot.New(store, bot.Config{}), logTo(t)); rest.CodeOf(err) != tooManyInADay {
		t.Errorf("without commands: %v", err)
	}
	c := newTestClient(t, srv)
	if _, _, err := syncCommands(t.Context(), c, applicationOf(t, c), []chat.Command{{Name: "help", Description: "Help"}}); err != nil {
		t.Fatal(err)
	}
	srv.Inject(refusal)
	serveBot(t, srv, store)
	if text := srv.Slash(ann, channel, "help", nil).Answer(t).Text(); !strings.Contains(text, "</help:"+srv.Commands()["help"]+">") {
		t.Errorf("/help: %q", text)
	}
}

// applicationOf asks the stand-in for the application.
func applicationOf(t *testing.T, c *rest.Client) application {
	t.Helper()
	var app application
	must(t, c.Call(t.Context(), http.MethodGet, "/applications/@me", nil, nil, &app))
	return app
}

// Where a command can be used is always sent, and sent again when the application can be installed
// in another way. Commands of admins are for guilds.
func TestSyncPlaces(t *testing.T) {
	srv, _ := standIn(t)
	c := newTestClient(t, srv)
	commands := []chat.Command{{Name: "daily", Description: "Play"}, {Name: "import", Description: "Read a file", Admin: true}}
	for _, step := range []struct {
		byUsers, changed bool
		daily            string
	}{
		{true, true, `"contexts":[0,1,2],"integration_types":[0,1]`}, {true, false, ""},
		{false, true, `"contexts":[0,1],"integration_types":[0]`}, {false, false, ""},
	} {
		srv.UserInstall = step.byUsers
		if _, changed, err := syncCommands(t.Context(), c, applicationOf(t, c), commands); changed != step.changed || err != nil {
			t.Errorf("%+v: changed %v, %v", step, changed, err)
		}
		sent := srv.Requests(toCommands)
		body := string(sent[len(sent)-1].Body)
		const admin = `"contexts":[0],"integration_types":[0]`
		if !strings.Contains(body, step.daily) || !strings.Contains(body, admin) {
			t.Errorf("sent %s, want %s and %s", body, step.daily, admin)
		}
	}
}

// Discord takes the bot's real commands, those on messages too.
func TestSyncAll(t *testing.T) {
	srv, _ := standIn(t)
	c := newTestClient(t, srv)
	app := applicationOf(t, c)
	commands, messages := bot.Commands(locale.Match()), bot.MessageCommands(locale.Match())
	if _, _, err := syncCommands(t.Context(), c, app, commands, messages...); err != nil {
		t.Fatal(err)
	}
	if got, want := len(srv.Commands()), len(commands)+len(messages); got != want || want < 10 {
		t.Errorf("%d commands registered, want %d", got, want)
	}
	if _, changed, err := syncCommands(t.Context(), c, app, commands, messages...); changed || err != nil {
		t.Errorf("changed %v, %v", changed, err)
	}
}

// Commands are registered in every language that there is a catalogue for, and again when a
// translation changes.
func TestSyncLanguages(t *testing.T) {
	srv, _ := standIn(t)
	c := newTestClient(t, srv)
	app := applicationOf(t, c)
	if _, _, err := syncCommands(t.Context(), c, app, bot.Commands(locale.Match()), bot.MessageCommands(locale.Match())...); err != nil {
		t.Fatal(err)
	}
	sent := srv.Requests(toCommands)
	body := string(sent[len(sent)-1].Body)
	for _, l := range locale.Languages()[1:] {
		for _, command := range bot.Commands(l) {
			for _, text := range []string{command.Label, command.Description} {
				if quoted, _ := json.Marshal(text); !strings.Contains(body, `"`+l.Tag()+`":`+string(quoted)) {
					t.Errorf("%s: /%s is not registered as %q", l.Tag(), command.Name, text)
				}
			}
		}
		if name := bot.MessageCommands(l)[0].Name; !strings.Contains(body, `"`+name+`"`) {
			t.Errorf("%s: %q is not registered", l.Tag(), name)
		}
	}
}
