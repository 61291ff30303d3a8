package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
)

func newMigrate() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "bring the database's schema up to date",
		Long: "Bring the database's schema up to date. Every command does so for the private server; for a database\n" +
			"of your own, run this after each update of gridkeeper, before 'serve'.",
		Example: "  GRIDKEEPER_DATABASE_URL=postgres://me@db/gridkeeper gridkeeper migrate",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := config.Load(cmd.Flags())
			if err != nil {
				return err
			}
			db, err := database.Open(cmd.Context(), c)
			if err != nil {
				return err
			}
			defer db.Stop()
			if err := postgres.Migrate(cmd.Context(), db.URL); err != nil {
				return err
			}
			fmt.Fprintln(cmd.ErrOrStderr(), "the schema is up to date")
			return nil
		},
	}
}
