package pages

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/gridkeeper/gridkeeper/bot/chat"
	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/bot/web/site"
	"github.com/gridkeeper/gridkeeper/locale"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// stepper is a board beside a list of the steps that are made on it. Its links load the page at another step. Its script
// (steps.js) changes the board in place, with boards that it asks for some at a time.
type stepper struct {
	Address     string // to which "step=3#step" is added
	First, Last int
	Now         moment
	Heading     string     // of the list
	Counts      string     // how many steps each technique has
	Lines       []stepLine // nil: only the present step is listed
	Back, Next  turn
	Jumps       []turn // to steps further off

	moments func(from, to int) ([]moment, error)
}

// moment is the board at a step.
type moment struct {
	Number  int
	Label   string // "Step 3 of 118"
	Line    stepLine
	Reason  string
	Drawing *drawing
}

// stepLine is a step in the list.
type stepLine struct {
	Name       string // of the technique
	Conclusion string // "r4c5=7"
}

// turn leads some steps on, or back, as far as there are steps.
type turn struct {
	By    int
	Words string
	Query string // the address of the step; "": it is the present one
}

// boardsOnly is the field of a query that asks for the boards around a step instead of a page. There are batch of them,
// so that keys can be held down.
const (
	boardsOnly = "boards"
	batch      = 8
)

// Query is the address of a step, below the root.
func (s *stepper) Query(number int) string { return fmt.Sprintf("%sstep=%d#step", s.Address, number) }

// NumberOf is the number of a line.
func (s *stepper) NumberOf(line int) int { return s.First + line }

// open goes to the step of the query, else to the first.
func (v visit) open(s *stepper) error {
	step := v.R.URL.Query().Get("step")
	number, err := strconv.Atoi(cmp.Or(step, strconv.Itoa(s.First)))
	if err != nil || number < s.First || number > s.Last {
		return site.ErrNotFound
	}
	now, err := s.moments(number, number)
	if err != nil {
		return err
	}
	s.Now = now[0]
	lead := func(t *turn) {
		if to := min(max(number+t.By, s.First), s.Last); to != number {
			t.Query = s.Query(to)
		}
	}
	s.Back, s.Next = turn{By: -1, Words: v.Text("button.step-back", nil)}, turn{By: 1, Words: v.Text("button.step-next", nil)}
	lead(&s.Back)
	lead(&s.Next)
	for i := range s.Jumps {
		lead(&s.Jumps[i])
	}
	return nil
}

// sendMoments answers with the boards around the present step.
func (v visit) sendMoments(s *stepper) error {
	from := s.Now.Number - (s.Now.Number-s.First)%batch
	moments, err := s.moments(from, min(from+batch-1, s.Last))
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := templates().ExecuteTemplate(&out, "moments", moments); err != nil {
		return err
	}
	return v.WriteHTML(http.StatusOK, out.Bytes())
}

// path has the steps of our techniques through a puzzle. A last step beyond the path is the board that the path leaves.
func (v visit) path(clues sudoku.Grid, without []logic.Technique) (*stepper, error) {
	path, err := v.paths.Of(clues, without...)
	last, heading := len(path), "page.rate.path"
	switch {
	case errors.Is(err, logic.ErrTooHard):
		last, heading = last+1, "page.rate.path-part"
	case err != nil:
		return nil, err
	}
	s := &stepper{Address: rateQuery(clues, "") + "&", First: 1, Last: last, Heading: v.Count(heading, len(path), nil)}
	counts := map[logic.Technique]int{}
	for _, step := range path {
		counts[step.Technique]++
		s.Lines = append(s.Lines, stepLine{v.Technique(step.Technique), v.Conclusion(step)})
	}
	if last > len(path) {
		s.Lines = append(s.Lines, stepLine{Name: v.Text("left.title", nil)})
	}
	var kinds []string
	for _, t := range logic.Techniques {
		if n := counts[t]; n > 0 {
			kinds = append(kinds, v.Text("difficulty.count", locale.Args{"N": n, "Technique": v.Technique(t)}))
		}
	}
	s.Counts = v.Commas(kinds)
	s.moments = func(from, to int) (moments []moment, err error) {
		for number := from; number <= to; number++ {
			board, state := picture.OfStep(clues, path, number)
			m := moment{Number: number, Label: v.label(number, last), Line: s.Lines[number-1], Drawing: v.draw(board), Reason: v.Left(state)}
			if number <= len(path) {
				m.Reason = v.Reasons(path[number-1], state)
			}
			moments = append(moments, m)
		}
		return moments, nil
	}
	return s, nil
}

func (v visit) label(number, last int) string {
	return v.Text("page.rate.step", locale.Args{"Number": number, "Last": last})
}

// HistoricMethods are the historic methods whose steps can be shown.
var HistoricMethods = []string{"moler", "choices", "huang"}

// historicSteps limits a run, to 0.2 s at most: Moler's takes millions of steps for a few puzzles.
const historicSteps = 100_000

// historic has the steps of a historic method, from 0 for the start. There can be too many to list them.
func (v visit) historic(clues sudoku.Grid, method string) (*stepper, error) {
	i := slices.IndexFunc(classic.Methods, func(m classic.Method) bool { return m.Name == method })
	if i < 0 || !slices.Contains(HistoricMethods, method) {
		return nil, site.ErrNotFound
	}
	m := classic.Methods[i]
	end, _, err := m.At(v.Context(), clues, classic.ToTheEnd, classic.Options{MaxSteps: historicSteps})
	label, last := "page.rate.step", end.Step.Number
	switch {
	case errors.Is(err, solver.ErrTooHard):
		label = "page.rate.step-more"
	case err != nil:
		return nil, err
	}
	jump := 10
	for jump*40 <= last {
		jump *= 10
	}
	name := v.Text("historic.method."+method, nil)
	s := &stepper{Address: rateQuery(clues, method) + "&", Last: last, Heading: name, Jumps: []turn{
		{By: -last, Words: v.Text("page.rate.start", nil)}, {By: -jump, Words: "−" + strconv.Itoa(jump)},
		{By: jump, Words: "+" + strconv.Itoa(jump)}, {By: last, Words: v.Text("page.rate.end", nil)},
	}}
	s.moments = func(from, to int) (moments []moment, err error) {
		add := func(step classic.Step, state classic.State) {
			line := stepLine{Name: v.Text("page.rate.start", nil)}
			if step.Number > 0 {
				line = stepLine{chat.Capital(step.Technique.String()), step.Conclusion()}
			}
			moments = append(moments, moment{
				Number: step.Number, Label: v.Text(label, locale.Args{"Number": step.Number, "Last": last}), Line: line,
				Reason: v.historicReason(method, step), Drawing: v.draw(picture.Historic(classic.Moment{Step: step, State: state}, m)),
			})
		}
		if from == 0 {
			add(classic.Step{}, classic.Start(clues))
		}
		_, err = m.Solve(clues, classic.Options{MaxSteps: historicSteps, Watch: func(step classic.Step, state classic.State) bool {
			if step.Number >= from && step.Number <= to {
				add(step, state)
			}
			return step.Number < to && v.Context().Err() == nil
		}})
		if len(moments) == to-from+1 { // errors of later steps do not matter
			err = nil
		}
		return moments, cmp.Or(v.Context().Err(), err)
	}
	return s, nil
}

// historicReason describes a step, with Huang's view that found it; for the start it describes the method.
func (v visit) historicReason(method string, step classic.Step) string {
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
