package lab

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"github.com/gridkeeper/gridkeeper/bot/picture"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// maxFrames is the maximal number of frames of an animation. Longer runs show every n-th step.
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

// film yields the boards of a run up to a step.
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

// board returns the picture of a moment, with a title.
func (o *methodOptions) board(m classic.Moment) picture.Diagram {
	b := picture.Historic(m, o.method)
	b.Title = stepTitle(m)
	return b
}

// stepTitle returns the title of a step, "step 14: r9c1=9", cut to the width of a picture.
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

// pageKeys is the line below each page.
const pageKeys = "n next, p previous, a number and Enter, g start, G end, q quit"

// turnPages shows the states of one puzzle's run, one at a time, by keys from standard input.
func (o *methodOptions) turnPages(cmd *cobra.Command, args []string) error {
	if len(args) == 0 || slices.Contains(args, "-") {
		return errors.New("--pages reads keys from standard input: give the puzzle as an argument or in a file")
	}
	p, err := input.Only(cmd, args, errors.New("more than one puzzle: --pages shows one"))
	if err != nil {
		return err
	}
	out, clear := cmd.OutOrStdout(), ""
	if f, ok := cmd.InOrStdin().(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		before, err := term.MakeRaw(int(f.Fd()))
		if err != nil {
			return err
		}
		defer term.Restore(int(f.Fd()), before)
		out, clear = carriage{out}, "\x1b[H\x1b[2J"
	}
	keys := readKeys(cmd.Context(), cmd.InOrStdin())
	for o.step = max(o.step, 0); ; {
		at, _, err := o.method.At(cmd.Context(), p.Grid, o.step, o.limits())
		if err != nil && (at.Step.Number == 0 || cmd.Context().Err() != nil) {
			return p.Fail(err) // a method that gives up still shows its last step
		}
		coloured := output.Coloured(cmd.OutOrStdout())
		fmt.Fprintf(out, "%s%s\n%s%s\n", clear, stepTitle(at), picture.Drawing(o.board(at), coloured), pageKeys)
		var more bool
		if o.step, more = turnPage(cmd.Context(), at.Step.Number, keys); !more {
			return cmd.Context().Err()
		}
	}
}

// Keys that terminals send as control characters.
const enter, interrupt, backspace = '\r', '\x03', '\x7f'

// turnPage reads keys and returns the step to show, counted from the step at. more is false to quit.
func turnPage(ctx context.Context, at int, keys <-chan byte) (step int, more bool) {
	number := ""
	for {
		var key byte
		select {
		case key, more = <-keys:
		case <-ctx.Done():
		}
		if !more {
			return 0, false
		}
		if key >= '0' && key <= '9' {
			number += string(key)
			continue
		}
		if step, err := strconv.Atoi(number); err == nil && (key == enter || key == '\n') {
			return step, true
		}
		number = ""
		switch key {
		case 'n', ' ', 'C', enter, '\n': // arrow keys send sequences that end in C and D
			return at + 1, true
		case 'p', 'b', 'D', backspace:
			return max(at-1, 0), true
		case 'g':
			return 0, true
		case 'G':
			return classic.ToTheEnd, true
		case 'q', interrupt:
			return 0, false
		}
	}
}

// readKeys returns a channel of typed bytes, which is closed at the end of input.
func readKeys(ctx context.Context, in io.Reader) <-chan byte {
	keys := make(chan byte)
	go func() {
		defer close(keys)
		for r := bufio.NewReader(in); ; {
			key, err := r.ReadByte()
			if err != nil {
				return
			}
			select {
			case keys <- key:
			case <-ctx.Done():
				return
			}
		}
	}()
	return keys
}

// carriage writes to a terminal in raw mode, which needs a carriage return before each line feed.
type carriage struct{ out io.Writer }

func (c carriage) Write(p []byte) (int, error) {
	_, err := io.WriteString(c.out, strings.ReplaceAll(string(p), "\n", "\r\n"))
	return len(p), err
}
