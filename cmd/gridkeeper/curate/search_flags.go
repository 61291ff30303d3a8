package curate

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/pflag"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/search"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/output"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
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
	flags.StringVar(&s.depth, "depth", "", "depth of trial and error, of the same, such as 2 or 0-1, or class, such as B4, B3-B5 or B7B-")
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
	words := search.Words{
		Shape: s.shape, Score: s.score, Clues: s.clues, ER: s.er, Depth: s.depth, HoDoKu: s.hodoku, Needs: s.needs, Only: s.only, NoUniqueness: s.noUniqueness,
		Automorphisms: s.automorphisms, Since: s.since, Until: s.until, Symmetry: s.symmetry, IsomorphSymmetry: s.isomorphSymmetry,
		Pattern: s.pattern, IsomorphPattern: s.isomorphPattern, Solution: s.solution,
	}
	for _, name := range s.tiers {
		tier, err := output.English.ParseTier(name)
		if err != nil {
			return q, fmt.Errorf("--tier: %w", err)
		}
		words.Tiers = append(words.Tiers, tier)
	}
	if q, err = words.Search(); errors.As(err, new(*search.WordError)) {
		err = fmt.Errorf("--%w", err)
	}
	return q, err
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
