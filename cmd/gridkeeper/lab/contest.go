package lab

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// contestOptions are the flags of the comparison.
type contestOptions struct {
	methods    []string
	maxSteps   int
	techniques bool
	json       bool
	chart      string
}

func newContest() *cobra.Command {
	o := contestOptions{maxSteps: 100_000}
	cmd := &cobra.Command{
		Use:   "compare [--methods NAMES] [--techniques] [--chart FILE] [PUZZLE|FILE|-]...",
		Short: "solve the same puzzles with all methods and ours",
		Long: "Solve the same puzzles with all historic methods and ours, one after the other on one thread, and print a\n" +
			"table: how many each solved, the mean and the most steps, guesses and processor time a puzzle. The methods are\n" +
			"moler, choices, huang, huang-short and huang-classic (the orders of 'classic huang'), and ours: search, which\n" +
			"proves the solution unique and has no steps, and logic, which solves as a person would. A line that is not\n" +
			"a puzzle with one solution is reported on standard error, and the exit code is 1.",
		Example: "  gridkeeper lab classic compare --chart compare.png puzzles.txt\n" +
			"  gridkeeper lab classic compare --methods huang,huang-classic --techniques puzzles.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.maxSteps < 1 {
				return fmt.Errorf("--max-steps %d: want 1 or more", o.maxSteps)
			}
			if err := input.NotInput(args, o.chart); err != nil {
				return err
			}
			contestants, err := contestantsOf(o.methods)
			if err != nil {
				return err
			}
			return o.compare(cmd, args, contestants)
		},
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.methods, "methods", nil, "which methods, separated by commas (default: all)")
	flags.IntVar(&o.maxSteps, "max-steps", o.maxSteps, "a method that takes more than N steps has not solved the puzzle")
	flags.BoolVar(&o.techniques, "techniques", false, "print a second table: the share of each technique in the steps")
	flags.BoolVar(&o.json, "json", false, "print JSON lines, one per method, instead of tables")
	flags.StringVar(&o.chart, "chart", "", "draw time, steps and guesses to a PNG file")
	return cmd
}

// contestant solves puzzles; the errors are those of the classic methods and of ours.
type contestant struct {
	name  string
	solve func(g sudoku.Grid, maxSteps int) (classic.Result, error)
	tally tally
}

// tally is what a contestant did with all puzzles, and a line of JSON.
type tally struct {
	Solved      int            `json:"solved"`
	TooHard     int            `json:"too_hard"`
	Steps       int            `json:"steps,omitempty"` // of all puzzles solved, as are the next
	Most        int            `json:"most,omitempty"`  // of one puzzle
	Guesses     int            `json:"guesses"`
	Guessed     int            `json:"puzzles_with_guesses"`
	Uses        map[string]int `json:"uses,omitempty"` // nil: not counted
	Seconds     float64        `json:"seconds"`        // of all puzzles
	countsSteps bool
}

// contestantsOf returns those named, all if none is.
func contestantsOf(names []string) ([]*contestant, error) {
	var all []*contestant
	for _, m := range classic.Methods {
		c := &contestant{name: m.Name, solve: func(g sudoku.Grid, maxSteps int) (classic.Result, error) {
			return m.Solve(g, classic.Options{MaxSteps: maxSteps})
		}}
		c.tally = tally{Uses: map[string]int{}, countsSteps: true}
		all = append(all, c)
	}
	people := &contestant{name: "logic", solve: solveByLogic}
	people.tally.countsSteps = true
	all = append(all, &contestant{name: "search", solve: solveBySearch}, people)
	if len(names) == 0 {
		return all, nil
	}
	var known []string
	for _, c := range all {
		known = append(known, c.name)
	}
	var chosen []*contestant
	for _, name := range names {
		i := slices.Index(known, name)
		if i < 0 {
			return nil, fmt.Errorf("--methods: %w", &sudoku.NameError{Kind: "method", Name: name, Known: known})
		}
		if !slices.Contains(chosen, all[i]) {
			chosen = append(chosen, all[i])
		}
	}
	return chosen, nil
}

func solveBySearch(g sudoku.Grid, _ int) (r classic.Result, err error) {
	solution, err := solver.Solve(g)
	r.Solutions = []sudoku.Grid{solution}
	return r, err
}

// solveByLogic counts contradictions as guesses: a digit that is tried and ruled out.
func solveByLogic(g sudoku.Grid, _ int) (r classic.Result, err error) {
	path, err := logic.Path(g)
	state := logic.NewState(g)
	for _, step := range path {
		if state = state.Apply(step); step.Technique == logic.Contradiction {
			r.Uses[classic.Guess]++
		}
	}
	r.Steps, r.Solutions = len(path), []sudoku.Grid{state.Grid}
	return r, err
}

// compare solves the puzzles and prints what each contestant did.
func (o *contestOptions) compare(cmd *cobra.Command, args []string, contestants []*contestant) error {
	ctx := cmd.Context()
	puzzles, failed := 0, false
	for p := range input.UntilDone(ctx, input.Puzzles(cmd, args)) {
		err := p.Err
		if err == nil {
			err = o.matchOrStop(ctx, p.Grid, contestants)
		}
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			failed = true
			fmt.Fprintln(cmd.ErrOrStderr(), p.Fail(err))
			continue
		}
		puzzles++
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if puzzles == 0 {
		return output.Failure(failed)
	}
	if err := o.print(cmd.OutOrStdout(), contestants, puzzles); err != nil {
		return err
	}
	return output.Failure(failed)
}

// matchOrStop is match, left to itself when the context is done: a method does not stop in the middle.
func (o *contestOptions) matchOrStop(ctx context.Context, g sudoku.Grid, contestants []*contestant) error {
	done := make(chan error, 1)
	go func() { done <- o.match(ctx, g, contestants) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// match lets all contestants solve a puzzle, one after the other.
func (o *contestOptions) match(ctx context.Context, g sudoku.Grid, contestants []*contestant) error {
	want, err := solver.Solve(g)
	if err != nil {
		return err
	}
	for _, c := range contestants {
		if ctx.Err() != nil {
			return nil
		}
		begin := output.ProcessTime()
		r, err := c.solve(g, o.maxSteps)
		c.tally.Seconds += (output.ProcessTime() - begin).Seconds()
		if err == nil && r.Solutions[0] != want {
			return fmt.Errorf("%s finds %s, which is not the solution", c.name, r.Solutions[0])
		}
		if c.name == "search" { // counted apart: it does not cost the search any time
			r.Uses[classic.Guess] = solver.Guesses(g, 2)
		}
		c.tally.add(r, err == nil)
	}
	return nil
}

func (t *tally) add(r classic.Result, solved bool) {
	if !solved {
		t.TooHard++
		return
	}
	t.Solved++
	t.Steps += r.Steps
	t.Most = max(t.Most, r.Steps)
	t.Guesses += r.Tentative()
	if r.Tentative() > 0 {
		t.Guessed++
	}
	if t.Uses == nil {
		return
	}
	for technique, n := range usesByName(r.Uses) {
		t.Uses[technique] += n
	}
}

// mean returns a share of the puzzles solved, 0 if there are none.
func (t *tally) mean(n int) float64 {
	if t.Solved == 0 {
		return 0
	}
	return float64(n) / float64(t.Solved)
}

// micros returns the time for each puzzle tried, in microseconds.
func (t *tally) micros() float64 {
	return 1e6 * t.Seconds / float64(t.Solved+t.TooHard)
}
