package web

import (
	"crypto/rand"
	"net/http"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// What the first page lists of the games that were opened last.
const (
	mostListed = 30
	mostSolved = 5 // of these
)

// homePage is the body of the first page.
type homePage struct {
	Greeting string
	Refused  bool // reminders ended because the player takes no direct messages, and nothing was done about it
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

// mostDrawn is how many boards the first page draws.
const mostDrawn = 6

// start is a form that starts a game.
type start struct {
	ID      string // of the operation
	Command string
	Label   string
	Choice  formSelect
}

// home shows what a player can go on with, and what they can start.
func (v *visit) home() error {
	games, err := v.Store.GamesOf(v.ctx(), v.session.Player.ID, v.session.GuildID, mostListed)
	if err != nil {
		return err
	}
	standing, err := v.standing()
	if err != nil {
		return err
	}
	refused, err := v.Store.HasRefused(v.ctx(), v.session.Player.ID)
	if err != nil {
		return err
	}
	races, err := v.races()
	if err != nil {
		return err
	}
	p := homePage{
		Greeting: v.Text("page.home.greeting", locale.Args{"Player": v.session.Player.Name}),
		Refused:  refused, Standing: standing, Races: races, Starts: v.starts(),
	}
	for _, g := range games {
		line := gameLine{ID: g.ID, Title: v.TitleOf(g)}
		if g.Finished.IsZero() {
			line.Words = v.Count("page.home.left", g.Board.Open(), nil)
			if len(p.Games) < mostDrawn {
				line.Board = v.drawn(picture.Diagram{Clues: g.Board.Clues, Grid: g.Board.Grid})
			}
			p.Games = append(p.Games, line)
		} else if len(p.Finished) < mostSolved {
			line.Words = v.Text("page.home.solved", locale.Args{"At": stamp(g.Finished)})
			p.Finished = append(p.Finished, line)
		}
	}
	return v.render(http.StatusOK, "home.html", v.Text("page.home.title", nil), p)
}

// races are the races that can be joined.
func (v *visit) races() (lines []raceLine, err error) {
	open, err := v.Store.OpenRaces(v.ctx(), v.session.GuildID)
	for _, d := range open {
		args := locale.Args{"Player": d.Opener.Name, "Tier": v.Difficulty(max(d.Tier, logic.Tiers[0]))}
		lines = append(lines, raceLine{rand.Text(), d.ID, v.Text("page.home.race", args)})
	}
	return lines, err
}

// starts are what can be started: the daily, a puzzle of any tier, a Shidoku, a practice.
func (v *visit) starts() []start {
	techniques := []formOption{{"", v.Text("page.home.weak", nil), true}}
	for _, t := range logic.Techniques {
		techniques = append(techniques, formOption{Value: string(t), Label: v.Technique(t)})
	}
	return []start{
		{rand.Text(), "daily", v.Text("page.home.daily", nil),
			formSelect{"shape", v.Text("page.home.shape", nil), v.shapeOptions()}},
		{rand.Text(), "play", v.Text("page.home.play", nil),
			formSelect{"tier", v.Text("page.home.tier", nil), v.tierOptions(v.Text("page.home.any", nil))}},
		{rand.Text(), "practice", v.Text("page.home.practice", nil),
			formSelect{"technique", v.Text("page.home.technique", nil), techniques}},
	}
}
