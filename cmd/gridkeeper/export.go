package main

import (
	"bufio"
	"fmt"
	"iter"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
)

func newExport() *cobra.Command {
	return &cobra.Command{
		Use:   "export [COLLECTION]...",
		Short: "print collections as they were imported",
		Long: "Print the puzzles of collections, one a line, in the order and in the characters in which they were\n" +
			"imported, names, authors and comments beside or above them. Without a collection, all of them.\n" +
			"'gridkeeper stats' lists them.",
		Example: "  gridkeeper export Starter > starter.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			c, err := loadConfig(cmd.Flags())
			if err != nil {
				return err
			}
			return withArchive(cmd.Context(), c, func(store *archive.Store) error { return export(cmd, store, args) })
		},
	}
}

func export(cmd *cobra.Command, store *archive.Store, names []string) error {
	if len(names) == 0 {
		all, err := store.Collections(cmd.Context())
		if err != nil {
			return err
		}
		for _, c := range all {
			names = append(names, c.Name)
		}
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	for _, name := range names {
		var failed error
		if err := format.Write(out, untilError(store.Export(cmd.Context(), name), &failed)); err != nil {
			return fmt.Errorf("write collection %q: %w", name, err)
		}
		if failed != nil {
			return failed
		}
	}
	return out.Flush()
}

// untilError yields entries up to the first error, and keeps that.
func untilError(entries iter.Seq2[format.Entry, error], failed *error) iter.Seq[format.Entry] {
	return func(yield func(format.Entry) bool) {
		for e, err := range entries {
			if err != nil {
				*failed = err
				return
			}
			if !yield(e) {
				return
			}
		}
	}
}
