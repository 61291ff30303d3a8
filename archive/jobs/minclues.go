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

// MinClues asks for puzzles of few clues that have given solutions, see [generator.FewerClues].
type MinClues struct {
	Grids []sudoku.Grid // the solutions, or puzzles that have them
	Below int           // the number of clues that is one too many
	Of    string        // what the grids are, for people
	Into  string        // the collection of the puzzles that are found, one at most for each grid
	By    string        // who asks, for people
}

// AddMinClues adds a job whose items are the solutions. While it is not finished, the same again
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
	solution, err := sudoku.Parse(item)
	if err == nil && !solution.Solved() {
		err = errors.New("not a solution")
	}
	if err != nil {
		return outcome{}, fmt.Errorf("item %q: %w", item, err)
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
