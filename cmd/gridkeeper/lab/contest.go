package lab

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/bot/look"
	"github.com/gridkeeper/gridkeeper/bot/picture"
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
			"proves the solution unique and has no steps, and logic, which solves as people do. A line that is not\n" +
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

// contestant is a method of the comparison.
type contestant struct {
	name  string
	solve func(g sudoku.Grid, maxSteps int) (classic.Result, error)
	tally tally
}

// tally sums up the results of a contestant. It is a line of JSON.
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

// contestantsOf returns the contestants of these names, or all for no name.
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
	search := &contestant{name: "search", solve: func(g sudoku.Grid, _ int) (r classic.Result, err error) {
		solution, err := solver.Solve(g)
		r.Solutions = []sudoku.Grid{solution}
		return r, err
	}}
	all = append(all, search, people)
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

// solveByLogic solves a puzzle as people do. Contradictions count as guesses: a digit is tried and ruled out.
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

// compare solves the puzzles with all contestants and prints the tallies.
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

// matchOrStop is match, but returns when the context is done. The method then runs on, as it cannot be stopped.
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
		if c.name == "search" { // counted apart, so that the search is not slower for it
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

// print prints the tallies, and draws the chart if one is wanted.
func (o *contestOptions) print(out io.Writer, contestants []*contestant, puzzles int) error {
	if o.chart != "" {
		data, err := picture.Chart{Panels: chartPanels(contestants), Theme: look.Light}.PNG()
		if err != nil {
			return err
		}
		if err := os.WriteFile(o.chart, data, 0o644); err != nil {
			return err
		}
	}
	if o.json {
		return printJSON(out, contestants)
	}
	w := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "method\tpuzzles\tsolved\tsteps\tmost\tguesses\twith guesses\tµs\t")
	for _, c := range contestants {
		t := &c.tally
		steps, most := "-", "-"
		if t.countsSteps {
			steps, most = fmt.Sprintf("%.1f", t.mean(t.Steps)), fmt.Sprint(t.Most)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\t%.3f\t%d\t%.1f\t\n", c.name, puzzles, t.Solved, steps, most, t.mean(t.Guesses), t.Guessed, t.micros())
	}
	if o.techniques {
		fmt.Fprintln(w)
		printTechniques(w, contestants)
	}
	return w.Flush()
}

// printTechniques prints the share of each technique in the steps of the methods that count them,
// as Huang's table 5 does.
func printTechniques(w io.Writer, contestants []*contestant) {
	counting := slices.DeleteFunc(slices.Clone(contestants), func(c *contestant) bool { return c.tally.Uses == nil })
	header := []string{"% of steps"}
	for _, c := range counting {
		header = append(header, c.name)
	}
	fmt.Fprintln(w, strings.Join(header, "\t")+"\t")
	for t := classic.Naked1; t <= classic.Guess; t++ {
		line := []string{t.String()}
		for _, c := range counting {
			share := 0.0
			if c.tally.Steps > 0 {
				share = 100 * float64(c.tally.Uses[t.String()]) / float64(c.tally.Steps)
			}
			line = append(line, fmt.Sprintf("%.3f", share))
		}
		fmt.Fprintln(w, strings.Join(line, "\t")+"\t")
	}
}

func printJSON(out io.Writer, contestants []*contestant) error {
	lines := json.NewEncoder(out)
	for _, c := range contestants {
		if err := lines.Encode(struct {
			Method string `json:"method"`
			tally
		}{c.name, c.tally}); err != nil {
			return err
		}
	}
	return nil
}

// chartPanels returns the bars of the table.
func chartPanels(contestants []*contestant) []picture.Panel {
	panels := []picture.Panel{
		{Title: "time for a puzzle, a line for each factor of ten (in brackets: solved)"}, {Title: "steps for a puzzle"}, {Title: "guesses for a puzzle"},
	}
	for _, c := range contestants {
		t := &c.tally
		name := fmt.Sprintf("%s (%d)", c.name, t.Solved)
		add := func(panel int, value float64, text string) {
			panels[panel].Bars = append(panels[panel].Bars, picture.Bar{Name: name, Value: value, Text: text})
		}
		add(0, t.micros(), fmt.Sprintf("%.1f µs", t.micros()))
		if t.countsSteps {
			add(1, t.mean(t.Steps), fmt.Sprintf("%.1f", t.mean(t.Steps)))
		}
		add(2, t.mean(t.Guesses), fmt.Sprintf("%.3f", t.mean(t.Guesses)))
	}
	return panels
}
