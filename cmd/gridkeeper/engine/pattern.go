package engine

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating/se"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newPattern() *cobra.Command {
	var known []string
	cmd := &cobra.Command{
		Use:   "pattern PATTERN [--known FILE] [PUZZLE|FILE|-]...",
		Short: "referee a round of the Patterns Game: judge puzzles that are to have their clues in given cells",
		Long: "Judge puzzles that are to have their clues in the cells of a pattern, a grid with any digit in these. Print a table\n" +
			"of tab-separated columns: where the puzzle comes from, the puzzle, a verdict, and its ER, EP and ED as Sudoku\n" +
			"Explainer 1.2.1 rates, - if it does not. Verdicts are:\n\n" +
			"  ok             exactly one solution, no clue to spare, not known, in the pattern\n" +
			"  other cells    the pattern transposed, or with its lines permuted: 'gridkeeper canon --pattern' is the same\n" +
			"  other pattern  clues in other cells\n" +
			"  not minimal    a clue can go\n" +
			"  known WHERE    the same puzzle in any disguise, earlier in the input or in a file of --known\n\n" +
			"or why it is not a puzzle.\n\n" + input.Help,
		Example: "  gridkeeper pattern 1.....1..1.....1 --known round1.txt alice.txt bob.txt",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no pattern given: want a grid with a digit for each clue, such as 1.....1..1.....1")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			pattern, err := sudoku.Parse(args[0])
			if err != nil {
				return err
			}
			r := referee{pattern: pattern, seen: map[canon.Key]string{}}
			if err := r.read(cmd, known); err != nil {
				return err
			}
			return input.ForEachResult(cmd, args[1:], r.judge, r.print)
		},
	}
	cmd.Flags().StringSliceVar(&known, "known", nil, "files of puzzles that are known, such as those of earlier rounds")
	return cmd
}

// referee judges the puzzles of a round.
type referee struct {
	pattern sudoku.Grid
	seen    map[canon.Key]string // where a puzzle stood first
}

// submission is what can be said of a puzzle by itself.
type submission struct {
	key     canon.Key
	fault   string // "": none
	ratings string
}

// read takes in the puzzles that are known.
func (r *referee) read(cmd *cobra.Command, files []string) error {
	if len(files) == 0 {
		return nil
	}
	for p := range input.UntilDone(cmd.Context(), input.Puzzles(cmd, files)) {
		if p.Err != nil {
			return p.Fail(p.Err)
		}
		if key := canon.KeyOf(p.Grid); r.seen[key] == "" {
			r.seen[key] = sourceOf(p)
		}
	}
	return cmd.Context().Err()
}

// sourceOf names where a puzzle stands: "alice.txt:3".
func sourceOf(p input.Puzzle) string {
	if p.Where == (input.Place{}) {
		return "argument"
	}
	return fmt.Sprintf("%s:%d", p.Where.Source, p.Where.Line)
}

func (r *referee) judge(g sudoku.Grid) (submission, error) {
	s := submission{key: canon.KeyOf(g), ratings: "-\t-\t-"}
	if _, err := solver.Solve(g); err != nil {
		s.fault = err.Error()
		return s, nil
	}
	if rating, err := se.Rate(g); err == nil {
		s.ratings = fmt.Sprintf("%v\t%v\t%v", rating.ER, rating.EP, rating.ED)
	}
	switch {
	case g.Shape() != r.pattern.Shape() || canon.Pattern(g) != canon.Pattern(r.pattern):
		s.fault = "other pattern"
	case g.Filled() != r.pattern.Filled():
		s.fault = "other cells"
	case !generator.Minimal(g):
		s.fault = "not minimal"
	}
	return s, nil
}

// print prints a line of the table. It is called in the order of the input.
func (r *referee) print(out *bufio.Writer, result input.Result[submission]) error {
	s, where := result.Value, sourceOf(*result.Puzzle)
	verdict := s.fault
	if first := r.seen[s.key]; verdict == "" && first != "" {
		verdict = "known " + first
	} else if verdict == "" {
		verdict = "ok"
		r.seen[s.key] = where
	}
	_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", where, result.Puzzle.Grid, verdict, s.ratings)
	return err
}
