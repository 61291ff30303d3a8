package web

import (
	"math"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/calendar"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// addGlobal adds the results of today's global daily, which is a Sudoku, and the players of all guilds by the share of
// the expected time that they take. A player is named only on their own wish.
func (v *visit) addGlobal(p *boardsPage, ranking games.Ranking, today calendar.Date, period string) error {
	p.Note = v.Text("page.boards.names", nil)
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
		results = bot.Unaided(results)
	}
	day := bot.Day(v.words.Tag(), today)
	daily := list{Caption: v.Text("page.boards.global-daily", locale.Args{"Day": day}), Head: v.heads("place", "player", "time", "help")}
	for _, r := range results {
		if v.isListed(r.Rank, r.Player) {
			row := v.resultRow(r)
			row[1] = bot.NameWorldwide(v.words.Tag(), v.session.Player, r.Player, r.Hidden)
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
	tag := v.words.Tag()
	return []string{
		bot.Rank(tag, p.Rank, p.Joint), bot.NameWorldwide(tag, v.session.Player, p.Player, p.Hidden), v.words.Number(p.Solved),
		v.Text("page.boards.percent", locale.Args{"Share": int(math.Round(100 * p.Share))}), bot.Clock(tag, p.Mean),
	}
}
