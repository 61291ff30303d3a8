package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riverpgxv5"

	"github.com/gridkeeper/gridkeeper/archive/importing"
	"github.com/gridkeeper/gridkeeper/archive/postgres"
)

// A worker stores its results every keepEvery, and within lastKeep after it was asked to stop. A killed worker
// loses the results since.
const (
	keepEvery = 10 * time.Second
	lastKeep  = 5 * time.Second
)

// worker does River's jobs of a kind.
type worker[K kind] struct {
	river.WorkerDefaults[job[K]]
	*machine
}

func (w *worker[K]) Timeout(*river.Job[job[K]]) time.Duration {
	var k K
	return k.limit()
}

func (w *worker[K]) Work(ctx context.Context, j *river.Job[job[K]]) error {
	defer w.begin(j.ID)()
	var k K
	c, err := w.open(ctx, j.Args.chunkID)
	if err != nil || c == nil {
		return err
	}
	c.complete = func(ctx context.Context, tx pgx.Tx) error {
		_, err := river.JobCompleteTx[*riverpgxv5.Driver](ctx, tx, j)
		return err
	}
	c.ending, _ = any(k).(ending)
	return w.finish(ctx, c, w.do(ctx, k, c))
}

// finish stores the results of a worker that stops, and returns River's verdict on the job: complete, retry,
// snooze or cancel.
func (m *machine) finish(ctx context.Context, c *chunk, stopped error) error {
	err := stopped
	if c.pending > 0 && !errors.Is(stopped, errOvertaken) {
		keeping, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastKeep)
		defer cancel()
		err = errors.Join(err, m.keep(keeping, c))
	}
	switch {
	case errors.Is(stopped, errOvertaken):
		return river.JobSnooze(0) // whoever did the rest has completed the job, which is then final
	case errors.Is(stopped, errOlder):
		m.complain("a chunk is left to newer programs", stopped)
		return river.JobSnooze(leaveFor)
	case ctx.Err() == nil || stopped == nil:
		if err != nil {
			m.log.Warn("a chunk failed", "job", c.made.Source, "chunk", c.Number, "item", c.done+1, "error", err)
		}
		return err
	case errors.Is(context.Cause(ctx), river.ErrJobCancelledRemotely):
		return river.JobCancel(stopped)
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && c.kept == 0:
		return fmt.Errorf("item %d of chunk %d took longer than it may: %w", c.done+1, c.Number, stopped)
	}
	return river.JobSnooze(0) // the next to ask for a job goes on
}

// errOlder is the error of a kind that only newer programs do well. Its chunk is left to them.
var errOlder = errors.New("this program is too old for this job: upgrade it")

// leaveFor is how long a chunk is left to newer programs before an older one asks for it again.
const leaveFor = 30 * time.Second

// chunk is a chunk that a worker has.
type chunk struct {
	chunkID
	args     json.RawMessage
	made     importing.MadeBy
	input    []string
	done     int // items in the database
	counts   Counts
	kept     int     // items that this worker stored
	pending  int     // items that it has done since
	outcome  outcome // of the pending items
	since    time.Time
	complete func(context.Context, pgx.Tx) error
	ending   ending // nil: the job has no end of its own
}

// open reads a chunk; nil: it is done.
func (m *machine) open(ctx context.Context, id chunkID) (*chunk, error) {
	c := &chunk{chunkID: id}
	var title string
	var cancelled bool
	err := m.store.Transact(ctx, func(tx pgx.Tx) error {
		return tx.QueryRow(ctx, `
			select w.args, w.title, w.collection, w.by, w.cancelled is not null, c.input, c.done, c.counts
			from chunk c join work w on w.id = c.work where c.work = $1 and c.number = $2`, id.Job, id.Number).
			Scan(&c.args, &title, &c.made.Collection, &c.made.By, &cancelled, &c.input, &c.done, &c.counts)
	})
	switch {
	case errors.Is(err, pgx.ErrNoRows):
		return nil, river.JobCancel(fmt.Errorf("chunk %d of job %d no longer exists", id.Number, id.Job))
	case ctx.Err() != nil, errors.Is(err, postgres.ErrUnavailable):
		return nil, river.JobSnooze(0)
	case err != nil:
		return nil, err
	case cancelled:
		return nil, river.JobCancel(errors.New("the job was cancelled"))
	case c.done == len(c.input):
		return nil, nil
	}
	c.made.Source = fmt.Sprintf("job %d: %s", id.Job, title)
	c.made.Identity = fmt.Sprintf("work %d: %s", id.Job, title) // as former versions called it
	c.since = time.Now()
	return c, nil
}

// do does the items of a chunk, and stores their results as it goes on.
func (m *machine) do(ctx context.Context, k kind, c *chunk) error {
	for c.done+c.pending < len(c.input) {
		if err := ctx.Err(); err != nil {
			return err
		}
		var o outcome
		err := m.patiently(ctx, func() (err error) {
			o, err = doUntilDone(ctx, k, m.store, c.args, c.input[c.done+c.pending])
			return err
		})
		if err != nil {
			return err
		}
		c.outcome.add(o)
		c.pending++
		if time.Since(c.since) < m.keepEvery && c.done+c.pending < len(c.input) {
			continue
		}
		if err := m.patiently(ctx, func() error { return m.keep(ctx, c) }); err != nil {
			return err
		}
	}
	return nil
}

// patiently calls do again for as long as the database is away: results that took minutes are worth minutes of
// waiting.
func (m *machine) patiently(ctx context.Context, do func() error) error {
	for {
		err := do()
		if !errors.Is(err, postgres.ErrUnavailable) && !errors.Is(err, postgres.ErrUnknownOutcome) {
			return err
		}
		m.complain("waiting for the database", err)
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// errOvertaken is the error of a worker whose chunk was moved on: it was taken for dead, or its last transaction
// was committed without its knowing.
var errOvertaken = errors.New("another worker was quicker")

// keep stores the pending results and moves the chunk on, in one transaction.
func (m *machine) keep(ctx context.Context, c *chunk) error {
	made, err := importing.PrepareMade(ctx, c.outcome.puzzles)
	if err != nil {
		return err
	}
	var counts Counts
	finished := false
	err = m.store.Transact(ctx, func(tx pgx.Tx) (err error) {
		// The lock on the job makes one of its last two chunks see the other, and finish the job.
		if _, err := tx.Exec(ctx, `select from work where id = $1 for update`, c.Job); err != nil {
			return err
		}
		there := false
		err = tx.QueryRow(ctx, `
			select exists (select from chunk where work = $1 and number = $2 and done = $3)`, c.Job, c.Number, c.done).Scan(&there)
		if err == nil && !there {
			err = errOvertaken
		}
		if err != nil {
			return err
		}
		if counts, err = c.addMade(ctx, tx, made); err != nil {
			return err
		}
		if counts, err = c.outcome.change(ctx, tx, counts); err != nil {
			return err
		}
		if err := c.keepFindings(ctx, tx); err != nil {
			return err
		}
		// A chunk that is done loses its items, unless the end of its kind reads them.
		_, err = tx.Exec(ctx, `
			update chunk set done = @to, counts = @counts,
			    input = case when @to = cardinality(input) and not @ends then array_fill(''::text, array[@to]) else input end,
			    spent = spent + @spent, changed = now(), machine = @machine
			where work = @job and number = @number and done = @from`,
			pgx.NamedArgs{
				"job": c.Job, "number": c.Number, "from": c.done, "to": c.done + c.pending, "counts": counts,
				"spent": time.Since(c.since).Seconds(), "machine": m.id, "ends": c.ending != nil,
			})
		if err != nil || c.done+c.pending < len(c.input) {
			return err
		}
		if err := c.complete(ctx, tx); err != nil {
			return err
		}
		ended, err := tx.Exec(ctx, `
			update work set finished = now() where id = $1 and finished is null
			and not exists (select from chunk where work = $1 and done < cardinality(input))`, c.Job)
		finished = ended.RowsAffected() == 1
		if err != nil || !finished || c.ending == nil {
			return err
		}
		more, err := c.ending.end(ctx, tx, c.Job)
		if err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `update chunk set counts = $3 where work = $1 and number = $2`, c.Job, c.Number, counts.plus(more))
		return err
	})
	if err != nil {
		return err
	}
	c.done, c.kept = c.done+c.pending, c.kept+c.pending
	c.pending, c.counts, c.outcome, c.since = 0, counts, outcome{}, time.Now()
	if finished {
		m.log.Info("finished", "job", c.made.Source)
	}
	return nil
}

// addMade stores the pending puzzles, and returns the counts of the chunk with them.
func (c *chunk) addMade(ctx context.Context, tx pgx.Tx, made importing.Made) (Counts, error) {
	counts := c.counts.plus(c.outcome.counts)
	if made.Len() == 0 {
		return counts, nil
	}
	importID, fresh, err := importing.AddMade(ctx, tx, c.made, made)
	if err != nil {
		return nil, err
	}
	_, err = tx.Exec(ctx, `update work set import = $2 where id = $1 and import is distinct from $2`, c.Job, importID)
	return counts.plus(Counts{"puzzles": int64(made.Len()), "new": int64(fresh)}), err
}

// change does all changes, and returns the counts with theirs.
func (o *outcome) change(ctx context.Context, tx pgx.Tx, counts Counts) (Counts, error) {
	for _, change := range o.changes {
		more, err := change(ctx, tx)
		if err != nil {
			return nil, err
		}
		counts = counts.plus(more)
	}
	return counts, nil
}
