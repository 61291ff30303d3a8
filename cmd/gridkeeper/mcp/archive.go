package mcp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/curate"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/database"
	"github.com/gridkeeper/gridkeeper/cmd/gridkeeper/input"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/rating"
	"github.com/gridkeeper/gridkeeper/rating/criteria"
	"github.com/gridkeeper/gridkeeper/solver/logic"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

const (
	maxGenerated = 20
	maxFound     = 50
)

// addGenerate adds the tool that makes puzzles.
func addGenerate(s *server) {
	add(s, tool{
		name: "generate", title: "Make sudoku puzzles",
		description: fmt.Sprintf("Makes new puzzles that match all wishes, each with exactly one solution, no two essentially the same. It searches for about %s: for rare wishes it returns fewer puzzles than asked for, or an error.", s.limit),
		choices:     map[string][]any{"shape": shapes(), "symmetry": symmetries(), "needs": techniques(logic.Techniques), "only": techniques(logic.Techniques)},
		between:     map[string][2]float64{"count": {1, maxGenerated}, "tier": {1, 5}, "clues": {0, 80}, "seed": {0, 1 << 53}},
		slow:        true,
	}, generate)
}

type generateArguments struct {
	Count        int      `json:"count,omitempty" jsonschema:"how many puzzles (default 1)"`
	Shape        string   `json:"shape,omitempty" jsonschema:"sudoku is 9×9 (default), 6x6 has boxes of 2 rows and 3 columns, shidoku is 4×4"`
	Tier         int      `json:"tier,omitempty" jsonschema:"how hard: 1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing (default: any)"`
	Score        string   `json:"score,omitempty" jsonschema:"expected solving time from-to, such as 300-600 (seconds), 5m-10m or 10m-"`
	Clues        int      `json:"clues,omitempty" jsonschema:"exactly so many clues; 22 to 34 are quick for a sudoku"`
	Symmetry     string   `json:"symmetry,omitempty" jsonschema:"symmetry of the cells with clues (default none)"`
	Pattern      string   `json:"pattern,omitempty" jsonschema:"where the clues are: 81 characters (36 for a 6x6, 16 for a shidoku), x for a clue, else ."`
	Needs        []string `json:"needs,omitempty" jsonschema:"techniques that the puzzle needs"`
	Only         []string `json:"only,omitempty" jsonschema:"techniques that solve the puzzle"`
	NoUniqueness bool     `json:"no_uniqueness,omitempty" jsonschema:"leave out techniques that rest on the puzzle having one solution"`
	Seed         int64    `json:"seed,omitempty" jsonschema:"the same seed gives the same puzzles (default: a new one)"`
}

type generated struct {
	Puzzles []madePuzzle `json:"puzzles"`
	Seed    int64        `json:"seed" jsonschema:"gives the same puzzles again"`
	Note    string       `json:"note,omitempty" jsonschema:"why there are fewer than asked for"`
}

type madePuzzle struct {
	Puzzle sudoku.Grid `json:"puzzle"`
	Clues  int         `json:"clues"`
	Tier   logic.Tier  `json:"tier"`
	Score  float64     `json:"score" jsonschema:"expected solving time in seconds"`
}

func generate(ctx context.Context, in generateArguments) (g generated, err error) {
	in.Seed = cmp.Or(in.Seed, 1+rand.Int64N(1<<32))
	g = generated{Puzzles: []madePuzzle{}, Seed: in.Seed}
	options, count, err := curate.Wishes(setting(in))
	if err != nil {
		return g, asArgument(err)
	}
	options.Tried = func(uint64) bool { return ctx.Err() == nil }
	for p := range input.UntilDone(ctx, generator.Puzzles(options)) {
		r, err := rating.Rate(p)
		if err != nil {
			return g, err
		}
		if g.Puzzles = append(g.Puzzles, madePuzzle{p, p.Len(), r.Tier, r.Score}); len(g.Puzzles) == count {
			return g, nil
		}
	}
	switch {
	case ctx.Err() != nil && len(g.Puzzles) > 0:
		g.Note = "the time of the call is over: such puzzles are rare"
	case ctx.Err() != nil:
		return g, errors.New("no puzzle was found in the time of a call: such puzzles are rare, or there are none; drop a wish, or search with 'gridkeeper generate'")
	case len(g.Puzzles) == 0:
		return g, errors.New("there is no such puzzle: all candidates were tried")
	default:
		g.Note = "there are no more essentially different puzzles of this kind"
	}
	return g, nil
}

// addSearch adds the tool that finds puzzles of the archive.
func addSearch(s *server) {
	add(s, tool{
		name: "search", title: "Find sudoku puzzles in the archive",
		description: "Finds puzzles of the archive that match all wishes, each with its rating and the collection it is from. Without sort the order is shuffled, but the same each time.",
		choices: map[string][]any{
			"shape": shapes(), "symmetry": symmetries(), "only": techniques(logic.Techniques),
			"sort": {"random", "score", "-score", "clues", "-clues", "date", "-date", "line", "-line"},
		},
		between: map[string][2]float64{"limit": {1, maxFound}},
		slow:    true,
	}, s.search)
}

type searchArguments struct {
	Shape         string   `json:"shape,omitempty" jsonschema:"sudoku is 9×9, 6x6 has boxes of 2 rows and 3 columns, shidoku is 4×4 (default: any)"`
	Tier          []int    `json:"tier,omitempty" jsonschema:"one of these tiers: 1 singletons, 2 hidden, 3 locked, 4 x-wing, 5 guessing"`
	Score         string   `json:"score,omitempty" jsonschema:"expected solving time from-to, such as 300-600 (seconds), 5m-10m or 10m-"`
	Clues         string   `json:"clues,omitempty" jsonschema:"how many clues, such as 24, 22-25 or -20"`
	Needs         []string `json:"needs,omitempty" jsonschema:"techniques that the puzzle needs, such as x-wing, or x-wing:2 for twice or more"`
	Only          []string `json:"only,omitempty" jsonschema:"techniques that solve the puzzle"`
	NoUniqueness  bool     `json:"no_uniqueness,omitempty" jsonschema:"leave out techniques that rest on the puzzle having one solution"`
	Symmetry      string   `json:"symmetry,omitempty" jsonschema:"symmetry of the cells with clues"`
	Pattern       string   `json:"pattern,omitempty" jsonschema:"where the clues are: 81 characters (36 for a 6x6, 16 for a shidoku), x for a clue, else ."`
	Solution      string   `json:"solution,omitempty" jsonschema:"a puzzle: finds those with the same solution, in whatever disguise"`
	Automorphisms string   `json:"automorphisms,omitempty" jsonschema:"in how many ways it can be turned, permuted and relabelled into itself, such as 2-"`
	ER            string   `json:"er,omitempty" jsonschema:"rating of Sudoku Explainer, if it was computed, such as 7.1-7.6"`
	Depth         string   `json:"depth,omitempty" jsonschema:"depth of trial and error, if it was computed, such as 2 or 0-1, or class, such as B4, B3-B5 or B7B-"`
	HoDoKu        string   `json:"hodoku,omitempty" jsonschema:"HoDoKu's score, if it was computed, such as 1000-1600"`
	Collection    []string `json:"collection,omitempty" jsonschema:"in one of these collections"`
	NotIn         []string `json:"not_in,omitempty" jsonschema:"collections that do not have it or an isomorph"`
	Sort          string   `json:"sort,omitempty" jsonschema:"the order; a minus in front reverses it"`
	Limit         int      `json:"limit,omitempty" jsonschema:"how many puzzles (default 10)"`
}

type found struct {
	Puzzles []foundPuzzle `json:"puzzles"`
	Note    string        `json:"note,omitempty" jsonschema:"what was not looked at"`
}

type foundPuzzle struct {
	Puzzle     sudoku.Grid         `json:"puzzle"`
	Key        string              `json:"key" jsonschema:"the same for all isomorphs"`
	Clues      int                 `json:"clues"`
	Tier       logic.Tier          `json:"tier"`
	Score      float64             `json:"score" jsonschema:"expected solving time in seconds"`
	Hardest    logic.Technique     `json:"hardest" jsonschema:"the hardest technique that it needs"`
	Techniques rating.Counts       `json:"techniques" jsonschema:"how often each technique is used"`
	Symmetries []criteria.Symmetry `json:"symmetries"`
	Collection string              `json:"collection"`
	Name       string              `json:"name,omitempty"`
	Author     string              `json:"author,omitempty"`
}

func (s *server) search(ctx context.Context, in searchArguments) (f found, err error) {
	in.Limit = cmp.Or(in.Limit, 10)
	f.Puzzles = []foundPuzzle{}
	err = database.WithArchive(ctx, s.config, func(store *archive.Store) error {
		records, lacking, err := curate.Find(ctx, store, setting(in))
		for _, r := range records {
			f.Puzzles = append(f.Puzzles, foundPuzzle{
				r.Puzzle, r.Key, r.Clues, r.Tier, r.Score, r.Hardest, r.Techniques, r.Symmetries, r.Collection, r.Name, r.Author,
			})
		}
		if lacking > 0 {
			f.Note = fmt.Sprintf("%d puzzles were not looked at, as the rating was not computed", lacking)
		}
		return err
	})
	switch {
	case ctx.Err() != nil && len(f.Puzzles) > 0:
		f.Note = "the time of the call is over: there may be more"
		return f, nil
	case err != nil:
		return f, asArgument(err)
	}
	return f, nil
}

func shapes() (names []any) {
	for _, s := range sudoku.Shapes {
		names = append(names, s.String())
	}
	return names
}

func symmetries() (names []any) {
	for s := criteria.NoSymmetry; ; s++ {
		name := s.String()
		if _, err := criteria.ParseSymmetry(name); err != nil {
			return names
		}
		names = append(names, name)
	}
}

func techniques(list []logic.Technique) (keys []any) {
	for _, t := range list {
		keys = append(keys, string(t))
	}
	return keys
}
