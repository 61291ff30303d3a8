package lab

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
)

// SQLRole returns the command that makes roles of the database for notebooks.
func SQLRole() *cobra.Command {
	drop, fromInput := false, false
	cmd := &cobra.Command{
		Use:   "sql-role [--password-stdin | --drop] NAME",
		Short: "make a role of the database that reads the open archive and nothing else",
		Long: "Make a role of PostgreSQL for notebooks. It reads the views of the schema \"open\": the puzzles, collections, lines and\n" +
			"ratings that anyone may see, without those that are in play. It can read no table and change nothing. Its password\n" +
			"is printed once, or read from standard input with --password-stdin; the server keeps only a verifier of it.\n\n" +
			"The user of database.url needs the right to make roles, createrole, and owns the views if it ran 'gridkeeper\n" +
			"migrate'. If everyone (PUBLIC) has rights in the database that the role must not have, none is made, and the error\n" +
			"lists them. A pooler and pg_hba.conf have to let the new role in.\n\n" +
			"Its statements end after 5 minutes, and it has 8 connections at most. It can lift the first limit itself, and use\n" +
			"the time and the disk of the server like any role: give it to people you know. For everyone else there is\n" +
			"'gridkeeper dump'.",
		Example: "  gridkeeper lab sql-role notebook\n  gridkeeper lab sql-role --drop notebook",
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) != 1:
				return errors.New("want the name of one role, such as notebook")
			case drop && fromInput:
				return errors.New("--drop needs no password: leave out --password-stdin")
			case drop:
				return database.Change(cmd, func(store *archive.Store) error {
					if err := store.DropReader(cmd.Context(), args[0]); err != nil {
						return err
					}
					_, err := fmt.Fprintf(cmd.OutOrStdout(), "removed the role %s\n", args[0])
					return err
				})
			}
			password := rand.Text()
			if fromInput {
				line, err := bufio.NewReader(cmd.InOrStdin()).ReadString('\n')
				if err != nil && err != io.EOF {
					return err
				}
				if password = strings.TrimRight(line, "\r\n"); password == "" {
					return errors.New("no password on standard input: write it as one line")
				}
			}
			return database.Change(cmd, func(store *archive.Store) error {
				if err := store.MakeReader(cmd.Context(), args[0], password); err != nil {
					return err
				}
				text := "made the role " + args[0] + " with this password, which is not shown again:\n" + password + "\n"
				if fromInput {
					text = "made the role " + args[0] + "\n"
				}
				_, err := fmt.Fprint(cmd.OutOrStdout(), text)
				return err
			})
		},
	}
	cmd.Flags().BoolVar(&fromInput, "password-stdin", false, "read the password from standard input, 12 characters or more")
	cmd.Flags().BoolVar(&drop, "drop", false, "remove a role that this command made")
	return cmd
}
