package lab

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/generator/referee"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func newPattern() *cobra.Command {
	var known []string
	cmd := &cobra.Command{
		Use:   "pattern PATTERN [--known FILE] [PUZZLE|FILE|-]...",
		Short: "referee a round of the Patterns Game: judge puzzles with clues in given cells",
		Long: "Judge puzzles whose clues should be in the cells of a pattern, which has x, # or a digit for these. Print a line\n" +
			"for each, separated by tabs: the file and line of the puzzle, the puzzle, a verdict, and if it is ok the ratings\n" +
			"ER, EP and ED of Sudoku Explainer 1.2.1, or - where it has none, as for a 6x6. Verdicts are:\n\n" +
			"  ok             exactly one solution, no clue to spare, not known, in the pattern\n" +
			"  other cells    the pattern transposed, or with its lines permuted: 'gridkeeper canon --pattern' is the same\n" +
			"  other pattern  clues in other cells\n" +
			"  not minimal    a clue can go\n" +
			"  known WHERE    the same puzzle earlier in the input, or in a file of --known\n" +
			"  known in disguise WHERE    the same turned, permuted or relabelled\n\n" +
			"or the reason why it is not a puzzle.\n\n" + input.Help,
		Example: "  gridkeeper lab pattern x.....x..x.....x --known round1.txt alice.txt bob.txt",
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
			r := round{pattern: pattern, known: map[canon.Key]first{}, seen: map[canon.Key]first{}}
			if err := r.read(cmd, known); err != nil {
				return err
			}
			return input.ForEachResult(cmd, args[1:], r.judge, r.print)
		},
	}
	cmd.Flags().StringSliceVar(&known, "known", nil, "files of puzzles that are known, such as those of earlier rounds")
	return cmd
}

// round is a round of the Patterns Game.
type round struct {
	pattern   sudoku.Grid
	known     map[canon.Key]first // from the start
	seen      map[canon.Key]first // in the input
	arguments int                 // number of puzzles among the arguments so far
}

// first is the first occurrence of a puzzle.
type first struct {
	where string
	grid  sudoku.Grid
}

// read reads the known puzzles.
func (r *round) read(cmd *cobra.Command, files []string) error {
	if len(files) == 0 {
		return nil
	}
	for p := range input.UntilDone(cmd.Context(), input.Puzzles(cmd, files)) {
		if p.Err != nil {
			return p.Fail(p.Err)
		}
		key := canon.KeyOf(p.Grid)
		if _, again := r.known[key]; !again {
			r.known[key] = first{sourceOf(p, "--known"), p.Grid}
		}
	}
	return cmd.Context().Err()
}

// sourceOf returns the position of a puzzle, "alice.txt:3", or given for an argument.
func sourceOf(p input.Puzzle, given string) string {
	if p.Where == (input.Position{}) {
		return given
	}
	return fmt.Sprintf("%s:%d", p.Where.Source, p.Where.Line)
}

// judged is a verdict, with the ratings of a puzzle that may be new.
type judged struct {
	referee.Verdict
	ratings [3]string
}

func (r *round) judge(g sudoku.Grid) (judged, error) {
	v := judged{referee.Judge(r.pattern, g), referee.Unrated}
	if _, known := r.known[v.Key]; v.Fault == "" && !known {
		v.ratings = referee.Ratings(g)
	}
	return v, nil
}

// print prints a line of the table. It is called in the order of the input.
func (r *round) print(out *bufio.Writer, result input.Result[judged]) error {
	if result.Puzzle.Where == (input.Position{}) {
		r.arguments++
	}
	v, where := result.Value, sourceOf(*result.Puzzle, fmt.Sprintf("argument %d", r.arguments))
	verdict := string(v.Fault)
	if v.Err != nil {
		verdict = v.Err.Error()
	}
	if verdict == "" {
		if verdict = r.before(v.Key, result.Puzzle.Grid); verdict != "" {
			v.ratings = referee.Unrated
		} else {
			verdict = "ok"
			r.seen[v.Key] = first{where, result.Puzzle.Grid}
		}
	}
	_, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", where, result.Puzzle.Grid, verdict, strings.Join(v.ratings[:], "\t"))
	return err
}

// before returns the verdict of a known puzzle, with its first occurrence, "" if it is new.
func (r *round) before(key canon.Key, g sudoku.Grid) string {
	for _, known := range []map[canon.Key]first{r.known, r.seen} {
		if f, ok := known[key]; ok && f.grid == g {
			return "known " + f.where
		} else if ok {
			return "known in disguise " + f.where
		}
	}
	return ""
}
