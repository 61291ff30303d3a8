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

// kind is what a job does with each of its items. Its type is an empty struct: River makes
// values of it by itself.
type kind interface {
	name() string
	// limit is how long a worker may have a chunk. What it has by then is kept; if that is
	// nothing, the chunk failed.
	limit() time.Duration
	// do does one item, for which it may read the archive. It returns the same for the same item, on
	// every machine.
	do(ctx context.Context, store *archive.Store, args json.RawMessage, item string) (outcome, error)
}

// ending is a kind that has something to do when a job is done, in the transaction of the last item.
type ending interface {
	kind
	// end returns what is counted about the whole job. The items are still there.
	end(ctx context.Context, tx pgx.Tx, id int64) (Counts, error)
}

// longestLimit is the greatest limit of all kinds.
const longestLimit = 24 * time.Hour

// kinds are all kinds of jobs. Every process registers all of them: River throws away jobs that
// were interrupted and that the process which finds them does not know.
var kinds = []registration{
	registerKind[stock](), registerKind[recombine](), registerKind[generation](), registerKind[minClues](), registerKind[allFewClues](),
	registerKind[rerate](), registerKind[audit](), registerKind[rate](), registerKind[convert](), registerKind[giveRoom](),
}

// outcome is what came of items.
type outcome struct {
	puzzles  []sudoku.Grid // to be kept
	counts   Counts        // of whatever the kind counts
	changes  []change      // of what the archive has already
	findings []string      // what is damaged, for people
}

// change changes the archive in the transaction that counts the items, and returns more counts.
type change func(context.Context, pgx.Tx) (Counts, error)

func (o *outcome) add(other outcome) {
	o.puzzles = append(o.puzzles, other.puzzles...)
	o.counts = o.counts.plus(other.counts)
	o.changes = append(o.changes, other.changes...)
	o.findings = append(o.findings, other.findings...)
}

// Counts are the sums of what a job counts, by names for people. "puzzles" and "new", which
// the archive did not have, are those of every kind that finds puzzles.
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

// registration is a kind with what River's types hide.
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

// kindOf returns the kind of a name. The error is for one that only another version of the program has.
func kindOf(name string) (registration, error) {
	for _, k := range kinds {
		if k.name() == name {
			return k, nil
		}
	}
	return registration{}, fmt.Errorf("this program does not know jobs of the kind %q: another version added it", name)
}

// doUntilDone does an item, and returns when the context is done also where the item, which is
// pure computation, takes no notice of it. Then the result is dropped.
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
