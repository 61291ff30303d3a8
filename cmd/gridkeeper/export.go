package main

import (
	"bufio"
	"fmt"
	"iter"
	"slices"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
)

func newExport() *cobra.Command {
	guild := ""
	cmd := &cobra.Command{
		Use:   "export [--guild ID] [COLLECTION]...",
		Short: "print collections as they were imported",
		Long: "Print the puzzles of collections, one a line, in the order and in the characters in which they were\n" +
			"imported, names, authors and comments beside or above them. Without a collection, all of them.\n" +
			"'gridkeeper collection' lists them.",
		Example: "  gridkeeper export Starter > starter.txt",
		RunE: func(cmd *cobra.Command, args []string) error {
			return withStore(cmd, func(store *archive.Store) error { return export(cmd, store, guild, args) })
		},
	}
	addGuildFlag(cmd, &guild)
	return cmd
}

func export(cmd *cobra.Command, store *archive.Store, guild string, names []string) error {
	collections, err := exported(cmd, store, guild, names)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	for _, c := range collections {
		var failed error
		if err := format.Write(out, untilError(store.Export(cmd.Context(), c.GuildID, c.Name), &failed)); err != nil {
			return fmt.Errorf("write collection %q: %w", c.Name, err)
		}
		if failed != nil {
			return failed
		}
	}
	return out.Flush()
}

// exported returns the collections of some names, or all, of a guild where one is given.
func exported(cmd *cobra.Command, store *archive.Store, guild string, names []string) ([]archive.Collection, error) {
	if len(names) > 0 {
		return findCollections(cmd, store, guild, names)
	}
	all, err := store.Collections(cmd.Context())
	if guild == "" || err != nil {
		return all, err
	}
	return slices.DeleteFunc(all, func(c archive.Collection) bool { return ownerOf(c) != guild }), nil
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
