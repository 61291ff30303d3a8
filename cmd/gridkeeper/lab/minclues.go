package lab

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// minCluesOptions are the flags of min-clues.
type minCluesOptions struct {
	below               int
	all, search, dryRun bool
}

func newMinClues() *cobra.Command {
	var o minCluesOptions
	cmd := &cobra.Command{
		Use:   "min-clues GRID --below N [--all] [--dry-run]",
		Short: "decide whether a solution has a puzzle of fewer than N clues",
		Long: "Print a minimal puzzle of fewer than N clues that has the solution, or the solution of the puzzle. If there is\n" +
			"none, the exit code is 1. --all prints all minimal puzzles of fewer than N clues, those of fewest clues first; when\n" +
			"it is interrupted, those found until then.\n\n" +
			"The search is complete, uses all cores, and always prints the same puzzle. If there is none, and with --all, it\n" +
			"takes seconds for --below 16, minutes for --below 18, an hour for --below 19 and days for --below 20. No puzzle\n" +
			"has fewer than 17 clues (McGuire, Tugemann, Civario: There Is No 16-Clue Sudoku, 2014), so up to --below 17\n" +
			"the answer needs no search; --search searches all the same. A 6x6 has 8 clues or more, a shidoku 4, and both take\n" +
			"less than a second. --dry-run estimates the time of a whole search by trying parts of it for some seconds.",
		Example: "  gridkeeper lab min-clues --below 20 1.....3..2.....4\n  gridkeeper lab min-clues solution.txt --below 18",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("min-clues with %s: want one, such as 'gridkeeper lab min-clues --below 18 solution.txt'", output.Plural(len(args), "grid"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !cmd.Flags().Changed("below") {
				return errors.New("--below is missing: want the number of clues that is one too many")
			}
			if o.below < 1 {
				return fmt.Errorf("--below %d: want 1 or more", o.below)
			}
			p, err := input.Only(cmd, args, fmt.Errorf("%s has more than one grid: want one", sudoku.Excerpt(args[0])))
			if err != nil {
				return err
			}
			solution, err := solver.Solve(p.Grid)
			if err != nil {
				return p.Fail(err)
			}
			return o.run(cmd, solution)
		},
	}
	cmd.Flags().IntVar(&o.below, "below", 0, "look for a puzzle of fewer than N clues")
	cmd.Flags().BoolVar(&o.all, "all", false, "print all such puzzles that are minimal")
	cmd.Flags().BoolVar(&o.search, "search", false, "search where a theorem gives the answer")
	cmd.Flags().BoolVar(&o.dryRun, "dry-run", false, "only estimate the time of a whole search")
	return cmd
}

func (o *minCluesOptions) run(cmd *cobra.Command, solution sudoku.Grid) error {
	least := solver.MinClues(solution.Shape())
	if o.below <= least && !o.search {
		return fmt.Errorf("no puzzle of fewer than %d clues: every %s needs %d or more (--search searches all the same)",
			o.below, solution.Shape(), least)
	}
	if o.dryRun {
		cost, tried, err := generator.FewerCluesCost(cmd.Context(), solution, o.below, output.ProcessTime, output.CostSample)
		if err == nil {
			fmt.Fprintf(cmd.OutOrStdout(), "about %s of one core (tried: %s through the search)\n", output.Roughly(cost), output.Plural(tried, "way"))
		}
		return err
	}
	searched, parts := 0, 0
	bar := output.NewProgress(cmd.ErrOrStderr(), "parts")
	puzzles, err := o.find(cmd.Context(), solution, func(done, of int) {
		searched, parts = done, of
		bar.Show("searched", done, of)
	})
	bar.Clear()
	for _, g := range puzzles {
		fmt.Fprintln(cmd.OutOrStdout(), g)
	}
	switch {
	case err != nil && parts > 0:
		fmt.Fprintf(cmd.ErrOrStderr(), "not decided: %d of %d parts searched, %s of fewer than %d clues in them\n",
			searched, parts, output.Plural(len(puzzles), "puzzle"), o.below)
	case err == nil && len(puzzles) == 0:
		return fmt.Errorf("no puzzle of fewer than %d clues: all were searched", o.below)
	}
	return err
}

// find returns one puzzle, or with --all all of them. report gets the searched parts and their number.
func (o *minCluesOptions) find(ctx context.Context, solution sudoku.Grid, report func(done, of int)) ([]sudoku.Grid, error) {
	if o.all {
		return generator.AllFewerClues(ctx, solution, o.below, report)
	}
	g, ok, err := generator.FewerClues(ctx, solution, o.below, report)
	if !ok {
		return nil, err
	}
	return []sudoku.Grid{g}, nil
}
