package admin

import (
	"context"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// /setup is /schedule on a screen: selects and buttons, each of which gives one option of /schedule.
// Where the player is, is in the controls, and nothing is kept but the settings. A screen has four
// pages, as a network shows a handful of rows.

// setupScreen is the handler that the controls of the screen reach. It takes what /schedule does, and
// a page.
const setupScreen = "setup-screen"

// setupForm is the handler that opens the form for the time and the zone.
const setupForm = "setup-form"

var setupPages = []string{chat.MainPage, chat.DaysPage, chat.ExtrasPage, chat.RulesPage}

// Names of the fields of the form, which are those of options.
const (
	TimeField = "time"
	zoneField = "zone"
)

// SetupCommand is /setup.
func SetupCommand() handler.Handler {
	return handler.Handler{
		Name: "setup", Prepare: handler.Admin, Before: checkSchedule, Answer: startSetup,
		Options: []chat.Option{
			{Name: "page", Kind: chat.ChoiceOption, Choices: setupPages},
			{Name: "test", Kind: chat.ChoiceOption, Choices: []string{"now"}},
		},
		Buttons: setupControls(),
	}
}

// setupControls are the controls of the screen: all that change a setting have one verb.
func setupControls() []handler.Button {
	changes := handler.Handler{
		Name: setupScreen, Options: append(optionsOf(scheduleOptions()), chat.Option{Name: "page"}),
		Prepare: handler.Admin | handler.Writes, Before: checkSchedule, Answer: setUp,
	}
	return []handler.Button{
		{Verb: chat.SetUp, Options: settingUp, Handler: &changes},
		{
			Verb: chat.SetUpForm, Handler: &handler.Handler{Name: setupForm, Prepare: handler.Admin, Answer: openSetup},
			Sent: &handler.Button{Options: settingClock, Handler: &changes},
		},
		{Verb: chat.TestPost, Handler: &handler.Handler{Name: "test-post", Prepare: handler.Admin, Answer: testPost}},
	}
}

// settingUp reads the argument of [SetUp]: the page to show and what changes, "days/monday?monday=off". A
// select leaves out the value, which is what was chosen in it.
func settingUp(f chat.Fill) (map[string]string, bool) {
	page, change, _ := strings.Cut(f.Press.Argument, "?")
	options := map[string]string{"page": page}
	if option, value, given := strings.Cut(change, "="); option != "" {
		if !given {
			value = f.Press.Chosen
		}
		if value == "" && (option == "role" || option == "games") { // a select may be emptied
			option, value = "clear", option
		}
		options[option] = value
	}
	return options, true
}

// settingClock reads the form for the time and the zone.
func settingClock(f chat.Fill) (map[string]string, bool) {
	return map[string]string{"page": chat.MainPage, TimeField: f.Fields[TimeField], zoneField: f.Fields[zoneField]}, true
}

// startSetup shows a page to a player who asks for it, or makes a test post.
func startSetup(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	page := q.Option("page")
	switch {
	case page != "" && !slices.Contains(setupPages, page):
		return chat.Reply{}, q.RefuseGiven("page")
	case q.Option("test") == "":
		return setUp(ctx, env, q)
	case q.Option("test") != "now":
		return chat.Reply{}, q.RefuseGiven("test")
	}
	return testPost(ctx, env, q)
}

// onSetup reports whether a request shows a page of the screen.
func onSetup(q handler.Query, page string) bool {
	name, _, _ := strings.Cut(q.Option("page"), "/")
	shown := name == page || page == chat.MainPage && !slices.Contains(setupPages, name)
	return shown && (q.Command == "setup" || q.Command == setupScreen)
}

// setUp changes what a control asks, and shows a page.
func setUp(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := changedSchedule(ctx, env, q)
	if err != nil {
		return chat.Reply{}, err
	}
	var reply chat.Reply
	switch {
	case onSetup(q, chat.DaysPage):
		reply, err = daysOfSetup(ctx, env, q, guild)
	case onSetup(q, chat.ExtrasPage):
		reply, err = extrasOfSetup(ctx, env, q, guild)
	case onSetup(q, chat.RulesPage):
		reply = rulesOfSetup(q, guild)
	default:
		reply, err = mainOfSetup(ctx, env, q, guild)
	}
	reply.InPlace = true
	if !q.Buttons {
		reply.Screen.Body = chat.Join("\n", reply.Screen.Body, q.Say("setup.without-buttons", locale.Args{
			"Schedule": chat.Asking("schedule", chat.Given{Name: "monday", Value: "3", Kind: chat.DayOption}), "Help": chat.Asking("help", chat.Given{Name: "command", Value: "schedule", Kind: chat.CommandOption}),
		}))
	}
	return reply, err
}

// openSetup opens the form for the time and the zone.
func openSetup(ctx context.Context, env *handler.Env, q handler.Query) (chat.Reply, error) {
	guild, err := env.Store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return chat.Reply{}, err
	}
	guild, _ = suggested(q, guild)
	reply := chat.Private(q.Text("title.setup", nil), q.Say("setup.without-form", locale.Args{
		"Schedule": chat.Asking("schedule", chat.Given{Name: "time", Value: guild.At}, chat.Given{Name: "zone", Value: guild.Zone}),
	}))
	reply.Form = &chat.Form{Title: q.Text("setup.when", nil), Press: *q.Pressed, Fields: []chat.Field{
		{Name: TimeField, Label: q.Text("setup.time", nil), Value: guild.At, Example: "9am", Most: 20},
		{Name: zoneField, Label: q.Text("setup.zone", nil), Value: guild.Zone, Example: "Berlin", Most: 60},
	}}
	return reply, nil
}
