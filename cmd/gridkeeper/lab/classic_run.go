package lab

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// solved is the result of a method for one puzzle.
type solved struct {
	puzzle sudoku.Grid
	result classic.Result
	trace  []string // with --json and --trace
}

// traceAll solves one puzzle after the other. A trace may be long, so it is printed as it is made.
func (o *methodOptions) traceAll(cmd *cobra.Command, args []string) error {
	ctx := cmd.Context()
	out, trace := bufio.NewWriter(cmd.OutOrStdout()), bufio.NewWriter(cmd.ErrOrStderr())
	failed := false
	for p := range input.UntilDone(ctx, input.Puzzles(cmd, args)) {
		run, err := solved{puzzle: p.Grid}, p.Err
		if err == nil {
			run, err = o.traced(ctx, p.Grid, trace)
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			failed = true
			fmt.Fprintln(trace, p.Fail(err))
		default:
			if err := o.show(trace, out, run); err != nil {
				return err
			}
		}
		if err := errors.Join(trace.Flush(), out.Flush()); err != nil {
			return err
		}
	}
	return errors.Join(ctx.Err(), output.Failure(failed))
}

// traceLimit is the maximal number of steps in a line of JSON.
const traceLimit = 1_000_000

// traced solves a puzzle, and prints each step or, for JSON, keeps it.
func (o *methodOptions) traced(ctx context.Context, g sudoku.Grid, out io.Writer) (solved, error) {
	run := solved{puzzle: g}
	options := o.limits()
	if o.json && options.MaxSteps == 0 {
		options.MaxSteps = traceLimit
	}
	options.Watch = func(s classic.Step, _ classic.State) bool {
		if s.Number < o.from || s.Number > o.to {
			return ctx.Err() == nil
		}
		if o.json {
			run.trace = append(run.trace, stepText(s))
			return ctx.Err() == nil
		}
		_, err := fmt.Fprintf(out, "%d\t%d\t%s\t%s\n", s.Number, s.Depth, s.Technique, stepText(s))
		return err == nil && ctx.Err() == nil
	}
	var err error
	run.result, err = o.method.Solve(g, options)
	return run, err
}

// stepText formats a step: "r9c1=9", "r7c1=5 of 59", "c5 in C(r,d): r8c5<>2467, r9c5<>24".
func stepText(s classic.Step) string {
	seen := "" // the view in which Huang's program sees a pattern
	if s.View != "" {
		seen = " in " + string(s.View)
	}
	switch {
	case len(s.Removed) > 0:
		return s.House.String() + seen + ": " + s.Conclusion()
	case s.Lowers > 0:
		return fmt.Sprintf("%s of %s, lowers %d", s.Conclusion(), s.Choices, s.Lowers)
	case s.Technique == classic.Guess:
		return fmt.Sprintf("%s of %s", s.Conclusion(), s.Choices)
	}
	return s.Conclusion() + seen
}

// solvedLine is a line of JSON.
type solvedLine struct {
	Method    string         `json:"method"`
	Puzzle    sudoku.Grid    `json:"puzzle"`
	Solution  sudoku.Grid    `json:"solution"`            // the first
	Solutions []sudoku.Grid  `json:"solutions,omitempty"` // all, where more were asked for
	Steps     int            `json:"steps"`
	Fills     int            `json:"fills"`
	Tentative int            `json:"tentative"`
	Uses      map[string]int `json:"uses"` // steps by technique
	Trace     []string       `json:"trace,omitempty"`
}

// show prints the solutions of a run, and on notes its counts: "steps 63, fills 59, tentative fills 1, locked 2, naked-2 1".
func (o *methodOptions) show(notes, out io.Writer, run solved) error {
	r := run.result
	if !o.json {
		parts := []string{
			fmt.Sprintf("steps %d", r.Steps), fmt.Sprintf("fills %d", r.Fills()), fmt.Sprintf("tentative fills %d", r.Tentative()),
		}
		for t, n := range r.Uses {
			if technique := classic.Technique(t); n > 0 && technique != classic.Naked1 && technique != classic.Guess {
				parts = append(parts, fmt.Sprintf("%s %d", technique, n))
			}
		}
		fmt.Fprintln(notes, strings.Join(parts, ", "))
		for _, solution := range r.Solutions {
			if _, err := fmt.Fprintln(out, solution); err != nil {
				return err
			}
		}
		return nil
	}
	line := solvedLine{
		Method: o.method.Name, Puzzle: run.puzzle, Solution: r.Solutions[0],
		Steps: r.Steps, Fills: r.Fills(), Tentative: r.Tentative(), Uses: usesByName(r.Uses), Trace: run.trace,
	}
	if o.solutions > 1 {
		line.Solutions = r.Solutions
	}
	lines := json.NewEncoder(out)
	lines.SetEscapeHTML(false) // steps have "<>"
	return lines.Encode(line)
}

// usesByName returns how often each technique was used.
func usesByName(uses [int(classic.Guess) + 1]int) map[string]int {
	named := map[string]int{}
	for t, n := range uses {
		if n > 0 {
			named[classic.Technique(t).String()] = n
		}
	}
	return named
}
