package web

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxPuzzle is how long a pasted puzzle may be: a drawn grid with marks has some thousand characters.
const maxPuzzle = 4000

// ratePage is the body of the page that rates a puzzle.
type ratePage struct {
	Puzzle          string // as it was pasted
	Problem         string // what is wrong with it
	Heading, Rating string // "" without a puzzle
	Step            string // heading of the step
	Why             string
	Drawing         *drawing
	Links           []stepLink // to other steps, from the drawing
	Solvers         []stepLink // to the ways of others
	Path            string     // heading of the list
	Counts          string     // how many of the steps there are of each technique
	Steps           []stepLink // all of them
	Playing         bool       // the puzzle, so that the steps are not shown
}

// stepLink leads to a step of the way through the puzzle.
type stepLink struct {
	Query string
	Words string
	Here  bool
}

// rate rates a puzzle that was pasted, and shows the way through it a step at a time. It is an answer to
// a GET, so that it can be kept and shared, and changes nothing.
func (v *visit) rate() error {
	p, title := ratePage{Puzzle: v.r.URL.Query().Get("puzzle")}, v.Text("page.rate.title", nil)
	if strings.TrimSpace(p.Puzzle) == "" {
		p.Puzzle = ""
		return v.render(http.StatusOK, "rate.html", title, p)
	}
	if len(p.Puzzle) > maxPuzzle {
		return errTooLarge
	}
	if !v.limits.ratings.allow(v.session.Player.ID) {
		return errTooMany
	}
	clues, err := games.ReadClues(p.Puzzle)
	if err != nil {
		p.Problem = v.Speech.Unread(err)
		return v.render(http.StatusUnprocessableEntity, "rate.html", title, p)
	}
	reply := v.Bot.Handle(v.ctx(), v.asking(chat.Ask{Command: "difficulty", Options: map[string]string{"puzzle": clues.String()}}))
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

// addPath adds the steps that solve a puzzle, and the board before one of them: the query's, else the
// first. A puzzle that the player is solving has none, as its board has hints.
func (v *visit) addPath(p *ratePage, clues sudoku.Grid) error {
	playing, err := v.Store.IsSolving(v.ctx(), v.session.Player.ID, clues)
	if err != nil {
		return err
	}
	if playing {
		p.Playing = true
		p.Drawing = v.drawn(picture.Diagram{Clues: clues, Grid: clues})
		return nil
	}
	method := v.r.URL.Query().Get("method")
	v.showSolvers(p, clues, method)
	if method != "" {
		return v.showHistoric(p, clues, method)
	}
	settings, err := v.Store.Settings(v.ctx(), v.session.Player.ID)
	if err != nil {
		return err
	}
	path, err := logic.Path(clues, settings.Without()...)
	last := len(path)
	switch {
	case errors.Is(err, logic.ErrTooHard):
		last++ // what is left
	case err != nil:
		return err
	}
	number := 1
	if text := v.r.URL.Query().Get("step"); text != "" {
		if number, err = strconv.Atoi(text); err != nil || number < 1 || number > last {
			return errNotFound
		}
	}
	v.showStep(p, clues, path, last, number)
	return nil
}

// showStep shows the board before a step, with the step on it, and links to the others. A last one beyond the path is what it
// leaves open.
func (v *visit) showStep(p *ratePage, clues sudoku.Grid, path []logic.Step, last, number int) {
	board, state := picture.OfStep(clues, path, number)
	p.Drawing = v.drawn(board)
	name, heading := v.Text("left.title", nil), "page.rate.path"
	if number > len(path) {
		p.Why = v.Left(state)
	} else {
		name, p.Why = v.Technique(path[number-1].Technique), v.Reasons(path[number-1], state)
	}
	if last > len(path) {
		heading = "page.rate.path-part"
	}
	p.Step = v.Text("page.rate.step", locale.Args{"Number": number, "Last": last, "Technique": name})
	p.Path = v.Count(heading, len(path), nil)
	counts := map[logic.Technique]int{}
	for i, one := range path {
		counts[one.Technique]++
		words := v.Notation(one)
		if one.Technique == logic.Contradiction { // whose notation fills pages
			words = v.Technique(one.Technique)
		}
		p.Steps = append(p.Steps, stepLink{stepQuery(clues, i+1), words, i+1 == number})
	}
	var kinds []string
	for _, t := range logic.Techniques {
		if n := counts[t]; n > 0 {
			kinds = append(kinds, v.Text("difficulty.count", locale.Args{"N": n, "Technique": v.Technique(t)}))
		}
	}
	p.Counts = v.Commas(kinds)
	if last > len(path) {
		p.Steps = append(p.Steps, stepLink{stepQuery(clues, last), v.Text("left.title", nil), last == number})
	}
	if number > 1 {
		p.Links = append(p.Links, stepLink{Query: stepQuery(clues, number-1), Words: v.Text("page.rate.before", nil)})
	}
	if number < last {
		p.Links = append(p.Links, stepLink{Query: stepQuery(clues, number+1), Words: v.Text("page.rate.next", nil)})
	}
}

func stepQuery(clues sudoku.Grid, number int) string { return historicQuery(clues, "", number) }

// showSolvers links to the ways in which a puzzle can be solved.
func (v *visit) showSolvers(p *ratePage, clues sudoku.Grid, shown string) {
	p.Solvers = []stepLink{{stepQuery(clues, 1), v.Text("historic.method.techniques", nil), shown == ""}}
	for _, method := range HistoricMethods {
		p.Solvers = append(p.Solvers, stepLink{historicQuery(clues, method, 0), v.Text("historic.method."+method, nil), shown == method})
	}
}

// historicQuery leads to a step of a historic method, or of our own where it is "".
func historicQuery(clues sudoku.Grid, method string, number int) string {
	if method != "" {
		method = "&method=" + method
	}
	return fmt.Sprintf("rate?puzzle=%s%s&step=%d#step", url.QueryEscape(textOf(clues)), method, number)
}

// techniquesPage is the body of the list of techniques.
type techniquesPage struct {
	Tiers []tierLine
}

// tierLine is a tier with its techniques.
type tierLine struct {
	Name       string
	Techniques []techniqueLink
}

type techniqueLink struct{ Key, Name string }

// techniques lists all techniques, by tier.
func (v *visit) techniques() error {
	var p techniquesPage
	for _, tier := range logic.Tiers {
		line := tierLine{Name: v.Difficulty(tier)}
		for _, t := range logic.Techniques {
			if t.Tier() == tier {
				line.Techniques = append(line.Techniques, techniqueLink{string(t), v.Technique(t)})
			}
		}
		p.Tiers = append(p.Tiers, line)
	}
	return v.render(http.StatusOK, "techniques.html", v.Text("page.techniques.title", nil), p)
}

// techniquePage is the body of the page of one technique.
type techniquePage struct {
	Tier, Lesson string
	Step         string   // of the example
	Drawing      *drawing // of it; nil without one
	ID           string   // of the operation
	Key          string
	Practise     string
	Next         *techniqueLink // nil: it is the last
}

// technique explains one technique, with a board that has a step of it.
func (v *visit) technique() error {
	t, err := logic.ParseTechnique(v.r.PathValue("technique"))
	if err != nil {
		return errNotFound
	}
	p := techniquePage{
		Tier: v.Text("page.techniques.tier", locale.Args{"Tier": v.Difficulty(t.Tier())}), Lesson: v.Lesson(t),
		ID: rand.Text(), Key: string(t), Practise: v.Text("page.techniques.practise", locale.Args{"Technique": v.Technique(t)}),
	}
	if state, step, ok := t.Example(); ok {
		p.Step = v.Reasons(step, state)
		p.Drawing = v.drawn(picture.Diagram{Clues: state.Clues(), Grid: state.Grid, Marks: state.Marks}.Showing(step))
	}
	for i, other := range logic.Techniques[:len(logic.Techniques)-1] {
		if other == t {
			next := logic.Techniques[i+1]
			p.Next = &techniqueLink{string(next), v.Technique(next)}
		}
	}
	return v.render(http.StatusOK, "technique.html", v.Technique(t), p)
}
