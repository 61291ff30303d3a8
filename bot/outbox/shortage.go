package outbox

import (
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Shortages names the weekdays that will have no post, or another puzzle than they ask for, with the reason and the remedy.
func Shortages(s chat.Speech, guild daily.Guild, shortages []daily.Shortage) (lines []chat.Text) {
	var fix chat.Text
	for _, h := range shortages {
		var days []string
		for _, day := range h.Days {
			days = append(days, s.WeekdayInFull(day))
		}
		args := locale.Args{"Days": s.List(days), "Search": h.Search, "Tier": s.Difficulty(h.Tier), "Reason": shortageReason(s, h)}
		switch {
		case h.Shape == sudoku.Shidoku && h.Chosen:
			lines = append(lines, s.Say("shortage.shidoku-chosen", nil))
		case h.Shape == sudoku.Shidoku:
			lines = append(lines, s.Say("shortage.shidoku", nil))
		case h.NoPost:
			lines, fix = append(lines, s.Say("shortage.days", args)), shortageFix(s, guild, h)
		default:
			lines = append(lines, s.Say("shortage.instead", args))
		}
	}
	if fix != nil {
		lines = append(lines, fix)
	}
	return lines
}

// NotPosted is the message that the daily of a date is not in its channel for want of a puzzle; nil if there is one.
func NotPosted(s chat.Speech, guild daily.Guild, date calendar.Date, shortages []daily.Shortage) chat.Text {
	for _, h := range shortages {
		if h.NoPost && slices.Contains(h.Days, date.Weekday()) {
			return chat.Join("\n", s.Say("shortage.date", locale.Args{
				"Day": s.Day(date), "Channel": chat.Channel(guild.ChannelID), "Reason": shortageReason(s, h),
			}), shortageFix(s, guild, h))
		}
	}
	return nil
}

// shortageReason names the puzzles that are missing.
func shortageReason(s chat.Speech, h daily.Shortage) chat.Text {
	key := "shortage.none"
	if h.Chosen {
		key = "shortage.chosen"
	}
	reason := s.Say(key, locale.Args{"Tier": s.Difficulty(h.Tier)})
	if h.Search != "" {
		reason = s.Say("shortage.search", locale.Args{"Search": h.Search, "Reason": reason})
	}
	return reason
}

// shortageFix is the advice to an admin.
func shortageFix(s chat.Speech, guild daily.Guild, h daily.Shortage) chat.Text {
	switch {
	case guild.Rules.Global:
		return s.Say("shortage.fix-global", locale.Args{"Schedule": chat.Asking("schedule", chat.Chosen("global", "off"))})
	case h.Chosen:
		return s.Say("shortage.fix-chosen", locale.Args{"Schedule": chat.Mention("schedule"), "Collections": chat.Mention("collections")})
	}
	return s.Say("shortage.fix", locale.Args{"Schedule": chat.Mention("schedule"), "Import": chat.Mention("import")})
}
