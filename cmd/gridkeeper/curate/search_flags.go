package curate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/calendar"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
	"github.com/gridkeeper/gridkeeper/sudoku/canon/rank"
)

// searchFlags are the flags that choose puzzles of the archive, named as those of 'gridkeeper generate'.
type searchFlags struct {
	wishFlags
	shape, clues, er, depth, hodoku, isomorphSymmetry, isomorphPattern, solution, automorphisms, since, until string
	tiers, collections, notIn                                                                                 []string
}

// searchNames are the flags of searchFlags.
var searchNames = []string{"shape", "tier", "score", "clues", "er", "depth", "hodoku", "needs", "only", "no-uniqueness", "symmetry", "isomorph-symmetry", "pattern", "isomorph-pattern", "solution", "automorphisms", "not-in", "since", "until"}

func (s *searchFlags) add(flags *pflag.FlagSet) {
	s.wishFlags.add(flags)
	flags.StringVar(&s.shape, "shape", "", "sudoku, shidoku or 6x6 (default: any)")
	flags.StringSliceVar(&s.tiers, "tier", nil, "1-5 or its name; may repeat (default: any)")
	flags.StringVar(&s.clues, "clues", "", "how many clues, such as 24, 22-25 or -20")
	flags.StringVar(&s.er, "er", "", "SE rating, of those that 'gridkeeper jobs add rate' has rated, such as 7.2, 7.1-7.6 or 8.3-")
	flags.StringVar(&s.depth, "depth", "", "depth of trial and error, of the same, such as 2 or 0-1")
	flags.StringVar(&s.hodoku, "hodoku", "", "HoDoKu's score, of the same, such as 1000-1600 or 1800-")
	flags.StringSliceVar(&s.needs, "needs", nil, "techniques that the puzzle needs, where the easier ones of its tier find nothing more, such as x-wing, or x-wing:2 for twice or more; may repeat")
	flags.StringVar(&s.isomorphSymmetry, "isomorph-symmetry", criteria.NoSymmetry.String(), "symmetry that the cells with clues have in some isomorph")
	flags.StringVar(&s.isomorphPattern, "isomorph-pattern", "", "a pattern as for --pattern, that the cells with clues have in some isomorph")
	flags.StringVar(&s.solution, "solution", "", "the rank of its solution, as 'gridkeeper lab grid' prints it, or a puzzle that has the same, in whatever disguise")
	flags.StringVar(&s.automorphisms, "automorphisms", "", "in how many ways it can be turned, permuted and relabelled into itself, such as 2-")
	flags.StringSliceVar(&s.notIn, "not-in", nil, "collections that do not have it or an isomorph; may repeat")
	flags.StringVar(&s.since, "since", "", "imported on this day or later, such as 2026-01-31")
	flags.StringVar(&s.until, "until", "", "imported on this day or earlier")
}

// given reports whether any of the flags was given.
func (s *searchFlags) given(flags *pflag.FlagSet) bool {
	return slices.ContainsFunc(searchNames, flags.Changed)
}

// search reads the flags, except for the collections. Contradictions are an error.
func (s *searchFlags) search(flags *pflag.FlagSet) (q search.Search, err error) {
	if err := input.NotEmpty(flags, searchNames...); err != nil {
		return q, err
	}
	var first flagErrors
	s.readGrid(&q, &first)
	s.readForms(&q, &first)
	s.readTechniques(&q, &first)
	s.readLimits(&q, &first)
	if first.err != nil {
		return q, first.err
	}
	return q, q.Check()
}

// readGrid reads the flags about clues. Without --shape, the length of a pattern decides it.
func (s *searchFlags) readGrid(q *search.Search, first *flagErrors) {
	var err error
	if s.shape != "" {
		q.Shape, err = sudoku.ParseShape(s.shape)
		q.Shaped = true
		first.add("shape", err)
	}
	for _, name := range s.tiers {
		tier, err := output.English.ParseTier(name)
		q.Tiers = append(q.Tiers, tier)
		first.add("tier", err)
	}
	q.Symmetry, err = criteria.ParseSymmetry(s.symmetry)
	first.add("symmetry", err)
	q.IsomorphSymmetry, err = criteria.ParseSymmetry(s.isomorphSymmetry)
	first.add("isomorph-symmetry", err)
	if s.pattern != "" {
		q.Pattern, err = shapedPattern(q, s.pattern)
		first.add("pattern", err)
	}
}

// shapedPattern reads a pattern. Its length decides the shape of the search, unless it is known.
func shapedPattern(q *search.Search, text string) (sudoku.Cells, error) {
	if !q.Shaped {
		q.Shape, q.Shaped = criteria.ShapeOfPattern(text), true
	}
	return criteria.ParsePattern(q.Shape, text)
}

// readForms reads the flags that all isomorphs share: their pattern and their solution.
func (s *searchFlags) readForms(q *search.Search, first *flagErrors) {
	if s.isomorphPattern != "" {
		cells, err := shapedPattern(q, s.isomorphPattern)
		first.add("isomorph-pattern", err)
		g := sudoku.Empty(q.Shape)
		for c := range cells.All() {
			g = g.With(c, 1)
		}
		q.IsomorphPattern = canon.Of(g)
	}
	if s.solution != "" {
		var err error
		if n, ok := rank.Parse(s.solution); ok {
			q.Solution, err = rank.Grid(n)
		} else if q.Solution, err = sudoku.Parse(s.solution); err == nil {
			q.Solution, err = solver.Solve(q.Solution)
			q.Solution = canon.Of(q.Solution)
		}
		if err == nil && q.Shaped && q.Shape != q.Solution.Shape() {
			err = fmt.Errorf("want a solution of a %s", q.Shape)
		}
		first.add("solution", err)
		q.Shape, q.Shaped = q.Solution.Shape(), true
	}
}

func (s *searchFlags) readTechniques(q *search.Search, first *flagErrors) {
	for _, text := range s.needs {
		need, err := parseNeed(text)
		q.Needs = append(q.Needs, need)
		first.add("needs", err)
	}
	only, err := parseTechniques(s.only)
	q.Only, q.NoUniqueness = only, s.noUniqueness
	first.add("only", err)
}

// parseNeed reads a technique, and how often it is needed: "x-wing:2".
func parseNeed(text string) (n search.Need, err error) {
	name, times, counted := strings.Cut(text, ":")
	n.Times = 1
	if counted {
		if n.Times, err = strconv.Atoi(times); err != nil || n.Times < 1 {
			return n, fmt.Errorf("%s: want a technique and how often, such as x-wing:2", sudoku.Excerpt(text))
		}
	}
	n.Technique, err = logic.ParseTechnique(name)
	return n, err
}

func (s *searchFlags) readLimits(q *search.Search, first *flagErrors) {
	var err error
	q.MinScore, q.MaxScore, err = parseScores(s.score)
	first.add("score", err)
	q.MinClues, q.MaxClues, err = parseRange(s.clues)
	if fewest := solver.MinClues(q.Shape); err == nil && q.MaxClues > 0 && q.Shaped && q.MaxClues < fewest {
		err = fmt.Errorf("no puzzle has %d clues: a %s needs %d or more", q.MaxClues, q.Shape, fewest)
	}
	first.add("clues", err)
	if s.er != "" {
		q.ER, err = search.ParseER(s.er)
		first.add("er", err)
	}
	if s.depth != "" {
		q.Depth, err = search.ParseDepth(s.depth)
		first.add("depth", err)
	}
	if s.hodoku != "" {
		q.HoDoKu, err = search.ParseHoDoKu(s.hodoku)
		first.add("hodoku", err)
	}
	q.MinAutomorphisms, q.MaxAutomorphisms, err = parseRange(s.automorphisms)
	first.add("automorphisms", err)
	if s.since != "" {
		day, err := calendar.ParseDate(strings.TrimSpace(s.since))
		q.Since = day.Midnight()
		first.add("since", err)
	}
	if s.until != "" {
		day, err := calendar.ParseDate(strings.TrimSpace(s.until))
		q.Until = day.AddDays(1).Midnight()
		first.add("until", err)
	}
}

// named adds the collections of --collection and --not-in to a search.
func (s *searchFlags) named(ctx context.Context, store *archive.Store, guild string, q *search.Search) error {
	for _, flag := range []struct {
		names []string
		into  *[]int32
	}{{s.collections, &q.In}, {s.notIn, &q.NotIn}} {
		if len(flag.names) == 0 {
			continue
		}
		found, err := database.Collections(ctx, store, guild, flag.names)
		if err != nil {
			return err
		}
		for _, c := range found {
			*flag.into = append(*flag.into, c.ID)
		}
	}
	if len(q.In) > 0 && !slices.ContainsFunc(q.In, func(id int32) bool { return !slices.Contains(q.NotIn, id) }) {
		return errors.New("no puzzle is in a collection and not in it: want others with --not-in")
	}
	return nil
}

// parseSort reads the name of an order; a minus in front reverses it.
func parseSort(text string) (by search.Sort, descending bool, err error) {
	name, descending := strings.CutPrefix(text, "-")
	if text == "" {
		return search.Shuffled, false, nil
	}
	var names []string
	for _, by := range search.Sorts {
		if string(by) == name && (by != search.Random || !descending) {
			return by, descending, nil
		}
		names = append(names, string(by))
	}
	return "", false, fmt.Errorf("--sort %s: want one of %s, with a minus in front to reverse it",
		sudoku.Excerpt(text), strings.Join(names, ", "))
}

// parseRange reads the limits of a flag; 0 is no limit.
func parseRange(text string) (least, most int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	least, most, err = criteria.ParseRange(text)
	if err == nil && most > 0 && most < least {
		err = fmt.Errorf("%s: want the smaller number first", sudoku.Excerpt(text))
	}
	return least, most, err
}
