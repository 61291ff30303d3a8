package bot

import (
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/locale"
)

// ruleOptions are the options of /schedule about how dailies are played.
func ruleOptions() []Option {
	onOff := []string{"on", "off"}
	return []Option{
		{Name: "sealed", Kind: ChoiceOption, Choices: onOff}, {Name: "thread", Kind: ChoiceOption, Choices: onOff},
		{Name: "boards", Kind: ChoiceOption, Choices: []string{"week", "month", "both", "off"}},
		{Name: "freezes", Kind: TextOption}, {Name: "global", Kind: ChoiceOption, Choices: onOff},
	}
}

func isRule(option string) bool {
	return slices.ContainsFunc(ruleOptions(), func(o Option) bool { return o.Name == option })
}

// setRule puts one of the [ruleOptions] into the settings. What is switched on begins with today's
// daily, and with the week and the month of today: what ended before is not posted afterwards.
func (q query) setRule(guild *archive.Guild, name, text string) (err error) {
	rules, today := &guild.Rules, guild.Today(q.now)
	on := false
	switch name {
	case "sealed":
		rules.Sealed, err = parseOnOff(text)
	case "global":
		rules.Global, err = parseOnOff(text)
	case "thread":
		on, err = parseOnOff(text)
		rules.Threads = since(rules.Threads, today, on)
	case "boards":
		if !slices.Contains([]string{"week", "month", "both", "off"}, text) {
			return refuse("refusal.boards", locale.Args{"Text": quoted(text)})
		}
		rules.Weekly = since(rules.Weekly, today, text == "week" || text == "both")
		rules.Monthly = since(rules.Monthly, today, text == "month" || text == "both")
	case "freezes":
		n, failed := strconv.Atoi(text)
		if failed != nil || n < 0 || n > archive.MostFreezes {
			return refuse("refusal.freezes", locale.Args{"Text": quoted(text), "Most": archive.MostFreezes})
		}
		rules.Freezes = n
	}
	return err
}

// since is the date from which something is on: as before where it was, today where it is new.
func since(before, today archive.Date, on bool) archive.Date {
	switch {
	case !on:
		return archive.Date{}
	case before.IsZero():
		return today
	}
	return before
}

// rules says how the dailies of a guild are played, as far as something was chosen.
func (q query) rules(r archive.Rules) Text {
	var lines []Text
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
	return join("\n", lines...)
}
