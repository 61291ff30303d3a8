package curate

import (
	"bufio"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
)

func newResearch() *cobra.Command {
	return &cobra.Command{
		Use:   "research",
		Short: "print the times of players who share them for research, without names",
		Long: "Print the solved games of players who share them with '/profile show:research which:on', one a line, separated by\n" +
			"tabs: a number for the player, the puzzle, its tier, the active time in seconds and the number of hints. The\n" +
			"numbers and the order are drawn anew each time; there is no id, no name, no guild and no date.\n\n" +
			"'go run ./cmd/lab/fit -separate FILE' fits the score to them.",
		Example: "  gridkeeper research > research.tsv",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return database.With(cmd, func(store *archive.Store) error {
				out := bufio.NewWriter(cmd.OutOrStdout())
				fmt.Fprintln(out, "player\tpuzzle\ttier\tseconds\thints")
				for t, err := range store.ResearchTimes(cmd.Context()) {
					if err != nil {
						return err
					}
					seconds := max(1, int(t.Active.Round(time.Second)/time.Second))
					fmt.Fprintf(out, "%d\t%s\t%d\t%d\t%d\n", t.Player, t.Clues, t.Tier, seconds, t.Hints)
				}
				return out.Flush()
			})
		},
	}
}
