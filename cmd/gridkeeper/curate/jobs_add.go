package curate

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/jobs"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

func newJobsAdd() *cobra.Command {
	cmd := &cobra.Command{
		Use:     "add KIND",
		Short:   "add a job for the machines",
		Example: "  gridkeeper jobs add audit\n  gridkeeper jobs add recombine --change 1 puzzles.txt\n  gridkeeper jobs add min-clues --below 18 solutions.txt\n  gridkeeper jobs add rate\n  gridkeeper jobs add rerate\n  gridkeeper jobs add convert",
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("unknown kind of job %q: want audit, recombine, min-clues, rate, rerate or convert (see 'gridkeeper jobs add --help')", args[0])
			}
			return errors.New("no kind of job given: want audit, recombine, min-clues, rate, rerate or convert (see 'gridkeeper jobs add --help')")
		},
	}
	cmd.AddCommand(newJobsAddRecombine(), newJobsAddMinClues(), newJobsAddRate(),
		aboutAll(&cobra.Command{
			Use:   "rerate",
			Short: "rate again the puzzles that an older version of the program has rated",
			Long: "Rate again the puzzles that an older version of the program has rated. Until it is done,\n" +
				"ratings of both versions are in use; dailies and games keep the tier under which they began.\n" +
				"'gridkeeper stats' prints the number of these puzzles. A second job then gives back the disk space that this frees.",
			Example: "  gridkeeper jobs add rerate\n  gridkeeper work --until-done",
		}, jobs.AddRerate, fmt.Sprintf("all ratings are of version %d", rating.Version)),
		aboutAll(&cobra.Command{
			Use:   "convert",
			Short: "write the puzzles of an older release in fewer bytes",
			Long: "Write puzzles and lines that an older release has imported in the shorter form of this release, some thousand in a\n" +
				"transaction. Until it is done there are both forms, and all programs read both. A second job then gives back the\n" +
				"disk space that this frees.",
			Example: "  gridkeeper jobs add convert\n  gridkeeper work --until-done",
		}, jobs.AddConvert, "all puzzles are in the form of this release"),
		aboutAll(&cobra.Command{
			Use:   "audit",
			Short: "compare everything in the archive with the results of computing it again",
			Long: "Compare everything in the archive with the results of computing it again, on all machines: that each puzzle has one\n" +
				"solution, its key and its rating, that the lines are isomorphs of their puzzles, and that the counts of imports and\n" +
				"collections are right. Nothing is changed. 'gridkeeper jobs show' prints the damaged rows.",
			Example: "  gridkeeper jobs add audit\n  gridkeeper work --until-done\n  gridkeeper jobs show 1",
		}, jobs.AddAudit, ""))
	return cmd
}

func newJobsAddRecombine() *cobra.Command {
	change, minimal, generations, dryRun := "1", false, 1, false
	cmd := aboutGrids("children of ", func(cmd *cobra.Command, store *archive.Store, g jobGrids) error {
		c, err := generator.ParseChange(change)
		if err != nil {
			return fmt.Errorf("--change: %w", err)
		}
		if generations < 1 {
			return fmt.Errorf("--generations %d: want 1 or more", generations)
		}
		if dryRun {
			if generations > 1 {
				fmt.Fprintln(cmd.ErrOrStderr(), "of the first generation: what the next will cost depends on the children")
			}
			return printCost(cmd, g.grids, func(mother sudoku.Grid) (time.Duration, error) {
				begin := output.ProcessTime()
				_, err := generator.Recombine(mother, c, func(sudoku.Grid) bool { return cmd.Context().Err() == nil })
				return output.ProcessTime() - begin, errors.Join(err, cmd.Context().Err())
			})
		}
		added, err := jobs.AddRecombine(cmd.Context(), store, jobs.Recombination{
			Change: c, Minimal: minimal, Generations: generations, Mothers: g.grids, Of: g.of, Into: g.into, By: commandLine,
		})
		return printAdded(cmd, store, added, err)
	})
	cmd.Use = "recombine [--change 1|2|M+N] (--collection NAME | FILE|-...) [--into NAME] [--minimal] [--generations N] [--dry-run]"
	cmd.Short = "make new puzzles by changing a clue or two of known ones"
	cmd.Long = "Make the children of puzzles as 'gridkeeper lab recombine' does, on all machines. Their canonical forms go into a\n" +
		"collection, where each is there once for each of its mothers; 'gridkeeper jobs show' prints the counts.\n\n" +
		"With --generations N the classes first seen among the children become mothers in a job of their own, which is added\n" +
		"when the generation before is done. Each counts what 'gridkeeper lab recombine' says after a generation."
	cmd.Example = "  gridkeeper jobs add recombine --change 1 puzzles.txt\n" +
		"  gridkeeper jobs add recombine --change 2 --collection royle --into new17"
	cmd.Flags().StringVar(&change, "change", change, "1, 2 or such as 2+1: how many clues go and come")
	cmd.Flags().BoolVar(&minimal, "minimal", false, "take only children that have no clue to spare; the counts are of all")
	cmd.Flags().IntVar(&generations, "generations", 1, "how often children become mothers, counting the first")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say how long it would take, by trying some of the puzzles, and add nothing")
	return cmd
}

func newJobsAddMinClues() *cobra.Command {
	below, all, dryRun := 0, false, false
	cmd := aboutGrids("few clues of ", func(cmd *cobra.Command, store *archive.Store, g jobGrids) error {
		if below < 1 {
			return fmt.Errorf("--below %d: want 1 or more", below)
		}
		if dryRun {
			return printCost(cmd, g.grids, func(g sudoku.Grid) (time.Duration, error) {
				solution, err := solver.Solve(g)
				if err != nil {
					return 0, err
				}
				cost, _, err := generator.FewerCluesCost(cmd.Context(), solution, below, output.ProcessTime, output.CostSample)
				return cost, err
			})
		}
		added, err := jobs.AddMinClues(cmd.Context(), store, jobs.MinClues{
			Grids: g.grids, Below: below, All: all, Of: g.of, Into: g.into, By: commandLine,
		})
		return printAdded(cmd, store, added, err)
	})
	cmd.Use = "min-clues --below N [--all] (--collection NAME | FILE|-...) [--into NAME] [--dry-run]"
	cmd.Short = "look for puzzles of fewer clues that have given solutions"
	cmd.Long = "Decide for each solution, or for that of each puzzle, whether it has a puzzle of fewer than N clues, as\n" +
		"'gridkeeper lab min-clues' does, on all machines. The puzzles that are found go into a collection: one for each solution, or\n" +
		"with --all all that are minimal, whose numbers 'gridkeeper jobs show' prints."
	cmd.Example = "  gridkeeper jobs add min-clues --below 18 solutions.txt\n  gridkeeper jobs add min-clues --below 19 --all solution.txt"
	cmd.Flags().IntVar(&below, "below", below, "look for a puzzle of fewer than N clues")
	cmd.Flags().BoolVar(&all, "all", false, "keep all such puzzles that are minimal")
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say how long it would take where nothing is found, by trying ways through the search, and add nothing")
	return cmd
}

func newJobsAddRate() *cobra.Command {
	dryRun := false
	cmd := aboutAll(&cobra.Command{
		Use:   "rate [--dry-run]",
		Short: "compute the SE rating, the depth, the class and HoDoKu's score of all sudoku that lack them",
		Long: "Compute what 'gridkeeper rate --se', '--depth', '--hodoku' and, of tier 5, '--ladder' print, for all sudoku of the\n" +
			"archive that lack it, on all machines. Then 'gridkeeper search --er 7.1-7.6 --depth 1' finds them, and 'gridkeeper puzzle'\n" +
			"prints the ratings. They take about 500 bytes a puzzle, 760 in tier 5. Puzzles that are imported later lack them\n" +
			"until this is run again.",
		Example: "  gridkeeper jobs add rate\n  gridkeeper work --until-done",
	}, jobs.AddRate, "all sudoku have these ratings")
	add := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if !dryRun {
			return add(cmd, args)
		}
		return database.Change(cmd, func(store *archive.Store) error {
			lacking, err := jobs.Unrated(cmd.Context(), store)
			if err != nil {
				return err
			}
			return printCost(cmd, lacking, func(span library.Span) (time.Duration, error) {
				begin := output.ProcessTime()
				_, err := store.Compute(cmd.Context(), span)
				return output.ProcessTime() - begin, err
			})
		})
	}
	cmd.Flags().BoolVar(&dryRun, "dry-run", false, "say how long it would take, by rating some, and add nothing")
	return cmd
}

// aboutAll lets a command add a job for the whole archive. done is the reason if there is nothing to do.
func aboutAll(cmd *cobra.Command, add func(ctx context.Context, store *archive.Store, by string) (jobs.Added, error), done string) *cobra.Command {
	cmd.Args = input.NoArgs
	cmd.RunE = func(cmd *cobra.Command, _ []string) error {
		return database.Change(cmd, func(store *archive.Store) error {
			added, err := add(cmd.Context(), store, commandLine)
			if err == nil && added.ID == 0 {
				fmt.Fprintln(cmd.ErrOrStderr(), "nothing to do: "+done)
				return nil
			}
			return printAdded(cmd, store, added, err)
		})
	}
	return cmd
}

// jobGrids are the grids of a job.
type jobGrids struct {
	grids    []sudoku.Grid
	of, into string // the name of the grids, and that of the collection for the results
}

// aboutGrids returns a command that adds a job for the grids of files or of a collection. The results go into the collection
// --into, by default named after the grids, with a prefix.
func aboutGrids(prefix string, add func(*cobra.Command, *archive.Store, jobGrids) error) *cobra.Command {
	collection, into := "", ""
	cmd := &cobra.Command{
		RunE: func(cmd *cobra.Command, args []string) error {
			if (collection == "") == (len(args) == 0) {
				return errors.New("want puzzles from files, or from a collection with --collection NAME, and not from both")
			}
			return database.Change(cmd, func(store *archive.Store) error {
				g, err := readGrids(cmd, store, collection, args)
				if err != nil {
					return err
				}
				if g.into = into; into == "" {
					g.into = prefix + g.of
				}
				return add(cmd, store, g)
			})
		},
	}
	cmd.Flags().StringVar(&collection, "collection", "", "name of the collection that has the puzzles")
	cmd.Flags().StringVar(&into, "into", "", "name of the collection for the results (default: \""+prefix+"\" and the name of the puzzles)")
	return cmd
}

func readGrids(cmd *cobra.Command, store *archive.Store, collection string, files []string) (g jobGrids, err error) {
	var puzzles iter.Seq[input.Puzzle]
	if collection != "" {
		found, err := database.Collections(cmd.Context(), store, "", []string{collection})
		if err != nil {
			return g, err
		}
		g.of, puzzles = collection, database.Puzzles(cmd, store, found[0])
	} else {
		g.of, puzzles = library.CollectionName(filepath.Base(files[0])), input.Puzzles(cmd, files)
	}
	failed := false
	for p := range puzzles {
		if p.Err != nil {
			failed = true
			fmt.Fprintln(cmd.ErrOrStderr(), p.Fail(p.Err))
			continue
		}
		g.grids = append(g.grids, p.Grid)
	}
	if failed {
		return g, errors.New("no job is added: remove the lines that are not puzzles first")
	}
	return g, cmd.Context().Err()
}

// printCost estimates how long a job would take one core, by trying some of its items, chosen at random. try returns the
// time of one item.
func printCost[T any](cmd *cobra.Command, items []T, try func(T) (time.Duration, error)) error {
	begin, tried, spent := time.Now(), 0, 0.0
	for _, i := range rand.Perm(len(items)) {
		took, err := try(items[i])
		if err != nil {
			return fmt.Errorf("%v: %w", items[i], err)
		}
		spent += float64(took)
		if tried++; time.Since(begin) > output.CostSample {
			break
		}
	}
	if tried == 0 {
		return errors.New("no puzzles: there is nothing to do")
	}
	all := time.Duration(min(spent*float64(len(items))/float64(tried), math.MaxInt64/2))
	fmt.Fprintf(cmd.OutOrStdout(), "items: %d, about %s of one core (tried: %d)\n", len(items), output.Roughly(all), tried)
	return nil
}

// printAdded prints the job that was added, or returns the error of adding it.
func printAdded(cmd *cobra.Command, store *archive.Store, added jobs.Added, err error) error {
	if err != nil {
		return err
	}
	p, err := jobs.Find(cmd.Context(), store, added.ID)
	if err != nil {
		return err
	}
	if !added.New {
		fmt.Fprintf(cmd.ErrOrStderr(), "job %d does this already: %s\n", p.ID, output.Inert(p.Title))
		return nil
	}
	fmt.Fprintf(cmd.OutOrStdout(), "job %d: %s (items: %d, chunks: %d)\n", p.ID, output.Inert(p.Title), p.Items, p.Chunks)
	return adviseWork(cmd, store)
}
