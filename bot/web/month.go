package web

import (
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/locale"
)

// standing is what the first page says of a player's dailies: the streak, a calendar of this month, and when the next
// one comes.
type standing struct {
	Streak string
	Next   string
	Head   []string // weekdays
	Weeks  [][]monthDay
}

// monthDay is a day of the calendar: its number, and what is said of it. A sign says so too, not a colour alone.
type monthDay struct {
	Number, Sign, Words string
	Class               string // "": a day to come, or of another month
	Date                string // of the page of its results, "" without one
}

// standing reads it from the archive.
func (v *visit) standing() (standing, error) {
	player, guildID := v.session.Player.ID, v.session.GuildID
	guild, err := v.Store.Guild(v.ctx(), guildID)
	if err != nil {
		return standing{}, err
	}
	today := guild.Today(v.Store.Now())
	streak, err := v.Store.Streak(v.ctx(), player, guildID, today)
	if err != nil {
		return standing{}, err
	}
	month := calendar.MonthOf(today)
	solved, err := v.Store.SolvedDates(v.ctx(), player, guildID, month)
	if err != nil {
		return standing{}, err
	}
	known, err := v.Store.NumberedDates(v.ctx(), guildID, today, 31)
	s := standing{
		Next:   v.nextDaily(guild, today),
		Streak: v.Count("page.home.streak", streak.Current, locale.Args{"Longest": streak.Longest}),
	}
	first := calendar.WeekOf(month.First).First
	for i := range 7 {
		s.Head = append(s.Head, v.Weekday(first.AddDays(i).Weekday()))
	}
	for d := first; !month.Last.Before(d); d = d.AddDays(7) {
		var week []monthDay
		for i := range 7 {
			week = append(week, v.monthDay(d.AddDays(i), month, today, solved, known))
		}
		s.Weeks = append(s.Weeks, week)
	}
	return s, err
}

// monthDay says of a date whether its daily was solved, was missed, or is today's.
func (v *visit) monthDay(d calendar.Date, month calendar.Days, today calendar.Date, solved []calendar.Date, known []daily.NumberedDate) monthDay {
	if d.Before(month.First) || month.Last.Before(d) {
		return monthDay{}
	}
	day := monthDay{Number: strconv.Itoa(d.Day)}
	there := slices.ContainsFunc(known, func(k daily.NumberedDate) bool { return k.Date == d })
	key := ""
	switch {
	case slices.Contains(solved, d):
		day.Class, day.Sign, key = "solved", "✓", "page.home.day-solved"
	case d == today:
		day.Class, day.Sign, key = "today", "○", "page.home.day-today"
	case there && d.Before(today):
		day.Class, day.Sign, key = "missed", "·", "page.home.day-missed"
	default:
		return day
	}
	day.Date, day.Words = d.String(), v.Text(key, locale.Args{"Day": v.Day(d)})
	return day
}

// nextDaily says when the daily after today's comes, "" for a date that its zone skips.
func (v *visit) nextDaily(guild daily.Guild, today calendar.Date) string {
	zone, err := calendar.LoadZone(guild.Zone)
	if err != nil {
		return ""
	}
	due, ok := calendar.DueAt(today.AddDays(1), guild.At, zone)
	if !ok {
		return ""
	}
	return v.Text("page.home.next", locale.Args{"At": stamp(due)})
}
