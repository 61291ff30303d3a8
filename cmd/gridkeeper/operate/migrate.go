package operate

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
)

// Migrate returns the command that updates the schema.
func Migrate() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "migrate",
		Short: "bring the database's schema up to date",
		Long: "Bring the database's schema up to date. Every command does so for the private server; for a database\n" +
			"of your own, run this with the new gridkeeper at each update, before its 'serve'. Programs of the release\n" +
			"before go on meanwhile; it refuses while older ones are connected that could not.",
		Example: "  GRIDKEEPER_DATABASE_URL=postgres://me@db/gridkeeper gridkeeper migrate",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return onServer(cmd, func(ctx context.Context, url string) error {
				if err := postgres.Migrate(ctx, url); err != nil {
					return err
				}
				store, err := archive.Open(ctx, url)
				if err != nil {
					return err
				}
				defer store.Close()
				if err := store.ImportPatterns(ctx); err != nil {
					return err
				}
				fmt.Fprintln(cmd.ErrOrStderr(), "the schema is up to date")
				return nil
			})
		},
	}
	cmd.AddCommand(newMigrateDown())
	return cmd
}

func newMigrateDown() *cobra.Command {
	to, sure := int64(0), false
	cmd := &cobra.Command{
		Use:   "down --to SCHEMA [--yes]",
		Short: "take the schema back for an older gridkeeper",
		Long: "Take the schema back for an older gridkeeper, which names the schema that it needs when it refuses to\n" +
			"start. Without --yes this only says what would be lost. Stop the programs that need the newer schema first.",
		Example: "  gridkeeper migrate down --to 58\n  gridkeeper migrate down --to 58 --yes",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return onServer(cmd, func(ctx context.Context, url string) error {
				lost, err := postgres.MigrateDown(ctx, url, to, sure)
				if err != nil {
					return err
				}
				for _, s := range lost {
					fmt.Fprintf(cmd.ErrOrStderr(), "schema %d takes with it: %s\n", s.Version, s.Loses)
				}
				if len(lost) > 0 && !sure {
					return errors.New("nothing was changed: make a backup, then repeat this with --yes")
				}
				fmt.Fprintf(cmd.ErrOrStderr(), "the schema is %d\n", to)
				return nil
			})
		},
	}
	cmd.Flags().Int64Var(&to, "to", 0, "the schema of the older gridkeeper")
	cmd.Flags().BoolVar(&sure, "yes", false, "do it")
	_ = cmd.MarkFlagRequired("to") // the flag exists
	return cmd
}

// onServer does some work on the database of the settings without opening the archive, which needs the newest schema.
func onServer(cmd *cobra.Command, work func(ctx context.Context, url string) error) error {
	c, err := config.LoadSystem(cmd.Flags())
	if err != nil {
		return err
	}
	db, err := database.Open(cmd.Context(), c)
	if err != nil {
		return err
	}
	database.Announce(cmd, c)
	return errors.Join(work(cmd.Context(), db.URL), db.Stop())
}
