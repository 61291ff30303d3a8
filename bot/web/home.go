package web

import (
	"crypto/rand"
	"net/http"

	"github.com/gridkeeper/gridkeeper/bot"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxPast is how many games the first page lists.
const maxPast = 30

// homePage is the body of the first page.
type homePage struct {
	Greeting string
	Open     string // heading of games that are not finished
	Past     string // and of those that are
	Games    []gameLine
	Finished []gameLine
	Starts   []start
	Sessions string // words of the link
}

// gameLine is a game in a list.
type gameLine struct {
	ID           int64
	Title, Words string
}

// start is a form that starts a game.
type start struct {
	ID      string // of the operation
	Command string
	Label   string
	Choice  string // name of an option with choices, "" without
	Name    string // of the choice, for people
	Values  []choiceValue
}

type choiceValue struct{ Value, Label string }

// home shows what a player can go on with, and what they can start.
func (v *visit) home() error {
	games, err := v.Store.Games(v.ctx(), v.session.Player.ID, v.session.GuildID, maxPast)
	if err != nil {
		return err
	}
	p := homePage{
		Greeting: v.Text("page.home.greeting", locale.Args{"Player": v.session.Player.Name}),
		Open:     v.Text("page.home.open", nil), Past: v.Text("page.home.past", nil),
		Starts: v.starts(), Sessions: v.Text("page.sessions.title", nil),
	}
	for _, g := range games {
		line := gameLine{ID: g.ID, Title: bot.Title(v.words.Tag(), g)}
		if g.Finished.IsZero() {
			line.Words = v.words.Count("page.home.left", g.Board.Open(), nil)
			p.Games = append(p.Games, line)
		} else {
			line.Words = v.Text("page.home.solved", locale.Args{"At": stamp(g.Finished)})
			p.Finished = append(p.Finished, line)
		}
	}
	return v.render(http.StatusOK, "home.html", v.Text("page.home.title", nil), p)
}

// starts are what can be started: the daily, a puzzle of any tier, a Shidoku, a practice.
func (v *visit) starts() []start {
	explained := explain.In(v.words)
	tiers := []choiceValue{{"", v.Text("page.home.any", nil)}}
	for _, t := range logic.Tiers {
		tiers = append(tiers, choiceValue{t.String(), explained.Difficulty(t)})
	}
	var techniques []choiceValue
	for _, t := range logic.Techniques {
		techniques = append(techniques, choiceValue{string(t), explained.Technique(t)})
	}
	var shapes []choiceValue
	for _, s := range sudoku.Shapes {
		shapes = append(shapes, choiceValue{s.String(), explained.Shape(s)})
	}
	return []start{
		{rand.Text(), "daily", v.Text("page.home.daily", nil), "shape", v.Text("page.home.shape", nil), shapes},
		{rand.Text(), "play", v.Text("page.home.play", nil), "tier", v.Text("page.home.tier", nil), tiers},
		{rand.Text(), "practice", v.Text("page.home.practice", nil), "technique", v.Text("page.home.technique", nil), techniques},
	}
}
