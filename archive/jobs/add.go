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

// cut divides items into chunks of a length, or of a greater one where there would be too many chunks.
func cut(items []string, length int) [][]string {
	length = max(length, (len(items)+maxChunks-1)/maxChunks, 1)
	return slices.Collect(slices.Chunk(items, length))
}

// MaxItems is how many items a job has at most.
const MaxItems = 1_000_000

// gridItems returns the items of grids, each as "of" wants it, whose error names the grid.
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

// identity returns what is equal for jobs that do the same.
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

// insert is add in a transaction of the caller's. What there is to do is found out before the job has a row, whose number
// would be used up. Meanwhile nobody else adds, or finishes, a job of this identity: none is unfinished.
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
	return added, addChunks(ctx, tx, added.ID, t)
}

func addChunks(ctx context.Context, tx pgx.Tx, work int64, t task) error {
	_, err := tx.CopyFrom(ctx, pgx.Identifier{"chunk"}, []string{"work", "number", "input"},
		pgx.CopyFromSlice(len(t.chunks), func(n int) ([]any, error) { return []any{work, n + 1, t.chunks[n]}, nil }))
	if err != nil {
		return err
	}
	numbers := make([]int, len(t.chunks))
	for n := range numbers {
		numbers[n] = n + 1
	}
	return addJobs(ctx, tx, work, t.kind, numbers)
}

// addJobs adds River's jobs for chunks of a job.
func addJobs(ctx context.Context, tx pgx.Tx, work int64, kind string, chunks []int) error {
	k, err := kindOf(kind)
	if err != nil {
		return err
	}
	if len(chunks) == 0 {
		return fmt.Errorf("a job of the kind %q has nothing to do", kind)
	}
	client, err := inserter()
	if err != nil {
		return err
	}
	params := make([]river.InsertManyParams, len(chunks))
	for i, number := range chunks {
		params[i] = river.InsertManyParams{
			Args: k.job(chunkID{work, number}), InsertOpts: &river.InsertOpts{MaxAttempts: maxAttempts, Priority: priority(k, len(chunks))},
		}
	}
	_, err = client.InsertManyFastTx(ctx, tx, params)
	return err
}

// fewChunks is the number of chunks up to which a job goes before larger ones.
const fewChunks = 10

// priority is River's priority of a job of so many chunks, where 1 comes first: what takes minutes goes before
// what takes hours. Nothing waits forever, since machines come to an end with what is short.
func priority(k kind, chunks int) int {
	switch {
	case k.limit() == longestLimit:
		return 4
	case chunks > fewChunks:
		return 3
	}
	return 1
}

// inserter returns a client that works in transactions of others, and does no jobs.
func inserter() (*river.Client[pgx.Tx], error) {
	return river.NewClient(riverpgxv5.New(nil), &river.Config{Schema: migrations.RiverSchema, Logger: quiet})
}
