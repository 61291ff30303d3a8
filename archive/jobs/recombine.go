package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Recombination asks for the children of puzzles, their mothers, see [generator.Recombine].
type Recombination struct {
	Change  generator.Change
	Minimal bool // only children that have no clue to spare
	Mothers []sudoku.Grid
	Of      string // what the mothers are, for people: the name of a file or of a collection
	Into    string // the collection of the children, in canonical form, each once for each of its mothers
	By      string // who asks, for people
}

// AddRecombine adds a job whose items are the mothers. While it is not finished, the same again
// adds nothing. A mother that is not a puzzle is an error.
func AddRecombine(ctx context.Context, store *archive.Store, r Recombination) (Added, error) {
	items, err := gridItems(ctx, r.Mothers, func(g sudoku.Grid) (sudoku.Grid, error) {
		_, err := solver.Solve(g)
		return g, err
	})
	if err != nil {
		return Added{}, err
	}
	into, err := library.ValidName(r.Into)
	if err != nil {
		return Added{}, err
	}
	args := recombineArgs{r.Change, r.Minimal}
	return add(ctx, store, task{
		kind: recombine{}.name(), title: fmt.Sprintf("recombine %s of %s", args, r.Of), by: r.By,
		identity: identity(recombine{}, args, into, items), args: args, collection: into,
		chunks: cut(items, min(mothersPerChunk(r.Change), len(items)/fewestChunks)),
	})
}

// fewestChunks is into how many chunks a job is cut if it has as many items, so that small jobs
// are shared too.
const fewestChunks = 64

// mothersPerChunk makes a chunk of at most half a minute, if the mothers have 17 clues.
func mothersPerChunk(c generator.Change) int {
	switch c.Minus + c.Plus {
	case 4:
		return 16
	case 3:
		return 100
	}
	return 1000
}

// recombine makes the children of a mother, which is the item.
type recombine struct{}

type recombineArgs struct {
	generator.Change
	Minimal bool `json:",omitempty"`
}

// String is part of a job's identity; without Minimal it is as in former versions.
func (a recombineArgs) String() string {
	if a.Minimal {
		return a.Change.String() + " minimal"
	}
	return a.Change.String()
}

func (recombine) name() string         { return "recombine" }
func (recombine) limit() time.Duration { return longestLimit }

func (recombine) do(ctx context.Context, _ *archive.Store, raw json.RawMessage, item string) (outcome, error) {
	var args recombineArgs
	if err := json.Unmarshal(raw, &args); err != nil {
		return outcome{}, err
	}
	mother, err := sudoku.Parse(item)
	if err != nil {
		return outcome{}, err
	}
	var children []sudoku.Grid
	counts, err := generator.Recombine(mother, args.Change, func(child sudoku.Grid) bool {
		if !args.Minimal || generator.Minimal(child) {
			children = append(children, child)
		}
		return ctx.Err() == nil
	})
	if err == nil {
		err = ctx.Err()
	}
	return outcome{puzzles: children, counts: Counts{
		"mothers": 1, "children": int64(counts.Children), "excluded": int64(counts.Excluded), "multiple": int64(counts.Multiple),
		"none": int64(counts.None), "unique": int64(counts.Unique), "undecided": int64(counts.Undecided),
	}}, err
}
