package pages

import (
	"crypto/rand"
	"net/http"
	"slices"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The first page shows some of the games that were opened last.
const (
	mostListed = 30
	mostDrawn  = 6 // boards
)

// homePage is the body of the first page.
type homePage struct {
	Refused  bool // reminders ended because the player takes no direct messages, and has not reacted
	Daily    dailyCard
	Others   []dailyCard // the dailies of other shapes
	Newcomer bool        // they have not begun a game
	Rule     string      // of the daily
	Games    []gameLine  // that are begun and not finished, but for the daily
	Standing *standing   // of players who have begun a game
	Races    []raceLine
	EasyID   string  // of the operation that starts an easy game
	Starts   []start // behind "New puzzle"
}

// gameLine is a game in a list.
type gameLine struct {
	ID           int64
	Title, Words string
	Board        *drawing
}

// raceLine is a form that joins a race.
type raceLine struct {
	ID     string // of the operation
	Number int64
	Words  string
}

// start is a form that starts a game.
type start struct {
	ID      string // of the operation
	Command string
	Choices []formSelect
	Label   string
}

// home shows today's daily, the games that a player can go on with or start, and their dailies of this month.
func (v visit) home() error {
	if v.Session.ID == 0 {
		return v.guestHome()
	}
	own, err := v.Store.GamesOf(v.Context(), v.Session.Player.ID, v.Session.GuildID, mostListed)
	if err != nil {
		return err
	}
	guild, err := v.Store.Guild(v.Context(), v.Session.GuildID)
	if err != nil {
		return err
	}
	refused, err := v.Store.HasRefused(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	today := guild.Today(v.Store.Now())
	p := homePage{Refused: refused, Newcomer: true, EasyID: rand.Text(), Starts: v.starts()}
	shapes := dailyShapes(guild, today)
	for _, shape := range shapes {
		card, err := v.todaysCard(guild, today, shape, own)
		if err != nil {
			return err
		}
		p.Others = append(p.Others, card)
	}
	p.Daily, p.Others, p.Rule = p.Others[0], p.Others[1:], v.Text("page.home.how-rule", locale.Args{"Digits": shapes[0].Side()})
	if p.Races, err = v.races(); err != nil {
		return err
	}
	for _, g := range own {
		if isBegun(g) {
			p.Newcomer = false
		}
		onCard := slices.ContainsFunc(shapes, func(shape sudoku.Shape) bool { return isCounting(g, today, shape) })
		if g.Finished.IsZero() && !onCard && len(p.Games) < mostDrawn {
			p.Games = append(p.Games, gameLine{
				ID: g.ID, Title: v.shortTitle(g), Words: v.Count("page.home.left", g.Board.Open(), nil),
				Board: v.draw(picture.Diagram{Clues: g.Board.Clues, Grid: g.Board.Grid}).bare(),
			})
		}
	}
	if !p.Newcomer {
		if p.Standing, err = v.standing(guild, shapes, today); err != nil {
			return err
		}
	}
	return v.Render(http.StatusOK, templates, site.View{
		Template: "home.html", Title: v.Text("page.home.title", nil), Body: p, OwnHeading: true, Description: v.Text("page.home.summary", nil),
	})
}

// shortTitle names a game below its picture: "Easy", "Pointing", "Daily #12 (Medium)".
func (v visit) shortTitle(g games.Game) string {
	switch {
	case g.Practice != "":
		return v.Technique(g.Practice)
	case g.IsDaily() || g.Race != 0 || g.Party != 0:
		return chat.Capital(v.NameOf(g))
	}
	return v.kind(g.Shape, g.Tier)
}

// isBegun reports whether a player has done anything in a game but open it.
func isBegun(g games.Game) bool { return g.Revision > 0 || !g.Finished.IsZero() }

// starts lists the kinds of puzzles beside the daily.
func (v visit) starts() []start {
	techniques := []formOption{{"", v.Text("page.home.weak", nil), true}}
	for _, t := range logic.Techniques {
		techniques = append(techniques, formOption{Value: string(t), Label: v.Technique(t)})
	}
	return []start{
		{rand.Text(), "play", []formSelect{
			{"tier", v.Text("page.home.tier", nil), v.tierOptions(v.Text("page.home.any", nil))},
			v.sizeSelect(sudoku.Sudoku),
		}, v.Text("page.home.start", nil)},
		{rand.Text(), "practice", []formSelect{{"technique", v.Text("page.home.technique", nil), techniques}}, v.Text("page.home.practise", nil)},
	}
}

// races lists the races that can be joined.
func (v visit) races() (lines []raceLine, err error) {
	open, err := v.Store.OpenRaces(v.Context(), v.Session.GuildID)
	for _, d := range open {
		args := locale.Args{"Player": d.Opener.Name, "Tier": v.Difficulty(max(d.Tier, logic.Tiers[0]))}
		lines = append(lines, raceLine{rand.Text(), d.ID, v.Text("page.home.race", args)})
	}
	return lines, err
}
