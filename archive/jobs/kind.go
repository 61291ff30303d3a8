package jobs

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"runtime/debug"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// kind is the work of a job on each of its items. Its type is an empty struct: River makes
// values of it by itself.
type kind interface {
	name() string
	// limit is how long a worker may have a chunk. Then its results are kept; without any, the
	// chunk failed.
	limit() time.Duration
	// do does one item, for which it may read the archive. It returns the same for the same item, on
	// every machine.
	do(ctx context.Context, store *archive.Store, args json.RawMessage, item string) (outcome, error)
}

// ending is a kind that also acts when a job is done, in the transaction of the last item.
type ending interface {
	kind
	// end returns counts of the whole job. The items are still there.
	end(ctx context.Context, tx pgx.Tx, id int64) (Counts, error)
}

// longestLimit is the greatest limit of all kinds.
const longestLimit = 24 * time.Hour

// kinds are all kinds of jobs. Every process registers all of them: River throws away an interrupted
// job whose kind is unknown to the process that finds it.
var kinds = []registration{
	registerKind[stock](), registerKind[recombine](), registerKind[generation](), registerKind[minClues](), registerKind[allFewClues](),
	registerKind[rerate](), registerKind[audit](), registerKind[rate](), registerKind[convert](), registerKind[giveRoom](),
}

// outcome is the result of items.
type outcome struct {
	puzzles  []sudoku.Grid // to be kept
	counts   Counts        // by the kind's own names
	changes  []change      // of rows that the archive has already
	findings []string      // of damage, for people
}

// change changes the archive in the transaction that counts the items, and returns more counts.
type change func(context.Context, pgx.Tx) (Counts, error)

func (o *outcome) add(other outcome) {
	o.puzzles = append(o.puzzles, other.puzzles...)
	o.counts = o.counts.plus(other.counts)
	o.changes = append(o.changes, other.changes...)
	o.findings = append(o.findings, other.findings...)
}

// Counts are the sums of a job, by names for people. Every kind that finds puzzles counts "puzzles",
// and as "new" the puzzles that the archive did not have.
type Counts map[string]int64

func (c Counts) plus(other Counts) Counts {
	sum := maps.Clone(c)
	if sum == nil {
		sum = Counts{}
	}
	for name, n := range other {
		sum[name] += n
	}
	return sum
}

// chunkID names a chunk.
type chunkID struct {
	Job    int64 `json:"work"` // the name of its table
	Number int   `json:"chunk"`
}

// job is River's job for a chunk of a kind.
type job[K kind] struct{ chunkID }

// Kind is the name by which River knows the worker.
func (job[K]) Kind() string {
	var k K
	return k.name()
}

// registration is a kind with the functions that need its type for River.
type registration struct {
	kind
	job      func(chunkID) river.JobArgs
	register func(*river.Workers, *machine)
}

func registerKind[K kind]() registration {
	var k K
	return registration{
		kind:     k,
		job:      func(id chunkID) river.JobArgs { return job[K]{id} },
		register: func(all *river.Workers, m *machine) { river.AddWorker(all, &worker[K]{machine: m}) },
	}
}

// doUntilDone does an item, and returns when the context is done. The item is pure computation and may take no
// notice of the context; its result is dropped then.
func doUntilDone(ctx context.Context, k kind, store *archive.Store, args json.RawMessage, item string) (outcome, error) {
	type result struct {
		outcome
		err error
	}
	results := make(chan result, 1)
	go func() {
		var r result
		defer func() {
			if cause := recover(); cause != nil { // River catches what panics in its own goroutine
				r.err = fmt.Errorf("panic: %v\n%s", cause, debug.Stack())
			}
			results <- r
		}()
		r.outcome, r.err = k.do(ctx, store, args, item)
	}()
	select {
	case r := <-results:
		return r.outcome, r.err
	case <-ctx.Done():
		return outcome{}, context.Cause(ctx)
	}
}
