package curate

import (
	"errors"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
)

func newImportList() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:     "list [--json]",
		Short:   "list the imports, the newest first",
		Example: "  gridkeeper import list",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return database.With(cmd, func(store *archive.Store) error {
				all, err := store.Imports(cmd.Context())
				if err != nil {
					return err
				}
				if asJSON {
					list := []importJSON{}
					for _, i := range all {
						list = append(list, newImportJSON(i))
					}
					return printIndented(cmd.OutOrStdout(), list)
				}
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprint(w, "import\tcollection\towner\tfile\tbegun\tnew\tduplicates\trejected\tby\n")
				for _, i := range all {
					fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\t%d\t%d\t%d\t%s%s\n", i.ID, output.Inert(i.Collection), output.Inert(database.Owner(i.GuildID)), output.Inert(i.File),
						i.Started.Format("2006-01-02 15:04"), i.New, i.Duplicates, i.Rejected, output.Inert(i.By), unfinishedImport(i))
				}
				return w.Flush()
			})
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// unfinishedImport returns the progress of an import that ended early, "" for others.
func unfinishedImport(i importing.Record) string {
	if !i.Finished.IsZero() {
		return ""
	}
	return fmt.Sprintf("\tunfinished, %d of %d lines: import the file again", i.Read, i.Total)
}

// aboutImport returns a command for one import, named by its number.
func aboutImport(open opening, name, short string, do func(*cobra.Command, *archive.Store, int64) error) *cobra.Command {
	return aboutNumber(open, "import", name, short, "want one import: 'gridkeeper import list' shows their numbers", "import %q: want a number: 'gridkeeper import list' shows them",
		func(cmd *cobra.Command, store *archive.Store, id int64) error {
			err := do(cmd, store, id)
			if errors.Is(err, postgres.ErrNotFound) {
				return fmt.Errorf("no import %d: 'gridkeeper import list' shows them", id)
			}
			return err
		})
}

func newImportShow() *cobra.Command {
	asJSON := false
	cmd := aboutImport(database.With, "show", "print an import: its file, its puzzles and the rejected lines", func(cmd *cobra.Command, store *archive.Store, id int64) error {
		return showImport(cmd, store, id, asJSON)
	})
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func showImport(cmd *cobra.Command, store *archive.Store, id int64, asJSON bool) error {
	i, err := store.Import(cmd.Context(), id)
	if err != nil {
		return err
	}
	tiers, err := store.TiersOf(cmd.Context(), id)
	if err != nil {
		return err
	}
	reasons, err := store.Reasons(cmd.Context(), id)
	if err != nil {
		return err
	}
	if asJSON {
		return printIndented(cmd.OutOrStdout(), importDetailsJSON{newImportJSON(i), tiersJSON(tiers), list(reasons)})
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "import\t%d%s\n", i.ID, unfinishedImport(i))
	fmt.Fprintf(w, "file\t%s\n", output.Inert(i.File))
	fmt.Fprintf(w, "collection\t%s of %s\n", output.Inert(i.Collection), output.Inert(database.Owner(i.GuildID)))
	fmt.Fprintf(w, "by\t%s\n", output.Inert(i.By))
	fmt.Fprintf(w, "begun\t%s\n", i.Started.Format(time.DateTime))
	if !i.Finished.IsZero() {
		fmt.Fprintf(w, "finished\t%s\n", i.Finished.Format(time.DateTime))
	}
	fmt.Fprintf(w, "lines\t%d: %d new, %s, %d rejected\n", i.Read, i.New, output.Plural(i.Duplicates, "duplicate"), i.Rejected)
	fmt.Fprintf(w, "puzzles\t%s\n", describeTiers(tiers))
	rejected := 0 // may be more than i.Rejected if the import was reverted in part
	for _, r := range reasons {
		rejected += r.Lines
		fmt.Fprintf(w, "rejected\t%d: %s\n", r.Lines, output.Inert(r.Reason))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return printRejects(cmd, store, id, max(rejected, i.Rejected))
}

// printRejects prints the first rejected lines of an import. all is their total.
func printRejects(cmd *cobra.Command, store *archive.Store, id int64, all int) error {
	const most = 20
	shown := 0
	for r, err := range store.Rejects(cmd.Context(), id) {
		if err != nil {
			return err
		}
		if shown++; shown > most {
			fmt.Fprintf(cmd.OutOrStdout(), "… and %d more rejected: import the file again with --rejects FILE for all\n", all-most)
			break
		}
		fmt.Fprintf(cmd.OutOrStdout(), "line %d: %s\n", r.Line, input.Quoting(r.Text, r.Reason))
	}
	return nil
}

func newImportRevert() *cobra.Command {
	keepPlayed := false
	cmd := aboutImport(database.Change, "revert", "remove the lines of an import, and the puzzles that no other has", func(cmd *cobra.Command, store *archive.Store, id int64) error {
		return revertImport(cmd, store, id, keepPlayed)
	})
	cmd.Long = "Remove the lines of an import, and the puzzles that no other import has. The same file can be imported again.\n" +
		"If dailies or games show a line of the import, nothing is removed; with --keep-played these lines stay, as an\n" +
		"import of their own, and the others go. A collection goes with its last import, unless a guild has chosen it\n" +
		"with /collections."
	cmd.Flags().BoolVar(&keepPlayed, "keep-played", false, "keep the lines that dailies and games show")
	return cmd
}

func revertImport(cmd *cobra.Command, store *archive.Store, id int64, keepPlayed bool) error {
	revert := store.RevertImport
	if keepPlayed {
		revert = store.RevertUnplayed
	}
	r, err := revert(cmd.Context(), id, commandLine)
	var inPlay *importing.InPlayError
	switch {
	case errors.As(err, &inPlay) && r.Lines > 0:
		return fmt.Errorf("import %d came into play while it was taken back: %s: %s are gone: take back the rest with --keep-played, or import the same file again to have them back",
			id, describeInPlay(inPlay.InPlay), output.Plural(r.Lines, "line"))
	case errors.As(err, &inPlay):
		return fmt.Errorf("import %d is in play: %s: nothing was taken back (--keep-played takes back the other lines, 'gridkeeper collection unshare' keeps more of it from being played)",
			id, describeInPlay(inPlay.InPlay))
	case err != nil && r.Lines > 0:
		return fmt.Errorf("%w; %s are taken back: revert it again to continue, or import the same file again to have them back", err, output.Plural(r.Lines, "line"))
	case err != nil:
		return err
	}
	return printReverted(cmd, r)
}

func printReverted(cmd *cobra.Command, r importing.Reverted) error {
	gone := ""
	if r.CollectionGone {
		gone = fmt.Sprintf("; collection %q had nothing else and is gone", r.Collection)
	}
	if r.Kept > 0 {
		gone = fmt.Sprintf("; %s in play, kept as import %d", output.Plural(r.Kept, "line"), r.KeptAs)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "import %d (%s) is taken back: %s, %s that nothing else has%s\n",
		r.ID, output.Inert(r.File), output.Plural(r.Lines, "line"), output.Plural(r.Puzzles, "puzzle"), gone)
	return err
}

func describeInPlay(p importing.InPlay) string {
	if p.Chosen > 0 {
		return fmt.Sprintf("%s chosen it with /collections", have(p.Chosen, "guild"))
	}
	daily := output.Plural(p.Dailies, "daily")
	if p.Dailies != 1 {
		daily = fmt.Sprintf("%d dailies", p.Dailies)
	}
	return fmt.Sprintf("%s and %s of %s show its lines", daily, output.Plural(p.Games, "game"), output.Plural(p.Guilds, "guild"))
}

func have(n int, noun string) string {
	if n == 1 {
		return output.Plural(n, noun) + " has"
	}
	return output.Plural(n, noun) + " have"
}

// importJSON is an import for programs.
type importJSON struct {
	ID         int64      `json:"id"`
	Collection string     `json:"collection"`
	Owner      string     `json:"owner"`
	File       string     `json:"file"`
	By         string     `json:"by"`
	Started    time.Time  `json:"started"`
	Finished   *time.Time `json:"finished"`
	Total      int        `json:"lines"`
	Read       int        `json:"read"`
	New        int        `json:"new"`
	Duplicates int        `json:"duplicates"`
	Rejected   int        `json:"rejected"`
}

func newImportJSON(i importing.Record) importJSON {
	j := importJSON{
		ID: i.ID, Collection: i.Collection, Owner: database.Owner(i.GuildID), File: i.File, By: i.By, Started: i.Started,
		Total: i.Total, Read: i.Read, New: i.New, Duplicates: i.Duplicates, Rejected: i.Rejected,
	}
	if !i.Finished.IsZero() {
		j.Finished = &i.Finished
	}
	return j
}

type importDetailsJSON struct {
	importJSON
	Puzzles map[string]int          `json:"puzzles"`
	Reasons []importing.ReasonCount `json:"reasons"`
}
