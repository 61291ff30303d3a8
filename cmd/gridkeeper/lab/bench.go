package lab

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/spf13/cobra"

	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/explain/steps"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// The files of a set of problems, in the folder of --output.
const (
	problemsName = "problems.jsonl"
	answersName  = "answers.jsonl"
)

func newBench() *cobra.Command {
	b := bench{each: 20, tries: 20_000}
	cmd := &cobra.Command{
		Use:   "bench --output FOLDER [--seed N] [--each N] [--tier N|--technique NAME] [--tries N]",
		Short: "make problems for programs and language models: puzzles to solve, steps to find",
		Long: "Write problems to " + problemsName + " in a folder, a line of JSON each, and their answers to " + answersName + ": for each\n" +
			"tier, puzzles to solve; for each technique, positions in which no easier technique finds a step and this one\n" +
			"does. The answer of a position has every conclusion of the technique there, and the steps that make them.\n" +
			"https://github.com/gridkeeper/gridkeeper/blob/main/docs/steps.md explains the form.\n\n" +
			"Positions come from random puzzles, each used once and turned at random, no two essentially the same. The same\n" +
			"seed, options and version of Gridkeeper give the same files. --tries limits how many puzzles are looked at: a\n" +
			"rare technique may have fewer problems than --each, as standard error reports. No database is needed.\n\n" +
			"--tier takes a tier's puzzles and the techniques that it adds, --technique one technique; both may repeat.",
		Example: "  gridkeeper lab bench --seed 1 --output problems\n" +
			"  gridkeeper lab bench --seed 1 --technique x-wing --each 100 --output x-wings",
		Args: input.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := b.readFlags(cmd); err != nil {
				return err
			}
			return b.run(cmd)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&b.folder, "output", "", "the folder, which is made if it does not exist")
	flags.Uint64Var(&b.seed, "seed", 0, "seed of the random numbers (default: a new one)")
	flags.IntVar(&b.each, "each", b.each, "how many problems of each kind")
	flags.StringSlice("tier", nil, "1-5 or its name: only its puzzles and the techniques that it adds")
	flags.StringSlice("technique", nil, "only steps by this technique, such as x-wing")
	flags.IntVar(&b.tries, "tries", b.tries, "how many random puzzles to look at")
	return cmd
}

// bench makes a set of problems.
type bench struct {
	folder      string
	seed        uint64
	each, tries int
	kinds       []*kind
}

// kind is a kind of problem: a puzzle of a tier to solve, or a step by a technique to find.
type kind struct {
	tier      logic.Tier
	technique logic.Technique // "" for a puzzle to solve
	chosen    []logic.State
	full      atomic.Bool
}

func (k *kind) name() string {
	return cmp.Or(string(k.technique), fmt.Sprintf("tier-%d", k.tier))
}

func (b *bench) readFlags(cmd *cobra.Command) error {
	flags := cmd.Flags()
	if err := input.NotEmpty(flags, "output", "tier", "technique"); err != nil {
		return err
	}
	switch {
	case b.folder == "":
		return fmt.Errorf("--output is missing: want a folder for %s and %s", problemsName, answersName)
	case b.each < 1:
		return fmt.Errorf("--each %d: want 1 or more", b.each)
	case b.tries < 1:
		return fmt.Errorf("--tries %d: want 1 or more", b.tries)
	}
	if !flags.Changed("seed") {
		b.seed = rand.Uint64()
	}
	var tiers []logic.Tier
	var techniques []logic.Technique
	names, _ := flags.GetStringSlice("tier")
	for _, name := range names {
		tier, err := output.English.ParseTier(name)
		if err != nil {
			return fmt.Errorf("--tier: %w", err)
		}
		tiers = append(tiers, tier)
	}
	names, _ = flags.GetStringSlice("technique")
	for _, name := range names {
		technique, err := output.English.ParseTechnique(name)
		if err != nil {
			return fmt.Errorf("--technique: %w", err)
		}
		techniques = append(techniques, technique)
	}
	if len(tiers)+len(techniques) == 0 {
		tiers = logic.Tiers
	}
	for _, tier := range logic.Tiers {
		if slices.Contains(tiers, tier) {
			b.kinds = append(b.kinds, &kind{tier: tier})
		}
	}
	for _, technique := range logic.Techniques {
		if tier := technique.Tier(); slices.Contains(tiers, tier) || slices.Contains(techniques, technique) {
			b.kinds = append(b.kinds, &kind{tier: tier, technique: technique})
		}
	}
	return nil
}

// run opens both files before the search.
func (b *bench) run(cmd *cobra.Command) error {
	if err := os.MkdirAll(b.folder, 0o755); err != nil {
		return fmt.Errorf("--output %q: want a folder: %w", b.folder, err)
	}
	problems, answers := filepath.Join(b.folder, problemsName), filepath.Join(b.folder, answersName)
	err := output.ReplaceFile(problems, func(problemsOut io.Writer) error {
		return output.ReplaceFile(answers, func(answersOut io.Writer) error {
			if err := b.choose(cmd); err != nil {
				return err
			}
			return b.write(cmd, problemsOut, answersOut)
		})
	})
	if err != nil {
		return err
	}
	made, short := 0, []string{}
	for _, k := range b.kinds {
		made += len(k.chosen)
		if len(k.chosen) < b.each {
			short = append(short, fmt.Sprintf("%s %d", k.name(), len(k.chosen)))
		}
	}
	if len(short) > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "fewer than %d in %s: %s (--tries %d looks further)\n",
			b.each, output.Plural(b.tries, "puzzle"), strings.Join(short, ", "), 10*b.tries)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s, seed %d\n%s\n", output.Inert(problems),
		output.Plural(made, "problem"), output.Plural(len(b.kinds), "kind"), b.seed, output.Inert(answers))
	return err
}

// offer is the states of a puzzle that would do for a kind.
type offer struct {
	*kind
	states []logic.State
}

// choose looks for puzzles until all kinds are full. Each puzzle goes to the kind that has the fewest, of equals to the
// hardest, since rare techniques need all that they can get.
func (b *bench) choose(cmd *cobra.Command) error {
	ctx := cmd.Context()
	bar := output.NewProgress(cmd.ErrOrStderr(), "puzzles")
	defer bar.Clear()
	r := rand.New(rand.NewPCG(b.seed, 0))
	tried, open := 0, len(b.kinds)
	for offers := range input.InOrder(ctx, generator.Puzzles(generator.Options{Seed: b.seed}), 16, b.offers) {
		var best offer
		for _, o := range offers {
			if !o.full.Load() && (best.kind == nil || len(o.chosen) <= len(best.chosen)) {
				best = o
			}
		}
		if best.kind != nil {
			state := best.states[r.IntN(len(best.states))]
			best.chosen = append(best.chosen, turned(state, sudoku.RandomTransform(state.Grid.Shape(), r)))
			if len(best.chosen) == b.each {
				best.full.Store(true)
				open--
			}
		}
		tried++
		bar.Show(fmt.Sprintf("%d of %d kinds to fill", open, len(b.kinds)), tried, b.tries)
		if open == 0 || tried == b.tries {
			return nil
		}
	}
	return ctx.Err()
}

// offers returns what a puzzle offers to the kinds that are not full. Meanwhile others may fill: it depends only on the
// puzzle what it offers to a kind.
func (b *bench) offers(g *sudoku.Grid) (offers []offer) {
	puzzle := logic.NewState(*g)
	tier, _ := rating.TierOf(*g)
	wanted := map[logic.Technique]*offer{}
	patterns := false // some technique below the ladder is wanted
	for _, k := range b.kinds {
		switch {
		case k.full.Load():
		case k.technique != "":
			wanted[k.technique] = &offer{kind: k}
			patterns = patterns || k.tier < logic.TierGuessing
		case k.tier == tier:
			offers = append(offers, offer{k, []logic.State{puzzle}})
		}
	}
	var without []logic.Technique
	if wanted[logic.Contradiction] == nil {
		without = []logic.Technique{logic.Contradiction}
	}
	for s := puzzle; len(wanted) > 0 && !s.Solved(); {
		if !patterns {
			s = logic.Fixpoint(s, logic.TierXWing) // the state where the next technique of the ladder is due is the same
		}
		step, ok := s.Next(logic.TierGuessing, without...)
		if !ok {
			break
		}
		if o := wanted[step.Technique]; o != nil {
			o.states = append(o.states, s)
		}
		if step.Technique == logic.Contradiction { // others may follow, but it takes long to get there
			break
		}
		s = s.Apply(step)
	}
	for _, k := range b.kinds {
		if o := wanted[k.technique]; o != nil && len(o.states) > 0 {
			offers = append(offers, *o)
		}
	}
	return offers
}

// turned returns a state turned.
func turned(s logic.State, t sudoku.Transform) logic.State {
	after := logic.State{Grid: t.Apply(s.Grid), Marks: t.ApplyMarks(s.Marks)}
	for c := range s.Placed.All() {
		after.Placed = after.Placed.With(t.Cell(c))
	}
	return after
}

// problem is a line of the problems.
type problem struct {
	Version   int             `json:"version"`
	ID        string          `json:"id"`
	Kind      string          `json:"kind"` // "solve" or "next-step"
	Tier      logic.Tier      `json:"tier"`
	Technique logic.Technique `json:"technique,omitempty"`
	Puzzle    sudoku.Grid     `json:"puzzle"`
	State     *steps.State    `json:"state,omitempty"`
	Question  string          `json:"question"`
}

// answer is a line of the answers. Any part of the placements and eliminations is a right answer; they are the
// conclusions of all steps, and of contradictions with one of the shortest as the step.
type answer struct {
	Version      int               `json:"version"`
	ID           string            `json:"id"`
	Solution     *sudoku.Grid      `json:"solution,omitempty"`
	Placements   []steps.Candidate `json:"placements,omitempty"`
	Eliminations []steps.Candidate `json:"eliminations,omitempty"`
	Steps        []steps.Step      `json:"steps,omitempty"`
}

// write writes the problems and their answers, kind by kind.
func (b *bench) write(cmd *cobra.Command, problemsOut, answersOut io.Writer) error {
	type task struct {
		*kind
		number int
	}
	tasks := func(yield func(task) bool) {
		for _, k := range b.kinds {
			for i := range k.chosen {
				if !yield(task{k, i}) {
					return
				}
			}
		}
	}
	type lines struct {
		problem, answer string
		err             error
	}
	work := func(t *task) lines {
		p, a, err := t.problem(t.number)
		question, failed := output.JSON(p)
		solution, alsoFailed := output.JSON(a)
		return lines{question, solution, errors.Join(err, failed, alsoFailed)}
	}
	problems, answers := bufio.NewWriter(problemsOut), bufio.NewWriter(answersOut)
	for l := range input.InOrder(cmd.Context(), tasks, 1, work) {
		if l.err != nil {
			return l.err
		}
		fmt.Fprintln(problems, l.problem)
		fmt.Fprintln(answers, l.answer)
	}
	return errors.Join(cmd.Context().Err(), problems.Flush(), answers.Flush())
}

// problem returns a problem of a kind, and its answer.
func (k *kind) problem(number int) (p problem, a answer, err error) {
	s := k.chosen[number]
	p = problem{
		Version: steps.Version, ID: fmt.Sprintf("%s-%d", k.name(), number+1),
		Kind: "solve", Tier: k.tier, Technique: k.technique, Puzzle: s.Clues(), Question: "What is the solution? Answer with its digits, row by row.",
	}
	a = answer{Version: p.Version, ID: p.ID}
	solution, err := solver.Solve(p.Puzzle)
	if err != nil {
		return p, a, err
	}
	if k.technique == "" {
		a.Solution = &solution
		return p, a, nil
	}
	state := steps.StateOf(s)
	p.Kind, p.State = "next-step", &state
	var found []logic.Step
	for step := range s.Search(logic.MaxConclusions).All(k.technique) {
		same := func(other logic.Step) bool {
			return slices.Equal(step.Placements, other.Placements) && slices.Equal(step.Eliminations, other.Eliminations)
		}
		if !slices.ContainsFunc(found, same) {
			found = append(found, step)
		}
	}
	for _, step := range found {
		form := steps.Of(logic.Deduction{Step: step, Before: s}, output.English)
		a.Steps = append(a.Steps, form)
		a.Placements = append(a.Placements, form.Placements...)
		a.Eliminations = append(a.Eliminations, form.Eliminations...)
	}
	if k.technique == logic.Contradiction {
		a.Eliminations = refuted(s, solution)
	}
	a.Placements, a.Eliminations = sorted(a.Placements), sorted(a.Eliminations)
	ask := "Which candidates does the technique %s rule out here? No easier technique finds a step. Answer as r4c2<>8."
	if len(a.Placements) > 0 {
		ask = "Which digits does the technique %s place here? No easier technique finds a step. Answer as r4c2=8."
	}
	p.Question = fmt.Sprintf(ask, output.English.Technique(k.technique))
	return p, a, nil
}

// sorted returns candidates by their cells and digits, each once.
func sorted(list []steps.Candidate) []steps.Candidate {
	slices.SortFunc(list, func(a, b steps.Candidate) int {
		return cmp.Or(cmp.Compare(a.Cell, b.Cell), cmp.Compare(a.Digit, b.Digit))
	})
	return slices.Compact(list)
}

// refutedWithin is how many conclusions are followed to rule out a candidate by a contradiction. That finds nine of ten wrong
// candidates of random puzzles, in some seconds for twenty positions.
const refutedWithin = 1_000

// refuted returns the candidates of a state that a contradiction rules out.
func refuted(s logic.State, solution sudoku.Grid) (list []steps.Candidate) {
	for _, c := range s.Grid.Shape().Cells() {
		for d := range s.Marks[c].Without(solution.At(c)).All() {
			if _, ok := s.Search(refutedWithin).Refute(sudoku.Candidate{Cell: c, Digit: d}); ok {
				list = append(list, steps.Candidate{Cell: c.String(), Digit: int(d)})
			}
		}
	}
	return list
}
