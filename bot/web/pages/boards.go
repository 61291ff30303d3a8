package pages

import (
	"cmp"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// placesOnPage is how many players a leaderboard lists, besides the visitor.
const placesOnPage = 100

// boardsPage is the body of the leaderboards.
type boardsPage struct {
	Periods   []pageChoice
	Period    string // the chosen one, which the form keeps
	Choices   []formSelect
	Tables    []list
	None      []string // a sentence in place of each empty table
	Worldwide bool
}

// pageChoice is a link that shows the same page in another way.
type pageChoice struct {
	Address, Words string
	Here           bool
}

// add adds a table, or a sentence if it is empty.
func (p *boardsPage) add(table list, none string) {
	if len(table.Rows) == 0 {
		p.None = append(p.None, none)
		return
	}
	p.Tables = append(p.Tables, table)
}

// boards shows the leaderboards of the guild or of all guilds, as /leaderboard does.
func (v visit) boards() error {
	query := v.R.URL.Query()
	period, help, scope := cmp.Or(query.Get("period"), "month"), query.Get("help"), query.Get("scope")
	shape, err := sudoku.ParseShape(cmp.Or(query.Get("shape"), sudoku.Sudoku.String()))
	if err != nil || chat.Periods[period] == nil || !slices.Contains([]string{"", "any", "without"}, help) ||
		!slices.Contains([]string{"", "here", "global"}, scope) {
		return site.ErrBadRequest
	}
	today, err := v.today()
	if err != nil {
		return err
	}
	p := boardsPage{Worldwide: scope == "global", Period: period, Choices: []formSelect{
		v.choice("page.boards.", "scope", scope, "here", "global"), v.choice("page.boards.", "help", help, "any", "without"),
		v.sizeSelect(shape),
	}}
	for _, other := range []string{"week", "month", "year", "all"} {
		query.Set("period", other)
		p.Periods = append(p.Periods, pageChoice{"?" + query.Encode(), v.Text("page.boards.period-"+other, nil), other == period})
	}
	ranking := games.Ranking{GuildID: v.Session.GuildID, Shape: shape, Viewer: v.Session.Player.ID, Unaided: help == "without", Days: chat.Periods[period](today)}
	caption := v.Text("page.boards.period-"+period, nil)
	if p.Worldwide {
		if library.HasTiers(shape) { // others have no global daily
			err = v.addGlobalDaily(&p, ranking, today)
		}
		if err == nil {
			err = v.addPaces(&p, ranking, caption)
		}
	} else {
		err = v.addStandings(&p, ranking, caption)
	}
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "boards.html", v.Text("page.boards.title", nil), p)
}

// isListed reports whether a player is on a leaderboard. Those after the first places see only themselves.
func (v visit) isListed(rank int, p games.Player) bool {
	return rank <= placesOnPage || p.ID == v.Session.Player.ID
}

func (v visit) average(time time.Duration) string {
	return v.Text("page.results.average", locale.Args{"Time": v.Elapsed(time)})
}

// addStandings adds the players of the guild.
func (v visit) addStandings(p *boardsPage, ranking games.Ranking, caption string) error {
	standings, err := v.Store.Leaderboard(v.Context(), ranking)
	table := list{Caption: caption, Head: v.heads("place", "player", "solved", "best")}
	for _, s := range standings {
		if v.isListed(s.Rank, s.Player) {
			table.Rows = append(table.Rows, v.listRow(s.Rank, s.Joint, s.Player, v.Named(s.Player, s.Hidden),
				listCell{Text: v.Number(s.Solved)}, listCell{Text: v.Elapsed(s.Best), Note: v.average(s.Mean)}))
		}
	}
	p.add(table, v.Text("page.boards.none", nil))
	return err
}

// addGlobalDaily adds the results of today's global daily. Players are named only if they wish.
func (v visit) addGlobalDaily(p *boardsPage, ranking games.Ranking, today calendar.Date) error {
	results, err := v.Store.GlobalResults(v.Context(), today, ranking.Shape, v.Session.Player.ID)
	if ranking.Unaided {
		results = chat.Unaided(results)
	}
	daily := list{Caption: v.Text("page.boards.global-daily", locale.Args{"Day": v.Day(today)}), Head: v.heads("place", "player", "time")}
	for _, r := range results {
		if v.isListed(r.Rank, r.Player) {
			daily.Rows = append(daily.Rows, v.resultRow(r, v.NamedWorldwide(r.Player, r.Hidden)))
		}
	}
	p.add(daily, v.Text("page.boards.global-none", nil))
	return err
}

// addPaces adds the players of all guilds, by the share of the expected time that they take. Players are named only if
// they wish.
func (v visit) addPaces(p *boardsPage, ranking games.Ranking, period string) error {
	paces, err := v.Store.Paces(v.Context(), ranking)
	table := list{
		Caption: period, Note: v.Text("page.boards.least", locale.Args{"Least": games.PaceLeast}),
		Head: append(v.heads("place", "player", "solved"), v.Text("page.boards.share", nil)),
	}
	for _, pace := range paces {
		if v.isListed(pace.Rank, pace.Player) {
			share := v.Text("page.boards.percent", locale.Args{"Share": int(math.Round(100 * pace.Share))})
			table.Rows = append(table.Rows, v.listRow(pace.Rank, pace.Joint, pace.Player, v.NamedWorldwide(pace.Player, pace.Hidden),
				listCell{Text: v.Number(pace.Solved)}, listCell{Text: share, Note: v.average(pace.Mean)}))
		}
	}
	p.add(table, v.Text("page.boards.none", nil))
	return err
}
