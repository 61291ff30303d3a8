package web

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
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// dailiesOnPage is how many past dailies a page lists.
const dailiesOnPage = 20

// dailiesPage is the body of the list of a guild's dailies.
type dailiesPage struct {
	Kinds   []formSelect // the difficulty and the shape that a daily can have
	Dailies []dailyLine
	Older   string // the date to go on from, "" where there are no more
}

// dailyLine is a daily in the list, with a form that opens it.
type dailyLine struct {
	ID    string // of the operation
	Date  string
	Title string
	Note  string // solved, or late
	Play  string
}

// dailies lists the guild's dailies, today's and those that were chosen before it. None is chosen by looking.
func (v *visit) dailies() error {
	today, err := v.today()
	if err != nil {
		return err
	}
	upTo := today
	if text := v.r.URL.Query().Get("from"); text != "" {
		if upTo, err = calendar.ParseDate(text); err != nil || today.Before(upTo) {
			return errNotFound
		}
	}
	dates, err := v.Store.NumberedDates(v.ctx(), v.session.GuildID, upTo, dailiesOnPage+1)
	if err != nil {
		return err
	}
	p := dailiesPage{Kinds: v.kinds()}
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

// kinds are the difficulties and shapes that a daily can be asked for in, those of the day first.
func (v *visit) kinds() []formSelect {
	return []formSelect{
		{"tier", v.Text("page.dailies.tier", nil), v.tierOptions(v.Text("page.dailies.own-tier", nil))},
		{"shape", v.Text("page.dailies.shape", nil), v.shapeOptions()},
	}
}

// tierOptions are all difficulties, after one that leaves it open and is chosen.
func (v *visit) tierOptions(open string) []formOption {
	options := []formOption{{"", open, true}}
	for _, t := range logic.Tiers {
		options = append(options, formOption{Value: t.String(), Label: v.Difficulty(t)})
	}
	return options
}

func (v *visit) shapeOptions() (options []formOption) {
	for _, s := range sudoku.Shapes {
		options = append(options, formOption{s.String(), v.Shape(s), s == sudoku.Sudoku})
	}
	return options
}

// today is the date of the guild's daily.
func (v *visit) today() (calendar.Date, error) {
	guild, err := v.Store.Guild(v.ctx(), v.session.GuildID)
	return guild.Today(v.Store.Now()), err
}

func (v *visit) dailyLine(d daily.NumberedDate, today calendar.Date) (dailyLine, error) {
	line := dailyLine{ID: rand.Text(), Date: d.Date.String(), Title: v.Day(d.Date), Play: v.Text("page.dailies.play", nil)}
	if d.Number > 0 {
		line.Title = v.Text("page.dailies.line", locale.Args{"Number": d.Number, "Day": line.Title})
	}
	game, err := v.Store.SolvedDaily(v.ctx(), v.session.Player.ID, v.session.GuildID, d.Date)
	switch {
	case err == nil && !game.Extra && game.Shape == sudoku.Sudoku:
		line.Note, line.Play = v.Text("page.home.solved", locale.Args{"At": stamp(game.Finished)}), v.Text("page.dailies.again", nil)
	case err != nil && !errors.Is(err, postgres.ErrNotFound):
		return line, err
	case d.Date == today:
		line.Note = v.Text("page.dailies.today", nil)
	default:
		line.Note = v.Text("page.dailies.late", nil)
	}
	return line, nil
}

// list is a table of results for people.
type list struct {
	Caption string
	Head    []string
	Rows    [][]string
}

// resultsPage is the body of the results of a date.
type resultsPage struct {
	Tables []list
	Pages  []pageLink // to other parts of the list
}

// pageLink is a link to a page of a list, by its number from 1.
type pageLink struct {
	Page  int
	Words string
}

// resultsOnPage is how many results a page lists.
const resultsOnPage = 100

// results shows who solved the dailies of a date, as /leaderboard does. A date without a daily of the
// guild has no page.
func (v *visit) results() error {
	date, err := calendar.ParseDate(v.r.PathValue("date"))
	if err != nil {
		return errNotFound
	}
	today, err := v.today()
	if err != nil {
		return err
	}
	dates, err := v.Store.NumberedDates(v.ctx(), v.session.GuildID, date, 1)
	if err != nil {
		return err
	}
	if known := len(dates) > 0 && dates[0].Date == date; today.Before(date) || !known && date != today {
		return errNotFound
	}
	results, err := v.Store.DailyResults(v.ctx(), v.session.GuildID, date, v.session.Player.ID)
	if err != nil {
		return err
	}
	page, part, err := v.part(results)
	if err != nil {
		return err
	}
	p := resultsPage{Tables: v.resultTables(part), Pages: v.otherParts(results, page)}
	title := v.Text("page.results.title", locale.Args{"Day": v.Day(date)})
	return v.render(http.StatusOK, "results.html", title, p)
}

// part returns the results of the page that is asked for, and its number from 1.
func (v *visit) part(results []games.Result) (page int, part []games.Result, err error) {
	page = 1
	if text := v.r.URL.Query().Get("page"); text != "" {
		page, err = strconv.Atoi(text)
	}
	last := max(1, (len(results)+resultsOnPage-1)/resultsOnPage)
	if err != nil || page < 1 || page > last {
		return 0, nil, errNotFound
	}
	first := (page - 1) * resultsOnPage
	return page, results[first:min(first+resultsOnPage, len(results))], nil
}

// otherParts are links to the page before, that with the visitor's own result, and the next.
func (v *visit) otherParts(results []games.Result, page int) (links []pageLink) {
	add := func(to int, key string) {
		if to != page && to >= 1 && (to-1)*resultsOnPage < len(results) {
			links = append(links, pageLink{to, v.Text(key, nil)})
		}
	}
	add(page-1, "page.results.previous")
	if own := slices.IndexFunc(results, func(r games.Result) bool { return r.Player.ID == v.session.Player.ID }); own >= 0 {
		add(own/resultsOnPage+1, "page.results.own")
	}
	add(page+1, "page.results.next")
	return links
}

// resultTables has a table for each daily of a date.
func (v *visit) resultTables(results []games.Result) (tables []list) {
	kind := func(r games.Result) string {
		key := "page.results.kind"
		if r.Extra {
			key = "page.results.kind-extra"
		}
		return v.Text(key, locale.Args{"Shape": v.Shape(r.Shape), "Tier": v.Difficulty(r.Tier)})
	}
	for i, r := range results {
		if i == 0 || r.Shape != results[i-1].Shape || r.Tier != results[i-1].Tier {
			tables = append(tables, list{Caption: kind(r), Head: v.heads("place", "player", "time", "help")})
		}
		last := &tables[len(tables)-1]
		last.Rows = append(last.Rows, v.resultRow(r))
	}
	return tables
}

// heads are the headings of columns.
func (v *visit) heads(names ...string) (heads []string) {
	for _, name := range names {
		heads = append(heads, v.Text("page.results."+name, nil))
	}
	return heads
}

func (v *visit) resultRow(r games.Result) []string {
	place := "–"
	if r.Rank > 0 {
		place = v.Rank(r.Rank, r.Joint)
	}
	return []string{place, v.Named(r.Player, r.Hidden).String(), v.TimeOf(r), v.help(r)}
}

// help says what a result was helped by, and why it has no place.
func (v *visit) help(r games.Result) string {
	var parts []string
	if r.Hints > 0 {
		parts = append(parts, v.Count("page.results.hints", r.Hints, nil))
	}
	if r.Checks > 0 {
		parts = append(parts, v.Count("page.results.checks", r.Checks, nil))
	}
	for _, apart := range []struct {
		is  bool
		key string
	}{
		{r.HandedIn && r.Apart == games.NotApart, "handed-in"}, {r.Apart == games.TooQuick, "too-quick"}, {r.Apart == games.Known, "known"}, {r.Late, "late"},
	} {
		if apart.is {
			parts = append(parts, v.Text("page.results."+apart.key, nil))
		}
	}
	if len(parts) == 0 {
		return "–"
	}
	return v.List(parts)
}
