package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/unavoidable"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newSolve() *cobra.Command {
	limit := 2
	cmd := &cobra.Command{
		Use:   "solve [--limit N] [PUZZLE|FILE|-]...",
		Short: "print the solution of every puzzle",
		Long: "Print the solution of every puzzle. A puzzle with no solution, or more than one, is an error, and so\n" +
			"is a grid for which that is too hard to decide.\n\n" +
			input.Help,
		Example: "  gridkeeper solve 1.....3..2.....4\n  gridkeeper solve --limit 1000 puzzles.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 {
				return fmt.Errorf("--limit %d: want 1 or more", limit)
			}
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) { return solve(g, limit) })
		},
	}
	cmd.Flags().IntVar(&limit, "limit", limit,
		"count solutions up to N for the error; 1 prints the first without looking for more")
	return cmd
}

func solve(g sudoku.Grid, limit int) (string, error) {
	if limit == 1 {
		for solution, err := range solver.Solutions(g) {
			return solution.String(), err
		}
	}
	solution, err := solver.Solve(g)
	if err == nil {
		return solution.String(), nil
	}
	if limit == 2 {
		return "", unavoidable.Reason(g, err)
	}
	if n, tooHard := solver.Count(g, limit); n > 1 {
		more := ""
		if n == limit || tooHard != nil {
			more = " or more"
		}
		return "", fmt.Errorf("%w: %d%s", solver.ErrManySolutions, n, more)
	}
	return "", unavoidable.Reason(g, err)
}
