package pages

import (
	"crypto/rand"
	"net/http"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// The first page shows some of the games that were opened last.
const (
	mostListed = 30
	mostSolved = 5 // of these
	mostDrawn  = 6 // boards
)

// homePage is the body of the first page.
type homePage struct {
	Greeting string
	Refused  bool // reminders ended because the player takes no direct messages, and has not reacted
	Standing standing
	Games    []gameLine // that are not finished
	Finished []gameLine
	Races    []raceLine
	Starts   []start
}

// gameLine is a game in a list.
type gameLine struct {
	ID           int64
	Title, Words string
	Board        *drawing // of a game that is not finished
}

// raceLine is a form that joins a race.
type raceLine struct {
	ID     string // of the operation
	Number int64
	Words  string
}

// start is a form that starts a game.
type start struct {
	ID      string // of the operation
	Command string
	Label   string
	Choice  formSelect
}

// home shows the games that a player can go on with or start, and their dailies.
func (v visit) home() error {
	games, err := v.Store.GamesOf(v.Context(), v.Session.Player.ID, v.Session.GuildID, mostListed)
	if err != nil {
		return err
	}
	standing, err := v.standing()
	if err != nil {
		return err
	}
	refused, err := v.Store.HasRefused(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	races, err := v.races()
	if err != nil {
		return err
	}
	techniques := []formOption{{"", v.Text("page.home.weak", nil), true}}
	for _, t := range logic.Techniques {
		techniques = append(techniques, formOption{Value: string(t), Label: v.Technique(t)})
	}
	p := homePage{
		Greeting: v.Text("page.home.greeting", locale.Args{"Player": v.Session.Player.Name}),
		Refused:  refused, Standing: standing, Races: races,
		Starts: []start{
			{rand.Text(), "daily", v.Text("page.home.daily", nil),
				formSelect{"shape", v.Text("page.home.shape", nil), v.shapeOptions()}},
			{rand.Text(), "play", v.Text("page.home.play", nil),
				formSelect{"tier", v.Text("page.home.tier", nil), v.tierOptions(v.Text("page.home.any", nil))}},
			{rand.Text(), "practice", v.Text("page.home.practice", nil),
				formSelect{"technique", v.Text("page.home.technique", nil), techniques}},
		},
	}
	for _, g := range games {
		line := gameLine{ID: g.ID, Title: v.TitleOf(g)}
		if g.Finished.IsZero() {
			line.Words = v.Count("page.home.left", g.Board.Open(), nil)
			if len(p.Games) < mostDrawn {
				line.Board = v.draw(picture.Diagram{Clues: g.Board.Clues, Grid: g.Board.Grid})
			}
			p.Games = append(p.Games, line)
		} else if len(p.Finished) < mostSolved {
			line.Words = v.Text("page.home.solved", locale.Args{"At": site.Stamp(g.Finished)})
			p.Finished = append(p.Finished, line)
		}
	}
	return v.render(http.StatusOK, "home.html", v.Text("page.home.title", nil), p)
}

// races lists the races that can be joined.
func (v visit) races() (lines []raceLine, err error) {
	open, err := v.Store.OpenRaces(v.Context(), v.Session.GuildID)
	for _, d := range open {
		args := locale.Args{"Player": d.Opener.Name, "Tier": v.Difficulty(max(d.Tier, logic.Tiers[0]))}
		lines = append(lines, raceLine{rand.Text(), d.ID, v.Text("page.home.race", args)})
	}
	return lines, err
}

// standing has a player's dailies on the first page: the streak, a calendar of this month, and the time of the next
// one.
type standing struct {
	Streak string
	Next   string   // "" if the zone skips that time
	Head   []string // weekdays
	Weeks  [][]monthDay
}

// monthDay is a day of the calendar. Its state is shown by a sign too, not by a colour alone.
type monthDay struct {
	Number, Sign, Words string
	Class               string // "": a day to come, or of another month
	Date                string // of the page of its results, "" without one
}

// standing reads the player's dailies from the archive.
func (v visit) standing() (standing, error) {
	player, guildID := v.Session.Player.ID, v.Session.GuildID
	guild, err := v.Store.Guild(v.Context(), guildID)
	if err != nil {
		return standing{}, err
	}
	today := guild.Today(v.Store.Now())
	streak, err := v.Store.Streak(v.Context(), player, guildID, today)
	if err != nil {
		return standing{}, err
	}
	month := calendar.MonthOf(today)
	solved, err := v.Store.SolvedDates(v.Context(), player, guildID, month)
	if err != nil {
		return standing{}, err
	}
	known, err := v.Store.NumberedDates(v.Context(), guildID, today, 31)
	s := standing{Streak: v.Count("page.home.streak", streak.Current, locale.Args{"Longest": streak.Longest})}
	if zone, err := calendar.LoadZone(guild.Zone); err == nil {
		if due, ok := calendar.DueAt(today.AddDays(1), guild.At, zone); ok {
			s.Next = v.Text("page.home.next", locale.Args{"At": site.Stamp(due)})
		}
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

// monthDay returns a day of a month, with the state of its daily: solved, missed, or today's.
func (v visit) monthDay(d calendar.Date, month calendar.Days, today calendar.Date, solved []calendar.Date, known []daily.NumberedDate) monthDay {
	if d.Before(month.First) || month.Last.Before(d) {
		return monthDay{}
	}
	day := monthDay{Number: strconv.Itoa(d.Day)}
	hasDaily := slices.ContainsFunc(known, func(k daily.NumberedDate) bool { return k.Date == d })
	key := ""
	switch {
	case slices.Contains(solved, d):
		day.Class, day.Sign, key = "solved", "✓", "page.home.day-solved"
	case d == today:
		day.Class, day.Sign, key = "today", "○", "page.home.day-today"
	case hasDaily && d.Before(today):
		day.Class, day.Sign, key = "missed", "·", "page.home.day-missed"
	default:
		return day
	}
	day.Date, day.Words = d.String(), v.Text(key, locale.Args{"Day": v.Day(d)})
	return day
}
