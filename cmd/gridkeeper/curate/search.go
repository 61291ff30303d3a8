package curate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/format"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// searchCommand holds the flags of 'gridkeeper search'.
type searchCommand struct {
	searchFlags
	guild, sort, format, save, saved string
	limit                            int
	count                            bool
}

func newSearch() *cobra.Command {
	var s searchCommand
	cmd := &cobra.Command{
		Use:   "search [--tier N] [--score A-B] [--needs TECHNIQUE] [--symmetry NAME] [--limit N] [--format FORMAT]",
		Short: "find puzzles of the archive: by tier, score, clues, techniques, symmetry, pattern, collection, date",
		Long: "Print the puzzles of the archive that match all flags, each once, as in a line of a collection. The database\n" +
			"answers most flags. For how often a technique is needed, --only where needs leave a doubt, automorphisms, patterns,\n" +
			"--symmetry and --solution, the program examines puzzles, on all processors. Ctrl-C stops it; the puzzles printed\n" +
			"until then match.\n\n" +
			"--symmetry and --pattern are about the clues as they stand in a line, and each line of a puzzle counts. Turned\n" +
			"and permuted, a puzzle may lose its symmetry or get another. --isomorph-symmetry finds puzzles with an isomorph of\n" +
			"a symmetry; there horizontal and vertical are one, except of a 6x6, as are diagonal and anti-diagonal.\n" +
			"--isomorph-pattern finds puzzles with an isomorph of a pattern, and --solution the puzzles of a solution grid. For\n" +
			"symmetries see 'gridkeeper generate --help', for techniques 'gridkeeper techniques'.\n\n" +
			"With --limit the order is the archive's shuffled one, the same each time; without it, the order of the imports.\n" +
			"--sort has others: random (new each time), score, clues, date, line (as imported). A minus in front reverses it.\n\n" +
			"--save stores the search under a name, for --saved, and for a weekday of a schedule: in a chat, /schedule with\n" +
			"the name instead of a tier. A guild can use the searches that it saves with /search, and those saved here; --guild\n" +
			"saves for one guild. With --saved, other flags narrow the search. In a schedule, a search\n" +
			"finds sudoku only.\n\n" +
			"--er, --depth and --hodoku find puzzles by the ratings that 'gridkeeper rate --se', '--depth' and '--hodoku' print.\n" +
			"They take too long for an import: 'gridkeeper jobs add rate' computes them for the archive.\n\n" +
			"For formats see 'gridkeeper convert --help'; without --format, lines are printed as they were imported.\n" + jsonLinesHelp,
		Example: "  gridkeeper search --tier locked --symmetry half-turn --score 5m-10m --save \"Calm Tuesday\" --limit 5\n" +
			"  gridkeeper search --needs x-wing:2 --not-in Starter --format jsonl\n" +
			"  gridkeeper search --er 7.1-7.6 --depth 1 --limit 10\n" +
			"  gridkeeper search --clues 17 --solution 1007170\n" +
			"  gridkeeper search --saved \"Calm Tuesday\" --sort -score\n" +
			"  gridkeeper search list\n  gridkeeper search delete \"Calm Tuesday\"",
		Args: input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			query, err := s.query(cmd.Flags())
			if err != nil {
				return err
			}
			open := database.With
			if s.save != "" {
				open = database.Change
			}
			return open(cmd, func(store *archive.Store) error { return s.run(cmd, store, query) })
		},
	}
	s.add(cmd.Flags())
	cmd.AddCommand(newSearchList(), newSearchDelete())
	return cmd
}

func (s *searchCommand) add(flags *pflag.FlagSet) {
	s.searchFlags.add(flags)
	flags.StringSliceVar(&s.collections, "collection", nil, "in one of these collections; may repeat (default: any)")
	flags.StringVar(&s.sort, "sort", "", "random, score, clues, date or line; -score for the highest first")
	flags.IntVar(&s.limit, "limit", 0, "how many (default: all)")
	flags.StringVar(&s.format, "format", "", "jsonl, or a format of 'gridkeeper convert' (default: as imported)")
	flags.BoolVar(&s.count, "count", false, "print only how many there are")
	flags.StringVar(&s.save, "save", "", "keep the search under this name")
	flags.StringVar(&s.saved, "saved", "", "search as kept under this name")
	flags.StringVar(&s.guild, "guild", "", "search what this guild may use, and keep searches for it (default: everything, for all guilds)")
}

// query reads the flags, except for names of collections and saved searches, which need the archive.
func (s *searchCommand) query(flags *pflag.FlagSet) (q search.Query, err error) {
	if err := input.NotEmpty(flags, "collection", "sort", "format", "save", "saved", "guild"); err != nil {
		return q, err
	}
	if q.Search, err = s.search(flags); err != nil {
		return q, err
	}
	if q.Sort, q.Descending, err = search.ParseSort(s.sort); err != nil {
		return q, fmt.Errorf("--sort %w", err)
	}
	if flags.Changed("limit") && s.limit < 1 {
		return q, fmt.Errorf("--limit %d: want 1 or more", s.limit)
	}
	if s.count && s.limit > 0 {
		return q, errors.New("--count with --limit: leave one of them out")
	}
	if s.save != "" {
		if err := search.CheckName(s.save); err != nil {
			return q, fmt.Errorf("--save: %w", err)
		}
		if _, err := output.English.ParseTier(s.save); err == nil || output.English.IsDayOff(s.save) {
			return q, fmt.Errorf("--save: to a schedule %s is a tier or no post: want another name", sudoku.Excerpt(s.save))
		}
	}
	if s.limit == 0 && s.sort == "" {
		q.Sort = search.ByLine
	}
	q.Limit, q.GuildID, q.From = s.limit, s.guild, rand.Float64()
	return q, checkFormat(s.format)
}

// checkFormat returns an error for a format that cannot be written.
func checkFormat(name string) error {
	names, _ := format.Formats()
	if name != "" && !slices.Contains(names, name) {
		return fmt.Errorf("--format %s: unknown format: want one of %s", sudoku.Excerpt(name), strings.Join(names, ", "))
	}
	return nil
}

// complete adds the names in the flags to a query: collections, and a saved search.
func (s *searchCommand) complete(ctx context.Context, store *archive.Store, q *search.Query) error {
	if err := s.named(ctx, store, "", &q.Search); err != nil || s.saved == "" {
		return err
	}
	saved, err := store.SavedSearch(ctx, s.guild, s.saved)
	if errors.Is(err, postgres.ErrNotFound) {
		return fmt.Errorf("no saved search %q: 'gridkeeper search list' lists them", s.saved)
	}
	if err != nil {
		return err
	}
	if q.Search, err = saved.Search.And(q.Search); err != nil {
		return fmt.Errorf("saved search %q and the flags: %w", s.saved, err)
	}
	return nil
}

// Find returns the puzzles of the archive that match the flags of 'gridkeeper search' that set has set, and how many were not
// looked at, as their rating was not computed.
func Find(ctx context.Context, store *archive.Store, set func(*pflag.FlagSet) error) (found []library.Published, lacking int, err error) {
	var s searchCommand
	flags := pflag.NewFlagSet("search", pflag.ContinueOnError)
	s.add(flags)
	if err := set(flags); err != nil {
		return nil, 0, err
	}
	q, err := s.query(flags)
	if err == nil {
		err = s.complete(ctx, store, &q)
	}
	if err == nil {
		lacking, err = store.Uncomputed(ctx, q.Search)
	}
	if err != nil {
		return nil, 0, err
	}
	of, err := collectionsByID(ctx, store)
	if err != nil {
		return nil, 0, err
	}
	for r, err := range store.Records(ctx, q) {
		if err != nil {
			return found, lacking, err
		}
		found = append(found, library.Publish(r, of[r.CollectionID]))
	}
	return found, lacking, nil
}

func (s *searchCommand) run(cmd *cobra.Command, store *archive.Store, q search.Query) error {
	if err := s.complete(cmd.Context(), store, &q); err != nil {
		return err
	}
	if s.save != "" {
		if err := s.keep(cmd, store, q.Search); err != nil {
			return err
		}
	}
	lacking, err := store.Uncomputed(cmd.Context(), q.Search)
	if err != nil {
		return err
	}
	if lacking > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s not looked at, as the rating was not computed: 'gridkeeper jobs add rate' does that\n", output.Plural(lacking, "puzzle"))
	}
	if s.count {
		n, err := store.CountFound(cmd.Context(), q)
		if err == nil {
			_, err = fmt.Fprintln(cmd.OutOrStdout(), n)
		}
		return err
	}
	n, err := writeRecords(cmd, store, s.format, store.Records(cmd.Context(), q))
	if err == nil && n == 0 {
		fmt.Fprintln(cmd.ErrOrStderr(), "no puzzle of the archive matches")
	}
	return err
}

// keep saves a search and looks for the puzzles that schedules need of it.
func (s *searchCommand) keep(cmd *cobra.Command, store *archive.Store, q search.Search) error {
	saved, replaced, err := store.SaveSearch(cmd.Context(), search.Saved{GuildID: s.guild, Name: s.save, By: commandLine, Search: q})
	if err != nil {
		return err
	}
	what := "saved"
	if replaced {
		what = "replaced, also in the schedules that use it"
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "search %q: %s\n", s.save, what)
	left, all, err := store.FillSearch(cmd.Context(), s.guild, saved, 0)
	if err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "for schedules: %s\n", supplyText(left, all))
	return nil
}

// supplyText returns the number of puzzles that a saved search has left for dailies.
func supplyText(left int, all bool) string {
	switch {
	case left >= search.MostLeft:
		return fmt.Sprintf("%d puzzles or more", left)
	case !all:
		return fmt.Sprintf("%s so far, and not all are looked at yet", output.Plural(left, "puzzle"))
	}
	return output.Plural(left, "puzzle")
}

func newSearchList() *cobra.Command {
	return &cobra.Command{
		Use:     "list",
		Short:   "print the saved searches",
		Example: "  gridkeeper search list",
		Args:    input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return database.With(cmd, func(store *archive.Store) error {
				all, err := store.AllSavedSearches(cmd.Context())
				if err != nil {
					return err
				}
				w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
				fmt.Fprint(w, "search\towner\tsaved by\tsaved\tfor schedules\n")
				for _, s := range all {
					left, complete, err := store.SearchLeft(cmd.Context(), s.GuildID, s)
					if err != nil {
						return err
					}
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", output.Inert(s.Name), output.Inert(database.Owner(s.GuildID)), output.Inert(s.By), s.Made.Format("2006-01-02"), supplyText(left, complete))
				}
				return w.Flush()
			})
		},
	}
}

func newSearchDelete() *cobra.Command {
	guild := ""
	cmd := &cobra.Command{
		Use:     "delete [--guild ID] NAME",
		Short:   "delete a saved search; weekdays that use it have their tier again",
		Example: "  gridkeeper search delete \"Calm Tuesday\"",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return errors.New("want the name of one saved search: 'gridkeeper search list' lists them")
			}
			return database.Change(cmd, func(store *archive.Store) error {
				days, err := store.DeleteSearch(cmd.Context(), guild, args[0])
				if errors.Is(err, postgres.ErrNotFound) {
					return fmt.Errorf("no saved search %q: 'gridkeeper search list' lists them", args[0])
				}
				if err == nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "search %q is deleted: %s of schedules used it\n", args[0], output.Plural(days, "weekday"))
				}
				return err
			})
		},
	}
	cmd.Flags().StringVar(&guild, "guild", "", "the guild whose search it is (default: the operator's)")
	return cmd
}
