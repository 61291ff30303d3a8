package curate

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/games"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

func newPuzzle() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "puzzle [--json] KEY|TEXT|ID",
		Short: "print everything that the archive knows about a puzzle or any isomorph of it",
		Long: "Print one puzzle: how hard it is, by our rating and by others, its symmetries and automorphisms, the collections\n" +
			"and the lines that have it, with their file and who imported it, how often it was played and how long people took,\n" +
			"and the guilds and dates of its dailies. Name it by its text, turned, permuted and relabelled in any way, by its\n" +
			"number in the archive, or by its key, with or without \"gk:\" before it. With that, the key cites the puzzle: it is\n" +
			"the same in every archive.\n\n" +
			"Of each collection, only the first line with the puzzle is printed. A puzzle that the archive does not have is\n" +
			"rated, and the exit code is 1.",
		Example: "  gridkeeper puzzle 1.....3..2.....4\n  gridkeeper puzzle --json 4711",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("want one puzzle: its text, its key or its number (see 'gridkeeper puzzle --help')")
			}
			return database.With(cmd, func(store *archive.Store) error { return printPuzzle(cmd, store, args[0], asJSON) })
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// printPuzzle prints the archive's knowledge of a puzzle, named by its text, its key or its number.
func printPuzzle(cmd *cobra.Command, store *archive.Store, text string, asJSON bool) error {
	key, grid, err := puzzleKey(cmd, store, text)
	if err != nil {
		return err
	}
	known, err := store.Known(cmd.Context(), key)
	switch {
	case errors.Is(err, postgres.ErrNotFound) && grid != nil:
		return printUnknown(cmd, key, *grid, asJSON)
	case errors.Is(err, postgres.ErrNotFound):
		return fmt.Errorf("the archive has no puzzle %s", sudoku.Excerpt(text))
	case err != nil:
		return err
	case asJSON:
		return printIndented(cmd.OutOrStdout(), library.PublishKnown(known))
	}
	return printKnown(cmd.OutOrStdout(), known)
}

// puzzleKey returns the key of a puzzle. grid is nil unless the puzzle is named by its text.
func puzzleKey(cmd *cobra.Command, store *archive.Store, text string) (key canon.Key, grid *sudoku.Grid, err error) {
	text = strings.TrimSpace(text)
	g, unread := games.ReadClues(text)
	if unread == nil {
		return canon.KeyOf(g), &g, nil
	}
	if key, ok := canon.ParseKey(text); ok {
		return key, nil, nil
	}
	id, err := strconv.ParseInt(text, 10, 32) // the bits of the column
	if err != nil {
		return key, nil, fmt.Errorf("%w; nor is it a key or a number of the archive", unread)
	}
	p, err := store.Puzzle(cmd.Context(), id)
	if errors.Is(err, postgres.ErrNotFound) {
		err = fmt.Errorf("the archive has no puzzle %d", id)
	}
	return p.Key, nil, err
}

// printUnknown rates a puzzle that the archive does not have.
func printUnknown(cmd *cobra.Command, key canon.Key, g sudoku.Grid, asJSON bool) error {
	r, err := rating.Rate(g)
	if err != nil {
		return fmt.Errorf("the archive does not have it, and it cannot be rated: %w", err)
	}
	p := library.Known{Puzzle: library.Puzzle{Key: key, Clues: g, Tier: r.Tier, Score: r.Score, Hardest: r.Hardest}, RatingVersion: rating.Version}
	if asJSON {
		if err := printIndented(cmd.OutOrStdout(), library.PublishKnown(p)); err != nil {
			return err
		}
	} else {
		fmt.Fprintln(cmd.OutOrStdout(), "not in the archive; this is what it would be:")
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
		printGrid(w, p.Puzzle)
		if err := w.Flush(); err != nil {
			return err
		}
	}
	return fmt.Errorf("the archive does not have the puzzle %s", g)
}

// printGrid prints the properties of a puzzle that do not depend on the archive.
func printGrid(w io.Writer, p library.Puzzle) {
	g := p.Clues
	names := []string{}
	for _, s := range criteria.SymmetriesOf(g.Shape(), g.Filled()) {
		names = append(names, s.String())
	}
	if len(names) == 0 {
		names = append(names, criteria.NoSymmetry.String())
	}
	fmt.Fprintf(w, "puzzle\t%s\n", g)
	fmt.Fprintf(w, "key\t%s\n", p.Key.ID())
	fmt.Fprintf(w, "canonical form\t%s\n", canon.Of(g))
	fmt.Fprintf(w, "tier\t%d %s\n", p.Tier, p.Tier)
	fmt.Fprintf(w, "expected time\t%s\n", seconds(p.Score))
	fmt.Fprintf(w, "hardest technique\t%s\n", p.Hardest)
	fmt.Fprintf(w, "clues\t%d\n", g.Len())
	fmt.Fprintf(w, "symmetries\t%s\n", strings.Join(names, ", "))
	fmt.Fprintf(w, "automorphisms\t%d\n", canon.Automorphisms(g))
}

func printKnown(out io.Writer, k library.Known) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	printGrid(w, k.Puzzle)
	fmt.Fprintf(w, "number\t%d\n", k.ID)
	if k.RatingVersion != rating.Version {
		fmt.Fprintf(w, "rating\tof version %d, the newest is %d: %s\n", k.RatingVersion, rating.Version, AdviseRerate)
	}
	for _, r := range k.Ratings {
		fmt.Fprintf(w, "rating by %s\t%s\n", output.Inert(strings.TrimSpace(r.Program+" "+r.Version)), output.Inert(r.Value))
	}
	for _, l := range k.Lines {
		text := l.Clues.String()
		for _, more := range []struct{ label, text string }{{"", l.Name}, {"by ", l.Author}, {"licence ", l.Licence}} {
			if more.text != "" {
				text += ", " + more.label + output.Inert(more.text)
			}
		}
		text += fmt.Sprintf("; line %d of %s, imported %s", l.Line.Line, output.Inert(cmp.Or(l.File, "standard input")), l.Imported.Format(time.DateOnly))
		if l.By != "" {
			text += " by " + output.Inert(l.By)
		}
		text += fmt.Sprintf(" (import %d)", l.Entry.ImportID)
		fmt.Fprintf(w, "in %s\t%s\n", output.Inert(l.Collection+ofGuild(l.GuildID)), text)
	}
	fmt.Fprintf(w, "played\t%s, %d solved\n", output.Plural(k.Games, "time"), k.Solved)
	if k.Median != nil {
		fmt.Fprintf(w, "people took\t%s (median)\n", seconds(*k.Median))
	}
	if v := k.Votes; v.Voters > 0 {
		fmt.Fprintf(w, "votes\tof %s: %d liked it, %d found it too hard for its label\n", output.Plural(v.Voters, "player"), v.Liked, v.TooHard)
	}
	fmt.Fprintf(w, "daily\t%s in %s\n", output.Plural(k.Daily, "time"), output.Plural(k.Guilds, "guild"))
	for _, d := range k.Dailies {
		fmt.Fprintf(w, "  %s\tguild %s\n", d.Date, output.Inert(d.GuildID))
	}
	return w.Flush()
}

func ofGuild(id string) string {
	if id == "" {
		return ""
	}
	return " of guild " + id
}

func seconds(s float64) time.Duration {
	return time.Duration(s * float64(time.Second)).Round(time.Second)
}
