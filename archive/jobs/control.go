package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Cancel ends a job: chunks under way keep what they have and stop within seconds, the others
// are not begun. What is done stays. [Retry] takes it up again.
func Cancel(ctx context.Context, store *archive.Store, id int64) error {
	return control(ctx, store, "cancel", id, func(tx pgx.Tx, p Progress) error {
		switch p.State {
		case Finished:
			return errors.New("it is finished")
		case Cancelled:
			return errors.New("it is cancelled already")
		}
		running, err := cancelJob(ctx, tx, id)
		if err != nil {
			return err
		}
		client, err := inserter()
		if err != nil {
			return err
		}
		for _, job := range running {
			if _, err := client.JobCancelTx(ctx, tx, job); err != nil {
				return err
			}
		}
		return nil
	})
}

// cancelJob cancels a job, removes River's jobs for it that no machine does, and returns the others.
func cancelJob(ctx context.Context, tx pgx.Tx, work int64) (running []int64, err error) {
	if _, err := tx.Exec(ctx, `update work set cancelled = now() where id = $1`, work); err != nil {
		return nil, err
	}
	ours := fmt.Sprintf(`{"work": %d}`, work)
	if _, err := tx.Exec(ctx, `delete from river.river_job where args @> $1::jsonb and state not in ('running', 'completed')`, ours); err != nil {
		return nil, err
	}
	return postgres.ReadColumn[int64](ctx, tx, `select id from river.river_job where args @> $1::jsonb and state = 'running'`, ours)
}

// Retry gives all chunks of a job to the machines again that are neither done nor waiting for
// one, and returns how many they are: of a job that failed or was cancelled.
func Retry(ctx context.Context, store *archive.Store, id int64) (chunks int, err error) {
	err = control(ctx, store, "retry", id, func(tx pgx.Tx, p Progress) error {
		if p.State == Finished {
			return errors.New("it is finished")
		}
		_, err := tx.Exec(ctx, `update work set cancelled = null where id = $1`, id)
		if postgres.Violates(err, "work_unfinished") {
			return errors.New("another job does the same: 'gridkeeper jobs' shows it")
		}
		if err != nil {
			return err
		}
		stopped, err := stoppedChunks(ctx, tx, id)
		if err != nil {
			return err
		}
		if chunks = len(stopped); chunks == 0 {
			return errors.New("nothing of it failed or was cancelled")
		}
		return addJobs(ctx, tx, id, p.Kind, stopped)
	})
	return chunks, err
}

// stoppedChunks removes River's jobs of a job that ended without success, and returns the chunks
// that have none left and are not done.
func stoppedChunks(ctx context.Context, tx pgx.Tx, work int64) ([]int, error) {
	ours := fmt.Sprintf(`{"work": %d}`, work)
	if _, err := tx.Exec(ctx, `delete from river.river_job where args @> $1::jsonb and state in ('cancelled', 'discarded')`, ours); err != nil {
		return nil, err
	}
	return postgres.ReadColumn[int](ctx, tx, `
		select number from chunk where work = $1 and done < cardinality(input)
		and number not in (select (args->>'chunk')::int from river.river_job where args @> $2::jsonb and state <> 'completed')
		order by number`, work, ours)
}

// control does something with a job, whose row the transaction holds.
func control(ctx context.Context, store *archive.Store, what string, id int64, do func(pgx.Tx, Progress) error) error {
	err := store.Transact(ctx, func(tx pgx.Tx) error {
		p, err := find(ctx, tx, id)
		if err != nil {
			return err
		}
		return do(tx, p)
	})
	if err != nil {
		return fmt.Errorf("%s job %d: %w", what, id, err)
	}
	return nil
}
