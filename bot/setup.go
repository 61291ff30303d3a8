package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/gridkeeper/gridkeeper/locale"
)

// /setup is /schedule on a screen: selects and buttons, each of which gives one option of /schedule.
// Where the player is, is in the controls, and nothing is kept but the settings. A screen has four
// pages, as a network shows a handful of rows.

// setupScreen is the handler that the controls of the screen reach. It takes what /schedule does, and
// a page.
const setupScreen = "setup-screen"

// The pages of the screen; one of the days may have a weekday too: "days/monday".
const (
	mainPage   = "main"
	daysPage   = "days"
	extrasPage = "extras"
	rulesPage  = "rules"
)

var setupPages = []string{mainPage, daysPage, extrasPage, rulesPage}

// Names of the fields of the form, which are those of options.
const (
	timeField = "time"
	zoneField = "zone"
)

func setupCommand() handler {
	return handler{
		name: "setup", admin: true, checks: true, answer: (*Bot).startSetup,
		options: []Option{
			{Name: "page", Kind: ChoiceOption, Choices: setupPages},
			{Name: "test", Kind: ChoiceOption, Choices: []string{"now"}},
		},
		buttons: setupControls(),
	}
}

// setupControls are the controls of the screen: all that change a setting have one verb.
func setupControls() []button {
	changes := handler{
		name: setupScreen, options: append(optionsOf(scheduleOptions()), Option{Name: "page"}),
		admin: true, writes: true, checks: true, answer: (*Bot).setUp,
	}
	return []button{
		{verb: SetUp, options: settingUp, handler: &changes},
		{
			verb: SetUpForm, handler: &handler{name: "setup-form", admin: true, answer: (*Bot).openSetup},
			sent: &button{options: settingClock, handler: &changes},
		},
		{verb: TestPost, handler: &handler{name: "test-post", admin: true, answer: (*Bot).testPost}},
	}
}

// settingUp reads the argument of [SetUp]: the page to show and what changes, "days/monday?monday=off". A
// select leaves out the value, which is what was chosen in it.
func settingUp(f Fill) (map[string]string, bool) {
	page, change, _ := strings.Cut(f.Press.Argument, "?")
	options := map[string]string{"page": page}
	if option, value, given := strings.Cut(change, "="); option != "" {
		if !given {
			value = f.Press.Chosen
		}
		if option == "role" && value == "" { // a select may be emptied
			option, value = "ping", "off"
		}
		options[option] = value
	}
	return options, true
}

// settingClock reads the form for the time and the zone.
func settingClock(f Fill) (map[string]string, bool) {
	return map[string]string{"page": mainPage, timeField: f.Fields[timeField], zoneField: f.Fields[zoneField]}, true
}

// startSetup shows a page to a player who asks for it, or makes a test post.
func (b *Bot) startSetup(ctx context.Context, q query) (Reply, error) {
	page := q.option("page")
	switch {
	case page != "" && !slices.Contains(setupPages, page):
		return Reply{}, q.refuseGiven("page")
	case q.option("test") == "":
		return b.setUp(ctx, q)
	case q.option("test") != "now":
		return Reply{}, q.refuseGiven("test")
	}
	return b.testPost(ctx, q)
}

// onSetup reports whether a request shows a page of the screen.
func (q query) onSetup(page string) bool {
	name, _, _ := strings.Cut(q.option("page"), "/")
	shown := name == page || page == mainPage && !slices.Contains(setupPages, name)
	return shown && (q.Command == "setup" || q.Command == setupScreen)
}

// setUp changes what a control asks, and shows a page.
func (b *Bot) setUp(ctx context.Context, q query) (Reply, error) {
	guild, err := b.changedSchedule(ctx, q)
	if err != nil {
		return Reply{}, err
	}
	var reply Reply
	switch {
	case q.onSetup(daysPage):
		reply, err = b.daysOfSetup(ctx, q, guild)
	case q.onSetup(extrasPage):
		reply, err = b.extrasOfSetup(q, guild)
	case q.onSetup(rulesPage):
		reply = q.rulesOfSetup(guild)
	default:
		reply, err = b.mainOfSetup(ctx, q, guild)
	}
	reply.InPlace = true
	if !q.Buttons {
		reply.Screen.Body = join("\n", reply.Screen.Body, q.Say("setup.without-buttons", locale.Args{
			"Schedule": asking("schedule", Given{"monday", "3", DayOption}), "Help": asking("help", Given{"command", "schedule", CommandOption}),
		}))
	}
	return reply, err
}

// openSetup opens the form for the time and the zone.
func (b *Bot) openSetup(ctx context.Context, q query) (Reply, error) {
	guild, err := b.store.Guild(ctx, q.Place.GuildID)
	if err != nil {
		return Reply{}, err
	}
	reply := private(q.Text("title.setup", nil), q.Say("setup.without-form", locale.Args{
		"Schedule": asking("schedule", Given{Name: "time", Value: guild.At}, Given{Name: "zone", Value: guild.Zone}),
	}))
	reply.Form = &Form{Title: q.Text("setup.when", nil), Press: *q.pressed, Fields: []Field{
		{Name: timeField, Label: q.Text("setup.time", nil), Value: guild.At, Example: "9am", Most: 20},
		{Name: zoneField, Label: q.Text("setup.zone", nil), Value: guild.Zone, Example: "Berlin", Most: 60},
	}}
	return reply, nil
}
