package web

import (
	"crypto/rand"
	"net/http"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain"
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
	Kept     string // shown when the page was kept in the browser
	Refused  string // that reminders ended, "" where none did
	Standing standing
	Open     string // heading of games that are not finished
	Past     string // and of those that are
	Games    []gameLine
	Finished []gameLine
	Races    []raceLine
	Join     string // words of their buttons
	Starts   []start
	History  string // words of the link to all that are finished
	Sessions string // and to the browsers
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
	refused, err := v.refusedReminder()
	if err != nil {
		return err
	}
	races, err := v.races()
	if err != nil {
		return err
	}
	p := homePage{
		Races: races, Join: v.Text("page.home.join", nil),
		Standing: standing, Refused: refused,
		Kept:     v.Text("page.home.kept", nil),
		Greeting: v.Text("page.home.greeting", locale.Args{"Player": v.session.Player.Name}),
		Open:     v.Text("page.home.open", nil), Past: v.Text("page.home.past", nil),
		Starts: v.starts(), History: v.Text("page.history.title", nil), Sessions: v.Text("page.sessions.title", nil),
	}
	for _, g := range games {
		line := gameLine{ID: g.ID, Title: chat.Title(v.words.Tag(), g)}
		if g.Finished.IsZero() {
			line.Words = v.words.Count("page.home.left", g.Board.Open(), nil)
			if len(p.Games) < mostDrawn {
				line.Board = draw(v.words.Tag(), picture.Board{Clues: g.Board.Clues, Grid: g.Board.Grid})
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
		args := locale.Args{"Player": d.Challenger.Name, "Tier": explain.In(v.words).Difficulty(max(d.Tier, logic.Tiers[0]))}
		lines = append(lines, raceLine{rand.Text(), d.ID, v.Text("page.home.race", args)})
	}
	return lines, err
}

// refusedReminder says that a player's reminders ended because they take no direct messages, as long as nothing was done
// about it.
func (v *visit) refusedReminder() (string, error) {
	refused, err := v.Store.HasRefused(v.ctx(), v.session.Player.ID)
	if err != nil || !refused {
		return "", err
	}
	return v.Text("page.home.refused", nil), nil
}

// starts are what can be started: the daily, a puzzle of any tier, a Shidoku, a practice.
func (v *visit) starts() []start {
	techniques := []formOption{{"", v.Text("page.home.weak", nil), true}}
	for _, t := range logic.Techniques {
		techniques = append(techniques, formOption{Value: string(t), Label: explain.In(v.words).Technique(t)})
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
