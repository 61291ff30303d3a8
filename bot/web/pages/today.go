package pages

import (
	"crypto/rand"
	"errors"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// dailyCard is the card of today's daily, in the template "daily-card", and of one of another shape, in "daily-row".
type dailyCard struct {
	Name, Day  string
	Shape      sudoku.Shape
	Heading    string // of a row
	Board      *drawing
	Tier       logic.Tier // for the dots; 0: unknown
	Difficulty string
	About      string // how long it takes, "" if unknown
	Button     string
	Open       string // address of its board; "": a form starts it
	Action     string // of that form
	ID         string // of its operation
	Note       string
	More       []cardLink
}

// cardLink is a link below the button of a card.
type cardLink struct{ Address, Words string }

// cardOf is the card of the daily of a guild. If none was chosen yet, which a GET does not do, the grid is empty, and the
// difficulty is that of the weekday.
func (v visit) cardOf(guild daily.Guild, date calendar.Date, shape sudoku.Shape) (dailyCard, error) {
	d, err := v.Store.Chosen(v.Context(), guild.ID, date, shape)
	if errors.Is(err, postgres.ErrNotFound) {
		empty, tier := sudoku.Empty(shape), guild.Tier(date)
		return dailyCard{
			Name: v.Text("page.home.today", nil), Day: v.DayInFull(date), Shape: shape, Heading: v.Text("page.home.beside-"+shape.String(), nil),
			Tier: tier, Difficulty: v.Difficulty(tier), Board: v.draw(picture.Diagram{Clues: empty, Grid: empty}).bare(),
		}, nil
	}
	if err != nil {
		return dailyCard{}, err
	}
	return v.drawCard(d), nil
}

// drawCard is the card of a daily without its button.
func (v visit) drawCard(d daily.Daily) dailyCard {
	card := dailyCard{
		Name: chat.Capital(v.DailyName(d.Number, d.Shape)), Day: v.DayInFull(d.Date), Shape: d.Shape, Heading: v.Text("page.home.beside-"+d.Shape.String(), nil),
		Tier: d.Tier, Difficulty: v.Difficulty(d.Tier),
		Board: v.draw(picture.Diagram{Clues: d.Clues(), Grid: d.Clues()}).bare(),
	}
	if d.Puzzle.Score > 0 {
		card.About = v.Text("page.home.about", locale.Args{"Time": v.About(d.Puzzle.Score)})
	}
	return card
}

// todaysCard is the card with the state of the player's game: it begins the daily that counts, goes on with it, or
// shows how it went.
func (v visit) todaysCard(guild daily.Guild, date calendar.Date, shape sudoku.Shape, own []games.Game) (dailyCard, error) {
	card, err := v.cardOf(guild, date, shape)
	i := slices.IndexFunc(own, func(g games.Game) bool { return isCounting(g, date, shape) })
	switch {
	case err != nil:
		return card, err
	case i < 0:
		card.Button, card.Action, card.ID = v.Text("page.home.play", nil), v.Root()+"games", rand.Text()
		return card, nil
	}
	g := own[i]
	card.Open = v.Root() + "games/" + strconv.FormatInt(g.ID, 10)
	switch {
	case !g.Finished.IsZero():
		card.Button = v.Text("page.home.see", nil)
		card.More = []cardLink{{v.Root() + "dailies/" + date.String(), v.Text("page.home.results", nil)}}
		if zone, err := calendar.LoadZone(guild.Zone); err == nil {
			if due, ok := calendar.DueAt(date.AddDays(1), guild.At, zone); ok { // a zone may skip that time
				card.Note = v.Text("page.home.next", locale.Args{"At": site.Stamp(due)})
			}
		}
	case g.Revision > 0:
		card.Button, card.Note = v.Text("page.home.continue", nil), v.Count("page.home.left", g.Board.Open(), nil)
	default:
		card.Button = v.Text("page.home.play", nil)
	}
	card.Board = v.draw(picture.Diagram{Clues: g.Board.Clues, Grid: g.Board.Grid}).bare()
	return card, nil
}

// isCounting reports whether a game is on the daily of a date and a shape that counts.
func isCounting(g games.Game, date calendar.Date, shape sudoku.Shape) bool {
	return g.Date == date && g.Shape == shape && !g.Extra
}

// standing has a player's dailies on the first page: the streak, and a calendar of this month.
type standing struct {
	Streak, Longest string   // "" before there is one
	Others          []string // the streaks of other shapes
	Month           string
	Earlier         string   // the last day of the month before, "" if the guild had no dailies then
	Head            []string // weekdays
	Weeks           [][]monthDay
}

// monthDay is a day of the calendar. Its state is shown by a sign too, not by a colour alone.
type monthDay struct {
	Number, Sign, Words string
	Class               string // "": a day to come, or of another month
	Date                string // of the page of its results, "" without one
}

// standing reads the player's dailies of the first of some shapes from the archive, and the streaks of the others.
func (v visit) standing(guild daily.Guild, shapes []sudoku.Shape, today calendar.Date) (*standing, error) {
	player, month := v.Session.Player.ID, calendar.MonthOf(today)
	s := &standing{Month: v.MonthOfYear(month.First.Midnight())}
	for i, shape := range shapes {
		streak, err := v.Store.Streak(v.Context(), player, guild.ID, shape, today)
		switch {
		case err != nil:
			return nil, err
		case streak.Current == 0:
		case i == 0:
			s.Streak = v.Count("page.home.streak", streak.Current, nil)
			if streak.Longest > streak.Current {
				s.Longest = v.Text("page.home.longest", locale.Args{"Longest": streak.Longest})
			}
		default:
			s.Others = append(s.Others, v.Count("page.home.streak-of", streak.Current, locale.Args{"Size": site.Size(shape)}))
		}
	}
	solved, err := v.Store.SolvedDates(v.Context(), player, guild.ID, shapes[0], month)
	if err != nil {
		return nil, err
	}
	known, err := v.Store.NumberedDates(v.Context(), guild.ID, shapes[0], today, 31)
	if !guild.First.IsZero() && guild.First.Before(month.First) {
		s.Earlier = month.First.AddDays(-1).String()
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
