package lab

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/canon/rank"
)

func newGrid() *cobra.Command {
	var chutes bool
	cmd := &cobra.Command{
		Use:   "grid [--bands] RANK... | grid [--bands] [PUZZLE|FILE|-]...",
		Short: "print the rank of every puzzle's solution among all solution grids, or the grid of a rank",
		Long: "Print the rank of every puzzle's solution, its canonical form, and how many automorphisms it has, separated by\n" +
			"tabs. There are 5,472,730,538 essentially different 9×9 solutions, and the rank is the place of one in the order\n" +
			"of their canonical forms, from 1. Puzzles of the same rank have essentially the same solution. For a rank, print\n" +
			"the same columns for its grid.\n\n" +
			"--bands adds two columns: the classes of the three bands of the canonical form, numbered from 1 to 416 in the order\n" +
			"of the classes' canonical forms, and those of its stacks. The first band has the first class of all six.\n\n" + input.Help,
		Example: "  gridkeeper lab grid 1 5472730538\n  seq 1 9 | xargs gridkeeper lab grid\n  gridkeeper lab grid puzzles.txt | sort -n | cut -f 1 | uniq -d",
		RunE: func(cmd *cobra.Command, args []string) error {
			ranks, err := ranksOf(args)
			if err != nil {
				return err
			}
			if len(ranks) == 0 {
				return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
					solution, err := solver.Solve(g)
					if err != nil {
						return "", err
					}
					n, err := rank.Of(solution)
					if err != nil {
						return "", err
					}
					return gridLine(n, canon.Of(solution), chutes), nil
				})
			}
			failed := false
			for _, n := range ranks {
				g, err := rank.Grid(n)
				if err != nil {
					failed = true
					fmt.Fprintln(cmd.ErrOrStderr(), err)
					continue
				}
				fmt.Fprintln(cmd.OutOrStdout(), gridLine(n, g, chutes))
			}
			return output.Failure(failed)
		},
	}
	cmd.Flags().BoolVar(&chutes, "bands", false, "print the classes of the bands and of the stacks too")
	return cmd
}

// ranksOf reads the arguments as ranks. It returns none if the first is not a rank.
func ranksOf(args []string) (ranks []int, err error) {
	for i, arg := range args {
		n, ok := rank.Parse(arg)
		if !ok {
			if i == 0 {
				return nil, nil
			}
			return nil, fmt.Errorf("%q is not a rank, and %q is: want ranks alone, or puzzles", arg, args[0])
		}
		ranks = append(ranks, n)
	}
	return ranks, nil
}

func gridLine(n int, form sudoku.Grid, chutes bool) string {
	line := fmt.Sprintf("%d\t%s\t%d", n, form, canon.Automorphisms(form))
	if chutes {
		bands, stacks := rank.BandsOf(form)
		line += fmt.Sprintf("\t%d,%d,%d\t%d,%d,%d", bands[0], bands[1], bands[2], stacks[0], stacks[1], stacks[2])
	}
	return line
}
