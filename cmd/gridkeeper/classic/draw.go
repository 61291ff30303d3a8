package classic

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxFrames is how many pictures an animation has at most; of a longer way it has every so many
// steps.
const maxFrames = 150

// moment is a state of a run and the step that led to it, the zero Step at the start.
type moment struct {
	step  classic.Step
	state classic.State
}

// draw draws the state of one puzzle after some steps.
func (o *methodOptions) draw(cmd *cobra.Command, args []string) error {
	p, err := input.Only(cmd, args, errors.New("more than one puzzle: --step, --png and --animation draw one"))
	if err != nil {
		return err
	}
	at, result, err := o.moment(cmd, p.Grid)
	if err != nil {
		return p.Fail(err)
	}
	if o.png != "" {
		data, err := picture.PNG(at.board())
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.png, data, 0o644); err != nil {
			return err
		}
	}
	if o.animation != "" {
		data, err := picture.Animation(o.film(cmd.Context(), p.Grid, at.step.Number), 60)
		if err := errors.Join(cmd.Context().Err(), err); err != nil {
			return err
		}
		if err := os.WriteFile(o.animation, data, 0o644); err != nil {
			return err
		}
	}
	if o.step < 0 {
		return o.show(cmd.ErrOrStderr(), cmd.OutOrStdout(), solved{puzzle: p.Grid, result: result})
	}
	if at.step.Number < o.step {
		fmt.Fprintf(cmd.ErrOrStderr(), "the method ends after step %d\n", at.step.Number)
	}
	coloured := output.Coloured(cmd.OutOrStdout())
	fmt.Fprintln(cmd.ErrOrStderr(), at.title())
	_, err = fmt.Fprint(cmd.OutOrStdout(), picture.Drawing(at.board(), coloured))
	return err
}

// moment returns the state after the step asked for, or after the last one. A step that comes before a
// method fails can be drawn, and where there is no solution, so can the last one.
func (o *methodOptions) moment(cmd *cobra.Command, g sudoku.Grid) (moment, classic.Result, error) {
	at := moment{state: classic.Start(g)}
	if o.step == 0 {
		return at, classic.Result{}, nil
	}
	options := o.limits()
	options.Watch = func(s classic.Step, state classic.State) bool {
		at = moment{s, state}
		return s.Number != o.step && cmd.Context().Err() == nil
	}
	result, err := o.method.Solve(g, options)
	switch {
	case cmd.Context().Err() != nil:
		return at, result, cmd.Context().Err()
	case at.step.Number == o.step, o.step > 0 && at.step.Number > 0 && errors.Is(err, solver.ErrNoSolution):
		return at, result, nil
	}
	return at, result, err
}

// film yields the boards of the way to a step.
func (o *methodOptions) film(ctx context.Context, g sudoku.Grid, last int) iter.Seq[picture.Board] {
	every := max(1, (last+maxFrames-1)/maxFrames)
	return func(yield func(picture.Board) bool) {
		if !yield(moment{state: classic.Start(g)}.board()) || last == 0 {
			return
		}
		options := o.limits()
		options.MaxSteps = last
		options.Watch = func(s classic.Step, state classic.State) bool {
			wanted := s.Number%every == 0 || s.Number == last
			return (!wanted || yield(moment{s, state}.board())) && s.Number < last && ctx.Err() == nil
		}
		o.method.Solve(g, options)
	}
}

// board marks what a state shows: digits of a guess circled, candidates that wait alone in their
// cells boxed, cells with no candidate hatched, what the last step removed struck.
func (m moment) board() picture.Board {
	b := picture.Board{Title: m.title(), Clues: m.state.Clues, Grid: m.state.Grid, Marks: m.state.Marks, Wrong: m.state.Dead()}
	for c := range m.state.Tentative.All() {
		b.Pattern = append(b.Pattern, sudoku.Candidate{Cell: c, Digit: m.state.Grid.At(c)})
	}
	for c := range m.state.Singletons().All() {
		b.Placements = append(b.Placements, sudoku.Candidate{Cell: c, Digit: m.state.Marks[c].First()})
	}
	b.Eliminations = m.step.Removed
	return b
}

// title says which step it is: "step 14: r9c1=9", cut where a picture ends.
func (m moment) title() string {
	if m.step.Number == 0 {
		return "start"
	}
	title := fmt.Sprintf("step %d: %s", m.step.Number, stepText(m.step))
	if m.step.Technique != classic.Naked1 {
		title = fmt.Sprintf("step %d, %s: %s", m.step.Number, m.step.Technique, stepText(m.step))
	}
	if len(title) > 56 {
		title = title[:strings.LastIndex(title[:54], ",")+1] + " …"
	}
	return title
}
