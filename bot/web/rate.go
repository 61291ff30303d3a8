package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/explain"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxPuzzle is how long a pasted puzzle may be: a drawn grid with marks has some thousand characters.
const maxPuzzle = 4000

// ratePage is the body of the page that rates a puzzle.
type ratePage struct {
	Intro, Label, Rate string
	Puzzle             string // as it was pasted
	Problem            string // what is wrong with it
	Heading, Rating    string // "" without a puzzle
	Step               string // heading of the step
	Why                string
	Drawing            *drawing
	Links              []stepLink // to other steps, from the drawing
	Path               string     // heading of the list
	Steps              []stepLink // all of them
	Playing            string     // why the steps are not shown
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
	p := ratePage{Intro: v.Text("page.rate.intro", nil), Label: v.Text("page.rate.puzzle", nil), Rate: v.Text("page.rate.rate", nil)}
	title := v.Text("page.rate.title", nil)
	p.Puzzle = v.r.URL.Query().Get("puzzle")
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
	clues, err := sudoku.Parse(p.Puzzle)
	if err != nil {
		p.Problem, _ = explain.In(v.words).Error(err)
		return v.render(http.StatusUnprocessableEntity, "rate.html", title, p)
	}
	reply := v.Bot.Handle(v.ctx(), chat.Request{
		Language: v.words.Tag(), Player: v.session.Player, Place: v.place(),
		Action: chat.Ask{Command: "difficulty", Options: map[string]string{"puzzle": clues.String()}},
	})
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
		p.Playing = v.Text("page.rate.playing", nil)
		p.Drawing = v.drawn(picture.Board{Clues: clues, Grid: clues})
		return nil
	}
	path, err := logic.Path(clues)
	if err != nil && len(path) == 0 {
		return err
	}
	number := 1
	if text := v.r.URL.Query().Get("step"); text != "" {
		if number, err = strconv.Atoi(text); err != nil || number < 1 || number > len(path) {
			return errNotFound
		}
	}
	v.showStep(p, clues, path, number)
	return nil
}

// showStep shows the board before a step, with the step on it, and links to the others.
func (v *visit) showStep(p *ratePage, clues sudoku.Grid, path []logic.Step, number int) {
	w := explain.In(v.words)
	state, step := logic.NewState(clues), path[number-1]
	for _, made := range path[:number-1] {
		state = state.Apply(made)
	}
	board := picture.Board{Clues: clues, Grid: state.Grid}
	if step.Kind() != logic.Single { // whose reason needs no marks
		board.Marks = state.Marks
	}
	p.Drawing, p.Why = v.drawn(board.Showing(step)), w.Reasons(step, state)
	p.Step = v.Text("page.rate.step", locale.Args{"Number": number, "Last": len(path), "Technique": w.Technique(step.Technique)})
	p.Path = v.words.Count("page.rate.path", len(path), nil)
	for i, one := range path {
		words := w.Notation(one)
		if one.Technique == logic.Contradiction { // whose notation fills pages
			words = w.Technique(one.Technique)
		}
		p.Steps = append(p.Steps, stepLink{stepQuery(clues, i+1), words, i+1 == number})
	}
	if number > 1 {
		p.Links = append(p.Links, stepLink{Query: stepQuery(clues, number-1), Words: v.Text("page.rate.before", nil)})
	}
	if number < len(path) {
		p.Links = append(p.Links, stepLink{Query: stepQuery(clues, number+1), Words: v.Text("page.rate.next", nil)})
	}
}

func stepQuery(clues sudoku.Grid, number int) string {
	return fmt.Sprintf("rate?puzzle=%s&step=%d#step", url.QueryEscape(textOf(clues)), number)
}
