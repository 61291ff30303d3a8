package curate

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode/utf8"

	"github.com/github/go-spdx/v2/spdxexp"
	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/submissions"
	"github.com/gridkeeper/gridkeeper/bot/terminal"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// originField is a field of the origin of a collection, with its flag.
type originField struct {
	flag, usage string
	text        *string
}

func originFields(o *library.Origin) []originField {
	return []originField{
		{"source", "where the puzzles are from: a program, a book, an address", &o.Source},
		{"licence", "licence of the collection, such as CC0-1.0", &o.Licence},
		{"author", "who made them", &o.Author},
		{"date", "when they were published: 2006, 2006-08 or 2006-08-03", &o.Published},
	}
}

func addOriginFlags(cmd *cobra.Command, o *library.Origin) {
	for _, f := range originFields(o) {
		cmd.Flags().StringVar(f.text, f.flag, "", f.usage)
	}
}

// maxOrigin is the maximal length of a field of an origin, in bytes.
const maxOrigin = 1000

// checkOrigin returns an error for a flag that is not a line of text, or not a date.
func checkOrigin(o library.Origin) error {
	for _, f := range originFields(&o) {
		switch text := *f.text; {
		case len(text) > maxOrigin:
			return fmt.Errorf("--%s %s: %d bytes: want up to %d", f.flag, sudoku.Excerpt(text), len(text), maxOrigin)
		case !utf8.ValidString(text) || text != output.Inert(text):
			return fmt.Errorf("--%s %s: a line end, or a character that cannot be seen: want a line of text", f.flag, sudoku.Excerpt(text))
		}
	}
	if err := o.Check(); err != nil {
		return fmt.Errorf("--date: %w", err)
	}
	return nil
}

// aboutCollection returns a command for one collection, named by the first of its arguments.
func aboutCollection(open opening, use, short, example string, args int, do func(cmd *cobra.Command, store *archive.Store, c library.Collection, rest []string) error) *cobra.Command {
	guild := ""
	cmd := &cobra.Command{
		Use:     use,
		Short:   short,
		Example: "  gridkeeper collection " + example,
		RunE: func(cmd *cobra.Command, given []string) error {
			if len(given) != args {
				return fmt.Errorf("want %q: 'gridkeeper collection' lists the names", "gridkeeper collection "+use)
			}
			return open(cmd, func(store *archive.Store) error {
				found, err := database.Collections(cmd.Context(), store, guild, given[:1])
				if err != nil {
					return err
				}
				return do(cmd, store, found[0], given[1:])
			})
		},
	}
	database.AddGuildFlag(cmd, &guild)
	return cmd
}

func printCollection(out io.Writer, c library.Collection) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "collection\t%s\n", output.Inert(c.Name))
	fmt.Fprintf(w, "owner\t%s\n", output.Inert(database.Owner(c.GuildID)))
	fmt.Fprintf(w, "shared\t%s\n", output.YesNo(c.Shared))
	for _, f := range originFields(&c.Origin) {
		fmt.Fprintf(w, "%s\t%s%s\n", f.flag, output.Inert(cmp.Or(*f.text, "not known")), adviceOn(f.flag, *f.text))
	}
	fmt.Fprintf(w, "puzzles\t%s\n", describeTiers(c.Puzzles))
	fmt.Fprintf(w, "lines\t%d: %d new, %s, %d rejected%s\n", c.Entries, c.New, output.Plural(c.Entries-c.New, "duplicate"), c.Rejected, unfinished(c.Open))
	fmt.Fprintf(w, "imports\t%d, the last by %s\n", c.Imports, output.Inert(c.By))
	return w.Flush()
}

// adviceOn returns how to write a licence that is not an id of SPDX. The dump leaves such a collection out.
func adviceOn(flag, text string) string {
	if known, _ := spdxexp.ActiveLicense(text); flag != "licence" || text == "" || known {
		return ""
	}
	for _, version := range []string{"", "-4.0", "-1.0"} {
		if known, id := spdxexp.ActiveLicense(strings.ReplaceAll(text, " ", "-") + version); known {
			return " (not an id of spdx.org/licenses; if it is " + id + ", set that)"
		}
	}
	return " (not an id of spdx.org/licenses, such as CC0-1.0 or CC-BY-4.0)"
}

func newCollectionSet() *cobra.Command {
	var o library.Origin
	cmd := aboutCollection(database.Change, "set NAME", "record the origin of a collection", "set Starter --licence CC0-1.0 --author ''", 1,
		func(cmd *cobra.Command, store *archive.Store, c library.Collection, _ []string) error {
			changed, now := false, originFields(&o)
			for i, f := range originFields(&c.Origin) {
				if cmd.Flags().Changed(f.flag) {
					*f.text, changed = *now[i].text, true
				}
			}
			if !changed {
				return errors.New("nothing to set: want --licence, --source, --author or --date")
			}
			if err := checkOrigin(o); err != nil {
				return err
			}
			if err := store.DescribeCollection(cmd.Context(), c.GuildID, c.Name, c.Origin, commandLine); err != nil {
				return err
			}
			return printCollection(cmd.OutOrStdout(), c)
		})
	addOriginFlags(cmd, &o)
	return cmd
}

func newCollectionRename() *cobra.Command {
	return aboutCollection(database.Change, "rename NAME NEW", "give a collection another name", "rename best 'The best of 2026'", 2,
		func(cmd *cobra.Command, store *archive.Store, c library.Collection, rest []string) error {
			if err := store.RenameCollection(cmd.Context(), c.GuildID, c.Name, rest[0], commandLine); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s (%s) is now called %s\n", output.Inert(c.Name), output.Inert(database.Owner(c.GuildID)), output.Inert(rest[0]))
			return err
		})
}

func newCollectionGive() *cobra.Command {
	return aboutCollection(database.Change, "give NAME OWNER", "give a collection to another guild, or to the operator", "give best 197038439483310086", 2,
		func(cmd *cobra.Command, store *archive.Store, c library.Collection, rest []string) error {
			owner := rest[0]
			if owner == database.Operator {
				owner = ""
			} else if _, err := strconv.ParseUint(owner, 10, 64); err != nil && owner != terminal.GuildID {
				// A mistyped owner would hide the collection from all guilds.
				return fmt.Errorf("owner %s: want %q, %q or the id of a guild: digits alone", sudoku.Excerpt(owner), database.Operator, terminal.GuildID)
			}
			if err := store.GiveCollection(cmd.Context(), c.GuildID, c.Name, owner, commandLine); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s (%s) now belongs to %s\n", output.Inert(c.Name), output.Inert(database.Owner(c.GuildID)), output.Inert(rest[0]))
			return err
		})
}

func newCollectionDelete() *cobra.Command {
	keepPlayed := false
	cmd := aboutCollection(database.Change, "delete NAME", "revert all imports of a collection, and delete it", "delete best", 1,
		func(cmd *cobra.Command, store *archive.Store, c library.Collection, _ []string) error {
			if keepPlayed && c.Imports > 0 {
				return deleteUnplayed(cmd, store, c)
			}
			lines, puzzles, err := store.DeleteCollection(cmd.Context(), c.GuildID, c.Name, commandLine)
			if err != nil {
				return explainUndeleted(c.Name, lines, err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s (%s) is deleted: %s, %s that nothing else has\n",
				output.Inert(c.Name), output.Inert(database.Owner(c.GuildID)), output.Plural(lines, "line"), output.Plural(puzzles, "puzzle"))
			return err
		})
	cmd.Long = "Revert all imports of a collection, as 'gridkeeper import revert' does, and delete it. A collection that a guild\n" +
		"has chosen, or whose lines dailies or games show, stays as it is. With --keep-played these lines stay, in imports\n" +
		"of their own, and everything else is reverted."
	cmd.Flags().BoolVar(&keepPlayed, "keep-played", false, "keep the lines that dailies and games show")
	return cmd
}

// deleteUnplayed reverts the imports of a collection, except for the lines in play.
func deleteUnplayed(cmd *cobra.Command, store *archive.Store, c library.Collection) error {
	all, err := store.RevertAllUnplayed(cmd.Context(), c.GuildID, c.Name, commandLine)
	lines, gone := 0, false
	for _, r := range all {
		lines, gone = lines+r.Lines, r.CollectionGone
		if err := printReverted(cmd, r); err != nil {
			return err
		}
	}
	switch {
	case err != nil:
		return explainUndeleted(c.Name, lines, err)
	case gone:
		return nil
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s (%s) stays: dailies and games show its lines\n", output.Inert(c.Name), output.Inert(database.Owner(c.GuildID)))
	return err
}

// explainUndeleted returns the error of a collection that was not deleted, or only in part, with the reason and a remedy.
func explainUndeleted(name string, lines int, err error) error {
	var inPlay *importing.InPlayError
	switch {
	case errors.As(err, &inPlay) && lines > 0:
		return fmt.Errorf("collection %q came into play while it was deleted: %s: %s are gone: import the same files again to have them back",
			name, describeInPlay(inPlay.InPlay), output.Plural(lines, "line"))
	case errors.As(err, &inPlay) && inPlay.Chosen > 0:
		return fmt.Errorf("collection %q is in play: %s: nothing was deleted", name, describeInPlay(inPlay.InPlay))
	case errors.As(err, &inPlay):
		return fmt.Errorf("collection %q is in play: %s: nothing was deleted (--keep-played deletes the other lines, 'gridkeeper collection unshare' keeps more of it from being played)",
			name, describeInPlay(inPlay.InPlay))
	case lines > 0:
		return fmt.Errorf("%w; %s are deleted: delete it again to continue, or import the same files again to have them back", err, output.Plural(lines, "line"))
	}
	return err
}

func newCollectionBest() *cobra.Command {
	return &cobra.Command{
		Use:   "best",
		Short: "add the puzzles that players like best to the collection \"" + submissions.Best + "\"",
		Long: fmt.Sprintf("Add puzzles to the collection %q, which is yours and shared with all guilds. The rule: %d players or more have\n"+
			"voted on the puzzle; the lower end of the 95 %% interval of Wilson for the share of those who liked it is %.0f %% or\n"+
			"more, as it is for six of six and for ten of eleven; and fewer than a third found it too hard for its label. Votes\n"+
			"of players on puzzles that they have handed in do not count. Only puzzles of shared collections are added, as\n"+
			"those have them. A puzzle stays in the collection whatever the later votes. The same votes again add nothing, so\n"+
			"a timer may run this every day. 'gridkeeper puzzle' prints the votes on a puzzle.", submissions.Best, submissions.MinVoters, 100*submissions.MinLiked),
		Args: input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return database.Change(cmd, func(store *archive.Store) error {
				added, err := store.UpdateBest(cmd.Context())
				if err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "%s added to %q\n", output.Plural(added, "puzzle"), submissions.Best)
				}
				return err
			})
		},
	}
}
