package curate

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
)

func newStrengths() *cobra.Command {
	keep := false
	cmd := &cobra.Command{
		Use:   "strengths [--keep]",
		Short: "compute the ratings of players anew, and compare",
		Long: "Compute the ratings of all players anew, from the games that were rated when their day was over, and compare them\n" +
			"with the stored ratings. A deleted player counts with the rating of that day. A result that an admin removed or\n" +
			"restored later changes no rating by itself: --keep stores the computed ratings, which include such changes. The\n" +
			"exit code is 1 if ratings differ and are not stored.",
		Example: "  gridkeeper strengths",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			open := database.With
			if keep {
				open = database.Change
			}
			return open(cmd, func(store *archive.Store) error {
				c, err := store.CheckStrengths(cmd.Context(), keep)
				if err != nil {
					return err
				}
				out := cmd.OutOrStdout()
				fmt.Fprintf(out, "%d players and %d puzzles are rated, by %d games of %d days\n", c.Players, c.Puzzles, c.Games, c.Days)
				fmt.Fprintf(out, "%d of the games were played by players who were deleted\n", c.Unknown)
				fmt.Fprintf(out, "%d results were removed since, and %d restored\n", c.Removed, c.Restored)
				if c.Differ > 0 && !keep {
					return fmt.Errorf("%d ratings differ from what is computed: run 'gridkeeper strengths --keep'", c.Differ)
				}
				_, err = fmt.Fprintf(out, "%d ratings differed from what is computed\n", c.Differ)
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&keep, "keep", false, "store the computed ratings")
	return cmd
}
