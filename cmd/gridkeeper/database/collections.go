package database

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

// Operator is what the owner of the command line's collections is called.
const Operator = "operator"

// AddGuildFlag adds the option --guild, which says whose collections are meant.
func AddGuildFlag(cmd *cobra.Command, guild *string) {
	cmd.Flags().StringVar(guild, "guild", "", "whose collection, \""+Operator+"\" or the id of a guild (default: the operator's, else the only one of the name)")
}

// Owner returns what the owner of a collection is called.
func Owner(guildID string) string { return cmp.Or(guildID, Operator) }

// Collections returns the collections of some names: a guild's, or where none is given the
// operator's, else that of the only guild that has one of the name.
func Collections(cmd *cobra.Command, store *archive.Store, guild string, names []string) ([]library.Collection, error) {
	all, err := store.Collections(cmd.Context())
	if err != nil {
		return nil, err
	}
	var found []library.Collection
	for _, name := range names {
		c, err := findCollection(all, guild, name)
		if err != nil {
			return nil, err
		}
		found = append(found, c)
	}
	return found, nil
}

func findCollection(all []library.Collection, guild, name string) (library.Collection, error) {
	var found []library.Collection
	var owners []string
	for _, c := range all {
		if c.Name != name || guild != "" && guild != Owner(c.GuildID) {
			continue
		}
		if c.GuildID == "" {
			return c, nil
		}
		found, owners = append(found, c), append(owners, output.Inert(c.GuildID))
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return library.Collection{}, fmt.Errorf("collection %q: guilds %s have one each: say --guild", name, strings.Join(owners, ", "))
	case guild != "":
		return library.Collection{}, fmt.Errorf("no collection %q of %q: 'gridkeeper collection' lists them", name, guild)
	}
	return library.Collection{}, fmt.Errorf("no collection %q: 'gridkeeper collection' lists them", name)
}

// Entries yields the lines of collections, up to the first error.
func Entries(cmd *cobra.Command, store *archive.Store, collections []library.Collection) iter.Seq2[format.Entry, error] {
	return func(yield func(format.Entry, error) bool) {
		for _, c := range collections {
			for e, err := range store.Export(cmd.Context(), c.GuildID, c.Name) {
				if !yield(e, err) || err != nil {
					return
				}
			}
		}
	}
}

// Puzzles yields the puzzles of a collection as those of a file.
func Puzzles(cmd *cobra.Command, store *archive.Store, c library.Collection) iter.Seq[input.Puzzle] {
	return func(yield func(input.Puzzle) bool) {
		empty := true
		for e, err := range store.Export(cmd.Context(), c.GuildID, c.Name) {
			empty = false
			p := input.Puzzle{Where: input.Position{Source: output.Inert(c.Name), Line: e.Line}, Grid: e.Grid, Text: e.Text, Entry: e, Err: e.Err}
			if err != nil {
				p = input.Puzzle{Err: err}
			}
			if !yield(p) || err != nil {
				return
			}
		}
		if empty {
			yield(input.Puzzle{Err: fmt.Errorf("collection %q: %w", c.Name, input.ErrNoPuzzle)})
		}
	}
}
