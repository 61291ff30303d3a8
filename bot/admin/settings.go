package admin

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The settings of a guild, all in this file: how each is given (settings), how it is shown (extras, rules), and its control on
// a page of /setup (extrasOfSetup, rulesOfSetup).

// setting is an option of /schedule, and how it changes a guild.
type setting struct {
	chat.Option
	set  func(q handler.Query, guild *daily.Guild, text string) error
	page string                 // of /setup with a switch for it; "": none
	isOn func(daily.Guild) bool // of a switch

	onScreen bool // only a control of /setup gives it: Discord allows a command 25 options
}

// settings lists them in the order in which they take effect. A rule that is switched on begins with today's daily, this week
// and this month: boards of earlier periods are not posted later.
func settings() []setting {
	isWord := func(text string) bool { // the id of something in a network, or its name at a prompt
		return text != "" && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
			return !unicode.IsGraphic(r) || unicode.IsSpace(r) || r == '='
		})
	}
	all := []setting{
		{Option: chat.Option{Name: "channel", Kind: chat.ChannelOption}, set: func(_ handler.Query, guild *daily.Guild, text string) error {
			if !isWord(text) {
				return chat.Refuse("refusal.channel", locale.Args{"Text": chat.Quoted(text)})
			}
			guild.ChannelID = text
			return nil
		}},
		{Option: chat.Option{Name: TimeField, Kind: chat.ClockOption}, set: func(_ handler.Query, guild *daily.Guild, text string) error {
			at, ok := chat.ParseClock(text)
			if !ok {
				return chat.Refuse("refusal.time", locale.Args{"Text": chat.Quoted(text)})
			}
			guild.At = at
			return nil
		}},
		{Option: chat.Option{Name: zoneField, Kind: chat.ZoneOption}, set: func(q handler.Query, guild *daily.Guild, text string) (err error) {
			guild.Zone, err = handler.ParseZone(text, q.Now)
			return err
		}},
		{Option: chat.Option{Name: "games", Kind: chat.ChannelOption}, set: func(q handler.Query, guild *daily.Guild, text string) error {
			if !isWord(text) {
				return chat.Refuse("refusal.channel", locale.Args{"Text": chat.Quoted(text)})
			}
			guild.GamesID = text
			return q.Checked.AcceptGames(q.Speech, text)
		}},
		onOff("posts", "", func(g *daily.Guild) *bool { return &g.Scheduled }),
		choice("post", []string{"now"}, func(handler.Query, *daily.Guild, string) {}), // done when the settings are kept
	}
	for _, day := range chat.Weekdays() {
		all = append(all, setting{Option: chat.Option{Name: optionOf(day), Kind: chat.DayOption}, set: func(q handler.Query, guild *daily.Guild, text string) error {
			if q.IsDayOff(text) {
				guild.Off[day] = true
				return nil
			}
			tier, size, err := kindOfDay(q, text) // saved searches are found before
			if err != nil {
				return err
			}
			if guild.Off[day] = false; tier != 0 {
				guild.Tiers[day], guild.Searches[day] = tier, 0
			}
			if size != nil {
				guild.Shapes[day], guild.SixBySix[day] = size.posted, size.beside
			}
			return nil
		}})
	}
	return append(all,
		setting{Option: chat.Option{Name: everyDay}, onScreen: true, set: func(q handler.Query, guild *daily.Guild, text string) error {
			_, size, err := kindOfDay(q, text)
			for day := 0; err == nil && size != nil && day < len(guild.Shapes); day++ {
				guild.Shapes[day], guild.SixBySix[day] = size.posted, size.beside
			}
			return err
		}},
		onOff("shidoku", chat.ExtrasPage, func(g *daily.Guild) *bool { return &g.Shidoku }),
		setting{Option: chat.Option{Name: "role", Kind: chat.RoleOption}, set: func(q handler.Query, guild *daily.Guild, text string) error {
			switch name := strings.ToLower(strings.TrimPrefix(text, "@")); {
			case !isWord(text):
				return chat.Refuse("refusal.role", locale.Args{"Text": chat.Quoted(text)})
			case text == guild.ID || name == "everyone" || name == "here": // the id of the role of everyone is the guild's
				return q.RefuseRole(text, chat.EveryoneRole)
			}
			guild.Ping = text
			return q.Checked.AcceptRole(q.Speech, text)
		}},
		choice("clear", []string{"role", "games"}, func(_ handler.Query, guild *daily.Guild, text string) { // a command of Discord cannot choose none
			switch text {
			case "role":
				guild.Ping = ""
			case "games":
				guild.GamesID = ""
			}
		}),
		onOff("quiet", chat.ExtrasPage, func(g *daily.Guild) *bool { return &g.Quiet }),
		setting{Option: chat.Option{Name: "language", Kind: chat.LanguageOption, Choices: languageTags()}, set: func(q handler.Query, guild *daily.Guild, text string) error {
			if !slices.Contains(languageTags(), text) {
				return q.RefuseGiven("language")
			}
			guild.Language = text
			return nil
		}},
		onOff("fresh-look", chat.ExtrasPage, func(g *daily.Guild) *bool { return &g.FreshLook }),
		onOff("announce-results", chat.ExtrasPage, func(g *daily.Guild) *bool { return &g.AnnounceResults }),

		onOff("sealed", chat.RulesPage, func(g *daily.Guild) *bool { return &g.Rules.Sealed }),
		setting{
			Option: chat.Option{Name: "thread", Kind: chat.ChoiceOption, Choices: []string{"on", "off"}}, page: chat.RulesPage,
			isOn: func(g daily.Guild) bool { return !g.Rules.Threads.IsZero() },
			set: func(q handler.Query, guild *daily.Guild, text string) error {
				on, err := parseOnOff(q, "thread", text)
				guild.Rules.Threads = since(guild.Rules.Threads, guild.Today(q.Now), on)
				return err
			},
		},
		choice("boards", boardPeriods, func(q handler.Query, guild *daily.Guild, text string) {
			rules, today := &guild.Rules, guild.Today(q.Now)
			rules.Weekly = since(rules.Weekly, today, text == "week" || text == "week-and-month")
			rules.Monthly = since(rules.Monthly, today, text == "month" || text == "week-and-month")
		}),
		setting{Option: chat.Option{Name: "freezes", Kind: chat.TextOption, Narrow: true}, set: func(_ handler.Query, guild *daily.Guild, text string) error {
			n, err := strconv.Atoi(text)
			if err != nil || n < 0 || n > daily.MostFreezes {
				return chat.Refuse("refusal.freezes", locale.Args{"Text": chat.Quoted(text), "Most": daily.MostFreezes})
			}
			guild.Rules.Freezes = n
			return nil
		}},
		onOff("global", chat.RulesPage, func(g *daily.Guild) *bool { return &g.Rules.Global }),
		setting{Option: chat.Option{Name: submissionsSetting, Kind: chat.ChoiceOption, Choices: submissionsTaken}, onScreen: true, set: func(q handler.Query, guild *daily.Guild, text string) error {
			if !slices.Contains(submissionsTaken, text) {
				return q.RefuseGiven(submissionsSetting)
			}
			guild.Submissions = daily.Submissions(strings.TrimPrefix(text, "off"))
			return nil
		}},
	)
}

// submissionsSetting is the name of the setting for the puzzles that a guild takes from its members, and submissionsTaken are
// its values.
const submissionsSetting = "take"

var submissionsTaken = []string{"off", string(daily.AnySubmissions), string(daily.MinimalSubmissions)}

// takes returns the value of that setting.
func takes(guild daily.Guild) string { return cmp.Or(string(guild.Submissions), "off") }

// everyDay is the name of a setting that gives all weekdays the same sizes.
const everyDay = "every-day"

// daySize is a choice of the sizes that are posted on a weekday.
type daySize struct {
	name   string // as it is typed
	posted sudoku.Shape
	beside bool // a 6×6 stands beside the posted daily
}

var daySizes = []daySize{{"9x9", sudoku.Sudoku, false}, {"6x6", sudoku.SixBySix, false}, {"+6x6", sudoku.Sudoku, true}}

// SizeSuggestions lists the sizes of a weekday.
func SizeSuggestions(s chat.Speech) (list []chat.Suggestion) {
	for _, size := range daySizes {
		list = append(list, chat.Suggestion{Label: s.Text("setup.size."+size.name, nil), Value: size.name})
	}
	return list
}

// sizeOn returns the sizes of a weekday.
func sizeOn(guild daily.Guild, day time.Weekday) daySize {
	return daySizes[slices.IndexFunc(daySizes, func(s daySize) bool {
		return s.posted == guild.Shapes[day] && (s.beside == guild.SixBySix[day] || s.posted == sudoku.SixBySix)
	})]
}

// kindOfDay reads a tier, sizes, or both: "easy", "6x6", "hard +6x6". The tier is 0 and the size nil if they are left out.
func kindOfDay(q handler.Query, text string) (tier logic.Tier, size *daySize, err error) {
	typed := strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(sudoku.Narrow(text)), "×", "x"), "+ ", "+")
	for i, s := range daySizes {
		if rest, found := strings.CutSuffix(typed, s.name); found && (rest == "" || strings.HasSuffix(rest, " ")) {
			size, text = &daySizes[i], strings.TrimSpace(rest)
		}
	}
	if text != "" || size == nil {
		tier, err = q.ParseTier(text)
	}
	return tier, size, err
}

// optionsOf returns the options as commands have them.
func optionsOf(all []setting) (options []chat.Option) {
	for _, s := range all {
		options = append(options, s.Option)
	}
	return options
}

// optionOf returns the name of the option of a weekday.
func optionOf(day time.Weekday) string { return strings.ToLower(day.String()) }

// onOff is a switch, on a page of /setup or "".
func onOff(name, page string, of func(*daily.Guild) *bool) setting {
	return setting{
		Option: chat.Option{Name: name, Kind: chat.ChoiceOption, Choices: []string{"on", "off"}}, page: page,
		isOn: func(g daily.Guild) bool { return *of(&g) },
		set: func(q handler.Query, g *daily.Guild, text string) (err error) {
			*of(g), err = parseOnOff(q, name, text)
			return err
		},
	}
}

func parseOnOff(q handler.Query, option, text string) (on bool, err error) {
	if text != "on" && text != "off" {
		return false, q.RefuseGiven(option)
	}
	return text == "on", nil
}

// choice is a setting that has one of some values.
func choice(name string, values []string, set func(handler.Query, *daily.Guild, string)) setting {
	return setting{Option: chat.Option{Name: name, Kind: chat.ChoiceOption, Choices: values}, set: func(q handler.Query, g *daily.Guild, text string) error {
		if !slices.Contains(values, text) {
			return q.RefuseGiven(name)
		}
		set(q, g, text)
		return nil
	}}
}

// languageTags lists the languages that the bot speaks, as BCP 47 tags.
func languageTags() (tags []string) {
	for _, l := range locale.Languages() {
		tags = append(tags, l.Tag())
	}
	return tags
}

// boardPeriods are the boards that a guild can have posted.
var boardPeriods = []string{"week", "month", "week-and-month", "off"}

// since is the date from which something is on: the date before if it was on already, else today.
func since(before, today calendar.Date, on bool) calendar.Date {
	switch {
	case !on:
		return calendar.Date{}
	case before.IsZero():
		return today
	}
	return before
}

// extras lists how posts look, whom they notify, and where public games are, with the problems of these.
func extras(q handler.Query, guild daily.Guild) (lines []chat.Text) {
	for _, line := range []struct {
		key string
		on  bool
	}{
		{"schedule.plain-look", !guild.FreshLook}, {"schedule.fresh-look", guild.FreshLook},
		{"schedule.some-off", guild.Off != [7]bool{}},
		{"schedule.shidoku", guild.Shidoku},
		{"schedule.ping", guild.Ping != "" && !guild.Quiet}, {"schedule.quiet-ping", guild.Ping != "" && guild.Quiet},
		{"schedule.quiet", guild.Ping == "" && guild.Quiet},
		{"schedule.language", guild.Language != ""},
		{"schedule.announce-results", guild.AnnounceResults},
		{"schedule.games", guild.GamesID != ""},
	} {
		if line.on {
			lines = append(lines, q.Say(line.key, locale.Args{
				"Role": chat.Role(guild.Ping), "Language": chat.LanguageName(guild.Language), "Daily": chat.Mention("daily"), "Games": chat.Channel(guild.GamesID),
			}))
		}
	}
	if problem := q.Checked.RoleProblem(guild.Ping); problem != nil {
		lines = append(lines, q.Say("schedule.role-problem", locale.Args{"Problem": q.RoleText(guild.Ping, problem.Problem)}))
	}
	if problem := q.Checked.GamesProblem(guild.GamesID); problem != nil {
		lines = append(lines, q.Say("schedule.games-problem", locale.Args{"Problem": q.Speech.Problem(problem)}))
	}
	return lines
}

// rules lists how the dailies of a guild are played, as far as an admin has chosen that.
func rules(q handler.Query, r daily.Rules) (lines []chat.Text) {
	weekly, monthly := !r.Weekly.IsZero(), !r.Monthly.IsZero()
	for _, line := range []struct {
		key string
		on  bool
	}{
		{"schedule.sealed", r.Sealed}, {"schedule.thread", !r.Threads.IsZero()},
		{"schedule.weekly", weekly && !monthly}, {"schedule.monthly", !weekly && monthly}, {"schedule.weekly-and-monthly", weekly && monthly},
		{"schedule.freezes", r.Freezes > 0},
		{"schedule.global", r.Global}, {"schedule.sealed-global", r.Global && r.Sealed},
	} {
		switch {
		case line.on && line.key == "schedule.freezes":
			lines = append(lines, q.SayCount(line.key, r.Freezes, nil))
		case line.on:
			lines = append(lines, q.Say(line.key, nil))
		}
	}
	return lines
}

// extrasOfSetup is the page of /setup about how posts look, and whom they notify.
func extrasOfSetup(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Reply, error) {
	missing, err := shortages(ctx, env, q, guild)
	reply := chat.Private(q.Text("title.setup", nil), chat.Join("\n", append(extras(q, guild), missing...)...))
	reply.Screen.Selects = []chat.Select{
		{Kind: chat.RoleOption, Optional: true, Chosen: guild.Ping, Hint: q.Text("setup.role", nil), Press: chosenFor(chat.ExtrasPage, "role")},
		{Kind: chat.ChannelOption, Optional: true, Chosen: guild.GamesID, Hint: q.Text("setup.games", nil), Press: chosenFor(chat.ExtrasPage, "games")},
	}
	if tags := languageTags(); len(tags) > 1 {
		choose := chat.Select{Hint: q.Text("setup.language", nil), Press: chosenFor(chat.ExtrasPage, "language"), Chosen: guild.Language}
		for _, tag := range tags {
			choose.Options = append(choose.Options, chat.Choice{Label: chat.LanguageName(tag), Value: tag})
		}
		reply.Screen.Selects = append(reply.Screen.Selects, choose)
	}
	reply.Screen.Rows = [][]chat.Button{switches(q, guild, chat.ExtrasPage), {backToMain(q)}}
	return reply, err
}

// fewFreezes are the numbers of freezes that a select offers, beside the current one.
var fewFreezes = []int{0, 1, 2, 3, 4, 5, 7, 10, 14, 21, daily.MostFreezes}

// rulesOfSetup is the page of /setup about how dailies are played: sealed, discussed, compared.
func rulesOfSetup(q handler.Query, guild daily.Guild) chat.Reply {
	r := guild.Rules
	lines := append([]chat.Text{q.Say("setup.about-rules", nil)}, rules(q, r)...)
	if problem := threadProblem(q); problem != nil {
		lines = append(lines, problem)
	}
	reply := chat.Private(q.Text("title.setup", nil), chat.Join("\n", lines...))
	boards := chat.Select{Hint: q.Text("setup.boards", nil), Press: chosenFor(chat.RulesPage, "boards"), Chosen: "off"}
	switch weekly, monthly := !r.Weekly.IsZero(), !r.Monthly.IsZero(); {
	case weekly && monthly:
		boards.Chosen = "week-and-month"
	case weekly:
		boards.Chosen = "week"
	case monthly:
		boards.Chosen = "month"
	}
	for _, period := range boardPeriods {
		label := q.Text("setup.boards-of", locale.Args{"Period": q.Text("choice."+period, nil)})
		boards.Options = append(boards.Options, chat.Choice{Label: label, Value: period})
	}
	freezes := chat.Select{Hint: q.Text("setup.freezes", nil), Press: chosenFor(chat.RulesPage, "freezes"), Chosen: strconv.Itoa(r.Freezes)}
	for n := range daily.MostFreezes + 1 {
		if n == r.Freezes || slices.Contains(fewFreezes, n) {
			freezes.Options = append(freezes.Options, chat.Choice{Label: q.Count("setup.freezes-of", n, nil), Value: strconv.Itoa(n)})
		}
	}
	members := chat.Select{Hint: q.Text("setup.take", nil), Press: chosenFor(chat.RulesPage, submissionsSetting), Chosen: takes(guild)}
	for _, value := range submissionsTaken {
		members.Options = append(members.Options, chat.Choice{Label: q.Text("setup.take-"+value, nil), Value: value})
	}
	reply.Screen.Selects = []chat.Select{boards, freezes, members}
	reply.Screen.Rows = [][]chat.Button{switches(q, guild, chat.RulesPage), {backToMain(q)}}
	return reply
}

// switches are the buttons of a page that switch its settings on or off.
func switches(q handler.Query, guild daily.Guild, page string) (row []chat.Button) {
	for _, s := range settings() {
		switch {
		case s.page != page:
		case s.isOn(guild):
			row = append(row, chat.Button{Label: q.Text("setup."+s.Name+"-on", nil), Look: chat.OnLook, Press: settingTo(page, s.Name, "off")})
		default:
			row = append(row, chat.Button{Label: q.Text("setup."+s.Name+"-off", nil), Look: chat.QuietLook, Press: settingTo(page, s.Name, "on")})
		}
	}
	return row
}
