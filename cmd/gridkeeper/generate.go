package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/config"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/criteria"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// generatedName is the collection of --into-archive.
const generatedName = "generated"

func newGenerate() *cobra.Command {
	var wishes wishFlags
	count, seed, collection, intoArchive, giveUp := 1, uint64(0), "", false, 10*time.Minute
	cmd := &cobra.Command{
		Use:   "generate [--tier N] [--clues N] [--pattern MASK|--symmetry NAME] [--needs TECHNIQUE] [--score A-B] [--count M] [--seed S]",
		Short: "make new puzzles: of a tier, a score, a number of clues, a pattern, with a technique",
		Long: "Make new puzzles that need each of their clues, no two essentially the same. The same seed gives the same\n" +
			"puzzles; without a seed they are new every time. All wishes go together. One that is rarely met says on\n" +
			"standard error how long it will take; one that cannot be met is an error where that is known, else the\n" +
			"search ends when it has found nothing for --give-up.\n\n" +
			"Symmetries are those of the cells with clues: none, half-turn (180), quarter-turn (90), horizontal (the upper\n" +
			"half mirrored in the lower), vertical (the left half in the right), both of these, diagonal (from the top\n" +
			"left), anti-diagonal, diagonals (both), and full (all of them). In a puzzle with a symmetry no clues can go\n" +
			"that leave it symmetric, and in one with a pattern there may be clues to spare: 'gridkeeper check' shows it.\n\n" +
			"With --clues, 22 to 27 come at once, 21 ten a second, 20, 19 and 18 take about 0.6, 1.2 and 4 s each on a\n" +
			"core. 17 take minutes or hours; 'gridkeeper recombine' makes more of known ones.\n" +
			"With a symmetry, or of 29 clues and more, puzzles are rarer still, and none may be found.",
		Example: "  gridkeeper generate --tier 3 --count 10 --seed 1\n" +
			"  gridkeeper generate --symmetry half-turn --score 5m-10m --count 7 --collection \"One week\"\n" +
			"  gridkeeper generate --needs swordfish --clues 24\n" +
			"  gridkeeper generate --only naked-single,hidden-single\n" +
			"  gridkeeper generate --shape shidoku --count 36",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("%s: generate takes no arguments, only flags (see 'gridkeeper generate --help')", sudoku.Excerpt(args[0]))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if !cmd.Flags().Changed("seed") {
				seed = rand.Uint64()
			}
			options, err := wishes.options()
			if err != nil {
				return err
			}
			options.Seed = seed
			if cmd.Flags().Changed("clues") && wishes.clues == 0 {
				return errors.New("--clues 0: want the number of clues, 17 or more, or 4 for a shidoku")
			}
			if err := input.NotEmpty(cmd.Flags(), "tier", "pattern", "needs", "only", "score"); err != nil {
				return err
			}
			if giveUp < 0 {
				return fmt.Errorf("--give-up %s: want a time, or 0 to search without end", giveUp)
			}
			if count < 1 {
				return fmt.Errorf("--count %d: want 1 or more", count)
			}
			if intoArchive && cmd.Flags().Changed("collection") {
				return fmt.Errorf("--into-archive is the collection %q: want it or --collection, not both", generatedName)
			}
			if intoArchive {
				collection = generatedName
			}
			if intoArchive || cmd.Flags().Changed("collection") {
				return generateInto(cmd, collection, options, count, giveUp)
			}
			return generate(cmd, cmd.OutOrStdout(), options, count, giveUp)
		},
	}
	wishes.add(cmd)
	cmd.Flags().IntVar(&count, "count", count, "how many puzzles")
	cmd.Flags().DurationVar(&giveUp, "give-up", giveUp, "end when no puzzle was found for so long; 0: never")
	cmd.Flags().Uint64Var(&seed, "seed", seed, "seed of the random numbers (default: a new one)")
	cmd.Flags().StringVar(&collection, "collection", "", "import the puzzles into this collection too")
	cmd.Flags().BoolVar(&intoArchive, "into-archive", false, fmt.Sprintf("import the puzzles into the collection %q too", generatedName))
	return cmd
}

// generate writes count puzzles, a line each. It gives up when it has found none for so long, unless
// that is 0.
func generate(cmd *cobra.Command, out io.Writer, options generator.Options, count int, giveUp time.Duration) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	slow := newEstimate(cmd.ErrOrStderr(), count)
	options.Tried = func(n uint64) bool {
		slow.tried(n)
		return ctx.Err() == nil && (giveUp == 0 || slow.sinceLast() < giveUp)
	}
	defer slow.stop()
	made := 0
	for g := range input.UntilDone(ctx, generator.Puzzles(options)) { // for a rare wish, the next one takes a while
		if _, err := fmt.Fprintln(out, g); err != nil {
			return err
		}
		slow.found()
		if made++; made == count {
			return nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case options.Shape == sudoku.Sudoku && options.Tier <= logic.TierGuessing:
		return fmt.Errorf("%d of %d puzzles: none of the last %s candidates, in %s, is as wanted: such puzzles are rare, or there are none; --give-up %s searches longer",
			made, count, thousands(float64(slow.triedSinceLast())), giveUp, 10*giveUp)
	case made == 0:
		return errors.New("there is no such puzzle")
	}
	return fmt.Errorf("%d of %d puzzles: there are no more essentially different puzzles of this kind", made, count)
}

// generateInto generates puzzles and imports what it printed into a collection, also when it was
// interrupted.
func generateInto(cmd *cobra.Command, collection string, options generator.Options, count int, giveUp time.Duration) error {
	c, err := config.Load(cmd.Flags())
	if err != nil {
		return err
	}
	return database.WithArchive(cmd.Context(), c, func(store *archive.Store) error {
		into := library.ImportOptions{Collection: collection, File: "generate", By: "command line"}
		if strings.TrimSpace(collection) == "" {
			into.File = ""
		}
		if _, err := store.ImportFile(cmd.Context(), into, strings.NewReader("")); err != nil {
			return err // the name is bad: better now than in an hour
		}
		var printed bytes.Buffer
		failed := generate(cmd, io.MultiWriter(cmd.OutOrStdout(), &printed), options, count, giveUp)
		if printed.Len() == 0 {
			return failed
		}
		report, err := store.ImportFile(context.WithoutCancel(cmd.Context()), into, &printed)
		switch {
		case err == nil:
			printReport(cmd.ErrOrStderr(), into.File, report)
		case failed != nil: // which would hide it
			fmt.Fprintf(cmd.ErrOrStderr(), "the puzzles were not imported: %v\n", err)
		}
		return errors.Join(failed, err)
	})
}

// wishFlags are the flags that say which puzzles are wanted.
type wishFlags struct {
	shape, tier, symmetry, pattern, score string
	clues                                 int
	needs, only                           []string
}

func (w *wishFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&w.shape, "shape", sudoku.Sudoku.String(), "sudoku or shidoku")
	flags.StringVar(&w.tier, "tier", "", "1-5 or its name; any tier if not given")
	flags.IntVar(&w.clues, "clues", 0, "exactly so many clues, 17 or more (default: any number)")
	flags.StringVar(&w.symmetry, "symmetry", criteria.NoSymmetry.String(), "symmetry of the cells with clues, such as half-turn")
	flags.StringVar(&w.pattern, "pattern", "", "where the clues are: 81 characters, x, # or a digit for a clue, else .")
	flags.StringSliceVar(&w.needs, "needs", nil, "techniques that the puzzle needs, where the easier ones of its tier find nothing more; may repeat")
	flags.StringSliceVar(&w.only, "only", nil, "techniques that solve the puzzle, with the smaller ones of their kind (triples bring pairs); may repeat")
	flags.StringVar(&w.score, "score", "", "expected solving time, from-to, such as 300-600, 5m-10m or 5:00-")
}

// options reads the flags. Wishes that cannot be met together are an error.
func (w *wishFlags) options() (o generator.Options, err error) {
	if o.Shape, err = sudoku.ParseShape(w.shape); err != nil {
		return o, fmt.Errorf("--shape: %w", err)
	}
	if w.tier != "" {
		if o.Tier, err = output.English.ParseTier(w.tier); err != nil {
			return o, fmt.Errorf("--tier: %w", err)
		}
	}
	if o.Symmetry, err = criteria.ParseSymmetry(w.symmetry); err != nil {
		return o, fmt.Errorf("--symmetry: %w", err)
	}
	o.Clues = w.clues
	if w.pattern != "" {
		if o.Pattern, err = parsePattern(o.Shape, w.pattern); err != nil {
			return o, fmt.Errorf("--pattern: %w", err)
		}
	}
	if o.Needs, err = parseTechniques(w.needs); err != nil {
		return o, fmt.Errorf("--needs: %w", err)
	}
	if o.Only, err = parseTechniques(w.only); err != nil {
		return o, fmt.Errorf("--only: %w", err)
	}
	if o.MinScore, o.MaxScore, err = parseScores(w.score); err != nil {
		return o, fmt.Errorf("--score: %w", err)
	}
	return o, o.Check()
}

func parseTechniques(names []string) (techniques []logic.Technique, err error) {
	for _, name := range names {
		t, err := logic.ParseTechnique(name)
		if err != nil {
			return nil, err
		}
		if !slices.Contains(techniques, t) {
			techniques = append(techniques, t)
		}
	}
	return techniques, nil
}
