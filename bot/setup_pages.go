package bot

import (
	"context"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// mainOfSetup shows everything that is set, what is wrong with it, and the controls for where and when.
func (b *Bot) mainOfSetup(ctx context.Context, q query, guild archive.Guild) (Reply, error) {
	body, err := b.scheduleText(ctx, q, guild)
	if err != nil {
		return Reply{}, err
	}
	if !guild.Scheduled {
		body = join("\n", q.Say("setup.start", nil), body)
	}
	reply := private(q.Text("title.setup", nil), body)
	reply.Screen.Selects = []Select{{
		Kind: ChannelOption, Chosen: guild.ChannelID, Hint: q.Text("setup.channel", nil), Press: chosenFor(mainPage, "channel"),
	}}
	posts := Button{Label: q.Text("setup.posts-on", nil), Look: MainLook, Press: settingTo(mainPage, "posts", "on"), Disabled: guild.ChannelID == ""}
	if guild.Scheduled {
		posts = Button{Label: q.Text("setup.posts-off", nil), Look: QuietLook, Press: settingTo(mainPage, "posts", "off")}
	}
	reply.Screen.Rows = [][]Button{
		{
			{Label: q.Text("setup.when", nil), Look: QuietLook, Press: Press{Verb: SetUpForm}},
			{Label: q.Text("setup.days", nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: daysPage}},
			{Label: q.Text("setup.extras", nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: extrasPage}},
		},
		{
			posts,
			{Label: q.Text("setup.test", nil), Look: QuietLook, Press: Press{Verb: TestPost}, Disabled: guild.ChannelID == ""},
			{Label: q.Text("setup.check", nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: mainPage}},
		},
	}
	return reply, nil
}

// chosenFor is the press of a select for an option.
func chosenFor(page, option string) Press { return Press{Verb: SetUp, Argument: page + "?" + option} }

// settingTo is the press of a button that gives an option a value.
func settingTo(page, option, value string) Press {
	return Press{Verb: SetUp, Argument: page + "?" + option + "=" + value}
}

// daysOfSetup shows what each weekday has, and a select for the one that is chosen.
func (b *Bot) daysOfSetup(ctx context.Context, q query, guild archive.Guild) (Reply, error) {
	searches, err := b.searchNames(ctx, guild)
	if err != nil {
		return Reply{}, err
	}
	_, chosen, _ := strings.Cut(q.option("page"), "/")
	reply := private(q.Text("title.setup", nil), join("\n", q.weekdayLine(guild, searches), q.Say("setup.choose-day", locale.Args{"Search": command("search")})))
	var days []Button
	for _, day := range weekdays() {
		label := q.Text("schedule.day", locale.Args{"Weekday": q.weekday(day), "Tier": q.kindOn(guild, searches, day)})
		b := Button{Label: label, Look: QuietLook, Press: Press{Verb: SetUp, Argument: daysPage + "/" + optionOf(day)}}
		if chosen == optionOf(day) {
			b.Look = OnLook
		}
		days = append(days, b)
	}
	for _, day := range weekdays() {
		if chosen == optionOf(day) {
			choose, err := b.selectForDay(ctx, q, guild, day)
			if err != nil {
				return Reply{}, err
			}
			reply.Screen.Selects = []Select{choose}
		}
	}
	reply.Screen.Rows = append(buttons(days...), []Button{q.backToMain()})
	return reply, nil
}

// selectForDay lists what a weekday may have: the tiers, saved searches, or no post.
func (b *Bot) selectForDay(ctx context.Context, q query, guild archive.Guild, day time.Weekday) (Select, error) {
	choose := Select{Hint: q.weekday(day), Press: chosenFor(daysPage+"/"+optionOf(day), optionOf(day)), Chosen: guild.Tiers[day].String()}
	for _, t := range logic.Tiers {
		choose.Options = append(choose.Options, Choice{q.tierLabel(t), t.String()})
	}
	choose.Options = append(choose.Options, Choice{q.Text("suggestion.day-off", nil), dayOff})
	if guild.Off[day] {
		choose.Chosen = dayOff
	}
	saved, err := b.store.SavedSearches(ctx, guild.ID)
	for _, s := range saved {
		choose.Options = append(choose.Options, Choice{oneLine(s.Name), s.Name})
		if s.ID == guild.Searches[day] && !guild.Off[day] {
			choose.Chosen = s.Name
		}
	}
	return choose, err
}

// extrasOfSetup shows the controls for how posts look, and whom they notify.
func (b *Bot) extrasOfSetup(q query, guild archive.Guild) (Reply, error) {
	lines := q.extras(guild)
	if problem := q.checked.roleProblem(guild.Ping); problem != nil {
		lines = append(lines, q.Say("schedule.role-problem", locale.Args{"Problem": q.roleText(guild.Ping, problem.Problem)}))
	}
	reply := private(q.Text("title.setup", nil), join("\n", lines...))
	reply.Screen.Selects = []Select{{
		Kind: RoleOption, Optional: true, Chosen: guild.Ping, Hint: q.Text("setup.role", nil), Press: chosenFor(extrasPage, "role"),
	}}
	if tags := languageTags(); len(tags) > 1 {
		choose := Select{Hint: q.Text("setup.language", nil), Press: chosenFor(extrasPage, "language"), Chosen: guild.Language}
		for _, tag := range tags {
			choose.Options = append(choose.Options, Choice{languageName(tag), tag})
		}
		reply.Screen.Selects = append(reply.Screen.Selects, choose)
	}
	reply.Screen.Rows = [][]Button{{
		q.switchOf("shidoku", guild.Shidoku, "setup.shidoku-on", "setup.shidoku-off"),
		q.switchOf("quiet", guild.Quiet, "setup.quiet-on", "setup.quiet-off"),
		q.switchOf("fresh-look", guild.FreshLook, "setup.fresh-look-on", "setup.fresh-look-off"),
		q.switchOf("announce-results", guild.AnnounceResults, "setup.announce-results-on", "setup.announce-results-off"),
	}, {q.backToMain()}}
	return reply, nil
}

// switchOf is a button that switches an option of the extras on or off, with its labels.
func (q query) switchOf(option string, on bool, labelOn, labelOff string) Button {
	if on {
		return Button{Label: q.Text(labelOn, nil), Look: OnLook, Press: settingTo(extrasPage, option, "off")}
	}
	return Button{Label: q.Text(labelOff, nil), Look: QuietLook, Press: settingTo(extrasPage, option, "on")}
}

func (q query) backToMain() Button {
	return Button{Label: q.Text("setup.back", nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: mainPage}}
}
