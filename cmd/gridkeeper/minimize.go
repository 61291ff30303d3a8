package main

import (
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newMinimize() *cobra.Command {
	seed := uint64(0)
	cmd := &cobra.Command{
		Use:   "minimize [--seed S] [PUZZLE|FILE|-]...",
		Short: "take clues away from every puzzle until none can go",
		Long: "Print a minimal puzzle for every puzzle: clues are taken away as long as one solution is left. Most puzzles\n" +
			"can be made minimal in many ways; the same seed gives the same one. A solved grid gives a minimal puzzle\n" +
			"with that solution.\n\n" + input.Help,
		Example: "  gridkeeper minimize puzzles.txt\n  gridkeeper minimize --seed 2 1.3..4..3..24..3",
		RunE: func(cmd *cobra.Command, args []string) error {
			return input.ForEach(cmd, args, func(g sudoku.Grid) (string, error) {
				if _, err := solver.Solve(g); err != nil {
					return "", err
				}
				// A sequence of its own for each, so that a puzzle does not depend on those before it.
				return generator.Minimize(g, rand.New(rand.NewPCG(seed, 0))).String(), nil
			})
		},
	}
	cmd.Flags().Uint64Var(&seed, "seed", seed, "another seed takes other clues away")
	return cmd
}
