package bot

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// mainOfSetup shows everything that is set, what is wrong with it, and the controls for where and when.
func (b *Bot) mainOfSetup(ctx context.Context, q query, guild daily.Guild) (Reply, error) {
	body, err := b.scheduleText(ctx, q, guild)
	if err != nil {
		return Reply{}, err
	}
	if !guild.Scheduled && q.Channels != nil {
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
			{Label: q.Text("setup.rules", nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: rulesPage}},
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
func (b *Bot) daysOfSetup(ctx context.Context, q query, guild daily.Guild) (Reply, error) {
	searches, err := b.searchNames(ctx, guild)
	if err != nil {
		return Reply{}, err
	}
	_, chosen, _ := strings.Cut(q.option("page"), "/")
	chosen, page, _ := strings.Cut(chosen, "/")
	reply := private(q.Text("title.setup", nil), join("\n", q.weekdayLine(guild, searches), q.Say("setup.choose-day", locale.Args{"Search": command("search")})))
	if guild.Rules.Global {
		reply.Screen.Body = join("\n", reply.Screen.Body, q.Say("schedule.global", nil))
	}
	var days []Button
	for _, day := range weekdays() {
		label := q.Text("schedule.day", locale.Args{"Weekday": q.weekday(day), "Tier": q.kindOn(guild, searches, day)})
		b := Button{Label: label, Look: QuietLook, Press: Press{Verb: SetUp, Argument: daysPage + "/" + optionOf(day)}}
		if chosen == optionOf(day) {
			b.Look = OnLook
		}
		days = append(days, b)
	}
	var others []Button
	for _, day := range weekdays() {
		if chosen == optionOf(day) {
			choose, more, err := b.selectForDay(ctx, q, guild, day, page)
			if err != nil {
				return Reply{}, err
			}
			reply.Screen.Selects, others = []Select{choose}, more
		}
	}
	reply.Screen.Rows = append(buttons(days...), append(others, q.backToMain()))
	return reply, nil
}

// extrasOfSetup shows the controls for how posts look, and whom they notify.
func (b *Bot) extrasOfSetup(q query, guild daily.Guild) (Reply, error) {
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
		q.switchOf(extrasPage, "shidoku", guild.Shidoku),
		q.switchOf(extrasPage, "quiet", guild.Quiet),
		q.switchOf(extrasPage, "fresh-look", guild.FreshLook),
		q.switchOf(extrasPage, "announce-results", guild.AnnounceResults),
	}, {q.backToMain()}}
	return reply, nil
}

// fewFreezes are the numbers of freezes that a select offers, beside the one that is set.
var fewFreezes = []int{0, 1, 2, 3, 4, 5, 7, 10, 14, 21, daily.MostFreezes}

// rulesOfSetup shows the controls for how dailies are played: sealed, talked about, compared.
func (q query) rulesOfSetup(guild daily.Guild) Reply {
	r := guild.Rules
	lines := append([]Text{q.Say("setup.about-rules", nil)}, q.rules(r)...)
	if problem := q.threadProblem(); problem != nil {
		lines = append(lines, problem)
	}
	reply := private(q.Text("title.setup", nil), join("\n", lines...))
	boards := Select{Hint: q.Text("setup.boards", nil), Press: chosenFor(rulesPage, "boards"), Chosen: boardsOf(r)}
	for _, period := range boardPeriods {
		label := q.Text("setup.boards-of", locale.Args{"Period": q.Text("choice."+period, nil)})
		boards.Options = append(boards.Options, Choice{label, period})
	}
	freezes := Select{Hint: q.Text("setup.freezes", nil), Press: chosenFor(rulesPage, "freezes"), Chosen: strconv.Itoa(r.Freezes)}
	for n := range daily.MostFreezes + 1 {
		if n == r.Freezes || slices.Contains(fewFreezes, n) {
			freezes.Options = append(freezes.Options, Choice{q.Count("setup.freezes-of", n, nil), strconv.Itoa(n)})
		}
	}
	reply.Screen.Selects = []Select{boards, freezes}
	reply.Screen.Rows = [][]Button{{
		q.switchOf(rulesPage, "sealed", r.Sealed), q.switchOf(rulesPage, "thread", !r.Threads.IsZero()), q.switchOf(rulesPage, "global", r.Global),
	}, {q.backToMain()}}
	return reply
}

// boardsOf is the value of the option "boards" that would set what is set.
func boardsOf(r daily.Rules) string {
	switch {
	case !r.Weekly.IsZero() && !r.Monthly.IsZero():
		return "week-and-month"
	case !r.Weekly.IsZero():
		return "week"
	case !r.Monthly.IsZero():
		return "month"
	}
	return "off"
}

// switchOf is a button of a page that switches an option on or off.
func (q query) switchOf(page, option string, on bool) Button {
	if on {
		return Button{Label: q.Text("setup."+option+"-on", nil), Look: OnLook, Press: settingTo(page, option, "off")}
	}
	return Button{Label: q.Text("setup."+option+"-off", nil), Look: QuietLook, Press: settingTo(page, option, "on")}
}

func (q query) backToMain() Button {
	return Button{Label: q.Text("setup.back", nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: mainPage}}
}

// mostSearches is how many saved searches a select has, besides the one that is chosen: with the tiers and
// no post they fill Discord's 25 options. Of more, each page has so many.
const mostSearches = 18

// selectForDay lists what a weekday may have: the tiers, a page of the saved searches, or no post. The
// buttons lead to the pages before and after.
func (b *Bot) selectForDay(ctx context.Context, q query, guild daily.Guild, day time.Weekday, page string) (Select, []Button, error) {
	all, err := b.store.SavedSearches(ctx, guild.ID)
	if err != nil {
		return Select{}, nil, err
	}
	at := daysPage + "/" + optionOf(day)
	number, pages := searchPage(page, len(all))
	first := (number - 1) * mostSearches
	shown := all[first:min(first+mostSearches, len(all))]
	choose := Select{Hint: q.weekday(day), Chosen: guild.Tiers[day].String(), Press: chosenFor(at, optionOf(day))}
	var others []Button
	if pages > 1 {
		choose.Hint = q.Text("setup.searches-of-day", locale.Args{
			"Weekday": q.weekday(day), "First": first + 1, "Last": first + len(shown), "All": len(all),
		})
		choose.Press = chosenFor(at+"/"+strconv.Itoa(number), optionOf(day))
		others = q.pagesOfSearches(at, number, pages)
	}
	for _, t := range logic.Tiers {
		choose.Options = append(choose.Options, Choice{q.tierLabel(t), t.String()})
	}
	choose.Options = append(choose.Options, Choice{q.Text("suggestion.day-off", nil), dayOff})
	for i, s := range all {
		isChosen := s.ID == guild.Searches[day] && !guild.Off[day]
		if isChosen {
			choose.Chosen = s.Name
		}
		if isChosen || first <= i && i < first+len(shown) {
			choose.Options = append(choose.Options, Choice{oneLine(s.Name), s.Name})
		}
	}
	if guild.Off[day] {
		choose.Chosen = dayOff
	}
	return choose, others, nil
}

// searchPage returns which page of so many searches is meant, from 1, and how many there are. Anyone can forge
// a control, so whatever else is given is the first or the last.
func searchPage(text string, searches int) (number, pages int) {
	pages = max(1, (searches+mostSearches-1)/mostSearches)
	number, _ = strconv.Atoi(text)
	return min(max(number, 1), pages), pages
}

// pagesOfSearches are the buttons to the pages of searches before and after one.
func (q query) pagesOfSearches(at string, number, pages int) (list []Button) {
	to := func(label string, page int) {
		if page >= 1 && page <= pages {
			list = append(list, Button{Label: q.Text(label, nil), Look: QuietLook, Press: Press{Verb: SetUp, Argument: at + "/" + strconv.Itoa(page)}})
		}
	}
	to("setup.searches-before", number-1)
	to("setup.searches-after", number+1)
	return list
}
