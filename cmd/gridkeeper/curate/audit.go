package curate

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

func newAudit() *cobra.Command {
	most := 50
	cmd := &cobra.Command{
		Use:   "audit [--last N]",
		Short: "print who changed collections, imports, schedules and results, the newest first",
		Long: "Print who changed collections or schedules, took imports or results back, or imported files in chat, the newest\n" +
			"first. An entry stays when its collection or import is gone.",
		Example: "  gridkeeper audit --last 10",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if most < 1 {
				return fmt.Errorf("--last %d: want 1 or more", most)
			}
			return database.With(cmd, func(store *archive.Store) error {
				changes, err := store.Changes(cmd.Context(), most)
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				for _, c := range changes {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\t%s\n", c.At.Format("2006-01-02 15:04"), output.Inert(c.By), c.Action,
						output.Inert(c.Subject), output.Inert(database.Owner(c.GuildID)), output.Inert(c.Detail))
				}
				return w.Flush()
			})
		},
	}
	cmd.Flags().IntVar(&most, "last", most, "how many")
	return cmd
}
