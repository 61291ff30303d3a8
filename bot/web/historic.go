package web

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// HistoricMethods are the historic methods whose runs can be looked through.
var HistoricMethods = []string{"moler", "choices", "huang"}

// historicSteps is how far a run is followed, which takes 0.2 s at most: that of Moler takes millions of steps for a few puzzles.
const historicSteps = 100_000

// showHistoric shows the board after a step of a historic method's run, 0 for the start, and links to other steps.
func (v *visit) showHistoric(p *ratePage, clues sudoku.Grid, method string) error {
	number, err := strconv.Atoi(cmp.Or(v.r.URL.Query().Get("step"), "0"))
	i := slices.IndexFunc(classic.Methods, func(m classic.Method) bool { return m.Name == method })
	if err != nil || number < 0 || i < 0 || !slices.Contains(HistoricMethods, method) {
		return errNotFound
	}
	m, options := classic.Methods[i], classic.Options{MaxSteps: historicSteps}
	at, _, err := m.At(v.ctx(), clues, classic.ToTheEnd, options)
	title := "historic.title"
	if errors.Is(err, solver.ErrTooHard) {
		title, err = "historic.title-more", nil
	}
	last := at.Step.Number
	if err == nil && number < last {
		at, _, err = m.At(v.ctx(), clues, number, options)
	}
	if err != nil {
		return err
	}
	if number > last {
		return errNotFound
	}
	p.Step = v.Text(title, locale.Args{"Method": v.Text("historic.method."+method, nil), "Number": number, "Last": last})
	p.Why, p.Drawing = v.historicStep(method, at.Step), v.drawn(picture.Historic(at, m))
	jump := 10
	for jump*40 <= last {
		jump *= 10
	}
	link := func(wanted bool, words string, to int) {
		if wanted {
			p.Links = append(p.Links, stepLink{Query: historicQuery(clues, method, to), Words: words})
		}
	}
	link(number < last, v.Text("button.step-next", nil), number+1)
	link(number > 0, v.Text("button.step-back", nil), number-1)
	link(number+jump < last, "+"+strconv.Itoa(jump), number+jump)
	link(number > 1, v.Text("button.step-first", nil), 0)
	link(number+1 < last, v.Text("button.step-last", nil), last)
	return nil
}

// historicStep describes a step, with the view of Huang's that found it; the start describes the method.
func (v *visit) historicStep(method string, step classic.Step) string {
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
