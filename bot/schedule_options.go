package bot

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/locale"
)

// scheduleOption is an option of /schedule, and how it changes the settings of a guild.
type scheduleOption struct {
	Option
	set func(q query, guild *daily.Guild, text string) error
}

// scheduleOptions lists them in the order in which they take effect. A new setting needs its line here,
// a description in the catalogues, and its words in [Bot.scheduleText].
func scheduleOptions() []scheduleOption {
	all := []scheduleOption{
		{Option{Name: "channel", Kind: ChannelOption}, setChannel},
		{Option{Name: "time", Kind: ClockOption}, setClock},
		{Option{Name: "zone", Kind: ZoneOption}, setZone},
		onOff("posts", func(g *daily.Guild) *bool { return &g.Scheduled }),
		{Option{Name: "post", Kind: ChoiceOption, Choices: []string{"now"}}, wantNow}, // done when the settings are kept
	}
	for _, day := range weekdays() {
		all = append(all, scheduleOption{Option{Name: optionOf(day), Kind: DayOption}, func(q query, guild *daily.Guild, text string) error {
			return q.setDay(guild, day, text)
		}})
	}
	all = append(all,
		onOff("shidoku", func(g *daily.Guild) *bool { return &g.Shidoku }),
		scheduleOption{Option{Name: "role", Kind: RoleOption}, setRole},
		scheduleOption{Option{Name: "ping", Kind: ChoiceOption, Choices: []string{"off"}}, endPing},
		onOff("quiet", func(g *daily.Guild) *bool { return &g.Quiet }),
		scheduleOption{Option{Name: "language", Kind: LanguageOption, Choices: languageTags()}, setLanguage},
		onOff("fresh-look", func(g *daily.Guild) *bool { return &g.FreshLook }),
		onOff("announce-results", func(g *daily.Guild) *bool { return &g.AnnounceResults }),
	)
	return append(all, ruleOptions()...)
}

// optionsOf returns the options as commands have them.
func optionsOf(all []scheduleOption) (options []Option) {
	for _, o := range all {
		options = append(options, o.Option)
	}
	return options
}

// optionOf returns the name of the option of a weekday.
func optionOf(day time.Weekday) string { return strings.ToLower(day.String()) }

// onOff is an option that switches a setting.
func onOff(name string, of func(*daily.Guild) *bool) scheduleOption {
	return scheduleOption{Option{Name: name, Kind: ChoiceOption, Choices: []string{"on", "off"}}, func(q query, g *daily.Guild, text string) (err error) {
		*of(g), err = q.parseOnOff(name, text)
		return err
	}}
}

func (q query) parseOnOff(option, text string) (bool, error) {
	switch text {
	case "on":
		return true, nil
	case "off":
		return false, nil
	}
	return false, q.refuseGiven(option)
}

func setChannel(_ query, guild *daily.Guild, text string) error {
	if !isOneWord(text) {
		return refuse("refusal.channel", locale.Args{"Text": quoted(text)})
	}
	guild.ChannelID = text
	return nil
}

// isOneWord reports whether a text may be the id of something in a network, or its name at a prompt.
func isOneWord(text string) bool {
	return text != "" && utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsGraphic(r) || unicode.IsSpace(r) || r == '='
	})
}

func setClock(q query, guild *daily.Guild, text string) error {
	at, ok := parseClock(text)
	if !ok {
		return refuse("refusal.time", locale.Args{"Text": quoted(text)})
	}
	guild.At = at
	return nil
}

func setZone(q query, guild *daily.Guild, text string) (err error) {
	guild.Zone, err = parseZone(text, q.now)
	return err
}

func wantNow(q query, _ *daily.Guild, text string) error {
	if text != "now" {
		return q.refuseGiven("post")
	}
	return nil
}

// dayOff is what a weekday is given for no post.
const dayOff = "off"

// isDayOff reports whether a weekday is given no post, in this language or in English.
func (s speech) isDayOff(text string) bool {
	text = strings.TrimSpace(text)
	return strings.EqualFold(text, dayOff) || strings.EqualFold(text, s.Text("choice.off", nil))
}

// setDay gives a weekday a tier, or no post. Saved searches are found before, see [setSearch].
func (q query) setDay(guild *daily.Guild, day time.Weekday, text string) error {
	if q.isDayOff(text) {
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
func setSearch(guild *daily.Guild, option string, saved library.SavedSearch) {
	for _, day := range weekdays() {
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
func setRole(q query, guild *daily.Guild, text string) error {
	switch {
	case !isOneWord(text):
		return refuse("refusal.role", locale.Args{"Text": quoted(text)})
	case text == guild.ID || strings.EqualFold(strings.TrimPrefix(text, "@"), "everyone") || strings.EqualFold(strings.TrimPrefix(text, "@"), "here"):
		return q.refuseRole(text, EveryoneRole)
	}
	guild.Ping = text
	return q.checked.acceptRole(q.speech, text)
}

func endPing(q query, guild *daily.Guild, text string) error {
	if text != "off" {
		return q.refuseGiven("ping")
	}
	guild.Ping = ""
	return nil
}

func setLanguage(q query, guild *daily.Guild, text string) error {
	if !slices.Contains(languageTags(), text) {
		return q.refuseGiven("language")
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
