package curate

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newCollection() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "collection [list|show|set|share|unshare|rename|give|best|delete]",
		Short: "list collections, record their origin, share, rename, give away or delete them",
		Long: "List the collections, with their owners, whether they are shared, and how many different puzzles they have: sudoku\n" +
			"of each tier, and other shapes of all tiers. A collection of 'gridkeeper import' is the operator's and shared\n" +
			"with all guilds; a collection that a guild imports is its own. Dailies and games go on when a collection is no\n" +
			"longer shared.",
		Example: "  gridkeeper collection\n  gridkeeper collection share --guild 197038439483310086 best\n  gridkeeper collection unshare Starter",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 && (len(args) > 1 || args[0] != "list") {
				return fmt.Errorf("unknown subcommand %q: want list, show, set, share, unshare, rename, give, best or delete", args[0])
			}
			return database.With(cmd, func(store *archive.Store) error { return listCollections(cmd, store) })
		},
	}
	cmd.AddCommand(newShare("share", "let all guilds use its puzzles", true),
		newShare("unshare", "let only its own guild use it, or none if it is the operator's", false),
		aboutCollection(database.With, "show NAME", "print the origin, owner and size of a collection", "show Starter", 1,
			func(cmd *cobra.Command, _ *archive.Store, c library.Collection, _ []string) error {
				return printCollection(cmd.OutOrStdout(), c)
			}),
		newCollectionSet(), newCollectionRename(), newCollectionGive(), newCollectionBest(), newCollectionDelete())
	return cmd
}

func newShare(name, short string, shared bool) *cobra.Command {
	guild := ""
	cmd := &cobra.Command{
		Use:     name + " [--guild ID] NAME...",
		Short:   short,
		Example: "  gridkeeper collection " + name + " best",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("no collection given: 'gridkeeper collection' lists them")
			}
			return database.Change(cmd, func(store *archive.Store) error { return share(cmd, store, guild, args, shared) })
		},
	}
	database.AddGuildFlag(cmd, &guild)
	return cmd
}

func listCollections(cmd *cobra.Command, store *archive.Store) error {
	all, err := store.Collections(cmd.Context())
	if err != nil {
		return err
	}
	w, others := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0), sudoku.Shapes[1:] // than sudoku
	fmt.Fprint(w, "collection\towner\tshared")
	for _, tier := range logic.Tiers {
		fmt.Fprintf(w, "\t%s", tier)
	}
	for _, shape := range others {
		fmt.Fprintf(w, "\t%s", shape)
	}
	fmt.Fprint(w, "\timported by\n")
	for _, c := range all {
		fmt.Fprintf(w, "%s\t%s\t%s", output.Inert(c.Name), output.Inert(database.Owner(c.GuildID)), output.YesNo(c.Shared))
		for _, tier := range logic.Tiers {
			fmt.Fprintf(w, "\t%d", c.Puzzles.Of(sudoku.Sudoku, tier))
		}
		for _, shape := range others {
			fmt.Fprintf(w, "\t%d", c.Puzzles.Sum(shape))
		}
		fmt.Fprintf(w, "\t%s\n", output.Inert(c.By))
	}
	return w.Flush()
}

// share shares collections or not. It changes none if one of them does not exist.
func share(cmd *cobra.Command, store *archive.Store, guild string, names []string, shared bool) error {
	found, err := database.Collections(cmd.Context(), store, guild, names)
	if err != nil {
		return err
	}
	for _, c := range found {
		if err := store.ShareCollection(cmd.Context(), c.GuildID, c.Name, shared, commandLine); err != nil {
			return err
		}
		state := "shared with all guilds"
		switch {
		case !shared && c.GuildID == "":
			state = "not shared with any guild"
		case !shared:
			state = "only of its guild"
		}
		if _, err := fmt.Fprintf(cmd.OutOrStdout(), "%s (%s): %s\n", output.Inert(c.Name), output.Inert(database.Owner(c.GuildID)), state); err != nil {
			return err
		}
	}
	return nil
}
