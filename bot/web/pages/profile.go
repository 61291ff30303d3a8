package pages

import (
	"cmp"
	"crypto/rand"
	"fmt"
	"math"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
)

// ratingsOnPage is how many days with rated games the table of ratings lists; the line has all.
const ratingsOnPage = 30

// profilePage is the body of the page of a player.
type profilePage struct {
	Words string
	Next  []nextGame
	Line  string // the points of the rating's line, "" if it is not shown
	Label string // of the line, in words
	Table list
}

// nextGame is a form that starts a game.
type nextGame struct {
	ID            string // of the operation
	Command       string
	Option, Value string
	Label         string
}

// profile shows the answer of /profile, and the rating over time as a line and as a table.
func (v visit) profile() error {
	reply := v.Bot.Handle(v.Context(), v.Request(chat.Ask{Command: "profile"}))
	p := profilePage{Words: reply.Screen.Body.String()}
	for _, b := range slices.Concat(reply.Screen.Rows...) {
		switch b.Press.Verb {
		case chat.StartPractice:
			p.Next = append(p.Next, nextGame{rand.Text(), "practice", "technique", b.Press.Argument, b.Label})
		case chat.OpenDaily:
			date, _, _ := strings.Cut(b.Press.Argument, "/")
			p.Next = append(p.Next, nextGame{rand.Text(), "daily", "date", date, b.Label})
		}
	}
	if err := v.addRatings(&p); err != nil {
		return err
	}
	return v.render(http.StatusOK, "profile.html", v.Text("page.profile.title", nil), p)
}

// addRatings adds the rating over time, from the day on which it was sure enough, unless the player hides it.
func (v visit) addRatings(p *profilePage) error {
	settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
	if err != nil || settings.HideRating {
		return err
	}
	all, err := v.Store.Strengths(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	p.Table = list{Caption: v.Text("page.profile.ratings", nil), Head: []string{v.Text("page.profile.day", nil), v.Text("page.profile.rating", nil)}}
	var values []float64
	for _, s := range all {
		if s.Sure() {
			values = append(values, s.Value)
			p.Table.Rows = append(p.Table.Rows, []string{v.Day(s.Day), strconv.Itoa(int(math.Round(s.Value)))})
		}
	}
	slices.Reverse(p.Table.Rows) // the newest first
	p.Table.Rows = p.Table.Rows[:min(len(p.Table.Rows), ratingsOnPage)]
	if len(values) > 1 {
		p.Line = lineOf(values)
		p.Label = v.Text("page.profile.course", locale.Args{"From": math.Round(values[0]), "To": math.Round(values[len(values)-1])})
	}
	return nil
}

// lineOf returns the points of a line through values, from left to right in a field of 300 by 80.
func lineOf(values []float64) string {
	low, high := slices.Min(values), slices.Max(values)
	high = max(high, low+1)
	points := make([]string, len(values))
	for i, value := range values {
		points[i] = fmt.Sprintf("%.1f,%.1f", 300*float64(i)/float64(len(values)-1), 78-76*(value-low)/(high-low))
	}
	return strings.Join(points, " ")
}

// solvedOnPage is how many solved games a page lists.
const solvedOnPage = 50

// historyPage is the body of the list of solved games.
type historyPage struct {
	Choices []formSelect
	Games   []gameLine
	Older   string // address of the next page, "" on the last one
}

// history lists the games that the player has solved, with their time and help, narrowed by kind, difficulty and help.
func (v visit) history() error {
	query := v.R.URL.Query()
	wanted, err := v.wantedGames()
	if err != nil {
		return err
	}
	tiers := formSelect{"tier", v.Text("page.home.tier", nil), v.tierOptions(v.Text("page.home.any", nil))}
	for i := range tiers.Options {
		tiers.Options[i].Chosen = tiers.Options[i].Value == query.Get("tier")
	}
	p := historyPage{Choices: []formSelect{
		v.choice("page.history.", "kind", cmp.Or(wanted.Kind, "any"), append([]string{"any"}, games.Kinds...)...), tiers,
		v.choice("page.boards.", "help", query.Get("help"), "any", "without"),
	}}
	solved, err := v.Store.SolvedGames(v.Context(), wanted, solvedOnPage+1)
	if err != nil {
		return err
	}
	if len(solved) > solvedOnPage {
		solved = solved[:solvedOnPage]
		query.Set("before", strconv.FormatInt(solved[solvedOnPage-1].ID, 10))
		p.Older = "?" + query.Encode()
	}
	for _, g := range solved {
		args := locale.Args{"At": site.Stamp(g.Finished), "Time": v.Elapsed(g.Finished.Sub(g.Started))}
		line := gameLine{ID: g.ID, Title: v.TitleOf(g), Words: v.Text("page.history.line", args)}
		if g.Hints > 0 || g.Checks > 0 {
			args["Help"] = v.help(games.Result{Hints: g.Hints, Checks: g.Checks})
			line.Words = v.Text("page.history.helped", args)
		}
		p.Games = append(p.Games, line)
	}
	return v.render(http.StatusOK, "history.html", v.Text("page.history.title", nil), p)
}

// wantedGames reads the filters of the history from the query.
func (v visit) wantedGames() (wanted games.Solved, err error) {
	query := v.R.URL.Query()
	wanted = games.Solved{
		PlayerID: v.Session.Player.ID, GuildID: v.Session.GuildID, Kind: query.Get("kind"), Unaided: query.Get("help") == "without",
	}
	if wanted.Kind == "any" {
		wanted.Kind = ""
	}
	if wanted.Kind != "" && !slices.Contains(games.Kinds, wanted.Kind) || !slices.Contains([]string{"", "any", "without"}, query.Get("help")) {
		return wanted, site.ErrBadRequest
	}
	if text := query.Get("tier"); text != "" {
		if wanted.Tier, err = logic.ParseTier(text); err != nil {
			return wanted, site.ErrBadRequest
		}
	}
	if text := query.Get("before"); text != "" {
		if wanted.Before, err = strconv.ParseInt(text, 10, 64); err != nil {
			return wanted, site.ErrBadRequest
		}
	}
	return wanted, nil
}
