package admin

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/locale"
)

// scheduleOption is an option of /schedule, and how it changes the settings of a guild.
type scheduleOption struct {
	chat.Option
	set func(q handler.Query, guild *daily.Guild, text string) error
}

// scheduleOptions lists them in the order in which they take effect. A new setting needs its line here,
// a description in the catalogues, and its words in [scheduleText].
func scheduleOptions() []scheduleOption {
	all := []scheduleOption{
		{chat.Option{Name: "channel", Kind: chat.ChannelOption}, setChannel},
		{chat.Option{Name: "time", Kind: chat.ClockOption}, setClock},
		{chat.Option{Name: "zone", Kind: chat.ZoneOption}, setZone},
		{chat.Option{Name: "games", Kind: chat.ChannelOption}, setGames},
		onOff("posts", func(g *daily.Guild) *bool { return &g.Scheduled }),
		{chat.Option{Name: "post", Kind: chat.ChoiceOption, Choices: []string{"now"}}, wantNow}, // done when the settings are kept
	}
	for _, day := range chat.Weekdays() {
		all = append(all, scheduleOption{chat.Option{Name: optionOf(day), Kind: chat.DayOption}, func(q handler.Query, guild *daily.Guild, text string) error {
			return setDay(q, guild, day, text)
		}})
	}
	all = append(all,
		onOff("shidoku", func(g *daily.Guild) *bool { return &g.Shidoku }),
		scheduleOption{chat.Option{Name: "role", Kind: chat.RoleOption}, setRole},
		scheduleOption{chat.Option{Name: "clear", Kind: chat.ChoiceOption, Choices: []string{"role", "games"}}, clearSetting},
		onOff("quiet", func(g *daily.Guild) *bool { return &g.Quiet }),
		scheduleOption{chat.Option{Name: "language", Kind: chat.LanguageOption, Choices: languageTags()}, setLanguage},
		onOff("fresh-look", func(g *daily.Guild) *bool { return &g.FreshLook }),
		onOff("announce-results", func(g *daily.Guild) *bool { return &g.AnnounceResults }),
	)
	return append(all, ruleOptions()...)
}

// optionsOf returns the options as commands have them.
func optionsOf(all []scheduleOption) (options []chat.Option) {
	for _, o := range all {
		options = append(options, o.Option)
	}
	return options
}

// optionOf returns the name of the option of a weekday.
func optionOf(day time.Weekday) string { return strings.ToLower(day.String()) }

// onOff is an option that switches a setting.
func onOff(name string, of func(*daily.Guild) *bool) scheduleOption {
	return scheduleOption{chat.Option{Name: name, Kind: chat.ChoiceOption, Choices: []string{"on", "off"}}, func(q handler.Query, g *daily.Guild, text string) (err error) {
		*of(g), err = parseOnOff(q, name, text)
		return err
	}}
}

func parseOnOff(q handler.Query, option, text string) (bool, error) {
	switch text {
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	return false, q.RefuseGiven(option)
}

func setChannel(_ handler.Query, guild *daily.Guild, text string) error {
	if !isOneWord(text) {
		return chat.Refuse("refusal.channel", locale.Args{"Text": chat.Quoted(text)})
	}
	guild.ChannelID = text
	return nil
}

func setGames(q handler.Query, guild *daily.Guild, text string) error {
	if !isOneWord(text) {
		return chat.Refuse("refusal.channel", locale.Args{"Text": chat.Quoted(text)})
	}
	guild.GamesID = text
	return q.Checked.AcceptGames(q.Speech, text)
}

// isOneWord reports whether a text may be the id of something in a network, or its name at a prompt.
func isOneWord(text string) bool {
	return text != "" && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) || r == '='
	})
}

func setClock(q handler.Query, guild *daily.Guild, text string) error {
	at, ok := chat.ParseClock(text)
	if !ok {
		return chat.Refuse("refusal.time", locale.Args{"Text": chat.Quoted(text)})
	}
	guild.At = at
	return nil
}

func setZone(q handler.Query, guild *daily.Guild, text string) (err error) {
	guild.Zone, err = handler.ParseZone(text, q.Now)
	return err
}

func wantNow(q handler.Query, _ *daily.Guild, text string) error {
	if text != "now" {
		return q.RefuseGiven("post")
	}
	return nil
}

// setDay gives a weekday a tier, or no post. Saved searches are found before, see [setSearch].
func setDay(q handler.Query, guild *daily.Guild, day time.Weekday, text string) error {
	if q.IsDayOff(text) {
		guild.Off[day] = true
		return nil
	}
	tier, err := q.ParseTier(text)
	if err == nil {
		guild.Tiers[day], guild.Searches[day], guild.Off[day] = tier, 0, false
	}
	return err
}

// setSearch gives a weekday a saved search. Where that names a tier, the weekday has it for the days
// on which nothing is found.
func setSearch(guild *daily.Guild, option string, saved search.Saved) {
	for _, day := range chat.Weekdays() {
		if optionOf(day) != option {
			continue
		}
		guild.Searches[day], guild.Off[day] = saved.ID, false
		if len(saved.Search.Tiers) == 1 {
			guild.Tiers[day] = saved.Search.Tiers[0]
		}
	}
}

// setRole has each post ping a role. Nobody can choose that of everyone: its id is the guild's.
func setRole(q handler.Query, guild *daily.Guild, text string) error {
	switch {
	case !isOneWord(text):
		return chat.Refuse("refusal.role", locale.Args{"Text": chat.Quoted(text)})
	case text == guild.ID || strings.EqualFold(strings.TrimPrefix(text, "@"), "everyone") || strings.EqualFold(strings.TrimPrefix(text, "@"), "here"):
		return q.RefuseRole(text, chat.EveryoneRole)
	}
	guild.Ping = text
	return q.Checked.AcceptRole(q.Speech, text)
}

// clearSetting takes back a role or a channel: in a command of Discord, none can be chosen.
func clearSetting(q handler.Query, guild *daily.Guild, text string) error {
	switch text {
	case "role":
		guild.Ping = ""
	case "games":
		guild.GamesID = ""
	default:
		return q.RefuseGiven("clear")
	}
	return nil
}

func setLanguage(q handler.Query, guild *daily.Guild, text string) error {
	if !slices.Contains(languageTags(), text) {
		return q.RefuseGiven("language")
	}
	guild.Language = text
	return nil
}

// languageTags lists the languages that the bot speaks, as BCP 47 tags.
func languageTags() (tags []string) {
	for _, l := range locale.Languages() {
		tags = append(tags, l.Tag())
	}
	return tags
}

// ruleOptions are the options of /schedule about how dailies are played. What is switched on begins with
// today's daily, and with the week and the month of today: what ended before is not posted afterwards.
func ruleOptions() []scheduleOption {
	return []scheduleOption{
		onOff("sealed", func(g *daily.Guild) *bool { return &g.Rules.Sealed }),
		{chat.Option{Name: "thread", Kind: chat.ChoiceOption, Choices: []string{"on", "off"}}, setThreads},
		{chat.Option{Name: "boards", Kind: chat.ChoiceOption, Choices: boardPeriods}, setBoards},
		{chat.Option{Name: "freezes", Kind: chat.TextOption}, setFreezes},
		onOff("global", func(g *daily.Guild) *bool { return &g.Rules.Global }),
	}
}

// boardPeriods are the boards that a guild can have posted.
var boardPeriods = []string{"week", "month", "week-and-month", "off"}

func setThreads(q handler.Query, guild *daily.Guild, text string) error {
	on, err := parseOnOff(q, "thread", text)
	guild.Rules.Threads = since(guild.Rules.Threads, guild.Today(q.Now), on)
	return err
}

func setBoards(q handler.Query, guild *daily.Guild, text string) error {
	if !slices.Contains(boardPeriods, text) {
		return q.RefuseGiven("boards")
	}
	rules, today := &guild.Rules, guild.Today(q.Now)
	rules.Weekly = since(rules.Weekly, today, text == "week" || text == "week-and-month")
	rules.Monthly = since(rules.Monthly, today, text == "month" || text == "week-and-month")
	return nil
}

func setFreezes(_ handler.Query, guild *daily.Guild, text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 || n > daily.MostFreezes {
		return chat.Refuse("refusal.freezes", locale.Args{"Text": chat.Quoted(text), "Most": daily.MostFreezes})
	}
	guild.Rules.Freezes = n
	return nil
}

// since is the date from which something is on: as before where it was, today where it is new.
func since(before, today calendar.Date, on bool) calendar.Date {
	switch {
	case !on:
		return calendar.Date{}
	case before.IsZero():
		return today
	}
	return before
}

// rules says how the dailies of a guild are played, as far as something was chosen.
func rules(q handler.Query, r daily.Rules) (lines []chat.Text) {
	say := func(on bool, key string) {
		if on {
			lines = append(lines, q.Say(key, nil))
		}
	}
	say(r.Sealed, "schedule.sealed")
	say(!r.Threads.IsZero(), "schedule.thread")
	say(!r.Weekly.IsZero() && r.Monthly.IsZero(), "schedule.weekly")
	say(r.Weekly.IsZero() && !r.Monthly.IsZero(), "schedule.monthly")
	say(!r.Weekly.IsZero() && !r.Monthly.IsZero(), "schedule.weekly-and-monthly")
	if r.Freezes > 0 {
		lines = append(lines, q.SayCount("schedule.freezes", r.Freezes, nil))
	}
	say(r.Global, "schedule.global")
	say(r.Global && r.Sealed, "schedule.sealed-global")
	return lines
}
