package engine

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain/answers"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func newCheck() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "check [--json] [PUZZLE|FILE|-]...",
		Short: "print whether every puzzle is unique, minimal and symmetric, and its canonical form",
		Long: "Print, separated by tabs: the puzzle, whether it has exactly one solution (yes or no), whether it is minimal too\n" +
			"(yes or no), the number of clues, the symmetries of their cells separated by commas (or none; 'gridkeeper generate\n" +
			"--help' explains them), the number of automorphisms (the ways to turn, permute and relabel it into itself), and the\n" +
			"canonical form. A grid that is not unique has its line too. A sukaku, or another position with one solution by its\n" +
			"candidates only, has these as its puzzle and - in the columns without a meaning. Standard error names puzzles that are essentially the\n" +
			"same as one before.\n\n" +
			input.Help,
		Example: "  gridkeeper check puzzles.txt\n  gridkeeper check --json 1.....3..2.....4\n" +
			"  gridkeeper check puzzles.txt | awk -F'\\t' '$3 == \"yes\" {print $1}'",
		RunE: func(cmd *cobra.Command, args []string) error {
			show := checkedLine
			if asJSON {
				show = checkedJSON
			}
			note := input.NoteMarks(cmd)
			first := map[canon.Key]string{} // position of the first puzzle of each class
			return input.ForEachPositionResult(cmd, args, func(e format.Entry) (answers.Checked, error) { return answers.Check(BoardOf(e)) }, func(out *bufio.Writer, r input.Result[answers.Checked]) error {
				line, err := show(r.Value)
				if err == nil {
					_, err = fmt.Fprintln(out, line)
				}
				if err != nil {
					return err
				}
				if position := r.Value.Position; position != nil {
					out.Flush() // so that the reason comes after its line
					if !position.Unique {
						fmt.Fprintln(cmd.ErrOrStderr(), r.Puzzle.Fail(errors.New(position.Reason)))
					}
					return nil
				}
				note(r.Puzzle)
				p, key := r.Puzzle, canon.KeyOf(r.Puzzle.Grid)
				before, repeated := first[key]
				if !repeated {
					first[key] = p.Where.String()
					return nil
				}
				out.Flush() // so that the note comes after its line
				before = cmp.Or(strings.TrimSuffix(before, ": "), "an argument before it")
				fmt.Fprintf(cmd.ErrOrStderr(), "%s%s is the puzzle of %s, up to relabelling and swaps\n", p.Where, sudoku.Excerpt(p.Text), before)
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON lines")
	return cmd
}

func checkedLine(c answers.Checked) (string, error) {
	if p := c.Position; p != nil {
		return fmt.Sprintf("%s\t%s\t-\t%d\t-\t-\t-", p.Candidates, output.YesNo(p.Unique), p.Clues), nil
	}
	names := make([]string, len(c.Symmetries))
	for i, s := range c.Symmetries {
		names[i] = s.String()
	}
	if len(names) == 0 {
		names = []string{criteria.NoSymmetry.String()}
	}
	return fmt.Sprintf("%s\t%s\t%s\t%d\t%s\t%d\t%s", c.Puzzle, output.YesNo(c.Unique), output.YesNo(c.Minimal), c.Clues,
		strings.Join(names, ","), c.Automorphisms, c.Canonical), nil
}

func checkedJSON(c answers.Checked) (string, error) {
	if c.Position != nil {
		return output.JSON(c.Position)
	}
	return output.JSON(c)
}
