package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// MinClues asks for puzzles of few clues that have given solutions, see [generator.FewerClues] and [generator.AllFewerClues].
type MinClues struct {
	Grids []sudoku.Grid // the solutions, or puzzles that have them
	Below int           // the number of clues that is one too many
	All   bool          // all minimal puzzles, or else one at most for each grid
	Of    string        // what the grids are, for people
	Into  string        // the collection of the puzzles that are found
	By    string        // who asks, for people
}

// AddMinClues adds a job whose items are the solutions, or shares of the search of each. While it is not finished, the same again
// adds nothing. A grid without exactly one solution is an error.
func AddMinClues(ctx context.Context, store *archive.Store, m MinClues) (Added, error) {
	if m.Below < 1 {
		return Added{}, fmt.Errorf("fewer clues than %d: want 1 or more", m.Below)
	}
	items, err := gridItems(ctx, m.Grids, func(g sudoku.Grid) (sudoku.Grid, error) { return solver.Solve(g) })
	if err != nil {
		return Added{}, err
	}
	into, err := library.ValidName(m.Into)
	if err != nil {
		return Added{}, err
	}
	args := minCluesArgs{m.Below}
	if m.All {
		items = sharesOf(items)
		return add(ctx, store, task{
			kind: allFewClues{}.name(), title: fmt.Sprintf("all minimal puzzles of fewer than %d clues for %s", m.Below, m.Of), by: m.By,
			identity: identity(allFewClues{}, args, into, items), args: args, collection: into, chunks: cut(items, 1),
		})
	}
	return add(ctx, store, task{
		kind: minClues{}.name(), title: fmt.Sprintf("puzzles of fewer than %d clues for %s", m.Below, m.Of), by: m.By,
		identity: identity(minClues{}, args, into, items), args: args, collection: into, chunks: cut(items, 1),
	})
}

// minClues searches a puzzle of few clues. An item is its solution.
type minClues struct{}

type minCluesArgs struct {
	Below int `json:"below"`
}

func (minClues) name() string         { return "min-clues" }
func (minClues) limit() time.Duration { return longestLimit }

func (minClues) do(ctx context.Context, _ *archive.Store, raw json.RawMessage, item string) (outcome, error) {
	var args minCluesArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return outcome{}, err
	}
	solution, err := parseSolution(item)
	if err != nil {
		return outcome{}, err
	}
	puzzle, found, err := generator.FewerClues(ctx, solution, args.Below, nil)
	switch {
	case err != nil:
		return outcome{}, err
	case found:
		return outcome{puzzles: []sudoku.Grid{puzzle}, counts: Counts{"grids": 1, "with such a puzzle": 1}}, nil
	}
	return outcome{counts: Counts{"grids": 1, "without": 1}}, nil
}

func parseSolution(item string) (sudoku.Grid, error) {
	solution, err := sudoku.Parse(item)
	if err == nil && !solution.Solved() {
		err = errors.New("not a solution")
	}
	if err != nil {
		return sudoku.Grid{}, fmt.Errorf("item %q: %w", item, err)
	}
	return solution, nil
}

// allFewClues searches all puzzles of few clues. An item is a share of the search for one solution, which may take
// hours: so several machines share it, and an interruption loses little.
type allFewClues struct{}

func (allFewClues) name() string         { return "min-clues-all" }
func (allFewClues) limit() time.Duration { return longestLimit }

// sharesOf divides the search of each solution, into fewer shares if there are many solutions.
func sharesOf(solutions []string) (items []string) {
	shares := min(fewestChunks, max(1, maxChunks/10/len(solutions)))
	for _, solution := range solutions {
		for share := range shares {
			items = append(items, fmt.Sprintf("%s %d %d", solution, share, shares))
		}
	}
	return items
}

func (allFewClues) do(ctx context.Context, _ *archive.Store, raw json.RawMessage, item string) (outcome, error) {
	var args minCluesArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return outcome{}, err
	}
	var text string
	var share, shares int
	if _, err := fmt.Sscan(item, &text, &share, &shares); err != nil || share < 0 || share >= shares {
		return outcome{}, fmt.Errorf("item %q: want a solution and which share of how many", item)
	}
	solution, err := parseSolution(text)
	if err != nil {
		return outcome{}, err
	}
	puzzles, err := generator.ShareOfFewerClues(ctx, solution, args.Below, share, shares, nil)
	if err != nil {
		return outcome{}, err
	}
	counts := Counts{"shares": 1}
	if share == 0 {
		counts["grids"] = 1
	}
	for _, g := range puzzles {
		counts[fmt.Sprintf("of %d clues", g.Len())]++
	}
	return outcome{puzzles: puzzles, counts: counts}, nil
}
