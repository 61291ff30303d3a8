package admin

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// /setup is /schedule on a screen: selects and buttons, each of which gives one option of /schedule. The controls carry the
// page; only the settings are stored. A screen has four pages, as a network shows a handful of rows.

// setupScreen is the handler that the controls of the screen reach. It takes the options of /schedule, and a page.
const setupScreen = "setup-screen"

// setupForm is the handler that opens the form for the time and the zone.
const setupForm = "setup-form"

var setupPages = []string{chat.MainPage, chat.DaysPage, chat.ExtrasPage, chat.RulesPage}

// Names of the fields of the form, the same as of the options.
const (
	TimeField = "time"
	zoneField = "zone"
)

// SetupCommand is /setup. All controls of the screen that change a setting have one verb.
func SetupCommand() handler.Handler {
	changes := handler.Handler{
		Name: setupScreen, Options: append(optionsOf(settings()), chat.Option{Name: "page"}),
		Prepare: handler.Admin | handler.Writes, Before: checkSchedule, Answer: setUp,
	}
	clock := func(f chat.Fill) (map[string]string, bool) {
		return map[string]string{"page": chat.MainPage, TimeField: f.Fields[TimeField], zoneField: f.Fields[zoneField]}, true
	}
	return handler.Handler{
		Name: "setup", Prepare: handler.Admin, Before: checkSchedule, Answer: startSetup,
		Options: []chat.Option{
			{Name: "page", Kind: chat.ChoiceOption, Choices: setupPages},
			{Name: "test", Kind: chat.ChoiceOption, Choices: []string{"now"}},
		},
		Buttons: []handler.Button{
			{Verb: chat.SetUp, Options: settingUp, Handler: &changes},
			{
				Verb: chat.SetUpForm, Handler: &handler.Handler{Name: setupForm, Prepare: handler.Admin, Answer: openSetup},
				Sent: &handler.Button{Options: clock, Handler: &changes},
			},
			{Verb: chat.TestPost, Handler: &handler.Handler{Name: "test-post", Prepare: handler.Admin, Answer: testPost}},
		},
	}
}

// settingUp reads the argument of [chat.SetUp]: the page to show, and the option to change with its value,
// "days/monday?monday=off". A select leaves out the value, which is the choice in it.
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

// setUp changes a setting, if a control asks for it, and shows a page.
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

// zoneOf is where most people live who speak a language of Discord's. English of the United States is missing, as
// guilds have it that never chose one.
var zoneOf = map[string]string{
	"bg": "Europe/Sofia", "cs": "Europe/Prague", "da": "Europe/Copenhagen", "de": "Europe/Berlin", "el": "Europe/Athens",
	"en-GB": "Europe/London", "es-ES": "Europe/Madrid", "fi": "Europe/Helsinki", "fr": "Europe/Paris", "hi": "Asia/Kolkata",
	"hr": "Europe/Zagreb", "hu": "Europe/Budapest", "id": "Asia/Jakarta", "it": "Europe/Rome", "ja": "Asia/Tokyo",
	"ko": "Asia/Seoul", "lt": "Europe/Vilnius", "nl": "Europe/Amsterdam", "no": "Europe/Oslo", "pl": "Europe/Warsaw",
	"pt-BR": "America/Sao_Paulo", "ro": "Europe/Bucharest", "ru": "Europe/Moscow", "sv-SE": "Europe/Stockholm",
	"th": "Asia/Bangkok", "tr": "Europe/Istanbul", "uk": "Europe/Kyiv", "vi": "Asia/Ho_Chi_Minh", "zh-CN": "Asia/Shanghai",
	"zh-TW": "Asia/Taipei",
}

// suggested returns the settings that /setup suggests to a guild without any, so that one press starts its posts: the channel
// of the request, and a zone and a language by the guild's language. A change on the screen keeps the other suggestions.
func suggested(q handler.Query, guild daily.Guild) (_ daily.Guild, isNew bool) {
	unset := daily.NewGuild(guild.ID)
	unset.First = guild.First
	onScreen := q.Command == "setup" || q.Command == setupScreen || q.Command == setupForm
	if guild != unset || !onScreen || !q.Buttons || q.Place.ChannelID == "" || q.Place.Private {
		return guild, false
	}
	guild.ChannelID = q.Place.ChannelID
	if zone, ok := zoneOf[q.Place.Language]; ok {
		guild.Zone = zone
	}
	if tag := locale.Match(q.Place.Language).Tag(); tag != "en" {
		guild.Language = tag
	}
	return guild, true
}

// suggestion shows the suggested settings, and an example of a post.
func suggestion(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Reply, error) {
	s, err := handler.ScheduleOf(guild)
	if err != nil {
		return chat.Reply{}, err
	}
	coming := s.NextPosted(s.Newest(env.Config.Now()), 1)
	spoken := chat.SpeechIn(guild.Language).Text("language.name", nil)
	body := q.Say("setup.suggested", locale.Args{
		"Channel": chat.Channel(guild.ChannelID), "Clock": guild.At, "Zone": guild.Zone, "Language": spoken,
		"Due": q.Instant(coming[0].Due), "Start": q.Text("setup.posts-on", nil),
	})
	if problem := q.Checked.Problem(guild.ChannelID); problem != nil {
		body = chat.Join("\n", body, q.Say("schedule.problem", locale.Args{"Problem": q.Speech.Problem(problem)}))
	}
	missing, err := shortages(ctx, env, q, guild)
	body = chat.Join("\n", append([]chat.Text{body}, missing...)...)
	example, _, _ := logic.Techniques[0].Example()
	return q.WithBoard(chat.Private(q.Text("title.setup", nil), body), picture.Diagram{Clues: example.Grid, Grid: example.Grid}), err
}

// mainOfSetup shows all settings and their problems, and the controls for the channel and the time.
func mainOfSetup(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Reply, error) {
	guild, isNew := suggested(q, guild)
	var reply chat.Reply
	var err error
	if isNew {
		reply, err = suggestion(ctx, env, q, guild)
	} else {
		var body chat.Text
		body, err = scheduleText(ctx, env, q, guild)
		switch {
		case guild.Scheduled || q.Channels == nil:
		case guild.ChannelID == "":
			body = chat.Join("\n\n", q.Say("setup.start", nil), body)
		default:
			body = chat.Join("\n\n", body, q.Say("setup.ready", locale.Args{"Start": q.Text("setup.posts-on", nil)}))
		}
		reply = chat.Private(q.Text("title.setup", nil), body)
	}
	if err != nil {
		return chat.Reply{}, err
	}
	reply.Screen.Selects = []chat.Select{{
		Kind: chat.ChannelOption, Chosen: guild.ChannelID, Hint: q.Text("setup.channel", nil), Press: chosenFor(chat.MainPage, "channel"),
	}}
	posts := chat.Button{Label: q.Text("setup.posts-on", nil), Look: chat.MainLook, Press: settingTo(chat.MainPage, "posts", "on"), Disabled: guild.ChannelID == ""}
	if guild.Scheduled {
		posts = chat.Button{Label: q.Text("setup.posts-off", nil), Look: chat.QuietLook, Press: settingTo(chat.MainPage, "posts", "off")}
	}
	reply.Screen.Rows = [][]chat.Button{
		{
			{Label: q.Text("setup.when", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUpForm}},
			{Label: q.Text("setup.days", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: chat.DaysPage}},
			{Label: q.Text("setup.extras", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: chat.ExtrasPage}},
			{Label: q.Text("setup.rules", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: chat.RulesPage}},
		},
		{
			posts,
			{Label: q.Text("setup.test", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.TestPost}, Disabled: guild.ChannelID == "" || isNew},
			{Label: q.Text("setup.check", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: chat.MainPage}},
		},
	}
	return reply, nil
}

// chosenFor is the press of a select for an option.
func chosenFor(page, option string) chat.Press {
	return chat.Press{Verb: chat.SetUp, Argument: page + "?" + option}
}

// settingTo is the press of a button that gives an option a value.
func settingTo(page, option, value string) chat.Press {
	return chat.Press{Verb: chat.SetUp, Argument: page + "?" + option + "=" + value}
}

// daysOfSetup shows the kind of daily of each weekday, and a select for the chosen weekday.
func daysOfSetup(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Reply, error) {
	searches, err := searchNames(ctx, env, guild)
	if err != nil {
		return chat.Reply{}, err
	}
	_, chosen, _ := strings.Cut(q.Option("page"), "/")
	chosen, page, _ := strings.Cut(chosen, "/")
	missing, err := shortages(ctx, env, q, guild)
	if err != nil {
		return chat.Reply{}, err
	}
	lines := append([]chat.Text{chat.Section(q.Text("schedule.heading.days", nil), weekdayLine(q, guild, searches)), q.Say("setup.choose-day", locale.Args{"Search": chat.Mention("search")})}, missing...)
	if guild.Rules.Global {
		lines = append(lines, q.Say("schedule.global", nil))
	}
	reply := chat.Private(q.Text("title.setup", nil), chat.Join("\n", lines...))
	var days []chat.Button
	for _, day := range chat.Weekdays() {
		label := q.Text("schedule.day", locale.Args{"Weekday": q.Weekday(day), "Tier": kindOn(q.Speech, guild, searches, day)})
		b := chat.Button{Label: label, Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: chat.DaysPage + "/" + optionOf(day)}}
		if chosen == optionOf(day) {
			b.Look = chat.OnLook
		}
		days = append(days, b)
	}
	var others, sizes []chat.Button
	for _, day := range chat.Weekdays() {
		if chosen == optionOf(day) {
			choose, more, err := selectForDay(ctx, env, q, guild, day, page)
			if err != nil {
				return chat.Reply{}, err
			}
			reply.Screen.Selects, others = []chat.Select{choose}, more
			sizes = sizesOfDay(q, guild, day)
		}
	}
	reply.Screen.Rows = chat.Buttons(days...)
	if sizes != nil {
		reply.Screen.Rows = append(reply.Screen.Rows, sizes)
	}
	reply.Screen.Rows = append(reply.Screen.Rows, append(others, backToMain(q)))
	return reply, nil
}

// sizesOfDay are the buttons for the sizes of a weekday, and one that gives its sizes to all weekdays.
func sizesOfDay(q handler.Query, guild daily.Guild, day time.Weekday) (row []chat.Button) {
	page, now := chat.DaysPage+"/"+optionOf(day), sizeOn(guild, day)
	for _, size := range daySizes {
		b := chat.Button{Label: q.Text("setup.size."+size.name, nil), Look: chat.QuietLook, Press: settingTo(page, optionOf(day), size.name)}
		if size == now {
			b.Look = chat.OnLook
		}
		row = append(row, b)
	}
	return append(row, chat.Button{Label: q.Text("setup.every-day", nil), Look: chat.QuietLook, Press: settingTo(page, everyDay, now.name)})
}

func backToMain(q handler.Query) chat.Button {
	return chat.Button{Label: q.Text("setup.back", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: chat.MainPage}}
}

// mostSearches is how many saved searches a select has, besides the one that is chosen: with the tiers and
// no post they fill Discord's 25 options. Of more, each page has so many.
const mostSearches = 18

// selectForDay lists the choices for a weekday: the tiers, a page of the saved searches, or no post. The buttons lead to the
// pages before and after.
func selectForDay(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild, day time.Weekday, page string) (chat.Select, []chat.Button, error) {
	all, err := env.Store.SavedSearches(ctx, guild.ID)
	if err != nil {
		return chat.Select{}, nil, err
	}
	at := chat.DaysPage + "/" + optionOf(day)
	pages := max(1, (len(all)+mostSearches-1)/mostSearches)
	number, _ := strconv.Atoi(page) // which anyone can forge
	number = min(max(number, 1), pages)
	first := (number - 1) * mostSearches
	shown := all[first:min(first+mostSearches, len(all))]
	choose := chat.Select{Hint: q.Weekday(day), Chosen: guild.Tiers[day].String(), Press: chosenFor(at, optionOf(day))}
	var others []chat.Button
	if pages > 1 {
		choose.Hint = q.Text("setup.searches-of-day", locale.Args{
			"Weekday": q.Weekday(day), "First": first + 1, "Last": first + len(shown), "All": len(all),
		})
		choose.Press = chosenFor(at+"/"+strconv.Itoa(number), optionOf(day))
		for _, to := range []struct {
			label string
			page  int
		}{{"setup.searches-before", number - 1}, {"setup.searches-after", number + 1}} {
			if to.page >= 1 && to.page <= pages {
				others = append(others, chat.Button{Label: q.Text(to.label, nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: at + "/" + strconv.Itoa(to.page)}})
			}
		}
	}
	for _, t := range logic.Tiers {
		choose.Options = append(choose.Options, chat.Choice{Label: q.TierLabel(t), Value: t.String()})
	}
	choose.Options = append(choose.Options, chat.Choice{Label: q.Text("suggestion.day-off", nil), Value: chat.OffDay})
	for i, s := range all {
		isChosen := s.ID == guild.Searches[day] && !guild.Off[day]
		if isChosen {
			choose.Chosen = s.Name
		}
		if isChosen || first <= i && i < first+len(shown) {
			choose.Options = append(choose.Options, chat.Choice{Label: chat.OneLine(s.Name), Value: s.Name})
		}
	}
	if guild.Off[day] {
		choose.Chosen = chat.OffDay
	}
	return choose, others, nil
}
