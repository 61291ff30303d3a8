package pages

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Limits on what is pasted or sent as a file.
const (
	maxPuzzle     = 4000     // characters: a drawn grid with marks has some thousand
	maxPuzzleFile = 64 << 10 // bytes

	// Pasting is the path of the form. A photo is read to its end, so that the browser gets the answer that says why it is
	// no puzzle.
	Pasting    = "/rate"
	MaxPasting = 16 << 20
)

// ratePage is the body of the page that rates a puzzle.
type ratePage struct {
	Pasted   string         // the puzzle as it was pasted
	Problem  string         // the reason why it has no rating
	Examples []ratedExample // to try, if nothing was pasted
	Verdict  *verdict       // nil without a rating
	Steps    *stepper
	Solvers  []solverLink // methods of solving
	Playing  bool         // the player is solving the puzzle, so only its clues are shown
	Guest    bool         // the visitor is not signed in, so they cannot play it
	SignIn   bool         // they can sign in without a link
	Submit   bool         // the guild takes puzzles from its members
}

// ratedExample is a puzzle to try.
type ratedExample struct{ Puzzle, Words string }

// verdict is how hard a puzzle is.
type verdict struct {
	Clues       string
	Tier        string
	Dots        int
	Facts       []string // the time, and the number of clues
	Needs       []techniqueLink
	Certificate string
}

type solverLink struct {
	Query string
	Words string
	Here  bool
}

// rate rates a puzzle that was pasted, and shows its solution step by step. It answers a GET, so that its address can
// be kept and shared.
func (v visit) rate() error {
	p := ratePage{Pasted: strings.TrimSpace(v.R.URL.Query().Get("puzzle"))}
	if p.Pasted == "" {
		for _, e := range examplesOf(logic.XWing) {
			p.Examples = append(p.Examples, ratedExample{e.state.Clues().String(), v.Text("page.rate.example", locale.Args{"Size": site.Size(e.shape())})})
		}
		slices.Reverse(p.Examples)
		return v.showRating(http.StatusOK, p)
	}
	if len(p.Pasted) > maxPuzzle {
		return site.ErrTooLarge
	}
	if !v.Limits.Rating.Allow(v.Key()) {
		return site.ErrTooMany
	}
	clues, err := games.ReadClues(p.Pasted)
	if err != nil {
		p.Problem = v.Speech.Unread(err)
		return v.showRating(http.StatusUnprocessableEntity, p)
	}
	rated, err := rating.Rate(clues)
	if err != nil {
		reason, ok := v.Error(unavoidable.Reason(clues, err))
		if !ok {
			return err
		}
		p.Problem = v.Say("refusal.puzzle", locale.Args{"Puzzle": chat.Quoted(clues.String()), "Reason": reason}).String()
		return v.showRating(http.StatusUnprocessableEntity, p)
	}
	return v.showSolution(p, clues, rated)
}

// paste reads the form of the page. It starts a game on the puzzle, or leads to its rating. A refusal is shown in the form.
func (v visit) paste() error {
	form, problem, err := v.readPasted()
	if err != nil {
		return err
	}
	p, text := ratePage{Pasted: form["puzzle"], Problem: problem}, cmp.Or(form["file"], form["puzzle"])
	play := form["do"] == "play" && text != ""
	switch {
	case problem != "":
	case !play && len(text) <= maxPuzzle:
		return v.Redirect("rate?puzzle=" + url.QueryEscape(text))
	case !v.Limits.Rating.Allow(v.Key()):
		return site.ErrTooMany
	case !play:
		start, err := games.ReadPasted(text)
		if err == nil {
			return v.Redirect("rate?puzzle=" + url.QueryEscape(games.PastedText(start)))
		}
		p.Problem = v.Speech.Unread(err)
	case v.Session.ID == 0 && v.SignIn:
		return v.Redirect("login")
	case v.Session.ID == 0:
		p.Problem = v.Text("page.guest.ask", nil)
	default:
		outcome, err := v.Play("", chat.Ask{Command: "play", Options: map[string]string{"puzzle": text}})
		if err != nil {
			return err
		}
		if len(outcome.Problem) == 0 {
			return v.Redirect("games/" + strconv.FormatInt(outcome.GameID, 10))
		}
		p.Problem = v.Words(outcome.Problem)
	}
	return v.showRating(http.StatusUnprocessableEntity, p)
}

// readPasted reads the fields of the form, "puzzle", "file" and "do". problem is the reason why the file has no puzzle, in
// words.
func (v visit) readPasted() (form map[string]string, problem string, err error) {
	parts, err := v.R.MultipartReader()
	if err != nil {
		return nil, "", site.ErrBadRequest
	}
	form = map[string]string{}
	for {
		part, err := parts.NextPart() // reads the last one to its end
		if errors.Is(err, io.EOF) {
			return form, problem, nil
		} else if err != nil {
			return nil, "", site.Unreadable(err)
		}
		content, err := io.ReadAll(io.LimitReader(part, maxPuzzleFile+1))
		if err != nil {
			return nil, "", site.Unreadable(err)
		}
		isPicture := func(kind string) bool { return strings.HasPrefix(kind, "image/") }
		switch name := part.FormName(); {
		case !slices.Contains([]string{"puzzle", "file", "do"}, name):
		case name == "file" && len(content) > 0 && (isPicture(part.Header.Get("Content-Type")) || isPicture(http.DetectContentType(content))):
			problem = v.Say("refusal.picture", nil).String()
		case len(content) > maxPuzzleFile:
			problem = v.Text("page.rate.too-large", locale.Args{"Most": maxPuzzleFile >> 10})
		default:
			form[name] = strings.TrimSpace(string(content))
		}
	}
}

// showSolution shows a rating, and the solution step by step. Players who are solving the puzzle see its clues alone: their
// board has hints.
func (v visit) showSolution(p ratePage, clues sudoku.Grid, rated rating.Rating) (err error) {
	var without []logic.Technique // the player's hints leave these out
	if v.Session.ID != 0 {
		settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
		if err != nil {
			return err
		}
		without = settings.Without()
	}
	if p.Playing, err = v.isPlaying(clues); err != nil {
		return err
	}
	query := v.R.URL.Query()
	chosen := query.Get("method")
	switch {
	case p.Playing:
		p.Steps = &stepper{Now: moment{Drawing: v.draw(picture.Diagram{Clues: clues, Grid: clues})}}
	case chosen != "":
		p.Steps, err = v.historic(clues, chosen)
	default:
		p.Steps, err = v.path(clues, without)
	}
	if err != nil {
		return err
	}
	if !p.Playing {
		if err := v.open(p.Steps); err != nil {
			return err
		}
		if query.Has(boardsOnly) {
			return v.sendMoments(p.Steps)
		}
		for _, method := range append([]string{""}, HistoricMethods...) {
			words := v.Text("page.rate.by-"+cmp.Or(method, "techniques"), nil)
			p.Solvers = append(p.Solvers, solverLink{rateQuery(clues, method), words, method == chosen})
		}
	}
	if p.Verdict, err = v.verdict(clues, rated, without); err != nil {
		return err
	}
	return v.showRating(http.StatusOK, p)
}

func (v visit) showRating(status int, p ratePage) error {
	if p.Guest, p.SignIn = v.Session.ID == 0, v.SignIn; !p.Guest {
		guild, err := v.Store.Guild(v.Context(), v.Session.GuildID)
		if err != nil {
			return err
		}
		p.Submit = guild.Submissions != "" || v.Rights().ManageGuild
	}
	return v.Render(status, templates, site.View{
		Template: "rate.html", Title: v.Text("page.rate.title", nil), Description: v.Text("page.rate.intro", nil),
		Script: "steps.js", OwnHeading: p.Verdict != nil, Body: p,
	})
}

// rateQuery is the address of a puzzle solved by a historic method, or by our own techniques if method is "".
func rateQuery(clues sudoku.Grid, method string) string {
	query := "rate?puzzle=" + url.QueryEscape(clues.String())
	if method != "" {
		query += "&method=" + method
	}
	return query
}

// verdict puts a rating into words. Beyond the tiers, whose techniques are all counted, it lists the techniques that a
// player needs.
func (v visit) verdict(clues sudoku.Grid, r rating.Rating, without []logic.Technique) (*verdict, error) {
	used := r.Counts.All()
	if r.Tier == logic.TierGuessing {
		climb, err := logic.ClimbOf(clues, without...)
		if err != nil {
			return nil, err
		}
		used = climb.Rounds.All()
	}
	var needs []logic.Technique
	for t := range used {
		needs = append(needs, t)
	}
	return v.describe(clues, r, needs), nil
}

// describe puts a rating into words, with the techniques that the puzzle needs, the hardest last.
func (v visit) describe(clues sudoku.Grid, r rating.Rating, needs []logic.Technique) *verdict {
	answer := &verdict{
		Clues: clues.String(), Tier: v.Difficulty(r.Tier), Dots: int(r.Tier), Certificate: v.Certificate(r.Certificate),
		Facts: []string{
			v.Text("page.rate.about", locale.Args{"Time": v.About(r.Score), "Range": v.Between(r.Low, r.High)}),
			v.Count("page.rate.clues", clues.Filled().Len(), nil),
		},
	}
	if c := r.Certificate; c.Tier > logic.TierSingletons {
		answer.Certificate = v.Count("page.rate.leaves", c.Cells, locale.Args{"Tier": v.Difficulty(c.Tier)})
	}
	for _, t := range needs {
		answer.Needs = append(answer.Needs, v.linkTo(t))
	}
	slices.Reverse(answer.Needs) // the hardest first
	return answer
}
