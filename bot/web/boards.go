package web

import (
	"cmp"
	"math"
	"net/http"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// placesOnPage is how many players a board lists; the one who looks is listed in any case.
const placesOnPage = 100

// boardsPage is the body of the boards.
type boardsPage struct {
	Choices   []formSelect
	Tables    []list
	None      []string // what is said of a table that would be empty
	Worldwide bool
}

// formSelect is a select of a form.
type formSelect struct {
	Name, Label string
	Options     []formOption
}

type formOption struct {
	Value, Label string
	Chosen       bool
}

// boards shows the players in order, as /leaderboard does: those of the guild, or of all guilds.
func (v *visit) boards() error {
	query := v.r.URL.Query()
	period, help, scope := cmp.Or(query.Get("period"), "month"), query.Get("help"), query.Get("scope")
	shape, err := sudoku.ParseShape(cmp.Or(query.Get("shape"), sudoku.Sudoku.String()))
	if err != nil || chat.Periods[period] == nil || !slices.Contains([]string{"", "any", "without"}, help) ||
		!slices.Contains([]string{"", "here", "global"}, scope) {
		return errBadRequest
	}
	today, err := v.today()
	if err != nil {
		return err
	}
	p := boardsPage{Worldwide: scope == "global", Choices: []formSelect{
		v.choice("page.boards.", "period", period, "month", "week", "year", "all"), v.choice("page.boards.", "help", help, "any", "without"), v.choice("page.boards.", "scope", scope, "here", "global"), v.choice("page.boards.", "shape", shape.String(), "sudoku", "shidoku"),
	}}
	ranking := games.Ranking{GuildID: v.session.GuildID, Shape: shape, Viewer: v.session.Player.ID, Unaided: help == "without", Days: chat.Periods[period](today)}
	caption := v.Text("page.boards.period-"+period, nil)
	if p.Worldwide {
		err = v.addGlobal(&p, ranking, today, caption)
	} else {
		err = v.addStandings(&p, ranking, caption)
	}
	if err != nil {
		return err
	}
	return v.render(http.StatusOK, "boards.html", v.Text("page.boards.title", nil), p)
}

// addStandings adds the players of the guild.
func (v *visit) addStandings(p *boardsPage, ranking games.Ranking, caption string) error {
	standings, err := v.Store.Leaderboard(v.ctx(), ranking)
	table := list{Caption: caption, Head: v.heads("place", "player", "solved", "best", "mean")}
	for _, s := range standings {
		if v.isListed(s.Rank, s.Player) {
			table.Rows = append(table.Rows, v.standingRow(s))
		}
	}
	p.add(table, v.Text("page.boards.none", nil))
	return err
}

// add adds a table, or what is said where it is empty.
func (p *boardsPage) add(table list, none string) {
	if len(table.Rows) == 0 {
		p.None = append(p.None, none)
		return
	}
	p.Tables = append(p.Tables, table)
}

// isListed reports whether a player is on a board: those behind the first ones see themselves alone.
func (v *visit) isListed(rank int, p games.Player) bool {
	return rank <= placesOnPage || p.ID == v.session.Player.ID
}

func (v *visit) standingRow(s games.Standing) []string {
	return []string{
		v.Rank(s.Rank, s.Joint), v.Named(s.Player, s.Hidden).String(),
		v.Number(s.Solved), v.Elapsed(s.Best), v.Elapsed(s.Mean),
	}
}

// choice is a select whose words are those of a page: "page.boards.period-week".
func (v *visit) choice(page, name, chosen string, values ...string) formSelect {
	key := page + name
	s := formSelect{Name: name, Label: v.Text(key, nil)}
	for _, value := range values {
		s.Options = append(s.Options, formOption{value, v.Text(key+"-"+value, nil), value == chosen})
	}
	return s
}

// addGlobal adds the results of today's global daily, which is a Sudoku, and the players of all guilds by the share of
// the expected time that they take. A player is named only on their own wish.
func (v *visit) addGlobal(p *boardsPage, ranking games.Ranking, today calendar.Date, period string) error {
	if ranking.Shape == sudoku.Sudoku {
		if err := v.addGlobalDaily(p, ranking, today); err != nil {
			return err
		}
	}
	return v.addPaces(p, ranking, period)
}

func (v *visit) addGlobalDaily(p *boardsPage, ranking games.Ranking, today calendar.Date) error {
	results, err := v.Store.GlobalResults(v.ctx(), today, v.session.Player.ID)
	if err != nil {
		return err
	}
	if ranking.Unaided {
		results = chat.Unaided(results)
	}
	day := v.Day(today)
	daily := list{Caption: v.Text("page.boards.global-daily", locale.Args{"Day": day}), Head: v.heads("place", "player", "time", "help")}
	for _, r := range results {
		if v.isListed(r.Rank, r.Player) {
			row := v.resultRow(r)
			row[1] = v.NamedWorldwide(r.Player, r.Hidden).String()
			daily.Rows = append(daily.Rows, row)
		}
	}
	p.add(daily, v.Text("page.boards.global-none", nil))
	return nil
}

func (v *visit) addPaces(p *boardsPage, ranking games.Ranking, period string) error {
	paces, err := v.Store.Paces(v.ctx(), ranking)
	table := list{
		Caption: v.Text("page.boards.global-period", locale.Args{"Period": period, "Least": games.PaceLeast}),
		Head:    append(v.heads("place", "player", "solved"), v.Text("page.boards.share", nil), v.Text("page.results.mean", nil)),
	}
	for _, pace := range paces {
		if v.isListed(pace.Rank, pace.Player) {
			table.Rows = append(table.Rows, v.paceRow(pace))
		}
	}
	p.add(table, v.Text("page.boards.none", nil))
	return err
}

func (v *visit) paceRow(p games.Pace) []string {
	return []string{
		v.Rank(p.Rank, p.Joint), v.NamedWorldwide(p.Player, p.Hidden).String(), v.Number(p.Solved),
		v.Text("page.boards.percent", locale.Args{"Share": int(math.Round(100 * p.Share))}), v.Elapsed(p.Mean),
	}
}
