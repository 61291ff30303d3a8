package lab

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
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
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return fmt.Errorf("%s: want two to compare", output.Plural(len(args), "file"))
			}
			if args[0] == "-" && args[1] == "-" {
				return errors.New("both files are standard input: want another file for one of them")
			}
			return nil
		},
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

// classes are the puzzles of a file by their canonical form. Of isomorphs, they hold the first.
type classes struct {
	puzzles int
	order   []canon.Key
	first   map[canon.Key]sudoku.Grid
}

// readClasses reads the classes of a file. It reports bad lines on standard error and sets failed.
func readClasses(cmd *cobra.Command, file string, failed *bool) classes {
	c := classes{first: map[canon.Key]sudoku.Grid{}}
	keyOf := func(g sudoku.Grid) (canon.Key, error) { return canon.KeyOf(g), nil }
	for r := range input.Good(cmd, input.Puzzles(cmd, []string{file}), keyOf, failed) {
		c.puzzles++
		if _, known := c.first[r.Value]; !known {
			c.first[r.Value] = r.Puzzle.Grid
			c.order = append(c.order, r.Value)
		}
	}
	return c
}

func compare(cmd *cobra.Command, files []string, show string) error {
	failed := false
	first, second := readClasses(cmd, files[0], &failed), readClasses(cmd, files[1], &failed)
	if err := cmd.Context().Err(); err != nil {
		return err
	}
	if failed && (first.puzzles == 0 || second.puzzles == 0) {
		return output.ErrFailed // there is nothing to compare, as was reported
	}
	out := cmd.OutOrStdout()
	both := 0
	for _, key := range first.order {
		other, shared := second.first[key]
		switch {
		case shared && show == "both":
			fmt.Fprintf(out, "%s\t%s\n", first.first[key], other)
		case !shared && show == "first":
			fmt.Fprintln(out, first.first[key])
		}
		if shared {
			both++
		}
	}
	if show == "second" {
		for _, key := range second.order {
			if _, shared := first.first[key]; !shared {
				fmt.Fprintln(out, second.first[key])
			}
		}
	}
	if show == "" {
		for i, c := range []classes{first, second} {
			fmt.Fprintf(out, "%s: %s, %d essentially different\n", input.Named(files[i]), output.Plural(c.puzzles, "puzzle"), len(c.order))
		}
		fmt.Fprintf(out, "in both: %d\nonly in the first: %d\nonly in the second: %d\n", both, len(first.order)-both, len(second.order)-both)
	}
	return output.Failure(failed)
}
