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
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// mainOfSetup shows everything that is set, what is wrong with it, and the controls for where and when.
func mainOfSetup(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild) (chat.Reply, error) {
	guild, isNew := suggested(q, guild)
	reply, err := setupText(ctx, env, q, guild, isNew)
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

// setupText says what is set, or what is suggested.
func setupText(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild, isNew bool) (chat.Reply, error) {
	if isNew {
		return suggestion(ctx, env, q, guild)
	}
	body, err := scheduleText(ctx, env, q, guild)
	switch {
	case guild.Scheduled || q.Channels == nil:
	case guild.ChannelID == "":
		body = chat.Join("\n", q.Say("setup.start", nil), body)
	default:
		body = chat.Join("\n", body, q.Say("setup.ready", locale.Args{"Start": q.Text("setup.posts-on", nil)}))
	}
	return chat.Private(q.Text("title.setup", nil), body), err
}

// chosenFor is the press of a select for an option.
func chosenFor(page, option string) chat.Press {
	return chat.Press{Verb: chat.SetUp, Argument: page + "?" + option}
}

// settingTo is the press of a button that gives an option a value.
func settingTo(page, option, value string) chat.Press {
	return chat.Press{Verb: chat.SetUp, Argument: page + "?" + option + "=" + value}
}

// daysOfSetup shows what each weekday has, and a select for the one that is chosen.
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
	lines := append([]chat.Text{weekdayLine(q, guild, searches), q.Say("setup.choose-day", locale.Args{"Search": chat.Mention("search")})}, missing...)
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
	var others []chat.Button
	for _, day := range chat.Weekdays() {
		if chosen == optionOf(day) {
			choose, more, err := selectForDay(ctx, env, q, guild, day, page)
			if err != nil {
				return chat.Reply{}, err
			}
			reply.Screen.Selects, others = []chat.Select{choose}, more
		}
	}
	reply.Screen.Rows = append(chat.Buttons(days...), append(others, backToMain(q)))
	return reply, nil
}

// extrasOfSetup shows the controls for how posts look, and whom they notify.
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
	reply.Screen.Rows = [][]chat.Button{{
		switchOf(q, chat.ExtrasPage, "shidoku", guild.Shidoku),
		switchOf(q, chat.ExtrasPage, "quiet", guild.Quiet),
		switchOf(q, chat.ExtrasPage, "fresh-look", guild.FreshLook),
		switchOf(q, chat.ExtrasPage, "announce-results", guild.AnnounceResults),
	}, {backToMain(q)}}
	return reply, err
}

// fewFreezes are the numbers of freezes that a select offers, beside the one that is set.
var fewFreezes = []int{0, 1, 2, 3, 4, 5, 7, 10, 14, 21, daily.MostFreezes}

// rulesOfSetup shows the controls for how dailies are played: sealed, talked about, compared.
func rulesOfSetup(q handler.Query, guild daily.Guild) chat.Reply {
	r := guild.Rules
	lines := append([]chat.Text{q.Say("setup.about-rules", nil)}, rules(q, r)...)
	if problem := threadProblem(q); problem != nil {
		lines = append(lines, problem)
	}
	reply := chat.Private(q.Text("title.setup", nil), chat.Join("\n", lines...))
	boards := chat.Select{Hint: q.Text("setup.boards", nil), Press: chosenFor(chat.RulesPage, "boards"), Chosen: boardsOf(r)}
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
	reply.Screen.Selects = []chat.Select{boards, freezes}
	reply.Screen.Rows = [][]chat.Button{{
		switchOf(q, chat.RulesPage, "sealed", r.Sealed), switchOf(q, chat.RulesPage, "thread", !r.Threads.IsZero()), switchOf(q, chat.RulesPage, "global", r.Global),
	}, {backToMain(q)}}
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
func switchOf(q handler.Query, page, option string, on bool) chat.Button {
	if on {
		return chat.Button{Label: q.Text("setup."+option+"-on", nil), Look: chat.OnLook, Press: settingTo(page, option, "off")}
	}
	return chat.Button{Label: q.Text("setup."+option+"-off", nil), Look: chat.QuietLook, Press: settingTo(page, option, "on")}
}

func backToMain(q handler.Query) chat.Button {
	return chat.Button{Label: q.Text("setup.back", nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: chat.MainPage}}
}

// mostSearches is how many saved searches a select has, besides the one that is chosen: with the tiers and
// no post they fill Discord's 25 options. Of more, each page has so many.
const mostSearches = 18

// selectForDay lists what a weekday may have: the tiers, a page of the saved searches, or no post. The
// buttons lead to the pages before and after.
func selectForDay(ctx context.Context, env *handler.Env, q handler.Query, guild daily.Guild, day time.Weekday, page string) (chat.Select, []chat.Button, error) {
	all, err := env.Store.SavedSearches(ctx, guild.ID)
	if err != nil {
		return chat.Select{}, nil, err
	}
	at := chat.DaysPage + "/" + optionOf(day)
	number, pages := searchPage(page, len(all))
	first := (number - 1) * mostSearches
	shown := all[first:min(first+mostSearches, len(all))]
	choose := chat.Select{Hint: q.Weekday(day), Chosen: guild.Tiers[day].String(), Press: chosenFor(at, optionOf(day))}
	var others []chat.Button
	if pages > 1 {
		choose.Hint = q.Text("setup.searches-of-day", locale.Args{
			"Weekday": q.Weekday(day), "First": first + 1, "Last": first + len(shown), "All": len(all),
		})
		choose.Press = chosenFor(at+"/"+strconv.Itoa(number), optionOf(day))
		others = pagesOfSearches(q, at, number, pages)
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

// searchPage returns which page of so many searches is meant, from 1, and how many there are. Anyone can forge
// a control, so whatever else is given is the first or the last.
func searchPage(text string, searches int) (number, pages int) {
	pages = max(1, (searches+mostSearches-1)/mostSearches)
	number, _ = strconv.Atoi(text)
	return min(max(number, 1), pages), pages
}

// pagesOfSearches are the buttons to the pages of searches before and after one.
func pagesOfSearches(q handler.Query, at string, number, pages int) (list []chat.Button) {
	to := func(label string, page int) {
		if page >= 1 && page <= pages {
			list = append(list, chat.Button{Label: q.Text(label, nil), Look: chat.QuietLook, Press: chat.Press{Verb: chat.SetUp, Argument: at + "/" + strconv.Itoa(page)}})
		}
	}
	to("setup.searches-before", number-1)
	to("setup.searches-after", number+1)
	return list
}
