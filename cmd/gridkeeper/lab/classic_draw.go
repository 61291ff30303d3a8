package lab

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
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxFrames is how many pictures an animation has at most; of a longer way it has every so many
// steps.
const maxFrames = 150

// draw draws the state of one puzzle after some steps.
func (o *methodOptions) draw(cmd *cobra.Command, args []string) error {
	p, err := input.Only(cmd, args, errors.New("more than one puzzle: --step, --png and --animation draw one"))
	if err != nil {
		return err
	}
	at, result, err := o.method.At(cmd.Context(), p.Grid, o.step, o.limits())
	if err != nil {
		return p.Fail(err)
	}
	if o.png != "" {
		data, err := picture.PNG(o.board(at))
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.png, data, 0o644); err != nil {
			return err
		}
	}
	if o.animation != "" {
		data, err := picture.Animation(o.film(cmd.Context(), p.Grid, at.Step.Number), 60)
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
	if at.Step.Number < o.step {
		fmt.Fprintf(cmd.ErrOrStderr(), "the method ends after step %d\n", at.Step.Number)
	}
	coloured := output.Coloured(cmd.OutOrStdout())
	fmt.Fprintln(cmd.ErrOrStderr(), stepTitle(at))
	_, err = fmt.Fprint(cmd.OutOrStdout(), picture.Drawing(o.board(at), coloured))
	return err
}

// film yields the boards of the way to a step.
func (o *methodOptions) film(ctx context.Context, g sudoku.Grid, last int) iter.Seq[picture.Diagram] {
	every := max(1, (last+maxFrames-1)/maxFrames)
	return func(yield func(picture.Diagram) bool) {
		if !yield(o.board(classic.Moment{State: classic.Start(g)})) || last == 0 {
			return
		}
		options := o.limits()
		options.MaxSteps = last
		options.Watch = func(s classic.Step, state classic.State) bool {
			wanted := s.Number%every == 0 || s.Number == last
			return (!wanted || yield(o.board(classic.Moment{Step: s, State: state}))) && s.Number < last && ctx.Err() == nil
		}
		o.method.Solve(g, options)
	}
}

// board is a moment as it is drawn, with its title in the picture.
func (o *methodOptions) board(m classic.Moment) picture.Diagram {
	b := picture.Historic(m, o.method)
	b.Title = stepTitle(m)
	return b
}

// stepTitle says which step it is: "step 14: r9c1=9", cut where a picture ends.
func stepTitle(m classic.Moment) string {
	if m.Step.Number == 0 {
		return "start"
	}
	text := fmt.Sprintf("step %d: %s", m.Step.Number, stepText(m.Step))
	if m.Step.Technique != classic.Naked1 {
		text = fmt.Sprintf("step %d, %s: %s", m.Step.Number, m.Step.Technique, stepText(m.Step))
	}
	if len(text) > 56 {
		text = text[:strings.LastIndex(text[:54], ",")+1] + " …"
	}
	return text
}
