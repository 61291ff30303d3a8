package pages

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// dailiesOnPage is how many past dailies a page lists.
const dailiesOnPage = 20

// dailiesPage is the body of the list of a guild's dailies.
type dailiesPage struct {
	Sizes   []pageChoice // the same list for each shape
	Shape   sudoku.Shape
	Months  []dailyMonth
	Older   string       // the address of the next page, "" on the last one
	Other   []formSelect // the day and difficulty of another daily
	OtherID string       // of that operation
}

// dailyMonth has the dailies of a month, the newest first.
type dailyMonth struct {
	Title   string
	Dailies []dailyLine
}

// dailyLine is a daily in the list, with a link to the player's game or a form that begins one.
type dailyLine struct {
	ID, Date        string // of the operation; of the daily
	Number, Weekday string // of the day
	Title, Day      string // "#12" and its day
	Tier            logic.Tier
	Difficulty      string
	State           string // "solved", "open", "today" or "missed"
	Sign, Note      string // of the state
	Game            int64  // 0: it has to be begun
	Play            string
}

// dailies lists the guild's dailies of a shape, today's and those of the earlier dates that have a daily of any. Looking
// chooses none.
func (v visit) dailies() error {
	guild, err := v.Store.Guild(v.Context(), v.Session.GuildID)
	if err != nil {
		return err
	}
	query, today := v.R.URL.Query(), guild.Today(v.Store.Now())
	upTo, shape := today, guild.Shape(today)
	if text := query.Get("from"); text != "" {
		if upTo, err = calendar.ParseDate(text); err != nil || today.Before(upTo) {
			return site.ErrNotFound
		}
	}
	if text := query.Get("shape"); text != "" {
		if shape, err = sudoku.ParseShape(text); err != nil {
			return site.ErrNotFound
		}
	}
	dates, err := v.Store.NumberedDates(v.Context(), guild.ID, shape, upTo, dailiesOnPage+1)
	if err != nil {
		return err
	}
	p := dailiesPage{Shape: shape, OtherID: rand.Text()}
	for _, s := range sizes {
		p.Sizes = append(p.Sizes, pageChoice{"?shape=" + s.String(), site.Size(s), s == shape})
	}
	if len(dates) > dailiesOnPage {
		p.Older, dates = fmt.Sprintf("?shape=%s&from=%s", shape, dates[dailiesOnPage].Date), dates[:dailiesOnPage]
	}
	if upTo == today && (len(dates) == 0 || dates[0].Date != today) { // it is chosen when the first player opens it
		dates = append([]daily.NumberedDate{{Date: today}}, dates...)
	}
	if len(dates) == 0 {
		return v.render(http.StatusOK, "dailies.html", v.Text("page.dailies.title", nil), p)
	}
	played, err := v.Store.DailyGames(v.Context(), v.Session.Player.ID, guild.ID, shape, calendar.Days{First: dates[len(dates)-1].Date, Last: dates[0].Date})
	if err != nil {
		return err
	}
	days := formSelect{Name: "date", Label: v.Text("page.dailies.day", nil)}
	for i, d := range dates {
		if d.Date == today && d.Tier == 0 && library.HasTiers(shape) {
			d.Tier = guild.Tier(today)
		}
		line := v.dailyLine(d, today, played)
		if i == 0 || dates[i-1].Date.Month != d.Date.Month {
			p.Months = append(p.Months, dailyMonth{Title: v.MonthOfYear(d.Date.Midnight())})
		}
		last := &p.Months[len(p.Months)-1]
		last.Dailies = append(last.Dailies, line)
		days.Options = append(days.Options, formOption{Value: line.Date, Label: v.Day(d.Date)})
	}
	if library.HasTiers(shape) {
		p.Other = []formSelect{days, {"tier", v.Text("page.dailies.tier", nil), v.tierOptions(v.Text("page.dailies.own-tier", nil))}}
	}
	return v.render(http.StatusOK, "dailies.html", v.Text("page.dailies.title", nil), p)
}

// dailyLine has the state of a daily for the player: solved, begun, missed, or today's.
func (v visit) dailyLine(d daily.NumberedDate, today calendar.Date, played []games.Game) dailyLine {
	line := dailyLine{
		ID: rand.Text(), Date: d.Date.String(), Number: strconv.Itoa(d.Date.Day), Weekday: v.Weekday(d.Date.Weekday()), Tier: d.Tier,
		Title: v.Text("page.dailies.today", nil), Day: v.Day(d.Date), Play: v.Text("page.dailies.play", nil),
	}
	if d.Number > 0 {
		line.Title = "#" + strconv.Itoa(d.Number)
	}
	line.Day = line.Title + ", " + line.Day
	if d.Tier > 0 {
		line.Difficulty = v.Difficulty(d.Tier)
	}
	switch i := slices.IndexFunc(played, func(g games.Game) bool { return g.Date == d.Date }); {
	case i >= 0 && !played[i].Finished.IsZero():
		line.State, line.Sign, line.Game, line.Play = "solved", "✓", played[i].ID, v.Text("page.dailies.again", nil)
		line.Note = v.Text("page.dailies.solved", locale.Args{"Time": v.Elapsed(played[i].Finished.Sub(played[i].Started))})
	case i >= 0:
		line.State, line.Sign, line.Game, line.Play = "open", "…", played[i].ID, v.Text("page.dailies.continue", nil)
		line.Note = v.Count("page.dailies.left", played[i].Board.Open(), nil)
	case d.Date == today:
		line.State = "today"
	default:
		line.State, line.Note = "missed", v.Text("page.dailies.missed", nil)
	}
	return line
}

// resultsOnPage is how many results a page lists.
const resultsOnPage = 100

// resultsPage is the body of the results of a date.
type resultsPage struct {
	Tables   []list
	Pages    []pageLink // to other pages of the list
	ID, Date string     // of the operation, and of the daily that it opens
	Play     string
}

// pageLink is a link to a page of a list, by its number from 1.
type pageLink struct {
	Page  int
	Words string
}

// results shows who solved the dailies of a date, as /leaderboard does. A date without a daily of the guild has no
// page.
func (v visit) results() error {
	date, err := calendar.ParseDate(v.R.PathValue("date"))
	if err != nil {
		return site.ErrNotFound
	}
	today, err := v.today()
	if err != nil {
		return err
	}
	dates, err := v.Store.NumberedDates(v.Context(), v.Session.GuildID, sudoku.Sudoku, date, 1)
	if err != nil {
		return err
	}
	if known := len(dates) > 0 && dates[0].Date == date; today.Before(date) || !known && date != today {
		return site.ErrNotFound
	}
	results, err := v.Store.DailyResults(v.Context(), v.Session.GuildID, date, v.Session.Player.ID)
	if err != nil {
		return err
	}
	page, last := 1, max(1, (len(results)+resultsOnPage-1)/resultsOnPage)
	if text := v.R.URL.Query().Get("page"); text != "" {
		page, err = strconv.Atoi(text)
	}
	if err != nil || page < 1 || page > last {
		return site.ErrNotFound
	}
	p := resultsPage{ID: rand.Text(), Date: date.String(), Play: v.Text("page.results.play", nil)}
	link := func(to int, key string) {
		if to != page && to >= 1 && to <= last {
			p.Pages = append(p.Pages, pageLink{to, v.Text(key, nil)})
		}
	}
	link(page-1, "page.results.previous")
	if own := slices.IndexFunc(results, func(r games.Result) bool { return r.Player.ID == v.Session.Player.ID }); own >= 0 {
		link(own/resultsOnPage+1, "page.results.own")
	}
	link(page+1, "page.results.next")
	first := (page - 1) * resultsOnPage
	p.Tables = v.resultTables(results[first:min(first+resultsOnPage, len(results))])
	return v.render(http.StatusOK, "results.html", v.Text("page.results.title", locale.Args{"Day": v.Day(date)}), p)
}

// resultTables returns a table for each daily of a date.
func (v visit) resultTables(results []games.Result) (tables []list) {
	for i, r := range results {
		if i == 0 || r.Shape != results[i-1].Shape || r.Tier != results[i-1].Tier {
			table := list{Caption: v.kind(r.Shape, r.Tier), Tier: r.Tier, Head: v.heads("place", "player", "time")}
			if r.Extra {
				table.Note = v.Text("page.results.extra", nil)
			}
			tables = append(tables, table)
		}
		last := &tables[len(tables)-1]
		last.Rows = append(last.Rows, v.resultRow(r, v.Named(r.Player, r.Hidden)))
	}
	return tables
}
