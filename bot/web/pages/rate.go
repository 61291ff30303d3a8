package pages

import (
	"cmp"
	"errors"
	"fmt"
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
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxPuzzle is how long a pasted puzzle may be: a drawn grid with marks has some thousand characters.
const maxPuzzle = 4000

// ratePage is the body of the page that rates a puzzle.
type ratePage struct {
	Puzzle          string // as it was pasted
	Problem         string // the reason why it has no rating
	Heading, Rating string // "" without a puzzle
	Step            string // heading of the step
	Why             string
	Drawing         *drawing
	Links           []stepLink // to other steps, from the drawing
	Solvers         []stepLink // to other methods
	Path            string     // heading of the list
	Counts          string     // the number of steps of each technique
	Steps           []stepLink // all of them
	Playing         bool       // the player is solving the puzzle, so it has no steps
}

// stepLink leads to a step of a method.
type stepLink struct {
	Query string
	Words string
	Here  bool
}

// rate rates a puzzle that was pasted, and shows its solution step by step. It answers a GET, so that its address can
// be kept and shared.
func (v visit) rate() error {
	p, title := ratePage{Puzzle: v.R.URL.Query().Get("puzzle")}, v.Text("page.rate.title", nil)
	if strings.TrimSpace(p.Puzzle) == "" {
		p.Puzzle = ""
		return v.render(http.StatusOK, "rate.html", title, p)
	}
	if len(p.Puzzle) > maxPuzzle {
		return site.ErrTooLarge
	}
	if !v.Limits.Rating.Allow(v.Session.Player.ID) {
		return site.ErrTooMany
	}
	clues, err := games.ReadClues(p.Puzzle)
	if err != nil {
		p.Problem = v.Speech.Unread(err)
		return v.render(http.StatusUnprocessableEntity, "rate.html", title, p)
	}
	reply := v.Bot.Handle(v.Context(), v.Request(chat.Ask{Command: "difficulty", Options: map[string]string{"puzzle": clues.String()}}))
	if reply.Failed {
		p.Problem = reply.Screen.Body.String()
		return v.render(http.StatusUnprocessableEntity, "rate.html", title, p)
	}
	p.Heading, p.Rating = reply.Screen.Title.String(), reply.Screen.Body.String()
	if err := v.addPath(&p, clues); err != nil {
		return err
	}
	return v.render(http.StatusOK, "rate.html", title, p)
}

// addPath adds the steps that solve a puzzle, and the board before one of them: that of the query, else the first. A
// puzzle that the player is solving has none, as its board has hints.
func (v visit) addPath(p *ratePage, clues sudoku.Grid) error {
	playing, err := v.Store.IsSolving(v.Context(), v.Session.Player.ID, clues)
	if err != nil {
		return err
	}
	if playing {
		p.Playing = true
		p.Drawing = v.draw(picture.Diagram{Clues: clues, Grid: clues})
		return nil
	}
	query := v.R.URL.Query()
	method := query.Get("method")
	p.Solvers = []stepLink{{stepQuery(clues, "", 1), v.Text("historic.method.techniques", nil), method == ""}}
	for _, m := range HistoricMethods {
		p.Solvers = append(p.Solvers, stepLink{stepQuery(clues, m, 0), v.Text("historic.method."+m, nil), method == m})
	}
	if method != "" {
		return v.addHistoric(p, clues, method)
	}
	settings, err := v.Store.Settings(v.Context(), v.Session.Player.ID)
	if err != nil {
		return err
	}
	path, err := logic.Path(clues, settings.Without()...)
	last := len(path)
	switch {
	case errors.Is(err, logic.ErrTooHard):
		last++ // the board that the path leaves
	case err != nil:
		return err
	}
	number := 1
	if text := query.Get("step"); text != "" {
		if number, err = strconv.Atoi(text); err != nil || number < 1 || number > last {
			return site.ErrNotFound
		}
	}
	v.addStep(p, clues, path, last, number)
	v.addSteps(p, clues, path, last, number)
	return nil
}

// addStep adds the board before a step, with the step on it, and links to its neighbours. A last step beyond the path
// is the board that the path leaves.
func (v visit) addStep(p *ratePage, clues sudoku.Grid, path []logic.Step, last, number int) {
	board, state := picture.OfStep(clues, path, number)
	p.Drawing = v.draw(board)
	name := v.Text("left.title", nil)
	if number > len(path) {
		p.Why = v.Left(state)
	} else {
		name, p.Why = v.Technique(path[number-1].Technique), v.Reasons(path[number-1], state)
	}
	p.Step = v.Text("page.rate.step", locale.Args{"Number": number, "Last": last, "Technique": name})
	if number > 1 {
		p.Links = append(p.Links, stepLink{Query: stepQuery(clues, "", number-1), Words: v.Text("page.rate.before", nil)})
	}
	if number < last {
		p.Links = append(p.Links, stepLink{Query: stepQuery(clues, "", number+1), Words: v.Text("page.rate.next", nil)})
	}
}

// addSteps adds links to all steps, and counts them by technique.
func (v visit) addSteps(p *ratePage, clues sudoku.Grid, path []logic.Step, last, number int) {
	counts := map[logic.Technique]int{}
	for i, step := range path {
		counts[step.Technique]++
		words := v.Notation(step)
		if step.Technique == logic.Contradiction { // its notation fills pages
			words = v.Technique(step.Technique)
		}
		p.Steps = append(p.Steps, stepLink{stepQuery(clues, "", i+1), words, i+1 == number})
	}
	heading := "page.rate.path"
	if last > len(path) {
		heading = "page.rate.path-part"
		p.Steps = append(p.Steps, stepLink{stepQuery(clues, "", last), v.Text("left.title", nil), last == number})
	}
	p.Path = v.Count(heading, len(path), nil)
	var kinds []string
	for _, t := range logic.Techniques {
		if n := counts[t]; n > 0 {
			kinds = append(kinds, v.Text("difficulty.count", locale.Args{"N": n, "Technique": v.Technique(t)}))
		}
	}
	p.Counts = v.Commas(kinds)
}

// stepQuery is the address of a step of a historic method, or of our own logic if method is "".
func stepQuery(clues sudoku.Grid, method string, number int) string {
	if method != "" {
		method = "&method=" + method
	}
	return fmt.Sprintf("rate?puzzle=%s%s&step=%d#step", url.QueryEscape(clues.String()), method, number)
}

// HistoricMethods are the historic methods whose steps can be shown.
var HistoricMethods = []string{"moler", "choices", "huang"}

// historicSteps limits a run, to 0.2 s at most: Moler's takes millions of steps for a few puzzles.
const historicSteps = 100_000

// addHistoric adds the board after a step of a historic method, 0 for the start, and links to other steps.
func (v visit) addHistoric(p *ratePage, clues sudoku.Grid, method string) error {
	number, err := strconv.Atoi(cmp.Or(v.R.URL.Query().Get("step"), "0"))
	i := slices.IndexFunc(classic.Methods, func(m classic.Method) bool { return m.Name == method })
	if err != nil || number < 0 || i < 0 || !slices.Contains(HistoricMethods, method) {
		return site.ErrNotFound
	}
	m, options := classic.Methods[i], classic.Options{MaxSteps: historicSteps}
	at, _, err := m.At(v.Context(), clues, classic.ToTheEnd, options)
	title := "historic.title"
	if errors.Is(err, solver.ErrTooHard) {
		title, err = "historic.title-more", nil
	}
	last := at.Step.Number
	if err == nil && number < last {
		at, _, err = m.At(v.Context(), clues, number, options)
	}
	if err != nil {
		return err
	}
	if number > last {
		return site.ErrNotFound
	}
	p.Step = v.Text(title, locale.Args{"Method": v.Text("historic.method."+method, nil), "Number": number, "Last": last})
	p.Why, p.Drawing = v.historicStep(method, at.Step), v.draw(picture.Historic(at, m))
	jump := 10
	for jump*40 <= last {
		jump *= 10
	}
	link := func(wanted bool, words string, to int) {
		if wanted {
			p.Links = append(p.Links, stepLink{Query: stepQuery(clues, method, to), Words: words})
		}
	}
	link(number < last, v.Text("button.step-next", nil), number+1)
	link(number > 0, v.Text("button.step-back", nil), number-1)
	link(number+jump < last, "+"+strconv.Itoa(jump), number+jump)
	link(number > 1, v.Text("button.step-first", nil), 0)
	link(number+1 < last, v.Text("button.step-last", nil), last)
	return nil
}

// historicStep describes a step, with Huang's view that found it; for the start it describes the method.
func (v visit) historicStep(method string, step classic.Step) string {
	if step.Number == 0 {
		return v.Text("historic.about."+method, nil)
	}
	args := locale.Args{"Step": step.Conclusion(), "Choices": step.Choices.String(), "Technique": chat.Capital(step.Technique.String())}
	var sentences []string
	switch {
	case step.Technique == classic.Guess:
		sentences = append(sentences, v.Text("historic.guess", args))
		if step.Lowers > 0 {
			sentences = append(sentences, v.Count("historic.lowers", step.Lowers, nil))
		}
	case step.View == "":
		sentences = append(sentences, v.Text("historic.fill", args))
	default:
		args["View"] = v.Text("historic.view."+historicViews[step.View], nil)
		sentences = append(sentences, v.Text("historic.seen", args))
	}
	if step.Depth > 0 {
		sentences = append(sentences, v.Count("historic.depth", step.Depth, nil))
	}
	return strings.Join(sentences, "\n")
}

// historicViews name the views in the catalogues.
var historicViews = map[classic.View]string{
	classic.DigitsView: "digits", classic.ColumnsView: "columns", classic.RowsView: "rows", classic.PlacesView: "places",
}
