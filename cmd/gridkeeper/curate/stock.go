package curate

import (
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newStock() *cobra.Command {
	shape, perTier, seed := sudoku.Sudoku.String(), 0, uint64(0)
	cmd := &cobra.Command{
		Use:   "stock --per-tier N [--shape 6x6] [--seed S]",
		Short: "keep at least so many puzzles of every tier in the archive",
		Long: "Keep at least so many puzzles of every tier in the archive, used or not. Missing puzzles become jobs for\n" +
			"'gridkeeper work', on any number of machines; they go into the collection \"" + jobs.StockCollection + "\".\n" +
			"A tier whose job is not finished gets no other. 6x6 of tiers 3 and 4 are few: of those made, many are in the archive\n" +
			"already and do not count, so that a finished job may leave a tier short. The same command again makes the rest.",
		Example: "  gridkeeper stock --per-tier 1000\n  gridkeeper stock --shape 6x6 --per-tier 100\n  gridkeeper work --until-done",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("per-tier") {
				return fmt.Errorf("no --per-tier given: want 1 to %d", jobs.MaxStock)
			}
			if perTier < 1 || perTier > jobs.MaxStock {
				return fmt.Errorf("--per-tier %d: want 1 to %d", perTier, jobs.MaxStock)
			}
			if cmd.Flags().Changed("seed") && seed == 0 {
				return errors.New("--seed 0: want 1 or more")
			}
			of, err := sudoku.ParseShape(shape)
			if err == nil && !library.HasTiers(of) {
				err = fmt.Errorf("%q has no tiers: want sudoku or 6x6", shape)
			}
			if err != nil {
				return fmt.Errorf("--shape: %w", err)
			}
			return database.Change(cmd, func(store *archive.Store) error {
				return printStock(cmd, store, jobs.Stock{Shape: of, PerTier: perTier, Seed: seed, By: commandLine})
			})
		},
	}
	cmd.Flags().StringVar(&shape, "shape", shape, "sudoku or 6x6")
	cmd.Flags().IntVar(&perTier, "per-tier", perTier, "how many puzzles of every tier")
	cmd.Flags().Uint64Var(&seed, "seed", seed, "seed of the random numbers (default: a new one)")
	return cmd
}

func printStock(cmd *cobra.Command, store *archive.Store, stock jobs.Stock) error {
	tiers, err := jobs.AddStock(cmd.Context(), store, stock)
	if err != nil {
		return err
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	added := false
	for _, t := range tiers {
		fmt.Fprintf(w, "%s\t", library.Kind{Shape: stock.Shape, Tier: t.Tier}.Name())
		switch {
		case t.New:
			added = true
			fmt.Fprintf(w, "%d there, %d to make: job %d\n", t.Held, t.Missing, t.ID)
		case t.ID != 0:
			fmt.Fprintf(w, "job %d is not finished\n", t.ID)
		default:
			fmt.Fprintf(w, "%d there\n", t.Held)
		}
	}
	if err := w.Flush(); err != nil || !added {
		return err
	}
	return adviseWork(cmd, store)
}

// adviseWork prints how to do the work of a job, unless machines are working.
func adviseWork(cmd *cobra.Command, store *archive.Store) error {
	overview, err := jobs.List(cmd.Context(), store)
	if err == nil && len(overview.Machines) == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "no machine is working: 'gridkeeper work' does it, 'gridkeeper jobs' shows how far it is")
	}
	return err
}
