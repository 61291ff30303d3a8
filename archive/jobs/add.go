package jobs

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
	"github.com/gridkeeper/gridkeeper/migrations"
	"github.com/gridkeeper/gridkeeper/sudoku"
)

// Added is a job that was asked for.
type Added struct {
	ID  int64
	New bool // false: a job that does the same was there, and is not finished
}

// task is a job to be added.
type task struct {
	kind, title, identity, by string
	args                      any // becomes JSON
	collection                string
	chunks                    [][]string
	fill                      func(context.Context, pgx.Tx, *task) error // sets title and chunks; may be nil
}

// maxChunks is how many chunks a job has at most. Each is a row of River's table, which wants
// to stay small: it is searched for every job.
const maxChunks = 100_000

// maxAttempts is how often a chunk fails before it is left to people.
const maxAttempts = 5

// cut divides items into chunks of a length, or of a greater one to stay below maxChunks.
func cut(items []string, length int) [][]string {
	length = max(length, (len(items)+maxChunks-1)/maxChunks, 1)
	return slices.Collect(slices.Chunk(items, length))
}

// MaxItems is how many items a job has at most.
const MaxItems = 1_000_000

// gridItems returns the items of grids, each made by of, whose error it annotates with the grid.
func gridItems(ctx context.Context, grids []sudoku.Grid, of func(sudoku.Grid) (sudoku.Grid, error)) ([]string, error) {
	switch n := len(grids); {
	case n == 0:
		return nil, errors.New("nothing to do: want puzzles")
	case n > MaxItems:
		return nil, fmt.Errorf("%d puzzles: want %d at most", n, MaxItems)
	}
	items := make([]string, len(grids))
	for i, g := range grids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		item, err := of(g)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g, err)
		}
		items[i] = item.String()
	}
	return items, nil
}

// identity returns a text that is the same for jobs that do the same.
func identity(k kind, args any, into string, items []string) string {
	hash := sha256.New()
	fmt.Fprintln(hash, args, into)
	for _, item := range items {
		fmt.Fprintln(hash, item)
	}
	return fmt.Sprintf("%s %x", k.name(), hash.Sum(nil))
}

// add stores a job with its chunks and River's jobs for them, all in one transaction, unless there is an
// unfinished one of the same identity. If there is nothing to do, the ID is 0.
func add(ctx context.Context, store *archive.Store, t task) (added Added, err error) {
	err = store.Transact(ctx, func(tx pgx.Tx) error {
		added, err = insert(ctx, tx, t)
		return err
	})
	if postgres.Violates(err, "work_unfinished") { // one that was cancelled has just been taken up again
		return add(ctx, store, t)
	}
	if err != nil {
		return Added{}, err
	}
	return added, nil
}

// insert is add in a transaction of the caller's. It fills the task before it makes a row, whose number would be
// used up. The lock on the identity keeps others from adding such a job meanwhile.
func insert(ctx context.Context, tx pgx.Tx, t task) (added Added, err error) {
	args, err := json.Marshal(t.args)
	if err != nil {
		return added, err
	}
	if _, err := tx.Exec(ctx, `select pg_advisory_xact_lock(hashtextextended($1, 0))`, t.identity); err != nil {
		return added, err
	}
	err = tx.QueryRow(ctx, `
		select id from work where identity = $1 and finished is null and cancelled is null`, t.identity).Scan(&added.ID)
	if !errors.Is(err, pgx.ErrNoRows) {
		return added, err
	}
	if t.fill != nil {
		if err := t.fill(ctx, tx, &t); err != nil || len(t.chunks) == 0 {
			return added, err
		}
	}
	err = tx.QueryRow(ctx, `
		insert into work (kind, title, identity, args, collection, by) values ($1, $2, $3, $4, $5, $6) returning id`,
		t.kind, strings.ToValidUTF8(t.title, "?"), t.identity, args, t.collection, t.by).Scan(&added.ID)
	if err != nil {
		return added, err
	}
	added.New = true
	numbers := make([]int, len(t.chunks))
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"chunk"}, []string{"work", "number", "input"},
		pgx.CopyFromSlice(len(t.chunks), func(n int) ([]any, error) {
			numbers[n] = n + 1
			return []any{added.ID, n + 1, t.chunks[n]}, nil
		}))
	if err != nil {
		return added, err
	}
	return added, addJobs(ctx, tx, added.ID, t.kind, numbers)
}

// addJobs adds River's jobs for chunks of a job.
func addJobs(ctx context.Context, tx pgx.Tx, work int64, kind string, chunks []int) error {
	at := slices.IndexFunc(kinds, func(k registration) bool { return k.name() == kind })
	if at < 0 {
		return fmt.Errorf("this program does not know jobs of the kind %q: another version added it", kind)
	}
	k := kinds[at]
	if len(chunks) == 0 {
		return fmt.Errorf("a job of the kind %q has nothing to do", kind)
	}
	client, err := inserter()
	if err != nil {
		return err
	}
	// Priority 1 comes first: short jobs go before jobs of hours. Nothing waits forever, since short jobs end.
	priority := 1
	switch {
	case k.limit() == longestLimit:
		priority = 4
	case len(chunks) > fewChunks:
		priority = 3
	}
	params := make([]river.InsertManyParams, len(chunks))
	for i, number := range chunks {
		params[i] = river.InsertManyParams{
			Args: k.job(chunkID{work, number}), InsertOpts: &river.InsertOpts{MaxAttempts: maxAttempts, Priority: priority},
		}
	}
	_, err = client.InsertManyFastTx(ctx, tx, params)
	return err
}

// fewChunks is the number of chunks up to which a job goes before larger ones.
const fewChunks = 10

// inserter returns a client that works in transactions of others, and does no jobs.
func inserter() (*river.Client[pgx.Tx], error) {
	return river.NewClient(riverpgxv5.New(nil), &river.Config{Schema: migrations.RiverSchema, Logger: quiet})
}
