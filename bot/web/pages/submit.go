package pages

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/daily"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
)

// submitPage is the body of the page on which players hand in puzzles, and admins decide about them.
type submitPage struct {
	Takes    string // which puzzles the guild takes; "" for none
	Puzzle   string // as it was pasted
	Name     string
	Credit   bool
	Label    string // of Credit: the name that the puzzle has
	Problem  string // the reason why it was not taken
	HandedIn bool   // it was
	Own      []string

	Admin   bool
	Choices []formOption // of Takes
	Waiting []waitingPuzzle
}

// waitingPuzzle is a puzzle that waits for the decision of an admin.
type waitingPuzzle struct {
	Number int64
	Title  string
	Words  string
	Board  *drawing
}

// maxOwn is how many of their own puzzles a player sees, and maxWaiting how many an admin.
const (
	maxOwn     = 20
	maxWaiting = 10
)

// showSubmit shows the form, filled with a puzzle of the address.
func (v visit) showSubmit() error {
	query := v.R.URL.Query()
	return v.renderSubmit(http.StatusOK, submitPage{Puzzle: query.Get("puzzle"), HandedIn: query.Has("handed-in")})
}

func (v visit) renderSubmit(status int, p submitPage) error {
	if len(p.Puzzle) > maxPuzzle {
		return site.ErrTooLarge
	}
	guild, err := v.Store.Guild(v.Context(), v.Session.GuildID)
	if err != nil {
		return err
	}
	own, err := v.Store.SubmissionsOf(v.Context(), v.Session.Player.ID, guild.ID, maxOwn)
	if err != nil {
		return err
	}
	for _, n := range own {
		p.Own = append(p.Own, v.Contributed(n).String())
	}
	p.Takes, p.Admin = string(guild.Submissions), v.Rights().ManageGuild
	p.Label = v.Text("page.submit.credit", locale.Args{"Player": chat.FromFile(v.Session.Player.Name)})
	if !p.Admin {
		return v.render(status, "submit.html", v.Text("page.submit.title", nil), p)
	}
	for _, which := range []daily.Submissions{daily.NoSubmissions, daily.AnySubmissions, daily.MinimalSubmissions} {
		value := string(which)
		if which == daily.NoSubmissions {
			value = "off"
		}
		p.Choices = append(p.Choices, formOption{value, v.Text("setup.take-"+value, nil), which == guild.Submissions})
	}
	waiting, err := v.Store.Submissions(v.Context(), guild.ID)
	if err != nil {
		return err
	}
	for _, n := range waiting[:min(len(waiting), maxWaiting)] {
		rated, err := rating.Rate(n.Clues)
		if err != nil {
			return err
		}
		words := v.Text("difficulty.introduction", locale.Args{"Difficulty": v.Difficulty(rated.Tier), "Time": v.About(rated.Score)})
		if n.Credit != "" {
			words += " " + v.Text("submissions.credited", locale.Args{"Name": chat.FromFile(n.Credit)})
		}
		p.Waiting = append(p.Waiting, waitingPuzzle{
			Number: n.ID, Title: v.SubmissionName(n).String() + " · " + v.PlayerPart(n.Player).Text, Words: words,
			Board: v.draw(picture.Diagram{Clues: n.Clues, Grid: n.Clues}),
		})
	}
	return v.render(status, "submit.html", v.Text("page.submit.title", nil), p)
}

// submit hands in the puzzle of the form, as /contribute does.
func (v visit) submit() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	if !v.Limits.Rating.Allow(v.Key()) {
		return site.ErrTooMany
	}
	form := v.R.PostForm
	p := submitPage{Puzzle: strings.TrimSpace(form.Get("puzzle")), Name: form.Get("name"), Credit: form.Get("credit") == "yes"}
	if p.Puzzle == "" {
		p.Problem = v.Text("page.submit.empty", nil)
		return v.renderSubmit(http.StatusUnprocessableEntity, p)
	}
	ask := chat.Ask{Command: "contribute", Options: map[string]string{"puzzle": p.Puzzle, "name": p.Name}}
	if p.Credit {
		ask.Options["credit"] = "yes"
	}
	if reply := v.Bot.Handle(v.Context(), v.Request(ask)); reply.Failed {
		p.Problem = v.Words(reply.Screen.Body)
		return v.renderSubmit(http.StatusUnprocessableEntity, p)
	}
	return v.Redirect("submit?handed-in")
}

// decideSubmission accepts or declines a puzzle, or changes which are taken, as /submissions does.
func (v visit) decideSubmission() error {
	if err := v.ReadForm(); err != nil {
		return err
	}
	form, options := v.R.PostForm, map[string]string{}
	number, err := strconv.ParseInt(form.Get("number"), 10, 64)
	switch do := form.Get("do"); {
	case do == "take":
		options["take"] = form.Get("take")
	case err != nil || do != "accept" && do != "decline":
		return site.ErrBadRequest
	default:
		options[do] = strconv.FormatInt(number, 10)
		if reason := strings.TrimSpace(form.Get("reason")); do == "decline" && reason != "" {
			options["reason"] = reason
		}
	}
	if reply := v.Bot.Handle(v.Context(), v.Request(chat.Ask{Command: "submissions", Options: options})); reply.Failed {
		return v.ShowProblem(http.StatusUnprocessableEntity, v.Words(reply.Screen.Body))
	}
	return v.Redirect("submit")
}
