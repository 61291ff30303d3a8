package jobs

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/library"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/generator"
	"github.com/gridkeeper/gridkeeper/solver"
	"github.com/gridkeeper/gridkeeper/sudoku"
	"github.com/gridkeeper/gridkeeper/sudoku/canon"
)

// Recombination asks for the children of puzzles, their mothers, see [generator.Recombine].
type Recombination struct {
	Change      generator.Change
	Minimal     bool // only children that have no clue to spare
	Generations int  // how often children become mothers, counting the first; 0 is 1
	Mothers     []sudoku.Grid
	Of          string // what the mothers are, for people: the name of a file or of a collection
	Into        string // the collection of the children, in canonical form, each once for each of its mothers
	By          string // who asks, for people
}

// AddRecombine adds a job whose items are the mothers. While it is not finished, the same again
// adds nothing. A mother that is not a puzzle is an error. Each generation is a job of its own, added when the one
// before is done.
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
	args := recombineArgs{Change: r.Change, Minimal: r.Minimal, Of: r.Of}
	if r.Generations > 1 {
		args.Generation, args.Generations = 1, r.Generations
	}
	t := args.task(items)
	t.collection, t.by, t.identity = into, r.By, identity(args.kind(), args, into, items)
	return add(ctx, store, t)
}

// fewestChunks is the least number of chunks of a job with enough items, so that small jobs are shared too.
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
	Minimal                 bool   `json:",omitempty"`
	Of                      string `json:",omitempty"` // what the first mothers are
	Generation, Generations int    `json:",omitempty"` // from 1, and how many are wanted; 0: one
	First                   int64  `json:",omitempty"` // the job of the first generation; 0: this
}

// String is part of a job's title and identity; without the newer options it is as in former versions.
func (a recombineArgs) String() string {
	text := a.Change.String()
	if a.Minimal {
		text += " minimal"
	}
	if a.Generations > 1 {
		text += fmt.Sprintf(", generation %d of %d,", a.Generation, a.Generations)
	}
	return text
}

func (a recombineArgs) kind() kind {
	if a.Generations > 1 {
		return generation{}
	}
	return recombine{}
}

// task returns the task of a generation, for insert to complete.
func (a recombineArgs) task(mothers []string) task {
	return task{
		kind: a.kind().name(), title: fmt.Sprintf("recombine %s of %s", a, a.Of), args: a,
		chunks: cut(mothers, min(mothersPerChunk(a.Change), len(mothers)/fewestChunks)),
	}
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
	all := Counts{
		"mothers": 1, "children": int64(counts.Children), "excluded": int64(counts.Excluded), "multiple": int64(counts.Multiple),
		"none": int64(counts.None), "unique": int64(counts.Unique), "undecided": int64(counts.Undecided), "classes": int64(counts.Classes),
	}
	if args.Minimal {
		all["minimal"] = int64(len(children))
	}
	return outcome{puzzles: children, counts: all}, err
}

// generation is recombine for one of several generations. Its own name keeps it from older programs, which would not
// add the next generation.
type generation struct{ recombine }

func (generation) name() string { return "recombine-generation" }

// end counts the classes that no generation has found before, and makes them the mothers of the next. Its job has the
// same identity: the same job added again adds nothing before the last generation is done.
func (generation) end(ctx context.Context, tx pgx.Tx, id int64) (Counts, error) {
	var args recombineArgs
	var identity, collection, by string
	var cancelled bool
	err := tx.QueryRow(ctx, `select args, identity, collection, by, cancelled is not null from work where id = $1`, id).
		Scan(&args, &identity, &collection, &by, &cancelled)
	if err != nil {
		return nil, err
	}
	args.First = cmp.Or(args.First, id)
	found, known, err := args.firstSeen(ctx, tx, id)
	counts := Counts{"first seen": int64(len(found)), "first seen, known": int64(known)}
	if args.Generation++; err != nil || len(found) == 0 || args.Generation > args.Generations {
		return counts, err
	}
	if len(found) > MaxItems {
		return nil, fmt.Errorf("generation %d has %d mothers: want %d at most", args.Generation, len(found), MaxItems)
	}
	next := args.task(found)
	next.identity, next.collection, next.by = identity, collection, by
	added, err := insert(ctx, tx, next)
	if err == nil && cancelled { // while the last chunk was under way
		_, err = cancelJob(ctx, tx, added.ID)
	}
	return counts, err
}

// firstSeen returns the new children of a generation, sorted, and how many of them the archive had. New are children
// that no generation found before and that are not the first mothers.
func (a recombineArgs) firstSeen(ctx context.Context, tx pgx.Tx, id int64) (found []string, known int, err error) {
	first, err := postgres.ReadColumn[string](ctx, tx, `select unnest(input) from chunk where work = $1`, a.First)
	if err != nil {
		return nil, 0, err
	}
	imports, err := postgres.ReadColumn[int64](ctx, tx, `
		select coalesce(import, 0) from work where id <= $2 and (id = $1 or kind = $3 and (args->>'First')::bigint = $1) order by id desc`,
		a.First, id, generation{}.name())
	if err != nil {
		return nil, 0, err
	}
	children, err := importing.MadeFirst(ctx, tx, imports[0], imports[1:])
	if err != nil {
		return nil, 0, err
	}
	for _, item := range first {
		g, err := sudoku.Parse(item)
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, 0, err
		}
		delete(children, canon.Of(g))
	}
	for g, fresh := range children {
		found = append(found, g.String())
		if !fresh {
			known++
		}
	}
	slices.Sort(found)
	return found, known, nil
}
