package web

import (
	"net/http"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/bot"
)

// periods are those of the boards, the first where none is chosen.
var periods = []string{"month", "week", "year", "all"}

// placesOnPage is how many players a board lists; the one who looks is listed in any case.
const placesOnPage = 100

// boardsPage is the body of the boards.
type boardsPage struct {
	Choices []formSelect
	Show    string
	Table   list
	None    string
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

// boards shows the players of the guild in order, as /leaderboard does.
func (v *visit) boards() error {
	query := v.r.URL.Query()
	period, help := query.Get("period"), query.Get("help")
	if period == "" {
		period = periods[0]
	}
	if !slices.Contains(periods, period) || help != "" && help != "any" && help != "without" {
		return errBadRequest
	}
	today, err := v.today()
	if err != nil {
		return err
	}
	standings, err := v.Store.Leaderboard(v.ctx(), archive.Ranking{
		GuildID: v.session.GuildID, Viewer: v.session.Player.ID, Unaided: help == "without", Days: daysOf(period, today),
	})
	if err != nil {
		return err
	}
	shown := "period-" + period
	p := boardsPage{
		Choices: []formSelect{v.choice("period", period, periods...), v.choice("help", help, "any", "without")},
		Show:    v.Text("page.boards.show", nil), None: v.Text("page.boards.none", nil),
		Table: list{Caption: v.Text("page.boards."+shown, nil), Head: v.heads("place", "player", "solved", "best", "mean")},
	}
	for _, s := range standings {
		if s.Rank <= placesOnPage || s.Player.ID == v.session.Player.ID {
			p.Table.Rows = append(p.Table.Rows, v.standingRow(s))
		}
	}
	return v.render(http.StatusOK, "boards.html", v.Text("page.boards.title", nil), p)
}

func daysOf(period string, today archive.Date) archive.Days {
	switch period {
	case "week":
		return archive.WeekOf(today)
	case "month":
		return archive.MonthOf(today)
	case "year":
		return archive.YearOf(today)
	}
	return archive.Days{}
}

func (v *visit) standingRow(s archive.Standing) []string {
	tag := v.words.Tag()
	return []string{
		bot.Rank(tag, s.Rank, s.Joint), bot.Name(tag, v.session.Player, s.Player, s.Hidden),
		v.words.Number(s.Solved), bot.Clock(tag, s.Best), bot.Clock(tag, s.Mean),
	}
}

// choice is a select whose words are in the catalogue under a key: "page.boards.period-week".
func (v *visit) choice(name, chosen string, values ...string) formSelect {
	s := formSelect{Name: name, Label: v.Text("page.boards."+name, nil)}
	for _, value := range values {
		s.Options = append(s.Options, formOption{value, v.Text("page.boards."+name+"-"+value, nil), value == chosen})
	}
	return s
}
