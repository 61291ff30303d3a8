package lab

import (
	"fmt"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// recombineOptions are the flags of recombine.
type recombineOptions struct {
	change      generator.Change
	clues       int // of the mothers; 0 for any
	collection  string
	onlyNew     bool
	minimal     bool
	generations int
	state       string
	byFilters   bool
	asJSON      bool
}

// Recombine returns the command that changes clues of known puzzles. The archive can have these, and those that it lacks are new.
func Recombine() *cobra.Command {
	o := recombineOptions{}
	change, from := "1", 0
	cmd := &cobra.Command{
		Use:   "recombine --change 1|2|M+N [--from M] [--new] [--minimal] [--generations N] [--state FILE] [PUZZLE|FILE|-]...",
		Short: "find new puzzles by changing a clue or two",
		Long: "Take clues away from every puzzle, the mother, put others in in every possible way, and print the children\n" +
			"that are puzzles: the canonical form of each class once, sorted, the mother's own left out. A line on\n" +
			"standard error says for every mother how many children there are: excluded without search, with several\n" +
			"solutions, with none, with one (unique), and the classes of those.\n\n" +
			"--change 1 changes one clue, {-1+1}, and 2 changes two, {-2+2}. --change 2+1 takes two away and puts one in,\n" +
			"and likewise for all numbers up to 2. A clue that was taken away may come back, so 2 finds what 1 finds too;\n" +
			"the counts are of the children in which none has.\n\n" +
			"--from 18 makes puzzles with the fewest clues that there are, 17, of those with 18, {-2+1}; others are left\n" +
			"out. A shidoku has 4 at least: --from 5. --from 1 and --from 2 say how many clues are taken away instead.\n\n" +
			"With --generations N the children become mothers, and a line says after each generation what all its mothers\n" +
			"came to. The children are printed at the end, or when the run is interrupted those found until then. With\n" +
			"--state FILE a run that was stopped, even killed, goes on where it was: call it again in the same way.\n\n" +
			strings.Replace(input.Help, "Results come in the order of the input. A", "A", 1),
		Example: "  gridkeeper lab recombine --change 1 puzzles.txt\n  gridkeeper lab recombine --change 2 --new --state run.jsonl --collection Seventeen",
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if o.change, err = generator.ParseChange(change); err != nil {
				return fmt.Errorf("--change: %w", err)
			}
			if cmd.Flags().Changed("from") {
				if o.change, o.clues, err = changeFrom(o.change, from); err != nil {
					return err
				}
			}
			if o.generations < 1 {
				return fmt.Errorf("--generations %d: want 1 or more", o.generations)
			}
			return runRecombine(cmd, args, o)
		},
	}
	f := cmd.Flags()
	f.StringVar(&change, "change", change, "how many clues to change, or M+N: M are taken away and N put in")
	f.IntVar(&from, "from", from, "clues of the mothers, whose children then have 17; or 1 or 2, to take away")
	f.BoolVar(&o.onlyNew, "new", false, "print only those that the archive does not hold")
	f.BoolVar(&o.minimal, "minimal", false, "take only children that have no clue to spare; the counts are of all")
	f.StringVar(&o.collection, "collection", "", "take the puzzles of this collection of the archive as mothers")
	f.IntVar(&o.generations, "generations", 1, "how often children become mothers, counting the first")
	f.StringVar(&o.state, "state", "", "keep what is done in this file, and do not do it again")
	f.BoolVar(&o.byFilters, "by-filters", false, "search in the way of Huang (2009), which is slower, to compare counts")
	f.BoolVar(&o.asJSON, "json", false, "print the counts as JSON lines")
	return cmd
}

// changeFrom returns the change that --from asks for, and how many clues mothers must have, 0
// for any number. With M clues, children have the fewest that there are, so the numbers of those
// taken away and put in differ by what the mother has more.
func changeFrom(c generator.Change, from int) (generator.Change, int, error) {
	if from == 1 || from == 2 {
		return generator.Change{Minus: from, Plus: c.Plus}, 0, nil
	}
	for _, shape := range sudoku.Shapes {
		more := from - solver.MinClues(shape)
		if more >= 0 && more <= generator.MaxChange {
			minus := min(c.Plus+more, generator.MaxChange)
			return generator.Change{Minus: minus, Plus: minus - more}, from, nil
		}
	}
	return c, 0, fmt.Errorf("--from %d: want 17 to 19 clues, 4 to 6 for shidoku, or 1 or 2 to take away", from)
}

// runRecombine opens the archive only if it is asked for.
func runRecombine(cmd *cobra.Command, args []string, o recombineOptions) error {
	if !o.onlyNew && o.collection == "" {
		return recombineAll(cmd, []iter.Seq[input.Puzzle]{input.Puzzles(cmd, args)}, o, nil)
	}
	return database.With(cmd, func(store *archive.Store) error {
		var mothers []iter.Seq[input.Puzzle]
		if o.collection == "" || len(args) > 0 {
			mothers = append(mothers, input.Puzzles(cmd, args))
		}
		if o.collection != "" {
			found, err := database.Collections(cmd, store, "", []string{o.collection})
			if err != nil {
				return err
			}
			mothers = append(mothers, database.Puzzles(cmd, store, found[0]))
		}
		return recombineAll(cmd, mothers, o, store)
	})
}
