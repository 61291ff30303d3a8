package lab

import (
	"bufio"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/solver/classic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newClassic() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "classic moler|choices|huang|compare [PUZZLE|FILE|-]...",
		Short: "solve puzzles with the historic programs, step by step",
		Long: "Solve puzzles as historic programs did, with their steps counted, or compare these with each other and with\n" +
			"ours. 'gridkeeper lab classic moler --about' explains a method and names its source. docs/history.md compares the\n" +
			"published figures with our measurements.",
		Example: "  gridkeeper lab classic moler 1.....3..2.....4\n  gridkeeper lab classic compare puzzles.txt",
		Args:    cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return &sudoku.NameError{Kind: "method", Name: args[0], Known: []string{"moler", "choices", "huang", "compare"}}
			}
			return cmd.Help()
		},
	}
	cmd.AddCommand(newMethod("moler"), newMethod("choices"), newMethod("huang"), newContest())
	return cmd
}

// methodOptions are the flags of a method's command.
type methodOptions struct {
	method              classic.Method
	solutions, maxSteps int
	trace, json, about  bool
	order               string // of huang

	step      int // -1: to the end
	pages     bool
	steps     string // of a trace: "10-20"
	from, to  int
	png       string
	animation string
}

// methodShorts are the short descriptions of the methods' commands.
var methodShorts = map[string]string{
	"moler":   "fill singletons and recurse, column by column (C. Moler, MATLAB)",
	"choices": "guess where there are fewest choices (a PHP program, 2006)",
	"huang":   "count candidates from each side (Y.-L. Huang, 2009)",
}

func newMethod(name string) *cobra.Command {
	o := methodOptions{step: -1, order: "unified"}
	cmd := &cobra.Command{
		Use:   name + " [--trace] [--pages] [--json] [PUZZLE|FILE|-]...",
		Short: methodShorts[name],
		Long: "Print the first solution that the method finds. Steps, fills and tentative fills go to standard error, or\n" +
			"with --json into JSON lines on standard output. A puzzle without a solution is an error, and so is one\n" +
			"that takes the method too many steps.\n\n" + input.Help + "\n\n" + aboutMethods[name],
		Example: "  gridkeeper lab classic " + name + " --trace 1.....3..2.....4\n" +
			"  gridkeeper lab classic " + name + " --step 14 --png step.png 1.....3..2.....4",
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.about {
				fmt.Fprintln(cmd.OutOrStdout(), aboutMethods[name])
				return nil
			}
			if err := o.check(name); err != nil {
				return err
			}
			if err := input.NotInput(args, o.png, o.animation); err != nil {
				return err
			}
			return o.run(cmd, args)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.solutions, "solutions", 1, "continue until N solutions are found, and print each on a line")
	flags.IntVar(&o.maxSteps, "max-steps", 0, "give up after N steps (default: the method's own limit, some seconds)")
	flags.BoolVar(&o.trace, "trace", false, "print each step on standard error: number, depth, technique, conclusion")
	flags.BoolVar(&o.json, "json", false, "print JSON lines on standard output instead, with the solution in them")
	flags.BoolVar(&o.about, "about", false, "explain the method, and name its source")
	flags.IntVar(&o.step, "step", -1, "draw the state after N steps, 0 for the start, instead of the solution; one puzzle")
	flags.BoolVar(&o.pages, "pages", false, "show the states page by page, from --step on: "+pageKeys+"; one puzzle")
	flags.StringVar(&o.steps, "steps", "", "print these steps of a trace only: 10-20, 10- or -20")
	flags.StringVar(&o.png, "png", "", "write the state, or the last one, as a picture to a file")
	flags.StringVar(&o.animation, "animation", "", "write all states up to it as an animated GIF to a file")
	if name == "huang" {
		flags.StringVar(&o.order, "order", o.order, "unified, short (without Naked 3) or classic: the techniques and their order")
	}
	return cmd
}

// huangOrders are the methods of Huang's orders.
var huangOrders = map[string]string{"unified": "huang", "short": "huang-short", "classic": "huang-classic"}

// check finds the method and rejects flags that contradict each other.
func (o *methodOptions) check(name string) error {
	switch {
	case o.solutions < 1:
		return fmt.Errorf("--solutions %d: want 1 or more", o.solutions)
	case o.maxSteps < 0:
		return fmt.Errorf("--max-steps %d: want 1 or more, or 0 for the method's own limit", o.maxSteps)
	case o.step < -1:
		return fmt.Errorf("--step %d: want 0 or more", o.step)
	case o.step >= 0 && (o.trace || o.json):
		return fmt.Errorf("--step draws a state: it does not go with --trace or --json")
	case o.pages && (o.trace || o.json || o.png != "" || o.animation != ""):
		return fmt.Errorf("--pages shows states: it does not go with --trace, --json, --png or --animation")
	case o.steps != "" && !o.trace:
		return fmt.Errorf("--steps chooses from a trace: want --trace too")
	}
	if err := o.parseSteps(); err != nil {
		return err
	}
	if name == "huang" {
		if name = huangOrders[o.order]; name == "" {
			return fmt.Errorf("--order %s: want unified, short or classic", sudoku.Excerpt(o.order))
		}
	}
	for _, m := range classic.Methods {
		if m.Name == name {
			o.method = m
		}
	}
	return nil
}

// parseSteps reads the range of --steps.
func (o *methodOptions) parseSteps() error {
	o.from, o.to = 1, math.MaxInt
	if o.steps == "" {
		return nil
	}
	from, to, ok := strings.Cut(o.steps, "-")
	if !ok {
		to = from
	}
	var errs [2]error
	if from != "" {
		o.from, errs[0] = strconv.Atoi(from)
	}
	if to != "" {
		o.to, errs[1] = strconv.Atoi(to)
	}
	if errs != [2]error{} || from == "" && to == "" || o.from < 1 || o.to < o.from {
		return fmt.Errorf("--steps %s: want a range of steps, such as 10-20, 10- or -20", sudoku.Excerpt(o.steps))
	}
	return nil
}

func (o *methodOptions) run(cmd *cobra.Command, args []string) error {
	switch {
	case o.pages:
		return o.turnPages(cmd, args)
	case o.step >= 0 || o.png != "" || o.animation != "":
		return o.draw(cmd, args)
	case o.trace:
		return o.traceAll(cmd, args)
	}
	work := func(g sudoku.Grid) (solved, error) {
		r, err := o.method.Solve(g, o.limits())
		return solved{puzzle: g, result: r}, err
	}
	return input.ForEachResult(cmd, args, work, func(out *bufio.Writer, r input.Result[solved]) error {
		return o.show(cmd.ErrOrStderr(), out, r.Value)
	})
}

// limits returns the options of package classic.
func (o *methodOptions) limits() classic.Options {
	return classic.Options{Solutions: o.solutions, MaxSteps: o.maxSteps}
}

// aboutMethods describe the source of each historic method and its differences to others.
var aboutMethods = map[string]string{
	"moler": `Source: C. Moler, "Solving Sudoku with MATLAB", MathWorks.

What it does: it fills singletons, cells with one candidate, the first in column-major order first.
If a cell has no candidate it goes back. Else it takes the first open cell, again in column-major
order, puts its candidates in one after the other, and calls itself. A step is a digit put in.

What it does differently: a candidate is what row, column and box leave; nothing else is ever
concluded, not even that a digit has one place left in a house. The cell to guess in is the next
one, however many candidates it has. So its own example takes 15,028 steps. It returns the first
solution that it finds; that there is no other is seen only by listing all (--solutions 2). The
program as published does not look whether the clues contradict each other; here that is an error.`,

	"choices": `Source: a PHP program described in a weblog on 26 June 2006, "number of choices".

What it does: it counts the choices of each open cell, fills all cells that have one, and counts
again. When each cell has more, it guesses in the cell that has fewest; of equals, in the one whose
filling lowers the choices of most other cells. When a cell has none it takes the last guess back.
It can go on to further solutions (--solutions N).

What it does differently: it sees the same singletons as Moler and nothing else, but it chooses
where to guess: Moler's example takes it 8 guesses in place of 2,933. What the weblog leaves open is
decided so: what a cell lowers is counted for each of its choices and added up; then the first cell
in reading order; choices ascending.`,

	"huang": `Source: Y.-L. Huang, "The Study of Minimum Sudoku", master's thesis, National Chiao Tung
University, 2009, chapter 3.

What it does: it sees the candidates from each side: the digits of a cell, D(c,r); the columns of a
digit in a row, C(r,d); the rows of a digit in a column, R(c,d); the places of a digit in a box,
N(b,d). If w of the nine sets of a row, column, box or digit have w elements together, the others
have none of these. Seen as digits that is a Naked w, as places a Hidden w, over the lines of one
digit an X-Wing w; so one code over bit masks finds them all, and he calls them all Naked w. The
order is Naked 1, Naked 2, Naked 3, Locked, then a guess; the first that does something is a step.

What it does differently: it has one technique where others have seven, and needs a guess only
where these fail. --order classic has the techniques apart, in the order of his table 5 (a); short
leaves out Naked 3, as his quickest run does. The thesis does not say where to guess; here it is in
the cell with fewest candidates, the first in reading order.`,
}
