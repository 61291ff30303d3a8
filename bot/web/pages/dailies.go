package pages

import (
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// dailiesOnPage is how many past dailies a page lists.
const dailiesOnPage = 20

// dailiesPage is the body of the list of a guild's dailies.
type dailiesPage struct {
	Kinds   []formSelect // the difficulties and shapes of a daily
	Dailies []dailyLine
	Older   string // the date to go on from, "" on the last page
}

// dailyLine is a daily in the list, with a form that opens it.
type dailyLine struct {
	ID    string // of the operation
	Date  string
	Title string
	Note  string // solved, or late
	Play  string
}

// dailies lists the guild's dailies, today's and the earlier ones that were chosen. Looking chooses none.
func (v visit) dailies() error {
	today, err := v.today()
	if err != nil {
		return err
	}
	upTo := today
	if text := v.R.URL.Query().Get("from"); text != "" {
		if upTo, err = calendar.ParseDate(text); err != nil || today.Before(upTo) {
			return site.ErrNotFound
		}
	}
	dates, err := v.Store.NumberedDates(v.Context(), v.Session.GuildID, upTo, dailiesOnPage+1)
	if err != nil {
		return err
	}
	p := dailiesPage{Kinds: []formSelect{
		{"tier", v.Text("page.dailies.tier", nil), v.tierOptions(v.Text("page.dailies.own-tier", nil))},
		{"shape", v.Text("page.dailies.shape", nil), v.shapeOptions()},
	}}
	if len(dates) > dailiesOnPage {
		p.Older, dates = dates[dailiesOnPage].Date.String(), dates[:dailiesOnPage]
	}
	if upTo == today && (len(dates) == 0 || dates[0].Date != today) { // it is chosen when the first player opens it
		dates = append([]daily.NumberedDate{{Date: today}}, dates...)
	}
	for _, d := range dates {
		line, err := v.dailyLine(d, today)
		if err != nil {
			return err
		}
		p.Dailies = append(p.Dailies, line)
	}
	return v.render(http.StatusOK, "dailies.html", v.Text("page.dailies.title", nil), p)
}

func (v visit) dailyLine(d daily.NumberedDate, today calendar.Date) (dailyLine, error) {
	line := dailyLine{ID: rand.Text(), Date: d.Date.String(), Title: v.Day(d.Date), Play: v.Text("page.dailies.play", nil)}
	if d.Number > 0 {
		line.Title = v.Text("page.dailies.line", locale.Args{"Number": d.Number, "Day": line.Title})
	}
	game, err := v.Store.SolvedDaily(v.Context(), v.Session.Player.ID, v.Session.GuildID, d.Date)
	switch {
	case err == nil && !game.Extra && game.Shape == sudoku.Sudoku:
		line.Note, line.Play = v.Text("page.home.solved", locale.Args{"At": site.Stamp(game.Finished)}), v.Text("page.dailies.again", nil)
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return line, err
	case d.Date == today:
		line.Note = v.Text("page.dailies.today", nil)
	default:
		line.Note = v.Text("page.dailies.late", nil)
	}
	return line, nil
}

// resultsOnPage is how many results a page lists.
const resultsOnPage = 100

// resultsPage is the body of the results of a date.
type resultsPage struct {
	Tables []list
	Pages  []pageLink // to other pages of the list
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
	dates, err := v.Store.NumberedDates(v.Context(), v.Session.GuildID, date, 1)
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
	var p resultsPage
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
			key := "page.results.kind"
			if r.Extra {
				key = "page.results.kind-extra"
			}
			caption := v.Text(key, locale.Args{"Shape": v.Shape(r.Shape), "Tier": v.Difficulty(r.Tier)})
			tables = append(tables, list{Caption: caption, Head: v.heads("place", "player", "time", "help")})
		}
		last := &tables[len(tables)-1]
		last.Rows = append(last.Rows, v.resultRow(r))
	}
	return tables
}
