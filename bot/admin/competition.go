package admin

import (
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/handler"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
)

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
