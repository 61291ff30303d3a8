package web

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// solvedOnPage is how many solved games a page lists.
const solvedOnPage = 50

// historyPage is the body of the list of solved games.
type historyPage struct {
	Choices []formSelect
	Games   []gameLine
	Older   string // address of the next page, "" where there are no more
}

// history lists what the player has solved, narrowed by kind, difficulty and help.
func (v *visit) history() error {
	query := v.r.URL.Query()
	wanted, err := v.solved()
	if err != nil {
		return err
	}
	tiers := formSelect{"tier", v.Text("page.home.tier", nil), v.tierOptions(v.Text("page.home.any", nil))}
	for i := range tiers.Options {
		tiers.Options[i].Chosen = tiers.Options[i].Value == query.Get("tier")
	}
	p := historyPage{
		Choices: []formSelect{v.choice("page.history.", "kind", cmp.Or(wanted.Kind, "any"), append([]string{"any"}, games.Kinds...)...), tiers, v.choice("page.boards.", "help", query.Get("help"), "any", "without")},
	}
	solved, err := v.Store.SolvedGames(v.ctx(), wanted, solvedOnPage+1)
	if err != nil {
		return err
	}
	if len(solved) > solvedOnPage {
		solved = solved[:solvedOnPage]
		query.Set("before", strconv.FormatInt(solved[solvedOnPage-1].ID, 10))
		p.Older = "?" + query.Encode()
	}
	for _, g := range solved {
		p.Games = append(p.Games, v.solvedLine(g))
	}
	return v.render(http.StatusOK, "history.html", v.Text("page.history.title", nil), p)
}

// solved reads which games are asked for.
func (v *visit) solved() (games.Solved, error) {
	query := v.r.URL.Query()
	wanted := games.Solved{
		PlayerID: v.session.Player.ID, GuildID: v.session.GuildID, Kind: query.Get("kind"), Unaided: query.Get("help") == "without",
	}
	if wanted.Kind == "any" {
		wanted.Kind = ""
	}
	if wanted.Kind != "" && !slices.Contains(games.Kinds, wanted.Kind) || !slices.Contains([]string{"", "any", "without"}, query.Get("help")) {
		return wanted, errBadRequest
	}
	var err error
	if text := query.Get("tier"); text != "" {
		if wanted.Tier, err = logic.ParseTier(text); err != nil {
			return wanted, errBadRequest
		}
	}
	if text := query.Get("before"); text != "" {
		if wanted.Before, err = strconv.ParseInt(text, 10, 64); err != nil {
			return wanted, errBadRequest
		}
	}
	return wanted, nil
}

// solvedLine is a solved game with when it was solved, how long it took, and what helped.
func (v *visit) solvedLine(g games.Game) gameLine {
	args := locale.Args{"At": stamp(g.Finished), "Time": v.Elapsed(g.Finished.Sub(g.Started))}
	line := gameLine{ID: g.ID, Title: v.TitleOf(g), Words: v.Text("page.history.line", args)}
	if g.Hints > 0 || g.Checks > 0 {
		args["Help"] = v.help(games.Result{Hints: g.Hints, Checks: g.Checks})
		line.Words = v.Text("page.history.helped", args)
	}
	return line
}
