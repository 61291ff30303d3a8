package engine

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/canon"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/referee"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newPattern() *cobra.Command {
	var known []string
	cmd := &cobra.Command{
		Use:   "pattern PATTERN [--known FILE] [PUZZLE|FILE|-]...",
		Short: "referee a round of the Patterns Game: judge puzzles that are to have their clues in given cells",
		Long: "Judge puzzles that are to have their clues in the cells of a pattern, with x, # or a digit in these. Print a table\n" +
			"of tab-separated columns: where the puzzle comes from, the puzzle, a verdict, and its ER, EP and ED as Sudoku\n" +
			"Explainer 1.2.1 rates, - if it does not. Verdicts are:\n\n" +
			"  ok             exactly one solution, no clue to spare, not known, in the pattern\n" +
			"  other cells    the pattern transposed, or with its lines permuted: 'gridkeeper canon --pattern' is the same\n" +
			"  other pattern  clues in other cells\n" +
			"  not minimal    a clue can go\n" +
			"  known WHERE    the same puzzle in any disguise, earlier in the input or in a file of --known\n\n" +
			"or why it is not a puzzle.\n\n" + input.Help,
		Example: "  gridkeeper pattern x.....x..x.....x --known round1.txt alice.txt bob.txt",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("no pattern given: want x for each clue and . for none, such as x.....x..x.....x")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			pattern, err := referee.ParsePattern(args[0])
			if err != nil {
				return err
			}
			r := round{pattern: pattern, seen: map[canon.Key]string{}}
			if err := r.read(cmd, known); err != nil {
				return err
			}
			return input.ForEachResult(cmd, args[1:], r.judge, r.print)
		},
	}
	cmd.Flags().StringSliceVar(&known, "known", nil, "files of puzzles that are known, such as those of earlier rounds")
	return cmd
}

// round is a round of the game.
type round struct {
	pattern sudoku.Grid
	seen    map[canon.Key]string // where a puzzle stood first
}

// read takes in the puzzles that are known.
func (r *round) read(cmd *cobra.Command, files []string) error {
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
	if p.Where == (input.Position{}) {
		return "argument"
	}
	return fmt.Sprintf("%s:%d", p.Where.Source, p.Where.Line)
}

func (r *round) judge(g sudoku.Grid) (referee.Verdict, error) {
	return referee.Judge(r.pattern, g), nil
}

// print prints a line of the table. It is called in the order of the input.
func (r *round) print(out *bufio.Writer, result input.Result[referee.Verdict]) error {
	v, where := result.Value, sourceOf(*result.Puzzle)
	verdict := string(v.Fault)
	if v.Err != nil {
		verdict = v.Err.Error()
	}
	if first := r.seen[v.Key]; verdict == "" && first != "" {
		verdict = "known " + first
	} else if verdict == "" {
		verdict = "ok"
		r.seen[v.Key] = where
	}
	ratings := v.Ratings()
	_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", where, result.Puzzle.Grid, verdict, strings.Join(ratings[:], "\t"))
	return err
}
