package main

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newGenerate() *cobra.Command {
	tier, shape, count, seed := "", sudoku.Sudoku.String(), 1, uint64(0)
	cmd := &cobra.Command{
		Use:   "generate [--tier N] [--count M] [--shape shidoku] [--seed S]",
		Short: "make new minimal puzzles of a tier",
		Long: "Make new puzzles that need each of their clues, no two essentially the same. The same seed gives the same\n" +
			"puzzles; without a seed they are new every time.",
		Example: "  gridkeeper generate --tier 3 --count 10 --seed 1\n  gridkeeper generate --shape shidoku --count 36",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64()
			}
			options := generator.Options{Seed: seed}
			var err error
			if options.Shape, err = sudoku.ParseShape(shape); err != nil {
				return fmt.Errorf("--shape: %w", err)
			}
			if tier != "" {
				if options.Tier, err = logic.ParseTier(tier); err != nil {
					return fmt.Errorf("--tier: %w", err)
				}
			}
			if count < 1 {
				return fmt.Errorf("--count %d: want 1 or more", count)
			}
			return generate(cmd, options, count)
		},
	}
	cmd.Flags().StringVar(&tier, "tier", tier, "1-5 or its name; any tier if not given")
	cmd.Flags().StringVar(&shape, "shape", shape, "sudoku or shidoku")
	cmd.Flags().IntVar(&count, "count", count, "how many puzzles")
	cmd.Flags().Uint64Var(&seed, "seed", seed, "seed of the random numbers (default: a new one)")
	return cmd
}

func generate(cmd *cobra.Command, options generator.Options, count int) error {
	made := 0
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	puzzles := make(chan sudoku.Grid)
	go func() { // for a rare tier, the next puzzle takes a while
		defer close(puzzles)
		for g := range generator.Puzzles(options) {
			select {
			case puzzles <- g:
			case <-ctx.Done():
				return
			}
		}
	}()
	for g := range untilDone(ctx, puzzles) {
		if _, err := fmt.Fprintln(cmd.OutOrStdout(), g); err != nil {
			return err
		}
		if made++; made == count {
			return nil
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return fmt.Errorf("%d of %d puzzles: there are no more essentially different minimal puzzles of this shape and tier", made, count)
}
