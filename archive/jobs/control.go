package jobs

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"github.com/gridkeeper/gridkeeper/archive"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// Cancel ends a job: running chunks store their results and stop within seconds, and the others
// do not start. Results are kept. [Retry] takes the job up again.
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

// cancelJob cancels a job, removes River's waiting jobs for it, and returns the running ones.
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

// Retry queues the chunks of a job again that failed or were cancelled, and returns how many there are.
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
		ours := fmt.Sprintf(`{"work": %d}`, id)
		if _, err := tx.Exec(ctx, `delete from river.river_job where args @> $1::jsonb and state in ('cancelled', 'discarded')`, ours); err != nil {
			return err
		}
		stopped, err := postgres.ReadColumn[int](ctx, tx, `
			select number from chunk where work = $1 and done < cardinality(input)
			and number not in (select (args->>'chunk')::int from river.river_job where args @> $2::jsonb and state <> 'completed')
			order by number`, id, ours)
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

// control calls do for a job, whose row the transaction holds.
func control(ctx context.Context, store *archive.Store, verb string, id int64, do func(pgx.Tx, Progress) error) error {
	err := store.Transact(ctx, func(tx pgx.Tx) error {
		p, err := find(ctx, tx, id)
		if err != nil {
			return err
		}
		return do(tx, p)
	})
	if err != nil {
		return fmt.Errorf("%s job %d: %w", verb, id, err)
	}
	return nil
}
