package curate

import (
	"bufio"
	"cmp"
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

func newExport() *cobra.Command {
	var wishes searchFlags
	guild, as := "", ""
	cmd := &cobra.Command{
		Use:   "export [--guild ID] [--format FORMAT] [--tier N] [COLLECTION]...",
		Short: "print collections as they were imported, or in another format",
		Long: "Print the puzzles of collections, one per line, in the order and in the characters in which they were\n" +
			"imported, with names, authors and comments. Without a collection, print all; 'gridkeeper collection' lists them.\n\n" +
			"The flags of 'gridkeeper search' choose puzzles, and each is printed once. Formats are those of\n" +
			"'gridkeeper convert --help'. " + jsonLinesHelp,
		Example: "  gridkeeper export Starter > starter.txt\n  gridkeeper export --format jsonl --tier 4 --since 2026-01-01 > open.jsonl",
		RunE: func(cmd *cobra.Command, args []string) error {
			wanted, err := wishes.search(cmd.Flags())
			if err == nil {
				err = input.NotEmpty(cmd.Flags(), "format")
			}
			if err == nil {
				err = checkFormat(as)
			}
			if err != nil {
				return err
			}
			return database.With(cmd, func(store *archive.Store) error {
				var collections []library.Collection
				if len(args) > 0 {
					collections, err = database.Collections(cmd.Context(), store, guild, args)
				} else {
					collections, err = store.Collections(cmd.Context())
					collections = slices.DeleteFunc(collections, func(c library.Collection) bool { return guild != "" && database.Owner(c.GuildID) != guild })
				}
				switch {
				case err != nil:
					return err
				case wishes.given(cmd.Flags()):
					return exportFound(cmd, store, &wishes, wanted, as, collections)
				case as == jsonLines:
					_, err := writeRecords(cmd, store, as, func(yield func(library.Record, error) bool) {
						for _, c := range collections {
							for r, err := range store.RecordsOf(cmd.Context(), c.ID) {
								if !yield(r, err) || err != nil {
									return
								}
							}
						}
					})
					return err
				}
				return export(cmd, store, as, collections)
			})
		},
	}
	wishes.add(cmd.Flags())
	cmd.Flags().StringVar(&as, "format", "", "jsonl, or a format of 'gridkeeper convert' (default: as imported)")
	database.AddGuildFlag(cmd, &guild)
	return cmd
}

// export writes collections one after the other.
func export(cmd *cobra.Command, store *archive.Store, as string, collections []library.Collection) error {
	out := bufio.NewWriter(cmd.OutOrStdout())
	var failed error
	var err error
	if as != "" {
		err = output.WriteAs(as, out, cmd.ErrOrStderr(), untilError(database.Entries(cmd, store, collections), &failed))
	} else {
		for _, c := range collections {
			if err = format.Write(out, untilError(store.Export(cmd.Context(), c.GuildID, c.Name), &failed)); err != nil || failed != nil {
				break
			}
		}
	}
	if err != nil {
		err = fmt.Errorf("write the collections: %w", err)
	}
	return cmp.Or(failed, err, out.Flush())
}

// exportFound writes the puzzles of a search in collections, in the order of their lines.
func exportFound(cmd *cobra.Command, store *archive.Store, wishes *searchFlags, wanted search.Search, as string, collections []library.Collection) error {
	if err := wishes.named(cmd.Context(), store, "", &wanted); err != nil {
		return err
	}
	for _, c := range collections {
		wanted.In = append(wanted.In, c.ID)
	}
	if len(wanted.In) == 0 {
		return nil // an empty list would mean all collections
	}
	q := search.Query{Search: wanted, Sort: search.ByLine}
	_, err := writeRecords(cmd, store, as, store.Records(cmd.Context(), q))
	return err
}

// untilError yields values up to the first error, which it stores in failed.
func untilError[T any](values iter.Seq2[T, error], failed *error) iter.Seq[T] {
	return func(yield func(T) bool) {
		for v, err := range values {
			if err != nil {
				*failed = err
				return
			}
			if !yield(v) {
				return
			}
		}
	}
}
