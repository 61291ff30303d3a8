package lab

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func newCompare() *cobra.Command {
	show := ""
	cmd := &cobra.Command{
		Use:   "compare [--show both|first|second] FILE FILE",
		Short: "report which puzzles two files share, in whatever form",
		Long: "Compare the puzzles of two files, folders or - by their canonical forms: two puzzles that differ only by\n" +
			"relabelled digits, swapped rows, columns, bands, stacks, or a transposition count as one. No database is\n" +
			"needed.\n\n" +
			"--show both prints the puzzles that are in both, as they stand in the first and, behind a tab, in the\n" +
			"second; --show first and --show second print those that are only there.",
		Example: "  gridkeeper lab compare mine.txt theirs.csv\n  gridkeeper lab compare --show second known.txt new.txt > unknown.txt",
		Args:    twoFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch show {
			case "", "both", "first", "second":
				return compare(cmd, args, show)
			}
			return fmt.Errorf("--show %q: want both, first or second", show)
		},
	}
	cmd.Flags().StringVar(&show, "show", show, "print puzzles instead of numbers: both, first or second")
	return cmd
}

func newLeak() *cobra.Command {
	asJSON, solutions := false, false
	cmd := &cobra.Command{
		Use:   "leak [--solutions] [--json] TRAIN TEST",
		Short: "report the puzzles of a test set that are in a training set, in whatever form",
		Long: "Look for the puzzles of TEST among those of TRAIN, two files, folders or - in any format. Two puzzles count as\n" +
			"one as in 'gridkeeper lab compare'. For each puzzle of TEST that is in TRAIN, a line has, separated by tabs: its\n" +
			"place in TEST, the first place in TRAIN, and the puzzle as it stands in TEST. The numbers follow. The exit\n" +
			"code is 1 if a puzzle is in both.\n\n" +
			"--solutions also counts the other puzzles of TEST whose solution is, in whatever form, that of a puzzle of TRAIN.\n" +
			"With --json: a line of JSON for each puzzle of TEST that is in TRAIN, and one with the numbers.\n\n" +
			"Of TRAIN, only the keys of puzzles are held in memory, some 50 bytes each, so it may have many millions of lines.",
		Example: "  gridkeeper lab leak train.csv test.csv\n  gridkeeper lab leak --solutions --json train.csv test.csv",
		Args:    twoFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			return leak(cmd, args[0], args[1], solutions, asJSON)
		},
	}
	cmd.Flags().BoolVar(&solutions, "solutions", false, "count the puzzles with the solution of another too")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines")
	return cmd
}

// twoFiles are the arguments of a command that reads two files.
func twoFiles(_ *cobra.Command, args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("%s: want two to compare", output.Plural(len(args), "file"))
	}
	if args[0] == "-" && args[1] == "-" {
		return errors.New("both files are standard input: want another file for one of them")
	}
	return nil
}

// A comparison finds the puzzles of one file in another. The first is held in memory, the second passes by: of its
// puzzles only their keys stay, to find duplicates.
type comparison struct {
	lines   []line            // the puzzles of the first file
	classes map[canon.Key]int // the first puzzle of each class, in lines

	passed int                    // puzzles of the second file
	seen   map[canon.Key]struct{} // their classes
	failed bool                   // a line of either file was bad, as was reported
}

// line is a puzzle of the first file.
type line struct {
	sudoku.Grid
	where    input.Position
	class    int       // the first puzzle of its class, in lines
	solution canon.Key // the class of its solution, if that is asked for and there is one
	found    *found    // of the first puzzle of a class: the first of this class in the second file, if there is one
}

// found is a puzzle of the second file.
type found struct {
	sudoku.Grid
	where input.Position
}

// keys are the class of a puzzle and that of its solution; this is zero if it was not asked for.
type keys struct{ puzzle, solution canon.Key }

func keysOf(g sudoku.Grid) (keys, error) { return keys{puzzle: canon.KeyOf(g)}, nil }

// keysWithSolution returns both; a puzzle with no or several solutions has none.
func keysWithSolution(g sudoku.Grid) (keys, error) {
	k := keys{puzzle: canon.KeyOf(g)}
	if solution, err := solver.Solve(g); err == nil {
		k.solution = canon.KeyOf(solution)
	}
	return k, nil
}

// compareFiles reads two files, and calls each for every puzzle of the second: with the first of the same class in the
// first file, nil if there is none, and whether a puzzle of the class had been there before. Bad lines are reported on
// standard error.
func compareFiles(cmd *cobra.Command, first, second string, work func(sudoku.Grid) (keys, error), each func(p *input.Puzzle, k keys, same *line, again bool)) (*comparison, error) {
	c := &comparison{classes: map[canon.Key]int{}, seen: map[canon.Key]struct{}{}}
	for r := range input.Good(cmd, input.OfClues(cmd, input.Puzzles(cmd, []string{first})), work, &c.failed) {
		class, known := c.classes[r.Value.puzzle]
		if !known {
			class = len(c.lines)
			c.classes[r.Value.puzzle] = class
		}
		c.lines = append(c.lines, line{Grid: r.Puzzle.Grid, where: r.Puzzle.Where, class: class, solution: r.Value.solution})
	}
	for r := range input.Good(cmd, input.OfClues(cmd, input.Puzzles(cmd, []string{second})), work, &c.failed) {
		var same *line
		if class, shared := c.classes[r.Value.puzzle]; shared {
			same = &c.lines[class]
			if same.found == nil {
				same.found = &found{r.Puzzle.Grid, r.Puzzle.Where}
			}
		}
		_, again := c.seen[r.Value.puzzle]
		c.seen[r.Value.puzzle] = struct{}{}
		c.passed++
		each(r.Puzzle, r.Value, same, again)
	}
	if err := cmd.Context().Err(); err != nil {
		return nil, err
	}
	if c.failed && (len(c.lines) == 0 || c.passed == 0) {
		return nil, output.ErrFailed // there is nothing to compare, as was reported
	}
	return c, nil
}

func compare(cmd *cobra.Command, files []string, show string) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	c, err := compareFiles(cmd, files[0], files[1], keysOf, func(p *input.Puzzle, _ keys, same *line, again bool) {
		if show == "second" && same == nil && !again {
			fmt.Fprintln(out, p.Grid)
		}
	})
	if err != nil {
		return errors.Join(out.Flush(), err)
	}
	both := 0
	for i, l := range c.lines {
		switch shared := l.found != nil; {
		case l.class != i: // a duplicate
		case shared:
			both++
			if show == "both" {
				fmt.Fprintf(out, "%s\t%s\n", l.Grid, l.found.Grid)
			}
		case show == "first":
			fmt.Fprintln(out, l.Grid)
		}
	}
	if show == "" {
		fmt.Fprintf(out, "%s: %s, %d essentially different\n", input.Named(files[0]), output.Plural(len(c.lines), "puzzle"), len(c.classes))
		fmt.Fprintf(out, "%s: %s, %d essentially different\n", input.Named(files[1]), output.Plural(c.passed, "puzzle"), len(c.seen))
		fmt.Fprintf(out, "in both: %d\nonly in the first: %d\nonly in the second: %d\n", both, len(c.classes)-both, len(c.seen)-both)
	}
	return errors.Join(out.Flush(), output.Failure(c.failed))
}

// place is that of a puzzle in a line of JSON. An argument has no line.
type place struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
}

func (p place) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d", p.File, p.Line)
}

// leakage are the numbers of a leak.
type leakage struct {
	Leaked          int `json:"leaked"` // puzzles of TEST
	Test            int `json:"test"`   // puzzles
	Train           int `json:"train"`
	TestDuplicates  int `json:"testDuplicates"` // puzzles with one of their class before them
	TrainDuplicates int `json:"trainDuplicates"`

	Solutions *int `json:"solutions,omitempty"` // other puzzles of TEST that have a solution of TRAIN
}

func leak(cmd *cobra.Command, train, test string, solutions, asJSON bool) error {
	work, solved := keysOf, map[canon.Key]struct{}{}
	if solutions {
		work = keysWithSolution
	}
	c, err := compareFiles(cmd, test, train, work, func(_ *input.Puzzle, k keys, _ *line, _ bool) {
		if k.solution != (canon.Key{}) {
			solved[k.solution] = struct{}{}
		}
	})
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	lines := json.NewEncoder(out)
	n := leakage{Test: len(c.lines), Train: c.passed, TestDuplicates: len(c.lines) - len(c.classes), TrainDuplicates: c.passed - len(c.seen)}
	sameSolution := 0
	for _, l := range c.lines {
		found := c.lines[l.class].found
		if found == nil {
			if _, has := solved[l.solution]; has {
				sameSolution++
			}
			continue
		}
		n.Leaked++
		inTest, inTrain := placeOf(l.where, test), placeOf(found.where, train)
		if !asJSON {
			fmt.Fprintf(out, "%v\t%v\t%s\n", inTest, inTrain, l.Grid)
			continue
		}
		err := lines.Encode(struct {
			Test   place       `json:"test"`
			Train  place       `json:"train"`
			Puzzle sudoku.Grid `json:"puzzle"`
		}{inTest, inTrain, l.Grid})
		if err != nil {
			return err
		}
	}
	if solutions {
		n.Solutions = &sameSolution
	}
	if asJSON {
		err = lines.Encode(n)
	} else {
		err = n.print(out, input.Named(train), input.Named(test))
	}
	return errors.Join(err, out.Flush(), output.Failure(c.failed || n.Leaked > 0))
}

// placeOf returns the place of a puzzle of an argument.
func placeOf(p input.Position, argument string) place {
	return place{File: cmp.Or(p.Source, output.Inert(argument)), Line: p.Line}
}

func (n leakage) print(out *bufio.Writer, train, test string) error {
	fmt.Fprintf(out, "%s: %s, %s, %d in %s\n", test, output.Plural(n.Test, "puzzle"), output.Plural(n.TestDuplicates, "duplicate"), n.Leaked, train)
	if n.Solutions != nil {
		fmt.Fprintf(out, "%s: %d more with a solution of %s\n", test, *n.Solutions, train)
	}
	_, err := fmt.Fprintf(out, "%s: %s, %s\n", train, output.Plural(n.Train, "puzzle"), output.Plural(n.TrainDuplicates, "duplicate"))
	return err
}
