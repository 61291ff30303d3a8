package chat

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

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

// HistoricPage is a moment of a historic method's run. Steps are counted from 1; 0 is the start.
type HistoricPage struct {
	Title, Words string
	Board        picture.Diagram
	Last         int // step
	Links        []HistoricLink
}

// HistoricLink leads to another page of the same run.
type HistoricLink struct {
	Label  string
	Number int
}

// HistoricPage shows a step of a method's run through a puzzle. It returns false if there is no such method or step;
// of a method the page then has the last step.
func (s Speech) HistoricPage(ctx context.Context, clues sudoku.Grid, method string, number int) (HistoricPage, bool, error) {
	i := slices.IndexFunc(classic.Methods, func(m classic.Method) bool { return m.Name == method })
	if i < 0 || !slices.Contains(HistoricMethods, method) {
		return HistoricPage{}, false, nil
	}
	m, options := classic.Methods[i], classic.Options{MaxSteps: historicSteps}
	end, _, err := m.At(ctx, clues, classic.ToTheEnd, options)
	more := errors.Is(err, solver.ErrTooHard)
	if err != nil && !more {
		return HistoricPage{}, false, err
	}
	p := HistoricPage{Last: end.Step.Number}
	if number < 0 || number > p.Last {
		return p, false, nil
	}
	at := end
	if number < p.Last {
		if at, _, err = m.At(ctx, clues, number, options); err != nil {
			return HistoricPage{}, false, err
		}
	}
	title := "historic.title"
	if more {
		title = "historic.title-more"
	}
	p.Title = s.Text(title, locale.Args{"Method": s.HistoricMethod(method), "Number": number, "Last": p.Last})
	p.Words, p.Board, p.Links = s.historicStep(method, at.Step), picture.Historic(at, m), s.historicLinks(number, p.Last)
	return p, true, nil
}

// HistoricMethod is the name of a method.
func (s Speech) HistoricMethod(method string) string { return s.Text("historic.method."+method, nil) }

// historicStep says what a step does, and by which of Huang's views; at the start, what the method does.
func (s Speech) historicStep(method string, step classic.Step) string {
	if step.Number == 0 {
		return s.Text("historic.about."+method, nil)
	}
	args := locale.Args{"Step": step.Conclusion(), "Choices": step.Choices.String(), "Technique": Capital(step.Technique.String())}
	var sentences []string
	switch {
	case step.Technique == classic.Guess:
		sentences = append(sentences, s.Text("historic.guess", args))
		if step.Lowers > 0 {
			sentences = append(sentences, s.Count("historic.lowers", step.Lowers, nil))
		}
	case step.View == "":
		sentences = append(sentences, s.Text("historic.fill", args))
	default:
		args["View"] = s.Text("historic.view."+historicViews[step.View], nil)
		sentences = append(sentences, s.Text("historic.seen", args))
	}
	if step.Depth > 0 {
		sentences = append(sentences, s.Count("historic.depth", step.Depth, nil))
	}
	return strings.Join(sentences, "\n")
}

// historicViews name the views in the catalogues.
var historicViews = map[classic.View]string{
	classic.DigitsView: "digits", classic.ColumnsView: "columns", classic.RowsView: "rows", classic.PlacesView: "places",
}

// historicLinks lead to the start, the step before, the next, one further on, and the end.
func (s Speech) historicLinks(number, last int) (links []HistoricLink) {
	jump := 10
	for jump*40 <= last {
		jump *= 10
	}
	add := func(wanted bool, label string, to int) {
		if wanted {
			links = append(links, HistoricLink{label, to})
		}
	}
	add(number < last, s.Text("button.step-next", nil), number+1)
	add(number > 0, s.Text("button.step-back", nil), number-1)
	add(number+jump < last, "+"+strconv.Itoa(jump), number+jump)
	add(number > 1, s.Text("button.step-first", nil), 0)
	add(number+1 < last, s.Text("button.step-last", nil), last)
	return links
}
