package curate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// generatedName is the collection of --into-archive.
const generatedName = "generated"

// Generate returns the command that makes new puzzles.
func Generate() *cobra.Command {
	var g generateCommand
	cmd := &cobra.Command{
		Use:   "generate [--shape 6x6] [--tier N] [--clues N] [--pattern MASK|--symmetry NAME] [--needs TECHNIQUE] [--score A-B] [--count M] [--seed S]",
		Short: "make new puzzles: of a tier, a score, a number of clues, a pattern, with a technique",
		Long: "Make new puzzles that are minimal, except with a symmetry or a pattern, no two essentially the same. The same seed\n" +
			"gives the same puzzles; without a seed they are new every time. A puzzle has to fit all options. For rare puzzles\n" +
			"an estimate of the time goes to standard error. Options that are known to contradict each other are an error;\n" +
			"otherwise the search ends when it has found nothing for --give-up.\n\n" +
			"Symmetries are those of the cells with clues: none, half-turn (180), quarter-turn (90), horizontal (the upper\n" +
			"half mirrored in the lower), vertical (the left half in the right), both of these, diagonal (from the top\n" +
			"left), anti-diagonal, diagonals (both), and full (all of them). In a puzzle with a symmetry no clues can go\n" +
			"that leave it symmetric, and in one with a pattern there may be clues to spare: 'gridkeeper check' shows it.\n\n" +
			"With --clues, 22 to 34 come at once, 21 ten a second, 20, 19 and 18 take about 0.6, 1.2 and 4 s each on a\n" +
			"core, 35 and 36 about 0.4 and 5 s, 37 some minutes (--give-up 30m). 17 take minutes or hours;\n" +
			"'gridkeeper lab recombine' makes more of known ones. With a symmetry, or of 38 clues and more, puzzles are rarer\n" +
			"still, and none may be found. A 6x6 has 8 to 15 clues, mostly 10: 8 to 14 come at once, 15 take about a second\n" +
			"each. There are only 36 different shidoku.",
		Example: "  gridkeeper generate --tier 3 --count 10 --seed 1\n" +
			"  gridkeeper generate --symmetry half-turn --score 5m-10m --count 7 --collection \"One week\"\n" +
			"  gridkeeper generate --needs swordfish --clues 24\n" +
			"  gridkeeper generate --only naked-single,hidden-single\n" +
			"  gridkeeper generate --shape 6x6 --tier 2 --count 7 --collection \"Coffee break\"\n" +
			"  gridkeeper generate --shape shidoku --count 36",
		Args: input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return g.run(cmd) },
	}
	g.add(cmd.Flags())
	return cmd
}

// generateCommand holds the flags of 'gridkeeper generate'.
type generateCommand struct {
	wishFlags
	shape, tier string
	clues       int

	count       int
	giveUp      time.Duration // 0: never
	seed        uint64
	collection  string
	intoArchive bool
}

func (g *generateCommand) add(flags *pflag.FlagSet) {
	g.wishFlags.add(flags)
	flags.StringVar(&g.shape, "shape", sudoku.Sudoku.String(), "sudoku, shidoku or 6x6")
	flags.StringVar(&g.tier, "tier", "", "1-5 or its name; any tier if not given")
	flags.IntVar(&g.clues, "clues", 0, "exactly so many clues, 17 or more, of a 6x6 8 or more (default: any number)")
	flags.StringSliceVar(&g.needs, "needs", nil, "techniques that the puzzle needs, where the easier ones of its tier find nothing more; may repeat")
	flags.IntVar(&g.count, "count", 1, "how many puzzles")
	flags.DurationVar(&g.giveUp, "give-up", time.Minute, "end when no puzzle was found for so long; 0: never")
	flags.Uint64Var(&g.seed, "seed", 0, "seed of the random numbers (default: a new one)")
	flags.StringVar(&g.collection, "collection", "", "import the puzzles into this collection too")
	flags.BoolVar(&g.intoArchive, "into-archive", false, fmt.Sprintf("import the puzzles into the collection %q too", generatedName))
}

func (g *generateCommand) run(cmd *cobra.Command) error {
	options, err := g.wishes(cmd.Flags())
	if err != nil {
		return err
	}
	if g.intoArchive {
		g.collection = generatedName
	}
	if g.intoArchive || cmd.Flags().Changed("collection") {
		return g.generateInto(cmd, options)
	}
	return g.generate(cmd, cmd.OutOrStdout(), options)
}

// wishes reads the flags, and chooses a seed if they have none.
func (g *generateCommand) wishes(flags *pflag.FlagSet) (o generator.Options, err error) {
	if o, err = g.options(); err == nil {
		err = g.check(flags, o.Shape)
	}
	if o.Seed = g.seed; !flags.Changed("seed") {
		o.Seed = rand.Uint64()
	}
	return o, err
}

// Wishes returns the wishes and the number of puzzles that the flags of 'gridkeeper generate' stand for, once set has set them.
func Wishes(set func(*pflag.FlagSet) error) (o generator.Options, count int, err error) {
	var g generateCommand
	flags := pflag.NewFlagSet("generate", pflag.ContinueOnError)
	g.add(flags)
	if err = set(flags); err == nil {
		o, err = g.wishes(flags)
	}
	return o, g.count, err
}

// options reads the flags about puzzles. Contradictions are an error.
func (g *generateCommand) options() (o generator.Options, err error) {
	var first flagErrors
	o.Shape, err = sudoku.ParseShape(g.shape)
	first.add("shape", err)
	if g.tier != "" {
		o.Tier, err = output.English.ParseTier(g.tier)
		first.add("tier", err)
	}
	o.Symmetry, err = criteria.ParseSymmetry(g.symmetry)
	first.add("symmetry", err)
	if g.pattern != "" {
		o.Pattern, err = criteria.ParsePattern(o.Shape, g.pattern)
		first.add("pattern", err)
	}
	o.Needs, err = criteria.ParseTechniques(g.needs)
	first.add("needs", err)
	o.Only, err = criteria.ParseTechniques(g.only)
	first.add("only", err)
	o.MinScore, o.MaxScore, err = criteria.ParseScores(g.score)
	first.add("score", err)
	o.Clues, o.NoUniqueness = g.clues, g.noUniqueness
	if first.err != nil {
		return o, first.err
	}
	return o, o.Check()
}

func (g *generateCommand) check(flags *pflag.FlagSet, shape sudoku.Shape) error {
	if flags.Changed("clues") && g.clues == 0 {
		return fmt.Errorf("--clues 0: want the number of clues, %d or more for a %s", solver.MinClues(shape), shape)
	}
	if err := input.NotEmpty(flags, "tier", "pattern", "needs", "only", "score"); err != nil {
		return err
	}
	switch {
	case g.giveUp < 0:
		return fmt.Errorf("--give-up %s: want a time, or 0 to search without end", g.giveUp)
	case g.count < 1:
		return fmt.Errorf("--count %d: want 1 or more", g.count)
	case g.intoArchive && flags.Changed("collection"):
		return fmt.Errorf("--into-archive is the collection %q: want it or --collection, not both", generatedName)
	}
	return nil
}

// generate writes puzzles, a line each, until there are enough or --give-up has passed without one.
func (g *generateCommand) generate(cmd *cobra.Command, out io.Writer, options generator.Options) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	slow, gaveUp := newEstimate(cmd.ErrOrStderr(), g.count), false
	options.Tried = func(n uint64) bool {
		slow.tried(n)
		took, _ := slow.without()
		gaveUp = g.giveUp > 0 && took >= g.giveUp
		return ctx.Err() == nil && !gaveUp
	}
	defer slow.stop()
	made := 0
	for p := range input.UntilDone(ctx, generator.Puzzles(options)) { // for a rare wish, the next one takes a while
		if _, err := fmt.Fprintln(out, p); err != nil {
			return err
		}
		slow.found()
		if made++; made == g.count {
			return nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case gaveUp:
		_, candidates := slow.without()
		return fmt.Errorf("%d of %d puzzles: none of the last %s candidates, in %s, matched: such puzzles are rare, or there are none; --give-up %s searches longer",
			made, g.count, thousands(float64(candidates)), g.giveUp, 10*g.giveUp)
	case made == 0:
		return errors.New("there is no such puzzle: all candidates were tried")
	}
	return fmt.Errorf("%d of %d puzzles: there are no more essentially different puzzles of this kind", made, g.count)
}

// generateInto generates puzzles and imports those that it printed into a collection, even when it is interrupted.
func (g *generateCommand) generateInto(cmd *cobra.Command, options generator.Options) error {
	return database.Change(cmd, func(store *archive.Store) error {
		into := importing.Options{Collection: g.collection, File: "generate", By: commandLine}
		if strings.TrimSpace(g.collection) == "" {
			into.File = ""
		}
		if _, err := store.ImportFile(cmd.Context(), into, strings.NewReader("")); err != nil {
			return err // the name is bad: report it before the search, which may take an hour
		}
		var printed bytes.Buffer
		failed := g.generate(cmd, io.MultiWriter(cmd.OutOrStdout(), &printed), options)
		if printed.Len() == 0 {
			return failed
		}
		report, err := store.ImportFile(context.WithoutCancel(cmd.Context()), into, &printed)
		switch {
		case err == nil:
			printReport(cmd.ErrOrStderr(), into.File, report)
		case failed != nil: // the error of the search would hide this one
			fmt.Fprintf(cmd.ErrOrStderr(), "the puzzles were not imported: %v\n", err)
		}
		return errors.Join(failed, err)
	})
}
