package lab

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
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

// Recombine returns the command that changes clues of known puzzles. It can take them from the archive, and print only puzzles
// that the archive lacks.
func Recombine() *cobra.Command {
	o := recombineOptions{}
	change, from := "1", 0
	cmd := &cobra.Command{
		Use:   "recombine --change 1|2|M+N [--from M] [--new] [--minimal] [--generations N] [--state FILE] [PUZZLE|FILE|-]...",
		Short: "find new puzzles by changing a clue or two",
		Long: "Take clues away from every puzzle, the mother, put others in in every possible way, and print the children\n" +
			"that are puzzles: the canonical form of each class once, sorted, except for the mother's. A line on standard error\n" +
			"counts the children of each mother: excluded without search, with several solutions, with none, with one (unique),\n" +
			"and the classes of the unique ones.\n\n" +
			"--change 1 changes one clue, {-1+1}, and 2 changes two, {-2+2}. --change 2+1 takes two away and puts one in,\n" +
			"and likewise for all numbers up to 2. A clue that was taken away may come back, so 2 finds all children of 1 too;\n" +
			"the counts leave out children with such a clue.\n\n" +
			"--from 18 makes puzzles of 17 clues, the fewest possible, from those of 18, {-2+1}, and leaves other mothers out.\n" +
			"For a 6x6, of 8 clues or more, that is --from 9; for a shidoku, of 4 or more, --from 5. --from 1 and --from 2 are\n" +
			"the number of clues to take away instead.\n\n" +
			"With --generations N the children become mothers, and a line after each generation has its totals. The children\n" +
			"are printed at the end, or if the run is interrupted, those found until then. With --state FILE a run that was\n" +
			"stopped, or even killed, continues: call it again in the same way.\n\n" +
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
	f.IntVar(&from, "from", from, "clues of the mothers, whose children then have the fewest possible, 17; or 1 or 2, to take away")
	f.BoolVar(&o.onlyNew, "new", false, "print only those that the archive does not hold")
	f.BoolVar(&o.minimal, "minimal", false, "take only children that have no clue to spare; the counts are of all")
	f.StringVar(&o.collection, "collection", "", "take the puzzles of this collection of the archive as mothers")
	f.IntVar(&o.generations, "generations", 1, "how often children become mothers, counting the first")
	f.StringVar(&o.state, "state", "", "keep what is done in this file, and do not do it again")
	f.BoolVar(&o.byFilters, "by-filters", false, "search in the way of Huang (2009), which is slower, to compare counts")
	f.BoolVar(&o.asJSON, "json", false, "print the counts as JSON lines")
	return cmd
}

// changeFrom returns the change of --from M, and the number of clues that mothers must have, 0 for any. The children have the
// fewest clues possible, so the change takes away as many more than it puts in as the mothers have above that.
func changeFrom(c generator.Change, from int) (generator.Change, int, error) {
	if from == 1 || from == 2 {
		return generator.Change{Minus: from, Plus: c.Plus}, 0, nil
	}
	var known []string
	for _, shape := range sudoku.Shapes {
		fewest := solver.MinClues(shape)
		known = append(known, fmt.Sprintf("%d to %d for a %s", fewest, fewest+generator.MaxChange, shape))
		more := from - fewest
		if more >= 0 && more <= generator.MaxChange {
			minus := min(c.Plus+more, generator.MaxChange)
			return generator.Change{Minus: minus, Plus: minus - more}, from, nil
		}
	}
	return c, 0, fmt.Errorf("--from %d: want the clues of the mothers, %s, or 1 or 2 to take away", from, strings.Join(known, ", "))
}

// runRecombine opens the archive only for --new and --collection.
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
			found, err := database.Collections(cmd.Context(), store, "", []string{o.collection})
			if err != nil {
				return err
			}
			mothers = append(mothers, database.Puzzles(cmd, store, found[0]))
		}
		return recombineAll(cmd, mothers, o, store)
	})
}

// recombiner is one run of recombine.
type recombiner struct {
	recombineOptions
	cmd   *cobra.Command
	store *archive.Store // nil: not needed
	state *stateFile

	generation int
	first      []input.Puzzle  // the mothers of the first generation
	mothers    map[string]bool // classes that have been mothers
	children   map[string]bool // classes of children; false if the archive holds it
	total      countsLine      // of the generation
	failed     bool
}

// family is a mother with her children.
type family struct {
	Mother   string           `json:"mother"` // canonical form
	Counts   generator.Counts `json:"counts"`
	Children []string         `json:"children"` // canonical forms, sorted
	Seconds  float64          `json:"seconds"`
}

// recombineAll prints the children of all mothers at the end, sorted, so that the output does not depend on the order in
// which they are found. When it is interrupted, it prints those found until then.
func recombineAll(cmd *cobra.Command, mothers []iter.Seq[input.Puzzle], o recombineOptions, store *archive.Store) (err error) {
	rc := recombiner{recombineOptions: o, cmd: cmd, store: store, mothers: map[string]bool{}, children: map[string]bool{}}
	if rc.state, err = openState(o); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rc.state.close()) }()
	err = rc.collect(mothers)
	for rc.generation = 1; err == nil && rc.generation <= o.generations; rc.generation++ {
		err = rc.generate()
	}
	return errors.Join(rc.print(), err, output.Failure(rc.failed))
}

// collect reads all mothers, whose number the progress bar needs.
func (rc *recombiner) collect(mothers []iter.Seq[input.Puzzle]) error {
	others := 0
	for _, some := range mothers {
		for p := range input.UntilDone(rc.cmd.Context(), some) { // standard input may never end
			if p.Err == nil && rc.clues > 0 && p.Grid.Len() != rc.clues {
				others++
				continue
			}
			rc.first = append(rc.first, p)
		}
	}
	switch {
	case others > 0 && rc.asJSON:
		_ = json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(map[string]int{"clues": rc.clues, "left_out": others})
	case others > 0:
		fmt.Fprintf(rc.cmd.ErrOrStderr(), "left out, as they do not have %d clues: %d\n", rc.clues, others)
	}
	return rc.cmd.Context().Err()
}

// generate finds the children of one generation: of the mothers given, then of all children that
// have not been mothers.
func (rc *recombiner) generate() error {
	mothers := rc.first
	if rc.generation > 1 {
		mothers = nil
		for _, form := range slices.Sorted(maps.Keys(rc.children)) {
			if g, err := sudoku.Parse(form); err == nil && !rc.mothers[form] {
				mothers = append(mothers, input.Puzzle{Grid: g, Text: form})
			}
		}
		if len(mothers) == 0 {
			return nil
		}
	}
	line := output.NewProgress(rc.cmd.ErrOrStderr(), "mothers")
	defer line.Clear()
	done := 0
	rc.total = countsLine{Generation: rc.generation, Mothers: len(mothers), Change: rc.change.String()}
	for r := range input.InOrder(rc.cmd.Context(), slices.Values(mothers), 1, input.Try(rc.recombine)) {
		line.Clear()
		if r.Err != nil {
			rc.fail(*r.Puzzle, r.Err)
		} else if err := rc.add(*r.Puzzle, r.Value); err != nil {
			return err
		}
		done++
		line.Show(fmt.Sprintf("%d classes of children", len(rc.children)), done, len(mothers))
	}
	line.Clear()
	if err := rc.cmd.Context().Err(); err != nil || rc.generations == 1 {
		return err
	}
	return rc.printTotal()
}

// printTotal prints the counts of a generation.
func (rc *recombiner) printTotal() error {
	first, known := 0, 0
	for form, fresh := range rc.children {
		if !rc.mothers[form] {
			first++
			if !fresh {
				known++
			}
		}
	}
	t := rc.total
	if t.FirstSeen = &first; rc.onlyNew {
		t.Known = &known
	}
	if rc.asJSON {
		return json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(t)
	}
	text := countsText(rc.change, t.Counts)
	if rc.minimal {
		text += fmt.Sprintf(", %d minimal", t.Minimal)
	}
	text += fmt.Sprintf(", %d first seen", first)
	if rc.onlyNew {
		text += fmt.Sprintf(", %d of them known", known)
	}
	_, err := fmt.Fprintf(rc.cmd.ErrOrStderr(), "generation %d, %s: %s; %s of children until now\n",
		t.Generation, output.Plural(t.Mothers, "mother"), text, output.Plural(len(rc.children), "class"))
	return err
}

// countsText formats the counts of a mother, or of a generation.
func countsText(change generator.Change, c generator.Counts) string {
	text := fmt.Sprintf("%s: %d children: %d excluded, %d multiple, %d none, %d unique, %s",
		change, c.Children, c.Excluded, c.Multiple, c.None, c.Unique, output.Plural(c.Classes, "class"))
	if c.Undecided > 0 {
		text += fmt.Sprintf(", %d undecided", c.Undecided)
	}
	return text
}

// recombine finds the children of a mother, or takes them from the state.
func (rc *recombiner) recombine(g sudoku.Grid) (family, error) {
	form := canon.Of(g).String()
	if f, ok := rc.state.families[form]; ok {
		return f, nil
	}
	search := generator.Recombine
	if rc.byFilters {
		search = generator.RecombineByFilters
	}
	begin := time.Now()
	f := family{Mother: form}
	var err error
	f.Counts, err = search(g, rc.change, func(child sudoku.Grid) bool {
		f.Children = append(f.Children, child.String())
		return rc.cmd.Context().Err() == nil
	})
	if err = errors.Join(err, rc.cmd.Context().Err()); err != nil {
		return family{}, err
	}
	slices.Sort(f.Children)
	f.Seconds = time.Since(begin).Seconds()
	return f, rc.state.put(f)
}

// add adds a family to the results and prints its counts.
func (rc *recombiner) add(p input.Puzzle, f family) error {
	rc.mothers[f.Mother] = true
	rc.total.Counts = rc.total.Plus(f.Counts)
	fresh := 0
	for _, form := range f.Children {
		isFresh, known := rc.children[form]
		if !known && (rc.minimal || rc.onlyNew) {
			g, err := sudoku.Parse(form)
			if err != nil {
				return err
			}
			if rc.minimal && !generator.Minimal(g) {
				continue
			}
			if rc.onlyNew {
				_, err := rc.store.PuzzleByKey(rc.cmd.Context(), canon.KeyOf(g))
				if isFresh = errors.Is(err, postgres.ErrNotFound); !isFresh && err != nil {
					return err
				}
			}
		}
		if rc.minimal {
			rc.total.Minimal++
		}
		rc.children[form] = isFresh
		if isFresh {
			fresh++
		}
	}
	if rc.asJSON {
		return rc.printJSON(p, f, fresh)
	}
	text := fmt.Sprintf("%s%s: %s", p.Where, sudoku.Excerpt(p.Text), countsText(rc.change, f.Counts))
	if rc.onlyNew {
		text += fmt.Sprintf(", %d new", fresh)
	}
	_, err := fmt.Fprintln(rc.cmd.ErrOrStderr(), text)
	return err
}

// countsLine is a line of --json: the counts of a mother or of a generation.
type countsLine struct {
	Where      string `json:"where,omitempty"`  // file and line
	Mother     string `json:"mother,omitempty"` // as in the input; none for a generation
	Generation int    `json:"generation"`
	Mothers    int    `json:"mothers,omitempty"` // of a generation
	Change     string `json:"change"`
	generator.Counts
	Minimal   int     `json:"minimal,omitempty"`    // of the classes of a generation, with --minimal
	FirstSeen *int    `json:"first_seen,omitempty"` // new classes of a generation, without mothers
	Known     *int    `json:"known,omitempty"`      // with --new: how many of them the archive holds
	New       *int    `json:"new,omitempty"`        // with --new: how many children of a mother the archive lacks
	Seconds   float64 `json:"seconds"`
}

func (rc *recombiner) printJSON(p input.Puzzle, f family, fresh int) error {
	c := countsLine{
		Where: strings.TrimSuffix(p.Where.String(), ": "), Mother: p.Grid.String(), Generation: rc.generation,
		Change: rc.change.String(), Counts: f.Counts, Seconds: f.Seconds,
	}
	if rc.onlyNew {
		c.New = &fresh
	}
	return json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(c)
}

// fail reports a mother that is not a puzzle, or could not be read as one.
func (rc *recombiner) fail(p input.Puzzle, err error) {
	rc.failed = true
	if rc.asJSON {
		_ = json.NewEncoder(rc.cmd.ErrOrStderr()).Encode(map[string]string{
			"where": strings.TrimSuffix(p.Where.String(), ": "), "error": err.Error(),
		})
		return
	}
	fmt.Fprintln(rc.cmd.ErrOrStderr(), err)
}

// print prints the children, or with --new those that the archive lacks.
func (rc *recombiner) print() error {
	out := bufio.NewWriterSize(rc.cmd.OutOrStdout(), 1<<16)
	for _, form := range slices.Sorted(maps.Keys(rc.children)) {
		if rc.onlyNew && !rc.children[form] {
			continue
		}
		if _, err := fmt.Fprintln(out, form); err != nil {
			return err
		}
	}
	return out.Flush()
}
